// SPDX-License-Identifier: MIT
//
// Numbers of other widths, ticks of other lengths.
#include "fastser/internal/archive/resolve/wire_numbers.hpp"

#include <charconv>
#include <cstring>
#include <limits>
#include <numeric>
#include <system_error>
#include <utility>

#include "fastser/internal/base/checked.hpp"
#include "fastser/internal/wire/endian.hpp"

namespace fastser::archive {
namespace {

/// What a number is: an enum its integer, a duration its ticks, else the type itself.
TypeCode number_code(TypeExpr type) noexcept {
  const TypeCode code = schema::code(type);
  if (code == TypeCode::kDuration) return TypeCode::kI64;
  return code == TypeCode::kEnum ? schema::code(schema::enum_integer(type)) : code;
}

bool is_float(TypeCode code) noexcept { return code == TypeCode::kF32 || code == TypeCode::kF64; }

struct IntegerCode {
  bool is_integer;
  bool is_signed;
  int bits;
};

IntegerCode integer_code(TypeCode code) noexcept {
  const int number = static_cast<int>(code);
  if (code >= TypeCode::kI8 && code <= TypeCode::kU64) {
    return {true, number % 2 == 0, 8 << ((number - 2) / 2)};
  }
  if (code >= TypeCode::kVarI16 && code <= TypeCode::kVarU64) {
    return {true, number % 2 == 0, 16 << ((number - 0x0C) / 2)};
  }
  return {false, false, 0};
}

Cursor read_varint_number(Decoder& decoder, const IntegerCode& kind, Cursor cur,
                          WireNumber& number) {
  const Cursor at = cur;
  std::uint64_t raw = 0;
  cur = decoder.varint(cur, raw);
  if (cur == nullptr) return nullptr;
  number.u = raw;
  number.i = wire::unzigzag(raw);
  const bool fits = raw <= std::numeric_limits<std::uint64_t>::max() >> (64 - kind.bits);
  return fits ? cur : decoder.fail(Code::kMalformed, at, kBeyondItsWidth);
}

bool integer_fits(TypeExpr type, std::int64_t lowest, std::uint64_t highest) noexcept {
  const IntegerCode kind = integer_code(number_code(type));
  if (!kind.is_integer) return false;
  if (!kind.is_signed)
    return highest >= std::numeric_limits<std::uint64_t>::max() >> (64 - kind.bits);
  if (kind.bits == 64) {
    return lowest == std::numeric_limits<std::int64_t>::min() &&
           highest >= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  }
  return lowest <= -(std::int64_t{1} << (kind.bits - 1)) &&
         highest >= (std::uint64_t{1} << (kind.bits - 1)) - 1;
}

bool float_fits(TypeExpr type, int mantissa_bits) noexcept {
  const TypeCode code = number_code(type);
  if (code == TypeCode::kF32) return mantissa_bits >= 24;
  if (code == TypeCode::kF64) return mantissa_bits >= 53;
  const IntegerCode kind = integer_code(code);
  return kind.is_integer && kind.bits - (kind.is_signed ? 1 : 0) <= mantissa_bits;
}

template <typename T>
bool store(const WireNumber& number, void* value) noexcept {
  T held{};
  if constexpr (std::is_floating_point_v<T>) {
    held = static_cast<T>(number.kind == WireNumber::Kind::kSigned     ? static_cast<T>(number.i)
                          : number.kind == WireNumber::Kind::kUnsigned ? static_cast<T>(number.u)
                                                                       : static_cast<T>(number.f));
  } else {
    const bool is_signed = number.kind == WireNumber::Kind::kSigned;
    if (!(is_signed ? std::in_range<T>(number.i) : std::in_range<T>(number.u))) return false;
    held = is_signed ? static_cast<T>(number.i) : static_cast<T>(number.u);
  }
  std::memcpy(value, &held, sizeof held);
  return true;
}

}  // namespace

Cursor read_number(Decoder& decoder, TypeExpr type, Cursor cur, WireNumber& number) {
  const TypeCode code = number_code(type);
  const IntegerCode kind = integer_code(code);
  number.kind = kind.is_signed ? WireNumber::Kind::kSigned : WireNumber::Kind::kUnsigned;
  if (kind.is_integer && code >= TypeCode::kVarI16) {
    return read_varint_number(decoder, kind, cur, number);
  }
  const std::size_t size = schema::fixed_size(code);
  if (size > decoder.left(cur)) return decoder.fail_truncated(cur);
  if (const ValueFault fault = fault_of_fixed(code, cur); fault) {
    return decoder.fail(Code::kMalformed, cur + fault.at, fault.message);
  }
  switch (code) {
    case TypeCode::kBool: number.u = static_cast<std::uint8_t>(*cur); break;
    case TypeCode::kI8: number.i = wire::load_le<std::int8_t>(cur); break;
    case TypeCode::kU8: number.u = wire::load_le<std::uint8_t>(cur); break;
    case TypeCode::kI16: number.i = wire::load_le<std::int16_t>(cur); break;
    case TypeCode::kU16: number.u = wire::load_le<std::uint16_t>(cur); break;
    case TypeCode::kI32: number.i = wire::load_le<std::int32_t>(cur); break;
    case TypeCode::kU32: number.u = wire::load_le<std::uint32_t>(cur); break;
    case TypeCode::kI64: number.i = wire::load_le<std::int64_t>(cur); break;
    case TypeCode::kU64: number.u = wire::load_le<std::uint64_t>(cur); break;
    case TypeCode::kF32:
      number.kind = WireNumber::Kind::kFloat;
      number.f = static_cast<double>(wire::load_le<float>(cur));
      break;
    case TypeCode::kF64:
      number.kind = WireNumber::Kind::kFloat;
      number.f = wire::load_le<double>(cur);
      break;
    default: break;  // null; uuids and the like: the bytes that they are
  }
  return cur + size;
}

bool number_fits(TypeExpr type, TypeCode memory) noexcept {
  if (is_float(memory)) {
    return float_fits(type, memory == TypeCode::kF32 ? 24 : 53);
  }
  const IntegerCode kind = integer_code(memory);
  if (!kind.is_integer) return false;
  const std::uint64_t all = std::numeric_limits<std::uint64_t>::max() >> (64 - kind.bits);
  if (!kind.is_signed) return integer_fits(type, 0, all);
  return integer_fits(type, -static_cast<std::int64_t>(all / 2) - 1, all / 2);
}

bool store_number(const WireNumber& number, TypeCode memory, void* value) noexcept {
  switch (memory) {
    case TypeCode::kI8: return store<std::int8_t>(number, value);
    case TypeCode::kU8: return store<std::uint8_t>(number, value);
    case TypeCode::kI16: return store<std::int16_t>(number, value);
    case TypeCode::kU16: return store<std::uint16_t>(number, value);
    case TypeCode::kI32: return store<std::int32_t>(number, value);
    case TypeCode::kU32: return store<std::uint32_t>(number, value);
    case TypeCode::kI64: return store<std::int64_t>(number, value);
    case TypeCode::kU64: return store<std::uint64_t>(number, value);
    case TypeCode::kF32: return store<float>(number, value);
    default: return store<double>(number, value);
  }
}

namespace {

bool read_decimal(std::string_view& text, std::intmax_t& value) noexcept {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return read.ec == std::errc() && value > 0;
}

bool read_ticks(std::string_view name, TickLength& tick) noexcept {
  if (!name.starts_with(kDurationName)) return false;
  name.remove_prefix(kDurationName.size());
  if (!read_decimal(name, tick.num) || !name.starts_with('/')) return false;
  name.remove_prefix(1);
  return read_decimal(name, tick.den) && name.empty();
}

// How many ticks of `to` a tick of `from` is, in lowest terms. False beyond 64 bits.
bool tick_ratio(TickLength from, TickLength to, std::uint64_t& up, std::uint64_t& down) noexcept {
  const auto num = [nums = std::gcd(from.num, to.num)](std::intmax_t of) {
    return static_cast<std::uint64_t>(of / nums);
  };
  const auto den = [dens = std::gcd(from.den, to.den)](std::intmax_t of) {
    return static_cast<std::uint64_t>(of / dens);
  };
  return checked_multiply(num(from.num), den(to.den), up) &&
         checked_multiply(num(to.num), den(from.den), down);
}

}  // namespace

bool counts_ticks(const schema::TypeTable& table, const schema::Shape& shape,
                  TickLength& tick) noexcept {
  return shape.super < 0 && shape.fields.size() == 1 && shape.fields[0].repeat == 1 &&
         shape.fields[0].name == kTicksName &&
         is_float(schema::code(table.expr(shape.fields[0].type))) && read_ticks(shape.name, tick);
}

bool tick_length(const schema::TypeTable& table, TypeExpr& type, TickLength& tick) noexcept {
  const TypeCode code = schema::code(type);
  if (code == TypeCode::kDuration) {
    tick = {1, 1'000'000'000};
    return true;
  }
  if (code == TypeCode::kEnum) return read_ticks(schema::enum_name(type), tick);
  if (code != TypeCode::kRecord || schema::operand_shape(type) >= table.shapes().size()) {
    return false;
  }
  const schema::Shape& shape = table.shapes()[schema::operand_shape(type)];
  if (!counts_ticks(table, shape, tick)) return false;
  type = table.expr(shape.fields[0].type);
  return true;
}

bool convert_ticks(WireNumber& ticks, TickLength from, TickLength to) noexcept {
  const bool negative = ticks.kind == WireNumber::Kind::kSigned && ticks.i < 0;
  std::uint64_t count = ticks.kind == WireNumber::Kind::kUnsigned ? ticks.u
                        : negative ? 0 - static_cast<std::uint64_t>(ticks.i)
                                   : static_cast<std::uint64_t>(ticks.i);
  std::uint64_t up = 0;
  std::uint64_t down = 0;
  if (!tick_ratio(from, to, up, down)) return count == 0;
  if (count % down != 0 || !checked_multiply(count / down, up, count)) return false;
  if (!negative) {
    ticks.kind = WireNumber::Kind::kUnsigned;
    ticks.u = count;
    return true;
  }
  ticks.i = static_cast<std::int64_t>(0 - count);
  return count <= std::uint64_t{1} << 63;
}

double real_ticks(const WireNumber& ticks, TickLength from, TickLength to) noexcept {
  const double count = ticks.kind == WireNumber::Kind::kSigned     ? static_cast<double>(ticks.i)
                       : ticks.kind == WireNumber::Kind::kUnsigned ? static_cast<double>(ticks.u)
                                                                   : ticks.f;
  std::uint64_t up = 0;
  std::uint64_t down = 0;
  if (tick_ratio(from, to, up, down)) {
    return count * static_cast<double>(up) / static_cast<double>(down);
  }
  const auto seconds = [](TickLength tick) {
    return static_cast<double>(tick.num) / static_cast<double>(tick.den);
  };
  return count * (seconds(from) / seconds(to));
}

}  // namespace fastser::archive
