// SPDX-License-Identifier: MIT
//
// Handles that are counted, and what they have inside.
#pragma once

#include <atomic>
#include <cstddef>
#include <new>
#include <utility>

#include "capi/base.hpp"
#include "fastser/type.hpp"

namespace fastser::capi {

/// Owners of a handle that never changes.
class Counted {
 public:
  void retain() noexcept { owners_.fetch_add(1, std::memory_order_relaxed); }
  /// Whether that was the last owner.
  [[nodiscard]] bool release() noexcept {
    return owners_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }

 private:
  std::atomic<std::size_t> owners_{1};
};

}  // namespace fastser::capi

struct fastser_type {
  explicit fastser_type(fastser::Type made) noexcept : type(std::move(made)) {}
  fastser::Type type;
  fastser::capi::Counted owners;
};

namespace fastser::capi {

/// A new handle for what the caller gets.
template <typename Handle, typename Value>
Status give_handle(Value&& value, Handle** to) {
  *to = new (std::nothrow) Handle(std::forward<Value>(value));
  return *to != nullptr ? Status() : Status(Code::kNoMemory, "an allocation failed");
}

}  // namespace fastser::capi
