// SPDX-License-Identifier: MIT
//
// UTF-16 (as NSString and .NET have it, in the machine's byte order) as UTF-8.
#pragma once

#include <cstddef>
#include <string_view>

namespace fastser::wire {

/// What utf16_to_utf8 answers where a surrogate stands alone: no text.
inline constexpr std::size_t kLoneSurrogate = static_cast<std::size_t>(-1);

/// Writes the text to `to`, where there is room for three times as many bytes as there are units;
/// the number of bytes. ASCII goes eight units a step.
[[nodiscard]] std::size_t utf16_to_utf8(std::u16string_view text, char* to) noexcept;

}  // namespace fastser::wire
