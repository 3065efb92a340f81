// SPDX-License-Identifier: MIT
//
// One attempt of a fuzz target to read bytes as a T, and what it must keep.
#pragma once

#include "fuzz/attempts.hpp"
#include "hostile/attempt.hpp"

namespace fastser::fuzzing {

/// The table that a Registry brings into a decode is not the input's doing.
inline constexpr std::size_t kRegistryHeap = 16 * 1024;

inline void check(const testing::Outcome& outcome, std::size_t size) {
  if (!outcome.broken.empty()) broken(outcome.broken);
  if (outcome.peak > allowed_heap(size) + kRegistryHeap) {
    broken("peak heap of " + std::to_string(outcome.peak) + " bytes for " + std::to_string(size));
  }
}

template <typename T>
void attempt_as(BytesView bytes, const Registry* registry, bool fixpoint, archive::Header header) {
  check(testing::attempt<T>(bytes, registry, fixpoint, header), bytes.size());
}

}  // namespace fastser::fuzzing
