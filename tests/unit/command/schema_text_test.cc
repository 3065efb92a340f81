// SPDX-License-Identifier: MIT
//
// Schemas as text: read by flatc where it is, and a clear word where it is not. A flatc of the
// test's own shows what happens when it fails, or the command is interrupted.
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "unit/command/command_fixture.hpp"

namespace {

using fastser::tests::Command;
using fastser::tests::Outcome;

class CommandSchemaText : public Command {
 protected:
  void SetUp() override {
    Command::SetUp();
    if (IsSkipped()) return;
    const char* const old = std::getenv("PATH");
    path_ = old != nullptr ? old : "";
    std::filesystem::create_directory(path("bin"));
    std::filesystem::create_directory(path("tmp"));
    ::setenv("TMPDIR", path("tmp").c_str(), 1);
  }
  void TearDown() override {
    ::setenv("PATH", path_.c_str(), 1);
    ::unsetenv("TMPDIR");
    Command::TearDown();
  }
  void make_flatc(const std::string& script) {
    write("bin/flatc", "#!/bin/sh\n" + script);
    ::chmod(path("bin/flatc").c_str(), 0755);
    ::setenv("PATH", (path("bin") + ":" + path_).c_str(), 1);
  }
  bool nothing_is_left() const { return std::filesystem::is_empty(path("tmp")); }
  std::string at(const std::string& name) const { return "'" + path(name) + "'"; }
  // a.fb and its schema, as something.bfbs and a.fbs.
  void make_data() {
    write("in.json", R"({"a":"text"})");
    ASSERT_EQ(run("convert " + at("in.json") + " " + at("a.fb")).exit, 0);
    std::filesystem::rename(path("a.bfbs"), path("made"));
    write("a.fbs", "the flatc of this test does not look at it");
  }

