// SPDX-License-Identifier: MIT
//
// fastser set and fastser remove: change values of a file in place.
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/as_text.hpp"
#include "command/command.hpp"
#include "command/files.hpp"
#include "command/find.hpp"
#include "command/formats.hpp"
#include "command/input.hpp"
#include "command/json_layout.hpp"
#include "command/outputs.hpp"
#include "command/progress.hpp"
#include "command/set_value.hpp"
#include "command/terminal.hpp"
#include "convert/archive/payload_writer.hpp"
#include "convert/archive/reader.hpp"
#include "convert/edit/edit.hpp"
#include "fastser/json.hpp"

namespace fastser::command {
namespace {

using convert::ConvertOptions;
using convert::Edit;
using convert::Format;

// The hints of convert are about options that are not for this.
Status with_next(const Status& status) {
  const std::string_view said = status.message();
  if (said == convert::kSharedSaid) {
    return Status(status).with_detail(
        "several places refer to this object; --expand-shared writes it at each of them");
  }
  if (said == convert::kCycleSaid) {
    return Status(status).with_detail(
        "an object that contains itself: only the program that wrote the archive can change it");
  }
  if (said == convert::kNothingInSomethingSaid) {
    return Status(status).with_detail(
        "an optional or reference holds a value that is itself empty, and would become none: only "
        "a program that has the types can change this archive");
  }
  if (said == convert::kNoClassSaid) {
    return Status(status).with_path({}).with_detail(
        "archives with objects of any class, as Foundation's archivers and classes of "
        "a registry have them, can only be changed by a program that has the classes");
  }
  std::string_view next;
  if (said.starts_with("the value is no ")) {
    next = "; an archive keeps its types, which 'fastser inspect' shows";
  } else if (said.starts_with("the type of a union") || said.starts_with("a union without")) {
    next = "; they are two fields of a table: set the whole table, to change both at once";
  }
  return next.empty() ? status : Status(status).with_detail(std::string(said).append(next));
}

// Nothing was found to change.
std::string nothing_at(const std::string& path, std::string_view near, bool removes) {
  if (removes) return no_value_at(path, near);
  return no_value_at(path +
                         ", and no place for a new one: an object takes a new key, a list an "
                         "element behind its last",
                     near);
}

// What is written in the place of the file.
Result<Buffer> changed(const Input& input, const convert::Path& path, const Edit& change,
                       const Arguments& arguments) {
  ConvertOptions options = input.options();
  options.shared = arguments.has("--expand-shared") ? convert::JsonOptions::Shared::kExpand
                                                    : convert::JsonOptions::Shared::kRefuse;
  options.max_text = input.text_limit();
  Progress line;
  line.show("changing " + input.name(), input.bytes().size());
  follow(options, line);
  const bool is_json = input.format() == Format::json;
  if (!is_json && input.format() != Format::json_lines) {
    return convert::edit(input.bytes(), input.format(), path, change, options);
  }
  const JsonLayout layout(as_text(input.bytes()));
  if (is_json) layout.apply(options);
  const Result<Buffer> json = convert::edit(input.bytes(), input.format(), path, change, options);
  if (!json.ok()) return json.status();
  const std::string text = layout.of(as_text(*json));
  Result<Buffer> out{std::in_place};
  if (out->append(std::as_bytes(std::span(text)))) return out;
  return Status(Code::kNoMemory, "no memory for the JSON text");
}

// Whether a file of this name is read as the format that is written. Property lists have one
// extension, messages and streams of them, too.
bool is_named_for(const std::string& out, Format format) {
  const std::optional<Format> named = format_of_extension(out);
  return !named || *named == format ||
         (*named == Format::msgpack && format == Format::msgpack_stream) ||
         (*named == Format::xml_plist && format == Format::binary_plist);
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
  SetValue value;
  Edit change{.what = Edit::What::kRemove};
  if (operands == 3) {
    change = {arguments.has("--insert") ? Edit::What::kInsert : Edit::What::kSet, &value.document};
    const int exit = read_set_value(arguments, arguments.files()[2], input, value);
    if (exit != kExitOk) return exit;
  }
  const std::string out = arguments.value("--out", file);
  if (Status status = input.load(file, arguments); !status.ok()) return input.complain(status);
  if (!is_text(input.format()) && is_terminal(out)) {
    return usage_error(subcommand, "this is binary and is not written to a terminal: --out FILE");
  }
  if (out != file && !is_named_for(out, input.format())) {
    return usage_error(subcommand, "what is written is " +
                                       std::string(format_title(input.format())) +
                                       ", as FILE is; 'fastser convert' changes the format");
  }
  const Result<Buffer> bytes = changed(input, *path, change, arguments);
  if (bytes.status().message() == convert::kNoValueSaid) {
    complain(file,
             nothing_at(path_text, near_path(input, *path), change.what == Edit::What::kRemove));
    return kExitBadInput;
  }
  if (bytes.status().code() == Code::kUsage) {
    const std::string place = path_text.empty() ? "." : path_text;
    complain(file, place + ": " + std::string(bytes.status().message()));
    return kExitBadInput;
  }
  if (!bytes.ok()) return report(file, input.explained(with_next(bytes.status())));
  const Status written = write_file(out, *bytes);
  return written.ok() ? kExitOk : report_output(out, written);
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
