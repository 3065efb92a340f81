// SPDX-License-Identifier: MIT
//
// The start of a text that is shown: never half a character, whatever the text.
#include "wire/utf8_start.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <string_view>

namespace fastser::wire {
namespace {

TEST(Utf8Start, HasNoHalfOfACharacter) {
  const std::string_view text = "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80z";  // of 1, 2, 3, 4, 1 bytes
  const std::size_t ends[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};
  for (std::size_t most = 0; most < std::size(ends); ++most) {
    EXPECT_EQ(utf8_start(text, most), text.substr(0, ends[most])) << most;
  }
}

TEST(Utf8Start, EndsInFrontOfWhatIsNoCharacter) {
  EXPECT_EQ(utf8_start("ab\xFF"
                       "c",
                       10),
            "ab");
  EXPECT_EQ(utf8_start("\xE2\x82", 10), "");
  EXPECT_EQ(utf8_start("", 0), "");
}

}  // namespace
}  // namespace fastser::wire
