// SPDX-License-Identifier: MIT
//
// TextTable: where the shared strings (or data) of a decode were read, by number.
//
// What is kept of a string is where its size stands, 8 bytes; the size is read again when the
// string is. The first few lie in the table, so that a small decode asks for no memory; the others
// in blocks, which take what is in them and one block more (block_list.hpp says why).
//
// A decode of a few strings makes a table and lets go of it again, so that is a few stores and one
// test: the list of blocks is one pointer, null as long as there are none.
//
// Invariants: the table owns blocks_, which have room for room_ - kFirst strings; room_ is at least
// kFirst.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/wire/input.hpp"

namespace fastser::archive {

class TextTable {
 public:
  TextTable() noexcept {}  // NOLINT: what is not read yet is undefined
  ~TextTable() {
    if (blocks_ != nullptr) [[unlikely]] {
      release();
    }
  }
  TextTable(const TextTable&) = delete;
  TextTable& operator=(const TextTable&) = delete;

  /// Strings that have a number.
  [[nodiscard]] std::uint32_t size() const noexcept { return next_; }
  /// Where the size of string `number` stands.
  [[nodiscard]] FASTSER_INLINE wire::Cursor operator[](std::uint32_t number) const noexcept {
    if (number < kFirst) return first_[number];
    return blocks_[(number - kFirst) / kPerBlock][(number - kFirst) % kPerBlock];
  }
  /// Whether there is no room for one more; grow() then takes kBlockBytes.
  [[nodiscard]] bool full() const noexcept { return next_ == room_; }
  static constexpr std::uint32_t kPerBlock = 4096 / sizeof(wire::Cursor);
  static constexpr std::size_t kBlockBytes = kPerBlock * sizeof(wire::Cursor);
  /// Throws std::bad_alloc as vectors do.
  void grow() {
    Block block = std::make_unique_for_overwrite<wire::Cursor[]>(kPerBlock);
    const std::size_t count = (room_ - kFirst) / kPerBlock;
    if ((count & (count - 1)) == 0) {  // the list is full: it is twice as long every time
      Blocks longer = std::make_unique<Block[]>(count != 0 ? 2 * count : 1);
      for (std::size_t i = 0; i < count; ++i) longer[i] = std::move(blocks_[i]);
      release();
      blocks_ = longer.release();
    }
    blocks_[count] = std::move(block);
    room_ += kPerBlock;
  }
  /// The same as add where the string is one of the first, which the table has room for anyway;
  /// false, and nothing has happened, where it is not.
  [[nodiscard]] FASTSER_INLINE bool add_first(wire::Cursor at, std::size_t size) noexcept {
    if (next_ >= kFirst) return false;
    first_[next_] = at;
    next_ += size != 0 ? 1U : 0U;
    return true;
  }
  /// Gives the next number to the string at `at`, unless it is empty, where the table is not full.
  FASTSER_INLINE void add(wire::Cursor at, std::size_t size) noexcept {
    const std::uint32_t number = next_;
    next_ += size != 0 ? 1U : 0U;
    if (number < kFirst) {
      first_[number] = at;
    } else {
      blocks_[(number - kFirst) / kPerBlock][(number - kFirst) % kPerBlock] = at;
    }
  }
  /// Goes back to where `number` was the next: what follows is read once more.
  void rewind(std::uint32_t number) noexcept { next_ = number; }

 private:
  static constexpr std::uint32_t kFirst = 16;

  using Block = std::unique_ptr<wire::Cursor[]>;
  using Blocks = std::unique_ptr<Block[]>;

  FASTSER_COLD void release() noexcept { Blocks(std::exchange(blocks_, nullptr)).reset(); }

  std::uint32_t next_ = 0;
  std::uint32_t room_ = kFirst;
  Block* blocks_ = nullptr;
  wire::Cursor first_[kFirst];
};

/// What the decode of a type that shares strings carries along.
struct DecoderTexts {
  DecoderTexts() noexcept {}  // NOLINT: = default would set the tables to zero first

  TextTable strings;
  TextTable data;

  /// As new, memory kept.
  void clear() noexcept {
    strings.rewind(0);
    data.rewind(0);
  }
};

}  // namespace fastser::archive
