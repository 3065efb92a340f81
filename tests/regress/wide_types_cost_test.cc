// SPDX-License-Identifier: MIT
//
// A type of thousands of fields that take no bytes, and thousands of values of it: one byte a value
// on the wire, thousands of steps to read. 54 KB took three seconds. Such steps are charged (B9).
#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "fastser/archive.hpp"
#include "support/bytes.hpp"

namespace fastser {
namespace {

using testing::archive_of;
using testing::Bytes;
using testing::put;
using testing::put_varint;

// A shape of an optional and 12000 nulls.
void put_wide_shape(Bytes& table) {
  put(table, {0, 0, 0});
  put_varint(table, 12001);
  put(table, {2, 0x20, 6});
  for (int i = 0; i < 12000; ++i) put(table, {2, 0});
}
// A shape with one field "q" of the type that follows.
void put_outer_shape(Bytes& table) { put(table, {0, 0, 0, 1, 3, 1, 'q'}); }
Bytes empty_values(std::size_t count) {
  Bytes payload;
  put_varint(payload, count);
  payload.resize(payload.size() + count);
  return payload;
}

struct Narrow {
  std::optional<int> x;
};
struct Other {
  int z = 0;
};

TEST(WideTypes, AreChargedWhenTheyAreAdopted) {
  Bytes table;
  put(table, {1});
  put_wide_shape(table);
  put(table, {0x21, 0x28, 0});
  const Bytes bytes = archive_of(table, empty_values(30000));
  EXPECT_EQ(archive::decode<std::vector<Narrow>>(bytes).status().code(), Code::kOverBudget);
}

TEST(WideTypes, AreChargedWhenTheyAreSkipped) {
  Bytes table;
  put(table, {2});
  put_wide_shape(table);
  put_outer_shape(table);
  put(table, {0x21, 0x28, 0, 0x28, 1});
  const Bytes bytes = archive_of(table, empty_values(30000));
  EXPECT_EQ(archive::decode<Other>(bytes).status().code(), Code::kOverBudget);
}

TEST(WideTypes, AreChargedForAlternativesFarBehind) {
  Bytes table;
  put(table, {1});
  put_outer_shape(table);
  put(table, {0x21, 0x26});
  put_varint(table, 30000);
  table.resize(table.size() + 30000);
  put(table, {0x28, 0});
  Bytes payload;
  put_varint(payload, 8000);
  for (int i = 0; i < 8000; ++i) put_varint(payload, 29998);
  EXPECT_EQ(archive::decode<Other>(archive_of(table, payload)).status().code(), Code::kOverBudget);
}

// list<list<tuple of 60000 nulls and an optional>>, a million inner lists without elements: a table
// of 60 KB and one byte a list. The tuple's size used to be added up for every one of them.
TEST(WideTypes, AreNotLookedAtForListsWithoutElements) {
  Bytes type;
  put(type, {0x21, 0x21, 0x27});
  put_varint(type, 60001);
  type.resize(type.size() + 60000);
  put(type, {0x20, 6});

  Bytes adopted;
  put(adopted, {0});
  adopted.insert(adopted.end(), type.begin(), type.end());
  const Bytes lists = archive_of(adopted, empty_values(1'000'000));
  const auto empty = archive::decode<std::vector<std::vector<std::int32_t>>>(lists);
  ASSERT_TRUE(empty.ok()) << empty.status().to_string();
  EXPECT_EQ(empty->size(), 1'000'000U);

  Bytes skipped;
  put(skipped, {1});
  put_outer_shape(skipped);
  skipped.insert(skipped.end(), type.begin(), type.end());
  put(skipped, {0x28, 0});
  EXPECT_TRUE(archive::decode<Other>(archive_of(skipped, empty_values(1'000'000))).ok());
}

}  // namespace
}  // namespace fastser
