// SPDX-License-Identifier: MIT
#include "convert/plist/scalar_text.hpp"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <limits>
#include <string>

#include "convert/json/number.hpp"

namespace fastser::convert {
namespace {

constexpr std::string_view kNoDate = "a date that is not like 2014-08-31T00:29:15Z";

// ".5", "5." and "05", as JSON has them; empty: it is no number without a sign.
std::string as_json(std::string_view number) {
  const std::string_view mantissa = number.substr(0, number.find('e'));
  if (mantissa.find_first_of("0123456789") == std::string_view::npos) return {};
  if (mantissa.find_first_not_of("0123456789.") != std::string_view::npos) return {};
  const std::size_t zeros = number.find_first_not_of('0');
  std::string out(number.substr(std::min(zeros, number.size())));
  if (out.empty() || out[0] == '.' || out[0] == 'e') out.insert(0, "0");
  const std::size_t dot = out.find('.');
  const bool ends = dot != std::string::npos && (dot + 1 == out.size() || out[dot + 1] == 'e');
  if (ends) out.erase(dot, 1);
  return out;
}

// The numbers of a text where `form` has zeros; the other characters must be those of the form.
template <std::size_t kCount>
bool numbers_of(std::string_view text, std::string_view form, int (&out)[kCount]) {
  if (text.size() != form.size()) return false;
  std::size_t part = 0;
  for (std::size_t i = 0; i < form.size(); ++i) {
    if (form[i] != '0') {
      if (text[i] != form[i]) return false;
      ++part;
    } else {
      if (text[i] < '0' || text[i] > '9') return false;
      out[part] = out[part] * 10 + (text[i] - '0');
    }
  }
  return true;
}

// Year, month, day, hour, minute, second.
bool seconds_of(const int* parts, std::int64_t& out) {
  const std::chrono::year_month_day day{std::chrono::year(parts[0]),
                                        std::chrono::month(static_cast<unsigned>(parts[1])),
                                        std::chrono::day(static_cast<unsigned>(parts[2]))};
  if (!day.ok() || parts[3] >= 24 || parts[4] >= 60 || parts[5] >= 60) return false;
  const std::int64_t days = std::chrono::sys_days(day).time_since_epoch().count();
  out = ((days * 24 + parts[3]) * 60 + parts[4]) * 60 + parts[5];
  return true;
}

}  // namespace

Status parse_plist_integer(std::string_view text, std::uint64_t& bits, bool& negative) {
  negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  if (hex) text.remove_prefix(2);
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, bits, hex ? 16 : 10);
  if (text.empty() || read.ptr != end || read.ec == std::errc::invalid_argument) {
    return Status(Code::kMalformed, "an integer that is none");
  }
  constexpr std::uint64_t kLowest = std::uint64_t{1} << 63U;
  if (read.ec != std::errc() || (negative && bits > kLowest)) {
    return Status(Code::kTypeMismatch, "an integer beyond 64 bits");
  }
  if (negative) bits = 0 - bits;
  negative = negative && bits != 0;
  return {};
}

Status parse_plist_real(std::string_view text, double& value) {
  std::string lower(text);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  std::string_view number = lower;
  const bool negative = number.starts_with('-');
  if (negative || number.starts_with('+')) number.remove_prefix(1);
  if (number == "nan") {
    value = std::numeric_limits<double>::quiet_NaN();
  } else if (number == "inf" || number == "infinity") {
    value = std::numeric_limits<double>::infinity();
  } else {
    const std::string usual = as_json(number);
    const char* const end = usual.data() + usual.size();
    JsonNumber read;
    const char* wrong = nullptr;
    if (usual.empty() || parse_number(usual.data(), end, read, wrong) != end) {
      return Status(Code::kMalformed, "a real number that is none");
    }
    if (read.kind == JsonNumber::Kind::kNotFinite) {
      return Status(Code::kTypeMismatch, "a real number that is too large for a double");
    }
    const bool whole = read.kind == JsonNumber::Kind::kInteger;
    value = whole ? static_cast<double>(read.bits) : read.real;
  }
  if (negative) value = -value;
  return {};
}

Status parse_plist_date(std::string_view text, std::int64_t& seconds) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const std::size_t digits = std::min(text.find('-'), text.size());
  int parts[7] = {};
  const char* const end = text.data() + digits;
  const auto year = std::from_chars(text.data(), end, parts[0]);
  int rest[7] = {};
  const bool read = digits >= 4 && year.ec == std::errc() && year.ptr == end &&
                    parts[0] <= static_cast<int>(std::chrono::year::max()) &&
                    numbers_of(text.substr(digits), "-00-00T00:00:00Z", rest);
  std::copy_n(rest + 1, 5, parts + 1);
  if (negative) parts[0] = -parts[0];
  if (read && seconds_of(parts, seconds)) return {};
  return Status(Code::kMalformed, kNoDate);
}

Status parse_gnustep_date(std::string_view text, std::int64_t& seconds) {
  constexpr std::string_view kEast = "0000-00-00 00:00:00 +0000";
  constexpr std::string_view kWest = "0000-00-00 00:00:00 -0000";
  int parts[8] = {};  // the one of two blanks side by side is empty
  const bool west = text.find('-', kEast.find('+')) == kEast.find('+');
  if (!numbers_of(text, west ? kWest : kEast, parts) || !seconds_of(parts, seconds)) {
    return Status(Code::kMalformed, "a date that is not like 2014-08-31 00:29:15 +0000");
  }
  const int zone = parts[7];
  const int ahead = (zone / 100 * 60 + zone % 100) * 60;
  seconds += west ? ahead : -ahead;
  return {};
}

}  // namespace fastser::convert
