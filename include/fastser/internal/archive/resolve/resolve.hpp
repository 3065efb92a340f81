// SPDX-License-Identifier: MIT
//
// Schema resolution: reading what one version of a class wrote into memory of another. The writer's
// side is a type expression in the archive's table, the reader's a Node; docs/versions.md has the
// rules. No code here depends on the reader's types.
//
// How a record of the writer's gets into one of the reader's (which field goes where, what is
// passed by, what is missing) is found once for each pair and kept for the rest of the decode.
#pragma once

#include <cstdint>

#include "fastser/internal/archive/resolve/node.hpp"
#include "fastser/internal/archive/typed/decoder.hpp"

namespace fastser::archive {

/// Reads a value of the writer's type, which lies `inside` something, into `value`, which is as
/// `node` says. Null when it failed; the decoder then says how. Counts as depth what the writer's
/// type says; where a node's own function calls it with the type that it was given, that is counted
/// (Inside::kBody).
[[nodiscard]] Cursor resolve(const Node& node, void* value, TypeExpr type, Cursor cur,
                             Decoder& decoder, Inside inside);
/// The same for the body of a record.
[[nodiscard]] Cursor resolve_record(const RecordNode& node, void* object, std::uint32_t shape,
                                    Cursor cur, Decoder& decoder);

/// How well a type of the writer's fits a node.
enum class Fit : std::uint8_t {
  kNot,    ///< no value of it, or only some
  kWider,  ///< every value, converted
  kExact,  ///< it is the same: the same class, the same type
};
/// For alternatives of a variant, which are told apart by this. Linear in the expression.
[[nodiscard]] Fit fit(const Node& node, TypeExpr type, const schema::TypeTable& table);

/// "list<record Person>", for messages: the reader's side.
[[nodiscard]] std::string to_string(const Node& node);

}  // namespace fastser::archive
