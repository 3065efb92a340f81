// SPDX-License-Identifier: MIT
//
// Each type stands for the kinds of values that it may begin with; two alternatives with one kind
// in common are not clear. Expressions are at most 64 deep.
#include "convert/archive/unclear.hpp"

#include <cstdint>

#include "convert/msgpack/ext_shape.hpp"
#include "fastser/internal/schema/lone_value.hpp"

namespace fastser::convert {
namespace {

using schema::TypeCode;
using schema::TypeExpr;

using Kinds = std::uint32_t;
constexpr Kinds kNil = 1U << 0U;
constexpr Kinds kTruth = 1U << 1U;
constexpr Kinds kInteger = 1U << 2U;
constexpr Kinds kReal = 1U << 3U;
constexpr Kinds kText = 1U << 4U;
constexpr Kinds kData = 1U << 5U;
constexpr Kinds kList = 1U << 6U;
constexpr Kinds kMap = 1U << 7U;
constexpr Kinds kMoment = 1U << 8U;
constexpr Kinds kExt = 1U << 9U;
constexpr Kinds kEvery = ~Kinds{0};

Kinds kinds_of(const schema::TypeTable& table, TypeExpr type);

// Of all alternatives; 0: they are not clear.
Kinds kinds_of_clear(const schema::TypeTable& table, TypeExpr variant) {
  Kinds taken = 0;
  TypeExpr at = schema::first_operand(variant);
  for (std::uint64_t n = schema::operand_count(variant); n != 0; --n, at = schema::skip_type(at)) {
    const Kinds own = kinds_of(table, at);
    if ((taken & own) != 0) return 0;
    taken |= own;
  }
  return taken;
}

Kinds kinds_of_record(const schema::TypeTable& table, std::uint32_t shape) {
  if (is_ext_shape(table, table.shapes()[shape])) return kExt;
  return is_lone_value(table, shape) ? kEvery : kMap;  // what it stands for may be anything
}

Kinds kinds_of(const schema::TypeTable& table, TypeExpr type) {
  switch (schema::code(type)) {
    case TypeCode::kNull: return kNil;
    case TypeCode::kBool: return kTruth;
    case TypeCode::kF32:
    case TypeCode::kF64: return kReal;
    case TypeCode::kString:
    case TypeCode::kSharedString:
    case TypeCode::kUrl:
    case TypeCode::kClassRef:
    case TypeCode::kUuid:
    case TypeCode::kDecimal:
    case TypeCode::kBits: return kText;
    case TypeCode::kData:
    case TypeCode::kSharedData: return kData;
    case TypeCode::kDate:
    case TypeCode::kAppleDate: return kMoment;
    case TypeCode::kList:
    case TypeCode::kSet:
    case TypeCode::kArray:
    case TypeCode::kTuple: return kList;
    case TypeCode::kMap:
    case TypeCode::kOrderedMap: return kMap;
    case TypeCode::kRecord: return kinds_of_record(table, schema::operand_shape(type));
    case TypeCode::kOptional:
    case TypeCode::kRef: return kNil | kinds_of(table, schema::element(type));
    case TypeCode::kVariant: {
      const Kinds inner = kinds_of_clear(table, type);
      return inner != 0 ? inner : kList;
    }
    case TypeCode::kAny:
    case TypeCode::kAnyRecord:
    case TypeCode::kAnyRef:
    case TypeCode::kOwnedAny: return kEvery;
    default: return kInteger;
  }
}

}  // namespace

bool is_unclear(const schema::TypeTable& table, TypeExpr variant) {
  return kinds_of_clear(table, variant) == 0 && schema::operand_count(variant) > 1;
}

}  // namespace fastser::convert
