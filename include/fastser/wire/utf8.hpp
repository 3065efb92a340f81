// SPDX-License-Identifier: MIT
//
// Is this UTF-8? (Unicode 15, table 3-7: no overlong forms, no surrogates, nothing above U+10FFFF.)
#pragma once

#include <string_view>

namespace fastser::wire {

/// True when `text` is well-formed UTF-8. Eight bytes a step through ASCII.
[[nodiscard]] bool is_utf8(std::string_view text) noexcept;

}  // namespace fastser::wire
