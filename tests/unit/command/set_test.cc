// SPDX-License-Identifier: MIT
//
// fastser set and fastser remove: the file has its format, its types and everything else as before.
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/verify.hpp"
#include "unit/command/command_fixture.hpp"

namespace fastser {
namespace {

using tests::Command;
using tests::Outcome;

constexpr const char* kValues =
    R"({"u":[{"n":1,"t":["a","b"]},{"m":0,"t":[]},{"n":3,"t":["c"]}],"o":{"x":[1,2],"y":3.5},"s":5})";

class CommandSet : public Command {
 protected:
  std::string at(const std::string& name) const { return "'" + path(name) + "'"; }
  // Runs it; what it says.
  std::string changed(const std::string& name, const std::string& words) {
    const std::string subcommand = words.substr(0, words.find(' '));
    return run(subcommand + " " + at(name) + words.substr(subcommand.size())).text;
  }
  std::string value(const std::string& name, const std::string& words = ".") {
    return run("get " + at(name) + " " + words).text;
  }
  void expect_refusal(const std::string& name, const std::string& words, int exit,
                      const std::string& said) {
    const std::string before = read(name);
    const std::string subcommand = words.substr(0, words.find(' '));
    const Outcome outcome = run(subcommand + " " + at(name) + words.substr(subcommand.size()));
    EXPECT_EQ(outcome.exit, exit) << words;
    EXPECT_NE(outcome.text.find(said), std::string::npos) << words << '\n' << outcome.text;
    EXPECT_EQ(read(name), before) << words;
  }
};

TEST_F(CommandSet, ChangesValuesOfEveryFormat) {
  write("in.json", kValues);
  for (const std::string end : {".json", ".fsr", ".msgpack", ".flx", ".plist", ".bin"}) {
    const std::string name = "a" + end;
    const std::string to = end == ".bin" ? " --to binary-plist" : "";
    ASSERT_EQ(run("convert " + at("in.json") + " " + at(name) + to).exit, 0) << end;
    for (const char* words :
         {"set s 7", "set 'u[0].n' -9", "set 'u[].t' '[\"z\"]'", "set o.new '{\"k\":null}'",
          "remove o.new.k", "remove 'u[-1]'", "remove o.x", "set 'u[0].t[0]' '\"first\"' --insert",
          "set 'u[0].t[2]' last --string", "set 'u[1].m' '' --string"}) {
      const bool is_plist = end == ".plist" || end == ".bin";
      if (is_plist && std::string(words).find("null") != std::string::npos) {
        expect_refusal(name, words, 1, "null");  // property lists have none
        changed(name, "set o.new '{\"k\":1}'");
        continue;
      }
      EXPECT_EQ(changed(name, words), "") << name << ' ' << words;
    }
    for (const std::string query : {"s", "u[0].n", "u[0].t", "u[1]", "u[]", "o.new", "o.y"}) {
      const std::string meant =
          query == "s"        ? "7\n"
          : query == "u[0].n" ? "-9\n"
          : query == "u[0].t" ? "[\"first\",\"z\",\"last\"]\n"
          : query == "u[1]"   ? "{\"m\":\"\",\"t\":[\"z\"]}\n"
          : query == "u[]"
              ? "{\"n\":-9,\"t\":[\"first\",\"z\",\"last\"]}\n{\"m\":\"\",\"t\":[\"z\"]}\n"
          : query == "o.new" ? "{}\n"
                             : "3.5\n";
      EXPECT_EQ(value(name, "'" + query + "'"), meant) << name << ' ' << query;
    }
    EXPECT_EQ(run("get " + at(name) + " o.x").exit, 1) << end;
    EXPECT_EQ(run("verify " + at(name)).exit, 0) << end;
    expect_refusal(name, "remove 'u[5]'", 1, "there is no value at u[5]");
    expect_refusal(name, "set 'u[5]' 1", 1, "there is no value at u[5]");
    expect_refusal(name, "set s.x 1", 1, "there is no value at s.x");
    expect_refusal(name, "set s 1 --insert", 1, "the object has this key already");
    expect_refusal(name, "remove .", 1, "the whole value can only be replaced");
  }
}

TEST_F(CommandSet, KeepsTheLinesOfJsonAndTheOtherValues) {
  write("two.json", "{\n  \"b\": 1,\n  \"a\": [\n    1.50\n  ]\n}\n");
  EXPECT_EQ(changed("two.json", "set b 2"), "");
  EXPECT_EQ(read("two.json"), "{\n  \"b\": 2,\n  \"a\": [\n    1.5\n  ]\n}\n");
  write("four.json", "{\n    \"b\": 1\n}");
  changed("four.json", "set c true");
  EXPECT_EQ(read("four.json"), "{\n    \"b\": 1,\n    \"c\": true\n}");
  write("flat.json", "{\"b\":1}\n");
  changed("flat.json", "set c true");
  EXPECT_EQ(read("flat.json"), "{\"b\":1,\"c\":true}\n");
  write("tabs.json", "{\r\n\t\"b\": [\r\n\t\t1\r\n\t]\r\n}\r\n");
  changed("tabs.json", "set a '\"  x\\ny\"'");
  EXPECT_EQ(read("tabs.json"), "{\r\n\t\"b\": [\r\n\t\t1\r\n\t],\r\n\t\"a\": \"  x\\ny\"\r\n}\r\n");
  write("log.jsonl", "{\"a\":1}\n{\"a\":2}\n");
  changed("log.jsonl", "set '[].a' 3");
  changed("log.jsonl", "remove '[0]'");
  EXPECT_EQ(read("log.jsonl"), "{\"a\":3}\n");
}

TEST_F(CommandSet, WritesElsewhereIfAsked) {
  write("a.json", "[1,2]");
  EXPECT_EQ(changed("a.json", "remove '[0]' --out -"), "[2]");
  EXPECT_EQ(changed("a.json", "set '[0]' 9 --out " + at("b.json")), "");
  EXPECT_EQ(read("b.json"), "[9,2]");
  EXPECT_EQ(read("a.json"), "[1,2]");
  EXPECT_EQ(run("set - '[0]' 9 <" + at("a.json")).text, "[9,2]");
}

TEST_F(CommandSet, DoesNotWriteAFormatUnderTheNameOfAnother) {
  write("a.json", "[1,2]");
  for (const char* name : {"b.msgpack", "b.fsr", "b.jsonl", "b.plist"}) {
    expect_refusal("a.json", "set '[0]' 9 --out " + at(name), 2,
                   "what is written is JSON, as FILE is; 'fastser convert' changes the format");
    EXPECT_FALSE(std::filesystem::exists(path(name))) << name;
  }
  EXPECT_EQ(changed("a.json", "set '[0]' 9 --out " + at("b.txt")), "");
  EXPECT_EQ(read("b.txt"), "[9,2]");
}

TEST_F(CommandSet, LeavesAFileAsItIsIfARangeIsEmpty) {
  write("a.json", "{\"e\":[],\"l\":[1,2]}");
  for (const char* words : {"set 'e[]' 1", "set 'e[].x' 1", "set 'l[5:]' 1", "remove 'e[]'",
                            "remove 'l[1:1]'", "set 'e[]' 1 --insert"}) {
    expect_refusal("a.json", words, 0, "");
  }
  expect_refusal("a.json", "set 'e[-1]' 1", 1, "there is no value at e[-1]");
  expect_refusal("a.json", "set 'l[0][]' 1", 1, "there is no value at l[0][]");
}

TEST_F(CommandSet, TakesTheNameOfAJsonPointerForTheElementBehindTheLast) {
  write("a.json", "{\"l\":[1],\"e\":[],\"o\":{}}");
  EXPECT_EQ(changed("a.json", "set /l/- 2"), "");
  EXPECT_EQ(changed("a.json", "set /e/- 3 --insert"), "");
  EXPECT_EQ(changed("a.json", "set /o/- 4"), "");  // of an object it is a key
  EXPECT_EQ(read("a.json"), "{\"l\":[1,2],\"e\":[3],\"o\":{\"-\":4}}");
  expect_refusal("a.json", "remove /l/-", 1, "there is no value at /l/-");
}

TEST_F(CommandSet, ReplacesTheWholeByAnEmptyPath) {
  write("a.json", "{\"l\":[1]}");
  expect_refusal("a.json", "remove ''", 1, ".: the whole value can only be replaced");
  EXPECT_EQ(changed("a.json", "set '' 5"), "");
  EXPECT_EQ(read("a.json"), "5");
}

struct Wheel {
  std::uint16_t inches = 0;
  float pressure = 0;
};
struct Car {
  std::string name;
  std::optional<std::string> owner;
  std::vector<Wheel> wheels;
  std::variant<std::int32_t, std::string, double> price;
  std::map<std::string, std::int64_t> notes;
  static constexpr std::uint32_t fastser_version = 3;
};

TEST_F(CommandSet, KeepsTheTypesOfAnArchive) {
  const Car car{"Ford", "Ada", {{16, 2.5F}, {17, 2.5F}}, 3.0, {{"a", 1}}};
  ASSERT_TRUE(archive::save(path("a.fsr"), car, {.user_version = 12, .checksum = true}).ok());
  for (const char* words : {"set name Opel --string", "set 'wheels[].inches' 18", "remove owner",
                            "set 'wheels[2]' '{\"inches\":1,\"pressure\":0.1}'", "set notes.b -2",
                            "remove notes.a", "remove 'wheels[0]'"}) {
    EXPECT_EQ(changed("a.fsr", words), "") << words;
  }
  const Result<Car> again = archive::load<Car>(path("a.fsr"));
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->name, "Opel");
  EXPECT_FALSE(again->owner.has_value());
  ASSERT_EQ(again->wheels.size(), 2U);
  EXPECT_EQ(again->wheels[0].inches, 18);
  EXPECT_EQ(again->wheels[1].pressure, 0.1F);
  EXPECT_EQ(again->price.index(), 2U);  // 3.0 stays the double that it was
  EXPECT_EQ(again->notes, (std::map<std::string, std::int64_t>{{"b", -2}}));
  const std::string bytes = read("a.fsr");
  EXPECT_EQ(bytes[5], 12);  // the user version
  ASSERT_TRUE(
      archive::verify(BytesView(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()))
          .ok());
  const Result<Type> type =
      archive::read_type(BytesView(reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()));
  EXPECT_TRUE(type.ok() && *type == *type_of<Car>());

