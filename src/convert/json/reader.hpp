// SPDX-License-Identifier: MIT
//
// Reading JSON text, by nlohmann's parser.
#pragma once

#include <cstdint>
#include <string_view>

#include "convert/document/dom.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// Reads `json` into an empty document. `round_integers`: those beyond 64 bits that no float is
/// become the nearest. Errors: kMalformed, kTrailing, kTooDeep, kTypeMismatch (such integers if
/// they are not rounded); with the byte and the path.
Status parse_json(std::string_view json, std::uint32_t depth, bool round_integers,
                  Document& document);

}  // namespace fastser::convert
