// SPDX-License-Identifier: MIT
//
// Random graphs with shared objects and cycles: they come back as they were, and equal graphs give
// equal bytes however their objects lie in memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "props/random_value.hpp"
#include "support/effort.hpp"
#include "unit/archive/round_trip.hpp"

namespace fastser::testing {
namespace {

struct Node {
  std::uint32_t value = 0;
  std::string label;
  std::shared_ptr<std::string> text;
  std::shared_ptr<Node> next;
  std::vector<std::shared_ptr<Node>> links;
  std::weak_ptr<Node> weak;
};

/// Nodes that are connected at random, held by a vector; cut when it goes.
class Graph {
 public:
  /// `shape` says what the graph is; `order` in which order its nodes are allocated.
  Graph(std::uint64_t shape, std::uint64_t order) {
    Random random(shape);
    const std::size_t count = 1 + static_cast<std::size_t>(random.below(120));
    std::vector<std::size_t> turns(count);
    std::iota(turns.begin(), turns.end(), 0U);
    Random shuffler(order);
    for (std::size_t i = count; i > 1; --i) {
      std::swap(turns[i - 1], turns[static_cast<std::size_t>(shuffler.below(i))]);
    }
    nodes_.resize(count);
    for (const std::size_t turn : turns) {
      padding_.push_back(std::make_unique<std::string>(shuffler.size() * 16, 'p'));
      nodes_[turn] = std::make_shared<Node>();
    }
    const auto texts = static_cast<std::size_t>(1 + random.below(4));
    std::vector<std::shared_ptr<std::string>> pool;
    for (std::size_t i = 0; i < texts; ++i) {
      pool.push_back(std::make_shared<std::string>(random_text(random)));
    }
    const auto any = [&] { return nodes_[static_cast<std::size_t>(random.below(count))]; };
    for (std::size_t i = 0; i < count; ++i) {
      Node& node = *nodes_[i];
      node.value = static_cast<std::uint32_t>(random.next());
      node.label = random_text(random);
      if (random.one_in(2)) node.text = pool[static_cast<std::size_t>(random.below(texts))];
      if (i + 1 < count && !random.one_in(5)) node.next = nodes_[i + 1];
      for (std::uint64_t k = random.below(3); k > 0; --k) node.links.push_back(any());
      if (random.one_in(2)) node.weak = any();
    }
  }
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;
  ~Graph() {
    for (const std::shared_ptr<Node>& node : nodes_) cut(node);
  }

  /// What hangs on the first node; others may be seen by weak pointers only.
  [[nodiscard]] const std::shared_ptr<Node>& root() const { return nodes_.front(); }
  [[nodiscard]] const std::vector<std::shared_ptr<Node>>& all() const { return nodes_; }

  /// Cuts all links of what hangs on a node, so that cycles do not keep themselves alive.
  static void cut(const std::shared_ptr<Node>& root) {
    std::vector<std::shared_ptr<Node>> work = {root};
    while (!work.empty()) {
      const std::shared_ptr<Node> node = std::move(work.back());
      work.pop_back();
      if (!node) continue;
      work.push_back(std::move(node->next));
      for (auto& link : node->links) work.push_back(std::move(link));
      node->links.clear();
    }
  }

 private:
  std::vector<std::shared_ptr<Node>> nodes_;
  std::vector<std::unique_ptr<std::string>> padding_;
};

void expect_same_nodes(const Graph& graph, std::vector<std::shared_ptr<Node>> again) {
  EXPECT_TRUE(graph::equal(graph.all(), again));
  for (const std::shared_ptr<Node>& node : again) Graph::cut(node);
}

TEST(RandomGraphs, ComeBackUnderAllOptions) {
  for (std::uint64_t seed = 0; seed < 120 / kPartOfRounds; ++seed) {
    SCOPED_TRACE(seed);
    const Graph graph(seed, seed);
    for (const archive::EncodeOptions& options : all_options()) {
      const Result<Buffer> bytes = archive::encode(graph.all(), options);
      ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
      EXPECT_EQ(*archive::encoded_size(graph.all(), options), bytes->size());
      expect_exact_fit(graph.all(), *bytes, options);
      using Nodes = std::vector<std::shared_ptr<Node>>;
      EXPECT_TRUE(archive::verify<Nodes>(*bytes, reading(options)).ok());
      Result<Nodes> again = archive::decode<Nodes>(*bytes, reading(options));
      ASSERT_TRUE(again.ok()) << again.status().to_string();
      const Result<Buffer> twice = archive::encode(*again, options);
      EXPECT_TRUE(same_bytes(*bytes, *twice));
      expect_same_nodes(graph, std::move(*again));
    }
  }
}

TEST(RandomGraphs, EqualGraphsGiveEqualBytesWhereverTheirObjectsLie) {
  for (std::uint64_t seed = 0; seed < 200 / kPartOfRounds; ++seed) {
    SCOPED_TRACE(seed);
    const Graph one(seed, 1);
    const Graph other(seed, seed + 1000);
    for (const archive::EncodeOptions& options : all_options()) {
      const Result<Buffer> first = archive::encode(one.root(), options);
      const Result<Buffer> second = archive::encode(other.root(), options);
      ASSERT_TRUE(first.ok() && second.ok());
      ASSERT_TRUE(same_bytes(*first, *second)) << describe(options);
    }
  }
}

TEST(RandomGraphs, EveryPrefixAndEveryFlippedBitIsAnErrorOrAValue) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const Graph graph(seed, seed);
    const Result<Buffer> bytes = archive::encode(graph.root());
    ASSERT_TRUE(bytes.ok());
    std::vector<std::byte> changed(bytes->begin(), bytes->end());
    const std::size_t step = (1 + changed.size() / 400) * kSweepStep;
    for (std::size_t i = 0; i < changed.size(); i += step) {
      const BytesView prefix = BytesView(changed).first(i);
      EXPECT_FALSE(archive::decode<std::shared_ptr<Node>>(prefix).ok());
      for (int bit = 0; bit < 8; ++bit) {
        changed[i] ^= static_cast<std::byte>(1 << bit);
        std::shared_ptr<Node> again;
        const Status status = archive::decode_into(changed, again);
        EXPECT_TRUE(status.ok() || status.offset() <= changed.size());
        if (again) Graph::cut(again);
        changed[i] ^= static_cast<std::byte>(1 << bit);
      }
    }
  }
}

}  // namespace
}  // namespace fastser::testing
