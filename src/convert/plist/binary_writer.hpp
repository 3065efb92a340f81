// SPDX-License-Identifier: MIT
//
// A document as a binary property list ("bplist00"; cocoa/plist.hpp has the format). Items are
// numbered as CoreFoundation does it: a container, the keys of a dictionary, then what it holds,
// one after another. Scalars, texts and data of equal contents are one item; containers are never
// shared.
#pragma once

#include "convert/document/dom.hpp"
#include "convert/plist/writing.hpp"
#include "fastser/buffer.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// Errors: kTypeMismatch with the path: null, a timestamp that a double cannot hold, an extension,
/// a map with keys that are no text; kOverBudget; kNoMemory. No recursion. Cost: in proportion to
/// the document.
Result<Buffer> write_binary_plist(const Document& document, const PlistWriting& options);

}  // namespace fastser::convert
