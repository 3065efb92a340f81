// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "fastser/limits.hpp"

namespace fastser::flat {

struct EncodeOptions {
  bool share_texts = false;       ///< equal texts once
  bool share_objects = true;      ///< what several shared_ptr own once; a cycle is then an error
  std::string_view identifier{};  ///< four characters that say whose file it is, or nothing
};

struct DecodeOptions {
  Limits limits{};
  std::string_view identifier{};  ///< four characters that must be there, or nothing
};

}  // namespace fastser::flat
