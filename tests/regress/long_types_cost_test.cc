// SPDX-License-Identifier: MIT
//
// A type of a hundred thousand bytes, and as many values of a byte each that had it looked at
// again: references to an object through another mention of its type compared the two every time
// (80 KB took a second in verify, and four times that when doubled). No time is asked for here:
// what is quadratic does not end within a test's patience.
#include <gtest/gtest.h>

#include <vector>

#include "fastser/coder.hpp"
#include "fastser/verify.hpp"
#include "support/bytes.hpp"

namespace fastser {
namespace {

using testing::archive_of;
using testing::Bytes;
using testing::put;
using testing::put_varint;

constexpr std::size_t kLong = 300000;

// A tuple of kLong nulls.
void put_long_type(Bytes& out) {
  put(out, {0x2D});
  put_varint(out, kLong);
  out.resize(out.size() + kLong);
}
// list<tuple<ref L, ref L, ...>>: the object, then references to it through every mention of L.
Bytes mentioned_often(int mentions) {
  Bytes table;
  put(table, {0, 0x21, 0x2D, mentions});
  for (int i = 0; i < mentions; ++i) {
    put(table, {0x29});
    put_long_type(table);
  }
  Bytes payload;
  put_varint(payload, kLong);
  put(payload, {1});
  payload.insert(payload.end(), static_cast<std::size_t>(mentions) * kLong - 1, std::byte{6});
  return archive_of(table, payload);
}

TEST(LongTypes, AreComparedOnceForAllReferences) {
  for (const int mentions : {2, 3}) {
    const Status status = archive::verify(mentioned_often(mentions));
    EXPECT_TRUE(status.ok()) << status.to_string();
  }
}

TEST(LongTypes, ThatDifferAreToldApart) {
  Bytes bytes = mentioned_often(2);
  // The last null of the second mention becomes a bool; the objects are of the first.
  bytes[bytes.size() - 2 * kLong - 3 - 1] = std::byte{1};
  EXPECT_EQ(archive::verify(bytes).code(), Code::kTypeMismatch);
}

// The coder's reader keeps no notes about types: it charges for looking.
Code read_with_coder(const Bytes& bytes) {
  CoderReader reader;
  const Status opened = reader.open(bytes, {});
  return opened.ok() ? reader.finish().code() : opened.code();
}

TEST(LongTypes, AreChargedByTheCodersReader) {
  EXPECT_EQ(read_with_coder(mentioned_often(2)), Code::kOverBudget);
  Bytes payload;
  put_varint(payload, kLong);
  payload.resize(payload.size() + kLong);
  // list<list<L>>, without elements.
  Bytes lists;
  put(lists, {0, 0x21, 0x21});
  put_long_type(lists);
  EXPECT_EQ(read_with_coder(archive_of(lists, payload)), Code::kOverBudget);
  // list<map<list<L>, bool>>, empty.
  Bytes maps;
  put(maps, {0, 0x21, 0x24, 0x21});
  put_long_type(maps);
  put(maps, {1});
  EXPECT_EQ(read_with_coder(archive_of(maps, payload)), Code::kOverBudget);
  // list<variant<L, bool>>: all of them are a bool, false.
  Bytes variants;
  put(variants, {0, 0x21, 0x26, 2});
  put_long_type(variants);
  put(variants, {1});
  Bytes bools;
  put_varint(bools, kLong);
  for (std::size_t i = 0; i < kLong; ++i) put(bools, {1, 0});
  EXPECT_EQ(read_with_coder(archive_of(variants, bools)), Code::kOverBudget);
  // list<tuple<list<L>, bool>>
  Bytes tuples;
  put(tuples, {0, 0x21, 0x2D, 2, 0x21});
  put_long_type(tuples);
  put(tuples, {1});
  Bytes pairs;
  put_varint(pairs, kLong);
  pairs.resize(pairs.size() + 2 * kLong);
  EXPECT_EQ(read_with_coder(archive_of(tuples, pairs)), Code::kOverBudget);
}

}  // namespace
}  // namespace fastser
