// SPDX-License-Identifier: MIT
//
// JSON to archives and back. What a document means is compared by nlohmann's parser, key order
// included; numbers as numbers (1 and 1.0 are one).
#include "fastser/json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/internal/wire/utf8.hpp"
#include "fastser/verify.hpp"
#include "support/data_files.hpp"
#include "unit/convert/convert_support.hpp"
#include "unit/convert/json_documents.hpp"

namespace fastser::convert {
namespace {

using Json = nlohmann::ordered_json;

std::string back(std::string_view json, const JsonToArchiveOptions& options = {}) {
  const Result<Buffer> archive = json_to_archive(json, options);
  if (!archive.ok()) return archive.status().to_string();
  const Status sound = archive::verify(*archive);
  if (!sound.ok()) return "unsound: " + sound.to_string();
  const Result<std::string> text = archive_to_json(*archive);
  return text.ok() ? *text : text.status().to_string();
}

std::string root_type(std::string_view json) {
  const Result<Buffer> archive = json_to_archive(json);
  const Result<archive::Envelope> envelope = archive::open_envelope(*archive);
  const Result<schema::TypeTable> table = schema::TypeTable::parse(envelope->table);
  return schema::to_string(*table, table->root());
}

std::string field_type(std::string_view json, std::size_t field) {
  const Result<Buffer> archive = json_to_archive(json);
  const Result<archive::Envelope> envelope = archive::open_envelope(*archive);
  const Result<schema::TypeTable> table = schema::TypeTable::parse(envelope->table);
  return schema::to_string(*table, table->expr(table->shapes()[0].fields[field].type));
}

std::string json_of(std::initializer_list<int> table, std::initializer_list<int> payload,
                    const JsonOptions& options = {}) {
  const Result<std::string> text = archive_to_json(archive_of(table, payload), options);
  return text.ok() ? *text : text.status().to_string();
}

TEST(JsonToArchive, RefusesIntegersThatItWouldHaveToRound) {
  for (const char* exact : {"[18446744073709551616]", "[-36893488147419103232]"}) {
    EXPECT_TRUE(json_to_archive(exact).ok()) << exact;
  }
  for (const char* digits :
       {"18446744073709551617", "-9223372036854775809", "123456789012345678901234567890"}) {
    const std::string json = std::string("{\"a\":[0,").append(digits).append("]}");
    const Status status = json_to_archive(json).status();
    EXPECT_EQ(status.code(), Code::kTypeMismatch) << digits;
    EXPECT_EQ(status.path(), "a[1]") << digits;
    EXPECT_EQ(status.offset(), 8U) << digits;
    EXPECT_TRUE(json_to_archive(json, {.round_integers = true}).ok()) << digits;
  }
  EXPECT_EQ(json_to_archive("18446744073709551617").status().offset(), 0U);
  EXPECT_TRUE(json_to_archive("[12345678901234567890.5,1e25]").ok());  // floats are rounded always
}

TEST(JsonToArchive, RefusesWhatIsBehindAZeroByte) {
  using namespace std::string_view_literals;
  const Status status = json_to_archive("{\"a\":1}\0garbage"sv).status();
  EXPECT_EQ(status.code(), Code::kTrailing);
  EXPECT_EQ(status.offset(), 7U);
  EXPECT_FALSE(json_to_archive("1\0"sv).ok());
  EXPECT_FALSE(json_to_archive("\0001"sv).ok());
}

TEST(JsonToArchive, KeepsEveryKindOfValue) {
  for (const char* json : kJsonDocuments) {
    const std::string text = back(json);
    ASSERT_TRUE(Json::accept(text)) << json << " became " << text;
    EXPECT_EQ(Json::parse(text), Json::parse(json)) << json << " became " << text;
  }
}

TEST(JsonToArchive, TellsAbsentKeysFromNull) {
  EXPECT_EQ(back(R"([{"a":1,"b":2},{"a":null},{"b":null},{}])"),
            R"([{"a":1,"b":2},{"a":null},{"b":null},{}])");
}

TEST(JsonToArchive, KeepsKeyOrder) {
  EXPECT_EQ(back(R"({"z":1,"a":2,"m":3})"), R"({"z":1,"a":2,"m":3})");
  EXPECT_EQ(back(R"([{"z":1,"a":2},{"a":1,"z":2}])"), R"([{"z":1,"a":2},{"a":1,"z":2}])");
}

TEST(JsonToArchive, KeepsKeysThatLookLikeThoseBefore) {
  for (const char* json :
       {R"([{"a":1,"b\"":2},{"a":3,"b":4},{"a":5,"b\"":6},{"a":7,"b\u0022":8}])",
        R"([{"a":1,"b":2},{"a":3,"bc":4},{"a":5,"b":6},{"a":7,"":8},{"a":9,"b":1}])",
        R"([{"x\\":1,"y":2},{"x\\":3,"y":4},{"x":5,"y\\":6}])",
        R"([{"":1},{"":2},{"a":{"":3}},{"a":{"b":{"a":4}}}])"}) {
    EXPECT_EQ(Json::parse(back(json)), Json::parse(json)) << json;
  }
  const Result<Buffer> colon = json_to_archive(R"([{"a":1,"b":2},{"a":1,"b"2}])");
  EXPECT_EQ(colon.status().offset(), 25U);
  const Result<Buffer> twice = json_to_archive(R"([{"a":1,"b":2,"a":3}])");
  EXPECT_EQ(twice.status().code(), Code::kMalformed);
  EXPECT_EQ(twice.status().offset(), 14U);
  const Result<Buffer> again = json_to_archive(R"([{"a":1,"b":2},{"a":1,"b":2,"a":3}])");
  EXPECT_EQ(again.status().offset(), 28U);
}

