// SPDX-License-Identifier: MIT
//
// Output: where a codec writes to: a Buffer that grows, fixed memory, or nowhere (to count). The
// write position is not in it: `cur` is passed from codec to codec and returned, so that it lives
// in a register (stores through std::byte* may alias any member, and a member would be reloaded
// after every one of them).
//
// Room: a codec asks `ensure(cur, n)` for small steps (n <= kMaxStep) and then stores unchecked;
// bulk goes through put_bytes. Neither can fail in the caller's eyes: once something failed, or
// where bytes are only counted, writing goes on into a scratch area that starts over when full. The
// first error is kept and reported at the end. So encoding has no error branches.
//
// A codec may ask for more than it then writes. At the end of fixed memory the last steps therefore
// go through the scratch area, and only what was written has to fit.
//
// Invariant: begin_ <= cur <= end, and [cur, end) is writable.
// Thread rule: one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/internal/wire/varint.hpp"
#include "fastser/status.hpp"

namespace fastser::wire {

/// Most bytes that one ensure() may ask for.
inline constexpr std::size_t kMaxStep = 1024 + kMaxVarint;
/// Room that there is in front of Output::quick_end.
inline constexpr std::size_t kQuickRoom = 34;

class Output {
 public:
  /// Writes behind the contents of `out`, growing it.
  explicit Output(Buffer& out) noexcept
      : end(out.data() + out.capacity()),
        start_(out.data() + out.size()),
        begin_(out.data()),
        mode_(Mode::kGrow),
        out_(&out) {
    set_quick_end();
  }
  /// Writes into fixed memory; kNoSpace when it is too small.
  explicit Output(std::span<std::byte> memory) noexcept
      : end(memory.data() + memory.size()),
        start_(memory.data()),
        begin_(memory.data()),
        mode_(Mode::kFixed) {
    set_quick_end();
  }
  /// Counts bytes only.
  Output() noexcept : mode_(Mode::kScratch) {
    start_ = begin_ = quick_end = scratch_;
    end = scratch_ + sizeof scratch_;
  }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Where writing starts (the end of what a Buffer held before).
  [[nodiscard]] std::byte* start() noexcept { return start_; }
  /// Bytes between `cur` and the end of the room.
  [[nodiscard]] std::size_t room(const std::byte* cur) const noexcept {
    return static_cast<std::size_t>(end - cur);
  }
  /// Whether all that was written lies at start() (it is not merely counted, nothing has failed,
  /// and fixed memory is not almost full).
  [[nodiscard]] bool writes() const noexcept { return mode_ < Mode::kTail; }

  /// Room for n <= kMaxStep bytes at the returned position.
  [[nodiscard]] std::byte* ensure(std::byte* cur, std::size_t n) noexcept {
    if (room(cur) >= n) [[likely]] {
      return cur;
    }
    return make_room(cur, n);
  }
  /// A hint: about `n` bytes more will come. Grows a Buffer ahead of need; never fails.
  void expect(std::byte*& cur, std::size_t n) noexcept {
    if (room(cur) < n) grow_ahead(cur, n);
  }
  /// A hint: `done` elements took the bytes since used() was `before`, and `more` of about that
  /// size will come. Never asks for much more than eight times what is there: the first may be
  /// larger than the rest.
  void expect_more(std::byte*& cur, std::size_t before, std::size_t done,
                   std::size_t more) noexcept;
  /// Bytes written, with what a Buffer held before.
  [[nodiscard]] std::size_t used(const std::byte* cur) const noexcept {
    return flushed_ + static_cast<std::size_t>(cur - begin_);
  }
  [[nodiscard]] std::byte* put_bytes(std::byte* cur, const void* from, std::size_t n) noexcept {
    if (room(cur) >= n) [[likely]] {
      if (n != 0) std::memcpy(cur, from, n);
      return cur + n;
    }
    return put_bytes_slow(cur, from, n);
  }

  /// All that was written from start(), in one run, for who looks back at it; `cur` may move. Empty
  /// where bytes are merely counted, and after an error.
  [[nodiscard]] BytesView all(std::byte*& cur) noexcept;

  /// Keeps the first error; from here on nothing is written.
  void fail(std::byte*& cur, Code code, std::string_view message) noexcept;

  /// The outcome, given the final position: the status, and the bytes written from start().
  [[nodiscard]] Status finish(std::byte* cur, std::size_t& written) noexcept {
    if (!writes()) [[unlikely]] {
      return finish_scratch(cur, written);
    }
    written = static_cast<std::size_t>(cur - start_);
    if (mode_ == Mode::kGrow) out_->set_size(static_cast<std::size_t>(cur - begin_));
    return {};
  }

  std::byte* end = nullptr;  ///< end of the room
  /// In front of it there is room for kQuickRoom bytes, and writes() is true: one question for
  /// both.
  std::byte* quick_end = nullptr;

 protected:
  /// Where offsets count from.
  [[nodiscard]] const std::byte* begin() const noexcept { return begin_; }

 private:
  enum class Mode : std::uint8_t { kGrow, kFixed, kTail, kScratch };
  [[nodiscard]] Status finish_scratch(std::byte* cur, std::size_t& written) noexcept;
  [[nodiscard]] std::byte* make_room(std::byte* cur, std::size_t n) noexcept;
  [[nodiscard]] std::byte* put_bytes_slow(std::byte* cur, const void* from, std::size_t n) noexcept;
  void grow_ahead(std::byte*& cur, std::size_t n) noexcept;
  [[nodiscard]] bool grow(std::byte*& cur, std::size_t n) noexcept;
  std::byte* enter_scratch(std::byte* cur) noexcept;
  void flush_tail(std::byte*& cur) noexcept;
  // Where memory is written to.
  void set_quick_end() noexcept {
    const auto size = static_cast<std::size_t>(end - begin_);
    quick_end = size < kQuickRoom ? begin_ : end - (kQuickRoom - 1);
  }

  std::byte* start_ = nullptr;
  std::byte* begin_ = nullptr;
  Mode mode_;
  Code code_ = Code::kOk;
  Buffer* out_ = nullptr;
  std::size_t flushed_ = 0;    // bytes in front of the scratch area
  std::byte* tail_ = nullptr;  // of fixed memory: what is free
  std::byte* tail_end_ = nullptr;
  std::string_view message_;
  std::size_t error_offset_ = 0;
  alignas(16) std::byte scratch_[2 * kMaxStep];
};

}  // namespace fastser::wire
