// SPDX-License-Identifier: MIT
//
// TypeMemo.
#include "archive/type_memo.hpp"

#include <new>

namespace fastser::archive {

std::size_t TypeMemo::slot(const std::byte* at) const noexcept {
  const auto word = static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(at));
  auto index = static_cast<std::size_t>((word * 0x9E3779B97F4A7C15U) >> 32) & (capacity_ - 1);
  while (entries_[index].at != nullptr && entries_[index].at != at) {
    index = (index + 1) & (capacity_ - 1);
  }
  return index;
}

TypeMemo::Entry* TypeMemo::find(const std::byte* at) noexcept {
  if (capacity_ == 0) return nullptr;
  Entry& entry = entries_[slot(at)];
  return entry.at == nullptr ? nullptr : &entry;
}

bool TypeMemo::grow(std::size_t& budget) noexcept {
  const std::size_t capacity = capacity_ == 0 ? 16 : capacity_ * 2;
  const std::size_t bytes = capacity * sizeof(Entry);
  if (bytes > budget) return false;
  std::unique_ptr<Entry[]> fresh(new (std::nothrow) Entry[capacity]);
  if (!fresh) return false;
  const std::size_t old_capacity = capacity_;
  const std::unique_ptr<Entry[]> old = std::move(entries_);
  entries_ = std::move(fresh);
  capacity_ = capacity;
  budget -= bytes - old_capacity * sizeof(Entry);
  for (std::size_t i = 0; i < old_capacity; ++i) {
    if (old[i].at != nullptr) entries_[slot(old[i].at)] = old[i];
  }
  return true;
}

bool TypeMemo::add(const std::byte* at, const schema::TypeSizes& sizes,
                   std::size_t& budget) noexcept {
  if (used_ * 2 >= capacity_ && !grow(budget)) return false;
  entries_[slot(at)] = {at, sizes, kUnknown};
  ++used_;
  return true;
}

const std::byte* TypeMemo::alternative(const Entry& entry, schema::TypeExpr variant,
                                       std::uint64_t index, std::size_t& budget) noexcept {
  std::size_t first = entry.alternatives;
  if (first == kUnknown) {
    first = offsets_.size();
    schema::TypeExpr at = schema::first_operand(variant);
    for (std::uint64_t n = schema::operand_count(variant); n != 0; --n) {
      if (offsets_.full()) {
        const std::size_t before = offsets_.bytes();
        if (offsets_.next_bytes() > budget || !offsets_.grow()) return nullptr;
        budget -= offsets_.bytes() - before;
      }
      offsets_.push(static_cast<std::size_t>(at.at - variant.at));
      at = schema::skip_type(at);
    }
    find(variant.at)->alternatives = first;
  }
  return variant.at + offsets_[first + static_cast<std::size_t>(index)];
}

}  // namespace fastser::archive
