// SPDX-License-Identifier: MIT
//
// What the typed targets of MessagePack and FlexBuffers read lists and owners of.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace fastser::fuzzing {

struct Item {
  std::string name;
  std::vector<std::int32_t> counts;
  std::optional<std::optional<double>> price;
  std::variant<std::monostate, bool, std::int64_t, std::string> value;
  std::unique_ptr<Item> own;
};

}  // namespace fastser::fuzzing
