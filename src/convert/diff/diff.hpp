// SPDX-License-Identifier: MIT
//
// What differs between two documents, by path.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "convert/document/dom.hpp"

namespace fastser::convert {

struct Difference {
  enum class What : std::uint8_t { kChanged, kAdded, kRemoved };
  What what;
  /// As parse_path() takes it; indices are those of the left document, of what is added the
  /// right's.
  std::string_view path;
  std::uint32_t left = 0;   ///< the node; none of what is added
  std::uint32_t right = 0;  ///< none of what is removed
};

/// Tells `told` of each difference, in the order of the left document, until that returns false.
/// Whether there was none. Numbers are equal by value, objects and maps whatever the order of their
/// keys. In lists, elements that were put in or taken out are found where that is not too much
/// work, else elements are compared place by place. Values are compared by 64 bits of a keyed hash.
/// Cost: linear, and a bounded amount for lists; memory in proportion, not for differences.
bool differences(const Document& left, const Document& right,
                 const std::function<bool(const Difference&)>& told);

}  // namespace fastser::convert
