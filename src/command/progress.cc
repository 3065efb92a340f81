// SPDX-License-Identifier: MIT
#include "command/progress.hpp"

#include <cmath>
#include <cstdio>

#include "command/command.hpp"
#include "command/is_terminal.hpp"
#include "convert/progress.hpp"

namespace fastser::command {
namespace {

std::string rounded(double number) { return std::to_string(std::llround(number)); }

}  // namespace

std::string progress_line(std::string_view text, double share, double seconds, std::size_t bytes) {
  std::string line(text);
  if (!(share > 0 && share <= 1 && seconds > 0)) return line;
  line += ": " + rounded(std::floor(100 * share)) + " %";
  const double rate = share * static_cast<double>(bytes) / seconds;  // a second
  if (rate >= 1e6) {
    line += ", " + rounded(rate / 1e6) + " MB/s";
  } else if (rate >= 1e3) {
    line += ", " + rounded(rate / 1e3) + " kB/s";
  }
  const double left = seconds * (1 - share) / share;
  if (left < 100) return line + ", " + rounded(std::ceil(left)) + " s left";
  return line + ", " + rounded(std::ceil(left / 60)) + " min left";
}

Progress::Progress() : on_(is_terminal(stderr)) {}

Progress::~Progress() { show({}); }

void Progress::show(std::string_view text, std::size_t bytes) {
  if (!on_) return;
  text_ = text;
  bytes_ = bytes;
  share_ = 0;
  start_ = Clock::now();
  next_ = start_ + std::chrono::seconds(1);
  write(text_);
}

void Progress::advance(double share) {
  if (!on_ || share < share_) return;
  share_ = share;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  write(progress_line(text_, share, std::chrono::duration<double>(now - start_).count(), bytes_));
}

void Progress::write(std::string_view text) {
  if (text.empty() && shown_ == 0) return;
  std::string line = "\r" + one_line(text);
  if (text.size() < shown_) line.append(shown_ - text.size(), ' ');
  if (text.empty()) line += '\r';
  shown_ = text.size();
  std::fwrite(line.data(), 1, line.size(), stderr);
  std::fflush(stderr);
}

void follow(convert::ConvertOptions& options, Progress& line) {
  options.progress_context = &line;
  options.progress = [](void* to, double share) { static_cast<Progress*>(to)->advance(share); };
}

void follow_reading(convert::ConvertOptions& options, Progress& line) {
  options.progress_context = &line;
  options.progress = [](void* to, double share) {
    static_cast<Progress*>(to)->advance(share / convert::Progress::kRead);
  };
}

}  // namespace fastser::command