TEST(JsonToArchive, ReadsTextsOfEveryLength) {
  for (std::size_t before = 0; before < 40; ++before) {
    for (std::size_t behind = 0; behind < 20; ++behind) {
      const std::string start = "[\"" + std::string(before, 'x');
      const std::string end = std::string(behind, 'y') + "\"]";
      for (const char* piece : {"", "\xC3\xA9", "\xE3\x81\x82\xE3\x81\x84", "\xF0\x9F\x98\x80",
                                "\\n", "\\\"", "\x7F", "\\u00e9"}) {
        const std::string json = start + piece + end;
        ASSERT_EQ(Json::parse(back(json)), Json::parse(json)) << json;
      }
      for (const char* piece :
           {"\n", "\x1F", "\xC3", "\xE3\x81", "\xED\xA0\x80", "\xE1\x80\xC0", "\x80", "\xFF"}) {
        const std::string json = start + piece + end;
        const Result<Buffer> archive = json_to_archive(json);
        ASSERT_EQ(archive.status().code(), Code::kMalformed) << json;
        EXPECT_EQ(archive.status().offset(), start.size()) << json;
      }
    }
  }
}

TEST(JsonToArchive, ChoosesTheSmallestTypes) {
  EXPECT_EQ(root_type("[1,2,255]"), "array<u8, 3>");
  EXPECT_EQ(root_type("[1,2,3,70000]"), "array<vu32, 4>");
  EXPECT_EQ(root_type("[-1,100]"), "array<i8, 2>");
  EXPECT_EQ(root_type("[0.5,1]"), "array<f32, 2>");
  EXPECT_EQ(root_type("[0.1,1]"), "array<f64, 2>");
  EXPECT_EQ(root_type("[null,1]"), "array<optional<u8>, 2>");
  EXPECT_EQ(root_type("[[1],[1,2]]"), "array<list<u8>, 2>");
  EXPECT_EQ(root_type(R"({"1":1,"2":2})"), "ordered map<string, u8>");
  EXPECT_EQ(field_type(R"([{"a":"long enough"},{"a":"long enough"}])", 0), "shared string");
  EXPECT_EQ(field_type(R"([{"a":"one"},{"a":"two"}])", 0), "string");
}

