// SPDX-License-Identifier: MIT
//
// Codecs of what is one scalar of a FlatBuffer: bool, integers, floats, characters, and what wraps
// one (durations and points in time are the count of their unit).
#pragma once

#include <concepts>
#include <cstring>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/flat/codec/core.hpp"
#include "fastser/internal/schema/wrapped.hpp"

namespace fastser::flat {

template <typename T>
concept Number =
    std::is_arithmetic_v<T> && !std::is_same_v<T, wchar_t> && !std::is_same_v<T, long double>;

template <Number T>
struct Codec<T> {
  static constexpr Form kForm = Form::scalar;
  static constexpr std::size_t kSize = sizeof(T);
  static constexpr std::size_t kAlign = sizeof(T);
  static constexpr bool kSameInMemory = !std::is_same_v<T, bool>;

  static constexpr BaseType base() {
    if constexpr (std::is_same_v<T, bool>) return BaseType::Bool;
    if constexpr (std::is_floating_point_v<T>) {
      return sizeof(T) == 4 ? BaseType::Float : BaseType::Double;
    }
    constexpr int kStep = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 2 : sizeof(T) == 4 ? 4 : 6;
    return static_cast<BaseType>(static_cast<int>(BaseType::Byte) + kStep +
                                 (std::is_unsigned_v<T> ? 1 : 0));
  }
  FASTSER_INLINE static void put(const T& value, std::byte* to) noexcept {
    wire::store_le(to, value);
  }
  FASTSER_INLINE static void get(T& value, const std::byte* from) noexcept {
    if constexpr (std::is_same_v<T, bool>) {
      value = *from != std::byte{0};  // a bool of any other byte would be undefined
    } else {
      value = wire::load_le<T>(from);
    }
  }
  static TypeRef describe(Declarations&) { return TypeRef::scalar(base()); }
};

/// Enums, std::byte, varint<T>, atomics, durations, points in time.
template <schema::Wrapping T>
struct Codec<T> {
  using Wrapped = schema::Wrapped<T>;
  using Inner = typename Wrapped::Inner;
  static constexpr Form kForm = Form::scalar;
  static constexpr std::size_t kSize = Codec<Inner>::kSize;
  static constexpr std::size_t kAlign = Codec<Inner>::kAlign;
  static constexpr bool kSameInMemory = std::is_enum_v<T> && Codec<Inner>::kSameInMemory;

  FASTSER_INLINE static void put(const T& value, std::byte* to) noexcept {
    Codec<Inner>::put(Wrapped::to(value), to);
  }
  FASTSER_INLINE static void get(T& value, const std::byte* from) noexcept {
    Inner inner{};
    Codec<Inner>::get(inner, from);
    Wrapped::from(value, inner);
  }
  static TypeRef describe(Declarations& schema) { return Codec<Inner>::describe(schema); }
};

}  // namespace fastser::flat
