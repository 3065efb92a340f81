// SPDX-License-Identifier: MIT
//
// Changing some values of a file: it is read into a Document, that is told again with the changes,
// and the new one is written in the format, with the types, that the file had.
#pragma once

#include <cstdint>

#include "convert/document/dom.hpp"
#include "convert/path/path.hpp"
#include "fastser/buffer.hpp"
#include "fastser/convert.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

struct Edit {
  enum class What : std::uint8_t {
    kSet,     ///< replaces the value; a new key of an object, or the element behind a list's last
    kInsert,  ///< makes room in a list in front of the element; of an object a new key only
    kRemove,
  };
  What what = What::kSet;
  const Document* value = nullptr;  ///< its root; not of kRemove
};

/// Makes the change at each value that `query` leads to. The schema of FlatBuffers is `schema`, by
/// which they are written, too. An archive keeps its user version, whether it has a checksum, and
/// its type, and those of values of any type that are not replaced; but a type that was found from
/// JSON or the like (its records have no names) is found again where it does not hold the new
/// values. `shared` says whether objects that several places refer to are refused, or written at
/// each. Errors: those of convert(); kUsage: there is no such value, or it cannot be changed like
/// that; kTypeMismatch: the type of the archive, or the schema, has no place for the value.
[[nodiscard]] Result<Buffer> edit(BytesView input, Format format, const Path& query,
                                  const Edit& change, const ConvertOptions& options);

}  // namespace fastser::convert
