// SPDX-License-Identifier: MIT
//
// A fast seeded hash of a run of bytes, for tables that live in memory only: it differs between
// byte orders and between seeds and is never written anywhere.
//
// Multiply and fold (128-bit product, high half xor low half), 16 bytes a step, never reading
// beyond the run: short runs are covered by two loads that overlap. *Both* factors are masked with
// secret words, so that nobody can choose bytes that turn a factor into zero whatever the seed is
// (the weakness of hashes that mask one side only; bug class B10). No two products of a string are
// masked with the same two words: a product does not say which factor was which, so the halves of a
// string could be made to give one product, whatever the seed is, and to cancel out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/wire/endian.hpp"

namespace fastser::wire {

/// The secret words of a hash.
struct HashSeed {
  std::uint64_t first = 0x9E3779B97F4A7C15U;
  std::uint64_t second = 0xD1B54A32D192ED03U;
  std::uint64_t third = 0x8CB92BA72F3D8DD7U;

  /// Spreads one number over all of them.
  [[nodiscard]] static constexpr HashSeed from(std::uint64_t seed) noexcept {
    return HashSeed{scramble(seed + 0x9E3779B97F4A7C15U), scramble(seed + 0x3C6EF372FE94F82AU),
                    scramble(seed + 0xDAA66D2C7DDF743FU)};
  }

