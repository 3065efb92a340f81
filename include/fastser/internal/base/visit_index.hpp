// SPDX-License-Identifier: MIT
//
// visit_index: from a number known at run time to a constant, as the alternatives of a variant
// need.
#pragma once

#include <cstddef>
#include <utility>

#include "fastser/internal/base/compiler.hpp"

namespace fastser {

/// Calls call.operator()<index>(), if `index` is less than kCount; else false.
template <std::size_t kCount, typename Call>
FASTSER_INLINE inline bool visit_index(std::size_t index, Call&& call) {
  return [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) FASTSER_INLINE_LAMBDA {
    return ((index == kIndex && (call.template operator()<kIndex>(), true)) || ...);
  }
  (std::make_index_sequence<kCount>{});
}

}  // namespace fastser
