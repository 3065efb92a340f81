// SPDX-License-Identifier: MIT
//
// The names of enums' values and of unions' alternatives in a binary schema. Declarations leave
// them out: values are read without them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fastser/buffer.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"

namespace fastser::flat {

using ValueNames = std::map<std::int64_t, std::string>;

class EnumNames {
 public:
  /// Of a field, by the name of its table or structure and its number; of the field that names a
  /// union's alternative, too. Null where it is no enum. Lives as long as this.
  [[nodiscard]] const ValueNames* of_field(std::string_view type, std::uint16_t slot) const {
    const auto found = fields_.find(Place(type, slot));
    return found == fields_.end() ? nullptr : &enums_[found->second];
  }

  using Place = std::pair<std::string, std::uint16_t>;
  std::vector<ValueNames> enums_;
  std::map<Place, std::size_t> fields_;
};

/// Of a schema that from_binary() takes. Errors: those of decode. Memory within the limits.
[[nodiscard]] Result<EnumNames> enum_names(BytesView schema,
                                           const Limits& limits = {
                                               .memory_factor = 64,
                                               .memory_base = std::size_t{1} << 20});

}  // namespace fastser::flat
