// SPDX-License-Identifier: MIT
//
// A list of a million shared_ptr nodes on a thread with 512 KiB of stack: encoding, verifying,
// decoding, comparing and releasing it must not recurse along it.
#include <gtest/gtest.h>

#include <pthread.h>

#include <memory>

#include "unit/archive/round_trip.hpp"

namespace fastser::testing {
namespace {

constexpr std::int32_t kLength = 1000000;

struct Link {
  std::int32_t value = 0;
  std::shared_ptr<Link> next;
  std::weak_ptr<Link> back;
};

std::shared_ptr<Link> make_chain(std::int32_t length) {
  const auto first = std::make_shared<Link>();
  std::shared_ptr<Link> at = first;
  for (std::int32_t i = 1; i < length; ++i) {
    at->next = std::make_shared<Link>();
    at->next->value = i;
    at->next->back = at;
    at = at->next;
  }
  return first;
}

void travel() {
  std::shared_ptr<Link> chain = make_chain(kLength);
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
    EXPECT_EQ(at->value, kLength - 1);
    at->value = 0;
    last = at;
  }
  EXPECT_FALSE(graph::equal(chain, *again));
  graph::destroy(*again);
  EXPECT_EQ(*again, nullptr);
  EXPECT_TRUE(last.expired());
  graph::destroy(chain);
}

TEST(TypedLongChain, AMillionNodesNeedNoStack) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, 512 * 1024), 0);
  pthread_t thread{};
  const auto run = [](void*) -> void* {
    travel();
    return nullptr;
  };
  ASSERT_EQ(pthread_create(&thread, &attributes, run, nullptr), 0);
  EXPECT_EQ(pthread_join(thread, nullptr), 0);
  pthread_attr_destroy(&attributes);
}

}  // namespace
}  // namespace fastser::testing
