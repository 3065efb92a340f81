// SPDX-License-Identifier: MIT
//
// The names of enums' values and of unions' alternatives in a binary schema. Declarations leave
// them out: values are read without them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "fastser/buffer.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"

namespace fastser::flat {

/// Of the values of an enum, or the alternatives of a union.
struct ValueNames {
  std::string type;  ///< the enum's or union's own, with its namespace
  std::map<std::int64_t, std::string> values;
  bool are_bits = false;  ///< a value may be several of them
};

class EnumNames {
 public:
  /// Of a field, by the name of its table or structure and its number; of the field that names a
  /// union's alternative, too. Null where it is no enum. Lives as long as this.
  [[nodiscard]] const ValueNames* of_field(const std::string& type, std::uint16_t slot) const {
    const auto fields = types_.find(type);
    if (fields == types_.end()) return nullptr;
    const auto found = fields->second.find(slot);
    return found == fields->second.end() ? nullptr : &enums_[found->second];
  }

  using Fields = std::map<std::uint16_t, std::size_t>;  // to the numbers of their enums
  EnumNames() = default;
  EnumNames(std::vector<ValueNames> enums, std::map<std::string, Fields> types)
      : enums_(std::move(enums)), types_(std::move(types)) {}

 private:
  std::vector<ValueNames> enums_;
  std::map<std::string, Fields> types_;
};

/// Of a schema that from_binary() takes. Errors: those of decode. Memory within the limits.
[[nodiscard]] Result<EnumNames> enum_names(BytesView schema,
                                           const Limits& limits = {
                                               .memory_factor = 64,
                                               .memory_base = std::size_t{1} << 20});

}  // namespace fastser::flat
