// SPDX-License-Identifier: MIT
//
// The float nearest to a decimal number of up to 19 digits and a small power of ten, by integers
// alone: the digits times a power of five in 128 bits (D. Lemire, "Number parsing at a gigabyte per
// second", 2021; that no second try is needed: N. Mushtak and D. Lemire, "Fast number parsing
// without fallback", 2022). Powers up to 5^27 fit 64 bits, so the table is short and is made by the
// compiler.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#if FASTSER_INT128
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace fastser::convert {

inline constexpr std::int64_t kNearestPower = 27;  // the largest power of ten, up and down

namespace nearest_detail {

__extension__ using Wide = unsigned __int128;

// The first 128 bits of 5^power; of a reciprocal they are rounded up.
constexpr Wide leading_bits(std::int64_t power) {
  Wide five = 1;
  for (std::int64_t i = power < 0 ? -power : power; i != 0; --i) five *= 5;
  if (power >= 0) {
    while ((five >> 127) == 0) five <<= 1;
    return five;
  }
  Wide rest = 1;  // long division of a power of two, bit by bit
  while (rest < five) rest <<= 1;
  Wide quotient = 0;
  for (int bit = 0; bit < 128; ++bit) {
    quotient <<= 1;
    if (rest >= five) {
      rest -= five;
      quotient |= 1;
    }
    rest <<= 1;
  }
  return quotient + 1;
}

struct Power {
  std::uint64_t high;
  std::uint64_t low;
};
constexpr std::array<Power, 2 * kNearestPower + 1> make_powers() {
  std::array<Power, 2 * kNearestPower + 1> powers{};
  for (std::int64_t power = -kNearestPower; power <= kNearestPower; ++power) {
    const Wide bits = leading_bits(power);
    powers[static_cast<std::size_t>(power + kNearestPower)] = {
        static_cast<std::uint64_t>(bits >> 64), static_cast<std::uint64_t>(bits)};
  }
  return powers;
}
inline constexpr std::array<Power, 2 * kNearestPower + 1> kPowersOfFive = make_powers();

}  // namespace nearest_detail

/// digits * 10^power, for powers from -kNearestPower to kNearestPower.
inline double nearest_double(std::uint64_t digits, std::int64_t power) {
  using nearest_detail::Wide;
  if (digits == 0) return 0;
  const int zeros = std::countl_zero(digits);
  digits <<= zeros;
  const nearest_detail::Power& five =
      nearest_detail::kPowersOfFive[static_cast<std::size_t>(power + kNearestPower)];
  Wide product = static_cast<Wide>(digits) * five.high;
  product += (static_cast<Wide>(digits) * five.low) >> 64;
  const auto high = static_cast<std::uint64_t>(product >> 64);
  const auto low = static_cast<std::uint64_t>(product);
  const int upper = static_cast<int>(high >> 63);
  const int shift = upper + 9;
  std::uint64_t mantissa = high >> shift;  // 54 bits, the last to round by
  // Right between two floats, which only such powers reach: to the even one.
  if (low <= 1 && power >= -4 && power <= 23 && (mantissa & 3) == 1 && mantissa << shift == high) {
    mantissa &= ~std::uint64_t{1};
  }
  mantissa = (mantissa + (mantissa & 1)) >> 1;
  // floor(power * log2(5)) is the exponent of the power of five.
  const std::int64_t exponent = ((power * 152170) >> 16) + power + 63 + upper - zeros + 1023;
  // The mantissa's leading bit, or one more where rounding carried, adds to the exponent.
  return std::bit_cast<double>((static_cast<std::uint64_t>(exponent - 1) << 52) + mantissa);
}

}  // namespace fastser::convert
#endif
