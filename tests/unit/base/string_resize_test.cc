// SPDX-License-Identifier: MIT
//
// Strings that are sized for what is written over them stay ordinary std::strings.
#include "fastser/internal/base/string_resize.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace fastser::testing {
namespace {

// What a reader does: new memory, then the characters.
void read_into(std::string& string, const std::string& text) {
  if (text.size() > string.capacity()) {
    renew_string(string, text.data(), text.size(),
                 [&](char* to) { std::memcpy(to, text.data(), text.size()); });
  } else {
    set_string_size(string, text.size());
    std::memcpy(string.data(), text.data(), text.size());
  }
}

TEST(StringResize, AStringIsWhatWasWrittenWhateverItHeld) {
  for (const std::size_t before : {0U, 3U, 15U, 16U, 40U, 5'000U}) {
    for (const std::size_t size : {0U, 1U, 15U, 16U, 17U, 31U, 32U, 33U, 100U, 70'000U}) {
      const std::string text(size, 'n');
      std::string string(before, 'o');
      read_into(string, text);
      EXPECT_EQ(string, text);
      EXPECT_EQ(string.c_str()[size], '\0');
      EXPECT_EQ(std::strlen(string.c_str()), size);
    }
  }
}

TEST(StringResize, AShortStringIsWhatWasAssignedWhateverItHeld) {
  const std::string all = "abcdefghijklmnopqrstuvwxyz";
  for (const std::size_t before : {0U, 3U, 15U, 22U, 40U}) {
    for (std::size_t size = 0; size <= kAssignedShort; ++size) {
      std::string string(before, 'o');
      assign_short(string, all.data(), size);
      EXPECT_EQ(string, all.substr(0, size));
      EXPECT_EQ(std::strlen(string.c_str()), size);
      std::string key(before, 'o');
      assign_short_key(key, all.data(), size);
      EXPECT_EQ(key, all.substr(0, size));
      EXPECT_EQ(std::strlen(key.c_str()), size);
      const std::string moved = std::move(key) + "!";
      EXPECT_EQ(moved, all.substr(0, size) + "!");
    }
  }
}

TEST(StringResize, TheCharactersInPlaceAreThoseOfAnEmptyString) {
  EXPECT_EQ(kTextInPlace, std::string().capacity());
}

TEST(StringResize, NewMemoryHoldsExactlySoMany) {
#if FASTSER_STRING_MEMBERS
  for (const std::size_t size : {16U, 17U, 29U, 30U, 31U, 1'000U}) {
    std::string string;
    const std::string text(size, 't');
    renew_string(string, text.data(), size, [&](char* to) { std::memcpy(to, text.data(), size); });
    EXPECT_EQ(string.size(), size);
    EXPECT_EQ(string.capacity(), size);
  }
#else
  GTEST_SKIP() << "other libraries round up";
#endif
}

TEST(StringResize, ARenewedStringGrowsShrinksMovesAndCopies) {
  std::string string;
  read_into(string, std::string(20, 'a'));
  string += std::string(100, 'b');
  EXPECT_EQ(string, std::string(20, 'a') + std::string(100, 'b'));
  read_into(string, std::string(300, 'c'));
  const std::string copy = string;
  std::vector<std::string> moved;
  moved.push_back(std::move(string));
  moved.emplace_back("short");
  moved[0].swap(moved[1]);
  EXPECT_EQ(moved[1], copy);
  moved[1].resize(3);
  moved[1].shrink_to_fit();
  EXPECT_EQ(moved[1], "ccc");
}

}  // namespace
}  // namespace fastser::testing
