// SPDX-License-Identifier: MIT
//
// Keys of types, by recursion: types nest at most 64 deep.
#include "schema/type_key.hpp"

#include <string_view>

namespace fastser::schema {

void append_number(std::string& out, std::uint64_t value) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

Status translate_type(TypeExpr expr, bool shares,
                      const std::function<Status(std::uint32_t&)>& record, std::string& out) {
  const TypeCode code = schema::code(expr);
  const bool is_shared = shares && (code == TypeCode::kString || code == TypeCode::kData);
  out.push_back(static_cast<char>(static_cast<unsigned>(code) + (is_shared ? 2U : 0U)));
  InnerTypes inner = inner_types(expr);
  if (code == TypeCode::kVariant || code == TypeCode::kTuple) append_number(out, inner.left);
  for (; inner.left != 0; inner.next()) {
    FASTSER_TRY(translate_type(inner.at, shares, record, out));
  }
  if (code == TypeCode::kArray || code == TypeCode::kBits) {
    append_number(out, operand_count(expr));
  } else if (code == TypeCode::kEnum) {
    const std::string_view name = enum_name(expr);
    append_number(out, name.size());
    out += name;
    out.push_back(static_cast<char>(schema::code(enum_integer(expr))));
  } else if (code == TypeCode::kRecord) {
    std::uint32_t shape = operand_shape(expr);
    FASTSER_TRY(record(shape));
    append_number(out, shape);
  }
  return {};
}

std::string type_key(TypeExpr expr) {
  std::string key;
  const auto same = [](std::uint32_t&) { return Status(); };
  static_cast<void>(translate_type(expr, false, same, key));  // nothing in it can fail
  return key;
}

}  // namespace fastser::schema
