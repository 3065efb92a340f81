// SPDX-License-Identifier: MIT
//
// Arithmetic with numbers from the input: it says when the result does not fit (B8). A product is
// one multiplication and a flag; the usual check, by division, takes ten times as long.
#pragma once

#include <cstddef>

namespace fastser {

/// product = left * right. False, and `product` unspecified, when that is no std::size_t.
[[nodiscard]] constexpr bool checked_multiply(std::size_t left, std::size_t right,
                                              std::size_t& product) noexcept {
#if defined(__GNUC__)
  return !__builtin_mul_overflow(left, right, &product);
#else
  product = left * right;
  return left == 0 || product / left == right;
#endif
}

}  // namespace fastser
