// SPDX-License-Identifier: MIT
//
// FlatBuffers of strangers: every truncation and every flipped bit is an answer, in bounds of
// memory; what many lead to is paid for by each; errors say where.
#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "support/alloc_counter.hpp"
#include "support/damage.hpp"
#include "unit/flat/values.hpp"

namespace fastser {
namespace {

using testing::AllocScope;
using testing::flat_of;
using testing::Item;
using testing::Shop;

void expect_answer(BytesView bytes) {
  testing::expect_bounded(bytes.size(), [&] {
    const auto value = flat::decode<Shop>(bytes);
    if (!value.ok()) {
      EXPECT_LE(value.status().offset(), bytes.size());
    }
    static_cast<void>(flat::decode<std::vector<Item>>(bytes));
    static_cast<void>(flat::verify<testing::Person>(bytes));
    if (flat::verify<Shop>(bytes).ok()) {
      const auto view = flat::view<Shop>(bytes);
      ASSERT_TRUE(view.ok());
      for (const auto item : view->get<"items">()) static_cast<void>(item.get<"price">());
      static_cast<void>(view->get<"values">().find("text"));
      static_cast<void>(view->get<"own.name">());
    }
  });
}

TEST(FlatHostile, EveryTruncationAndEveryFlippedBitIsAnAnswer) {
  const Buffer bytes = flat_of(testing::make_shop());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::vector<std::byte> cut(bytes.begin(), bytes.begin() + size);  // nothing behind it
    expect_answer(cut);
  }
  testing::each_flipped_bit(bytes, expect_answer);
}

TEST(FlatHostile, OneTextThatAThousandLeadToIsPaidAThousandTimes) {
  const std::vector<std::string> texts(1'000, std::string(100'000, 't'));
  const Buffer bytes = flat_of(texts, {.share_texts = true});
  ASSERT_LT(bytes.size(), 110'000U);
  const AllocScope scope;
  EXPECT_EQ(flat::decode<std::vector<std::string>>(bytes).status().code(), Code::kOverBudget);
  EXPECT_LE(scope.peak(), testing::allowed_heap(bytes.size()));
  // Views copy nothing, and a caller may allow what it wants.
  EXPECT_EQ((*flat::view<std::vector<std::string_view>>(bytes))[999].size(), 100'000U);
  EXPECT_TRUE(flat::decode<std::vector<std::string>>(bytes, {.limits = Limits::unlimited()}).ok());
}

struct Node {
  std::vector<std::shared_ptr<Node>> children;
};

// Thirty tables, each led to twice by the one before: 2^30 ways to the last.
TEST(FlatHostile, TablesThatDoubleAtEveryLevelAreRefused) {
  auto node = std::make_shared<Node>();
  for (int i = 0; i < 30; ++i) {
    auto parent = std::make_shared<Node>();
    parent->children = {node, node};
    node = parent;
  }
  const auto bytes = flat::encode(*node);
  ASSERT_TRUE(bytes.ok());
  struct Tree {
    std::vector<Tree> children;
  };
  EXPECT_EQ(flat::decode<Tree>(*bytes).status().code(), Code::kOverBudget);
  EXPECT_EQ(flat::verify<Tree>(*bytes).code(), Code::kOverBudget);
  EXPECT_TRUE(flat::decode<Node>(*bytes).ok());  // as what it is, shared, it is small
}

TEST(FlatHostile, DepthIsLimited) {
  Item item;
  for (int i = 0; i < 200; ++i) {
    Item outer;
    outer.parts.push_back(std::move(item));
    item = std::move(outer);
  }
  EXPECT_EQ(flat::encode(item).status().code(), Code::kTooDeep);  // no reader would take it
  const auto bytes = flat::encode(item, {.depth = 201});
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(flat::encode(item, {.depth = 200}).status().code(), Code::kTooDeep);
  EXPECT_EQ(flat::decode<Item>(*bytes, {.limits = {.depth = 200}}).status().code(), Code::kTooDeep);
  EXPECT_EQ(flat::decode<Item>(*bytes).status().code(), Code::kTooDeep);
  EXPECT_EQ(flat::verify<Item>(*bytes).code(), Code::kTooDeep);
  EXPECT_TRUE(flat::decode<Item>(*bytes, {.limits = {.depth = 300}}).ok());
}

TEST(FlatHostile, ATableThatLeadsToItselfIsRefused) {
  Buffer bytes = flat_of(Item{"x", {}, {}, {Item{"y", {}, {}, {}}}});
  const auto view = flat::view<Item>(bytes);
  ASSERT_TRUE(view.ok());
  // Every offset in turn led back is no offset: they only lead on. What is left is depth.
  for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    std::vector<std::byte> damaged(bytes.begin(), bytes.end());
    std::memset(damaged.data() + at, 0xFF, 4);
    EXPECT_FALSE(flat::decode<Item>(damaged).ok() && flat::verify<Item>(damaged).ok() && at == 0);
  }
}

TEST(FlatHostile, ErrorsSayWhere) {
  const Buffer bytes = flat_of(testing::make_person());
  const std::vector<std::byte> cut(bytes.begin(), bytes.begin() + 100);
  const Status status = flat::decode<testing::Person>(cut).status();
  EXPECT_FALSE(status.ok());
  EXPECT_NE(status.offset(), Status::kNoOffset);
}

// Where offsets are as wide as sizes, one that is almost 2^32 would come out in front of itself.
TEST(FlatHostile, OffsetsDoNotWrapAround) {
  const Buffer good = flat_of(std::vector<std::string>{"first", "second"});
  std::size_t refused = 0;
  for (std::size_t slot = 8; slot + 4 <= good.size(); slot += 4) {
    std::vector<std::byte> bytes(good.begin(), good.end());
    wire::store_le(bytes.data() + slot, static_cast<std::uint32_t>(8 - slot));
    const Status status = flat::verify<std::vector<std::string>>(bytes);
    if (status.code() == Code::kBadReference && status.offset() == slot) ++refused;
  }
  EXPECT_EQ(refused, 3U);  // of the field that leads to the list, and of its two texts
}

}  // namespace
}  // namespace fastser
