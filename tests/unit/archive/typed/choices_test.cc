// SPDX-License-Identifier: MIT
//
// optional, variant, pair, tuple, unique_ptr: there and back under every option.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "unit/archive/round_trip.hpp"

namespace fastser::testing {
namespace {

struct Point {
  std::int32_t x = 0;
  std::int32_t y = 0;
  bool operator==(const Point&) const = default;
};

struct Optionals {
  std::optional<std::string> text = "a text";
  std::optional<std::string> no_text;
  std::optional<std::int64_t> number = -5;
  std::optional<Point> point = Point{1, 2};
  std::optional<std::vector<std::string>> list = std::vector<std::string>{"x"};
  std::optional<std::optional<bool>> twice = std::optional<bool>();
  std::vector<std::optional<std::uint8_t>> many = {1, std::nullopt, 3};
};

TEST(TypedChoices, OptionalsComeBack) {
  expect_round_trip(Optionals{});
  expect_round_trip(Optionals{std::nullopt, "x", {}, {}, {}, {}, {}});
}

using Choice =
    std::variant<std::monostate, std::int32_t, std::string, Point, std::vector<std::string>>;

struct Variants {
  Choice none;
  Choice number = 7;
  Choice text = "seven";
  Choice point = Point{7, 7};
  Choice list = std::vector<std::string>{"s", "e", "v", "e", "n"};
  std::variant<std::int32_t, std::int32_t> second{std::in_place_index<1>, 9};
  std::map<std::string, Choice> map = {{"a", 1}, {"b", "two"}, {"c", Choice{}}};
};

TEST(TypedChoices, VariantsKeepTheirAlternative) {
  for (const archive::EncodeOptions& options : all_options()) {
    expect_round_trip_with(Variants{}, options, [](const Variants& a, const Variants& b) {
      return a.none.index() == b.none.index() && a.number == b.number && a.text == b.text &&
             std::get<Point>(b.point).y == 7 && a.list == b.list && b.second.index() == 1 &&
             std::get<1>(b.second) == 9 && b.map.size() == 3 &&
             std::get<std::string>(b.map.at("b")) == "two";
    });
  }
}

struct Tuples {
  std::pair<std::int32_t, std::string> pair = {1, "one"};
  std::pair<std::uint8_t, std::uint32_t> fixed = {1, 2};
  std::tuple<> nothing;
  std::tuple<bool> one = {true};
  std::tuple<std::int8_t, double, std::string, std::vector<std::int16_t>> four = {1, 2.5, "3", {4}};
  std::vector<std::tuple<std::string, std::int32_t>> rows = {{"a", 1}, {"b", 2}};
};

TEST(TypedChoices, PairsAndTuplesComeBack) { expect_round_trip(Tuples{}); }

struct Tree {
  std::int32_t value = 0;
  std::unique_ptr<Tree> left;
  std::unique_ptr<Tree> right;
  std::vector<std::unique_ptr<Tree>> more;
};

std::unique_ptr<Tree> make_tree(std::int32_t value, int depth) {
  auto tree = std::make_unique<Tree>();
  tree->value = value;
  if (depth == 0) return tree;
  tree->left = make_tree(2 * value, depth - 1);
  tree->right = make_tree(2 * value + 1, depth - 1);
  tree->more.push_back(nullptr);
  tree->more.push_back(make_tree(-value, 0));
  return tree;
}

TEST(TypedChoices, TreesOfOwnersComeBack) { expect_round_trip(make_tree(1, 5)); }

TEST(TypedChoices, OwnersNestedBeyondAnyLimitAreRefusedByTheWriter) {
  auto root = std::make_unique<Tree>();
  Tree* last = root.get();
  for (int i = 0; i < 600; ++i) {
    last->left = std::make_unique<Tree>();
    last = last->left.get();
  }
  EXPECT_EQ(archive::encode(root).status().code(), Code::kTooDeep);
  EXPECT_EQ(archive::encoded_size(root).status().code(), Code::kTooDeep);
}

TEST(TypedChoices, OwnersNestedBeyondTheReadersLimitAreRefusedByTheReader) {
  auto root = std::make_unique<Tree>();
  Tree* last = root.get();
  for (int i = 0; i < 200; ++i) {
    last->left = std::make_unique<Tree>();
    last = last->left.get();
  }
  EXPECT_EQ(archive::encode(root).status().code(), Code::kTooDeep);
  const Result<Buffer> bytes = archive::encode(root, {.depth = 512});
  ASSERT_TRUE(bytes.ok());
  using Root = std::unique_ptr<Tree>;
  EXPECT_EQ(archive::decode<Root>(*bytes).status().code(), Code::kTooDeep);
  EXPECT_TRUE(archive::decode<Root>(*bytes, {.limits = Limits::unlimited()}).ok());
}

TEST(TypedChoices, RefuseAFlagThatIsNeitherZeroNorOne) {
  const std::byte bytes[] = {std::byte{2}, std::byte{1}};
  const auto value = archive::decode<std::optional<bool>>(bytes, {.header = archive::Header::bare});
  EXPECT_EQ(value.status().code(), Code::kMalformed);
  EXPECT_EQ(value.status().offset(), 0U);
}

TEST(TypedChoices, RefuseAnAlternativeThatTheVariantDoesNotHave) {
  const std::byte bytes[] = {std::byte{5}};
  const Result<Choice> value = archive::decode<Choice>(bytes, {.header = archive::Header::bare});
  EXPECT_EQ(value.status().code(), Code::kMalformed);
}

}  // namespace
}  // namespace fastser::testing
