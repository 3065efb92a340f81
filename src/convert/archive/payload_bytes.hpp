// SPDX-License-Identifier: MIT
//
// The bytes of a payload, behind what a Buffer holds: a number is one store, once there is room.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <string_view>

#include "base/large_pages.hpp"
#include "fastser/buffer.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::convert {

class PayloadBytes {
 public:
  /// `out` is used by nobody else until finish().
  explicit PayloadBytes(Buffer& out) : buffer_(out), size_(out.size()) { take_memory(); }
  PayloadBytes(const PayloadBytes&) = delete;
  PayloadBytes& operator=(const PayloadBytes&) = delete;

  /// The buffer has all that was appended.
  void finish() { buffer_.set_size(size_); }

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
    return bytes_ + size_;
  }
  void grow(std::size_t more) {
    constexpr std::size_t kFirst = 256;
    buffer_.set_size(size_);
    if (!buffer_.reserve(std::max(kFirst, capacity_ + std::max(capacity_, more)))) {
      throw std::bad_alloc();
    }
    want_large_pages_behind(buffer_);
    take_memory();
  }
  void take_memory() {
    bytes_ = reinterpret_cast<std::uint8_t*>(buffer_.data());
    capacity_ = buffer_.capacity();
  }

  Buffer& buffer_;
  std::uint8_t* bytes_ = nullptr;
  std::size_t size_;
  std::size_t capacity_ = 0;
};

}  // namespace fastser::convert
