// SPDX-License-Identifier: MIT
//
// std::forward_list in every format: a list. It does not know its size, so its elements are copied
// into a vector while they are written; they must be copyable.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstddef>
#include <forward_list>
#include <iterator>
#include <utility>
#include <vector>

#include "fastser/internal/schema/wrapped.hpp"

namespace fastser::schema {

template <typename E, typename Allocator>
struct Wrapped<std::forward_list<E, Allocator>> {
  using T = std::forward_list<E, Allocator>;
  using Inner = std::vector<E>;
  static constexpr std::size_t kHeapElement = sizeof(E) + 2 * sizeof(void*);
  static std::size_t heap_elements(const Inner& inner) noexcept { return inner.size(); }
  static Inner to(const T& value) { return Inner(value.begin(), value.end()); }
  static void from(T& value, Inner&& inner) {
    value.assign(std::make_move_iterator(inner.begin()), std::make_move_iterator(inner.end()));
  }
};

}  // namespace fastser::schema
