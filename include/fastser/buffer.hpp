// SPDX-License-Identifier: MIT
//
// Buffer: a growing sequence of bytes. Unlike a std::vector it does not fill new memory with zeros,
// which would cost as much as writing a small archive. It owns one allocation and can only be
// moved. When cleared, it keeps its capacity, so that the next encode into it does not allocate.
//
// A failed allocation is the result false, never an exception. Thread rule: one thread at a time.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstddef>
#include <new>
#include <utility>

#include "fastser/buffer/input_bytes.hpp"

namespace fastser {

class Buffer {
 public:
  Buffer() noexcept = default;
  Buffer(Buffer&& other) noexcept
      : memory_(std::exchange(other.memory_, nullptr)),
        data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  Buffer& operator=(Buffer&& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    return *this;
  }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  ~Buffer() {
    if (memory_ != nullptr) ::operator delete(memory_);
  }

  [[nodiscard]] std::byte* data() noexcept { return data_; }
  [[nodiscard]] const std::byte* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t capacity() const noexcept { return capacity_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
  [[nodiscard]] BytesView view() const noexcept { return {data_, size_}; }
  operator BytesView() const noexcept { return view(); }  // NOLINT: implicit on purpose

  [[nodiscard]] const std::byte* begin() const noexcept { return data_; }
  [[nodiscard]] const std::byte* end() const noexcept { return data_ + size_; }

  /// Size 0, capacity kept.
  void clear() noexcept {
    capacity_ += static_cast<std::size_t>(data_ - memory_);
    data_ = memory_;
    size_ = 0;
  }
  /// Makes room for at least `capacity` bytes; the contents stay. False: no memory, and nothing
  /// changed.
  [[nodiscard]] bool reserve(std::size_t capacity) noexcept;
  /// Sets the size; new bytes are uninitialised. False: no memory, and nothing changed.
  [[nodiscard]] bool resize(std::size_t size) noexcept;
  /// Sets the size, to the capacity at most. The bytes stay as they are.
  void set_size(std::size_t size) noexcept { size_ = size < capacity_ ? size : capacity_; }
  /// Makes the contents start `n` bytes later (at most the capacity); clear() takes that back. For
  /// writers that fill the memory from its end to its start.
  void skip_front(std::size_t n) noexcept {
    data_ += n;
    capacity_ -= n;
    size_ = size_ > n ? size_ - n : 0;
  }
  /// Appends a copy of `bytes`, which must not lie in this buffer. False: no memory.
  [[nodiscard]] bool append(BytesView bytes) noexcept;

 private:
  std::byte* memory_ = nullptr;  // the allocation
  std::byte* data_ = nullptr;    // in it: where the contents start
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;  // from data_ on
};

}  // namespace fastser
