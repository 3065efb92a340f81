// SPDX-License-Identifier: MIT
//
// The bytes that start a MessagePack value (github.com/msgpack/msgpack/blob/master/spec.md).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fastser::msgpack {

/// First bytes. Sizes and numbers behind them are big-endian.
enum Tag : std::uint8_t {
  kFixMap = 0x80,
  kFixArray = 0x90,
  kFixStr = 0xA0,
  kNil = 0xC0,
  kReserved = 0xC1,
  kFalse = 0xC2,
  kTrue = 0xC3,
  kBin8 = 0xC4,
  kBin16 = 0xC5,
  kBin32 = 0xC6,
  kExt8 = 0xC7,
  kExt16 = 0xC8,
  kExt32 = 0xC9,
  kF32 = 0xCA,
  kF64 = 0xCB,
  kU8 = 0xCC,
  kU16 = 0xCD,
  kU32 = 0xCE,
  kU64 = 0xCF,
  kI8 = 0xD0,
  kI16 = 0xD1,
  kI32 = 0xD2,
  kI64 = 0xD3,
  kFixExt1 = 0xD4,
  kFixExt2 = 0xD5,
  kFixExt4 = 0xD6,
  kFixExt8 = 0xD7,
  kFixExt16 = 0xD8,
  kStr8 = 0xD9,
  kStr16 = 0xDA,
  kStr32 = 0xDB,
  kArray16 = 0xDC,
  kArray32 = 0xDD,
  kMap16 = 0xDE,
  kMap32 = 0xDF,
  kNegative = 0xE0,
};
inline constexpr std::size_t kFixMapMost = 15;
inline constexpr std::size_t kFixStrMost = 31;
/// The most bytes in front of a value's contents.
inline constexpr std::size_t kMaxHead = 9;

enum class Kind : std::uint8_t {
  nil,
  boolean,
  positive,  ///< an integer from 0 on
  negative,  ///< one below 0
  f32,
  f64,
  str,
  bin,
  array,
  map,
  ext,
};

/// A set of kinds, a bit each.
using Kinds = std::uint32_t;
template <typename... K>
constexpr Kinds kinds_of(K... kind) {
  return ((Kinds{1} << static_cast<unsigned>(kind)) | ... | Kinds{0});
}

/// The start of a value, taken apart.
struct Head {
  Kind kind = Kind::nil;
  std::int8_t ext_type = 0;
  /// boolean: 0 or 1; integers: the number (two's complement); floats: their bits; str, bin, ext:
  /// bytes that follow; array: values that follow; map: pairs that follow.
  std::uint64_t value = 0;
};

/// The type of an extension that is a moment.
inline constexpr std::int8_t kTimestampType = -1;

/// A value of an application's own kind.
struct Ext {
  std::int8_t type = 0;  ///< from 0 on the application's, below 0 MessagePack's
  std::vector<std::byte> data;
  friend bool operator==(const Ext&, const Ext&) = default;
};

/// A moment with all that MessagePack can say; std::chrono's time points are written so too.
struct Timestamp {
  std::int64_t seconds = 0;       ///< since 1970-01-01T00:00:00Z
  std::uint32_t nanoseconds = 0;  ///< on top of them, below 1e9
  friend bool operator==(const Timestamp&, const Timestamp&) = default;
};

}  // namespace fastser::msgpack
