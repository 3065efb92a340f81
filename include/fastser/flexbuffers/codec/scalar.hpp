// SPDX-License-Identifier: MIT
//
// Codecs of bool, integers, characters, enums, floats; varint<T>, std::byte, atomics by value;
// durations; moments.
//
// A number is read from any form that holds it exactly: any width, int, uint or float, indirect or
// not.
#pragma once

#include <atomic>
#include <chrono>
#include <concepts>
#include <utility>

#include "fastser/flexbuffers/codec/core.hpp"
#include "fastser/schema/clock.hpp"
#include "fastser/schema/varint_field.hpp"

namespace fastser::flexbuffers {

template <typename T>
concept Integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;

/// An integer of any form, also a float that is whole: its bits, two's complement. False, and
/// nothing failed yet, when the float is none.
[[nodiscard]] bool to_integer(Number& number) noexcept;
/// The number as the bits of a double or float that is exactly it.
[[nodiscard]] bool to_double(const Number& number, std::uint64_t& bits) noexcept;
[[nodiscard]] bool to_float(const Number& number, std::uint32_t& bits) noexcept;

template <>
struct Codec<bool> {
  static constexpr Type kElement = kBool;
  static Slot encode(bool value, Encoder&) noexcept { return Encoder::scalar(value); }
  static bool decode(bool& value, const Raw& raw, Decoder& decoder) noexcept {
    return decoder.boolean(raw, value);
  }
};

template <Integer T>
struct Codec<T> {
  // Plain char has a sign on some machines only; its bytes are the same on all.
  static constexpr bool kSigned = std::is_signed_v<T> || std::is_same_v<T, char>;
  static constexpr Type kElement = kSigned ? kInt : kUint;
  using Wide = std::conditional_t<kSigned, std::int64_t, std::uint64_t>;

  [[gnu::always_inline]] static Slot encode(T value, Encoder&) noexcept {
    return Encoder::scalar(static_cast<Wide>(value));
  }
  [[gnu::always_inline]] static bool decode(T& value, const Raw& raw, Decoder& decoder) noexcept {
    if (raw.type == kElement) [[likely]] {
      if constexpr (kSigned) {
        const std::int64_t bits = load_signed(raw.at, raw.parent);
        value = static_cast<T>(bits);
        if (static_cast<std::int64_t>(value) == bits) [[likely]] {
          return true;
        }
      } else {
        const std::uint64_t bits = load(raw.at, raw.parent);
        value = static_cast<T>(bits);
        if (static_cast<std::uint64_t>(value) == bits) [[likely]] {
          return true;
        }
      }
    }
    return decode_slow(value, raw, decoder);
  }

 private:
  [[gnu::noinline]] static bool decode_slow(T& value, const Raw& raw, Decoder& decoder) noexcept {
    Number number;
    if (!decoder.number(raw, number)) return false;
    if (!to_integer(number)) return decoder.mismatch(raw, "a float where an integer is wanted");
    const auto narrow = static_cast<T>(number.bits);
    const bool fits = number.negative
                          ? narrow < 0 && static_cast<std::int64_t>(narrow) ==
                                              static_cast<std::int64_t>(number.bits)
                          : narrow >= 0 && static_cast<std::uint64_t>(narrow) == number.bits;
    if (!fits) return decoder.mismatch(raw, "an integer beyond what the field can hold");
    value = narrow;
    return true;
  }
};

template <typename T>
requires std::is_same_v<T, float> || std::is_same_v<T, double>
struct Codec<T> {
  static constexpr Type kElement = kFloat;
  static Slot encode(const T& value, Encoder&) noexcept { return Encoder::scalar(value); }
  [[gnu::always_inline]] static bool decode(T& value, const Raw& raw, Decoder& decoder) noexcept {
    if (raw.type == kFloat && (1U << raw.parent) == sizeof(T)) [[likely]] {
      wire::load_le(raw.at, value);
      return true;
    }
    return decode_slow(value, raw, decoder);
  }

