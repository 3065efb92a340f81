// SPDX-License-Identifier: MIT
//
// The command `fastser`, run as a program: exit codes, what it says, and that files are replaced
// as a whole.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "fastser/internal/wire/utf8.hpp"
#include "unit/command/command_fixture.hpp"

namespace {

using fastser::tests::Command;
using fastser::tests::Outcome;

TEST_F(Command, HasHelpForEverySubcommandAndAVersion) {
  EXPECT_NE(run("--help").text.find("SYNOPSIS"), std::string::npos);
  EXPECT_NE(run("--version").text.find("fastser "), std::string::npos);
  for (const std::string name :
       {"inspect", "get", "diff", "verify", "convert", "bench", "completion"}) {
    const Outcome help = run(name + " --help");
    EXPECT_EQ(help.exit, 0);
    EXPECT_NE(help.text.find("fastser " + name + " - "), std::string::npos);
    EXPECT_NE(help.text.find("EXIT STATUS"), std::string::npos);
    EXPECT_EQ(run("help " + name).text, help.text);
  }
}

TEST_F(Command, HasHelpWithExamplesThatFitsATerminal) {
  for (const char* words : {"--help", "help inspect", "help get", "help diff", "help verify",
                            "help convert", "help bench", "help completion"}) {
    const std::string text = run(words).text;
    EXPECT_NE(text.find("\nEXAMPLES\n    fastser "), std::string::npos) << words;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80U) << line;
  }
}

TEST_F(Command, HasTheVersionOfTheProject) {
  std::ifstream file(std::string(FASTSER_SOURCE_DIR) + "/CMakeLists.txt");
  std::string version;
  for (std::string line; version.empty() && std::getline(file, line);) {
    const std::string before = "project(fastser VERSION ";
    if (line.starts_with(before)) version = line.substr(before.size());
  }
  version = version.substr(0, version.find(' '));
  ASSERT_FALSE(version.empty());
  EXPECT_EQ(run("--version").text, "fastser " + version + " (archive format 1)\n");
}

TEST_F(Command, RefusesWrongUsageWithTwo) {
  for (const char* words :
       {"", "nonsense", "inspect", "inspect a b", "verify", "verify --nonsense x", "convert a",
        "convert a b --to xml", "inspect x --limit many", "bench", "inspect --json --tree x",
        "help nonsense", "convert a b --to"}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.exit, 2) << words << ": " << outcome.text;
    EXPECT_NE(outcome.text.find("--help"), std::string::npos) << words;
  }
}

TEST_F(Command, ConvertsThereAndBack) {
  const std::string json = R"([{"a":1,"b":"x"},{"a":2.5,"b":null}])";
  const std::string in = write("in.json", json + "\n");
  ASSERT_EQ(run("convert '" + in + "' '" + path("a.fsr") + "'").exit, 0);
  EXPECT_EQ(run("verify '" + path("a.fsr") + "'").exit, 0);
  ASSERT_EQ(run("convert '" + path("a.fsr") + "' '" + path("out.json") + "'").exit, 0);
  EXPECT_EQ(read("out.json"), "[{\"a\":1.0,\"b\":\"x\"},{\"a\":2.5,\"b\":null}]\n");
  EXPECT_EQ(run("convert '" + path("a.fsr") + "' - < /dev/null").text, read("out.json"));
}

TEST_F(Command, SaysWhereAnArchiveIsBroken) {
  const std::string archive("FSR\1\0\0\0\0\0\x0B\1\0\0\0\1\3\1n\x01\x28\0\2", 22);
  const std::string file = write("broken.fsr", archive);
  const Outcome outcome = run("verify '" + file + "'");
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_NE(outcome.text.find("malformed at byte 21, n: a bool that is neither 0 nor 1"),
            std::string::npos)
      << outcome.text;
  EXPECT_EQ(run("verify '" + path("absent") + "'").exit, 3);
  EXPECT_EQ(run("inspect '" + path("absent") + "'").exit, 3);
  EXPECT_EQ(run("convert '" + file + "' '" + path("new.json") + "'").exit, 1);
  EXPECT_FALSE(std::filesystem::exists(path("new.json")));
}