  expect_refusal("a.fsr", "set 'wheels[0].inches' 65536", 1,
                 "wheels[0].inches: the value is no u16");
  expect_refusal("a.fsr", "set name 5", 1, "name: the value is no string");
  expect_refusal("a.fsr", "set colour 5", 1, "colour: the record has no field of this name");
  expect_refusal("a.fsr", "set 'wheels[0]' '{\"inches\":1}'", 1, "cannot be missing");
  expect_refusal("a.fsr", "set 'wheels[0]' '{\"inches\":1,\"pressure\":1,\"x\":1}'", 1,
                 "x: the record has no field of this name");
  expect_refusal("a.fsr", "remove name", 1, "name: a field of a record that cannot be missing");
}

struct Garage {
  std::map<std::int16_t, Wheel> places;
  std::map<std::int16_t, std::int16_t> none;
};

TEST_F(CommandSet, AddsToMapsWithIntegersAsKeys) {
  ASSERT_TRUE(archive::save(path("a.fsr"), Garage{{{-3, {1, 2}}, {1, {3, 4}}}, {}}).ok());
  for (const char* words :
       {"set 'places[-3].inches' 9", "set 'places[7]' '{\"inches\":5,\"pressure\":6}'",
        "set 'places[-7]' '{\"inches\":7,\"pressure\":8}'", "remove 'places[1]'",
        "set 'none[0]' 2"}) {
    EXPECT_EQ(changed("a.fsr", words), "") << words;
  }
  const Result<Garage> again = archive::load<Garage>(path("a.fsr"));
  ASSERT_TRUE(again.ok()) << again.status();
  ASSERT_EQ(again->places.size(), 3U);
  EXPECT_EQ(again->places.at(-3).inches, 9);
  EXPECT_EQ(again->places.at(7).inches, 5);
  EXPECT_EQ(again->places.at(-7).pressure, 8);
  EXPECT_EQ(again->none, (std::map<std::int16_t, std::int16_t>{{0, 2}}));
  expect_refusal("a.fsr", "set 'none[40000]' 1", 1, "the value is no i16; an archive keeps");
  expect_refusal("a.fsr", "set 'none[-18446744073709551615]' 1", 1, "there is no value at none");
  expect_refusal("a.fsr", "set none.x 1", 1, "the value is no i16");
  expect_refusal("a.fsr", "set 'none[0]' 1 --insert", 1, "the object has this key already");
  // What is in a map is looked at, too.
  expect_refusal("a.fsr", "set 'places[7]' '{\"inches\":1,\"pressure\":1,\"x\":1}'", 1,
                 "x: the record has no field of this name");

  write("in.msgpack", std::string("\x81\x01\x02", 3));
  EXPECT_EQ(changed("in.msgpack", "set '[-9]' 3"), "");
  EXPECT_EQ(changed("in.msgpack", "set name 4"), "");
  EXPECT_EQ(value("in.msgpack", "--keys ."), "[1,-9,\"name\"]\n");
}

TEST_F(CommandSet, TakesAListForARecordOnlyIfItHasAValueForEachField) {
  ASSERT_TRUE(archive::save(path("a.fsr"), std::vector<Wheel>{{1, 2}}).ok());
  EXPECT_EQ(changed("a.fsr", "set '[0]' '[5,6]'"), "");
  EXPECT_EQ(value("a.fsr"), "[{\"inches\":5,\"pressure\":6.0}]\n");
  expect_refusal("a.fsr", "set '[0]' '[5]'", 1, "a value for each field of the record");
  write("in.json", "[{\"a\":1,\"b\":2},{\"a\":3,\"b\":4}]");
  ASSERT_EQ(run("convert " + at("in.json") + " " + at("b.fsr")).exit, 0);
  EXPECT_EQ(changed("b.fsr", "set '[0]' '[5,6]'"), "");  // types that were found are found again
  EXPECT_EQ(value("b.fsr"), "[[5,6],{\"a\":3,\"b\":4}]\n");
}

TEST_F(CommandSet, RoundsNumbersOnlyForTheTypesOfAProgram) {
  ASSERT_TRUE(archive::save(path("a.fsr"), std::vector<Wheel>{{1, 2}}).ok());
  EXPECT_EQ(changed("a.fsr", "set '[0].pressure' 0.1"), "");
  EXPECT_EQ(value("a.fsr", "'[0].pressure'"), "0.10000000149011612\n");
  write("in.json", "{\"n\":0.5,\"m\":[1.5,2]}");
  ASSERT_EQ(run("convert " + at("in.json") + " " + at("b.fsr")).exit, 0);
  EXPECT_EQ(changed("b.fsr", "set n 0.1"), "");
  EXPECT_EQ(changed("b.fsr", "set 'm[1]' 0.3"), "");
  EXPECT_EQ(value("b.fsr"), "{\"n\":0.1,\"m\":[1.5,0.3]}\n");
}

struct Node {
  int number = 0;
  std::shared_ptr<Node> left, right;
};

TEST_F(CommandSet, DoesNotMakeTwoObjectsOfOneUnasked) {
  Node root{1, std::make_shared<Node>(), nullptr};
  root.right = root.left;
  ASSERT_TRUE(archive::save(path("a.fsr"), root).ok());
  expect_refusal("a.fsr", "set number 2", 1, "--expand-shared");
  EXPECT_EQ(changed("a.fsr", "set left.number 2 --expand-shared"), "");
  const Result<Node> again = archive::load<Node>(path("a.fsr"));
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->left->number, 2);
  EXPECT_EQ(again->right->number, 0);
}

