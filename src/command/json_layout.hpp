// SPDX-License-Identifier: MIT
//
// The white space of JSON text: a file that is changed keeps its indentation and its line ends.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fastser/convert.hpp"

namespace fastser::command {

class JsonLayout {
 public:
  /// As in this text: its second line says how lines are indented, its first how they end. Text of
  /// one line has no layout.
  explicit JsonLayout(std::string_view text);

  /// Asks for as many characters of indentation; not for JSON Lines, which have none.
  void apply(convert::ConvertOptions& options) const;
  /// What was written with those options, with the characters that this layout has.
  [[nodiscard]] std::string of(std::string_view written) const;

 private:
  bool has_lines_ = false;
  bool tabs_ = false;
  bool returns_ = false;  // a carriage return in front of each line feed
  bool ends_line_ = false;
  std::uint8_t indent_ = 2;
};

}  // namespace fastser::command
