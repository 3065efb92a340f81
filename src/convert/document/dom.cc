// SPDX-License-Identifier: MIT
//
// What makes a Document: its secret; and the dates that it keeps aside.
#include "convert/document/dom.hpp"

#include <algorithm>
#include <exception>
#include <random>

#include "fastser/internal/wire/content_hash.hpp"

namespace fastser::convert {
namespace {

std::uint64_t random_seed() {
  try {
    std::random_device device;
    return (static_cast<std::uint64_t>(device()) << 32) | device();
  } catch (const std::exception&) {  // a system without one
    return wire::random_seed();
  }
}

}  // namespace

Document::Document() : seed(random_seed()), texts(wire::HashSeed::from(seed)) {}

const double* Document::apple_date(std::uint32_t node) const {
  const auto at = std::partition_point(apple_dates.begin(), apple_dates.end(),
                                       [node](const AppleDate& one) { return one.node < node; });
  return at != apple_dates.end() && at->node == node ? &at->date : nullptr;
}

std::uint32_t Document::inline_type(std::uint32_t node) const {
  const auto at = std::partition_point(inline_types.begin(), inline_types.end(),
                                       [node](const InlineType& one) { return one.node < node; });
  const bool is_told = at != inline_types.end() && at->node == node;
  return is_told ? at->type : kNoKey;
}

void Document::clear() {
  nodes.clear();
  texts.clear();
  apple_dates.clear();
  inline_types.clear();
}

}  // namespace fastser::convert
