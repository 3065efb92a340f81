// SPDX-License-Identifier: MIT
//
// Pages of the manual as text, laid out as manual pages are: 80 columns, as a terminal has at
// least.
#include <algorithm>
#include <string>

#include "command/manual.hpp"

namespace fastser::command {
namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kIndent = 4;
constexpr std::size_t kOptionColumn = 23;  // where the texts of options begin

// Words one after another, lines broken in front of `kWidth`. `column` is where the first word
// comes to stand, `indent` where the others' lines begin.
void fill(std::string& out, std::string_view text, std::size_t indent, std::size_t column) {
  bool first = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!first && column + 1 + word.size() > kWidth) {
      out.append("\n").append(indent, ' ');
      column = indent;
    } else if (!first) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
    first = false;
  }
  out += '\n';
}

void paragraph(std::string& out, std::string_view text) {
  out.append(kIndent, ' ');
  fill(out, text, kIndent, kIndent);
}

// "  name   text": an entry of a list.
void entry(std::string& out, std::string_view line) {
  const std::size_t name_end = line.find(' ', 2);
  const std::size_t text = line.find_first_not_of(' ', name_end);
  const std::size_t column = kIndent + text - 2;
  out.append(kIndent, ' ').append(line.substr(2, text - 2));
  fill(out, line.substr(text), column, column);
}

void description(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) {
      out += '\n';
    } else if (line.starts_with("  ")) {
      entry(out, line);
    } else {
      paragraph(out, line);
    }
  }
}

std::string with_value(const OptionEntry& option) {
  std::string out(option.name);
  if (!option.value.empty()) out.append(" ").append(option.value);
  return out;
}

void synopsis(std::string& out, const Page& page) {
  std::string line = "fastser";
  if (!page.name.empty()) line.append(" ").append(page.name);
  line.append(" ").append(page.operands);
  const std::size_t indent = std::min<std::size_t>(kIndent + line.find(' ', 8), 20) + 1;
  out.append(kIndent, ' ').append(line);
  std::size_t column = kIndent + line.size();
  for (const OptionEntry& option : page.options) {
    const std::string word = "[" + with_value(option) + "]";
    if (column + 1 + word.size() > kWidth) {
      out.append("\n").append(indent, ' ');
      column = indent;
    } else {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  out += '\n';
}

void options(std::string& out, const Page& page) {
  for (const OptionEntry& option : page.options) {
    std::string name = with_value(option);
    out.append(kIndent, ' ').append(name);
    std::size_t column = kIndent + name.size();
    if (column + 1 > kOptionColumn) {
      out += '\n';
      column = 0;
    }
    out.append(kOptionColumn - column, ' ');
    fill(out, option.text, kOptionColumn, kOptionColumn);
  }
}

void examples(std::string& out, std::string_view lines) {
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    out.append(kIndent, ' ').append(lines.substr(0, end)).append("\n");
    lines.remove_prefix(std::min(end + 1, lines.size()));
  }
}

}  // namespace

std::string help_text(const Page& page) {
  std::string out = "NAME\n";
  std::string name = "fastser";
  if (!page.name.empty()) name.append(" ").append(page.name);
  paragraph(out, name.append(" - ").append(page.brief));
  out += "\nSYNOPSIS\n";
  synopsis(out, page);
  out += "\nDESCRIPTION\n";
  description(out, page.description);
  out += "\nOPTIONS\n";
  options(out, page);
  out += "\nEXAMPLES\n";
  examples(out, page.examples);
  out += "\nEXIT STATUS\n";
  paragraph(out, page.exits);
  return out;
}

}  // namespace fastser::command
