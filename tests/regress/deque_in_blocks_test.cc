// SPDX-License-Identifier: MIT
//
// A std::deque takes a block with its first element, 512 bytes in libstdc++ and 4,096 in libc++,
// where the budget knew the former only: 600 bytes of input took more than a megabyte.
#include <gtest/gtest.h>

#include <cstdint>
#include <deque>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/flat.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/msgpack.hpp"
#include "support/alloc_counter.hpp"

namespace fastser {
namespace {

struct Queues {
  std::vector<std::deque<std::uint16_t>> queues;
};
struct Queue {
  std::deque<std::uint16_t> items;
};
struct Queues2 {
  std::vector<Queue> queues;
};

// Reads `bytes` into a new T; it may be refused, but never takes more than its budget.
template <typename T, typename Bytes, typename Decode>
void expect_within_budget(const Result<Bytes>& bytes, Decode&& decode) {
  ASSERT_TRUE(bytes.ok());
  const testing::AllocScope scope;
  {
    const Result<T> back = decode(*bytes);
    EXPECT_TRUE(back.ok() || back.status().code() == Code::kOverBudget);
  }
  EXPECT_LE(scope.peak(), testing::allowed_heap(bytes->size()));
}

TEST(DequeInBlocks, ManySmallOnesTakeNoMoreThanTheirBudget) {
  for (const std::size_t count : {1U, 10U, 100U, 1'000U}) {
    const Queues value{std::vector<std::deque<std::uint16_t>>(count, {7})};
    expect_within_budget<Queues>(archive::encode(value),
                                 [](BytesView b) { return archive::decode<Queues>(b); });
    expect_within_budget<Queues>(msgpack::encode(value),
                                 [](BytesView b) { return msgpack::decode<Queues>(b); });
    expect_within_budget<Queues>(flexbuffers::encode(value),
                                 [](BytesView b) { return flexbuffers::decode<Queues>(b); });
    const Queues2 tables{std::vector<Queue>(count, Queue{{7}})};
    expect_within_budget<Queues2>(flat::encode(tables),
                                  [](BytesView b) { return flat::decode<Queues2>(b); });
  }
}

TEST(DequeInBlocks, EmptyOnesAreReadAndALongOneIs) {
  const Queues empty{std::vector<std::deque<std::uint16_t>>(50)};
  EXPECT_EQ(archive::decode<Queues>(*archive::encode(empty))->queues, empty.queues);
  const Queues one{{std::deque<std::uint16_t>(20'000, 7)}};
  const Result<Buffer> bytes = archive::encode(one);
  const testing::AllocScope scope;
  EXPECT_EQ(archive::decode<Queues>(*bytes)->queues, one.queues);
  EXPECT_LE(scope.peak(), testing::allowed_heap(bytes->size()));
}

}  // namespace
}  // namespace fastser
