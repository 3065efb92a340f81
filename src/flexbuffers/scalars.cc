// SPDX-License-Identifier: MIT
//
// Numbers turned into those that are wanted, where nothing is lost; moments.
#include <bit>
#include <cmath>
#include <limits>

#include "fastser/internal/base/checked.hpp"
#include "fastser/internal/flexbuffers/codec/scalar.hpp"

namespace fastser::flexbuffers {
namespace {

constexpr std::int64_t kBillion = 1'000'000'000;

// An integer as a float of so many bits of mantissa, where it is exact.
template <typename F>
bool converted(const Number& number, F& value) noexcept {
  constexpr int kMantissa = std::numeric_limits<F>::digits;
  const std::uint64_t magnitude = number.negative ? 0 - number.bits : number.bits;
  const int width = static_cast<int>(std::bit_width(magnitude));
  if (width > kMantissa && std::countr_zero(magnitude) < width - kMantissa) return false;
  const auto plain = static_cast<F>(magnitude);
  value = number.negative ? -plain : plain;
  return true;
}

}  // namespace

bool to_integer(Number& number) noexcept {
  if (!number.is_float) return true;
  const auto value = std::bit_cast<double>(number.bits);
  constexpr double kEnd = 18446744073709551616.0;    // 2^64
  constexpr double kStart = -9223372036854775808.0;  // -2^63
  if (!(value >= kStart && value < kEnd) || std::trunc(value) != value) return false;
  number.is_float = false;
  number.negative = value < 0;
  number.bits = value < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value))
                          : static_cast<std::uint64_t>(value);
  return true;
}

bool to_double(const Number& number, std::uint64_t& bits) noexcept {
  bits = number.bits;
  if (number.is_float) return true;
  double value = 0;
  if (!converted(number, value)) return false;
  bits = std::bit_cast<std::uint64_t>(value);
  return true;
}

bool to_float(const Number& number, std::uint32_t& bits) noexcept {
  if (number.is_float) return narrowed(number.bits, bits);
  float value = 0;
  if (!converted(number, value)) return false;
  bits = std::bit_cast<std::uint32_t>(value);
  return true;
}

Slot put_moment(Encoder& encoder, const schema::Moment& moment) noexcept {
  // Towards zero first: the earliest nanosecond that fits is not a whole second.
  const bool early = moment.seconds < 0;
  const std::int64_t seconds = early ? moment.seconds + 1 : moment.seconds;
  const std::int64_t rest = std::int64_t{moment.nanoseconds} - (early ? kBillion : 0);
  std::int64_t total = 0;
  if (checked_multiply_signed(seconds, kBillion, total) && checked_add_signed(total, rest, total)) {
    return Encoder::scalar(total);
  }
  const Slot vector = encoder.start_typed(kInt, 2, 3);
  encoder.put_element(static_cast<std::uint64_t>(moment.seconds), 3);
  encoder.put_element(moment.nanoseconds, 3);
  return vector;
}

bool read_moment(Decoder& decoder, const Raw& raw, schema::Moment& moment) noexcept {
  if (raw.type >= kVector) {
    Elements both;
    return decoder.elements(raw, both, 2) && decode_value(moment.seconds, both[0], decoder) &&
           decode_value(moment.nanoseconds, both[1], decoder);
  }
  std::int64_t total = 0;
  if (!decode_value(total, raw, decoder)) return false;
  moment.seconds = total / kBillion;
  std::int64_t rest = total % kBillion;
  if (rest < 0) {
    rest += kBillion;
    --moment.seconds;
  }
  moment.nanoseconds = static_cast<std::uint32_t>(rest);
  return true;
}

}  // namespace fastser::flexbuffers
