// SPDX-License-Identifier: MIT
//
// Names that differ: one that was given before gets a number. Linear in the names asked for,
// however many are alike.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>

#include "convert/document/dom.hpp"

namespace fastser::convert {

class UniqueNames {
 public:
  /// `seed`: names that somebody chose do not collide.
  explicit UniqueNames(std::uint64_t seed) : asked_(16, TextHash{wire::HashSeed::from(seed)}) {}

  [[nodiscard]] std::string unique(const std::string& name) {
    std::uint32_t& asked = asked_[name];
    if (++asked == 1) return name;
    for (;; ++asked) {  // references into the map stay valid
      std::string numbered = name;
      numbered.append("_").append(std::to_string(asked));
      if (asked_.emplace(numbered, 1).second) return numbered;
    }
  }

 private:
  std::unordered_map<std::string, std::uint32_t, TextHash> asked_;
};

}  // namespace fastser::convert
