// SPDX-License-Identifier: MIT
//
// Stepping through checked type expressions, their sizes on the wire, and their text. Everything
// here trusts its input: TypeTable::parse or validate_type has been over the bytes before, so
// nesting is bounded by kMaxTypeDepth (recursion is safe) and every operand is in range.
#include <algorithm>

#include "fastser/internal/schema/type_table.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::schema {
namespace {

constexpr std::size_t kMaxText = 200;

// A varint in checked bytes; null `at` would be our own bug.
const std::byte* read_varint(const std::byte* at, const std::byte* end, std::uint64_t& value) {
  bool truncated = false;
  value = 0;
  return wire::get_varint(at, end, value, truncated);
}

std::size_t add(std::size_t left, std::size_t right) noexcept {
  return right > kNotPlain - left ? kNotPlain : left + right;
}

std::size_t multiply(std::size_t size, std::uint64_t count) noexcept {
  if (size == 0 || count == 0) return 0;
  return count > kNotPlain / size ? kNotPlain : size * static_cast<std::size_t>(count);
}

// Bytes of n bits; n may be anything.
std::size_t bits_size(std::uint64_t count) noexcept {
  const std::uint64_t bytes = count / 8 + (count % 8 != 0 ? 1 : 0);
  return bytes > kNotPlain ? kNotPlain : static_cast<std::size_t>(bytes);
}

// plain_wire_size of a code without operands.
std::size_t plain_code_size(TypeCode code) noexcept {
  switch (code) {
    case TypeCode::kNull: return 0;
    case TypeCode::kBool:     // two of 256 values
    case TypeCode::kDate:     // nanoseconds have a bound
    case TypeCode::kDecimal:  // so has the scale
      return kNotPlain;
    default: return fixed_size(code) != 0 ? fixed_size(code) : kNotPlain;
  }
}

}  // namespace

TypeExpr value_type(TypeExpr expr) noexcept { return skip_type(key_type(expr)); }

std::uint64_t operand_count(TypeExpr expr) noexcept {
  std::uint64_t count = 0;
  const TypeExpr at = code(expr) == TypeCode::kArray ? skip_type(element(expr)) : element(expr);
  read_varint(at.at, at.end, count);
  return count;
}

std::uint32_t operand_shape(TypeExpr expr) noexcept {
  std::uint64_t shape = 0;
  read_varint(expr.at + 1, expr.end, shape);
  return static_cast<std::uint32_t>(shape);
}

TypeExpr first_operand(TypeExpr expr) noexcept {
  std::uint64_t count = 0;
  return {read_varint(expr.at + 1, expr.end, count), expr.end};
}

InnerTypes inner_types(TypeExpr expr) noexcept {
  switch (code(expr)) {
    case TypeCode::kOptional:
    case TypeCode::kList:
    case TypeCode::kSet:
    case TypeCode::kArray:
    case TypeCode::kRef: return {1, element(expr)};
    case TypeCode::kMap:
    case TypeCode::kOrderedMap: return {2, element(expr)};
    case TypeCode::kVariant:
    case TypeCode::kTuple: return {operand_count(expr), first_operand(expr)};
    default: return {0, element(expr)};
  }
}

void InnerTypes::next() noexcept {
  if (--left != 0) at = skip_type(at);
}

std::string_view enum_name(TypeExpr expr) noexcept {
  std::uint64_t size = 0;
  const std::byte* text = read_varint(expr.at + 1, expr.end, size);
  return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(size)};
}

TypeExpr enum_integer(TypeExpr expr) noexcept {
  const std::string_view name = enum_name(expr);
  return {reinterpret_cast<const std::byte*>(name.data() + name.size()), expr.end};
}

TypeExpr skip_type(TypeExpr expr) noexcept {
  std::uint64_t number = 0;
  switch (code(expr)) {
    case TypeCode::kOptional:
    case TypeCode::kList:
    case TypeCode::kSet:
    case TypeCode::kRef: return skip_type(element(expr));
    case TypeCode::kArray: {
      const TypeExpr count = skip_type(element(expr));
      return {read_varint(count.at, count.end, number), expr.end};
    }
    case TypeCode::kMap:
    case TypeCode::kOrderedMap: return skip_type(value_type(expr));
    case TypeCode::kVariant:
    case TypeCode::kTuple: {
      TypeExpr at{read_varint(expr.at + 1, expr.end, number), expr.end};
      for (; number != 0; --number) at = skip_type(at);
      return at;
    }
    case TypeCode::kEnum: return element(enum_integer(expr));
    case TypeCode::kRecord:
    case TypeCode::kBits: return {read_varint(expr.at + 1, expr.end, number), expr.end};
    default: return element(expr);
  }
}

