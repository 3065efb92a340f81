// SPDX-License-Identifier: MIT
//
// What this thread allocates through operator new: how much lives, the peak, the largest request;
// requests made to fail, and memory filled with a byte before it is given out. The hooks themselves
// are in alloc_counter.cc; outside a scope they only count.
//
//   AllocScope scope;
//   ...
//   EXPECT_LE(scope.peak(), 1 << 20);
#pragma once

#include <cstddef>

namespace fastser::testing {

/// The heap that reading `size` bytes of anybody may use.
inline constexpr std::size_t allowed_heap(std::size_t size) { return 32 * size + 64 * 1024; }

/// Counts between its construction and the call. One thread; scopes may not overlap.
class AllocScope {
 public:
  AllocScope() noexcept;
  /// Bytes that live now, beyond those that lived at the start. 0 again: nothing leaked.
  [[nodiscard]] std::ptrdiff_t live() const noexcept;
  /// Most bytes alive at once.
  [[nodiscard]] std::size_t peak() const noexcept;
  /// Largest single request.
  [[nodiscard]] std::size_t largest() const noexcept;
  [[nodiscard]] std::size_t requests() const noexcept;

 private:
  std::ptrdiff_t start_;
  std::size_t first_;
};

/// While it lives, this thread's k-th request (from 1) fails; when sticky, so do all behind it.
class AllocFault {
 public:
  AllocFault(std::size_t k, bool sticky) noexcept;
  AllocFault(const AllocFault&) = delete;
  AllocFault& operator=(const AllocFault&) = delete;
  ~AllocFault();
  /// Whether a request has failed.
  [[nodiscard]] bool fired() const noexcept;
};

/// While it lives, memory that this thread gets is filled with `byte`: what is written of padding
/// or of anything not set shows as a difference between two runs.
class AllocPoison {
 public:
  explicit AllocPoison(unsigned char byte) noexcept;
  AllocPoison(const AllocPoison&) = delete;
  AllocPoison& operator=(const AllocPoison&) = delete;
  ~AllocPoison();
};

}  // namespace fastser::testing
