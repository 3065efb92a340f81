// SPDX-License-Identifier: MIT
//
// FNV-1a, of 32 or 64 bits: a hash that compilers work out. One multiplication a byte, and not
// seeded: tables whose keys a stranger chooses need another (B10).
#pragma once

#include <cstdint>
#include <type_traits>

namespace fastser {

/// The hash of a range of char, unsigned char or std::byte.
template <typename Hash, typename Range>
[[nodiscard]] constexpr Hash fnv1a(const Range& range) noexcept {
  static_assert(std::is_same_v<Hash, std::uint32_t> || std::is_same_v<Hash, std::uint64_t>);
  constexpr bool kWide = sizeof(Hash) == 8;
  constexpr auto kPrime = static_cast<Hash>(kWide ? 0x100000001b3U : 0x01000193U);
  auto hash = static_cast<Hash>(kWide ? 0xcbf29ce484222325U : 0x811c9dc5U);
  for (const auto byte : range) hash = (hash ^ static_cast<unsigned char>(byte)) * kPrime;
  return hash;
}

}  // namespace fastser
