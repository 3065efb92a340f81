// SPDX-License-Identifier: MIT
//
// Conversions of FlatBuffers against flatc: what it makes of a schema and of JSON comes back as
// that JSON; the schemas that we find from values are compiled by it, and it reads our data by
// them; what we write by a schema of its own it reads as what it wrote itself.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "support/data_files.hpp"
#include "unit/convert/flat_support.hpp"

namespace fastser::convert {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in.good()) << path;
  return {std::istreambuf_iterator<char>(in), {}};
}
void write(const fs::path& path, BytesView contents) {
  std::ofstream out(path, std::ios::binary);
  out << text(contents);
}

json monster() { return json::parse(read(fs::path(FASTSER_MONSTER_SOURCE) / "monster.json")); }
Flat of_flatc(const std::string& schema) {
  const fs::path made = FASTSER_MONSTER;
  return {bytes(read(made / "monster.mon")), bytes(read(made / schema))};
}

TEST(FlatForeign, DataOfFlatcIsTheJsonThatItWasMadeOf) {
  EXPECT_EQ(json::parse(text(from_flat(of_flatc("builtins/monster.bfbs"), Format::json))),
            monster());
  // A schema without FlatBuffers' own attributes does not say which bytes are a FlexBuffer.
  json plain = json::parse(text(from_flat(of_flatc("monster.bfbs"), Format::json)));
  EXPECT_TRUE(plain["any"].is_array() && plain["any"].size() > 8);
  plain["any"] = monster()["any"];
  EXPECT_EQ(plain, monster());
}

TEST(FlatForeign, DataOfFlatcComesBackFromASchemaOfOurs) {
  const Flat flat = of_flatc("builtins/monster.bfbs");
  const Bytes packed = from_flat(flat, Format::msgpack);
  const Flat ours = to_flat(packed, Format::msgpack);
  EXPECT_EQ(json::parse(text(from_flat(ours, Format::json))), monster());
}

class FlatcReads : public ::testing::Test {
 protected:
  // What flatc says the data is, by our schema in this form.
  std::string by(const std::string& document, bool as_text, bool size_prefixed = false) {
    Buffer schema;
    const Bytes data =
        must(bytes(document), Format::json, Format::flatbuffers,
             {.new_schema = &schema, .schema_as_text = as_text, .size_prefixed = size_prefixed});
    const fs::path folder = fs::path(::testing::TempDir()) / "fastser_flatc_reads";
    fs::remove_all(folder);
    fs::create_directories(folder);
    const fs::path file = folder / (as_text ? "schema.fbs" : "schema.bfbs");
    write(file, schema);
    write(folder / "data.bin", data);
    const std::string prefixed = size_prefixed ? " --size-prefixed" : "";
    const std::string command = "'" FASTSER_FLATC "'" + prefixed +
                                " --json --raw-binary --strict-json -o '" + folder.string() +
                                "' '" + file.string() + "' -- '" + (folder / "data.bin").string() +
                                "' > '" + (folder / "said").string() + "' 2>&1";
    const int exit = std::system(command.c_str());
    EXPECT_EQ(exit, 0) << read(folder / "said") << document.substr(0, 400);
    const std::string said = exit == 0 ? read(folder / "data.json") : "null";
    if (as_text && !size_prefixed) expect_compiles(file, data);
    fs::remove_all(folder);
    return said;
  }
  // Compiled by flatc, the schema says the same.
  static void expect_compiles(const fs::path& schema, const Bytes& data) {
    const fs::path folder = schema.parent_path();
    const std::string command = "'" FASTSER_FLATC "' --binary --schema -o '" + folder.string() +
                                "' '" + schema.string() + "' > /dev/null 2>&1";
    ASSERT_EQ(std::system(command.c_str()), 0) << read(schema);
    const Flat flat{data, bytes(read(folder / "schema.bfbs"))};
    EXPECT_FALSE(from_flat(flat, Format::json).empty());
  }
};

