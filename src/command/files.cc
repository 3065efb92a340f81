// SPDX-License-Identifier: MIT
//
// What files need of no operating system: whether two names are one file, and the line that tells
// how far a command is.
#include "command/files.hpp"

#include <cstdio>
#include <filesystem>
#include <system_error>

#include "command/command.hpp"

namespace fastser::command {

Status write_file(const std::string& path, BytesView bytes) {
  Output output;
  FASTSER_TRY(output.prepare(path, bytes));
  return output.commit();
}

bool is_there(const std::string& path) {
  std::error_code error;
  return path != "-" && std::filesystem::exists(path, error);
}

bool is_same_file(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return false;
  std::error_code error;
  if (std::filesystem::equivalent(a, b, error)) {
    return std::filesystem::is_regular_file(a, error);  // a device may be both
  }
  if (is_there(a) || is_there(b)) return false;
  const std::filesystem::path one =
      std::filesystem::weakly_canonical(std::filesystem::absolute(a, error), error);
  if (error) return a == b;
  const std::filesystem::path other =
      std::filesystem::weakly_canonical(std::filesystem::absolute(b, error), error);
  return error ? a == b : one == other;
}

Progress::Progress() : on_(stderr_is_terminal()) {}

Progress::~Progress() { show({}); }

void Progress::show(std::string_view text) {
  if (!on_ || (text.empty() && shown_ == 0)) return;
  std::string line = "\r" + one_line(text);
  if (text.size() < shown_) line.append(shown_ - text.size(), ' ');
  if (text.empty()) line += '\r';
  shown_ = text.size();
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
}

}  // namespace fastser::command
