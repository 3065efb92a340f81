// SPDX-License-Identifier: MIT
//
// Sizing a list that is read: first to what the input can prove (Input::first_step), or to what a
// used list holds already; then, when those elements have been read, to its count.
//
// Out of line: what happens once for a list is kept away from what happens for each element.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/base/vector_resize.hpp"
#include "fastser/internal/schema/empty_heap.hpp"
#include "fastser/internal/schema/new_value.hpp"
#include "fastser/internal/wire/input.hpp"

namespace fastser::schema {

/// Whether elements that get more room are copied, or leave something on the heap behind: those
/// whose moving may fail, as that of a std::deque in libstdc++. Then none is moved: they change
/// places with new ones, and a used list that has too little room is made anew.
template <typename T>
inline constexpr bool kMovingCosts = requires(T& list) {
  list.reserve(std::size_t{1});
}
&&!std::is_nothrow_move_constructible_v<typename T::value_type> &&
    std::is_swappable_v<typename T::value_type>;

/// How many elements are made at once, to be read before the next ones are made: so few that they
/// are still in the fastest cache then. All of them, unless the list is one piece of memory that
/// can be made beforehand.
template <typename T>
inline constexpr std::size_t kMadeAtOnce = [] {
  if constexpr (requires(T & list) {
                  list.reserve(std::size_t{1});
                  list.data();
                }) {
    return std::max<std::size_t>(1024 / sizeof(typename T::value_type), 1);
  } else {
    return static_cast<std::size_t>(-1);
  }
}();

/// Makes room for exactly so many, where there is less.
template <typename T>
void reserve_exactly(T& list, std::size_t size) {
  if constexpr (requires { list.reserve(size); }) {
    if (size > list.capacity()) {
      if constexpr (kMovingCosts<T>) list.clear();
      list.reserve(size);
    }
  }
}

/// Sets the size, with room for exactly so many: resize alone makes room for up to twice what was
/// there, for which no budget has paid.
template <typename T>
FASTSER_NOINLINE void resize_exactly(T& list, std::size_t size) {
  reserve_exactly(list, size);
  using E = typename T::value_type;
  if constexpr (is_made_by_members<E>()) {
    const E prototype{};
    if constexpr (requires { list.pop_back(); }) {
      while (list.size() > size) list.pop_back();
    } else if (list.size() > size) {
      list.resize(size);
    }
    while (list.size() < size) append_in_room(list, NewValue<E>(prototype));
  } else {
    list.resize(size);
  }
}

/// Gives a list room for the rest of `count` elements.
template <typename T>
void add_elements(T& list, std::size_t count) {
  if constexpr (kMovingCosts<T>) {
    T roomy(list.get_allocator());
    roomy.resize(count);
    std::swap_ranges(list.begin(), list.end(), roomy.begin());
    list = std::move(roomy);
  } else {
    resize_exactly(list, count);
  }
}
/// What an element costs while add_elements moves it, and is there twice.
template <typename T>
inline constexpr std::size_t kMovedMemory = kMovingCosts<T> ? kMemory<typename T::value_type>
                                                            : sizeof(typename T::value_type);

/// Gives a list, all of whose elements were read, room for the rest of `count`, which is paid for.
/// Elements of a used list (`was_there`) were not made by this decode. False when the budget does
/// not allow it.
template <typename T>
[[nodiscard]] bool grow_to_count(T& list, std::size_t count, bool was_there, wire::Input& input) {
  const std::size_t twice = was_there ? 0 : list.size() * kMovedMemory<T>;
  if (!input.charge(twice)) return false;
  add_elements(list, count);
  input.budget += twice;
  return true;
}

}  // namespace fastser::schema