TEST_F(FlatcReads, TablesOfOurs) {
  const std::string document =
      R"({"a":[{"x":1,"y":-2.5,"s":"t"},{"x":0,"y":1.5,"s":""}],"b":true,"n":18446744073709551615,
          "e":{},"l":["p","q"],"r":[0.1,1e300],"m":[1,"mixed",{"k":2.5}]})";
  EXPECT_EQ(json::parse(by(document, true)), json::parse(document));
  EXPECT_EQ(json::parse(by(document, false)), json::parse(document));
}

TEST_F(FlatcReads, TablesOfOursBehindTheirSize) {
  const std::string document = R"({"a":[1.5,1e300],"n":18446744073709551615,"s":"text"})";
  EXPECT_EQ(json::parse(by(document, true, true)), json::parse(document));
  EXPECT_EQ(json::parse(by(document, false, true)), json::parse(document));
}

TEST_F(FlatcReads, NamesThatAreNone) {
  for (const char* document :
       {R"({"a-b":1,"a.b":2,"":3,"table":4,"1":5,"namespace":"x","\"\\\n\t\u0000":6,"é":7})",
        R"({"bool":[{"string":1}],"Root":{"Root":1},"true":[[1]],"null":[null,{"a":1}]})",
        "[[[1]]]", "null", "[]", "{}", R"({"1":1,"2":null})", R"([[],{"a":1},null])"}) {
    by(document, true);
    by(document, false);
  }
}

TEST_F(FlatcReads, RealDocuments) {
  for (const char* name : {"twitter.json.gz", "citm_catalog.json.gz", "log.json.gz"}) {
    const std::string document = testing::read_data(name);
    if (document.empty()) GTEST_SKIP() << name << " is not there";
    EXPECT_FALSE(by(document, true).empty());
    EXPECT_FALSE(by(document, false).empty());
  }
}

// ---- by a schema of flatc's

// What flatc says that data of monster.fbs are; it looks at their file identifier, too.
json as_flatc_reads(const Bytes& data) {
  const fs::path folder = fs::path(::testing::TempDir()) / "fastser_by_schema_of_flatc";
  fs::remove_all(folder);
  fs::create_directories(folder);
  write(folder / "data.bin", data);
  const std::string command = "'" FASTSER_FLATC "' --json --strict-json -o '" + folder.string() +
                              "' '" FASTSER_MONSTER "/builtins/monster.bfbs' -- '" +
                              (folder / "data.bin").string() + "' > '" +
                              (folder / "said").string() + "' 2>&1";
  EXPECT_EQ(std::system(command.c_str()), 0) << read(folder / "said");
  const std::string said = read(folder / "data.json");
  fs::remove_all(folder);
  return json::parse(said, nullptr, false);
}
Bytes by_schema_of_flatc(const std::string& document) {
  const Flat flatc = of_flatc("builtins/monster.bfbs");
  return must(bytes(document), Format::json, Format::flatbuffers, {.target_schema = flatc.schema});
}

TEST(FlatBySchemaOfFlatc, FlatcReadsWhatItWouldHaveWritten) {
  const Flat flatc = of_flatc("builtins/monster.bfbs");
  const Bytes ours = by_schema_of_flatc(monster().dump());
  EXPECT_EQ(json::parse(text(from_flat({ours, flatc.schema}, Format::json))), monster());
  const json theirs = as_flatc_reads(flatc.data);
  ASSERT_FALSE(theirs.is_discarded());
  EXPECT_EQ(as_flatc_reads(ours), theirs);
  EXPECT_LE(ours.size(), flatc.data.size());
}

