// SPDX-License-Identifier: MIT
#include "convert/flat/table_cells.hpp"

#include <algorithm>
#include <cstring>

namespace fastser::convert {

using flat::Offset;

void store_le(std::byte* to, std::uint64_t bits, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) to[i] = static_cast<std::byte>(bits >> (8 * i));
}

void TableCells::add_scalar(std::uint16_t slot, std::uint64_t bits, std::size_t size) {
  Cell cell;
  cell.slot = slot;
  cell.bits = bits;
  cell.size = cell.alignment = static_cast<std::uint16_t>(size);
  cells_.push_back(cell);
}

void TableCells::add_bytes(std::uint16_t slot, std::span<const std::byte> bytes,
                           std::size_t alignment) {
  Cell cell;
  cell.slot = slot;
  cell.bits = structures_.size();
  cell.size = static_cast<std::uint16_t>(bytes.size());
  cell.alignment = static_cast<std::uint16_t>(alignment);
  cell.is_structure = true;
  widest_ = std::max(widest_, alignment);
  cells_.push_back(cell);
  structures_.insert(structures_.end(), bytes.begin(), bytes.end());
}

void TableCells::add_child(std::uint16_t slot, Offset child) {
  if (child == 0) return;
  Cell cell;
  cell.slot = slot;
  cell.child = child;
  cells_.push_back(cell);
}

Offset TableCells::table(std::size_t first) {
  constexpr std::uint32_t kBasis = 0x811C9DC5U;
  constexpr std::uint32_t kPrime = 0x01000193U;
  constexpr std::size_t kMost = 0xFFFF;
  vtable_.assign(2, 0);
  std::size_t bytes = 4;
  std::size_t largest = 4;
  std::size_t structures = structures_.size();
  for (std::size_t alignment = widest_; alignment != 0; alignment /= 2) {
    for (std::size_t i = first; i < cells_.size(); ++i) {
      Cell& cell = cells_[i];
      if (cell.is_structure) structures = std::min(structures, static_cast<std::size_t>(cell.bits));
      if (cell.alignment != alignment) continue;
      largest = std::max(largest, alignment);
      const std::size_t entry = 2 + std::size_t{cell.slot};
      if (vtable_.size() <= entry) vtable_.resize(entry + 1);
      vtable_[entry] = cell.place = static_cast<std::uint16_t>(bytes);
      bytes += cell.size;
      if (bytes > kMost) return kTooLarge;
    }
  }
  vtable_[0] = static_cast<std::uint16_t>(2 * vtable_.size());
  vtable_[1] = static_cast<std::uint16_t>(bytes);
  std::uint32_t hash = kBasis;
  for (const std::uint16_t one : vtable_) hash = (hash ^ one) * kPrime;
  hash ^= hash >> 15U;
  const Offset vtable = builder_.put_vtable(vtable_, hash);
  builder_.needs(largest);
  const std::size_t pad = builder_.padding(bytes - 4, largest);
  std::byte* const to = builder_.push(bytes + pad);
  Offset here = 0;
  if (to != nullptr) {
    std::fill_n(to + bytes, pad, std::byte{0});
    here = builder_.here();
    wire::store_le(to, vtable - here);
    for (std::size_t i = first; i < cells_.size(); ++i) {
      put(cells_[i], to + cells_[i].place, here - cells_[i].place);
    }
  }
  cells_.resize(first);
  structures_.resize(structures);
  return here;
}

void TableCells::put(const Cell& cell, std::byte* to, Offset at) const {
  if (cell.child != 0) return flat::put_offset(to, at, cell.child);
  if (cell.is_structure) {
    std::memcpy(to, structures_.data() + cell.bits, cell.size);
    return;
  }
  store_le(to, cell.bits, cell.size);
}

Offset put_list(flat::Builder& builder, std::vector<Offset>& offsets, std::size_t first) {
  const std::size_t count = offsets.size() - first;
  std::byte* const to = builder.put_list(count, 4, 4);
  if (to == nullptr) return 0;
  const Offset at = builder.here() - 4;
  for (std::size_t i = 0; i < count; ++i) {
    const Offset target = offsets[first + i];
    const Offset slot = at - static_cast<Offset>(4 * i);
    flat::put_offset(to + 4 * i, slot, target == 0 ? slot : target);
  }
  offsets.resize(first);
  return builder.here();
}

}  // namespace fastser::convert
