// SPDX-License-Identifier: MIT
//
// TreePrinter. What is cut off is walked all the same: what inspect shows has been checked.
#include "convert/inspect/tree.hpp"

#include "convert/json/text.hpp"
#include "fastser/internal/schema/lone_value.hpp"
#include "fastser/internal/wire/endian.hpp"

namespace fastser::convert {

using archive::ContentUse;
using archive::Scalar;
using schema::TypeCode;
using schema::TypeExpr;

std::string scalar_text(const Scalar& scalar) {
  std::string out;
  switch (scalar.code) {
    case TypeCode::kBool: return scalar.bits != 0 ? "true" : "false";
    case TypeCode::kF32:
    case TypeCode::kF64:
    case TypeCode::kAppleDate: append_double(out, scalar.real); break;
    case TypeCode::kDate:
      append_date(out, scalar.as_signed(), wire::load_le<std::uint32_t>(scalar.bytes.data() + 8));
      break;
    case TypeCode::kUuid: append_uuid(out, scalar.bytes); break;
    case TypeCode::kDecimal: append_decimal(out, scalar.bytes); break;
    case TypeCode::kU64:
    case TypeCode::kVarU64: append_unsigned(out, scalar.bits); break;
    default: append_signed(out, scalar.as_signed());
  }
  return out;
}

std::string TreePrinter::type_text(TypeExpr type) const {
  return convert::type_text(schema::to_string(table_, type));
}

bool TreePrinter::begin_record(std::uint32_t shape) {
  return out_.open(schema::is_lone_value(table_, shape) ? 'l' : 'r',
                   "record " + shape_text(table_.shapes()[shape].name, shape));
}

bool TreePrinter::field(const schema::FieldEntry& entry, std::uint64_t index) {
  if (entry.named) {
    out_.label(field_text(entry.name), entry.name);
  } else {
    out_.label(std::to_string(index));
  }
  return true;
}

bool TreePrinter::begin_sequence(TypeExpr type, std::uint64_t count) {
  return out_.open('s', type_text(type) + ", " + std::to_string(count));
}

bool TreePrinter::begin_map(TypeExpr type, std::uint64_t count) {
  return out_.open('m', type_text(type) + ", " + std::to_string(count));
}

bool TreePrinter::scalar(TypeExpr type, const Scalar& scalar) {
  if (schema::code(type) == TypeCode::kEnum) {
    return out_.line(std::string(schema::enum_name(type)) + ' ' + scalar_text(scalar));
  }
  return out_.line(scalar_text(scalar));
}

bool TreePrinter::text(TypeExpr, std::string_view value, ContentUse use) {
  std::string what = in_quotes(value);
  if (use.kind == ContentUse::kAgain) what += "  (string " + std::to_string(use.number) + " again)";
  return out_.line(what, value);
}

bool TreePrinter::data(TypeExpr, BytesView data, ContentUse) {
  return out_.line("data, " + std::to_string(data.size()) + " bytes");
}

bool TreePrinter::begin_object(std::uint64_t number, bool deferred) {
  if (deferred) out_.label("deferred", "deferred");
  out_.object("object " + std::to_string(number) + " = ");
  return true;
}

bool TreePrinter::object_later(std::uint64_t number) {
  return out_.line("object " + std::to_string(number) + ", its body is behind");
}

bool TreePrinter::object_promised(std::uint64_t number) {
  return out_.line("object " + std::to_string(number) + ", promised");
}

bool TreePrinter::object_again(std::uint64_t number) {
  return out_.line("object " + std::to_string(number) + " again");
}

}  // namespace fastser::convert
