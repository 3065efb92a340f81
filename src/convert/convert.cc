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

#include "convert/archive/reader.hpp"
#include "convert/archive/writer.hpp"
#include "convert/cocoa/import.hpp"
#include "convert/document/builder.hpp"
#include "convert/document/plain_sink.hpp"
#include "convert/document/replay.hpp"
#include "convert/flat/reader.hpp"
#include "convert/flat/typed_writer.hpp"
#include "convert/flat/writer.hpp"
#include "convert/flexbuffers/reader.hpp"
#include "convert/flexbuffers/writer.hpp"
#include "convert/json/reader.hpp"
#include "convert/json/writer.hpp"
#include "convert/msgpack/reader.hpp"
#include "convert/msgpack/writer.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/flat/schema.hpp"

namespace fastser::convert {
namespace {

std::string_view as_text(BytesView bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::uint32_t depth_of(const Limits& limits) { return std::min(limits.depth, kMaxDepth); }

// What the limits grow with: keys may be in a schema.
std::size_t size_of(BytesView input, const ConvertOptions& options) {
  return input.size() + options.schema.size();
}

// What is wrong with the schema has no byte of the input.
Status of_schema(Status status) {
  if (status.ok()) return status;
  std::string said = "the schema: ";
  said += status.message();
  return std::move(status).with_offset(Status::kNoOffset).with_detail(std::move(said));
}

// By the schema that write_as_type() writes by.
Status read_as_type(BytesView input, const Type& type, std::uint32_t depth, Sink& sink) {
  const Result<flat::Declarations> declarations = flat::value_declarations(type);
  if (!declarations.ok()) return of_schema(declarations.status());
  return read_flat(input, *declarations, depth, sink);
}

Status read_by_schema(BytesView input, BytesView schema, std::uint32_t depth, Sink& sink) {
  if (schema.empty()) {
    return Status(Code::kUsage,
                  "FlatBuffers are read by a binary schema: flatc -b --schema makes it of .fbs");
  }
  const Result<flat::Declarations> declarations = flat::from_binary(schema);
  if (!declarations.ok()) return of_schema(declarations.status());
  return read_flat(input, *declarations, depth, sink);
}

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

Result<Buffer> write_with_schema(const Document& document, const ConvertOptions& options) {
  if (options.new_schema == nullptr) {
    return Status(Code::kUsage, "FlatBuffers are nothing without their schema: say where it goes");
  }
  Result<FlatOutput> out = write_flat(document, options.share_objects);
  if (!out.ok()) return out.status();
  FASTSER_TRY(give_schema(out->schema, options));
  return std::move(out->bytes);
}

// What a sink is told may nest so deep. What counts in an archive its reader counts as all readers
// do: records in lists are no level there, though a sink is told both.
std::uint32_t depth_told(Format from, const ConvertOptions& options) {
  return from == Format::archive ? kMaxDepth : depth_of(options.limits);
}

// A reader of binary input.
Status read(BytesView input, Format from, const ConvertOptions& options, Sink& sink) {
  if (from == Format::msgpack) return read_msgpack(input, options.limits.depth, sink);
  if (from == Format::flexbuffers) return read_flexbuffers(input, options.limits.depth, sink);
  if (from == Format::flatbuffers) {
    if (options.schema.empty() && options.type != nullptr) {
      return read_as_type(input, *options.type, options.limits.depth, sink);
    }
    return read_by_schema(input, options.schema, options.limits.depth, sink);
  }
  return read_archive(input, {.shared = options.shared, .limits = options.limits}, sink);
}

// Of variants, the alternatives that MessagePack has to say.
Status read_with_choices(BytesView input, const ConvertOptions& options, Choices choices,
                         Document& document) {
  DocumentBuilder builder(document, depth_told(Format::archive, options),
                          options.limits.memory_for(size_of(input, options)));
  return read_archive(
      input, {.shared = options.shared, .choices = choices, .limits = options.limits}, builder);
}

bool replaces(const ConvertOptions& options) {
  return options.unsayable == ConvertOptions::Unsayable::kReplace;
}

Status read(BytesView input, Format from, Format to, const ConvertOptions& options,
            Document& document) {
  const std::uint32_t depth = depth_told(from, options);
  if (from == Format::json) return parse_json(as_text(input), depth, replaces(options), document);
  DocumentBuilder builder(document, depth, options.limits.memory_for(size_of(input, options)));
  if (to != Format::flexbuffers) return read(input, from, options, builder);
  PlainSink plain(builder, replaces(options));
  return read(input, from, options, plain);
}

Result<Buffer> to_json(BytesView input, Format from, const ConvertOptions& options) {
  const bool replace = replaces(options);
  constexpr Limits kText = {.memory_factor = 64, .memory_base = std::size_t{1} << 20};
  const std::size_t most = kText.memory_for(size_of(input, options));
  JsonWriter writer({.pretty = options.pretty,
                     .replace = replace,
                     .keys = replace ? JsonWriting::Keys::kText : JsonWriting::Keys::kRefuse,
                     .not_finite = options.not_finite,
                     .depth = depth_told(from, options),
                     .max_bytes = options.max_text != 0 ? options.max_text : most});
  if (from == Format::json) {
    Document document;
    FASTSER_TRY(read(input, from, Format::json, options, document));
    if (!replay(document, writer)) return writer.why;
  } else {
    FASTSER_TRY(read(input, from, options, writer));
  }
  const Result<std::string> text = writer.take();
  if (!text.ok()) return text.status();
  Buffer out;
  if (!out.append(std::as_bytes(std::span(*text)))) {
    return Status(Code::kNoMemory, "no memory for the JSON text");
  }
  return out;
}

Result<Buffer> convert_any(BytesView input, Format from, Format to, const ConvertOptions& options);

// What is imported becomes an archive with its objects, and all else by way of that.
Result<Buffer> convert_imported(BytesView input, Format from, Format to,
                                const ConvertOptions& options) {
  Result<Buffer> archive = cocoa::import(input, from,
                                         {.limits = options.limits,
                                          .checksum = options.checksum,
                                          .user_version = options.user_version,
                                          .classes = options.classes});
  if (!archive.ok() || (to == Format::archive && options.type == nullptr)) return archive;
  Result<Buffer> out = convert_any(*archive, Format::archive, to, options);
  if (out.ok()) return out;
  Status status = out.status();  // its byte is one of the archive
  return std::move(status).with_offset(Status::kNoOffset);
}

bool is_archive_of(BytesView input, const Type& whole) {
  const Result<archive::Envelope> envelope = archive::open_envelope(input);
  return envelope.ok() && std::ranges::equal(envelope->table, whole.parsed().bytes());
}

// As FlatBuffers of the schema of the type. What is no archive of that very type becomes one first.
Result<Buffer> write_as_type(BytesView input, Format from, const ConvertOptions& options) {
  const Result<Type> whole = options.type->alone();
  if (!whole.ok()) return whole.status();
  if (from != Format::archive || !is_archive_of(input, *whole)) {
    ConvertOptions first = options;
    first.checksum = false;
    const Result<Buffer> own = convert_any(input, from, Format::archive, first);
    if (!own.ok()) return own.status();
    Result<Buffer> out = write_as_type(*own, Format::archive, options);
    if (out.ok()) return out;
    Status status = out.status();  // its byte is not one of the input
    return std::move(status).with_offset(Status::kNoOffset);
  }
  Document document;
  FASTSER_TRY(read_with_choices(input, options, Choices::kTold, document));
  Result<FlatOutput> out = write_flat_as(document, *whole);
  if (!out.ok()) return out.status();
  FASTSER_TRY(give_schema(out->schema, options));
  return std::move(out->bytes);
}

Result<Buffer> convert_any(BytesView input, Format from, Format to, const ConvertOptions& options) {
  if (to == Format::flatbuffers && options.type != nullptr) {
    return write_as_type(input, from, options);
  }
  if (is_input_only(from)) return convert_imported(input, from, to, options);
  if (to == Format::json) return to_json(input, from, options);
  Document document;
  if (from == Format::archive && to == Format::msgpack && options.indexed_variants) {
    FASTSER_TRY(read_with_choices(input, options, Choices::kUnclear, document));
  } else {
    FASTSER_TRY(read(input, from, to, options, document));
  }
  if (to == Format::msgpack) return write_msgpack(document);
  if (to == Format::flexbuffers) return write_flexbuffers(document);
  if (to == Format::flatbuffers) return write_with_schema(document, options);
  const JsonToArchiveOptions archive{.depth = options.limits.depth,
                                     .checksum = options.checksum,
                                     .share_objects = options.share_objects,
                                     .user_version = options.user_version};
  if (options.type != nullptr) return write_archive_as(document, *options.type, archive);
  return write_archive(document, archive);
}

// A message of one of the two formats without a type table.
Status check(BytesView message, Format from, const Limits& limits) try {
  Document document;
  DocumentBuilder builder(document, depth_of(limits), limits.memory_for(message.size()));
  return from == Format::msgpack ? read_msgpack(message, limits.depth, builder)
                                 : read_flexbuffers(message, limits.depth, builder);
} catch (const std::exception&) {
  return Status(Code::kNoMemory, "no memory to check the message");
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
  }
  return "?";
}

bool is_input_only(Format format) noexcept {
  switch (format) {
    case Format::keyed_archive:
    case Format::binary_plist:
    case Format::typedstream:
    case Format::gnustep_archive:
    case Format::keyless_archive: return true;
    default: return false;
  }
}

Result<Buffer> convert(BytesView input, Format from, Format to, const ConvertOptions& options) try {
  if (is_input_only(to)) {
    return Status(Code::kUsage, "formats of Foundation's archivers are read, but not written");
  }
  return convert_any(input, from, to, options);
} catch (const std::exception&) {  // bad_alloc, or a container asked for more than it can hold
  return Status(Code::kNoMemory, "no memory to convert the input");
}

Status check_msgpack(BytesView message, const Limits& limits) {
  return check(message, Format::msgpack, limits);
}

Status check_flexbuffers(BytesView message, const Limits& limits) {
  return check(message, Format::flexbuffers, limits);
}

Status check_flatbuffers(BytesView bytes, BytesView schema, const Limits& limits) try {
  Document document;
  DocumentBuilder builder(document, depth_of(limits),
                          limits.memory_for(bytes.size() + schema.size()));
  return read_by_schema(bytes, schema, limits.depth, builder);
} catch (const std::exception&) {
  return Status(Code::kNoMemory, "no memory to check the FlatBuffer");
}

Status check_imported(BytesView bytes, Format format, std::span<const ClassValues> classes,
                      const Limits& limits) {
  if (!is_input_only(format)) return Status(Code::kUsage, "no format that is input only");
  return convert(bytes, format, Format::archive, {.classes = classes, .limits = limits}).status();
}

}  // namespace fastser::convert
