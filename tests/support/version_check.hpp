// SPDX-License-Identifier: MIT
//
// One pair of a reader and a random version of its class: written, verified, read by the typed
// reader and by the coder, and compared with what the oracle says.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/version_reader.hpp"

namespace fastser::testing::versions {

/// What happened in many pairs.
struct Tally {
  std::size_t pairs = 0;
  std::size_t equal = 0;    ///< read, and every value as it must be
  std::size_t refused = 0;  ///< refused as it must be
  std::size_t open = 0;     ///< refused where nobody promises that it is read
};

/// Empty, or a report for a person: the seed, both classes, what came and what should have come,
/// for the smallest document that shows it. Counts in `tally`.
std::string check_pair(const Reader& reader, std::uint64_t seed, Tally& tally);

}  // namespace fastser::testing::versions