 private:
  static constexpr std::uint64_t scramble(std::uint64_t word) noexcept {  // splitmix64
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9U;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBU;
    return word ^ (word >> 31);
  }
};

/// A number that differs between runs of a program (from addresses the system chose).
[[nodiscard]] std::uint64_t random_seed() noexcept;

namespace hash_detail {

template <typename Word>
[[nodiscard]] inline Word load(const char* from) noexcept {
  Word word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

/// High half xor low half of the product.
[[nodiscard]] inline std::uint64_t fold(std::uint64_t left, std::uint64_t right) noexcept {
#if FASTSER_INT128
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(left) * right;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
#else
  constexpr std::uint64_t kLow = 0xFFFFFFFFU;
  const std::uint64_t ll = (left & kLow) * (right & kLow);
  const std::uint64_t lh = (left & kLow) * (right >> 32);
  const std::uint64_t hl = (left >> 32) * (right & kLow);
  const std::uint64_t hh = (left >> 32) * (right >> 32);
  const std::uint64_t middle = (ll >> 32) + (lh & kLow) + (hl & kLow);
  const std::uint64_t high = hh + (lh >> 32) + (hl >> 32) + (middle >> 32);
  return high ^ ((middle << 32) | (ll & kLow));
#endif
}

/// Sixteen bytes. (32-bit targets may have no registers for them, and gcc then warns of its ABI.)
#if FASTSER_GNU && FASTSER_INT128
using Block [[gnu::vector_size(16)]] = std::uint64_t;
[[nodiscard]] inline bool is_zero(const Block& block) noexcept {
  return (block[0] | block[1]) == 0;
}
#else
struct Block {
  std::uint64_t low;
  std::uint64_t high;
  friend Block operator^(const Block& a, const Block& b) noexcept {
    return {a.low ^ b.low, a.high ^ b.high};
  }
  friend Block operator|(const Block& a, const Block& b) noexcept {
    return {a.low | b.low, a.high | b.high};
  }
  friend Block operator&(const Block& a, const Block& b) noexcept {
    return {a.low & b.low, a.high & b.high};
  }
};
[[nodiscard]] inline bool is_zero(const Block& block) noexcept {
  return (block.low | block.high) == 0;
}
#endif

}  // namespace hash_detail

/// Two words of a short string, zeros behind its end.
struct ShortContent {
  std::uint64_t low;
  std::uint64_t high;
  friend bool operator==(const ShortContent&, const ShortContent&) = default;
};
/// The words of at most 15 bytes at `from`, where 16 may be read. No branch on the size.
[[nodiscard]] inline ShortContent short_content(const char* from, std::size_t size) noexcept {
  constexpr std::uint64_t kOnes = 0xFFFFFFFFFFFFFFFFU;
  static constexpr std::uint64_t kMasks[2][16] = {
      {0, kOnes >> 56, kOnes >> 48, kOnes >> 40, kOnes >> 32, kOnes >> 24, kOnes >> 16, kOnes >> 8,
       kOnes, kOnes, kOnes, kOnes, kOnes, kOnes, kOnes, kOnes},
      {0, 0, 0, 0, 0, 0, 0, 0, 0, kOnes >> 56, kOnes >> 48, kOnes >> 40, kOnes >> 32, kOnes >> 24,
       kOnes >> 16, kOnes >> 8}};
  const auto* bytes = reinterpret_cast<const std::byte*>(from);
  return {load_le<std::uint64_t>(bytes) & kMasks[0][size],
          load_le<std::uint64_t>(bytes + 8) & kMasks[1][size]};
}
/// The same where no byte behind the end may be read.
[[nodiscard]] inline ShortContent exact_content(const char* from, std::size_t size) noexcept {
  const auto* bytes = reinterpret_cast<const std::byte*>(from);
  if (size > 8) {
    // The last eight bytes, of which those that are known already are shifted out.
    return {load_le<std::uint64_t>(bytes),
            load_le<std::uint64_t>(bytes + size - 8) >> (8 * (16 - size))};
  }
  if (size >= 4) {
    const std::uint64_t low = load_le<std::uint32_t>(bytes);
    const std::uint64_t high = load_le<std::uint32_t>(bytes + size - 4);
    return {low | high << (8 * (size - 4)), 0};
  }
  std::uint64_t low = 0;
  if (size != 0) {
    low = static_cast<std::uint8_t>(from[0]);
    low |= std::uint64_t{static_cast<std::uint8_t>(from[size / 2])} << (8 * (size / 2));
    low |= std::uint64_t{static_cast<std::uint8_t>(from[size - 1])} << (8 * (size - 1));
  }
  return {low, 0};
}
/// The same with the size in the last byte, which no string of 15 bytes has: all there is to know
/// of the string, in two words.
[[nodiscard]] inline ShortContent sized_content(const ShortContent& content,
                                                std::size_t size) noexcept {
  return {content.low, content.high | std::uint64_t{size} << 56};
}
/// The size in it.
[[nodiscard]] inline std::size_t size_of(const ShortContent& sized) noexcept {
  return static_cast<std::size_t>(sized.high >> 56);
}
/// The hash of a short string, of sized_content.
[[nodiscard]] inline std::uint32_t content_hash(const ShortContent& sized,
                                                const HashSeed& seed) noexcept {
  const std::uint64_t state = hash_detail::fold(sized.low ^ seed.first, sized.high ^ seed.second);
  return static_cast<std::uint32_t>(state >> 32);
}
[[nodiscard]] inline std::uint32_t content_hash(const ShortContent& content, std::size_t size,
                                                const HashSeed& seed) noexcept {
  return content_hash(sized_content(content, size), seed);
}

/// The hash of 16 to 32 bytes: of the first sixteen and the last.
[[nodiscard]] inline std::uint32_t middle_hash(const char* from, std::size_t size,
                                               const HashSeed& seed) noexcept {
  using hash_detail::fold;
  using hash_detail::load;
  std::uint64_t head = fold(load<std::uint64_t>(from) ^ seed.first ^ size,
                            load<std::uint64_t>(from + 8) ^ seed.second);
  // One word of it is kept and those of the seed are read anew: registers cost more.
  const HashSeed* again = &seed;
  FASTSER_HIDE(head);
  FASTSER_HIDE(again);
  const char* const last = from + size - 16;
  const std::uint64_t tail =
      fold(load<std::uint64_t>(last) ^ again->third, load<std::uint64_t>(last + 8) ^ again->first);
  // A difference, so that two halves that change places do not give the same.
  return static_cast<std::uint32_t>((head - tail) >> 32);
}

/// The hash of more than 32 bytes.
[[nodiscard]] inline std::uint32_t long_hash(const char* from, std::size_t size,
                                             const HashSeed& seed) noexcept {
  using hash_detail::fold;
  using hash_detail::load;
  // The first and the last sixteen bytes; what lies between them in steps.
  std::uint64_t state = size;
  const char* const last = from + size - 16;
  const char* at = from + 16;
  do {
    state = fold(load<std::uint64_t>(at) ^ ~seed.first ^ state,
                 load<std::uint64_t>(at + 8) ^ ~seed.second);
    at += 16;
  } while (at < last);
  state += fold(load<std::uint64_t>(last) ^ seed.third, load<std::uint64_t>(last + 8) ^ seed.first);
  state = fold(load<std::uint64_t>(from) ^ seed.first ^ state,
               load<std::uint64_t>(from + 8) ^ seed.second);
  return static_cast<std::uint32_t>(state >> 32);
}

/// The hash of `size` bytes (at least one). About 2 ns for 20 bytes.
[[nodiscard]] inline std::uint32_t content_hash(const char* from, std::size_t size,
                                                const HashSeed& seed) noexcept {
  if (size < 16) return content_hash(exact_content(from, size), size, seed);
  return size <= 32 ? middle_hash(from, size, seed) : long_hash(from, size, seed);
}

/// Are two runs of 16 to 32 bytes equal? As same_content, without a branch, and (as vectors)
/// without the registers that a hash of them has just filled.
[[nodiscard]] inline bool same_middle(const char* left, const char* right,
                                      std::size_t size) noexcept {
  using hash_detail::load;
  using Block = hash_detail::Block;
  const Block difference = (load<Block>(left) ^ load<Block>(right)) |
                           (load<Block>(left + size - 16) ^ load<Block>(right + size - 16));
  return hash_detail::is_zero(difference);
}
/// Are two runs of more than 32 bytes equal?
[[nodiscard]] inline bool same_long(const char* left, const char* right,
                                    std::size_t size) noexcept {
  using hash_detail::load;
  using Block = hash_detail::Block;
  const auto differ = [&](std::size_t at) {
    return load<Block>(left + at) ^ load<Block>(right + at);
  };
  const std::size_t last = size - 16;
  Block difference = differ(0) | differ(last);
  std::size_t at = 16;
  do {
    difference = difference | differ(at);
    at += 16;
  } while (at < last);
  return hash_detail::is_zero(difference);
}
/// Are two runs of at most 16 bytes equal? Sixteen may be read of both.
[[nodiscard]] inline bool same_padded(const char* left, const char* right,
                                      std::size_t size) noexcept {
  using hash_detail::load;
  using Block = hash_detail::Block;
  static constexpr unsigned char kMasks[32] = {255, 255, 255, 255, 255, 255, 255, 255,
                                               255, 255, 255, 255, 255, 255, 255, 255};
  const auto* mask = reinterpret_cast<const char*>(kMasks) + 16 - size;
  return hash_detail::is_zero((load<Block>(left) ^ load<Block>(right)) & load<Block>(mask));
}

/// Are two runs of `size` bytes equal? Eight bytes a step, without a call.
[[nodiscard]] inline bool same_content(const char* left, const char* right,
                                       std::size_t size) noexcept {
  using hash_detail::load;
  const auto differ = [&](std::size_t at) {
    return load<std::uint64_t>(left + at) ^ load<std::uint64_t>(right + at);
  };
  if (size >= 16) {
    const std::size_t last = size - 16;
    std::size_t at = last < 16 ? last : 16;
    std::uint64_t difference = differ(0) | differ(8) | differ(last) | differ(last + 8);
    difference |= differ(at) | differ(at + 8);
    for (at += 16; at < last; at += 16) difference |= differ(at) | differ(at + 8);
    return difference == 0;
  }
  if (size >= 8) return (differ(0) | differ(size - 8)) == 0;
  if (size >= 4) {
    return load<std::uint32_t>(left) == load<std::uint32_t>(right) &&
           load<std::uint32_t>(left + size - 4) == load<std::uint32_t>(right + size - 4);
  }
  for (std::size_t at = 0; at < size; ++at) {
    if (left[at] != right[at]) return false;
  }
  return true;
}

}  // namespace fastser::wire
