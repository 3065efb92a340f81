// SPDX-License-Identifier: MIT
//
// Reading JSON text, by nlohmann's parser.
#pragma once

#include <cstdint>
#include <string_view>

#include "convert/dom.hpp"
#include "fastser/base/status.hpp"

namespace fastser::convert {

/// Reads `json` into an empty document. Errors: kMalformed, kTooDeep; with the byte and the path.
Status parse_json(std::string_view json, std::uint32_t depth, Document& document);

}  // namespace fastser::convert
