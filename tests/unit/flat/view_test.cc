// SPDX-License-Identifier: MIT
//
// FlatBuffers read in place: every kind of value, paths, what is missing.
#include <array>
#include <string>
#include <vector>

#include "unit/flat/values.hpp"

namespace fastser {
namespace {

using testing::flat_of;
using testing::Item;
using testing::Place;
using testing::Shop;

TEST(FlatView, PathsLeadToFields) {
  const Buffer bytes = flat_of(testing::make_person());
  const auto view = flat::view<testing::Person>(bytes);
  ASSERT_TRUE(view.ok());
  EXPECT_EQ(view->get<"age">(), 40);
  EXPECT_EQ(view->get<"actor.birth_city">(), "Morristown");
  EXPECT_EQ(view->get<"actor">().get<"date_of_birth">(), -17'625'600'000);
}

TEST(FlatView, EveryKindOfFieldIsSeen) {
  const Buffer bytes = flat_of(testing::make_shop());
  const auto view = flat::view<Shop>(bytes);
  ASSERT_TRUE(view.ok());
  ASSERT_EQ(view->get<"items">().size(), 2U);
  const auto item = view->get<"items">()[0];
  EXPECT_EQ(item.get<"name">(), "a name");
  std::vector<std::int32_t> counts;
  for (const std::int32_t count : item.get<"counts">()) counts.push_back(count);
  EXPECT_EQ(counts, (std::vector<std::int32_t>{1, -1, 1000}));
  EXPECT_EQ(item.get<"price">(), 2.5);
  EXPECT_FALSE(view->get<"items">()[1].get<"price">().has_value());
  EXPECT_EQ(item.get<"parts">()[0].get<"name">(), "part");
  EXPECT_EQ(view->get<"flags">().find(1), true);
  EXPECT_EQ(view->get<"flags">().find(-70000), false);
  EXPECT_FALSE(view->get<"flags">().find(2).has_value());
  const auto number = view->get<"values">().find("number");
  ASSERT_TRUE(number.has_value());
  EXPECT_EQ(number->index(), 0U);
  EXPECT_EQ(number->get<0>(), std::int64_t{1} << 40);
  EXPECT_EQ(view->get<"values">().find("text")->get<1>(), std::string(40, 'x'));
  EXPECT_FALSE(view->get<"values">().find("nothing").has_value());
  EXPECT_EQ(view->get<"places">()[1].get<"y">(), -4);
  EXPECT_EQ(view->get<"places">()[0].value(), (Place{1, 2}));
  EXPECT_EQ(view->get<"own.name">(), "a name");
  EXPECT_EQ(view->get<"second.name">(), "shared");
  EXPECT_EQ(view->get<"choice">().index(), 2U);
  EXPECT_EQ(view->get<"choice">().get<2>().get<"name">(), "chosen");
  EXPECT_EQ(view->get<"data">().size(), 3U);
  EXPECT_EQ(view->get<"lists">().size(), 3U);
  EXPECT_EQ(view->get<"lists">()[2][0], "b");
}

struct Corner {
  std::int32_t x = 0;
  std::array<std::int16_t, 3> z = {};
};
struct Room {
  std::string name;
  Corner corner;
};

TEST(FlatView, ArraysInStructuresAreLists) {
  const Buffer bytes = flat_of(Room{"cellar", {7, {1, -2, 3}}});
  const auto view = flat::view<Room>(bytes);
  ASSERT_TRUE(view.ok());
  EXPECT_EQ(view->get<"corner.x">(), 7);
  ASSERT_EQ(view->get<"corner.z">().size(), 3U);
  EXPECT_EQ(view->get<"corner">().get<"z">()[1], -2);
}

TEST(FlatView, WhatIsMissingIsEmpty) {
  const Buffer bytes = flat_of(Shop{});
  const auto view = flat::view<Shop>(bytes);
  ASSERT_TRUE(view.ok());
  EXPECT_TRUE(view->get<"items">().empty());
  EXPECT_TRUE(view->get<"values">().empty());
  EXPECT_FALSE(view->get<"values">().find("x").has_value());
  EXPECT_FALSE(view->get<"own">().has_value());
  EXPECT_FALSE(view->get<"own.price">().has_value());
  EXPECT_EQ(view->get<"choice">().index(), 0U);
  EXPECT_TRUE(view->get<"data">().empty());
}

struct OldRoom {
  std::string name;
};
struct NewRoom {
  std::string name;
  Corner corner{4, {5, 6, 7}};
  std::array<float, 3> color = {1, 1, 1};
};

TEST(FlatView, AMissingStructureOrArrayDiffersFromZeros) {
  const Buffer old = flat_of(OldRoom{"cellar"});
  const auto view = flat::view<NewRoom>(old);
  ASSERT_TRUE(view.ok());
  EXPECT_FALSE(view->get<"corner">().exists());
  EXPECT_EQ(view->get<"corner.x">(), 0);
  ASSERT_EQ(view->get<"corner.z">().size(), 3U);
  EXPECT_EQ(view->get<"corner.z">()[2], 0);
  EXPECT_EQ(view->get<"corner">().value().x, 0);
  EXPECT_TRUE(view->get<"color">().empty());
  const auto decoded = flat::decode<NewRoom>(old);
  ASSERT_TRUE(decoded.ok());
  EXPECT_EQ(decoded->corner.x, 4);
  const Buffer zeros = flat_of(NewRoom{"cellar", {0, {0, 0, 0}}, {}});
  const auto there = flat::view<NewRoom>(zeros);
  ASSERT_TRUE(there.ok());
  EXPECT_TRUE(there->get<"corner">().exists());
  EXPECT_EQ(there->get<"color">().size(), 3U);
}

TEST(FlatView, RootsThatAreNoTablesAreSeenToo) {
  const Buffer numbers = flat_of(std::vector<std::int32_t>{5, 6});
  EXPECT_EQ((*flat::view<std::vector<std::int32_t>>(numbers))[1], 6);
  const Buffer text = flat_of(std::string("text"));
  EXPECT_EQ(*flat::view<std::string>(text), "text");
  const Buffer place = flat_of(Place{1, 2});
  EXPECT_EQ(flat::view<Place>(place)->get<"y">(), 2);
}

}  // namespace
}  // namespace fastser
