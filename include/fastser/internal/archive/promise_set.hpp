// SPDX-License-Identifier: MIT
//
// PromiseSet: the numbers of objects that a conditional reference (weak_ptr) named before any owner
// wrote the body. One bit a number, so that an archive of nothing but promises costs what it is
// long; empty() is one comparison, because every use of a reference asks it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fastser::archive {

class PromiseSet {
 public:
  [[nodiscard]] bool empty() const noexcept { return open_ == 0; }

  /// Notes a promise. Throws std::bad_alloc as vectors do.
  void add(std::uint32_t number) {
    if (number >= promised_.size()) promised_.resize(std::size_t{number} + 1);
    promised_[number] = true;
    ++open_;
  }
  /// Is the number promised, and not taken yet?
  [[nodiscard]] bool contains(std::uint64_t number) const noexcept {
    return number < promised_.size() && promised_[static_cast<std::size_t>(number)];
  }
  /// Takes a promise back: its body comes now. False when there was none.
  [[nodiscard]] bool take(std::uint64_t number) noexcept {
    if (number >= promised_.size() || !promised_[static_cast<std::size_t>(number)]) return false;
    promised_[static_cast<std::size_t>(number)] = false;
    --open_;
    return true;
  }
  void clear() noexcept {
    promised_.clear();
    open_ = 0;
  }

 private:
  std::vector<bool> promised_;
  std::size_t open_ = 0;
};

}  // namespace fastser::archive
