// SPDX-License-Identifier: MIT
//
// fastser inspect: header, shapes, values, statistics.
#include <optional>
#include <span>

#include "command/command.hpp"
#include "command/files.hpp"
#include "command/formats.hpp"
#include "command/schemas.hpp"
#include "fastser/inspect.hpp"
#include "fastser/json.hpp"

namespace fastser::command {
namespace {

using convert::Format;

constexpr std::uint64_t kDefaultLimit = 20;

// As deep as any reader goes.
Limits message_limits() {
  Limits limits = convert::ConvertOptions{}.limits;
  limits.depth = kMaxDepth;
  return limits;
}

// Whatever JSON lacks is replaced: this is for people.
Result<std::string> as_json(BytesView bytes, std::optional<Format> message, BytesView schema,
                            std::span<const convert::ClassValues> classes, std::size_t most_text) {
  constexpr auto kNull = convert::JsonOptions::NotFinite::kNull;
  if (!message) {
    return convert::archive_to_json(bytes,
                                    {.pretty = true, .not_finite = kNull, .max_bytes = most_text});
  }
  convert::ConvertOptions options;
  options.unsayable = convert::ConvertOptions::Unsayable::kReplace;
  options.not_finite = kNull;
  options.pretty = true;
  options.max_text = most_text;
  options.limits = message_limits();
  options.schema = schema;
  options.classes = classes;
  const Result<Buffer> text = convert::convert(bytes, *message, Format::json, options);
  if (!text.ok()) return text.status();
  return std::string(reinterpret_cast<const char*>(text->data()), text->size());
}

}  // namespace

int run_inspect(const std::vector<std::string>& words) {
  Arguments arguments(words, {{"--tree"},
                              {"--json"},
                              {"--stats"},
                              {"--from", true},
                              {"--schema", true},
                              {"--classes", true},
                              {"--limit", true},
                              {"--max-text", true},
                              {"--max-bytes", true}});
  std::uint64_t most = kDefaultMaxFile;
  std::uint64_t most_text = 0;
  std::uint64_t limit = kDefaultLimit;
  if (arguments.error().empty()) arguments.number("--max-bytes", UINT64_MAX, most);
  if (arguments.error().empty()) arguments.number("--limit", UINT32_MAX, limit);
  if (arguments.error().empty()) arguments.number("--max-text", SIZE_MAX, most_text);
  if (!arguments.error().empty()) return usage_error("inspect", arguments.error());
  if (arguments.has("--from") && !format_named(arguments.value("--from"))) {
    return usage_error("inspect", "--from" + std::string(kInputsSaid));
  }
  const std::string class_words = arguments.value("--classes");
  const auto classes = classes_named(class_words);
  if (!classes) return usage_error("inspect", kClassesSaid);
  if (arguments.files().size() != 1) return usage_error("inspect", "give one file");
  if (arguments.has("--json") && (arguments.has("--tree") || arguments.has("--stats"))) {
    return usage_error("inspect", "--json stands alone");
  }
  const std::string& file = arguments.files()[0];
  const Result<Buffer> bytes = read_file(file, most);
  if (!bytes.ok()) return report(file, bytes.status());
  Taken taken =
      format_of(file, *bytes, format_named(arguments.value("--from")), arguments.has("--schema"));
  const Status text = refuse_text(file, *bytes, taken);
  if (!text.ok()) return report(file, text);
  const Format format = taken.format;
  std::optional<Format> message;
  if (format != Format::archive && format != Format::json) message = format;
  if (message && arguments.has("--stats")) {
    std::string why = "--stats is for archives, and " + file + " is ";
    return usage_error("inspect", why.append(format_title(format)));
  }
  Result<Buffer> schema{std::in_place};
  if (format == Format::flatbuffers) {
    std::string named;
    schema = read_schema(file, arguments.value("--schema"), most, named);
    if (!schema.ok()) return report(named, schema.status());
  }
  if (!arguments.has("--json")) {
    convert::InspectOptions options;
    options.max_elements = limit;
    options.statistics = arguments.has("--stats");
    options.values = arguments.has("--tree") || !options.statistics;
    options.schema = *schema;
    options.classes = *classes;
    options.limits = message_limits();
    // What could be read is shown, even of an archive with an error further on.
    std::string out;
    const Status status = convert::inspect(*bytes, format, out, options);
    const int printed = out.empty() ? kExitOk : print(out);
    return status.ok() ? printed : report(file, explained(Status(status), taken));
  }
  const Result<std::string> json =
      as_json(*bytes, message, *schema, *classes, static_cast<std::size_t>(most_text));
  if (!json.ok()) return report(file, explained(json.status(), taken));
  return print(*json + '\n');
}

}  // namespace fastser::command
