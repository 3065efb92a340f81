// SPDX-License-Identifier: MIT
//
// Objects with identity through plans: shared, in cycles, in long chains, and what is refused.
#include <memory>
#include <vector>

#include "fastser/internal/archive/plan/form_of.hpp"
#include "fastser/plan.hpp"
#include "gtest/gtest.h"
#include "support/small_stack.hpp"

namespace fastser::archive {
namespace {

struct Node {
  std::int32_t id = 0;
  std::string name;
  std::shared_ptr<Node> next;
  std::shared_ptr<std::string> label;
  std::weak_ptr<Node> back;
};
struct Graph {
  std::weak_ptr<Node> favourite;
  std::vector<std::shared_ptr<Node>> nodes;
};

Graph graph() {
  Graph value;
  const auto label = std::make_shared<std::string>("label");
  for (int i = 0; i < 100; ++i) {
    auto node = std::make_shared<Node>();
    node->id = i;
    node->name = "node " + std::to_string(i % 3);
    if (i % 2 == 0) node->label = label;
    if (i != 0) {
      node->next = value.nodes[static_cast<std::size_t>((i - 1) / 2)];
      node->back = value.nodes.back();
    }
    value.nodes.push_back(node);
  }
  value.nodes[0]->next = value.nodes[99];  // a cycle
  value.favourite = value.nodes[50];
  return value;
}
void untie(Graph& value) {
  for (const auto& node : value.nodes) node->next.reset();
}

void check_graph(const Graph& again) {
  ASSERT_EQ(again.nodes.size(), 100U);
  EXPECT_EQ(again.favourite.lock(), again.nodes[50]);
  EXPECT_EQ(again.nodes[0]->next, again.nodes[99]);
  for (std::size_t i = 0; i < 100; ++i) {
    EXPECT_EQ(again.nodes[i]->id, static_cast<std::int32_t>(i));
    if (i % 2 == 0) {
      EXPECT_EQ(again.nodes[i]->label, again.nodes[0]->label);
    }
    if (i != 0) {
      EXPECT_EQ(again.nodes[i]->back.lock(), again.nodes[i - 1]);
    }
  }
}

TEST(PlanObjects, GraphsKeepTheirIdentity) {
  Graph value = graph();
  const Result<Plan> plan = plan_of<Graph>();
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  for (const Sharing sharing : {Sharing::off, Sharing::on, Sharing::adaptive}) {
    const Result<Buffer> wanted = encode(value, {.sharing = sharing});
    Buffer bytes;
    ASSERT_TRUE(plan->encode(bytes, &value, {.sharing = sharing}).ok());
    ASSERT_TRUE(std::equal(wanted->begin(), wanted->end(), bytes.begin(), bytes.end()));
    Graph again;
    const Status read = plan->decode(bytes, &again);
    ASSERT_TRUE(read.ok()) << read.to_string();
    check_graph(again);
    untie(again);
  }
  untie(value);
}

TEST(PlanObjects, AFailedDecodeLeavesNoCycle) {
  Graph value = graph();
  const Result<Plan> plan = plan_of<Graph>();
  Buffer bytes;
  ASSERT_TRUE(plan->encode(bytes, &value).ok());
  untie(value);
  Graph again;
  // All but the last byte: the cycle is there, the end is not. (What leaks, ASan finds.)
  const Status read = plan->decode(bytes.view().first(bytes.size() - 1), &again);
  EXPECT_EQ(read.code(), Code::kTruncated) << read.to_string();
  EXPECT_FALSE(read.path().empty());
}

struct Link {
  std::int32_t id = 0;
  std::shared_ptr<Link> next;
};
void let_go(std::shared_ptr<Link> link) {  // no recursion
  while (link != nullptr) link = std::exchange(link->next, nullptr);
}

TEST(PlanObjects, AChainOfAMillionObjectsIsNoRecursion) {
  testing::on_stack(std::size_t{512} * 1024, [] {
    constexpr int kCount = 1000000;
    auto first = std::make_shared<Link>();
    Link* last = first.get();
    for (int i = 1; i < kCount; ++i) {
      last->next = std::make_shared<Link>();
      last = last->next.get();
      last->id = i;
    }
    const Result<Plan> plan = plan_of<Link>();
    Buffer bytes;
    ASSERT_TRUE(plan->encode(bytes, first.get()).ok());
    let_go(std::move(first));
    auto again = std::make_shared<Link>();
    const Status read = plan->decode(bytes, again.get(), {.limits = Limits::unlimited()});
    ASSERT_TRUE(read.ok()) << read.to_string();
    int count = 0;
    for (const Link* link = again.get(); link != nullptr; link = link->next.get()) {
      ASSERT_EQ(link->id, count++);
    }
    EXPECT_EQ(count, kCount);
    let_go(std::move(again));
  });
}

TEST(PlanObjects, RefusesAReferenceToAnObjectOfAnotherClass) {
  struct Two {
    std::shared_ptr<Link> link;
    std::shared_ptr<std::string> text;
  };
  const Result<Plan> plan = plan_of<Two>();
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  const auto byte = [](int value) { return static_cast<std::byte>(value); };
  const DecodeOptions bare{.header = Header::bare};
  Two value;
  // A new link (id 1, next nil); then object 0 where a text is wanted.
  const std::byte wrong[] = {byte(1), byte(1), byte(0), byte(0), byte(0), byte(0), byte(6)};
  const Status status = plan->decode(wrong, &value, bare);
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  EXPECT_EQ(status.offset(), 6U);
  EXPECT_EQ(status.path(), "text");
  const std::byte missing[] = {byte(7), byte(0)};
  EXPECT_EQ(plan->decode(missing, &value, bare).code(), Code::kBadReference);
  const std::byte promise[] = {byte(3), byte(0)};
  EXPECT_TRUE(plan->decode(promise, &value, bare).ok());  // never kept: nil
  EXPECT_EQ(value.link, nullptr);
  const std::byte fulfil[] = {byte(4), byte(0), byte(0)};
  EXPECT_EQ(plan->decode(fulfil, &value, bare).code(), Code::kBadReference);
}

TEST(PlanObjects, APromiseStandsWhereAnOwnerIs) {
  struct Three {
    std::vector<std::shared_ptr<Link>> links;
    std::shared_ptr<Link> last;
  };
  const Result<Plan> plan = plan_of<Three>();
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  const auto byte = [](int value) { return static_cast<std::byte>(value); };
  // Two links: a promise, its body (id 5, next nil); then the object again.
  const std::byte kept[] = {byte(2), byte(3), byte(4), byte(0), byte(5),
                            byte(0), byte(0), byte(0), byte(0), byte(6)};
  Three value;
  const Status status = plan->decode(kept, &value, {.header = Header::bare});
  ASSERT_TRUE(status.ok()) << status.to_string();
  ASSERT_EQ(value.links.size(), 2U);
  ASSERT_NE(value.last, nullptr);
  EXPECT_EQ(value.last->id, 5);
  EXPECT_EQ(value.links[0], value.last);
  EXPECT_EQ(value.links[1], value.last);
  // A promise whose body is deferred: slot 5, behind the root.
  const std::byte late[] = {byte(1), byte(3), byte(5), byte(0), byte(9),
                            byte(0), byte(0), byte(0), byte(0)};
  const Status deferred = plan->decode(late, &value, {.header = Header::bare});
  ASSERT_TRUE(deferred.ok()) << deferred.to_string();
  ASSERT_NE(value.last, nullptr);
  EXPECT_EQ(value.last->id, 9);
  EXPECT_EQ(value.links[0], value.last);
}

}  // namespace
}  // namespace fastser::archive
