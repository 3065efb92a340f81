// SPDX-License-Identifier: MIT
//
// What the command writes: no file that was not named is lost, and none when it fails.
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

#include "unit/command/command_fixture.hpp"

namespace {

using fastser::tests::Command;
using fastser::tests::Outcome;

class CommandOutputs : public Command {
 protected:
  std::string quote(const std::string& name) const { return "'" + path(name) + "'"; }
  Outcome convert(const std::string& in, const std::string& out, const std::string& rest) const {
    return run("convert " + quote(in) + " " + quote(out) + " " + rest);
  }
  std::size_t files() const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      count += entry.is_regular_file() ? 1U : 0U;
    }
    return count;
  }
};

TEST_F(CommandOutputs, KeepsInputAndOutputApartFromTheSchema) {
  const std::string json = R"({"a":1})";
  write("p.json", json);
  std::filesystem::create_symlink(path("p.json"), path("link.json"));
  for (const char* schema : {"p.json", "link.json", "../p.json"}) {
    const std::string name =
        std::string(schema).starts_with("..") ? (folder_ / "." / "p.json").string() : path(schema);
    const Outcome outcome = convert("p.json", "in.fb", "--schema '" + name + "'");
    EXPECT_EQ(outcome.exit, 2) << outcome.text;
    EXPECT_NE(outcome.text.find("the schema and IN are the same file"), std::string::npos);
    EXPECT_EQ(read("p.json"), json);
  }
  // Not there yet.
  const Outcome out = convert("p.json", "keep.fb", "--schema '" + path("./keep.fb") + "'");
  EXPECT_EQ(out.exit, 2) << out.text;
  EXPECT_NE(out.text.find("the schema and OUT are the same file"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path("keep.fb")));
  // Beside OUT, without being named.
  write("x.bfbs", json);
  EXPECT_EQ(convert("x.bfbs", "x.fb", "--from json").exit, 2);
  EXPECT_EQ(read("x.bfbs"), json);
  EXPECT_EQ(convert("p.json", "y.bfbs", "--to flatbuffers").exit, 2);
  // Where one is read.
  ASSERT_EQ(convert("p.json", "a.fb", "").exit, 0);
  const std::string schema = read("a.bfbs");
  EXPECT_EQ(convert("a.fb", "a.bfbs", "--to json --schema " + quote("a.bfbs")).exit, 2);
  EXPECT_EQ(read("a.bfbs"), schema);
}

TEST_F(CommandOutputs, ReplaceAForeignSchemaOnlyWhenTold) {
  write("p.json", R"({"a":1})");
  write("q.json", R"({"b":"text"})");
  write("d.bfbs", "precious");
  const Outcome refused = convert("p.json", "d.fb", "");
  EXPECT_EQ(refused.exit, 2) << refused.text;
  EXPECT_NE(refused.text.find("d.bfbs exists already"), std::string::npos) << refused.text;
  EXPECT_EQ(read("d.bfbs"), "precious");
  EXPECT_FALSE(std::filesystem::exists(path("d.fb")));
  ASSERT_EQ(convert("p.json", "d.fb", "--replace-schema").exit, 0);
  // The same schema again, and one that goes with the data.
  std::filesystem::remove(path("d.fb"));
  EXPECT_EQ(convert("p.json", "d.fb", "").exit, 0);
  ASSERT_EQ(convert("q.json", "d.fb", "").exit, 0);
  EXPECT_EQ(run("convert " + quote("d.fb") + " -").text, "{\"b\":\"text\"}\n");
}

// As flatc has it: values are written by the schema that is named, and it stays as it is.
TEST_F(CommandOutputs, AreWrittenByTheSchemaThatIsNamed) {
  write("made.json", R"({"name":"text","age":1})");
  ASSERT_EQ(convert("made.json", "made.fb", "--schema " + quote("pet.bfbs")).exit, 0);
  const std::string schema = read("pet.bfbs");
  const std::string named = "--schema " + quote("pet.bfbs");
  write("p.json", R"({"age":2})");
  ASSERT_EQ(convert("p.json", "p.fb", named).exit, 0);
  EXPECT_EQ(run("convert " + quote("p.fb") + " - " + named).text, "{\"age\":2}\n");
  EXPECT_FALSE(std::filesystem::exists(path("p.bfbs")));
  write("q.json", R"({"age":300,"more":1})");
  write("old.fb", "precious");
  const Outcome unknown = convert("q.json", "old.fb", named);
  EXPECT_EQ(unknown.exit, 1);
  EXPECT_NE(unknown.text.find("age: a number that ubyte cannot hold"), std::string::npos)
      << unknown.text;
  write("q.json", R"({"age":3,"more":1})");
  EXPECT_NE(convert("q.json", "old.fb", named).text.find("--skip-unknown leaves such keys out"),
            std::string::npos);
  EXPECT_EQ(read("old.fb"), "precious");
  EXPECT_EQ(convert("q.json", "old.fb", named + " --skip-unknown").exit, 0);
  EXPECT_EQ(read("pet.bfbs"), schema);
  // Unless a new one is asked for.
  ASSERT_EQ(convert("q.json", "old.fb", named + " --replace-schema").exit, 0);
  EXPECT_NE(read("pet.bfbs"), schema);
  write("pet.bfbs", "no schema");
  EXPECT_EQ(convert("q.json", "old.fb", named).exit, 1);
}

