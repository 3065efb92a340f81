// SPDX-License-Identifier: MIT
//
// Reading an object slot (docs/format.md section 6). What the object is of, as its slot tells: a
// shape, or (through `ref T`) another type, or, of a promise, a shape that is not known yet; and
// whether it fits another slot.
//
// An Object has `const std::byte* type` (null: of a shape) and `std::uint32_t shape`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "fastser/internal/schema/type_table.hpp"

namespace fastser::archive {

inline constexpr std::uint32_t kShapeNotKnown = 0xFFFFFFFFU;

[[nodiscard]] inline bool is_slot(schema::TypeExpr type) noexcept {
  return schema::code(type) == schema::TypeCode::kRef ||
         schema::code(type) == schema::TypeCode::kAnyRef;
}

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

/// A slot, up to what it says of the object's type.
struct SlotHead {
  std::uint64_t kind = 0;    ///< 0 to 5, or kSlotFirstReference
  std::uint64_t number = 0;  ///< of the object of a back-reference, or that waited for its body

  [[nodiscard]] bool fulfils() const noexcept { return schema::fulfils(kind); }
  [[nodiscard]] bool is_deferred() const noexcept { return schema::is_deferred(kind); }
  [[nodiscard]] bool has_body_here() const noexcept { return schema::has_body_here(kind); }
};

/// Reads a slot up to the body. A source has varint(number); is_there(number), whether an object
/// has that number; and shape(may_lack, number), which reads the number of a shape, or, where that
/// may lack, the number + 1 or 0. They say why when they are false.
template <typename Source, typename Object>
[[nodiscard]] bool read_slot(Source& source, schema::TypeExpr type, SlotHead& slot,
                             Object& object) {
  if (!source.varint(slot.kind)) return false;
  if (slot.kind == schema::kSlotNil) return true;
  if (slot.kind >= schema::kSlotFirstReference) {
    slot.number = slot.kind - schema::kSlotFirstReference;
    slot.kind = schema::kSlotFirstReference;
    return true;
  }
  if (slot.fulfils() && !(source.varint(slot.number) && source.is_there(slot.number))) return false;
  if (type_of_slot(type, object)) return true;
  const bool may_lack = slot.kind == schema::kSlotPromise;
  std::uint64_t shape = 0;
  if (!source.shape(may_lack, shape)) return false;
  if (!may_lack || shape-- != 0) object.shape = static_cast<std::uint32_t>(shape);
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
