// SPDX-License-Identifier: MIT
//
// FlexBuffers as flatbuffers' own library writes and reads them: random values, ours verified and
// read by it, its read by us, typed, in place and by verify; and ours never larger.
#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <map>
#include <string>
#include <variant>
#include <vector>

#include "differential/random_many.hpp"
#include "fastser/flexbuffers.hpp"
#include "props/random_value.hpp"
#include "support/person.hpp"

#define FLATBUFFERS_LOCALE_INDEPENDENT 0  // else its sources would have to be linked
#include <flatbuffers/flexbuffers.h>

namespace fastser::testing {
namespace {

namespace theirs = ::flexbuffers;

/// Anything that FlexBuffers can say.
struct Any {
  using Value = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string,
                             std::vector<std::byte>, std::vector<std::int32_t>, std::vector<double>,
                             std::vector<Any>, std::map<std::string, Any>>;
  Value value;
};

bool same(const Any& left, const Any& right);
struct Same {
  template <typename T, typename U>
  bool operator()(const T&, const U&) const {
    return false;
  }
  template <typename T>
  bool operator()(const T& left, const T& right) const {
    return left == right;
  }
  bool operator()(const std::vector<Any>& left, const std::vector<Any>& right) const {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(), same);
  }
  bool operator()(const std::map<std::string, Any>& left,
                  const std::map<std::string, Any>& right) const {
    return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                      [](const auto& one, const auto& other) {
                        return one.first == other.first && same(one.second, other.second);
                      });
  }
};
bool same(const Any& left, const Any& right) { return std::visit(Same(), left.value, right.value); }

}  // namespace
}  // namespace fastser::testing

namespace fastser::flexbuffers {
// Without a variant's index: the types of FlexBuffers say which one it is.
template <>
struct Codec<testing::Any> {
  using Any = testing::Any;
  static Slot encode(const Any& any, Encoder& encoder) {
    return std::visit([&](const auto& one) { return encode_value(one, encoder); }, any.value);
  }
  static bool decode(Any& any, const Raw& raw, Decoder& decoder) {
    switch (raw.type) {
      case kNull: any.value = std::monostate(); return true;
      case kBool: return decode_value(any.value.emplace<bool>(), raw, decoder);
      case kInt:
      case kIndirectInt: return decode_value(any.value.emplace<std::int64_t>(), raw, decoder);
      case kUint:
      case kIndirectUint: return decode_value(any.value.emplace<std::uint64_t>(), raw, decoder);
      case kFloat:
      case kIndirectFloat: return decode_value(any.value.emplace<double>(), raw, decoder);
      case kString: return decode_value(any.value.emplace<std::string>(), raw, decoder);
      case kBlob: return decode_value(any.value.emplace<std::vector<std::byte>>(), raw, decoder);
      case kVectorInt:
        return decode_value(any.value.emplace<std::vector<std::int32_t>>(), raw, decoder);
      case kVectorFloat:
        return decode_value(any.value.emplace<std::vector<double>>(), raw, decoder);
      case kVector: return decode_value(any.value.emplace<std::vector<Any>>(), raw, decoder);
      default: return decode_value(any.value.emplace<std::map<std::string, Any>>(), raw, decoder);
    }
  }
};
}  // namespace fastser::flexbuffers

