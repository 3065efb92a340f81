// SPDX-License-Identifier: MIT
//
// Objects whose fields come later (begin_object_or_later, begin_pending): graphs of any depth are
// read without recursion; every object is new once, whatever the order of reading.
#include <gtest/gtest.h>

#include "fastser/coder.hpp"
#include "unit/archive/coder/chain.hpp"

namespace fastser {
namespace {

using testing::chain_bytes;
using testing::expect_chain;
using testing::Maker;

TEST(CoderPending, ChainsOfEveryLengthAroundTheWritersNestingComeBack) {
  CoderReader reader;
  for (std::int32_t length = 1; length < 70; ++length) {
    const Buffer bytes = chain_bytes(length);
    ASSERT_TRUE(reader.open(bytes).ok());
    Maker maker(reader);
    const std::int64_t first = maker.node();
    maker.pending();
    EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
    expect_chain(maker.made, first, length);
    EXPECT_EQ(maker.later != 0, length > 17) << length;
  }
}

// A table-in-front archive put together by hand: class A {i32, list of any ref}; the root is a list
// of any ref.
Buffer archive_of(std::initializer_list<int> payload) {
  Buffer bytes;
  for (const int byte : {0x46, 0x53, 0x52, 1, 0, 0,    0, 0,    0,    13,   1,   1,
                         0x41, 0,    0,    2, 2, 0x06, 2, 0x21, 0x2B, 0x21, 0x2B}) {
    const auto one = static_cast<std::byte>(byte);
    EXPECT_TRUE(bytes.append({&one, 1}));
  }
  for (const int byte : payload) {
    const auto one = static_cast<std::byte>(byte);
    EXPECT_TRUE(bytes.append({&one, 1}));
  }
  return bytes;
}

TEST(CoderPending, AnObjectThatIsAskedForBeforeItsTurnIsReadAtOnceAndNotAgain) {
  // Three deferred objects, and the first again.
  const Buffer bytes =
      archive_of({4, 2, 0, 2, 0, 2, 0, 6, 7, 0, 0, 0, 0, 8, 0, 0, 0, 1, 6, 9, 0, 0, 0, 0});
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  std::uint64_t count = 0;
  ASSERT_TRUE(reader.begin_list(count));
  EXPECT_EQ(reader.begin_object_or_later().kind, ObjectStart::kLater);
  const ObjectStart second = reader.begin_object();
  ASSERT_EQ(second.kind, ObjectStart::kNew) << reader.status().to_string();
  EXPECT_EQ(reader.i32(), 8);
  ASSERT_TRUE(reader.begin_list(count));
  const ObjectStart inner = reader.begin_object();
  EXPECT_EQ(inner.kind, ObjectStart::kReference);  // it was given out: its fields are pending
  EXPECT_EQ(inner.number, 0U);
  reader.end_list();
  reader.end_object();
  EXPECT_EQ(reader.begin_object_or_later().kind, ObjectStart::kLater);
  EXPECT_EQ(reader.begin_object().kind, ObjectStart::kReference);
  reader.end_list();
  std::uint32_t number = 9;
  ASSERT_TRUE(reader.begin_pending(number));
  EXPECT_EQ(number, 0U);
  EXPECT_EQ(reader.i32(), 7);
  reader.end_object();
  ASSERT_TRUE(reader.begin_pending(number));
  EXPECT_EQ(number, 2U);
  EXPECT_EQ(reader.i32(), 9);
  reader.end_object();
  EXPECT_FALSE(reader.begin_pending(number));
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

TEST(CoderPending, BodiesThatNobodyTookArePassedByOnTheWay) {
  const Buffer bytes =
      archive_of({3, 2, 0, 2, 0, 2, 0, 7, 0, 0, 0, 0, 8, 0, 0, 0, 0, 9, 0, 0, 0, 0});
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  std::uint64_t count = 0;
  ASSERT_TRUE(reader.begin_list(count));
  reader.skip();
  reader.skip();
  EXPECT_EQ(reader.begin_object_or_later().kind, ObjectStart::kLater);
  reader.end_list();
  std::uint32_t number = 0;
  ASSERT_TRUE(reader.begin_pending(number));
  EXPECT_EQ(number, 2U);
  EXPECT_EQ(reader.i32(), 9);
  reader.end_object();  // its list is passed by
  EXPECT_FALSE(reader.begin_pending(number));
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

TEST(CoderPending, PromisesAreLaterWhenKeptAndNilWhenNot) {
  // Two promises, the body of the second, deferred; the first again.
  const Buffer bytes = archive_of({4, 3, 0, 3, 1, 5, 1, 0, 6, 7, 0, 0, 0, 0});
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  std::uint64_t count = 0;
  ASSERT_TRUE(reader.begin_list(count));
  EXPECT_EQ(reader.begin_object_or_later().kind, ObjectStart::kNil);
  const ObjectStart kept = reader.begin_object_or_later();
  EXPECT_EQ(kept.kind, ObjectStart::kLater);
  EXPECT_EQ(reader.class_name_of(reader.object_class(kept.number)), "A");
  EXPECT_EQ(reader.begin_object_or_later().kind, ObjectStart::kReference);
  EXPECT_EQ(reader.begin_object_or_later().kind, ObjectStart::kNil);
  reader.end_list();
  std::uint32_t number = 0;
  ASSERT_TRUE(reader.begin_pending(number));
  EXPECT_EQ(number, kept.number);
  EXPECT_EQ(reader.i32(), 7);
  reader.end_object();
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

TEST(CoderPending, SecondBodiesAndBytesBehindTheLastAreErrors) {
  const auto finish = [](const Buffer& bytes) {
    CoderReader reader;
    EXPECT_TRUE(reader.open(bytes).ok());
    std::uint64_t count = 0;
    EXPECT_TRUE(reader.begin_list(count));
    while (!reader.is_at_end()) static_cast<void>(reader.begin_object_or_later());
    reader.end_list();
    std::uint32_t number = 0;
    while (reader.begin_pending(number)) reader.end_object();
    return reader.finish().code();
  };
  EXPECT_EQ(finish(archive_of({1, 2, 0, 7, 0, 0, 0, 0})), Code::kOk);
  EXPECT_EQ(finish(archive_of({1, 2, 0, 7, 0, 0, 0, 0, 1})), Code::kTrailing);
  EXPECT_EQ(finish(archive_of({1, 2, 0, 7, 0, 0})), Code::kTruncated);
  EXPECT_EQ(finish(archive_of({1, 2, 0})), Code::kTruncated);
  EXPECT_EQ(finish(archive_of({3, 3, 0, 5, 0, 0, 5, 0, 0, 7, 0, 0, 0, 0, 7, 0, 0, 0, 0})),
            Code::kBadReference);
}

TEST(CoderPending, AreReadWhenNothingIsOpenOnly) {
  const Buffer bytes = archive_of({1, 2, 0, 7, 0, 0, 0, 0});
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  std::uint64_t count = 0;
  std::uint32_t number = 0;
  ASSERT_TRUE(reader.begin_list(count));
  EXPECT_FALSE(reader.begin_pending(number));
  EXPECT_EQ(reader.finish().code(), Code::kUsage);
}

}  // namespace
}  // namespace fastser
