// SPDX-License-Identifier: MIT
//
// A list of a million shared_ptr nodes (kLongChain) on a thread with 512 KiB of stack: encoding,
// verifying, decoding, comparing and releasing it must not recurse along it.
#include <gtest/gtest.h>

#include <memory>

#include "support/chain.hpp"
#include "support/effort.hpp"
#include "support/small_stack.hpp"
#include "unit/archive/round_trip.hpp"

namespace fastser::testing {
namespace {

void travel() {
  std::shared_ptr<Link> chain = make_chain(kLongChain);
  const Result<Buffer> bytes = archive::encode(chain);
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  archive::DecodeOptions options;
  options.limits = Limits::unlimited();
  const Status sound = archive::verify<std::shared_ptr<Link>>(*bytes, options);
  EXPECT_TRUE(sound.ok()) << sound.to_string();
  Result<std::shared_ptr<Link>> again = archive::decode<std::shared_ptr<Link>>(*bytes, options);
  ASSERT_TRUE(again.ok()) << again.status().to_string();
  EXPECT_TRUE(graph::equal(chain, *again));
  EXPECT_EQ(*archive::encoded_size(chain), bytes->size());
  std::weak_ptr<Link> last;
  {
    std::shared_ptr<Link> at = *again;
    while (at->next) at = at->next;
    EXPECT_EQ(at->value, kLongChain - 1);
    at->value = 0;
    last = at;
  }
  EXPECT_FALSE(graph::equal(chain, *again));
  graph::destroy(*again);
  EXPECT_EQ(*again, nullptr);
  EXPECT_TRUE(last.expired());
  graph::destroy(chain);
}

TEST(TypedLongChain, AMillionNodesNeedNoStack) { on_stack(512 * 1024, travel); }

}  // namespace
}  // namespace fastser::testing
