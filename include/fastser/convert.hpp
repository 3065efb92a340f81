// SPDX-License-Identifier: MIT
//
// Any format to any other, without the program's types: self-described archives, MessagePack,
// FlexBuffers, FlatBuffers with their schema, JSON, property lists; and from what Foundation's
// archivers wrote.
// docs/convert.md says what becomes what.
//
//   Result<Buffer> packed = convert::convert(archive, Format::archive, Format::msgpack);
//
// A value that the output's format cannot hold is refused, with its path, or written in another
// form if you ask for that; nothing is lost silently. If both formats are the same, the values are
// written again as this library writes them: in the smallest forms, without blanks.
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
  // What Foundation's archivers left behind (docs/foundation.md). Read, and never written, but for
  // binary_plist.
  keyed_archive,    ///< NSKeyedArchiver, as a binary property list
  binary_plist,     ///< a binary property list that is no archive; written, too
  typedstream,      ///< NSArchiver of macOS and NeXTSTEP, in both byte orders
  gnustep_archive,  ///< NSArchiver of GNUstep
  keyless_archive,  ///< NSKeylessArchiver, of 32 and of 64 bits
  // Several values one after another. They are read as one list. A list is written as its elements,
  // any other value as the only element.
  json_lines,      ///< a JSON text on each line (JSON Lines, NDJSON); empty lines are skipped
  msgpack_stream,  ///< MessagePack messages
  // Property lists as text, in UTF-8. What NSKeyedArchiver wrote as XML is read as its objects.
  xml_plist,       ///< XML; read and written
  openstep_plist,  ///< NeXTSTEP's { key = value; } and `.strings` files; can only be read
};

/// "archive", "msgpack", "json", "flexbuffers", "flatbuffers", "keyed-archive", "binary-plist",
/// "typedstream", "gnustep-archive", "keyless-archive", "jsonl", "msgpack-stream", "xml-plist",
/// "openstep-plist". A static string.
[[nodiscard]] std::string_view format_name(Format format) noexcept;
/// Whether convert() can only read this format (take it as `from`).
[[nodiscard]] bool is_input_only(Format format) noexcept;

/// How many values each object of a class has: the calls of encodeValueOfObjCType:at: and similar
/// methods, those of its super-classes included. Each member of a structure counts.
struct ClassValues {
  std::string_view name;
  std::uint32_t values = 0;
};

