// SPDX-License-Identifier: MIT
#include "convert/read.hpp"

#include <algorithm>
#include <exception>
#include <iterator>
#include <string>
#include <utility>

#include "base/as_text.hpp"
#include "convert/cocoa/import.hpp"
#include "convert/document/builder.hpp"
#include "convert/document/plain_sink.hpp"
#include "convert/document/watched_sink.hpp"
#include "convert/flat/reader.hpp"
#include "convert/flexbuffers/reader.hpp"
#include "convert/flexbuffers/writer.hpp"
#include "convert/json/base64_texts.hpp"
#include "convert/json/reader.hpp"
#include "convert/msgpack/reader.hpp"
#include "convert/path/path_sink.hpp"
#include "convert/plist/writing.hpp"
#include "fastser/internal/flat/schema.hpp"

namespace fastser::convert {
namespace {

JsonDialect dialect(const ConvertOptions& options) {
  if (!options.lax_json) return JsonDialect::kStrict;
  return options.target_schema.empty() ? JsonDialect::kLax : JsonDialect::kLaxNames;
}

Status tell_text(BytesView input, Format from, const ConvertOptions& options, Sink& sink) {
  const JsonDialect how = dialect(options);
  return from == Format::json ? tell_json(as_text(input), sink, how)
                              : tell_json_lines(as_text(input), sink, how);
}

Status tell_any_text(BytesView input, Format from, const ConvertOptions& options, Sink& sink) {
  if (!options.base64_prefix) return tell_text(input, from, options, sink);
  FromBase64Texts texts(sink);
  return tell_text(input, from, options, texts);
}

// By the schema that a type is written by.
Status tell_as_type(BytesView input, const Type& type, std::uint32_t depth, Sink& sink) {
  const Result<flat::Declarations> declarations = flat::value_declarations(type);
  if (!declarations.ok()) return of_schema(declarations.status());
  return read_flat(input, *declarations, depth, sink);
}

Status tell_flat_alone(BytesView input, const ConvertOptions& options, Sink& sink) {
  if (options.schema.empty()) {
    if (options.type != nullptr) {
      return tell_as_type(input, *options.type, options.limits.depth, sink);
    }
    return Status(Code::kUsage,
                  "FlatBuffers are read with a binary schema (.bfbs): 'flatc -b --schema FILE.fbs' "
                  "makes one");
  }
  const Result<flat::Declarations> declarations = schema_of(options.schema, options.root_type);
  if (!declarations.ok()) return of_schema(declarations.status());
  FlatReading how{.skips_missing = options.skip_missing, .any_identifier = options.any_identifier};
  if (!options.enum_names) return read_flat(input, *declarations, options.limits.depth, sink, how);
  const Result<flat::EnumNames> names = flat::enum_names(options.schema);
  if (!names.ok()) return of_schema(names.status());
  how.names = &*names;
  return read_flat(input, *declarations, options.limits.depth, sink, how);
}

Status tell_flat(BytesView input, const ConvertOptions& options, Sink& sink) {
  if (!options.size_prefixed) return tell_flat_alone(input, options, sink);
  FASTSER_TRY(take_size_prefix(input));
  return behind_size_prefix(tell_flat_alone(input, options, sink));
}

}  // namespace

bool replaces(const ConvertOptions& options) {
  return options.unsayable == ConvertOptions::Unsayable::kReplace;
}

bool is_imported(Format format) {
  return is_input_only(format) || format == Format::binary_plist || format == Format::xml_plist;
}

Status of_schema(Status status) {
  std::string said = "the schema: ";
  said += status.message();
  return std::move(status).with_offset(Status::kNoOffset).with_detail(std::move(said));
}

std::size_t input_size(BytesView input, const ConvertOptions& options) {
  return input.size() + options.schema.size();
}

std::uint32_t told_depth(Format from, const ConvertOptions& options) {
  return from == Format::archive ? kMaxDepth : std::min(options.limits.depth, kMaxDepth);
}

Status tell(BytesView input, Format from, const ConvertOptions& options, Sink& sink) {
  const std::uint32_t depth = options.limits.depth;
  switch (from) {
    case Format::json:
    case Format::json_lines: return tell_any_text(input, from, options, sink);
    case Format::msgpack: return read_msgpack(input, depth, sink);
    case Format::msgpack_stream: return read_msgpack_stream(input, depth, sink);
    case Format::flexbuffers: return read_flexbuffers(input, depth, sink);
    case Format::flatbuffers: return tell_flat(input, options, sink);
    default: return read_archive(input, {.shared = options.shared, .limits = options.limits}, sink);
  }
}

Status tell_watched(BytesView input, Format from, const ConvertOptions& options, Sink& sink) {
  const Progress progress(options);
  if (!progress.is_wanted()) return tell(input, from, options, sink);
  WatchedSink watched(sink, progress, input.size());
  return tell(input, from, options, watched);
}

Status read_document(BytesView input, Format from, Format to, const ConvertOptions& options,
                     Document& document, const Progress& progress) {
  const std::uint32_t depth = told_depth(from, options);
  const bool from_text = from == Format::json || from == Format::json_lines;
  if (from == Format::json && !options.base64_prefix) {
    return parse_json(as_text(input), depth, replaces(options), document, progress,
                      dialect(options));
  }
  if (from == Format::json_lines && !options.base64_prefix) {
    return parse_json_lines(as_text(input), depth, replaces(options), document, progress,
                            dialect(options));
  }
  DocumentBuilder builder(document, depth, options.limits.memory_for(input_size(input, options)));
  builder.watch(progress, input.size());
  if (from_text && !replaces(options)) builder.refuse_rounding();
  // Text tells no path of a sink that stands in front of another one.
  const auto with_path = [&](Status status) {
    if (status.ok() || !from_text) return status;
    return std::move(status).with_path(builder.path());
  };
  const bool to_text = to == Format::json || to == Format::json_lines;
  if (to_text) builder.take_decimals_as_numbers();
  const bool to_plist = to == Format::binary_plist || to == Format::xml_plist;
  const bool maps_become_objects = to_text && options.sort_keys && replaces(options);
  if (to != Format::flexbuffers && !to_plist && !maps_become_objects) {
    return with_path(tell(input, from, options, builder));
  }
  // Of JSON the writer says what it lacks; but keys are sorted before, as the texts they become.
  PlainSink::Lacks lacks = to_plist ? kPlistLacks : kFlexBuffersLack;
  if (maps_become_objects) lacks = {.keeps_ext = options.base64_prefix};
  PlainSink plain(builder, lacks, replaces(options));
  return with_path(tell(input, from, options, plain));
}

Status read_with_choices(BytesView archive, const ConvertOptions& options, Choices choices,
                         Document& document, const Progress& progress, bool inline_types) {
  DocumentBuilder builder(document, told_depth(Format::archive, options),
                          options.limits.memory_for(input_size(archive, options)));
  builder.watch(progress, archive.size());
  return read_archive(archive,
                      {.shared = options.shared,
                       .choices = choices,
                       .inline_types = inline_types,
                       .limits = options.limits},
                      builder);
}

Status check_message(BytesView message, Format from, const ConvertOptions& options,
                     const Progress& progress) try {
  Document document;
  DocumentBuilder builder(document, std::min(options.limits.depth, kMaxDepth),
                          options.limits.memory_for(input_size(message, options)));
  builder.watch(progress, message.size());
  return tell(message, from, options, builder);
} catch (const std::exception&) {
  return Status(Code::kNoMemory, "no memory to check the message");
}

Status import(BytesView& input, Format& from, const ConvertOptions& options, Buffer& archive) {
  if (!is_imported(from)) return {};
  Result<Buffer> made = cocoa::import(input, from,
                                      {.limits = options.limits,
                                       .checksum = options.checksum,
                                       .user_version = options.user_version,
                                       .classes = options.classes});
  if (!made.ok()) return made.status();
  archive = std::move(*made);
  input = archive;
  from = Format::archive;
  return {};
}

Status tell_at(BytesView input, Format from, const Path& path, const ConvertOptions& options,
               Sink& sink) {
  Buffer archive;
  FASTSER_TRY(import(input, from, options, archive));
  if (from == Format::msgpack) {
    const auto range = std::next(path.begin(), static_cast<std::ptrdiff_t>(first_range(path)));
    const Path way(path.begin(), range);
    if (range == path.end()) return read_msgpack_at(input, way, options.limits.depth, sink);
    const Path rest(range, path.end());
    PathSink behind(rest, sink);
    const Progress progress(options);
    WatchedSink watched(behind, progress, input.size());
    return behind.outcome(read_msgpack_at(input, way, options.limits.depth, watched));
  }
  PathSink at_path(path, sink);
  return at_path.outcome(tell_watched(input, from, options, at_path));
}

}  // namespace fastser::convert
