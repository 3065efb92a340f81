// SPDX-License-Identifier: MIT
//
// What a new value costs before anything is read into it, and a list with its first element. A
// std::deque has a map of blocks and at least one block on the heap, in libstdc++ from the start,
// and so does all that holds one: elements of lists, records, the alternative that a variant is
// made with. An element may be one byte on the wire and 600 in memory, or 4,000 in libc++, so
// whoever makes values of what the input says pays for this too.
//
// A std::optional and an owner start empty: who fills them pays for what is then made.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "fastser/describe.hpp"
#include "fastser/internal/schema/containers.hpp"
#include "fastser/internal/schema/wrapping.hpp"

namespace fastser::schema {

template <typename T>
struct EmptyHeap;

/// Bytes on the heap of a new T.
template <typename T>
inline constexpr std::size_t kEmptyHeap = EmptyHeap<T>::bytes();
/// Bytes that a new T takes, those on the heap included.
template <typename T>
inline constexpr std::size_t kMemory = sizeof(T) + kEmptyHeap<T>;
/// Of those, what a new element of a set or map has on the heap beside its node.
template <typename T>
inline constexpr std::size_t kEmptyElementHeap = [] {
  if constexpr (requires { typename T::mapped_type; }) {
    return kEmptyHeap<typename T::key_type> + kEmptyHeap<typename T::mapped_type>;
  } else {
    return kEmptyHeap<typename T::key_type>;
  }
}();

/// A deque's map and one block, and nothing for other lists.
template <Sequence T>
constexpr std::size_t deque_bytes() {
  if constexpr (kIsDeque<T>) {
    constexpr std::size_t kElement = sizeof(typename T::value_type);
#if defined(_LIBCPP_VERSION)
    constexpr std::size_t kBlock = kElement < 256 ? 4096 : 16 * kElement;
#else
    constexpr std::size_t kBlock = kElement > 512 ? kElement : 512;
#endif
    return kBlock + 8 * sizeof(void*);
  } else {
    return 0;
  }
}

template <typename... M>
struct MemberTypes {};
template <typename... M>
constexpr MemberTypes<std::remove_cv_t<M>...> member_types(
    M&...) {  // defined: M may have no linkage
  return {};
}

template <typename T>
struct EmptyHeap {
  static constexpr std::size_t bytes() {
    std::size_t total = 0;
    if constexpr (Sequence<T>) {
#if !defined(_LIBCPP_VERSION)
      total = deque_bytes<T>();
#endif
    } else if constexpr (Wrapping<T>) {  // a stack holds a deque
      total = kEmptyHeap<typename Wrapped<T>::Inner>;
    } else if constexpr (Record<T> && !BytesContainer<T>) {
      total = record_bytes();
    }
    return total;
  }

 private:
  // Of fields that are left out nothing need be known.
  static constexpr std::size_t record_bytes() {
    using D = Description<T>;
    std::size_t total = 0;
    if constexpr (HasBase<T>) total += kEmptyHeap<BaseOf<T>>;
    using Types = decltype(D::visit(std::declval<T&>(),
                                    [](auto&... members) { return member_types(members...); }));
    [&]<typename... M, std::size_t... kIndex>(MemberTypes<M...>, std::index_sequence<kIndex...>) {
      const auto add = [&]<typename One, std::size_t kAt>() {
        if constexpr (!D::omitted(kAt)) total += kEmptyHeap<One>;
      };
      static_cast<void>(add);
      (add.template operator()<M, kIndex>(), ...);
    }(Types{}, std::make_index_sequence<D::count()>{});
    return total;
  }
};

template <typename A, typename B>
struct EmptyHeap<std::pair<A, B>> {
  static constexpr std::size_t bytes() { return kEmptyHeap<A> + kEmptyHeap<B>; }
};
template <typename... E>
struct EmptyHeap<std::tuple<E...>> {
  static constexpr std::size_t bytes() { return (kEmptyHeap<E> + ... + std::size_t{0}); }
};
/// Starts as the first alternative.
template <typename First, typename... Rest>
struct EmptyHeap<std::variant<First, Rest...>> : EmptyHeap<First> {};
template <typename E, std::size_t kCount>
struct EmptyHeap<std::array<E, kCount>> {
  static constexpr std::size_t bytes() { return kCount * kEmptyHeap<E>; }
};
template <typename E, std::size_t kCount>
struct EmptyHeap<E[kCount]> : EmptyHeap<std::array<E, kCount>> {};

/// What an element of a list takes.
template <Sequence T>
inline constexpr std::size_t kElementMemory = kMemory<typename T::value_type> +
                                              (kContiguous<T> ? 0 : 2 * sizeof(void*));

/// Pays for the elements of a list that is read, from anything that has charge(count, size).
template <Sequence T, typename Payer>
[[nodiscard]] bool charge_elements(Payer& payer, std::size_t count) {
#if defined(_LIBCPP_VERSION)
  if constexpr (kIsDeque<T>) {
    if (count != 0 && !payer.charge(1, deque_bytes<T>())) return false;
  }
#endif
  return payer.charge(count, kElementMemory<T>);
}

/// Pays for the elements of a set or map that is read, from anything that has charge(count, size).
/// One more key lies outside of the container while it is read.
template <typename T, typename Payer>
[[nodiscard]] bool charge_nodes(Payer& payer, std::size_t count) {
  if constexpr (kEmptyElementHeap<T> != 0) {
    if (count != 0 && !payer.charge(1, kEmptyElementHeap<T>)) return false;
  }
  return payer.charge(count, kNodeSize<T> + kEmptyElementHeap<T>);
}

}  // namespace fastser::schema
