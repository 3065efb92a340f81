// SPDX-License-Identifier: MIT
//
// Arguments and messages.
#include <charconv>
#include <cstdio>

#include "command/command.hpp"

namespace fastser::command {

Arguments::Arguments(const std::vector<std::string>& words, const std::vector<Option>& known) {
  bool options = true;
  for (std::size_t i = 0; i < words.size() && error_.empty(); ++i) {
    const std::string& word = words[i];
    if (!options || word.size() < 2 || word[0] != '-') {
      if (word.empty()) error_ = "a file needs a name";
      files_.push_back(word);
      continue;
    }
    if (word == "--") {
      options = false;
      continue;
    }
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const Option* option = nullptr;
    for (const Option& one : known) {
      if (one.name == name) option = &one;
    }
    if (option == nullptr) {
      error_ = "unknown option " + name;
    } else if (!option->takes_value) {
      if (equals != std::string::npos) error_ = "option " + name + " takes no value";
      given_.push_back({name, {}});
    } else if (equals != std::string::npos) {
      given_.push_back({name, word.substr(equals + 1)});
    } else if (i + 1 < words.size()) {
      given_.push_back({name, words[++i]});
    } else {
      error_ = "option " + name + " needs a value";
    }
    if (error_.empty() && option != nullptr && option->takes_value && given_.back().value.empty()) {
      error_ = "option " + name + " needs a value";
    }
  }
}

bool Arguments::has(std::string_view name) const {
  for (const Given& one : given_) {
    if (one.name == name) return true;
  }
  return false;
}

std::string Arguments::value(std::string_view name, std::string_view otherwise) const {
  std::string found(otherwise);
  for (const Given& one : given_) {
    if (one.name == name) found = one.value;
  }
  return found;
}

bool Arguments::number(std::string_view name, std::uint64_t most, std::uint64_t& out) {
  if (!has(name)) return true;
  const std::string text = value(name);
  const char* end = text.data() + text.size();
  const std::from_chars_result result = std::from_chars(text.data(), end, out);
  if (result.ec == std::errc() && result.ptr == end && out <= most) return true;
  error_ = "option " + std::string(name) + " needs a number up to " + std::to_string(most);
  return false;
}

void complain(std::string_view subject, std::string_view text) {
  std::string line = "fastser: ";
  if (!subject.empty()) line.append(subject).append(": ");
  line.append(text);
  line = one_line(line) + '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

int usage_error(std::string_view subcommand, std::string_view text) {
  complain(subcommand, text);
  std::string hint = "Try 'fastser ";
  if (!subcommand.empty()) hint.append(subcommand).append(" ");
  hint += "--help'.\n";
  std::fwrite(hint.data(), 1, hint.size(), stderr);
  return kExitUsage;
}

int report(std::string_view subject, const Status& status) {
  complain(subject == "-" ? "standard input" : subject, status.to_string());
  if (status.code() == Code::kUsage) return kExitUsage;
  return status.code() == Code::kIo ? kExitIo : kExitBadInput;
}

int print(std::string_view text) {
  const bool ok =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (ok) return kExitOk;
  complain("standard output", "cannot be written");
  return kExitIo;
}

}  // namespace fastser::command