TEST(JsonToArchive, SharesOneShapeAmongObjectsWithTheSameKeys) {
  const Result<Buffer> archive =
      json_to_archive(R"({"a":{"x":1,"y":2},"b":[{"x":3,"y":4},{"x":5,"y":6}]})");
  ASSERT_TRUE(archive.ok());
  const Result<archive::Envelope> envelope = archive::open_envelope(*archive);
  const Result<schema::TypeTable> table = schema::TypeTable::parse(envelope->table);
  EXPECT_EQ(table->shapes().size(), 2U);
}

TEST(JsonToArchive, WritesEqualObjectsOnce) {
  std::string one = R"({"name":"somebody","numbers":[1,2,3,4,5,6,7,8],"more":"of this and that"})";
  std::string json = "[" + one;
  for (int i = 0; i < 99; ++i) json += "," + one;
  json += "]";
  const Result<Buffer> shared = json_to_archive(json);
  const Result<Buffer> plain = json_to_archive(json, {.share_objects = false});
  EXPECT_LT(shared->size(), 250U);
  EXPECT_GT(plain->size(), 1000U);
  EXPECT_EQ(Json::parse(back(json)), Json::parse(json));
  EXPECT_EQ(Json::parse(back(json, {.share_objects = false})), Json::parse(json));
}

TEST(JsonToArchive, WritesTheSameBytesEveryTime) {
  const std::string json = R"([{"a":"x","b":[1,2]},{"a":"y","b":[]},{"a":"x"}])";
  const Result<Buffer> first = json_to_archive(json);
  for (int i = 0; i < 5; ++i) {
    const Result<Buffer> again = json_to_archive(json);
    EXPECT_TRUE(std::equal(first->begin(), first->end(), again->begin(), again->end()));
  }
}

TEST(JsonToArchive, RefusesWhatIsNotJson) {
  for (const char* json : {"", " ", "{", "[1,]", "nul", "\"\xff\"", "1 2", "{\"a\"}", "1e999"}) {
    const Result<Buffer> archive = json_to_archive(json);
    EXPECT_EQ(archive.status().code(), Code::kMalformed) << json;
  }
  EXPECT_EQ(json_to_archive(R"({"a":1,"b":{"a":1},"a":2})").status().code(), Code::kMalformed);
}

TEST(JsonToArchive, SaysWhereTheTextIsWrong) {
  struct Case {
    const char* json;
    Code code;
    std::size_t offset;
    const char* path;
  };
  const Case cases[] = {
      {R"({"items":[{"name":"a"},{"name":nul}]})", Code::kMalformed, 34, "items[1].name"},
      {R"([1,2,})", Code::kMalformed, 5, "[2]"},
      {R"({"a":1,"b\\":{"c\"":0, "d":1,"c\"":2}})", Code::kMalformed, 29, R"(["b\\"]["c\""])"},
      {R"([[0,{"a":[[[)", Code::kTooDeep, 10, "[0][1].a[0]"},
      {"[\"\xff\"]", Code::kMalformed, 2, "[0]"},
      {R"(["\ud800"])", Code::kMalformed, 8, "[0]"},
      {R"({"x":1e999})", Code::kMalformed, 5, "x"},
      {R"({"x":NaN})", Code::kMalformed, 5, "x"},
      {R"({"x":-Infinity})", Code::kMalformed, 6, "x"},
  };
  for (const Case& one : cases) {
    const Status status = json_to_archive(one.json, {.depth = 4}).status();
    EXPECT_EQ(status.code(), one.code) << one.json;
    EXPECT_EQ(status.offset(), one.offset) << one.json << ": " << status.to_string();
    EXPECT_EQ(status.path(), one.path) << one.json << ": " << status.to_string();
    EXPECT_EQ(status.message().find("json.exception"), std::string::npos) << status.to_string();
  }
}

