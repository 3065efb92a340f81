// SPDX-License-Identifier: MIT
//
// FlatBuffers through the hub: what JSON and MessagePack can say comes back equal, with a schema
// that says what it is.
#include <map>
#include <nlohmann/json.hpp>

#include "fastser/msgpack.hpp"
#include "fastser/verify.hpp"
#include "support/data_files.hpp"
#include "unit/convert/flat_support.hpp"
#include "unit/convert/json_documents.hpp"

namespace fastser::convert {
namespace {

using nlohmann::json;

std::string back_to_json(const Flat& flat) { return text(from_flat(flat, Format::json)); }

void expect_comes_back(const std::string& document) {
  const Flat flat = to_flat(bytes(document), Format::json);
  EXPECT_TRUE(check_flatbuffers(flat.data, flat.schema).ok()) << document.substr(0, 200);
  const std::string back = back_to_json(flat);
  ASSERT_TRUE(json::accept(back)) << back.substr(0, 200);
  ASSERT_EQ(json::parse(back), json::parse(document)) << document.substr(0, 400);
}

TEST(Flat, KeepsEveryKindOfJson) {
  for (const char* document : kJsonDocuments) expect_comes_back(document);
}

TEST(Flat, KeepsKeysThatAreNoNames) {
  expect_comes_back(R"({"\u0000":[1,"\u0000"],"a":[{"\u0000":1},2]})");
  expect_comes_back(
      R"({"a-b":1,"a.b":2,"a_b":3,"":4,"table":5,"1x":6,"ключ":7,"键":8,"a b":9,"\"q\"\\\n":10})");
  expect_comes_back("{\"" + std::string(5000, 'k') + "\":1,\"" + std::string(5001, 'k') + "\":2}");
  EXPECT_EQ(schema_text(bytes("{\"a-b\":true,\"union\":\"x\"}"), Format::json),
            "attribute \"fastser_name\";\n"
            "table Root {\n"
            "  a_b:bool = null (id: 0, fastser_name: \"a-b\");\n"
            "  union_:string (id: 1, fastser_name: \"union\");\n"
            "}\n"
            "root_type Root;\n");
}

TEST(Flat, GivesObjectsTablesOfTheNarrowestTypes) {
  EXPECT_EQ(
      schema_text(bytes(R"([{"a":255,"b":-1,"c":1.5,"d":0.1,"e":[65536],"f":["x"],"g":{"h":1}},
                                 {"a":3,"c":1,"d":0.5,"e":[],"g":{"h":256}}])"),
                  Format::json),
      "attribute \"fastser_box\";\n"
      "table Root (fastser_box) {\n"
      "  value:[Value] (id: 0);\n"
      "}\n"
      "table Value {\n"
      "  a:ubyte = null (id: 0);\n"
      "  b:byte = null (id: 1);\n"
      "  c:float = null (id: 2);\n"
      "  d:double = null (id: 3);\n"
      "  e:[uint] (id: 4);\n"
      "  f:[string] (id: 5);\n"
      "  g:G (id: 6);\n"
      "}\n"
      "table G {\n"
      "  h:ushort = null (id: 0);\n"
      "}\n"
      "root_type Root;\n");
}

TEST(Flat, PutsValuesOfManyKindsIntoFlexBuffers) {
  EXPECT_EQ(schema_text(bytes("{\"a\":[1,\"x\",null],\"b\":[[1,2],[null]]}"), Format::json),
            "attribute \"fastser_flex\";\n"
            "table Root {\n"
            "  a:[ubyte] (id: 0, flexbuffer, fastser_flex);\n"
            "  b:[ubyte] (id: 1, flexbuffer, fastser_flex);\n"
            "}\n"
            "root_type Root;\n");
}

TEST(Flat, SortsMapsByTheirKeys) {
  const std::string document = "{\"30\":{\"x\":1},\"4\":{\"x\":2},\"100\":{\"x\":3}}";
  EXPECT_EQ(back_to_json(to_flat(bytes(document), Format::json)),
            "{\"100\":{\"x\":3},\"30\":{\"x\":1},\"4\":{\"x\":2}}");
  const std::string schema = schema_text(bytes(document), Format::json);
  EXPECT_NE(schema.find("key:string (id: 0, key, required);"), std::string::npos) << schema;
}

TEST(Flat, KeepsObjectsOfMoreKeysThanATableMayHave) {
  std::string document = "[{";
  for (int i = 0; i < 40000; ++i) {
    document.append(i == 0 ? "\"k" : ",\"k").append(std::to_string(i)).append("\":");
    document += i % 3 == 0 ? "1" : i % 3 == 1 ? "\"x\"" : "[]";
  }
  expect_comes_back(document + "},{}]");
}

