// SPDX-License-Identifier: MIT
//
// Arena: memory that decoded values point to and do not own: objects that raw pointers of C++ types
// point to, and what a Plan reads where its layout has no functions that allocate. All of it is
// released at once. Keep the arena as long as the values.
//
// Thread rule: one thread at a time. keep() and add_block() may throw std::bad_alloc.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace fastser {

class Arena {
 public:
  Arena() = default;
  /// The other one is empty then, and may be used again.
  Arena(Arena&& other) noexcept { *this = std::move(other); }
  Arena& operator=(Arena&& other) noexcept {
    objects_ = std::exchange(other.objects_, {});
    blocks_ = std::exchange(other.blocks_, {});
    next_block_ = std::exchange(other.next_block_, 0);
    free_ = std::exchange(other.free_, nullptr);
    left_ = std::exchange(other.left_, 0);
    memory_ = std::exchange(other.memory_, 0);
    return *this;
  }
  ~Arena() = default;

  /// Releases all objects and values. The arena keeps its memory for the next ones.
  void clear() {
    objects_.clear();
    next_block_ = 0;
    free_ = nullptr;
    left_ = 0;
  }
  /// How many objects it holds.
  [[nodiscard]] std::size_t size() const noexcept { return objects_.size(); }
  /// Bytes of memory that it has allocated for values, used or not.
  [[nodiscard]] std::size_t memory() const noexcept { return memory_; }

  // For the library.

  void keep(std::shared_ptr<void> object) { objects_.push_back(std::move(object)); }

  static constexpr std::size_t kSmallestBlock = 256;
  /// Whether `size` bytes, aligned for `align`, fit into the memory that it has.
  [[nodiscard]] bool has_room(std::size_t size, std::size_t align) noexcept {
    return fits(size, align) || next_fits(size);
  }
  /// The size that the next block should have, for a value of `size` bytes.
  [[nodiscard]] std::size_t upcoming(std::size_t size) const noexcept {
    return std::max(size, std::clamp(memory_ / 4, std::size_t{1024}, std::size_t{1} << 20));
  }
  /// Throws std::bad_alloc.
  void add_block(std::size_t size) {
    blocks_.reserve(blocks_.size() + 1);
    blocks_.push_back({std::unique_ptr<std::byte[]>(new std::byte[size]), size});
    memory_ += size;
    next_block_ = blocks_.size() - 1;
    static_cast<void>(next_fits(size));
  }
  /// Bytes that has_room() or add_block() has made room for.
  [[nodiscard]] void* take(std::size_t size, std::size_t align) noexcept {
    const std::size_t gap = gap_for(align);
    void* const at = free_ + gap;
    free_ += gap + size;
    left_ -= gap + size;
    return at;
  }

 private:
  struct Block {
    std::unique_ptr<std::byte[]> bytes;
    std::size_t size;
  };

  /// Blocks are aligned for anything, and free_ and left_ end where the block does.
  [[nodiscard]] std::size_t gap_for(std::size_t align) const noexcept {
    return (align - reinterpret_cast<std::uintptr_t>(free_) % align) % align;
  }
  [[nodiscard]] bool fits(std::size_t size, std::size_t align) const noexcept {
    return left_ >= align && size <= left_ - gap_for(align);
  }
  /// Goes on to the next block that is large enough.
  [[nodiscard]] bool next_fits(std::size_t size) noexcept {
    while (next_block_ < blocks_.size()) {
      const Block& block = blocks_[next_block_++];
      if (block.size < size) continue;
      free_ = block.bytes.get();
      left_ = block.size;
      return true;
    }
    return false;
  }

  std::vector<std::shared_ptr<void>> objects_;
  std::vector<Block> blocks_;
  std::size_t next_block_ = 0;  // the first that is not used yet
  std::byte* free_ = nullptr;   // of the block in use
  std::size_t left_ = 0;
  std::size_t memory_ = 0;
};

}  // namespace fastser
