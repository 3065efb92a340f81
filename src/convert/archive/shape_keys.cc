// SPDX-License-Identifier: MIT
#include "convert/archive/shape_keys.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>
#include <vector>

namespace fastser::convert {
namespace {

// The shape, then its super-shapes.
template <typename Work>
void for_each_shape(const schema::TypeTable& table, std::uint32_t shape, Work&& work) {
  for (auto at = static_cast<std::int32_t>(shape); at >= 0;) {
    const schema::Shape& one = table.shapes()[static_cast<std::size_t>(at)];
    work(one);
    at = one.super;
  }
}

}  // namespace

std::string_view position_text(std::uint64_t index, Digits& room) {
  const std::to_chars_result end = std::to_chars(room.data(), room.data() + room.size(), index);
  return {room.data(), static_cast<std::size_t>(end.ptr - room.data())};
}

std::size_t shape_cost(const schema::TypeTable& table, std::uint32_t shape) {
  std::size_t cost = 0;
  for_each_shape(table, shape, [&](const schema::Shape& one) {
    ++cost;
    for (const schema::FieldEntry& entry : one.fields) cost += 1 + entry.name.size();
  });
  return cost;
}

bool leads_to_variant(schema::TypeExpr type) {
  while (schema::code(type) == schema::TypeCode::kOptional ||
         schema::code(type) == schema::TypeCode::kRef) {
    type = schema::element(type);
  }
  return schema::code(type) == schema::TypeCode::kVariant;
}

bool has_key_twice(const schema::TypeTable& table, std::uint32_t shape) {
  std::vector<const schema::Shape*> chain;
  for_each_shape(table, shape, [&](const schema::Shape& one) { chain.push_back(&one); });
  std::vector<std::string_view> names;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> positions;  // runs without names: from, to
  std::uint64_t index = 0;
  for (std::size_t i = chain.size(); i-- > 0;) {
    for (const schema::FieldEntry& entry : chain[i]->fields) {
      if (entry.named) names.push_back(entry.name);
      if (!entry.named) positions.emplace_back(index, index + entry.repeat);
      index += entry.repeat;
    }
  }
  std::sort(names.begin(), names.end());
  if (std::adjacent_find(names.begin(), names.end()) != names.end()) return true;
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    std::uint64_t number = 0;
    Digits digits;
    const std::from_chars_result end =
        std::from_chars(name.data(), name.data() + name.size(), number);
    if (end.ec != std::errc() || position_text(number, digits) != name) return false;
    const auto behind = std::upper_bound(positions.begin(), positions.end(),
                                         std::pair(number, static_cast<std::uint64_t>(-1)));
    return behind != positions.begin() && number < std::prev(behind)->second;
  });
}

}  // namespace fastser::convert
