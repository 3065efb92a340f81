// SPDX-License-Identifier: MIT
//
// The values of a file that a query leads to, and what somebody meant where it leads to none.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "command/input.hpp"
#include "convert/document/dom.hpp"
#include "convert/path/path.hpp"
#include "fastser/status.hpp"

namespace fastser::command {

/// Fills `document` with a list of what the query leads to, and names the nodes in `found`. The
/// message is convert::kNoValueSaid where it leads to nothing.
[[nodiscard]] Status find(const Input& input, const convert::Path& query,
                          convert::Document& document, std::vector<std::uint32_t>& found);

/// Of a query that leads to nothing: "did you mean users?", "users has 2 elements" or "a.b is a
/// number". Empty where that is not known, or takes long to find out.
[[nodiscard]] std::string near_path(const Input& input, const convert::Path& query);

}  // namespace fastser::command
