// SPDX-License-Identifier: MIT
//
// The rare half of ObjectTable: growing and forgetting.
#include "fastser/internal/archive/object_table.hpp"

#include <bit>
#include <cstring>
#include <new>

namespace fastser::archive {
namespace {

constexpr std::size_t kFirstSlots = 64;

}  // namespace

ObjectTable::~ObjectTable() { ::operator delete(entries_); }

bool ObjectTable::rebuild(std::size_t slots) noexcept {
  if (slots > static_cast<std::size_t>(-1) / sizeof(Entry)) return false;
  auto* fresh = static_cast<Entry*>(::operator new(slots * sizeof(Entry), std::nothrow));
  if (fresh == nullptr) return false;
  std::memset(static_cast<void*>(fresh), 0, slots * sizeof(Entry));
  Entry* const old = entries_;
  const std::size_t old_slots = old == nullptr ? 0 : mask_ + 1;
  entries_ = fresh;
  allocated_ = slots;
  mask_ = slots - 1;
  room_ = slots / 2;
  shift_ = static_cast<unsigned>(64 - std::countr_zero(slots));
  for (std::size_t from = 0; from < old_slots; ++from) {
    if (old[from].object == nullptr) continue;
    std::size_t at = place(old[from].object);
    while (fresh[at].object != nullptr) at = (at + 1) & mask_;
    fresh[at] = old[from];
  }
  ::operator delete(old);
  return true;
}

bool ObjectTable::make_room() noexcept {
  // By four while small: a big graph is the reason to have a table at all.
  if (entries_ == nullptr) return rebuild(kFirstSlots);
  const std::size_t slots = mask_ + 1;
  if (slots > (static_cast<std::size_t>(-1) >> 3)) return false;
  return rebuild(slots < 65536 ? slots * 4 : slots * 2);
}

bool ObjectTable::reserve(std::size_t objects) noexcept {
  if (objects <= room_) return true;
  if (objects > (static_cast<std::size_t>(-1) >> 3)) return false;
  return rebuild(std::bit_ceil(objects * 2));
}

void ObjectTable::forget_all() noexcept {
  std::memset(static_cast<void*>(entries_), 0, (mask_ + 1) * sizeof(Entry));
  // As in StringTable: sized for an archive like the last one.
  std::size_t slots = std::bit_ceil(count_ * 2 + 1);
  if (slots < kFirstSlots) slots = kFirstSlots;
  if (slots > allocated_) slots = allocated_;
  mask_ = slots - 1;
  room_ = slots / 2;
  shift_ = static_cast<unsigned>(64 - std::countr_zero(slots));
  count_ = 0;
}

}  // namespace fastser::archive