TEST_F(Command, SaysWhereJsonIsBroken) {
  const Outcome outcome = run("convert '" + write("in.json", R"({"a":[1,{"b":tru}]})") + "' -");
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_NE(outcome.text.find("in.json: malformed at byte 16, a[1].b: not JSON: line 1, column 17"),
            std::string::npos)
      << outcome.text;
}

// list<string> of "caf\xE9", an escape sequence of two bytes (U+009B), and a name.
const std::string kForeign(
    "FSR\1\0\0\0\0\0\x03\0\x21\x14\3\4caf\xE9\4\xC2\x9B"
    "1m\1x",
    26);

TEST_F(Command, RefusesForeignTextOnlyWhereItIsAskedTo) {
  const std::string file = "'" + write("foreign.fsr", kForeign) + "'";
  EXPECT_EQ(run("verify " + file).exit, 0);
  const Outcome strict = run("verify --utf8 " + file);
  EXPECT_EQ(strict.exit, 1);
  EXPECT_NE(strict.text.find("at byte 18, [0]: text that is not UTF-8"), std::string::npos)
      << strict.text;
  EXPECT_EQ(run("convert " + file + " -").exit, 1);
  EXPECT_EQ(run("inspect --json " + file).exit, 1);
}

TEST_F(Command, ShowsNothingThatSteersATerminal) {
  const Outcome tree = run("inspect '" + write("foreign.fsr", kForeign) + "'");
  EXPECT_EQ(tree.exit, 0);
  EXPECT_NE(tree.text.find(R"([0]: "caf\xe9")"), std::string::npos) << tree.text;
  EXPECT_NE(tree.text.find(R"([1]: "\u009b1m")"), std::string::npos) << tree.text;
  EXPECT_TRUE(fastser::wire::is_utf8(tree.text));
}

TEST_F(Command, WritesAsMuchTextAsItIsAllowedTo) {
  std::string json = R"([[1,2,"x"])";
  for (int i = 0; i < 2000; ++i) json += R"(,[1,2,"x"])";
  const std::string in = write("in.json", json + "]");
  const std::string file = "'" + path("a.fsr") + "'";
  ASSERT_EQ(run("convert '" + in + "' " + file).exit, 0);
  EXPECT_EQ(run("convert --max-text 1000 " + file + " /dev/null").exit, 1);
  EXPECT_EQ(run("convert --max-text 100000 " + file + " /dev/null").exit, 0);
  EXPECT_EQ(run("inspect --json --max-text 1000 " + file).exit, 1);
  EXPECT_EQ(run("convert --max-text x " + file + " /dev/null").exit, 2);
}

TEST_F(Command, VerifiesAllFilesWhateverIsFound) {
  const std::string in = write("in.json", "[1,2,3]");
  ASSERT_EQ(run("convert '" + in + "' '" + path("a.fsr") + "'").exit, 0);
  const std::string cut = write("cut.json", "[1,2");
  const Outcome outcome = run("verify '" + cut + "' '" + path("a.fsr") + "'");
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_NE(outcome.text.find("a.fsr: ok"), std::string::npos);
  EXPECT_EQ(run("verify --quiet '" + path("a.fsr") + "'").text, "");
}

TEST_F(Command, InspectsTypesValuesAndBytes) {
  const std::string in = write("in.json", R"([{"name":"one","size":1},{"name":"two","size":2}])");
  ASSERT_EQ(run("convert '" + in + "' '" + path("a.fsr") + "'").exit, 0);
  const std::string tree = run("inspect '" + path("a.fsr") + "'").text;
  for (const char* part : {"name: string", "size: u8", "root           array<record #0, 2>",
                           "name: \"one\"", "size: 2", "checksum       right"}) {
    EXPECT_NE(tree.find(part), std::string::npos) << part << "\n" << tree;
  }
  const std::string stats = run("inspect --stats '" + path("a.fsr") + "'").text;
  EXPECT_NE(stats.find("           2             10  record #0"), std::string::npos) << stats;
  EXPECT_NE(stats.find("           2              8    name"), std::string::npos) << stats;
  EXPECT_EQ(run("inspect --json '" + path("a.fsr") + "'").text.substr(0, 2), "[\n");
  EXPECT_NE(run("inspect --limit 1 '" + path("a.fsr") + "'").text.find("... 1 more"),
            std::string::npos);
}

