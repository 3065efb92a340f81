// SPDX-License-Identifier: MIT
//
// Arguments and messages.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <limits>

#include "command/command.hpp"
#include "command/files.hpp"
#include "command/manual.hpp"

namespace fastser::command {

namespace {

std::string unknown_option(const std::string& name, const Page& page) {
  std::vector<std::string_view> known;
  for (const OptionEntry& one : page.options) known.push_back(one.name);
  std::string out = "unknown option " + name;
  if (const std::string_view like = meant(name, known); !like.empty()) {
    return out.append("; did you mean ").append(like).append("?");
  }
  std::string others;
  for (const Page& other : manual()) {
    for (const OptionEntry& one : other.options) {
      if (one.name != name || other.name.empty()) continue;
      if (!others.empty()) others += ", ";
      others += other.name;
    }
  }
  if (!others.empty()) out.append("; it is an option of: ").append(others);
  return out;
}

bool is_negative_number(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && word[1] >= '0' && word[1] <= '9';
}

// What options begin with that are of one kind: "--max-" of "--max-text". Such words are alike in
// that alone.
std::string_view kind_of(std::string_view option) {
  if (!option.starts_with("--")) return {};
  const std::size_t end = option.find('-', 2);
  return end == std::string_view::npos ? std::string_view() : option.substr(2, end - 1);
}

// "--max-depth" of "--depth".
bool is_longer(std::string_view option, std::string_view of) {
  return of.starts_with("--") && option.size() > of.size() && option.starts_with("--") &&
         option.ends_with(of.substr(1));
}

// How many letters have to be put in, taken out or replaced to make one word of the other.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t before = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = before + (a[i] == b[j] ? 0 : 1);
      before = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string_view meant(std::string_view word, const std::vector<std::string_view>& known) {
  constexpr std::size_t kLongest = 40;
  if (word.size() > kLongest) return {};
  std::string_view best;
  const auto most = [](std::size_t size) { return 1 + std::min<std::size_t>(size / 3, 3); };
  const std::string_view kind = kind_of(word);
  std::size_t least = most(word.size());
  for (const std::string_view one : known) {
    const bool is_part = is_longer(word, one) || is_longer(one, word);
    const std::size_t far = is_part ? 1 : distance(word, one);
    const bool is_kin = !kind.empty() && kind_of(one) == kind;
    if (far < least && (!is_kin || far < most(word.size() - kind.size()))) {
      least = far;
      best = one;
    }
  }
  return best;
}

Arguments::Arguments(const std::vector<std::string>& words, std::string_view subcommand) {
  const Page& page = *page_of(subcommand);
  bool options = true;
  for (std::size_t i = 0; i < words.size() && error_.empty(); ++i) {
    const std::string& word = words[i];
    const bool is_path = page.operands.starts_with("FILE PATH") && files_.size() == 1;
    const bool is_value = page.operands.ends_with("VALUE") && files_.size() == 2;
    const bool is_negative = (is_path || is_value) && is_negative_number(word);
    if (!options || word.size() < 2 || word[0] != '-' || is_negative) {
      const bool is_file = files_.empty() || !page.operands.starts_with("FILE PATH");
      if (word.empty() && is_file) error_ = "the name of a file is empty";
      files_.push_back(word);
      continue;
    }
    if (word == "--") {
      options = false;
      continue;
    }
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const OptionEntry* option = nullptr;
    for (const OptionEntry& one : page.options) {
      if (one.name == name) option = &one;
    }
    const bool takes_value = option != nullptr && !option->value.empty();
    if (option == nullptr) {
      error_ = unknown_option(name, page);
      if (is_path) error_ += "; -- in front of it makes it the PATH";
      if (is_value) error_ += "; -- in front of it makes it the VALUE";
    } else if (!takes_value) {
      if (equals != std::string::npos) error_ = "option " + name + " takes no value";
      given_.push_back({name, {}});
    } else if (equals != std::string::npos) {
      given_.push_back({name, word.substr(equals + 1)});
    } else if (i + 1 < words.size()) {
      given_.push_back({name, words[++i]});
    } else {
      error_ = "option " + name + " needs a value";
    }
    const bool may_be_empty = takes_value && option->value == "PATH";  // the whole value
    if (error_.empty() && takes_value && !may_be_empty && given_.back().value.empty()) {
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

std::vector<std::string> Arguments::values(std::string_view name) const {
  std::vector<std::string> found;
  for (const Given& one : given_) {
    if (one.name == name) found.push_back(one.value);
  }
  return found;
}

bool Arguments::number(std::string_view name, std::uint64_t most, std::uint64_t& out) {
  if (!has(name)) return true;
  const std::string text = value(name);
  std::string_view digits = text;
  unsigned shift = 0;
  constexpr std::string_view kUnits = "KMG";
  if (const std::size_t unit = kUnits.find(static_cast<char>(digits.back() & ~0x20));
      unit != std::string_view::npos) {
    shift = 10 * static_cast<unsigned>(unit + 1);
    digits.remove_suffix(1);
  }
  const char* end = digits.data() + digits.size();
  std::uint64_t read = 0;
  const std::from_chars_result result = std::from_chars(digits.data(), end, read);
  if (result.ec == std::errc() && result.ptr == end && read <= most >> shift) {
    out = read << shift;
    return true;
  }
  // Units are for bytes, of which there may be any number.
  const bool of_bytes = most == std::numeric_limits<std::uint64_t>::max();
  error_ = "option " + std::string(name) + " needs a number up to " + std::to_string(most) +
           (of_bytes ? ", such as 20, 64K, 512M or 4G" : "") + "; it is " + text;
  return false;
}

void complain(std::string_view subject, std::string_view text) {
  std::string line = "fastser: ";
  if (!subject.empty()) line.append(subject).append(": ");
  line.append(text);
  line = one_line(line) + '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

std::string shown_name(std::string_view file) {
  return std::string(file == "-" ? "standard input" : file);
}

std::string cut_path(std::string_view path) {
  constexpr std::size_t kMost = 100;
  constexpr std::size_t kOuter = 40;
  constexpr std::size_t kInner = 50;
  constexpr std::string_view kStarts = ".[";
  if (path.size() <= kMost) return std::string(path);
  const std::size_t end = path.find_last_of(kStarts, kOuter);
  const std::size_t start = path.find_first_of(kStarts, path.size() - kInner);
  const bool is_long = end == std::string_view::npos || start == std::string_view::npos;
  if (is_long || end == 0) return std::string(path);  // of one long step
  return std::string(path.substr(0, end)).append("...").append(path.substr(start));
}

std::string path_error(const std::string& path, const Status& status) {
  std::string out = "the path " + path + ", character " + std::to_string(status.offset() + 1);
  return out.append(": ").append(status.message());
}

std::string no_value_at(const std::string& path, std::string_view near) {
  std::string out = "there is no value at " + path + "; ";
  return near.empty() ? out + "'fastser inspect --contents' shows which paths there are"
                      : out.append(near);
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
  const Status shown = Status(status).with_path(cut_path(status.path()));
  complain(shown_name(subject), shown.to_string());
  if (status.code() == Code::kUsage) return kExitUsage;
  return status.code() == Code::kIo ? kExitIo : kExitBadInput;
}

int print(std::string_view text) {
  std::FILE* const out = binary(stdout);  // it may be data
  const bool ok =
      std::fwrite(text.data(), 1, text.size(), out) == text.size() && std::fflush(out) == 0;
  if (ok) return kExitOk;
  complain("standard output", "cannot be written");
  return kExitIo;
}

}  // namespace fastser::command
