// SPDX-License-Identifier: MIT
//
// A map from numbers to numbers with open addressing, keyed by a secret, so that no input can make
// its keys collide (B10). Half as large and several times as fast as std::unordered_map, for maps
// with an entry for each container of a document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "convert/document/dom.hpp"

namespace fastser::convert {

class NumberMap {
 public:
  explicit NumberMap(NumberHash hash) : hash_(hash) {}

  /// Adds an entry if there is none of this key; whether it did, and the value there is now. Keys
  /// are below 2^64 - 1. The pointer is good until the next call.
  std::pair<std::uint64_t*, bool> emplace(std::uint64_t key, std::uint64_t value) {
    if (2 * count_ >= entries_.size()) grow();
    Entry& entry = entries_[place(key)];
    const bool is_new = entry.key == kFree;
    if (is_new) {
      entry = {key, value};
      ++count_;
    }
    return {&entry.value, is_new};
  }
  [[nodiscard]] std::size_t size() const { return count_; }
  void clear() {
    entries_.clear();
    count_ = 0;
  }

 private:
  static constexpr std::uint64_t kFree = static_cast<std::uint64_t>(-1);
  struct Entry {
    std::uint64_t key;
    std::uint64_t value;
  };

  [[nodiscard]] std::size_t place(std::uint64_t key) const {
    const std::size_t mask = entries_.size() - 1;
    std::size_t at = hash_(key) & mask;
    while (entries_[at].key != kFree && entries_[at].key != key) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    constexpr std::size_t kFirst = 64;
    const std::vector<Entry> old = std::move(entries_);
    entries_.assign(old.empty() ? kFirst : old.size() * 2, {kFree, 0});
    for (const Entry& one : old) {
      if (one.key != kFree) entries_[place(one.key)] = one;
    }
  }

  NumberHash hash_;
  std::vector<Entry> entries_;  // their number is a power of two
  std::size_t count_ = 0;
};

}  // namespace fastser::convert
