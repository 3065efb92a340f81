// SPDX-License-Identifier: MIT
//
// Codecs of what is one scalar of a FlatBuffer: bool, integers, floats, characters, and what wraps
// one (durations and points in time are the count of their unit).
#pragma once

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/flat/codec/core.hpp"
#include "fastser/internal/schema/wrapped.hpp"

namespace fastser::flat {

template <typename T>
concept Number = std::is_arithmetic_v<T> && sizeof(T) <= 8 && !std::is_same_v<T, wchar_t> &&
                 !std::is_same_v<T, long double>;

template <Number T>
struct Codec<T> {
  static constexpr Form kForm = Form::scalar;
  static constexpr std::size_t kSize = sizeof(T);
  static constexpr std::size_t kAlign = sizeof(T);
  static constexpr bool kSameInMemory = !std::is_same_v<T, bool>;
  static constexpr bool kRefuses = false;

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
  FASTSER_INLINE static bool get(T& value, const std::byte* from) noexcept {
    if constexpr (std::is_same_v<T, bool>) {
      value = *from != std::byte{0};  // a bool of any other byte would be undefined
    } else {
      value = wire::load_le<T>(from);
    }
    return true;
  }
  static TypeRef describe(Declarations&) { return TypeRef::scalar(base()); }
};

/// Enums, std::byte, varint<T>, atomics, durations, points in time.
template <schema::Wrapping T>
requires kInline<typename schema::Wrapped<T>::Inner>
struct Codec<T> {
  using Wrapped = schema::Wrapped<T>;
  using Inner = typename Wrapped::Inner;
  static constexpr Form kForm = Codec<Inner>::kForm;
  static constexpr std::size_t kSize = Codec<Inner>::kSize;
  static constexpr std::size_t kAlign = Codec<Inner>::kAlign;
  static constexpr bool kSameInMemory =
      (std::is_enum_v<T> || schema::kSameAsInner<T>)&&Codec<Inner>::kSameInMemory;
  static constexpr bool kRefuses = schema::kRefusesSome<T> || Codec<Inner>::kRefuses;

  FASTSER_INLINE static void put(const T& value, std::byte* to) noexcept {
    Codec<Inner>::put(Wrapped::to(value), to);
  }
  FASTSER_INLINE static bool get(T& value, const std::byte* from) noexcept {
    Inner inner = Inner();
    return Codec<Inner>::get(inner, from) && schema::unwrap(value, std::move(inner));
  }
  static TypeRef describe(Declarations& schema) { return Codec<Inner>::describe(schema); }
};

/// What wraps a text, a list or a table.
template <schema::Wrapping T>
requires(kForm<typename schema::Wrapped<T>::Inner> == Form::text ||
         kForm<typename schema::Wrapped<T>::Inner> == Form::list ||
         kForm<typename schema::Wrapped<T>::Inner> == Form::table) struct Codec<T> {
  using Wrapped = schema::Wrapped<T>;
  using Inner = typename Wrapped::Inner;
  static constexpr Form kForm = Codec<Inner>::kForm;
  static constexpr bool kIsOfOneLength = flat::kIsOfOneLength<Inner>;

  static bool is_empty(const T& value) { return Codec<Inner>::is_empty(Wrapped::to(value)); }
  [[nodiscard]] static Offset encode(const T& value, Builder& builder) {
    if constexpr (std::is_reference_v<decltype(Wrapped::to(value))>) {
      return Codec<Inner>::encode(Wrapped::to(value), builder);
    } else {
      const SharedPool::Passing passing(builder.shared);
      return Codec<Inner>::encode(Wrapped::to(value), builder);
    }
  }
  [[nodiscard]] static bool decode(T& value, Position at, Reader& reader) {
    Inner inner = Inner();
    if (!Codec<Inner>::decode(inner, at, reader)) return false;
    if (!schema::charge_unwrap<T>(reader, inner)) return false;
    return schema::unwrap(value, std::move(inner)) ||
           reader.fail(Code::kTypeMismatch, at, kNoSuchValue);
  }
  [[nodiscard]] static bool check(Position at, Reader& reader) {
    return Codec<Inner>::check(at, reader);
  }
  static void clear(T& value) { value = T(); }
  static TypeRef describe(Declarations& schema) { return Codec<Inner>::describe(schema); }
};

}  // namespace fastser::flat
