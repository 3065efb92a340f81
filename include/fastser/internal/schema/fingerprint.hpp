// SPDX-License-Identifier: MIT
//
// Fingerprint: the 64-bit FNV-1a hash of a type table's bytes (docs/format.md section 2). Equal
// fingerprints say "both sides have this very table". It guards against mistakes, not against
// forgery: a reader still checks every value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "fastser/buffer.hpp"
#include "fastser/internal/base/fnv1a.hpp"

namespace fastser::schema {

/// The fingerprint of a table. One multiplication a byte; usable at compile time.
template <typename Byte>
[[nodiscard]] constexpr std::uint64_t fingerprint_of(std::span<const Byte> table) noexcept {
  return fnv1a<std::uint64_t>(table);
}
[[nodiscard]] constexpr std::uint64_t fingerprint_of(BytesView table) noexcept {
  return fingerprint_of<std::byte>(table);
}

}  // namespace fastser::schema
