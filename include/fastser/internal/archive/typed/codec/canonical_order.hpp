// SPDX-License-Identifier: MIT
//
// The order in which unordered maps and sets are written where an encode asks for canonical bytes:
// equal values have the same bytes, whatever the order of iteration.
//
// Elements are sorted by key. Where keys are equal, or have no order, the elements' bytes decide:
// each one is written alone, and these writings are sorted. Where the bytes of elements depend on
// what was written before (objects with identity, shared strings), equal keys stay in the order of
// iteration.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "fastser/buffer.hpp"
#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/archive/typed/encoder.hpp"
#include "fastser/internal/schema/sort_keys.hpp"
#include "fastser/status.hpp"

namespace fastser::archive {

/// Whether the order of keys says which one comes first. Keys with a hash of their own need no
/// order, and that of owners is the one of their addresses.
template <typename K>
inline constexpr bool kIsOrdered = !schema::kByAddress<K> && requires(const K& key) {
  key < key;
};

/// Writes elements whose keys do not say which comes first, in the order of their bytes.
template <typename C, Flags F, typename Element>
[[nodiscard]] std::byte* encode_by_bytes(const Element* const* first, const Element* const* last,
                                         std::byte* cur, Encoder& encoder) {
  constexpr Flags kAlone = F & ~schema::kShareAll;
  std::vector<std::pair<Buffer, const Element*>> sorted;
  sorted.reserve(static_cast<std::size_t>(last - first));
  for (; first != last; ++first) {
    Buffer bytes;
    Encoder alone(bytes);
    alone.canonical = true;
    alone.max_depth = encoder.max_depth;
    alone.depth_left = encoder.depth_left;
    std::size_t size = 0;
    std::byte* const end = C::template encode_element<kAlone>(**first, alone.start(), alone);
    const Status status = alone.finish(end, size);
    if (!status.ok()) {
      encoder.canonical = false;  // where it fails, whatever the order
      cur = C::template encode_element<F>(**first, cur, encoder);
      encoder.fail(cur, status.code(), "an element that cannot be written");
      return cur;
    }
    sorted.emplace_back(std::move(bytes), *first);
  }
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return std::lexicographical_compare(a.first.begin(), a.first.end(), b.first.begin(),
                                        b.first.end());
  });
  for (const auto& [bytes, element] : sorted) {
    if constexpr (F == kAlone) {
      cur = encoder.put_bytes(cur, bytes.data(), bytes.size());
    } else {
      cur = C::template encode_element<F>(*element, cur, encoder);
    }
  }
  return cur;
}

/// Writes the elements by their keys, and where those are equal or have no order, by their bytes;
/// elements whose bytes depend on what was written before stay as they lie.
template <typename C, Flags F, typename T>
[[nodiscard]] std::byte* encode_in_order(const T& value, std::byte* cur, Encoder& encoder) {
  using Element = typename T::value_type;
  constexpr bool kOrdered = kIsOrdered<typename T::key_type>;
  std::vector<const Element*> elements;
  elements.reserve(value.size());
  for (const auto& element : value) elements.push_back(&element);
  [[maybe_unused]] const auto less = [](const auto* a, const auto* b) {
    return schema::key_less(C::key_of(*a), C::key_of(*b));
  };
  if constexpr (kOrdered) {
    constexpr bool kIsSure = schema::KeyOrder<typename T::key_type>::kIsSure;
    schema::sort_keys<kIsSure>(elements.begin(), elements.end(), less);
  }
  if constexpr (!kOrdered || schema::kMulti<T>) {
    if constexpr (!C::template needs_tables<F & ~schema::kShareAll>()) {
      const Element* const* const end = elements.data() + elements.size();
      for (const Element* const* first = elements.data(); first != end;) {
        const Element* const* last = end;
        if constexpr (kOrdered) {
          last = std::find_if(first + 1, end, [&](const auto* e) { return less(*first, e); });
        }
        cur = last - first == 1 ? C::template encode_element<F>(**first, cur, encoder)
                                : encode_by_bytes<C, F>(first, last, cur, encoder);
        first = last;
      }
      return cur;
    }
  }
  for (const Element* element : elements) {
    cur = C::template encode_element<F>(*element, cur, encoder);
  }
  return cur;
}

}  // namespace fastser::archive
