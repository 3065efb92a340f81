// SPDX-License-Identifier: MIT
//
// Every format to every other and back: what JSON can say comes back equal whatever way it takes.
#include <nlohmann/json.hpp>

#include "fastser/flexbuffers.hpp"
#include "fastser/msgpack.hpp"
#include "fastser/verify.hpp"
#include "support/data_files.hpp"
#include "support/effort.hpp"
#include "unit/convert/convert_support.hpp"
#include "unit/convert/json_documents.hpp"

namespace fastser::convert {
namespace {

using Json = nlohmann::ordered_json;

// FlexBuffers sort the members of an object: then only what they are counts, not their order.
bool equal(const std::string& json, const Json& wanted, Format first, Format second) {
  if (first != Format::flexbuffers && second != Format::flexbuffers) {
    return Json::parse(json) == wanted;
  }
  return nlohmann::json::parse(json) == nlohmann::json::parse(wanted.dump());
}

// JSON text by way of two formats, which may be one.
std::string round_trip(const std::string& json, Format first, Format second) {
  const Bytes once = must(bytes(json), Format::json, first);
  if (first == Format::archive) {
    EXPECT_TRUE(archive::verify(once).ok());
  }
  if (first == Format::msgpack) {
    EXPECT_TRUE(msgpack::verify(once).ok());
  }
  if (first == Format::flexbuffers) {
    EXPECT_TRUE(flexbuffers::verify(once).ok());
    // A scalar alone, or a list of nothing, is not known for one.
    const bool is_known = json.size() > 2 && (json[0] == '[' || json[0] == '{');
    EXPECT_TRUE(!is_known || detect_format(once) == first) << json;
  } else {
    // A number from 48 to 57 alone is one byte in MessagePack: a digit, and so JSON.
    const bool is_digit =
        once.size() == 1 && once[0] >= std::byte{'0'} && once[0] <= std::byte{'9'};
    EXPECT_EQ(detect_format(once), is_digit ? Format::json : first) << json;
  }
  const Bytes twice = must(once, first, second);
  return text(must(twice, second, Format::json));
}

void expect_round_trips(const std::string& json) {
  const Json wanted = Json::parse(json);
  for (const Format first : kFormats) {
    for (const Format second : kFormats) {
      const std::string back = round_trip(json, first, second);
      ASSERT_TRUE(Json::accept(back)) << back.substr(0, 200);
      ASSERT_TRUE(equal(back, wanted, first, second))
          << format_name(first) << ", " << format_name(second) << ": " << json.substr(0, 200);
    }
  }
}

TEST(Formats, KeepEveryKindOfJson) {
  for (const char* json : kJsonDocuments) expect_round_trips(json);
}

TEST(Formats, KeepDocumentsMadeAtRandom) {
  RandomDocuments<Json> documents(11, 20);
  for (std::size_t i = 0; i < 300; i += testing::kSweepStep)
    expect_round_trips(documents.next().dump());
}

TEST(Formats, OfTheSameKindAreWrittenAnew) {
  const Bytes json = bytes("[ 1 , {\"a\" : 2.50} ]\n");
  EXPECT_EQ(text(must(json, Format::json, Format::json)), "[1,{\"a\":2.5}]");
  EXPECT_EQ(text(must(json, Format::json, Format::json, {.pretty = true})),
            "[\n  1,\n  {\n    \"a\": 2.5\n  }\n]");
  // Wide forms become the smallest.
  EXPECT_EQ(must(bytes({0xDC, 0, 2, 0xCD, 0, 1, 0xD9, 1, 'a'}), Format::msgpack, Format::msgpack),
            bytes({0x92, 1, 0xA1, 'a'}));
  const Bytes archive = must(json, Format::json, Format::archive);
  EXPECT_EQ(must(archive, Format::archive, Format::archive), archive);
}

// Such lists could be a count and nothing else, which readers take for a bomb.
TEST(Formats, KeepLongListsOfNothing) {
  for (const std::string one :
       {"null", "[]", "{}", "[null,null]", "{\"a\":null,\"b\":[]}", "[[],[]]"}) {
    std::string json = "[" + one;
    for (std::size_t i = 1; i < 100000; i += testing::kSweepStep) json += "," + one;
    json += "]";
    for (const Format second : kFormats) {
      EXPECT_TRUE(round_trip(json, Format::archive, second) == json) << one;
    }
    // In lists of many lengths.
    std::string lists = "[[]";
    for (int i = 1; i < 1000; ++i)
      lists += ",[" + one + std::string(i % 100 != 0 ? "," + one : "") + "]";
    lists += "]";
    EXPECT_TRUE(round_trip(lists, Format::archive, Format::msgpack) == lists) << one;
  }
}

TEST(Formats, AreToldApart) {
  const auto of = [](const Bytes& input) { return detect_format(input); };
  EXPECT_EQ(of(bytes("{}")), Format::json);
  EXPECT_EQ(of(bytes(" \n[1]")), Format::json);
  EXPECT_EQ(of(bytes("\xEF\xBB\xBF{}")), Format::json);
  EXPECT_EQ(of(bytes("7")), Format::json);
  EXPECT_EQ(of(bytes("12")), Format::json);
  EXPECT_EQ(of(bytes("null")), Format::json);
  EXPECT_EQ(of(bytes("\"")), Format::msgpack);  // 34: a byte that is no JSON
  EXPECT_EQ(of(bytes({0x80})), Format::msgpack);
  EXPECT_EQ(of(bytes({0xC0})), Format::msgpack);
  EXPECT_EQ(of(bytes({5})), Format::msgpack);
  EXPECT_EQ(of(must(bytes("1"), Format::json, Format::archive)), Format::archive);
  EXPECT_EQ(of(bytes("FSR\1")), Format::archive);
  EXPECT_EQ(of({}), std::nullopt);
  EXPECT_EQ(of(bytes({0xC1})), std::nullopt);
  EXPECT_EQ(of(bytes({0x92, 1})), std::nullopt);
  EXPECT_EQ(of(bytes("<xml/>")), std::nullopt);
  // A list, and a map whose first key starts as JSON text does.
  EXPECT_EQ(of(bytes({2, 1, 0, 8, 0, 4, 40, 1})), Format::flexbuffers);
  EXPECT_EQ(of(bytes({'n', 0, 1, 3, 1, 1, 1, 1, 4, 2, 36, 1})), Format::flexbuffers);
  // Not by their end alone: a number, a message cut off, a list that is not right before its root,
  // and one that is not sound.
  EXPECT_EQ(of(bytes({5, 4, 1})), std::nullopt);
  EXPECT_EQ(of(bytes({0x94, 0, 4, 1})), std::nullopt);
  EXPECT_EQ(of(bytes({1, 7, 0, 0, 0, 0, 0, 0, 0, 0, 9, 48, 1})), std::nullopt);
  EXPECT_EQ(of(bytes({2, 1, 99, 8, 20, 4, 40, 1})), std::nullopt);
  // MessagePack stays so: data that holds a FlexBuffer.
  EXPECT_EQ(of(bytes({0xC4, 8, 2, 1, 0, 8, 0, 4, 40, 1})), Format::msgpack);
}

struct Sizes {
  const char* name;
  std::size_t archive;
  std::size_t msgpack;
  std::size_t flexbuffers;
};

Json by_another(const Bytes& packed) {
  // Of char: libc++ has no char_traits of bytes, which it asks for.
  const auto* const first = reinterpret_cast<const char*>(packed.data());
  return Json::from_msgpack(first, first + packed.size());
}

class RealDocumentOfEveryFormat : public ::testing::TestWithParam<Sizes> {};

TEST_P(RealDocumentOfEveryFormat, RoundTripsAndStaysSmall) {
  const Sizes& most = GetParam();
  const std::string json = testing::read_data(most.name);
  if (json.empty()) GTEST_SKIP() << most.name << " is not there";
  const Json wanted = Json::parse(json);
  const Bytes archive = must(bytes(json), Format::json, Format::archive, {.checksum = true});
  const Bytes packed = must(bytes(json), Format::json, Format::msgpack);
  RecordProperty("archive_bytes", static_cast<int>(archive.size()));
  RecordProperty("msgpack_bytes", static_cast<int>(packed.size()));
  EXPECT_LE(archive.size(), most.archive);
  EXPECT_LE(packed.size(), most.msgpack);
  EXPECT_TRUE(Json::parse(text(must(packed, Format::msgpack, Format::json))) == wanted);
  EXPECT_TRUE(by_another(packed) == wanted);
  const Bytes from_archive = must(archive, Format::archive, Format::msgpack);
  EXPECT_TRUE(by_another(from_archive) == wanted);
  const Bytes from_packed = must(packed, Format::msgpack, Format::archive);
  EXPECT_TRUE(archive::verify(from_packed).ok());
  EXPECT_EQ(must(from_packed, Format::archive, Format::msgpack), packed);
  EXPECT_TRUE(Json::parse(text(must(from_packed, Format::archive, Format::json))) == wanted);

  // FlexBuffers sort the keys of maps.
  const auto unordered = nlohmann::json::parse(json);
  const auto is_wanted = [&](const Bytes& input, Format from) {
    return nlohmann::json::parse(text(must(input, from, Format::json))) == unordered;
  };
  const Bytes flex = must(bytes(json), Format::json, Format::flexbuffers);
  RecordProperty("flexbuffers_bytes", static_cast<int>(flex.size()));
  EXPECT_LE(flex.size(), most.flexbuffers);
  EXPECT_TRUE(is_wanted(flex, Format::flexbuffers));
  const Bytes sorted = must(flex, Format::flexbuffers, Format::flexbuffers);
  for (const Format other : {Format::archive, Format::msgpack}) {
    const Bytes there = must(flex, Format::flexbuffers, other);
    EXPECT_TRUE(is_wanted(there, other));
    EXPECT_TRUE(must(there, other, Format::flexbuffers) == sorted) << format_name(other);
    const Bytes whole = other == Format::archive ? archive : packed;
    const Bytes back = must(must(whole, other, Format::flexbuffers), Format::flexbuffers, other);
    EXPECT_TRUE(is_wanted(back, other)) << format_name(other);
  }
}

INSTANTIATE_TEST_SUITE_P(Data, RealDocumentOfEveryFormat,
                         ::testing::Values(Sizes{"twitter.json.gz", 98091, 401510, 161000},
                                           Sizes{"citm_catalog.json.gz", 20535, 342473, 255000},
                                           Sizes{"canada.json.gz", 900000, 1100000, 1570000},
                                           Sizes{"log.json.gz", 420000, 1700000, 990000}));

// The fifth file: floats, no JSON at all.
TEST(Formats, KeepAMeshOfFloatsToTheBit) {
  const std::vector<float> floats = testing::read_floats("mesh.f32.gz");
  if (floats.empty()) GTEST_SKIP() << "mesh.f32.gz is not there";
  const std::size_t mesh_size = floats.size() * sizeof(float);
  const Result<Buffer> packed = msgpack::encode(floats);
  ASSERT_TRUE(packed.ok());
  const Bytes archive = must(*packed, Format::msgpack, Format::archive);
  EXPECT_LT(archive.size(), mesh_size + 32);
  const Bytes back = must(archive, Format::archive, Format::msgpack);
  EXPECT_TRUE(std::equal(back.begin(), back.end(), packed->begin(), packed->end()));
  const Bytes flex = must(*packed, Format::msgpack, Format::flexbuffers);
  EXPECT_LT(flex.size(), mesh_size + 32);
  EXPECT_EQ(must(flex, Format::flexbuffers, Format::msgpack), back);
  EXPECT_EQ(must(must(archive, Format::archive, Format::flexbuffers), Format::flexbuffers,
                 Format::archive),
            archive);
}

}  // namespace
}  // namespace fastser::convert
