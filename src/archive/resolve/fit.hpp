// SPDX-License-Identifier: MIT
//
// What fits what, where there is a choice: alternatives of variants (docs/versions.md).
#pragma once

#include <cstddef>
#include <cstdint>

#include "fastser/internal/archive/resolve/resolve.hpp"

namespace fastser::archive {

[[nodiscard]] constexpr bool is_sequence(TypeCode code) noexcept {
  return code == TypeCode::kList || code == TypeCode::kSet || code == TypeCode::kArray;
}
[[nodiscard]] bool is_map(TypeExpr type) noexcept;
/// What multimaps are written as.
[[nodiscard]] bool is_list_of_pairs(TypeExpr type) noexcept;

/// Whether reading a node begins with a value of this type; what only the value tells, resolve()
/// will tell.
[[nodiscard]] bool starts_with(const Node& node, TypeExpr type);

/// A value that goes into a variant: its type, that of its class where only the value tells it
/// (else `type` again), and which alternative it was of the writer's `variant` (null `at`: it was
/// in none).
struct WriterChoice {
  TypeExpr type;
  TypeExpr of_class;
  TypeExpr variant;
  std::uint64_t index;
};
/// The reader's alternative for it; as many as there are when there is none.
[[nodiscard]] std::size_t choose(const VariantNode& node, const WriterChoice& choice,
                                 const schema::TypeTable& table);

}  // namespace fastser::archive
