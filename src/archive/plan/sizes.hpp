// SPDX-License-Identifier: MIT
//
// Bytes in memory: of values in their forms, and what a decode charges for what it makes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>

#include "archive/plan/layout.hpp"
#include "fastser/internal/schema/type_table.hpp"

namespace fastser::archive {

inline constexpr std::size_t kUnknown = static_cast<std::size_t>(-1);
inline constexpr std::size_t kMaxOffset = std::numeric_limits<std::uint32_t>::max();

/// Bytes of a value in plain form; kUnknown where there is no such form.
[[nodiscard]] std::size_t plain_size(schema::TypeExpr expr) noexcept;
/// Bytes of a value in any form; kUnknown where they do not fit each other.
[[nodiscard]] std::size_t memory_size(schema::TypeExpr expr, const Form& form) noexcept;

/// What an element of a list is charged.
[[nodiscard]] inline std::size_t element_memory(const ListAccess& access) noexcept {
  return std::max<std::size_t>(access.element != 0 ? access.element : access.stride, 1);
}
/// What a text behind an accessor is charged: short ones lie in the value itself.
[[nodiscard]] constexpr std::size_t text_memory(std::size_t size) noexcept {
  return size + (size > 15 ? 16U : 0U);
}

}  // namespace fastser::archive
