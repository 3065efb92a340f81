// SPDX-License-Identifier: MIT
//
// What reading another version's archive needs that does not depend on the reader's types: numbers
// of any width, counts, slots, inline types, and messages that name both types.
#include <charconv>
#include <limits>
#include <numeric>
#include <system_error>

#include "fastser/internal/archive/codecs.hpp"

namespace fastser::archive {
namespace {

/// The integer type of an enum, else the type itself.
TypeExpr number_type(TypeExpr type) noexcept {
  return schema::code(type) == TypeCode::kEnum ? schema::enum_integer(type) : type;
}

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
  const bool fits =
      kind.bits == 64 || (kind.is_signed ? number.i >= -(std::int64_t{1} << (kind.bits - 1)) &&
                                               number.i < (std::int64_t{1} << (kind.bits - 1))
                                         : raw >> kind.bits == 0);
  return fits ? cur : decoder.fail(Code::kMalformed, at, "a varint beyond the width of its type");
}

}  // namespace

Cursor read_number(Decoder& decoder, TypeExpr type, Cursor cur, WireNumber& number) {
  const TypeCode code = schema::code(number_type(type));
  const IntegerCode kind = integer_code(code);
  number.kind = kind.is_signed ? WireNumber::Kind::kSigned : WireNumber::Kind::kUnsigned;
  if (kind.is_integer && code >= TypeCode::kVarI16) {
    return read_varint_number(decoder, kind, cur, number);
  }
  const std::size_t size = schema::fixed_size(code);
  if (size > decoder.left(cur)) return decoder.fail_truncated(cur);
  switch (code) {
    case TypeCode::kBool:
      number.u = static_cast<std::uint8_t>(*cur);
      if (number.u > 1) return decoder.fail(Code::kMalformed, cur, "a bool is 0 or 1");
      break;
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
    default: break;  // null; dates, uuids: skipped as the bytes they are
  }
  return cur + size;
}

bool integer_fits(TypeExpr type, std::int64_t lowest, std::uint64_t highest) noexcept {
  const IntegerCode kind = integer_code(schema::code(number_type(type)));
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
  const TypeCode code = schema::code(type);
  if (code == TypeCode::kF32) return mantissa_bits >= 24;
  if (code == TypeCode::kF64) return mantissa_bits >= 53;
  const IntegerCode kind = integer_code(code);
  return kind.is_integer && kind.bits - (kind.is_signed ? 1 : 0) <= mantissa_bits;
}

namespace {

bool read_decimal(std::string_view& text, std::intmax_t& value) noexcept {
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
  return read.ec == std::errc() && value > 0;
}

// How many ticks of `to` a tick of `from` is, in lowest terms. False beyond 64 bits.
bool tick_ratio(TickLength from, TickLength to, std::uint64_t& up, std::uint64_t& down) noexcept {
  const std::intmax_t nums = std::gcd(from.num, to.num);
  const std::intmax_t dens = std::gcd(from.den, to.den);
  return !__builtin_mul_overflow(from.num / nums, to.den / dens, &up) &&
         !__builtin_mul_overflow(to.num / nums, from.den / dens, &down);
}

}  // namespace

