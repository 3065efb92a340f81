// SPDX-License-Identifier: MIT
//
// Filling a vector without writing zeros that are overwritten at once: assign_elements from bytes,
// resize_for_overwrite for others to fill; append_in_room adds one element.
//
// The zeros cost as much as the copy behind them. A vector is made without them when it is assigned
// a range of what converts to its elements, here the bytes of each; clang and libc++ make one copy
// of that. g++ does so for some elements and new vectors only (three floats take six times as
// long); but libstdc++ keeps the end of the elements in a protected member, which a class derived
// from vector may name. Elsewhere this is plain resize.
#pragma once

#include <bit>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

#include "fastser/internal/base/compiler.hpp"

namespace fastser {

#if defined(__GLIBCXX__) && !defined(_GLIBCXX_DEBUG) && !defined(_GLIBCXX_SANITIZE_VECTOR)
template <typename E>
struct VectorEnd : std::vector<E> {
  static void set(std::vector<E>& vector, std::size_t size) noexcept {
    auto& impl = vector.*(&VectorEnd::_M_impl);
    impl._M_finish = impl._M_start + size;
  }
};
#endif

/// Gives `vector` the size; new elements are unspecified and are to be overwritten.
template <typename E, typename Allocator>
void resize_for_overwrite(std::vector<E, Allocator>& vector, std::size_t size) {
  static_assert(std::is_trivially_copyable_v<E>);
  if (size > vector.capacity()) {
    vector.clear();        // nothing to move
    vector.reserve(size);  // resize makes room for twice what was there
  }
#if defined(__GLIBCXX__) && !defined(_GLIBCXX_DEBUG) && !defined(_GLIBCXX_SANITIZE_VECTOR)
  if constexpr (std::is_same_v<Allocator, std::allocator<E>>) {
    VectorEnd<E>::set(vector, size);
    return;
  }
#endif
  vector.resize(size);
}

/// Adds what `from` converts to behind the elements of a list. A vector has room for it, which
/// compilers are not left to see to: how a vector grows is much to compile for each class.
template <typename List, typename From>
FASTSER_INLINE inline void append_in_room(List& list, const From& from) {
#if defined(__GLIBCXX__) && !defined(_GLIBCXX_DEBUG) && !defined(_GLIBCXX_SANITIZE_VECTOR)
  using E = typename List::value_type;
  if constexpr (std::is_same_v<List, std::vector<E>>) {
    const std::size_t size = list.size();
    ::new (static_cast<void*>(list.data() + size)) E(from);
    VectorEnd<E>::set(list, size + 1);
    return;
  }
#endif
  list.emplace_back(from);
}

/// The bytes of an E, at any address; converts to it.
template <typename E>
struct Unaligned {
  std::byte bytes[sizeof(E)];
  operator E() const noexcept { return std::bit_cast<E>(*this); }  // NOLINT: implicit on purpose
};

/// `vector` becomes `count` elements, whose memory lies at `from`.
template <typename E, typename Allocator>
void assign_elements(std::vector<E, Allocator>& vector, const std::byte* from, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<E>);
#if defined(_LIBCPP_VERSION) && !defined(FASTSER_PLAIN)
  // Elements that no one or two stores write, such as three floats: zeros and one copy are faster
  // unless they are few.
  constexpr bool kOdd = sizeof(E) < 16 && !std::has_single_bit(sizeof(E));
  if (count > vector.size() && (!kOdd || count <= 32)) {
    constexpr bool kByte = std::is_same_v<E, std::byte> || std::is_same_v<E, unsigned char>;
    using At = std::conditional_t<kByte, E, Unaligned<E>>;
    const auto* first = reinterpret_cast<const At*>(from);
    vector.assign(first, first + count);
    return;
  }
#endif
  resize_for_overwrite(vector, count);
  if (count != 0) std::memcpy(vector.data(), from, count * sizeof(E));
}

}  // namespace fastser