TEST(JsonToArchive, QuotesLittleOfATextThatIsWrong) {
  std::string json = "{\"";
  for (int i = 0; i < 100000; ++i) json += "\u00e9";
  const Status status = json_to_archive(json + "\" \"x\"}").status();
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_LT(status.to_string().size(), 400U);
  EXPECT_TRUE(wire::is_utf8(status.message()));
}

// Nothing of it takes a byte in the payload, and the table is input too.
TEST(JsonToArchive, WritesManyEmptyValuesThatCanBeReadBack) {
  std::string json = "{\"0\":{}";
  for (int i = 1; i < 100000; ++i) json += ",\"k" + std::to_string(i) + "\":{}";
  json += '}';
  EXPECT_EQ(back(json), json);
}

TEST(JsonToArchive, BoundsDepth) {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  EXPECT_EQ(back(nested(100)), nested(100));
  EXPECT_EQ(json_to_archive(nested(129)).status().code(), Code::kTooDeep);
  EXPECT_EQ(json_to_archive(nested(1000000)).status().code(), Code::kTooDeep);
}

TEST(JsonToArchive, SurvivesDocumentsMadeAtRandom) {
  RandomDocuments<Json> documents(7, 5);
  for (int i = 0; i < 3000; ++i) {
    const Json json = documents.next();
    const std::string text = back(json.dump());
    ASSERT_TRUE(Json::accept(text)) << json << " became " << text;
    ASSERT_EQ(Json::parse(text), json) << text;
  }
}

TEST(ArchiveToJson, WritesTheWellKnownTypes) {
  EXPECT_EQ(json_of({0, 0x18}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}), "\"1970-01-01T00:00:00Z\"");
  EXPECT_EQ(json_of({0, 0x18}, {0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0xE1, 0xF5, 5}),
            "\"1969-12-31T23:59:59.1Z\"");
  EXPECT_EQ(json_of({0, 0x1E}, {0, 0, 0, 0, 0, 0, 0, 0}), "\"2001-01-01T00:00:00Z\"");
  EXPECT_EQ(json_of({0, 0x1A}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}),
            "\"00010203-0405-0607-0809-0a0b0c0d0e0f\"");
  EXPECT_EQ(json_of({0, 0x1B}, {150, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0x80}), "-1.50");
  EXPECT_EQ(json_of({0, 0x1B}, {5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0}), "0.005");
  EXPECT_EQ(json_of({0, 0x15}, {4, 'M', 'a', 'n', 'y'}), "\"TWFueQ==\"");
  EXPECT_EQ(json_of({0, 0x15}, {2, 'M', 'a'}), "\"TWE=\"");
  EXPECT_EQ(json_of({0, 0x2E, 3}, {5}), "\"101\"");
  EXPECT_EQ(json_of({0, 0x27, 1, 'E', 3}, {5}), "5");
  EXPECT_EQ(json_of({0, 0x24, 3, 1}, {2, 1, 0, 2, 1}), "[[1,false],[2,true]]");
  EXPECT_EQ(json_of({0, 0x24, 0x14, 1}, {2, 1, 'a', 0, 1, 'b', 1}), R"({"a":false,"b":true})");
  EXPECT_EQ(json_of({0, 0x0A}, {0xCD, 0xCC, 0xCC, 0x3D}), "0.10000000149011612");
}

TEST(ArchiveToJson, RefusesNumbersThatAreNotFiniteUnlessAsked) {
  const std::initializer_list<int> nan = {0, 0, 0xC0, 0x7F};
  EXPECT_EQ(archive_to_json(archive_of({0, 0x0A}, nan)).status().code(), Code::kTypeMismatch);
  EXPECT_EQ(json_of({0, 0x0A}, nan, {.not_finite = JsonOptions::NotFinite::kNull}), "null");
}

