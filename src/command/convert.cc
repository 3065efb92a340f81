// SPDX-License-Identifier: MIT
//
// fastser convert.
#include <optional>

#include "command/command.hpp"
#include "command/files.hpp"
#include "command/formats.hpp"
#include "command/schemas.hpp"

namespace fastser::command {
namespace {

using convert::ConvertOptions;
using convert::Format;
using convert::JsonOptions;

// Named by an option; false when it names none.
bool named(const Arguments& arguments, std::string_view option, std::optional<Format>& format) {
  if (!arguments.has(option)) return true;
  format = format_named(arguments.value(option));
  return format.has_value();
}

ConvertOptions options_of(const Arguments& arguments, Format from, Format to) {
  ConvertOptions options;
  if (arguments.has("--replace")) options.unsayable = ConvertOptions::Unsayable::kReplace;
  if (arguments.has("--nan-as-null")) options.not_finite = JsonOptions::NotFinite::kNull;
  if (arguments.has("--no-shared") && to != Format::archive) {
    options.shared = JsonOptions::Shared::kRefuse;
  }
  options.pretty = arguments.has("--pretty");
  options.checksum = !arguments.has("--no-checksum");
  options.share_objects = !arguments.has("--no-shared");
  // What a program of somebody's own wrote may nest as deep as any reader goes; what becomes an
  // archive here must be one that readers take by default.
  if (from == Format::archive) options.limits.depth = kMaxDepth;
  return options;
}

// What `to` is where nothing says so: a file for people, or an archive of it.
Format other_than(Format from) { return from == Format::json ? Format::archive : Format::json; }

Result<Buffer> convert_file(BytesView bytes, Format from, Format to,
                            const ConvertOptions& options) {
  Result<Buffer> out = convert::convert(bytes, from, to, options);
  if (out.ok() && to == Format::json && !out->append(std::as_bytes(std::span("\n", 1)))) {
    return Status(Code::kNoMemory, "no memory for the JSON text");
  }
  return out;
}

// Where the schema of a FlatBuffer that is written goes; false: that is not said.
bool place_schema(const Arguments& arguments, const std::string& out, std::string& place) {
  place = arguments.has("--schema") ? arguments.value("--schema") : schema_beside(out);
  return !place.empty() && (place != "-" || out != "-");
}

int write_both(const std::string& out, BytesView bytes, const std::string& place,
               BytesView schema) {
  if (!place.empty()) {
    const Status written = write_file(place, schema);
    if (!written.ok()) return report(place, written);
  }
  const Status written = write_file(out, bytes);
  return written.ok() ? kExitOk : report(out == "-" ? "standard output" : out, written);
}

int run(const Arguments& arguments, std::uint64_t most, std::uint64_t most_text,
        std::uint64_t version) {
  std::optional<Format> from;
  std::optional<Format> to;
  if (!named(arguments, "--from", from) || !named(arguments, "--to", to)) {
    return usage_error("convert",
                       "--from and --to are json, msgpack, flexbuffers, flatbuffers or archive");
  }
  const std::string& in = arguments.files()[0];
  const std::string& out = arguments.files()[1];
  Result<Buffer> converted = Status();
  Buffer new_schema;
  std::string place;  // of the new schema
  {
    Progress progress;
    progress.show("reading " + in);
    const Result<Buffer> bytes = read_file(in, most);
    if (!bytes.ok()) {
      progress.show({});  // the message gets a line of its own
      return report(in, bytes.status());
    }
    if (!from) from = format_of(in, *bytes);
    if (!to) to = format_of_extension(out);
    if (!to) to = other_than(*from);
    if (*from == *to) {
      progress.show({});
      complain(in, "is " + std::string(convert::format_name(*to)) + " already");
      return kExitBadInput;
    }
    progress.show("converting " + in);
    ConvertOptions options = options_of(arguments, *from, *to);
    options.max_text = static_cast<std::size_t>(most_text);
    options.user_version = static_cast<std::uint32_t>(version);
    if (*to == Format::flatbuffers) {
      if (!place_schema(arguments, out, place)) {
        progress.show({});
        return usage_error("convert", "where does the schema go? --schema FILE says it");
      }
      options.new_schema = &new_schema;
      options.schema_as_text = is_schema_text(place);
    }
    Result<Buffer> schema = Status();
    if (*from == Format::flatbuffers) {
      std::string named;
      schema = read_schema(in, arguments.value("--schema"), most, named);
      if (!schema.ok()) {
        progress.show({});
        return report(named, schema.status());
      }
      options.schema = schema->view();
    }
    converted = convert_file(*bytes, *from, *to, options);
  }
  if (!converted.ok()) return report(in, converted.status());
  return write_both(out, *converted, place, new_schema);
}

}  // namespace

int run_convert(const std::vector<std::string>& words) {
  Arguments arguments(words, {{"--from", true},
                              {"--to", true},
                              {"--schema", true},
                              {"--replace"},
                              {"--pretty"},
                              {"--nan-as-null"},
                              {"--no-shared"},
                              {"--no-checksum"},
                              {"--user-version", true},
                              {"--max-text", true},
                              {"--max-bytes", true}});
  std::uint64_t most = kDefaultMaxFile;
  std::uint64_t most_text = 0;
  std::uint64_t version = 0;
  if (arguments.error().empty()) arguments.number("--max-bytes", UINT64_MAX, most);
  if (arguments.error().empty()) arguments.number("--user-version", UINT32_MAX, version);
  if (arguments.error().empty()) arguments.number("--max-text", SIZE_MAX, most_text);
  if (!arguments.error().empty()) return usage_error("convert", arguments.error());
  if (arguments.files().size() != 2) return usage_error("convert", "give one input and one output");
  return run(arguments, most, most_text, version);
}

}  // namespace fastser::command
