// SPDX-License-Identifier: MIT
#include "convert/cocoa/foundation.hpp"

#include <array>

namespace fastser::convert::cocoa {
namespace {

struct Entry {
  std::string_view name;
  Known known;
  std::string_view archived;
};

constexpr std::array kTable = {
    Entry{"NSString", Known::kString, {}},
    Entry{"NSMutableString", Known::kMutableString, "MutableString"},
    Entry{"NSNumber", Known::kNumber, {}},
    Entry{"NSDecimalNumber", Known::kDecimal, {}},
    Entry{"NSData", Known::kData, {}},
    Entry{"NSMutableData", Known::kMutableData, "MutableData"},
    Entry{"NSDate", Known::kDate, {}},
    Entry{"NSUUID", Known::kUuid, {}},
    Entry{"NSURL", Known::kUrl, {}},
    Entry{"NSNull", Known::kNull, {}},
    Entry{"NSArray", Known::kArray, "List"},
    Entry{"NSMutableArray", Known::kMutableArray, "MutableList"},
    Entry{"NSDictionary", Known::kDictionary, "Map"},
    Entry{"NSMutableDictionary", Known::kMutableDictionary, "MutableMap"},
    Entry{"NSSet", Known::kSet, "Set"},
    Entry{"NSMutableSet", Known::kMutableSet, "MutableSet"},
    Entry{"NSOrderedSet", Known::kOrderedSet, "OrderedSet"},
    Entry{"NSMutableOrderedSet", Known::kMutableOrderedSet, "MutableOrderedSet"},
    Entry{"NSCountedSet", Known::kCountedSet, "CountedSet"},
    Entry{"NSValue", Known::kValue, {}},
    Entry{"NSAttributedString", Known::kAttributedString, {}},
    Entry{"NSMutableAttributedString", Known::kAttributedString, {}},
};

// Multiplies the 96-bit integer by ten and adds; false where it no longer fits.
bool add_digit(CoderDecimal& to, unsigned digit) noexcept {
  std::uint64_t carry = digit;
  for (std::uint32_t* const word : {&to.low, &to.middle, &to.high}) {
    carry += std::uint64_t{*word} * 10;
    *word = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  return carry == 0;
}

}  // namespace

Known known_class(std::string_view name) noexcept {
  if (!name.starts_with("NS")) return Known::kOther;
  for (const Entry& entry : kTable) {
    if (entry.name == name) return entry.known;
  }
  return Known::kOther;
}

std::string_view archive_name(Known known) noexcept {
  for (const Entry& entry : kTable) {
    if (entry.known == known) return entry.archived;
  }
  return {};
}

bool is_taken_name(std::string_view name) noexcept {
  for (const Entry& entry : kTable) {
    if (!entry.archived.empty() && entry.archived == name) return true;
  }
  return false;
}

std::optional<CoderDecimal> decimal_of(std::string_view digits) noexcept {
  constexpr std::uint8_t kMostPlaces = 28;
  CoderDecimal out;
  if (digits.starts_with('-')) {
    out.negative = true;
    digits.remove_prefix(1);
  }
  bool point = false;
  std::size_t seen = 0;
  for (const char c : digits) {
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (c < '0' || c > '9' || (point && out.scale == kMostPlaces)) return std::nullopt;
    if (!add_digit(out, static_cast<unsigned>(c - '0'))) return std::nullopt;
    if (point) ++out.scale;
    ++seen;
  }
  if (seen == 0) return std::nullopt;
  return out;
}

}  // namespace fastser::convert::cocoa
