// SPDX-License-Identifier: MIT
//
// fastser: the command. Finds the subcommand; everything else is theirs.
#include <exception>
#include <new>

#include "command/command.hpp"
#include "command/interrupts.hpp"

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

int run(const std::vector<std::string>& words) {
  if (words.empty()) {
    return usage_error({}, "which subcommand? inspect, verify, convert or bench");
  }
  const std::string& first = words.front();
  if (first == "--version") return print("fastser " FASTSER_VERSION_STRING " (archive format 1)\n");
  if (first == "--help" || first == "-h") return print(help_text({}));
  const std::vector<std::string> rest(words.begin() + 1, words.end());
  if (first == "help") {
    const std::string_view text = help_text(rest.empty() ? std::string_view() : rest.front());
    if (text.empty()) return usage_error({}, "no help about '" + rest.front() + "'");
    return print(text);
  }
  if (help_text(first).empty() || first.empty()) {
    return usage_error({}, "unknown subcommand '" + first + "'");
  }
  if (asks_for_help(rest)) return print(help_text(first));
  if (first == "inspect") return run_inspect(rest);
  if (first == "verify") return run_verify(rest);
  if (first == "convert") return run_convert(rest);
  return run_bench(rest);
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
