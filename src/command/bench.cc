// SPDX-License-Identifier: MIT
//
// fastser bench: one table of sizes and times for a file of the user's own. The times are the best
// of several runs: noise only ever adds.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <span>
#include <utility>

#include "base/as_text.hpp"
#include "command/command.hpp"
#include "command/files.hpp"
#include "command/formats.hpp"
#include "command/progress.hpp"
#include "command/schemas.hpp"
#include "fastser/convert.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/json.hpp"
#include "fastser/msgpack.hpp"
#include "fastser/verify.hpp"

namespace fastser::command {
namespace {

using convert::ConvertOptions;
using convert::Format;
using convert::JsonOptions;
using Clock = std::chrono::steady_clock;

// Milliseconds of the best run.
double best_of(double seconds, const std::function<void()>& work) {
  const Clock::time_point start = Clock::now();
  double best = 1e300;
  do {
    const Clock::time_point before = Clock::now();
    work();
    const std::chrono::duration<double, std::milli> took = Clock::now() - before;
    best = std::min(best, took.count());
  } while (std::chrono::duration<double>(Clock::now() - start).count() < seconds);
  return best;
}

std::string row(const char* name, std::size_t bytes, std::size_t base, double make, double check,
                double read) {
  char line[160];
  const auto cell = [](double ms, char* out, std::size_t size) {
    if (ms < 0) {
      std::snprintf(out, size, "-");
    } else {
      std::snprintf(out, size, "%.3f", ms);
    }
  };
  char cells[3][32];
  cell(make, cells[0], sizeof cells[0]);
  cell(check, cells[1], sizeof cells[1]);
  cell(read, cells[2], sizeof cells[2]);
  std::snprintf(line, sizeof line, "%-26s %12zu %7.3f %12s %12s %12s\n", name, bytes,
                static_cast<double>(bytes) / static_cast<double>(base == 0 ? 1 : base), cells[0],
                cells[1], cells[2]);
  return line;
}

// The user's own file may take what it needs: limits that grow with it, whatever it is made into,
// and ample room.
Limits ample_limits(std::size_t size, std::uint32_t depth) {
  Limits limits = {.depth = depth, .memory_factor = 1024, .memory_base = std::size_t{64} << 20};
  limits.memory_base = limits.memory_for(size);
  return limits;
}

ConvertOptions ample(std::size_t size) {
  ConvertOptions options;
  options.limits = ample_limits(size, options.limits.depth);
  options.max_text = options.limits.memory_base;
  return options;
}

JsonOptions ample_text(std::size_t size) {
  JsonOptions options;
  options.limits = ample_limits(size, kMaxDepth);
  options.max_bytes = options.limits.memory_base;
  return options;
}

// The row of one kind of archive made from `json`.
Result<std::string> measure(const char* name, const std::string& json, bool share, double seconds) {
  const convert::JsonToArchiveOptions options{.share_objects = share};
  const Result<Buffer> archive = convert::json_to_archive(json, options);
  if (!archive.ok()) return archive.status();
  const JsonOptions text = ample_text(json.size());
  const double make = best_of(seconds, [&] { (void)convert::json_to_archive(json, options); });
  const double check = best_of(seconds, [&] { (void)archive::verify(*archive); });
  const double read = best_of(seconds, [&] { (void)convert::archive_to_json(*archive, text); });
  return row(name, archive->size(), json.size(), make, check, read);
}

struct Message {
  const char* name;
  Format format;
  Status (*check)(BytesView bytes);
};

constexpr Message kMessages[] = {
    {"MessagePack", Format::msgpack, [](BytesView bytes) { return msgpack::verify(bytes); }},
    {"FlexBuffers", Format::flexbuffers,
     [](BytesView bytes) { return flexbuffers::verify(bytes); }},
};

// The row of a message made from `json`; where the format cannot say it, why.
std::string measure(const Message& as, BytesView json, double seconds) {
  const ConvertOptions options = ample(json.size());
  const Result<Buffer> made = convert::convert(json, Format::json, as.format, options);
  if (!made.ok()) return as.name + (": " + one_line(made.status().to_string())) + '\n';
  const auto make = [&] { (void)convert::convert(json, Format::json, as.format, options); };
  const auto check = [&] { (void)as.check(*made); };
  const auto read = [&] { (void)convert::convert(*made, as.format, Format::json, options); };
  return row(as.name, made->size(), json.size(), best_of(seconds, make), best_of(seconds, check),
             best_of(seconds, read));
}

// FlatBuffers without their schema, which is as long for any number of values.
std::string measure_flat(BytesView json, double seconds) {
  Buffer schema;
  ConvertOptions to = ample(json.size());
  to.new_schema = &schema;
  const Result<Buffer> made = convert::convert(json, Format::json, Format::flatbuffers, to);
  if (!made.ok()) return "FlatBuffers: " + one_line(made.status().to_string()) + '\n';
  ConvertOptions from = ample(json.size());
  from.schema = schema;
  Buffer again;
  to.new_schema = &again;
  const auto make = [&] { (void)convert::convert(json, Format::json, Format::flatbuffers, to); };
  const auto check = [&] { (void)convert::check_flatbuffers(*made, schema, from.limits); };
  const auto read = [&] { (void)convert::convert(*made, Format::flatbuffers, Format::json, from); };
  return row("FlatBuffers", made->size(), json.size(), best_of(seconds, make),
             best_of(seconds, check), best_of(seconds, read));
}

const char* title(Format format) {
  switch (format) {
    case Format::archive: return "the file (archive)";
    case Format::msgpack: return "the file (MessagePack)";
    case Format::json: return "the file (JSON)";
    case Format::flexbuffers: return "the file (FlexBuffers)";
    case Format::flatbuffers: return "the file (FlatBuffers)";
    default: return "the file";
  }
}

// The file's values as an archive. Of JSON, its own text is what the others are made from.
Result<Buffer> as_archive(const std::string& file, BytesView bytes, Format format,
                          const Arguments& arguments, std::uint64_t most) {
  ConvertOptions options = ample(bytes.size());
  Result<Buffer> schema{std::in_place};
  if (format == Format::flatbuffers) {
    std::string named;
    schema = read_schema(file, arguments.value("--schema"), most, named);
    if (!schema.ok()) return Status(schema.status()).with_path(std::move(named));
    options.schema = *schema;
    options.any_identifier = true;
  }
  return convert::convert(bytes, format, Format::archive, options);
}

Result<std::string> minified(BytesView json) {
  const Result<Buffer> text =
      convert::convert(json, Format::json, Format::json, ample(json.size()));
  if (!text.ok()) return text.status();
  return std::string(as_text(*text));
}

// The sizes and times of `json` as each format.
Result<std::string> measure_all(const std::string& json, double seconds, Progress& progress) {
  std::string table = row("JSON, minified", json.size(), json.size(), -1, -1, -1);
  for (const bool share : {true, false}) {
    progress.show(share ? "measuring archives" : "measuring archives without sharing");
    const Result<std::string> line =
        measure(share ? "archive" : "archive, no shared objects", json, share, seconds);
    if (!line.ok()) return line.status();
    table += *line;
  }
  for (const Message& message : kMessages) {
    progress.show(std::string("measuring ") + message.name);
    table += measure(message, std::as_bytes(std::span(json)), seconds);
  }
  progress.show("measuring FlatBuffers");
  return table + measure_flat(std::as_bytes(std::span(json)), seconds);
}

// Of an archive that JSON cannot say.
Result<std::string> check_only(const char* name, BytesView archive, double seconds,
                               const Status& why) {
  const Status sound = archive::verify(archive);
  if (!sound.ok()) return sound;
  const double check = best_of(seconds, [&] { (void)archive::verify(archive); });
  return row(name, archive.size(), archive.size(), -1, check, -1) +
         "check: verify every value. There is no JSON to compare with:\n" +
         one_line(why.to_string()) + '\n';
}

// The row of the file itself, whose own times only archives have.
std::string measure_file(Format format, BytesView bytes, std::size_t base, double seconds) {
  if (format != Format::archive) return row(title(format), bytes.size(), base, -1, -1, -1);
  const JsonOptions text = ample_text(bytes.size());
  const double check = best_of(seconds, [&] { (void)archive::verify(bytes); });
  const double read = best_of(seconds, [&] { (void)convert::archive_to_json(bytes, text); });
  return row(title(format), bytes.size(), base, -1, check, read);
}

}  // namespace

int run_bench(const std::vector<std::string>& words) {
  Arguments arguments(words, "bench");
  std::uint64_t most = kDefaultMaxFile;
  std::uint64_t whole_seconds = 1;
  if (arguments.error().empty()) arguments.number("--max-bytes", UINT64_MAX, most);
  if (arguments.error().empty()) arguments.number("--seconds", 60, whole_seconds);
  if (!arguments.error().empty()) return usage_error("bench", arguments.error());
  if (arguments.has("--from") && !format_named(arguments.value("--from"))) {
    return usage_error("bench", "--from" + formats_said(kWrittenNames));
  }
  if (arguments.files().size() != 1) return usage_error("bench", "give one file");
  const std::string& file = arguments.files()[0];
  const auto seconds = static_cast<double>(whole_seconds);

  Progress progress;
  const auto fail = [&](const Status& status) {
    progress.show({});  // the message gets a line of its own
    return report(file, status);
  };
  const Result<Buffer> bytes = read_file(file, most, &progress);
  if (!bytes.ok()) return fail(bytes.status());
  Taken taken;
  Status known = take_format(file, *bytes, format_named(arguments.value("--from")),
                             arguments.has("--schema"), arguments.has("--lax"), taken);
  if (known.ok() && arguments.has("--schema") && taken.format != Format::flatbuffers) {
    known = needs_no_schema(taken.format);
  }
  if (!known.ok()) return fail(known);
  const Format format = taken.format;
  const bool is_archive = format == Format::archive;
  std::string table =
      "what                              bytes   ratio      make ms     check ms      read ms\n";

  // Minified JSON is the measure for all.
  progress.show("measuring the file");
  Result<Buffer> first{std::in_place};
  if (!is_archive && format != Format::json) {
    first = as_archive(file, *bytes, format, arguments, most);
    if (!first.ok()) return fail(explained(first.status(), taken, *bytes));
  }
  const BytesView archive = is_archive ? bytes->view() : first->view();
  const Result<std::string> json =
      format == Format::json
          ? minified(*bytes)
          : convert::archive_to_json(archive, ample_text(std::max(bytes->size(), archive.size())));
  if (!json.ok() && format == Format::json) return fail(explained(json.status(), taken, *bytes));
  if (!json.ok()) {
    const char* name = is_archive ? title(format) : "as an archive";
    const Result<std::string> rows = check_only(name, archive, seconds, json.status());
    if (!rows.ok()) return fail(rows.status());
    progress.show({});
    return print(table + *rows);
  }
  table += measure_file(format, *bytes, json->size(), seconds);
  const Result<std::string> rows = measure_all(*json, seconds, progress);
  if (!rows.ok()) return fail(rows.status());
  table += *rows;
  progress.show({});
  table +=
      "ratio: to minified JSON. make: from JSON text. check: verify every value. read: to JSON "
      "text.\n";
  table += whole_seconds == 0
               ? "One run each.\n"
               : "Best of the runs in " + std::to_string(whole_seconds) + " s each.\n";
  return print(table);
}

}  // namespace fastser::command