 private:
  [[gnu::noinline]] static bool decode_slow(T& value, const Raw& raw, Decoder& decoder) noexcept {
    Number number;
    if (!decoder.number(raw, number)) return false;
    wire::UnsignedOf<sizeof(T)> bits = 0;
    bool fits = false;
    if constexpr (sizeof(T) == 4) {
      fits = to_float(number, bits);
    } else {
      fits = to_double(number, bits);
    }
    if (!fits) return decoder.mismatch(raw, "no number that the field can hold exactly");
    std::memcpy(&value, &bits, sizeof value);
    return true;
  }
};

/// Codec of something that is written as an Inner.
template <typename Self, typename T, typename Inner>
struct WrappingCodec {
  static constexpr bool kNullable = kMayBeNull<Inner>;
  static Slot encode(const T& value, Encoder& encoder) {
    return encode_value<Inner>(Self::to(value), encoder);
  }
  static bool decode(T& value, const Raw& raw, Decoder& decoder) {
    Inner inner{};
    if (!decode_value(inner, raw, decoder)) return false;
    Self::from(value, std::move(inner));
    return true;
  }
};
/// The same of something that is a number.
template <typename Self, typename T, typename Inner>
struct WrappingScalar : WrappingCodec<Self, T, Inner> {
  static constexpr Type kElement = Codec<Inner>::kElement;
};

template <typename T>
requires std::is_enum_v<T> &&(!std::is_same_v<T, std::byte>)struct Codec<T>
    : WrappingScalar<Codec<T>, T, std::underlying_type_t<T>> {
  static std::underlying_type_t<T> to(T value) noexcept {
    return static_cast<std::underlying_type_t<T>>(value);
  }
  static void from(T& value, std::underlying_type_t<T> inner) noexcept {
    value = static_cast<T>(inner);
  }
};
template <>
struct Codec<std::byte> : WrappingScalar<Codec<std::byte>, std::byte, std::uint8_t> {
  static std::uint8_t to(std::byte value) noexcept { return static_cast<std::uint8_t>(value); }
  static void from(std::byte& value, std::uint8_t inner) noexcept {
    value = static_cast<std::byte>(inner);
  }
};
template <typename T>
struct Codec<varint<T>> : WrappingScalar<Codec<varint<T>>, varint<T>, T> {
  static T to(const varint<T>& value) noexcept { return value.value; }
  static void from(varint<T>& value, T inner) noexcept { value = inner; }
};
template <typename T>
struct Codec<std::atomic<T>> : WrappingScalar<Codec<std::atomic<T>>, std::atomic<T>, T> {
  static T to(const std::atomic<T>& value) noexcept { return value.load(); }
  static void from(std::atomic<T>& value, T inner) noexcept { value.store(inner); }
};
template <typename Rep, typename Period>
struct Codec<std::chrono::duration<Rep, Period>>
    : WrappingScalar<Codec<std::chrono::duration<Rep, Period>>, std::chrono::duration<Rep, Period>,
                     Rep> {
  using T = std::chrono::duration<Rep, Period>;
  static Rep to(const T& value) noexcept { return value.count(); }
  static void from(T& value, Rep inner) noexcept { value = T(inner); }
};
/// Points of other clocks than the system's: the duration since their epoch.
template <typename Clock, typename Duration>
struct Codec<std::chrono::time_point<Clock, Duration>>
    : WrappingScalar<Codec<std::chrono::time_point<Clock, Duration>>,
                     std::chrono::time_point<Clock, Duration>, Duration> {
  using T = std::chrono::time_point<Clock, Duration>;
  static Duration to(const T& value) noexcept { return value.time_since_epoch(); }
  static void from(T& value, Duration inner) noexcept { value = T(inner); }
};

/// Nanoseconds since 1970; where 64 bits are not enough, the vector [seconds, nanoseconds].
[[nodiscard]] Slot put_moment(Encoder& encoder, const schema::Moment& moment) noexcept;
[[nodiscard]] bool read_moment(Decoder& decoder, const Raw& raw, schema::Moment& moment) noexcept;

template <typename Duration>
requires std::is_integral_v<typename Duration::rep>
struct Codec<std::chrono::time_point<std::chrono::system_clock, Duration>> {
  using T = std::chrono::time_point<std::chrono::system_clock, Duration>;
  static Slot encode(const T& value, Encoder& encoder) noexcept {
    return put_moment(encoder, schema::to_moment(value));
  }
  static bool decode(T& value, const Raw& raw, Decoder& decoder) noexcept {
    schema::Moment moment;
    if (!read_moment(decoder, raw, moment)) return false;
    if (schema::from_moment(value, moment)) return true;
    return decoder.mismatch(raw, "a moment beyond what the clock can count");
  }
};

}  // namespace fastser::flexbuffers
