// SPDX-License-Identifier: MIT
//
// Objects that lie in a field that the reader's class no longer has are read when a later field
// refers to them. Reading such bytes a second time made objects anew that others held already: a
// use after free where only weak_ptrs held them, and bodies read twice where they were deferred.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "fastser/archive.hpp"

namespace fastser {
namespace {

namespace v1 {
struct Node {
  std::uint32_t value = 0;
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> back;
};
struct Graph {
  std::weak_ptr<Node> glimpse;
  std::shared_ptr<Node> gone;
  std::vector<std::shared_ptr<Node>> kept;
};
}  // namespace v1
namespace v2 {
struct Node {
  std::weak_ptr<Node> back;
  std::shared_ptr<Node> next;
  std::uint32_t value = 0;
};
struct Graph {
  std::weak_ptr<Node> glimpse;
  std::vector<std::shared_ptr<Node>> kept;
};
struct WeakNode {
  std::uint32_t value = 0;
  std::weak_ptr<WeakNode> next;
};
struct WeakGraph {
  std::vector<std::shared_ptr<WeakNode>> kept;
};
}  // namespace v2

v1::Graph chain(std::size_t size, std::initializer_list<std::size_t> kept, std::size_t glimpse) {
  std::vector<std::shared_ptr<v1::Node>> nodes;
  for (std::size_t i = 0; i < size; ++i) {
    nodes.push_back(std::make_shared<v1::Node>());
    nodes[i]->value = static_cast<std::uint32_t>(i);
    if (i != 0) nodes[i - 1]->next = nodes[i];
    if (i != 0) nodes[i]->back = nodes[i - 1];
  }
  v1::Graph graph;
  graph.gone = nodes.front();
  graph.glimpse = nodes[glimpse];
  for (const std::size_t at : kept) graph.kept.push_back(nodes[at]);
  return graph;
}

void expect_rest_of_chain(std::shared_ptr<v2::Node> node, std::size_t from, std::size_t size) {
  for (std::size_t i = from; i < size; ++i) {
    ASSERT_NE(node, nullptr) << i;
    EXPECT_EQ(node->value, i);
    if (node->next != nullptr) {
      EXPECT_EQ(node->next->back.lock(), node) << i;
    }
    node = node->next;
  }
  EXPECT_EQ(node, nullptr);
}

TEST(SkippedObjects, AreReadLaterWithAllThatTheyLeadTo) {
  for (const std::size_t size : {2U, 5U, 31U, 32U, 33U, 34U, 64U, 65U, 66U, 100U, 2000U}) {
    SCOPED_TRACE(size);
    for (const std::size_t first : {std::size_t{0}, size / 3, size / 2, size - 1}) {
      const v1::Graph graph = chain(size, {size - 1, first, 0, size / 2}, size / 2);
      const Result<Buffer> bytes = archive::encode(graph);
      ASSERT_TRUE(bytes.ok());
      const Result<v2::Graph> read = archive::decode<v2::Graph>(*bytes);
      ASSERT_TRUE(read.ok()) << read.status().to_string() << " first " << first;
      ASSERT_EQ(read->kept.size(), 4U);
      expect_rest_of_chain(read->kept[2], 0, size);
      expect_rest_of_chain(read->kept[1], first, size);
      expect_rest_of_chain(read->kept[0], size - 1, size);
      EXPECT_EQ(read->glimpse.lock(), read->kept[3]);
    }
  }
}

TEST(SkippedObjects, HeldByNobodyButWeakPointersAreNotReadIntoAfterTheirEnd) {
  for (const std::size_t size : {3U, 33U, 40U, 70U}) {
    const v1::Graph graph = chain(size, {1, 0, size - 1, size / 2}, 0);
    const Result<Buffer> bytes = archive::encode(graph);
    ASSERT_TRUE(bytes.ok());
    const Result<v2::WeakGraph> read = archive::decode<v2::WeakGraph>(*bytes);
    ASSERT_TRUE(read.ok()) << read.status().to_string();
    EXPECT_EQ(read->kept[0]->value, 1U);
    EXPECT_EQ(read->kept[1]->value, 0U);
    EXPECT_EQ(read->kept[2]->value, size - 1);
    EXPECT_EQ(read->kept[1]->next.lock(), read->kept[0]);
  }
}

}  // namespace
}  // namespace fastser
