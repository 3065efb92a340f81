// SPDX-License-Identifier: MIT
//
// fastser convert.
#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>

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

// What is written: the data, and of FlatBuffers the schema too, which has a place then.
struct Made {
  std::string out;
  BytesView bytes;
  std::string place;
  BytesView schema;
};

int report_output(const std::string& file, const Status& status) {
  return report(file == "-" ? "standard output" : file, status);
}

// A schema that nobody named is replaced only along with the data that it is of.
bool takes_foreign_place(const Made& made) {
  if (is_there(made.out) || !is_there(made.place)) return false;
  const Result<Buffer> old = read_file(made.place, made.schema.size());
  return !old.ok() || !std::ranges::equal(old->view(), made.schema);
}

// Schema and data are made ready before either is replaced. What cannot be taken back is written
// first; of two files the schema is, which is restored if the data then cannot be replaced.
int write_both(const Made& made) {
  Output schema;
  Output data;
  Status status = schema.prepare(made.place, made.schema);
  if (!status.ok()) return report_output(made.place, status);
  status = data.prepare(made.out, made.bytes);
  if (!status.ok()) return report_output(made.out, status);
  if (data.is_stream()) {
    status = data.commit();
    if (!status.ok()) return report_output(made.out, status);
    status = schema.commit();
    return status.ok() ? kExitOk : report_output(made.place, status);
  }
  const bool there = is_there(made.place);
  Result<Buffer> old{std::in_place};
  if (there && !schema.is_stream()) old = read_file(made.place, UINT64_MAX);
  if (!old.ok()) return report_output(made.place, old.status());
  status = schema.commit();
  if (!status.ok()) return report_output(made.place, status);
  status = data.commit();
  if (status.ok()) return kExitOk;
  const int exit = report_output(made.out, status);
  if (schema.is_stream()) return exit;
  if (there) {
    status = write_file(made.place, *old);
  } else if (std::remove(made.place.c_str()) != 0) {
    status = Status(Code::kIo, "cannot be removed again");
  } else {
    status = {};
  }
  return status.ok() ? exit : report_output(made.place, status);
}

int write(const Made& made) {
  if (!made.place.empty()) return write_both(made);
  const Status written = write_file(made.out, made.bytes);
  return written.ok() ? kExitOk : report_output(made.out, written);
}

// What is wrong with the place of a schema, whether it is read or written; empty if nothing.
std::string wrong_place(const std::string& place, const std::string& in, const std::string& out) {
  std::string why = "the schema and ";
  if (is_same_file(place, in)) return why.append("IN are one file, ").append(place);
  if (is_same_file(place, out)) return why.append("OUT are one file, ").append(place);
  return {};
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
  if (arguments.has("--schema")) {
    const std::string wrong = wrong_place(arguments.value("--schema"), in, out);
    if (!wrong.empty()) return usage_error("convert", wrong);
  }
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
      const std::string wrong = wrong_place(place, in, out);
      if (!wrong.empty()) {
        progress.show({});
        return usage_error("convert", wrong);
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
  const Made made{out, *converted, place, new_schema};
  if (!place.empty() && !arguments.has("--schema") && takes_foreign_place(made)) {
    return usage_error(
        "convert",
        place + " is there already, and may be of other data: --schema names it, or another");
  }
  return write(made);
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
