// SPDX-License-Identifier: MIT
//
// PodStack: a stack of plain values, for code that replaces recursion. Growing can fail without an
// exception; what is popped stays allocated.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

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

  /// Appends; `item` may lie in the stack. False when memory is out (unchanged).
  [[nodiscard]] bool push(const T& item) noexcept {
    if (size_ == capacity_) {
      const T copy = item;
      if (!grow(capacity_ == 0 ? 16 : capacity_ * 2)) return false;
      items_[size_++] = copy;
      return true;
    }
    items_[size_++] = item;
    return true;
  }
  /// Appends a value that is as it was left there. Null when memory is out (unchanged).
  [[nodiscard]] T* extend() noexcept {
    if (size_ == capacity_ && !grow(capacity_ == 0 ? 16 : capacity_ * 2)) return nullptr;
    return &items_[size_++];
  }
  /// The same where the stack is not full().
  [[nodiscard]] T* extend_within() noexcept { return &items_[size_++]; }
  [[nodiscard]] bool full() const noexcept { return size_ == capacity_; }
  /// Sets the size; new values are value-initialised. False when memory is out (unchanged).
  [[nodiscard]] bool resize(std::size_t size) noexcept {
    if (size > capacity_ && !grow(size < capacity_ * 2 ? capacity_ * 2 : size)) return false;
    for (std::size_t at = size_; at < size; ++at) items_[at] = T{};
    size_ = size;
    return true;
  }
  void pop() noexcept { --size_; }
  /// Forgets everything from `size` on.
  void truncate(std::size_t size) noexcept { size_ = size; }
  /// Bytes of memory in use.
  [[nodiscard]] std::size_t bytes() const noexcept { return capacity_ * sizeof(T); }

 private:
  bool grow(std::size_t capacity) noexcept {
    if (capacity > static_cast<std::size_t>(-1) / 2 / sizeof(T)) return false;
    std::unique_ptr<T[]> fresh(new (std::nothrow) T[capacity]);
    if (!fresh) return false;
    if (size_ != 0) {
      std::memcpy(static_cast<void*>(fresh.get()), static_cast<const void*>(items_.get()),
                  size_ * sizeof(T));
    }
    capacity_ = capacity;
    items_ = std::move(fresh);
    return true;
  }

  std::unique_ptr<T[]> items_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace fastser::archive
