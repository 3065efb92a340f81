// SPDX-License-Identifier: MIT
//
// The formats of Foundation: read as an archive, which the other conversions take from there.
// docs/foundation.md says what becomes what.
#pragma once

#include "convert/cocoa/target.hpp"
#include "fastser/buffer.hpp"
#include "fastser/convert.hpp"
#include "fastser/status.hpp"

namespace fastser::convert::cocoa {

/// The archive made from a format of Foundation (is_imported()). Errors: kMalformed, kTruncated,
/// kTrailing, kBadReference, kVersion, kTypeMismatch, kOverBudget, kTooDeep, kNoMemory, with the
/// byte of the input and the path.
Result<Buffer> import(BytesView input, Format from, const Importing& options);

/// Whether a property list in XML is an archive of NSKeyedArchiver. Cost: that of reading it.
[[nodiscard]] bool is_keyed_xml(BytesView input, const Importing& options);

/// The binary format of Foundation that the bytes are in by their first ones, if any.
[[nodiscard]] std::optional<Format> detect(BytesView bytes) noexcept;

}  // namespace fastser::convert::cocoa
