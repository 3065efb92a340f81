// SPDX-License-Identifier: MIT
//
// What is different where people look at the output: colours, a pager, and no bytes that are not
// text.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "command/command.hpp"
#include "command/is_terminal.hpp"

namespace fastser::command {

/// What --color says. False: a word that it does not have.
[[nodiscard]] bool wants_colour(const Arguments& arguments, bool& out);
inline constexpr std::string_view kColourSaid = "--color is auto, always or never";

/// Starts and ends what is shown in a colour.
inline constexpr std::string_view kRed = "\x1b[31m";
inline constexpr std::string_view kGreen = "\x1b[32m";
inline constexpr std::string_view kYellow = "\x1b[33m";
inline constexpr std::string_view kBlue = "\x1b[34m";
inline constexpr std::string_view kPlain = "\x1b[0m";

/// A tree of inspect with its names and texts in colours.
[[nodiscard]] std::string painted(std::string_view tree);

/// stdout, or on a terminal the pager that writes to it: $PAGER, else less, which ends at once
/// where one screen is enough. Without a pager (none there, --no-pager, PAGER empty or "cat"),
/// stdout itself.
class Screen {
 public:
  explicit Screen(const Arguments& arguments);
  ~Screen();
  Screen(const Screen&) = delete;
  Screen& operator=(const Screen&) = delete;

  /// False: nobody reads on, or it cannot be written.
  bool write(std::string_view text);
  /// The end; kExitIo if something could not be written. Who leaves a pager early wants no more,
  /// which is no error.
  int close();

 private:
  /// With the first text: until then there is nothing to see, and Ctrl-C ends the command.
  void start_pager();
  bool end_pager();

  bool may_page_;
  std::FILE* pager_ = nullptr;
  std::string kept_;       // for a pager that turns out not to be there
  bool was_left_ = false;  // the pager, at the end or before
  bool failed_ = false;
  bool said_ = false;  // that it failed
};

}  // namespace fastser::command
