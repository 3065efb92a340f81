// SPDX-License-Identifier: MIT
//
// Where plain text ends, and where blanks end: sixteen bytes a step with SSE2, eight without. No
// byte behind the end is read. Plain text has no quote, no backslash and no control character.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/wire/content_hash.hpp"
#include "fastser/internal/wire/endian.hpp"

#if defined(__SSE2__) && FASTSER_GNU
#include <emmintrin.h>
#define FASTSER_JSON_SSE2 1
#else
#define FASTSER_JSON_SSE2 0
#endif

namespace fastser::convert {
namespace scan_detail {

constexpr std::uint64_t kOnes = 0x0101010101010101U;
constexpr std::uint64_t kHighs = 0x8080808080808080U;

inline std::uint64_t load(const char* at) {
  return wire::load_le<std::uint64_t>(reinterpret_cast<const std::byte*>(at));
}
// Which bytes of a word are 0, as their high bits; bytes behind the first may be wrong.
constexpr std::uint64_t zeros(std::uint64_t word) { return (word - kOnes) & ~word & kHighs; }
// Which bytes of a word are not plain, likewise.
constexpr std::uint64_t not_plain(std::uint64_t word) {
  return zeros(word ^ (kOnes * '"')) | zeros(word ^ (kOnes * '\\')) |
         ((word - kOnes * 0x20) & ~word & kHighs);
}
#if FASTSER_JSON_SSE2
inline std::uint32_t not_plain(const __m128i& block) {
  const __m128i quote = _mm_cmpeq_epi8(block, _mm_set1_epi8('"'));
  const __m128i backslash = _mm_cmpeq_epi8(block, _mm_set1_epi8('\\'));
  const __m128i control = _mm_cmpeq_epi8(_mm_min_epu8(block, _mm_set1_epi8(0x1F)), block);
  return static_cast<std::uint32_t>(
      _mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, backslash), control)));
}
#endif
// The index of the first byte of a word that is not 0.
inline unsigned first_byte(std::uint64_t word) {
  return static_cast<unsigned>(std::countr_zero(word)) / 8;
}

}  // namespace scan_detail

/// The first byte from `at` that ends plain text: a quote, a backslash, a control character; or the
/// end. `ascii` becomes false where one before it is beyond ASCII.
inline const char* plain_end(const char* at, const char* end, bool& ascii) {
  using namespace scan_detail;  // NOLINT(google-build-using-namespace): of this file
#if FASTSER_JSON_SSE2
  for (; end - at >= 16; at += 16) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const std::uint32_t found = not_plain(block);
    const auto high = static_cast<std::uint32_t>(_mm_movemask_epi8(block));
    if (found != 0) {
      if ((high & (found - 1) & ~found) != 0) ascii = false;
      return at + std::countr_zero(found);
    }
    if (high != 0) ascii = false;
  }
#endif
  for (; end - at >= 8; at += 8) {
    const std::uint64_t word = load(at);
    const std::uint64_t special = not_plain(word);
    if (special != 0) {
      const std::uint64_t first = special & (0 - special);
      if ((word & kHighs & (first - 1)) != 0) ascii = false;
      return at + first_byte(special);
    }
    if ((word & kHighs) != 0) ascii = false;
  }
  for (; at != end; ++at) {
    const auto c = static_cast<unsigned char>(*at);
    if (c == '"' || c == '\\' || c < 0x20) break;
    if (c >= 0x80) ascii = false;
  }
  return at;
}

/// So many bytes behind a copy may be written, too.
inline constexpr std::size_t kCopyMargin = 16;

/// Copies plain text from `at` to `to`, which is moved behind it; where that ends, as plain_end()
/// has it.
inline const char* copy_plain(const char* at, const char* end, char*& to) {
  using namespace scan_detail;  // NOLINT(google-build-using-namespace): of this file
  const char* const begin = at;
#if FASTSER_JSON_SSE2
  for (; end - at >= 16; at += 16, to += 16) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(to), block);
    if (const std::uint32_t found = not_plain(block); found != 0) {
      to += std::countr_zero(found);
      return at + std::countr_zero(found);
    }
  }
#endif
  for (; end - at >= 8; at += 8, to += 8) {
    const std::uint64_t word = load(at);
    wire::store_le(reinterpret_cast<std::byte*>(to), word);
    if (const std::uint64_t special = not_plain(word); special != 0) {
      to += first_byte(special);
      return at + first_byte(special);
    }
  }
  // Fewer than eight: the last eight bytes, of which those that are done are shifted out.
  const auto left = static_cast<unsigned>(end - at);
  if (left == 0) return at;
  const std::uint64_t word =
      end - begin >= 8 ? load(end - 8) >> (8 * (8 - left)) : wire::exact_content(at, left).low;
  wire::store_le(reinterpret_cast<std::byte*>(to), word);
  const std::uint64_t special = not_plain(word) & ((std::uint64_t{1} << (8 * left)) - 1);
  const unsigned size = special != 0 ? first_byte(special) : left;
  to += size;
  return at + size;
}

constexpr bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

/// Behind the blanks at `at`: mostly a line's end and the spaces in front of the next.
inline const char* blanks_end(const char* at, const char* end) {
  using namespace scan_detail;  // NOLINT(google-build-using-namespace): of this file
#if FASTSER_JSON_SSE2
  const __m128i space = _mm_set1_epi8(' ');
  while (end - at >= 16) {
    const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const auto other =
        ~static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(block, space))) & 0xFFFFU;
    if (other == 0) {
      at += 16;
      continue;
    }
    at += std::countr_zero(other);
    if (!is_blank(*at)) return at;
    ++at;
  }
#endif
  while (end - at >= 8) {
    const std::uint64_t word = load(at) ^ (kOnes * ' ');
    if (word == 0) {
      at += 8;
      continue;
    }
    at += first_byte(word);
    if (!is_blank(*at)) return at;
    ++at;
  }
  while (at != end && is_blank(*at)) ++at;
  return at;
}

}  // namespace fastser::convert
