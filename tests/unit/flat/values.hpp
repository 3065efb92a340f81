// SPDX-License-Identifier: MIT
//
// The types that the tests of FlatBuffers write and read.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "fastser/flat.hpp"
#include "gtest/gtest.h"
#include "support/person.hpp"

namespace fastser::testing {

struct Place {
  std::int16_t x = 0;
  std::int64_t y = 0;
  bool operator==(const Place&) const = default;
};
struct Item {
  std::string name;
  std::vector<std::int32_t> counts;
  std::optional<double> price;
  std::vector<Item> parts;
  bool operator==(const Item&) const = default;
};
struct Shop {
  std::vector<Item> items;
  std::map<std::string, std::variant<std::int64_t, std::string>> values;
  std::unordered_map<std::int32_t, bool> flags;
  std::vector<Place> places;
  std::unique_ptr<Item> own;
  std::shared_ptr<Item> first;
  std::shared_ptr<Item> second;
  std::variant<std::monostate, bool, Item> choice;
  std::vector<std::uint8_t> data;
  std::vector<std::vector<std::string>> lists;
};
inline Shop make_shop() {
  Shop shop;
  shop.items = {{"a name", {1, -1, 1000}, 2.5, {{"part", {}, {}, {}}}}, {"", {}, {}, {}}};
  shop.values = {{"number", std::int64_t{1} << 40}, {"text", std::string(40, 'x')}};
  shop.flags = {{1, true}, {-70000, false}};
  shop.places = {{1, 2}, {-3, -4}};
  shop.own = std::make_unique<Item>(shop.items[0]);
  shop.first = shop.second = std::make_shared<Item>(Item{"shared", {7}, {}, {}});
  shop.choice = Item{"chosen", {}, 1.0, {}};
  shop.data = {1, 2, 3};
  shop.lists = {{"a", ""}, {}, {"b"}};
  return shop;
}

template <typename T>
Buffer flat_of(const T& value, const flat::EncodeOptions& options = {}) {
  Result<Buffer> bytes = flat::encode(value, options);
  EXPECT_TRUE(bytes.ok()) << bytes.status().to_string();
  if (!bytes.ok()) return {};
  const Status sound = flat::verify<T>(*bytes);
  EXPECT_TRUE(sound.ok()) << sound.to_string();
  return std::move(*bytes);
}

}  // namespace fastser::testing
