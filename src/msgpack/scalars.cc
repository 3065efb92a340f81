// SPDX-License-Identifier: MIT
//
// Numbers in forms that are not the expected one, and moments.
#include <bit>
#include <cmath>
#include <limits>

#include "fastser/internal/msgpack/codec/scalar.hpp"

namespace fastser::msgpack {
namespace {

// A double of the bits, through memory: a signalling NaN stays one.
void set_bits(double& value, std::uint64_t bits) noexcept { std::memcpy(&value, &bits, 8); }

// The float as a double with the same bits of a NaN's payload in front.
std::uint64_t widened(std::uint32_t bits) noexcept {
  const std::uint32_t exponent = (bits >> 23) & 0xFF;
  if (exponent == 0xFF) {  // infinity or NaN: no arithmetic, which would quiet it
    return (std::uint64_t{bits >> 31} << 63) | (std::uint64_t{0x7FF} << 52) |
           (std::uint64_t{bits & 0x7FFFFF} << 29);
  }
  return std::bit_cast<std::uint64_t>(static_cast<double>(std::bit_cast<float>(bits)));
}

// The double as a float, where no bit is lost.
bool narrowed(std::uint64_t bits, float& value) noexcept {
  std::uint32_t narrow = 0;
  if (((bits >> 52) & 0x7FF) == 0x7FF) {
    if ((bits & 0x1FFFFFFF) != 0) return false;
    narrow = static_cast<std::uint32_t>(bits >> 63 << 31) | 0x7F800000U |
             static_cast<std::uint32_t>((bits >> 29) & 0x7FFFFF);
  } else {
    const auto wide = std::bit_cast<double>(bits);
    if (std::abs(wide) > static_cast<double>(std::numeric_limits<float>::max())) return false;
    narrow = std::bit_cast<std::uint32_t>(static_cast<float>(wide));
    if (widened(narrow) != bits) return false;
  }
  std::memcpy(&value, &narrow, sizeof value);
  return true;
}

// An integer as a float of `mantissa` bits, where it is exact.
template <typename F>
bool converted(const Head& head, F& value) noexcept {
  constexpr int kMantissa = std::numeric_limits<F>::digits;
  const std::uint64_t magnitude = head.kind == Kind::negative ? 0 - head.value : head.value;
  const int width = static_cast<int>(std::bit_width(magnitude));
  if (width > kMantissa && std::countr_zero(magnitude) < width - kMantissa) return false;
  const auto number = static_cast<F>(magnitude);
  value = head.kind == Kind::negative ? -number : number;
  return true;
}

bool is_integer(Kind kind) noexcept { return kind == Kind::positive || kind == Kind::negative; }

}  // namespace

Cursor read_integer(Decoder& decoder, Cursor cur, std::uint64_t& bits, bool& negative) noexcept {
  Head head;
  const Cursor behind = decoder.head(cur, head);
  if (behind == nullptr) return nullptr;
  if (!is_integer(head.kind)) return decoder.fail_type(cur, "an integer is expected here");
  bits = head.value;
  negative = head.kind == Kind::negative;
  return behind;
}

Cursor read_float(Decoder& decoder, Cursor cur, double& value) noexcept {
  Head head;
  const Cursor behind = decoder.head(cur, head);
  if (behind == nullptr) return nullptr;
  if (head.kind == Kind::f64) {
    set_bits(value, head.value);
  } else if (head.kind == Kind::f32) {
    set_bits(value, widened(static_cast<std::uint32_t>(head.value)));
  } else if (!is_integer(head.kind) || !converted(head, value)) {
    return decoder.fail_type(cur, "a number is expected here that the field can hold exactly");
  }
  return behind;
}

Cursor read_float(Decoder& decoder, Cursor cur, float& value) noexcept {
  Head head;
  const Cursor behind = decoder.head(cur, head);
  if (behind == nullptr) return nullptr;
  bool fits = false;
  if (head.kind == Kind::f32) {
    const auto bits = static_cast<std::uint32_t>(head.value);
    std::memcpy(&value, &bits, sizeof value);
    fits = true;
  } else if (head.kind == Kind::f64) {
    fits = narrowed(head.value, value);
  } else {
    fits = is_integer(head.kind) && converted(head, value);
  }
  return fits ? behind
              : decoder.fail_type(cur, "a number is expected here that the field can hold exactly");
}

Cursor read_timestamp(Decoder& decoder, Cursor cur, Timestamp& moment) noexcept {
  Head head;
  const Cursor body = decoder.head(cur, head);
  if (body == nullptr) return nullptr;
  if (head.kind != Kind::ext || head.ext_type != kTimestampType) {
    return decoder.fail_type(cur, "a timestamp is expected here");
  }
  if (head.value == 4) {
    std::uint32_t seconds = 0;
    wire::load_be(body, seconds);
    moment = {seconds, 0};
  } else if (head.value == 8) {
    std::uint64_t both = 0;
    wire::load_be(body, both);
    moment = {static_cast<std::int64_t>(both & ((std::uint64_t{1} << 34) - 1)),
              static_cast<std::uint32_t>(both >> 34)};
  } else if (head.value == 12) {
    wire::load_be(body, moment.nanoseconds);
    wire::load_be(body + 4, moment.seconds);
  } else {
    return decoder.fail(Code::kMalformed, cur, "a timestamp of an undefined size");
  }
  if (moment.nanoseconds >= 1'000'000'000U) {
    return decoder.fail(Code::kMalformed, cur, "a timestamp of more than 999999999 nanoseconds");
  }
  return body + head.value;
}

}  // namespace fastser::msgpack
