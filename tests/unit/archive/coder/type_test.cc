// SPDX-License-Identifier: MIT
//
// What a coder's calls came to, as a Type: the one description that schemas, conversions and plans
// go by.
#include <gtest/gtest.h>

#include "fastser/archive.hpp"
#include "fastser/coder.hpp"
#include "unit/archive/finished.hpp"

namespace fastser {
namespace {

using testing::finished;

struct Point {
  std::int32_t x = 0;
  double y = 0;
};

TEST(CoderType, IsThatOfTheEqualCppType) {
  archive::CoderWriter writer({.sharing = archive::Sharing::off});
  writer.begin_record(writer.define_class("Point"));
  writer.i32("x", 1);
  writer.f64("y", 2);
  writer.end_record();
  const Buffer bytes = finished(writer);
  archive::CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  const Result<Type> read = reader.type();
  ASSERT_TRUE(read.ok()) << read.status().to_string();
  EXPECT_EQ(read->code(), TypeCode::kAnyRecord);  // each time it may be another class
  ASSERT_EQ(read->record_count(), 1U);
  EXPECT_EQ(read->record(0), *type_of<Point>());
  EXPECT_EQ(*archive::read_type(bytes), *read);
  EXPECT_EQ(*archive::read_type(*archive::encode(Point{})), *type_of<Point>());
}

TEST(CoderType, IsKnownFromOpenOn) {
  archive::CoderReader reader;
  EXPECT_EQ(reader.type().status().code(), Code::kUsage);
  const Result<Buffer> bytes = archive::encode(Point{1, 2});
  ASSERT_TRUE(reader.open(*bytes).ok());
  EXPECT_EQ(*reader.type(), *type_of<Point>());
  ASSERT_TRUE(reader.begin_record());
  EXPECT_EQ(reader.i32("x"), 1);
  EXPECT_EQ(reader.string("y"), "");  // a mistake of the caller's
  EXPECT_EQ(*reader.type(), *type_of<Point>());
  EXPECT_FALSE(reader.open(BytesView(bytes->data(), 12)).ok());
  EXPECT_EQ(reader.type().status().code(), Code::kUsage);
}

TEST(CoderType, OfABrokenTableSaysWhereInTheArchive) {
  Result<Buffer> bytes = archive::encode(Point{});
  bytes->data()[11] = std::byte{0xFF};
  const Status status = archive::read_type(*bytes).status();
  EXPECT_FALSE(status.ok());
  EXPECT_EQ(status.offset(), archive::verify(*bytes).offset());
  EXPECT_EQ(archive::read_type(*archive::encode(Point{}, {.header = archive::Header::fingerprint}))
                .status()
                .code(),
            Code::kUsage);
}

}  // namespace
}  // namespace fastser
