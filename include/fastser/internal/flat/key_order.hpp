// SPDX-License-Identifier: MIT
//
// The order of a map's keys. Texts are sorted as numbers: the eight bytes that follow what all of
// them begin with, so that "item 1" and "item 2" differ in the first of them; many by radix, eight
// bits at a time and only where the keys differ. Texts whose eight bytes are equal are compared.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "fastser/internal/schema/containers.hpp"

namespace fastser::flat {

/// A key on its way to its place.
struct SortKey {
  std::uint64_t prefix;  ///< orders as the key does, as far as it goes
  std::uint32_t index;   ///< of the key among all
};

/// The order of texts, by their bytes; equal ones stay in the order that they have. Linear in the
/// number of keys where their prefixes tell them apart.
void sort_texts(const std::vector<std::string_view>& texts, std::vector<SortKey>& sorted);

/// The order of other keys, which are pointed to.
template <typename K>
void sort_keys(const std::vector<const K*>& keys, std::vector<SortKey>& sorted) {
  sorted.resize(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) sorted[i] = {0, static_cast<std::uint32_t>(i)};
  std::sort(sorted.begin(), sorted.end(), [&](const SortKey& a, const SortKey& b) {
    const K& left = *keys[a.index];
    const K& right = *keys[b.index];
    if (schema::key_less(left, right)) return true;
    return !schema::key_less(right, left) && a.index < b.index;
  });
}

}  // namespace fastser::flat
