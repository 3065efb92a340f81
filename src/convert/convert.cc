// SPDX-License-Identifier: MIT
//
// convert: a reader chosen by the input's format, a writer by the output's. JSON text is written
// while the input is read, where that tells more of an error; the other outputs want to know counts
// and types before values, so they are written from a Document.
#include "fastser/convert.hpp"

#include <algorithm>
#include <exception>
#include <span>
#include <utility>

#include "convert/archive/writer.hpp"
#include "convert/cocoa/import.hpp"
#include "convert/document/sort_keys.hpp"
#include "convert/flat/typed_writer.hpp"
#include "convert/json/writer.hpp"
#include "convert/read.hpp"
#include "convert/write.hpp"
#include "fastser/internal/archive/envelope.hpp"

namespace fastser::convert {
namespace {

// While the input is read: errors say where in it they are.
Result<Buffer> to_json(BytesView input, Format from, Format to, const ConvertOptions& options,
                       const Progress& progress) {
  constexpr std::size_t kTimes = 8;
  const JsonWriting how = json_writing(input_size(input, options), from, to, options);
  Buffer out = room_for_text(kTimes, input.size(), how.max_bytes);
  JsonWriter writer(how, &out);
  writer.watch(progress, input.size());
  FASTSER_TRY(tell(input, from, options, writer));
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
  return with_schema(std::move(out), options);
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
  const bool at_once = is_json(from) || options.sort_keys;
  if (is_json(to) && !at_once) return to_json(input, from, to, options, progress);
  Document document;
  if (from == Format::archive && to == Format::msgpack && options.indexed_variants) {
    FASTSER_TRY(read_with_choices(input, options, Choices::kUnclear, document, progress));
  } else {
    FASTSER_TRY(read_document(input, from, to, options, document, progress));
  }
  if (options.sort_keys) sort_keys(document);
  progress.tell(Progress::kRead);
  return write_document(document, input_size(input, options), from, to, options, progress);
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
