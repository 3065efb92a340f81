// SPDX-License-Identifier: MIT
//
// The rarer half of StringTable: chains, growing, forgetting, changing the seed.
#include "fastser/internal/archive/string_table.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace fastser::archive {
namespace {

// Behind the buckets of the table itself.
constexpr std::size_t kFirstAllocated = 128;
// Chance never needs a second seed; the bound keeps a broken machine from trying for ever.
constexpr std::uint32_t kMaxReseeds = 16;

// A small table is filled to a quarter only, so that most strings are in front of their chain and
// the branch that asks is foreseen; in a large one the cache matters more.
constexpr std::size_t kSparse = 2048;
constexpr std::size_t room_of(std::size_t buckets) {
  if (buckets < kFirstAllocated) return buckets / 2;
  return buckets <= kSparse ? buckets / 4 : buckets;
}

}  // namespace

StringTable::~StringTable() { release(); }

void StringTable::release() noexcept {
  if (buckets_ != first_buckets_.data()) ::operator delete(buckets_);
}

std::uint32_t StringTable::find(std::uint32_t hash, const char* text, std::size_t size,
                                const std::byte* base) noexcept {
  const Entry* front = nullptr;
  if (!candidate(hash, front)) return kNotThere;
  std::uint32_t probes = 0;
  std::uint32_t* link = nullptr;  // that leads to `index`
  for (auto index = static_cast<std::uint32_t>(front - entries_);;) {
    const Entry& entry = entries_[index];
    if (entry.hash == hash && entry.size == size &&
        same_content(text, bytes_of(entry, base), size)) {
      if (link != nullptr) {
        // What is met again is going to be: to the front with it.
        *link = links_[index];
        chain(bucket_of(hash), index, hash);
      }
      return entry.number;
    }
    link = links_ + index;
    if (*link == 0) return kNotThere;
    index = *link - 1;
    if (++probes == kMaxProbes) [[unlikely]] {
      suspicious_ = true;
      room_ = 0;  // the next that is added has to look
    }
  }
}

std::uint32_t StringTable::add_slow(std::uint32_t hash, const char* text, std::size_t size,
                                    const std::byte* base, std::size_t offset) noexcept {
  if (suspicious_) {
    reseed(base);
    hash = content_hash(text, size, seed_);
  }
  if (offset > kMaxStored || size > kMaxStored || (count_ >= room_ && !make_room())) {
    take(1);
  } else {
    static_cast<void>(add_quickly(hash, size, offset));
  }
  return this->size() - 1;
}

bool StringTable::make_room() noexcept {
  const std::size_t old_buckets = std::size_t{mask_} + 1;
  const std::size_t wanted = std::max(kFirstAllocated, old_buckets * 2);
  const std::size_t room = room_of(wanted);
  constexpr std::size_t kEach = sizeof(Entry) + sizeof(std::uint32_t);
  if (failed_ || wanted > (std::size_t{1} << 31) ||
      wanted > static_cast<std::size_t>(-1) / (sizeof(std::uint64_t) + kEach)) {
    failed_ = true;
    return false;
  }
  void* const fresh = ::operator new(wanted * sizeof(std::uint64_t) + room * kEach, std::nothrow);
  if (fresh == nullptr) {
    failed_ = true;
    return false;
  }
  const Entry* const old = entries_;
  auto* const buckets = static_cast<std::uint64_t*>(fresh);
  auto* const entries = reinterpret_cast<Entry*>(buckets + wanted);
  std::memcpy(entries, old, count_ * sizeof(Entry));
  release();
  buckets_ = buckets;
  entries_ = entries;
  links_ = reinterpret_cast<std::uint32_t*>(entries + room);
  mask_ = static_cast<std::uint32_t>(wanted - 1);
  room_ = static_cast<std::uint32_t>(room);
  allocated_ = wanted;
  rebuild();
  return true;
}

// Chains all entries anew, the latest in front.
void StringTable::rebuild() noexcept {
  std::memset(buckets_, 0, (std::size_t{mask_} + 1) * sizeof(Bucket));
  for (std::uint32_t index = 0; index < count_; ++index) {
    chain(bucket_of(entries_[index].hash), index, entries_[index].hash);
  }
}

void StringTable::reseed(const std::byte* base) noexcept {
  suspicious_ = false;
  room_ = static_cast<std::uint32_t>(room_of(std::size_t{mask_} + 1));
  if (reseeds_ >= kMaxReseeds) return;
  ++reseeds_;
  seed_ = HashSeed::from(seed_.first ^ wire::random_seed() ^
                         reinterpret_cast<std::uintptr_t>(buckets_));
  for (std::uint32_t index = 0; index < count_; ++index) {
    Entry& entry = entries_[index];
    entry.hash = content_hash(bytes_of(entry, base), entry.size, seed_);
  }
  rebuild();
}

void StringTable::moved(std::size_t from, std::size_t by) noexcept {
  for (std::uint32_t index = 0; index < count_; ++index) {
    Entry& entry = entries_[index];
    if (entry.offset < from) continue;
    if (by > kMaxStored - entry.offset) {
      failed_ = true;  // beyond what an entry can say; never in archives below 4 GiB
      return;
    }
    entry.offset += static_cast<std::uint32_t>(by);
  }
}

void StringTable::forget_all() noexcept {
  // What one archive needed the next one gets at once; after a big one the small ones must not
  // look into a big table, which is in no cache.
  static_assert(room_of(kFirstBuckets) == kFirstRoom);
  if (count_ <= kFirstRoom) {
    // The small archive, to which this call matters: all sizes are known to the compiler.
    mask_ = kFirstBuckets - 1;
    room_ = kFirstRoom;
    std::memset(buckets_, 0, kFirstBuckets * sizeof(Bucket));
  } else {
    std::size_t buckets = kFirstBuckets;
    while (room_of(buckets) < count_ && buckets < allocated_) buckets *= 2;
    mask_ = static_cast<std::uint32_t>(buckets - 1);
    room_ = static_cast<std::uint32_t>(room_of(buckets));
    std::memset(buckets_, 0, buckets * sizeof(Bucket));
  }
  count_ = 0;
  passed_ = 0;
  reseeds_ = 0;
  failed_ = false;
  suspicious_ = false;
}

}  // namespace fastser::archive
