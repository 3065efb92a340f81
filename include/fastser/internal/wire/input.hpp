// SPDX-License-Identifier: MIT
//
// Input: bytes that a codec reads, and what it may spend on them. As with Output, the read position
// is passed and returned; null means failed, and the Input then holds the code and the place.
//
// Every count is checked against the bytes left before anything is allocated, every allocation
// against one budget for the whole decode (B1-B3), nesting against one depth (B5).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/internal/base/checked.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/wire/faults.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"

namespace fastser::wire {

using Cursor = const std::byte*;

class Input {
 public:
  /// Reads `bytes`; `input_size` is what the memory limit is a multiple of.
  FASTSER_INLINE Input(BytesView bytes, const Limits& limits, std::size_t input_size) noexcept
      : end(bytes.data() + bytes.size()),
        budget(limits.memory_for(input_size)),
        depth_left(limits.depth < kMaxDepth ? limits.depth : kMaxDepth),
        begin_(bytes.data()) {}
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

  [[nodiscard]] std::size_t left(Cursor cur) const noexcept {
    return static_cast<std::size_t>(end - cur);
  }

  [[nodiscard]] Cursor begin() const noexcept { return begin_; }
  [[nodiscard]] std::size_t size() const noexcept { return left(begin_); }

  /// Notes the first failure; returns null for the caller to return, and is inlined so that the
  /// compiler knows.
  FASTSER_INLINE Cursor fail(Code code, Cursor at, std::string_view message) noexcept {
    note(code, at, message);
    return nullptr;
  }
  /// For one who finds that something earlier was wrong.
  void forget_failure() noexcept { code_ = Code::kOk; }
  FASTSER_INLINE Cursor fail_truncated(Cursor at) noexcept {
    note_truncated(at);
    return nullptr;
  }
  FASTSER_INLINE Cursor fail_budget(Cursor at) noexcept {
    note_budget(at);
    return nullptr;
  }
  FASTSER_INLINE Cursor fail_depth(Cursor at) noexcept {
    note_depth(at);
    return nullptr;
  }

  /// Takes n bytes from the budget.
  [[nodiscard]] bool charge(std::size_t n) noexcept {
    if (n > budget) [[unlikely]] {
      return false;
    }
    budget -= n;
    return true;
  }
  [[nodiscard]] bool charge(std::size_t count, std::size_t size) noexcept {
    std::size_t bytes = 0;
    return checked_multiply(count, size, bytes) && charge(bytes);
  }
  /// Elements of `size` bytes to allocate in one go, given what the input can still prove.
  [[nodiscard]] std::size_t first_step(Cursor cur, std::size_t count,
                                       std::size_t size) const noexcept {
    const std::size_t most = (8 * left(cur) + 4096) / size;
    return count < most ? count : most;
  }

  [[nodiscard]] bool enter() noexcept {
    if (depth_left == 0) [[unlikely]] {
      return false;
    }
    --depth_left;
    return true;
  }
  void leave() noexcept { ++depth_left; }

  [[nodiscard]] bool failed() const noexcept { return code_ != Code::kOk; }
  [[nodiscard]] Code code() const noexcept { return code_; }
  [[nodiscard]] std::size_t error_offset() const noexcept { return error_offset_; }
  /// The failure without a path.
  [[nodiscard]] Status bare_status() const { return Status(code_, message_, error_offset_); }

  Cursor end;
  std::size_t budget;
  std::uint32_t depth_left;

 private:
  FASTSER_COLD void note(Code code, Cursor at, std::string_view message) noexcept;
  FASTSER_COLD void note_truncated(Cursor at) noexcept;
  FASTSER_COLD void note_budget(Cursor at) noexcept;
  FASTSER_COLD void note_depth(Cursor at) noexcept;

  Code code_ = Code::kOk;  // one word with depth_left
  Cursor begin_;
  std::string_view message_;
  std::size_t error_offset_ = 0;
};

}  // namespace fastser::wire
