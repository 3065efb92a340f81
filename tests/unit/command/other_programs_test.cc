// SPDX-License-Identifier: MIT
//
// What flatc, jq, plutil and msgpack2json do with these formats, the command does, too: the rows of
// the table in docs/convert.md that no other test holds.
#include <cstdlib>
#include <filesystem>
#include <string>

#include "unit/command/command_fixture.hpp"

namespace {

using fastser::tests::Command;
using fastser::tests::Outcome;

class CommandOtherPrograms : public Command {
 protected:
  std::string at(const std::string& name) const { return "'" + path(name) + "'"; }
  std::string json(const std::string& words) { return run("convert " + words).text; }
};

TEST_F(CommandOtherPrograms, ReadsLaxJsonOnlyIfAsked) {
  write("a.json", "// one\n{a: [1, 2,], # two\n \"b\\n\": /* */ {}, _c$1: -Infinity, n: nan,}\n");
  const std::string words = at("a.json") + " - --from json --to msgpack-stream --lax";
  EXPECT_EQ(json(words + " | '" FASTSER_COMMAND "' convert - - --to json --nan-as-null"),
            "{\"a\":[1,2],\"b\\n\":{},\"_c$1\":null,\"n\":null}\n");
  const Outcome strict = run("get " + at("a.json") + " a");
  EXPECT_EQ(strict.exit, 1);
  EXPECT_NE(strict.text.find("JSON has no comments; --lax reads it"), std::string::npos)
      << strict.text;
  EXPECT_EQ(run("get " + at("a.json") + " a --lax").text, "[1,2]\n");
  EXPECT_EQ(run("verify " + at("a.json") + " --lax").exit, 0);
  EXPECT_EQ(run("inspect --contents " + at("a.json") + " --lax").exit, 0);
  for (const char* wrong : {"{a:1,,}", "[,]", "[1 2]", "{a 1}", "[1,/* ", "[/]", "{1:2}", "{a:}",
                            "[Nan]", "[-]", "[i]", "{,}", "1 2", "/"}) {
    write("b.json", wrong);
    EXPECT_EQ(run("verify " + at("b.json") + " --lax").exit, 1) << wrong;
  }
}

TEST_F(CommandOtherPrograms, ReadsJsonTextsWithAnyWhiteSpaceBetween) {
  write("a.jsonl", "{\n \"a\": 1\n}\n2 \"x\"[3]\n");
  EXPECT_EQ(run("convert " + at("a.jsonl") + " - --to json").exit, 1);
  EXPECT_EQ(json(at("a.jsonl") + " - --to jsonl --lax"), "{\"a\":1}\n2\n\"x\"\n[3]\n");
  write("b.jsonl", "{\"a\":1}\n{\"b\":\n");
  EXPECT_EQ(run("verify " + at("b.jsonl") + " --lax").exit, 1);
}

TEST_F(CommandOtherPrograms, ReadsTheNumbersAndFunctionsOfFlatc) {
  write("a.json", "{'a': [0x1F, -.5, +1, 0x1.8p3, cos(0)], \"b\": 'it\\'s'}");
  EXPECT_EQ(json(at("a.json") + " - --from json --to json --lax"),
            "{\"a\":[31,-0.5,1,12.0,1.0],\"b\":\"it's\"}\n");
  const Outcome strict = run("get " + at("a.json") + " b");
  EXPECT_NE(strict.text.find("a key must be in double quotes; --lax reads it"), std::string::npos);
}

TEST_F(CommandOtherPrograms, KeepsDataInJsonAsMsgpackToolsDo) {
  write("a.msgpack", "\x92\xC4\x02\x01\x02\xD4\x05\x07");
  const std::string kept = "[\"base64:AQI=\",\"ext:5:base64:Bw==\"]\n";
  EXPECT_EQ(json(at("a.msgpack") + " - --base64-prefix"), kept);
  EXPECT_EQ(json(at("a.msgpack") + " - --base64-prefix --replace --sort-keys"), kept);
  write("a.json", kept);
  EXPECT_EQ(run("convert " + at("a.json") + " " + at("b.msgpack") + " --base64-prefix").exit, 0);
  EXPECT_EQ(read("b.msgpack"), read("a.msgpack"));
  run("convert " + at("a.json") + " " + at("c.msgpack"));
  const Outcome text = run("convert " + at("c.msgpack") + " - --base64-prefix");
  EXPECT_EQ(text.exit, 1);
  EXPECT_NE(text.text.find("; --replace writes it as it is"), std::string::npos) << text.text;
}

TEST_F(CommandOtherPrograms, TellsFilesOfOtherSchemasByTheirIdentifier) {
  if (std::system("command -v flatc >/dev/null 2>&1") != 0) GTEST_SKIP() << "no flatc";
  write("a.fbs", "table A { n: int; s: string; } root_type A; file_identifier \"AAAA\";\n");
  write("b.fbs", "table A { n: int; s: string; } root_type A; file_identifier \"BBBB\";\n");
  write("c.fbs", "table C { s: [string]; t: [C]; u: double; } root_type C;\n");
  write("a.json", "{\"n\":1,\"s\":\"x\"}");
  const Outcome made =
      run("convert " + at("a.json") + " " + at("a.fb") + " --schema " + at("a.fbs"));
  ASSERT_EQ(made.exit, 0) << made.text;
  const std::string other = at("a.fb") + " --schema " + at("b.fbs");
  const std::string said =
      "fingerprint mismatch at byte 4: the file identifier is \"AAAA\", but that of the schema is "
      "\"BBBB\"; give its own schema, or --any-identifier to read it by this one";
  for (const std::string& words :
       {"convert " + at("a.fb") + " - --schema " + at("b.fbs"), "verify " + other,
        "inspect " + other, "inspect --contents " + other,
        "get " + at("a.fb") + " n --schema " + at("b.fbs"),
        "set " + at("a.fb") + " n 2 --schema " + at("b.fbs"),
        "remove " + at("a.fb") + " n --schema " + at("b.fbs"),
        "diff " + at("a.fb") + " " + other}) {
    const Outcome refused = run(words);
    EXPECT_NE(refused.exit, 0) << words;
    EXPECT_NE(refused.text.find(said), std::string::npos) << refused.text;
    const Outcome read = run(words + " --any-identifier");
    EXPECT_EQ(read.exit, 0) << read.text;
  }
  EXPECT_EQ(read("a.fb").substr(4, 4), "AAAA") << "a changed file keeps its own";
  EXPECT_NE(run("annotate " + other)
                .text.find("file identifier \"AAAA\", but that of the schema is \"BBBB\""),
            std::string::npos);
  const Outcome wrong = run("verify " + at("a.fb") + " --schema " + at("c.fbs"));
  EXPECT_EQ(wrong.exit, 1);
  EXPECT_NE(wrong.text.find("; is this its schema?"), std::string::npos) << wrong.text;
}

TEST_F(CommandOtherPrograms, ShowsJsonInAsciiWithTabsAndInColours) {
  write("a.json", "{\"\xC3\xB6\":[\"\xF0\x9F\x98\x80\\\"\",1,null]}");
  EXPECT_EQ(json(at("a.json") + " - --from json --to json --ascii"),
            "{\"\\u00f6\":[\"\\ud83d\\ude00\\\"\",1,null]}\n");
  EXPECT_EQ(json(at("a.json") + " - --from json --to json --tab --ascii"),
            "{\n\t\"\\u00f6\": [\n\t\t\"\\ud83d\\ude00\\\"\",\n\t\t1,\n\t\tnull\n\t]\n}\n");
  write("b.json", "{\"k\":\"v: \\\"\",\"n\":[-1.5,true]}");
  EXPECT_EQ(run("get " + at("b.json") + " . --color always").text,
            "{\x1b[34m\"k\"\x1b[0m:\x1b[32m\"v: \\\"\"\x1b[0m,\x1b[34m\"n\"\x1b[0m:"
            "[\x1b[33m-1.5\x1b[0m,\x1b[33mtrue\x1b[0m]}\n");
  EXPECT_EQ(run("get " + at("b.json") + " .").text, read("b.json") + "\n");
  EXPECT_EQ(run("convert " + at("b.json") + " - --to json --from json --tab --indent 2").exit, 2);
  EXPECT_EQ(run("get " + at("b.json") + " . --color sometimes").exit, 2);
}

TEST_F(CommandOtherPrograms, GetsAValueInAnotherFormat) {
  write("a.json", "{\"l\":[{\"a\":1},{\"a\":null}],\"t\":\"x\"}");
  EXPECT_EQ(run("get " + at("a.json") + " t --raw --no-newline").text, "x");
  EXPECT_EQ(run("get " + at("a.json") + " 'l[0]' --to msgpack").text,
            "\x81\xA1"
            "a\x01");
  EXPECT_EQ(run("get " + at("a.json") + " 'l[].a' --to msgpack-stream").text, "\x01\xC0");
  EXPECT_EQ(run("get " + at("a.json") + " 'l[]' --to jsonl").text, "{\"a\":1}\n{\"a\":null}\n");
  EXPECT_EQ(run("get " + at("a.json") + " 'l[]' --to msgpack").exit, 2);
  EXPECT_EQ(run("get " + at("a.json") + " l --to flatbuffers").exit, 2);
  const std::string plist = run("get " + at("a.json") + " l --to xml-plist").text;
  EXPECT_NE(plist.find("<string>$null</string>"), std::string::npos) << plist;
  for (const char* format : {"flexbuffers", "archive", "binary-plist"}) {
    const std::string words = "get " + at("a.json") + " 'l[0]' --to " + format;
    EXPECT_EQ(run(words + " | '" FASTSER_COMMAND "' get - .").text, "{\"a\":1}\n") << format;
  }
}

TEST_F(CommandOtherPrograms, SetsAValueFromAFile) {
  write("a.json", "{\"a\":1}");
  write("b.json", "{\"b\":[1]}");
  run("convert " + at("b.json") + " " + at("b.msgpack"));
  run("convert " + at("b.json") + " " + at("b.plist"));
  for (const char* file : {"b.json", "b.msgpack", "b.plist"}) {
    EXPECT_EQ(run("set " + at("a.json") + " a --file " + at(file) + " --out -").text,
              "{\"a\":{\"b\":[1]}}")
        << file;
  }
  EXPECT_EQ(run("set " + at("a.json") + " a --file --string " + at("b.json") + " --out -").text,
            "{\"a\":\"{\\\"b\\\":[1]}\"}");
  run("set " + at("b.msgpack") + " b --file --data " + at("b.json"));
  EXPECT_EQ(run("get --raw " + at("b.msgpack") + " b").text, "{\"b\":[1]}");
  EXPECT_EQ(run("set " + at("a.json") + " a --file --date " + at("b.json")).exit, 2);
  EXPECT_EQ(run("set " + at("a.json") + " a --file " + at("absent")).exit, 3);
  EXPECT_EQ(read("a.json"), "{\"a\":1}");
}

TEST_F(CommandOtherPrograms, TakesNegativeNumbersAsPathsAndAnEmptyPath) {
  write("a.json", "{\"-1\":5}");
  EXPECT_EQ(run("get " + at("a.json") + " -1").text, "5\n");
  EXPECT_EQ(run("set " + at("a.json") + " -1 -2 --out -").text, "{\"-1\":-2}");
  EXPECT_NE(run("get " + at("a.json") + " -x").text.find("-- in front of it makes it the PATH"),
            std::string::npos);
  run("convert " + at("a.json") + " " + at("a.fsr"));
  EXPECT_EQ(run("inspect " + at("a.fsr") + " --path ''").text, run("inspect " + at("a.fsr")).text);
}

TEST_F(CommandOtherPrograms, ReadsAndWritesByASchemaWhatFlatcDoes) {
  if (std::system("command -v flatc >/dev/null 2>&1") != 0) GTEST_SKIP() << "no flatc";
  std::filesystem::create_directory(path("inc"));
  write("inc/in.fbs", "namespace a.b; table In { n: int = 7; s: string; }\n");
  write("a.fbs",
        "include \"in.fbs\"; namespace a; enum F: ubyte (bit_flags) { A, B, C }\n"
        "table Out { f: F; k: short = 3; in: [ubyte] (nested_flatbuffer: \"b.In\"); }\n"
        "table Other { k: short = 3; }\n");
  const std::string schema = " --schema " + at("a.fbs") + " --include " + at("inc");
  write("a.json", "{\"f\":\"A C\",\"k\":3,\"in\":{\"n\":1,\"s\":\"x\"}}");
  const Outcome no_root = run("convert " + at("a.json") + " " + at("a.fb") + schema);
  EXPECT_EQ(no_root.exit, 2) << no_root.text;
  const std::string root = schema + " --root-type Out";
  const Outcome made = run("convert " + at("a.json") + " " + at("a.fb") + root);
  ASSERT_EQ(made.exit, 0) << made.text;
  EXPECT_EQ(json(at("a.fb") + " -" + root), "{\"f\":5,\"k\":3,\"in\":{\"n\":1,\"s\":\"x\"}}\n");
  EXPECT_EQ(json(at("a.fb") + " - --names --no-defaults" + root),
            "{\"f\":\"A C\",\"in\":{\"n\":1,\"s\":\"x\"}}\n");
  EXPECT_EQ(run("get " + at("a.fb") + " in.s" + root).text, "\"x\"\n");
  run("convert " + at("a.json") + " " + at("b.fb") + " --force-defaults" + root);
  EXPECT_EQ(json(at("b.fb") + " - --no-defaults" + root),
            "{\"f\":5,\"k\":3,\"in\":{\"n\":1,\"s\":\"x\"}}\n");
  EXPECT_EQ(run("verify " + at("a.fb") + schema + " --root-type a.Out").exit, 0);
  EXPECT_EQ(run("verify " + at("a.fb") + schema + " --root-type None").exit, 2);
  // A bit without a name leaves the number; a nested FlatBuffer that is none is an error.
  write("c.json", "{\"f\":9,\"in\":[255,255,255,255]}");
  run("convert " + at("c.json") + " " + at("c.fb") + root);
  const Outcome bad = run("convert " + at("c.fb") + " - --names" + root);
  EXPECT_EQ(bad.exit, 1) << bad.text;
  EXPECT_NE(bad.text.find("in"), std::string::npos) << bad.text;
  EXPECT_EQ(run("get " + at("c.fb") + " f --names" + root).text, "9\n");
}

TEST_F(CommandOtherPrograms, AlignsVectorsAsTheSchemaForces) {
  if (std::system("command -v flatc >/dev/null 2>&1") != 0) GTEST_SKIP() << "no flatc";
  write("a.fbs",
        "table T { s: string; v: [float] (force_align: 16); b: [ubyte] (force_align: 16); }\n"
        "root_type T;\n");
  for (std::size_t size = 0; size < 20; size += 3) {
    write("a.json", "{\"s\":\"" + std::string(size, 'x') + "\",\"v\":[1.5],\"b\":[7,8,9]}");
    const Outcome made =
        run("convert " + at("a.json") + " " + at("a.fb") + " --schema " + at("a.fbs"));
    ASSERT_EQ(made.exit, 0) << made.text;
    const std::string bytes = read("a.fb");
    EXPECT_EQ(bytes.find(std::string("\0\0\xC0\x3F", 4)) % 16, 0U) << size;
    EXPECT_EQ(bytes.find("\x07\x08\x09") % 16, 0U) << size;
  }
}

}  // namespace
