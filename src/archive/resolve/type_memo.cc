// SPDX-License-Identifier: MIT
//
// TypeMemo.
#include "archive/resolve/type_memo.hpp"

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

Code TypeMemo::grow(std::size_t& budget) noexcept {
  const std::size_t capacity = capacity_ == 0 ? 16 : capacity_ * 2;
  const std::size_t bytes = capacity * sizeof(Entry);
  if (bytes > budget) return Code::kOverBudget;
  std::unique_ptr<Entry[]> fresh(new (std::nothrow) Entry[capacity]);
  if (!fresh) return Code::kNoMemory;
  const std::size_t old_capacity = capacity_;
  const std::unique_ptr<Entry[]> old = std::move(entries_);
  entries_ = std::move(fresh);
  capacity_ = capacity;
  budget -= bytes - old_capacity * sizeof(Entry);
  for (std::size_t i = 0; i < old_capacity; ++i) {
    if (old[i].at != nullptr) entries_[slot(old[i].at)] = old[i];
  }
  return Code::kOk;
}

Code TypeMemo::add(const std::byte* at, const schema::TypeSizes& sizes,
                   std::size_t& budget) noexcept {
  if (used_ * 2 >= capacity_) {
    if (const Code code = grow(budget); code != Code::kOk) return code;
  }
  entries_[slot(at)] = {at, sizes, kUnknown, nullptr};
  ++used_;
  return Code::kOk;
}

TypeMemo::Entry& TypeMemo::root(const std::byte* at) noexcept {
  Entry* entry = find(at);
  while (entry->equal != nullptr) {
    Entry* next = find(entry->equal);
    if (next->equal != nullptr) entry->equal = next->equal;
    entry = next;
  }
  return *entry;
}

bool TypeMemo::equal(const std::byte* left, const std::byte* right) noexcept {
  Entry& one = root(left);
  Entry& other = root(right);
  if (&one == &other) return true;
  if (!schema::same_type({one.at, one.sizes.end}, {other.at, other.sizes.end})) return false;
  other.equal = one.at;
  return true;
}

Code TypeMemo::alternative(const Entry& entry, schema::TypeExpr variant, std::uint64_t index,
                           std::size_t& budget, const std::byte*& found) noexcept {
  std::size_t first = entry.alternatives;
  if (first == kUnknown) {
    first = offsets_.size();
    schema::TypeExpr at = schema::first_operand(variant);
    for (std::uint64_t n = schema::operand_count(variant); n != 0; --n) {
      const Code code = offsets_.push_within(static_cast<std::size_t>(at.at - variant.at), budget);
      if (code != Code::kOk) return code;
      at = schema::skip_type(at);
    }
    find(variant.at)->alternatives = first;
  }
  found = variant.at + offsets_[first + static_cast<std::size_t>(index)];
  return Code::kOk;
}

}  // namespace fastser::archive
