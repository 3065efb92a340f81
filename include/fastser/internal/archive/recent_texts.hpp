// SPDX-License-Identifier: MIT
//
// RecentTexts: short strings that an encode has met again, and what is written for them. One look
// at the place where a string could be, in front of the StringTable, which knows all of them: most
// strings of a list are a few that come again and again.
//
// Direct mapped, by the table's seeded hash: a string that falls on another takes its place.
// Strings that were met once only do not get in. An entry is compared by all bytes of the string,
// so that what is found is right whatever was there. Forgetting is another mark in the entries.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/wire/content_hash.hpp"

namespace fastser::archive {

class RecentTexts {
 public:
  RecentTexts() noexcept {}  // NOLINT: the entries are undefined until there is a mark

  /// What is written for a string in one byte or two, which come as the strings do, in no order
  /// that could be foreseen: no branch between them.
  struct Reference {
    std::uint16_t bytes;  ///< the first one lowest
    std::uint8_t size;
    std::uint32_t number;

    /// Strings behind this one have longer references.
    static constexpr std::uint32_t kLast = 0x1FFF;
    [[nodiscard]] FASTSER_INLINE static Reference to(std::uint32_t number) noexcept {
      const std::uint32_t low = 2 * number + 1;
      const std::uint32_t high = low & 0x3F80;
      const std::uint32_t second = high != 0 ? 1 : 0;
      return {static_cast<std::uint16_t>(low + high + (second << 7)),
              static_cast<std::uint8_t>(1 + second), number};
    }
  };

  /// The reference to a string of 1 to 15 bytes, or null.
  [[nodiscard]] FASTSER_INLINE const Reference* find(std::uint32_t hash,
                                                     const wire::ShortContent& content,
                                                     std::size_t size) const noexcept {
    return find(hash, wire::sized_content(content, size));
  }
  /// The same, of sized_content.
  [[nodiscard]] FASTSER_INLINE const Reference* find(
      std::uint32_t hash, const wire::ShortContent& sized) const noexcept {
    const Entry* entry = entries_ + (hash >> kShift);
    FASTSER_HIDE(entry);  // or its place is put together for every use
    const bool same = entry->low == sized.low && entry->high == (sized.high | mark_);
    return same ? &entry->reference : nullptr;
  }
  /// Fewer strings are not worth preparing for.
  static constexpr std::uint32_t kFew = 8;
  /// Is there anything to find()?
  [[nodiscard]] bool ready() const noexcept { return mark_ != 0; }
  void prepare() noexcept {
    if (mark_ == 0) next_mark();
  }
  /// Where ready().
  void put(std::uint32_t hash, const wire::ShortContent& content, std::size_t size,
           Reference reference) noexcept {
    const wire::ShortContent sized = wire::sized_content(content, size);
    entries_[hash >> kShift] = {sized.low, sized.high | mark_, reference};
  }
  void clear() noexcept {
    if (mark_ != 0) next_mark();
  }

 private:
  static constexpr unsigned kShift = 24;  // 256 entries
  static constexpr std::uint64_t kMark = std::uint64_t{1} << 60;

  struct Entry {
    std::uint64_t low;
    std::uint64_t high;  // of the content; its last byte is free: size and mark
    Reference reference;
  };
  void next_mark() noexcept {
    mark_ += kMark;  // wraps to 0
    if (mark_ == 0 || mark_ == kMark) {
      mark_ = kMark;
      for (Entry& entry : entries_) entry.high = 0;
    }
  }

  std::uint64_t mark_ = 0;
  Entry entries_[std::size_t{1} << (32 - kShift)];
};

}  // namespace fastser::archive
