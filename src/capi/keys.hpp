// SPDX-License-Identifier: MIT
//
// Keys of the C interface, as the coder has them. A key's text is looked at in the slow path only,
// so that what every keyed call pays for is two compares.
#pragma once

#include "fastser/fastser.h"

#include <cstdint>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "fastser/coder.hpp"

namespace fastser::capi {

inline constexpr std::string_view kWrongKey = "a fastser_key without text, or of 2 GiB and more";

/// A size below zero, which is a mistake that is made, is beyond this on every machine.
inline constexpr std::uint64_t kLongestKey = std::numeric_limits<std::int32_t>::max();

/// Whether it may be handed on. (A text of no address would be taken for a transient one.)
FASTSER_INLINE inline bool is_key(const fastser_key& key) noexcept {
  return key.text != nullptr && key.size <= kLongestKey;
}

FASTSER_INLINE inline Key key_of(const fastser_key& key) noexcept {
  return Key::interned(key.text, static_cast<std::uint32_t>(key.size));
}

/// The keys that a writer or reader gave out. Their addresses stay.
class KeptKeys {
 public:
  /// The one for `text`, which `coder` defines. Null after an error of the coder's. Throws.
  template <typename Coder>
  const fastser_key* take(Coder& coder, std::string_view text) {
    const KeyHandle handle = coder.define_key(text);
    if (!handle.valid()) return nullptr;
    const std::string_view kept = coder.key(handle).text();
    const auto [at, fresh] = keys_.try_emplace(handle.index, fastser_key{kept.data(), kept.size()});
    return &at->second;
  }

 private:
  std::unordered_map<std::uint32_t, fastser_key> keys_;
};

}  // namespace fastser::capi
