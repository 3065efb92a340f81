// SPDX-License-Identifier: MIT
//
// Limits: what one decode may spend. On by default, cumulative over the whole decode (a check per
// container passes again at every level, which is how nested bombs work: B1-B3 of the test plan).
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstddef>
#include <cstdint>

namespace fastser {

/// The budget of one decode. A plain value; the defaults are safe for input from strangers.
struct Limits {
  /// Values nested inside values (records, containers, inline objects).
  std::uint32_t depth = 128;
  /// Bytes of memory the decoded value may take: at most `memory_factor` times the size of the
  /// input plus `memory_base`. Element memory is counted, not wire bytes. Saturates. The whole
  /// decode is promised to live in 64 KiB and the multiple: what is left of them is for the path
  /// that an error tells, built while the value is still there.
  std::size_t memory_factor = 32;
  std::size_t memory_base = std::size_t{60} * 1024;

  /// The budget in bytes for an input of `input_size` bytes.
  [[nodiscard]] constexpr std::size_t memory_for(std::size_t input_size) const noexcept {
    constexpr std::size_t kMax = static_cast<std::size_t>(-1);
    constexpr std::size_t kHalf = std::size_t{1} << (sizeof(std::size_t) * 4);
    const bool small = memory_factor < kHalf && input_size < kHalf;  // spares the division
    if (!small && memory_factor != 0 && input_size > kMax / memory_factor) return kMax;
    const std::size_t product = memory_factor * input_size;
    return product > kMax - memory_base ? kMax : product + memory_base;
  }

  /// No limit but the machine's memory; the depth stays bounded, since the stack is.
  [[nodiscard]] static constexpr Limits unlimited() noexcept {
    return Limits{.depth = 512, .memory_factor = 0, .memory_base = static_cast<std::size_t>(-1)};
  }
};

/// Recursion is never deeper than this, whatever Limits::depth says: a thread's stack is finite.
/// (Chains of objects are not recursion: writers defer bodies, see docs/format.md section 8.)
inline constexpr std::uint32_t kMaxDepth = 512;

}  // namespace fastser
