// SPDX-License-Identifier: MIT
//
// What the format demands of values beyond their size (docs/format.md section 4), and the sentence
// for each fault: the same whoever reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/type/code.hpp"

namespace fastser::archive {

/// What is wrong with a value, and where; no message: nothing.
struct ValueFault {
  std::string_view message;
  std::size_t at = 0;  ///< byte of the value
  explicit operator bool() const noexcept { return !message.empty(); }
};

/// Checks the bytes of a value whose size is fixed.
[[nodiscard]] inline ValueFault fault_of_fixed(schema::TypeCode code,
                                               const std::byte* from) noexcept {
  constexpr std::uint32_t kNanosPerSecond = 1'000'000'000;
  constexpr std::uint32_t kDecimalFlags = 0x80FF0000U;  // the sign, and the scale's eight bits
  constexpr std::uint32_t kMaxScale = 28;
  if (code == schema::TypeCode::kBool && static_cast<std::uint8_t>(*from) > 1) {
    return {"a bool that is neither 0 nor 1", 0};
  }
  if (code == schema::TypeCode::kDate &&
      wire::load_le<std::uint32_t>(from + 8) >= kNanosPerSecond) {
    return {"a date with a second or more of nanoseconds", 8};
  }
  if (code == schema::TypeCode::kDecimal) {
    const auto flags = wire::load_le<std::uint32_t>(from + 12);
    if ((flags & ~kDecimalFlags) != 0 || ((flags >> 16) & 0xFF) > kMaxScale) {
      return {"a decimal with a wrong scale or sign", 12};
    }
  }
  return {};
}

/// The largest number (of a signed type: of its zigzag) that a varint of this type may be.
[[nodiscard]] constexpr std::uint64_t largest_varint(schema::TypeCode code) noexcept {
  switch (code) {
    case schema::TypeCode::kVarI16:
    case schema::TypeCode::kVarU16: return 0xFFFFU;
    case schema::TypeCode::kVarI32:
    case schema::TypeCode::kVarU32: return 0xFFFFFFFFU;
    default: return static_cast<std::uint64_t>(-1);
  }
}
inline constexpr std::string_view kBeyondItsWidth = "a number beyond its width";

/// Checks the bytes of `count` bits.
[[nodiscard]] inline ValueFault fault_of_bits(std::uint64_t count, BytesView bytes) noexcept {
  const auto spare = static_cast<unsigned>(count % 8);
  if (spare == 0 || (static_cast<unsigned>(bytes.back()) >> spare) == 0) return {};
  return {"unused bits that are not 0", bytes.size() - 1};
}
/// Bytes that `count` bits take.
[[nodiscard]] constexpr std::uint64_t bytes_of_bits(std::uint64_t count) noexcept {
  return count / 8 + (count % 8 != 0 ? 1 : 0);
}

inline constexpr std::string_view kNoSuchFlag = "an optional flag above 1";
inline constexpr std::string_view kNoSuchAlternative = "a variant index that is out of range";
inline constexpr std::string_view kNoSuchShape = "a shape number that is out of range";
inline constexpr std::string_view kTooLongVarint = "a varint longer than 64 bits";
inline constexpr std::string_view kMapKeyTwice = "a key that the map has twice";
inline constexpr std::string_view kSetElementTwice = "an element that the set has twice";
inline constexpr std::string_view kNoSuchText = "a back-reference to no string or data";
inline constexpr std::string_view kNoSuchObject = "a back-reference to no object";
inline constexpr std::string_view kObjectOfAnotherType =
    "a back-reference to an object of another type";
inline constexpr std::string_view kBodyOfNoObject = "the body of an object that does not exist";
inline constexpr std::string_view kBodyOfAnotherType = "a body of another type than promised";
inline constexpr std::string_view kSecondBody = "a second body of one object";

}  // namespace fastser::archive
