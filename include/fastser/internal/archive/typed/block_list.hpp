// SPDX-License-Identifier: MIT
//
// BlockList: an array that grows by blocks of 4 KiB and never moves what it holds.
//
// The tables of a decode grow with the input. A vector would hold up to three times what it has
// while it doubles (old, new, and the half that is not used yet), which no budget of the decode
// could foresee; blocks take what is in them and one block more. References stay valid.
// Invariant: blocks_[0 .. size_ / kPerBlock] are allocated as far as they hold elements; the
// elements beyond size_ are default-constructed or what clear() left there, emptied.
#pragma once

#include <bit>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "fastser/internal/base/compiler.hpp"

namespace fastser::archive {

template <typename T>
class BlockList {
 public:
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] bool empty() const noexcept { return size_ == 0; }

  [[nodiscard]] T& operator[](std::size_t index) noexcept {
    return blocks_[index / kPerBlock][index % kPerBlock];
  }
  [[nodiscard]] const T& operator[](std::size_t index) const noexcept {
    return blocks_[index / kPerBlock][index % kPerBlock];
  }
  [[nodiscard]] T& back() noexcept { return (*this)[size_ - 1]; }

  /// Whether the next push_back allocates, and how much that is.
  [[nodiscard]] bool full() const noexcept { return size_ == room_; }
  static constexpr std::size_t kPerBlock = std::bit_floor(4096 / sizeof(T));
  static constexpr std::size_t kBlockBytes = kPerBlock * sizeof(T);

  /// Throws std::bad_alloc as vectors do.
  void push_back(T value) { append() = std::move(value); }
  /// The same for one more element, which is as new.
  FASTSER_INLINE T& append() {
    if (full()) [[unlikely]] {
      add_block();
    }
    return (*this)[size_++];
  }
  /// Forgets the elements, keeps the blocks.
  void clear() noexcept {
    if constexpr (!std::is_trivially_destructible_v<T>) {
      for (std::size_t i = 0; i < size_; ++i) (*this)[i] = T{};
    }
    size_ = 0;
  }

 private:
  FASTSER_NOINLINE void add_block() {
    blocks_.push_back(std::make_unique<T[]>(kPerBlock));
    room_ += kPerBlock;
  }

  std::vector<std::unique_ptr<T[]>> blocks_;
  std::size_t size_ = 0;
  std::size_t room_ = 0;
};

}  // namespace fastser::archive
