// SPDX-License-Identifier: MIT
//
// A list of a million nodes (kLongChain), read by the coder on a thread with 512 KiB of stack.
#include <gtest/gtest.h>

#include "support/effort.hpp"
#include "support/small_stack.hpp"
#include "unit/archive/coder/chain.hpp"

namespace fastser::testing {
namespace {

TEST(CoderLongChain, AMillionNodesNeedNoStack) {
  const Buffer bytes = chain_bytes(kLongChain);
  on_stack(512 * 1024, [&] {
    CoderReader reader;
    EXPECT_TRUE(reader.open(bytes).ok());
    Maker maker(reader);
    const std::int64_t first = maker.node();
    maker.pending();
    EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
    expect_chain(maker.made, first, kLongChain);
    // Nothing read: all of it is passed by.
    EXPECT_TRUE(reader.open(bytes).ok());
    EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
  });
}

}  // namespace
}  // namespace fastser::testing
