// SPDX-License-Identifier: MIT
//
// Keys and values of a multimap lie in tuples, where records count as depth. They were written and
// read as if they lay in a map, so that verify and readers of other versions refused as too deep
// what typed code had written.
#include <gtest/gtest.h>

#include <map>

#include "fastser/archive.hpp"
#include "fastser/verify.hpp"

namespace fastser {
namespace {

struct Branch {
  int number = 0;
  std::multimap<int, Branch> twigs;
};
/// The same to archives, of another name: what Branch wrote is resolved.
struct NewBranch {
  int number = 0;
  int more = 0;
  std::multimap<int, NewBranch> twigs;
};

Branch branches(std::size_t nested) {
  Branch root;
  Branch* at = &root;
  for (std::size_t i = 0; i < nested; ++i) at = &at->twigs.emplace(1, Branch{})->second;
  return root;
}

TEST(MultimapsNestAlike, WhatIsWrittenIsReadByAll) {
  constexpr std::size_t kMost = Limits{}.depth / 2;
  for (const std::size_t nested : {kMost - 2, kMost - 1, kMost, kMost + 1, 2 * kMost - 1}) {
    const Result<Buffer> bytes = archive::encode(branches(nested));
    EXPECT_EQ(bytes.ok(), nested < kMost) << nested;
    if (!bytes.ok()) {
      EXPECT_EQ(bytes.status().code(), Code::kTooDeep);
      continue;
    }
    EXPECT_TRUE(archive::decode<Branch>(*bytes).ok()) << nested;
    EXPECT_TRUE(archive::verify(*bytes).ok()) << nested;
    EXPECT_TRUE(archive::verify<Branch>(*bytes).ok()) << nested;
    const Result<NewBranch> other = archive::decode<NewBranch>(*bytes);
    EXPECT_TRUE(other.ok()) << nested << other.status().to_string();
  }
}

TEST(MultimapsNestAlike, ReadersAgreeOnWhatIsTooDeep) {
  for (const std::size_t nested : {30U, 60U, 63U, 64U, 65U, 100U}) {
    const Result<Buffer> bytes =
        archive::encode(branches(nested), {.depth = Limits::unlimited().depth});
    ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
    const bool ok = archive::verify(*bytes).ok();
    EXPECT_EQ(archive::decode<Branch>(*bytes).ok(), ok) << nested;
    EXPECT_EQ(archive::decode<NewBranch>(*bytes).ok(), ok) << nested;
    EXPECT_EQ(archive::verify<Branch>(*bytes).ok(), ok) << nested;
  }
}

}  // namespace
}  // namespace fastser
