// SPDX-License-Identifier: MIT
//
// A small seeded generator (splitmix64). The standard distributions differ between standard
// libraries; these do not, so the data are the same on every device.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fastser_bench {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {
    state_ += 0x9e3779b97f4a7c15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  // Uniform in [low, high]; the bias of the modulo does not matter here.
  std::int64_t between(std::int64_t low, std::int64_t high) {
    return low + static_cast<std::int64_t>(bits() % static_cast<std::uint64_t>(high - low + 1));
  }

  bool coin() { return (bits() & 1) != 0; }

  // Uniform in [-1, 1).
  float unit() { return static_cast<float>(static_cast<double>(bits() >> 11) * 0x1p-52 - 1.0); }

  std::string text(std::size_t length, std::string_view alphabet) {
    std::string result(length, '\0');
    for (char& c : result) c = alphabet[bits() % alphabet.size()];
    return result;
  }

 private:
  std::uint64_t state_;
};

inline constexpr std::string_view kUpper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
inline constexpr std::string_view kHex = "0123456789abcdef";
inline constexpr std::string_view kWord = "abcdefghijklmnopqrstuvwxyz0123456789_-";

}  // namespace fastser_bench
