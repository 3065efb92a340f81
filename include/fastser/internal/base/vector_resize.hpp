// SPDX-License-Identifier: MIT
//
// Filling a vector without writing zeros that are overwritten at once: assign_elements from bytes,
// resize_for_overwrite for others to fill.
//
// The zeros cost as much as the copy behind them. A vector is made without them from iterators; of
// ours, which load elements from bytes that need not be aligned, clang makes as good a copy as
// std::memcpy is, and libc++ has no better way that is public. g++ takes twice as long for it,
// eight times for elements of three floats; but libstdc++ keeps the end of the elements in a
// protected member, which a class derived from vector may name. Elsewhere this is plain resize.
#pragma once

#include <cstddef>
#include <cstring>
#include <iterator>
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

/// Elements whose memory lies at any address.
template <typename E>
class ElementsAt {
 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = E;
  using difference_type = std::ptrdiff_t;
  using pointer = const E*;
  using reference = E;

  explicit ElementsAt(const std::byte* at) noexcept : at_(at) {}
  E operator*() const noexcept {
    E element;
    std::memcpy(&element, at_, sizeof(E));
    return element;
  }
  ElementsAt& operator++() noexcept { return *this += 1; }
  ElementsAt& operator+=(difference_type count) noexcept {
    at_ += count * static_cast<difference_type>(sizeof(E));
    return *this;
  }
  difference_type operator-(const ElementsAt& other) const noexcept {
    return (at_ - other.at_) / static_cast<difference_type>(sizeof(E));
  }
  bool operator==(const ElementsAt& other) const noexcept = default;

 private:
  const std::byte* at_;
};

/// `vector` becomes `count` elements, whose memory lies at `from`.
template <typename E, typename Allocator>
void assign_elements(std::vector<E, Allocator>& vector, const std::byte* from, std::size_t count) {
  static_assert(std::is_trivially_copyable_v<E>);
#if defined(_LIBCPP_VERSION) && !defined(FASTSER_PLAIN)
  if (count > vector.size()) {
    if constexpr (std::is_same_v<E, std::byte> || std::is_same_v<E, unsigned char>) {
      const auto* first = reinterpret_cast<const E*>(from);  // what any memory may be looked at as
      vector.assign(first, first + count);
    } else {
      vector.assign(ElementsAt<E>(from), ElementsAt<E>(from + count * sizeof(E)));
    }
    return;
  }
#endif
  resize_for_overwrite(vector, count);
  if (count != 0) std::memcpy(vector.data(), from, count * sizeof(E));
}

}  // namespace fastser
