// SPDX-License-Identifier: MIT
//
// Lists whose elements lie side by side: what is not done for each element is one function for all
// such lists, which gets at a list by three small ones. Otherwise it would be compiled for every
// class of elements.
#pragma once

#include <cstddef>

#include "fastser/internal/archive/resolve/node.hpp"
#include "fastser/internal/schema/empty_heap.hpp"
#include "fastser/internal/schema/list_growth.hpp"
#include "fastser/internal/wire/input.hpp"

namespace fastser::archive {

/// How to get at a list; the context of its node.
struct SideBySide {
  std::size_t element_size;
  std::size_t element_memory;  ///< what an element costs of the budget
  std::size_t moved_memory;    ///< and once more, while it moves
  std::size_t made_at_once;    ///< schema::kMadeAtOnce
  std::byte* (*first)(void* list);
  std::size_t (*size)(const void* list);
  void (*resize)(void* list, std::size_t size);
  void (*add)(void* list, std::size_t count);  ///< schema::add_elements
};
template <typename T>
struct SideBySideOf {
  static std::byte* first(void* list) {
    return reinterpret_cast<std::byte*>(static_cast<T*>(list)->data());
  }
  static std::size_t size(const void* list) { return static_cast<const T*>(list)->size(); }
  static void resize(void* list, std::size_t size) {
    schema::resize_exactly(*static_cast<T*>(list), size);
  }
  static void add(void* list, std::size_t count) {
    schema::add_elements(*static_cast<T*>(list), count);
  }
  static constexpr SideBySide kAccess = {sizeof(typename T::value_type),
                                         schema::kElementMemory<T>,
                                         schema::kMovedMemory<T>,
                                         schema::kMadeAtOnce<T>,
                                         &first,
                                         &size,
                                         &resize,
                                         schema::kMovingCosts<T> ? &add : &resize};
};

/// Reads elements from `first` to `last`.
using ReadEach = Cursor (*)(void* first, void* last, Cursor cur, Decoder& decoder);

/// How many elements a list gets.
struct ListSteps {
  std::size_t first;  ///< what the input can prove, or the list had; there is room for them
  std::size_t count;  ///< all; they are paid for
  bool was_there;     ///< the list had the first ones before
};
/// Makes and reads the elements that are not there yet: a few at a time up to steps.first, then, as
/// those have proved themselves, the rest.
[[nodiscard]] Cursor read_rest(const SideBySide& access, void* list, const ListSteps& steps,
                               Cursor cur, Decoder& decoder, ReadEach read);
/// ListNode::read.
[[nodiscard]] Cursor resolve_side_by_side(const ListNode& node, void* list, std::size_t count,
                                          TypeExpr type, Cursor cur, Decoder& decoder);

}  // namespace fastser::archive
