// SPDX-License-Identifier: MIT
#include "command/terminal.hpp"

#include <algorithm>
#include <cstdlib>

#if !defined(_WIN32)
#include <csignal>
#endif

namespace fastser::command {
namespace {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

// Where the label of a line ends: before ": " that is not in quotes. 0: it has none.
std::size_t label_end(std::string_view line) {
  bool quoted = false;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    if (quoted && line[i] == '\\') {
      ++i;
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (!quoted && line[i] == ':' && line[i + 1] == ' ') {
      return i;
    }
  }
  return 0;
}

}  // namespace

bool wants_colour(const Arguments& arguments, bool& out) {
  const std::string when = arguments.value("--color", "auto");
  const bool usual =
      is_terminal(stdout) && environment("NO_COLOR").empty() && environment("TERM") != "dumb";
  out = when == "always" || (when == "auto" && usual);
  return when == "always" || when == "auto" || when == "never";
}

std::string painted(std::string_view tree) {
  std::string out;
  out.reserve(tree.size() + tree.size() / 2);
  while (!tree.empty()) {
    const std::size_t end = std::min(tree.find('\n'), tree.size());
    std::string_view line = tree.substr(0, end);
    tree.remove_prefix(std::min(end + 1, tree.size()));
    const std::size_t start = std::min(line.find_first_not_of(' '), line.size());
    out += line.substr(0, start);
    line.remove_prefix(start);
    if (const std::size_t label = start == 0 ? 0 : label_end(line); label != 0) {
      out.append(kBlue).append(line.substr(0, label)).append(kPlain).append(": ");
      line.remove_prefix(label + 2);
    }
    const bool is_text = start != 0 && line.starts_with('"');
    const bool is_number =
        start != 0 && !line.empty() && (line[0] == '-' || (line[0] >= '0' && line[0] <= '9'));
    if (is_text || is_number) out += is_text ? kGreen : kYellow;
    out += line;
    if (is_text || is_number) out += kPlain;
    out += '\n';
  }
  return out;
}

Screen::Screen(const Arguments& arguments) {
#if defined(_WIN32)
  (void)arguments;
#else
  if (arguments.has("--no-pager") || !is_terminal(stdout)) return;
  const char* const asked = std::getenv("PAGER");
  const std::string pager = asked != nullptr ? asked : "less";
  if (pager.empty() || pager == "cat") return;
  ::setenv("LESS", "FRX", 0);
  std::fflush(stdout);
  std::signal(SIGPIPE, SIG_IGN);         // who leaves the pager ends a write, not the command
  pager_ = ::popen(pager.c_str(), "w");  // NOLINT(cert-env33-c): $PAGER is a command line
#endif
}

Screen::~Screen() { close(); }

bool Screen::write(std::string_view text) {
  std::FILE* const to = pager_ != nullptr ? pager_ : stdout;
  if (failed_) return false;
  failed_ = std::fwrite(text.data(), 1, text.size(), to) != text.size();
  return !failed_;
}

int Screen::close() {
#if !defined(_WIN32)
  if (pager_ != nullptr) {
    ::pclose(pager_);
    pager_ = nullptr;
    failed_ = false;
    return kExitOk;
  }
#endif
  if (std::fflush(stdout) == 0 && !failed_) return kExitOk;
  if (!failed_) complain("standard output", "cannot be written");
  failed_ = true;
  return kExitIo;
}

}  // namespace fastser::command
