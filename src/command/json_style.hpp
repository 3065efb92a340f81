// SPDX-License-Identifier: MIT
//
// How JSON text is shown: in colours, in ASCII, indented by tabs. The writer of JSON knows none of
// these; its text is gone through once more, and stays the same JSON.
#pragma once

#include <string>
#include <string_view>

#include "command/command.hpp"
#include "fastser/buffer.hpp"
#include "fastser/status.hpp"

namespace fastser::command {

struct JsonStyle {
  bool colour = false;
  bool ascii = false;  ///< characters beyond ASCII as \u and four digits
  bool tabs = false;   ///< each blank at the start of a line is a tab

  [[nodiscard]] bool is_plain() const { return !colour && !ascii && !tabs; }
};

/// What --ascii, --tab and --color say. False: a word that --color does not have.
[[nodiscard]] bool read_style(const Arguments& arguments, JsonStyle& style);

/// JSON text that a JsonWriter wrote, in this style.
[[nodiscard]] std::string styled(std::string_view json, const JsonStyle& style);

/// The same in place, also for a value on each line. Error: kNoMemory.
[[nodiscard]] Status restyle(Buffer& json, const JsonStyle& style);

}  // namespace fastser::command
