// SPDX-License-Identifier: MIT
//
// What all fuzz targets share. A broken promise ends the program with a sentence, which is what a
// fuzzer takes for a finding. No codec is instantiated here: that is slow to compile, and most
// targets read no typed values (those that do: attempts.hpp).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "fastser/buffer.hpp"
#include "support/alloc_counter.hpp"

namespace fastser::fuzzing {

using testing::AllocScope;
using testing::allowed_heap;

[[noreturn]] inline void broken(const std::string& promise) {
  std::fprintf(stderr, "broken promise: %s\n", promise.c_str());
  std::abort();
}

inline BytesView view_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const std::byte*>(data), size};
}

inline bool same(BytesView left, BytesView right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end());
}

/// Runs `work`, which reads `size` bytes, within `most` bytes of heap and without leaks.
template <typename Work>
void within_heap(std::size_t size, std::size_t most, Work&& work) {
  const AllocScope scope;
  work();
  if (scope.peak() > most) {
    broken("peak heap of " + std::to_string(scope.peak()) + " bytes for " + std::to_string(size));
  }
  if (scope.live() != 0) broken("leaked " + std::to_string(scope.live()) + " bytes");
}
template <typename Work>
void within_heap(std::size_t size, Work&& work) {
  within_heap(size, allowed_heap(size), work);
}

}  // namespace fastser::fuzzing
