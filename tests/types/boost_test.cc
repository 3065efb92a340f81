// SPDX-License-Identifier: MIT
//
// Boost's optional, variant2 and flat_map.
#include "fastser/types/boost.hpp"

#include <gtest/gtest.h>

#include <boost/container/flat_map.hpp>
#include <map>
#include <optional>
#include <string>
#include <variant>

#include "types/everywhere.hpp"

namespace fastser::testing {
namespace {

TEST(Boost, AnOptionalIsAnOptional) {
  expect_in_messages(boost::optional<int>(5));
  expect_in_messages(boost::optional<std::string>());
  EXPECT_EQ(*type_of<boost::optional<int>>(), *type_of<std::optional<int>>());
  EXPECT_EQ(*archive::decode<std::optional<int>>(*archive::encode(boost::optional<int>(5))), 5);
  EXPECT_FALSE(
      archive::decode<boost::optional<int>>(*archive::encode(std::optional<int>()))->has_value());
}

TEST(Boost, AVariantIsAVariant) {
  using V = boost::variant2::variant<int, std::string, double>;
  using S = std::variant<int, std::string, double>;
  expect_in_messages(V(7));
  expect_in_messages(V(std::string("text")));
  expect_in_messages(V(0.5));
  EXPECT_EQ(*type_of<V>(), *type_of<S>());
  EXPECT_EQ(*archive::decode<S>(*archive::encode(V(std::string("a")))), S(std::string("a")));
}

// It keeps its elements side by side, and so has no nodes to give away.
TEST(Boost, AFlatMapIsAMap) {
  using M = boost::container::flat_map<int, std::string>;
  static_assert(!schema::GivesNodes<M>);
  static_assert(schema::GivesNodes<std::map<int, std::string>>);
  expect_in_messages(M{});
  expect_in_messages(M{{1, "one"}, {2, "two"}});
  M used{{1, "old"}, {3, "gone"}};
  const M value{{1, "one"}, {2, "two"}};
  ASSERT_TRUE(msgpack::decode_into(*msgpack::encode(value), used).ok());
  EXPECT_EQ(used, value);
  used = M{{1, "old"}, {3, "gone"}};
  ASSERT_TRUE(flat::decode_into(*flat::encode(value), used).ok());
  EXPECT_EQ(used, value);
}

}  // namespace
}  // namespace fastser::testing
