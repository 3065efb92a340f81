// SPDX-License-Identifier: MIT
//
// Nodes of maps lie anywhere in memory. Who walks from one to the next waits for the first cache
// line of each, and can have the others fetched while it writes what came before.
#pragma once

#include <cstddef>

#include "fastser/internal/base/compiler.hpp"

namespace fastser {

inline constexpr std::size_t kCacheLine = 64;

/// Fetches the cache lines of a value, but for the first.
template <typename T>
FASTSER_INLINE inline void prefetch_rest(const T& value) noexcept {
  const auto* const bytes = reinterpret_cast<const std::byte*>(&value);
  for (std::size_t at = kCacheLine; at < sizeof(T); at += kCacheLine) FASTSER_PREFETCH(bytes + at);
}

}  // namespace fastser
