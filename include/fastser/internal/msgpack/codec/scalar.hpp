// SPDX-License-Identifier: MIT
//
// Codecs of bool, integers, characters, floats; of what wraps one of them; of moments.
//
// A number is read from any form that holds it exactly: an integer from every width, a float also
// from integers, a float from a double only where nothing is lost.
#pragma once

#include <chrono>
#include <utility>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/msgpack/codec/core.hpp"
#include "fastser/internal/schema/clock.hpp"
#include "fastser/internal/schema/wrapped.hpp"

namespace fastser::msgpack {

template <typename T>
concept Integer = std::is_integral_v<T> && sizeof(T) <= 8 && !std::is_same_v<T, bool>;

/// An integer of any form: its bits, two's complement.
[[nodiscard]] Cursor read_integer(Decoder& decoder, Cursor cur, std::uint64_t& bits,
                                  bool& negative) noexcept;
/// A float as its bits in the wider form, so that a NaN keeps them.
[[nodiscard]] Cursor read_float(Decoder& decoder, Cursor cur, double& value) noexcept;
[[nodiscard]] Cursor read_float(Decoder& decoder, Cursor cur, float& value) noexcept;
[[nodiscard]] Cursor read_timestamp(Decoder& decoder, Cursor cur, Timestamp& moment) noexcept;

template <>
struct Codec<bool> : BoundedCodec<1> {
  static constexpr Kinds kinds() { return kinds_of(Kind::boolean); }
  template <Keys K>
  static std::byte* put(bool value, std::byte* cur) noexcept {
    return put_tag(cur, value ? kTrue : kFalse);
  }
  FASTSER_INLINE static Cursor decode(bool& value, Cursor cur, Decoder& decoder) noexcept {
    if (cur == decoder.end) return decoder.fail_truncated(cur);
    const auto tag = static_cast<std::uint8_t>(*cur);
    if ((tag & 0xFE) != kFalse) return decoder.fail_type(cur, "a bool is expected here");
    value = tag == kTrue;
    return cur + 1;
  }
};

template <Integer T>
struct Codec<T> : BoundedCodec<kMostInteger<T>> {
  static constexpr Kinds kinds() { return kIntegers; }
  template <Keys K>
  FASTSER_INLINE static std::byte* put(T value, std::byte* cur) noexcept {
    return put_integer(cur, value);
  }
  /// For lists; kMaxHead bytes must be there.
  FASTSER_INLINE static std::byte* put_listed(T value, std::byte* cur) noexcept {
    if constexpr (sizeof(T) == 1) return put_integer(cur, value);
    return put_any_integer(cur, value);
  }
  FASTSER_INLINE static Cursor decode(T& value, Cursor cur, Decoder& decoder) noexcept {
    if (decoder.left(cur) >= kMaxHead) [[likely]] {
      const auto tag = static_cast<std::uint8_t>(*cur);
      if constexpr (sizeof(T) == 1) {
        // Whether a byte is its own tag is what no processor can guess: no branch on it.
        constexpr std::uint8_t kTagged = std::is_signed_v<T> ? kI8 : kU8;
        const unsigned is_tagged = std::is_signed_v<T> ? ((tag - 0x80U) & 0xFF) < 0x60 : tag >> 7;
        const unsigned mask = 0U - is_tagged;
        if (((tag ^ kTagged) & mask) == 0) [[likely]] {
          const auto next = static_cast<std::uint8_t>(cur[1]);
          value = static_cast<T>(tag ^ ((tag ^ next) & mask));
          return cur + 1 + is_tagged;
        }
      } else if (is_fixint(tag)) {
        value = static_cast<T>(static_cast<std::int8_t>(tag));
        return cur + 1;
      }
      // By width and sign, without a branch on either: no processor can guess them. Compilers make
      // one of `is_signed ? a >> n : b >> n`, so the sign is extended by arithmetic.
      if (tag >= kU8 && tag <= kI64) {
        const unsigned step = (tag - kU8) & 3;
        const std::uint64_t is_signed = (unsigned{tag} - kU8) >> 2;
        std::uint64_t raw = 0;
        wire::load_be(cur + 1, raw);
        const unsigned shift = 64 - (8U << step);
        const std::uint64_t sign = is_signed << (63 - shift);
        const std::uint64_t bits = ((raw >> shift) ^ sign) - sign;
        const auto narrow = static_cast<T>(bits);
        const std::uint64_t negative = is_signed & (bits >> 63);
        const bool fits = (static_cast<std::uint64_t>(narrow) == bits) &
                          (static_cast<std::uint64_t>(narrow < 0) == negative);
        if (fits) [[likely]] {
          value = narrow;
          return cur + 1 + (std::size_t{1} << step);
        }
      }
    }
    return decode_slow(value, cur, decoder);
  }

