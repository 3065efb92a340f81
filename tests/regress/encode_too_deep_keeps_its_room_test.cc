// SPDX-License-Identifier: MIT
//
// Where values nested too deep, a field of fixed size was left out together with the question
// whether there is room for the fields behind it, which were written all the same: over the end of
// the scratch area, and of the stack. Found by reading.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "fastser/archive.hpp"

namespace fastser {
namespace {

struct Inner {
  std::int32_t x = 0;
};
struct Node {
  Inner inner;
  std::int64_t number = 0;
  std::vector<Node> kids;
};

TEST(EncodeTooDeep, KeepsItsRoomForAnyNumberOfSiblings) {
  Node root;
  root.kids.resize(100'000);
  for (std::uint32_t depth = 1; depth < 4; ++depth) {
    const Result<Buffer> bytes = archive::encode(root, {.depth = depth});
    if (!bytes.ok()) {
      EXPECT_EQ(bytes.status().code(), Code::kTooDeep);
    }
    if (depth == 1) {
      EXPECT_FALSE(bytes.ok());
    }
  }
  EXPECT_FALSE(archive::encoded_size(root, {.depth = 1}).ok());
}

TEST(EncodeTooDeep, KeepsItsRoomWithTheDefaultOptions) {
  Node root;
  Node* last = &root;
  for (int level = 0; level < 62; ++level) last = &last->kids.emplace_back();
  last->kids.resize(1'000);
  Status status;
  for (int more = 0; status.ok() && more < 200; ++more) {
    status = archive::encode(root).status();
    last = &last->kids.front();
    last->kids.resize(1'000);
  }
  EXPECT_EQ(status.code(), Code::kTooDeep);
}

}  // namespace
}  // namespace fastser
