// SPDX-License-Identifier: MIT
//
// Arithmetic with numbers from the input: it says when the result does not fit (B8). A product is
// one multiplication and a flag; the usual check, by division, takes ten times as long.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "fastser/internal/base/compiler.hpp"

namespace fastser {

/// product = left * right. False, and `product` unspecified, when that is no Unsigned.
template <std::unsigned_integral Unsigned>
[[nodiscard]] constexpr bool checked_multiply(Unsigned left, std::type_identity_t<Unsigned> right,
                                              std::type_identity_t<Unsigned>& product) noexcept {
  static_assert(sizeof(Unsigned) >= sizeof(int), "smaller ones are multiplied as int");
#if FASTSER_GNU
  return !__builtin_mul_overflow(left, right, &product);
#else
  product = left * right;
  return left == 0 || product / left == right;
#endif
}

/// The same for signed numbers.
[[nodiscard]] constexpr bool checked_multiply_signed(std::int64_t left, std::int64_t right,
                                                     std::int64_t& product) noexcept {
#if FASTSER_GNU
  return !__builtin_mul_overflow(left, right, &product);
#else
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  if ((left == -1 && right == kLeast) || (right == -1 && left == kLeast)) return false;
  product = static_cast<std::int64_t>(static_cast<std::uint64_t>(left) *
                                      static_cast<std::uint64_t>(right));
  return left == 0 || product / left == right;
#endif
}

/// sum = left + right, of signed numbers. False, and `sum` unspecified, when it does not fit.
[[nodiscard]] constexpr bool checked_add_signed(std::int64_t left, std::int64_t right,
                                                std::int64_t& sum) noexcept {
#if FASTSER_GNU
  return !__builtin_add_overflow(left, right, &sum);
#else
  sum = static_cast<std::int64_t>(static_cast<std::uint64_t>(left) +
                                  static_cast<std::uint64_t>(right));
  return (right < 0) == (sum < left);
#endif
}

}  // namespace fastser
