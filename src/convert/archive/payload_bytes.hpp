// SPDX-License-Identifier: MIT
//
// The bytes of a payload that grows at its end: a number is one store, once there is room.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>

#include "base/large_pages.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::convert {

class PayloadBytes {
 public:
  [[nodiscard]] const std::uint8_t* data() const { return bytes_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }

  void push_back(std::uint8_t byte) {
    *room(1) = byte;
    ++size_;
  }
  void append(std::string_view bytes) {
    if (bytes.empty()) return;
    std::memcpy(room(bytes.size()), bytes.data(), bytes.size());
    size_ += bytes.size();
  }
  void append_zeros(std::size_t count) {
    if (count == 0) return;
    std::memset(room(count), 0, count);
    size_ += count;
  }
  /// The low `size` bytes, little-endian; at most 8.
  void append_fixed(std::uint64_t bits, std::size_t size) {
    wire::store_le(reinterpret_cast<std::byte*>(room(sizeof bits)), bits);
    size_ += size;
  }
  void append_varint(std::uint64_t value) {
    std::uint8_t* const to = room(wire::kMaxVarint);
    size_ += static_cast<std::size_t>(wire::put_varint(to, value) - to);
  }

 private:
  std::uint8_t* room(std::size_t more) {
    if (capacity_ - size_ < more) grow(more);
    return bytes_.get() + size_;
  }
  void grow(std::size_t more) {
    constexpr std::size_t kFirst = 256;
    const std::size_t capacity = std::max(kFirst, capacity_ + std::max(capacity_, more));
    auto bytes = std::make_unique_for_overwrite<std::uint8_t[]>(capacity);
    want_large_pages(bytes.get(), capacity);
    if (size_ != 0) std::memcpy(bytes.get(), bytes_.get(), size_);
    bytes_ = std::move(bytes);
    capacity_ = capacity;
  }

  std::unique_ptr<std::uint8_t[]> bytes_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace fastser::convert
