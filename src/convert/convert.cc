// SPDX-License-Identifier: MIT
//
// convert: a reader chosen by the input's format, a writer by the output's. JSON text is written
// while the input is read, where that tells more of an error; the other outputs want to know counts
// and types before values, so they are written from a Document.
#include "fastser/convert.hpp"

#include <algorithm>
#include <exception>
#include <span>
#include <string>
#include <utility>

#include "convert/archive/writer.hpp"
#include "convert/cocoa/import.hpp"
#include "convert/document/builder.hpp"
#include "convert/document/node_path.hpp"
#include "convert/document/replay.hpp"
#include "convert/document/sort_keys.hpp"
#include "convert/flat/schema_writer.hpp"
#include "convert/flat/typed_writer.hpp"
#include "convert/flat/writer.hpp"
#include "convert/flexbuffers/writer.hpp"
#include "convert/json/writer.hpp"
#include "convert/msgpack/writer.hpp"
#include "convert/plist/binary_writer.hpp"
#include "convert/plist/xml_writer.hpp"
#include "convert/read.hpp"
#include "fastser/internal/archive/envelope.hpp"

namespace fastser::convert {
namespace {

bool is_text(Format format) { return format == Format::json || format == Format::json_lines; }

Status give_schema(const flat::Declarations& made, const ConvertOptions& options) {
  if (options.new_schema == nullptr) return {};
  options.new_schema->clear();
  if (options.schema_as_text) {
    const std::string text = made.to_text();
    if (options.new_schema->append(std::as_bytes(std::span(text)))) return {};
    return Status(Code::kNoMemory, "no memory for the schema");
  }
  Result<Buffer> schema = flat::to_binary(made);
  if (!schema.ok()) return schema.status();
  *options.new_schema = std::move(*schema);
  return {};
}

// What is written may be as large as what may be read from that much.
Result<Buffer> write_by_schema(const Document& document, std::size_t input,
                               const ConvertOptions& options) {
  const Result<flat::Declarations> declarations = flat::from_binary(options.target_schema);
  if (!declarations.ok()) return of_schema(declarations.status());
  const Result<flat::EnumNames> names = flat::enum_names(options.target_schema);
  if (!names.ok()) return of_schema(names.status());
  const std::size_t most = options.limits.memory_for(input + options.target_schema.size());
  return write_flat_by(document, *declarations, *names,
                       {.skip_unknown = options.skip_unknown,
                        .rounds = options.unsayable == ConvertOptions::Unsayable::kReplace,
                        .size_prefixed = options.size_prefixed,
                        .most_bytes = most});
}

Result<Buffer> write_with_schema(const Document& document, const ConvertOptions& options) {
  if (options.new_schema == nullptr) {
    return Status(Code::kUsage,
                  "the schema of FlatBuffers must be kept too: set new_schema, which receives it");
  }
  Result<FlatOutput> out = write_flat(document, options.share_objects, options.size_prefixed);
  if (!out.ok()) return out.status();
  FASTSER_TRY(give_schema(out->schema, options));
  return std::move(out->bytes);
}

// The most bytes of text that an input may become.
std::size_t most_text(BytesView input, const ConvertOptions& options) {
  constexpr Limits kText = {.memory_factor = 64, .memory_base = std::size_t{1} << 20};
  if (options.max_text != 0) return options.max_text;
  return kText.memory_for(input_size(input, options));
}

Result<Buffer> write_plist(const Document& document, BytesView input, Format to,
                           const ConvertOptions& options) {
  const bool replace = options.unsayable == ConvertOptions::Unsayable::kReplace;
  if (to == Format::binary_plist) return write_binary_plist(document, {.replace = replace});
  return write_xml_plist(document, {.replace = replace, .max_bytes = most_text(input, options)});
}

Result<Buffer> to_json(BytesView input, Format from, Format to, const ConvertOptions& options,
                       const Progress& progress) {
  const bool replace = options.unsayable == ConvertOptions::Unsayable::kReplace;
  const std::size_t most = most_text(input, options);
  // Room for the text of most documents, but no more than what untouched costs next to nothing:
  // growing step by step would touch twice the memory. Where there is none, the writer says so.
  constexpr std::size_t kAhead = std::size_t{4} << 20;
  const std::size_t times = is_text(from) ? 1 : 8;
  Buffer out;
  static_cast<void>(out.reserve(std::min({most, times * std::min(input.size(), kAhead), kAhead})));
  JsonWriter writer({.pretty = options.pretty && to == Format::json,
                     .indent = options.indent,
                     .lines = to == Format::json_lines,
                     .replace = replace,
                     .keys = replace ? JsonWriting::Keys::kText : JsonWriting::Keys::kRefuse,
                     .not_finite = options.not_finite,
                     .depth = told_depth(from, options),
                     .max_bytes = most},
                    &out);
  if (is_text(from) || options.sort_keys) {
    Document document;
    FASTSER_TRY(read_document(input, from, Format::json, options, document, progress));
    if (options.sort_keys) sort_keys(document);
    progress.tell(Progress::kRead);
    std::uint32_t refused = 0;
    if (!replay(document, writer, &refused)) {
      return std::move(writer.why).with_path(path_between(document, 0, refused));
    }
  } else {
    writer.watch(progress, input.size());
    FASTSER_TRY(tell(input, from, options, writer));
  }
  FASTSER_TRY(writer.finish());
  return out;
}

Result<Buffer> convert_any(BytesView input, Format from, Format to, const ConvertOptions& options,
                           const Progress& progress);

// What is imported becomes an archive with its objects, and all else by way of that.
Result<Buffer> convert_imported(BytesView input, Format from, Format to,
                                const ConvertOptions& options, const Progress& progress) {
  Result<Buffer> archive = cocoa::import(input, from,
                                         {.limits = options.limits,
                                          .checksum = options.checksum,
                                          .user_version = options.user_version,
                                          .classes = options.classes});
  if (!archive.ok() || (to == Format::archive && options.type == nullptr)) return archive;
  Result<Buffer> out = convert_any(*archive, Format::archive, to, options, progress);
  if (out.ok()) return out;
  Status status = out.status();  // its byte is one of the archive
  return std::move(status).with_offset(Status::kNoOffset);
}

bool is_archive_of(BytesView input, const Type& whole) {
  const Result<archive::Envelope> envelope = archive::open_envelope(input);
  return envelope.ok() && std::ranges::equal(envelope->table, whole.parsed().bytes());
}

// As FlatBuffers of the schema of the type. What is no archive of that very type becomes one first.
Result<Buffer> write_as_type(BytesView input, Format from, const ConvertOptions& options,
                             const Progress& progress) {
  const Result<Type> whole = options.type->alone();
  if (!whole.ok()) return whole.status();
  if (from != Format::archive || !is_archive_of(input, *whole)) {
    ConvertOptions first = options;
    first.checksum = false;
    const Progress nobody;  // the second step tells
    const Result<Buffer> own = convert_any(input, from, Format::archive, first, nobody);
    if (!own.ok()) return own.status();
    Result<Buffer> out = write_as_type(*own, Format::archive, options, progress);
    if (out.ok()) return out;
    Status status = out.status();  // its byte is not one of the input
    return std::move(status).with_offset(Status::kNoOffset);
  }
  Document document;
  FASTSER_TRY(read_with_choices(input, options, Choices::kTold, document, progress));
  Result<FlatOutput> out = write_flat_as(document, *whole, options.size_prefixed);
  if (!out.ok()) return out.status();
  FASTSER_TRY(give_schema(out->schema, options));
  return std::move(out->bytes);
}

Result<Buffer> convert_any(BytesView input, Format from, Format to, const ConvertOptions& options,
                           const Progress& progress) {
  if (to == Format::flatbuffers && options.type != nullptr) {
    if (!options.target_schema.empty()) {
      return Status(Code::kUsage,
                    "FlatBuffers are written by `type` or by `target_schema`, not both");
    }
    return write_as_type(input, from, options, progress);
  }
  if (is_imported(from)) return convert_imported(input, from, to, options, progress);
  if (is_text(to)) return to_json(input, from, to, options, progress);
  Document document;
  if (from == Format::archive && to == Format::msgpack && options.indexed_variants) {
    FASTSER_TRY(read_with_choices(input, options, Choices::kUnclear, document, progress));
  } else {
    FASTSER_TRY(read_document(input, from, to, options, document, progress));
  }
  if (options.sort_keys) sort_keys(document);
  progress.tell(Progress::kRead);
  if (to == Format::msgpack) return write_msgpack(document);
  if (to == Format::msgpack_stream) return write_msgpack_stream(document);
  if (to == Format::flexbuffers) return write_flexbuffers(document);
  if (to == Format::binary_plist || to == Format::xml_plist) {
    return write_plist(document, input, to, options);
  }
  if (to == Format::flatbuffers && !options.target_schema.empty()) {
    return write_by_schema(document, input_size(input, options), options);
  }
  if (to == Format::flatbuffers) return write_with_schema(document, options);
  const JsonToArchiveOptions archive{.depth = options.limits.depth,
                                     .checksum = options.checksum,
                                     .share_objects = options.share_objects,
                                     .user_version = options.user_version};
  if (options.type != nullptr) return write_archive_as(document, *options.type, archive, progress);
  return write_archive(document, archive, progress);
}

}  // namespace

std::string_view format_name(Format format) noexcept {
  switch (format) {
    case Format::archive: return "archive";
    case Format::msgpack: return "msgpack";
    case Format::json: return "json";
    case Format::flexbuffers: return "flexbuffers";
    case Format::flatbuffers: return "flatbuffers";
    case Format::keyed_archive: return "keyed-archive";
    case Format::binary_plist: return "binary-plist";
    case Format::typedstream: return "typedstream";
    case Format::gnustep_archive: return "gnustep-archive";
    case Format::keyless_archive: return "keyless-archive";
    case Format::json_lines: return "jsonl";
    case Format::msgpack_stream: return "msgpack-stream";
    case Format::xml_plist: return "xml-plist";
    case Format::openstep_plist: return "openstep-plist";
  }
  return "?";
}

bool is_input_only(Format format) noexcept {
  switch (format) {
    case Format::keyed_archive:
    case Format::typedstream:
    case Format::gnustep_archive:
    case Format::keyless_archive:
    case Format::openstep_plist: return true;
    default: return false;
  }
}

Result<Buffer> convert(InputBytes input, Format from, Format to,
                       const ConvertOptions& options) try {
  if (is_input_only(to)) {
    return Status(Code::kUsage,
                  "this format can be read, but not written; property lists can be written as "
                  "binary or XML");
  }
  const Progress progress(options);
  Result<Buffer> out = convert_any(input, from, to, options, progress);
  if (out.ok()) progress.tell(Progress::kDone);
  return out;
} catch (const std::exception&) {  // bad_alloc, or a container asked for more than it can hold
  return Status(Code::kNoMemory, "no memory to convert the input");
}

Status check_msgpack(InputBytes message, const Limits& limits) {
  ConvertOptions options;
  options.limits = limits;
  return check_message(message, Format::msgpack, options);
}

Status check_flexbuffers(InputBytes message, const Limits& limits) {
  ConvertOptions options;
  options.limits = limits;
  return check_message(message, Format::flexbuffers, options);
}

Status check_flatbuffers(InputBytes bytes, InputBytes schema, const Limits& limits) {
  ConvertOptions options;
  options.schema = schema;
  options.limits = limits;
  return check_message(bytes, Format::flatbuffers, options);
}

Status check_stream(InputBytes bytes, Format format, const Limits& limits) {
  if (format != Format::json_lines && format != Format::msgpack_stream) {
    return Status(Code::kUsage, "the format is neither json_lines nor msgpack_stream");
  }
  ConvertOptions options;
  options.limits = limits;
  return check_message(bytes, format, options);
}

Status check_imported(InputBytes bytes, Format format, std::span<const ClassValues> classes,
                      const Limits& limits) {
  if (!is_imported(format)) return Status(Code::kUsage, "this format is not one of Foundation's");
  return convert(bytes, format, Format::archive, {.classes = classes, .limits = limits}).status();
}

}  // namespace fastser::convert
