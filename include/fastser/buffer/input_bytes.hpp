// SPDX-License-Identifier: MIT
//
// InputBytes: the parameter of every function that reads bytes. It accepts any container that holds
// its bytes in one piece.
//
//   fastser::archive::decode<Person>(text);      // std::string, std::string_view
//   fastser::archive::decode<Person>(received);  // std::vector<char>, std::span<std::uint8_t>, ...
//
// Accepted: every range with std::data and std::size whose elements are char, signed char, unsigned
// char (uint8_t) or std::byte; a pointer and a size in braces; what converts to BytesView.
// Not accepted: arrays of char, since a literal is one, and its zero at the end would count as
// input. Write std::string_view(array, size), or "..."sv for a literal. Nor char8_t and wchar_t,
// which are text.
//
// It is a view of two words; nothing is copied. The bytes must outlive everything that points into
// them (string_view members, FlatBuffers in place).
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <concepts>
#include <cstddef>
#include <iterator>
#include <span>
#include <type_traits>

namespace fastser {

/// A view of bytes that somebody else owns.
using BytesView = std::span<const std::byte>;

namespace detail {

template <typename T>
inline constexpr bool kIsByte = std::is_same_v<T, char> || std::is_same_v<T, signed char> ||
                                std::is_same_v<T, unsigned char> || std::is_same_v<T, std::byte>;

template <typename Range>
concept ByteRange =
    !std::is_same_v<std::remove_all_extents_t<Range>, char> && requires(const Range& range) {
  requires kIsByte<std::remove_cv_t<std::remove_pointer_t<decltype(std::data(range))>>>;
  { std::size(range) } -> std::convertible_to<std::size_t>;
};

}  // namespace detail

/// See the comment at the top of this file.
class InputBytes : public BytesView {
 public:
  constexpr InputBytes() noexcept = default;
  template <detail::ByteRange Range>
  InputBytes(const Range& range) noexcept  // NOLINT: implicit on purpose
      : InputBytes(std::data(range), std::size(range)) {}
  template <typename Byte>
  requires detail::kIsByte<Byte> InputBytes(const Byte* data, std::size_t size)
  noexcept : BytesView(reinterpret_cast<const std::byte*>(data), size) {}
  template <typename Other>
  requires(!detail::ByteRange<Other> && !std::is_array_v<Other> &&
           std::convertible_to<const Other&, BytesView>)
      InputBytes(const Other& other)  // NOLINT: implicit on purpose
      : BytesView(static_cast<BytesView>(other)) {}
  /// A literal ends with a zero, which would count as input: use std::string_view.
  template <std::size_t kSize>
  InputBytes(const char (&array)[kSize]) = delete;
};

}  // namespace fastser
