// SPDX-License-Identifier: MIT
//
// Text of single values. Nothing depends on the locale: own digits.
#include "convert/json/text.hpp"

#include <algorithm>
#include <charconv>

#include "convert/json/scan.hpp"
#include "fastser/internal/wire/endian.hpp"

namespace fastser::convert {
namespace {

constexpr char kHex[] = "0123456789abcdef";
constexpr char kBase64[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

void append_padded(std::string& out, std::uint64_t value, std::size_t width) {
  const std::string digits = std::to_string(value);
  if (digits.size() < width) out.append(width - digits.size(), '0');
  out += digits;
}

template <typename T>
void append_number(std::string& out, T value) {
  char text[40];
  const std::to_chars_result end = std::to_chars(text, text + sizeof text, value);
  out.append(text, end.ptr);
}

std::uint32_t octet(BytesView bytes, std::size_t index) {
  return static_cast<std::uint32_t>(bytes[index]);
}

// Days since 1970-01-01 as year, month, day (Howard Hinnant, "chrono-compatible low-level date
// algorithms"): eras of 400 years that begin in March.
struct Day {
  std::int64_t year;
  unsigned month;
  unsigned day;
};

Day civil(std::int64_t days) {
  days += 719468;
  const std::int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  const auto day_of_era = static_cast<unsigned>(days - era * 146097);
  const unsigned year_of_era =
      (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const unsigned day_of_year =
      day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const unsigned month = (5 * day_of_year + 2) / 153;
  const std::int64_t year = static_cast<std::int64_t>(year_of_era) + era * 400;
  return {month < 10 ? year : year + 1, month < 10 ? month + 3 : month - 9,
          day_of_year - (153 * month + 2) / 5 + 1};
}
// False: there is no such day.
bool days_of(const Day& date, std::int64_t& days) {
  if (date.month < 1 || date.month > 12) return false;
  const std::int64_t year = date.month > 2 ? date.year : date.year - 1;
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const auto year_of_era = static_cast<unsigned>(year - era * 400);
  const unsigned month = date.month > 2 ? date.month - 3 : date.month + 9;
  const unsigned day_of_year = (153 * month + 2) / 5 + date.day - 1;
  const unsigned day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  days = era * 146097 + static_cast<std::int64_t>(day_of_era) - 719468;
  return civil(days).day == date.day;
}

}  // namespace

void append_utf8(std::uint32_t code, std::string& out) {
  if (code < 0x80) {
    out += static_cast<char>(code);
    return;
  }
  const unsigned more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  constexpr unsigned kMarks[] = {0, 0xC0, 0xE0, 0xF0};
  out += static_cast<char>(kMarks[more] | code >> (6 * more));
  for (unsigned shift = 6 * more; shift != 0;) {
    shift -= 6;
    out += static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
  }
}

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  const char* at = text.data();
  const char* const end = at + text.size();
  for (;;) {
    bool ascii = true;
    const char* const plain = plain_end(at, end, ascii);
    out.append(at, plain);
    if (plain == end) break;
    char room[kMostEscape];
    out += escaped(*plain, room);
    at = plain + 1;
  }
  out += '"';
}

void append_unsigned(std::string& out, std::uint64_t value) { append_number(out, value); }
void append_signed(std::string& out, std::int64_t value) { append_number(out, value); }

// A '.' keeps it a double for whoever reads the text again.
char* put_double(char* to, double value) {
  char* const end = put_double_text(to, value);
  for (; to != end; ++to) {
    if (*to == '.' || *to == 'e' || *to == 'n') return end;  // "nan" and "inf" are no numbers
  }
  *to++ = '.';
  *to++ = '0';
  return to;
}

void append_double(std::string& out, double value) {
  char text[kMostDouble];
  out.append(text, put_double(text, value));
}

void append_date(std::string& out, std::int64_t seconds, std::uint32_t nanoseconds) {
  constexpr std::int64_t kDay = 86400;
  std::int64_t days = seconds / kDay;
  std::int64_t rest = seconds % kDay;
  if (rest < 0) {
    rest += kDay;
    --days;
  }
  const Day date = civil(days);
  out += '"';
  if (date.year < 0 || date.year > 9999) {
    out += date.year < 0 ? '-' : '+';
    append_padded(out, static_cast<std::uint64_t>(date.year < 0 ? -date.year : date.year), 6);
  } else {
    append_padded(out, static_cast<std::uint64_t>(date.year), 4);
  }
  out += '-';
  append_padded(out, date.month, 2);
  out += '-';
  append_padded(out, date.day, 2);
  out += 'T';
  append_padded(out, static_cast<std::uint64_t>(rest / 3600), 2);
  out += ':';
  append_padded(out, static_cast<std::uint64_t>(rest / 60 % 60), 2);
  out += ':';
  append_padded(out, static_cast<std::uint64_t>(rest % 60), 2);
  if (nanoseconds != 0) {
    out += '.';
    append_padded(out, nanoseconds, 9);
    while (out.back() == '0') out.pop_back();
  }
  out += "Z\"";
}

void append_uuid(std::string& out, BytesView bytes) {
  out += '"';
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) out += '-';
    out += kHex[octet(bytes, i) >> 4];
    out += kHex[octet(bytes, i) & 0xF];
  }
  out += '"';
}

