// SPDX-License-Identifier: MIT
//
// What a reader's C++ class is, as data: its fields, base classes, old names and defaults, and how
// its values look as Nodes. Both the oracle and version_reflect.hpp make Nodes by these functions.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "fastser/buffer.hpp"
#include "fastser/status.hpp"
#include "support/version_model.hpp"

namespace fastser::testing::versions {

struct ReaderField {
  std::string name;
  std::vector<std::string> old_names;
  Type type;
  Node fallback;          ///< what the archive that does not have the field leaves
  std::size_t level = 0;  ///< into ReaderClass::levels
};

struct ReaderClass {
  struct Level {
    std::string name;
    std::uint32_t version = 0;
  };
  std::vector<Level> levels;        ///< the outermost base class first, the class itself last
  std::vector<ReaderField> fields;  ///< of all levels

  [[nodiscard]] const std::string& name() const { return levels.back().name; }
};

struct Reading {
  Status status;
  Forest forest;
};

/// A C++ type that is read into.
struct Reader {
  std::string name;
  std::vector<ReaderClass> classes;
  Type root;
  /// By a fresh decode, and into the object that `before` was read into.
  std::function<Reading(BytesView)> decode;
  std::function<Reading(BytesView before, BytesView)> decode_over;
};

/// Lines as those of to_text(shapes).
std::string to_text(const Reader& reader);

namespace nodes {
Node integer(std::uint64_t bits, bool is_signed);
Node boolean(bool value);
Node f32(float value);
Node f64(double value);
Node text(const std::string& value);
Node data(const std::string& value);
Node bits(const std::string& zeros_and_ones);
Node none();
Node some(Node value);
Node nil();
Node null();
Node alternative(std::size_t index, Node value);
Node list(std::vector<Node> elements);
Node set(std::vector<Node> elements);
Node tuple(std::vector<Node> elements);
Node map(std::vector<Node> entries);  ///< each a tuple
Node record(const std::string& name, std::vector<Node> fields);
Node ticks(std::int64_t count);
Node pointer(std::int64_t object, bool weak);
}  // namespace nodes

}  // namespace fastser::testing::versions
