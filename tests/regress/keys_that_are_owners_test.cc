// SPDX-License-Identifier: MIT
//
// Sets and maps of unique_ptr tell their keys apart by address, but write what these own: equal
// values came twice in what the table called a set, and verify refused it.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <memory>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/verify.hpp"

namespace fastser {
namespace {

using Owner = std::unique_ptr<int>;

struct Holder {
  std::set<Owner> owners;
  std::unordered_set<Owner> unordered;
  std::map<Owner, int> counts;
  std::set<std::pair<int, Owner>> pairs;
  std::set<std::vector<Owner>> lists;
  std::set<std::shared_ptr<int>> shared;
};

TEST(KeysThatAreOwners, EqualValuesAreWrittenAndReadAndVerified) {
  Holder holder;
  for (int i = 0; i < 3; ++i) {
    holder.owners.insert(std::make_unique<int>(7));
    holder.unordered.insert(std::make_unique<int>(7));
    holder.counts.emplace(std::make_unique<int>(7), i);
    holder.pairs.emplace(1, std::make_unique<int>(7));
    std::vector<Owner> list;
    list.push_back(std::make_unique<int>(7));
    holder.lists.insert(std::move(list));
    holder.shared.insert(std::make_shared<int>(7));
  }
  const Result<Buffer> bytes = archive::encode(holder);
  ASSERT_TRUE(bytes.ok());
  const Status sound = archive::verify(*bytes);
  EXPECT_TRUE(sound.ok()) << sound.to_string();
  Holder again;
  for (int round = 0; round < 2; ++round) {  // into a new object, and into one that is used
    const Status status = archive::decode_into(*bytes, again);
    ASSERT_TRUE(status.ok()) << status.to_string();
    EXPECT_EQ(again.owners.size(), 3U);
    EXPECT_EQ(again.unordered.size(), 3U);
    EXPECT_EQ(again.counts.size(), 3U);
    EXPECT_EQ(again.pairs.size(), 3U);
    EXPECT_EQ(again.lists.size(), 3U);
    EXPECT_EQ(again.shared.size(), 3U);
    for (const Owner& owner : again.owners) EXPECT_EQ(*owner, 7);
    for (const auto& [owner, count] : again.counts) EXPECT_EQ(*owner, 7);
  }
}

TEST(KeysThatAreOwners, ListsOfThemAreReadFromSetsOfValues) {
  const std::set<int> written = {1, 2};
  const std::map<int, int> map = {{1, 10}, {2, 20}};
  const Result<Buffer> bytes = archive::encode(std::pair(written, map));
  ASSERT_TRUE(bytes.ok());
  const auto read = archive::decode<std::pair<std::set<Owner>, std::map<Owner, int>>>(*bytes);
  ASSERT_TRUE(read.ok()) << read.status().to_string();
  EXPECT_EQ(read->first.size(), 2U);
  EXPECT_EQ(read->second.size(), 2U);
}

TEST(KeysThatAreOwners, KeysThatAreComparedByWhatIsWrittenStayKeys) {
  static_assert(!schema::kMayRepeat<std::set<int>>);
  static_assert(!schema::kMayRepeat<std::map<std::pair<int, std::vector<int>>, Owner>>);
  static_assert(!schema::kMayRepeat<std::set<std::shared_ptr<Owner>>>);
  static_assert(schema::kMayRepeat<std::set<std::tuple<int, std::array<Owner, 2>>>>);
  static_assert(schema::kMayRepeat<std::multiset<int>>);
}

}  // namespace
}  // namespace fastser
