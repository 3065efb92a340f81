// SPDX-License-Identifier: MIT
#include "command/terminal.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#if !defined(_WIN32)
#include <sys/wait.h>
#include <unistd.h>

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

#if !defined(_WIN32)
// Ctrl-C ends the command again when the pager has ended.
extern "C" void heed_interrupts(int /*signal*/) { std::signal(SIGINT, SIG_DFL); }

bool is_installed(const std::string& program) {
  std::string_view folders = environment("PATH");
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    const std::string file = std::string(folders.substr(0, end)) + '/' + program;
    if (::access(file.c_str(), X_OK) == 0) return true;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return false;
}
#endif

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

Screen::Screen(const Arguments& arguments)
    : may_page_(!arguments.has("--no-pager") && is_terminal(stdout)) {}

void Screen::start_pager() {
  if (!may_page_) return;
  may_page_ = false;
#if !defined(_WIN32)
  const char* const asked = std::getenv("PAGER");
  if (asked == nullptr && !is_installed("less")) return;
  const std::string pager = asked != nullptr ? asked : "less";
  if (pager.empty() || pager == "cat") return;
  ::setenv("LESS", "FRX", 0);
  std::fflush(stdout);
  std::signal(SIGCHLD, &heed_interrupts);
  pager_ = ::popen(pager.c_str(), "w");  // NOLINT(cert-env33-c): $PAGER is a command line
  if (pager_ == nullptr) return;
  // Who leaves the pager ends a write, not the command; and Ctrl-C is for the pager, which would
  // else be left alone with the terminal.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGINT, SIG_IGN);
#endif
}

Screen::~Screen() { close(); }

bool Screen::write(std::string_view text) {
  if (failed_ || was_left_) return false;
  start_pager();
  if (pager_ != nullptr) {
    kept_.append(text);
    return std::fwrite(text.data(), 1, text.size(), pager_) == text.size() || end_pager();
  }
  failed_ = std::fwrite(text.data(), 1, text.size(), stdout) != text.size();
  return !failed_;
}

// Where it turns out that there is none, what it was given goes to stdout.
bool Screen::end_pager() {
#if !defined(_WIN32)
  const int status = ::pclose(pager_);
  pager_ = nullptr;
  constexpr int kNotFound = 127;
  const std::string text = std::move(kept_);
  was_left_ = !WIFEXITED(status) || WEXITSTATUS(status) != kNotFound;
  if (was_left_) return false;
  complain("the pager in $PAGER", "cannot be run; --no-pager uses none");
  return write(text);
#else
  return false;
#endif
}

int Screen::close() {
  if (pager_ != nullptr) end_pager();
  if (was_left_) return kExitOk;
  if (std::fflush(stdout) == 0 && !failed_) return kExitOk;
  if (!said_) complain("standard output", "cannot be written");
  failed_ = true;
  said_ = true;
  return kExitIo;
}

}  // namespace fastser::command
