// SPDX-License-Identifier: MIT
//
// What a query leads to in a document that is there: for steps that count from the end, which no
// reader knows before it comes to it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "convert/document/dom.hpp"
#include "convert/path/path.hpp"

namespace fastser::convert {

/// Puts the nodes that `steps` lead to, from each of `nodes`, in their place, in order. False:
/// there is no value; true with no nodes: a range was empty. Linear in what the containers on the
/// way hold.
bool select(const Document& document, std::span<const PathStep> steps,
            std::vector<std::uint32_t>& nodes);

/// The children of a container, or the values of a map, in order.
[[nodiscard]] std::vector<std::uint32_t> values_of(const Document& document, std::uint32_t node);

}  // namespace fastser::convert
