// SPDX-License-Identifier: MIT
#include "base/json_escape.hpp"

#include <cstring>

namespace fastser {

std::string_view escaped(char c, char (&room)[kMostEscape]) {
  switch (c) {
    case '"': return "\\\"";
    case '\\': return "\\\\";
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    case '\b': return "\\b";
    case '\f': return "\\f";
    default: break;
  }
  constexpr char kHex[] = "0123456789abcdef";
  const auto code = static_cast<unsigned char>(c);
  std::memcpy(room, "\\u00", 4);
  room[4] = kHex[code >> 4];
  room[5] = kHex[code & 0xF];
  return {room, kMostEscape};
}

}  // namespace fastser
