// SPDX-License-Identifier: MIT
//
// Sorting by keys whose order is the caller's: it may be none.
#pragma once

#include <algorithm>

namespace fastser::schema {

/// Sorts [first, last). Where it is not sure that `less` is an order, by a heap: what comes of none
/// is then any sequence of the elements, while std::sort would leave their memory.
template <bool kIsSure, typename Iterator, typename Less>
void sort_keys(Iterator first, Iterator last, const Less& less) {
  if constexpr (kIsSure) {
    std::sort(first, last, less);
  } else {
    std::make_heap(first, last, less);
    std::sort_heap(first, last, less);
  }
}

}  // namespace fastser::schema
