// SPDX-License-Identifier: MIT
//
// CoderReader: values that take more than a load, and conversions between the type written and the
// type asked for.
#include <type_traits>

#include "fastser/coder_reader.hpp"
#include "fastser/internal/archive/value_checks.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::archive {

using schema::TypeCode;
using schema::TypeExpr;

// ---- numbers

// An integer of any width, and bool. False without an error: it is something else.
bool CoderReader::integer_value(TypeExpr type, Integer& out) noexcept {
  const TypeCode code = schema::code(type);
  const auto number = static_cast<unsigned>(code);
  if (code == TypeCode::kNull || number > static_cast<unsigned>(TypeCode::kVarU64) ||
      code == TypeCode::kF32 || code == TypeCode::kF64) {
    return false;
  }
  const bool is_signed = code != TypeCode::kBool && number % 2 == 0;
  std::uint64_t bits = 0;
  if (const std::size_t width = schema::fixed_size(code); width != 0) {
    BytesView bytes;
    if (!take(width, bytes)) return false;
    for (std::size_t at = width; at != 0; --at) {
      bits = bits << 8 | static_cast<std::uint64_t>(bytes[at - 1]);
    }
    if (const ValueFault fault = fault_of_fixed(code, bytes.data())) {
      return error(Code::kMalformed, fault.message, bytes.data() + fault.at);
    }
    if (is_signed && width < 8 && (bits >> (8 * width - 1)) != 0) {
      bits |= ~std::uint64_t{0} << (8 * width);
    }
  } else {
    const std::byte* const start = cur_;
    if (!varint(bits)) return false;
    if (bits > largest_varint(code)) return error(Code::kMalformed, kBeyondItsWidth, start);
    if (is_signed) bits = static_cast<std::uint64_t>(wire::unzigzag(bits));
  }
  out.bits = bits;
  out.negative = is_signed && (bits >> 63) != 0;
  return true;
}

// A float, or an integer that a double holds exactly. False without an error: something else.
bool CoderReader::real_value(TypeExpr type, double& out) noexcept {
  const TypeCode code = schema::code(type);
  if (code == TypeCode::kF32 || code == TypeCode::kF64) {
    BytesView bytes;
    if (!take(schema::fixed_size(code), bytes)) return false;
    out = code == TypeCode::kF32 ? static_cast<double>(wire::load_le<float>(bytes.data()))
                                 : wire::load_le<double>(bytes.data());
    return true;
  }
  const std::byte* const back = cur_;
  Integer integer;
  if (code == TypeCode::kBool || !integer_value(type, integer)) return false;
  constexpr std::uint64_t kExact = std::uint64_t{1} << 53;
  const std::uint64_t size = integer.negative ? ~integer.bits + 1 : integer.bits;
  if (size > kExact) {
    cur_ = back;
    return false;
  }
  out = integer.negative ? -static_cast<double>(size) : static_cast<double>(size);
  return true;
}

// The bits of a float: every one of a NaN is kept, also where floats are passed in registers that
// change some.
template <typename T>
wire::UnsignedOf<sizeof(T)> CoderReader::real_slow(const Key* key) noexcept {
  using Bits = wire::UnsignedOf<sizeof(T)>;
  TypeExpr type;
  if (!next(key, type)) return 0;
  const std::byte* const back = cur_;
  if (schema::code(type) == coder::code_for<T>()) {
    BytesView bytes;
    return take(sizeof(T), bytes) ? wire::load_le<Bits>(bytes.data()) : Bits{0};
  }
  double value = 0;
  if (real_value(type, value)) {
    const T narrow = static_cast<T>(value);
    if (value != value || static_cast<double>(narrow) == value) return std::bit_cast<Bits>(narrow);
    cur_ = back;
  }
  mismatch(sizeof(T) == 4 ? "f32" : "f64", type);
  return 0;
}

template <typename T>
T CoderReader::scalar_slow(const Key* key) noexcept {
  if constexpr (std::is_floating_point_v<T>) {
    return std::bit_cast<T>(real_slow<T>(key));
  } else {
    TypeExpr type;
    if (!next(key, type)) return T{};
    const std::byte* const back = cur_;
    Integer integer;
    if (!integer_value(type, integer)) {
      mismatch(schema::code_name(coder::code_for<T>()), type);
      return T{};
    }
    if constexpr (std::is_same_v<T, bool>) {
      return integer.bits != 0;  // BOOL was a char on many machines
    } else {
      const auto value = static_cast<T>(integer.bits);
      const bool same = static_cast<std::uint64_t>(value) == integer.bits;
      if (same && (value < T{0}) == integer.negative) return value;
      cur_ = back;
      mismatch(schema::code_name(coder::code_for<T>()), type);
      return T{};
    }
  }
}

template bool CoderReader::scalar_slow<bool>(const Key*) noexcept;
template std::int8_t CoderReader::scalar_slow<std::int8_t>(const Key*) noexcept;
template std::uint8_t CoderReader::scalar_slow<std::uint8_t>(const Key*) noexcept;
template std::int16_t CoderReader::scalar_slow<std::int16_t>(const Key*) noexcept;
template std::uint16_t CoderReader::scalar_slow<std::uint16_t>(const Key*) noexcept;
template std::int32_t CoderReader::scalar_slow<std::int32_t>(const Key*) noexcept;
template std::uint32_t CoderReader::scalar_slow<std::uint32_t>(const Key*) noexcept;
template std::int64_t CoderReader::scalar_slow<std::int64_t>(const Key*) noexcept;
template std::uint64_t CoderReader::scalar_slow<std::uint64_t>(const Key*) noexcept;
template std::uint32_t CoderReader::real_slow<float>(const Key*) noexcept;
template std::uint64_t CoderReader::real_slow<double>(const Key*) noexcept;
template float CoderReader::scalar_slow<float>(const Key*) noexcept;
template double CoderReader::scalar_slow<double>(const Key*) noexcept;

