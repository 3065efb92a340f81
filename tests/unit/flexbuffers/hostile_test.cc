// SPDX-License-Identifier: MIT
//
// Messages of strangers: every truncation and every flipped bit is an answer; what the input does
// not pay for is not allocated, however often it refers to one part of itself; cycles end; errors
// say where.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "fastser/flexbuffers.hpp"
#include "support/alloc_counter.hpp"
#include "support/damage.hpp"
#include "support/everything.hpp"
#include "support/hex.hpp"

namespace fastser {
namespace {

using flexbuffers::Encoder;
using flexbuffers::Reference;
using flexbuffers::Slot;
using testing::AllocScope;
using testing::message;
using testing::everything::Everything;
using testing::everything::Item;
using testing::everything::make_everything;

// Goes everywhere, `left` steps at most.
void walk(const Reference& at, std::size_t& left, unsigned depth) {
  if (left == 0 || depth == 0) return;
  --left;
  static_cast<void>(at.as_bool());
  static_cast<void>(at.as_int64());
  static_cast<void>(at.as_uint64());
  static_cast<void>(at.as_double());
  static_cast<void>(at.as_string());
  static_cast<void>(at.as_blob());
  static_cast<void>(at[at.size()]);
  walk(at.find("name"), left, depth - 1);
  static_cast<void>(at.key(0).as_string());
  for (const Reference& one : at) walk(one, left, depth - 1);
}

// Read as what it was written from and as something else, in bounds of memory and without a leak.
void expect_answer(BytesView bytes) {
  testing::expect_bounded(bytes.size(), [&] {
    const auto value = flexbuffers::decode<Everything>(bytes);
    if (!value.ok()) {
      EXPECT_LE(value.status().offset(), bytes.size());
    }
    static_cast<void>(flexbuffers::decode<std::vector<Item>>(bytes));
    const Status sound = flexbuffers::verify(bytes);
    EXPECT_TRUE(sound.ok() || sound.offset() <= bytes.size());
  });
  if (const auto root = flexbuffers::root(bytes); root.ok()) {
    std::size_t left = 1000;
    walk(*root, left, 20);
  }
}

TEST(FlexBuffersHostile, EveryTruncationAndEveryFlippedBitIsAnAnswer) {
  const Result<Buffer> bytes = flexbuffers::encode(make_everything());
  ASSERT_TRUE(flexbuffers::decode<Everything>(*bytes).ok());
  for (std::size_t size = 0; size < bytes->size(); ++size) {
    expect_answer(std::vector<std::byte>(bytes->begin(), bytes->begin() + size));
    // From the front: what lay there is gone, and offsets lead out of the input.
    const std::vector<std::byte> cut(bytes->begin() + size + 1, bytes->end());
    EXPECT_FALSE(flexbuffers::verify(cut).ok());
    expect_answer(cut);
  }
  testing::each_flipped_bit(*bytes, expect_answer);
}

TEST(FlexBuffersHostile, EveryByteOfASmallMessageMayBeAnything) {
  for (const char* hex :
       {"6100 01 03 01 01 01 01 04 02 24 01", "0268690003 14 01", "03 010203 03 2c 01",
        "0102 02 40 01", "016100 02626300 02 0705 1414 04 28 01", "05 02 19 01"}) {
    for (std::size_t at = 0; at < message(hex).size(); ++at) {
      for (unsigned byte = 0; byte < 256; ++byte) {
        std::vector<std::byte> changed = message(hex);
        changed[at] = static_cast<std::byte>(byte);
        expect_answer(changed);
      }
    }
  }
}

TEST(FlexBuffersHostile, ASizeThatTheInputCannotHoldAllocatesNothing) {
  for (const char* bomb : {"ffffffffffffffff 00 01 2f 01", "ffffffffffffff7f 00 01 2b 01",
                           "ffffffff 00 01 2e 01", "ffffffffffffff1f 00 01 37 01",
                           "ffffffffffffffff 00 01 17 01", "ffffffffffffffff 00 01 67 01",
                           "01000000000000000100000000000000 ffffffffffffffff 00 01 27 01"}) {
    const AllocScope scope;
    EXPECT_FALSE(flexbuffers::decode<std::vector<std::string>>(message(bomb)).ok()) << bomb;
    EXPECT_FALSE(flexbuffers::decode<std::vector<std::int64_t>>(message(bomb)).ok()) << bomb;
    EXPECT_FALSE((flexbuffers::decode<std::map<std::string, int>>(message(bomb)).ok())) << bomb;
    EXPECT_FALSE(flexbuffers::decode<std::string>(message(bomb)).ok()) << bomb;
    EXPECT_FALSE(flexbuffers::decode<std::vector<std::byte>>(message(bomb)).ok()) << bomb;
    EXPECT_EQ(flexbuffers::verify(message(bomb)).code(), Code::kMalformed) << bomb;
    EXPECT_EQ(flexbuffers::root(message(bomb))->size(), 0U) << bomb;
    EXPECT_LE(scope.peak(), 4096U) << bomb;
  }
}

struct Chain {
  std::unique_ptr<Chain> next;
};

TEST(FlexBuffersHostile, AValueThatHoldsItselfIsRefused) {
  // {"next": the map itself}, by an offset of 0
  const auto map = message("6e65787400 01 06 01 01 01 00 24 02 24 01");
  EXPECT_EQ(flexbuffers::decode<Chain>(map).status().code(), Code::kTooDeep);
  EXPECT_EQ(flexbuffers::verify(map).code(), Code::kTooDeep);
  EXPECT_EQ(flexbuffers::decode<Chain>(map, {.limits = Limits::unlimited()}).status().code(),
            Code::kTooDeep);
  EXPECT_EQ(flexbuffers::verify(map, Limits::unlimited()).code(), Code::kTooDeep);
  EXPECT_EQ(flexbuffers::root(map)->find("next").find("next").kind(), flexbuffers::Kind::map);
  EXPECT_EQ(flexbuffers::verify(message("01 00 28 02 28 01")).code(), Code::kTooDeep);
}

// A message in which `what` is referred to `times` times by a vector.
Buffer repeated(std::size_t times, const auto& what) {
  Buffer out;
  Encoder encoder(out);
  const Slot one = what(encoder);
  std::vector<Slot> slots(times, one);
  std::size_t written = 0;
  EXPECT_TRUE(encoder.finish(encoder.end_vector(slots.data(), times), written).ok());
  return out;
}

TEST(FlexBuffersHostile, WhatIsReferredToOftenIsPaidForEachTime) {
  const Buffer text = repeated(
      10'000, [](Encoder& encoder) { return encoder.put_passing(std::string(20'000, 'x')); });
  const Buffer numbers = repeated(10'000, [](Encoder& encoder) {
    return flexbuffers::encode_value(std::vector<std::int32_t>(20'000, 1), encoder);
  });
  const auto refused = []<typename T>(std::type_identity<T>, BytesView bytes) {
    const AllocScope scope;
    EXPECT_EQ(flexbuffers::decode<T>(bytes).status().code(), Code::kOverBudget);
    EXPECT_LE(scope.peak(), testing::allowed_heap(bytes.size()));
  };
  refused(std::type_identity<std::vector<std::string>>(), text);
  refused(std::type_identity<std::vector<std::vector<std::byte>>>(), text);
  refused(std::type_identity<std::vector<std::vector<std::int32_t>>>(), numbers);
  // Views cost nothing.
  const auto views = flexbuffers::decode<std::vector<std::string_view>>(text);
  ASSERT_TRUE(views.ok());
  EXPECT_EQ((*views)[9'999].size(), 20'000U);
  // But the end of a key has to be looked for.
  const Buffer keys = repeated(100'000, [](Encoder& encoder) {
    Slot key = encoder.put_passing(std::string(1'000'000, 'x'));
    key.type = flexbuffers::kKey;
    return key;
  });
  EXPECT_EQ(flexbuffers::decode<std::vector<std::string_view>>(keys).status().code(),
            Code::kOverBudget);
  EXPECT_TRUE(flexbuffers::verify(keys).ok());
}

