// SPDX-License-Identifier: MIT
//
// Which format the command takes a file for, who may say otherwise, and what it says when nobody
// did.
#include <filesystem>
#include <string>

#include "unit/command/command_fixture.hpp"

namespace {

using fastser::tests::Command;
using fastser::tests::Outcome;
using namespace std::string_literals;

class CommandFormats : public Command {
 protected:
  std::string quote(const std::string& name) const { return "'" + path(name) + "'"; }
  void expect_said(const std::string& words, int exit, const std::string& part) const {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit, exit) << words << "\n" << outcome.text;
    EXPECT_NE(outcome.text.find(part), std::string::npos) << words << "\n" << outcome.text;
  }
};

TEST_F(CommandFormats, AreTakenFromOptionsWhereNamesSayNothing) {
  write("in.json", R"({"a":"text"})");
  ASSERT_EQ(run("convert " + quote("in.json") + " " + quote("a.fb")).exit, 0);
  ASSERT_EQ(run("convert " + quote("in.json") + " " + quote("a.msgpack")).exit, 0);
  std::filesystem::rename(path("a.fb"), path("data"));
  const std::string schema = " --schema " + quote("a.bfbs");
  for (const std::string from : {"--from flatbuffers", ""}) {
    const std::string rest = from + schema;
    expect_said("inspect " + quote("data") + " " + rest, 0, "FlatBuffers");
    expect_said("inspect - " + rest + " <" + quote("data"), 0, "\"a\": \"text\"");
    expect_said("inspect --json " + quote("data") + " " + rest, 0, "\"a\": \"text\"");
    expect_said("verify " + quote("data") + " " + rest, 0, "ok");
    expect_said("verify - " + rest + " <" + quote("data"), 0, "standard input: ok");
    expect_said("bench --seconds 0 " + quote("data") + " " + rest, 0, "the file (FlatBuffers)");
    expect_said("convert " + quote("data") + " - --to json " + rest, 0, R"({"a":"text"})");
  }
  // Where data is written, the schema is of what is written.
  ASSERT_EQ(run("convert " + quote("in.json") + " " + quote("b.fb")).exit, 0);
  write("bare", R"({"a":"text"})");
  EXPECT_EQ(
      run("convert " + quote("bare") + " " + quote("c.fb") + " --schema " + quote("c.bfbs")).exit,
      0);
  // A scalar of FlexBuffers, which bytes do not tell: 5.
  write("scalar", std::string("\x05\x04\x01", 3));
  expect_said("inspect --from flexbuffers " + quote("scalar"), 0, "5\n");
  expect_said("verify --from flexbuffers " + quote("scalar"), 0, "ok");
  expect_said("bench --seconds 0 --from flexbuffers " + quote("scalar"), 0, "(FlexBuffers)");
  for (const std::string command : {"inspect ", "verify ", "bench ", "convert x "}) {
    expect_said(command + "x --from bson", 2, "--from is json, jsonl, msgpack");
  }
}

TEST_F(CommandFormats, OfPropertyListsAreToldByTheirBytes) {
  write("in.json", R"({"a":["text",1]})");
  ASSERT_EQ(run("convert " + quote("in.json") + " " + quote("a.plist")).exit, 0);
  EXPECT_TRUE(read("a.plist").starts_with("<?xml")) << read("a.plist");
  ASSERT_EQ(run("convert " + quote("a.plist") + " " + quote("b.plist") + " --to binary-plist").exit,
            0);
  EXPECT_TRUE(read("b.plist").starts_with("bplist00"));
  write("c.plist", "{ a = (text, <*I1>); }");
  write("d.strings", "/* c */ a = (text, <*I1>);");
  for (const std::string name : {"a.plist", "b.plist", "c.plist", "d.strings"}) {
    expect_said("convert " + quote(name) + " -", 0, R"({"a":["text",1]})");
    expect_said("verify " + quote(name), 0, "ok");
    expect_said("get " + quote(name) + " a[1]", 0, "1\n");
    expect_said("diff " + quote(name) + " " + quote("in.json"), 0, "");
    expect_said("inspect " + quote(name), 0, "\"text\"");
    expect_said("convert - - <" + quote(name), 0, R"({"a":["text",1]})");
  }
  expect_said("convert " + quote("in.json") + " " + quote("e.strings"), 2,
              "can be read, but not written");
}

