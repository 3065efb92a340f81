// SPDX-License-Identifier: MIT
//
// An optional pointer that became an optional value: where there was no pointer, a zero byte behind
// it was taken for a pointer that is nil, and everything behind came out wrong. And a promise that
// nobody keeps was refused there, though it is nil to everybody.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>

#include "fastser/archive.hpp"

namespace fastser {
namespace {

struct Leaf {
  std::int32_t number = 0;
};
template <typename P>
struct Old {
  P leaf;
  std::uint32_t zero = 0;
  std::string text = "text";
};
struct Read {
  std::optional<Leaf> leaf = Leaf{9};
  std::uint32_t zero = 7;
  std::string text;
};

template <typename P>
std::optional<Leaf> leaf_of(P leaf) {
  const Result<Buffer> bytes = archive::encode(Old<P>{leaf});
  EXPECT_TRUE(bytes.ok());
  Result<Read> read = archive::decode<Read>(*bytes);
  EXPECT_TRUE(read.ok()) << read.status().to_string();
  if (!read.ok()) return Leaf{-1};
  EXPECT_EQ(read->zero, 0U);
  EXPECT_EQ(read->text, "text");
  return read->leaf;
}

using Strong = std::shared_ptr<Leaf>;

TEST(NoObjectInAnOptional, TakesNoByteOfWhatFollows) {
  EXPECT_FALSE(leaf_of(std::optional<Strong>()).has_value());
  EXPECT_FALSE(leaf_of(std::optional<Strong>(Strong())).has_value());
  EXPECT_FALSE(leaf_of(Strong()).has_value());
  const auto five = std::make_shared<Leaf>(Leaf{5});
  EXPECT_EQ(leaf_of(std::optional<Strong>(five)).value_or(Leaf{}).number, 5);
  EXPECT_EQ(leaf_of(five).value_or(Leaf{}).number, 5);
}

TEST(NoObjectInAnOptional, IsWhatAPromiseIsThatNobodyKeeps) {
  const auto five = std::make_shared<Leaf>(Leaf{5});
  EXPECT_FALSE(leaf_of(std::weak_ptr<Leaf>(five)).has_value());
  EXPECT_FALSE(leaf_of(std::optional<std::weak_ptr<Leaf>>(five)).has_value());
  struct Twice {
    std::weak_ptr<Leaf> gone;
    std::weak_ptr<Leaf> leaf;
    std::uint32_t zero = 0;
    std::string text = "text";
  };
  const Result<Buffer> bytes = archive::encode(Twice{five, five});
  ASSERT_TRUE(bytes.ok());
  const Result<Read> read = archive::decode<Read>(*bytes);
  ASSERT_TRUE(read.ok()) << read.status().to_string();
  EXPECT_FALSE(read->leaf.has_value());
  EXPECT_EQ(read->text, "text");
}

}  // namespace
}  // namespace fastser
