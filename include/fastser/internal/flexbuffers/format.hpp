// SPDX-License-Identifier: MIT
//
// The types and widths of FlexBuffers (flatbuffers.dev, "FlexBuffers binary encoding").
//
//   scalar       inside what holds it, as wide as that is
//   anything else: an offset back from where the offset stands, as wide as what holds it, to
//     string     size, bytes, 0          (the offset leads behind the size)
//     blob       size, bytes
//     key        bytes, 0
//     vector     size, elements, a type byte for each
//     map        offset to the keys (a typed vector), their width, and a vector of the values
//     typed      size, elements of one type; fixed: without the size
//   root         at the end: value, type byte, width of the value
//
// A width is 1, 2, 4 or 8 bytes and here mostly its logarithm, the "step". A type byte is the type
// and, below it in two bits, the step of what is inside.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fastser::flexbuffers {

enum Type : std::uint8_t {
  kNull = 0,
  kInt = 1,
  kUint = 2,
  kFloat = 3,
  kKey = 4,
  kString = 5,
  kIndirectInt = 6,
  kIndirectUint = 7,
  kIndirectFloat = 8,
  kMap = 9,
  kVector = 10,
  kVectorInt = 11,
  kVectorUint = 12,
  kVectorFloat = 13,
  kVectorKey = 14,
  kVectorString = 15,  ///< deprecated: the width of the sizes is not said; read as keys
  kVectorInt2 = 16,    ///< fixed: int, uint, float of 2, then of 3 and of 4
  kVectorFloat4 = 24,
  kBlob = 25,
  kBool = 26,
  kVectorBool = 36,
};

/// Stands in the vector itself; anything else is an offset.
constexpr bool is_inline(Type type) { return type <= kFloat || type == kBool; }
constexpr bool is_fixed(Type type) { return type >= kVectorInt2 && type <= kVectorFloat4; }
constexpr bool is_typed(Type type) {
  return (type >= kVectorInt && type <= kVectorString) || type == kVectorBool;
}
/// The typed vector of a scalar type, kInt to kFloat or kBool.
constexpr Type vector_of(Type element) {
  return static_cast<Type>(element - kInt + kVectorInt);  // kVectorBool of kBool, too
}

/// The step of the smallest width that holds a number.
constexpr unsigned step_of(std::uint64_t value) {
  return value <= 0xFF ? 0 : value <= 0xFFFF ? 1 : value <= 0xFFFFFFFF ? 2 : 3;
}
/// The same for two's complement: as many bits, and one for the sign.
constexpr std::uint64_t signless(std::int64_t value) {
  return static_cast<std::uint64_t>(value ^ (value >> 63)) << 1;
}
constexpr unsigned step_of_int(std::int64_t value) { return step_of(signless(value)); }

/// The next multiple of the width of a step.
constexpr std::size_t aligned(std::size_t position, unsigned step) {
  const std::size_t mask = (std::size_t{1} << step) - 1;
  return (position + mask) & ~mask;
}

/// Bits of a float as bits of the double that it is, and back where nothing is lost. By bits, since
/// arithmetic would change NaNs.
[[nodiscard]] std::uint64_t widened(std::uint32_t bits) noexcept;
[[nodiscard]] bool narrowed(std::uint64_t bits, std::uint32_t& narrow) noexcept;

}  // namespace fastser::flexbuffers
