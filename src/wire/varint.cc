// SPDX-License-Identifier: MIT
//
// The long case of get_varint: two to ten bytes.
#include "fastser/internal/wire/varint.hpp"

namespace fastser::wire {

const std::byte* get_varint_slow(const std::byte* from, const std::byte* end, std::uint64_t& value,
                                 bool& truncated) noexcept {
  std::uint64_t result = 0;
  truncated = false;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    if (from == end) {
      truncated = true;
      return nullptr;
    }
    const auto byte = static_cast<std::uint8_t>(*from++);
    // The tenth byte holds bit 63 alone.
    if (shift == 63 && byte > 1) return nullptr;
    result |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) {
      value = result;
      return from;
    }
  }
  return nullptr;
}

}  // namespace fastser::wire
