// SPDX-License-Identifier: MIT
//
// The coder's writer on a thread with 512 KiB of stack: a list of a million objects (kLongChain)
// by callbacks, and a shorter one by asking for what is pending.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/coder.hpp"
#include "fastser/graph.hpp"
#include "support/effort.hpp"
#include "support/small_stack.hpp"

namespace fastser::testing {
namespace {

constexpr std::size_t kStack = std::size_t{512} * 1024;

struct Node {
  std::int32_t value = 0;
  const Node* next = nullptr;
  const Node* back = nullptr;
};

std::vector<Node> make_nodes(std::size_t length) {
  std::vector<Node> nodes(length);
  for (std::size_t i = 0; i < length; ++i) {
    nodes[i].value = static_cast<std::int32_t>(i);
    if (i + 1 != length) nodes[i].next = &nodes[i + 1];
    if (i != 0) nodes[i].back = &nodes[i - 1];
  }
  return nodes;
}

struct Link {
  std::int32_t value = 0;
  std::shared_ptr<Link> next;
  std::weak_ptr<Link> back;
};

// A typed decode finds the same list.
void expect_chain(const Buffer& bytes, std::size_t length) {
  archive::DecodeOptions options;
  options.limits = Limits::unlimited();
  Result<std::shared_ptr<Link>> chain = archive::decode<std::shared_ptr<Link>>(bytes, options);
  ASSERT_TRUE(chain.ok()) << chain.status().to_string();
  std::size_t count = 0;
  std::shared_ptr<Link> before;
  for (std::shared_ptr<Link> at = *chain; at; at = at->next, ++count) {
    ASSERT_EQ(at->value, static_cast<std::int32_t>(count));
    ASSERT_EQ(at->back.lock(), before);
    before = at;
  }
  EXPECT_EQ(count, length);
  graph::destroy(*chain);
}

void write_node(CoderWriter& writer, const PendingObject& object) {
  const auto& node = *static_cast<const Node*>(object.identity);
  writer.i32("value", node.value);
  writer.object("next", node.next, object.of, write_node);
  writer.conditional("back", node.back);
}

TEST(CoderWriterChain, OfAMillionObjectsByCallbacks) {
  on_stack(kStack, [] {
    const std::vector<Node> nodes = make_nodes(kLongChain);
    CoderWriter writer;
    writer.object(nodes.data(), writer.define_class("Link"), write_node);
    const Result<Buffer> bytes = writer.finish();
    ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
    expect_chain(*bytes, nodes.size());
  });
}

TEST(CoderWriterChain, OfObjectsThatAreAskedForWhenTheyArePending) {
  on_stack(kStack, [] {
    const std::vector<Node> nodes = make_nodes(100000);
    CoderWriter writer;
    const ClassHandle of = writer.define_class("Link");
    // As a binding would: recursion as long as objects are written at once.
    const auto fields = [&](const auto& self, const Node& node) -> void {
      writer.i32("value", node.value);
      if (writer.begin_object_or_later("next", node.next, of) == ObjectPlace::kNew) {
        self(self, *node.next);
        writer.end_object();
      }
      writer.conditional("back", node.back);
    };
    ASSERT_EQ(writer.begin_object_or_later(nodes.data(), of), ObjectPlace::kNew);
    fields(fields, nodes.front());
    writer.end_object();
    PendingObject pending;
    while (writer.begin_pending(pending)) {
      fields(fields, *static_cast<const Node*>(pending.identity));
      writer.end_object();
    }
    const Result<Buffer> bytes = writer.finish();
    ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
    expect_chain(*bytes, nodes.size());
  });
}

}  // namespace
}  // namespace fastser::testing
