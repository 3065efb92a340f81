// SPDX-License-Identifier: MIT
//
// What an object is of, as its slot tells (docs/format.md section 6): a shape, or (through `ref T`)
// another type, or, of a promise, a shape that is not known yet; and whether it fits another slot.
//
// An Object has `const std::byte* type` (null: of a shape) and `std::uint32_t shape`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "fastser/internal/schema/type_table.hpp"

namespace fastser::archive {

inline constexpr std::uint32_t kShapeNotKnown = 0xFFFFFFFFU;

/// Sets the type of a new object where the slot's type says it. False: the shape follows.
template <typename Object>
[[nodiscard]] bool type_of_slot(schema::TypeExpr slot, Object& object) noexcept {
  object.type = nullptr;
  object.shape = kShapeNotKnown;
  if (schema::code(slot) != schema::TypeCode::kRef) return false;
  const schema::TypeExpr of = schema::element(slot);
  if (schema::code(of) == schema::TypeCode::kRecord) {
    object.shape = schema::operand_shape(of);
  } else {
    object.type = of.at;
  }
  return true;
}

enum class SlotFit : std::uint8_t {
  kNo,
  kYes,
  kCompare,  ///< if the object's type equals T of the slot's `ref T`
};

/// Whether an object may be referred to by a slot of this type. The first slot that demands a shape
/// settles that of a promise of any.
template <typename Object>
[[nodiscard]] SlotFit fit_of_slot(Object& object, schema::TypeExpr slot) noexcept {
  const auto when = [](bool fits) { return fits ? SlotFit::kYes : SlotFit::kNo; };
  if (schema::code(slot) == schema::TypeCode::kAnyRef) return when(object.type == nullptr);
  const schema::TypeExpr of = schema::element(slot);
  if (schema::code(of) != schema::TypeCode::kRecord) {
    if (object.type == of.at) return SlotFit::kYes;
    return object.type == nullptr ? SlotFit::kNo : SlotFit::kCompare;
  }
  if (object.type != nullptr) return SlotFit::kNo;
  const std::uint32_t shape = schema::operand_shape(of);
  if (object.shape == kShapeNotKnown) object.shape = shape;
  return when(object.shape == shape);
}

/// The expression at `type`: expressions lie in the table, or (inline ones) in the payload.
[[nodiscard]] inline schema::TypeExpr expression_at(const schema::TypeTable& table,
                                                    const std::byte* type,
                                                    const std::byte* payload_end) noexcept {
  const std::byte* const first = table.bytes().data();
  const std::byte* const end = first + table.bytes().size();
  const bool inside = !std::less<>{}(type, first) && std::less<>{}(type, end);
  return {type, inside ? end : payload_end};
}

}  // namespace fastser::archive
