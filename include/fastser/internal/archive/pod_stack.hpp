// SPDX-License-Identifier: MIT
//
// PodStack: a growing array of plain values, for tables, and for code that replaces recursion.
// Growing can fail without an exception, and readers have it charged to their budget beforehand.
// What is popped stays allocated.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/status.hpp"

namespace fastser::archive {

template <typename T>
class PodStack {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] T& operator[](std::size_t index) noexcept { return items_[index]; }
  [[nodiscard]] const T& operator[](std::size_t index) const noexcept { return items_[index]; }
  [[nodiscard]] T& back() noexcept { return items_[size_ - 1]; }
  [[nodiscard]] T* data() noexcept { return items_.get(); }
  [[nodiscard]] const T* data() const noexcept { return items_.get(); }
  [[nodiscard]] bool full() const noexcept { return size_ == capacity_; }
  /// How many may be appended without growing.
  [[nodiscard]] std::size_t room() const noexcept { return capacity_ - size_; }
  /// Bytes of memory in use.
  [[nodiscard]] std::size_t bytes() const noexcept { return capacity_ * sizeof(T); }

  /// Makes room for more; the contents stay. False when memory is out (unchanged).
  [[nodiscard]] bool grow() noexcept { return grow_to(next()); }
  /// The same for `more` at once, if that is more than it would grow by.
  [[nodiscard]] bool grow_for(std::size_t more) noexcept {
    return grow_to(std::max(next(), size_ + more));
  }
  /// The same, charged to a budget: while it grows, the old and the new memory are both in use.
  [[nodiscard]] Code grow_within(std::size_t& budget) noexcept {
    if (next() * sizeof(T) > budget) return Code::kOverBudget;
    const std::size_t before = bytes();
    if (!grow()) return Code::kNoMemory;
    budget -= bytes() - before;
    return Code::kOk;
  }
  /// Appends; `item` may lie in the stack. False when memory is out (unchanged).
  [[nodiscard]] bool push(const T& item) noexcept {
    if (full()) {
      const T copy = item;
      if (!grow()) return false;
      items_[size_++] = copy;
      return true;
    }
    items_[size_++] = item;
    return true;
  }
  /// The same out of a budget; `item` lies elsewhere.
  [[nodiscard]] Code push_within(const T& item, std::size_t& budget) noexcept {
    const Code code = full() ? grow_within(budget) : Code::kOk;
    if (code == Code::kOk) items_[size_++] = item;
    return code;
  }
  /// Appends a value that is as it was left there. Null when memory is out (unchanged).
  [[nodiscard]] T* extend() noexcept {
    if (full() && !grow()) return nullptr;
    return &items_[size_++];
  }
  /// The same where there is room().
  [[nodiscard]] FASTSER_INLINE T* extend_within() noexcept { return &items_[size_++]; }
  void append_within(const T* items, std::size_t count) noexcept {
    if (count != 0) std::memcpy(static_cast<void*>(items_.get() + size_), items, count * sizeof(T));
    size_ += count;
  }
  /// Sets the size; new values are value-initialised. False when memory is out (unchanged).
  [[nodiscard]] bool resize(std::size_t size) noexcept {
    if (size > capacity_ && !grow_to(std::max(size, next()))) return false;
    for (std::size_t at = size_; at < size; ++at) items_[at] = T{};
    size_ = size;
    return true;
  }
  /// Where the first item is whose `member` is not below `least`; items lie in the order of it.
  template <typename Member, typename Value>
  [[nodiscard]] std::size_t lower_bound(Member member, const Value& least) const noexcept {
    const T* const found = std::partition_point(
        data(), data() + size_, [&](const T& item) { return item.*member < least; });
    return static_cast<std::size_t>(found - data());
  }
  void pop() noexcept { --size_; }
  /// Forgets everything from `size` on.
  void truncate(std::size_t size) noexcept { size_ = size; }

 private:
  [[nodiscard]] std::size_t next() const noexcept {
    return capacity_ == 0 ? 16 : capacity_ + capacity_ / 2;
  }
  bool grow_to(std::size_t capacity) noexcept {
    if (capacity > static_cast<std::size_t>(-1) / 2 / sizeof(T)) return false;
    std::unique_ptr<T[]> fresh(new (std::nothrow) T[capacity]);
    if (!fresh) return false;
    if (size_ != 0) std::copy_n(items_.get(), size_, fresh.get());
    capacity_ = capacity;
    items_ = std::move(fresh);
    return true;
  }

  std::unique_ptr<T[]> items_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace fastser::archive
