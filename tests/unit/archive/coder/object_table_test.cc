// SPDX-License-Identifier: MIT
#include "fastser/internal/archive/object_table.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace fastser::archive {
namespace {

TEST(ObjectTable, RemembersEveryObjectWithItsNumber) {
  ObjectTable table(12345);
  std::vector<long> objects(20000);
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    const auto found = table.find_or_add(&objects[i], 0, i);
    ASSERT_FALSE(found.found);
    ASSERT_EQ(found.number, i);
  }
  for (std::uint32_t i = 0; i < objects.size(); ++i) {
    table.prefetch(&objects[i]);
    const auto found = table.find_or_add(&objects[i], 0, 99);
    ASSERT_TRUE(found.found);
    ASSERT_EQ(found.number, i);
    ASSERT_EQ(table.find(&objects[i], 0).number, i);
  }
  EXPECT_EQ(table.size(), objects.size());
}

TEST(ObjectTable, TellsObjectsAtOneAddressApartByTag) {
  ObjectTable table;
  const int object = 0;
  EXPECT_FALSE(table.find(&object, 1).found);
  EXPECT_FALSE(table.find_or_add(&object, 1, 0).found);
  EXPECT_FALSE(table.find(&object, 2).found);
  EXPECT_FALSE(table.find_or_add(&object, 2, 1).found);
  EXPECT_EQ(table.find_or_add(&object, 1, 2).number, 0U);
  EXPECT_EQ(table.find_or_add(&object, 2, 2).number, 1U);
}

TEST(ObjectTable, ForgetsOnClearAndKeepsWorkingAtEverySize) {
  ObjectTable table;
  std::vector<char> objects(30000);
  for (const std::uint32_t count : {10U, 30000U, 3U, 500U, 0U, 30000U}) {
    table.clear();
    EXPECT_EQ(table.size(), 0U);
    for (std::uint32_t i = 0; i < count; ++i) {
      ASSERT_FALSE(table.find_or_add(&objects[i], 0, i).found);
    }
  }
}

TEST(ObjectTable, ReservesRoomAhead) {
  ObjectTable table;
  ASSERT_TRUE(table.reserve(1000));
  std::vector<int> objects(1000);
  for (std::uint32_t i = 0; i < 1000; ++i) {
    ASSERT_FALSE(table.find_or_add(&objects[i], 0, i).found);
  }
  ASSERT_TRUE(table.reserve(4000));
  for (std::uint32_t i = 0; i < 1000; ++i) EXPECT_EQ(table.find(&objects[i], 0).number, i);
}

}  // namespace
}  // namespace fastser::archive
