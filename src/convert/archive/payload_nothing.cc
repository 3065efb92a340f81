// SPDX-License-Identifier: MIT
//
// PayloadWriter: what stands for fields that the document does not have: 0, empty, nil. Types are
// finite but may say "nothing" any number of times in a few bytes, so that each is counted (B9),
// and nest in any number of records, so that depth is (B5).
#include <algorithm>

#include "convert/archive/payload_writer.hpp"

namespace fastser::convert {
namespace {

constexpr std::uint32_t kMaxNesting = 128;

}  // namespace

using schema::TypeCode;

bool PayloadWriter::nothing(Expr type, std::uint32_t node, std::uint32_t depth) {
  if (!charge(1, node)) return false;
  if (depth == kMaxNesting) return fail(Code::kTooDeep, "a type nested deeper than 128", node);
  const TypeCode code = schema::code(type);
  switch (code) {
    case TypeCode::kNull: return true;
    case TypeCode::kEnum: return nothing(schema::enum_integer(type), node, depth + 1);
    case TypeCode::kArray:
      for (std::uint64_t n = schema::operand_count(type); n != 0; --n) {
        if (!nothing(schema::element(type), node, depth + 1)) return false;
      }
      return true;
    case TypeCode::kTuple: {
      Expr at = schema::first_operand(type);
      for (std::uint64_t n = schema::operand_count(type); n != 0; --n, at = schema::skip_type(at)) {
        if (!nothing(at, node, depth + 1)) return false;
      }
      return true;
    }
    case TypeCode::kRecord: {
      const Fields* const fields = fields_of(schema::operand_shape(type));
      if (fields == nullptr) return false;
      for (const Field& field : fields->all) {
        if (!nothing(field.type, node, depth + 1)) return false;
      }
      return true;
    }
    case TypeCode::kBits: {
      const std::size_t bytes = schema::min_wire_size(types_, type);
      if (!charge(bytes, node)) return false;
      out_.append_zeros(bytes);
      return true;
    }
    case TypeCode::kVariant: return no_alternative(type, node, depth);
    case TypeCode::kAny:
      // variant<tuple<>>, inline: the same sign that a typed field has
      this->code(TypeCode::kVariant);
      varint(1);
      this->code(TypeCode::kTuple);
      varint(0);
      varint(0);
      return true;
    case TypeCode::kAnyRecord: return wrong(node, type);
    default:
      // Of what is not of a fixed size, 0 is: no bytes, no elements, empty, nil.
      out_.append_zeros(std::max<std::size_t>(schema::fixed_size(code), 1));
      return true;
  }
}

// The empty tuple says that nothing is there; then null, then the first.
bool PayloadWriter::no_alternative(Expr type, std::uint32_t node, std::uint32_t depth) {
  std::uint64_t chosen = 0;
  Expr best = schema::first_operand(type);
  Expr at = best;
  const std::uint64_t count = schema::operand_count(type);
  if (count == 0) return wrong(node, type);
  for (std::uint64_t i = 0; i < count; ++i, at = schema::skip_type(at)) {
    const TypeCode code = schema::code(at);
    const bool absent = code == TypeCode::kTuple && schema::operand_count(at) == 0;
    const bool null = code == TypeCode::kNull && schema::code(best) != TypeCode::kNull;
    if (!absent && !null) continue;
    chosen = i;
    best = at;
    if (absent) break;
  }
  varint(chosen);
  return nothing(best, node, depth + 1);
}

}  // namespace fastser::convert
