// SPDX-License-Identifier: MIT
//
// Paths as text: in errors, in what `diff` and `inspect` print. parse_path() (path.hpp) understands
// them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fastser::convert {

/// Appends a step: `.name`, without the dot where it is the first; `["a name"]` for a name with
/// other characters.
void append_key(std::string& path, std::string_view key);
/// `[3]`.
void append_index(std::string& path, std::uint64_t index);

}  // namespace fastser::convert
