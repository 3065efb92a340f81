// SPDX-License-Identifier: MIT
//
// fastser::graph::equal over types that are awkward to compare.
#include <filesystem>
#include <forward_list>
#include <limits>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "fastser/graph.hpp"
#include "fastser/types/forward_list.hpp"
#include "gtest/gtest.h"

namespace fastser::testing {

// Stands for an object that is made when somebody asks for it.
struct Ticket {
  int number = 0;
};

}  // namespace fastser::testing

template <>
struct fastser::schema::Wrapped<fastser::testing::Ticket> {
  using Inner = std::shared_ptr<int>;
  static Inner to(const fastser::testing::Ticket& value) {
    return std::make_shared<int>(value.number);
  }
  static bool from(fastser::testing::Ticket& value, const Inner& inner) {
    if (inner != nullptr) value.number = *inner;
    return inner != nullptr;
  }
};

namespace fastser {
namespace {

TEST(GraphEqual, ObjectsThatAreMadeForTheMomentAreToldApart) {
  using testing::Ticket;
  const std::vector<Ticket> tickets = {{1}, {2}, {3}};
  EXPECT_TRUE(graph::equal(tickets, std::vector<Ticket>{{1}, {2}, {3}}));
  EXPECT_FALSE(graph::equal(tickets, std::vector<Ticket>{{1}, {2}, {4}}));
  EXPECT_FALSE(graph::equal(tickets, std::vector<Ticket>{{0}, {2}, {3}}));
}

TEST(GraphEqual, PathsAreComparedWholeNotAsRangesOfThemselves) {
  struct Files {
    std::vector<std::filesystem::path> paths;
  };
  const Files files{{"etc/hosts", ""}};
  EXPECT_TRUE(graph::equal(files, Files{{"etc/hosts", ""}}));
  EXPECT_FALSE(graph::equal(files, Files{{"etc/hosts", "etc"}}));
}

TEST(GraphEqual, ListsThatDoNotKnowTheirSizeAreComparedToTheirEnds) {
  struct Chain {
    std::forward_list<int> links;
  };
  EXPECT_TRUE(graph::equal(Chain{{1, 2}}, Chain{{1, 2}}));
  EXPECT_TRUE(graph::equal(Chain{}, Chain{}));
  EXPECT_FALSE(graph::equal(Chain{{1, 2}}, Chain{{1, 3}}));
  EXPECT_FALSE(graph::equal(Chain{{1, 2}}, Chain{{1}}));
  EXPECT_FALSE(graph::equal(Chain{{1}}, Chain{{1, 2}}));
}

TEST(GraphEqual, AlternativesOfOneTypeAreToldApartByTheirPlace) {
  using Choice = std::variant<int, std::string, int>;
  const Choice first(std::in_place_index<0>, 7);
  const Choice last(std::in_place_index<2>, 7);
  EXPECT_TRUE(graph::equal(first, Choice(first)));
  EXPECT_TRUE(graph::equal(last, Choice(last)));
  EXPECT_FALSE(graph::equal(first, last));
  EXPECT_FALSE(graph::equal(last, Choice(std::in_place_index<2>, 8)));
}

struct Name {
  std::shared_ptr<std::string> text;
};
struct ByText {
  bool operator()(const Name& a, const Name& b) const { return *a.text < *b.text; }
};
Name name(const char* text) { return {std::make_shared<std::string>(text)}; }

TEST(GraphEqual, KeysWithAComparisonByContentArePairedByContent) {
  using Names = std::map<Name, std::shared_ptr<int>, ByText>;
  const Names names{{name("b"), std::make_shared<int>(2)}, {name("a"), std::make_shared<int>(1)}};
  const Names alike{{name("a"), std::make_shared<int>(1)}, {name("b"), std::make_shared<int>(2)}};
  const Names other{{name("a"), std::make_shared<int>(2)}, {name("b"), std::make_shared<int>(2)}};
  EXPECT_TRUE(graph::equal(names, alike));
  EXPECT_FALSE(graph::equal(names, other));
  // The same values, but the key of one is an object that stands somewhere else as well.
  const Name shared = name("a");
  const std::pair once(std::set<Name, ByText>{shared}, shared);
  const std::pair twice(std::set<Name, ByText>{name("a")}, name("a"));
  EXPECT_TRUE(graph::equal(once, once));
  EXPECT_FALSE(graph::equal(once, twice));
}

struct NoCase {
  bool operator()(char a, char b) const { return (a | 0x20) < (b | 0x20); }
};

TEST(GraphEqual, KeysThatTheContainerTakesForEqualAreComparedToo) {
  EXPECT_FALSE(graph::equal(std::set<char, NoCase>{'a'}, std::set<char, NoCase>{'A'}));
  EXPECT_FALSE(graph::equal(std::map<char, int, NoCase>{{'a', 1}}, {{'A', 1}}));
  struct Hash {
    std::size_t operator()(char c) const { return static_cast<std::size_t>(c | 0x20); }
  };
  struct Same {
    bool operator()(char a, char b) const { return (a | 0x20) == (b | 0x20); }
  };
  using Set = std::unordered_set<char, Hash, Same>;
  EXPECT_TRUE(graph::equal(Set{'a', 'B'}, Set{'B', 'a'}));
  EXPECT_FALSE(graph::equal(Set{'a', 'B'}, Set{'b', 'a'}));
}

TEST(GraphEqual, UnorderedContainersAreEqualInAnyOrder) {
  const std::unordered_multimap<int, std::string> one{{1, "a"}, {1, "b"}, {2, "c"}};
  EXPECT_TRUE(graph::equal(one, {{2, "c"}, {1, "b"}, {1, "a"}}));
  EXPECT_FALSE(graph::equal(one, {{2, "c"}, {1, "b"}, {1, "b"}}));
  EXPECT_FALSE(graph::equal(one, {{2, "c"}, {2, "b"}, {1, "a"}}));
  const std::unordered_map<int, std::shared_ptr<int>> owners{{1, std::make_shared<int>(1)},
                                                             {2, std::make_shared<int>(2)}};
  EXPECT_TRUE(graph::equal(owners, {{2, std::make_shared<int>(2)}, {1, std::make_shared<int>(1)}}));
  EXPECT_FALSE(
      graph::equal(owners, {{2, std::make_shared<int>(1)}, {1, std::make_shared<int>(2)}}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::unordered_multimap<int, double> reals{{1, nan}};
  EXPECT_TRUE(graph::equal(reals, std::unordered_multimap<int, double>{{1, nan}}));
}

struct Tree {
  std::vector<Tree> children;
  int value = 0;
};
struct Leading {
  std::vector<Leading> children;
  std::variant<int, std::weak_ptr<int>> to;
};

TEST(GraphEqual, KeysThatHoldPointersAreKnown) {
  using graph::detail::compares_as_keys_do;
  using graph::detail::holds_pointers;
  static_assert(!holds_pointers<std::pair<const std::string, std::vector<Tree>>>());
  static_assert(holds_pointers<std::pair<const int, std::vector<Leading>>>());
  static_assert(holds_pointers<std::unique_ptr<int>>() && holds_pointers<int*>());
  static_assert(compares_as_keys_do<std::set<std::shared_ptr<int>>>());
  static_assert(compares_as_keys_do<std::unordered_map<int*, int>>());
  static_assert(!compares_as_keys_do<std::map<Name, int, ByText>>());
}

}  // namespace
}  // namespace fastser
