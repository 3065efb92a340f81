// SPDX-License-Identifier: MIT
//
// Sentences for faults that readers or writers of several formats find. (Those of archives alone:
// archive/value_checks.hpp.)
#pragma once

#include <string_view>

namespace fastser::wire {

inline constexpr std::string_view kTakesTooMuch =
    "the value takes more memory than the limits allow; DecodeOptions::limits (in C: "
    "fastser_limits) "
    "can allow more";
/// Of writers.
inline constexpr std::string_view kNestsTooDeep =
    "values nest deeper than EncodeOptions::depth, or in a cycle";

}  // namespace fastser::wire
