// SPDX-License-Identifier: MIT
//
// Whether people look at what is written.
#pragma once

#include <cstddef>
#include <cstdio>
#include <string>

namespace fastser::command {

/// Whether a stream is a terminal; whether a file of this name is one, "-" being stdout.
[[nodiscard]] bool is_terminal(std::FILE* stream);
[[nodiscard]] bool is_terminal(const std::string& file);

/// How many columns the terminal of a stream has; 80 where it does not say.
[[nodiscard]] std::size_t terminal_columns(std::FILE* stream);

}  // namespace fastser::command
