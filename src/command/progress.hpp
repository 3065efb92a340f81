// SPDX-License-Identifier: MIT
//
// What the command is at, for people who wait: a line on the terminal, and for work of more than a
// second how much of it is done.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fastser/convert.hpp"

namespace fastser::command {

/// "converting a.json: 43 %, 210 MB/s, 3 s left". `share`: of the work that is done, 0 to 1;
/// `bytes`: of the input. What cannot be known yet is left out.
[[nodiscard]] std::string progress_line(std::string_view text, double share, double seconds,
                                        std::size_t bytes, std::size_t columns = SIZE_MAX);

/// Both in so many columns: `text` is cut in its middle, and left out where little of it would be
/// seen.
[[nodiscard]] std::string fitted(std::string_view text, std::string_view rest, std::size_t columns);

/// One line on a terminal's stderr that is overwritten and, in the end, wiped. Silent elsewhere.
class Progress {
 public:
  Progress();
  /// Not `on`: silent everywhere.
  explicit Progress(bool on) : on_(on) {}
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// What begins now. `bytes`: of its input, where advance() is called.
  void show(std::string_view text, std::size_t bytes = 0);
  /// So much of it is done. The line is written again ten times a second at most, and for the first
  /// time after a second. Less than before changes nothing.
  void advance(double share);

 private:
  using Clock = std::chrono::steady_clock;
  void write(std::string_view text);
  [[nodiscard]] std::size_t room() const;

  bool on_;
  std::size_t shown_ = 0;  // columns of the line that is there
  std::string text_;
  std::size_t bytes_ = 0;
  double share_ = 0;
  Clock::time_point start_;
  Clock::time_point next_;
};

/// Has a conversion with these options tell `line` how much is done. `line` must outlive it.
void follow(convert::ConvertOptions& options, Progress& line);
/// The same where the input is only read: that alone is all of the work.
void follow_reading(convert::ConvertOptions& options, Progress& line);

}  // namespace fastser::command
