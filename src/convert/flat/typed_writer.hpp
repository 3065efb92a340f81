// SPDX-License-Identifier: MIT
//
// A document as a FlatBuffer of the schema of a type.
#pragma once

#include "convert/document/dom.hpp"
#include "convert/flat/writer.hpp"
#include "fastser/status.hpp"
#include "fastser/type.hpp"

namespace fastser::convert {

/// `document` was read from an archive of that very type, `type.alone()`, with Choices::kTold. The
/// schema is flat::value_declarations(type). `size_prefixed`: with the size in front. Every object
/// and text is written where it stands. Errors, with the path: those of value_declarations();
/// kTypeMismatch: nothing where a list or key has an object, a table of more than 64 KiB, bits that
/// are no text of bits; kUsage for more than 2 GiB; kNoMemory. Cost: linear, and sorting the keys
/// of maps.
Result<FlatOutput> write_flat_as(const Document& document, const Type& type, bool size_prefixed);

}  // namespace fastser::convert
