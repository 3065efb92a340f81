// SPDX-License-Identifier: MIT
//
// FlatSlot: what is known of a slot of a layout when it is written as FlatBuffers: what its values
// are, found by measuring them, and how they are put, which a FlatPlan decides.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "convert/document/layout.hpp"
#include "fastser/internal/flat/declarations.hpp"

namespace fastser::convert {

enum class FlatForm : std::uint8_t {
  kNothing,  ///< never a value but null
  kScalar,
  kString,
  kData,
  kTable,
  kMap,    ///< entries of text keys
  kPairs,  ///< entries of other keys
  kMoment,
  kExt,
  kList,
  kFlex,
  kEither,
};

/// The fields of an Either in their order. Integers that no type holds together are two of them.
enum EitherField : std::uint8_t {
  kBoolean,
  kInteger,
  kNatural,
  kRealNumber,
  kText,
  kListOf,
  kObjectOf,
  kNumber32,
  kNumber64,
  kBytes,
  kMomentOf,
  kExtOf,
  kMapOf,
};
inline constexpr std::size_t kEitherFields = 13;
inline constexpr std::uint16_t kNoField = 0xFFFF;
/// The number in the schema of each of the fields, or kNoField.
using EitherFields = std::array<std::uint16_t, kEitherFields>;

/// How the values of a slot are put.
struct FlatSlot {
  FlatForm form = FlatForm::kNothing;
  bool known = false;
  bool has_null = false;    ///< written as a missing field
  std::uint16_t kinds = 0;  ///< SlotKind; numbers of two kinds are one where that loses nothing
  bool tells_null = false;  ///< null is written as a value
  bool boxed = false;       ///< lists: elements stand in tables of one field
  flat::BaseType integer = flat::BaseType::None;  ///< None: no type holds all
  flat::BaseType real = flat::BaseType::None;
  std::int32_t list = -1;    ///< declaration of the boxes of the elements
  std::int32_t pairs = -1;   ///< of the entries of maps with other keys than text
  std::int32_t either = -1;  ///< of the Either
  std::uint32_t fields = 0;  ///< number of the Either's fields among eithers

  // Seen in the values.
  bool negative = false;
  bool exact_reals = true;  ///< every integer is a double
  bool floats = true;       ///< every number is a float
  bool flexible = true;     ///< FlexBuffers can say all values
  std::uint64_t largest = 0;
  std::int64_t smallest = 0;
};

/// Of each slot of the layout, what its values are.
[[nodiscard]] std::vector<FlatSlot> measure_flat(Layout& layout);

/// The type that a scalar is written as.
[[nodiscard]] flat::BaseType scalar_type(const FlatSlot& slot, const Node& node);
/// The field of an Either that a value of the slot is put in; kEitherFields for null.
[[nodiscard]] std::size_t either_field(const FlatSlot& slot, const Node& node);

}  // namespace fastser::convert
