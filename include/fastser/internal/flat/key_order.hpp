// SPDX-License-Identifier: MIT
//
// The order of a map's keys. Texts are sorted as numbers: the eight bytes that follow what all of
// them begin with, so that "item 1" and "item 2" differ in the first of them; many by radix, eight
// bits at a time and only where the keys differ. Texts whose eight bytes are equal are compared.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "fastser/internal/schema/containers.hpp"
#include "fastser/internal/schema/sort_keys.hpp"
#include "fastser/internal/schema/wrapping.hpp"

namespace fastser::flat {

/// A key on its way to its place.
struct SortKey {
  std::uint64_t prefix;  ///< orders as the key does, as far as it goes
  std::uint32_t index;   ///< of the key among all
};

/// The order of texts, by their bytes; equal ones stay in the order that they have. Linear in the
/// number of keys where their prefixes tell them apart.
void sort_texts(const std::vector<std::string_view>& texts, std::vector<SortKey>& sorted);

/// Whether keys can be put in order: by their own, else by that of the value that they wrap. Those
/// of a container with a comparison or a hash of its own may have none; they stay as they lie.
template <typename K>
inline constexpr bool kHasOrder = [] {
  if constexpr (requires(const K& key) { key < key; }) {
    return true;
  } else if constexpr (schema::Wrapping<K>) {
    return kHasOrder<typename schema::Wrapped<K>::Inner>;
  } else {
    return false;
  }
}();
/// Written as a number, whatever its type.
template <typename K>
inline constexpr bool kIsNumber = [] {
  if constexpr (schema::Wrapping<K>) {
    return kIsNumber<typename schema::Wrapped<K>::Inner>;
  } else {
    return std::is_arithmetic_v<K> || std::is_enum_v<K>;
  }
}();
/// Whether key_less is surely an order (schema/sort_keys.hpp).
template <typename K>
inline constexpr bool kIsOrder = kIsNumber<K> || schema::KeyOrder<K>::kIsSure;
/// Numbers go by what is written, as whoever looks a key up does: not by an operator of their type.
template <typename K>
[[nodiscard]] bool key_less(const K& left, const K& right) {
  if constexpr (std::is_enum_v<K>) {
    using Number = std::underlying_type_t<K>;
    return static_cast<Number>(left) < static_cast<Number>(right);
  } else if constexpr (kIsNumber<K> && schema::Wrapping<K>) {
    return key_less<typename schema::Wrapped<K>::Inner>(schema::Wrapped<K>::to(left),
                                                        schema::Wrapped<K>::to(right));
  } else if constexpr (requires { left < right; }) {
    return schema::key_less(left, right);
  } else {
    return key_less<typename schema::Wrapped<K>::Inner>(schema::Wrapped<K>::to(left),
                                                        schema::Wrapped<K>::to(right));
  }
}

/// The order of other keys, which are pointed to.
template <typename K>
void sort_keys(const std::vector<const K*>& keys, std::vector<SortKey>& sorted) {
  sorted.resize(keys.size());
  for (std::size_t i = 0; i < keys.size(); ++i) sorted[i] = {0, static_cast<std::uint32_t>(i)};
  const auto less = [&](const SortKey& a, const SortKey& b) {
    const K& left = *keys[a.index];
    const K& right = *keys[b.index];
    if (flat::key_less(left, right)) return true;
    return !flat::key_less(right, left) && a.index < b.index;
  };
  schema::sort_keys<kIsOrder<K>>(sorted.begin(), sorted.end(), less);
}

/// A key as the text that is written. Not what its type compares: a path goes by its parts, UTF-16
/// by its units, and whoever looks a key up goes by the bytes of its UTF-8.
template <typename K>
[[nodiscard]] decltype(auto) key_text(const K& key) {
  if constexpr (schema::BytesContainer<K>) {
    return std::string_view(reinterpret_cast<const char*>(key.data()), key.size());
  } else if constexpr (std::is_same_v<K, std::filesystem::path>) {
    const std::u8string text = key.generic_u8string();
    return std::string(text.begin(), text.end());
  } else {
    using Inner = typename schema::Wrapped<K>::Inner;
    return std::string(key_text<Inner>(schema::Wrapped<K>::to(key)));
  }
}

}  // namespace fastser::flat
