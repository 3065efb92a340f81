// SPDX-License-Identifier: MIT
#include "command/formats.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "base/as_text.hpp"
#include "command/hints.hpp"
#include "command/schemas.hpp"
#include "fastser/internal/archive/envelope.hpp"

namespace fastser::command {

using convert::Format;

namespace {

constexpr std::string_view kUnknownSaid =
    "the format of this file is not known: --from FORMAT says which it is, see 'fastser convert "
    "--help'; a FlatBuffer is read with --schema SCHEMA";

constexpr std::string_view kNotReadSaid = ", which fastser does not read";

}  // namespace

std::optional<Format> format_named(std::string_view name) {
  for (const Format format :
       {Format::archive, Format::msgpack, Format::json, Format::flexbuffers, Format::flatbuffers,
        Format::keyed_archive, Format::binary_plist, Format::typedstream, Format::gnustep_archive,
        Format::keyless_archive, Format::json_lines, Format::msgpack_stream, Format::xml_plist,
        Format::openstep_plist}) {
    if (name == convert::format_name(format)) return format;
  }
  return std::nullopt;
}

std::optional<Format> format_of_extension(std::string_view file) {
  const std::size_t dot = file.find_last_of("./\\");
  if (dot == std::string_view::npos || file[dot] != '.') return std::nullopt;
  std::string extension(file.substr(dot + 1));
  for (char& c : extension) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  if (extension == "json") return Format::json;
  if (extension == "jsonl" || extension == "ndjson") return Format::json_lines;
  if (extension == "fsr") return Format::archive;
  if (extension == "msgpack" || extension == "mp" || extension == "mpk") return Format::msgpack;
  if (extension == "flexbuffers" || extension == "flexbuf" || extension == "flx") {
    return Format::flexbuffers;
  }
  if (extension == "plist") return Format::xml_plist;
  if (extension == "strings") return Format::openstep_plist;
  if (extension == "fb" || extension == "flatbuf" || extension == "fbin") {
    return Format::flatbuffers;
  }
  return std::nullopt;
}

std::optional<std::vector<convert::ClassValues>> classes_named(std::string_view words) {
  std::vector<convert::ClassValues> classes;
  for (std::size_t at = 0; at < words.size();) {
    const std::size_t end = std::min(words.find(',', at), words.size());
    const std::string_view one = words.substr(at, end - at);
    const std::size_t equals = one.rfind('=');
    if (equals == std::string_view::npos || equals == 0) return std::nullopt;
    convert::ClassValues values{.name = one.substr(0, equals)};
    const char* const last = one.data() + one.size();
    const auto read = std::from_chars(one.data() + equals + 1, last, values.values);
    if (read.ec != std::errc() || read.ptr != last) return std::nullopt;
    classes.push_back(values);
    at = end + 1;
  }
  return classes;
}

std::string formats_said(std::string_view names) {
  std::string out = " is ";
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(' '), names.size());
    out += names.substr(0, end);
    names.remove_prefix(std::min(end + 1, names.size()));
    if (!names.empty()) out += names.find(' ') == std::string_view::npos ? " or " : ", ";
  }
  return out;
}

std::string_view format_title(Format format) {
  switch (format) {
    case Format::archive: return "an archive";
    case Format::msgpack: return "MessagePack";
    case Format::json: return "JSON";
    case Format::flexbuffers: return "FlexBuffers";
    case Format::flatbuffers: return "FlatBuffers";
    case Format::keyed_archive: return "an archive of NSKeyedArchiver";
    case Format::binary_plist: return "a binary property list";
    case Format::typedstream: return "a typedstream";
    case Format::gnustep_archive: return "an archive of GNUstep's NSArchiver";
    case Format::keyless_archive: return "an archive of NSKeylessArchiver";
    case Format::json_lines: return "JSON Lines";
    case Format::msgpack_stream: return "a stream of MessagePack";
    case Format::xml_plist: return "an XML property list";
    case Format::openstep_plist: return "a property list of OpenStep";
  }
  return "?";
}

bool is_said(Sign sign) {
  return sign == Sign::kOption || sign == Sign::kName || sign == Sign::kSchema;
}

// Files of one extension may be property lists of any kind; those of OpenStep have no mark.
Format plist_in(BytesView contents) {
  const std::optional<Format> marked = convert::detect_format(contents);
  const bool is_plist = marked == Format::xml_plist || marked == Format::binary_plist ||
                        marked == Format::keyed_archive;
  if (is_plist) return *marked;
  const bool json = marked == Format::json && !contents.empty() &&
                    (contents[0] == std::byte{'{'} || contents[0] == std::byte{'['});
  return json ? Format::json : Format::openstep_plist;
}

