// SPDX-License-Identifier: MIT
#include "convert/write.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include "convert/archive/writer.hpp"
#include "convert/document/node_path.hpp"
#include "convert/document/replay.hpp"
#include "convert/flat/reader.hpp"
#include "convert/flat/schema_writer.hpp"
#include "convert/flexbuffers/writer.hpp"
#include "convert/msgpack/writer.hpp"
#include "convert/plist/binary_writer.hpp"
#include "convert/plist/xml_writer.hpp"
#include "convert/read.hpp"
#include "fastser/internal/flat/schema.hpp"

namespace fastser::convert {
namespace {

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

Result<Buffer> write_own_schema(const Document& document, const ConvertOptions& options) {
  if (options.new_schema == nullptr) {
    return Status(Code::kUsage,
                  "the schema of FlatBuffers must be kept too: set new_schema, which receives it");
  }
  return with_schema(write_flat(document, options.share_objects, options.size_prefixed), options);
}

// The most bytes of text that an input may become.
std::size_t most_text(std::size_t input, const ConvertOptions& options) {
  constexpr Limits kText = {.memory_factor = 64, .memory_base = std::size_t{1} << 20};
  return options.max_text != 0 ? options.max_text : kText.memory_for(input);
}

Result<Buffer> write_json(const Document& document, std::size_t input, Format from, Format to,
                          const ConvertOptions& options) {
  const JsonWriting how = json_writing(input, from, to, options);
  Buffer out = room_for_text(is_json(from) ? 1 : 8, input, how.max_bytes);
  JsonWriter writer(how, &out);
  std::uint32_t refused = 0;
  if (!replay(document, writer, &refused)) {
    return std::move(writer.why).with_path(path_between(document, 0, refused));
  }
  FASTSER_TRY(writer.finish());
  return out;
}

Result<Buffer> write_own_archive(const Document& document, Format from,
                                 const ConvertOptions& options, const Progress& progress) {
  const JsonToArchiveOptions how{.depth = options.limits.depth,
                                 .checksum = options.checksum,
                                 .share_objects = options.share_objects,
                                 .user_version = options.user_version};
  if (options.type == nullptr) return write_archive(document, how, progress);
  const bool is_msgpack = from == Format::msgpack || from == Format::msgpack_stream;
  return write_archive_as(document, *options.type,
                          is_msgpack ? ListOfTwo::kByCodec : ListOfTwo::kValue, how, progress);
}

}  // namespace

bool is_json(Format format) { return format == Format::json || format == Format::json_lines; }

JsonWriting json_writing(std::size_t input, Format from, Format to, const ConvertOptions& options) {
  const bool replace = replaces(options);
  return {.pretty = options.pretty && to == Format::json,
          .indent = options.indent,
          .lines = to == Format::json_lines,
          .replace = replace,
          .base64_prefix = options.base64_prefix,
          .keys = replace ? JsonWriting::Keys::kText : JsonWriting::Keys::kRefuse,
          .not_finite = options.not_finite,
          .depth = told_depth(from, options),
          .max_bytes = most_text(input, options)};
}

Buffer room_for_text(std::size_t times, std::size_t input, std::size_t most) {
  constexpr std::size_t kAhead = std::size_t{4} << 20;
  Buffer out;
  static_cast<void>(out.reserve(std::min({most, times * std::min(input, kAhead), kAhead})));
  return out;
}

Result<Buffer> with_schema(Result<FlatOutput> out, const ConvertOptions& options) {
  if (!out.ok()) return out.status();
  FASTSER_TRY(give_schema(out->schema, options));
  return std::move(out->bytes);
}

// What is written may be as large as what may be read from that much.
Result<Buffer> write_by_schema(const Document& document, std::size_t input,
                               const ConvertOptions& options, std::string_view identifier) {
  Result<flat::Declarations> declarations = schema_of(options.target_schema, options.root_type);
  if (!declarations.ok()) return of_schema(declarations.status());
  if (!identifier.empty()) declarations->identifier = identifier;
  const Result<flat::EnumNames> names = flat::enum_names(options.target_schema);
  if (!names.ok()) return of_schema(names.status());
  const std::size_t most = options.limits.memory_for(input + options.target_schema.size());
  return write_flat_by(document, *declarations, *names,
                       {.skip_unknown = options.skip_unknown,
                        .force_defaults = options.force_defaults,
                        .rounds = replaces(options),
                        .size_prefixed = options.size_prefixed,
                        .most_bytes = most});
}

Result<Buffer> write_document(const Document& document, std::size_t input, Format from, Format to,
                              const ConvertOptions& options, const Progress& progress) {
  switch (to) {
    case Format::json:
    case Format::json_lines: return write_json(document, input, from, to, options);
    case Format::msgpack: return write_msgpack(document);
    case Format::msgpack_stream: return write_msgpack_stream(document);
    case Format::flexbuffers: return write_flexbuffers(document);
    case Format::binary_plist: return write_binary_plist(document, {.replace = replaces(options)});
    case Format::xml_plist:
      return write_xml_plist(
          document, {.replace = replaces(options), .max_bytes = most_text(input, options)});
    case Format::flatbuffers:
      return options.target_schema.empty() ? write_own_schema(document, options)
                                           : write_by_schema(document, input, options);
    default: return write_own_archive(document, from, options, progress);
  }
}

}  // namespace fastser::convert
