// SPDX-License-Identifier: MIT
//
// Vectors that are filled from bytes hold what lay there, whatever they held and wherever it lay.
#include "fastser/internal/base/vector_resize.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace fastser::testing {
namespace {

struct Point {
  float x, y, z;
};
struct Wide {
  double values[6];
};

// `count` elements from an address that is not aligned, into vectors of several sizes.
template <typename E>
void expect_assigned(std::size_t count) {
  std::vector<std::byte> bytes(1 + count * sizeof(E));
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i * 37 % 101);
  const std::byte* const from = bytes.data() + 1;
  for (const std::size_t before : {std::size_t{0}, std::size_t{1}, count / 2, count, count + 7}) {
    std::vector<E> vector(before);
    assign_elements(vector, from, count);
    ASSERT_EQ(vector.size(), count);
    EXPECT_TRUE(count == 0 || std::memcmp(vector.data(), from, count * sizeof(E)) == 0);
    vector.push_back(E{});
    EXPECT_EQ(vector.size(), count + 1);
  }
}

TEST(VectorResize, AVectorIsWhatLayThereWhateverItHeld) {
  for (const std::size_t count : {0U, 1U, 2U, 31U, 32U, 33U, 1'000U}) {
    expect_assigned<std::byte>(count);
    expect_assigned<std::uint8_t>(count);
    expect_assigned<std::int8_t>(count);
    expect_assigned<std::int32_t>(count);
    expect_assigned<double>(count);
    expect_assigned<Point>(count);
    expect_assigned<Wide>(count);
  }
}

TEST(VectorResize, ANewVectorHasRoomForExactlySoMany) {
  const std::vector<std::byte> bytes(std::size_t{100} * 12);
  std::vector<Point> points;
  assign_elements(points, bytes.data(), 100);
  EXPECT_EQ(points.capacity(), 100U);
  points.resize(60);
  points.shrink_to_fit();
  assign_elements(points, bytes.data(), 70);  // not twice the sixty
  EXPECT_EQ(points.capacity(), 70U);
}

}  // namespace
}  // namespace fastser::testing
