// SPDX-License-Identifier: MIT
//
// Varints (LEB128, at most ten bytes) and zigzag. The one-byte case is inline, since nearly every
// length and count is below 128; the rest is one shared function.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace fastser::wire {

inline constexpr std::size_t kMaxVarint = 10;

/// Bytes that put_varint writes for `value`: 1 to 10.
[[nodiscard]] constexpr std::size_t varint_size(std::uint64_t value) noexcept {
  return (static_cast<std::size_t>(std::bit_width(value | 1)) + 6) / 7;  // seven bits a byte
}

/// Writes `value` at `to` (room for kMaxVarint bytes, or varint_size(value)); returns the end.
template <typename Byte>
constexpr Byte* put_varint(Byte* to, std::uint64_t value) noexcept {
  while (value >= 0x80) {
    *to++ = static_cast<Byte>((value & 0x7F) | 0x80);
    value >>= 7;
  }
  *to++ = static_cast<Byte>(value);
  return to;
}

/// Reads a varint of two or more bytes in [from, end). Null when it is cut off or too long;
/// *truncated then says which.
const std::byte* get_varint_slow(const std::byte* from, const std::byte* end, std::uint64_t& value,
                                 bool& truncated) noexcept;

/// Reads a varint in [from, end). Returns the byte behind it, or null.
inline const std::byte* get_varint(const std::byte* from, const std::byte* end,
                                   std::uint64_t& value, bool& truncated) noexcept {
  if (from < end && static_cast<std::uint8_t>(*from) < 0x80) [[likely]] {
    value = static_cast<std::uint8_t>(*from);
    return from + 1;
  }
  return get_varint_slow(from, end, value, truncated);
}

/// Whether a varint of 0 stands there, however padded.
[[nodiscard]] inline bool is_zero(const std::byte* from, const std::byte* end) noexcept {
  std::uint64_t value = 0;
  bool truncated = false;
  return get_varint(from, end, value, truncated) != nullptr && value == 0;
}

/// 0, -1, 1, -2 ... as 0, 1, 2, 3 ...
[[nodiscard]] constexpr std::uint64_t zigzag(std::int64_t value) noexcept {
  return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
[[nodiscard]] constexpr std::int64_t unzigzag(std::uint64_t value) noexcept {
  return static_cast<std::int64_t>((value >> 1) ^ (~(value & 1) + 1));
}

}  // namespace fastser::wire
