// SPDX-License-Identifier: MIT
//
// JSON Schemas: what convert makes of a file fits the schema of the file, and other values do not.
// A validator says so, where Python has one (Debian: python3-jsonschema).
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/flat.hpp"
#include "unit/command/command_fixture.hpp"

namespace fastser {
namespace {

using tests::Command;
using tests::Outcome;

enum class Colour : std::uint8_t { red, green };
struct Wheel {
  std::uint16_t inches = 0;
  double pressure = 0;
};
struct Car {
  std::string name;
  std::optional<std::string> owner;
  std::vector<Wheel> wheels;
  std::variant<std::int32_t, std::string> price;
  std::map<std::string, std::int64_t> notes;
  std::shared_ptr<Car> next;
  std::array<std::uint8_t, 2> seats{};
  std::vector<std::byte> data;
  std::tuple<bool, float> pair;
  Colour colour = Colour::red;
};

class CommandJsonSchema : public Command {
 protected:
  std::string at(const std::string& name) const { return "'" + path(name) + "'"; }
  void convert(const std::string& words) {
    const Outcome outcome = run("convert " + words);
    ASSERT_EQ(outcome.exit, 0) << words << outcome.text;
  }
  static bool has_validator() {
    return std::system("python3 -c 'import jsonschema' >/dev/null 2>&1") == 0;
  }
  // Expects that those values fit the schema, and these do not; the schema itself must be one.
  void expect_fits(const std::string& schema, const std::vector<std::string>& good,
                   const std::vector<std::string>& bad) const {
    write("check.py",
          "import json, sys, jsonschema\n"
          "schema = json.load(open(sys.argv[1]))\n"
          "jsonschema.Draft202012Validator.check_schema(schema)\n"
          "validator = jsonschema.Draft202012Validator(schema)\n"
          "for line in open(sys.argv[2]):\n"
          "    print('fits' if validator.is_valid(json.loads(line)) else 'does not fit')\n");
    std::string lines;
    std::string meant;
    for (const std::string& one : good) {
      lines += one + (one.ends_with('\n') ? "" : "\n");
      meant += "fits\n";
    }
    for (const std::string& one : bad) {
      lines += one + (one.ends_with('\n') ? "" : "\n");
      meant += "does not fit\n";
    }
    write("values.jsonl", lines);
    const std::string said = at("said");
    EXPECT_EQ(std::system(("python3 " + at("check.py") + " " + at(schema) + " " +
                           at("values.jsonl") + " >" + said + " 2>&1")
                              .c_str()),
              0);
    EXPECT_EQ(read("said"), meant) << lines << read(schema);
  }
  std::string changed(const std::string& json, const std::string& words) {
    write("changed.json", json);
    const std::string subcommand = words.substr(0, words.find(' '));
    const Outcome outcome =
        run(subcommand + " " + at("changed.json") + words.substr(subcommand.size()));
    EXPECT_EQ(outcome.exit, 0) << words << outcome.text;
    return read("changed.json");
  }
};

Car car() {
  Car car{"Ford", std::nullopt,   {{16, 2.5}},  "free",       {{"a", 1}}, std::make_shared<Car>(),
          {1, 2}, {std::byte{1}}, {true, 1.5F}, Colour::green};
  car.next->owner = "Ada";
  return car;
}

TEST_F(CommandJsonSchema, OfAnArchiveNamesItsRecordsAndTheirTypes) {
  ASSERT_TRUE(archive::save(path("a.fsr"), car()).ok());
  convert(at("a.fsr") + " " + at("a.schema.json"));
  const std::string schema = read("a.schema.json");
  EXPECT_NE(schema.find("\"$schema\": \"https://json-schema.org/draft/2020-12/schema\""),
            std::string::npos);
  const auto value = [&](const std::string& query) {
    return run("get " + at("a.schema.json") + " '" + query + "'").text;
  };
  EXPECT_EQ(value("allOf[0]"), "{\"$ref\":\"#/$defs/Car\"}\n");
  EXPECT_EQ(value("$defs.Wheel.properties.inches"),
            "{\"type\":\"integer\",\"minimum\":0,\"maximum\":65535}\n");
  EXPECT_EQ(value("$defs.Wheel.required"), "[\"inches\",\"pressure\"]\n");
  EXPECT_EQ(value("$defs.Car.properties.owner.anyOf[].type"), "\"string\"\n\"null\"\n");
  EXPECT_EQ(value("$defs.Car.properties.next.anyOf[0]"), "{\"$ref\":\"#/$defs/Car\"}\n");
  EXPECT_EQ(value("$defs.Car.properties.seats.maxItems"), "2\n");
  EXPECT_EQ(value("$defs.Car.properties.data.contentEncoding"), "\"base64\"\n");
  EXPECT_EQ(run("convert " + at("a.fsr") + " - --to json-schema").text, schema);
}

TEST_F(CommandJsonSchema, OfKeysThatAreNotAlwaysThereHasTheValuesThatAre) {
  write("in.json", R"([{"a":1,"b":"x","c":[1]},{"b":2,"c":[2]},{"c":[3,4]}])");
  convert(at("in.json") + " " + at("a.fsr"));
  convert(at("a.fsr") + " " + at("a.schema.json"));
  const auto schema_of = [&](const std::string& key) {
    return run("get " + at("a.schema.json") + " '$defs.record0.properties." + key + "'").text;
  };
  EXPECT_EQ(schema_of("a"), "{\"type\":\"integer\",\"minimum\":0,\"maximum\":255}\n");
  EXPECT_EQ(schema_of("b").find("array"), std::string::npos) << schema_of("b");
  EXPECT_EQ(schema_of("c.type"), "\"array\"\n");
}

TEST_F(CommandJsonSchema, FitsWhatConvertMakesOfAnArchive) {
  if (!has_validator()) GTEST_SKIP() << "no python3-jsonschema";
  ASSERT_TRUE(archive::save(path("a.fsr"), car()).ok());
  convert(at("a.fsr") + " " + at("a.schema.json"));
  const std::string json = run("convert " + at("a.fsr") + " - --to json --replace").text;
  std::vector<std::string> good = {json};
  std::vector<std::string> bad;
  for (const char* words :
       {"set 'wheels[0].inches' 65536", "set name 5", "remove wheels", "set more 1",
        "set 'seats[2]' 1", "set price null", "set next.owner 5", "set notes.a '\"x\"'",
        "remove 'pair[1]'", "set 'pair[0]' 1", "set colour 256"}) {
    bad.push_back(changed(json, words));
  }
  for (const char* words : {"set owner '\"Bo\"'", "set price 5", "set next null", "set notes.z 2",
                            "set 'wheels[1]' '{\"inches\":1,\"pressure\":0}'"}) {
    good.push_back(changed(json, words));
  }
  expect_fits("a.schema.json", good, bad);
}

TEST_F(CommandJsonSchema, FitsArchivesThatWereMadeFromJson) {
  if (!has_validator()) GTEST_SKIP() << "no python3-jsonschema";
  const std::string json =
      R"({"u":[{"n":1,"t":["a"]},{"m":0,"t":[]},{"n":"x","t":[1]}],"o":{"x":[1,2.5],"y":null}})";
  write("in.json", json);
  convert(at("in.json") + " " + at("a.fsr"));
  convert(at("a.fsr") + " " + at("a.schema.json"));
  expect_fits("a.schema.json", {json}, {changed(json, "remove o")});
  convert(at("in.json") + " " + at("b.fb"));
  convert(at("b.bfbs") + " " + at("b.schema.json"));
  convert(at("b.fb") + " " + at("c.schema.json"));
  EXPECT_EQ(read("b.schema.json"), read("c.schema.json"));
  expect_fits("b.schema.json", {json}, {changed(json, "set more 1")});
}

struct Vec3 {
  float x = 0, y = 0, z = 0;
};
struct Weapon {
  std::string name;
  std::int16_t damage = 0;
};
struct Monster {
  std::string name;
  Vec3 position;
  std::vector<Weapon> weapons;
  std::variant<Weapon, Vec3> equipped;
  std::vector<std::uint16_t> numbers;
  Colour colour = Colour::red;
};

TEST_F(CommandJsonSchema, FitsWhatConvertMakesOfAFlatBuffer) {
  const Buffer schema = flat::binary_schema<Monster>().value();
  write("a.bfbs", {reinterpret_cast<const char*>(schema.data()), schema.size()});
  const Monster orc{"Orc", {1, 2, 3}, {{"axe", 5}}, Weapon{"club", 3}, {1, 2}, Colour::green};
  ASSERT_TRUE(flat::save(path("a.fb"), orc).ok());
  convert(at("a.bfbs") + " " + at("a.schema.json"));
  EXPECT_EQ(run("get " + at("a.schema.json") + " '$defs.Vec3.properties.x.type'").text,
            "\"number\"\n");
  if (!has_validator()) GTEST_SKIP() << "no python3-jsonschema";
  for (const std::string names : {"", " --names"}) {
    const std::string json = run("convert " + at("a.fb") + " - --to json" + names).text;
    std::vector<std::string> bad;
    for (const char* words : {"set 'numbers[0]' -1", "set name 5", "set more 1", "set colour 256",
                              "set 'weapons[0].damage' 40000", "set position.x '\"1\"'"}) {
      bad.push_back(changed(json, words));
    }
    expect_fits("a.schema.json", {json}, bad);
  }
}

TEST_F(CommandJsonSchema, IsRefusedForWhatHasNoTypes) {
  write("a.json", "[1]");
  const Outcome outcome = run("convert " + at("a.json") + " " + at("b.schema.json"));
  EXPECT_EQ(outcome.exit, 1);
  EXPECT_NE(
      outcome.text.find("JSON Schemas are made from archives and from schemas of FlatBuffers"),
      std::string::npos)
      << outcome.text;
  EXPECT_EQ(run("convert " + at("a.json") + " " + at("b.schema.json") + " --to msgpack").exit, 0);
}

struct Driver {
  std::string name;
};
struct Team {
  std::string name;
  std::vector<Driver> drivers;
};

TEST_F(CommandJsonSchema, IsOfTheRootThatIsNamed) {
  const Result<Buffer> schema = flat::binary_schema<Team>();
  ASSERT_TRUE(schema.ok());
  write("team.bfbs", {reinterpret_cast<const char*>(schema->data()), schema->size()});
  const Result<Buffer> driver = flat::encode(Driver{"Ada"});
  ASSERT_TRUE(driver.ok());
  write("driver.fb", {reinterpret_cast<const char*>(driver->data()), driver->size()});
  convert(at("team.bfbs") + " " + at("driver.schema.json") + " --root-type Driver");
  EXPECT_NE(read("driver.schema.json").find("\"$ref\": \"#/$defs/Driver\""), std::string::npos)
      << read("driver.schema.json");
  convert(at("driver.fb") + " " + at("data.schema.json") + " --root-type Driver --schema " +
          at("team.bfbs"));
  EXPECT_EQ(read("data.schema.json"), read("driver.schema.json"));
  const Outcome unknown =
      run("convert " + at("team.bfbs") + " - --to json-schema --root-type Boat");
  EXPECT_NE(unknown.exit, 0);
  EXPECT_NE(unknown.text.find("there is no table Boat, which is to be the root"), std::string::npos)
      << unknown.text;
}

}  // namespace
}  // namespace fastser