namespace fastser::testing {
namespace {

// FlexBuffers end a key at a zero byte; random texts have none.
Any random_any(Random& random, unsigned depth) {
  const auto inner = [&] { return random_any(random, depth - 1); };
  switch (random.below(depth == 0 ? 9 : 11)) {
    case 0: return {std::monostate()};
    case 1: return {random.one_in(2)};
    case 2: return {static_cast<std::int64_t>(random_bits(random))};
    case 3: return {random_bits(random)};
    case 4: return {static_cast<double>(static_cast<std::int32_t>(random.next())) / 1024};
    case 5: return {random_text(random)};
    case 6: return {std::vector<std::byte>(random.size(), static_cast<std::byte>(random.next()))};
    case 7: {
      std::vector<std::int32_t> list(random.size());
      for (auto& one : list) one = static_cast<std::int32_t>(random_bits(random));
      return {list};
    }
    case 8: {
      std::vector<double> list(random.size());
      for (auto& one : list)
        one = static_cast<double>(static_cast<std::int32_t>(random.next())) / 8;
      return {list};
    }
    case 9: return {random_list(random, inner)};
    default: return {random_map(random, inner)};
  }
}

void build(theirs::Builder& out, const Any& any) {
  struct Write {
    theirs::Builder& out;
    void operator()(std::monostate) const { out.Null(); }
    void operator()(bool value) const { out.Bool(value); }
    void operator()(std::int64_t value) const { out.Int(value); }
    void operator()(std::uint64_t value) const { out.UInt(value); }
    void operator()(double value) const { out.Double(value); }
    void operator()(const std::string& value) const { out.String(value); }
    void operator()(const std::vector<std::byte>& data) const {
      out.Blob(data.data(), data.size());
    }
    // By hand: its own way for arrays asserts that the count is no wider than an element.
    void operator()(const std::vector<std::int32_t>& list) const {
      if (list.empty()) return void(out.Vector(static_cast<const std::int32_t*>(nullptr), 0));
      out.TypedVector([&] {
        for (const std::int32_t one : list) out.Int(one);
      });
    }
    void operator()(const std::vector<double>& list) const {
      if (list.empty()) return void(out.Vector(static_cast<const double*>(nullptr), 0));
      out.TypedVector([&] {
        for (const double one : list) out.Double(one);
      });
    }
    void operator()(const std::vector<Any>& list) const {
      out.Vector([&] {
        for (const Any& one : list) build(out, one);
      });
    }
    void operator()(const std::map<std::string, Any>& map) const {
      out.Map([&] {
        for (const auto& [key, one] : map) {
          out.Key(key);
          build(out, one);
        }
      });
    }
  };
  std::visit(Write{out}, any.value);
}

Any read(const theirs::Reference& at) {
  if (at.IsNull()) return {std::monostate()};
  if (at.IsBool()) return {at.AsBool()};
  if (at.IsInt()) return {at.AsInt64()};
  if (at.IsUInt()) return {at.AsUInt64()};
  if (at.IsFloat()) return {at.AsDouble()};
  if (at.IsString()) return {at.AsString().str()};
  if (at.IsBlob()) {
    const auto* from = reinterpret_cast<const std::byte*>(at.AsBlob().data());
    return {std::vector<std::byte>(from, from + at.AsBlob().size())};
  }
  if (at.IsMap()) {
    std::map<std::string, Any> map;
    const theirs::Map from = at.AsMap();
    for (std::size_t i = 0; i < from.size(); ++i) {
      const char* const key = from.Keys()[i].AsKey();
      EXPECT_TRUE(same(read(from[key]), read(from.Values()[i]))) << key;
      map[key] = read(from.Values()[i]);
    }
    return {map};
  }
  if (at.IsTypedVector()) {
    const theirs::TypedVector from = at.AsTypedVector();
    if (at.GetType() == theirs::FBT_VECTOR_INT) {
      std::vector<std::int32_t> list;
      for (std::size_t i = 0; i < from.size(); ++i) list.push_back(from[i].AsInt32());
      return {list};
    }
    std::vector<double> list;
    for (std::size_t i = 0; i < from.size(); ++i) list.push_back(from[i].AsDouble());
    return {list};
  }
  if (!at.IsUntypedVector()) ADD_FAILURE() << "a type that was not written: " << at.GetType();
  std::vector<Any> list;
  const theirs::Vector from = at.AsVector();
  for (std::size_t i = 0; i < from.size(); ++i) list.push_back(read(from[i]));
  return {list};
}

BytesView bytes_of(const theirs::Builder& builder) {
  const auto& buffer = builder.GetBuffer();
  return {reinterpret_cast<const std::byte*>(buffer.data()), buffer.size()};
}
const std::uint8_t* octets(const Buffer& buffer) {
  return reinterpret_cast<const std::uint8_t*>(buffer.data());
}

TEST(FlexBuffersReference, ReadsOursAndItsAreReadByUs) {
  Random random(21);
  std::size_t our_size = 0;
  std::size_t their_size = 0;
  for (int i = 0; i < 200'000; ++i) {
    const Any any = random_any(random, 3);
    const Result<Buffer> ours = flexbuffers::encode(any, {.share_strings = random.one_in(2)});
    ASSERT_TRUE(ours.ok());
    ASSERT_TRUE(theirs::VerifyBuffer(octets(*ours), ours->size())) << "value " << i;
    ASSERT_TRUE(same(read(theirs::GetRoot(octets(*ours), ours->size())), any)) << "value " << i;
    const Result<Any> own = flexbuffers::decode<Any>(*ours);
    ASSERT_TRUE(own.ok() && same(*own, any)) << "value " << i;
    ASSERT_TRUE(flexbuffers::verify(*ours).ok()) << "value " << i;

    theirs::Builder builder(256, theirs::BUILDER_FLAG_SHARE_KEYS_AND_STRINGS);
    build(builder, any);
    builder.Finish();
    const Result<Any> back = flexbuffers::decode<Any>(bytes_of(builder));
    ASSERT_TRUE(back.ok()) << "value " << i << ": " << back.status().to_string();
    ASSERT_TRUE(same(*back, any)) << "value " << i;
    ASSERT_TRUE(flexbuffers::verify(bytes_of(builder)).ok()) << "value " << i;
    // One may be a few bytes larger, where what is smaller is aligned worse.
    const auto shared = flexbuffers::encoded_size(any, {.share_strings = true});
    our_size += *shared;
    their_size += builder.GetBuffer().size();
    ASSERT_LE(*shared, builder.GetBuffer().size() + builder.GetBuffer().size() / 8 + 16);
  }
  EXPECT_LT(our_size, their_size);
  RecordProperty("ours", std::to_string(our_size));
  RecordProperty("theirs", std::to_string(their_size));
}

void build(theirs::Builder& out, const Person& person) {
  out.Map([&] {
    out.Int("age", person.age);
    out.String("first_seen", person.first_seen);
    out.String("house", person.house);
    out.String("name", person.name);
    out.Map("actor", [&] {
      out.String("birth_city", person.actor.birth_city);
      out.Int("date_of_birth", person.actor.date_of_birth);
      out.String("name", person.actor.name);
    });
  });
}

TEST(FlexBuffersReference, MakesRecordsNoSmallerThanOurs) {
  const Person person = make_person();
  theirs::Builder builder(256, theirs::BUILDER_FLAG_SHARE_KEYS_AND_STRINGS);
  build(builder, person);
  builder.Finish();
  const Result<Buffer> ours = flexbuffers::encode(person);
  EXPECT_LE(ours->size(), builder.GetBuffer().size());
  RecordProperty("ours", static_cast<int>(ours->size()));
  RecordProperty("theirs", static_cast<int>(builder.GetBuffer().size()));
  const auto root = theirs::GetRoot(octets(*ours), ours->size()).AsMap();
  EXPECT_EQ(root["age"].AsInt32(), 40);
  EXPECT_EQ(root["actor"].AsMap()["date_of_birth"].AsInt64(), -17625600000);
  EXPECT_EQ(flexbuffers::decode<Person>(bytes_of(builder))->actor.name, "Peter Dinklage");

  for (const std::size_t count : {1U, 2U, 10U, 100U, 1000U, 20'000U}) {
    std::vector<Person> many(count, person);
    theirs::Builder list(256, theirs::BUILDER_FLAG_SHARE_KEYS_AND_STRINGS);
    list.Vector([&] {
      for (std::size_t i = 0; i < count; ++i) {
        many[i].name += std::to_string(i);
        build(list, many[i]);
      }
    });
    list.Finish();
    EXPECT_LE(*flexbuffers::encoded_size(many, {.share_strings = true}), list.GetBuffer().size());
    RecordProperty("ours_" + std::to_string(count),
                   static_cast<int>(*flexbuffers::encoded_size(many, {.share_strings = true})));
    RecordProperty("theirs_" + std::to_string(count), static_cast<int>(list.GetBuffer().size()));
  }
}

// What flatbuffers' verifier takes of damaged messages, its accessors read without harm, so we may
// be compared with them: whatever we verify, it verifies too, but for alignment and depth.
TEST(FlexBuffersReference, WhatWeVerifyItVerifiesToo) {
  Random random(22);
  int only_ours = 0;
  int only_theirs = 0;
  for (int i = 0; i < 2'000; ++i) {
    theirs::Builder builder(256, theirs::BUILDER_FLAG_SHARE_KEYS_AND_STRINGS);
    build(builder, random_any(random, 2));
    builder.Finish();
    const BytesView sound = bytes_of(builder);
    for (int k = 0; k < 50; ++k) {
      std::vector<std::byte> damaged(sound.begin(), sound.end());
      for (std::size_t n = 1 + random.below(3); n != 0; --n) {
        damaged[random.below(damaged.size())] = static_cast<std::byte>(random.next());
      }
      static_cast<void>(flexbuffers::decode<Any>(damaged));
      const bool ours = flexbuffers::verify(damaged).ok();
      const auto* const from = reinterpret_cast<const std::uint8_t*>(damaged.data());
      theirs::Verifier verifier(from, damaged.size(), nullptr, false);
      // It refuses a fixed vector that is the whole message: its bounds are off by one there.
      if (damaged.size() <= 32) continue;
      if (ours != verifier.VerifyBuffer()) ++(ours ? only_ours : only_theirs);
    }
  }
  EXPECT_EQ(only_ours, 0);
  RecordProperty("only_theirs", only_theirs);
}

}  // namespace
}  // namespace fastser::testing