// {"a": 1, "when": timestamp 0, 7: bin}
const std::string kMessage(
    "\x83\xA1"
    "a\x01\xA4when\xD6\xFF\0\0\0\0\x07\xC4\x02Ma",
    20);

TEST_F(Command, ConvertsMessagePackByNameAndByContent) {
  const std::string json = R"({"a":[1,-2,"x",null]})";
  const std::string in = "'" + write("in.json", json) + "'";
  const std::string message = "'" + path("a.msgpack") + "'";
  ASSERT_EQ(run("convert " + in + " " + message).exit, 0);
  EXPECT_EQ(read("a.msgpack"),
            "\x81\xA1"
            "a\x94\x01\xFE\xA1x\xC0");
  EXPECT_EQ(run("convert " + message + " -").text, json + "\n");
  for (const std::string name : {"b.mp", "b.MPK", "b.fsr"}) {
    ASSERT_EQ(run("convert " + message + " '" + path("back.json") + "'").exit, 0);
    ASSERT_EQ(run("convert '" + path("back.json") + "' '" + path(name) + "'").exit, 0) << name;
    EXPECT_EQ(run("convert '" + path(name) + "' -").text, json + "\n") << name;
  }
  ASSERT_EQ(run("convert '" + path("b.fsr") + "' '" + path("c.mpk") + "'").exit, 0);
  EXPECT_EQ(read("c.mpk"), read("a.msgpack"));
  ASSERT_EQ(run("convert " + message + " '" + path("b") + "' --to archive").exit, 0);
  EXPECT_EQ(run("verify '" + path("b") + "'").exit, 0);
  // Without a name, and with a wrong one.
  write("bare", read("a.msgpack"));
  EXPECT_EQ(run("convert '" + path("bare") + "' -").text, json + "\n");
  write("wrong.json", read("a.msgpack"));
  EXPECT_EQ(run("convert '" + path("wrong.json") + "' - --to archive").exit, 1);
  EXPECT_EQ(run("convert --from msgpack --to json '" + path("wrong.json") + "' -").text,
            json + "\n");
  EXPECT_EQ(run("convert " + message + " x --from bson").exit, 2);
}

TEST_F(Command, ReplacesWhatJsonLacksOnlyWhenAsked) {
  const std::string file = "'" + write("m.msgpack", kMessage) + "'";
  const Outcome refused = run("convert " + file + " -");
  EXPECT_EQ(refused.exit, 1);
  EXPECT_NE(
      refused.text.find("m.msgpack: type mismatch at byte 0: a map with keys that are no text"),
      std::string::npos)
      << refused.text;
  const std::string json = R"({"a":1,"when":"1970-01-01T00:00:00Z","7":"TWE="})";
  EXPECT_EQ(run("convert --replace " + file + " -").text, json + "\n");
  ASSERT_EQ(run("convert " + file + " '" + path("m.fsr") + "'").exit, 0);
  EXPECT_EQ(run("convert '" + path("m.fsr") + "' -").exit, 1);
  EXPECT_EQ(run("convert --replace '" + path("m.fsr") + "' -").text, json + "\n");
}

TEST_F(Command, InspectsAndVerifiesMessagePack) {
  const std::string file = "'" + write("m.msgpack", kMessage) + "'";
  EXPECT_EQ(run("verify " + file).exit, 0);
  const std::string tree = run("inspect " + file).text;
  for (const char* part : {"20 bytes, MessagePack", "map, 3\n", "\"a\": 1\n",
                           "\"when\": timestamp \"1970-01-01T00:00:00Z\"", "7: data, 2 bytes"}) {
    EXPECT_NE(tree.find(part), std::string::npos) << part << "\n" << tree;
  }
  EXPECT_NE(run("inspect --json " + file).text.find("\"7\": \"TWE=\""), std::string::npos);
  EXPECT_NE(run("inspect --limit 1 " + file).text.find("... 2 more"), std::string::npos);
  EXPECT_EQ(run("inspect --stats " + file).exit, 2);
  write("cut.msgpack", kMessage.substr(0, 18));
  for (const char* subcommand : {"verify", "inspect", "inspect --json"}) {
    const Outcome cut = run(std::string(subcommand) + " '" + path("cut.msgpack") + "'");
    EXPECT_EQ(cut.exit, 1);
    EXPECT_NE(cut.text.find("cut.msgpack: truncated at byte 16, [7]"), std::string::npos)
        << cut.text;
  }
}