struct ConvertOptions {
  /// What to do with values that the output's format cannot hold. JSON has no data, timestamps,
  /// extensions and keys that are not text; FlexBuffers have data, but not the others. Property
  /// lists have data and timestamps, but no null.
  enum class Unsayable : std::uint8_t {
    kRefuse,   ///< kTypeMismatch
    kReplace,  ///< base64 text, RFC 3339 text, {"ext": type, "data": base64}, the key as text;
               ///< from JSON, integers beyond 64 bits are rounded; to property lists, timestamps
               ///< are rounded (XML: to seconds), and null becomes the text "$null"
  };
  Unsayable unsayable = Unsayable::kRefuse;
  JsonOptions::NotFinite not_finite = JsonOptions::NotFinite::kRefuse;  ///< to JSON
  JsonOptions::Shared shared = JsonOptions::Shared::kExpand;            ///< from archives
  /// From JSON: read what other programs write besides JSON: comments as in C, C++ and the shell
  /// (#), a comma behind the last element, names without quotes, single quotes, NaN and infinities,
  /// hexadecimal numbers, numbers with a plus sign or with nothing before or behind the point, and
  /// flatc's functions, such as sin(rad(30)). With `target_schema`, values without quotes that are
  /// names are taken as text. In json_lines there may be any white space between values, and inside
  /// of them.
  bool lax_json = false;
  /// From and to JSON: data and extensions as text that says so, as msgpack2json and json2msgpack
  /// of msgpack-tools have it with -b: "base64:AQI=", "ext:5:base64:AQI="; timestamps as the
  /// extension -1. To JSON, a text that begins like one of these is refused; with `kReplace` it is
  /// written as it is. Keys are left as they are.
  bool base64_prefix = false;
  bool pretty = false;      ///< to JSON: a line for each value, indented
  std::uint8_t indent = 2;  ///< with `pretty`: blanks for each level
  /// The keys of objects in the order of their bytes, whatever the output's format; the fields of
  /// records, too. (FlexBuffers are always sorted. FlatBuffers have the order of their schema. An
  /// archive made from one of Foundation's formats keeps their order.)
  bool sort_keys = false;
  bool checksum = false;      ///< to archives
  bool share_objects = true;  ///< to archives, FlatBuffers: equal objects once, where that saves
  std::uint32_t user_version = 0;
  BytesView schema{};  ///< from FlatBuffers: their binary schema (.bfbs); adds to the input's size
  bool enum_names = false;  ///< from FlatBuffers: enums, combinations of bit flags and the
                            ///< types of unions as their names
  /// From FlatBuffers: read them even if their file identifier is not that of the schema, else
  /// kFingerprint. (One without any identifier is always read.)
  bool any_identifier = false;
  bool skip_missing = false;  ///< from FlatBuffers: leave out fields that are missing, also those
                              ///< that have a default, as flatc does without --defaults-json
  /// From and to FlatBuffers: the table that is the root, by its name, with or without its
  /// namespace. Empty: the schema's own root_type. (With `type` it is not used.)
  std::string_view root_type{};
  Buffer* new_schema = nullptr;  ///< to FlatBuffers: receives their schema
  bool schema_as_text = false;   ///< write the new schema as .fbs instead of .bfbs
  /// From and to FlatBuffers: their size is in front of them, in four bytes, as in streams and with
  /// flatc's --size-prefixed.
  bool size_prefixed = false;
  /// To FlatBuffers: write them by this binary schema (.bfbs), of anybody, instead of one that is
  /// made from the values; `new_schema` may be null and is not used. A key that the schema does not
  /// have is refused (see `skip_unknown`), and so are values that their field cannot hold and
  /// required fields that are missing. Text is taken as the name of an enum's value or a union's
  /// alternative. Not together with `type`. docs/convert.md has the table.
  BytesView target_schema{};
  bool skip_unknown =
      false;  ///< with `target_schema`: leave out keys that the schema does not have
  bool force_defaults = false;  ///< with `target_schema`: write fields that have their default
  /// To archives: the type to write. Without it the type is found from the values. A plan
  /// (fastser/plan.hpp) or a C++ type with this description can read the archive. To FlatBuffers:
  /// they are written by the schema of the type (flat::value_declarations), and `new_schema` may be
  /// null. From FlatBuffers: if `schema` is empty, the schema of the type is used.
  /// The values must fit the type, else kTypeMismatch: integers are in its range, floats are exact
  /// (those of JSON are rounded), fixed counts are equal. A field gets the value of the key with
  /// its name; from a list, the fields get the elements in order. Keys that are no fields are
  /// skipped; fields without a key are 0, empty or nil. Of a variant's alternatives, the one that
  /// fits the value most exactly is taken. Each object is written at its place, not as a reference.
  /// The pointer is not used after the call.
  const Type* type = nullptr;
  /// From archives to MessagePack: write a variant as [index, value], as the msgpack codec does, if
  /// the value alone may not show which alternative it is. With `type` it is read back as such.
  bool indexed_variants = false;
  /// From gnustep_archive and keyless_archive: how many values the objects of a class have. These
  /// formats do not mark where an object ends. Give the numbers that the importer cannot find out
  /// (docs/foundation.md).
  std::span<const ClassValues> classes{};
  /// Called now and then while a large input is converted, with about the share of the work that is
  /// done, from 0 to 1. It is called by the thread that converts, and must not throw. The share may
  /// fall: FlatBuffers and archives with references are not read in the order of their bytes. A
  /// format of Foundation's archivers must become an archive before this is called. Null: not
  /// called.
  void (*progress)(void* context, double share) = nullptr;
  void* progress_context = nullptr;
  /// Most bytes of JSON or XML text that may be written; 0: 64 times the input's size, plus 1 MiB.
  std::size_t max_text = 0;
  /// depth: how deep lists, objects and maps may nest. Memory: for the values of the input; an
  /// object counts once for each reference to it. What the writer needs is not counted; it is in
  /// proportion to the values.
  Limits limits = {.depth = 128, .memory_factor = 256, .memory_base = std::size_t{4} << 20};
};

