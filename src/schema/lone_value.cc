// SPDX-License-Identifier: MIT
#include "fastser/internal/schema/lone_value.hpp"

#include <cstddef>

namespace fastser::schema {

bool is_lone_value(const TypeTable& table, std::uint32_t shape) noexcept {
  if (table.shapes()[shape].name.empty()) return false;
  bool found = false;
  for (auto at = static_cast<std::int32_t>(shape); at >= 0;) {
    const Shape& one = table.shapes()[static_cast<std::size_t>(at)];
    for (const FieldEntry& entry : one.fields) {
      if (found || entry.named || entry.repeat != 1) return false;
      found = true;
    }
    at = one.super;
  }
  return found;
}

}  // namespace fastser::schema
