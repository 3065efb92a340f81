// SPDX-License-Identifier: MIT
//
// fastser convert.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "command/command.hpp"
#include "command/files.hpp"
#include "command/formats.hpp"
#include "command/outputs.hpp"
#include "command/schemas.hpp"

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
  options.pretty = arguments.has("--pretty");
  options.checksum = !arguments.has("--no-checksum");
  options.share_objects = !arguments.has("--no-shared");
  // What a program of somebody's own wrote may nest as deep as any reader goes; what becomes an
  // archive here must be one that readers take by default.
  const bool foreign = from == Format::archive || convert::is_input_only(from);
  if (foreign && to != Format::archive) options.limits.depth = kMaxDepth;
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

// What is to be done, as far as the command line, names and IN say it.
struct Job {
  std::string in;
  std::string out;
  Taken from{};
  Format to{};
  std::string place;         // of the schema that is written; empty: none is
  bool place_given = false;  // by --schema
};

struct Numbers {
  std::uint64_t most = kDefaultMaxFile;
  std::uint64_t most_text = 0;
  std::uint64_t memory = 0;
  std::uint64_t version = 0;
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
  if (is_same_file(place, in)) return why.append("IN are one file, ").append(place);
  if (is_same_file(place, out)) return why.append("OUT are one file, ").append(place);
  return {};
}

// Finds where schemas are and go; why they cannot, or nothing. One that is read is what --schema
// names then, and the new one goes beside OUT.
std::string place_schema(const Arguments& arguments, Job& job) {
  const bool reads = job.from.format == Format::flatbuffers;
  const std::string given = arguments.value("--schema");
  const std::string old = given.empty() ? schema_beside(job.in) : given;
  if (reads && given == "-" && job.in == "-") return "IN and the schema are both standard input";
  if (reads && !old.empty() && is_same_file(old, job.out)) {
    return "the schema and OUT are one file, " + old;
  }
  if (job.to != Format::flatbuffers) return {};
  job.place_given = !reads && !given.empty();
  job.place = job.place_given ? given : schema_beside(job.out);
  if (job.place.empty() || (job.place == "-" && job.out == "-")) {
    return reads ? "OUT needs a name, beside which its schema goes"
                 : "where does the schema go? --schema FILE says it";
  }
  const bool anew = is_same_file(job.in, job.out);
  if (reads && !anew && !old.empty() && is_same_file(old, job.place)) {
    return "the schema of OUT would replace that of IN, " + old;
  }
  return wrong_place(job.place, job.in, job.out);
}

// Values are written in their own format only if the names or options say both.
std::optional<Failure> refuse_same(const Job& job) {
  if (job.from.format != job.to || is_said(job.from.sign)) return std::nullopt;
  const std::string name(convert::format_name(job.to));
  std::string why = "it is taken for ";
  why.append(format_title(job.to))
      .append(" by its first bytes, and OUT is to be the same; --from ");
  why.append(name).append(" writes it anew");
  return Failure{job.in, Status(Code::kUsage).with_detail(std::move(why))};
}

Status with_hint(Status status) {
  if (status.code() != Code::kOverBudget) return status;
  std::string said(status.message());
  said += "; --max-memory and --max-text allow more";
  return std::move(status).with_detail(std::move(said));
}

// Reads and converts; nothing is written yet.
std::optional<Failure> make(const Arguments& arguments, const Numbers& numbers, Job& job,
                            Result<Buffer>& converted, Buffer& new_schema) {
  Progress progress;
  progress.show("reading " + job.in);
  const Result<Buffer> bytes = read_file(job.in, numbers.most);
  if (!bytes.ok()) return Failure{job.in, bytes.status()};
  std::optional<Format> to = format_named(arguments.value("--to"));
  if (!to) to = format_of_extension(job.out);
  const bool reads = arguments.has("--schema") && to != Format::flatbuffers;
  job.from = format_of(job.in, *bytes, format_named(arguments.value("--from")), reads);
  Status status = refuse_schema(job.in, *bytes, job.from);
  if (!status.ok()) return Failure{job.in, std::move(status)};
  job.to = to ? *to : other_than(job.from.format);
  if (auto same = refuse_same(job)) return same;
  std::string wrong = place_schema(arguments, job);
  if (!wrong.empty()) return wrong_usage(std::move(wrong));

  progress.show("converting " + job.in);
  ConvertOptions options = options_of(arguments, job.from.format, job.to);
  options.max_text = static_cast<std::size_t>(numbers.most_text);
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
  if (job.from.format == Format::flatbuffers) {
    std::string named;
    schema = read_schema(job.in, arguments.value("--schema"), numbers.most, named);
    if (!schema.ok()) return Failure{named, schema.status()};
    options.schema = schema->view();
  }
  converted = convert_file(*bytes, job.from.format, job.to, options);
  if (converted.ok()) return std::nullopt;
  return Failure{job.in, with_hint(explained(converted.status(), job.from))};
}

int run(const Arguments& arguments, const Numbers& numbers) {
  if (arguments.has("--from") && !format_named(arguments.value("--from"))) {
    return usage_error("convert", "--from" + std::string(kInputsSaid));
  }
  const std::optional<Format> to = format_named(arguments.value("--to"));
  if (arguments.has("--to") && (!to || convert::is_input_only(*to))) {
    return usage_error("convert", "--to" + std::string(kFormatsSaid));
  }
  Job job;
  job.in = arguments.files()[0];
  job.out = arguments.files()[1];
  if (arguments.has("--schema")) {
    const std::string wrong = wrong_place(arguments.value("--schema"), job.in, job.out);
    if (!wrong.empty()) return usage_error("convert", wrong);
  }
  Result<Buffer> converted{std::in_place};
  Buffer new_schema;
  const std::optional<Failure> failure = make(arguments, numbers, job, converted, new_schema);
  if (failure && failure->file.empty()) return usage_error("convert", failure->status.message());
  if (failure) return report(failure->file, failure->status);
  const Made made{job.out, *converted, job.place, new_schema};
  if (!job.place.empty() && !job.place_given && takes_foreign_place(made)) {
    std::string why = job.place;
    why += " is there already, and may be of other data: ";
    why += job.from.format == Format::flatbuffers ? "name OUT otherwise"
                                                  : "--schema says that it may go";
    return usage_error("convert", why);
  }
  return write_outputs(made);
}

}  // namespace

int run_convert(const std::vector<std::string>& words) {
  Arguments arguments(words, {{"--from", true},
                              {"--to", true},
                              {"--schema", true},
                              {"--classes", true},
                              {"--replace"},
                              {"--pretty"},
                              {"--nan-as-null"},
                              {"--no-shared"},
                              {"--no-checksum"},
                              {"--user-version", true},
                              {"--max-text", true},
                              {"--max-memory", true},
                              {"--max-bytes", true}});
  Numbers numbers;
  const auto number = [&](std::string_view name, std::uint64_t most, std::uint64_t& out) {
    if (arguments.error().empty()) arguments.number(name, most, out);
  };
  number("--max-bytes", UINT64_MAX, numbers.most);
  number("--user-version", UINT32_MAX, numbers.version);
  number("--max-text", SIZE_MAX, numbers.most_text);
  number("--max-memory", SIZE_MAX, numbers.memory);
  if (!arguments.error().empty()) return usage_error("convert", arguments.error());
  if (arguments.files().size() != 2) return usage_error("convert", "give one input and one output");
  return run(arguments, numbers);
}

}  // namespace fastser::command