TEST_F(CommandSet, SaysThatObjectsThatContainThemselvesCannotBeChanged) {
  const auto node = std::make_shared<Node>();
  node->left = node;
  ASSERT_TRUE(archive::save(path("a.fsr"), node).ok());
  for (const char* words : {"set number 2", "set number 2 --expand-shared"}) {
    expect_refusal("a.fsr", words, 1, "only the program that wrote the archive can change it");
  }
  node->left = nullptr;  // a cycle would never be released
}

TEST_F(CommandSet, SaysThatObjectsOfAnyClassCannotBeMade) {
  std::filesystem::copy_file(source("bindings/conformance/dictionary.fsr"), path("d.fsr"));
  expect_refusal("d.fsr", "set name '\"x\"'", 1, "can only be changed by a program");
}

TEST_F(CommandSet, WritesFlatBuffersByTheirSchema) {
  write("in.json", R"({"name":"Orc","hp":80,"pos":{"x":1,"y":2}})");
  ASSERT_EQ(run("convert " + at("in.json") + " " + at("a.fb")).exit, 0);
  const std::string schema = read("a.bfbs");
  EXPECT_EQ(changed("a.fb", "set hp 90"), "");
  EXPECT_EQ(changed("a.fb", "set pos.y 3"), "");
  EXPECT_EQ(value("a.fb"), "{\"name\":\"Orc\",\"hp\":90,\"pos\":{\"x\":1,\"y\":3}}\n");
  EXPECT_EQ(read("a.bfbs"), schema);
  expect_refusal("a.fb", "set hp 256", 1, "hp");
  expect_refusal("a.fb", "set mana 2", 1, "the schema has no field of this name");
}

