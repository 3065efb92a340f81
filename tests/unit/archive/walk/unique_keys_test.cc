// SPDX-License-Identifier: MIT
//
// ContentTable and UniqueKeys by themselves; what equals what is in walker_test.cc.
#include "fastser/internal/archive/walk/unique_keys.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/bytes.hpp"

namespace fastser::archive {
namespace {

using testing::bytes;
using testing::Bytes;

TEST(ContentTable, NumbersRunsInOrderAndFindsThemAgain) {
  const std::string text = "abcabc";
  const auto* base = reinterpret_cast<const std::byte*>(text.data());
  std::size_t budget = 1 << 20;
  ContentTable table(budget);
  bool found = true;
  std::uint32_t number = 9;
  EXPECT_EQ(table.add(base, 0, 1, 0, found, number), Code::kOk);
  EXPECT_FALSE(found);
  EXPECT_EQ(number, 0U);
  EXPECT_EQ(table.add(base, 0, 2, 0, found, number), Code::kOk);
  EXPECT_FALSE(found);
  EXPECT_EQ(number, 1U);
  EXPECT_EQ(table.add(base, 3, 2, 0, found, number), Code::kOk);
  EXPECT_TRUE(found);
  EXPECT_EQ(number, 1U);
  // From the next number on it is another level, which knows neither.
  EXPECT_EQ(table.add(base, 3, 2, 2, found, number), Code::kOk);
  EXPECT_FALSE(found);
  EXPECT_EQ(number, 2U);
  table.cut(2);
  EXPECT_EQ(table.size(), 2U);
}

// 5000 runs, 4000 of them taken out again, last first: the rest is found, nothing else.
TEST(ContentTable, ForgetsWhatCameLastAndKeepsTheRest) {
  Bytes memory;
  for (int i = 0; i < 5000; ++i) testing::put(memory, {i & 0xFF, i >> 8});
  std::size_t budget = 1 << 20;
  ContentTable table(budget);
  bool found = false;
  std::uint32_t number = 0;
  const auto add = [&](std::size_t i) {
    EXPECT_EQ(table.add(memory.data(), 2 * i, 2, 0, found, number), Code::kOk);
    return found;
  };
  for (std::size_t i = 0; i < 5000; ++i) EXPECT_FALSE(add(i));
  table.cut(1000);
  for (std::size_t i = 0; i < 1000; ++i) EXPECT_TRUE(add(i));
  for (std::size_t i = 1000; i < 5000; ++i) EXPECT_FALSE(add(i));
}

TEST(ContentTable, StaysWithinItsBudget) {
  Bytes memory;
  for (int i = 0; i < 5000; ++i) testing::put(memory, {i & 0xFF, i >> 8});
  std::size_t budget = 10000;
  ContentTable table(budget);
  Code code = Code::kOk;
  for (std::size_t i = 0; code == Code::kOk && i < 5000; ++i) {
    bool found = false;
    std::uint32_t number = 0;
    code = table.add(memory.data(), 2 * i, 2, 0, found, number);
  }
  EXPECT_EQ(code, Code::kOverBudget);
  EXPECT_LE(budget, 10000U);
}

TEST(UniqueKeys, TakesItsMemoryOnceForContainersOfOneSize) {
  const Bytes type = bytes({3});
  const schema::TypeExpr key{type.data(), type.data() + type.size()};
  const Bytes payload = bytes({1, 2, 3});
  std::size_t budget = 1 << 20;
  UniqueKeys keys(payload, budget);
  std::size_t after_one = 0;
  for (int times = 0; times < 1000; ++times) {
    ASSERT_EQ(keys.open(key, false), Code::kOk);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_FALSE(keys.begin_key());  // a u8 is compared where it lies
      EXPECT_EQ(keys.end_key(BytesView(payload).subspan(i, 1)), Code::kOk);
    }
    EXPECT_FALSE(keys.begin_key());
    EXPECT_EQ(keys.end_key(BytesView(payload).first(1)), Code::kMalformed);
    EXPECT_FALSE(keys.close());
    if (times == 0) after_one = budget;
  }
  EXPECT_EQ(budget, after_one);
}

}  // namespace
}  // namespace fastser::archive
