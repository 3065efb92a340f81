// SPDX-License-Identifier: MIT
//
// UTF-8 validation by the lead byte's allowed range of second bytes (Unicode table 3-7).
#include "fastser/internal/wire/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace fastser::wire {
namespace {

struct Lead {
  int trail;            // continuation bytes that must follow; -1: not a lead byte
  std::uint8_t lowest;  // allowed range of the first of them
  std::uint8_t highest;
};

constexpr Lead lead_of(std::uint8_t byte) noexcept {
  if (byte < 0xC2) return {-1, 0, 0};
  if (byte < 0xE0) return {1, 0x80, 0xBF};
  if (byte == 0xE0) return {2, 0xA0, 0xBF};
  if (byte == 0xED) return {2, 0x80, 0x9F};
  if (byte < 0xF0) return {2, 0x80, 0xBF};
  if (byte == 0xF0) return {3, 0x90, 0xBF};
  if (byte < 0xF4) return {3, 0x80, 0xBF};
  if (byte == 0xF4) return {3, 0x80, 0x8F};
  return {-1, 0, 0};
}

}  // namespace

std::size_t utf8_prefix(std::string_view text) noexcept {
  std::size_t i = 0;
  while (i < text.size()) {
    while (text.size() - i >= 32) {
      std::uint64_t words[4];
      std::memcpy(words, text.data() + i, 32);
      if (((words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080U) != 0) break;
      i += 32;
    }
    if (i == text.size()) return i;
    if (text.size() - i >= 8) {
      std::uint64_t word;
      std::memcpy(&word, text.data() + i, 8);
      if ((word & 0x8080808080808080U) == 0) {
        i += 8;
        continue;
      }
    }
    // Most characters of three bytes: two that continue any of these leads.
    const auto continues = [&](std::size_t at) {
      return (static_cast<std::uint8_t>(text[at]) & 0xC0) == 0x80;
    };
    while (text.size() - i >= 3) {
      const auto lead = static_cast<std::uint8_t>(text[i]);
      if (lead < 0xE1 || lead > 0xEF || lead == 0xED) break;
      if (!continues(i + 1) || !continues(i + 2)) return i;
      i += 3;
    }
    if (i == text.size()) return i;
    const std::size_t first = i;
    const auto byte = static_cast<std::uint8_t>(text[i++]);
    if (byte < 0x80) continue;
    const Lead lead = lead_of(byte);
    if (lead.trail < 0 || text.size() - i < static_cast<std::size_t>(lead.trail)) return first;
    const auto second = static_cast<std::uint8_t>(text[i]);
    if (second < lead.lowest || second > lead.highest) return first;
    for (int k = 1; k < lead.trail; ++k) {
      if ((static_cast<std::uint8_t>(text[i + static_cast<std::size_t>(k)]) & 0xC0) != 0x80) {
        return first;
      }
    }
    i += static_cast<std::size_t>(lead.trail);
  }
  return text.size();
}

}  // namespace fastser::wire
