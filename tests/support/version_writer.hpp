// SPDX-License-Identifier: MIT
//
// A writer of archives made from docs/format.md alone, which makes use of everything that the page
// leaves to a writer: inline or deferred bodies, promises kept and not kept, strings written anew
// or by number, the table in front or behind.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "support/bytes.hpp"
#include "support/version_model.hpp"

namespace fastser::testing::versions {

struct Written {
  Bytes bytes;
  std::vector<bool> has_body;  ///< of each object: false, and everything that leads to it is nil
  std::vector<bool> promised;  ///< of each object: whether it was a promise first
  /// The slots with the body of an object behind them: of a new one, or of one that was promised.
  std::set<const Value*> beginnings;
};

Written write(const Document& document, std::uint64_t seed);

}  // namespace fastser::testing::versions
