// SPDX-License-Identifier: MIT
//
// LateLinks: references to objects of large graphs, linked a little later than they are read.
//
// To share an object is to count one more owner, in memory that a large graph has long pushed out
// of the cache; so is the object's entry in the table of numbers, which says where that is. Waiting
// for both at every reference is half the time of reading such a graph. Here a reference waits in a
// ring instead: first its entry is fetched, kAhead references later the object's counts, as many
// later it is linked.
//
// Invariants: what waits is a pointer inside an object that has a number, which neither moves nor
// goes before the decode ends; nobody reads it until then. Elements of a list may lie in the object
// itself, too: they are linked before they move to the heap; those of a map whose elements move do
// not wait. References are checked in the order in
// which they were read, and a failure reports the first that is wrong (Decoder::settle).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "fastser/internal/archive/typed/block_list.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/wire/input.hpp"

namespace fastser::archive {

struct ObjectClass;

/// An object by number: who owns it (and where it is: owner.get()), and its C++ type. `key` is null
/// where it was skipped because the reader's type has no place for it.
struct DecodedObject {
  std::shared_ptr<void> owner;
  const ObjectClass* key = nullptr;
  // What only resolving other versions looks at (resolve/tables.hpp):
  std::uint32_t skipped = 0;  ///< one more than its index in ResolveTables::skipped, or 0
  std::uint32_t type = 0;     ///< of the writer's; 0: not known
};

/// A kind of pointer: the class that it leads to, and how it is set.
struct PointerKind {
  const ObjectClass* key;
  void (*set)(void* pointer, const std::shared_ptr<void>& owner);
};

class LateLinks {
 public:
  /// The memory of the object that is being read.
  struct Scope {
    const void* begin;
    std::size_t size;
  };

  LateLinks() noexcept {}  // NOLINT: the ring is undefined until something waits in it

  /// Goes to another object; what was read until now.
  Scope enter(Scope scope) noexcept { return std::exchange(scope_, scope); }
  /// Is the pointer inside of that object? Those elsewhere may move before it is their turn.
  [[nodiscard]] bool may_wait(const void* pointer) const noexcept {
    return reinterpret_cast<std::uintptr_t>(pointer) -
               reinterpret_cast<std::uintptr_t>(scope_.begin) <
           scope_.size;
  }

  /// Lets `pointer` wait to be linked with object `number`, read at `at`. Null, or where the
  /// reference was read that is found now to lead to an object of another class.
  [[nodiscard]] FASTSER_INLINE wire::Cursor add(void* pointer, std::uint32_t number,
                                                wire::Cursor at, const PointerKind& kind,
                                                BlockList<DecodedObject>& objects) {
    DecodedObject& object = objects[number];
    prefetch(&object);
    const std::uint32_t n = added_++;
    ring_[n % kRing] = {pointer, &object, at, &kind};
    if (n < 2 * kAhead) [[unlikely]] {
      return nullptr;
    }
    // The counts stand in front of the object.
    const Link& near = ring_[(n - kAhead) % kRing];
    prefetch(static_cast<std::byte*>(near.object->owner.get()) - 16);
    return link(ring_[(n - 2 * kAhead) % kRing]);
  }
  /// Links all that waits; null or as above.
  [[nodiscard]] wire::Cursor link_all() {
    wire::Cursor wrong = nullptr;
    for (std::uint32_t n = added_ < 2 * kAhead ? 0 : added_ - 2 * kAhead;
         wrong == nullptr && n != added_; ++n) {
      wrong = link(ring_[n % kRing]);
    }
    clear();
    return wrong;
  }
  /// Forgets what waits.
  void clear() noexcept {
    added_ = 0;
    scope_ = {nullptr, 0};
  }

 private:
  static constexpr std::uint32_t kAhead = 12;
  static constexpr std::uint32_t kRing = 32;

  struct Link {
    void* pointer;
    const DecodedObject* object;
    wire::Cursor at;
    const PointerKind* kind;
  };

  // Inlined always: g++ takes calls of a function that only prefetches for calls without effect.
  FASTSER_INLINE static void prefetch(const void* at) noexcept {
#if FASTSER_GNU
    FASTSER_PREFETCH_WRITE(at);
#else
    static_cast<void>(at);
#endif
  }
  FASTSER_INLINE static wire::Cursor link(const Link& waiting) {
    if (waiting.object->key != waiting.kind->key) [[unlikely]] {
      return waiting.at;
    }
    waiting.kind->set(waiting.pointer, waiting.object->owner);
    return nullptr;
  }

  Scope scope_{nullptr, 0};
  std::uint32_t added_ = 0;
  Link ring_[kRing];
};

}  // namespace fastser::archive