// {"n": [1, 2.5], "text": "x"}
const std::string kFlexBuffer(
    "\x01x\0\0\0\0\x20@"
    "\x02\x01\x06\x08\x22n\0text\0\x02\x08\x07\x02\x01\x02\x11\x1A\x28\x14\x04\x24"
    "\x01",
    33);

TEST_F(Command, ConvertsFlexBuffersByNameAndByContent) {
  const std::string json = R"({"a":[1,-2,"x",null],"b":0.1})";
  const std::string in = "'" + write("in.json", json) + "'";
  for (const std::string name : {"a.flexbuffers", "a.flexbuf", "a.FLX"}) {
    const std::string message = "'" + path(name) + "'";
    ASSERT_EQ(run("convert " + in + " " + message).exit, 0) << name;
    EXPECT_EQ(run("convert " + message + " -").text, json + "\n") << name;
    EXPECT_EQ(run("convert " + message + " '" + path("b.msgpack") + "'").exit, 0);
    EXPECT_EQ(run("convert '" + path("b.msgpack") + "' - --to json").text, json + "\n");
    EXPECT_EQ(run("convert '" + path("b.msgpack") + "' '" + path("b.flx") + "'").exit, 0);
    EXPECT_EQ(run("convert '" + path("b.flx") + "' '" + path("b.fsr") + "'").exit, 0);
    EXPECT_EQ(run("convert '" + path("b.fsr") + "' -").text, json + "\n");
  }
  // Without a name, and with a wrong one.
  write("bare", read("b.flx"));
  EXPECT_EQ(run("convert '" + path("bare") + "' -").text, json + "\n");
  write("wrong.json", read("b.flx"));
  EXPECT_EQ(run("convert '" + path("wrong.json") + "' - --to archive").exit, 1);
  EXPECT_EQ(run("convert --from flexbuffers --to json '" + path("wrong.json") + "' -").text,
            json + "\n");
  const std::string packed = "'" + write("m.msgpack", kMessage) + "'";
  EXPECT_EQ(run("convert " + packed + " '" + path("m.flx") + "'").exit, 1);
  ASSERT_EQ(run("convert --replace " + packed + " '" + path("m.flx") + "'").exit, 0);
  EXPECT_EQ(run("convert --replace '" + path("m.flx") + "' -").text,
            R"({"7":"TWE=","a":1,"when":"1970-01-01T00:00:00Z"})"
            "\n");
}

TEST_F(Command, InspectsAndVerifiesFlexBuffers) {
  const std::string file = "'" + write("m.flx", kFlexBuffer) + "'";
  EXPECT_EQ(run("verify " + file).exit, 0);
  const std::string tree = run("inspect " + file).text;
  for (const char* part :
       {"33 bytes, FlexBuffers", "map, 2\n", "\"n\": array, 2\n", "2.5", "\"text\": \"x\"\n"}) {
    EXPECT_NE(tree.find(part), std::string::npos) << part << "\n" << tree;
  }
  EXPECT_NE(run("inspect --json " + file).text.find("\"text\": \"x\""), std::string::npos);
  EXPECT_EQ(run("inspect --stats " + file).exit, 2);
  // The offset of the list leads out; and a cycle.
  std::string damaged = kFlexBuffer;
  damaged[26] = '\x7F';
  write("damaged.flx", damaged);
  write("cycle.flx", std::string("\x01\x00\x28\x02\x28\x01", 6));
  for (const char* subcommand : {"verify", "inspect", "inspect --json"}) {
    const Outcome out = run(std::string(subcommand) + " '" + path("damaged.flx") + "'");
    EXPECT_EQ(out.exit, 1);
    EXPECT_NE(out.text.find("damaged.flx: malformed at byte 26, n"), std::string::npos) << out.text;
    const Outcome cycle = run(std::string(subcommand) + " '" + path("cycle.flx") + "'");
    EXPECT_EQ(cycle.exit, 1);
    EXPECT_NE(cycle.text.find("cycle.flx: too deep"), std::string::npos) << cycle.text;
  }
}

