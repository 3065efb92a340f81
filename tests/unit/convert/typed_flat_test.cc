// SPDX-License-Identifier: MIT
//
// FlatBuffers of a type that the caller gives, there and back (docs/plans.md), and variants of
// which another format has to say the alternative.
#include <array>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/msgpack.hpp"
#include "unit/convert/flat_support.hpp"

namespace fastser::convert {
namespace {

struct Corner {
  float x = 0, y = 0;
};
struct Area {
  std::array<Corner, 2> corners;
  std::int64_t id = 0;
};
struct Left {
  std::int32_t n = 0;
};
struct Right {  // of the same fields
  std::int32_t n = 0;
};
using Time = std::chrono::sys_time<std::chrono::nanoseconds>;
struct All {
  bool flag = true;
  std::int8_t small = -1;
  std::uint64_t large = std::uint64_t{1} << 63;
  fastser::varint<std::int32_t> varying{-70000};
  float f = 1.5F;
  std::string text = "text";
  Area area{{Corner{1, 2}, Corner{3, 4}}, 5};
  std::vector<Area> areas = {{}, {{Corner{5, 6}, Corner{}}, -1}};
  std::optional<Corner> corner = Corner{7, 8};
  std::map<std::string, std::int32_t> by_name = {{"x", 1}, {"y", 2}};
  std::map<std::int32_t, std::optional<std::string>> by_number = {{-3, "a"}, {2, std::nullopt}};
  std::vector<std::vector<std::int16_t>> lists = {{}, {1, -2}};
  std::vector<std::optional<std::string>> texts = {"", std::nullopt, "t"};
  std::vector<std::uint8_t> data = {1, 2, 3};
  std::optional<std::int32_t> none;
  std::optional<std::string> empty = "";
  std::shared_ptr<Left> owned = std::make_shared<Left>(Left{9});
  std::tuple<std::int32_t, std::optional<std::string>> tuple = {1, std::nullopt};
  std::variant<Left, Right> choice = Right{3};
  std::vector<std::variant<Left, Right>> choices = {Right{}, Left{}, Right{1}};
  std::map<std::string, std::variant<Left, Right>> named = {{"r", Right{2}}};
  std::variant<std::monostate, std::int32_t, std::string> nothing;
  Time when{std::chrono::nanoseconds(-1)};
  std::vector<Time> times = {Time{}, Time{std::chrono::nanoseconds(1'700'000'000'123'456'789)}};
};

template <typename T>
Bytes bytes_of(const T& value) {
  const auto made = archive::encode(value);
  EXPECT_TRUE(made.ok()) << made.status().to_string();
  return Bytes(made->begin(), made->end());
}

TEST(TypedFlat, ComesBackToTheLastBit) {
  const Type type = *fastser::type_of<All>();
  const Bytes wanted = bytes_of(All{});
  const Bytes flat = must(wanted, Format::archive, Format::flatbuffers, {.type = &type});
  EXPECT_EQ(must(flat, Format::flatbuffers, Format::archive, {.type = &type}), wanted);
  // And from what is no archive of the type yet.
  const Bytes message = must(wanted, Format::archive, Format::msgpack, {.indexed_variants = true});
  EXPECT_EQ(must(message, Format::msgpack, Format::flatbuffers, {.type = &type}), flat);
}

// What is bytes is no list of numbers, in an optional as well.
TEST(TypedFlat, OptionalBytesComeBack) {
  TypeBuilder builder;
  const TypeId record = builder.record("R");
  builder.field(record, "id", builder.optional(builder.code(schema::TypeCode::kUuid)));
  builder.field(record, "price", builder.optional(builder.code(schema::TypeCode::kDecimal)));
  builder.field(record, "bits", builder.optional(builder.bits(11)));
  builder.field(record, "data", builder.optional(builder.code(schema::TypeCode::kData)));
  builder.field(record, "none", builder.optional(builder.code(schema::TypeCode::kUuid)));
  builder.field(record, "ids",
                builder.list(builder.optional(builder.code(schema::TypeCode::kUuid))));
  const Result<Type> type = builder.build(record);
  ASSERT_TRUE(type.ok()) << type.status().to_string();
  const Bytes wanted = must(bytes(R"({"id":"00112233-4455-6677-8899-aabbccddeeff","price":"1.50",)"
                                  R"("bits":"10110000001","data":[1,2],"none":null,)"
                                  R"("ids":["00112233-4455-6677-8899-aabbccddeeff",null]})"),
                            Format::json, Format::archive, {.type = &*type});
  const Bytes flat = must(wanted, Format::archive, Format::flatbuffers, {.type = &*type});
  EXPECT_EQ(must(flat, Format::flatbuffers, Format::archive, {.type = &*type}), wanted);
}

TEST(TypedFlat, IsOfTheSchemaOfTheType) {
  const Type type = *fastser::type_of<All>();
  Buffer schema;
  const Bytes flat = must(bytes_of(All{}), Format::archive, Format::flatbuffers,
                          {.new_schema = &schema, .type = &type});
  EXPECT_TRUE(check_flatbuffers(flat, schema).ok());
  const auto wanted = flat::value_declarations(type);
  ASSERT_TRUE(wanted.ok());
  const auto binary = flat::to_binary(*wanted);
  ASSERT_TRUE(binary.ok());
  EXPECT_EQ(Bytes(schema.begin(), schema.end()), Bytes(binary->begin(), binary->end()));
  // Anybody's reader finds the fields by it.
  const std::string json =
      text(must(flat, Format::flatbuffers, Format::json,
                {.unsayable = ConvertOptions::Unsayable::kReplace, .schema = schema}));
  EXPECT_NE(json.find("\"text\":\"text\""), std::string::npos) << json;
  EXPECT_NE(json.find("\"choice_type\":2"), std::string::npos) << json;
}

TEST(TypedFlat, SaysWhatItCannotSay) {
  struct Node {
    std::vector<std::shared_ptr<Left>> all;
  };
  const Type type = *fastser::type_of<Node>();
  Node node;
  node.all = {std::make_shared<Left>(), nullptr};
  const Status status =
      fails(bytes_of(node), Format::archive, Format::flatbuffers, {.type = &type});
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  EXPECT_EQ(status.path(), "all[1]");
  TypeBuilder b;
  const TypeId record = b.record("R");
  b.field(record, "a", b.code(TypeCode::kAny));
  const Type any = *b.build(record);
  EXPECT_EQ(fails(bytes("{}"), Format::json, Format::flatbuffers, {.type = &any}).code(),
            Code::kTypeMismatch);
}

struct OfNothing {
  std::variant<std::monostate, std::shared_ptr<Left>> owner = std::shared_ptr<Left>();
  std::variant<std::int32_t, std::optional<std::string>> text = std::optional<std::string>();
  std::int32_t tail = 7;
  std::string last = "last";
};

TEST(TypedFlat, NothingInAVariantIsNothing) {
  const Type type = *fastser::type_of<OfNothing>();
  for (const bool something : {false, true}) {
    OfNothing value;
    if (something) value.owner = std::make_shared<Left>();
    if (something) value.text = std::optional<std::string>("text");
    const Bytes wanted = bytes_of(value);
    const Bytes flat = must(wanted, Format::archive, Format::flatbuffers, {.type = &type});
    EXPECT_EQ(must(flat, Format::flatbuffers, Format::archive, {.type = &type}), wanted);
  }
}

using PerhapsNumber = std::variant<std::optional<std::int32_t>, std::string>;
struct OfNothingInVariants {
  std::optional<PerhapsNumber> held = PerhapsNumber(std::nullopt);
  std::optional<PerhapsNumber> none;
  std::shared_ptr<PerhapsNumber> object = std::make_shared<PerhapsNumber>(std::nullopt);
  std::shared_ptr<PerhapsNumber> nil;
  std::variant<std::int32_t, std::optional<PerhapsNumber>> around = std::optional<PerhapsNumber>();
  std::int32_t tail = 7;
};

TEST(TypedFlat, NothingInAVariantInAVariantIsOfTheOuterOne) {
  const Type type = *fastser::type_of<OfNothingInVariants>();
  const Bytes wanted = bytes_of(OfNothingInVariants{});
  const Bytes flat = must(wanted, Format::archive, Format::flatbuffers, {.type = &type});
  EXPECT_EQ(must(flat, Format::flatbuffers, Format::archive, {.type = &type}), wanted);
}

TEST(TypedFlat, CutAndChangedBytesAreErrorsOrValues) {
  const Type type = *fastser::type_of<All>();
  const Bytes flat = must(bytes_of(All{}), Format::archive, Format::flatbuffers, {.type = &type});
  for (std::size_t at = 0; at < flat.size(); ++at) {
    for (const int change : {0, 1, 0x7F, 0xFF}) {
      Bytes changed = flat;
      changed[at] = static_cast<std::byte>(change);
      static_cast<void>(convert(changed, Format::flatbuffers, Format::archive, {.type = &type}));
    }
    const BytesView cut(flat.data(), at);
    static_cast<void>(convert(cut, Format::flatbuffers, Format::archive, {.type = &type}));
  }
}

struct Choices {
  std::variant<Left, Right> alike = Right{3};
  std::variant<std::monostate, std::int32_t, std::string> clear = "text";
  std::vector<std::variant<std::int32_t, std::int64_t>> numbers = {std::int64_t{1}, 2};
};

TEST(IndexedVariants, AreWhatTheMsgpackCodecWrites) {
  const auto message = msgpack::encode(Choices{}, msgpack::Keys::strings);
  ASSERT_TRUE(message.ok());
  const Bytes made =
      must(bytes_of(Choices{}), Format::archive, Format::msgpack, {.indexed_variants = true});
  EXPECT_EQ(made, Bytes(message->begin(), message->end()));
  const Type type = *fastser::type_of<Choices>();
  EXPECT_EQ(must(made, Format::msgpack, Format::archive, {.type = &type}), bytes_of(Choices{}));
}

TEST(EmptyMaps, HaveKeysOfAnyType) {
  const std::map<std::int32_t, std::string> empty;
  const Type type = *fastser::type_of<std::map<std::int32_t, std::string>>();
  const Bytes message = must(bytes_of(empty), Format::archive, Format::msgpack);
  EXPECT_EQ(must(message, Format::msgpack, Format::archive, {.type = &type}), bytes_of(empty));
}

}  // namespace
}  // namespace fastser::convert
