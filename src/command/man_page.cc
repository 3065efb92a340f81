// SPDX-License-Identifier: MIT
//
// The manual as a man page: one page for the command and all its subcommands.
#include <algorithm>
#include <string>

#include "command/manual.hpp"

namespace fastser::command {
namespace {

// Text that troff takes for nothing else: a dash is a dash, a backslash one, and a line may begin
// with a dot.
std::string plain(std::string_view text) {
  std::string out;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      out += c;
    }
    at_start = c == '\n';
  }
  return out;
}

void man_description(std::string& out, std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) {
      out += ".PP\n";
    } else if (line.starts_with("  ")) {
      const std::size_t name_end = line.find(' ', 2);
      out += ".TP\n.B " + plain(line.substr(2, name_end - 2)) + '\n';
      out += plain(line.substr(line.find_first_not_of(' ', name_end))) + '\n';
    } else {
      out += plain(line) + '\n';
    }
  }
}

void man_options(std::string& out, const Page& page) {
  for (const OptionEntry& option : page.options) {
    out += ".TP\n.B " + plain(option.name) + '\n';
    if (!option.value.empty()) {
      out.resize(out.size() - 1);
      out += " \\fI" + plain(option.value) + "\\fR\n";
    }
    out += plain(option.text) + '\n';
  }
}

void man_examples(std::string& out, std::string_view lines) {
  out += ".nf\n" + plain(lines) + "\n.fi\n";
}

}  // namespace

std::string man_page(std::string_view version) {
  const Page& main = manual().front();
  std::string out = ".\\\" Made from the help texts by: fastser completion man\n";
  out.append(".TH FASTSER 1 \"\" \"fastser ").append(version).append("\"\n");
  out += ".SH NAME\nfastser \\- " + plain(main.brief) + '\n';
  out += ".SH SYNOPSIS\n";
  for (const Page& page : manual().subspan(1)) {
    out +=
        ".B fastser " + plain(page.name) + "\n.I " + plain(page.operands) + "\n[OPTION...]\n.br\n";
  }
  out += ".SH DESCRIPTION\n";
  man_description(out, main.description);
  out += ".SH OPTIONS\n";
  man_options(out, main);
  for (const Page& page : manual().subspan(1)) {
    std::string title(page.name);
    for (char& c : title) c = static_cast<char>(c - 'a' + 'A');
    out += ".SH " + title + "\n.B fastser " + plain(page.name) + "\n.I " + plain(page.operands) +
           "\n[OPTION...]\n.PP\n";
    man_description(out, page.description);
    out += ".PP\n";
    man_options(out, page);
    out += ".PP\nExamples:\n.PP\n";
    man_examples(out, page.examples);
    out += ".PP\nExit status: " + plain(page.exits) + ".\n";
  }
  out += ".SH EXAMPLES\n";
  man_examples(out, main.examples);
  out += ".SH \"EXIT STATUS\"\n" + plain(main.exits) + '\n';
  return out;
}

}  // namespace fastser::command
