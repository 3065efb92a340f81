// SPDX-License-Identifier: MIT
//
// type_key, by recursion: types nest at most 64 deep.
#include "archive/plan/type_key.hpp"

#include <string_view>

namespace fastser::archive {
namespace {

using schema::TypeCode;
using schema::TypeExpr;

void add(std::string& key, TypeExpr expr) {
  const TypeCode code = schema::code(expr);
  key.push_back(static_cast<char>(code));
  switch (code) {
    case TypeCode::kOptional:
    case TypeCode::kList:
    case TypeCode::kSet:
    case TypeCode::kRef: add(key, schema::element(expr)); break;
    case TypeCode::kArray:
      add(key, schema::element(expr));
      add_number(key, schema::operand_count(expr));
      break;
    case TypeCode::kMap:
    case TypeCode::kOrderedMap:
      add(key, schema::key_type(expr));
      add(key, schema::value_type(expr));
      break;
    case TypeCode::kVariant:
    case TypeCode::kTuple: {
      const std::uint64_t count = schema::operand_count(expr);
      add_number(key, count);
      TypeExpr at = schema::first_operand(expr);
      for (std::uint64_t i = 0; i < count; ++i, at = schema::skip_type(at)) add(key, at);
      break;
    }
    case TypeCode::kEnum: {
      const std::string_view name = schema::enum_name(expr);
      add_number(key, name.size());
      key += name;
      add(key, schema::enum_integer(expr));
      break;
    }
    case TypeCode::kRecord: add_number(key, schema::operand_shape(expr)); break;
    case TypeCode::kBits: add_number(key, schema::operand_count(expr)); break;
    default: break;
  }
}

}  // namespace

void add_number(std::string& key, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) key.push_back(static_cast<char>(value | 0x80));
  key.push_back(static_cast<char>(value));
}

std::string type_key(TypeExpr expr) {
  std::string key;
  add(key, expr);
  return key;
}

}  // namespace fastser::archive
