// SPDX-License-Identifier: MIT
//
// What files need of no operating system: the line that tells how far a command is.
#include "command/files.hpp"

#include <cstdio>

#include "command/command.hpp"

namespace fastser::command {

Progress::Progress() : on_(stderr_is_terminal()) {}

Progress::~Progress() { show({}); }

void Progress::show(std::string_view text) {
  if (!on_ || (text.empty() && shown_ == 0)) return;
  std::string line = "\r" + printable(text);
  if (text.size() < shown_) line.append(shown_ - text.size(), ' ');
  if (text.empty()) line += '\r';
  shown_ = text.size();
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
}

}  // namespace fastser::command
