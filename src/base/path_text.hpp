// SPDX-License-Identifier: MIT
//
// Paths as text: in errors of all formats, in what `diff`, `inspect` and `annotate` print. What
// reads them again is parse_path() (convert/path/path.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace fastser {

/// Appends a step: `.name`, without the dot where it is the first; `["a name"]` for a name that
/// could be taken for something else in a path. A name is UTF-8.
void append_key(std::string& path, std::string_view key);
/// `[3]`.
void append_index(std::string& path, std::uint64_t index);
/// Puts a step in front of a path whose own first step may lack its dot.
void prepend_step(std::string& path, std::string step);

}  // namespace fastser
