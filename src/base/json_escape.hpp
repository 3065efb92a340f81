// SPDX-License-Identifier: MIT
//
// The escapes of JSON's strings, which names in paths have as well.
#pragma once

#include <cstddef>
#include <string_view>

namespace fastser {

inline constexpr std::size_t kMostEscape = 6;
/// What stands for a quote, a backslash or a control character; it may be in `room`.
[[nodiscard]] std::string_view escaped(char c, char (&room)[kMostEscape]);

}  // namespace fastser