TEST(FlatBySchemaOfFlatc, EnumsUnionsAndNestedBuffersAreWrittenByName) {
  const Flat flatc = of_flatc("builtins/monster.bfbs");
  const Bytes data = by_schema_of_flatc(
      R"({"name":"Orc","color":"Red Blue","colors":["Green","Sample.Color.Red",8],"hp":"17",
          "equipped_type":"Second","equipped":{"name":"Axe"},"others_type":["Vec3","NONE","Text"],
          "others":[{"x":1,"y":2,"z":3},null,"word"],"weapons":[{"name":"b"},{"name":"a"}],
          "nested":{"name":"inner","damage":7}})");
  const json back =
      json::parse(text(from_flat({data, flatc.schema}, Format::json, {.enum_names = true})));
  EXPECT_EQ(back["color"], 9);
  EXPECT_EQ(back["colors"], json::parse(R"(["Green","Red","Blue"])"));
  EXPECT_EQ(back["hp"], 17);
  EXPECT_EQ(back["equipped_type"], "Second");
  EXPECT_EQ(back["equipped"]["name"], "Axe");
  EXPECT_EQ(back["others_type"], json::parse(R"(["Vec3","NONE","Text"])"));
  EXPECT_EQ(back["others"][2], "word");
  EXPECT_EQ(back["weapons"][0]["name"], "a");
  // flatc reads the buffer in the buffer. (It does not read NONE in a list of unions.)
  const Bytes inner = by_schema_of_flatc(R"({"name":"Orc","nested":{"name":"in","damage":7}})");
  EXPECT_EQ(as_flatc_reads(inner)["nested"], json::parse(R"({"name":"in","damage":7})"));
}

// What flatc makes of this JSON by this schema, and the schema; no data where it refuses it.
Flat flatc_makes(const std::string& fbs, const std::string& document) {
  const fs::path folder = fs::path(::testing::TempDir()) / "fastser_lax_of_flatc";
  fs::remove_all(folder);
  fs::create_directories(folder);
  write(folder / "t.fbs", bytes(fbs));
  write(folder / "data.json", bytes(document));
  const std::string flatc = "cd '" + folder.string() + "' && '" FASTSER_FLATC "' ";
  EXPECT_EQ(std::system((flatc + "-b --schema --bfbs-builtins t.fbs").c_str()), 0);
  const bool made = std::system((flatc + "-b t.fbs data.json >said 2>&1").c_str()) == 0;
  Flat out{{}, bytes(read(folder / "t.bfbs"))};
  if (made) out.data = bytes(read(folder / "data.bin"));
  fs::remove_all(folder);
  return out;
}

