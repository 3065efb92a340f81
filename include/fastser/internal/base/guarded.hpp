// SPDX-License-Identifier: MIT
#pragma once

#include <exception>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/status.hpp"

namespace fastser {

/// What guarded makes of an allocation that failed. Out of line: every entry point has one.
[[nodiscard]] FASTSER_COLD Status out_of_memory() noexcept;

/// Calls work(), which makes a Status or a Result; an allocation that fails inside a container
/// becomes kNoMemory.
template <typename Work>
FASTSER_INLINE inline auto guarded(Work&& work) -> decltype(work()) {
#if defined(__cpp_exceptions)
  try {
    return work();
  } catch (const std::exception&) {
    return out_of_memory();
  }
#else
  return work();
#endif
}

}  // namespace fastser
