// SPDX-License-Identifier: MIT
//
// Objective-C's type encodings: "i", "{_NSPoint=ff}", "[12c]".
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "fastser/type/code.hpp"

namespace fastser::convert::cocoa {

/// An integer type, or B.
struct Scalar {
  schema::TypeCode code;
  std::uint8_t width;
  bool has_sign;
};
[[nodiscard]] std::optional<Scalar> scalar_of(char type) noexcept;

/// How many characters the first type takes, qualifiers included; 0: it is none. Brackets nest at
/// most 64 deep.
[[nodiscard]] std::size_t first_type(std::string_view types) noexcept;

/// "[12c]": the 12 and the "c".
struct ArrayType {
  std::uint64_t count = 0;
  std::string_view element;
};
[[nodiscard]] std::optional<ArrayType> array_type(std::string_view type) noexcept;

/// "{name=types}": the types.
[[nodiscard]] std::string_view struct_members(std::string_view type) noexcept;

/// `type` without qualifiers (const and the like).
[[nodiscard]] std::string_view without_qualifiers(std::string_view type) noexcept;

}  // namespace fastser::convert::cocoa
