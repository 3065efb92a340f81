// SPDX-License-Identifier: MIT
//
// Bytes as text: the same memory, whatever the bytes are.
#include "base/as_text.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

namespace fastser {
namespace {

TEST(AsText, IsTheMemoryOfTheBytes) {
  const std::vector<std::uint8_t> numbers = {'a', 0, 0xFF};
  const std::string_view text = as_text(numbers);
  EXPECT_EQ(text, std::string_view("a\0\xFF", 3));
  EXPECT_EQ(static_cast<const void*>(text.data()), numbers.data());
  EXPECT_EQ(as_text(std::as_bytes(std::span(numbers))).data(), text.data());
}

TEST(AsText, OfNothingIsEmpty) { EXPECT_TRUE(as_text(BytesView()).empty()); }

}  // namespace
}  // namespace fastser
