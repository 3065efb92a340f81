// SPDX-License-Identifier: MIT
//
// Steps of paths as text.
#include "base/path_text.hpp"

#include <gtest/gtest.h>

namespace fastser {
namespace {

std::string in(std::string path, std::string_view key) {
  append_key(path, key);
  return path;
}

TEST(PathText, HasADotInFrontOfNames) {
  EXPECT_EQ(in("", "a"), "a");
  EXPECT_EQ(in("a", "b"), "a.b");
  EXPECT_EQ(in("[0]", "\xC3\xA9"), "[0].\xC3\xA9");
}

TEST(PathText, QuotesNamesThatCouldBeTakenForSomethingElse) {
  EXPECT_EQ(in("a", ""), R"(a[""])");
  EXPECT_EQ(in("a", "b c"), R"(a["b c"])");
  for (const char c : std::string_view(".[]/ ")) {
    EXPECT_EQ(in("", std::string{c}), std::string("[\"") + c + "\"]");
  }
  EXPECT_EQ(in("", "a\"b\\c"), R"(["a\"b\\c"])");
  EXPECT_EQ(in("", std::string_view("a\n\x01\0", 4)), R"(["a\n\u0001\u0000"])");
}

TEST(PathText, PrependsStepsThatLackTheirDot) {
  std::string path;
  for (const char* step : {"b", "[0]", "a"}) prepend_step(path, step);
  EXPECT_EQ(path, "a[0].b");
}

}  // namespace
}  // namespace fastser
