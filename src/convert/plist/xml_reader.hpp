// SPDX-License-Identifier: MIT
//
// Reading XML property lists, in UTF-8. Of XML it knows what they need: elements, comments, CDATA,
// the five entities and numbers of characters. A DOCTYPE with declarations of its own is refused,
// so no entity can grow.
//
// As Foundation reads what it writes: control characters are read, though XML has none; carriage
// returns stay, though XML makes line feeds of them; <plist> may be missing around the value.
#pragma once

#include <string_view>

#include "convert/document/sink.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// Whether the text starts like one, behind blanks and comments.
[[nodiscard]] bool is_xml_plist(std::string_view text) noexcept;

/// Tells the sink of it. Errors, with the byte: kMalformed, kTruncated, kTrailing, kTypeMismatch
/// (an integer beyond 64 bits, an encoding that is not UTF-8), those of the sink, which limits the
/// depth. No recursion.
Status tell_xml_plist(std::string_view text, Sink& sink);

}  // namespace fastser::convert
