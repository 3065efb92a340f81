// SPDX-License-Identifier: MIT
//
// GrowArray: a growing array of plain values whose allocation can fail without an exception. Grows
// by half, and says beforehand how much memory growing would take, so that a reader can charge it
// to its budget.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace fastser::archive {

template <typename T>
class GrowArray {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] T& operator[](std::size_t index) noexcept { return items_[index]; }
  [[nodiscard]] const T& operator[](std::size_t index) const noexcept { return items_[index]; }
  [[nodiscard]] bool full() const noexcept { return size_ == capacity_; }
  [[nodiscard]] std::size_t bytes() const noexcept { return capacity_ * sizeof(T); }
  /// Bytes of the next allocation.
  [[nodiscard]] std::size_t next_bytes() const noexcept { return next() * sizeof(T); }

  /// Makes room for more; the contents stay. False when memory is out (unchanged).
  [[nodiscard]] bool grow() noexcept {
    std::unique_ptr<T[]> fresh(new (std::nothrow) T[next()]);
    if (!fresh) return false;
    if (size_ != 0) std::memcpy(static_cast<void*>(fresh.get()), items_.get(), size_ * sizeof(T));
    capacity_ = next();
    items_ = std::move(fresh);
    return true;
  }
  /// Appends; only when not full().
  void push(const T& item) noexcept { items_[size_++] = item; }
  /// How many may be appended without growing; appends so many.
  [[nodiscard]] std::size_t room() const noexcept { return capacity_ - size_; }
  void append(const T* items, std::size_t count) noexcept {
    if (count != 0) std::memcpy(static_cast<void*>(items_.get() + size_), items, count * sizeof(T));
    size_ += count;
  }
  /// Drops what lies behind the first `size`; the room stays.
  void cut(std::size_t size) noexcept { size_ = size; }
  [[nodiscard]] const T* data() const noexcept { return items_.get(); }

 private:
  [[nodiscard]] std::size_t next() const noexcept {
    return capacity_ == 0 ? 16 : capacity_ + capacity_ / 2;
  }

  std::unique_ptr<T[]> items_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace fastser::archive
