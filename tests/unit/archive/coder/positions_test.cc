// SPDX-License-Identifier: MIT
//
// Other orders of reading: positions that are returned to, and containers open side by side.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fastser/coder.hpp"
#include "unit/archive/finished.hpp"

namespace fastser {
namespace {

using schema::TypeCode;
using testing::finished;

// {left: [0, 10, ...], right: ["a", "b", ...], last: 5}
Buffer two_lists() {
  CoderWriter writer;
  writer.begin_record("both", writer.define_class("Both"));
  writer.begin_list("left", 4, TypeCode::kAny);
  for (int i = 0; i < 4; ++i) writer.i32(i * 10);
  writer.end_list();
  writer.begin_list("right", 4, TypeCode::kString);
  for (int i = 0; i < 4; ++i) writer.string(std::string(1, static_cast<char>('a' + i)));
  writer.end_list();
  writer.i32("last", 5);
  writer.end_record();
  return finished(writer);
}

TEST(CoderPositions, AValueIsReadWhereItLiesAsOftenAsAskedFor) {
  const Buffer bytes = two_lists();
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  ASSERT_TRUE(reader.begin_record("both"));
  const CoderPosition right = reader.position("right");
  const CoderPosition last = reader.position("last");
  EXPECT_TRUE(right.valid());
  EXPECT_FALSE(reader.position("nobody").valid());
  for (int turn = 0; turn < 3; ++turn) {
    ASSERT_TRUE(reader.begin_at(last));
    EXPECT_EQ(reader.i32(), 5);
    EXPECT_TRUE(reader.is_at_end());
    reader.end_at();
    std::uint64_t count = 0;
    ASSERT_TRUE(reader.begin_at(right));
    ASSERT_TRUE(reader.begin_list(count));
    EXPECT_EQ(count, 4U);
    EXPECT_EQ(reader.string(), "a");
    EXPECT_EQ(reader.shared_number(), 0U);
    reader.end_list();
    reader.end_at();
  }
  EXPECT_EQ(reader.i32("last"), 5);
  reader.end_record();
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

TEST(CoderPositions, ContainersAreReadSideBySide) {
  const Buffer bytes = two_lists();
  CoderReader reader;
  CoderReader::Branch left;
  CoderReader::Branch right;
  for (int turn = 0; turn < 2; ++turn) {  // branches are used again, too
    ASSERT_TRUE(reader.open(bytes).ok());
    ASSERT_TRUE(reader.begin_record("both"));
    const CoderPosition at_left = reader.position("left");
    const CoderPosition at_right = reader.position("right");
    std::uint64_t count = 0;
    reader.swap(left);
    EXPECT_TRUE(reader.is_at_end());
    ASSERT_TRUE(reader.begin_at(at_left) && reader.begin_list(count));
    reader.swap(left);
    reader.swap(right);
    ASSERT_TRUE(reader.begin_at(at_right) && reader.begin_list(count));
    reader.swap(right);
    for (int i = 0; i < 4; ++i) {
      reader.swap(left);
      EXPECT_EQ(reader.i32(), i * 10);
      reader.swap(left);
      reader.swap(right);
      EXPECT_EQ(reader.string(), std::string(1, static_cast<char>('a' + i)));
      reader.swap(right);
    }
    EXPECT_EQ(reader.i32("last"), 5);
    reader.end_record();
    EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
  }
}

TEST(CoderPositions, TheEndBelongsToThePlaceThatOpenMade) {
  const Buffer bytes = two_lists();
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  CoderReader::Branch branch;
  reader.swap(branch);
  EXPECT_EQ(reader.finish().code(), Code::kUsage);
  reader.swap(branch);  // after an error nothing happens
  EXPECT_EQ(reader.finish().code(), Code::kUsage);
  ASSERT_TRUE(reader.open(bytes).ok());
  EXPECT_TRUE(reader.finish().ok());
}

TEST(CoderPositions, OfAnotherArchiveAreRefused) {
  const Buffer bytes = two_lists();
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  const CoderPosition old = reader.position("both");
  EXPECT_TRUE(old.valid());
  ASSERT_TRUE(reader.open(bytes).ok());
  EXPECT_FALSE(reader.begin_at(old));
  EXPECT_EQ(reader.status().code(), Code::kUsage);
  ASSERT_TRUE(reader.open(bytes).ok());
  EXPECT_FALSE(reader.begin_at({}));
  EXPECT_EQ(reader.status().code(), Code::kUsage);
}

TEST(CoderPositions, ObjectsAreNewAtTheirFirstReadingAndNumbersStay) {
  static int objects[2];
  CoderWriter writer;
  const ClassHandle of = writer.define_class("Thing");
  for (int& object : objects) {
    ASSERT_TRUE(writer.begin_object("thing", &object, of));
    writer.string("name", "one");
    writer.end_object();
    writer.i32("between", 1);
    if (&object == &objects[0]) break;
  }
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  const CoderPosition thing = reader.position("thing");
  reader.skip("thing");
  EXPECT_EQ(reader.i32("between"), 1);
  ASSERT_TRUE(reader.begin_at(thing));
  const ObjectStart start = reader.begin_object();
  ASSERT_EQ(start.kind, ObjectStart::kNew);
  EXPECT_EQ(reader.string("name"), "one");
  reader.end_object();
  reader.end_at();
  ASSERT_TRUE(reader.begin_at(thing));
  EXPECT_EQ(reader.begin_object().kind, ObjectStart::kReference);
  reader.end_at();
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

TEST(CoderPositions, ScalarsInARunAndElementsOfATupleHavePlaces) {
  CoderWriter writer;
  for (int i = 0; i < 20; ++i) writer.i32(i);
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  std::vector<CoderPosition> places;
  for (int i = 0; i < 20; ++i) {
    places.push_back(reader.position());
    EXPECT_EQ(reader.i32(), i);
  }
  EXPECT_FALSE(reader.position().valid());
  for (int i = 19; i >= 0; --i) {
    ASSERT_TRUE(reader.begin_at(places[static_cast<std::size_t>(i)]));
    EXPECT_EQ(reader.i64(), i);
    reader.end_at();
  }
  EXPECT_TRUE(reader.finish().ok());
}

TEST(CoderPositions, DepthIsCountedWhereAValueLies) {
  CoderWriter writer({.limits = {.depth = 4}});
  for (int i = 0; i < 4; ++i) writer.begin_list(1, TypeCode::kAny);
  writer.i32(1);
  for (int i = 0; i < 4; ++i) writer.end_list();
  const Buffer bytes = finished(writer);
  for (const std::uint32_t limit : {4U, 3U}) {
    for (const bool branched : {true, false}) {
      CoderReader reader;
      ASSERT_TRUE(reader.open(bytes, {.depth = limit}).ok());
      std::uint64_t count = 0;
      for (int i = 0; i < 3; ++i) ASSERT_TRUE(reader.begin_list(count));
      const CoderPosition deep = reader.position();
      CoderReader::Branch branch;
      if (branched) reader.swap(branch);
      ASSERT_TRUE(reader.begin_at(deep));
      EXPECT_EQ(reader.begin_list(count), limit == 4);
      EXPECT_EQ(reader.status().code(), limit == 4 ? Code::kOk : Code::kTooDeep);
    }
  }
}

TEST(CoderPositions, WhatComesIsKnownBeforeItIsTaken) {
  const int object = 0;
  const double numbers[] = {1, 2};
  CoderWriter writer;
  writer.begin_record(writer.define_class("R"));
  writer.array<double>("numbers", numbers);
  writer.null("null");
  writer.reference("nil", nullptr);
  if (writer.begin_object("object", &object, writer.define_class("Object"))) writer.end_object();
  writer.end_record();
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  ASSERT_TRUE(reader.begin_record());
  const std::size_t start = reader.archive_offset();
  EXPECT_EQ(reader.peek_element("numbers"), schema::TypeCode::kF64);
  EXPECT_EQ(reader.peek_element("object"), schema::TypeCode::kNull);
  EXPECT_EQ(reader.peek_element("none"), schema::TypeCode::kNull);
  for (const char* name : {"null", "nil", "none"}) {
    const Key key = reader.key(reader.define_key(name));
    EXPECT_TRUE(reader.is_nothing(key)) << name;
    EXPECT_TRUE(reader.is_nothing(key)) << name;
  }
  EXPECT_FALSE(reader.is_nothing("numbers"));
  EXPECT_EQ(reader.archive_offset(), start);
  EXPECT_FALSE(reader.is_nothing("object"));
  EXPECT_GT(reader.archive_offset(), start + sizeof numbers);
  EXPECT_LT(reader.archive_offset(), bytes.size());
  EXPECT_EQ(reader.begin_object("object").kind, ObjectStart::kNew) << "it was only looked at";
  reader.end_object();
  EXPECT_EQ(reader.array("numbers").count, 2U);
  reader.end_record();
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

}  // namespace
}  // namespace fastser
