// SPDX-License-Identifier: MIT
//
// What all fuzz targets share. One translation unit is one program, so the hooks of the allocation
// counter are part of it. A broken promise ends the program with a sentence, which is what a fuzzer
// takes for a finding.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "fastser/archive.hpp"
#include "hostile/attempt.hpp"
#include "support/alloc_counter.cc"  // NOLINT: the only translation unit

namespace fastser::fuzzing {

using testing::AllocScope;
using testing::allowed_heap;
using testing::Live;
using testing::Outcome;

[[noreturn]] inline void broken(const std::string& promise) {
  std::fprintf(stderr, "broken promise: %s\n", promise.c_str());
  std::abort();
}

/// The table that a Registry brings into a decode is not the input's doing.
inline constexpr std::size_t kRegistryHeap = 16 * 1024;

inline void check(const Outcome& outcome, std::size_t size) {
  if (!outcome.broken.empty()) broken(outcome.broken);
  if (outcome.peak > allowed_heap(size) + kRegistryHeap) {
    broken("peak heap of " + std::to_string(outcome.peak) + " bytes for " + std::to_string(size));
  }
}

inline BytesView view_of(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const std::byte*>(data), size};
}

/// Runs `work`, which reads `size` bytes, within their heap and without leaks.
template <typename Work>
void within_heap(std::size_t size, Work&& work) {
  const AllocScope scope;
  work();
  if (scope.peak() > allowed_heap(size)) {
    broken("peak heap of " + std::to_string(scope.peak()) + " bytes for " + std::to_string(size));
  }
  if (scope.live() != 0) broken("leaked " + std::to_string(scope.live()) + " bytes");
}

/// Reads bytes as one of the models; `header` bare or by what the bytes say.
template <typename T>
void attempt(BytesView bytes, const Registry* registry, bool fixpoint, archive::Header header) {
  check(testing::attempt<T>(bytes, registry, fixpoint, header), bytes.size());
}

inline void attempt_v1(unsigned which, BytesView bytes, bool fixpoint) {
  namespace v1 = testing::v1;
  const auto header = (which & 0x80) != 0 ? archive::Header::bare : archive::Header::self_described;
  switch (which % 8) {
    case 0: return attempt<v1::Plain>(bytes, nullptr, fixpoint, header);
    case 1: return attempt<v1::Texts>(bytes, nullptr, fixpoint, header);
    case 2: return attempt<v1::Boxes>(bytes, nullptr, fixpoint, header);
    case 3: return attempt<v1::Shared>(bytes, nullptr, fixpoint, header);
    case 4: return attempt<v1::Graph>(bytes, nullptr, fixpoint, header);
    case 5: return attempt<v1::Link*>(bytes, nullptr, fixpoint, header);
    default: return attempt<v1::Drawing>(bytes, &v1::registry(), fixpoint, header);
  }
}

inline void attempt_v2(unsigned which, BytesView bytes, bool fixpoint) {
  namespace v2 = testing::v2;
  constexpr auto kHeader = archive::Header::self_described;
  switch (which % 8) {
    case 0: return attempt<v2::Plain>(bytes, nullptr, fixpoint, kHeader);
    case 1: return attempt<v2::Texts>(bytes, nullptr, fixpoint, kHeader);
    case 2: return attempt<v2::Boxes>(bytes, nullptr, fixpoint, kHeader);
    case 3: return attempt<v2::Shared>(bytes, nullptr, fixpoint, kHeader);
    case 4: return attempt<v2::Graph>(bytes, nullptr, fixpoint, kHeader);
    case 5: return attempt<v2::Link*>(bytes, nullptr, fixpoint, kHeader);
    default: return attempt<v2::Drawing>(bytes, &v2::registry(), fixpoint, kHeader);
  }
}

}  // namespace fastser::fuzzing
