// SPDX-License-Identifier: MIT
//
// Abseil's containers need no header: they are maps, sets and lists like others. Their elements
// move when others come, so what is read over is emptied first.
#include <absl/container/btree_map.h>
#include <absl/container/btree_set.h>
#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <absl/container/inlined_vector.h>
#include <absl/container/node_hash_map.h>
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>

#include "types/everywhere.hpp"

namespace fastser::testing {
namespace {

template <typename Map>
Map random_map(std::uint32_t seed, std::size_t count) {
  std::mt19937 random(seed);
  Map map;
  while (map.size() < count) {
    map[std::to_string(random() % 10000)] = static_cast<std::int32_t>(random());
  }
  return map;
}

TEST(Absl, MapsAreMaps) {
  expect_everywhere(absl::flat_hash_map<std::string, int>{{"one", 1}, {"two", 2}});
  expect_everywhere(absl::node_hash_map<std::string, int>{{"one", 1}, {"two", 2}});
  expect_everywhere(absl::btree_map<std::string, int>{{"one", 1}, {"two", 2}});
  EXPECT_EQ((*type_of<absl::flat_hash_map<std::string, int>>()),
            (*type_of<std::map<std::string, int>>()));
}

TEST(Absl, SetsAreSets) {
  expect_everywhere(absl::flat_hash_set<std::string>{"a", "b"});
  expect_everywhere(absl::btree_set<int>{3, 1, 2});
  EXPECT_EQ(*type_of<absl::flat_hash_set<int>>(), *type_of<std::set<int>>());
}

TEST(Absl, AnInlinedVectorIsAList) {
  expect_everywhere(absl::InlinedVector<int, 4>{1, 2, 3, 4, 5, 6});
  expect_everywhere(absl::InlinedVector<std::string, 2>{"x"});
}

TEST(Absl, LargeMapsAreReadOverOthersAsTheyWere) {
  for (std::uint32_t seed = 0; seed < 20; ++seed) {
    using Map = absl::flat_hash_map<std::string, std::int32_t>;
    using Tree = absl::btree_map<std::string, std::int32_t>;
    const Map map = random_map<Map>(seed, 50 * seed);
    Map used = random_map<Map>(seed + 100, 500);
    ASSERT_TRUE(archive::decode_into(*archive::encode(map), used).ok());
    EXPECT_EQ(used, map);
    const Tree tree(map.begin(), map.end());
    Tree used_tree = random_map<Tree>(seed + 200, 500);
    ASSERT_TRUE(archive::decode_into(*archive::encode(tree), used_tree).ok());
    EXPECT_EQ(used_tree, tree);
    // Sorted, both are one.
    const archive::EncodeOptions canonical{.canonical = true};
    const Buffer a = archive::encode(map, canonical).value();
    const Buffer b = archive::encode(tree, canonical).value();
    EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
  }
}

TEST(Absl, AKeyThatComesTwiceIsMalformed) {
  const Buffer one = archive::encode(std::map<std::string, int>{{"k", 1}, {"l", 2}}).value();
  std::string bytes(reinterpret_cast<const char*>(one.data()), one.size());
  bytes[bytes.rfind('l')] = 'k';
  EXPECT_EQ((archive::decode<absl::flat_hash_map<std::string, int>>(bytes).status().code()),
            Code::kMalformed);
  EXPECT_EQ((archive::decode<absl::btree_map<std::string, int>>(bytes).status().code()),
            Code::kMalformed);
}

}  // namespace
}  // namespace fastser::testing