void append_decimal(std::string& out, BytesView bytes) {
  std::uint32_t limbs[3];
  for (std::size_t i = 0; i < 3; ++i) {
    limbs[i] = wire::load_le<std::uint32_t>(bytes.data() + 4 * i);
  }
  const auto flags = wire::load_le<std::uint32_t>(bytes.data() + 12);
  const std::size_t scale = (flags >> 16) & 0xFF;
  // Digits from the last: divide the three limbs by ten.
  std::string digits;
  for (std::size_t count = 1; (limbs[0] | limbs[1] | limbs[2]) != 0 || count <= scale + 1;
       ++count) {
    std::uint64_t rest = 0;
    for (std::size_t i = 3; i-- > 0;) {
      rest = (rest << 32) | limbs[i];
      limbs[i] = static_cast<std::uint32_t>(rest / 10);
      rest %= 10;
    }
    digits += static_cast<char>('0' + rest);
    if (count == scale) digits += '.';
  }
  if ((flags >> 31) != 0) digits += '-';
  out.append(digits.rbegin(), digits.rend());
}

void append_base64(std::string& out, BytesView bytes) {
  out += '"';
  std::size_t i = 0;
  for (; bytes.size() - i >= 3; i += 3) {
    const std::uint32_t three =
        (octet(bytes, i) << 16) | (octet(bytes, i + 1) << 8) | octet(bytes, i + 2);
    for (int shift = 18; shift >= 0; shift -= 6) out += kBase64[(three >> shift) & 0x3F];
  }
  if (const std::size_t rest = bytes.size() - i; rest != 0) {
    const std::uint32_t two = (octet(bytes, i) << 16) | (rest == 2 ? octet(bytes, i + 1) << 8 : 0);
    out += kBase64[two >> 18];
    out += kBase64[(two >> 12) & 0x3F];
    out += rest == 2 ? kBase64[(two >> 6) & 0x3F] : '=';
    out += '=';
  }
  out += '"';
}

void append_bits(std::string& out, BytesView bytes, std::uint64_t count) {
  out += '"';
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    out += ((octet(bytes, i / 8) >> (i % 8)) & 1) != 0 ? '1' : '0';
  }
  out += '"';
}

