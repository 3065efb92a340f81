// SPDX-License-Identifier: MIT
//
// Messages of strangers: every truncation and every flipped bit is an answer, nothing is allocated
// that the input does not pay for, nothing recurses without end, and errors say where.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "fastser/msgpack.hpp"
#include "support/alloc_counter.hpp"
#include "support/damage.hpp"
#include "support/everything.hpp"
#include "support/hex.hpp"

namespace fastser {
namespace {

using msgpack::Keys;
using testing::AllocScope;
using testing::message;
using testing::everything::Everything;
using testing::everything::Item;
using testing::everything::make_everything;

// And what only MessagePack has.
struct Message {
  Everything everything;
  msgpack::Timestamp when;
  msgpack::Ext ext;
};

// Read as what it was written from and as something else, in bounds of memory and without a leak.
void expect_answer(BytesView bytes) {
  testing::expect_bounded(bytes.size(), [&] {
    const auto value = msgpack::decode<Message>(bytes);
    if (!value.ok()) {
      EXPECT_LE(value.status().offset(), bytes.size());
    }
    static_cast<void>(msgpack::decode<std::vector<Item>>(bytes));
    const Status sound = msgpack::verify(bytes);
    EXPECT_TRUE(sound.ok() || sound.offset() <= bytes.size());
    if (value.ok()) {
      EXPECT_TRUE(sound.ok());
    }
  });
}

TEST(MsgpackHostile, EveryTruncationAndEveryFlippedBitIsAnAnswer) {
  const Message value{make_everything(), {1'700'000'000, 5}, {3, std::vector<std::byte>(5)}};
  for (const Keys keys : {Keys::strings, Keys::integers, Keys::array}) {
    const Result<Buffer> bytes = msgpack::encode(value, keys);
    ASSERT_TRUE(msgpack::decode<Message>(*bytes).ok());
    for (std::size_t size = 0; size < bytes->size(); ++size) {
      const std::vector<std::byte> cut(bytes->begin(), bytes->begin() + size);
      EXPECT_FALSE(msgpack::decode<Message>(cut).ok());
      EXPECT_EQ(msgpack::verify(cut).code(), Code::kTruncated);
      expect_answer(cut);
    }
    testing::each_flipped_bit(*bytes, expect_answer);
  }
}

TEST(MsgpackHostile, ACountThatTheInputCannotHoldAllocatesNothing) {
  for (const char* bomb : {"ddffffffff", "dfffffffff", "dbffffffff", "c6ffffffff", "c9ffffffff05",
                           "dd7fffffff00", "9fdd7fffffff"}) {
    const AllocScope scope;
    EXPECT_FALSE(msgpack::decode<std::vector<std::string>>(message(bomb)).ok()) << bomb;
    EXPECT_FALSE((msgpack::decode<std::map<std::string, int>>(message(bomb)).ok())) << bomb;
    EXPECT_FALSE(msgpack::decode<std::string>(message(bomb)).ok()) << bomb;
    EXPECT_FALSE(msgpack::decode<std::vector<std::byte>>(message(bomb)).ok()) << bomb;
    EXPECT_FALSE(msgpack::verify(message(bomb)).ok()) << bomb;
    EXPECT_LE(scope.peak(), 4096U) << bomb;
  }
}

struct Nested {
  std::vector<Nested> inner;
};

TEST(MsgpackHostile, NestingIsLimitedWhereItIsReadAndNotWhereItIsSkipped) {
  // Arrays in arrays: [[[[...]]]] is Nested in array form.
  const std::vector<std::byte> deep(1'000'000, std::byte{0x91});
  EXPECT_EQ(msgpack::decode<Nested>(deep).status().code(), Code::kTooDeep);
  // {"unknown": [[[...nil]]], "name": "n"}
  std::vector<std::byte> unknown = message("82a7756e6b6e6f776e");
  unknown.insert(unknown.end(), deep.begin(), deep.end());
  for (const std::byte byte : message("c0a46e616d65a16e")) unknown.push_back(byte);
  EXPECT_EQ(msgpack::decode<Item>(unknown)->name, "n");
  EXPECT_TRUE(msgpack::verify(unknown).ok());
  // A bomb per level: each array claims as much as the rest of the input can hold.
  std::vector<std::byte> claims;
  for (int i = 0; i < 20'000; ++i) {
    for (const std::byte byte : message("dc1fff")) claims.push_back(byte);
  }
  const AllocScope scope;
  EXPECT_FALSE(msgpack::decode<Nested>(claims).ok());
  EXPECT_LE(scope.peak(), testing::allowed_heap(claims.size()));
}

TEST(MsgpackHostile, ErrorsSayWhere) {
  const auto error = [](const char* hex) {
    return msgpack::decode<Everything>(message(hex)).status();
  };
  // {"items": [{"name": 5}]}
  const Status named = error("81a56974656d739181a46e616d6505");
  EXPECT_EQ(named.code(), Code::kTypeMismatch);
  EXPECT_EQ(named.path(), "items[0].name");
  EXPECT_EQ(named.offset(), 14U);
  // {0: [{0: 5}]}
  EXPECT_EQ(error("8100918100"
                  "05")
                .path(),
            "[0][0][0]");
  // {"values": {"k": [7, 1]}}
  EXPECT_EQ(error("81a676616c75657381a16b920701").path(), "values.k");
  EXPECT_EQ(error("c1").code(), Code::kMalformed);
  EXPECT_EQ(error("").code(), Code::kTruncated);
  EXPECT_EQ(error("8000").code(), Code::kTrailing);
  EXPECT_EQ(error("8000").offset(), 1U);
}

TEST(MsgpackHostile, AKeyTwiceIsRefused) {
  using Map = std::map<int, int>;
  EXPECT_EQ(msgpack::decode<Map>(message("8201020103")).status().code(), Code::kMalformed);
  Map used = {{1, 9}};
  EXPECT_EQ(msgpack::decode_into(message("8201020103"), used).code(), Code::kMalformed);
  EXPECT_EQ(msgpack::decode<std::set<int>>(message("920101")).status().code(), Code::kMalformed);
}

TEST(MsgpackHostile, KeysThatWereChosenToCollideAreRefused) {
  std::vector<std::byte> bytes = message("df00004e20");  // a map of 20,000
  std::unordered_map<std::uint64_t, bool> probe;
  probe.reserve(20'000);
  const std::uint64_t step = probe.bucket_count();
  for (std::uint64_t i = 0; i < 20'000; ++i) {
    bytes.push_back(std::byte{0xCF});
    for (int shift = 56; shift >= 0; shift -= 8) {
      bytes.push_back(static_cast<std::byte>((i * step) >> shift));
    }
    bytes.push_back(std::byte{0xC3});
  }
  const Status status = msgpack::decode<std::unordered_map<std::uint64_t, bool>>(bytes).status();
  EXPECT_EQ(status.code(), Code::kOverBudget);
}

}  // namespace
}  // namespace fastser
