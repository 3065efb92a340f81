// SPDX-License-Identifier: MIT
//
// Where in a document a node is, for the errors of writers, which have no input to point at.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "convert/document/dom.hpp"

namespace fastser::convert {

inline constexpr std::size_t kMaxKeyText =
    40;  ///< longer keys are shown by their position, as in archives
inline constexpr std::size_t kMaxPath = 1000;  ///< outer pieces before this are left out

/// "items[3].name": from the node `from` to the node `to`, which it holds. Keys that are not text
/// and what belongs to them are called by their pair, "[pair 2]". Cost: in proportion to what lies
/// beside the way.
[[nodiscard]] std::string path_between(const Document& document, std::uint32_t from,
                                       std::uint32_t to);

}  // namespace fastser::convert