  std::string path_;
};

TEST_F(CommandSchemaText, IsNotReplacedByWhatIsMadeWithIt) {
  make_data();
  make_flatc("for o; do [ \"$p\" = -o ] && d=$o; p=$o; done; cp " + at("made") +
             " \"$d/a.bfbs\"\n");
  const std::string before = read("a.fbs");
  for (const std::string to : {"json", "json-schema"}) {
    for (const std::string& schema : {std::string(), " --schema " + at("a.fbs")}) {
      const Outcome outcome =
          run("convert " + at("a.fb") + " " + at("a.fbs") + " --to " + to + schema);
      EXPECT_EQ(outcome.exit, 2) << to << outcome.text;
      EXPECT_NE(outcome.text.find("the schema and OUT are the same file"), std::string::npos)
          << outcome.text;
      EXPECT_EQ(read("a.fbs"), before) << to;
    }
  }
}

TEST_F(CommandSchemaText, IsReadThroughFlatc) {
  make_data();
  make_flatc("echo a warning >&2; for o; do [ \"$p\" = -o ] && d=$o; p=$o; done; cp " + at("made") +
             " \"$d/a.bfbs\"\n");
  for (const std::string& schema : {std::string(), " --schema " + at("a.fbs")}) {
    const Outcome outcome = run("get " + at("a.fb") + " a" + schema);
    EXPECT_EQ(outcome.exit, 0) << outcome.text;
    EXPECT_EQ(outcome.text, "\"text\"\n");  // without flatc's own messages
    EXPECT_EQ(run("verify " + at("a.fb") + schema).exit, 0);
    EXPECT_TRUE(nothing_is_left());
  }
}

TEST_F(CommandSchemaText, IsRefusedWithTheReason) {
  make_data();
  const std::string refuses =
      "fastser: " + path("a.fbs") + ": malformed: flatc refuses this schema: ";
  const auto refused = [&](const std::string& said) {
    make_flatc("printf '" + said + "' >&2; exit 1\n");
    const Outcome outcome = run("get " + at("a.fb") + " a");
    EXPECT_EQ(outcome.exit, 1);
    return outcome.text;
  };
  // The first error alone, without the column, which is always 0.
  EXPECT_EQ(refused("\\nerror:\\n  /x/a.fbs:3: 0: error: no such type: Pet\\n"
                    "  /x/a.fbs:4: 0: error: another\\n\\n"),
            refuses + "/x/a.fbs:3: no such type: Pet\n");
  EXPECT_EQ(refused("error: cannot be parsed\\nUsage: flatc\\n"),
            refuses + "error: cannot be parsed\n");
  // In the folder that the command runs in, the name of the file will do.
  const std::string here = std::filesystem::current_path().string();
  EXPECT_EQ(refused("  " + here + "/a.fbs:7: 0: error: x"), refuses + "a.fbs:7: x\n");
  std::filesystem::remove(path("bin/flatc"));
  ::setenv("PATH", path("bin").c_str(), 1);
  const Outcome none = run("get " + at("a.fb") + " a");
  EXPECT_EQ(none.exit, 2);
  EXPECT_NE(none.text.find("flatc, which was not found: install it"), std::string::npos)
      << none.text;
  EXPECT_TRUE(nothing_is_left());
}

TEST_F(CommandSchemaText, LeavesNothingWhenItIsInterrupted) {
  make_data();
  make_flatc(
      "for o; do [ \"$p\" = -o ] && d=$o; p=$o; done; echo x >\"$d/a.bfbs\"\n"
      "kill -INT $PPID; sleep 1\n");
  EXPECT_NE(run("get " + at("a.fb") + " a").exit, 0);
  EXPECT_TRUE(nothing_is_left());
}

TEST_F(CommandSchemaText, TakesNamesOfTheEnumAloneAndGivesThemInArrays) {
  if (std::system("command -v flatc >/dev/null 2>&1") != 0) GTEST_SKIP() << "no flatc";
  write("k.fbs", R"(
namespace Game.Parts;
enum Armor : byte { None, Plate, Mail }
enum Kind : byte { Axe, Plate = 7 }
struct Set { both: [Armor:2]; }
table Knight { armor: Armor; set: Set; }
root_type Knight;
)");
  const std::string schema = " --schema " + at("k.fbs");
  for (const std::string name :
       {"Plate", "Armor.Plate", "Parts.Armor.Plate", "Game.Parts.Armor.Plate"}) {
    write("k.json", "{\"armor\":\"" + name + "\",\"set\":{\"both\":[\"Mail\",\"" + name + "\"]}}");
    ASSERT_EQ(run("convert " + at("k.json") + " " + at("k.fb") + schema).text, "") << name;
    EXPECT_EQ(run("get --names " + at("k.fb") + " ." + schema).text,
              R"({"armor":"Plate","set":{"both":["Mail","Plate"]}})"
              "\n");
  }
  for (const std::string name : {"Kind.Plate", "rmor.Plate", "Foo.Plate", ".Plate", "Armor.Axe"}) {
    write("k.json", "{\"armor\":\"" + name + "\"}");
    const Outcome refused = run("convert " + at("k.json") + " " + at("no.fb") + schema);
    EXPECT_EQ(refused.exit, 1) << name;
    EXPECT_NE(refused.text.find("a name that the enum or union does not have"), std::string::npos)
        << refused.text;
  }
}

TEST_F(CommandSchemaText, HasNamesOfEnumsAndUnions) {
  if (std::system("command -v flatc >/dev/null 2>&1") != 0) GTEST_SKIP() << "no flatc";
  write("pet.fbs", R"(
enum Colour : byte { Red = 0, Green, Blue = 5 }
struct Spot { colour: Colour; }
table Cat { lives: int; }
table Dog { tail: bool; }
union Animal { Cat, Dog }
table Pet { colour: Colour = Green; others: [Colour]; spot: Spot; animal: Animal; herd: [Animal]; }
root_type Pet;
)");
  const std::string json =
      R"({"colour":"Blue","others":["Red","Green"],"spot":{"colour":"Red"},"animal_type":"Dog",)"
      R"("animal":{"tail":true},"herd_type":["Cat","Dog"],"herd":[{"lives":9},{"tail":true}]})";
  write("pet.json", json);
  const std::string flatc = "cd " + path("") + " && flatc -b pet.fbs pet.json && mv pet.bin pet.fb";
  ASSERT_EQ(std::system(flatc.c_str()), 0);
  EXPECT_EQ(run("convert --names " + at("pet.fb") + " -").text, json + "\n");
  EXPECT_EQ(run("convert " + at("pet.fb") + " -").text.substr(0, 26),
            R"({"colour":5,"others":[0,1])");
  EXPECT_EQ(run("get --names " + at("pet.fb") + " animal_type").text, "\"Dog\"\n");
  EXPECT_NE(run("inspect --names " + at("pet.fb")).text.find("\"colour\": \"Blue\""),
            std::string::npos);
  write("default.json", R"({"animal_type":"Cat","animal":{}})");
  ASSERT_EQ(std::system(("cd " + path("") +
                         " && flatc -b pet.fbs default.json && mv default.bin default.fb")
                            .c_str()),
            0);
  EXPECT_EQ(run("get --names " + at("default.fb") + " colour --schema " + at("pet.fbs")).text,
            "\"Green\"\n");
}

TEST_F(CommandSchemaText, HashesTextAsFlatcDoes) {
  if (std::system("command -v flatc >/dev/null 2>&1") != 0) GTEST_SKIP() << "no flatc";
  write("h.fbs",
        "struct S { s: int (hash: \"fnv1_32\"); }\n"
        "table H { a: uint (hash: \"fnv1a_32\"); b: int (hash: \"fnv1_32\");\n"
        "  c: ulong (hash: \"fnv1a_64\"); d: long (hash: \"fnv1_64\");\n"
        "  e: [uint] (hash: \"fnv1a_32\"); f: uint; g: S; }\n"
        "root_type H;\n");
  const std::string json =
      R"({"a":"name","b":"nam\u00e9","c":"x","d":"","e":["text",5],"f":7,"g":{"s":"y"}})";
  write("h.json", json);
  ASSERT_EQ(std::system(("flatc -b -o " + at("") + " " + at("h.fbs") + " " + at("h.json")).c_str()),
            0);
  const std::string schema = " --schema " + at("h.fbs");
  const Outcome made = run("convert " + at("h.json") + " " + at("own.fb") + schema);
  ASSERT_EQ(made.exit, 0) << made.text;
  const std::string theirs =
      run("convert " + at("h.bin") + " - --from flatbuffers --to json" + schema).text;
  EXPECT_EQ(run("convert " + at("own.fb") + " - --to json" + schema).text, theirs);
  EXPECT_NE(theirs.find("\"f\":7"), std::string::npos) << theirs;
  write("wrong.json", R"({"f":"name"})");
  EXPECT_EQ(run("convert " + at("wrong.json") + " " + at("x.fb") + schema).exit, 1);
  EXPECT_EQ(run("set " + at("own.fb") + " a other --string" + schema).text, "");
  EXPECT_EQ(run("get " + at("own.fb") + " a" + schema).text, std::to_string(0xC87D8DF5U) + "\n");
}

}  // namespace