TEST(FlexBuffersHostile, FewVectorsThatLeadToEachOtherAreNoHugeTree) {
  Buffer out;
  Encoder encoder(out);
  Slot inner = encoder.put_passing("x");
  for (int level = 0; level < 8; ++level) {
    std::vector<Slot> slots(100, inner);
    inner = encoder.end_vector(slots.data(), slots.size());
  }
  std::size_t written = 0;
  ASSERT_TRUE(encoder.finish(inner, written).ok());
  using Four = std::vector<std::vector<std::vector<std::vector<std::string>>>>;
  using Eight = std::vector<std::vector<std::vector<std::vector<Four>>>>;
  EXPECT_EQ(flexbuffers::decode<Eight>(out).status().code(), Code::kOverBudget);
  EXPECT_EQ(flexbuffers::verify(out).code(), Code::kOverBudget);
}

TEST(FlexBuffersHostile, UnknownKeysOfARecordThatIsReferredToOftenAreLookedAtWithinTheBudget) {
  const Buffer bytes = repeated(100'000, [](Encoder& encoder) {
    std::map<std::string, int> unknown;
    for (int i = 0; i < 10'000; ++i) unknown[std::to_string(i)] = i;
    return flexbuffers::encode_value(unknown, encoder);
  });
  struct Small {
    int a = 0;
  };
  EXPECT_EQ(flexbuffers::decode<std::vector<Small>>(bytes).status().code(), Code::kOverBudget);
  EXPECT_EQ(flexbuffers::verify(bytes).code(), Code::kOverBudget);
}

