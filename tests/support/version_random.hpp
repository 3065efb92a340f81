// SPDX-License-Identifier: MIT
//
// The random numbers of the property test of class versions: the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace fastser::testing::versions {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t any() { return engine_(); }
  /// 0 ... limit - 1
  std::size_t below(std::size_t limit) { return static_cast<std::size_t>(any() % limit); }
  bool chance(unsigned percent) { return below(100) < percent; }
  template <typename T>
  const T& one_of(const std::vector<T>& list) {
    return list[below(list.size())];
  }
  template <typename T>
  void shuffle(std::vector<T>& list) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[below(i)]);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace fastser::testing::versions
