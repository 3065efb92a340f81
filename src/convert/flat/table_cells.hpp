// SPDX-License-Identifier: MIT
//
// TableCells: what is to stand in tables that are not written yet, and writing them: the largest
// first, so that nothing lies between them. Tables are gathered from the outside in and written
// from the inside out, as a stack: all cells behind a number are the next table's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "fastser/internal/flat/builder.hpp"

namespace fastser::convert {

/// The `size` lowest bytes, little end first.
void store_le(std::byte* to, std::uint64_t bits, std::size_t size);

/// Writes what `offsets` has from `first` on, places of things that are written already, as a list,
/// and drops them; 0 among them leads nowhere. 0: the builder has failed.
[[nodiscard]] flat::Offset put_list(flat::Builder& builder, std::vector<flat::Offset>& offsets,
                                    std::size_t first);

class TableCells {
 public:
  /// No offset: FlatBuffers' tables have less than 64 KiB.
  static constexpr flat::Offset kTooLarge = 0xFFFFFFFF;

  explicit TableCells(flat::Builder& builder) : builder_(builder) {}

  /// Of structures in tables that are not written yet.
  [[nodiscard]] std::size_t structure_bytes() const { return structures_.size(); }
  /// Where the next table begins.
  [[nodiscard]] std::size_t size() const { return cells_.size(); }
  void add_scalar(std::uint16_t slot, std::uint64_t bits, std::size_t size);
  /// A structure. The alignment is a power of two.
  void add_bytes(std::uint16_t slot, std::span<const std::byte> bytes, std::size_t alignment);
  /// Something that is written already; 0, when it failed: nothing.
  void add_child(std::uint16_t slot, flat::Offset child);

  /// Writes the cells from `first` on as a table, and drops them. 0: the builder has failed.
  [[nodiscard]] flat::Offset table(std::size_t first);

 private:
  struct Cell {
    std::uint64_t bits = 0;  // of a structure: where its bytes are in structures_
    flat::Offset child = 0;
    std::uint16_t slot = 0;
    std::uint16_t size = 4;
    std::uint16_t alignment = 4;
    std::uint16_t place = 0;  // in the table
    bool is_structure = false;
  };
  void put(const Cell& cell, std::byte* to, flat::Offset at) const;

  flat::Builder& builder_;
  std::vector<Cell> cells_;
  std::vector<std::byte> structures_;
  std::vector<std::uint16_t> vtable_;
  std::size_t widest_ = 8;  // alignment of any cell so far
};

}  // namespace fastser::convert
