// SPDX-License-Identifier: MIT
//
// Builder: writes a FlatBuffer from its end to its start, so that what is referred to is there
// before what refers to it, and may be referred to again: offsets only ever point towards the end.
//
// A position is counted from the end of the buffer (Offset), which stays true while the buffer
// grows. The bytes stay at the end of the Buffer's memory, whose end is a multiple of 16: so does
// the start of what is finished suit everything in it.
//
// Invariants: size() + n is a multiple of the alignment of what the next n bytes start with when
// align(n, alignment) returns; the finished buffer's size is a multiple of the largest alignment,
// so that a multiple from the end is one from the start too.
//
// Errors: the first is kept; from then on push() says null and nothing that is written counts.
// Thread rule: one thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

#include "fastser/buffer.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/flat/shared_pool.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/faults.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"

namespace fastser::flat {

/// Bytes from the start of something to the end of the buffer; 0: nothing.
using Offset = std::uint32_t;

/// Copies n bytes and not one more, inline where there are few.
FASTSER_INLINE inline void copy_exactly(std::byte* to, const void* source, std::size_t n) noexcept {
  const auto* from = static_cast<const std::byte*>(source);
  const auto ends = [&]<typename Word>(Word) FASTSER_INLINE_LAMBDA {
    Word head;
    Word tail;
    std::memcpy(&head, from, sizeof head);
    std::memcpy(&tail, from + n - sizeof tail, sizeof tail);
    std::memcpy(to, &head, sizeof head);
    std::memcpy(to + n - sizeof tail, &tail, sizeof tail);
  };
  struct Wide {
    std::uint64_t words[2];
  };
  if (n > 32) {
    std::memcpy(to, from, n);
  } else if (n >= 16) {
    ends(Wide{});
  } else if (n >= 8) {
    ends(std::uint64_t{});
  } else if (n >= 4) {
    ends(std::uint32_t{});
  } else {
    for (std::size_t i = 0; i < n; ++i) to[i] = from[i];
  }
}

class Builder {
 public:
  /// Largest buffer: offsets to tables' layouts are signed.
  static constexpr std::size_t kMostBytes = 0x7FFFFFFF;

  /// Replaces the contents of `out`, which is empty, using its memory.
  explicit Builder(Buffer& out) noexcept
      : begin_(out.data()), head_(out.data() + aligned_room(out)), end_(head_), out_(out) {}
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;

  /// Bytes written so far.
  [[nodiscard]] std::size_t size() const noexcept { return static_cast<std::size_t>(end_ - head_); }
  [[nodiscard]] Offset here() const noexcept { return static_cast<Offset>(end_ - head_); }
  /// Where something lies now, until the next push.
  [[nodiscard]] const std::byte* at(Offset offset) const noexcept { return end_ - offset; }

  /// Bytes of padding (written before, that is behind) for n bytes that start at a multiple.
  [[nodiscard]] std::size_t padding(std::size_t n, std::size_t alignment) const noexcept {
    return (~(size() + n) + 1) & (alignment - 1);
  }
  /// Room for n bytes in front of all others, uninitialised; null when something failed.
  [[nodiscard]] FASTSER_INLINE std::byte* push(std::size_t n) noexcept {
    if (static_cast<std::size_t>(head_ - begin_) < n && !grow(n)) [[unlikely]] {
      return nullptr;
    }
    return head_ -= n;
  }
  /// Notes the alignment of something: a power of two, at most 256.
  void needs(std::size_t alignment) noexcept {
    if (alignment > alignment_) alignment_ = alignment;
  }

  /// The largest noted.
  [[nodiscard]] std::size_t alignment() const noexcept { return alignment_; }

  /// Text: its length, its bytes, a zero.
  [[nodiscard]] Offset put_text(const char* from, std::size_t n) noexcept;
  /// The head of a list of `count` elements of `size` bytes: room for all; null when it failed.
  [[nodiscard]] std::byte* put_list(std::size_t count, std::size_t size,
                                    std::size_t alignment) noexcept;
  /// The layout of a table (as FlatBuffers has it: its size, the table's size, where each field
  /// lies), or an equal one written before. `hash` is of its content, the same whenever that is.
  [[nodiscard]] Offset put_vtable(std::span<const std::uint16_t> vtable,
                                  std::uint32_t hash) noexcept;

  [[nodiscard]] bool enter() noexcept {
    if (depth_ == max_depth_) [[unlikely]] {
      fail(Code::kTooDeep, wire::kNestsTooDeep);
      return false;
    }
    ++depth_;
    return true;
  }
  void leave() noexcept { --depth_; }
  /// How many tables may lie in each other, before the first is entered.
  void limit_depth(std::uint32_t most) noexcept {
    max_depth_ = most < kMaxDepth ? most : kMaxDepth;
  }

  void fail(Code code, std::string_view message) noexcept;
  [[nodiscard]] bool failed() const noexcept { return code_ != Code::kOk; }
  /// Writes the offset of the root, and makes the bytes the contents of the Buffer.
  /// `size_prefixed`: with their size in front, in four bytes, which count for the alignment (as
  /// flatc has it).
  [[nodiscard]] Status finish(Offset root, std::string_view identifier,
                              bool size_prefixed = false) noexcept;

  SharedPool* shared = nullptr;  ///< given where texts or objects are shared
  bool share_texts = false;      ///< all of them
  std::vector<Offset> offsets;   ///< of elements whose list is not written yet

 private:
  [[nodiscard]] static std::size_t aligned_room(const Buffer& out) noexcept {
    return out.capacity() / 16 * 16;
  }
  FASTSER_NOINLINE [[nodiscard]] bool grow(std::size_t n) noexcept;

  static constexpr std::size_t kKnownLayouts = 32;

  std::byte* begin_;
  std::byte* head_;
  std::byte* end_;
  std::size_t alignment_ = 4;
  std::uint32_t depth_ = 0;
  std::uint32_t max_depth_ = kMaxDepth;
  Code code_ = Code::kOk;
  std::string_view message_;
  Buffer& out_;
  std::array<Offset, kKnownLayouts> layouts_ = {};
};

/// Makes the four bytes at `slot` (which lies `slot_offset` from the end) lead to `target`.
inline void put_offset(std::byte* slot, Offset slot_offset, Offset target) noexcept {
  wire::store_le(slot, slot_offset - target);
}

}  // namespace fastser::flat
