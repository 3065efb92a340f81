// SPDX-License-Identifier: MIT
//
// The keys that a record has as an object: names of fields, and positions of those without.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fastser/internal/schema/type_table.hpp"

namespace fastser::convert {

/// Room for a number.
using Digits = std::array<char, 20>;
/// The key of a field without a name; points into `room`.
[[nodiscard]] std::string_view position_text(std::uint64_t index, Digits& room);

/// Whether a type is a variant, or one behind optionals and references.
[[nodiscard]] bool leads_to_variant(schema::TypeExpr type);

/// A shape has no name twice, but it and its super-shape may have one in common, and a field
/// without a name is called by its position.
[[nodiscard]] bool has_key_twice(const schema::TypeTable& table, std::uint32_t shape);
/// About how many bytes that looks at: a long chain of super-shapes is short in the table.
[[nodiscard]] std::size_t shape_cost(const schema::TypeTable& table, std::uint32_t shape);

}  // namespace fastser::convert
