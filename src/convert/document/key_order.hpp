// SPDX-License-Identifier: MIT
//
// KeyOrder: the order in which FlexBuffers want a map's keys, that of their bytes. All keys of a
// value are compared once; from then on a key is its rank, a number.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "convert/document/dom.hpp"

namespace fastser::convert {

class KeyOrder {
 public:
  /// Of the keys inside the node `root`.
  KeyOrder(const Document& document, std::uint32_t root);

  /// By number of the key's text.
  [[nodiscard]] std::uint32_t rank(std::uint32_t key) const { return ranks_[key]; }
  /// The other way round.
  [[nodiscard]] std::uint32_t key(std::uint32_t rank) const { return keys_[rank]; }
  [[nodiscard]] std::size_t size() const { return keys_.size(); }

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::vector<std::uint32_t> ranks_;
  std::vector<std::uint32_t> keys_;
};

}  // namespace fastser::convert
