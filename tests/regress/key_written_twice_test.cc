// SPDX-License-Identifier: MIT
//
// The coder wrote a record in which one key came twice, and with it a table in which a shape had
// two fields of one name: of the two, readers found either one.
#include <gtest/gtest.h>

#include "fastser/coder.hpp"
#include "fastser/verify.hpp"

namespace fastser {
namespace {

constexpr Key kA("a");
constexpr Key kB("b");

TEST(KeyWrittenTwice, IsRefusedAtTheEndOfTheRecord) {
  for (const bool twice : {false, true}) {
    CoderWriter writer;
    const ClassHandle one = writer.define_class("One", 0);
    for (int i = 0; i < 3; ++i) {
      writer.begin_record(one);
      writer.i32(kA, 1);
      writer.i32(kB, 2);
      if (twice && i == 2) writer.i32(Key::transient("a"), 3);
      writer.end_record();
    }
    const Result<Buffer> bytes = writer.finish();
    EXPECT_EQ(bytes.status().code(), twice ? Code::kUsage : Code::kOk);
    if (bytes.ok()) {
      EXPECT_TRUE(archive::verify(*bytes).ok());
    }
  }
}

TEST(KeyWrittenTwice, IsRefusedAtTopLevel) {
  CoderWriter writer;
  writer.i32(kA, 1);
  writer.i32(kA, 1);
  EXPECT_EQ(writer.finish().status().code(), Code::kUsage);
}

TEST(KeyWrittenTwice, InRecordsInsideEachOtherIsFine) {
  CoderWriter writer;
  const ClassHandle one = writer.define_class("One", 0);
  writer.begin_record(kA, one);
  writer.begin_record(kA, one);
  writer.i32(kA, 1);
  writer.end_record();
  writer.end_record();
  const Result<Buffer> bytes = writer.finish();
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  EXPECT_TRUE(archive::verify(*bytes).ok());
}

}  // namespace
}  // namespace fastser