// As plutil has it, for every format that has dates and data.
TEST_F(CommandSet, TakesDatesAndData) {
  write("in.plist", R"(<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>)"
                    R"(<key>when</key><date>2000-01-01T00:00:00Z</date>)"
                    R"(<key>bytes</key><data>AAAA</data></dict></plist>)");
  for (const char* name : {"a.plist", "a.bin", "a.fsr", "a.msgpack"}) {
    const std::string to = std::string(name) == "a.bin" ? " --to binary-plist" : "";
    ASSERT_EQ(run("convert " + at("in.plist") + " " + at(name) + to).exit, 0) << name;
    EXPECT_EQ(changed(name, "set when 2014-08-31T00:29:15Z --date"), "") << name;
    EXPECT_EQ(changed(name, "set bytes --data aGVsbG8="), "") << name;
    EXPECT_EQ(value(name, "when --raw"), "2014-08-31T00:29:15Z\n") << name;
    EXPECT_EQ(value(name, "when"), "\"2014-08-31T00:29:15Z\"\n") << name;
    EXPECT_EQ(value(name, "bytes --raw"), "hello") << name;
    expect_refusal(name, "set when 2014-08-31 --date", 2, "like 2014-08-31T00:29:15Z");
    expect_refusal(name, "set bytes '*' --data", 2, "VALUE is not in base64");
    expect_refusal(name, "set when x --date --string", 2, "--string and --date together");
  }
  EXPECT_EQ(changed("a.fsr", "set when --date -- -000001-01-01T00:00:00.5Z"), "");
  EXPECT_EQ(value("a.fsr", "when --raw"), "-000001-01-01T00:00:00.5Z\n");
  write("a.json", R"({"when":1})");
  expect_refusal("a.json", "set when 2014-08-31T00:29:15Z --date", 1, "JSON has none");
}

