// SPDX-License-Identifier: MIT
//
// fastser set and fastser remove: change values of a file in place.
#include <span>
#include <string>
#include <string_view>

#include "command/command.hpp"
#include "command/files.hpp"
#include "command/input.hpp"
#include "command/terminal.hpp"
#include "convert/archive/reader.hpp"
#include "convert/document/builder.hpp"
#include "convert/edit/edit.hpp"
#include "convert/json/reader.hpp"
#include "fastser/json.hpp"

namespace fastser::command {
namespace {

using convert::ConvertOptions;
using convert::Document;
using convert::Edit;
using convert::Format;

// JSON text that has lines keeps them: the blanks in front of its second line are its indentation.
void keep_lines(BytesView json, ConvertOptions& options) {
  const std::string_view text(reinterpret_cast<const char*>(json.data()), json.size());
  const std::size_t line = text.find('\n');
  const std::size_t start = text.find_first_not_of(" \t\r\n", line);
  if (line == std::string_view::npos || start == std::string_view::npos) return;
  const std::size_t blanks = start - text.rfind('\n', start) - 1;
  options.pretty = true;
  if (blanks <= 16) options.indent = static_cast<std::uint8_t>(blanks);
}

Status read_value(const std::string& word, bool is_text, Document& value) {
  if (is_text) {
    convert::DocumentBuilder builder(value, kMaxDepth);
    return builder.text(word) ? Status() : builder.why;
  }
  return convert::parse_json(word, kMaxDepth, false, value);
}

// The hints of convert are about options that are not for this.
Status with_option(const Status& status) {
  if (status.message() != convert::kSharedSaid) return status;
  return Status(status).with_detail(
      "several places refer to this object; --expand-shared writes it at each of them");
}

bool ends_line(BytesView text) { return !text.empty() && text.back() == std::byte{'\n'}; }

// What is written in the place of the file.
Result<Buffer> changed(const Input& input, const convert::Path& path, const Edit& change,
                       const Arguments& arguments) {
  ConvertOptions options = input.options();
  options.shared = arguments.has("--expand-shared") ? convert::JsonOptions::Shared::kExpand
                                                    : convert::JsonOptions::Shared::kRefuse;
  options.max_text = input.text_limit();
  const bool is_json = input.format() == Format::json;
  if (is_json) keep_lines(input.bytes(), options);
  Result<Buffer> out = convert::edit(input.bytes(), input.format(), path, change, options);
  if (out.ok() && is_json && ends_line(input.bytes()) &&
      !out->append(std::as_bytes(std::span("\n", 1)))) {
    return Status(Code::kNoMemory, "no memory for the JSON text");
  }
  return out;
}

// `subcommand` takes so many words; the last is a value, if it is the third.
int run_edit(const std::vector<std::string>& words, std::string_view subcommand,
             std::size_t operands, std::string_view usage) {
  Arguments arguments(words, subcommand);
  Input input;
  if (const std::string wrong = input.read_options(arguments); !wrong.empty()) {
    return usage_error(subcommand, wrong);
  }
  if (arguments.files().size() != operands) return usage_error(subcommand, usage);
  const std::string& file = arguments.files()[0];
  const std::string& path_text = arguments.files()[1];
  const Result<convert::Path> path = convert::parse_query(path_text);
  if (!path.ok()) return usage_error(subcommand, path_error(path_text, path.status()));
  Document value;
  Edit change{.what = Edit::What::kRemove};
  if (operands == 3) {
    change = {arguments.has("--insert") ? Edit::What::kInsert : Edit::What::kSet, &value};
    const Status read = read_value(arguments.files()[2], arguments.has("--string"), value);
    if (!read.ok()) {
      return usage_error(subcommand, "VALUE is " + std::string(read.message()) +
                                         "; --string takes it as text, without quotation marks");
    }
  }
  const std::string out = arguments.value("--out", file);
  if (Status status = input.load(file, arguments); !status.ok()) return input.complain(status);
  if (!is_text(input.format()) && is_terminal(out)) {
    return usage_error(subcommand, "this is binary and is not written to a terminal: --out FILE");
  }
  const Result<Buffer> bytes = changed(input, *path, change, arguments);
  if (bytes.status().message() == convert::kNoValueSaid) {
    complain(file, no_value_at(path_text));
    return kExitBadInput;
  }
  if (bytes.status().code() == Code::kUsage) {
    complain(file, path_text + ": " + std::string(bytes.status().message()));
    return kExitBadInput;
  }
  if (!bytes.ok()) return report(file, explained(with_option(bytes.status()), input.taken()));
  const Status written = write_file(out, *bytes);
  return written.ok() ? kExitOk : report(out, written);
}

}  // namespace

int run_set(const std::vector<std::string>& words) {
  return run_edit(words, "set", 3,
                  "give one file, a path and a value, such as: fastser set a.json users[3].age 20");
}

int run_remove(const std::vector<std::string>& words) {
  return run_edit(words, "remove", 2,
                  "give one file and a path, such as: fastser remove a.json users[3]");
}

}  // namespace fastser::command
