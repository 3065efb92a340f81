// SPDX-License-Identifier: MIT
//
// Is this UTF-8? (Unicode 15, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF.)
#pragma once

#include <cstddef>
#include <string_view>

namespace fastser::wire {

/// Bytes of `text` before the first that belongs to no well-formed character; all of them when
/// there is none. Eight bytes a step through ASCII.
[[nodiscard]] std::size_t utf8_prefix(std::string_view text) noexcept;

/// True when `text` is well-formed UTF-8.
[[nodiscard]] inline bool is_utf8(std::string_view text) noexcept {
  return utf8_prefix(text) == text.size();
}

}  // namespace fastser::wire
