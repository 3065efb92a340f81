// SPDX-License-Identifier: MIT
//
// Bytes that are damaged, and what every reader owes them: an answer, in bounds of memory and
// without a leak.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "fastser/buffer.hpp"
#include "support/alloc_counter.hpp"
#include "support/effort.hpp"

namespace fastser::testing {

/// Calls attempt(bytes) with one bit of them flipped, for every bit or every `step`-th (fewer under
/// an emulator, see effort.hpp). They lie in memory of their own, so that a sanitizer sees what is
/// read behind them.
template <typename Attempt>
void each_flipped_bit(BytesView bytes, Attempt&& attempt, std::size_t step = kSweepStep) {
  std::vector<std::byte> flipped(bytes.begin(), bytes.end());
  for (std::size_t bit = 0; bit < 8 * flipped.size(); bit += step) {
    const auto mask = static_cast<std::byte>(1U << (bit % 8));
    flipped[bit / 8] ^= mask;
    attempt(std::as_const(flipped));
    flipped[bit / 8] ^= mask;
  }
}

/// Calls read(), which gives nothing back, with as much heap as reading `size` bytes may use.
template <typename Read>
void expect_bounded(std::size_t size, Read&& read) {
  const AllocScope scope;
  read();
  EXPECT_EQ(scope.live(), 0);
  EXPECT_LE(scope.peak(), allowed_heap(size));
}

}  // namespace fastser::testing