namespace {

// Steps over a varint in both; whether it is the same number.
bool same_number(TypeExpr& left, TypeExpr& right, std::uint64_t& number) noexcept {
  std::uint64_t other = 0;
  left.at = read_varint(left.at, left.end, number);
  right.at = read_varint(right.at, right.end, other);
  return number == other;
}

// Steps over both as far as they are the same.
bool step_same(TypeExpr& left, TypeExpr& right) noexcept {
  if (*left.at != *right.at) return false;
  const TypeCode type = code(left);
  std::uint64_t number = 0;
  switch (type) {
    case TypeCode::kEnum: {
      if (enum_name(left) != enum_name(right)) return false;
      left = enum_integer(left);
      right = enum_integer(right);
      return step_same(left, right);
    }
    case TypeCode::kVariant:
    case TypeCode::kTuple:
    case TypeCode::kRecord:
    case TypeCode::kBits:
      left = element(left);
      right = element(right);
      if (!same_number(left, right, number)) return false;
      if (type == TypeCode::kRecord || type == TypeCode::kBits) return true;
      for (; number != 0; --number) {
        if (!step_same(left, right)) return false;
      }
      return true;
    default: break;
  }
  left = element(left);
  right = element(right);
  switch (type) {
    case TypeCode::kOptional:
    case TypeCode::kList:
    case TypeCode::kSet:
    case TypeCode::kRef: return step_same(left, right);
    case TypeCode::kArray: return step_same(left, right) && same_number(left, right, number);
    case TypeCode::kMap:
    case TypeCode::kOrderedMap:
      if (!step_same(left, right)) return false;
      return step_same(left, right);
    default: return true;
  }
}

}  // namespace

bool same_type(TypeExpr left, TypeExpr right) noexcept {
  return left.at == right.at || step_same(left, right);
}

std::size_t min_wire_size(const TypeTable& table, TypeExpr expr) noexcept {
  const TypeCode type = code(expr);
  switch (type) {
    case TypeCode::kNull: return 0;
    case TypeCode::kArray:
    case TypeCode::kTuple: return measure_type(table, expr).least;
    case TypeCode::kEnum: return min_wire_size(table, enum_integer(expr));
    case TypeCode::kRecord: return table.shapes()[operand_shape(expr)].min_size;
    case TypeCode::kBits: return bits_size(operand_count(expr));
    default: return std::max<std::size_t>(fixed_size(type), 1);
  }
}

std::size_t plain_wire_size(const TypeTable& table, TypeExpr expr) noexcept {
  const TypeCode type = code(expr);
  switch (type) {
    case TypeCode::kArray:
    case TypeCode::kTuple: return measure_type(table, expr).plain;
    case TypeCode::kEnum: return plain_wire_size(table, enum_integer(expr));
    case TypeCode::kRecord: return table.shapes()[operand_shape(expr)].plain_size;
    case TypeCode::kBits: {
      const std::uint64_t count = operand_count(expr);
      return count % 8 == 0 ? bits_size(count) : kNotPlain;
    }
    default: return plain_code_size(type);
  }
}

std::uint32_t plain_nesting_with(const TypeTable& table, TypeExpr expr) noexcept {
  const TypeCode type = code(expr);
  const bool nests =
      type == TypeCode::kArray || type == TypeCode::kTuple || type == TypeCode::kRecord;
  return nests ? 1 + plain_nesting(table, expr) : 0;
}

std::uint32_t plain_nesting(const TypeTable& table, TypeExpr expr) noexcept {
  switch (code(expr)) {
    case TypeCode::kArray:
      return operand_count(expr) == 0 ? 0 : plain_nesting_with(table, element(expr));
    case TypeCode::kTuple: {
      std::uint32_t deepest = 0;
      TypeExpr at = first_operand(expr);
      for (std::uint64_t left = operand_count(expr); left != 0; --left, at = skip_type(at)) {
        deepest = std::max(deepest, plain_nesting_with(table, at));
      }
      return deepest;
    }
    case TypeCode::kRecord: return table.shapes()[operand_shape(expr)].plain_nesting;
    default: return 0;
  }
}

TypeSizes measure_type(const TypeTable& table, TypeExpr expr) noexcept {
  std::uint64_t count = 0;
  switch (code(expr)) {
    case TypeCode::kOptional:
    case TypeCode::kList:
    case TypeCode::kSet:
    case TypeCode::kRef: return {skip_type(element(expr)).at, 1, kNotPlain};
    case TypeCode::kArray: {
      const TypeSizes one = measure_type(table, element(expr));
      const std::byte* const end = read_varint(one.end, expr.end, count);
      if (count == 0) return {end, 0, 0};
      const bool plain = one.plain != kNotPlain;
      return {end, multiply(one.least, count), plain ? multiply(one.plain, count) : kNotPlain};
    }
    case TypeCode::kTuple: {
      TypeSizes sum{read_varint(expr.at + 1, expr.end, count), 0, 0};
      for (; count != 0; --count) {
        const TypeSizes one = measure_type(table, {sum.end, expr.end});
        sum = {one.end, add(sum.least, one.least), add(sum.plain, one.plain)};
      }
      return sum;
    }
    default: return {skip_type(expr).at, min_wire_size(table, expr), plain_wire_size(table, expr)};
  }
}

