// SPDX-License-Identifier: MIT
//
// A list of nodes that point forth and back.
#pragma once

#include <cstdint>
#include <memory>

namespace fastser::testing {

struct Link {
  std::int32_t value = 0;
  std::shared_ptr<Link> next;
  std::weak_ptr<Link> back;
};

/// Values 0 to length - 1. To be released by graph::destroy, since it may have any length.
inline std::shared_ptr<Link> make_chain(std::int32_t length) {
  const auto first = std::make_shared<Link>();
  std::shared_ptr<Link> at = first;
  for (std::int32_t i = 1; i < length; ++i) {
    at->next = std::make_shared<Link>();
    at->next->value = i;
    at->next->back = at;
    at = at->next;
  }
  return first;
}

}  // namespace fastser::testing
