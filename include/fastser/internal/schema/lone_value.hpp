// SPDX-License-Identifier: MIT
//
// Lone values: records that only give an identity to a value.
#pragma once

#include <cstdint>

#include "fastser/internal/schema/type_table.hpp"

namespace fastser::schema {

/// Whether a record of this shape stands for a value that it gives an identity: it has a name, and
/// of it and its super-shapes one field, without a name. Where there is no identity the value is
/// told instead of it (docs/foundation.md), and in paths the field is no step.
[[nodiscard]] bool is_lone_value(const TypeTable& table, std::uint32_t shape) noexcept;

}  // namespace fastser::schema