TEST_F(Command, ConvertsFlatBuffersWithTheirSchemaBesideThem) {
  const std::string json = R"({"a":[{"x":1,"y-z":"s"},{"x":null}],"b":0.5})";
  const std::string in = "'" + write("in.json", json) + "'";
  for (const std::string name : {"a.fb", "a.flatbuf", "a.FBIN"}) {
    std::filesystem::remove(path("a.bfbs"));
    const std::string data = "'" + path(name) + "'";
    ASSERT_EQ(run("convert " + in + " " + data).exit, 0) << name;
    EXPECT_EQ(read("a.bfbs").substr(4, 4), "BFBS") << name;
    EXPECT_EQ(run("convert " + data + " -").text, json + "\n") << name;
    EXPECT_EQ(run("verify " + data).exit, 0) << name;
  }
  const std::string data = "'" + path("a.fb") + "'";
  ASSERT_EQ(run("convert " + data + " '" + path("b.msgpack") + "'").exit, 0);
  ASSERT_EQ(run("convert '" + path("b.msgpack") + "' '" + path("c.fb") + "'").exit, 0);
  EXPECT_EQ(run("convert '" + path("c.fb") + "' -").text, json + "\n");
  // Anywhere else, and as text.
  ASSERT_EQ(run("convert " + in + " '" + path("d.fb") + "' --schema '" + path("s.bfbs") + "'").exit,
            0);
  EXPECT_FALSE(std::filesystem::exists(path("d.bfbs")));
  EXPECT_EQ(run("convert '" + path("d.fb") + "' - --schema '" + path("s.bfbs") + "'").text,
            json + "\n");
  ASSERT_EQ(run("convert " + in + " '" + path("d.fb") + "' --schema '" + path("s.fbs") + "'").exit,
            0);
  EXPECT_NE(read("s.fbs").find("y_z:string (id: 1, fastser_name: \"y-z\");"), std::string::npos);
  EXPECT_EQ(run("convert --from flatbuffers - - --to json --schema '" + path("s.bfbs") + "' < '" +
                path("d.fb") + "'")
                .text,
            json + "\n");
}

TEST_F(Command, SaysWhatIsWrongWithASchema) {
  const std::string in = "'" + write("in.json", R"({"a":[1,2,3],"b":"text"})") + "'";
  const std::string data = "'" + path("a.fb") + "'";
  ASSERT_EQ(run("convert " + in + " " + data).exit, 0);
  const std::string schema = read("a.bfbs");
  std::filesystem::remove(path("a.bfbs"));
  for (const char* subcommand : {"convert", "inspect", "verify", "bench"}) {
    const std::string command =
        std::string(subcommand) + " " + data + (std::string(subcommand) == "convert" ? " -" : "");
    const Outcome missing = run(command);
    EXPECT_EQ(missing.exit, 3) << subcommand;
    EXPECT_NE(missing.text.find("a.bfbs"), std::string::npos) << missing.text;
    const Outcome as_text = run(command + " --schema x.fbs");
    EXPECT_EQ(as_text.exit, 3) << subcommand;
    EXPECT_NE(as_text.text.find("x.fbs"), std::string::npos) << as_text.text;
    write("cut.bfbs", schema.substr(0, 60));
    const Outcome cut = run(command + " --schema '" + path("cut.bfbs") + "'");
    EXPECT_EQ(cut.exit, 1) << subcommand;
    EXPECT_NE(cut.text.find("the schema: "), std::string::npos) << cut.text;
  }
  EXPECT_EQ(run("convert " + in + " - --to flatbuffers").exit, 2);
  EXPECT_EQ(run("convert --from flatbuffers --to json - - < " + data).exit, 2);
}

