// SPDX-License-Identifier: MIT
//
// KeySet: may a key of this map, or an element of this set, have come before? For keys that are
// equal where their bytes are: texts, integers and the like, and those in an `any`.
//
// It keeps a hash of 64 bits of each key and nothing else. Two that are the same are a reason to
// look closely, which the walker does (walk/unique_keys.hpp); that is rare enough to cost nothing.
// Levels nest as the containers do. Open addressing, at most three quarters full.
// Thread rule: one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "fastser/internal/archive/pod_stack.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/wire/content_hash.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/type/code.hpp"

namespace fastser::archive::coder {

class KeySet {
 public:
  enum class Added : std::uint8_t { kNew, kPerhapsTwice, kNoMemory };

  KeySet() noexcept : seed_(wire::HashSeed::from(wire::random_seed())) {}

  /// A map or set of about so many keys begins. False when memory is out.
  [[nodiscard]] bool open(std::uint64_t expected) noexcept {
    std::size_t slots = kFewest;
    while (slots < kMostAtOnce && slots * 3 < expected * 4) slots *= 2;
    if (!levels_.push({hashes_.size(), slots, 0})) return false;
    if (hashes_.resize(hashes_.size() + slots)) return true;
    levels_.pop();
    return false;
  }
  void close() noexcept {
    hashes_.truncate(levels_.back().first);
    levels_.pop();
  }
  /// Adds the key to the innermost level.
  [[nodiscard]] FASTSER_INLINE Added add(schema::TypeCode code, const void* key,
                                         std::size_t size) noexcept {
    Level& level = levels_.back();
    if (level.count * 4 >= level.slots * 3 && !grow(level)) return Added::kNoMemory;
    const std::uint64_t hash = hash_of(code, static_cast<const char*>(key), size);
    std::uint64_t& slot = place(hashes_.data() + level.first, level.slots - 1, hash);
    if (slot == hash) return Added::kPerhapsTwice;
    slot = hash;
    ++level.count;
    return Added::kNew;
  }
  void clear() noexcept {
    hashes_.truncate(0);
    levels_.truncate(0);
  }
  /// Bytes of memory in use.
  [[nodiscard]] std::size_t memory() const noexcept { return hashes_.bytes() + levels_.bytes(); }

 private:
  static constexpr std::size_t kFewest = 8;
  static constexpr std::size_t kMostAtOnce = 4096;

  struct Level {
    std::size_t first;  // of its slots, in hashes_
    std::size_t slots;  // a power of two
    std::size_t count;
  };

  [[nodiscard]] std::uint64_t hash_of(schema::TypeCode code, const char* key,
                                      std::size_t size) const noexcept {
    // The low half says where to look; the high one tells what lies there apart.
    const wire::ShortContent ends =
        size < 16 ? wire::exact_content(key, size) : wire::exact_content(key + size - 15, 15);
    const std::uint64_t low = wire::content_hash(key, size, seed_);
    const std::uint64_t high = (ends.low * 0x9E3779B97F4A7C15U + ends.high) * 0xBF58476D1CE4E5B9U +
                               (size << 8 | static_cast<std::uint8_t>(code)) * seed_.first;
    return ((high & ~std::uint64_t{0xFFFFFFFFU}) ^ low) | 1U;  // 0: free
  }
  static std::uint64_t& place(std::uint64_t* slots, std::size_t mask, std::uint64_t hash) noexcept {
    std::size_t at = static_cast<std::size_t>(hash >> 1) & mask;
    while (slots[at] != 0 && slots[at] != hash) at = (at + 1) & mask;
    return slots[at];
  }
  // The innermost level's slots are the last ones: twice as many are made behind them, and moved.
  FASTSER_NOINLINE bool grow(Level& level) noexcept {
    const std::size_t behind = level.first + level.slots;
    const std::size_t wanted = level.slots * 2;
    if (!hashes_.resize(behind + wanted)) return false;
    std::uint64_t* const to = hashes_.data() + behind;
    for (std::size_t at = level.first; at < behind; ++at) {
      if (const std::uint64_t hash = hashes_[at]; hash != 0) place(to, wanted - 1, hash) = hash;
    }
    std::memmove(hashes_.data() + level.first, to, wanted * sizeof(std::uint64_t));
    hashes_.truncate(level.first + wanted);
    level.slots = wanted;
    return true;
  }

  PodStack<std::uint64_t> hashes_;
  PodStack<Level> levels_;
  wire::HashSeed seed_;
};

/// Whether keys of this code are compared by a KeySet, at least mostly.
[[nodiscard]] constexpr bool is_simple_key(schema::TypeCode code) noexcept {
  using schema::TypeCode;
  switch (code) {
    case TypeCode::kNull:
    case TypeCode::kString:
    case TypeCode::kSharedString:
    case TypeCode::kData:
    case TypeCode::kSharedData:
    case TypeCode::kUrl:
    case TypeCode::kClassRef:
    case TypeCode::kVarI16:
    case TypeCode::kVarU16:
    case TypeCode::kVarI32:
    case TypeCode::kVarU32:
    case TypeCode::kVarI64:
    case TypeCode::kVarU64:
    case TypeCode::kEnum:
    case TypeCode::kAny: return true;
    default: return schema::fixed_size(code) != 0;
  }
}
/// Whether it is a text or data; `plain` is its code without sharing.
[[nodiscard]] constexpr bool is_text_key(schema::TypeCode code, schema::TypeCode& plain) noexcept {
  using schema::TypeCode;
  plain = code == TypeCode::kSharedString ? TypeCode::kString
          : code == TypeCode::kSharedData ? TypeCode::kData
                                          : code;
  return plain == TypeCode::kString || plain == TypeCode::kData || plain == TypeCode::kUrl ||
         plain == TypeCode::kClassRef;
}
/// Whether equal values of this code may have other bytes than these: padding, -0 and NaN.
[[nodiscard]] inline bool has_other_bytes(schema::TypeCode code, const std::byte* key,
                                          std::size_t size) noexcept {
  using schema::TypeCode;
  if (code == TypeCode::kF32 || code == TypeCode::kF64 || code == TypeCode::kAppleDate) {
    const bool wide = size == 8;
    const std::uint64_t bits = wide ? wire::load_le<std::uint64_t>(key)
                                    : std::uint64_t{wire::load_le<std::uint32_t>(key)} << 32;
    const std::uint64_t infinity = wide ? std::uint64_t{0x7FF} << 53 : std::uint64_t{0xFF} << 56;
    return bits << 1 > infinity || (bits << 1 == 0 && bits != 0);
  }
  return schema::fixed_size(code) == 0 && size > 1 && key[size - 1] == std::byte{0};
}

}  // namespace fastser::archive::coder
