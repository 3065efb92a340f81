// SPDX-License-Identifier: MIT
//
// What kind of value a node is, in words for messages.
#pragma once

#include <string_view>

#include "convert/document/dom.hpp"

namespace fastser::convert {

/// "text", "a list".
[[nodiscard]] std::string_view kind_name(NodeKind kind);

}  // namespace fastser::convert
