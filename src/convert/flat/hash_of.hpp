// SPDX-License-Identifier: MIT
//
// The attribute `hash` of FlatBuffers: a text in the place of an integer is its FNV hash.
#pragma once

#include <cstdint>
#include <string_view>

#include "fastser/internal/flat/declarations.hpp"

namespace fastser::convert {

/// The bits of the hash called `name` (fnv1_16, fnv1a_16, and those of 32 and 64 bits). As in
/// flatc, a text ends at its first zero byte. False: there is no such hash of the width of this
/// integer.
[[nodiscard]] bool hash_of(std::string_view text, std::string_view name, flat::BaseType base,
                           std::uint64_t& bits);

}  // namespace fastser::convert
