// SPDX-License-Identifier: MIT
//
// Limits: how much memory and depth one decode may use. They are on by default, and hold for the
// whole decode: a check per container would pass again at every level, which is what nested bombs
// use (classes of bugs B1 to B3, docs/architecture.md). docs/limits.md explains them.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstddef>
#include <cstdint>

namespace fastser {

/// The limits of one decode. The defaults are safe for input that you do not trust.
struct Limits {
  /// How deep values may be nested in values; docs/format.md section 3 says what counts. More than
  /// 512 counts as 512, except for values that a CoderReader opens.
  std::uint32_t depth = 128;
  /// Most bytes of memory that the decoded value may take: `memory_factor` times the size of the
  /// input, plus `memory_base`. What counts is memory, not bytes of the input. A sum that is too
  /// large for size_t means no limit. The whole decode needs at most 4 KiB more, for the path of an
  /// error.
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

  /// No limit of memory. The depth is still limited, since the stack is.
  [[nodiscard]] static constexpr Limits unlimited() noexcept {
    return Limits{.depth = 512, .memory_factor = 0, .memory_base = static_cast<std::size_t>(-1)};
  }
};

/// No recursion is deeper than this, whatever Limits::depth says, since a thread's stack is finite.
/// (Long chains of objects need no recursion: writers defer bodies, docs/format.md section 8.)
inline constexpr std::uint32_t kMaxDepth = 512;

}  // namespace fastser
