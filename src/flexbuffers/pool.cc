// SPDX-License-Identifier: MIT
//
// Pool: open addressing, at most half full.
#include "fastser/flexbuffers/pool.hpp"

#include <utility>

namespace fastser::flexbuffers {

// The entry of the text or a free one; null when the first kMostProbes are other texts'.
Pool::Entry* Pool::place_of(Entry* table, std::size_t mask, std::string_view text,
                            std::uint32_t hash) noexcept {
  std::size_t at = hash ^ (hash >> 15);
  for (std::size_t probe = 0; probe < kMostProbes; ++probe, ++at) {
    Entry& entry = table[at & mask];
    if (!entry.used) return &entry;
    if (entry.hash == hash && std::string_view(entry.data, entry.size) == text) return &entry;
  }
  return nullptr;
}

std::size_t Pool::find_or_add(std::string_view text, std::uint32_t hash, std::size_t here) {
  Entry* entry = place_of(table(), mask_, text, hash);
  if (entry == nullptr) return kNew;
  if (entry->used) return entry->position;
  *entry = {text.data(), text.size(), here, hash, true};
  if (++count_ > mask_ / 2) grow();
  return kNew;
}

void Pool::grow() {
  const std::size_t mask = 2 * mask_ + 1;
  std::vector<Entry> larger(mask + 1);
  Entry* const old = table();
  for (std::size_t i = 0; i <= mask_; ++i) {
    if (!old[i].used) continue;
    Entry* const place =
        place_of(larger.data(), mask, std::string_view(old[i].data, old[i].size), old[i].hash);
    if (place != nullptr) *place = old[i];
  }
  large_ = std::move(larger);
  mask_ = mask;
}

}  // namespace fastser::flexbuffers
