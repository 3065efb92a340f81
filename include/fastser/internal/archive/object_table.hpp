// SPDX-License-Identifier: MIT
//
// ObjectTable: which object was written before? By address and type (docs/format.md section 6).
//
// Two objects may share an address (a struct and its first member), so a caller that writes both
// as objects tells them apart by a tag. Open addressing, 16-byte entries, Fibonacci hashing over a
// seeded address, at most half full. Numbers are the caller's, so the output never depends on
// addresses or seed.
//
// The table remembers addresses, not objects: every object given must stay alive until clear().
// (An object freed and another allocated in its place would be taken for the first one.)
// Thread rule: one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fastser/internal/base/compiler.hpp"

namespace fastser::archive {

class ObjectTable {
 public:
  /// The number of no object.
  static constexpr std::uint32_t kFailed = 0xFFFFFFFFU;

  struct Found {
    bool found;            ///< known; or, with number kFailed, memory ran out
    std::uint32_t number;  ///< the number it was added with
  };

  explicit ObjectTable(std::uint64_t seed = 0) noexcept
      : seed_(static_cast<std::uintptr_t>(seed)) {}
  ObjectTable(const ObjectTable&) = delete;
  ObjectTable& operator=(const ObjectTable&) = delete;
  ~ObjectTable();

  /// Looks an object (not null) up; a new one gets the number `next`.
  /// Memory that runs out is {true, kFailed}: nothing a caller could take for a new object.
  [[nodiscard]] Found find_or_add(const void* object, std::uint32_t tag,
                                  std::uint32_t next) noexcept {
    if (count_ >= room_) [[unlikely]] {
      if (!make_room()) return Found{true, kFailed};
    }
    std::size_t at = place(object);
    while (entries_[at].object != nullptr) {
      if (entries_[at].object == object && entries_[at].tag == tag) {
        return Found{true, entries_[at].number};
      }
      at = (at + 1) & mask_;
    }
    entries_[at] = Entry{object, next, tag};
    ++count_;
    return Found{false, next};
  }

  /// Looks an object up without adding it: {false, kFailed} when unknown.
  [[nodiscard]] Found find(const void* object, std::uint32_t tag) const noexcept {
    if (count_ == 0) return Found{false, kFailed};
    std::size_t at = place(object);
    while (entries_[at].object != nullptr) {
      if (entries_[at].object == object && entries_[at].tag == tag) {
        return Found{true, entries_[at].number};
      }
      at = (at + 1) & mask_;
    }
    return Found{false, kFailed};
  }

  /// Starts fetching the entry of an object that is looked up soon.
  FASTSER_INLINE void prefetch(const void* object) const noexcept {
#if FASTSER_GNU
    if (entries_ != nullptr) FASTSER_PREFETCH_WRITE(entries_ + place(object));
#else
    static_cast<void>(object);
#endif
  }

  /// Room for `objects` without growing. False when memory is out.
  [[nodiscard]] bool reserve(std::size_t objects) noexcept;
  /// Objects known.
  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  /// Forgets all objects, keeps the memory. Costs in proportion to what was in use.
  void clear() noexcept {
    if (count_ != 0) forget_all();
  }

 private:
  struct Entry {
    const void* object;  // null: free
    std::uint32_t number;
    std::uint32_t tag;
  };

  [[nodiscard]] std::size_t place(const void* object) const noexcept {
    const std::uint64_t word = reinterpret_cast<std::uintptr_t>(object) ^ seed_;
    return static_cast<std::size_t>((word * 0x9E3779B97F4A7C15U) >> shift_);
  }
  void forget_all() noexcept;
  bool make_room() noexcept;
  bool rebuild(std::size_t slots) noexcept;

  Entry* entries_ = nullptr;
  std::size_t mask_ = 0;
  std::size_t count_ = 0;
  std::size_t room_ = 0;  // objects that fit before the table grows
  unsigned shift_ = 63;   // 64 - log2(slots)
  std::uintptr_t seed_;
  std::size_t allocated_ = 0;  // entries in the allocation, at least mask_ + 1
};

}  // namespace fastser::archive