void CoderReader::null_value(const Key* key) noexcept {
  TypeExpr type;
  if (!next(key, type)) return;
  const TypeCode code = schema::code(type);
  if (code == TypeCode::kNull) return;
  const bool may_be_nil =
      code == TypeCode::kRef || code == TypeCode::kAnyRef || code == TypeCode::kOwnedAny;
  if (may_be_nil && wire::is_zero(cur_, end_)) {
    std::uint64_t nil = 0;
    static_cast<void>(varint(nil));
    return;
  }
  mismatch("null", type);
}

// ---- values of fixed size

bool CoderReader::exactly(const Key* key, TypeCode code, std::string_view asked,
                          BytesView& bytes) noexcept {
  TypeExpr type;
  if (!next(key, type)) return false;
  if (schema::code(type) != code) return mismatch(asked, type);
  if (!take(schema::fixed_size(code), bytes)) return false;
  const ValueFault fault = fault_of_fixed(code, bytes.data());
  return !fault || error(Code::kMalformed, fault.message, bytes.data() + fault.at);
}

CoderDate CoderReader::date_value(const Key* key) noexcept {
  BytesView bytes;
  if (!exactly(key, TypeCode::kDate, "a date", bytes)) return {};
  return {wire::load_le<std::int64_t>(bytes.data()),
          wire::load_le<std::uint32_t>(bytes.data() + 8)};
}

double CoderReader::apple_date_value(const Key* key) noexcept {
  BytesView bytes;
  if (!exactly(key, TypeCode::kAppleDate, "an apple date", bytes)) return 0;
  return wire::load_le<double>(bytes.data());
}

std::int64_t CoderReader::duration_value(const Key* key) noexcept {
  BytesView bytes;
  if (!exactly(key, TypeCode::kDuration, "a duration", bytes)) return 0;
  return wire::load_le<std::int64_t>(bytes.data());
}

CoderUuid CoderReader::uuid_value(const Key* key) noexcept {
  CoderUuid value{};
  BytesView bytes;
  if (exactly(key, TypeCode::kUuid, "a uuid", bytes)) {
    std::memcpy(value.data(), bytes.data(), value.size());
  }
  return value;
}

CoderDecimal CoderReader::decimal_value(const Key* key) noexcept {
  BytesView bytes;
  if (!exactly(key, TypeCode::kDecimal, "a decimal", bytes)) return {};
  const auto flags = wire::load_le<std::uint32_t>(bytes.data() + 12);
  return {wire::load_le<std::uint32_t>(bytes.data()),
          wire::load_le<std::uint32_t>(bytes.data() + 4),
          wire::load_le<std::uint32_t>(bytes.data() + 8), static_cast<std::uint8_t>(flags >> 16),
          (flags >> 31) != 0};
}

// A short list of numbers that is the next field, as points and rectangles are. Empty: nothing was
// done.
FASTSER_CODER_INLINE ScalarArray CoderReader::short_array(const Key* key) noexcept {
  const bool here = key == nullptr || (at_->key == key->id() && at_->key_size == key->size());
  if (!here || coder::base(at_->tag) != coder::tag_of(TypeCode::kList) || !at_->simple ||
      cur_ >= guard_ || top_->depth >= limits_.depth) {
    return {};
  }
  const TypeCode code = schema::code(schema::element(at_->type));
  const std::size_t width = schema::fixed_size(code);
  const auto count = static_cast<std::size_t>(*cur_);
  if (code == TypeCode::kBool || width == 0 || width > 8 || code > TypeCode::kF64 ||
      count >= 0x80 || count * width > left() - 1) {
    return {};
  }
  const BytesView bytes(cur_ + 1, count * width);
  cur_ += 1 + bytes.size();
  ++at_;
  return {code, count, bytes};
}

ScalarArray CoderReader::array_value(const Key* key) noexcept {
  if (const ScalarArray found = short_array(key); found.code != TypeCode::kNull) return found;
  TypeExpr type;
  if (!next(key, type)) return {};
  const TypeCode code = schema::code(type);
  const bool is_list =
      code == TypeCode::kList || code == TypeCode::kSet || code == TypeCode::kArray;
  ScalarArray array;
  if (is_list) {
    TypeExpr element = schema::element(type);
    if (schema::code(element) == TypeCode::kEnum) element = schema::enum_integer(element);
    array.code = schema::code(element);
  }
  const std::size_t width = schema::fixed_size(array.code);
  if (!is_list || width == 0 || width > 8) {
    mismatch("an array of scalars", type);
    return {};
  }
  std::uint64_t count = 0;
  if (code == TypeCode::kArray) {
    count = schema::operand_count(type);
  } else if (!varint(count)) {
    return {};
  }
  if (count > left() / width) {
    error(Code::kTruncated, "more elements than the payload has bytes for", end_);
    return {};
  }
  if (levels_of(code) > limits_.depth - top_->depth) {
    fail_depth();
    return {};
  }
  array.count = static_cast<std::size_t>(count);
  static_cast<void>(take(array.count * width, array.bytes));
  if (code == TypeCode::kSet && !plain_set(schema::element(type), array.bytes.data(), count)) {
    return {};
  }
  if (array.code == TypeCode::kBool) {
    for (const std::byte& byte : array.bytes) {
      if (const ValueFault fault = fault_of_fixed(TypeCode::kBool, &byte)) {
        error(Code::kMalformed, fault.message, &byte);
        return {};
      }
    }
  }
  return array;
}

}  // namespace fastser::archive
