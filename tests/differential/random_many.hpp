// SPDX-License-Identifier: MIT
//
// Random lists and maps of values that a caller makes, as the values that nest have them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "props/random_value.hpp"

namespace fastser::testing {

/// Fewer than six of what make() gives.
template <typename Make>
auto random_list(Random& random, Make&& make) {
  std::vector<decltype(make())> list(random.below(6));
  for (auto& one : list) one = make();
  return list;
}
template <typename Make>
auto random_map(Random& random, Make&& make) {
  std::map<std::string, decltype(make())> map;
  for (std::size_t i = random.below(6); i != 0; --i) map[random_text(random)] = make();
  return map;
}

}  // namespace fastser::testing
