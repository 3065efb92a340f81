// SPDX-License-Identifier: MIT
//
// TextSample: do some of these texts repeat? A few texts of a long list, compared with one another
// by a cheap hash, before any of the list is written.
//
// 64 texts tell a set of a thousand apart from one in which no two are equal, and cost what looking
// up ten of them does. Texts that differ in the middle only may count as equal, which is the side
// to err on: they are then looked up, and given up later.
//
// Invariant: the answer depends on the texts only (the hash has no seed
// and no byte order), so equal values give
// equal bytes. Somebody who chooses the texts can choose the answer, and with it how well the
// archive shares, but neither what it means nor the order of its cost.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "fastser/internal/wire/endian.hpp"

namespace fastser::archive {

class TextSample {
 public:
  /// The sample lies in bursts over the list, to see both texts that repeat at once and texts that
  /// come again at any distance.
  static constexpr std::size_t kBursts = 8;
  static constexpr std::size_t kBurst = 8;
  /// Shorter lists are not worth a sample.
  static constexpr std::size_t kLeastCount = 16 * kBursts * kBurst;

  /// Where burst `number` of a list of `count` starts.
  [[nodiscard]] static std::size_t start_of(std::size_t number, std::size_t count) noexcept {
    return (count - kBurst) / (kBursts - 1) * number;
  }
  /// Takes a text in; true when one like it was there. Empty texts are like none.
  [[nodiscard]] bool add(const char* text, std::size_t size) noexcept {
    if (size == 0) return false;
    const std::uint32_t tag = tag_of(text, size);
    std::uint32_t at = tag % kSlots;
    for (; tags_[at] != 0; at = (at + 1) % kSlots) {
      if (tags_[at] == tag) return true;
    }
    tags_[at] = tag;
    return false;
  }

 private:
  static constexpr std::uint32_t kSlots = 2 * kBursts * kBurst;

  // Size, first and last bytes; never zero.
  [[nodiscard]] static std::uint32_t tag_of(const char* text, std::size_t size) noexcept {
    std::uint64_t head = 0;
    std::uint64_t tail = 0;
    if (size >= 8) {
      const auto* bytes = reinterpret_cast<const std::byte*>(text);
      head = wire::load_le<std::uint64_t>(bytes);
      tail = wire::load_le<std::uint64_t>(bytes + size - 8);
    } else {
      for (std::size_t i = 0; i < size; ++i) {
        head = head << 8 | static_cast<std::uint8_t>(text[i]);
      }
    }
    std::uint64_t state = (head ^ size) * 0x9E3779B97F4A7C15U;
    state = (state ^ (state >> 32) ^ tail) * 0xD1B54A32D192ED03U;
    return static_cast<std::uint32_t>(state >> 32) | 1U;
  }

  std::array<std::uint32_t, kSlots> tags_ = {};
};

}  // namespace fastser::archive