bool tick_length(TypeExpr type, TickLength& tick) noexcept {
  if (schema::code(type) == TypeCode::kDuration) {
    tick = {1, 1'000'000'000};
    return true;
  }
  if (schema::code(type) != TypeCode::kEnum) return false;
  std::string_view name = schema::enum_name(type);
  if (!name.starts_with(kDurationName)) return false;
  name.remove_prefix(kDurationName.size());
  if (!read_decimal(name, tick.num) || !name.starts_with('/')) return false;
  name.remove_prefix(1);
  return read_decimal(name, tick.den) && name.empty();
}

Cursor read_ticks(Decoder& decoder, TypeExpr type, Cursor cur, WireNumber& ticks) {
  if (schema::code(type) != TypeCode::kDuration) return read_number(decoder, type, cur, ticks);
  if (decoder.left(cur) < sizeof(std::int64_t)) return decoder.fail_truncated(cur);
  ticks.kind = WireNumber::Kind::kSigned;
  ticks.i = wire::load_le<std::int64_t>(cur);
  return cur + sizeof(std::int64_t);
}

bool convert_ticks(WireNumber& ticks, TickLength from, TickLength to) noexcept {
  const bool negative = ticks.kind == WireNumber::Kind::kSigned && ticks.i < 0;
  std::uint64_t count = ticks.kind == WireNumber::Kind::kUnsigned ? ticks.u
                        : negative ? 0 - static_cast<std::uint64_t>(ticks.i)
                                   : static_cast<std::uint64_t>(ticks.i);
  std::uint64_t up = 0;
  std::uint64_t down = 0;
  if (!tick_ratio(from, to, up, down)) return count == 0;
  if (count % down != 0 || __builtin_mul_overflow(count / down, up, &count)) return false;
  if (!negative) {
    ticks.kind = WireNumber::Kind::kUnsigned;
    ticks.u = count;
    return true;
  }
  ticks.i = static_cast<std::int64_t>(0 - count);
  return count <= std::uint64_t{1} << 63;
}

double real_ticks(const WireNumber& ticks, TickLength from, TickLength to) noexcept {
  const double count = ticks.kind == WireNumber::Kind::kSigned ? static_cast<double>(ticks.i)
                                                               : static_cast<double>(ticks.u);
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

Cursor fail_ticks(Decoder& decoder, TypeExpr type, Cursor at) {
  if (!decoder.failed()) {
    decoder.tables->detail = "the archive has " + schema::to_string(*decoder.writer, type) +
                             ", the reader has no tick for that time";
  }
  return decoder.fail(Code::kTypeMismatch, at, "a time that the reader cannot tell");
}

Cursor fail_type(Decoder& decoder, TypeExpr type, TypeCode wanted, Cursor at) {
  if (!decoder.failed() && decoder.tables != nullptr) {
    decoder.tables->detail = "the archive has " + schema::to_string(*decoder.writer, type) +
                             ", the reader wants " + std::string(schema::code_name(wanted));
  }
  return decoder.fail(Code::kTypeMismatch, at, "a value of another type");
}

void name_mismatch(Decoder& decoder, std::string_view class_name, std::string_view field) {
  if (decoder.code() != Code::kTypeMismatch) return;
  std::string& detail = decoder.tables->detail;
  if (detail.starts_with("class ")) return;
  detail = "class " + std::string(class_name) + ", field " + std::string(field) + ": " +
           (detail.empty() ? "a value of another type" : detail);
}

Cursor read_any_type(Decoder& decoder, Cursor cur, TypeExpr& type) {
  if (decoder.writer == nullptr) {
    return decoder.fail(Code::kUsage, cur, "a value of any type without a table");
  }
  const Result<std::size_t> size = schema::validate_type(*decoder.writer, {cur, decoder.left(cur)});
  if (!size.ok()) {
    return decoder.fail(size.status().code(), cur, "an inline type that is not one");
  }
  type = TypeExpr{cur, decoder.end};
  return cur + *size;
}

Cursor record_shape(Decoder& decoder, TypeExpr type, Cursor cur, std::uint32_t& shape) {
  if (schema::code(type) == TypeCode::kRecord) {
    shape = schema::operand_shape(type);
    return cur;
  }
  if (schema::code(type) != TypeCode::kAnyRecord) {
    return fail_type(decoder, type, TypeCode::kRecord, cur);
  }
  const Cursor at = cur;
  std::uint64_t number = 0;
  cur = decoder.varint(cur, number);
  if (cur == nullptr) return nullptr;
  if (number >= decoder.writer->shapes().size()) {
    return decoder.fail(Code::kMalformed, at, "a shape that the table does not have");
  }
  shape = static_cast<std::uint32_t>(number);
  return cur;
}

Cursor adopt_count(Decoder& decoder, TypeExpr type, Cursor cur, std::size_t& count) {
  if (schema::code(type) == TypeCode::kArray) {
    const std::uint64_t n = schema::operand_count(type);
    if (n == 0) {
      count = 0;
      return cur;
    }
    const std::size_t least = schema::min_wire_size(*decoder.writer, schema::element(type));
    if (least != 0 ? n > decoder.left(cur) / least : n > decoder.budget) {
      return decoder.fail_truncated(cur);
    }
    count = static_cast<std::size_t>(n);
    return cur;
  }
  if (cur != decoder.end &&
      *cur == std::byte{0}) {  // without a look at its type, however large (B9)
    count = 0;
    return cur + 1;
  }
  return decoder.count(cur, schema::min_wire_size(*decoder.writer, schema::element(type)), count);
}

Cursor read_slot(Decoder& decoder, Cursor cur, bool any_ref, SlotRead& read) {
  const Cursor at = cur;
  cur = decoder.varint(cur, read.slot);
  if (cur == nullptr) return nullptr;
  if (read.slot == schema::kSlotNil || read.slot >= schema::kSlotFirstReference) return cur;
  if (read.slot == schema::kSlotFulfil || read.slot == schema::kSlotFulfilDeferred) {
    cur = decoder.varint(cur, read.number);
    if (cur == nullptr) return nullptr;
  }
  if (!any_ref) return cur;
  cur = decoder.varint(cur, read.shape);
  if (cur == nullptr) return nullptr;
  const std::uint64_t shape = read.slot == schema::kSlotPromise ? read.shape - 1 : read.shape;
  const std::size_t known = decoder.writer != nullptr ? decoder.writer->shapes().size()
                                                      : decoder.tables->shape_classes.size();
  if (shape >= known && !(read.slot == schema::kSlotPromise && read.shape == 0)) {
    return decoder.fail(Code::kMalformed, at, "a shape that the table does not have");
  }
  return cur;
}

DecodedObject* take_promise(Decoder& decoder, std::uint64_t number, Cursor at) {
  if (!decoder.tables->promises.take(number)) {
    decoder.fail(Code::kBadReference, at, "a body for an object that was not promised");
    return nullptr;
  }
  return &decoder.tables->objects[static_cast<std::size_t>(number)];
}

SkippedObject* find_skipped(Decoder& decoder, std::uint64_t slot) noexcept {
  if (slot < schema::kSlotFirstReference) return nullptr;
  const std::uint64_t number = slot - schema::kSlotFirstReference;
  DecoderTables& tables = *decoder.tables;
  if (number >= tables.next_object) return nullptr;
  const std::uint32_t known = tables.objects[static_cast<std::size_t>(number)].skipped;
  return known == 0 ? nullptr : &tables.skipped[known - 1];
}

Cursor enter_object_as_value(Decoder& decoder, TypeExpr slot_type, Cursor cur, TypeExpr& type) {
  const Cursor at = cur;
  const bool any = schema::code(slot_type) == TypeCode::kAnyRef;
  SlotRead read;
  cur = read_slot(decoder, cur, any, read);
  if (cur == nullptr) return nullptr;
  if (read.slot != schema::kSlotNew) {
    return decoder.fail(Code::kTypeMismatch, at,
                        "nil or a shared object where the reader wants a value of its own");
  }
  // On a second reading somebody else may own the object already: only the number is taken again.
  if (decoder.tables->replaying) {
    ++decoder.tables->next_object;
  } else {
    if (!decoder.charge_object()) return decoder.fail_budget(at);
    decoder.add(std::shared_ptr<void>(), nullptr);
  }
  if (!any) {
    type = schema::element(slot_type);
    return cur;
  }
  type = decoder.tables->record_types.expr(static_cast<std::uint32_t>(read.shape));
  return cur;
}

}  // namespace fastser::archive
