// SPDX-License-Identifier: MIT
//
// What a caller can choose about one encode or decode of FlexBuffers.
#pragma once

#include <cstddef>
#include <cstdint>

#include "fastser/limits.hpp"

namespace fastser::flexbuffers {

struct EncodeOptions {
  /// Texts of equal contents are written once. Keys always are.
  bool share_strings = false;
  /// Objects behind shared_ptr are written wherever a pointer leads to them. At most this many
  /// times in one encode, which then fails with kOverBudget: a small graph can be a huge tree. Zero
  /// refuses shared_ptr altogether. (Cycles are kTooDeep.)
  std::size_t expanded_objects = 1'000'000;
  /// Most values nested in each other; kTooDeep beyond. The default is what a reader accepts by
  /// default, the most is 512.
  std::uint32_t depth = Limits{}.depth;
};

struct DecodeOptions {
  /// The memory limit is one for the whole decode, however often the input refers to one part of
  /// itself; as many steps as bytes of it may be taken to look at keys.
  Limits limits;
};

}  // namespace fastser::flexbuffers