std::string_view code_name(TypeCode code) noexcept {
  switch (code) {
    case TypeCode::kNull: return "null";
    case TypeCode::kBool: return "bool";
    case TypeCode::kI8: return "i8";
    case TypeCode::kU8: return "u8";
    case TypeCode::kI16: return "i16";
    case TypeCode::kU16: return "u16";
    case TypeCode::kI32: return "i32";
    case TypeCode::kU32: return "u32";
    case TypeCode::kI64: return "i64";
    case TypeCode::kU64: return "u64";
    case TypeCode::kF32: return "f32";
    case TypeCode::kF64: return "f64";
    case TypeCode::kVarI16: return "vi16";
    case TypeCode::kVarU16: return "vu16";
    case TypeCode::kVarI32: return "vi32";
    case TypeCode::kVarU32: return "vu32";
    case TypeCode::kVarI64: return "vi64";
    case TypeCode::kVarU64: return "vu64";
    case TypeCode::kString: return "string";
    case TypeCode::kData: return "data";
    case TypeCode::kSharedString: return "shared string";
    case TypeCode::kSharedData: return "shared data";
    case TypeCode::kDate: return "date";
    case TypeCode::kDuration: return "duration";
    case TypeCode::kUuid: return "uuid";
    case TypeCode::kDecimal: return "decimal";
    case TypeCode::kUrl: return "url";
    case TypeCode::kClassRef: return "class reference";
    case TypeCode::kAppleDate: return "apple date";
    case TypeCode::kOptional: return "optional";
    case TypeCode::kList: return "list";
    case TypeCode::kArray: return "array";
    case TypeCode::kSet: return "set";
    case TypeCode::kMap: return "map";
    case TypeCode::kOrderedMap: return "ordered map";
    case TypeCode::kVariant: return "variant";
    case TypeCode::kEnum: return "enum";
    case TypeCode::kRecord: return "record";
    case TypeCode::kRef: return "ref";
    case TypeCode::kAnyRecord: return "any record";
    case TypeCode::kAnyRef: return "any ref";
    case TypeCode::kAny: return "any";
    case TypeCode::kTuple: return "tuple";
    case TypeCode::kBits: return "bits";
    case TypeCode::kOwnedAny: return "owned any";
  }
  return "?";
}

namespace {

void append_type(const TypeTable& table, TypeExpr expr, std::string& text);

void append_inner(const TypeTable& table, TypeExpr expr, std::string& text) {
  InnerTypes inner = inner_types(expr);
  const TypeCode type = code(expr);
  if (inner.left == 0 && type != TypeCode::kVariant && type != TypeCode::kTuple) return;
  text += '<';
  while (inner.left != 0) {
    append_type(table, inner.at, text);
    if (text.size() > kMaxText) return;
    inner.next();
    if (inner.left != 0) text += ", ";
  }
  if (type == TypeCode::kArray) text += ", " + std::to_string(operand_count(expr));
  text += '>';
}

// Appends the text of `expr`; stops early once the text is long enough. Every code makes text, so
// what is looked at is as short as the text, however long the expression.
void append_type(const TypeTable& table, TypeExpr expr, std::string& text) {
  if (text.size() > kMaxText) return;
  const TypeCode type = code(expr);
  text += code_name(type);
  switch (type) {
    case TypeCode::kRecord: {
      const std::string_view name = table.shapes()[operand_shape(expr)].name;
      text += ' ';
      if (name.empty()) {
        text += '#' + std::to_string(operand_shape(expr));
      } else {
        text += name.substr(0, kMaxText);
      }
      break;
    }
    case TypeCode::kEnum:
      text += ' ';
      text += enum_name(expr).substr(0, kMaxText);
      text += ':';
      append_type(table, enum_integer(expr), text);
      break;
    case TypeCode::kBits: text += '<' + std::to_string(operand_count(expr)) + '>'; break;
    default: append_inner(table, expr, text); break;
  }
}

}  // namespace

std::string to_string(const TypeTable& table, TypeExpr expr) {
  std::string text;
  append_type(table, expr, text);
  if (text.size() > kMaxText) {
    text.resize(kMaxText);
    // Do not cut inside a character of a name.
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0x80U) != 0) text.pop_back();
    text += "...";
  }
  return text;
}

}  // namespace fastser::schema