TEST(ArchiveToJson, RefusesTextThatIsNotUtf8AndSaysWhere) {
  // {n: list<string>}
  const std::initializer_list<int> table = {1, 0, 0, 0, 1, 3, 1, 'n', 0x21, 0x14, 0x28, 0};
  const Bytes archive = archive_of(table, {2, 2, 'h', 'i', 3, 'a', 0xC3, '('});
  ASSERT_TRUE(archive::verify(archive).ok());  // to C++, text is bytes
  const Status status = archive_to_json(archive).status();
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_EQ(status.path(), "n[1]");
  EXPECT_EQ(status.offset(), 10U + table.size() + 6);
}

TEST(ArchiveToJson, ExpandsSharedObjectsAndRefusesCycles) {
  // list<ref Node>, Node {next: ref Node}
  const std::initializer_list<int> table = {1,    0,    0, 0,    1,    3,    1, 'n',
                                            0x29, 0x28, 0, 0x21, 0x29, 0x28, 0};
  EXPECT_EQ(json_of(table, {2, 1, 0, 6}), R"([{"n":null},{"n":null}])");
  EXPECT_EQ(json_of(table, {2, 2, 6, 0}), R"([{"n":null},{"n":null}])");
  EXPECT_EQ(json_of(table, {1, 3}), "[null]");
  const Result<std::string> cycle = archive_to_json(archive_of(table, {1, 1, 6}));
  EXPECT_EQ(cycle.status().code(), Code::kTypeMismatch);
  EXPECT_EQ(cycle.status().path(), "[0].n");
  const Result<std::string> refused =
      archive_to_json(archive_of(table, {2, 1, 0, 6}), {.shared = JsonOptions::Shared::kRefuse});
  EXPECT_EQ(refused.status().code(), Code::kTypeMismatch);
}

TEST(ArchiveToJson, BoundsTheExpansionOfDoubledReferences) {
  // Node {a: ref Node, b: ref Node}: 60 levels, each holding the next twice.
  std::vector<int> payload;
  constexpr int kLevels = 60;
  for (int i = 0; i < kLevels; ++i) payload.push_back(1);
  payload.insert(payload.end(), {0, 0});
  for (int i = kLevels - 1; i > 0; --i) payload.push_back(6 + i);
  Bytes archive = archive_of(
      {1, 0, 0, 0, 2, 3, 1, 'a', 0x29, 0x28, 0, 3, 1, 'b', 0x29, 0x28, 0, 0x29, 0x28, 0}, {});
  for (const int c : payload) archive.push_back(static_cast<std::byte>(c));
  ASSERT_TRUE(archive::verify(archive).ok()) << archive::verify(archive).to_string();
  EXPECT_EQ(archive_to_json(archive).status().code(), Code::kOverBudget);
}

// A record that leaves all its fields out makes two bytes of text, however many there are.
TEST(ArchiveToJson, BoundsWhatIsDoneWithoutMakingText) {
  constexpr int kCount = 100000;
  // {100000 x variant<tuple<>>}, root: list<ref of it>; the object, then references to it.
  Bytes archive =
      archive_of({1, 0, 0, 0, 1, 0xC0, 0x9A, 0x0C, 0x26, 1, 0x2D, 0, 0x21, 0x29, 0x28, 0},
                 {0xA0, 0x8D, 0x06, 1});
  archive.insert(archive.end(), kCount, std::byte{0});
  archive.insert(archive.end(), kCount - 1, std::byte{6});
  ASSERT_TRUE(archive::verify(archive).ok()) << archive::verify(archive).to_string();
  EXPECT_EQ(archive_to_json(archive).status().code(), Code::kOverBudget);
}

