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
// Forgetting costs nothing: a slot says which archive it belongs to by its number, since the
// numbers of the next archive start above those of the last (`first_`). The first strings lie in
// the table itself, so that a small archive needs no memory for them.
//
// Thread rule: one thread at a time. Errors: memory that runs out loses no number; the table stops
// learning and failed() stays true until clear().
#pragma once

#include <array>
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
  /// What find() found out.
  struct Probe {
    bool found;
    std::uint32_t number;  ///< where found
    std::uint32_t at;      ///< where not found: the slot for it
  };

  /// `seed` should be something a stranger cannot guess; see wire::random_seed().
  explicit StringTable(std::uint64_t seed = wire::random_seed()) noexcept
      : slots_(first_slots_.data()), seed_(HashSeed::from(seed)) {}
  StringTable(const StringTable&) = delete;
  StringTable& operator=(const StringTable&) = delete;
  ~StringTable();

  // A lookup is a hash, a look at the first place where the string could lie, which most that come
  // again do (all that needs to be inline), and find(). `base` is the start of the output, `size`
  // at least 1. The short forms are for at most 15 bytes, where 16 may be read in the output from
  // the start of every string looked up so far; no branch of theirs depends on the size.

  [[nodiscard]] FASTSER_INLINE std::uint32_t hash(const char* text,
                                                  std::size_t size) const noexcept {
    return content_hash(text, size, seed_);
  }
  [[nodiscard]] FASTSER_INLINE std::uint32_t hash(const ShortContent& content,
                                                  std::size_t size) const noexcept {
    return content_hash(content, size, seed_);
  }
  /// What find_first answers where the string does not lie in its first place.
  static constexpr std::uint32_t kNotThere = 0xFFFFFFFFU;
  /// The number of the string if it lies in its first place, else kNotThere, whatever the table
  /// holds.
  [[nodiscard]] FASTSER_INLINE std::uint32_t find_first(std::uint32_t hash, const char* text,
                                                        std::size_t size,
                                                        const std::byte* base) const noexcept {
    const Slot& slot = slots_[hash & mask_];
    if (slot.size != size || slot.number < first_) return kNotThere;
    return same_content(text, stored(base, slot), size) ? slot.number - first_ : kNotThere;
  }
  [[nodiscard]] FASTSER_INLINE std::uint32_t find_first_short(
      std::uint32_t hash, const ShortContent& content, std::size_t size,
      const std::byte* base) const noexcept {
    const Slot& slot = slots_[hash & mask_];
    if (slot.size != size || slot.number < first_) return kNotThere;
    return short_content(stored(base, slot), size) == content ? slot.number - first_ : kNotThere;
  }
  /// Looks the string up.
  [[nodiscard]] Probe find(std::uint32_t hash, const char* text, std::size_t size,
                           const std::byte* base) noexcept {
    std::uint32_t at = hash & mask_;
    for (std::uint32_t probes = 0; slots_[at].number >= first_; at = (at + 1) & mask_) {
      const Slot& slot = slots_[at];
      if (slot.hash == hash && slot.size == size && same_content(text, stored(base, slot), size)) {
        return Probe{true, slot.number - first_, at};
      }
      if (++probes == kMaxProbes) [[unlikely]]
        suspicious_ = true;
    }
    return Probe{false, 0, at};
  }
  /// Adds what find() did not find just now: its number. The bytes are going to lie at
  /// `base + offset` before the next call.
  std::uint32_t add(const Probe& probe, std::uint32_t hash, const char* text, std::size_t size,
                    const std::byte* base, std::size_t offset) noexcept {
    if (count_ >= room_ || suspicious_ || (offset | size) > kMaxStored) [[unlikely]] {
      return add_slow(hash, text, size, base, offset);
    }
    put(probe.at, hash, size, offset);
    return next_++;
  }
  /// All in one.
  [[nodiscard]] Found find_or_add(const char* text, std::size_t size, const std::byte* base,
                                  std::size_t offset) noexcept {
    const std::uint32_t sum = hash(text, size);
    const Probe probe = find(sum, text, size, base);
    return probe.found ? Found{true, probe.number}
                       : Found{false, add(probe, sum, text, size, base, offset)};
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
  /// Forgets all strings, keeps the memory. Costs nothing.
  void clear() noexcept;

 private:
  struct Slot {
    std::uint32_t hash;
    std::uint32_t number;  // plus first_; below it the slot is free
    std::uint32_t offset;
    std::uint32_t size;
  };
  static constexpr std::size_t kMaxStored = 0xFFFFFFFFU;
  static constexpr std::uint32_t kMaxProbes = 96;
  static constexpr std::uint32_t kFirstSlots = 16;

  static const char* stored(const std::byte* base, const Slot& slot) noexcept {
    return reinterpret_cast<const char*>(base) + slot.offset;
  }
  FASTSER_INLINE void put(std::uint32_t at, std::uint32_t hash, std::size_t size,
                          std::size_t offset) noexcept {
    slots_[at] = Slot{hash, first_ + next_, static_cast<std::uint32_t>(offset),
                      static_cast<std::uint32_t>(size)};
    ++count_;
  }

  FASTSER_NOINLINE std::uint32_t add_slow(std::uint32_t hash, const char* text, std::size_t size,
                                          const std::byte* base, std::size_t offset) noexcept;
  bool make_room() noexcept;
  void reseed(const std::byte* base, const char* text, std::size_t size,
              std::uint32_t fresh) noexcept;
  [[nodiscard]] std::uint32_t free_slot(std::uint32_t hash) const noexcept;
  void release() noexcept;

  std::array<Slot, kFirstSlots> first_slots_ = {};
  Slot* slots_;
  std::uint32_t mask_ = kFirstSlots - 1;
  std::uint32_t first_ = 1;  // of this archive's numbers in slots
  std::uint32_t count_ = 0;
  std::uint32_t room_ = kFirstSlots / 2;  // strings that fit before the table grows
  std::uint32_t next_ = 0;
  HashSeed seed_;
  std::size_t allocated_ = kFirstSlots;  // slots there are, at least mask_ + 1
  std::uint32_t reseeds_ = 0;
  bool failed_ = false;
  bool suspicious_ = false;
};

}  // namespace fastser::archive
