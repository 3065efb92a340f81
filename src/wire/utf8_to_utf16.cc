// SPDX-License-Identifier: MIT
#include "fastser/internal/wire/utf8_to_utf16.hpp"

#include <cstdint>
#include <cstring>

namespace fastser::wire {
namespace {

constexpr std::size_t kStep = 16;

bool is_ascii(const char* from) noexcept {
  std::uint64_t words[2];
  static_assert(sizeof words == kStep);
  std::memcpy(words, from, sizeof words);
  return ((words[0] | words[1]) & 0x8080808080808080U) == 0;
}

std::uint32_t trail(const char* at) noexcept { return static_cast<std::uint8_t>(*at) & 0x3FU; }

// One character that is not ASCII; returns the byte behind it.
const char* put_character(const char* from, char16_t*& to) noexcept {
  const std::uint32_t lead = static_cast<std::uint8_t>(*from);
  if (lead < 0xE0) {
    *to++ = static_cast<char16_t>((lead & 0x1FU) << 6 | trail(from + 1));
    return from + 2;
  }
  if (lead < 0xF0) {
    *to++ = static_cast<char16_t>((lead & 0x0FU) << 12 | trail(from + 1) << 6 | trail(from + 2));
    return from + 3;
  }
  const std::uint32_t code =
      ((lead & 0x07U) << 18 | trail(from + 1) << 12 | trail(from + 2) << 6 | trail(from + 3)) -
      0x10000U;
  *to++ = static_cast<char16_t>(0xD800U + (code >> 10));
  *to++ = static_cast<char16_t>(0xDC00U + (code & 0x3FFU));
  return from + 4;
}

}  // namespace

std::size_t utf8_to_utf16(std::string_view text, char16_t* to) noexcept {
  char16_t* const first = to;
  const char* from = text.data();
  const char* const end = from + text.size();
  while (from != end) {
    if (static_cast<std::size_t>(end - from) >= kStep && is_ascii(from)) {
      for (std::size_t at = 0; at < kStep; ++at) {
        to[at] = static_cast<char16_t>(static_cast<std::uint8_t>(from[at]));
      }
      from += kStep;
      to += kStep;
      continue;
    }
    // To the next step's start at least, whatever is in it.
    const std::size_t left = static_cast<std::size_t>(end - from);
    const char* const stop = from + (left < kStep ? left : kStep);
    while (from < stop) {
      if (static_cast<std::uint8_t>(*from) < 0x80) {
        *to++ = static_cast<char16_t>(static_cast<std::uint8_t>(*from++));
      } else {
        from = put_character(from, to);
      }
    }
  }
  return static_cast<std::size_t>(to - first);
}

}  // namespace fastser::wire
