// SPDX-License-Identifier: MIT
//
// resize_for_overwrite: a vector's size set without writing zeros that are overwritten at once.
//
// std::vector has no such function, and the zeros cost as much as the copy behind them. libstdc++
// keeps the end of the elements in a protected member, which a class derived from vector may name;
// elsewhere this is plain resize.
#pragma once

#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

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
#if defined(__GLIBCXX__) && !defined(_GLIBCXX_DEBUG) && !defined(_GLIBCXX_SANITIZE_VECTOR)
  if constexpr (std::is_same_v<Allocator, std::allocator<E>>) {
    if (size > vector.capacity()) {
      vector.clear();  // nothing to move
      vector.reserve(size);
    }
    VectorEnd<E>::set(vector, size);
    return;
  }
#endif
  vector.resize(size);
}

}  // namespace fastser
