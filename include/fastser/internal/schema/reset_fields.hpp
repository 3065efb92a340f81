// SPDX-License-Identifier: MIT
//
// Fields that the writer says nothing of get what T{} gives them.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "fastser/internal/schema/fields.hpp"
#include "fastser/internal/schema/wrapped.hpp"

namespace fastser::schema {

/// Vectors that may be swapped whatever their allocators.
template <typename M>
inline constexpr bool kSwaps = false;
template <typename E, typename Allocator>
inline constexpr bool kSwaps<std::vector<E, Allocator>> =
    std::allocator_traits<Allocator>::is_always_equal::value;

/// Moves a value over another; C arrays element by element, what has atomics in it field by field.
/// What cannot be moved stays.
template <typename M>
constexpr void assign_moved(M& to, M& from) {
  if constexpr (std::is_array_v<M>) {
    for (std::size_t i = 0; i < std::extent_v<M>; ++i) assign_moved(to[i], from[i]);
  } else if constexpr (std::is_move_assignable_v<M>) {
    to = std::move(from);
  } else if constexpr (Wrapping<M>) {
    Wrapped<M>::from(to, Wrapped<M>::to(from));
  } else if constexpr (Record<M>) {
    Description<M>::visit(to, [&](auto&... members) {
      Description<M>::visit(from, [&](auto&... others) { (assign_moved(members, others), ...); });
    });
  }
}

/// Resets the fields whose number `is_missing` says yes to. Makes one T; its memory is the caller's
/// to account for.
template <Record T, typename Missing>
void reset_fields(T& value, Missing&& is_missing) {
  using F = Fields<T>;
  T fresh = T();
  F::visit(value, [&]<std::size_t kIndex>(auto& member) {
    if (!is_missing(kIndex)) return true;
    F::visit(fresh, [&]<std::size_t kFresh>(auto& initial) {
      if constexpr (kFresh == kIndex) assign_moved(member, initial);
      return kFresh != kIndex;
    });
    return true;
  });
}

}  // namespace fastser::schema
