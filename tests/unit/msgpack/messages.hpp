// SPDX-License-Identifier: MIT
//
// Messages as hex, for the tests of MessagePack.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fastser/msgpack.hpp"

namespace fastser::testing {

inline std::string hex_of(BytesView bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const std::byte byte : bytes) {
    hex += kDigits[static_cast<unsigned>(byte) >> 4];
    hex += kDigits[static_cast<unsigned>(byte) & 15];
  }
  return hex;
}

/// The bytes of hex digits in pairs.
inline std::vector<std::byte> message(std::string_view hex) {
  const auto digit = [](char c) {
    return static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
  };
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    bytes.push_back(static_cast<std::byte>(digit(hex[i]) * 16 + digit(hex[i + 1])));
  }
  return bytes;
}

}  // namespace fastser::testing
