// SPDX-License-Identifier: MIT
//
// Reading JSON text.
#pragma once

#include <cstdint>
#include <string_view>

#include "convert/document/dom.hpp"
#include "convert/document/sink.hpp"
#include "convert/progress.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// kLax: what other programs write besides JSON is read, too: comments (`//`, `/* */`, `#`), a
/// comma behind the last element or pair, names without quotes, single quotes, the escapes \' and
/// \x, NaN, Infinity, nan and inf, the numbers of parse_lax_number(), and flatc's functions, as in
/// sin(rad(30)). Of lines: any white space may be between values and inside of them. kLaxNames:
/// values may be names without quotes, too, as flatc has those of enums; they are told as text.
enum class JsonDialect : std::uint8_t { kStrict, kLax, kLaxNames };

/// Reads `json` into an empty document, which refers to texts in it: `json` must stay as it is for
/// as long as the document is used. `round_integers`: those beyond 64 bits that no float is
/// become the nearest. A byte order mark in front is passed by. Errors: kMalformed, kTrailing (a
/// zero byte behind the text), kTooDeep, kTypeMismatch (such integers if they are not rounded);
/// with the byte and the path. No recursion.
Status parse_json(std::string_view json, std::uint32_t depth, bool round_integers,
                  Document& document, const Progress& progress = {},
                  JsonDialect dialect = JsonDialect::kStrict);

/// JSON Lines: a value on each line, empty lines between them; into a list of them. A byte order
/// mark in front is passed by. The document refers to `lines`.
Status parse_json_lines(std::string_view lines, std::uint32_t depth, bool round_integers,
                        Document& document, const Progress& progress = {},
                        JsonDialect dialect = JsonDialect::kStrict);

/// The same, told to a sink as far as that wants it; errors have no path but the sink's. The sink
/// limits the depth.
Status tell_json(std::string_view json, Sink& sink, JsonDialect dialect = JsonDialect::kStrict);
Status tell_json_lines(std::string_view lines, Sink& sink,
                       JsonDialect dialect = JsonDialect::kStrict);

}  // namespace fastser::convert
