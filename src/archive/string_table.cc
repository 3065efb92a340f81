// SPDX-License-Identifier: MIT
//
// The rare half of StringTable: growing, forgetting, changing the seed.
#include "fastser/internal/archive/string_table.hpp"

#include <bit>
#include <cstring>
#include <new>

namespace fastser::archive {
namespace {

constexpr std::uint32_t kFirstSlots = 64;
// Chance never needs a second seed; the bound keeps a broken machine from trying for ever.
constexpr std::uint32_t kMaxReseeds = 16;

// A small table is filled to a quarter only, so that most strings lie in the first place where they
// could and the branch that asks is foreseen; in a large one the cache matters more.
constexpr std::size_t kSparse = 2048;
constexpr std::uint32_t room_of(std::size_t slots) {
  return static_cast<std::uint32_t>(slots <= kSparse ? slots / 8 : slots / 2);
}

}  // namespace

StringTable::~StringTable() { ::operator delete(slots_); }

void StringTable::insert(Slot slot) noexcept {
  std::uint32_t at = slot.hash & mask_;
  while (slots_[at].size != 0) at = (at + 1) & mask_;
  slots_[at] = slot;
}

bool StringTable::make_room() noexcept {
  const std::size_t old_slots = slots_ == nullptr ? 0 : std::size_t{mask_} + 1;
  const std::size_t wanted = old_slots == 0 ? kFirstSlots : old_slots * 2;
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
  allocated_ = wanted;
  mask_ = static_cast<std::uint32_t>(wanted - 1);
  room_ = room_of(wanted);
  for (std::size_t at = 0; at < old_slots; ++at) {
    if (old[at].size != 0) insert(old[at]);
  }
  ::operator delete(old);
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
    if (slot.size == 0) continue;
    // The bytes of the newest string are not in the output yet.
    slot.hash = at == fresh ? content_hash(text, size, seed_)
                            : content_hash(reinterpret_cast<const char*>(base) + slot.offset,
                                           slot.size, seed_);
    spare[kept++] = slot;
    slot.size = 0;
  }
  for (std::uint32_t at = 0; at < kept; ++at) insert(spare[at]);
  ::operator delete(spare);
}

void StringTable::moved(std::size_t from, std::size_t by) noexcept {
  if (slots_ == nullptr) return;
  for (std::size_t at = 0; at <= mask_; ++at) {
    Slot& slot = slots_[at];
    if (slot.size == 0 || slot.offset < from) continue;
    if (by > kMaxStored - slot.offset) {
      failed_ = true;  // beyond what a slot can say; never in archives below 4 GiB
      return;
    }
    slot.offset += static_cast<std::uint32_t>(by);
  }
}

void StringTable::clear() noexcept {
  if (slots_ != nullptr) {
    std::memset(slots_, 0, (std::size_t{mask_} + 1) * sizeof(Slot));
    // What one archive needed the next one gets at once; after a big one the small ones must not
    // pay for a big table every time.
    std::size_t slots = std::bit_ceil(std::size_t{count_} * 2 + 1);
    if (slots < kSparse) slots *= 4;
    if (slots < kFirstSlots) slots = kFirstSlots;
    if (slots > allocated_) slots = allocated_;
    // Behind the active part nothing was written since the allocation was cleared last.
    mask_ = static_cast<std::uint32_t>(slots - 1);
    room_ = room_of(slots);
  }
  count_ = 0;
  next_ = 0;
  reseeds_ = 0;
  failed_ = false;
  suspicious_ = false;
}

}  // namespace fastser::archive
