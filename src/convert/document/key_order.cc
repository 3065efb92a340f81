// SPDX-License-Identifier: MIT
#include "convert/document/key_order.hpp"

#include <algorithm>

namespace fastser::convert {

KeyOrder::KeyOrder(const Document& document, std::uint32_t root)
    : ranks_(document.texts.size(), kNone) {
  for (std::uint32_t at = root + 1; at < document.nodes[root].end; ++at) {
    const std::uint32_t key = document.nodes[at].key;
    if (key == kNoKey || ranks_[key] != kNone) continue;
    ranks_[key] = 0;
    keys_.push_back(key);
  }
  std::sort(keys_.begin(), keys_.end(), [&](std::uint32_t left, std::uint32_t right) {
    return document.text(left) < document.text(right);
  });
  for (std::size_t i = 0; i < keys_.size(); ++i) {
    ranks_[keys_[i]] = static_cast<std::uint32_t>(i);
  }
}

}  // namespace fastser::convert
