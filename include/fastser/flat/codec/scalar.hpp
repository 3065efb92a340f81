// SPDX-License-Identifier: MIT
//
// Codecs of what is one scalar of a FlatBuffer: bool, integers, floats, enums, characters, and what
// counts something (durations and points in time, as the count of their unit).
#pragma once

#include <atomic>
#include <chrono>
#include <concepts>
#include <cstring>

#include "fastser/flat/codec/core.hpp"
#include "fastser/schema/varint_field.hpp"

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
  [[gnu::always_inline]] static void put(const T& value, std::byte* to) noexcept {
    wire::store_le(to, value);
  }
  [[gnu::always_inline]] static void get(T& value, const std::byte* from) noexcept {
    if constexpr (std::is_same_v<T, bool>) {
      value = *from != std::byte{0};  // a bool of any other byte would be undefined
    } else {
      value = wire::load_le<T>(from);
    }
  }
  static TypeRef describe(Declarations&) { return TypeRef::scalar(base()); }
};

/// T as a W, which has a codec: from(value) and to(wrapped).
template <typename Self, typename T, typename W>
struct WrappingCodec {
  static constexpr Form kForm = Form::scalar;
  static constexpr std::size_t kSize = Codec<W>::kSize;
  static constexpr std::size_t kAlign = Codec<W>::kAlign;
  static constexpr bool kSameInMemory = false;
  [[gnu::always_inline]] static void put(const T& value, std::byte* to) noexcept {
    Codec<W>::put(Self::wrapped(value), to);
  }
  [[gnu::always_inline]] static void get(T& value, const std::byte* from) noexcept {
    W read{};
    Codec<W>::get(read, from);
    Self::assign(value, read);
  }
  static TypeRef describe(Declarations& schema) { return Codec<W>::describe(schema); }
};

template <typename T>
requires std::is_enum_v<T> &&(!std::is_same_v<T, std::byte>)struct Codec<T>
    : WrappingCodec<Codec<T>, T, std::underlying_type_t<T>> {
  static constexpr bool kSameInMemory = true;
  static std::underlying_type_t<T> wrapped(T value) noexcept {
    return static_cast<std::underlying_type_t<T>>(value);
  }
  static void assign(T& value, std::underlying_type_t<T> read) noexcept {
    value = static_cast<T>(read);
  }
};

template <>
struct Codec<std::byte> : WrappingCodec<Codec<std::byte>, std::byte, std::uint8_t> {
  static constexpr bool kSameInMemory = true;
  static std::uint8_t wrapped(std::byte value) noexcept { return static_cast<std::uint8_t>(value); }
  static void assign(std::byte& value, std::uint8_t read) noexcept { value = std::byte{read}; }
};

template <typename T>
struct Codec<varint<T>> : WrappingCodec<Codec<varint<T>>, varint<T>, T> {
  static T wrapped(varint<T> value) noexcept { return value.value; }
  static void assign(varint<T>& value, T read) noexcept { value.value = read; }
};

template <typename T>
struct Codec<std::atomic<T>> : WrappingCodec<Codec<std::atomic<T>>, std::atomic<T>, T> {
  static T wrapped(const std::atomic<T>& value) noexcept { return value.load(); }
  static void assign(std::atomic<T>& value, T read) noexcept { value.store(read); }
};

template <typename Rep, typename Period>
struct Codec<std::chrono::duration<Rep, Period>>
    : WrappingCodec<Codec<std::chrono::duration<Rep, Period>>, std::chrono::duration<Rep, Period>,
                    Rep> {
  using T = std::chrono::duration<Rep, Period>;
  static Rep wrapped(const T& value) noexcept { return value.count(); }
  static void assign(T& value, Rep read) noexcept { value = T(read); }
};

template <typename Clock, typename Duration>
struct Codec<std::chrono::time_point<Clock, Duration>>
    : WrappingCodec<Codec<std::chrono::time_point<Clock, Duration>>,
                    std::chrono::time_point<Clock, Duration>, typename Duration::rep> {
  using T = std::chrono::time_point<Clock, Duration>;
  static auto wrapped(const T& value) noexcept { return value.time_since_epoch().count(); }
  static void assign(T& value, typename Duration::rep read) noexcept { value = T(Duration(read)); }
};

}  // namespace fastser::flat
