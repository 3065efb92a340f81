// SPDX-License-Identifier: MIT
//
// GLM's vectors, matrices and quaternions.
#include "fastser/types/glm.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "types/everywhere.hpp"

namespace fastser::testing {
namespace {

TEST(Glm, VectorsAreArrays) {
  expect_everywhere(glm::vec2(1, 2));
  expect_everywhere(glm::vec3(1, 2, 3));
  expect_everywhere(glm::dvec4(1, 2, 3, 4));
  expect_everywhere(glm::ivec3(-1, 0, 1));
  expect_everywhere(glm::bvec2(true, false));
  expect_written_as(glm::vec3(1, 2, 3), std::array<float, 3>{1, 2, 3});
}

TEST(Glm, ListsOfVectorsAreOneCopy) {
  static_assert(archive::kBlit<glm::vec3, 0> == wire::kLittleHost);
  static_assert(!archive::kBlit<glm::bvec3, 0>);
  std::vector<glm::vec3> many;
  for (int i = 0; i < 1000; ++i) many.emplace_back(i, -i, 0.5F);
  EXPECT_EQ(*archive::decode<std::vector<glm::vec3>>(*archive::encode(many)), many);
}

TEST(Glm, MatricesAreTheirColumns) {
  const glm::mat2x3 matrix(1, 2, 3, 4, 5, 6);
  expect_everywhere(matrix);
  expect_everywhere(glm::dmat4(2.5));
  using Columns = std::array<std::array<float, 3>, 2>;
  expect_written_as(matrix, Columns{{{1, 2, 3}, {4, 5, 6}}});
}

TEST(Glm, AQuaternionIsXyzw) {
  const glm::quat quaternion(1, 2, 3, 4);  // w first
  expect_everywhere(quaternion);
  EXPECT_EQ((*archive::decode<std::array<float, 4>>(*archive::encode(quaternion))),
            (std::array<float, 4>{2, 3, 4, 1}));
}

}  // namespace
}  // namespace fastser::testing
