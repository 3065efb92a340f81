// SPDX-License-Identifier: MIT
#include "command/progress.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "command/command.hpp"
#include "command/is_terminal.hpp"
#include "convert/progress.hpp"

namespace fastser::command {
namespace {

std::string rounded(double number) { return std::to_string(std::llround(number)); }

bool starts_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

// Of UTF-8; characters that are two columns wide are counted as one.
std::size_t columns_of(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts_character));
}

std::string_view first_columns(std::string_view text, std::size_t columns) {
  std::size_t size = 0;
  for (; size < text.size(); ++size) {
    if (starts_character(text[size]) && columns-- == 0) break;
  }
  return text.substr(0, size);
}

}  // namespace

std::string fitted(std::string_view text, std::string_view rest, std::size_t columns) {
  constexpr std::size_t kLeast = 12;
  constexpr std::string_view kGap = "...";
  std::string line(text);
  const std::size_t size = columns_of(text);
  const std::size_t all = columns_of(rest) + size;
  if (all > columns) {
    const std::size_t left = size - std::min(size, all - columns);
    if (left < kLeast) {
      if (rest.starts_with(": ")) rest.remove_prefix(2);
      return std::string(first_columns(rest.empty() ? text : rest, columns));
    }
    const std::size_t start = (left - kGap.size()) / 2;
    const std::string_view behind =
        text.substr(first_columns(text, size - (left - kGap.size() - start)).size());
    line = std::string(first_columns(text, start)).append(kGap).append(behind);
  }
  return line.append(rest);
}

std::string progress_line(std::string_view text, double share, double seconds, std::size_t bytes,
                          std::size_t columns) {
  if (!(share > 0 && share <= 1 && seconds > 0)) return fitted(text, {}, columns);
  std::string line = ": " + rounded(std::floor(100 * share)) + " %";
  const double rate = share * static_cast<double>(bytes) / seconds;  // a second
  if (rate >= 1e6) {
    line += ", " + rounded(rate / 1e6) + " MB/s";
  } else if (rate >= 1e3) {
    line += ", " + rounded(rate / 1e3) + " kB/s";
  }
  const double left = seconds * (1 - share) / share;
  line += ", ";
  line += left < 100 ? rounded(std::ceil(left)) + " s left"
                     : rounded(std::ceil(left / 60)) + " min left";
  return fitted(text, line, columns);
}

Progress::Progress() : on_(is_terminal(stderr)) {}

Progress::~Progress() { show({}); }

void Progress::show(std::string_view text, std::size_t bytes) {
  if (!on_) return;
  text_ = one_line(text);
  bytes_ = bytes;
  share_ = 0;
  start_ = Clock::now();
  next_ = start_ + std::chrono::seconds(1);
  write(fitted(text_, {}, room()));
}

void Progress::advance(double share) {
  if (!on_ || share < share_) return;
  share_ = share;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(100);
  write(progress_line(text_, share, std::chrono::duration<double>(now - start_).count(), bytes_,
                      room()));
}

// The last column stays free: some terminals go to the next line behind it.
std::size_t Progress::room() const { return terminal_columns(stderr) - 1; }

void Progress::write(std::string_view text) {
  if (text.empty() && shown_ == 0) return;
  std::string line = "\r" + std::string(text);
  const std::size_t columns = columns_of(text);
  if (columns < shown_) line.append(shown_ - columns, ' ');
  if (text.empty()) line += '\r';
  shown_ = columns;
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
