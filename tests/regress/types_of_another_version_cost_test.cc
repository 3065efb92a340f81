// SPDX-License-Identifier: MIT
//
// A type of twenty thousand bytes in an archive of another version, and as many values of a byte or
// two that had it looked at again: tuples passed by in lists (40 KB took fifteen seconds, and four
// times that when doubled), maps, arrays, tuples and variants that the reader has. Such looks are
// charged (B9); maps without entries need none.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <optional>
#include <tuple>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "support/bytes.hpp"

namespace fastser {
namespace {

using testing::archive_of;
using testing::Bytes;
using testing::put;
using testing::put_varint;

constexpr std::size_t kLong = 20000;

// `count` times `one`, after the count.
Bytes values(std::size_t count, std::initializer_list<int> one) {
  Bytes payload;
  put_varint(payload, count);
  for (std::size_t i = 0; i < count; ++i) put(payload, one);
  return payload;
}
// A table of no shapes: `front`, a tuple (or a variant) of kLong nulls, `behind`.
Bytes table_of(std::initializer_list<int> front, std::initializer_list<int> behind = {},
               int code = 0x2D) {
  Bytes table;
  put(table, {0});
  put(table, front);
  put(table, {code});
  put_varint(table, kLong);
  table.resize(table.size() + kLong);
  put(table, behind);
  return table;
}

struct OtherVersion {
  int z = 0;
};
// What passing by says of a field q of the type `front` around the long one.
Code pass_by(std::initializer_list<int> front, std::initializer_list<int> behind,
             const Bytes& payload) {
  Bytes table;
  put(table, {1, 0, 0, 0, 1, 3, 1, 'q'});
  const Bytes type = table_of(front, behind);
  table.insert(table.end(), type.begin() + 1, type.end());
  put(table, {0x28, 0});
  return archive::decode<OtherVersion>(archive_of(table, payload)).status().code();
}

TEST(TypesOfAnotherVersion, AreChargedForEveryLookInPassing) {
  // list<list<L>>, one L in each list
  EXPECT_EQ(pass_by({0x21, 0x21}, {}, values(kLong, {1})), Code::kOverBudget);
  // list<map<list<L>, bool>>, one entry in each map
  EXPECT_EQ(pass_by({0x21, 0x24, 0x21}, {1}, values(kLong, {1, 0, 0})), Code::kOverBudget);
  // list<array<list<L>, 1>>
  EXPECT_EQ(pass_by({0x21, 0x22, 0x21}, {1}, values(kLong, {0})), Code::kOverBudget);
}

template <typename T>
Code read_as(const Bytes& table, const Bytes& payload) {
  return archive::decode<T>(archive_of(table, payload)).status().code();
}

TEST(TypesOfAnotherVersion, AreChargedForEveryLookInReading) {
  using std::vector;
  using List = vector<std::int32_t>;
  // list<map<list<L>, list<bool>>>, one entry in each
  EXPECT_EQ((read_as<vector<std::map<List, List>>>(table_of({0x21, 0x24, 0x21}, {0x21, 1}),
                                                   values(kLong, {1, 0, 0}))),
            Code::kOverBudget);
  // list<tuple<list<L>, list<bool>>>
  EXPECT_EQ((read_as<vector<std::tuple<List, List>>>(table_of({0x21, 0x2D, 2, 0x21}, {0x21, 1}),
                                                     values(kLong, {0, 0}))),
            Code::kOverBudget);
  // list<array<list<L>, 1>>
  EXPECT_EQ(
      (read_as<vector<std::array<List, 1>>>(table_of({0x21, 0x22, 0x21}, {1}), values(kLong, {0}))),
      Code::kOverBudget);
  // list<list<tuple<list<L>>>>
  EXPECT_EQ((read_as<vector<vector<std::tuple<List>>>>(table_of({0x21, 0x21, 0x2D, 1, 0x21}),
                                                       values(kLong, {1, 0}))),
            Code::kOverBudget);
  // list<map<variant of kLong nulls, i32>>: the reader has a variant, one of it such a map
  using Map = std::map<std::variant<std::int32_t, bool>, std::int32_t>;
  EXPECT_EQ((read_as<vector<std::variant<bool, Map>>>(table_of({0x21, 0x24}, {6}, 0x26),
                                                      values(kLong, {0}))),
            Code::kOverBudget);
}

TEST(TypesOfAnotherVersion, AreNotLookedAtForMapsWithoutEntries) {
  // list<map<list<L>, bool>>
  const Bytes bytes = archive_of(table_of({0x21, 0x24, 0x21}, {0x21, 1}), values(300'000, {0}));
  using Map = std::map<std::vector<std::int32_t>, std::vector<std::int32_t>>;
  const Limits most{.memory_base = std::size_t{1} << 28};
  const auto maps = archive::decode<std::vector<Map>>(bytes, {.limits = most});
  ASSERT_TRUE(maps.ok()) << maps.status().to_string();
  EXPECT_EQ(maps->size(), 300'000U);
}

}  // namespace
}  // namespace fastser