TEST_F(CommandFormats, MayBeTheSameWhereBothAreSaid) {
  write("in.json", "{\"a\": [1,\n 2]}");
  ASSERT_EQ(run("convert " + quote("in.json") + " " + quote("small.json")).exit, 0);
  EXPECT_EQ(read("small.json"), "{\"a\":[1,2]}\n");
  EXPECT_EQ(run("convert - - --from json --to json --pretty <" + quote("small.json")).text,
            "{\n  \"a\": [\n    1,\n    2\n  ]\n}\n");
  // In place, if that is what is meant.
  expect_said("convert " + quote("in.json") + " " + quote("in.json"), 2,
              "--in-place to replace IN");
  ASSERT_EQ(run("convert --in-place " + quote("in.json") + " " + quote("in.json")).exit, 0);
  EXPECT_EQ(read("in.json"), read("small.json"));
  // {"a": 1} with the 1 in 8 bytes.
  write("m.msgpack", std::string("\x81\xA1"
                                 "a\xD3\0\0\0\0\0\0\0\x01",
                                 12));
  ASSERT_EQ(run("convert " + quote("m.msgpack") + " " + quote("n.msgpack")).exit, 0);
  EXPECT_EQ(read("n.msgpack"),
            "\x81\xA1"
            "a\x01");
  ASSERT_EQ(run("convert " + quote("in.json") + " " + quote("a.fsr")).exit, 0);
  ASSERT_EQ(run("convert " + quote("a.fsr") + " " + quote("b.fsr") + " --no-checksum").exit, 0);
  EXPECT_LT(read("b.fsr").size(), read("a.fsr").size());
  expect_said("convert " + quote("b.fsr") + " -", 0, "{\"a\":[1,2]}\n");
}

TEST_F(CommandFormats, OfFlatBuffersMayBeTheSameWithASchemaOfEach) {
  write("in.json", R"({"a":[1,2]})");
  ASSERT_EQ(run("convert " + quote("in.json") + " " + quote("a.fb")).exit, 0);
  ASSERT_EQ(run("convert " + quote("a.fb") + " " + quote("b.fb")).exit, 0);
  expect_said("convert " + quote("b.fb") + " -", 0, "{\"a\":[1,2]}\n");
  ASSERT_EQ(run("convert --in-place " + quote("a.fb") + " " + quote("a.fb")).exit, 0);
  // The schema of the input is not lost.
  const std::string schema = read("a.bfbs");
  write("a.flatbuf", "old");
  expect_said("convert " + quote("a.fb") + " " + quote("a.flatbuf"), 2, "that of IN");
  expect_said("convert " + quote("a.fb") + " " + quote("a.bfbs") + " --to json", 2,
              "the same file");
  expect_said("convert " + quote("a.fb") + " - --to flatbuffers", 2,
              "OUT must be a file, not standard output");
  expect_said("convert - - --to json --schema - <" + quote("a.fb"), 2, "both standard input");
  EXPECT_EQ(read("a.bfbs"), schema);
  EXPECT_EQ(read("a.flatbuf"), "old");
}

TEST_F(CommandFormats, AreToldInErrorsWhereTheyWereGuessed) {
  const std::string hint = "taken for JSON by its first bytes";
  write("bare", "[1,");
  expect_said("convert " + quote("bare") + " " + quote("out.fsr"), 1, hint);
  expect_said("bench " + quote("bare"), 1, hint);
  // {"a": 1, "a": 2}, which only looks like MessagePack.
  write("twice",
        "\x82\xA1"
        "a\x01\xA1"
        "a\x02");
  expect_said("inspect --contents " + quote("bare"), 1, hint);
  expect_said("verify " + quote("twice"), 1, "taken for MessagePack by its first bytes");
  // Who says it is believed.
  write("t.json", "[1]");
  expect_said("convert " + quote("t.json") + " " + quote("x.fsr") + " --from archive", 1,
              "t.json: malformed: this looks like JSON text, not like an archive; --from json");
  EXPECT_EQ(run("convert " + quote("t.json") + " " + quote("x.fsr") + " --from archive")
                .text.find("taken for"),
            std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path("x.fsr")));
}

TEST_F(CommandFormats, ThatNothingSaysAreNotGuessed) {
  write("s.mon", "M\x01\x02");
  const std::string said = "the format of this file is not known: --from FORMAT says which";
  const std::string diff = "diff " + quote("s.mon") + " ";
  for (const std::string& command : {"verify "s, "inspect "s, "inspect --json "s,
                                     "inspect --contents "s, "annotate "s, "bench "s, diff}) {
    const Outcome outcome = run(command + quote("s.mon"));
    EXPECT_NE(outcome.exit, 0);
    EXPECT_NE(outcome.text.find(said), std::string::npos) << outcome.text;
    EXPECT_EQ(outcome.text.find("taken for"), std::string::npos) << outcome.text;
  }
  expect_said("convert " + quote("s.mon") + " " + quote("out.json"), 1, said);
  expect_said("convert - - --to json <" + quote("s.mon"), 1, said);
  EXPECT_FALSE(std::filesystem::exists(path("out.json")));
  // Comments are what JSON may start with.
  write("note", "// a comment\n{\"a\":1}");
  expect_said("get " + quote("note") + " a", 1, "JSON has no comments; --lax reads it");
  expect_said("get " + quote("note") + " a --lax", 0, "1\n");
  // Whoever says a format is believed.
  expect_said("verify --from archive " + quote("s.mon"), 1, "it does not start with FSR");
}

