// SPDX-License-Identifier: MIT
//
// Named bombs (B1-B4): small inputs that claim much. What counts is the heap they reach, not the
// time: a decoder that never holds much cannot take long.
#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/verify.hpp"
#include "hostile/attempt.hpp"
#include "support/alloc_counter.hpp"

namespace fastser::testing {
namespace {

using archive::Header;
using Bytes = std::vector<std::byte>;

Bytes bytes(std::initializer_list<int> values, std::size_t more = 0, int filler = 0) {
  Bytes out;
  for (const int value : values) out.push_back(static_cast<std::byte>(value));
  out.resize(out.size() + more, static_cast<std::byte>(filler));
  return out;
}

struct Blast {
  Code code;
  std::size_t peak;
  std::size_t largest;
};

template <typename T>
Blast blast(const Bytes& bomb, Header header = Header::bare) {
  const AllocScope scope;
  Blast result{};
  {
    const Result<T> value = archive::decode<T>(bomb, {.header = header});
    result.code = value.status().code();
  }
  result.peak = scope.peak();
  result.largest = scope.largest();
  EXPECT_EQ(scope.live(), 0);
  return result;
}

// A varint of 2^30, then nothing much: 12 bytes.
const Bytes kGigabyte = bytes({0x80, 0x80, 0x80, 0x80, 0x04}, 7);

template <typename T>
void expect_cheap_refusal(const Bytes& bomb) {
  const Blast result = blast<T>(bomb);
  EXPECT_EQ(result.code, Code::kTruncated) << code_name(result.code);
  EXPECT_LT(result.peak, 8192U);
}

TEST(LengthBombs, OfTwelveBytesThatClaimAGigabyteAllocateNothing) {
  expect_cheap_refusal<std::string>(kGigabyte);
  expect_cheap_refusal<std::vector<std::byte>>(kGigabyte);
  expect_cheap_refusal<std::vector<std::int64_t>>(kGigabyte);
  expect_cheap_refusal<std::vector<std::string>>(kGigabyte);
  expect_cheap_refusal<std::vector<bool>>(kGigabyte);
  expect_cheap_refusal<std::unordered_map<std::int32_t, std::string>>(kGigabyte);
  expect_cheap_refusal<std::vector<std::shared_ptr<std::int32_t>>>(kGigabyte);
}

TEST(LengthBombs, OfAnyWidthAreRefused) {
  for (int width = 1; width <= 10; ++width) {
    Bytes bomb(static_cast<std::size_t>(width) - 1, std::byte{0xFF});
    bomb.push_back(std::byte{0x01});
    const Blast result = blast<std::vector<std::string>>(bomb);
    EXPECT_NE(result.code, Code::kOk);
    EXPECT_LT(result.peak, 8192U);
  }
}

TEST(LengthBombs, OfElementsThatTakeNoBytesAreChargedToTheBudget) {
  const Bytes many = bytes({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x10});  // 2^60
  EXPECT_EQ(blast<std::vector<std::monostate>>(many).code, Code::kOverBudget);
  // The same as list<null> that somebody else wrote: table {0 shapes, list<null>}.
  Bytes archive = bytes({'F', 'S', 'R', 1, 0, 0, 0, 0, 0, 3, 0, 0x21, 0x00});
  archive.insert(archive.end(), many.begin(), many.end());
  EXPECT_EQ(blast<std::vector<std::optional<std::int32_t>>>(archive, Header::self_described).code,
            Code::kOverBudget);
  EXPECT_EQ(archive::verify(archive).code(), Code::kOverBudget);
  // array<null, 2^60>
  Bytes array = bytes({'F', 'S', 'R', 1, 0, 0, 0, 0, 0, 12, 0, 0x22, 0x00});
  array.insert(array.end(), many.begin(), many.end());
  EXPECT_NE(blast<std::vector<std::optional<std::int32_t>>>(array, Header::self_described).code,
            Code::kOk);
  EXPECT_EQ(archive::verify(array).code(), Code::kOverBudget);
}

TEST(NestedBombs, ShareOneBudget) {
  // Lists of lists of lists: each level claims as many as the bytes that are left.
  using Nested = std::vector<std::vector<std::vector<std::vector<std::vector<std::string>>>>>;
  Bytes bomb;
  for (int i = 0; i < 16000; ++i) {
    const std::size_t left = 4 * static_cast<std::size_t>(16000 - i);
    std::size_t claim = left > 60 ? left - 60 : 0;
    for (int k = 0; k < 3; ++k, claim >>= 7) {
      bomb.push_back(static_cast<std::byte>((claim & 0x7F) | 0x80));
    }
    bomb.push_back(static_cast<std::byte>(claim & 0x7F));
  }
  const Blast result = blast<Nested>(bomb);
  EXPECT_NE(result.code, Code::kOk);
  EXPECT_LE(result.peak, allowed_heap(bomb.size()));
}

TEST(InflationBombs, AreChargedByTheMemoryOfAnElement) {
  struct Large {
    std::int64_t numbers[64] = {};
  };
  // Each empty optional is one byte on the wire and 520 in memory.
  const Bytes bomb = bytes({0x80, 0x80, 0x04}, 65536);
  const Blast result = blast<std::vector<std::optional<Large>>>(bomb);
  EXPECT_EQ(result.code, Code::kOverBudget);
  EXPECT_LE(result.peak, allowed_heap(bomb.size()));
  // Empty objects: a slot each.
  struct Empty {};
  const Bytes objects = bytes({0x80, 0x80, 0x04}, 65536, 1);
  const Blast made = blast<std::vector<std::shared_ptr<Empty>>>(objects);
  EXPECT_EQ(made.code, Code::kOverBudget);
}

TEST(InflationBombs, OfDeferredBodiesStayWithinThreeTimesTheBudget) {
  struct Empty {};
  const Bytes objects = bytes({0x80, 0x80, 0x04}, 65536, 2);
  const Blast made = blast<std::vector<std::shared_ptr<Empty>>>(objects);
  EXPECT_EQ(made.code, Code::kOverBudget);
  // Tables grow by doubling, and while they do, the old and the new one live both.
  EXPECT_LE(made.peak, 3 * allowed_heap(objects.size()));
}

TEST(Budget, StopsAndAllowsWhereTheCallerSays) {
  const Result<Buffer> good = archive::encode(std::vector<std::string>(3000, std::string(40, 'x')));
  ASSERT_TRUE(good.ok());
  archive::DecodeOptions tight;
  tight.limits.memory_factor = 1;
  tight.limits.memory_base = 0;
  EXPECT_EQ(archive::decode<std::vector<std::string>>(*good, tight).status().code(),
            Code::kOverBudget);
  EXPECT_TRUE(archive::decode<std::vector<std::string>>(*good).ok());
}

// A type table is input like any other.
TEST(TableBombs, OfManyShapesStayWithinTheHeapOfTheirSize) {
  Bytes table = bytes({0x80, 0x80, 0x04});  // 65536 shapes
  for (int i = 0; i < 65536; ++i) table.insert(table.end(), 4, std::byte{0});
  table.push_back(std::byte{0x21});
  table.push_back(std::byte{0x06});  // list<i32>
  Bytes archive = bytes({'F', 'S', 'R', 1, 0, 0, 0, 0, 0});
  for (std::size_t size = table.size();; size >>= 7) {
    archive.push_back(static_cast<std::byte>((size & 0x7F) | (size > 0x7F ? 0x80U : 0U)));
    if (size <= 0x7F) break;
  }
  archive.insert(archive.end(), table.begin(), table.end());
  const Blast cut = blast<std::vector<std::int32_t>>(archive, Header::self_described);
  EXPECT_EQ(cut.code, Code::kTruncated);
  EXPECT_LE(cut.peak, 2 * allowed_heap(archive.size()));  // parsed again to say where
  archive.push_back(std::byte{0});
  const Blast good = blast<std::vector<std::int32_t>>(archive, Header::self_described);
  EXPECT_EQ(good.code, Code::kOk);
  EXPECT_LE(good.peak, allowed_heap(archive.size()));
  const AllocScope scope;
  EXPECT_TRUE(archive::verify(archive).ok());
  EXPECT_LE(scope.peak(), allowed_heap(archive.size()));
}

}  // namespace
}  // namespace fastser::testing
