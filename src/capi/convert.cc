// SPDX-License-Identifier: MIT
//
// fastser_convert, fastser_verify, fastser_inspect: the convert layer's verbs, and archives'
// verify.
#include "fastser/convert.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "capi/handles.hpp"
#include "fastser/inspect.hpp"
#include "fastser/internal/flat/schema.hpp"
#include "fastser/verify.hpp"

namespace fastser::capi {
namespace {

using convert::ConvertOptions;
using convert::Format;
using convert::InspectOptions;

constexpr std::size_t kFirstConvert = offsetof(fastser_convert_options, limits) + sizeof(void*);
constexpr std::size_t kFirstInspect = offsetof(fastser_inspect_options, limits) + sizeof(void*);
constexpr std::string_view kNoBytes = "NULL for data that have a size";
constexpr std::string_view kWrongLimits = "fastser_limits.struct_size is too small";

// None: FASTSER_FORMAT_DETECT, or not one of the numbers.
std::optional<Format> format_of(std::int32_t number) noexcept {
  switch (number) {
    case FASTSER_FORMAT_ARCHIVE: return Format::archive;
    case FASTSER_FORMAT_MSGPACK: return Format::msgpack;
    case FASTSER_FORMAT_JSON: return Format::json;
    case FASTSER_FORMAT_FLEXBUFFERS: return Format::flexbuffers;
    case FASTSER_FORMAT_FLATBUFFERS: return Format::flatbuffers;
    case FASTSER_FORMAT_KEYED_ARCHIVE: return Format::keyed_archive;
    case FASTSER_FORMAT_BINARY_PLIST: return Format::binary_plist;
    case FASTSER_FORMAT_TYPEDSTREAM: return Format::typedstream;
    case FASTSER_FORMAT_GNUSTEP_ARCHIVE: return Format::gnustep_archive;
    case FASTSER_FORMAT_KEYLESS_ARCHIVE: return Format::keyless_archive;
    case FASTSER_FORMAT_JSON_LINES: return Format::json_lines;
    case FASTSER_FORMAT_MSGPACK_STREAM: return Format::msgpack_stream;
    case FASTSER_FORMAT_XML_PLIST: return Format::xml_plist;
    case FASTSER_FORMAT_OPENSTEP_PLIST: return Format::openstep_plist;
    default: return std::nullopt;
  }
}

std::int32_t number_of(std::optional<Format> format) noexcept {
  if (!format) return FASTSER_FORMAT_DETECT;
  switch (*format) {
    case Format::archive: return FASTSER_FORMAT_ARCHIVE;
    case Format::msgpack: return FASTSER_FORMAT_MSGPACK;
    case Format::json: return FASTSER_FORMAT_JSON;
    case Format::flexbuffers: return FASTSER_FORMAT_FLEXBUFFERS;
    case Format::flatbuffers: return FASTSER_FORMAT_FLATBUFFERS;
    case Format::keyed_archive: return FASTSER_FORMAT_KEYED_ARCHIVE;
    case Format::binary_plist: return FASTSER_FORMAT_BINARY_PLIST;
    case Format::typedstream: return FASTSER_FORMAT_TYPEDSTREAM;
    case Format::gnustep_archive: return FASTSER_FORMAT_GNUSTEP_ARCHIVE;
    case Format::keyless_archive: return FASTSER_FORMAT_KEYLESS_ARCHIVE;
    case Format::json_lines: return FASTSER_FORMAT_JSON_LINES;
    case Format::msgpack_stream: return FASTSER_FORMAT_MSGPACK_STREAM;
    case Format::xml_plist: return FASTSER_FORMAT_XML_PLIST;
    case Format::openstep_plist: return FASTSER_FORMAT_OPENSTEP_PLIST;
  }
  return FASTSER_FORMAT_DETECT;
}

// The format of the input, as the caller says or as it looks.
Status input_format(std::int32_t number, BytesView data, Format& format) noexcept {
  std::optional<Format> found = format_of(number);
  if (!found && number == FASTSER_FORMAT_DETECT) {
    found = convert::detect_format(data);
    if (!found) return Status(Code::kTypeMismatch, "the format of the data is not known: give it");
  }
  if (!found) return Status(Code::kUsage, "a format that is not one of FASTSER_FORMAT_...");
  format = *found;
  return {};
}

using Classes = std::vector<convert::ClassValues>;

Status take_classes(const fastser_class_values* from, std::size_t count, Classes& to) {
  if (from == nullptr && count != 0) return Status(Code::kUsage, "NULL for classes");
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_view(from[i].name.data, from[i].name.size)) return Status(Code::kUsage, kNoBytes);
    to.push_back({text(from[i].name.data, from[i].name.size), from[i].values});
  }
  return {};
}