TEST(FlexBuffersHostile, KeysTwiceAndKeysWithoutAnEndAreRefused) {
  using Map = std::map<std::string, int>;
  EXPECT_EQ(flexbuffers::decode<Map>(message("6100 6100 02 0504 02 01 02 0708 0404 04 24 01"))
                .status()
                .code(),
            Code::kMalformed);
  EXPECT_EQ(flexbuffers::decode<std::set<int>>(message("02 0101 02 2c 01")).status().code(),
            Code::kMalformed);
  // A key of bytes up to the end of the input, none of which is 0.
  const auto endless = message("61 01 10 01");
  EXPECT_EQ(flexbuffers::decode<std::string>(endless).status().code(), Code::kMalformed);
  EXPECT_EQ(flexbuffers::verify(endless).code(), Code::kMalformed);
  EXPECT_FALSE(flexbuffers::root(endless)->as_string());
  // A string without its zero.
  EXPECT_EQ(flexbuffers::verify(message("02686901 03 14 01")).code(), Code::kMalformed);
}

TEST(FlexBuffersHostile, ARootThatIsNotThereIsAnAnswer) {
  EXPECT_EQ(flexbuffers::decode<int>(BytesView()).status().code(), Code::kTruncated);
  EXPECT_EQ(flexbuffers::verify(BytesView()).code(), Code::kTruncated);
  EXPECT_EQ(flexbuffers::verify(message("0401")).code(), Code::kTruncated);
  EXPECT_EQ(flexbuffers::verify(message("05 04 03")).code(), Code::kMalformed);
  EXPECT_EQ(flexbuffers::verify(message("05 04 08")).code(), Code::kMalformed);
  EXPECT_EQ(flexbuffers::root(message("05 04 08")).status().code(), Code::kMalformed);
  EXPECT_EQ(flexbuffers::root(message("05 fc 01")).status().code(), Code::kMalformed);
  EXPECT_EQ(flexbuffers::verify(message("05 fc 01")).code(), Code::kMalformed);
}

TEST(FlexBuffersHostile, KeysThatWereChosenToCollideAreRefused) {
  using Map = std::unordered_map<std::uint64_t, bool>;
  std::unordered_map<std::uint64_t, bool> probe;
  std::vector<std::pair<std::uint64_t, bool>> pairs;
  // The buckets that a map of so many grows to.
  for (std::uint64_t i = 0; i < 20'000; ++i) probe[i] = true;
  for (std::uint64_t i = 0; i < 20'000; ++i) pairs.emplace_back(i * probe.bucket_count(), true);
  const Status status = flexbuffers::decode<Map>(*flexbuffers::encode(pairs)).status();
  EXPECT_EQ(status.code(), Code::kOverBudget);
}

}  // namespace
}  // namespace fastser
