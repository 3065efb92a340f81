// SPDX-License-Identifier: MIT
//
// Shape: the keys of a record type, a constant of the program; its address is the type's name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fastser::flexbuffers {

/// The keys of a record type, sorted; one constant per type.
struct Shape {
  struct Key {
    std::string_view text;
    std::uint32_t hash = 0;
  };
  const Key* keys = nullptr;
  std::size_t count = 0;
};

}  // namespace fastser::flexbuffers
