// SPDX-License-Identifier: MIT
//
// The Type that a measured layout's document is written as, and for each slot which of the
// alternatives of its variant a kind of value is. Both sides of the archive, table and payload, ask
// here, so that they cannot disagree.
#pragma once

#include <cstdint>

#include "convert/document/layout.hpp"
#include "fastser/type.hpp"

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

/// The type. Errors: kNoMemory.
[[nodiscard]] Result<Type> type_of(Layout& layout);

}  // namespace fastser::convert
