// SPDX-License-Identifier: MIT
//
// The writer of JSON knows blanks and line feeds only, so they are replaced in its text. A line
// feed is never in a string there, and blanks at the start of a line are always indentation.
#include "command/json_layout.hpp"

#include <algorithm>

namespace fastser::command {

JsonLayout::JsonLayout(std::string_view text) : ends_line_(text.ends_with('\n')) {
  constexpr std::size_t kMostIndent = 16;
  const std::size_t line = text.find('\n');
  if (line == std::string_view::npos) return;
  returns_ = line != 0 && text[line - 1] == '\r';
  const std::size_t start = text.find_first_not_of(" \t\r\n", line);
  if (start == std::string_view::npos) return;
  has_lines_ = true;
  const std::size_t first = text.rfind('\n', start) + 1;
  const std::string_view blanks = text.substr(first, start - first);
  tabs_ = !blanks.empty() && blanks.find_first_not_of('\t') == std::string_view::npos;
  if (blanks.size() <= kMostIndent) indent_ = static_cast<std::uint8_t>(blanks.size());
}

void JsonLayout::apply(convert::ConvertOptions& options) const {
  if (!has_lines_) return;
  options.pretty = true;
  options.indent = indent_;
}

std::string JsonLayout::of(std::string_view written) const {
  std::string out;
  for (std::size_t at = 0; at < written.size();) {
    const std::size_t line = std::min(written.find('\n', at), written.size());
    const std::size_t start = std::min(written.find_first_not_of(' ', at), line);
    out.append(start - at, tabs_ ? '\t' : ' ').append(written.substr(start, line - start));
    if (line != written.size()) out.append(returns_ ? "\r\n" : "\n");
    at = line + 1;
  }
  if (ends_line_ && !written.ends_with('\n')) out.append(returns_ ? "\r\n" : "\n");
  return out;
}

}  // namespace fastser::command
