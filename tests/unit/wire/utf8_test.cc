// SPDX-License-Identifier: MIT
//
// UTF-8: steps of eight bytes and a short end find what one character after the other finds.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <string_view>

#include "fastser/internal/wire/utf8.hpp"

namespace fastser {
namespace {

// The size of the character at the start by its code point; 0: there is none.
std::size_t first_character(std::string_view text) {
  const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(text[at]); };
  if (byte(0) < 0x80) return 1;
  const std::size_t size = byte(0) < 0xC0   ? 0
                           : byte(0) < 0xE0 ? 2
                           : byte(0) < 0xF0 ? 3
                           : byte(0) < 0xF8 ? 4
                                            : 0;
  if (size == 0 || size > text.size()) return 0;
  std::uint32_t code = byte(0) & (0x7FU >> size);
  for (std::size_t at = 1; at < size; ++at) {
    if ((byte(at) & 0xC0) != 0x80) return 0;
    code = code << 6 | (byte(at) & 0x3FU);
  }
  constexpr std::array<std::uint32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  return code < kLeast[size] || code > 0x10FFFF || surrogate ? 0 : size;
}

std::size_t prefix_by_characters(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t size = first_character(text.substr(at));
    if (size == 0) break;
    at += size;
  }
  return at;
}

TEST(Utf8, IsTheSameCharacterByCharacterAndInSteps) {
  constexpr std::array<std::string_view, 9> kPieces = {
      "a", "longer ascii", "\xC3\xA9",    "\xE2\x82\xAC", "\xED\x9F\xBF", "\xF0\x9F\x98\x80",
      "z", "0123",         "\xEF\xBF\xBF"};
  std::mt19937 random(11);
  for (int turn = 0; turn < 60000; ++turn) {
    std::string text;
    for (auto left = random() % 12; left != 0; --left) text += kPieces[random() % kPieces.size()];
    if (random() % 2 == 0) text.resize(random() % (text.size() + 1));  // in a character, perhaps
    if (!text.empty() && random() % 3 == 0) {
      text[random() % text.size()] = static_cast<char>(random() % 256);
    }
    // In memory of this size a sanitizer sees a byte too many.
    const auto exact = std::make_unique<char[]>(text.size());
    std::copy(text.begin(), text.end(), exact.get());
    const std::string_view view(exact.get(), text.size());
    ASSERT_EQ(wire::utf8_prefix(view), prefix_by_characters(view)) << testing::PrintToString(text);
  }
}

}  // namespace
}  // namespace fastser
