// SPDX-License-Identifier: MIT
//
// Reader: a FlatBuffer from strangers. Every offset, count and layout is checked when it is
// followed; what is made of the bytes is paid from one budget for the whole decode. The verifier of
// FlatBuffers bounds what is looked at, not what a copy of it costs: one string that a thousand
// fields lead to is copied a thousand times (bug class B4). Here each copy is paid.
//
// Positions count from the start of the buffer; 0 is never a position of a value. A check that
// fails notes the first error and answers false or 0.
//
// Thread rule: one thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "fastser/buffer.hpp"
#include "fastser/internal/base/checked.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"

namespace fastser::flat {

using Position = std::uint32_t;

inline constexpr std::string_view kBadIdentifier = "an identifier has four characters";

/// A table whose layout was checked: any of its slots may be asked for.
struct Table {
  const std::byte* at = nullptr;      ///< the table; null: no table, no slot holds anything
  const std::byte* layout = nullptr;  ///< its vtable
  std::uint16_t layout_bytes = 0;
  std::uint16_t bytes = 0;  ///< of the table

  /// Where the field of a slot lies in the table; 0: it has none.
  [[nodiscard]] FASTSER_INLINE std::uint16_t field(std::size_t slot) const noexcept {
    const std::size_t entry = 4 + 2 * slot;
    return entry + 2 <= layout_bytes ? wire::load_le<std::uint16_t>(layout + entry)
                                     : std::uint16_t{0};
  }
};

class Reader {
 public:
  /// `aligned`: values must lie at multiples of their alignment, as other readers rely on.
  Reader(BytesView bytes, const Limits& limits, bool aligned) noexcept
      : begin_(bytes.data()),
        size_(bytes.size()),
        budget_(limits.memory_for(bytes.size())),
        depth_(limits.depth < kMaxDepth ? limits.depth : kMaxDepth),
        aligned_(aligned) {}
  Reader(const Reader&) = delete;
  Reader& operator=(const Reader&) = delete;

  [[nodiscard]] const std::byte* begin() const noexcept { return begin_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] Position position(const std::byte* at) const noexcept {
    return static_cast<Position>(at - begin_);
  }

  /// The root table's position; 0 when there is none.
  [[nodiscard]] FASTSER_INLINE Position root(std::string_view identifier) noexcept;
  /// Follows the offset at `slot` (which lies in the buffer). 0: it leads nowhere.
  [[nodiscard]] FASTSER_INLINE Position follow(const std::byte* slot) noexcept {
    const auto offset = wire::load_le<std::uint32_t>(slot);
    const auto from = static_cast<std::size_t>(slot - begin_);
    const std::size_t to = from + offset;
    // What is led to starts with four bytes. (Not `to` is compared: it is 32 bits on some
    // machines.)
    if (offset == 0 || offset > size_ - 4 - from || (aligned_ && to % 4 != 0)) [[unlikely]] {
      fail(Code::kBadReference, position(slot), "an offset that leads out of the buffer");
      return 0;
    }
    return static_cast<Position>(to);
  }
  /// Checks a table and its layout.
  [[nodiscard]] FASTSER_INLINE bool table(Position at, Table& out) noexcept;
  /// Whether the table has the layout of one of its type in which every field was checked: then so
  /// are its own. `slot` is where what is known of the type is kept (below kKnown),
  /// `alignment` the largest of its fields.
  [[nodiscard]] FASTSER_INLINE bool knows(std::size_t slot, const void* type, std::size_t alignment,
                                          Position at, Table& out) const noexcept {
    const Known& known = known_[slot];
    const auto back = wire::load_le<std::uint32_t>(begin_ + at);
    if ((filled_ >> slot & 1) == 0 || known.type != type || at - back != known.layout_at ||
        known.bytes > size_ - at || (aligned_ && at % alignment != known.phase)) {
      return false;
    }
    out = Table{begin_ + at, begin_ + known.layout_at, known.layout_bytes, known.bytes};
    return true;
  }
  /// Every field of a table of the type was checked.
  void learn(std::size_t slot, const void* type, std::size_t alignment, Position at,
             const Table& table) noexcept {
    filled_ |= 1U << slot;
    known_[slot] = {type, position(table.layout), table.bytes, table.layout_bytes,
                    static_cast<std::uint8_t>(at % alignment)};
  }
  /// Checks that a field of n bytes lies in its table, at a multiple of `alignment`.
  [[nodiscard]] FASTSER_INLINE bool field(const Table& table, std::uint16_t offset, std::size_t n,
                                          std::size_t alignment) noexcept {
    if (offset < 4 || offset + n > table.bytes ||
        (aligned_ && position(table.at + offset) % alignment != 0)) [[unlikely]] {
      return fail(Code::kMalformed, position(table.at), "a field that lies outside of its table");
    }
    return true;
  }
  /// Checks a list of elements of `size` bytes: where its elements are, and how many.
  [[nodiscard]] FASTSER_INLINE bool list(Position at, std::size_t size, std::size_t alignment,
                                         const std::byte*& elements, std::size_t& count) noexcept;
  /// Checks a text: its bytes, and the zero behind them.
  [[nodiscard]] FASTSER_INLINE bool text(Position at, std::string_view& out) noexcept;

