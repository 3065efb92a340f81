// SPDX-License-Identifier: MIT
//
// Values in place: found, counted and converted without a type to read them into.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "fastser/flexbuffers.hpp"
#include "support/hex.hpp"

namespace fastser {
namespace {

using flexbuffers::Kind;
using flexbuffers::Reference;
using testing::message;

TEST(FlexBuffersReference, FindsEveryKeyOfAMapAndNoOther) {
  for (const std::size_t size : {0U, 1U, 2U, 3U, 100U, 1000U}) {
    std::map<std::string, std::size_t> map;
    for (std::size_t i = 0; i < size; ++i) map[std::string(i % 7, 'k') + std::to_string(i)] = i;
    const Result<Buffer> bytes = flexbuffers::encode(map);
    const Result<Reference> root = flexbuffers::root(*bytes);
    ASSERT_TRUE(root.ok());
    EXPECT_EQ(root->kind(), Kind::map);
    EXPECT_EQ(root->size(), size);
    std::size_t at = 0;
    for (const auto& [key, value] : map) {
      EXPECT_EQ(root->find(key).as_uint64(), value);
      EXPECT_EQ(root->key(at).as_string(), key);
      EXPECT_EQ((*root)[at++].as_uint64(), value);
      EXPECT_TRUE(root->find(key + "0x").is_null());
      EXPECT_TRUE(root->find(key.substr(0, key.size() - 1) + "!").is_null());
    }
    EXPECT_TRUE(root->find("").is_null());
    EXPECT_TRUE(root->find(std::string_view("0\0", 2)).is_null());
    EXPECT_TRUE((*root)[size].is_null());
    EXPECT_TRUE(root->key(size).is_null());
  }
}

TEST(FlexBuffersReference, GivesEveryElementInOrder) {
  const std::tuple<int, std::string, double, bool, std::vector<int>, std::vector<std::byte>> value =
      {-5, "text", 0.1, true, {1, 2, 300}, std::vector<std::byte>(3)};
  const Result<Buffer> bytes = flexbuffers::encode(value);
  const Reference root = *flexbuffers::root(*bytes);
  EXPECT_EQ(root.kind(), Kind::vector);
  std::vector<Kind> kinds;
  for (const Reference& one : root) kinds.push_back(one.kind());
  EXPECT_EQ(kinds, (std::vector{Kind::integer, Kind::string, Kind::floating, Kind::boolean,
                                Kind::vector, Kind::blob}));
  EXPECT_EQ(root[0].as_int64(), -5);
  EXPECT_FALSE(root[0].as_uint64());
  EXPECT_EQ(root[0].as_double(), -5.0);
  EXPECT_EQ(root[1].as_string(), "text");
  EXPECT_EQ(root[1].size(), 4U);
  EXPECT_EQ(root[1].as_blob()->size(), 4U);
  EXPECT_EQ(root[2].as_double(), 0.1);
  EXPECT_FALSE(root[2].as_int64());
  EXPECT_EQ(root[3].as_bool(), true);
  std::int64_t sum = 0;
  for (const Reference& one : root[4]) sum += *one.as_int64();
  EXPECT_EQ(sum, 303);
  EXPECT_EQ(root[5].size(), 3U);
  EXPECT_FALSE(root[5].as_string());
}

TEST(FlexBuffersReference, OfAnythingElseIsNothing) {
  const Reference null;
  EXPECT_EQ(null.kind(), Kind::null);
  EXPECT_EQ(null.size(), 0U);
  EXPECT_TRUE(null[0].is_null());
  EXPECT_TRUE(null.find("a").is_null());
  EXPECT_TRUE(null.key(0).is_null());
  EXPECT_FALSE(null.as_bool() || null.as_int64() || null.as_uint64() || null.as_double());
  EXPECT_FALSE(null.as_string() || null.as_blob());
  EXPECT_TRUE(null.begin() == null.end());
  const auto bytes = message("05 04 01");
  const Reference five = *flexbuffers::root(bytes);
  EXPECT_TRUE(five[0].is_null());
  EXPECT_TRUE(five.find("a").is_null());
  EXPECT_TRUE(five.begin() == five.end());
  EXPECT_FALSE(five.as_string());
}

}  // namespace
}  // namespace fastser
