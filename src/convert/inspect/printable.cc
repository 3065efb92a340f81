// SPDX-License-Identifier: MIT
#include "convert/inspect/printable.hpp"

#include "fastser/internal/wire/utf8.hpp"

namespace fastser::convert {
namespace {

std::string hex(unsigned char byte) {
  constexpr char kHex[] = "0123456789abcdef";
  return {kHex[byte >> 4], kHex[byte & 0xF]};
}

void escape(std::string& out, unsigned char byte) {
  if (byte == '\n' || byte == '\r' || byte == '\t') {
    out += '\\';
    out += byte == '\n' ? 'n' : byte == '\r' ? 'r' : 't';
  } else {
    out.append("\\x").append(hex(byte));
  }
}

std::string escaped(std::string_view text, bool keep_breaks) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const std::size_t sound = wire::utf8_prefix(text);
    for (std::size_t i = 0; i < sound; ++i) {
      const auto byte = static_cast<unsigned char>(text[i]);
      if (byte == 0xC2 && static_cast<unsigned char>(text[i + 1]) < 0xA0) {
        // U+0080 to U+009F are control characters as well, of two bytes.
        out.append("\\u00").append(hex(static_cast<unsigned char>(text[++i])));
      } else if ((byte < 0x20 && (byte != '\n' || !keep_breaks)) || byte == 0x7F) {
        escape(out, byte);
      } else {
        out += text[i];
      }
    }
    if (sound == text.size()) break;
    escape(out, static_cast<unsigned char>(text[sound]));
    text.remove_prefix(sound + 1);
  }
  return out;
}

}  // namespace

std::string printable(std::string_view text) { return escaped(text, true); }

std::string one_line(std::string_view text) { return escaped(text, false); }

}  // namespace fastser::convert
