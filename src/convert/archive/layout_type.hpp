// SPDX-License-Identifier: MIT
//
// The Type that a measured layout's document is written as. The payload is written by that alone,
// so that the two cannot disagree.
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
/// Lists that are all of one length need no count.
[[nodiscard]] inline bool is_array(const Slot& slot) { return slot.least == slot.most; }

/// The type. Errors: kNoMemory.
[[nodiscard]] Result<Type> type_of(Layout& layout);

}  // namespace fastser::convert
