// SPDX-License-Identifier: MIT
//
// UTF-8 validation by the lead byte's allowed range of second bytes (Unicode table 3-7).
#include "fastser/internal/wire/utf8.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "fastser/internal/wire/endian.hpp"

namespace fastser::wire {
namespace {

constexpr std::uint64_t kHighs = 0x8080808080808080U;

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

// The size of the character at the start of `text`, which is not ASCII; 0: it is not well-formed.
std::size_t character(std::string_view text) noexcept {
  const auto byte = [&](std::size_t at) { return static_cast<std::uint8_t>(text[at]); };
  const Lead lead = lead_of(byte(0));
  if (lead.trail < 0 || text.size() <= static_cast<std::size_t>(lead.trail)) return 0;
  if (byte(1) < lead.lowest || byte(1) > lead.highest) return 0;
  const std::size_t size = 1 + static_cast<std::size_t>(lead.trail);
  for (std::size_t at = 2; at < size; ++at) {
    if ((byte(at) & 0xC0) != 0x80) return 0;
  }
  return size;
}

// Whether a word, its first byte lowest, starts with one of most characters of three bytes: two
// that continue any of these leads, which are all but E0 and ED.
bool starts_with_three(std::uint64_t word) noexcept {
  constexpr unsigned kLeads = 0xFFFFU & ~(1U << 0) & ~(1U << 13);
  return (word & 0xC0C0F0) == 0x8080E0 && ((kLeads >> (word & 0xF)) & 1) != 0;
}
bool starts_with_two(std::uint64_t word) noexcept {
  return (word & 0xC0E0) == 0x80C0 && (word & 0x1E) != 0;  // C0 and C1 are no leads
}

bool is_ascii_32(const char* from) noexcept {
  std::uint64_t words[4];
  std::memcpy(words, from, sizeof words);
  return ((words[0] | words[1] | words[2] | words[3]) & kHighs) == 0;
}

}  // namespace

// Eight bytes a step: what of them is ASCII, or the characters that they start with.
std::size_t utf8_prefix(std::string_view text) noexcept {
  std::size_t i = 0;
  while (text.size() - i >= 8) {
    const auto word = load_le<std::uint64_t>(reinterpret_cast<const std::byte*>(text.data() + i));
    const std::uint64_t high = word & kHighs;
    if (high == 0) {
      i += 8;
      while (text.size() - i >= 32 && is_ascii_32(text.data() + i)) i += 32;
    } else if ((high & 0x80) == 0) {
      i += static_cast<std::size_t>(std::countr_zero(high)) / 8;
    } else if (starts_with_three(word)) {
      i += starts_with_three(word >> 24) ? std::size_t{6} : 3;
    } else if (starts_with_two(word)) {
      i += 2;
    } else {
      const std::size_t size = character(text.substr(i));
      if (size == 0) return i;
      i += size;
    }
  }
  // Mostly the last eight are ASCII, with or without some that were looked at before.
  if (text.size() >= 8) {
    const auto* const last = reinterpret_cast<const std::byte*>(text.data() + text.size() - 8);
    if ((load_le<std::uint64_t>(last) & kHighs) == 0) return text.size();
  }
  while (i < text.size()) {
    const std::size_t size =
        static_cast<std::uint8_t>(text[i]) < 0x80 ? 1 : character(text.substr(i));
    if (size == 0) return i;
    i += size;
  }
  return i;
}

}  // namespace fastser::wire
