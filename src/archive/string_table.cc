// SPDX-License-Identifier: MIT
//
// The rare half of StringTable: growing, forgetting, changing the seed.
#include "fastser/internal/archive/string_table.hpp"

#include <bit>
#include <cstring>
#include <new>

namespace fastser::archive {
namespace {

// Behind the slots of the table itself.
constexpr std::size_t kFirstAllocated = 128;
// Chance never needs a second seed; the bound keeps a broken machine from trying for ever.
constexpr std::uint32_t kMaxReseeds = 16;
// From here on the stamps start over. An archive has fewer than 2^31 strings that are looked up
// (each takes two bytes below kMaxStored), so that a stamp stays below 2^32.
constexpr std::uint32_t kLastFirst = 1U << 30;

// A small table is filled to an eighth only, so that most strings lie in the first place where they
// could and the branch that asks is foreseen; in a large one the cache matters more.
constexpr std::size_t kSparse = 2048;
constexpr std::uint32_t room_of(std::size_t slots) {
  return static_cast<std::uint32_t>(slots >= kFirstAllocated && slots <= kSparse ? slots / 8
                                                                                 : slots / 2);
}

}  // namespace

StringTable::~StringTable() { release(); }

void StringTable::release() noexcept {
  if (slots_ != first_slots_.data()) ::operator delete(slots_);
}

std::uint32_t StringTable::free_slot(std::uint32_t hash) const noexcept {
  std::uint32_t at = hash & mask_;
  while (slots_[at].number >= first_) at = (at + 1) & mask_;
  return at;
}

std::uint32_t StringTable::add_slow(std::uint32_t hash, const char* text, std::size_t size,
                                    const std::byte* base, std::size_t offset) noexcept {
  if (offset > kMaxStored || size > kMaxStored) return next_++;
  if (count_ >= room_ && !make_room()) return next_++;
  const std::uint32_t at = free_slot(hash);
  put(at, hash, size, offset);
  if (suspicious_) reseed(base, text, size, at);
  return next_++;
}

bool StringTable::make_room() noexcept {
  const std::size_t old_slots = std::size_t{mask_} + 1;
  const std::size_t wanted = old_slots < kFirstAllocated ? kFirstAllocated : old_slots * 2;
  if (failed_ || wanted > (std::size_t{1} << 31) ||
      wanted > static_cast<std::size_t>(-1) / sizeof(Slot)) {
    failed_ = true;
    return false;
  }
  auto* fresh = static_cast<Slot*>(::operator new(wanted * sizeof(Slot), std::nothrow));
  if (fresh == nullptr) {
    failed_ = true;
    return false;
  }
  std::memset(fresh, 0, wanted * sizeof(Slot));
  Slot* const old = slots_;
  slots_ = fresh;
  mask_ = static_cast<std::uint32_t>(wanted - 1);
  room_ = room_of(wanted);
  allocated_ = wanted;
  for (std::size_t at = 0; at < old_slots; ++at) {
    if (old[at].number >= first_) slots_[free_slot(old[at].hash)] = old[at];
  }
  if (old != first_slots_.data()) ::operator delete(old);
  return true;
}

void StringTable::reseed(const std::byte* base, const char* text, std::size_t size,
                         std::uint32_t fresh) noexcept {
  suspicious_ = false;
  if (reseeds_ >= kMaxReseeds) return;
  auto* spare = static_cast<Slot*>(::operator new(count_ * sizeof(Slot), std::nothrow));
  if (spare == nullptr) return;  // slower, still right
  ++reseeds_;
  seed_ =
      HashSeed::from(seed_.first ^ wire::random_seed() ^ reinterpret_cast<std::uintptr_t>(spare));
  std::uint32_t kept = 0;
  for (std::size_t at = 0; at <= mask_; ++at) {
    Slot& slot = slots_[at];
    if (slot.number < first_) continue;
    // The bytes of the newest string are not in the output yet.
    slot.hash = at == fresh ? content_hash(text, size, seed_)
                            : content_hash(stored(base, slot), slot.size, seed_);
    spare[kept++] = slot;
    slot.number = 0;
  }
  for (std::uint32_t at = 0; at < kept; ++at) slots_[free_slot(spare[at].hash)] = spare[at];
  ::operator delete(spare);
}

void StringTable::moved(std::size_t from, std::size_t by) noexcept {
  if (count_ == 0) return;
  for (std::size_t at = 0; at <= mask_; ++at) {
    Slot& slot = slots_[at];
    if (slot.number < first_ || slot.offset < from) continue;
    if (by > kMaxStored - slot.offset) {
      failed_ = true;  // beyond what a slot can say; never in archives below 4 GiB
      return;
    }
    slot.offset += static_cast<std::uint32_t>(by);
  }
}

void StringTable::clear() noexcept {
  // What one archive needed the next one gets at once; after a big one the small ones must not
  // look into a big table, which is in no cache.
  std::size_t slots = std::bit_ceil(std::size_t{count_} * 2 + 1);
  if (slots < kSparse) slots *= 4;
  if (slots < kFirstSlots) slots = kFirstSlots;
  if (slots > allocated_) slots = allocated_;
  mask_ = static_cast<std::uint32_t>(slots - 1);
  room_ = room_of(slots);
  first_ += next_;
  if (first_ > kLastFirst || first_ <= next_) {
    std::memset(slots_, 0, allocated_ * sizeof(Slot));
    first_ = 1;
  }
  count_ = 0;
  next_ = 0;
  reseeds_ = 0;
  failed_ = false;
  suspicious_ = false;
}

}  // namespace fastser::archive
