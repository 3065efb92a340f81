// SPDX-License-Identifier: MIT
//
// fastser convert.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "command/command.hpp"
#include "command/files.hpp"
#include "command/formats.hpp"
#include "command/hints.hpp"
#include "command/input.hpp"
#include "command/json_style.hpp"
#include "command/outputs.hpp"
#include "command/progress.hpp"
#include "command/schemas.hpp"
#include "command/terminal.hpp"
#include "convert/read.hpp"

namespace fastser::command {
namespace {

using convert::ConvertOptions;
using convert::Format;
using convert::JsonOptions;

ConvertOptions options_of(const Arguments& arguments, Format from, Format to) {
  ConvertOptions options;
  if (arguments.has("--replace")) options.unsayable = ConvertOptions::Unsayable::kReplace;
  if (arguments.has("--nan-as-null")) options.not_finite = JsonOptions::NotFinite::kNull;
  if (arguments.has("--no-shared") && to != Format::archive) {
    options.shared = JsonOptions::Shared::kRefuse;
  }
  options.enum_names = arguments.has("--names");
  options.skip_unknown = arguments.has("--skip-unknown");
  options.force_defaults = arguments.has("--force-defaults");
  options.skip_missing = arguments.has("--no-defaults");
  options.lax_json = arguments.has("--lax");
  options.base64_prefix = arguments.has("--base64-prefix");
  options.any_identifier = arguments.has("--any-identifier");
  options.size_prefixed = arguments.has("--size-prefixed");
  options.pretty = arguments.has("--pretty") || arguments.has("--indent") || arguments.has("--tab");
  options.sort_keys = arguments.has("--sort-keys");
  options.checksum = !arguments.has("--no-checksum");
  options.share_objects = !arguments.has("--no-shared");
  // What a program of somebody's own wrote may nest as deep as any reader goes; what becomes an
  // archive here must be one that readers take by default.
  const bool foreign = from == Format::archive || convert::is_imported(from);
  if (foreign && to != Format::archive) options.limits.depth = kMaxDepth;
  return options;
}

// What is written to a stream where nothing says what: text for people, or an archive of it.
Format other_than(Format from) {
  return from == Format::json || from == Format::json_lines ? Format::archive : Format::json;
}

// So that what was made of a file of that size comes back, whatever was written once in it.
std::size_t default_text(std::size_t size) {
  constexpr std::size_t kTimes = 64;
  return std::max(size > SIZE_MAX / kTimes ? SIZE_MAX : size * kTimes, kLeastText);
}

Result<Buffer> convert_file(BytesView bytes, Format from, Format to,
                            const ConvertOptions& options) {
  Result<Buffer> out = convert::convert(bytes, from, to, options);
  if (out.ok() && to == Format::json && !out->append(std::as_bytes(std::span("\n", 1)))) {
    return Status(Code::kNoMemory, "no memory for the JSON text");
  }
  return out;
}

// What is to be done, as far as the command line, names and IN say it.
struct Job {
  std::string in;
  std::string out;
  Taken from{};
  Format to{};
  std::string place;         // of the schema that is written; empty: none is
  std::string by_schema;     // that FlatBuffers are written by; empty: one is made
  bool place_given = false;  // by --schema
};

struct Numbers {
  std::uint64_t most = kDefaultMaxFile;
  std::uint64_t most_text = 0;
  std::uint64_t memory = kLeastMemory;
  std::uint64_t version = 0;
  std::uint64_t indent = 2;
};

// What went wrong with which file; with none of them, but the command line, where it has no name.
struct Failure {
  std::string file;
  Status status;
};

Failure wrong_usage(std::string why) {
  return {{}, Status(Code::kUsage).with_detail(std::move(why))};
}

// What is wrong with the place of a schema, whether it is read or written; empty if nothing.
std::string wrong_place(const std::string& place, const std::string& in, const std::string& out) {
  std::string why = "the schema and ";
  if (is_same_file(place, in)) return why.append("IN are the same file, ").append(place);
  if (is_same_file(place, out)) return why.append("OUT are the same file, ").append(place);
  return {};
}

// Finds where schemas are and go; why they cannot, or nothing. If IN is read with a schema,
// --schema names that one, and the new one goes beside OUT. Else --schema names the one that OUT is
// written by if it is there, and where the new one goes if it is not.
std::string place_schema(const Arguments& arguments, Job& job) {
  const bool reads = job.from.format == Format::flatbuffers;
  const std::string given = arguments.value("--schema");
  const std::string old = given.empty() ? schema_beside(job.in) : given;
  if (reads && given == "-" && job.in == "-") return "IN and the schema are both standard input";
  if (job.to != Format::flatbuffers) return {};
  if (!reads && is_pipe(given) && !arguments.has("--replace-schema")) {
    return "a pipe cannot be the schema to write by: give a file (or - to write the new schema to "
           "standard output)";
  }
  const bool is_given = !reads && is_there(given) && !is_device(given);
  if (is_given && !arguments.has("--replace-schema")) {
    job.by_schema = given;
    return wrong_place(given, job.in, job.out);
  }
  job.place_given = !reads && !given.empty();
  job.place = job.place_given ? given : schema_beside(job.out);
  if (job.place.empty() || (job.place == "-" && job.out == "-")) {
    return reads ? "a new schema is written beside OUT, so OUT must be a file, not standard output"
                 : "give --schema FILE, to which the schema is written";
  }
  // With --in-place the schema beside IN is made anew; one that the user named is not.
  const bool anew =
      is_same_file(job.in, job.out) && (given.empty() || arguments.has("--replace-schema"));
  if (reads && !anew && !old.empty() && is_same_file(old, job.place)) {
    std::string why = "the schema of OUT would replace that of IN, " + old;
    if (is_same_file(job.in, job.out)) why += ": give another OUT, or --replace-schema";
    return why;
  }
  return wrong_place(job.place, job.in, job.out);
}

// Values are written in their own format only if the names or options say both.
std::optional<Failure> refuse_same(const Job& job) {
  if (job.from.format != job.to || is_said(job.from.sign)) return std::nullopt;
  const std::string name(convert::format_name(job.to));
  std::string why = "it is taken for ";
  why.append(format_title(job.to))
      .append(" by its first bytes, and OUT has this format too; to write it again, add --from ");
  why.append(name);
  return Failure{job.in, Status(Code::kUsage).with_detail(std::move(why))};
}

// A name that says nothing is a mistake where a file is made; a pipe has no name to speak of.
std::string unknown_output(const std::string& out) {
  if (out == "-" || is_device(out)) return {};
  return "the format of " + out +
         " is not known: add --to FORMAT, or give a name that ends in .json, .jsonl, .fsr, "
         ".msgpack, .flx, .fb or .plist";
}

// Said before the work is done.
Status check_folder(const std::string& in, const std::string& out) {
  std::error_code error;
  if (out != "-" && std::filesystem::is_directory(out, error)) {
    const std::filesystem::path name = in == "-" ? "out" : std::filesystem::path(in).stem();
    const bool is_json = format_of_extension(in) == Format::json;
    std::string example = (std::filesystem::path(out) / name).string();
    return Status(Code::kIo).with_detail(
        "this is a folder: give the name of a file in it as OUT, such as " +
        example.append(is_json ? ".fsr" : ".json"));
  }
  const std::string folder = std::filesystem::path(out).parent_path().string();
  if (out == "-" || folder.empty() || is_there(folder)) return {};
  return Status(Code::kIo).with_detail("there is no folder " + folder + " to put it in");
}

// Bytes that are no text are nothing for a terminal.
std::string for_terminal(const Job& job) {
  if (is_text(job.to) || !is_terminal(job.out)) return {};
  std::string out(format_title(job.to));
  return out +
         " is binary and is not written to a terminal: --to json shows the values; a file name as "
         "OUT, or > FILE, saves them";
}

// The schema that IN is read by, or OUT is written by; the options have a view of it.
std::optional<Failure> take_schema(const Arguments& arguments, const Numbers& numbers,
                                   const Job& job, Result<Buffer>& schema,
                                   ConvertOptions& options) {
  const bool reads = job.from.format == Format::flatbuffers;
  if (!reads && job.by_schema.empty()) return std::nullopt;
  std::string named;
  const std::vector<std::string> includes = arguments.values("--include");
  schema = reads ? read_schema(job.in, arguments.value("--schema"), numbers.most, named, includes)
                 : read_schema(job.out, job.by_schema, numbers.most, named, includes);
  if (!schema.ok()) return Failure{named, schema.status()};
  if (is_same_file(named, job.out)) {
    return wrong_usage("the schema and OUT are the same file, " + named);
  }
  (reads ? options.schema : options.target_schema) = schema->view();
  return std::nullopt;
}

// Of JSON text: the characters and the colours that are asked for.
std::optional<Failure> style(const Arguments& arguments, const Job& job, Buffer& text) {
  JsonStyle how;
  if (!read_style(arguments, how)) return wrong_usage(std::string(kColourSaid));
  if (job.out != "-" && arguments.value("--color", "auto") == "auto") how.colour = false;
  const bool is_json = job.to == Format::json || job.to == Format::json_lines;
  if (!is_json) return std::nullopt;
  Status status = restyle(text, how);
  if (status.ok()) return std::nullopt;
  return Failure{job.in, std::move(status)};
}

// Which format the input has, and which one it is to get.
std::optional<Failure> find_formats(const Arguments& arguments, BytesView bytes, Job& job) {
  if (!arguments.has("--from")) {
    Status known = refuse_foreign(job.in, bytes);
    if (!known.ok()) return Failure{job.in, std::move(known)};
  }
  std::optional<Format> to = format_named(arguments.value("--to"));
  if (!to) to = format_of_extension(job.out);
  if (!to) {
    std::string wrong = unknown_output(job.out);
    if (!wrong.empty()) return wrong_usage(std::move(wrong));
  }
  const bool reads = arguments.has("--schema") && to != Format::flatbuffers;
  job.from = format_of(job.in, bytes, format_named(arguments.value("--from")), reads);
  Status status = refuse_schema(job.in, bytes, job.from);
  if (status.ok()) status = refuse_unknown(bytes, job.from, arguments.has("--lax"));
  if (!status.ok()) return Failure{job.in, std::move(status)};
  job.to = to ? *to : other_than(job.from.format);
  const bool is_flat = job.from.format == Format::flatbuffers || job.to == Format::flatbuffers;
  if (arguments.has("--schema") && !is_flat) {
    return Failure{job.in, needs_no_schema(job.from.format)};
  }
  return std::nullopt;
}

// Reads and converts; nothing is written yet.
std::optional<Failure> make(const Arguments& arguments, const Numbers& numbers, Job& job,
                            Result<Buffer>& converted, Buffer& new_schema) {
  Progress progress;
  const Result<Buffer> bytes = read_file(job.in, numbers.most, &progress);
  if (!bytes.ok()) return Failure{job.in, bytes.status()};
  if (auto unknown = find_formats(arguments, bytes->view(), job)) return unknown;
  if (auto same = refuse_same(job)) return same;
  if (std::string wrong = for_terminal(job); !wrong.empty()) return wrong_usage(std::move(wrong));
  std::string wrong = place_schema(arguments, job);
  if (!wrong.empty()) return wrong_usage(std::move(wrong));

  progress.show("converting " + shown_name(job.in), bytes->size());
  ConvertOptions options = options_of(arguments, job.from.format, job.to);
  options.indent = arguments.has("--tab") ? 1 : static_cast<std::uint8_t>(numbers.indent);
  const std::string root_type = arguments.value("--root-type");
  options.root_type = root_type;
  follow(options, progress);
  options.max_text = static_cast<std::size_t>(numbers.most_text);
  if (options.max_text == 0) options.max_text = default_text(bytes->size());
  options.user_version = static_cast<std::uint32_t>(numbers.version);
  const auto memory = static_cast<std::size_t>(numbers.memory);
  options.limits.memory_base = std::max(options.limits.memory_base, memory);
  const std::string classes = arguments.value("--classes");
  const auto class_values = classes_named(classes);
  if (!class_values) return wrong_usage(std::string(kClassesSaid));
  options.classes = *class_values;
  options.new_schema = &new_schema;
  options.schema_as_text = is_schema_text(job.place);
  Result<Buffer> schema{std::in_place};
  if (auto wrong_schema = take_schema(arguments, numbers, job, schema, options))
    return wrong_schema;
  converted = convert_file(*bytes, job.from.format, job.to, options);
  if (converted.ok()) return style(arguments, job, *converted);
  return Failure{job.in, explained(with_hint(converted.status(), job.from.format, job.to, options),
                                   job.from, *bytes)};
}

int run(const Arguments& arguments, const Numbers& numbers) {
  if (arguments.has("--from") && !format_named(arguments.value("--from"))) {
    return usage_error("convert", "--from" + formats_said(kInputNames));
  }
  const std::optional<Format> to = format_named(arguments.value("--to"));
  if (arguments.has("--to") && (!to || convert::is_input_only(*to))) {
    return usage_error("convert", "--to" + formats_said(kOutputNames));
  }
  Job job;
  job.in = arguments.files()[0];
  job.out = arguments.files()[1];
  if (is_same_file(job.in, job.out) && !arguments.has("--in-place")) {
    return usage_error("convert", "IN and OUT are the same file, " + job.in +
                                      ": give another OUT, or --in-place to replace IN");
  }
  if (arguments.has("--schema")) {
    const std::string wrong = wrong_place(arguments.value("--schema"), job.in, job.out);
    if (!wrong.empty()) return usage_error("convert", wrong);
  }
  if (Status status = check_folder(job.in, job.out); !status.ok()) return report(job.out, status);
  Result<Buffer> converted{std::in_place};
  Buffer new_schema;
  const std::optional<Failure> failure = make(arguments, numbers, job, converted, new_schema);
  if (failure && failure->file.empty()) return usage_error("convert", failure->status.message());
  if (failure) return report(failure->file, failure->status);
  const Made made{job.out, *converted, job.place, new_schema, job.place_given};
  if (!job.place.empty() && !arguments.has("--replace-schema") && takes_foreign_place(made)) {
    std::string why = job.place;
    why += " exists already, and is not the schema that is made from these values: give another ";
    why += job.place_given ? "--schema" : "OUT";
    return usage_error("convert", why + ", or --replace-schema to replace it");
  }
  const bool is_new = job.place_given && job.place != "-" && !is_there(job.place);
  const int exit = write_outputs(made);
  if (exit == kExitOk && is_new && is_terminal(stderr)) {
    complain(job.place, "there was no such schema; it was made from the values");
  }
  return exit;
}

}  // namespace

int run_convert(const std::vector<std::string>& words) {
  Arguments arguments(words, "convert");
  Numbers numbers;
  const auto number = [&](std::string_view name, std::uint64_t most, std::uint64_t& out) {
    if (arguments.error().empty()) arguments.number(name, most, out);
  };
  number("--max-bytes", UINT64_MAX, numbers.most);
  number("--user-version", UINT32_MAX, numbers.version);
  number("--max-text", SIZE_MAX, numbers.most_text);
  number("--indent", 16, numbers.indent);
  number("--max-memory", SIZE_MAX, numbers.memory);
  if (!arguments.error().empty()) return usage_error("convert", arguments.error());
  if (arguments.has("--tab") && arguments.has("--indent")) {
    return usage_error("convert", "--tab and --indent together: give one of the two");
  }
  if (arguments.files().size() != 2)
    return usage_error("convert",
                       "give one input and one output, such as: fastser convert in.json out.fsr");
  if (wants_json_schema(arguments)) return write_json_schema(arguments);
  return run(arguments, numbers);
}

}  // namespace fastser::command