TEST(Flat, WritesEqualTextsAndSmallTablesOnce) {
  std::string same = "[[{\"a\":\"some text\",\"b\":[1,2,3]}";
  std::string other = "[[{\"a\":\"some text\",\"b\":[1,2,3]}";
  for (int i = 0; i < 1000; ++i) {
    same += ",{\"a\":\"some text\",\"b\":[1,2,3]}";
    other += ",{\"a\":\"" + std::to_string(100000 + i) + "\",\"b\":[1,2,3]}";
  }
  const Flat once = to_flat(bytes(same + "]]"), Format::json);
  EXPECT_LT(once.data.size(), 4400U);
  EXPECT_EQ(json::parse(back_to_json(once)), json::parse(same + "]]"));
  EXPECT_GT(to_flat(bytes(other + "]]"), Format::json).data.size(), 20000U);
}

TEST(Flat, WritesLongTextsOnceWhileReadersCanPayForThem) {
  const std::string text(10'000, 't');
  const auto list_of = [&](int count) {
    std::string list = "[\"" + text + "\"";
    for (int i = 1; i < count; ++i) list += ",\"" + text + "\"";
    return list + "]";
  };
  EXPECT_LT(to_flat(bytes(list_of(10)), Format::json).data.size(), 11'000U);
  const Flat flat = to_flat(bytes(list_of(3000)), Format::json);
  EXPECT_GT(flat.data.size(), 1'000'000U);
  EXPECT_LT(flat.data.size(), 4'000'000U);
  EXPECT_TRUE(back_to_json(flat) == list_of(3000));
}

// One value of each kind, alone and beside others, so that it stands in every kind of place.
TEST(Flat, KeepsWhatMessagePackCanSay) {
  const std::vector<Bytes> all = {
      bytes({0xC0}),
      bytes({0xC3}),
      bytes({0}),
      bytes({0xCF, 255, 255, 255, 255, 255, 255, 255, 255}),
      bytes({0xD3, 0x80, 0, 0, 0, 0, 0, 0, 0}),
      bytes({0xCA, 0x80, 0, 0, 0}),
      bytes({0xCA, 0x7F, 0x80, 0, 1}),              // a signalling NaN
      bytes({0xCB, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0}),  // 1.5, wide
      bytes({0xCB, 0x7F, 0xF0, 0, 0, 0, 0, 0, 1}),
      bytes({0xA1, 'a'}),
      bytes({0xC4, 0}),
      bytes({0xC4, 2, 0, 255}),
      bytes({0xD6, 0xFF, 1, 2, 3, 4}),  // moments
      bytes({0xC7, 12, 0xFF, 0x3B, 0x9A, 0xC9, 0xFF, 0x80, 0, 0, 0, 0, 0, 0, 0}),
      bytes({0xD4, 5, 1}),  // extensions
      bytes({0xC7, 0, 0x80}),
      bytes({0x90}),
      bytes({0x93, 1, 2, 3}),
      bytes({0x80}),
      bytes({0x81, 0xA1, 'k', 1}),
      bytes({0x82, 1, 2, 0xC0, 3}),  // keys that are not text
      bytes({0x82, 0x91, 1, 2, 0xA1, 'k', 0xC0}),
      bytes({0x81, 0xA1, 0, 1}),  // a key with a zero byte
  };
  const auto check = [](const Bytes& message) {
    const Bytes smallest = must(message, Format::msgpack, Format::msgpack);
    const Flat flat = to_flat(message, Format::msgpack);
    ASSERT_EQ(from_flat(flat, Format::msgpack), smallest) << ::testing::PrintToString(message);
    const Bytes archive = from_flat(flat, Format::archive);
    EXPECT_EQ(from_flat(to_flat(archive, Format::archive), Format::msgpack), smallest);
  };
  for (const Bytes& one : all) {
    check(one);
    check(bytes({0x91}) + one);
    check(bytes({0x92}) + one + one);
    check(bytes({0x91, 0x91}) + one);
    check(bytes({0x81, 0xA1, 'k'}) + one);
    check(bytes({0x92, 0x81, 0xA1, 'k'}) + one + bytes({0x80}));
    check(bytes({0x81, 1}) + one);
    check(bytes({0x81, 0xA1, '7'}) + one);
    for (const Bytes& other : all) {
      check(bytes({0x92}) + one + other);
      check(bytes({0x92, 0x81, 0xA1, 'k'}) + one + bytes({0x81, 0xA1, 'k'}) + other);
    }
  }
}

TEST(Flat, KeepsDocumentsMadeAtRandom) {
  RandomDocuments<json> documents(12, 12);
  for (int i = 0; i < 600; ++i) expect_comes_back(documents.next().dump());
}

// Fields that are missing because they are null take no bytes, and are values all the same.
TEST(Flat, KeepsManyObjectsOfNulls) {
  for (const int nulls : {10, 17, 100, 1000}) {
    std::string one = "{\"a\":1";
    for (int i = 0; i < nulls; ++i) one.append(",\"n").append(std::to_string(i)).append("\":null");
    std::string document = "[" + one + ",\"z\":0}";
    for (int i = 0; i < 3000000 / nulls / 10; ++i) {
      document.append(",").append(one).append(",\"z\":").append(std::to_string(i)).append("}");
    }
    const Flat flat = to_flat(bytes(document + "]"), Format::json);
    EXPECT_TRUE(back_to_json(flat) == document + "]") << nulls;
  }
}

TEST(Flat, NeedsASchemaToBeReadAndAPlaceForItToBeWritten) {
  EXPECT_EQ(fails(bytes("{}"), Format::json, Format::flatbuffers).code(), Code::kUsage);
  const Flat flat = to_flat(bytes("{\"a\":1}"), Format::json);
  EXPECT_EQ(flat_fails(flat.data, {}, Format::json).code(), Code::kUsage);
  const Status wrong = flat_fails(flat.data, flat.data, Format::json);
  EXPECT_EQ(wrong.code(), Code::kFingerprint);
  EXPECT_EQ(wrong.message().substr(0, 12), "the schema: ");
}

TEST(Flat, RefusesInJsonWhatJsonCannotSay) {
  const Flat data = to_flat(bytes({0x81, 0xA1, 'd', 0xC4, 2, 0, 255}), Format::msgpack);
  const Status status = flat_fails(data.data, data.schema, Format::json);
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  EXPECT_EQ(status.path(), "d");
  EXPECT_EQ(text(from_flat(data, Format::json, {.unsayable = ConvertOptions::Unsayable::kReplace})),
            "{\"d\":\"AP8=\"}");
}

// A FlexBuffer inside of a FlatBuffer: errors count from the first byte of the whole.
TEST(Flat, SaysWhereInTheWholeANestedKeyStands) {
  // {"pad": 20 characters, "k": {1: "one", "1": "x"}}, whose keys are one text in JSON.
  const Bytes message = bytes({0x82, 0xA3, 'p', 'a', 'd', 0xB4}) + bytes(std::string(20, 'x')) +
                        bytes({0xA1, 'k', 0x82, 0x01, 0xA3, 'o', 'n', 'e', 0xA1, '1', 0xA1, 'x'});
  const Flat flat = to_flat(message, Format::msgpack);
  const Status status = flat_fails(flat.data, flat.schema, Format::json,
                                   {.unsayable = ConvertOptions::Unsayable::kReplace});
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  EXPECT_EQ(status.path(), "k");
  EXPECT_GT(status.offset(), 32U);
  EXPECT_LT(status.offset(), flat.data.size());
}

struct RealDocument {
  const char* name;
  std::size_t most;
};
class RealDocumentAsFlatBuffer : public ::testing::TestWithParam<RealDocument> {};

TEST_P(RealDocumentAsFlatBuffer, ComesBackFromEveryFormat) {
  const std::string document = testing::read_data(GetParam().name);
  if (document.empty()) GTEST_SKIP() << GetParam().name << " is not there";
  const json wanted = json::parse(document);
  const auto same = [&](const Flat& flat) { return json::parse(back_to_json(flat)) == wanted; };
  const Flat flat = to_flat(bytes(document), Format::json);
  RecordProperty("bytes", static_cast<int>(flat.data.size()));
  RecordProperty("schema_bytes", static_cast<int>(flat.schema.size()));
  EXPECT_LE(flat.data.size(), GetParam().most);
  EXPECT_TRUE(same(flat));
  for (const Format other : {Format::archive, Format::msgpack, Format::flexbuffers}) {
    const Bytes as_other = must(bytes(document), Format::json, other);
    EXPECT_TRUE(same(to_flat(as_other, other))) << format_name(other);
    const Bytes again = from_flat(flat, other);
    EXPECT_TRUE(json::parse(text(must(again, other, Format::json))) == wanted)
        << format_name(other);
  }
}

INSTANTIATE_TEST_SUITE_P(Data, RealDocumentAsFlatBuffer,
                         ::testing::Values(RealDocument{"twitter.json.gz", 145000},
                                           RealDocument{"citm_catalog.json.gz", 100000},
                                           RealDocument{"canada.json.gz", 2000000},
                                           RealDocument{"log.json.gz", 770000}));

TEST(Flat, KeepsAMeshOfFloatsToTheBit) {
  const std::vector<float> floats = testing::read_floats("mesh.f32.gz");
  if (floats.empty()) GTEST_SKIP() << "mesh.f32.gz is not there";
  const std::size_t mesh_size = floats.size() * sizeof(float);
  const Result<Buffer> packed = msgpack::encode(floats);
  ASSERT_TRUE(packed.ok());
  const Flat flat = to_flat(*packed, Format::msgpack);
  EXPECT_LT(flat.data.size(), mesh_size + 64);
  const Bytes back = from_flat(flat, Format::msgpack);
  EXPECT_TRUE(std::equal(back.begin(), back.end(), packed->begin(), packed->end()));
}

}  // namespace
}  // namespace fastser::convert
