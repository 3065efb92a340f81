// SPDX-License-Identifier: MIT
//
// StringTable: which string was written before? By content, for shared strings and shared data
// (docs/format.md section 7).
//
// The table keeps no bytes: a slot holds a 32-bit hash and where the string lies in the *output*,
// so sources may be temporaries, and 16 bytes a slot keep it in the cache. Open addressing, linear
// probes, at most half full. The hash is seeded; numbers are handed out in order of first
// appearance, so the output never depends on the seed. A run of probes that chance does not
// produce makes the table take another seed (B10).
//
// Thread rule: one thread at a time. Errors: memory that runs out loses no number; the table stops
// learning and failed() stays true until clear().
#pragma once

#include <cstddef>
#include <cstdint>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/wire/content_hash.hpp"

namespace fastser::archive {

using wire::content_hash;
using wire::exact_content;
using wire::HashSeed;
using wire::same_content;
using wire::short_content;
using wire::ShortContent;

class StringTable {
 public:
  struct Found {
    bool found;            ///< written before
    std::uint32_t number;  ///< its string number: the earlier one, or the one just taken
  };

  /// `seed` should be something a stranger cannot guess; see wire::random_seed().
  explicit StringTable(std::uint64_t seed = wire::random_seed()) noexcept
      : seed_(HashSeed::from(seed)) {}
  StringTable(const StringTable&) = delete;
  StringTable& operator=(const StringTable&) = delete;
  ~StringTable();

  /// Looks `size` bytes (at least 1) at `text` up. `base` is the start of the output; when the
  /// string is new its bytes are going to lie at `base + offset` before the next call, and it
  /// takes the next number.
  [[nodiscard]] Found find_or_add(const char* text, std::size_t size, const std::byte* base,
                                  std::size_t offset) noexcept {
    if (size > kMaxStored) [[unlikely]]
      return Found{false, next_++};
    return find_or_add(
        text, size, base, offset, [&] { return content_hash(text, size, seed_); },
        [&](const char* other) { return same_content(text, other, size); });
  }

  /// The same for at most 15 bytes, where 16 may be read at `text` and in the output from the start
  /// of every string looked up so far. No branch depends on the size.
  [[nodiscard]] Found find_or_add_short(const char* text, const ShortContent& content,
                                        std::size_t size, const std::byte* base,
                                        std::size_t offset) noexcept {
    return find_or_add(
        text, size, base, offset, [&] { return content_hash(content, size, seed_); },
        [&](const char* other) { return short_content(other, size) == content; });
  }
  /// Whether the string lies in the first place where it could: most that come again do, and this
  /// is all that needs to be inline. {false, 0} otherwise, whatever the table holds.
  [[nodiscard]] FASTSER_INLINE Found find_first(const char* text, std::size_t size,
                                                const std::byte* base) const noexcept {
    if (count_ == 0) return Found{false, 0};
    const Slot& slot = slots_[content_hash(text, size, seed_) & mask_];
    return slot.size == size && same_content(text, stored(base, slot), size)
               ? Found{true, slot.number}
               : Found{false, 0};
  }
  /// The same for at most 15 bytes; see find_or_add_short.
  [[nodiscard]] FASTSER_INLINE Found find_first_short(const ShortContent& content, std::size_t size,
                                                      const std::byte* base) const noexcept {
    if (count_ == 0) return Found{false, 0};
    const Slot& slot = slots_[content_hash(content, size, seed_) & mask_];
    return slot.size == size && short_content(stored(base, slot), size) == content
               ? Found{true, slot.number}
               : Found{false, 0};
  }
  /// Takes the numbers of `count` strings that are not looked up and will not be found again.
  void take(std::uint32_t count) noexcept { next_ += count; }

  /// The output from `from` on was moved up by `by` bytes. Linear in the table.
  void moved(std::size_t from, std::size_t by) noexcept;

  /// Strings numbered so far.
  [[nodiscard]] std::uint32_t size() const noexcept { return next_; }
  /// True when memory ran out since the last clear().
  [[nodiscard]] bool failed() const noexcept { return failed_; }
  /// Lets the table learn again after memory ran out.
  void forgive() noexcept { failed_ = false; }
  /// Forgets all strings, keeps the memory. Costs in proportion to what was in use.
  void clear() noexcept;

 private:
  struct Slot {
    std::uint32_t hash;
    std::uint32_t number;
    std::uint32_t offset;
    std::uint32_t size;  // 0: free
  };
  static constexpr std::size_t kMaxStored = 0xFFFFFFFFU;
  static constexpr std::uint32_t kMaxProbes = 96;

  static const char* stored(const std::byte* base, const Slot& slot) noexcept {
    return reinterpret_cast<const char*>(base) + slot.offset;
  }
  /// `hash()` is asked once there is room; `is_same(other)` about strings of this size and hash.
  template <typename Hash, typename Same>
  FASTSER_INLINE Found find_or_add(const char* text, std::size_t size, const std::byte* base,
                                   std::size_t offset, const Hash& hash,
                                   const Same& is_same) noexcept {
    if (offset > kMaxStored) [[unlikely]]
      return Found{false, next_++};
    if (count_ >= room_) [[unlikely]] {
      if (!make_room()) return Found{false, next_++};
    }
    const std::uint32_t wanted = hash();
    std::uint32_t at = wanted & mask_;
    for (std::uint32_t probes = 0; slots_[at].size != 0; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.hash == wanted && slot.size == size && is_same(stored(base, slot))) {
        return Found{true, slot.number};
      }
      if (++probes == kMaxProbes) [[unlikely]]
        suspicious_ = true;
    }
    slots_[at] =
        Slot{wanted, next_, static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(size)};
    ++count_;
    if (suspicious_) [[unlikely]]
      reseed(base, text, size, at);
    return Found{false, next_++};
  }

  bool make_room() noexcept;
  void reseed(const std::byte* base, const char* text, std::size_t size,
              std::uint32_t fresh) noexcept;
  void insert(Slot slot) noexcept;

  Slot* slots_ = nullptr;
  std::uint32_t mask_ = 0;
  std::uint32_t count_ = 0;
  std::uint32_t room_ = 0;  // strings that fit before the table grows
  std::uint32_t next_ = 0;
  HashSeed seed_;
  std::size_t allocated_ = 0;  // slots in the allocation, at least mask_ + 1
  std::uint32_t reseeds_ = 0;
  bool failed_ = false;
  bool suspicious_ = false;
};

}  // namespace fastser::archive
