// SPDX-License-Identifier: MIT
//
// Codecs of bool, integers, characters, floats; of what wraps one of them; of moments.
//
// A number is read from any form that holds it exactly: any width, int, uint or float, indirect or
// not.
#pragma once

#include <chrono>
#include <type_traits>
#include <utility>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/flexbuffers/codec/core.hpp"
#include "fastser/internal/schema/clock.hpp"
#include "fastser/internal/schema/wrapped.hpp"

namespace fastser::flexbuffers {

template <typename T>
concept Integer = std::is_integral_v<T> && sizeof(T) <= 8 && !std::is_same_v<T, bool>;

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

  FASTSER_INLINE static Slot encode(T value, Encoder&) noexcept {
    return Encoder::scalar(static_cast<Wide>(value));
  }
  FASTSER_INLINE static bool decode(T& value, const Raw& raw, Decoder& decoder) noexcept {
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
  FASTSER_NOINLINE static bool decode_slow(T& value, const Raw& raw, Decoder& decoder) noexcept {
    Number number;
    if (!decoder.number(raw, number)) return false;
    if (!to_integer(number))
      return decoder.mismatch(raw, "an integer is expected here, not a float");
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
  FASTSER_INLINE static bool decode(T& value, const Raw& raw, Decoder& decoder) noexcept {
    if (raw.type == kFloat && (1U << raw.parent) == sizeof(T)) [[likely]] {
      wire::load_le(raw.at, value);
      return true;
    }
    return decode_slow(value, raw, decoder);
  }

 private:
  FASTSER_NOINLINE static bool decode_slow(T& value, const Raw& raw, Decoder& decoder) noexcept {
    Number number;
    if (!decoder.number(raw, number)) return false;
    wire::UnsignedOf<sizeof(T)> bits = 0;
    bool fits = false;
    if constexpr (sizeof(T) == 4) {
      fits = to_float(number, bits);
    } else {
      fits = to_double(number, bits);
    }
    if (!fits)
      return decoder.mismatch(raw, "a number is expected here that the field can hold exactly");
    std::memcpy(&value, &bits, sizeof value);
    return true;
  }
};

/// Enums, std::byte, varint<T>, atomics, durations, points of other clocks than the system's.
template <typename T>
struct WrappingCodec {
  using Wrapped = schema::Wrapped<T>;
  using Inner = typename Wrapped::Inner;

  static Slot encode(const T& value, Encoder& encoder) {
    if constexpr (std::is_reference_v<decltype(Wrapped::to(value))> || Scalar<Inner>) {
      return encode_value<Inner>(Wrapped::to(value), encoder);
    } else {
      const Encoder::Passing passing(encoder);
      return encode_value<Inner>(Wrapped::to(value), encoder);
    }
  }
  static bool decode(T& value, const Raw& raw, Decoder& decoder) {
    Inner inner = Inner();
    if (!decode_value(inner, raw, decoder)) return false;
    if (!schema::charge_unwrap<T>(decoder, inner)) return decoder.fail_budget(raw.at) != nullptr;
    return schema::unwrap(value, std::move(inner)) ||
           decoder.mismatch(raw, "a value that the type does not have");
  }
};
template <schema::Wrapping T>
struct Codec<T> : WrappingCodec<T> {
  static constexpr bool kNullable = kMayBeNull<typename schema::Wrapped<T>::Inner>;
};
template <schema::Wrapping T>
requires Scalar<typename schema::Wrapped<T>::Inner>
struct Codec<T> : WrappingCodec<T> {
  static constexpr Type kElement = Codec<typename schema::Wrapped<T>::Inner>::kElement;
};

/// Nanoseconds since 1970; where 64 bits are not enough, the vector [seconds, nanoseconds].
[[nodiscard]] Slot put_moment(Encoder& encoder, const schema::Moment& moment) noexcept;
[[nodiscard]] bool read_moment(Decoder& decoder, const Raw& raw, schema::Moment& moment) noexcept;

template <typename Duration>
requires std::is_integral_v<typename Duration::rep>
struct Codec<std::chrono::time_point<std::chrono::system_clock, Duration>> {
  using T = std::chrono::time_point<std::chrono::system_clock, Duration>;
  static Slot encode(const T& value, Encoder& encoder) noexcept {
    schema::Moment moment;
    if (!schema::to_moment(value, moment)) [[unlikely]] {
      encoder.fail(Code::kUsage, schema::kNoMoment);
    }
    return put_moment(encoder, moment);
  }
  static bool decode(T& value, const Raw& raw, Decoder& decoder) noexcept {
    schema::Moment moment;
    if (!read_moment(decoder, raw, moment)) return false;
    if (schema::from_moment(value, moment)) return true;
    return decoder.mismatch(raw, "a time that the clock's type cannot hold exactly");
  }
};

}  // namespace fastser::flexbuffers
