// SPDX-License-Identifier: MIT
//
// Random values of a broad set of types stand everything in unit/archive/round_trip.hpp, under all
// options: sizes are exact, verify accepts, a second encode gives equal bytes; a used object reads
// like a fresh one.
#include "unit/archive/round_trip.hpp"

#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <list>
#include <map>
#include <set>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "props/random_value.hpp"
#include "support/effort.hpp"

namespace fastser::testing {
namespace {

enum class Level : std::int16_t { low, high };

struct Scalars {
  bool flag;
  char letter;
  std::int8_t i8;
  std::uint8_t u8;
  std::int16_t i16;
  std::uint16_t u16;
  std::int32_t i32;
  std::uint32_t u32;
  std::int64_t i64;
  std::uint64_t u64;
  float f32;
  double f64;
  Level level;
  varint<std::int16_t> v16;
  varint<std::uint32_t> v32;
  varint<std::int64_t> v64;
};

struct Texts {
  std::string text;
  std::vector<std::uint8_t> data;
  std::vector<std::string> words;
  std::optional<std::string> maybe;
  std::string last;
};

struct Sequences {
  std::vector<std::int32_t> numbers;
  std::vector<bool> flags;
  std::deque<std::string> deque;
  std::list<Scalars> list;
  std::array<std::uint16_t, 5> array;
  std::array<std::string, 2> words;
  std::vector<std::vector<std::vector<std::int8_t>>> deep;
  std::vector<Scalars> records;
};

struct Maps {
  std::map<std::string, std::int32_t> ordered;
  std::unordered_map<std::string, std::vector<std::string>> hashed;
  std::map<std::int64_t, std::map<std::string, Texts>> nested;
  std::set<std::string> set;
  std::unordered_set<std::uint32_t> hash_set;
  std::multimap<std::uint8_t, std::string> multi;
};

struct Choices {
  std::vector<std::variant<std::monostate, std::int32_t, std::string, Texts>> variants;
  std::optional<std::optional<std::vector<std::string>>> twice;
  std::vector<std::pair<std::string, std::int32_t>> pairs;
  std::tuple<std::int8_t, std::string, double> tuple;
  std::vector<std::optional<Scalars>> optionals;
};

struct Tree {
  std::string name;
  std::unique_ptr<Tree> left;
  std::shared_ptr<Tree> right;
  std::vector<Tree> children;
  std::map<std::string, std::shared_ptr<std::string>> notes;
};

/// Bits, since a NaN is not equal to itself: the canonical bare archives are compared.
template <typename T>
bool same(const T& left, const T& right) {
  const archive::EncodeOptions bare{.header = archive::Header::bare, .canonical = true};
  const Result<Buffer> one = archive::encode(left, bare);
  const Result<Buffer> other = archive::encode(right, bare);
  return one.ok() && other.ok() && same_bytes(*one, *other) && graph::equal(left, right);
}

template <typename T>
void check_values(std::uint64_t seed, int count) {
  Random random(seed);
  for (int i = 0; i < count / kPartOfRounds; ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", value " + std::to_string(i));
    const T value = random_value<T>(random, 5);
    for (const archive::EncodeOptions& options : all_options()) {
      expect_round_trip_with(value, options, &same<T>);
      T used = random_value<T>(random, 3);
      const Result<Buffer> bytes = archive::encode(value, options);
      const Status status = archive::decode_into(*bytes, used, reading(options));
      ASSERT_TRUE(status.ok()) << status.to_string();
      EXPECT_TRUE(same(value, used)) << "a used object reads otherwise than a fresh one";
    }
    for (std::uint32_t depth = 1; depth < 5; ++depth) {  // sanitizers see what is written beyond
      const Code code = archive::encode(value, {.depth = depth}).status().code();
      EXPECT_TRUE(code == Code::kOk || code == Code::kTooDeep) << depth;
    }
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(RoundTripOfRandomValues, Scalars) { check_values<Scalars>(1, 300); }
TEST(RoundTripOfRandomValues, Texts) { check_values<Texts>(2, 200); }
TEST(RoundTripOfRandomValues, Sequences) { check_values<Sequences>(3, 60); }
TEST(RoundTripOfRandomValues, Maps) { check_values<Maps>(4, 60); }
TEST(RoundTripOfRandomValues, Choices) { check_values<Choices>(5, 80); }
TEST(RoundTripOfRandomValues, Trees) { check_values<Tree>(6, 40); }

TEST(RoundTripOfRandomValues, RootsThatAreNoRecords) {
  check_values<std::vector<std::string>>(7, 100);
  check_values<std::map<std::string, double>>(8, 100);
  check_values<std::optional<std::variant<std::int32_t, std::string>>>(9, 100);
  check_values<std::uint64_t>(10, 100);
  check_values<std::vector<varint<std::int32_t>>>(11, 100);
}

}  // namespace
}  // namespace fastser::testing