// The classes are in memory of `classes`.
Status take_options(const fastser_convert_options* from, ConvertOptions& to, Classes& classes) {
  fastser_convert_options given;
  if (!take_struct(from, kFirstConvert, given)) {
    return Status(Code::kUsage, "fastser_convert_options.struct_size is too small");
  }
  if (!take_limits(given.limits, to.limits)) return Status(Code::kUsage, kWrongLimits);
  if (!is_view(given.schema, given.schema_size)) return Status(Code::kUsage, kNoBytes);
  if (given.replace != 0) to.unsayable = ConvertOptions::Unsayable::kReplace;
  if (given.nan_as_null != 0) to.not_finite = convert::JsonOptions::NotFinite::kNull;
  if (given.refuse_shared != 0) to.shared = convert::JsonOptions::Shared::kRefuse;
  to.pretty = given.pretty != 0;
  if (given.indent != 0) to.indent = static_cast<std::uint8_t>(std::min(given.indent, 255U));
  to.sort_keys = given.sort_keys != 0;
  to.size_prefixed = given.size_prefixed != 0;
  to.any_identifier = given.any_identifier != 0;
  to.lax_json = given.lax_json != 0;
  to.base64_prefix = given.base64_prefix != 0;
  to.checksum = given.checksum != 0;
  to.schema_as_text = given.schema_as_text != 0;
  to.user_version = given.user_version;
  to.schema = view(given.schema, given.schema_size);
  to.max_text = size_of(given.max_text);
  if (given.type != nullptr) to.type = &given.type->type;
  if (!is_view(given.target_schema, given.target_schema_size)) {
    return Status(Code::kUsage, kNoBytes);
  }
  to.target_schema = view(given.target_schema, given.target_schema_size);
  to.skip_unknown = given.skip_unknown != 0;
  to.indexed_variants = given.indexed_variants != 0;
  FASTSER_TRY(take_classes(given.classes, given.class_count, classes));
  to.classes = classes;
  return {};
}

// Where the schema goes; null: nowhere.
fastser_bytes* schema_place(const fastser_convert_options* from) {
  fastser_convert_options given;
  return take_struct(from, kFirstConvert, given) ? given.new_schema : nullptr;
}

Status take_options(const fastser_inspect_options* from, InspectOptions& to, Classes& classes,
                    bool& strict_text) {
  fastser_inspect_options given;
  if (!take_struct(from, kFirstInspect, given)) {
    return Status(Code::kUsage, "fastser_inspect_options.struct_size is too small");
  }
  if (!take_limits(given.limits, to.limits)) return Status(Code::kUsage, kWrongLimits);
  if (!is_view(given.schema, given.schema_size)) return Status(Code::kUsage, kNoBytes);
  if (given.reserved != 0) return Status(Code::kUsage, "fastser_inspect_options.reserved is not 0");
  to.schema = view(given.schema, given.schema_size);
  if (given.max_elements != 0) to.max_elements = given.max_elements;
  to.statistics = given.statistics != 0;
  to.values = !to.statistics;
  FASTSER_TRY(take_classes(given.classes, given.class_count, classes));
  to.classes = classes;
  strict_text = given.strict_text != 0;
  return {};
}

// What verify and inspect are asked for.
struct Look {
  InspectOptions options;
  Classes classes;
  bool strict_text = false;
  Format format{};
};
Status take_look(const fastser_inspect_options* from, std::int32_t format, BytesView data,
                 Look& to) {
  FASTSER_TRY(take_options(from, to.options, to.classes, to.strict_text));
  return input_format(format, data, to.format);
}

Status verify(BytesView data, Format format, const InspectOptions& options, bool strict_text) {
  switch (format) {
    case Format::archive:
      return archive::verify(data, {.limits = options.limits, .utf8 = strict_text});
    case Format::msgpack: return convert::check_msgpack(data, options.limits);
    case Format::flexbuffers: return convert::check_flexbuffers(data, options.limits);
    case Format::flatbuffers:
      return convert::check_flatbuffers(data, options.schema, options.limits);
    case Format::json:
    case Format::json_lines:
    case Format::msgpack_stream: break;
    case Format::keyed_archive:
    case Format::binary_plist:
    case Format::typedstream:
    case Format::gnustep_archive:
    case Format::keyless_archive:
    case Format::xml_plist:
    case Format::openstep_plist:
      return convert::check_imported(data, format, options.classes, options.limits);
  }
  ConvertOptions anew;  // reading is the check
  anew.limits = options.limits;
  anew.unsayable = ConvertOptions::Unsayable::kReplace;
  return convert::convert(data, format, Format::json, anew).status();
}

}  // namespace
}  // namespace fastser::capi

