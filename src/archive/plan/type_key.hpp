// SPDX-License-Identifier: MIT
//
// type_key: a type expression as bytes that are equal where the types fit (docs/format.md section
// 6): varints without padding. For maps whose keys are types of one table.
#pragma once

#include <cstdint>
#include <string>

#include "fastser/internal/schema/type_table.hpp"

namespace fastser::archive {

[[nodiscard]] std::string type_key(schema::TypeExpr expr);
/// Appends a varint.
void add_number(std::string& key, std::uint64_t value);

}  // namespace fastser::archive
