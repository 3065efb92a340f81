// SPDX-License-Identifier: MIT
//
// fastser::graph::equal over types that are awkward to compare.
#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "fastser/graph.hpp"
#include "gtest/gtest.h"

namespace fastser {
namespace {

TEST(GraphEqual, PathsAreComparedWholeNotAsRangesOfThemselves) {
  struct Files {
    std::vector<std::filesystem::path> paths;
  };
  const Files files{{"etc/hosts", ""}};
  EXPECT_TRUE(graph::equal(files, Files{{"etc/hosts", ""}}));
  EXPECT_FALSE(graph::equal(files, Files{{"etc/hosts", "etc"}}));
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

}  // namespace
}  // namespace fastser
