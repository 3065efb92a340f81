// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "fastser/limits.hpp"

namespace fastser::flat {

struct EncodeOptions {
  bool share_texts = false;       ///< equal texts once
  bool share_objects = true;      ///< what several shared_ptr own once; a cycle is then an error
  std::string_view identifier{};  ///< four characters that say whose file it is, or nothing
  /// Most tables nested in each other; kTooDeep beyond. The default is what a reader accepts by
  /// default, the most is 512.
  std::uint32_t depth = Limits{}.depth;
};

struct DecodeOptions {
  Limits limits{};
  std::string_view identifier{};  ///< four characters that must be there, or nothing
};

}  // namespace fastser::flat
