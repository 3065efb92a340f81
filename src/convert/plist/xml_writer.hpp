// SPDX-License-Identifier: MIT
//
// A document as an XML property list, as Foundation writes it: tabs for each level, data as base64
// in lines of at most 76 columns.
//
// The format: https://www.apple.com/DTDs/PropertyList-1.0.dtd, XML 1.0.
#pragma once

#include "convert/document/dom.hpp"
#include "convert/plist/writing.hpp"
#include "fastser/buffer.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// Errors: kTypeMismatch with the path: null, a timestamp with a fraction of a second or beyond the
/// years 0 to 9999, an extension, a map with keys that are no text, a character that XML does not
/// have; kOverBudget; kNoMemory. No recursion. Cost: in proportion to the text.
Result<Buffer> write_xml_plist(const Document& document, const PlistWriting& options);

}  // namespace fastser::convert
