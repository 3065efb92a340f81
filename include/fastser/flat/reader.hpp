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

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "fastser/base/buffer.hpp"
#include "fastser/base/checked.hpp"
#include "fastser/base/limits.hpp"
#include "fastser/base/status.hpp"
#include "fastser/wire/endian.hpp"

namespace fastser::flat {

using Position = std::uint32_t;

/// A table whose layout was checked: any of its slots may be asked for.
struct Table {
  const std::byte* at = nullptr;      ///< the table; null: no table, no slot holds anything
  const std::byte* layout = nullptr;  ///< its vtable
  std::uint16_t layout_bytes = 0;
  std::uint16_t bytes = 0;  ///< of the table

  /// Where the field of a slot lies in the table; 0: it has none.
  [[gnu::always_inline]] [[nodiscard]] std::uint16_t field(std::size_t slot) const noexcept {
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
  [[nodiscard]] Position root(std::string_view identifier) noexcept;
  /// Follows the offset at `slot` (which lies in the buffer). 0: it leads nowhere.
  [[gnu::always_inline]] [[nodiscard]] Position follow(const std::byte* slot) noexcept {
    const auto offset = wire::load_le<std::uint32_t>(slot);
    const std::size_t to = static_cast<std::size_t>(slot - begin_) + offset;
    // What is led to starts with four bytes.
    if (offset == 0 || to > size_ - 4 || (aligned_ && to % 4 != 0)) [[unlikely]] {
      fail(Code::kBadReference, position(slot), "an offset that leads out of the buffer");
      return 0;
    }
    return static_cast<Position>(to);
  }
  /// Checks a table and its layout.
  [[nodiscard]] bool table(Position at, Table& out) noexcept;
  /// Checks that a field of n bytes lies in its table, at a multiple of `alignment`.
  [[gnu::always_inline]] [[nodiscard]] bool field(const Table& table, std::uint16_t offset,
                                                  std::size_t n, std::size_t alignment) noexcept {
    if (offset < 4 || offset + n > table.bytes ||
        (aligned_ && position(table.at + offset) % alignment != 0)) [[unlikely]] {
      return fail(Code::kMalformed, position(table.at), "a field that lies outside of its table");
    }
    return true;
  }
  /// Checks a list of elements of `size` bytes: where its elements are, and how many.
  [[nodiscard]] bool list(Position at, std::size_t size, std::size_t alignment,
                          const std::byte*& elements, std::size_t& count) noexcept;
  /// Checks a text: its bytes, and the zero behind them.
  [[nodiscard]] bool text(Position at, std::string_view& out) noexcept;

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
  bool fail(Code code, Position at, std::string_view message) noexcept;
  [[nodiscard]] bool failed() const noexcept { return code_ != Code::kOk; }
  [[nodiscard]] Status status() const {
    return failed() ? Status(code_, message_, error_at_) : Status();
  }

 private:
  bool fail_budget() noexcept;

  using ObjectKey = std::pair<Position, const void*>;
  const std::byte* begin_;
  std::size_t size_;
  std::size_t budget_;
  std::uint32_t depth_;
  bool aligned_;
  Code code_ = Code::kOk;
  Position error_at_ = 0;
  std::string_view message_;
  std::map<ObjectKey, std::shared_ptr<void>> objects_;
};

}  // namespace fastser::flat
