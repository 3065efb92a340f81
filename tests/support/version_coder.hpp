// SPDX-License-Identifier: MIT
//
// Reads a document by the coder's reader, fields by key in a random order, some of them not at all,
// and compares each value with what was written.
#pragma once

#include <cstdint>
#include <string>

#include "support/version_model.hpp"
#include "support/version_writer.hpp"

namespace fastser::testing::versions {

/// Empty, or what was wrong.
std::string check_by_coder(const Document& document, const Written& written, std::uint64_t seed);

}  // namespace fastser::testing::versions
