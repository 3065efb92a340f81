// SPDX-License-Identifier: MIT
//
// A list of a million nodes, read by the coder on a thread with 512 KiB of stack.
#include <gtest/gtest.h>

#include <pthread.h>

#include "unit/archive/coder/chain.hpp"

namespace fastser::testing {
namespace {

TEST(CoderLongChain, AMillionNodesNeedNoStack) {
  constexpr std::int32_t kLength = 1000000;
  static Buffer bytes;
  bytes = chain_bytes(kLength);
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 512 * 1024), 0);
  pthread_t thread{};
  const auto run = [](void*) -> void* {
    CoderReader reader;
    EXPECT_TRUE(reader.open(bytes).ok());
    Maker maker(reader);
    const std::int64_t first = maker.node();
    maker.pending();
    EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
    expect_chain(maker.made, first, kLength);
    // Nothing read: all of it is passed by.
    EXPECT_TRUE(reader.open(bytes).ok());
    EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, run, nullptr), 0);
  EXPECT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

}  // namespace
}  // namespace fastser::testing
