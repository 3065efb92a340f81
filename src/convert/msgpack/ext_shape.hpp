// SPDX-License-Identifier: MIT
//
// An extension in an archive: a record "msgpack.ext" {type: i8, data: data}. By its name, number
// and types of fields it is known for one when the archive is read.
#pragma once

#include <string_view>

#include "fastser/internal/schema/type_table.hpp"

namespace fastser::convert {

inline constexpr std::string_view kExtShapeName = "msgpack.ext";

[[nodiscard]] inline bool is_ext_shape(const schema::TypeTable& table, const schema::Shape& shape) {
  const auto has = [&](std::size_t field, std::string_view name, schema::TypeCode code) {
    const schema::FieldEntry& entry = shape.fields[field];
    return entry.named && entry.name == name && schema::code(table.expr(entry.type)) == code;
  };
  return shape.name == kExtShapeName && shape.super < 0 && shape.fields.size() == 2 &&
         has(0, "type", schema::TypeCode::kI8) && has(1, "data", schema::TypeCode::kData);
}

}  // namespace fastser::convert
