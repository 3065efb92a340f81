// SPDX-License-Identifier: MIT
//
// fastser inspect: header, shapes, values, statistics.
#include <string>

#include "base/as_text.hpp"
#include "command/command.hpp"
#include "command/find.hpp"
#include "command/formats.hpp"
#include "command/input.hpp"
#include "command/progress.hpp"
#include "command/terminal.hpp"
#include "convert/path/path.hpp"
#include "fastser/inspect.hpp"
#include "fastser/json.hpp"

namespace fastser::command {
namespace {

using convert::Format;

constexpr std::uint64_t kDefaultLimit = 20;

// Whatever JSON lacks is replaced: this is for people.
Result<std::string> as_json(const Input& input, std::size_t most_text) {
  constexpr auto kNull = convert::JsonOptions::NotFinite::kNull;
  const std::size_t most = most_text != 0 ? most_text : input.text_limit();
  if (input.format() == Format::archive) {
    return convert::archive_to_json(input.bytes(),
                                    {.pretty = true, .not_finite = kNull, .max_bytes = most});
  }
  convert::ConvertOptions options = input.options();
  options.unsayable = convert::ConvertOptions::Unsayable::kReplace;
  options.not_finite = kNull;
  options.pretty = true;
  options.max_text = most;
  const Result<Buffer> text =
      convert::convert(input.bytes(), input.format(), Format::json, options);
  if (!text.ok()) return text.status();
  return std::string(as_text(*text));
}

struct Wanted {
  std::uint64_t limit = kDefaultLimit;
  std::uint64_t depth = 0;
  std::uint64_t most_text = 0;
  bool colour = false;
  std::string path;
};

// What is wrong with the command line, or nothing.
std::string read_options(Arguments& arguments, Input& input, Wanted& wanted) {
  if (arguments.error().empty()) arguments.number("--limit", UINT32_MAX, wanted.limit);
  if (arguments.error().empty()) arguments.number("--depth", kMaxDepth, wanted.depth);
  if (arguments.error().empty()) arguments.number("--max-text", SIZE_MAX, wanted.most_text);
  std::string wrong = input.read_options(arguments);
  if (!wrong.empty()) return wrong;
  if (!wants_colour(arguments, wanted.colour)) return std::string(kColourSaid);
  if (arguments.files().size() != 1) return "give one file";
  const bool others = arguments.has("--tree") || arguments.has("--stats") ||
                      arguments.has("--path") || arguments.has("--depth");
  if (arguments.has("--json") && (others || arguments.has("--contents"))) {
    return "--json cannot be used with --contents, --tree, --stats, --path or --depth; 'fastser "
           "get FILE PATH' shows one value as JSON";
  }
  if (arguments.has("--contents") &&
      (arguments.has("--tree") || arguments.has("--stats") || arguments.has("--path"))) {
    return "--contents cannot be used with --tree, --stats or --path";
  }
  wanted.path = arguments.value("--path");
  const Result<convert::Path> path = convert::parse_path(wanted.path);
  return path.ok() ? std::string() : path_error(wanted.path, path.status());
}

}  // namespace

int run_inspect(const std::vector<std::string>& words) {
  Arguments arguments(words, "inspect");
  Input input;
  Wanted wanted;
  const std::string wrong = read_options(arguments, input, wanted);
  if (!wrong.empty()) return usage_error("inspect", wrong);
  const std::string& file = arguments.files()[0];
  if (Status status = input.load(file, arguments); !status.ok()) return input.complain(status);
  const bool contents = arguments.has("--contents");
  if (Status text = contents ? Status() : input.refuse_json(); !text.ok()) {
    return report(file, text);
  }
  const Taken taken = input.taken();
  const bool archive = taken.format == Format::archive;
  if (!archive && arguments.has("--stats")) {
    std::string why = "--stats is for archives, and " + file + " is ";
    return usage_error("inspect", why.append(format_title(taken.format)));
  }
  Screen screen(arguments);
  if (arguments.has("--json")) {
    const Result<std::string> json = as_json(input, static_cast<std::size_t>(wanted.most_text));
    if (!json.ok()) return input.complain(json.status());
    screen.write(*json + '\n');
    return screen.close();
  }
  convert::InspectOptions options;
  options.max_elements = wanted.limit;
  options.max_depth = wanted.depth;
  options.path = wanted.path;
  options.contents = contents;
  options.statistics = arguments.has("--stats");
  options.values = arguments.has("--tree") || !options.statistics;
  options.schema = input.schema();
  const convert::ConvertOptions reading = input.options();
  options.size_prefixed = reading.size_prefixed;
  options.enum_names = arguments.has("--names");
  options.root_type = reading.root_type;
  options.lax_json = reading.lax_json;
  options.any_identifier = reading.any_identifier;
  options.classes = reading.classes;
  options.limits = reading.limits;
  // What could be read is shown, even of an archive with an error further on.
  std::string out;
  Progress line;
  line.show("reading the values of " + input.name(), input.bytes().size());
  convert::ConvertOptions watched;
  follow_reading(watched, line);
  options.progress = watched.progress;
  options.progress_context = watched.progress_context;
  const Status status = convert::inspect(input.bytes(), taken.format, out, options);
  line.show({});
  if (status.code() == Code::kUsage && !wanted.path.empty()) {
    const Result<convert::Path> path = convert::parse_path(wanted.path);
    complain(file, no_value_at(wanted.path, near_path(input, *path)));
    return kExitBadInput;
  }
  if (!out.empty()) screen.write(wanted.colour ? painted(out) : out);
  const int printed = screen.close();
  return status.ok() ? printed : report(file, input.explained(status));
}

}  // namespace fastser::command
