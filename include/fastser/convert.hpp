// SPDX-License-Identifier: MIT
//
// Any format to any other, without the program's types: self-described archives, MessagePack,
// FlexBuffers, FlatBuffers with their schema, JSON; and from what Foundation's archivers wrote.
// docs/convert.md says what becomes what.
//
//   Result<Buffer> packed = convert::convert(archive, Format::archive, Format::msgpack);
//
// What the output's format cannot say is refused, with the path of the value, or written in another
// form if that is asked for; nothing is lost silently. An output of the input's own format is the
// same values as this library writes them: smallest forms, no blanks.
//
// Thread rule: pure functions. Errors: Status with the input's byte offset and a path.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/json.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"
#include "fastser/type.hpp"

namespace fastser::convert {

enum class Format : std::uint8_t {
  archive,      ///< self-described; the table in front when written
  msgpack,      ///< one message
  json,         ///< UTF-8 text
  flexbuffers,  ///< one message; maps are sorted by their keys when written
  flatbuffers,  ///< a table of a schema: ConvertOptions::schema, new_schema
  // Read and never written: what Foundation's archivers left behind (docs/foundation.md).
  keyed_archive,    ///< NSKeyedArchiver, as a binary property list
  binary_plist,     ///< a binary property list that is no archive
  typedstream,      ///< NSArchiver of macOS and NeXTSTEP, in both byte orders
  gnustep_archive,  ///< NSArchiver of GNUstep
  keyless_archive,  ///< NSKeylessArchiver, of 32 and of 64 bits
  // Several values one after another, read as a list of them. A list is written as its elements,
  // what is no list as the only one.
  json_lines,      ///< a JSON text on each line (JSON Lines, NDJSON); empty lines are passed by
  msgpack_stream,  ///< MessagePack messages
};

/// "archive", "msgpack", "json", "flexbuffers", "flatbuffers", "keyed-archive", "binary-plist",
/// "typedstream", "gnustep-archive", "keyless-archive", "jsonl", "msgpack-stream". A static string.
[[nodiscard]] std::string_view format_name(Format format) noexcept;
/// Whether it is one that convert() takes as `from` only.
[[nodiscard]] bool is_input_only(Format format) noexcept;

/// How many values the objects of a class have: calls of encodeValueOfObjCType:at: and the like,
/// those of its super-classes included; members of structures count one by one.
struct ClassValues {
  std::string_view name;
  std::uint32_t values = 0;
};

struct ConvertOptions {
  /// What JSON has no form for: data, timestamps, extensions, keys that are not text; FlexBuffers
  /// have data, but not the others.
  enum class Unsayable : std::uint8_t {
    kRefuse,   ///< kTypeMismatch
    kReplace,  ///< base64 text, RFC 3339 text, {"ext": type, "data": base64}, the key as text;
               ///< from JSON, integers beyond 64 bits are rounded
  };
  Unsayable unsayable = Unsayable::kRefuse;
  JsonOptions::NotFinite not_finite = JsonOptions::NotFinite::kRefuse;  ///< to JSON
  JsonOptions::Shared shared = JsonOptions::Shared::kExpand;            ///< from archives
  bool pretty = false;                                                  ///< to JSON
  bool checksum = false;                                                ///< to archives, as below
  bool share_objects = true;
  std::uint32_t user_version = 0;
  BytesView schema{};       ///< from FlatBuffers: their binary schema (.bfbs); input, to limits
  bool enum_names = false;  ///< from FlatBuffers: enums and the types of unions as text, by name
  Buffer* new_schema = nullptr;  ///< to FlatBuffers: receives their schema
  bool schema_as_text = false;   ///< the new one as .fbs instead of .bfbs
  /// To archives: the type to write, where it shall not be found from the values: what a plan
  /// (fastser/plan.hpp) or a C++ type of that description reads. Values must fit, or else
  /// kTypeMismatch: integers in their range, floats exactly (but JSON's are rounded), fixed counts.
  /// Keys are fields by name, lists by place; keys that are no fields are passed by, and fields
  /// without a key are 0, empty, nil. Of a variant's types that takes the value which says most of
  /// it. Every object is written where it stands. Not read after the call.
  const Type* type = nullptr;
  /// From gnustep_archive and keyless_archive, which do not say where an object ends. It is found
  /// out where only one number of values for each class makes sense of the whole; else it is said
  /// here.
  std::span<const ClassValues> classes{};
  /// Most bytes of JSON text; 0: 64 times the input and 1 MiB.
  std::size_t max_text = 0;
  /// depth: lists, objects and maps in each other. Memory: of the values of the input, with objects
  /// that are referred to again told each time; not of what the writer then needs, which is in
  /// proportion to them.
  Limits limits = {.depth = 128, .memory_factor = 256, .memory_base = std::size_t{4} << 20};
};

/// `input`, which is of the format `from`, in the format `to`.
/// Errors: kMalformed, kTruncated, kTrailing, kChecksum, kVersion, kBadReference: the input, which
/// is checked whole. Also kMalformed: a key that comes twice, text that is not UTF-8. kTooDeep and
/// kOverBudget: the limits. kTypeMismatch: what the output cannot say, and an object that holds
/// itself. kUsage: an archive without a table, a text too long for MessagePack, FlatBuffers without
/// a schema or a place for it, or of more than 2 GiB; `to` a format that is input only. kNoMemory.
/// Cost: a few passes over input and output.
/// What is input only becomes an archive as CoderWriter writes it (the table behind), with objects,
/// identities, classes and cycles; other formats are made from that, so an error there has no byte.
[[nodiscard]] Result<Buffer> convert(InputBytes input, Format from, Format to,
                                     const ConvertOptions& options = {});

/// Checks that `message` is one sound MessagePack message that can be converted: form, depth, keys
/// that come twice, timestamps, text that is UTF-8. Memory within the limits.
[[nodiscard]] Status check_msgpack(InputBytes message,
                                   const Limits& limits = ConvertOptions{}.limits);

/// Checks that `message` is a sound FlexBuffer that can be converted: all that its root leads to,
/// depth, keys that come twice, text that is UTF-8. Memory within the limits, which what is
/// referred to again counts against again.
[[nodiscard]] Status check_flexbuffers(InputBytes message,
                                       const Limits& limits = ConvertOptions{}.limits);

/// Checks that `bytes` are a FlatBuffer of a binary schema that can be converted, and the schema.
/// Memory within the limits.
[[nodiscard]] Status check_flatbuffers(InputBytes bytes, InputBytes schema,
                                       const Limits& limits = ConvertOptions{}.limits);

/// Checks that `bytes`, of json_lines or msgpack_stream, are values one after another that can be
/// converted. Memory within the limits.
[[nodiscard]] Status check_stream(InputBytes bytes, Format format,
                                  const Limits& limits = ConvertOptions{}.limits);

/// Checks that `bytes`, of a format that is input only, become an archive: by making it.
[[nodiscard]] Status check_imported(InputBytes bytes, Format format,
                                    std::span<const ClassValues> classes = {},
                                    const Limits& limits = ConvertOptions{}.limits);

/// The format that `bytes` are in, by how they start; a MessagePack message must also be whole.
/// FlexBuffers have no mark: what is nothing else is one if it ends in the offset back to a vector
/// or map right before it and all of it is sound; a scalar alone is not told.
/// None: nothing that is known. A single digit is JSON and not the MessagePack integer of its code.
/// Cost: constant, but linear for MessagePack, and for FlexBuffers bounded by Limits{}.
[[nodiscard]] std::optional<Format> detect_format(InputBytes bytes) noexcept;

}  // namespace fastser::convert
