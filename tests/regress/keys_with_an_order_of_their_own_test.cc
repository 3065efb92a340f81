// SPDX-License-Identifier: MIT
//
// Keys that are written as numbers, but whose type has an order of its own, here the reverse one:
// in FlatBuffers they were in that order, so that others, who look keys up by number, did not find
// them.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/convert.hpp"
#include "fastser/flat.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/internal/archive/plan/form_of.hpp"
#include "fastser/msgpack.hpp"
#include "fastser/verify.hpp"

namespace fastser::regress {
namespace {

struct Rank {
  std::int32_t number = 0;
  friend bool operator<(const Rank& a, const Rank& b) { return a.number > b.number; }
  friend bool operator==(const Rank& a, const Rank& b) { return a.number == b.number; }
};
enum class Level : std::uint8_t { low = 1, middle = 2, high = 200 };
bool operator<(Level a, Level b) { return static_cast<int>(a) > static_cast<int>(b); }

struct RankHash {
  std::size_t operator()(const Rank& rank) const { return std::hash<std::int32_t>()(rank.number); }
};

}  // namespace
}  // namespace fastser::regress

template <>
struct fastser::schema::Wrapped<fastser::regress::Rank> {
  using Inner = std::int32_t;
  static Inner to(const regress::Rank& value) { return value.number; }
  static void from(regress::Rank& value, Inner inner) { value.number = inner; }
};

namespace fastser::regress {
namespace {

struct Game {
  std::map<Rank, std::string> names = {{{-5}, "e"}, {{1}, "a"}, {{20}, "b"}, {{300}, "c"}};
  std::map<Level, std::int32_t> levels = {{Level::low, 1}, {Level::middle, 2}, {Level::high, 3}};
  std::unordered_map<Rank, std::int32_t, RankHash> points = {{{7}, 70}, {{8}, 80}, {{-9}, -90}};
  std::set<Rank> ranks = {{1}, {2}, {3}};
};
struct PlainGame {
  std::map<std::int32_t, std::string> names = {{-5, "e"}, {1, "a"}, {20, "b"}, {300, "c"}};
  std::map<std::uint8_t, std::int32_t> levels = {{1, 1}, {2, 2}, {200, 3}};
  std::map<std::int32_t, std::int32_t> points = {{7, 70}, {8, 80}, {-9, -90}};
  std::set<std::int32_t> ranks = {1, 2, 3};
};

template <typename T>
void expect_same(const T& a, const Game& b) {
  EXPECT_EQ(a.names, b.names);
  EXPECT_TRUE(a.levels == b.levels);
  EXPECT_EQ(a.points, b.points);
  EXPECT_EQ(a.ranks, b.ranks);
}

TEST(KeysWithAnOrderOfTheirOwn, LieInFlatBuffersAsNumbersDo) {
  const Result<Buffer> bytes = flat::encode(Game{});
  ASSERT_TRUE(bytes.ok());
  const auto view = flat::view<Game>(*bytes);
  ASSERT_TRUE(view.ok());
  for (const auto& [rank, name] : Game{}.names) {
    const auto found = view->get<"names">().find(rank);
    ASSERT_TRUE(found.has_value()) << rank.number;
    EXPECT_EQ(*found, name);
  }
  EXPECT_FALSE(view->get<"names">().find(Rank{2}).has_value());
  EXPECT_EQ(view->get<"levels">().find(Level::high), 3);
  EXPECT_EQ(view->get<"levels">().find(Level::low), 1);
  EXPECT_EQ(view->get<"points">().find(Rank{-9}), -90);
  // As one whose keys are plain numbers reads it.
  const auto plain = flat::view<PlainGame>(*bytes);
  ASSERT_TRUE(plain.ok());
  for (const auto& [number, name] : PlainGame{}.names) {
    EXPECT_EQ(plain->get<"names">().find(number), name) << number;
  }
  EXPECT_EQ(plain->get<"levels">().find(std::uint8_t{200}), 3);
  EXPECT_EQ(plain->get<"levels">().find(std::uint8_t{1}), 1);
  EXPECT_EQ(plain->get<"points">().find(-9), -90);
  const auto back = flat::decode<Game>(*bytes);
  ASSERT_TRUE(back.ok());
  expect_same(*back, Game{});
}

TEST(KeysWithAnOrderOfTheirOwn, AreReadFromEveryFormat) {
  const Result<Buffer> archive = archive::encode(Game{});
  ASSERT_TRUE(archive.ok());
  EXPECT_TRUE(archive::verify(*archive).ok());
  const auto from_archive = archive::decode<Game>(*archive);
  ASSERT_TRUE(from_archive.ok());
  expect_same(*from_archive, Game{});
  const Result<Buffer> message = msgpack::encode(Game{});
  ASSERT_TRUE(message.ok());
  const auto from_message = msgpack::decode<Game>(*message);
  ASSERT_TRUE(from_message.ok());
  expect_same(*from_message, Game{});
  const Result<Buffer> flex = flexbuffers::encode(Game{});
  ASSERT_TRUE(flex.ok());
  const auto from_flex = flexbuffers::decode<Game>(*flex);
  ASSERT_TRUE(from_flex.ok());
  expect_same(*from_flex, Game{});
}

// In each direction, with one that orders its keys as numbers.
TEST(KeysWithAnOrderOfTheirOwn, AreReadFromOtherOrders) {
  const Result<Buffer> plain = archive::encode(PlainGame{});
  ASSERT_TRUE(plain.ok());
  const auto game = archive::decode<Game>(*plain);
  ASSERT_TRUE(game.ok()) << game.status().to_string();
  expect_same(*game, Game{});
  const Result<Buffer> own = archive::encode(Game{});
  ASSERT_TRUE(own.ok());
  const auto back = archive::decode<PlainGame>(*own);
  ASSERT_TRUE(back.ok()) << back.status().to_string();
  EXPECT_EQ(back->names, PlainGame{}.names);
  const Result<Buffer> flat = flat::encode(PlainGame{});
  ASSERT_TRUE(flat.ok());
  const auto from_flat = flat::decode<Game>(*flat);
  ASSERT_TRUE(from_flat.ok());
  expect_same(*from_flat, Game{});
}

TEST(KeysWithAnOrderOfTheirOwn, GiveEqualBytesForEqualValues) {
  using Points = std::unordered_map<Rank, std::int32_t, RankHash>;
  Points up(1);
  Points down(1000);
  for (std::int32_t i = 0; i < 100; ++i) {
    up[{i}] = i;
    down[{99 - i}] = 99 - i;
  }
  const Result<Buffer> one = archive::encode(up, {.canonical = true});
  const Result<Buffer> two = archive::encode(down, {.canonical = true});
  ASSERT_TRUE(one.ok() && two.ok());
  EXPECT_TRUE(std::equal(one->begin(), one->end(), two->begin(), two->end()));
  EXPECT_TRUE(archive::verify(*one).ok());
  const auto plan = archive::plan_of<Points>();
  ASSERT_TRUE(plan.ok());
  Buffer by_plan;
  ASSERT_TRUE(plan->encode(by_plan, &down, {.canonical = true}).ok());
  EXPECT_TRUE(std::equal(one->begin(), one->end(), by_plan.begin(), by_plan.end()));
  const Result<Buffer> flat_one = flat::encode(up);
  const Result<Buffer> flat_two = flat::encode(down);
  ASSERT_TRUE(flat_one.ok() && flat_two.ok());
  EXPECT_TRUE(std::equal(flat_one->begin(), flat_one->end(), flat_two->begin(), flat_two->end()));
}

}  // namespace
}  // namespace fastser::regress