TEST_F(CommandSet, RefusesWhatCannotBeWritten) {
  write("a.strings", "a = b;");
  expect_refusal("a.strings", "set a c --string", 1, "can be read, but not written");
  write("a.json", "{\"a\":1}");
  expect_refusal("a.json", "set a {x}", 2, "--string takes it as text");
  expect_refusal("a.json", "set a '{\"x\":1,\"x\":2}'", 2,
                 "VALUE: a key that the object has twice");
  expect_refusal("a.json", "set a --x --string", 2, "-- in front of it makes it the VALUE");
  EXPECT_EQ(changed("a.json", "set a --string --out - -- --x"), "{\"a\":\"--x\"}");
  expect_refusal("a.json", "set b.c 1", 1, "no place for a new one: an object takes a new key");
  if (std::filesystem::exists("/dev/full")) {
    run("set " + at("a.json") + " a 1 --out - >/dev/full 2>" + at("said") + "; true");
    EXPECT_TRUE(read("said").starts_with("fastser: standard output: ")) << read("said");
  }
  expect_refusal("a.json", "set a", 2, "give one file, a path and a value");
  expect_refusal("a.json", "remove a b", 2, "give one file and a path");
  expect_refusal("a.json", "set 'a[' 1", 2, "a [ without a ]");
  expect_refusal("a.json", R"~(set "$(printf 'b\373')" 1)~", 1, "a new key must be UTF-8");
  expect_refusal("a.json", R"~(set a "$(printf 'b\373')" --string)~", 2, "VALUE is not UTF-8");
}

}  // namespace
}  // namespace fastser
