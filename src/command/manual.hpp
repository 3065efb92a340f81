// SPDX-License-Identifier: MIT
//
// The manual of the command as a table: one page for each subcommand, one entry for each option.
// Everything that is said about options comes from here: what the command line may hold, --help,
// the man page, what shells complete.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace fastser::command {

/// What an option is given, which shells complete by.
enum class Takes : std::uint8_t {
  kNothing,
  kNumber,
  kFile,
  kInput,   // the name of a format to read
  kOutput,  // the name of a format to write
  kAlone,   // the name of a format that get writes
  kWhen,    // auto, always, never
  kText,
};

struct OptionEntry {
  std::string_view name;   // with the dashes
  std::string_view value;  // what help calls its value; empty: it takes none
  Takes takes = Takes::kNothing;
  std::string_view text;
};

struct Page {
  std::string_view name;         // of the subcommand; empty: of the whole command
  std::string_view brief;        // one line
  std::string_view operands;     // "FILE...", as the synopsis has them
  std::string_view description;  // paragraphs, an empty line between them; "  word  text" is a list
  std::span<const OptionEntry> options;
  std::string_view examples;  // a line each
  std::string_view exits;
  std::string_view words = {};  // operands that shells complete, in place of files
};

/// The whole command's page first, then each subcommand's.
[[nodiscard]] std::span<const Page> manual();
/// The page of a subcommand; of the whole command for "". Null for other words.
[[nodiscard]] const Page* page_of(std::string_view subcommand);
/// The names that an option or a list of words may have as its value; empty: any.
[[nodiscard]] std::string_view choices_of(Takes takes);

/// A page as text, at most 80 columns wide.
[[nodiscard]] std::string help_text(const Page& page);
/// The whole manual as a man page (troff with the macros of man(7)).
[[nodiscard]] std::string man_page(std::string_view version);
/// The completion script for "bash", "zsh" or "fish"; empty for other words.
[[nodiscard]] std::string completion_script(std::string_view shell);

}  // namespace fastser::command
