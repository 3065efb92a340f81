// SPDX-License-Identifier: MIT
//
// Which format a file is in, or is to be in: what was asked for, its extension, its first bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/buffer.hpp"
#include "fastser/convert.hpp"
#include "fastser/status.hpp"

namespace fastser::command {

/// What format_name() says.
[[nodiscard]] std::optional<convert::Format> format_named(std::string_view name);
/// .json; .jsonl, .ndjson; .msgpack, .mp, .mpk; .flexbuffers, .flexbuf, .flx; .fb, .flatbuf, .fbin;
/// .fsr; .plist as XML; .strings. Of any case.
[[nodiscard]] std::optional<convert::Format> format_of_extension(std::string_view file);
/// Whether it is text for people.
[[nodiscard]] bool is_text(convert::Format format);
/// "JSON", "an archive" and so on, for sentences.
[[nodiscard]] std::string_view format_title(convert::Format format);
/// "Item=7,Store=2": how many values the objects of classes have. None where it is not that. The
/// names are views of `words`.
[[nodiscard]] std::optional<std::vector<convert::ClassValues>> classes_named(
    std::string_view words);
inline constexpr std::string_view kClassesSaid =
    "--classes is NAME=NUMBER, with commas between more of them";
/// What convert writes, the names of formats that are written, and of those that are read.
inline constexpr std::string_view kOutputNames =
    "json jsonl msgpack msgpack-stream flexbuffers flatbuffers archive xml-plist binary-plist "
    "json-schema";
inline constexpr std::string_view kWrittenNames =
    kOutputNames.substr(0, kOutputNames.size() - std::string_view(" json-schema").size());
/// What get writes values in: no schema is needed.
inline constexpr std::string_view kAloneNames =
    "json jsonl msgpack msgpack-stream flexbuffers archive xml-plist binary-plist";
inline constexpr std::string_view kInputNames =
    "json jsonl msgpack msgpack-stream flexbuffers flatbuffers archive xml-plist binary-plist "
    "openstep-plist keyed-archive typedstream gnustep-archive keyless-archive";
/// " is json, jsonl, ... or archive": what is said behind an option that has another word.
[[nodiscard]] std::string formats_said(std::string_view names);

/// What says which format a file is in, the most certain first.
enum class Sign : std::uint8_t {
  kOption,  // --from
  kMark,    // the first bytes of an archive
  kName,    // the extension
  kSchema,  // --schema, which FlatBuffers alone are read by
  kBytes,   // what looks like it
  kGuess,   // nothing
};

struct Taken {
  convert::Format format{};
  Sign sign = Sign::kGuess;
};

/// Whether a person said it.
[[nodiscard]] bool is_said(Sign sign);

/// Of a file with these contents: what is asked for; else an archive says that it is one; else the
/// extension; else what a schema is given for; else the bytes. Bytes that are nothing known are
/// taken for what they start like, so that an error says what is wrong with them.
[[nodiscard]] Taken format_of(std::string_view file, BytesView contents,
                              std::optional<convert::Format> asked, bool has_schema);

/// An error in a file with these contents. It says what they look like if that is another format,
/// and what the file was taken for if nobody said that.
[[nodiscard]] Status explained(Status status, Taken taken, BytesView contents);

/// An error for a schema that is given as data without a word about its format.
[[nodiscard]] Status refuse_schema(std::string_view file, BytesView contents, Taken taken);
/// That --schema is given for what needs none.
[[nodiscard]] Status needs_no_schema(convert::Format format);
/// An error for contents whose format nothing says, and which are not what is known of any.
[[nodiscard]] Status refuse_unknown(BytesView contents, Taken taken, bool lax_json);
/// Finds the format of a file, as format_of(). An error where it is none of ours, a schema, or not
/// known.
[[nodiscard]] Status take_format(std::string_view file, BytesView contents,
                                 std::optional<convert::Format> asked, bool has_schema,
                                 bool lax_json, Taken& taken);
/// As refuse_schema(), and an error for JSON text, for those who have no use for it.
[[nodiscard]] Status refuse_text(std::string_view file, BytesView contents, Taken taken);

}  // namespace fastser::command
