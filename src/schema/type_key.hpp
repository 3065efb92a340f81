// SPDX-License-Identifier: MIT
//
// Type expressions as bytes of their own: equal bytes are an equal type, however its numbers were
// written, and are a type expression again.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "fastser/internal/schema/type_table.hpp"

namespace fastser::schema {

/// A varint.
void append_number(std::string& out, std::uint64_t value);

/// The key of a type. Cost: as long as the expression.
[[nodiscard]] std::string type_key(TypeExpr expr);

/// Appends the same for another table: `record` puts that table's number of a record in place of
/// this one's (its errors are this function's), and texts are shared ones if `shares`.
[[nodiscard]] Status translate_type(TypeExpr expr, bool shares,
                                    const std::function<Status(std::uint32_t&)>& record,
                                    std::string& out);

}  // namespace fastser::schema
