// SPDX-License-Identifier: MIT
//
// Types that are another value with a meaning added: enums and bytes, varint<T>, atomics,
// durations, points in time. Every format writes them as the value inside; what that is, and the
// way there and back, is said here once.
#pragma once

#include <atomic>
#include <chrono>
#include <type_traits>
#include <utility>

#include "fastser/internal/schema/varint_field.hpp"
#include "fastser/internal/schema/wrapping.hpp"

namespace fastser::schema {

/// Whether there may be an Inner that no T is.
template <Wrapping T>
inline constexpr bool kRefusesSome =
    std::is_same_v<decltype(Wrapped<T>::from(std::declval<T&>(),
                                             std::declval<typename Wrapped<T>::Inner>())),
                   bool>;

/// Puts `inner` into `value`; false if no T is that.
template <Wrapping T>
[[nodiscard]] constexpr bool unwrap(T& value, typename Wrapped<T>::Inner&& inner) {
  if constexpr (kRefusesSome<T>) {
    return Wrapped<T>::from(value, std::move(inner));
  } else {
    Wrapped<T>::from(value, std::move(inner));
    return true;
  }
}
/// Pays for what from() makes on the heap, from anything that has charge(count, size).
template <Wrapping T, typename Payer>
[[nodiscard]] constexpr bool charge_unwrap(Payer& payer, const typename Wrapped<T>::Inner& inner) {
  if constexpr (requires { Wrapped<T>::heap_elements(inner); }) {
    return payer.charge(Wrapped<T>::heap_elements(inner), Wrapped<T>::kHeapElement);
  } else {
    return true;
  }
}
/// Whether a T is an Inner in memory.
template <Wrapping T>
inline constexpr bool kSameAsInner = [] {
  if constexpr (requires { Wrapped<T>::kSameInMemory; }) {
    static_assert(sizeof(T) == sizeof(typename Wrapped<T>::Inner) &&
                  std::is_trivially_copyable_v<T>);
    return Wrapped<T>::kSameInMemory;
  } else {
    return false;
  }
}();

/// std::byte is one of these.
template <typename T>
requires std::is_enum_v<T>
struct Wrapped<T> {
  using Inner = std::underlying_type_t<T>;
  static constexpr Inner to(T value) noexcept { return static_cast<Inner>(value); }
  static constexpr void from(T& value, Inner inner) noexcept { value = static_cast<T>(inner); }
};

template <typename T>
struct Wrapped<varint<T>> {
  using Inner = T;
  static constexpr T to(varint<T> value) noexcept { return value.value; }
  static constexpr void from(varint<T>& value, T inner) noexcept { value.value = inner; }
};

template <typename T>
struct Wrapped<std::atomic<T>> {
  using Inner = T;
  static T to(const std::atomic<T>& value) noexcept { return value.load(); }
  static void from(std::atomic<T>& value, const T& inner) noexcept { value.store(inner); }
};

/// Whether it is set.
template <>
struct Wrapped<std::atomic_flag> {
  using Inner = bool;
  static bool to(const std::atomic_flag& value) noexcept { return value.test(); }
  static void from(std::atomic_flag& value, bool inner) noexcept {
    if (inner) {
      value.test_and_set();
    } else {
      value.clear();
    }
  }
};

/// The number of ticks.
template <typename Rep, typename Period>
struct Wrapped<std::chrono::duration<Rep, Period>> {
  using Inner = Rep;
  using T = std::chrono::duration<Rep, Period>;
  static constexpr Rep to(const T& value) noexcept { return value.count(); }
  static constexpr void from(T& value, const Rep& inner) noexcept { value = T(inner); }
};

/// The duration since the clock's epoch. A format may have its own form for the system's clock.
template <typename Clock, typename Duration>
struct Wrapped<std::chrono::time_point<Clock, Duration>> {
  using Inner = Duration;
  using T = std::chrono::time_point<Clock, Duration>;
  static constexpr Duration to(const T& value) noexcept { return value.time_since_epoch(); }
  static constexpr void from(T& value, const Duration& inner) noexcept { value = T(inner); }
};

}  // namespace fastser::schema