TEST_F(Command, InspectsVerifiesAndBenchesFlatBuffers) {
  const std::string in = "'" + write("in.json", R"({"a":[1,2,3],"b":{"c":"text"}})") + "'";
  const std::string data = "'" + path("a.fb") + "'";
  ASSERT_EQ(run("convert " + in + " " + data).exit, 0);
  const std::string tree = run("inspect " + data).text;
  for (const char* part :
       {" bytes, FlatBuffers\n", "types          2\n", "  table Root\n    a: [ubyte]\n    b: B\n",
        "\"a\": array, 3\n", "\"c\": \"text\"\n"}) {
    EXPECT_NE(tree.find(part), std::string::npos) << part << "\n" << tree;
  }
  EXPECT_NE(run("inspect --json " + data).text.find("\"c\": \"text\""), std::string::npos);
  EXPECT_EQ(run("inspect --stats " + data).exit, 2);
  const Outcome bench = run("bench --seconds 0 " + data);
  EXPECT_EQ(bench.exit, 0) << bench.text;
  EXPECT_NE(bench.text.find("the file (FlatBuffers)"), std::string::npos) << bench.text;
  std::string damaged = read("a.fb");
  damaged[damaged.find("text")] = '\xFF';
  write("damaged.fb", damaged);
  for (const char* subcommand : {"verify", "inspect", "inspect --json"}) {
    const Outcome out = run(std::string(subcommand) + " '" + path("damaged.fb") + "' --schema '" +
                            path("a.bfbs") + "'");
    EXPECT_EQ(out.exit, 1);
    EXPECT_NE(out.text.find("b.c: text that is not UTF-8"), std::string::npos) << out.text;
  }
}

TEST_F(Command, LeavesTheOldFileWhenItCannotConvert) {
  const std::string out = write("out.fsr", "precious");
  const std::string in = write("in.json", "[1,");
  EXPECT_EQ(run("convert '" + in + "' '" + out + "'").exit, 1);
  EXPECT_EQ(read("out.fsr"), "precious");
  // Nothing is left beside it.
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
    files += entry.is_regular_file() ? 1U : 0U;
  }
  EXPECT_EQ(files, 2U);
}

TEST_F(Command, KeepsTheModeOfTheFileItReplaces) {
  const std::string out = write("out.fsr", "old");
  ASSERT_EQ(chmod(out.c_str(), 0640), 0);
  ASSERT_EQ(run("convert '" + write("in.json", "[1]") + "' '" + out + "'").exit, 0);
  struct stat info {};
  ASSERT_EQ(stat(out.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777U, 0640U);
}

TEST_F(Command, ReportsOutputThatCannotBeWrittenWithThree) {
  const std::string in = write("in.json", "[1]");
  EXPECT_EQ(run("convert '" + in + "' '" + path("no/such/folder.fsr") + "'").exit, 3);
  if (std::filesystem::exists("/dev/full")) {
    EXPECT_EQ(run("convert '" + in + "' /dev/full").exit, 3);
  }
  EXPECT_EQ(run("convert '" + in + "' '" + path("x") + "' --max-bytes 2").exit, 1);
}

TEST_F(Command, BenchesAFileOfTheUsers) {
  const Outcome outcome = run("bench --seconds 0 '" + write("in.json", "[1,2,3]") + "'");
  EXPECT_EQ(outcome.exit, 0);
  for (const char* row :
       {"the file (JSON)", "JSON, minified", "MessagePack", "FlexBuffers", "FlatBuffers"}) {
    EXPECT_NE(outcome.text.find(row), std::string::npos) << row;
  }
  const Outcome flex = run("bench --seconds 0 '" + write("m.flx", kFlexBuffer) + "'");
  EXPECT_EQ(flex.exit, 0) << flex.text;
  EXPECT_NE(flex.text.find("the file (FlexBuffers)               33"), std::string::npos)
      << flex.text;
  // What one format cannot say is said in its place.
  const Outcome zero = run("bench --seconds 0 '" + write("zero.json", "{\"a\\u0000\":1}") + "'");
  EXPECT_EQ(zero.exit, 0) << zero.text;
  EXPECT_NE(zero.text.find("FlexBuffers: type mismatch"), std::string::npos) << zero.text;
}

TEST_F(Command, BenchesAGraphWithACycleWithoutJson) {
  // Node {n: ref Node}, whose n is itself.
  const std::string archive("FSR\1\0\0\0\0\0\x0E\1\0\0\0\1\3\1n\x29\x28\0\x29\x28\0\1\6", 26);
  const std::string file = "'" + write("cycle.fsr", archive) + "'";
  const Outcome outcome = run("bench --seconds 0 " + file);
  EXPECT_EQ(outcome.exit, 0) << outcome.text;
  EXPECT_NE(outcome.text.find("an object that contains itself"), std::string::npos) << outcome.text;
  EXPECT_EQ(run("convert " + file + " -").exit, 1);
}

}  // namespace
