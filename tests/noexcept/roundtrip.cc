// SPDX-License-Identifier: MIT
//
// Types of every kind there and back, and an error, in a program compiled with -fno-exceptions and
// -fno-rtti. No test framework: GoogleTest's own library is built with both.
#include <cstdint>
#include <cstdio>
#include <fastser/archive.hpp>
#include <fastser/flat.hpp>
#include <fastser/flexbuffers.hpp>
#include <fastser/msgpack.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace {

struct Item {
  std::string name;
  std::vector<double> values;
  std::optional<std::int64_t> when;
};

struct Root {
  std::map<std::string, Item> items;
  std::shared_ptr<Item> first;
  std::shared_ptr<Item> same;
};

Root make_root() {
  Root root;
  root.first = std::make_shared<Item>(Item{"shared", {1.5, -2.25}, std::nullopt});
  root.same = root.first;
  root.items["a"] = {"one", {}, 7};
  return root;
}

// MessagePack and FlexBuffers have no references: what was shared comes back twice.
bool is_root(const Root& root, bool shared) {
  return root.items.size() == 1 && root.items.begin()->second.when == 7 && root.first &&
         root.same && (root.first == root.same) == shared &&
         root.first->values == std::vector<double>{1.5, -2.25};
}

int fail(const char* what) {
  std::printf("%s\n", what);
  return 1;
}

}  // namespace

int main() {
  const auto bytes = fastser::archive::encode(make_root());
  if (!bytes.ok()) return fail("encode failed");
  const auto again = fastser::archive::decode<Root>(*bytes);
  if (!again.ok() || !is_root(*again, true)) return fail("decode failed");
  if (fastser::archive::decode<std::string>(*bytes).ok()) return fail("wrong type accepted");
  const auto message = fastser::msgpack::encode(make_root());
  if (!message.ok()) return fail("MessagePack encode failed");
  const auto read = fastser::msgpack::decode<Root>(*message);
  if (!read.ok() || !is_root(*read, false)) return fail("MessagePack decode failed");
  if (fastser::msgpack::decode<std::string>(*message).ok()) return fail("wrong type accepted");
  const auto flat = fastser::flat::encode(make_root());
  if (!flat.ok()) return fail("FlatBuffers encode failed");
  const auto copied = fastser::flat::decode<Root>(*flat);
  if (!copied.ok() || !is_root(*copied, true)) return fail("FlatBuffers decode failed");
  if (fastser::flat::decode<std::string>(flat->view().first(6)).ok()) return fail("cut accepted");
  const auto flex = fastser::flexbuffers::encode(make_root());
  if (!flex.ok()) return fail("FlexBuffers encode failed");
  const auto flexed = fastser::flexbuffers::decode<Root>(*flex);
  if (!flexed.ok() || !is_root(*flexed, false)) return fail("FlexBuffers decode failed");
  if (fastser::flexbuffers::decode<std::string>(*flex).ok()) return fail("wrong type accepted");
  return 0;
}
