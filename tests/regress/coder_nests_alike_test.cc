// SPDX-License-Identifier: MIT
//
// What the coder writes with default limits is read and passed by with default limits. Passing
// objects by counted each of them twice.
#include <gtest/gtest.h>

#include <vector>

#include "fastser/coder.hpp"
#include "fastser/verify.hpp"
#include "support/bytes.hpp"

namespace fastser {
namespace {

using schema::TypeCode;

constexpr std::size_t kDepth = Limits{}.depth;

// `nested` objects in each other, then a number behind them; written with one level to spare.
Buffer nested_objects(std::size_t nested) {
  static int objects[kDepth + 1];
  CoderWriter writer({.limits = {.depth = kDepth + 1}});
  const ClassHandle super = writer.define_class("Super");
  const ClassHandle of = writer.define_class("Nest", 0, super);
  for (std::size_t i = 0; i < nested; ++i) {
    EXPECT_TRUE(writer.begin_object("inner", &objects[i], of));
    writer.i32("level", static_cast<std::int32_t>(i));
  }
  const std::int32_t leaf[] = {1, 2, 3};
  writer.array("leaf", std::span<const std::int32_t>(leaf));
  for (std::size_t i = 0; i < nested; ++i) writer.end_object();
  writer.i32("behind", 7);
  Result<Buffer> bytes = writer.finish();
  EXPECT_TRUE(bytes.ok()) << bytes.status().to_string();
  return std::move(*bytes);
}

Buffer nested_lists(std::size_t nested) {
  CoderWriter writer({.limits = {.depth = kDepth + 1}});
  for (std::size_t i = 0; i < nested; ++i) writer.begin_list(1, TypeCode::kAny);
  writer.i32(5);
  for (std::size_t i = 0; i < nested; ++i) writer.end_list();
  writer.i32("behind", 7);
  Result<Buffer> bytes = writer.finish();
  EXPECT_TRUE(bytes.ok()) << bytes.status().to_string();
  return std::move(*bytes);
}

Status read_objects(const Buffer& bytes) {
  CoderReader reader;
  if (!reader.open(bytes).ok()) return reader.status();
  std::size_t open = 0;
  while (reader.begin_object("inner").kind == ObjectStart::kNew) ++open;
  for (; open != 0; --open) reader.end_object();
  if (reader.status().ok()) {
    EXPECT_EQ(reader.i32("behind"), 7);
  }
  return reader.finish();
}

Status pass_by(const Buffer& bytes) {
  CoderReader reader;
  if (!reader.open(bytes).ok()) return reader.status();
  reader.skip();
  if (reader.status().ok()) {
    EXPECT_EQ(reader.i32("behind"), 7);
  }
  return reader.finish();
}

TEST(CoderNestsAlike, ObjectsAtTheLimitAreReadAndPassedBy) {
  const Buffer most = nested_objects(kDepth - 1);  // the array in the innermost is a level as well
  EXPECT_TRUE(read_objects(most).ok()) << read_objects(most).to_string();
  EXPECT_TRUE(pass_by(most).ok()) << pass_by(most).to_string();
  const Buffer deeper = nested_objects(kDepth);
  EXPECT_EQ(archive::verify(deeper).code(), Code::kTooDeep);
  EXPECT_EQ(read_objects(deeper).code(), Code::kTooDeep);
  EXPECT_EQ(pass_by(deeper).code(), Code::kTooDeep);
}

TEST(CoderNestsAlike, ListsAtTheLimitArePassedBy) {
  const Buffer most = nested_lists(kDepth);
  EXPECT_TRUE(pass_by(most).ok()) << pass_by(most).to_string();
  EXPECT_EQ(pass_by(nested_lists(kDepth + 1)).code(), Code::kTooDeep);
}

// An i32 in anys in each other, in a list: take_value() did not count them.
TEST(CoderNestsAlike, ChoicesAreCountedWhateverTakesTheValue) {
  const auto codes_of = [](std::size_t anys) {
    testing::Bytes payload = testing::bytes({1});
    // The outermost is the list's element: it stands in the table.
    payload.resize(anys, static_cast<std::byte>(TypeCode::kAny));
    testing::put(payload, {6, 5, 0, 0, 0});
    const testing::Bytes bytes = testing::archive_of({0, 0x21, 0x2C}, payload);
    const auto take = [&bytes](auto&& read) {
      CoderReader reader;
      EXPECT_TRUE(reader.open(bytes).ok());
      std::uint64_t count = 0;
      EXPECT_TRUE(reader.begin_list(count));
      read(reader);
      return reader.status().code();
    };
    const Code verified = archive::verify(bytes).code();
    EXPECT_EQ(take([](CoderReader& reader) { static_cast<void>(reader.i32()); }), verified);
    EXPECT_EQ(take([](CoderReader& reader) {
                CoderValue value;
                reader.take_value(value);
              }),
              verified);
    return verified;
  };
  EXPECT_EQ(codes_of(kDepth), Code::kOk);
  EXPECT_EQ(codes_of(kDepth + 1), Code::kTooDeep);
}

}  // namespace
}  // namespace fastser
