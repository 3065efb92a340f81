// SPDX-License-Identifier: MIT
//
// A branch that was complete was taken for one of the branches that were begun after it in the same
// archive, and its values went there. Found by reading.
#include <gtest/gtest.h>

#include "fastser/coder.hpp"

namespace fastser {
namespace {

TEST(BranchOfAnotherTape, IsRefused) {
  CoderWriter writer;
  CoderWriter::Branch first;
  CoderWriter::Branch second;
  CoderWriter::Branch third;
  writer.begin_branch(first);
  writer.begin_branch(second);
  writer.swap(first);
  writer.i32(1);
  writer.swap(first);
  writer.swap(second);
  writer.i32(2);
  writer.swap(second);
  ASSERT_TRUE(writer.status().ok()) << writer.status().to_string();
  writer.begin_branch(third);
  writer.swap(first);
  EXPECT_EQ(writer.status().code(), Code::kUsage);
}

}  // namespace
}  // namespace fastser
