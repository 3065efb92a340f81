// SPDX-License-Identifier: MIT
//
// An arena that was moved from still handed out the memory of the other one. Found by reading the
// headers as a manual.
#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "fastser/arena.hpp"

namespace fastser {
namespace {

TEST(ArenaMoved, HasNoMemoryAndNoObjectsOfTheOther) {
  Arena first;
  first.add_block(Arena::kSmallestBlock);
  static_cast<void>(first.take(16, 8));
  first.keep(std::make_shared<int>(1));
  const std::size_t memory = first.memory();

  Arena second = std::move(first);
  EXPECT_EQ(second.memory(), memory);
  EXPECT_EQ(second.size(), 1U);
  EXPECT_TRUE(second.has_room(16, 8));
  EXPECT_EQ(first.memory(), 0U);  // NOLINT(bugprone-use-after-move): that is what is asked
  EXPECT_EQ(first.size(), 0U);
  EXPECT_FALSE(first.has_room(1, 1));

  first = std::move(second);
  EXPECT_EQ(first.memory(), memory);
  EXPECT_FALSE(second.has_room(1, 1));  // NOLINT(bugprone-use-after-move)
}

}  // namespace
}  // namespace fastser
