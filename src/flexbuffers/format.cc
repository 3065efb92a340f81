// SPDX-License-Identifier: MIT
//
// Floats of one width as floats of the other, bit for bit.
#include "fastser/internal/flexbuffers/format.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace fastser::flexbuffers {

std::uint64_t widened(std::uint32_t bits) noexcept {
  if (((bits >> 23) & 0xFF) == 0xFF) {  // infinity or NaN: no arithmetic, which would quiet it
    return (std::uint64_t{bits >> 31} << 63) | (std::uint64_t{0x7FF} << 52) |
           (std::uint64_t{bits & 0x7FFFFF} << 29);
  }
  return std::bit_cast<std::uint64_t>(static_cast<double>(std::bit_cast<float>(bits)));
}

bool narrowed(std::uint64_t bits, std::uint32_t& narrow) noexcept {
  if (((bits >> 52) & 0x7FF) == 0x7FF) {
    narrow = static_cast<std::uint32_t>(bits >> 63 << 31) | 0x7F800000U |
             static_cast<std::uint32_t>((bits >> 29) & 0x7FFFFF);
    return (bits & 0x1FFFFFFF) == 0;
  }
  const auto wide = std::bit_cast<double>(bits);
  if (std::abs(wide) > static_cast<double>(std::numeric_limits<float>::max())) return false;
  narrow = std::bit_cast<std::uint32_t>(static_cast<float>(wide));
  return widened(narrow) == bits;
}

}  // namespace fastser::flexbuffers
