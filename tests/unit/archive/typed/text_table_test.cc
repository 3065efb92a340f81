// SPDX-License-Identifier: MIT
#include "fastser/internal/archive/typed/text_table.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

namespace fastser::archive {
namespace {

// Adds strings at positions first, first + 1, … of `bytes` until there are `count`.
void fill(TextTable& table, const std::vector<std::byte>& bytes, std::uint32_t count) {
  while (table.size() < count) {
    if (table.full()) table.grow();
    table.add(bytes.data() + table.size(), 1);
  }
}

TEST(TextTable, KeepsEveryPlaceByItsNumber) {
  const std::vector<std::byte> bytes(5000);
  TextTable table;
  fill(table, bytes, 5000);
  for (std::uint32_t i = 0; i < 5000; ++i) ASSERT_EQ(table[i], bytes.data() + i) << i;
}

TEST(TextTable, AsksForNoMemoryForTheFirstFew) {
  const std::vector<std::byte> bytes(16);
  TextTable table;
  for (std::uint32_t i = 0; i < 16; ++i) {
    ASSERT_FALSE(table.full()) << i;
    table.add(bytes.data() + i, 1);
  }
  EXPECT_TRUE(table.full());
}

TEST(TextTable, TakesTheFirstFewByTheShortWayToo) {
  const std::vector<std::byte> bytes(18);
  TextTable table;
  EXPECT_TRUE(table.add_first(bytes.data() + 17, 0));  // empty: it has no number
  for (std::uint32_t i = 0; i < 16; ++i) ASSERT_TRUE(table.add_first(bytes.data() + i, 1)) << i;
  EXPECT_FALSE(table.add_first(bytes.data() + 16, 1));
  EXPECT_EQ(table.size(), 16U);
  fill(table, bytes, 17);
  for (std::uint32_t i = 0; i < 17; ++i) EXPECT_EQ(table[i], bytes.data() + i) << i;
}

TEST(TextTable, GivesEmptyStringsNoNumber) {
  const std::vector<std::byte> bytes(3);
  TextTable table;
  table.add(bytes.data(), 0);
  EXPECT_EQ(table.size(), 0U);
  table.add(bytes.data() + 1, 1);
  table.add(bytes.data() + 2, 0);
  EXPECT_EQ(table.size(), 1U);
  EXPECT_EQ(table[0], bytes.data() + 1);
}

TEST(TextTable, ReadAgainGivesTheSameNumbersAndLosesNone) {
  const std::vector<std::byte> bytes(3000);
  TextTable table;
  fill(table, bytes, 3000);
  for (const std::uint32_t back : {2999U, 700U, 16U, 3U}) {
    table.rewind(back);
    EXPECT_EQ(table.size(), back);
    EXPECT_FALSE(table.full());
    fill(table, bytes, back + 1);
    for (std::uint32_t i = 0; i < 3000; ++i) ASSERT_EQ(table[i], bytes.data() + i) << i;
  }
}

}  // namespace
}  // namespace fastser::archive