// Objects of type `any` that refer to each other make no text on the way to the last of them.
TEST(ArchiveToJson, BoundsTheReferencesThatItFollows) {
  constexpr int kChain = 200;
  constexpr int kCount = 100000;
  // list<ref any>: the last object is null, the others refer to the one before.
  Bytes archive = archive_of({0, 0x21, 0x29, 0x2C}, {0xA0, 0x8D, 0x06, 1, 0});
  const auto put = [&](int n) {
    for (; n >= 0x80; n >>= 7) archive.push_back(static_cast<std::byte>(n | 0x80));
    archive.push_back(static_cast<std::byte>(n));
  };
  for (int i = 1; i < kChain; ++i) {
    put(1);
    put(0x29);
    put(0x2C);
    put(6 + i - 1);
  }
  for (int i = kChain; i < kCount; ++i) put(6 + kChain - 1);
  ASSERT_TRUE(archive::verify(archive).ok()) << archive::verify(archive).to_string();
  EXPECT_EQ(archive_to_json(archive).status().code(), Code::kOverBudget);
}

// The type of a value of any type is checked each time that the value is come by.
TEST(ArchiveToJson, BoundsTheTypesThatItReadsAgain) {
  constexpr int kCount = 20000;
  // S {f: any}, root: list<ref of it>; an object with a variant of many nulls, then references.
  Bytes archive = archive_of({1, 1, 'S', 0, 0, 1, 3, 1, 'f', 0x2C, 0x21, 0x29, 0x28, 0},
                             {0xA1, 0x9C, 0x01, 1, 0x26, 0xA0, 0x9C, 0x01});
  archive.insert(archive.end(), kCount, std::byte{0});
  archive.push_back(std::byte{0});
  archive.insert(archive.end(), kCount, std::byte{6});
  ASSERT_TRUE(archive::verify(archive).ok()) << archive::verify(archive).to_string();
  EXPECT_EQ(archive_to_json(archive).status().code(), Code::kOverBudget);
}

TEST(ArchiveToJson, NamesNoFieldByCopyingItsName) {
  // {name of 1 MiB: variant<tuple<>>}, a million of them, none of which is written.
  constexpr std::size_t kSize = std::size_t{1} << 20;
  Bytes table;
  for (const int c : {1, 0, 0, 0, 1, 3, 0x80, 0x80, 0x40})
    table.push_back(static_cast<std::byte>(c));
  table.insert(table.end(), kSize, std::byte{'n'});
  for (const int c : {0x26, 1, 0x2D, 0, 0x21, 0x28, 0}) table.push_back(static_cast<std::byte>(c));
  Bytes archive;
  for (const int c : {0x46, 0x53, 0x52, 1, 0, 0, 0, 0, 0, 0x90, 0x80, 0x40}) {
    archive.push_back(static_cast<std::byte>(c));
  }
  ASSERT_EQ(table.size(), 0x100010U);
  archive.insert(archive.end(), table.begin(), table.end());
  for (const int c : {0x80, 0x80, 0x40}) archive.push_back(static_cast<std::byte>(c));
  archive.insert(archive.end(), kSize, std::byte{0});
  const Result<std::string> text = archive_to_json(archive);
  ASSERT_TRUE(text.ok()) << text.status().to_string();
  EXPECT_EQ(text->size(), 3 * kSize + 1);
}

TEST(ArchiveToJson, IsNeverLongerThanAllowed) {
  const Result<Buffer> archive = json_to_archive(R"(["some text that is not short",[[[]]]])");
  const Result<std::string> whole = archive_to_json(*archive);
  ASSERT_TRUE(whole.ok());
  for (std::size_t most = 1; most <= whole->size(); ++most) {
    const Result<std::string> text = archive_to_json(*archive, {.max_bytes = most});
    EXPECT_EQ(text.status().code(), most < whole->size() ? Code::kOverBudget : Code::kOk) << most;
  }
}

