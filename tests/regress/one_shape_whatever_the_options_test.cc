// SPDX-License-Identifier: MIT
//
// A class that fields with different options led to had a shape for each of them, and an object
// that was reached through both was refused by verify: no reference may lead to another shape.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/verify.hpp"

namespace fastser {
namespace {

struct Leaf {
  std::int32_t number = 0;
  std::string text;
};
struct Tree {
  std::shared_ptr<Leaf> plain, small, shared;
  std::vector<std::shared_ptr<Leaf>> more;
  std::shared_ptr<std::string> text, again;
  std::shared_ptr<std::int32_t> count, small_count;
  Leaf own, small_own;
  static constexpr auto fastser_options =
      options(as_varint("small"), share("shared"), as_varint("more"), share("again"),
              as_varint("small_count"), as_varint("small_own"));
};

TEST(OneShape, LeadsToObjectsThatFieldsOfDifferentOptionsShare) {
  Tree tree;
  tree.plain = tree.small = tree.shared = std::make_shared<Leaf>(Leaf{300, "leaf"});
  tree.more = {tree.plain, std::make_shared<Leaf>(Leaf{301, "leaf"})};
  tree.text = tree.again = std::make_shared<std::string>("text");
  tree.count = tree.small_count = std::make_shared<std::int32_t>(-5);
  for (const archive::Sharing sharing : {archive::Sharing::off, archive::Sharing::on}) {
    const Result<Buffer> bytes = archive::encode(tree, {.sharing = sharing});
    ASSERT_TRUE(bytes.ok());
    const Status sound = archive::verify(*bytes);
    EXPECT_TRUE(sound.ok()) << sound.to_string();
    const Result<Tree> again = archive::decode<Tree>(*bytes);
    ASSERT_TRUE(again.ok()) << again.status().to_string();
    EXPECT_EQ(again->plain, again->shared);
    EXPECT_EQ(again->plain, again->small);
    EXPECT_EQ(again->plain, again->more[0]);
    EXPECT_EQ(again->more[1]->number, 301);
    EXPECT_EQ(again->text, again->again);
    EXPECT_EQ(*again->small_count, -5);
  }
}

TEST(OneShape, IsAllThatTheTableHas) {
  const Result<Type> type = type_of<Tree>();
  ASSERT_TRUE(type.ok());
  const std::vector<std::byte> table = type->table();
  EXPECT_EQ(table[0], std::byte{2});  // Tree and Leaf
}

}  // namespace
}  // namespace fastser
