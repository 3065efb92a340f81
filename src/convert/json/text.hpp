// SPDX-License-Identifier: MIT
//
// Text of single values as JSON has them: escaped strings, numbers in their shortest exact form,
// and text for the archive's dates, decimals, uuids and data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/double_text.hpp"
#include "base/json_escape.hpp"
#include "fastser/buffer.hpp"

namespace fastser::convert {

/// 0 to 15; -1: it is no hexadecimal digit.
[[nodiscard]] constexpr int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}
/// Appends the character with this number, which is no surrogate and at most 0x10FFFF, as UTF-8.
void append_utf8(std::uint32_t code, std::string& out);
/// Appends `text` (UTF-8) in quotes.
void append_quoted(std::string& out, std::string_view text);
void append_unsigned(std::string& out, std::uint64_t value);
void append_signed(std::string& out, std::int64_t value);
/// Shortest text that reads back as this very double; always with a '.' or an exponent. For a float
/// too: its own shortest text is either this one or reads back as another double.
void append_double(std::string& out, double value);
/// The same to where there is room for it. The byte behind it.
inline constexpr std::size_t kMostDouble = kMostDoubleText + 2;
char* put_double(char* to, double value);
/// "2014-08-31T00:29:15.5Z" in quotes; years beyond four digits get a sign.
void append_date(std::string& out, std::int64_t seconds, std::uint32_t nanoseconds);
/// RFC 4122 text in quotes; 16 bytes.
void append_uuid(std::string& out, BytesView bytes);
/// A number from the 16 bytes of a decimal.
void append_decimal(std::string& out, BytesView bytes);
/// RFC 4648 with padding, in quotes.
void append_base64(std::string& out, BytesView bytes);
/// Bits as 0 and 1 in quotes, bit 0 first.
void append_bits(std::string& out, BytesView bytes, std::uint64_t count);

/// The way back, without quotes: appends the value's bytes. False: it is no such text.
[[nodiscard]] bool parse_date(std::string_view text, std::int64_t& seconds,
                              std::uint32_t& nanoseconds);
[[nodiscard]] bool parse_uuid(std::string_view text, std::vector<std::uint8_t>& out);
[[nodiscard]] bool parse_decimal(std::string_view text, std::vector<std::uint8_t>& out);
/// base64 or base64url, with or without padding.
[[nodiscard]] bool parse_base64(std::string_view text, std::vector<std::uint8_t>& out);
[[nodiscard]] bool parse_bits(std::string_view text, std::vector<std::uint8_t>& out);

}  // namespace fastser::convert
