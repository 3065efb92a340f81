// SPDX-License-Identifier: MIT
//
// Boost's optional and variant2.
#include "fastser/types/boost.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace fastser::testing
