// SPDX-License-Identifier: MIT
//
// FlatBuffers of strangers through the hub: by any schema; every truncation and flipped bit of data
// and schema is an answer, in bounds of memory; what is refused, and where.
#include <cstring>
#include <functional>

#include "flat/reflection.hpp"
#include "support/alloc_counter.hpp"
#include "support/damage.hpp"
#include "support/effort.hpp"
#include "unit/convert/flat_support.hpp"
#include "unit/flat/values.hpp"

namespace fastser::convert {
namespace {

using flat::BaseType;
using flat::Declaration;
using flat::Declarations;
using flat::FieldDeclaration;
using flat::TypeRef;
using testing::AllocScope;

std::string json_of(const Flat& flat) { return text(from_flat(flat, Format::json)); }

TEST(FlatForeign, TablesAreObjectsAndUnionsAreTheirNumberAndValue) {
  EXPECT_EQ(json_of(flat_of_type(testing::make_person())),
            "{\"age\":40,\"first_seen\":\"ep1\",\"house\":\"Lannister\",\"name\":\"Tyrion\","
            "\"actor\":{\"birth_city\":\"Morristown\",\"date_of_birth\":-17625600000,"
            "\"name\":\"Peter Dinklage\"}}");
  EXPECT_EQ(json_of(flat_of_type(testing::make_shop())),
            "{\"items\":[{\"name\":\"a name\",\"counts\":[1,-1,1000],\"price\":2.5,"
            "\"parts\":[{\"name\":\"part\"}]},{}],"
            "\"values\":[{\"key\":\"number\",\"value_type\":1,\"value\":{\"value\":1099511627776}},"
            "{\"key\":\"text\",\"value_type\":2,\"value\":{\"value\":"
            "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}}],"
            "\"flags\":[{\"key\":-70000,\"value\":false},{\"key\":1,\"value\":true}],"
            "\"places\":[{\"x\":1,\"y\":2},{\"x\":-3,\"y\":-4}],"
            "\"own\":{\"name\":\"a name\",\"counts\":[1,-1,1000],\"price\":2.5,"
            "\"parts\":[{\"name\":\"part\"}]},"
            "\"first\":{\"name\":\"shared\",\"counts\":[7]},"
            "\"second\":{\"name\":\"shared\",\"counts\":[7]},"
            "\"choice_type\":2,\"choice\":{\"name\":\"chosen\",\"price\":1.0},"
            "\"data\":[1,2,3],\"lists\":[{\"value\":[\"a\",\"\"]},{},{\"value\":[\"b\"]}]}");
}

struct Old {
  std::int32_t first = 1;
};
struct New {
  std::int32_t first = 1;
  std::int16_t more = -7;
  double ratio = 2.5;
  float part = 0.1F;
  std::uint64_t large = 1;
  bool on = true;
  std::optional<int> maybe;
  std::string text;
};

TEST(FlatForeign, MissingScalarsHaveTheirDefaultsUnlessTheyAreOptional) {
  Flat flat = flat_of_type(New{});
  flat.data = flat_of_type(Old{3}).data;
  EXPECT_EQ(json_of(flat),
            "{\"first\":3,\"more\":-7,\"ratio\":2.5,\"part\":0.10000000149011612,\"large\":1,"
            "\"on\":true}");
}

// ---- hostile bytes

void expect_answer(BytesView data, BytesView schema) {
  const AllocScope scope;
  {
    ConvertOptions options;
    options.schema = schema;
    options.limits.memory_factor = 64;
    options.limits.memory_base = std::size_t{1} << 16;
    static_cast<void>(convert(data, Format::flatbuffers, Format::msgpack, options));
    static_cast<void>(convert(data, Format::flatbuffers, Format::json, options));
  }
  EXPECT_EQ(scope.live(), 0U);
  EXPECT_LE(scope.peak(), 256 * (data.size() + schema.size()) + (std::size_t{3} << 20));
}

// Of every kind that we write, and of structures and unions.
std::vector<Flat> samples() {
  const Bytes packed = bytes({0x83, 0xA1, 'a',  0x92, 0x81, 0xA1, 'm',  0xD6, 0xFF, 1,   2,
                              3,    4,    0x81, 0xA1, 'm',  0xD4, 5,    1,    0xA1, 'b', 0x82,
                              1,    2,    0xC0, 3,    0xA1, 'c',  0x92, 1,    0xA1, 'x'});
  return {flat_of_type(testing::make_shop()), to_flat(packed, Format::msgpack),
          to_flat(bytes(R"({"1":{"x":null,"y":[[1],null]},"2":{"x":1,"y":[]}})"), Format::json)};
}

TEST(FlatForeign, EveryTruncationIsAnAnswer) {
  for (const Flat& flat : samples()) {
    for (std::size_t size = 0; size < flat.data.size(); ++size) {
      expect_answer(Bytes(flat.data.begin(), flat.data.begin() + static_cast<std::ptrdiff_t>(size)),
                    flat.schema);
    }
    // (At its end are a few bytes that nothing leads to.)
    for (std::size_t size = 0; size + 8 < flat.schema.size(); ++size) {
      const auto end = flat.schema.begin() + static_cast<std::ptrdiff_t>(size);
      EXPECT_FALSE(check_flatbuffers(flat.data, Bytes(flat.schema.begin(), end)).ok()) << size;
    }
  }
}

// (Of schemas, some of the bits: reading them alone is tested with each.)
TEST(FlatForeign, EveryFlippedBitIsAnAnswer) {
  for (const Flat& flat : samples()) {
    testing::each_flipped_bit(
        flat.data, [&](const Bytes& data) { expect_answer(data, flat.schema); },
        testing::kSweepStep);
    testing::each_flipped_bit(
        flat.schema, [&](const Bytes& schema) { expect_answer(flat.data, schema); },
        5 * testing::kSweepStep);
  }
}

struct Node {
  std::vector<std::shared_ptr<Node>> children;
};

TEST(FlatForeign, ThirtyTablesThatLeadToTheNextTwiceEndInTheBudget) {
  auto node = std::make_shared<Node>();
  for (int i = 0; i < 30; ++i) {
    auto outer = std::make_shared<Node>();
    outer->children = {node, node};
    node = std::move(outer);
  }
  const Flat flat = flat_of_type(*node);
  ASSERT_LT(flat.data.size(), 2000U);
  for (const Format to : {Format::msgpack, Format::json, Format::archive, Format::flexbuffers}) {
    EXPECT_EQ(flat_fails(flat.data, flat.schema, to).code(), Code::kOverBudget);
  }
  EXPECT_EQ(check_flatbuffers(flat.data, flat.schema).code(), Code::kOverBudget);
}

struct Holder {
  std::string text;
};

TEST(FlatForeign, ALongTextThatManyLeadToEndsInTheBudget) {
  const auto one = std::make_shared<Holder>(Holder{std::string(100'000, 't')});
  const Flat flat = flat_of_type(std::vector<std::shared_ptr<Holder>>(50'000, one));
  ASSERT_LT(flat.data.size(), 310'000U);
  EXPECT_EQ(flat_fails(flat.data, flat.schema, Format::msgpack).code(), Code::kOverBudget);
  EXPECT_EQ(flat_fails(flat.data, flat.schema, Format::json).code(), Code::kOverBudget);
}

TEST(FlatForeign, DepthIsLimited) {
  auto node = std::make_shared<Node>();
  for (int i = 0; i < 100; ++i) {
    auto outer = std::make_shared<Node>();
    outer->children = {node};
    node = std::move(outer);
  }
  const Flat flat = flat_of_type(*node);
  EXPECT_EQ(flat_fails(flat.data, flat.schema, Format::msgpack).code(), Code::kTooDeep);
  ConvertOptions deep;
  deep.limits.depth = 512;
  deep.schema = flat.schema;
  EXPECT_TRUE(convert(flat.data, Format::flatbuffers, Format::msgpack, deep).ok());
}

TEST(FlatForeign, ErrorsSayWhere) {
  Flat flat = flat_of_type(testing::make_shop());
  const std::string all = text(flat.data);
  const std::size_t at = all.rfind("part");
  ASSERT_NE(at, std::string::npos);
  flat.data[at + 1] = std::byte{0xFF};
  const Status status = flat_fails(flat.data, flat.schema, Format::msgpack);
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_EQ(status.path(), "items[0].parts[0].name");
  EXPECT_EQ(status.offset(), at + 1);
}

// ---- what attributes may say

Flat with_schema(const std::string& document, const std::function<void(Declarations&)>& change) {
  Flat flat = to_flat(bytes(document), Format::json);
  Result<Declarations> schema = flat::from_binary(flat.schema);
  EXPECT_TRUE(schema.ok());
  change(*schema);
  const auto binary = flat::to_binary(*schema);
  EXPECT_TRUE(binary.ok());
  flat.schema = Bytes(binary->begin(), binary->end());
  return flat;
}

TEST(FlatForeign, AttributesWhereTheyCannotBeAreRefused) {
  for (const char* attribute : {"fastser_box", "fastser_map", "fastser_moment", "fastser_ext"}) {
    const Flat flat = with_schema("{\"a\":1,\"b\":2}", [&](Declarations& schema) {
      schema.all[0].attributes.push_back({attribute, std::nullopt});
    });
    const Status status = flat_fails(flat.data, flat.schema, Format::json);
    EXPECT_EQ(status.code(), Code::kMalformed) << attribute;
    EXPECT_EQ(status.path(), "Root") << attribute;
  }
  for (const char* attribute : {"fastser_flex", "fastser_data", "flexbuffer"}) {
    const Flat flat = with_schema("{\"a\":1,\"b\":2}", [&](Declarations& schema) {
      schema.all[0].fields[1].attributes.push_back({attribute, std::nullopt});
    });
    EXPECT_EQ(flat_fails(flat.data, flat.schema, Format::json).path(), "Root.b") << attribute;
  }
}

TEST(FlatForeign, TwoFieldsOfOneKeyAreRefused) {
  const Flat flat = with_schema("{\"a\":1,\"b\":2}", [](Declarations& schema) {
    schema.all[0].fields[0].attributes.push_back({"fastser_name", "b"});
  });
  const Status status = flat_fails(flat.data, flat.schema, Format::json);
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_EQ(status.message(), "two fields of one key");
}

TEST(FlatForeign, DeprecatedFieldsAreLeftOutAndRequiredOnesMustBeThere) {
  const Flat less = with_schema("{\"a\":1,\"b\":\"x\"}", [](Declarations& schema) {
    schema.all[0].fields[0].deprecated = true;
    schema.all[0].fields[1].required = true;
  });
  EXPECT_EQ(json_of(less), "{\"b\":\"x\"}");
  const Flat missing = with_schema("[{\"a\":1,\"b\":\"x\"},{\"a\":1}]", [](Declarations& schema) {
    schema.all[1].fields[1].required = true;
  });
  const Status status = flat_fails(missing.data, missing.schema, Format::json);
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_EQ(status.message(), "a required field that is missing");
  EXPECT_FALSE(status.path().empty());
}

// Two numbers for each object of the input, and a name as long as the schema likes.
TEST(FlatForeign, KeysOfASchemaArePaidForEachTimeTheyAreTold) {
  std::string objects = "[{\"a\":1}";
  for (int i = 0; i < 20000; ++i) objects += ",{\"a\":1}";
  const Flat flat = with_schema(objects + "]", [](Declarations& schema) {
    for (auto& table : schema.all) {
      for (auto& field : table.fields) {
        if (field.name == "a")
          field.attributes.push_back({"fastser_name", std::string(100000, 'k')});
      }
    }
  });
  for (const Format to : {Format::msgpack, Format::json, Format::flexbuffers}) {
    EXPECT_EQ(flat_fails(flat.data, flat.schema, to).code(), Code::kOverBudget) << format_name(to);
  }
}

TEST(FlatForeign, AnErrorInAFlexBufferInsideSaysWhere) {
  Flat flat = to_flat(bytes("{\"a\":{\"b\":[1,\"some text\"]}}"), Format::json);
  const std::size_t at = text(flat.data).find("some");
  ASSERT_NE(at, std::string::npos);
  flat.data[at] = std::byte{0xFF};
  const Status status = flat_fails(flat.data, flat.schema, Format::msgpack);
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_EQ(status.path(), "a.b[1]");
  EXPECT_EQ(status.offset(), at);
}

}  // namespace
}  // namespace fastser::convert
