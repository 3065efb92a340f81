// SPDX-License-Identifier: MIT
//
// Sizes in memory, by type and form.
#include "archive/plan/sizes.hpp"

#include "fastser/internal/archive/typed/codec/core.hpp"

namespace fastser::archive {

using schema::TypeExpr;

namespace {

std::size_t multiply(std::size_t one, std::uint64_t count) noexcept {
  if (one == kUnknown || (one != 0 && count > kMaxOffset / one)) return kUnknown;
  return one * static_cast<std::size_t>(count);
}

}  // namespace

std::size_t plain_size(TypeExpr expr) noexcept {
  const TypeCode code = schema::code(expr);
  switch (code) {
    case TypeCode::kNull: return 0;
    case TypeCode::kVarI16:
    case TypeCode::kVarU16: return 2;
    case TypeCode::kVarI32:
    case TypeCode::kVarU32: return 4;
    case TypeCode::kVarI64:
    case TypeCode::kVarU64: return 8;
    case TypeCode::kEnum: return plain_size(schema::enum_integer(expr));
    case TypeCode::kBits: {
      const std::uint64_t bits = schema::operand_count(expr);
      return bits > kMaxFixed * 8 ? kUnknown : static_cast<std::size_t>((bits + 7) / 8);
    }
    case TypeCode::kArray:
      return multiply(plain_size(schema::element(expr)), schema::operand_count(expr));
    default: return schema::fixed_size(code) != 0 ? schema::fixed_size(code) : kUnknown;
  }
}

std::size_t memory_size(TypeExpr expr, const Form& form) noexcept {
  if (form.kind == Form::Kind::kPlain) return plain_size(expr);
  if (form.kind != Form::Kind::kArray) return form.size;
  if (schema::code(expr) != TypeCode::kArray) return kUnknown;
  return multiply(form.stride, schema::operand_count(expr));
}

}  // namespace fastser::archive
