// SPDX-License-Identifier: MIT
//
// Types that are written as another value and take more memory than that: a list of nodes made of
// data that are shared, texts of wide characters, adapters that hold a deque. With the default
// limits reading them lives in 32 bytes for each byte of input and 64 KiB, in every format.
#include <deque>
#include <forward_list>
#include <queue>
#include <stack>
#include <string>
#include <type_traits>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/flat.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/msgpack.hpp"
#include "fastser/types/adapters.hpp"
#include "fastser/types/forward_list.hpp"
#include "fastser/types/text.hpp"
#include "gtest/gtest.h"
#include "support/alloc_counter.hpp"

namespace fastser {
namespace {

template <typename T>
struct Holder {
  T held;
};

void expect_bounded(const Result<Buffer>& bytes, const char* what, auto&& decode) {
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  const testing::AllocScope scope;
  EXPECT_NE(decode(bytes->view()), Code::kNoMemory) << what;
  EXPECT_LE(scope.peak(), testing::allowed_heap(bytes->size())) << what;
}
template <typename T>
void expect_bounded_wrapped(const T& value, const char* what) {
  const auto decode = [](BytesView bytes) { return archive::decode<T>(bytes).status().code(); };
  expect_bounded(archive::encode(value, {.sharing = archive::Sharing::on}), what, decode);
}
template <typename T>
void expect_bounded_everywhere(const T& value, const char* what) {
  expect_bounded_wrapped(value, what);
  expect_bounded(msgpack::encode(value), what,
                 [](BytesView bytes) { return msgpack::decode<T>(bytes).status().code(); });
  const Holder<T> root{value};
  expect_bounded(flat::encode(root, {.share_texts = true}), what,
                 [](BytesView bytes) { return flat::decode<Holder<T>>(bytes).status().code(); });
  expect_bounded(flexbuffers::encode(root, {.share_strings = true}), what, [](BytesView bytes) {
    return flexbuffers::decode<Holder<T>>(bytes).status().code();
  });
}

constexpr std::size_t kLong = 50'000;

TEST(MemoryOfWrapped, WideTextsStayInTheBudget) {
  expect_bounded_everywhere(std::vector(30, std::u32string(kLong, U'x')), "u32string");
  expect_bounded_everywhere(std::vector(40, std::u16string(kLong, u'x')), "u16string");
  expect_bounded_everywhere(std::vector(60, std::u8string(kLong, u8'x')), "u8string");
}

TEST(MemoryOfWrapped, ListsOfNodesStayInTheBudget) {
  const std::forward_list<std::uint8_t> bytes(kLong, 7);
  expect_bounded_wrapped(std::vector(28, bytes), "forward_list<u8>");
  expect_bounded_everywhere(bytes, "forward_list<u8>, one");
}

TEST(MemoryOfWrapped, AdaptersStayInTheBudget) {
  expect_bounded_everywhere(std::vector<std::stack<int>>(1000), "stack");
  expect_bounded_everywhere(std::vector<std::queue<int>>(1000), "queue");
}

// What it says of itself is within what is there.
TEST(MemoryOfWrapped, OfUsualOnesIsThere) {
  const auto reads = [](const auto& value) {
    using T = std::remove_cvref_t<decltype(value)>;
    const Result<Buffer> bytes = archive::encode(value);
    return bytes.ok() && archive::decode<T>(*bytes).ok();
  };
  EXPECT_TRUE(reads(std::vector(10'000, std::u32string(U"a text of some length"))));
  EXPECT_TRUE(reads(std::vector(10'000, std::u16string(u"short"))));
  EXPECT_TRUE(reads(std::vector(1000, std::forward_list<std::int32_t>(100, 7))));
  EXPECT_TRUE(reads(std::vector(100, std::queue<int>(std::deque<int>(100, 7)))));
}

}  // namespace
}  // namespace fastser