TEST(ArchiveToJson, RefusesToWriteOneKeyTwice) {
  // A map with two equal keys.
  const Status map =
      archive_to_json(archive_of({0, 0x24, 0x14, 2}, {3, 1, 'a', 1, 1, 'b', 2, 1, 'a', 3}))
          .status();
  EXPECT_EQ(map.code(), Code::kMalformed);
  EXPECT_EQ(map.offset(), 10U + 4 + 7);
  // A class and its super-class with a field of one name.
  const Status super =
      archive_to_json(
          archive_of({2, 0, 0, 0, 1, 3, 1, 'a', 2, 0, 0, 1, 1, 3, 1, 'a', 2, 0x28, 1}, {1, 2}))
          .status();
  EXPECT_EQ(super.code(), Code::kTypeMismatch);
  // {u8, "0": u8}, {2 x u8, "1": u8}; and where the name is no position: {u8, "1": u8}, "00", "-0".
  EXPECT_EQ(archive_to_json(archive_of({1, 0, 0, 0, 2, 2, 3, 3, 1, '0', 3, 0x28, 0}, {1, 2}))
                .status()
                .code(),
            Code::kTypeMismatch);
  EXPECT_EQ(archive_to_json(archive_of({1, 0, 0, 0, 2, 4, 3, 3, 1, '1', 3, 0x28, 0}, {1, 2, 3}))
                .status()
                .code(),
            Code::kTypeMismatch);
  EXPECT_EQ(json_of({1, 0, 0, 0, 2, 2, 3, 3, 1, '1', 3, 0x28, 0}, {1, 2}), R"({"0":1,"1":2})");
  EXPECT_EQ(json_of({1, 0, 0, 0, 2, 2, 3, 3, 2, '0', '0', 3, 0x28, 0}, {1, 2}),
            R"({"0":1,"00":2})");
  EXPECT_EQ(json_of({1, 0, 0, 0, 2, 2, 3, 3, 2, '-', '0', 3, 0x28, 0}, {1, 2}),
            R"({"0":1,"-0":2})");
}

TEST(ArchiveToJson, PrettyTextMeansTheSame) {
  const std::string json = R"({"a":[1,{"b":{}}],"c":[],"1":{"2":3}})";
  const Result<Buffer> archive = json_to_archive(json);
  const Result<std::string> text = archive_to_json(*archive, {.pretty = true});
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(Json::parse(*text), Json::parse(json));
  EXPECT_NE(text->find("\n  \"a\": [\n    1,"), std::string::npos) << *text;
}

TEST(ArchiveToJson, SurvivesEveryByteSetToEveryValue) {
  const Result<Buffer> archive = json_to_archive(
      R"([{"a":"text","b":[1,2]},{"a":"text","c":{"1":1.5}},{"b":[]},null,[[true]]])");
  for (std::size_t at = 0; at < archive->size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      Bytes changed(archive->begin(), archive->end());
      changed[at] = static_cast<std::byte>(value);
      const Result<std::string> text = archive_to_json(changed);
      if (text.ok()) {
        EXPECT_TRUE(Json::accept(*text)) << *text;
      }
    }
  }
}

// ---- real documents, where they are present

class RealDocument : public ::testing::TestWithParam<std::pair<const char*, std::size_t>> {};

TEST_P(RealDocument, RoundTripsAndStaysSmall) {
  const auto& [name, most] = GetParam();
  const std::string json = testing::read_data(name);
  if (json.empty()) GTEST_SKIP() << name << " is not there";
  const Result<Buffer> archive = json_to_archive(json);
  ASSERT_TRUE(archive.ok()) << archive.status().to_string();
  RecordProperty("bytes", static_cast<int>(archive->size()));
  EXPECT_LE(archive->size(), most);
  const Status sound = archive::verify(*archive);
  EXPECT_TRUE(sound.ok()) << sound.to_string();
  const Result<std::string> text = archive_to_json(*archive);
  ASSERT_TRUE(text.ok()) << text.status().to_string();
  EXPECT_EQ(Json::parse(*text), Json::parse(json));
}

INSTANTIATE_TEST_SUITE_P(Data, RealDocument,
                         ::testing::Values(std::pair{"twitter.json.gz", std::size_t{100000}},
                                           std::pair{"citm_catalog.json.gz", std::size_t{21000}},
                                           std::pair{"canada.json.gz", std::size_t{900000}},
                                           std::pair{"log.json.gz", std::size_t{420000}}));

}  // namespace
}  // namespace fastser::convert
