// SPDX-License-Identifier: MIT
//
// What the parts of the command `fastser` share: exit codes, arguments, messages. Every subcommand
// is a function from arguments to an exit code.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "convert/inspect/printable.hpp"
#include "fastser/status.hpp"

namespace fastser::command {

using convert::one_line;

/// Documented in --help; scripts rely on them.
enum Exit : int { kExitOk = 0, kExitBadInput = 1, kExitUsage = 2, kExitIo = 3 };

/// The words behind the subcommand, told apart. Options are `--name` or `--name=value` or, when the
/// option takes a value, `--name value`; `--` ends them; `-` is a file.
class Arguments {
 public:
  /// Words that the page of `subcommand` in the manual does not know make `error()` non-empty.
  Arguments(const std::vector<std::string>& words, std::string_view subcommand);

  [[nodiscard]] const std::string& error() const { return error_; }
  [[nodiscard]] const std::vector<std::string>& files() const { return files_; }
  [[nodiscard]] bool has(std::string_view name) const;
  /// The last value given, or `otherwise`.
  [[nodiscard]] std::string value(std::string_view name, std::string_view otherwise = {}) const;
  /// All that were given, in order.
  [[nodiscard]] std::vector<std::string> values(std::string_view name) const;
  /// A number, with K, M or G behind it for 2^10, 2^20, 2^30; false (and error() says why) when it
  /// is none.
  bool number(std::string_view name, std::uint64_t most, std::uint64_t& out);

 private:
  struct Given {
    std::string name;
    std::string value;
  };
  std::vector<Given> given_;
  std::vector<std::string> files_;
  std::string error_;
};

/// "fastser: <subject>: <text>" on stderr.
void complain(std::string_view subject, std::string_view text);
/// What is wrong with a path on the command line, from the error of parsing it.
[[nodiscard]] std::string path_error(const std::string& path, const Status& status);
/// That there is nothing at a path, and what to do next: what near_path() says, if anything.
[[nodiscard]] std::string no_value_at(const std::string& path, std::string_view near);
/// A file as messages name it: "standard input" for "-".
[[nodiscard]] std::string shown_name(std::string_view file);
/// A path as messages show it: its outer steps and its inner ones where it is long.
[[nodiscard]] std::string cut_path(std::string_view path);
/// Says what is wrong with the usage, and where help is. kExitUsage.
int usage_error(std::string_view subcommand, std::string_view text);
/// Complains about `status` and gives its exit code: kExitIo for kIo, kExitUsage for
/// kUsage, else kExitBadInput.
int report(std::string_view subject, const Status& status);
/// Writes to stdout; kExitIo when that fails.
int print(std::string_view text);

/// The word of `known` that somebody may have meant by `word`; empty: none is like it.
[[nodiscard]] std::string_view meant(std::string_view word,
                                     const std::vector<std::string_view>& known);

int run_inspect(const std::vector<std::string>& words);
int run_verify(const std::vector<std::string>& words);
int run_convert(const std::vector<std::string>& words);
int run_bench(const std::vector<std::string>& words);
int run_get(const std::vector<std::string>& words);
int run_set(const std::vector<std::string>& words);
int run_remove(const std::vector<std::string>& words);
int run_annotate(const std::vector<std::string>& words);
/// Whether convert is to write a JSON Schema; and writes it. An exit code.
[[nodiscard]] bool wants_json_schema(const Arguments& arguments);
int write_json_schema(Arguments& arguments);
int run_diff(const std::vector<std::string>& words);
int run_completion(const std::vector<std::string>& words);

}  // namespace fastser::command
