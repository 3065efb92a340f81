// SPDX-License-Identifier: MIT
//
// As few digits as are read as the same value again: 15 are enough wherever fewer are, and then end
// in zeros, but for values below the smallest normal one, which have fewer bits than 15 digits
// need. Digits are picked out of what snprintf writes, so its locale's decimal point does not
// matter.
#include "base/double_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

namespace fastser {
namespace {

constexpr int kMostDigits = 17;  // as many as any double needs

// 1.2345e+30 is "12345" and 30.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

// Whether this many digits are read as the same value.
bool round_trips(double value, int digits, Decimal& out) {
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.*e", digits - 1, value);
  out.digits.clear();
  const char* at = text.data();
  for (; *at != 'e'; ++at) {
    if (*at >= '0' && *at <= '9') out.digits += *at;
  }
  out.exponent = static_cast<int>(std::strtol(at + 1, nullptr, 10));
  return digits == kMostDigits || std::strtod(text.data(), nullptr) == value;
}

Decimal shortest(double value) {
  Decimal decimal;
  int digits = std::fpclassify(value) == FP_SUBNORMAL ? 1 : 15;
  while (!round_trips(value, digits, decimal)) ++digits;
  const std::size_t last = decimal.digits.find_last_not_of('0');
  decimal.digits.resize(last == std::string::npos ? 1 : last + 1);
  return decimal;
}

std::string scientific(const Decimal& decimal) {
  std::array<char, 8> exponent{};
  std::snprintf(exponent.data(), exponent.size(), "e%+03d", decimal.exponent);
  std::string text = decimal.digits;
  if (text.size() > 1) text.insert(1, 1, '.');
  return text + exponent.data();
}

// Beyond the last digit that is needed the value's own, as std::to_chars has it.
std::string fixed(const Decimal& decimal, double value) {
  const auto count = static_cast<int>(decimal.digits.size());
  if (decimal.exponent < 0) {
    return "0." + std::string(static_cast<std::size_t>(-decimal.exponent - 1), '0') +
           decimal.digits;
  }
  if (decimal.exponent < count - 1) {
    std::string text = decimal.digits;
    return text.insert(static_cast<std::size_t>(decimal.exponent) + 1, 1, '.');
  }
  std::array<char, 40> text{};
  std::snprintf(text.data(), text.size(), "%.0f", value);
  return text.data();
}

}  // namespace

void append_double_text_by_printf(std::string& out, double value) {
  if (std::signbit(value)) out += '-';
  if (!std::isfinite(value)) {
    out += std::isnan(value) ? "nan" : "inf";
    return;
  }
  const double magnitude = std::fabs(value);
  const Decimal decimal = shortest(magnitude);
  std::string text = scientific(decimal);
  // Otherwise much longer: hundreds of zeros, perhaps.
  if (decimal.exponent > -8 && decimal.exponent < 30) {
    if (std::string plain = fixed(decimal, magnitude); plain.size() <= text.size()) {
      text = std::move(plain);
    }
  }
  out += text;
}

char* put_double_text(char* to, double value) {
#if defined(__APPLE__)
  std::string text;
  append_double_text_by_printf(text, value);
  return std::copy(text.begin(), text.end(), to);
#else
  return std::to_chars(to, to + kMostDoubleText, value).ptr;
#endif
}

void append_double_text(std::string& out, double value) {
  std::array<char, kMostDoubleText> text{};
  out.append(text.data(), put_double_text(text.data(), value));
}

}  // namespace fastser
