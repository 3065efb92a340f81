// SPDX-License-Identifier: MIT
//
// Up to 19 digits are an integer, eight of them read at once. With an exponent that a float's own
// table of powers covers, two exact numbers and one rounding make the nearest float (W. D. Clinger,
// "How to read floating point numbers accurately"); with another small one, 128 bits do
// (nearest.hpp). All else is left to the standard library, which is exact and slow.
#include "convert/json/number.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cfloat>
#include <charconv>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "convert/json/nearest.hpp"
#include "convert/json/text.hpp"
#include "fastser/internal/wire/endian.hpp"

namespace fastser::convert {
namespace {

constexpr unsigned kMaxDigits = 19;                       // that 64 bits surely hold
constexpr std::uint64_t kExact = std::uint64_t{1} << 53;  // integers that floats hold
constexpr std::int64_t kMaxPower = 22;                    // of ten, that floats hold
constexpr std::int64_t kMaxExponent = 1000000;            // beyond it is beyond all floats
// x87 rounds twice: to its own longer format, then to a double; so does libstdc++'s from_chars
// there. All others round once.
constexpr bool kRoundsOnce = FLT_EVAL_METHOD == 0 || FLT_EVAL_METHOD == 1;
constexpr std::array<double, kMaxPower + 1> kPowers = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Reads digits, also more than 64 bits hold: the caller counts them.
const char* read_digits(const char* at, const char* end, std::uint64_t& digits) {
  constexpr std::uint64_t kHalves = 0xF0F0F0F0F0F0F0F0U;
  constexpr std::uint64_t kZeros = 0x3030303030303030U;
  constexpr std::uint64_t kSixes = 0x0606060606060606U;
  constexpr std::uint64_t kScales[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
  while (end - at >= 8) {
    auto word = wire::load_le<std::uint64_t>(reinterpret_cast<const std::byte*>(at));
    const std::uint64_t other =
        ((word & kHalves) ^ kZeros) | (((word + kSixes) & kHalves) ^ kZeros);
    const auto count = static_cast<unsigned>(std::countr_zero(other)) / 8;  // of digits in front
    if (count == 0) return at;
    // The first digit is the lowest byte; what is no digit gives way to zeros in front. Digits
    // become pairs, pairs fours, fours all eight.
    word = (word & ~kHalves) << (64 - 8 * count);
    word = word * ((10U << 8) + 1) >> 8;
    word = (word & 0x00FF00FF00FF00FFU) * ((100U << 16) + 1) >> 16;
    word = (word & 0x0000FFFF0000FFFFU) * ((std::uint64_t{10000} << 32) + 1) >> 32;
    at += count;
    if (count != 8) {
      digits = digits * kScales[count] + word;
      return at;
    }
    digits = digits * 100000000 + word;
  }
  for (; at != end && is_digit(*at); ++at) digits = digits * 10 + static_cast<unsigned>(*at - '0');
  return at;
}

// By strtod: also hexadecimal floats, and numbers beyond the range, which are 0 or infinite.
double real_by_strtod(std::string_view text) {
  std::string copy(text);
  const std::lconv* const locale = std::localeconv();
  if (const std::size_t dot = copy.find('.'); dot != std::string::npos && locale != nullptr) {
    copy.replace(dot, 1, locale->decimal_point);
  }
  return std::strtod(copy.c_str(), nullptr);
}

double slow_real(std::string_view text) {
#if defined(__cpp_lib_to_chars)
  if constexpr (kRoundsOnce) {
    double value = 0;
    const std::from_chars_result result =
        std::from_chars(text.data(), text.data() + text.size(), value);
    if (result.ec == std::errc()) return value;
  }
#endif
  return real_by_strtod(text);
}

// Whether a float is the very integer that the digits are.
bool is_exact(double value, std::string_view digits) {
  std::array<char, 330> exact{};  // the largest float has 309 digits
  const int size = std::snprintf(exact.data(), exact.size(), "%.0f", value);
  return size > 0 && std::string_view(exact.data(), static_cast<std::size_t>(size)) == digits;
}

void set_integer(std::uint64_t digits, bool minus, JsonNumber& out) {
  out.kind = JsonNumber::Kind::kInteger;
  out.negative = minus && digits != 0;
  out.bits = minus ? 0 - digits : digits;
}

// More digits than one compare is good for: the standard library knows.
void set_long_integer(std::string_view text, bool minus, JsonNumber& out) {
  const char* const end = text.data() + text.size();
  std::int64_t below = 0;
  std::uint64_t above = 0;
  if (minus && std::from_chars(text.data(), end, below).ec == std::errc()) {
    out.kind = JsonNumber::Kind::kInteger;
    out.negative = true;
    out.bits = static_cast<std::uint64_t>(below);
  } else if (!minus && std::from_chars(text.data(), end, above).ec == std::errc()) {
    set_integer(above, false, out);
  } else {
    out.real = slow_real(text);
    out.kind = is_exact(out.real, text) ? JsonNumber::Kind::kWide : JsonNumber::Kind::kInexact;
    if (!std::isfinite(out.real)) out.kind = JsonNumber::Kind::kNotFinite;
  }
}

// The digits of an exponent; `at` is moved behind them.
std::int64_t read_power(const char*& at, const char* end) {
  std::int64_t power = 0;
  for (; at != end && is_digit(*at); ++at) {
    if (power < kMaxExponent) power = power * 10 + (*at - '0');
  }
  return power;
}

// A number with a fraction or an exponent, taken apart.
struct Parts {
  std::uint64_t digits;  // as one integer, good for up to kMaxDigits
  std::size_t count;     // of them
  std::int64_t exponent;
  bool minus;
};

void set_real(std::string_view text, const Parts& parts, JsonNumber& out) {
  out.kind = JsonNumber::Kind::kReal;
  const bool is_short = kRoundsOnce && parts.count <= kMaxDigits && parts.digits <= kExact;
  if (is_short && parts.exponent >= -kMaxPower && parts.exponent <= kMaxPower) {
    const auto whole = static_cast<double>(parts.digits);
    const bool down = parts.exponent < 0;
    const double power = kPowers[static_cast<std::size_t>(down ? -parts.exponent : parts.exponent)];
    const double value = down ? whole / power : whole * power;
    out.real = parts.minus ? -value : value;
    return;
  }
#if FASTSER_INT128
  const bool is_near = parts.exponent >= -kNearestPower && parts.exponent <= kNearestPower;
  if (is_near && parts.count <= kMaxDigits) {
    const double value = nearest_double(parts.digits, parts.exponent);
    out.real = parts.minus ? -value : value;
    return;
  }
#endif
  out.real = slow_real(text);
  if (!std::isfinite(out.real)) out.kind = JsonNumber::Kind::kNotFinite;
}

constexpr std::string_view kNoDigit = "a digit was expected";
constexpr auto kMostNegative = static_cast<std::uint64_t>(INT64_MAX) + 1;

// Behind a sign, at 0x.
const char* parse_hex(const char* at, const char* end, bool minus, JsonNumber& out,
                      std::string_view& why) {
  const char* const begin = at;
  const auto pass_digits = [&] {
    const char* const first = at;
    while (at != end && hex_digit(*at) >= 0) ++at;
    return at != first;
  };
  at += 2;
  const char* const whole = at;
  bool any = pass_digits();
  const char* const whole_end = at;
  const bool has_point = at != end && *at == '.';
  if (has_point) ++at;
  if (has_point && pass_digits()) any = true;
  if (!any) {
    why = "a hexadecimal digit was expected";
    return nullptr;
  }
  const bool has_power = at != end && (*at == 'p' || *at == 'P');
  if (!has_power && !has_point) {
    std::uint64_t bits = 0;
    const bool fits = std::from_chars(whole, whole_end, bits, 16).ec == std::errc();
    if (!fits || (minus && bits > kMostNegative)) {
      why = "a hexadecimal number that takes more than 64 bits";
      return nullptr;
    }
    set_integer(bits, minus, out);
    return at;
  }
  if (has_power) ++at;
  if (has_power && at != end && (*at == '-' || *at == '+')) ++at;
  if (!has_power || at == end || !is_digit(*at)) {
    why = "a hexadecimal number with a fraction ends in p and an exponent, as in 0x1.8p3";
    return nullptr;
  }
  at = std::find_if_not(at, end, is_digit);
  out.kind = JsonNumber::Kind::kReal;
  out.real = real_by_strtod({begin, static_cast<std::size_t>(at - begin)});
  if (!std::isfinite(out.real)) out.kind = JsonNumber::Kind::kNotFinite;
  if (minus) out.real = -out.real;
  return at;
}

}  // namespace

const char* parse_number(const char* at, const char* end, JsonNumber& out, const char*& wrong) {
  const char* const begin = at;
  const auto need_digit = [&] {
    if (at != end && is_digit(*at)) return true;
    wrong = at;
    return false;
  };
  const bool minus = *at == '-';
  if (minus) ++at;
  if (!need_digit()) return nullptr;
  const char* const first = at;
  std::uint64_t digits = 0;
  if (*at == '0') {
    ++at;
  } else {
    at = read_digits(at, end, digits);
  }
  auto count = static_cast<std::size_t>(at - first);  // of digits, those in front 0 too
  std::int64_t exponent = 0;
  bool real = false;
  if (at != end && *at == '.') {
    ++at;
    if (!need_digit()) return nullptr;
    const char* const fraction = at;
    at = read_digits(at, end, digits);
    exponent = -static_cast<std::int64_t>(at - fraction);
    count += static_cast<std::size_t>(at - fraction);
    real = true;
  }
  if (at != end && (*at == 'e' || *at == 'E')) {
    ++at;
    const bool down = at != end && *at == '-';
    if (at != end && (*at == '-' || *at == '+')) ++at;
    if (!need_digit()) return nullptr;
    const std::int64_t power = read_power(at, end);
    exponent += down ? -power : power;
    real = true;
  }
  const std::string_view text(begin, static_cast<std::size_t>(at - begin));
  if (!real) {
    if (count <= kMaxDigits && (!minus || digits <= kMostNegative)) {
      set_integer(digits, minus, out);
    } else {
      set_long_integer(text, minus, out);
    }
    return at;
  }
  set_real(text, {digits, count, exponent, minus}, out);
  return at;
}

const char* parse_lax_number(const char* at, const char* end, JsonNumber& out, const char*& wrong,
                             std::string_view& why) {
  const char* const begin = at;
  const bool minus = *at == '-';
  if (minus || *at == '+') ++at;
  wrong = at;
  why = kNoDigit;
  const auto digits_end = [&](const char* from) {
    return std::find_if_not(from, end, [](char c) { return is_digit(c); });
  };
  if (end - at >= 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X')) {
    return parse_hex(at, end, minus, out, why);
  }
  // What JSON would have written.
  const char* const whole_end = digits_end(at);
  const char* first = at;
  while (whole_end - first > 1 && *first == '0') ++first;
  const bool has_point = whole_end != end && *whole_end == '.';
  const char* const fraction = has_point ? whole_end + 1 : whole_end;
  const char* const fraction_end = has_point ? digits_end(fraction) : whole_end;
  if (whole_end == at && fraction_end == fraction) return nullptr;
  const bool is_json = first == at && whole_end != at && begin + (minus ? 1 : 0) == at &&
                       has_point == (fraction_end != fraction);
  if (is_json) return parse_number(begin, end, out, wrong);
  std::string text(minus ? "-" : "");
  text.append(first, whole_end);
  if (whole_end == at) text += '0';
  if (has_point) text += '.';
  text.append(fraction, fraction_end);
  if (has_point && fraction_end == fraction) text += '0';
  const std::size_t size = text.size();
  const char* power_end = fraction_end;
  if (power_end != end && (*power_end == 'e' || *power_end == 'E')) {
    ++power_end;
    if (power_end != end && (*power_end == '+' || *power_end == '-')) ++power_end;
    power_end = digits_end(power_end);
  }
  text.append(fraction_end, power_end);
  const char* stopped = nullptr;
  const char* const behind = parse_number(text.data(), text.data() + text.size(), out, stopped);
  const char* const reached = behind != nullptr ? behind : stopped;
  wrong = fraction_end + (reached - text.data() - static_cast<std::ptrdiff_t>(size));
  return behind != nullptr ? wrong : nullptr;
}

}  // namespace fastser::convert
