// SPDX-License-Identifier: MIT
//
// Type codes: the first byte of every type expression (docs/format.md section 4).
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstddef>
#include <cstdint>

namespace fastser::schema {

/// The numbers never change; gaps are reserved.
enum class TypeCode : std::uint8_t {
  kNull = 0x00,
  kBool = 0x01,
  kI8 = 0x02,
  kU8 = 0x03,
  kI16 = 0x04,
  kU16 = 0x05,
  kI32 = 0x06,
  kU32 = 0x07,
  kI64 = 0x08,
  kU64 = 0x09,
  kF32 = 0x0A,
  kF64 = 0x0B,
  kVarI16 = 0x0C,
  kVarU16 = 0x0D,
  kVarI32 = 0x0E,
  kVarU32 = 0x0F,
  kVarI64 = 0x10,
  kVarU64 = 0x11,
  kString = 0x14,
  kData = 0x15,
  kSharedString = 0x16,
  kSharedData = 0x17,
  kDate = 0x18,
  kDuration = 0x19,
  kUuid = 0x1A,
  kDecimal = 0x1B,
  kUrl = 0x1C,
  kClassRef = 0x1D,
  kAppleDate = 0x1E,
  kOptional = 0x20,
  kList = 0x21,
  kArray = 0x22,
  kSet = 0x23,
  kMap = 0x24,
  kOrderedMap = 0x25,
  kVariant = 0x26,
  kEnum = 0x27,
  kRecord = 0x28,
  kRef = 0x29,
  kAnyRecord = 0x2A,
  kAnyRef = 0x2B,
  kAny = 0x2C,
  kTuple = 0x2D,
  kBits = 0x2E,
  kOwnedAny = 0x2F,
};

/// Values of an object slot (docs/format.md section 6).
enum Slot : std::uint64_t {
  kSlotNil = 0,
  kSlotNew = 1,
  kSlotDeferred = 2,
  kSlotPromise = 3,
  kSlotFulfil = 4,
  kSlotFulfilDeferred = 5,
  kSlotFirstReference = 6,
};
/// Whether the slot gives a promised object its body.
[[nodiscard]] constexpr bool fulfils(std::uint64_t slot) noexcept {
  return slot == kSlotFulfil || slot == kSlotFulfilDeferred;
}
/// Whether the slot's object gets its body behind the root.
[[nodiscard]] constexpr bool is_deferred(std::uint64_t slot) noexcept {
  return slot == kSlotDeferred || slot == kSlotFulfilDeferred;
}
/// Whether the slot's object gets its body at the slot.
[[nodiscard]] constexpr bool has_body_here(std::uint64_t slot) noexcept {
  return slot == kSlotNew || slot == kSlotFulfil;
}

/// How deep a typed writer nests objects before it defers their bodies. As many as fit the default
/// depth of 128 where each is seven levels, and there are two more around them; a balanced binary
/// tree of 131,071 objects is that deep. Written in place, an object takes less time than deferred.
inline constexpr std::uint32_t kInlineObjects = 17;
/// How deep type expressions may nest.
inline constexpr std::uint32_t kMaxTypeDepth = 64;

/// How many bytes a value takes in an archive, if the code has a fixed size and no operands; else
/// 0.
[[nodiscard]] constexpr std::size_t fixed_size(TypeCode code) noexcept {
  switch (code) {
    case TypeCode::kBool:
    case TypeCode::kI8:
    case TypeCode::kU8: return 1;
    case TypeCode::kI16:
    case TypeCode::kU16: return 2;
    case TypeCode::kI32:
    case TypeCode::kU32:
    case TypeCode::kF32: return 4;
    case TypeCode::kI64:
    case TypeCode::kU64:
    case TypeCode::kF64:
    case TypeCode::kDuration:
    case TypeCode::kAppleDate: return 8;
    case TypeCode::kDate: return 12;
    case TypeCode::kUuid:
    case TypeCode::kDecimal: return 16;
    default: return 0;
  }
}

}  // namespace fastser::schema
