// SPDX-License-Identifier: MIT
//
// Advice to the system: nothing but time may depend on it.
#include "base/large_pages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <vector>

namespace fastser {
namespace {

TEST(LargePages, ChangeNeitherMemoryNorErrno) {
  std::vector<char> memory(2 * kLeastForLargePages + 5, 'x');
  errno = ERANGE;
  for (const std::size_t offset : {std::size_t{0}, std::size_t{1}, std::size_t{4095}}) {
    want_large_pages(memory.data() + offset, memory.size() - offset);
  }
  want_large_pages(memory.data(), 1);
  want_large_pages(nullptr, 0);
  EXPECT_EQ(errno, ERANGE);
  EXPECT_EQ(std::count(memory.begin(), memory.end(), 'x'),
            static_cast<std::ptrdiff_t>(memory.size()));
}

}  // namespace
}  // namespace fastser
