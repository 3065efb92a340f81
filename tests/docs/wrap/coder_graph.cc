// SPDX-License-Identifier: MIT
//
// docs/coder.md: a graph of any depth read by calls.
#include <fastser/coder.hpp>

#include <utility>
#include <vector>

using fastser::CoderReader;
using fastser::CoderWriter;
using fastser::ObjectStart;

struct Node {
  std::int32_t value = 0;
  Node* next = nullptr;
};
static Node* node(CoderReader& r);

static void fields(CoderReader& r, Node& of) {
  of.value = r.i32("value");
  of.next = node(r);
}
static void write(CoderWriter& w, const fastser::PendingObject& object) {
  const Node& of = *static_cast<const Node*>(object.identity);
  w.i32("value", of.value);
  w.object(of.next, object.of, &write);
}

//@

int main() {
  std::vector<Node> chain(100'000);
  for (std::size_t i = 0; i + 1 < chain.size(); ++i) chain[i].next = &chain[i + 1];
  chain.back().value = 7;
  CoderWriter writer;
  writer.object(&chain[0], writer.define_class("Node", 0), &write);
  const fastser::Result<fastser::Buffer> bytes = writer.finish();
  CoderReader r;
  if (!bytes.ok() || !r.open(*bytes).ok()) return 1;
  //@
  if (!r.finish().ok()) return 2;
  const Node* last = root;
  for (std::size_t i = 1; i < chain.size(); ++i) last = last->next;
  const bool good = last->value == 7 && last->next == nullptr;
  for (Node* at = root; at != nullptr;) delete std::exchange(at, at->next);
  return good ? 0 : 3;
}
