// SPDX-License-Identifier: MIT
//
// What counts as depth (docs/format.md section 3), for readers that go by the archive's types. An
// object counts where its body is, besides what this says of the body.
#pragma once

#include <cstdint>

#include "fastser/internal/schema/type_table.hpp"
#include "fastser/type/code.hpp"

namespace fastser::archive {

/// Where a value lies.
enum class Inside : std::uint8_t {
  kField,    ///< a field; an element of a tuple or array
  kElement,  ///< the root; an element of a list or set, a key or value of a map
  kBody,     ///< what an object is
  kChoice,   ///< in an optional, variant or any
};

[[nodiscard]] constexpr bool counts_as_depth(schema::TypeCode code, Inside inside) noexcept {
  using schema::TypeCode;
  switch (code) {
    case TypeCode::kList:
    case TypeCode::kSet:
    case TypeCode::kMap:
    case TypeCode::kOrderedMap: return inside != Inside::kBody;
    case TypeCode::kRecord:
    case TypeCode::kAnyRecord:
    case TypeCode::kOwnedAny:
    case TypeCode::kTuple:
    case TypeCode::kArray: return inside == Inside::kField || inside == Inside::kChoice;
    case TypeCode::kOptional:
    case TypeCode::kVariant:
    case TypeCode::kAny: return inside == Inside::kChoice;
    default: return false;
  }
}

/// Levels of depth that a value always has which is passed over without a look into it, since it
/// has a plain_wire_size.
[[nodiscard]] inline std::uint32_t plain_depth(const schema::TypeTable& table,
                                               schema::TypeExpr type, Inside inside) noexcept {
  if (schema::fixed_size(schema::code(type)) != 0) return 0;
  return schema::plain_nesting(table, type) +
         (counts_as_depth(schema::code(type), inside) ? 1U : 0U);
}

}  // namespace fastser::archive