TEST_F(CommandFormats, OfTextAndSchemasAreSaid) {
  write("in.json", R"({"a":"text"})");
  write("bare", R"({"a":"text"})");
  write("s.fbs", "table Root {}");
  ASSERT_EQ(run("convert " + quote("in.json") + " " + quote("a.fb")).exit, 0);
  for (const std::string command : {"verify ", "inspect ", "inspect --json "}) {
    if (command != "verify ") {
      expect_said(command + quote("in.json"), 1, "this is JSON text, not an archive");
      expect_said(command + quote("bare"), 1, "this is JSON text, not an archive");
    }
    expect_said(command + quote("s.fbs"), 1, "this is a schema (.fbs), not data");
    expect_said(command + quote("a.bfbs"), 1, "this is a binary schema of FlatBuffers");
  }
  expect_said("convert " + quote("a.bfbs") + " -", 1, "this is a binary schema of FlatBuffers");
  expect_said("bench " + quote("a.bfbs"), 1, "this is a binary schema of FlatBuffers");
}

TEST_F(CommandFormats, OfTextAreVerified) {
  write("a.json", R"({"a":["text",1e3,123456789012345678901234567890]})");
  write("bare", "[1,2]");
  write("a.jsonl", "{\"a\":1}\n\n[2]\n");
  for (const char* file : {"a.json", "bare", "a.jsonl"}) {
    const Outcome outcome = run("verify " + quote(file));
    EXPECT_EQ(outcome.exit, 0) << outcome.text;
    EXPECT_EQ(outcome.text, path(file) + ": ok\n");
  }
  write("a.json", R"({"a":1,"a":2})");
  expect_said("verify " + quote("a.json"), 1, "a.json: malformed at byte ");
  write("a.json", "[1,2");
  expect_said("verify " + quote("a.json"), 1, "a.json: malformed at byte 4");
  write("a.jsonl", "[1]\n[2");
  expect_said("verify " + quote("a.jsonl"), 1, "line 2");
  write("a.json", "[\"\xFF\"]");
  expect_said("verify " + quote("a.json"), 1, "a.json: malformed at byte 2");
}

TEST_F(CommandFormats, OfFoundationAreReadAndNeverWritten) {
  // A number by GNUstep's NSArchiver, and an object of a class of a program that has two.
  const auto file = [](const std::string& root) {
    return "GNUstep archive000f4240:00000001:00000001:00000000:" + root;
  };
  using namespace std::string_literals;
  const std::string number = "\x30\x01\x31\x01\0\x08NSNumber\0\0\0\0\0\x01i\x25\0\0\0\x07"s;
  const std::string outer = "\x30\x01\x31\x01\0\x05Outer\0\0\0\0\0"s;
  const std::string inner = "\x30\x02\x31\x02\0\x05Inner\0\0\0\0\0"s;
  write("number", file(number));
  write("two", file(outer + inner + "\x02\x01\x02\x02"));
  expect_said("convert " + quote("number") + " -", 0, "7\n");
  expect_said("convert " + quote("number") + " - --from gnustep-archive", 0, "7\n");
  expect_said("inspect " + quote("number"), 0, "7");
  expect_said("inspect --json " + quote("number"), 0, "7\n");
  expect_said("verify " + quote("number"), 0, "number: ok");
  expect_said("inspect --stats " + quote("number"), 2, "--stats is for archives");
  write("cut", file(number.substr(0, number.size() - 1)));
  expect_said("inspect " + quote("cut"), 1, "truncated at byte");
  expect_said("verify " + quote("cut"), 1, "truncated at byte");
  expect_said("verify --from typedstream " + quote("number"), 1, "malformed");
  expect_said("inspect --from xml " + quote("number"), 2, "keyless-archive");
  for (const std::string command : {"inspect ", "inspect --json ", "verify "}) {
    expect_said(command + quote("two"), 1, "objects of Inner may end in more than one place");
    expect_said(command + quote("two") + " --classes Inner=1", 0, "");
    expect_said(command + quote("two") + " --classes Inner", 2, "NAME=NUMBER");
  }
  expect_said("convert " + quote("number") + " - --to typedstream", 2, "--to is json");
  expect_said("convert " + quote("number") + " - --from xml", 2, "keyless-archive");
  expect_said("convert " + quote("two") + " -", 1,
              "objects of Inner may end in more than one place");
  expect_said("convert " + quote("two") + " - --classes Inner=1", 0, R"({"0":1,"1":2})");
  expect_said("convert " + quote("two") + " - --classes Inner", 2, "NAME=NUMBER");
}

}  // namespace
