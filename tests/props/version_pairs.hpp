// SPDX-License-Identifier: MIT
//
// Random pairs of an older and a newer class: how many, and what is told about those that fail.
//
// FASTSER_VERSION_PAIRS is the number of pairs of a test, FASTSER_VERSION_SEED the first seed (of a
// failure that was reported, for one).
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <vector>

#include "support/effort.hpp"
#include "support/version_check.hpp"

namespace fastser::testing::versions {

inline std::uint64_t setting(const char* name, std::uint64_t otherwise) {
  const char* const text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// Pairs of all the readers, in turn. Stops after a few failures.
inline void expect_right_pairs(const std::vector<Reader>& readers) {
  constexpr std::size_t kPairs = 1500;
  const std::uint64_t first = setting("FASTSER_VERSION_SEED", 1);
  const std::uint64_t pairs = setting("FASTSER_VERSION_PAIRS", kPairs / kSweepStep);
  const std::uint64_t most = setting("FASTSER_VERSION_FAILURES", 3);
  Tally tally;
  std::uint64_t failures = 0;
  for (std::uint64_t seed = first; seed < first + pairs && failures < most; ++seed) {
    const Reader& reader = readers[static_cast<std::size_t>(seed % readers.size())];
    const std::string report = check_pair(reader, seed, tally);
    if (report.empty()) continue;
    ++failures;
    ADD_FAILURE() << report;
  }
  // The test would say nothing if most pairs were refused.
  EXPECT_GE(tally.equal + failures, tally.pairs / 2);
  std::cout << tally.pairs << " pairs: " << tally.equal << " equal, " << tally.refused
            << " refused as they must be, " << tally.open << " refused where nobody promises, "
            << failures << " wrong\n";
}

}  // namespace fastser::testing::versions
