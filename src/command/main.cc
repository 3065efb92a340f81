// SPDX-License-Identifier: MIT
//
// fastser: the command. Finds the subcommand; everything else is theirs.
#include <exception>
#include <new>

#include "command/command.hpp"
#include "command/files.hpp"
#include "command/interrupts.hpp"
#include "command/manual.hpp"

#ifndef FASTSER_VERSION_STRING
#error "the build says which version this is"
#endif

namespace fastser::command {
namespace {

bool asks_for_help(const std::vector<std::string>& words) {
  for (const std::string& word : words) {
    if (word == "--") return false;
    if (word == "--help" || word == "-h") return true;
  }
  return false;
}

struct Subcommand {
  std::string_view name;
  int (*run)(const std::vector<std::string>& words);
};

constexpr Subcommand kSubcommands[] = {{"inspect", run_inspect}, {"get", run_get},
                                       {"set", run_set},         {"remove", run_remove},
                                       {"diff", run_diff},       {"annotate", run_annotate},
                                       {"verify", run_verify},   {"convert", run_convert},
                                       {"bench", run_bench},     {"completion", run_completion}};

// What was meant by a word that is no subcommand: another word, or a file that is to be looked at.
int unknown_subcommand(const std::string& word, std::string_view what) {
  std::vector<std::string_view> known = {"help", "--help", "--version"};
  for (const Subcommand& one : kSubcommands) known.push_back(one.name);
  std::string said = std::string(what) + " '" + word + "'";
  const std::string_view like = meant(word, known);
  if (!like.empty()) {
    said.append("; did you mean ").append(like).append("?");
  } else if (is_there(word)) {
    said.append("; it is a file: 'fastser inspect ").append(word).append("' shows its contents");
  }
  return usage_error({}, said);
}

int run(const std::vector<std::string>& words) {
  if (words.empty()) {
    return usage_error(
        {},
        "give a subcommand: inspect, get, set, remove, diff, annotate, verify, convert or bench");
  }
  const std::string& first = words.front();
  if (first == "--version") return print("fastser " FASTSER_VERSION_STRING " (archive format 1)\n");
  if (first == "--help" || first == "-h") return print(help_text(*page_of({})));
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (first == "help") {
    const Page* const page = page_of(rest.empty() ? std::string_view() : rest.front());
    if (page == nullptr) return unknown_subcommand(rest.front(), "there is no help about");
    return print(help_text(*page));
  }
  for (const Subcommand& one : kSubcommands) {
    if (first != one.name) continue;
    return asks_for_help(rest) ? print(help_text(*page_of(first))) : one.run(rest);
  }
  return unknown_subcommand(first,
                            first.starts_with('-') ? "unknown option" : "unknown subcommand");
}

}  // namespace
}  // namespace fastser::command

int main(int argc, char** argv) try {
  fastser::command::remove_temporaries_on_signals();
  return fastser::command::run({argv + (argc > 0 ? 1 : 0), argv + argc});
} catch (const std::bad_alloc&) {
  fastser::command::complain({}, "no memory");
  return fastser::command::kExitBadInput;
} catch (const std::exception& error) {
  fastser::command::complain({}, error.what());
  return fastser::command::kExitBadInput;
}
