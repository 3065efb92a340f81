// SPDX-License-Identifier: MIT
//
// The start of a text that is shown, in a path or a message.
#pragma once

#include <cstddef>
#include <string_view>

#include "fastser/internal/wire/utf8.hpp"

namespace fastser::wire {

/// `most` bytes of `text`, or fewer: no half of a character, and nothing from where it is not
/// UTF-8.
[[nodiscard]] inline std::string_view utf8_start(std::string_view text, std::size_t most) noexcept {
  const std::string_view start = text.substr(0, most);
  return start.substr(0, utf8_prefix(start));
}

}  // namespace fastser::wire