TEST_F(CommandOutputs, LeaveTheSchemaWhenTheDataCannotBeWritten) {
  write("n.json", R"({"a":1})");
  std::filesystem::create_directory(path("d.fb"));
  write("d.bfbs", "precious");
  EXPECT_EQ(convert("n.json", "d.fb", "").exit, 3);
  EXPECT_EQ(read("d.bfbs"), "precious");
  EXPECT_EQ(convert("n.json", "no/d.fb", "--replace-schema --schema " + quote("d.bfbs")).exit, 3);
  EXPECT_EQ(read("d.bfbs"), "precious");
  EXPECT_EQ(convert("n.json", "e.fb", "--schema " + quote("no/e.bfbs")).exit, 3);
  EXPECT_FALSE(std::filesystem::exists(path("e.fb")));
  if (std::filesystem::exists("/dev/full")) {
    EXPECT_EQ(run("convert " + quote("n.json") +
                  " /dev/full --to flatbuffers --replace-schema --schema " + quote("d.bfbs"))
                  .exit,
              3);
    EXPECT_EQ(read("d.bfbs"), "precious");
  }
  EXPECT_EQ(files(), 2U);  // nothing is left beside them
}

TEST_F(CommandOutputs, SayWhichPlaceCannotBeWritten) {
  write("n.json", R"({"a":1})");
  if (std::filesystem::exists("/dev/full")) {
    const Outcome outcome =
        run("convert " + quote("n.json") + " " + quote("d.fb") + " --schema - >/dev/full 2>" +
            quote("errors") + "; code=$?; cat " + quote("errors") + "; exit $code #");
    EXPECT_EQ(outcome.exit, 3);
    EXPECT_NE(outcome.text.find("standard output: input/output"), std::string::npos)
        << outcome.text;
    EXPECT_FALSE(std::filesystem::exists(path("d.fb")));
  }
  for (const char* words :
       {"verify ''", "convert '' x", "inspect a.fb --schema ''", "inspect a.fb --schema="}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit, 2) << words << outcome.text;
    EXPECT_EQ(outcome.text.find(": :"), std::string::npos) << outcome.text;
  }
}

TEST_F(CommandOutputs, ReplaceWhatALinkLeadsTo) {
  const std::string input = write("in.json", "{\"a\":1}");
  write("real.msgpack", "old");
  std::filesystem::create_symlink(path("real.msgpack"), path("link.msgpack"));
  const Outcome done = run("convert " + input + " " + path("link.msgpack"));
  ASSERT_EQ(done.exit, 0) << done.text;
  EXPECT_TRUE(std::filesystem::is_symlink(path("link.msgpack")));
  EXPECT_EQ(read("real.msgpack"), "\x81\xA1\x61\x01");
}

TEST_F(CommandOutputs, MayHaveTheLongestOfNames) {
  const std::string input = write("in.json", "{\"a\":1}");
  const std::string name = std::string(247, 'n') + ".msgpack";
  const Outcome done = run("convert " + input + " " + path(name));
  ASSERT_EQ(done.exit, 0) << done.text;
  EXPECT_EQ(read(name), "\x81\xA1\x61\x01");
}

TEST_F(CommandOutputs, LeaveASchemaThatIsNamedInPlace) {
  write("p.json", R"({"a":1})");
  ASSERT_EQ(convert("p.json", "x.fb", "").exit, 0);
  const std::string schema = read("x.bfbs");
  const std::string data = read("x.fb");
  const std::string named = "--in-place --schema " + quote("x.bfbs");
  const Outcome refused = convert("x.fb", "x.fb", named);
  EXPECT_EQ(refused.exit, 2) << refused.text;
  EXPECT_NE(refused.text.find("the schema of OUT would replace that of IN, " + path("x.bfbs") +
                              ": give another OUT, or --replace-schema"),
            std::string::npos)
      << refused.text;
  EXPECT_EQ(read("x.bfbs"), schema);
  EXPECT_EQ(read("x.fb"), data);
  EXPECT_EQ(convert("x.fb", "x.fb", named + " --replace-schema").exit, 0);
  EXPECT_EQ(convert("x.fb", "x.fb", "--in-place").exit, 0);
}

TEST_F(CommandOutputs, AreNotWrittenByTheSchemaInAPipe) {
  write("p.json", R"({"a":1})");
  ASSERT_EQ(std::system(("mkfifo " + quote("pipe")).c_str()), 0);
  const Outcome refused = convert("p.json", "x.fb", "--schema " + quote("pipe"));
  EXPECT_EQ(refused.exit, 2) << refused.text;
  EXPECT_NE(refused.text.find("a pipe cannot be the schema to write by: give a file"),
            std::string::npos)
      << refused.text;
  EXPECT_FALSE(std::filesystem::exists(path("x.fb")));
}

TEST_F(CommandOutputs, ThatAreCutOffAreSaidOnce) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no full device";
  std::string json = "[0";
  for (int i = 0; i < 100'000; ++i) json += ",1";
  write("p.json", json + "]");
  ASSERT_EQ(convert("p.json", "big.fsr", "").exit, 0);
  const Outcome outcome =
      run("inspect " + quote("big.fsr") + " --limit 0 >/dev/full 2>" + quote("said") + "; echo $?");
  EXPECT_EQ(outcome.text, "3\n");
  EXPECT_EQ(read("said"), "fastser: standard output: cannot be written\n");
}

}  // namespace
