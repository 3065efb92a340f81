// SPDX-License-Identifier: MIT
//
// A document as a FlatBuffer of a schema of anybody.
#pragma once

#include <cstddef>
#include <string_view>

#include "convert/document/dom.hpp"
#include "fastser/buffer.hpp"
#include "fastser/internal/flat/declarations.hpp"
#include "fastser/internal/flat/enum_names.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// How the message about such a key begins.
inline constexpr std::string_view kUnknownKeySaid = "the schema has no field of this name in ";

struct SchemaWriting {
  bool skip_unknown = false;    ///< keys that the schema does not have are left out, not refused
  bool force_defaults = false;  ///< fields that have their default are written
  bool rounds = false;  ///< inexact numbers are rounded; null is 0 where nothing can be missing
  bool size_prefixed = false;
  std::size_t most_bytes = 0;
};

/// The inverse of read_flat: objects become tables and structures, by their keys; attributes are
/// done (flat/idiom.hpp). Numbers that are the default of their field are not written. Lists of
/// tables or structures with a key are sorted by it. The file identifier of the schema is written.
/// Errors, with the path: kTypeMismatch: a value that its field cannot hold, a key that the schema
/// does not have, a required field that is missing; kTooDeep; kOverBudget: more than `most_bytes`;
/// without a path: kMalformed, what is wrong with the schema; kUsage: it has no root, or more than
/// 2 GiB; kNoMemory. Cost: linear, and sorting.
Result<Buffer> write_flat_by(const Document& document, const flat::Declarations& schema,
                             const flat::EnumNames& names, const SchemaWriting& how);

}  // namespace fastser::convert
