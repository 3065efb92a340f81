// SPDX-License-Identifier: MIT
//
// After an error, and after finish(), a coder's reader had no next field, and its number was the
// distance between two addresses. A key that was asked for after finish() was looked for there.
#include <gtest/gtest.h>

#include "fastser/coder.hpp"
#include "unit/archive/finished.hpp"

namespace fastser::testing {
namespace {

TEST(FieldIndexOfNothing, IsBehindTheLastField) {
  CoderWriter writer;
  writer.i32("a", 1);
  writer.string("b", "text");
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  EXPECT_EQ(reader.field_index(), 0U);
  EXPECT_TRUE(reader.finish().ok());
  EXPECT_EQ(reader.field_index(), 2U);
  ASSERT_TRUE(reader.open(bytes).ok());
  reader.fail(Code::kTypeMismatch, "the caller's");
  EXPECT_EQ(reader.field_index(), 2U);
}

TEST(FieldIndexOfNothing, NoKeyIsFoundAfterFinish) {
  CoderWriter writer;
  writer.i32("a", 1);
  writer.string("b", "text");
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  ASSERT_TRUE(reader.finish().ok());
  EXPECT_EQ(reader.i32("a"), 0);
  EXPECT_EQ(reader.string("b"), "");
  EXPECT_FALSE(reader.contains("a"));
  EXPECT_FALSE(reader.position("b").valid());
  EXPECT_TRUE(reader.status().ok());
}

}  // namespace
}  // namespace fastser::testing
