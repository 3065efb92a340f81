// SPDX-License-Identifier: MIT
//
// Bytes as hex digits, and back: messages that a test spells out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fastser/buffer.hpp"

namespace fastser::testing {

/// With `between` between any two bytes.
inline std::string hex_of(BytesView bytes, std::string_view between = "") {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const std::byte byte : bytes) {
    if (!hex.empty()) hex += between;
    hex += kDigits[static_cast<unsigned>(byte) >> 4];
    hex += kDigits[static_cast<unsigned>(byte) & 15];
  }
  return hex;
}

inline std::string without_blanks(std::string_view hex) {
  std::string digits;
  for (const char c : hex) {
    if (c != ' ') digits += c;
  }
  return digits;
}

/// The bytes of hex digits in pairs. Blanks are for the reader.
inline std::vector<std::byte> message(std::string_view hex) {
  const std::string digits = without_blanks(hex);
  const auto digit = [](char c) {
    return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
  };
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes.push_back(static_cast<std::byte>(digit(digits[i]) * 16 + digit(digits[i + 1])));
  }
  return bytes;
}

}  // namespace fastser::testing
