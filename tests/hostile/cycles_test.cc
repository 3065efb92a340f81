// SPDX-License-Identifier: MIT
//
// Cycles of 1 to 16 objects round trip; cut off at every byte, and with every allocation
// failing, every object is destroyed exactly once (Live aborts at a second time, and counts).
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "hostile/attempt.hpp"

namespace fastser::testing {
namespace {

using v1::Node;
using Ring = std::shared_ptr<Node>;

Ring make_ring(std::size_t size) {
  std::vector<Ring> nodes;
  for (std::size_t i = 0; i < size; ++i) {
    nodes.push_back(std::make_shared<Node>());
    nodes[i]->value = static_cast<std::uint32_t>(i);
  }
  for (std::size_t i = 0; i < size; ++i) {
    nodes[i]->next = nodes[(i + 1) % size];
    nodes[(i + 1) % size]->back = nodes[i];
  }
  return nodes.front();
}

// The archive of a ring; the ring itself is gone.
Buffer ring_bytes(std::size_t size) {
  const Result<Buffer> made = archive::encode(make_ring(size));
  Live::cut_all();
  Buffer bytes;
  EXPECT_TRUE(made.ok() && bytes.append(*made));
  return bytes;
}

TEST(Cycles, OfOneToSixteenObjectsRoundTrip) {
  for (std::size_t size = 1; size <= 16; ++size) {
    const Buffer bytes = ring_bytes(size);
    const Result<Ring> read = archive::decode<Ring>(bytes);
    ASSERT_TRUE(read.ok()) << read.status().to_string();
    const Node* at = read->get();
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_EQ(at->value.value, i);
      EXPECT_EQ(at->next->back.lock().get(), at);
      at = at->next.get();
    }
    EXPECT_EQ(at, read->get());
    EXPECT_EQ(Live::count(), size);
    Live::cut_all();
  }
  EXPECT_EQ(Live::count(), 0U);
}

TEST(Cycles, CutOffAtEveryByteDestroyEachObjectOnce) {
  std::size_t cuts = 0;
  for (std::size_t size = 1; size <= 16; ++size) {
    const Buffer bytes = ring_bytes(size);
    for (std::size_t cut = 0; cut < bytes.size(); ++cut, ++cuts) {
      const std::vector<std::byte> exact(bytes.begin(), bytes.begin() + cut);
      const Outcome typed = attempt<Ring>(exact, nullptr);
      EXPECT_EQ(typed.status.code(), Code::kTruncated);
      EXPECT_EQ(typed.broken, "") << size << ' ' << cut;
      const Outcome adopted = attempt<std::shared_ptr<v2::Node>>(exact, nullptr);
      EXPECT_FALSE(adopted.status.ok());
      EXPECT_EQ(adopted.broken, "") << size << ' ' << cut;
    }
  }
  EXPECT_GT(cuts, 1000U);
}

template <typename T>
std::size_t fail_at_every_allocation(BytesView bytes, bool sticky) {
  for (std::size_t k = 1; k < 10000; ++k) {
    const AllocScope scope;
    bool fired = false;
    {
      Result<T> read{Status()};
      {
        const AllocFault fault(k, sticky);
        read = archive::decode<T>(bytes);
        fired = fault.fired();
      }
      EXPECT_EQ(read.ok(), !fired) << k;
      if (fired) {
        EXPECT_EQ(read.status().code(), Code::kNoMemory) << k;
      }
      Live::cut_all();
    }
    EXPECT_EQ(Live::count(), 0U) << k;
    EXPECT_EQ(scope.live(), 0) << k;
    if (!fired || ::testing::Test::HasFailure()) return k;
  }
  return 0;
}

TEST(Cycles, WithEveryAllocationFailingDestroyEachObjectOnce) {
  for (std::size_t size = 1; size <= 16; ++size) {
    SCOPED_TRACE(size);
    const Buffer bytes = ring_bytes(size);
    for (const bool sticky : {false, true}) {
      EXPECT_GT(fail_at_every_allocation<Ring>(bytes, sticky), size);
      EXPECT_GT(fail_at_every_allocation<std::shared_ptr<v2::Node>>(bytes, sticky), size);
    }
  }
}

}  // namespace
}  // namespace fastser::testing