bool parse_date(std::string_view text, std::int64_t& seconds, std::uint32_t& nanoseconds) {
  const auto take = [&text](char c) {
    const bool is_next = text.starts_with(c);
    if (is_next) text.remove_prefix(1);
    return is_next;
  };
  const auto number = [&text](std::size_t digits, auto& out) {
    if (text.size() < digits) return false;
    const char* const end = text.data() + digits;
    const auto read = std::from_chars(text.data(), end, out);
    text.remove_prefix(digits);
    return read.ec == std::errc() && read.ptr == end;
  };
  const bool is_before = take('-');
  const bool is_long = is_before || take('+');
  const std::size_t year_digits = is_long ? std::min(text.find('-'), text.size()) : 4;
  if (is_long && (year_digits < 6 || year_digits > 11)) return false;  // or seconds overflow
  std::uint64_t year = 0;
  Day day{};
  if (!number(year_digits, year) || !take('-') || !number(2, day.month) || !take('-') ||
      !number(2, day.day)) {
    return false;
  }
  day.year = is_before ? -static_cast<std::int64_t>(year) : static_cast<std::int64_t>(year);
  std::uint32_t hour = 0;
  std::uint32_t minute = 0;
  std::uint32_t second = 0;
  if (!take('T') || !number(2, hour) || !take(':') || !number(2, minute) || !take(':') ||
      !number(2, second) || hour > 23 || minute > 59 || second > 59) {
    return false;
  }
  nanoseconds = 0;
  if (take('.')) {
    const std::size_t digits = std::min(text.find('Z'), text.size());
    if (digits == 0 || digits > 9 || !number(digits, nanoseconds)) return false;
    for (std::size_t i = digits; i < 9; ++i) nanoseconds *= 10;
  }
  std::int64_t days = 0;
  if (text != "Z" || !days_of(day, days)) return false;
  seconds = ((days * 24 + hour) * 60 + minute) * 60 + second;
  return true;
}

bool parse_uuid(std::string_view text, std::vector<std::uint8_t>& out) {
  if (text.size() != 36) return false;
  unsigned octet = 1;  // the digits of one behind a 1
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == 8 || i == 13 || i == 18 || i == 23) {
      if (text[i] != '-') return false;
      continue;
    }
    const char digit = text[i] >= 'A' && text[i] <= 'F' ? static_cast<char>(text[i] + 32) : text[i];
    const std::size_t number = std::string_view(kHex).find(digit);
    if (number == std::string_view::npos) return false;
    octet = octet << 4 | static_cast<unsigned>(number);
    if (octet >> 8 == 0) continue;
    out.push_back(static_cast<std::uint8_t>(octet));
    octet = 1;
  }
  return true;
}

bool parse_decimal(std::string_view text, std::vector<std::uint8_t>& out) {
  constexpr std::uint32_t kMaxScale = 28;
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  std::uint32_t limbs[4] = {};
  bool fraction = false;
  std::size_t digits = 0;
  for (const char c : text) {
    if (c == '.' && !fraction) {
      fraction = true;
      continue;
    }
    if (c < '0' || c > '9') return false;
    std::uint64_t rest = static_cast<std::uint64_t>(c - '0');
    for (std::size_t i = 0; i < 3; ++i) {
      rest += std::uint64_t{limbs[i]} * 10;
      limbs[i] = static_cast<std::uint32_t>(rest);
      rest >>= 32;
    }
    if (rest != 0) return false;
    ++digits;
    limbs[3] += fraction ? 1U : 0U;  // the scale
    if (limbs[3] > kMaxScale) return false;
  }
  if (digits == 0) return false;
  limbs[3] = limbs[3] << 16 | (negative ? 1U << 31 : 0U);
  for (const std::uint32_t limb : limbs) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
      out.push_back(static_cast<std::uint8_t>(limb >> shift));
    }
  }
  return true;
}

bool parse_base64(std::string_view text, std::vector<std::uint8_t>& out) {
  while (text.ends_with('=')) text.remove_suffix(1);
  if (text.size() % 4 == 1) return false;
  std::uint32_t bits = 0;
  unsigned count = 0;  // of bits that are not written yet
  for (const char c : text) {
    const char digit = c == '-' ? '+' : c == '_' ? '/' : c;
    const std::size_t number = std::string_view(kBase64).find(digit);
    if (number == std::string_view::npos) return false;
    bits = bits << 6U | static_cast<std::uint32_t>(number);
    count += 6;
    if (count < 8) continue;
    count -= 8;
    out.push_back(static_cast<std::uint8_t>(bits >> count));
  }
  return (bits & ((1U << count) - 1)) == 0;
}

bool parse_bits(std::string_view text, std::vector<std::uint8_t>& out) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '0' && text[i] != '1') return false;
    if (i % 8 == 0) out.push_back(0);
    if (text[i] == '1') out.back() = static_cast<std::uint8_t>(out.back() | 1U << (i % 8));
  }
  return true;
}

}  // namespace fastser::convert
