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
  if (count_ >= limit_) return add_slowly(text, hash, here);
  small_[count_++] = {text.data(), text.size(), here, hash, true};
  return kNew;
}

// The row is full, or the text is part of a passing value.
std::size_t Pool::add_slowly(std::string_view text, std::uint32_t hash, std::size_t here) {
  if (count_ == kInline) {
    grow(4 * kInline);
    return find_or_add_large(text, hash, here);
  }
  small_[count_++] = {copy_of(text), text.size(), here, hash, true};
  return kNew;
}

std::size_t Pool::find_or_add_large(std::string_view text, std::uint32_t hash, std::size_t here) {
  Entry* const entry = place_of(text, hash);
  if (entry == nullptr) return kNew;
  if (entry->used) return entry->position;
  *entry = {text.data(), text.size(), here, hash, true};
  if (++count_ > limit_) settle(*entry);
  return kNew;
}

// The table is half full, or the text of the new entry is part of a passing value.
void Pool::settle(Entry& entry) {
  if (passing_ != 0) entry.data = copy_of(std::string_view(entry.data, entry.size));
  if (2 * count_ > large_.size()) grow(2 * large_.size());
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
  set_limit();
}

}  // namespace fastser::flexbuffers
