// SPDX-License-Identifier: MIT
#include "fastser/internal/flat/enum_names.hpp"

#include <algorithm>
#include <utility>

#include "fastser/flat.hpp"
#include "fastser/internal/base/guarded.hpp"
#include "flat/reflection.hpp"

namespace fastser::flat {
namespace {

bool is_integer(const reflection::Type& type) {
  const auto scalar = [](std::int8_t base) {
    return base >= 1 && base <= 10 && base != 2;  // UType to ULong, but Bool
  };
  constexpr std::int8_t kVector = 14;
  constexpr std::int8_t kArray = 17;
  const bool is_list = type.base_type == kVector || type.base_type == kArray;
  return scalar(is_list ? type.element : type.base_type);
}

bool has_bit_flags(const std::vector<reflection::KeyValue>& attributes) {
  return std::any_of(attributes.begin(), attributes.end(),
                     [](const auto& one) { return one.key == "bit_flags"; });
}

}  // namespace

Result<EnumNames> enum_names(BytesView bytes, const Limits& limits) {
  return guarded([&]() -> Result<EnumNames> {
    const auto schema = decode<reflection::Schema>(bytes, {.limits = limits, .identifier = "BFBS"});
    if (!schema.ok()) return schema.status();
    std::vector<ValueNames> enums;
    std::map<std::string, EnumNames::Fields> types;
    if (!schema->enums || !schema->objects) return EnumNames();
    enums.resize(schema->enums->size());
    for (std::size_t i = 0; i < schema->enums->size(); ++i) {
      const reflection::Enum& one = (*schema->enums)[i];
      enums[i].type = one.name;
      enums[i].are_bits = one.attributes && has_bit_flags(*one.attributes);
      if (!one.values) continue;
      for (const reflection::EnumValue& value : *one.values) {
        enums[i].values.emplace(value.value, value.name);
      }
    }
    for (const auto& object : *schema->objects) {
      if (!object->fields) continue;
      EnumNames::Fields& fields = types[object->name];
      for (const reflection::Field& field : *object->fields) {
        const std::int32_t index = field.type.index;  // of the enum, where there is one
        if (!is_integer(field.type) || index < 0) continue;
        const auto number = static_cast<std::size_t>(index);
        if (number < enums.size()) fields.emplace(field.id, number);
      }
    }
    return EnumNames(std::move(enums), std::move(types));
  });
}

}  // namespace fastser::flat
