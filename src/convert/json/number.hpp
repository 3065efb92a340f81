// SPDX-License-Identifier: MIT
//
// Numbers of JSON text.
#pragma once

#include <cstdint>
#include <string_view>

namespace fastser::convert {

struct JsonNumber {
  enum class Kind : std::uint8_t {
    kInteger,
    kReal,
    kWide,      ///< an integer beyond 64 bits; `real` is the nearest float
    kInexact,   ///< likewise, and the float is another number
    kNotFinite  ///< too large for any float
  };
  Kind kind = Kind::kInteger;
  bool negative = false;   ///< of an integer below 0
  std::uint64_t bits = 0;  ///< of an integer, as two's complement
  double real = 0;
};

/// The number that `at` (in front of `end`) begins with; null where it is none, and then `wrong` is
/// the first character that no number has there. Else the character behind it. Floats are the
/// nearest, whatever the locale.
const char* parse_number(const char* at, const char* end, JsonNumber& out, const char*& wrong);

/// The same of what flatc takes besides: a plus sign, zeros in front, a point without digits in
/// front of it or behind it, and hexadecimal integers and floats as C++ has them. `why` says what
/// is wrong.
const char* parse_lax_number(const char* at, const char* end, JsonNumber& out, const char*& wrong,
                             std::string_view& why);

}  // namespace fastser::convert