using namespace fastser::capi;  // NOLINT: the functions below have no namespace
using fastser::Buffer;
using fastser::Status;
using fastser::convert::Format;

extern "C" {

const char* fastser_format_name(int32_t format) {
  const std::optional<Format> known = format_of(format);
  return known ? fastser::convert::format_name(*known).data() : "unknown";  // literals
}

int32_t fastser_detect_format(const void* data, size_t size) {
  if (!is_view(data, size)) return FASTSER_FORMAT_DETECT;
  return number_of(fastser::convert::detect_format(view(data, size)));
}

// NOLINTNEXTLINE(readability-function-size): what goes in, what comes out, and how
int32_t fastser_convert(const void* data, size_t size, int32_t from, int32_t to,
                        const fastser_convert_options* options, const fastser_allocator* allocator,
                        fastser_bytes* bytes, fastser_error* error) {
  fastser_bytes* const schema_to = schema_place(options);
  if (schema_to != nullptr) *schema_to = {};
  if (bytes == nullptr) return misuse(error, "the pointer for the bytes is NULL");
  *bytes = {};
  if (!is_view(data, size)) return misuse(error, kNoBytes);
  const std::optional<Format> made = format_of(to);
  if (!made) return misuse(error, "a format that is not one of FASTSER_FORMAT_...");
  return run(error, [&]() -> Status {
    fastser::convert::ConvertOptions taken;
    Classes classes;
    FASTSER_TRY(take_options(options, taken, classes));
    Format read{};
    FASTSER_TRY(input_format(from, view(data, size), read));
    Buffer schema;
    if (schema_to != nullptr) taken.new_schema = &schema;
    fastser::Result<Buffer> out = fastser::convert::convert(view(data, size), read, *made, taken);
    if (!out.ok()) return out.status();
    FASTSER_TRY(give(std::move(*out), allocator, bytes));
    if (schema_to == nullptr) return {};
    Status status = give(std::move(schema), allocator, schema_to);
    if (!status.ok()) fastser_bytes_release(bytes);
    return status;
  });
}

int32_t fastser_flat_schema(const fastser_type* type, int32_t as_text,
                            const fastser_allocator* allocator, fastser_bytes* schema,
                            fastser_error* error) {
  if (schema != nullptr) *schema = {};
  if (type == nullptr || schema == nullptr) return misuse(error, "NULL");
  return run(error, [&]() -> Status {
    const fastser::Result<fastser::flat::Declarations> made =
        fastser::flat::value_declarations(type->type);
    if (!made.ok()) return made.status();
    if (as_text == 0) {
      fastser::Result<Buffer> binary = fastser::flat::to_binary(*made);
      if (!binary.ok()) return binary.status();
      return give(std::move(*binary), allocator, schema);
    }
    const std::string text = made->to_text();
    Buffer copy;
    if (!copy.append(view(text.data(), text.size()))) {
      return Status(fastser::Code::kNoMemory, "an allocation failed");
    }
    return give(std::move(copy), allocator, schema);
  });
}

int32_t fastser_verify(const void* data, size_t size, int32_t format,
                       const fastser_inspect_options* options, fastser_error* error) {
  if (!is_view(data, size)) return misuse(error, kNoBytes);
  return run(error, [&]() -> Status {
    Look look;
    FASTSER_TRY(take_look(options, format, view(data, size), look));
    return verify(view(data, size), look.format, look.options, look.strict_text);
  });
}

int32_t fastser_inspect(const void* data, size_t size, int32_t format,
                        const fastser_inspect_options* options, const fastser_allocator* allocator,
                        fastser_bytes* text, fastser_error* error) {
  if (text == nullptr) return misuse(error, "the pointer for the text is NULL");
  *text = {};
  if (!is_view(data, size)) return misuse(error, kNoBytes);
  return run(error, [&]() -> Status {
    Look look;
    FASTSER_TRY(take_look(options, format, view(data, size), look));
    std::string out;
    Status inspected = fastser::convert::inspect(view(data, size), look.format, out, look.options);
    Buffer copy;
    if (!copy.append(view(out.data(), out.size()))) {
      return Status(fastser::Code::kNoMemory, "an allocation failed");
    }
    FASTSER_TRY(give(std::move(copy), allocator, text));
    return inspected;
  });
}

}  // extern "C"
