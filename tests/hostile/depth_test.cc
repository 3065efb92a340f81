// SPDX-License-Identifier: MIT
//
// Nesting is limited, and the limit fits on a small stack; chains of objects are not nesting.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/graph.hpp"
#include "support/small_stack.hpp"

namespace fastser::testing {
namespace {

using archive::Header;
using Bytes = std::vector<std::byte>;

struct Tree {
  std::vector<Tree> children;
};
struct Owner {
  std::unique_ptr<Owner> next;
};
struct Node {
  std::uint8_t value = 0;
  std::shared_ptr<Node> next;
};

// `levels` lists of one tree each, the last one empty.
Bytes tree_of(std::size_t levels) {
  Bytes out(levels, std::byte{1});
  out.push_back(std::byte{0});
  return out;
}
template <typename T>
Code decode_code(const Bytes& bytes, const Limits& limits = {}) {
  const Result<T> value = archive::decode<T>(bytes, {.header = Header::bare, .limits = limits});
  return value.status().code();
}

// The deepest input that the default limits let through, by trying.
template <typename T>
std::size_t deepest(const Limits& limits = {}) {
  std::size_t levels = 0;
  while (levels < 2000 && decode_code<T>(tree_of(levels + 1), limits) == Code::kOk) ++levels;
  return levels;
}

TEST(Depth, OfContainersIsLimited) {
  EXPECT_EQ(deepest<Tree>() + 1, Limits{}.depth);
  EXPECT_EQ(decode_code<Tree>(tree_of(Limits{}.depth)), Code::kTooDeep);
  EXPECT_EQ(decode_code<Tree>(tree_of(100000)), Code::kTooDeep);
}

TEST(Depth, OfOwnersIsLimited) {
  EXPECT_EQ(deepest<Owner>(), Limits{}.depth);
  EXPECT_EQ(decode_code<Owner>(tree_of(Limits{}.depth + 1)), Code::kTooDeep);
}

TEST(Depth, IsNeverMoreThanTheStackStands) {
  Limits endless = Limits::unlimited();
  endless.depth = 1000000;
  EXPECT_EQ(decode_code<Tree>(tree_of(100000), endless), Code::kTooDeep);
  on_stack(512 * 1024, [&] { EXPECT_EQ(deepest<Tree>(endless) + 1, kMaxDepth); });
}

TEST(Depth, AtTheDefaultLimitFitsOnAStackOf128KiB) {
  on_stack(128 * 1024, [] {
    const Bytes bytes = tree_of(Limits{}.depth - 1);
    Result<Tree> tree = archive::decode<Tree>(bytes, {.header = Header::bare});
    ASSERT_TRUE(tree.ok());
    const Result<Buffer> again = archive::encode(*tree);
    ASSERT_TRUE(again.ok());
    EXPECT_TRUE(archive::verify(*again, {.limits = Limits::unlimited()}).ok());
    EXPECT_EQ(decode_code<Tree>(tree_of(Limits{}.depth)), Code::kTooDeep);
    EXPECT_EQ(decode_code<Owner>(tree_of(Limits{}.depth)), Code::kOk);
  });
}

TEST(Depth, OfAChainOfAMillionObjectsIsNoDepth) {
  constexpr std::size_t kNodes = 1000000;
  on_stack(512 * 1024, [] {
    auto first = std::make_shared<Node>();
    std::shared_ptr<Node> last = first;
    for (std::size_t i = 1; i < kNodes; ++i) {
      last->next = std::make_shared<Node>();
      last = last->next;
      last->value = static_cast<std::uint8_t>(i);
    }
    last.reset();
    const Result<Buffer> bytes = archive::encode(first);
    ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
    Limits limits;
    limits.memory_factor = 200;
    Result<std::shared_ptr<Node>> read =
        archive::decode<std::shared_ptr<Node>>(*bytes, {.limits = limits});
    ASSERT_TRUE(read.ok()) << read.status().to_string();
    EXPECT_TRUE(archive::verify(*bytes, {.limits = limits}).ok());
    const Result<Buffer> again = archive::encode(*read);
    ASSERT_TRUE(again.ok());
    EXPECT_TRUE(std::equal(bytes->begin(), bytes->end(), again->begin(), again->end()));
    graph::destroy(first);
    graph::destroy(*read);
  });
}

}  // namespace
}  // namespace fastser::testing
