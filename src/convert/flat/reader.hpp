// SPDX-License-Identifier: MIT
//
// A FlatBuffer, told to a sink by its schema.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "convert/document/sink.hpp"
#include "fastser/buffer.hpp"
#include "fastser/internal/flat/declarations.hpp"
#include "fastser/internal/flat/enum_names.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// Said of a schema that names no root, by all that need one.
inline constexpr std::string_view kNoRoot =
    "the schema has no root_type: name the root table (root_type, --root-type)";

struct FlatReading {
  /// Values of enums, combinations of bit flags and the numbers of unions' alternatives that have a
  /// name are told as text. Null: all as numbers.
  const flat::EnumNames* names = nullptr;
  bool skips_missing = false;  ///< fields that are missing are left out, though they have a default
  bool any_identifier = false;  ///< the file identifier may be another than the schema's
};

/// Tables and structures are objects, with their fields in the order of the schema; scalars that
/// are missing have their defaults, unless they are optional. A union is two fields, as FlatBuffers
/// has it: the number of its alternative ("..._type") and the value. Deprecated fields are left
/// out. What attributes say (flat/idiom.hpp) is undone. Each table is told each time that an offset
/// leads to it; the sink's budget bounds that. `depth`: tables in each other, about; kMaxDepth at
/// most. Errors, with the byte and the path: kTruncated, kMalformed, kBadReference, kTooDeep, the
/// sink's, kFingerprint: the file identifier; without a byte: kMalformed, what is wrong with the
/// schema; kUsage: it has no root.
Status read_flat(BytesView bytes, const flat::Declarations& schema, std::uint32_t depth, Sink& sink,
                 const FlatReading& how = {});

/// Where a file identifier of four bytes lies, behind the root's offset.
inline constexpr std::size_t kIdentifierAt = 4;
/// The file identifier of a FlatBuffer; empty: it has none. Nothing marks one, but it is text by
/// all writers' custom, and what is at its place otherwise has zeros.
[[nodiscard]] std::string_view file_identifier(BytesView bytes);

/// The schema in these bytes (.bfbs), with another table as its root if one is named: with its
/// namespace, or without, if no other table is called so. Errors: those of flat::from_binary, and
/// kUsage: there is no such table, or it is not clear which is meant.
Result<flat::Declarations> schema_of(BytesView schema, std::string_view root_type);

inline constexpr std::size_t kSizePrefix = 4;

/// Takes the size in front of a FlatBuffer away: four bytes, little-endian. Errors: kTruncated,
/// kTrailing, by what it says.
Status take_size_prefix(BytesView& bytes);
/// An error in what lies behind it.
[[nodiscard]] Status behind_size_prefix(Status status);

}  // namespace fastser::convert
