// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "fastser/limits.hpp"

namespace fastser::msgpack {

/// What a record is written as. Reading takes all three, whatever was written.
enum class Keys : std::uint8_t {
  strings,   ///< a map, field names to values: readable by anybody, the largest
  integers,  ///< a map, field numbers (fastser::id, else the order) to values
  array,     ///< an array of the values in order: the smallest; fields can be added at the end only
};

struct EncodeOptions {
  Keys keys = Keys::strings;
  /// Objects behind shared_ptr are written wherever a pointer leads to them, since MessagePack has
  /// no references. At most this many times in one encode, which then fails with kOverBudget: a
  /// small graph can be a huge tree. Zero refuses shared_ptr altogether. (Cycles are kTooDeep.)
  std::size_t expanded_objects = 1'000'000;
  /// Most values nested in each other; kTooDeep beyond. The default is what a reader accepts by
  /// default, the most is 512.
  std::uint32_t depth = Limits{}.depth;
};

struct DecodeOptions {
  Limits limits;
};

}  // namespace fastser::msgpack