 private:
  /// Whether the value is the tag, -32 to 127; of those that T may hold.
  static constexpr bool is_fixint(std::uint8_t tag) noexcept {
    return std::is_signed_v<T> ? static_cast<std::int8_t>(tag) >= -32 : tag < 0x80;
  }
  FASTSER_NOINLINE static Cursor decode_slow(T& value, Cursor cur, Decoder& decoder) noexcept {
    std::uint64_t bits = 0;
    bool negative = false;
    const Cursor behind = read_integer(decoder, cur, bits, negative);
    if (behind == nullptr) return nullptr;
    const auto narrow = static_cast<T>(bits);
    const bool fits = negative ? narrow < 0 && static_cast<std::int64_t>(narrow) ==
                                                   static_cast<std::int64_t>(bits)
                               : narrow >= 0 && static_cast<std::uint64_t>(narrow) == bits;
    if (!fits) return decoder.fail_type(cur, "an integer beyond what the field can hold");
    value = narrow;
    return behind;
  }
};

template <typename T>
requires std::is_same_v<T, float> || std::is_same_v<T, double>
struct Codec<T> : BoundedCodec<1 + sizeof(T)> {
  static constexpr unsigned kTag = sizeof(T) == 4 ? kF32 : kF64;
  static constexpr Kinds kinds() { return kinds_of(Kind::f32, Kind::f64); }
  template <Keys K>
  FASTSER_INLINE static std::byte* put(const T& value, std::byte* cur) noexcept {
    return put_tagged(cur, kTag, value);
  }
  FASTSER_INLINE static Cursor decode(T& value, Cursor cur, Decoder& decoder) noexcept {
    if (decoder.left(cur) > sizeof(T) && static_cast<std::uint8_t>(*cur) == kTag) [[likely]] {
      wire::load_be(cur + 1, value);
      return cur + 1 + sizeof(T);
    }
    return read_float(decoder, cur, value);
  }
};

/// Codec of a T that is written as the value it wraps.
template <typename T>
struct WrappingCodec {
  using Wrapped = schema::Wrapped<T>;
  using Inner = typename Wrapped::Inner;

  static constexpr Kinds kinds() { return Codec<Inner>::kinds(); }
  template <Keys K>
  static constexpr std::size_t most() {
    return kMost<Inner, K>;
  }
  template <Keys K>
  FASTSER_INLINE static std::byte* put(const T& value, std::byte* cur) noexcept {
    return Codec<Inner>::template put<K>(Wrapped::to(value), cur);
  }
  template <Keys K>
  FASTSER_INLINE static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    return Codec<Inner>::template encode<K>(Wrapped::to(value), cur, encoder);
  }
  FASTSER_INLINE static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    Inner inner = Inner();
    const Cursor behind = decode_value(inner, cur, decoder);
    if (behind == nullptr) return nullptr;
    if (!schema::charge_unwrap<T>(decoder, inner)) return decoder.fail_budget(cur);
    if (!schema::unwrap(value, std::move(inner))) [[unlikely]] {
      return decoder.fail_type(cur, "a value that the type does not have");
    }
    return behind;
  }
};

/// Enums, std::byte, varint<T>, atomics, durations, points of other clocks than the system's.
template <schema::Wrapping T>
struct Codec<T> : WrappingCodec<T> {};

/// A whole second of nanoseconds, and more, has no bytes: writing it fails.
template <>
struct Codec<Timestamp> : UnboundedCodec {
  static constexpr Kinds kinds() { return kinds_of(Kind::ext); }
  template <Keys K>
  static std::byte* encode(const Timestamp& value, std::byte* cur, Encoder& encoder) noexcept {
    if (value.nanoseconds >= schema::kNanosecondsPerSecond) [[unlikely]] {
      encoder.fail(cur, Code::kUsage, "a timestamp of more than 999,999,999 nanoseconds");
    }
    return put_timestamp(encoder.ensure(cur, kMostTimestamp), value);
  }
  static Cursor decode(Timestamp& value, Cursor cur, Decoder& decoder) noexcept {
    return read_timestamp(decoder, cur, value);
  }
};
/// Where a clock counts further than timestamps do, or finer, writing one can fail.
template <typename Duration>
requires std::is_integral_v<typename Duration::rep>
struct Codec<std::chrono::time_point<std::chrono::system_clock, Duration>>
    : std::conditional_t<schema::kIsAlwaysMoment<Duration>, BoundedCodec<kMostTimestamp>,
                         UnboundedCodec> {
  using T = std::chrono::time_point<std::chrono::system_clock, Duration>;
  static constexpr Kinds kinds() { return kinds_of(Kind::ext); }
  template <Keys K>
  static std::byte* put(const T& value, std::byte* cur) noexcept {
    schema::Moment moment;
    static_cast<void>(schema::to_moment(value, moment));  // it is one
    return put_timestamp(cur, {moment.seconds, moment.nanoseconds});
  }
  template <Keys K>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) noexcept {
    schema::Moment moment;
    if (!schema::to_moment(value, moment)) [[unlikely]] {
      encoder.fail(cur, Code::kUsage, schema::kNoMoment);
    }
    return put_timestamp(encoder.ensure(cur, kMostTimestamp), {moment.seconds, moment.nanoseconds});
  }
  static Cursor decode(T& value, Cursor cur, Decoder& decoder) noexcept {
    Timestamp moment;
    const Cursor behind = read_timestamp(decoder, cur, moment);
    if (behind == nullptr) return nullptr;
    if (!schema::from_moment(value, {moment.seconds, moment.nanoseconds})) {
      return decoder.fail_type(cur, "a time that the clock's type cannot hold exactly");
    }
    return behind;
  }
};

}  // namespace fastser::msgpack
