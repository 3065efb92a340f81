// SPDX-License-Identifier: MIT
//
// Pool: a row that is looked through, then a table.
#include "fastser/internal/flexbuffers/pool.hpp"

#include <utility>

namespace fastser::flexbuffers {

// The entry of the text or a free one; null when the first kMostProbes are other texts'.
Pool::Entry* Pool::place_of(std::string_view text, std::uint32_t hash) noexcept {
  const std::size_t mask = large_.size() - 1;
  std::size_t at = hash ^ (hash >> 15);
  for (std::size_t probe = 0; probe < kMostProbes; ++probe, ++at) {
    Entry& entry = large_[at & mask];
    if (!entry.used || entry.is(text, hash)) return &entry;
  }
  return nullptr;
}

std::size_t Pool::find_or_add(std::string_view text, std::uint32_t hash, std::size_t here) {
  if (!large_.empty()) return find_or_add_large(text, hash, here);
  for (std::size_t i = 0; i < count_; ++i) {
    if (small_[i].is(text, hash)) return small_[i].position;
  }
  if (count_ == kInline) {
    grow(4 * kInline);
    return find_or_add_large(text, hash, here);
  }
  small_[count_++] = {text.data(), text.size(), here, hash, true};
  return kNew;
}

std::size_t Pool::find_or_add_large(std::string_view text, std::uint32_t hash, std::size_t here) {
  Entry* const entry = place_of(text, hash);
  if (entry == nullptr) return kNew;
  if (entry->used) return entry->position;
  *entry = {text.data(), text.size(), here, hash, true};
  if (2 * ++count_ > large_.size()) grow(2 * large_.size());
  return kNew;
}

void Pool::grow(std::size_t size) {
  std::vector<Entry> old(size);
  std::swap(old, large_);
  if (old.empty()) old.assign(small_, small_ + count_);
  for (const Entry& entry : old) {
    if (!entry.used) continue;
    Entry* const place = place_of(std::string_view(entry.data, entry.size), entry.hash);
    if (place != nullptr) *place = entry;
  }
}

}  // namespace fastser::flexbuffers
