// SPDX-License-Identifier: MIT
//
// An alternative held a promise whose class is said only where it is kept, in bytes that the reader
// passes by. The reader took the alternative at the same place, of another class, and made an empty
// object of that: a value was lost without a word.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include "fastser/archive.hpp"
#include "support/hex.hpp"

namespace fastser {
namespace {

struct Leaf {
  std::int32_t n = 7;
  std::string s = "leaf";
};
struct Node {
  std::int32_t value = 1;
};
struct Choice {
  std::variant<std::shared_ptr<Leaf>, std::shared_ptr<Node>, std::string> a;
};

// As variant<ref<Node>, any ref, string>, holding the second; the object's body stands in a map of
// owners that Choice has no more.
TEST(Promise, InAVariantIsReadByTheClassOfTheBodyThatKeepsIt) {
  const std::vector<std::byte> bytes = testing::message(
      "46 53 52 01 00 00 00 00 00 53 06 06 43 68 6f 69 63 65 02 00 03 03 01 61 26 03 29 28 03 2b "
      "14 "
      "03 05 67 6f 6e 65 35 24 14 2f 03 01 63 2c 04 4c 65 61 66 01 00 00 08 42 65 74 77 65 65 6e "
      "30 "
      "00 00 00 04 4e 6f 64 65 00 00 00 05 47 6f 6e 65 31 00 00 00 00 00 00 01 03 02 67 30 2f 28 "
      "00 "
      "01 03 00 01 33 61 20 74 65 78 74 20 6f 66 20 6d 6f 72 65 20 74 68 61 6e 20 74 68 69 72 74 "
      "79 "
      "2d 74 77 6f 20 62 79 74 65 73 2c 20 77 68 69 63 68 20 69 73 20 6c 6f 6e 67 06 01 00 00 01 "
      "01 "
      "61 06 01 00 00 00 2d 02 29 28 01 29 28 01 04 00 00 2d 02 29 28 01 29 28 01 00 00 2d 02 29 "
      "28 "
      "01 29 28 01 00 00");
  const Result<Choice> choice = archive::decode<Choice>(bytes);
  ASSERT_TRUE(choice.ok()) << choice.status().to_string();
  ASSERT_EQ(choice->a.index(), 0U);
  ASSERT_NE(std::get<0>(choice->a), nullptr);
  EXPECT_EQ(std::get<0>(choice->a)->s, "leaf");
}

}  // namespace
}  // namespace fastser
