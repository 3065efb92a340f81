// SPDX-License-Identifier: MIT
//
// A record with something of everything that MessagePack and FlexBuffers hold alike: for what is
// done to its bytes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

namespace fastser::testing::everything {

struct Item {
  std::string name;
  std::vector<std::int32_t> counts;
  std::optional<double> price;
};
struct Everything {
  std::vector<Item> items;
  std::map<std::string, std::variant<std::int64_t, std::string>> values;
  std::unordered_map<std::int32_t, bool> flags;
  std::vector<std::byte> data;
  std::vector<bool> bools;
  std::array<float, 3> point{};
  std::unique_ptr<Item> own;
};

inline Everything make_everything() {
  Everything value;
  value.items = {{"a name", {1, -1, 1000, -100000}, 0.1}, {"", {}, {}}};
  value.values = {{"number", std::int64_t{1} << 40}, {"text", std::string(40, 'x')}};
  value.flags = {{1, true}, {-70000, false}};
  value.data.resize(5);
  value.bools = {true, false};
  value.point = {1, 2, 3};
  value.own = std::make_unique<Item>(value.items[0]);
  return value;
}

}  // namespace fastser::testing::everything