TEST(LaxJsonOfFlatc, IsReadAsFlatcReadsIt) {
  const std::string fbs =
      "enum Color: byte { Red, Green } enum Flags: ubyte (bit_flags) { A, B }\n"
      "table T { d: [double]; i: [long]; u: [ulong]; c: [Color]; f: Flags; s: [string]; b: bool; "
      "}\n"
      "root_type T;\n";
  const auto in = [](const char* field, const char* value) {
    return "{" + std::string(field) + ": " + value + "}";
  };
  for (const char* number : {"1",
                             "+1",
                             "-1",
                             ".5",
                             "-.5",
                             "+.5",
                             "5.",
                             "5.e2",
                             "007",
                             "00.5",
                             "1e2",
                             "+1E-2",
                             "0x1.8p3",
                             "-0x.8p1",
                             "0X1P-3",
                             "0x1.p0",
                             "0x1p-1074",
                             "0x1.00000000000008p0",
                             "0x1.fffffffffffff8p0",
                             "inf",
                             "-inf",
                             "+inf",
                             "infinity",
                             "sin(1)",
                             "cos(0)",
                             "tan(.5)",
                             "asin(1)",
                             "acos(.5)",
                             "atan(2)",
                             "rad(180)",
                             "deg(1)",
                             "sin( rad(30) )",
                             "cos(0x1p0)",
                             "atan(inf)",
                             "0x",
                             "0x1.8",
                             "0x1p",
                             "+",
                             "-",
                             ".",
                             "-.",
                             "++1",
                             "1.2.3",
                             "1e",
                             "sin",
                             "sin()",
                             "sin(1",
                             "log(1)",
                             "-sin(1)",
                             "sin (1)"}) {
    const std::string document = in("d", ("[" + std::string(number) + "]").c_str());
    const Flat theirs = flatc_makes(fbs, document);
    const ConvertOptions how{.lax_json = true, .target_schema = theirs.schema};
    if (theirs.data.empty()) {
      EXPECT_FALSE(convert(bytes(document), Format::json, Format::flatbuffers, how).ok()) << number;
      continue;
    }
    const Bytes ours = must(bytes(document), Format::json, Format::flatbuffers, how);
    const auto value = [&](const Bytes& data) {
      const Bytes packed = from_flat({data, theirs.schema}, Format::msgpack);
      return json::from_msgpack(text(packed))["d"][0].get<double>();
    };
    const double wanted = value(theirs.data);
    if (std::isinf(wanted)) {
      EXPECT_EQ(value(ours), wanted) << number;
    } else if (std::string_view(number).find('(') == std::string_view::npos) {
      EXPECT_EQ(value(ours), wanted) << number;
    } else {  // of functions flatc keeps twelve digits
      EXPECT_NEAR(value(ours), wanted, 1e-10) << number;
    }
  }
  for (const auto& [field, value] : std::initializer_list<std::pair<const char*, const char*>>{
           {"i", "[0x1F, -0x1f, +0X10, 007, -0x8000000000000000]"},
           {"u", "[0xFFFFFFFFFFFFFFFF]"},
           {"i", "[0x8000000000000000]"},
           {"i", "[-0x8000000000000001]"},
           {"u", "[-1]"},
           {"u", "[0x10000000000000000]"},
           {"i", "[.5]"},
           {"c", "[Red, Green, 'Green', 1]"},
           {"c", "[Blue]"},
           {"f", "B"},
           {"f", "'A B'"},
           {"b", "true"},
           {"b", "'true'"},
           {"b", "ture"},
           {"'s'", R"(['it\'s', "it\'s", '"', "\x41\xc3\xa9", '\u00e9'])"},
           {"s", "['a]"},
           {"s", "['\\xff']"},
           {"s", "['\\q']"}}) {
    const std::string document = in(field, value);
    const Flat theirs = flatc_makes(fbs, document);
    const Result<Buffer> ours = convert(bytes(document), Format::json, Format::flatbuffers,
                                        {.lax_json = true, .target_schema = theirs.schema});
    ASSERT_EQ(ours.ok(), !theirs.data.empty()) << document << ours.status().to_string();
    if (!ours.ok()) continue;
    EXPECT_EQ(text(from_flat({Bytes(ours->begin(), ours->end()), theirs.schema}, Format::json)),
              text(from_flat(theirs, Format::json)))
        << document;
  }
}

TEST(FlatBySchemaOfFlatc, WhatItsSchemaCannotHoldIsRefused) {
  const Flat flatc = of_flatc("builtins/monster.bfbs");
  const struct {
    const char* document;
    const char* path;
    const char* message;
  } all[] = {
      {R"({"name":"a","color":"Pink"})", "color", "a name that the enum or union does not have"},
      {R"({"name":"a","equipped":{}})", "equipped",
       "a union without its type: equipped_type must name it"},
      {R"({"name":"a","equipped_type":1})", "equipped_type",
       "the type of a union, whose value equipped is missing"},
      {R"({"name":"a","equipped_type":9,"equipped":{}})", "equipped",
       "a union with an alternative that the schema does not have"},
      {R"({"name":"a","equipped_type":"NONE","equipped":{}})", "equipped",
       "a value of a union whose type is NONE"},
      {R"({"name":"a","others_type":[1],"others":[]})", "others",
       "a list of unions, and a list of their types of another length"},
      {R"({"name":"a","nested":{"nam":1}})", "nested.nam",
       "the schema has no field of this name in Sample.Deep.Weapon"},
      {R"({"name":"a","old":1})", "old",
       "the schema has no field of this name in Sample.Deep.Monster"},
      {R"({"name":"a","weapons":[{}]})", "weapons[0]",
       "name, the key by which lists are sorted, is not a text"},
  };
  for (const auto& one : all) {
    const Status status = fails(bytes(one.document), Format::json, Format::flatbuffers,
                                {.target_schema = flatc.schema});
    EXPECT_EQ(status.code(), Code::kTypeMismatch) << one.document;
    EXPECT_EQ(status.path(), one.path) << one.document;
    EXPECT_EQ(status.message(), one.message) << one.document;
  }
}

}  // namespace
}  // namespace fastser::convert
