// SPDX-License-Identifier: MIT
//
// UTF-8 to UTF-16, for programs whose strings are UTF-16. Runs of ASCII go sixteen characters a
// step.
#pragma once

#include <cstddef>
#include <string_view>

namespace fastser::wire {

/// Writes well-formed UTF-8 (see is_utf8) as UTF-16 in the machine's order at `to`, which has room
/// for as many units as the text has bytes. Returns the number of units.
std::size_t utf8_to_utf16(std::string_view text, char16_t* to) noexcept;

}  // namespace fastser::wire
