// SPDX-License-Identifier: MIT
#include "convert/json/lax.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numbers>

namespace fastser::convert {
namespace {

constexpr LaxFunction kFunctions[] = {{"deg", [](double x) { return x / std::numbers::pi * 180; }},
                                      {"rad", [](double x) { return x * std::numbers::pi / 180; }},
                                      {"sin", [](double x) { return std::sin(x); }},
                                      {"cos", [](double x) { return std::cos(x); }},
                                      {"tan", [](double x) { return std::tan(x); }},
                                      {"asin", [](double x) { return std::asin(x); }},
                                      {"acos", [](double x) { return std::acos(x); }},
                                      {"atan", [](double x) { return std::atan(x); }}};

}  // namespace

bool is_lax(std::string_view message) {
  constexpr std::string_view kAll[] = {kLastComma,   kLastPair,   kNoComments,   kNoNan,
                                       kNoQuotes,    kMoreInLine, kSingleQuotes, kSingleQuotedKey,
                                       kZeroInFront, kNoHex,      kNoPlus,       kPointInFront,
                                       kNoFunctions};
  return std::any_of(std::begin(kAll), std::end(kAll),
                     [&](std::string_view one) { return message.ends_with(one); });
}

std::string_view no_value(std::string_view text, bool lax) {
  constexpr std::string_view kNothing = "no JSON value begins with this character";
  const char c = text.front();
  if (lax && c == '/') return "a comment without an end was found where a value was expected";
  if (!lax && function_in(text) != nullptr) return kNoFunctions;
  const bool has_digit = text.size() > 1 && text[1] >= '0' && text[1] <= '9';
  switch (c) {
    case '+': return has_digit ? kNoPlus : kNothing;
    case '.': return has_digit ? kPointInFront : kNothing;
    case ']': return kLastComma;
    case '}':
    case ',': return "a value was expected";
    case '\'': return kSingleQuotes;
    case '/':
    case '#': return kNoComments;
    case 'N':
    case 'I': return kNoNan;
    default: return kNothing;
  }
}

std::string_view instead_of(char c, std::string_view expected, bool lax) {
  return !lax && (c == '/' || c == '#') ? kNoComments : expected;
}

const LaxFunction* function_in(std::string_view text) {
  for (const LaxFunction& one : kFunctions) {
    const bool is_it = text.starts_with(one.name) && text.substr(one.name.size()).starts_with('(');
    if (is_it) return &one;
  }
  return nullptr;
}

bool not_finite(std::string_view name, bool negative, double& value) {
  constexpr std::uint64_t kInfinity = std::uint64_t{0x7FF} << 52;
  constexpr std::uint64_t kNan = std::uint64_t{0x7FF8} << 48;
  constexpr std::string_view kNames[] = {"NaN", "nan", "Infinity", "infinity", "inf"};
  if (std::find(std::begin(kNames), std::end(kNames), name) == std::end(kNames)) return false;
  const std::uint64_t bits = name[1] == 'a' ? kNan : kInfinity;
  value = std::bit_cast<double>(bits | std::uint64_t{negative} << 63);
  return true;
}

}  // namespace fastser::convert
