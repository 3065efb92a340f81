// SPDX-License-Identifier: MIT
//
// Messages come out of a stream whole, whatever pieces it arrives in.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "fastser/msgpack.hpp"
#include "support/hex.hpp"

namespace fastser {
namespace {

using testing::message;

struct Entry {
  int number = 0;
  std::string text;
  std::vector<std::byte> data;
  std::vector<std::vector<int>> lists;
  msgpack::Ext ext;
  friend bool operator==(const Entry&, const Entry&) = default;
};

std::vector<Entry> make_entries() {
  std::mt19937 random(3);
  std::vector<Entry> entries(50);
  for (Entry& entry : entries) {
    entry.number = static_cast<int>(random());
    entry.text.assign(random() % 400, 'x');
    entry.data.resize(random() % 70);
    entry.lists.resize(random() % 20, std::vector<int>(random() % 4, 1));
    entry.ext = {1, std::vector<std::byte>(random() % 20)};
  }
  return entries;
}

TEST(MsgpackStream, GivesMessagesWholeForPiecesOfAnySize) {
  const std::vector<Entry> entries = make_entries();
  std::vector<std::byte> bytes;
  for (const Entry& entry : entries) {
    const Result<Buffer> one = msgpack::encode(entry);
    bytes.insert(bytes.end(), one->begin(), one->end());
  }
  std::mt19937 random(4);
  for (const std::size_t most : {std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{100},
                                 std::size_t{5'000}, bytes.size()}) {
    msgpack::Stream stream;
    std::vector<Entry> got;
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t size = std::min(1 + random() % most, bytes.size() - at);
      ASSERT_TRUE(stream.feed(BytesView(bytes).subspan(at, size)).ok());
      at += size;
      while (const auto whole = stream.next()) got.push_back(*msgpack::decode<Entry>(*whole));
    }
    EXPECT_EQ(got, entries) << most;
    EXPECT_EQ(stream.pending(), 0U);
  }
}

TEST(MsgpackStream, SaysWhatIsWrongAndWhere) {
  msgpack::Stream stream;
  ASSERT_TRUE(stream.feed(message("0102")).ok());
  EXPECT_TRUE(stream.next() && stream.next() && !stream.next());
  const Status status = stream.feed(message("c1"));
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_EQ(status.offset(), 2U);
  EXPECT_FALSE(stream.next());
  msgpack::Stream cut;
  ASSERT_TRUE(cut.feed(message("920"
                               "1"))
                  .ok());
  EXPECT_FALSE(cut.next());
  EXPECT_EQ(cut.pending(), 2U);
}

TEST(MsgpackStream, RefusesMessagesLargerThanItMayKeep) {
  for (const char* large : {"dc0065", "de0033", "c465", "d965", "c66500000000", "ddffffffff"}) {
    msgpack::Stream stream(100);
    EXPECT_EQ(stream.feed(message(large)).code(), Code::kOverBudget) << large;
  }
  // Many small claims, none of which is too large.
  msgpack::Stream stream(100);
  EXPECT_EQ(stream.feed(message("dc0020dc0020dc0020dc0020dc0020")).code(), Code::kOverBudget);
  msgpack::Stream enough(100);
  EXPECT_TRUE(enough.feed(message("dc0060")).ok());
}

}  // namespace
}  // namespace fastser
