// SPDX-License-Identifier: MIT
//
// A path takes much more memory than its text, and a text that is shared may stand for many: with
// the default limits reading them lives in 32 bytes for each byte of input and 64 KiB, in every
// format.
#include <filesystem>
#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/flat.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/msgpack.hpp"
#include "gtest/gtest.h"
#include "support/alloc_counter.hpp"

namespace fastser {
namespace {

using std::filesystem::path;

struct Texts {
  std::vector<std::string> list;
};
struct Paths {
  std::vector<path> list;
};

/// One long text of many parts, many times.
Texts long_texts() {
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += "a/";
  return {std::vector<std::string>(50, text)};
}

void expect_bounded(const Result<Buffer>& bytes, auto&& decode) {
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  const testing::AllocScope scope;
  EXPECT_EQ(decode(bytes->view()), Code::kOverBudget);
  EXPECT_LE(scope.peak(), testing::allowed_heap(bytes->size()));
}

TEST(MemoryOfPaths, ThatShareATextStaysInTheBudget) {
  expect_bounded(archive::encode(long_texts(), {.sharing = archive::Sharing::on}),
                 [](BytesView bytes) { return archive::decode<Paths>(bytes).status().code(); });
  expect_bounded(flat::encode(long_texts(), {.share_texts = true}),
                 [](BytesView bytes) { return flat::decode<Paths>(bytes).status().code(); });
  expect_bounded(flexbuffers::encode(long_texts(), {.share_strings = true}),
                 [](BytesView bytes) { return flexbuffers::decode<Paths>(bytes).status().code(); });
}

TEST(MemoryOfPaths, OfOnePathIsCharged) {
  const Limits little{.memory_factor = 4};
  expect_bounded(msgpack::encode(path(long_texts().list[0])), [&](BytesView bytes) {
    return msgpack::decode<path>(bytes, {.limits = little}).status().code();
  });
}

// By default many short ones are within the budget.
TEST(MemoryOfPaths, OfUsualOnesIsThere) {
  const Paths paths{std::vector<path>(10'000, "usr/share/doc/a_file_of_some_name.txt")};
  const auto flat_bytes = flat::encode(paths);
  ASSERT_TRUE(flat_bytes.ok());
  EXPECT_EQ(flat::decode<Paths>(*flat_bytes).status().code(), Code::kOk);
  const auto flex_bytes = flexbuffers::encode(paths);
  ASSERT_TRUE(flex_bytes.ok());
  EXPECT_EQ(flexbuffers::decode<Paths>(*flex_bytes).status().code(), Code::kOk);
  const auto message = msgpack::encode(paths);
  ASSERT_TRUE(message.ok());
  EXPECT_EQ(msgpack::decode<Paths>(*message).status().code(), Code::kOk);
}

}  // namespace
}  // namespace fastser