  [[nodiscard]] bool charge(std::size_t n) noexcept {
    if (n > budget_) [[unlikely]] {
      return fail_budget();
    }
    budget_ -= n;
    return true;
  }
  [[nodiscard]] bool charge(std::size_t count, std::size_t size) noexcept {
    std::size_t bytes = 0;
    return checked_multiply(count, size, bytes) ? charge(bytes) : fail_budget();
  }
  /// What was charged for memory that is free again.
  void give_back(std::size_t n) noexcept { budget_ += n; }
  [[nodiscard]] bool enter(Position at) noexcept {
    if (depth_ == 0) [[unlikely]] {
      return fail(Code::kTooDeep, at, "nested deeper than the limits allow");
    }
    --depth_;
    return true;
  }
  void leave() noexcept { ++depth_; }

  /// The object that was made of the table at a position before; null when none was. `type` says
  /// what it is.
  [[nodiscard]] std::shared_ptr<void> object(Position at, const void* type) const;
  void keep_object(Position at, const void* type, std::shared_ptr<void> object);

  /// Notes the first failure; false, for the caller to return.
  FASTSER_COLD bool fail(Code code, Position at, std::string_view message) noexcept;
  [[nodiscard]] bool failed() const noexcept { return code_ != Code::kOk; }
  [[nodiscard]] Status status() const { return failed() ? failure() : Status(); }

  static constexpr std::size_t kKnown = 8;

 private:
  bool fail_budget() noexcept;
  [[nodiscard]] FASTSER_COLD Status failure() const;

  struct Known {
    const void* type;
    Position layout_at;
    std::uint16_t bytes;
    std::uint16_t layout_bytes;
    std::uint8_t phase;  // of the table, where alignment counts
  };

  using ObjectKey = std::pair<Position, const void*>;
  const std::byte* begin_;
  std::size_t size_;
  std::size_t budget_;
  std::uint32_t depth_;
  bool aligned_;
  Code code_ = Code::kOk;
  Position error_at_ = 0;
  std::string_view message_;
  std::uint32_t filled_ = 0;         // a bit for each of known_ that is known
  std::array<Known, kKnown> known_;  // not cleared: that would be half of a small verify
  using Objects = std::map<ObjectKey, std::shared_ptr<void>>;
  std::unique_ptr<Objects> objects_;  // where there are any
};

inline bool Reader::table(Position at, Table& out) noexcept {
  const std::byte* const start = begin_ + at;
  const auto back = static_cast<std::int32_t>(wire::load_le<std::uint32_t>(start));
  const std::int64_t layout = static_cast<std::int64_t>(at) - back;
  if (layout < 0 || layout + 4 > static_cast<std::int64_t>(size_) ||
      (aligned_ && layout % 2 != 0)) {
    return fail(Code::kMalformed, at, "a table whose layout lies outside of the buffer");
  }
  out.at = start;
  out.layout = begin_ + layout;
  out.layout_bytes = wire::load_le<std::uint16_t>(out.layout);
  out.bytes = wire::load_le<std::uint16_t>(out.layout + 2);
  if (out.layout_bytes < 4 || out.layout_bytes % 2 != 0 ||
      out.layout_bytes > size_ - static_cast<std::size_t>(layout)) {
    return fail(Code::kMalformed, static_cast<Position>(layout), "a layout of an impossible size");
  }
  if (out.bytes < 4 || out.bytes > size_ - at) {
    return fail(Code::kTruncated, at, "a table that ends outside of the buffer");
  }
  return true;
}

inline bool Reader::list(Position at, std::size_t size, std::size_t alignment,
                         const std::byte*& elements, std::size_t& count) noexcept {
  count = wire::load_le<std::uint32_t>(begin_ + at);
  const std::size_t first = std::size_t{at} + 4;
  if (count > (size_ - first) / size) {
    return fail(Code::kTruncated, at, "a list that ends outside of the buffer");
  }
  if (aligned_ && first % alignment != 0) {
    return fail(Code::kMalformed, at, "a list whose elements are not aligned");
  }
  elements = begin_ + first;
  return true;
}

inline bool Reader::text(Position at, std::string_view& out) noexcept {
  const std::size_t size = wire::load_le<std::uint32_t>(begin_ + at);
  const std::size_t first = std::size_t{at} + 4;
  if (size >= size_ - first) {
    return fail(Code::kTruncated, at, "a text that ends outside of the buffer");
  }
  if (begin_[first + size] != std::byte{0}) {
    return fail(Code::kMalformed, at, "text that does not end with a zero byte");
  }
  out = {reinterpret_cast<const char*>(begin_ + first), size};
  return true;
}

inline Position Reader::root(std::string_view identifier) noexcept {
  constexpr std::size_t kMost = 0x7FFFFFFF;
  if (size_ < 8 || size_ > kMost) {
    fail(size_ < 8 ? Code::kTruncated : Code::kUsage, 0,
         size_ < 8 ? "too short for a FlatBuffer" : "a FlatBuffer of more than 2 GiB");
    return 0;
  }
  if (!identifier.empty()) {
    if (identifier.size() != 4) {
      fail(Code::kUsage, 0, kBadIdentifier);
      return 0;
    }
    if (std::memcmp(begin_ + 4, identifier.data(), 4) != 0) {
      fail(Code::kFingerprint, 4, "the file identifier is that of another type");
      return 0;
    }
  }
  return follow(begin_);
}

}  // namespace fastser::flat
