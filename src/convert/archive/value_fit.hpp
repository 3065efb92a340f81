// SPDX-License-Identifier: MIT
//
// Whether a type of one number or text holds a value of a document.
#pragma once

#include <cstdint>

#include "convert/document/dom.hpp"
#include "fastser/type/code.hpp"

namespace fastser::convert {

/// How well a value fits a type; more is better. kBarely: null as the empty tuple.
enum class Fit : std::uint8_t { kNot, kBarely, kLoosely, kWidened, kExactly };

[[nodiscard]] constexpr bool is_text(schema::TypeCode code) noexcept {
  using schema::TypeCode;
  return code == TypeCode::kString || code == TypeCode::kSharedString || code == TypeCode::kUrl ||
         code == TypeCode::kClassRef;
}
[[nodiscard]] bool is_integer(const Node& node);
/// Whether it is an integer that an integer type holds.
[[nodiscard]] bool holds(schema::TypeCode code, const Node& node);
/// Of a number of any kind.
[[nodiscard]] double number_of(const Node& node);
/// Whether it is a number that f32 or f64 holds to the last bit.
[[nodiscard]] bool holds_real(schema::TypeCode code, const Node& node);

}  // namespace fastser::convert
