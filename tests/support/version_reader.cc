// SPDX-License-Identifier: MIT
//
// Nodes of values, one function a kind.
#include "support/version_reader.hpp"

#include <bit>

#include "support/hex.hpp"

namespace fastser::testing::versions {
namespace nodes {
namespace {

Node leaf(std::string text) {
  Node node;
  node.text = std::move(text);
  return node;
}
Node branch(std::string text, std::vector<Node> kids, bool unordered = false) {
  Node node;
  node.text = std::move(text);
  node.kids = std::move(kids);
  node.unordered = unordered;
  return node;
}

}  // namespace

Node integer(std::uint64_t bits, bool is_signed) {
  return leaf(is_signed ? std::to_string(static_cast<std::int64_t>(bits)) : std::to_string(bits));
}
Node boolean(bool value) { return leaf(value ? "true" : "false"); }
Node f32(float value) {
  return leaf("f32:" + std::to_string(std::bit_cast<std::uint32_t>(value)) + "=" +
              std::to_string(value));
}
Node f64(double value) {
  return leaf("f64:" + std::to_string(std::bit_cast<std::uint64_t>(value)) + "=" +
              std::to_string(value));
}
Node text(const std::string& value) { return leaf("\"" + value + "\""); }
Node data(const std::string& value) {
  return leaf("x" + hex_of({reinterpret_cast<const std::byte*>(value.data()), value.size()}));
}
Node bits(const std::string& zeros_and_ones) { return leaf("bits:" + zeros_and_ones); }
Node none() { return leaf("none"); }
Node some(Node value) { return branch("some", {std::move(value)}); }
Node nil() { return leaf("nil"); }
Node null() { return leaf("null"); }
Node alternative(std::size_t index, Node value) {
  return branch("alternative " + std::to_string(index), {std::move(value)});
}
Node list(std::vector<Node> elements) { return branch("list", std::move(elements)); }
Node set(std::vector<Node> elements) { return branch("set", std::move(elements), true); }
Node tuple(std::vector<Node> elements) { return branch("tuple", std::move(elements)); }
Node map(std::vector<Node> entries) { return branch("map", std::move(entries), true); }
Node record(const std::string& name, std::vector<Node> fields) {
  return branch(name, std::move(fields));
}
Node ticks(std::int64_t count) { return leaf(std::to_string(count) + " ticks"); }
Node pointer(std::int64_t object, bool weak) {
  Node node;
  node.object = object;
  node.weak = weak;
  return node;
}

}  // namespace nodes

std::string to_text(const Reader& reader) {
  // Types name classes by number; the text of shapes is what prints them.
  std::vector<Shape> shapes;
  for (const ReaderClass& one : reader.classes) shapes.push_back({one.name(), 0, -1, {}});
  std::string out = "  root " + to_text(reader.root, shapes) + "\n";
  for (const ReaderClass& one : reader.classes) {
    out += "  class " + one.name() + "/" + std::to_string(&one - reader.classes.data());
    for (std::size_t level = one.levels.size() - 1; level-- > 0;)
      out += " : " + one.levels[level].name;
    out += "\n";
    for (const ReaderField& field : one.fields) {
      out += "    " + (one.levels.size() > 1 ? one.levels[field.level].name + "::" : "") +
             field.name + ": " + to_text(field.type, shapes);
      for (const std::string& old : field.old_names) out += " (was " + old + ")";
      out += "\n";
    }
  }
  return out;
}

}  // namespace fastser::testing::versions