/// Converts `input` from the format `from` to the format `to`.
/// Errors: kMalformed, kTruncated, kTrailing, kChecksum, kVersion, kBadReference: the input is
/// wrong; all of it is checked. A key that is there twice and text that is not UTF-8 are
/// kMalformed. kTooDeep and kOverBudget: the limits. kTypeMismatch: a value that the output's
/// format cannot hold, or an object that contains itself. kFingerprint: a FlatBuffer with another
/// file identifier than the schema's. kUsage: an archive without a type table;
/// text that is too long for MessagePack; FlatBuffers without a schema, without `new_schema`, or of
/// more than 2 GiB; `target_schema` with `type`, or without a root_type; a format as `to` that can
/// only be read. kNoMemory. Cost: a few passes over
/// input and output. The formats of Foundation's archivers first become an archive as CoderWriter
/// writes it (table after the payload), with objects, identities, classes and cycles. Other formats
/// are made from that archive; errors of this second step have no byte offset of the input.
[[nodiscard]] Result<Buffer> convert(InputBytes input, Format from, Format to,
                                     const ConvertOptions& options = {});

/// Checks that `message` is one sound MessagePack message that can be converted: its form, depth,
/// timestamps, that text is UTF-8 and that no key is there twice. Memory within the limits.
[[nodiscard]] Status check_msgpack(InputBytes message,
                                   const Limits& limits = ConvertOptions{}.limits);

/// Checks that `message` is a sound FlexBuffer that can be converted: everything that its root
/// leads to, the depth, that text is UTF-8 and that no key is there twice. Memory within the
/// limits; a part that is referred to several times counts several times.
[[nodiscard]] Status check_flexbuffers(InputBytes message,
                                       const Limits& limits = ConvertOptions{}.limits);

/// Checks that `bytes` are a FlatBuffer of a binary schema that can be converted, and the schema.
/// Memory within the limits.
[[nodiscard]] Status check_flatbuffers(InputBytes bytes, InputBytes schema,
                                       const Limits& limits = ConvertOptions{}.limits);

/// Checks that `bytes`, whose format is json_lines or msgpack_stream, are several values that can
/// be converted. Memory within the limits.
[[nodiscard]] Status check_stream(InputBytes bytes, Format format,
                                  const Limits& limits = ConvertOptions{}.limits);

/// Checks that `bytes`, a property list or what one of Foundation's archivers wrote, can become an
/// archive, by creating it.
[[nodiscard]] Status check_imported(InputBytes bytes, Format format,
                                    std::span<const ClassValues> classes = {},
                                    const Limits& limits = ConvertOptions{}.limits);

/// The format of `bytes`, found by how they start; nothing if it is not known. Never found:
/// flatbuffers, msgpack_stream, and json_lines, which are taken for json. A MessagePack message
/// must also be complete. FlexBuffers have no mark at the start: bytes are one if no other format
/// fits, they end with the offset of a vector or map right before it, and all of it is sound. A
/// FlexBuffer that is a single scalar is not recognised. A single digit is JSON, not MessagePack.
/// Cost: constant; linear for MessagePack; for FlexBuffers bounded by Limits{}.
[[nodiscard]] std::optional<Format> detect_format(InputBytes bytes) noexcept;

}  // namespace fastser::convert
