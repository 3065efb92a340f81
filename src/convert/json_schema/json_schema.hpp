// SPDX-License-Identifier: MIT
//
// JSON Schemas (draft 2020-12) of the JSON that convert makes of archives and FlatBuffers, with
// ConvertOptions::Unsayable::kReplace and with or without names of enums. Values without bounds
// stay without; what may be any value has the schema `true`.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// Of values of the root type of a table. Records are definitions by their names; fields that may
/// be left out are not required. Errors: kOverBudget: longer than `most` bytes; kMalformed: a name
/// that is not UTF-8; kNoMemory.
[[nodiscard]] Result<std::string> json_schema_of_type(const schema::TypeTable& table,
                                                      std::size_t most);

/// Of the root table of a binary schema (.bfbs), or of the table that `root_type` names, as
/// ConvertOptions::root_type does. Only `required` fields are required, so that the
/// JSON from which FlatBuffers are written fits, too. Errors: those of reading the schema, and as
/// above; kUsage: it has no root, or no such table.
[[nodiscard]] Result<std::string> json_schema_of_flat(BytesView schema, std::size_t most,
                                                      std::string_view root_type = {});

}  // namespace fastser::convert
