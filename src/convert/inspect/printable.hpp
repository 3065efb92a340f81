// SPDX-License-Identifier: MIT
//
// Text for people, made of names and values that strangers wrote.
#pragma once

#include <string>
#include <string_view>

namespace fastser::convert {

/// With control characters (but line breaks) and what is not UTF-8 escaped as in C: names and texts
/// in an archive must not steer a terminal.
[[nodiscard]] std::string printable(std::string_view text);
/// Line breaks as well: a name must not end the line of a message.
[[nodiscard]] std::string one_line(std::string_view text);

}  // namespace fastser::convert
