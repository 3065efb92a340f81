// SPDX-License-Identifier: MIT
//
// A list read over a shorter one paid for moving the elements that were there, as if this decode
// had made them: what a fresh object could hold was "over budget" for a used one. And resize made
// room for up to twice what was paid for.
#include <gtest/gtest.h>

#include <list>
#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/msgpack.hpp"
#include "support/alloc_counter.hpp"

namespace fastser {
namespace {

template <typename List>
struct ListHolder {
  List list;
};

constexpr std::size_t kMany = 5000;

// `decode_into` reads `bytes`, which are a list of kMany empty strings, over lists of every size.
template <typename List, typename DecodeInto>
void expect_read_over_any(BytesView bytes, DecodeInto&& decode_into) {
  for (const std::size_t used : {std::size_t{0}, std::size_t{1}, kMany / 8, kMany / 2,
                                 kMany * 9 / 10, kMany - 1, kMany, kMany + 1, 2 * kMany}) {
    ListHolder<List> value;
    value.list.resize(used);
    const testing::AllocScope scope;
    const Status status = decode_into(bytes, value);
    EXPECT_TRUE(status.ok()) << used << ": " << status.to_string();
    EXPECT_EQ(value.list.size(), kMany);
    EXPECT_LE(scope.peak(), testing::allowed_heap(bytes.size())) << used;
  }
}

template <typename List>
void expect_no_dearer_than_fresh() {
  ListHolder<List> value;
  value.list.resize(kMany);
  const Result<Buffer> message = msgpack::encode(value);
  ASSERT_TRUE(message.ok() && msgpack::decode<ListHolder<List>>(*message).ok());
  expect_read_over_any<List>(
      *message, [](BytesView bytes, auto& used) { return msgpack::decode_into(bytes, used); });
  const Result<Buffer> archive = archive::encode(value);
  ASSERT_TRUE(archive.ok() && archive::decode<ListHolder<List>>(*archive).ok());
  expect_read_over_any<List>(
      *archive, [](BytesView bytes, auto& used) { return archive::decode_into(bytes, used); });
}

TEST(LongerListIntoUsedObject, IsNoDearerThanIntoAFreshOne) {
  expect_no_dearer_than_fresh<std::vector<std::string>>();
  expect_no_dearer_than_fresh<std::vector<std::vector<int>>>();
}

}  // namespace
}  // namespace fastser
