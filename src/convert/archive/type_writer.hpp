// SPDX-License-Identifier: MIT
//
// TypeWriter: the type table of a measured layout, and for each slot which of the alternatives of
// its variant a kind of value is. Both sides of the archive, table and payload, ask here, so that
// they cannot disagree.
#pragma once

#include <cstdint>
#include <vector>

#include "convert/document/layout.hpp"
#include "convert/msgpack/ext_shape.hpp"
#include "fastser/internal/schema/table_builder.hpp"

namespace fastser::convert {

/// How a slot's values are told apart.
enum class Form : std::uint8_t {
  kAny,       ///< inline types
  kSingle,    ///< one kind only, nothing before the value
  kOptional,  ///< one kind, or null
  kVariant,   ///< an index before the value
};

[[nodiscard]] Form form_of(const Slot& slot);
/// The index of a kind among the alternatives: the kinds seen, in the order of SlotKind.
[[nodiscard]] std::uint64_t alternative_of(const Slot& slot, SlotKind kind);
/// The kind that a node counts as in a slot.
[[nodiscard]] SlotKind slot_kind(const Slot& slot, const Node& node);
/// Lists that are all of one length need no count.
[[nodiscard]] inline bool is_array(const Slot& slot) { return slot.least == slot.most; }

/// The number of the shape of extensions, where there are any.
inline constexpr std::uint32_t kExtShape = 0;

class TypeWriter {
 public:
  explicit TypeWriter(Layout& layout) : layout_(layout) {}

  /// The table. Gives groups their shapes.
  [[nodiscard]] schema::TypeBytes table();

 private:
  void type(std::uint32_t slot, schema::TypeBytes& out);
  void alternative(Slot& slot, SlotKind kind, schema::TypeBytes& out);
  void object(std::uint32_t group, schema::TypeBytes& out);
  void describe(std::uint32_t group);
  void describe_ext();

  Layout& layout_;
  std::vector<schema::TypeBytes> shapes_;
};

}  // namespace fastser::convert
