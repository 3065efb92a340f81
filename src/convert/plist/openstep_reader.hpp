// SPDX-License-Identifier: MIT
//
// Reading property lists of OpenStep, the text form of NeXTSTEP: { key = value; }, ( a, b ),
// <0fbd77>, strings with and without quotes; also `.strings` files, which are the inside of a
// dictionary. They have texts, data, lists and dictionaries only: a number is text. GNUstep's
// <*I1>, <*R1.5>, <*BY>, <*D2014-08-31 00:29:15 +0000> and <[base64]> have types.
//
// The format: Apple's "Property List Programming Guide", Old-Style ASCII Property Lists; GNUstep's
// NSPropertyList.m.
#pragma once

#include <string_view>

#include "convert/document/sink.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// Whether text, which may be JSON, starts like one.
[[nodiscard]] bool is_openstep_plist(std::string_view text) noexcept;

/// Tells the sink of it. Text is UTF-8. Errors, with the byte: kMalformed, kTruncated, kTrailing,
/// kTypeMismatch (an octal number of a character that is not ASCII: those are of NeXTSTEP's own
/// encoding), those of the sink, which limits the depth. No recursion.
Status tell_openstep_plist(std::string_view text, Sink& sink);

}  // namespace fastser::convert