Taken format_of(std::string_view file, BytesView contents, std::optional<Format> asked,
                bool has_schema) {
  if (asked) return {*asked, Sign::kOption};
  const std::optional<Format> named = format_of_extension(file);
  if (archive::has_envelope(contents)) {
    return {Format::archive, named == Format::archive ? Sign::kName : Sign::kMark};
  }
  if (named == Format::xml_plist || named == Format::openstep_plist) {
    return {plist_in(contents), Sign::kName};
  }
  if (named) return {*named, Sign::kName};
  if (has_schema) return {Format::flatbuffers, Sign::kSchema};
  if (const auto format = convert::detect_format(contents)) return {*format, Sign::kBytes};
  constexpr std::byte kNoText{0x80};
  const bool text = contents.empty() || contents[0] < kNoText;
  return {text ? Format::json : Format::msgpack, Sign::kGuess};
}

Status explained(Status status, Taken taken, BytesView contents) {
  if (status.ok()) return status;
  if (Status other = in_other_format(status, taken.format, contents); !other.ok()) return other;
  status = with_remedy(std::move(status), taken.format);
  if (taken.sign != Sign::kBytes && taken.sign != Sign::kGuess) return status;
  if (status.code() == Code::kOverBudget) return status;  // no other format makes it smaller
  const std::string_view message = status.message();
  if (message == kEmptySaid || message == kUnknownSaid || message.ends_with(kNotReadSaid)) {
    return status;
  }
  std::string said(status.message());
  said.append(" (taken for ").append(format_title(taken.format));
  said += " by its first bytes; --from FORMAT sets another format)";
  return std::move(status).with_detail(std::move(said));
}

Status refuse_schema(std::string_view file, BytesView contents, Taken taken) {
  if (taken.sign != Sign::kBytes && taken.sign != Sign::kGuess) return {};
  if (is_schema_text(file)) {
    return Status(Code::kTypeMismatch, "this is a schema (.fbs), not data: give it with --schema");
  }
  constexpr std::string_view kMark = "BFBS";
  const std::string_view text = as_text(contents);
  if (text.size() < 8 || text.substr(4, kMark.size()) != kMark) return {};
  return Status(Code::kTypeMismatch,
                "this is a binary schema of FlatBuffers, not data: give it with --schema");
}

bool is_text(Format format) {
  return format == Format::json || format == Format::json_lines || format == Format::xml_plist ||
         format == Format::openstep_plist;
}

Status needs_no_schema(Format format) {
  std::string said = "--schema is for FlatBuffers, and this is ";
  said.append(format_title(format)).append(", which needs none: leave --schema out");
  return Status(Code::kUsage).with_detail(std::move(said));
}

Status refuse_unknown(BytesView contents, Taken taken, bool lax_json) {
  if (taken.sign != Sign::kGuess) return {};
  const std::string_view text = as_text(contents);
  const std::string_view name = name_of_other(text);
  // What starts like text may be JSON with comments. What starts like a map or an array may be a
  // message that is damaged.
  if (taken.format == Format::json) {
    const std::size_t start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    const std::string_view first = text.substr(start, 2);
    if (name.empty() && (lax_json || first == "//" || first == "/*")) return {};
  } else if (name.empty() && !contents.empty()) {
    const auto first = static_cast<std::uint8_t>(contents[0]);
    if (first <= 0x9F || (first >= 0xDC && first <= 0xDF)) return {};
  }
  if (name.empty()) return Status(Code::kMalformed, kUnknownSaid);
  std::string said = "by its first bytes this is ";
  return Status(Code::kMalformed).with_detail(said.append(name).append(kNotReadSaid));
}

Status take_format(std::string_view file, BytesView contents, std::optional<Format> asked,
                   bool has_schema, bool lax_json, Taken& taken) {
  if (!asked) FASTSER_TRY(refuse_foreign(file, contents));
  taken = format_of(file, contents, asked, has_schema);
  FASTSER_TRY(refuse_schema(file, contents, taken));
  return refuse_unknown(contents, taken, lax_json);
}

Status refuse_text(std::string_view file, BytesView contents, Taken taken) {
  FASTSER_TRY(refuse_schema(file, contents, taken));
  if (taken.format != Format::json && taken.format != Format::json_lines) return {};
  return explained(Status(Code::kTypeMismatch,
                          "this is JSON text, not an archive: 'fastser convert' converts it, "
                          "'fastser inspect --contents' shows its contents"),
                   taken, {});
}

}  // namespace fastser::command
