// SPDX-License-Identifier: MIT
//
// ASCII whose size is a multiple of 32 was looked at one byte beyond its end.
#include <gtest/gtest.h>

#include <cstring>
#include <memory>

#include "fastser/internal/wire/utf8.hpp"

namespace fastser {
namespace {

TEST(Utf8OfWholeSteps, NothingIsReadBehindTheText) {
  for (const std::size_t size : {31U, 32U, 33U, 64U, 96U, 160U}) {
    // What lies behind is no UTF-8; and in memory of this size a sanitizer sees a byte too many.
    const auto followed = std::make_unique<char[]>(size + 1);
    std::memset(followed.get(), 'a', size);
    followed[size] = '\xFF';
    EXPECT_EQ(wire::utf8_prefix({followed.get(), size}), size);
    const auto exact = std::make_unique<char[]>(size);
    std::memset(exact.get(), 'a', size);
    EXPECT_EQ(wire::utf8_prefix({exact.get(), size}), size);
  }
}

}  // namespace
}  // namespace fastser
