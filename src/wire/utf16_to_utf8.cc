// SPDX-License-Identifier: MIT
//
// ASCII is looked for four units at a time, in a mask that is the same in both byte orders; all
// else goes unit by unit.
#include "fastser/internal/wire/utf16_to_utf8.hpp"

#include <cstdint>
#include <cstring>

namespace fastser::wire {
namespace {

constexpr std::uint64_t kNotAscii = 0xFF80FF80FF80FF80U;

bool are_ascii(const char16_t* units) noexcept {
  std::uint64_t words[2];
  std::memcpy(words, units, sizeof words);
  return ((words[0] | words[1]) & kNotAscii) == 0;
}

char* put(char* to, std::uint32_t point) noexcept {
  const auto tail = [&](unsigned shift) {
    return static_cast<char>(0x80U | ((point >> shift) & 0x3FU));
  };
  if (point < 0x80) {
    *to++ = static_cast<char>(point);
  } else if (point < 0x800) {
    *to++ = static_cast<char>(0xC0U | (point >> 6));
    *to++ = tail(0);
  } else if (point < 0x10000) {
    *to++ = static_cast<char>(0xE0U | (point >> 12));
    *to++ = tail(6);
    *to++ = tail(0);
  } else {
    *to++ = static_cast<char>(0xF0U | (point >> 18));
    *to++ = tail(12);
    *to++ = tail(6);
    *to++ = tail(0);
  }
  return to;
}

}  // namespace

std::size_t utf16_to_utf8(std::u16string_view text, char* to) noexcept {
  char* const start = to;
  for (std::size_t at = 0; at < text.size();) {
    while (text.size() - at >= 8 && are_ascii(text.data() + at)) {
      for (std::size_t unit = 0; unit < 8; ++unit) *to++ = static_cast<char>(text[at + unit]);
      at += 8;
    }
    if (at == text.size()) break;
    std::uint32_t point = text[at++];
    if (point >= 0xD800 && point < 0xE000) {
      if (point >= 0xDC00 || at == text.size()) return kLoneSurrogate;
      const std::uint32_t low = text[at];
      if (low < 0xDC00 || low >= 0xE000) return kLoneSurrogate;
      point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
      ++at;
    }
    to = put(to, point);
  }
  return static_cast<std::size_t>(to - start);
}

}  // namespace fastser::wire
