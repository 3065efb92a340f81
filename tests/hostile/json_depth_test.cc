// SPDX-License-Identifier: MIT
//
// The JSON converter: at its limits of nesting it needs little stack, beyond them it
// refuses.
#include <gtest/gtest.h>

#include <string>

#include "fastser/json.hpp"
#include "fastser/verify.hpp"
#include "support/small_stack.hpp"

namespace fastser::testing {
namespace {

std::string repeat(std::string_view piece, std::size_t times) {
  std::string out;
  while (times-- != 0) out += piece;
  return out;
}

struct Deep {
  const char* open;
  const char* middle;
  const char* close;
};
// Lists; records of one shape's kind each; maps; any values; lists and records in turn.
constexpr Deep kDeep[] = {{"[", "1", "]"},
                          {"{\"a\":", "1", "}"},
                          {"{\"1\":", "1", "}"},
                          {"[0,\"x\",", "null", "]"},
                          {"[{\"a\":1,\"b\":", "[]", "}]"}};

std::string nested(const Deep& deep, std::size_t levels) {
  const std::size_t per = std::string_view(deep.open).starts_with("[{") ? 2 : 1;
  return repeat(deep.open, levels / per) + deep.middle + repeat(deep.close, levels / per);
}

void expect_there_and_back(std::size_t levels, std::uint32_t depth) {
  for (const Deep& deep : kDeep) {
    // One less: the middle of the last kind is a level as well.
    const std::string json = nested(deep, levels - 1);
    const Result<Buffer> archive = convert::json_to_archive(json, {.depth = depth});
    ASSERT_TRUE(archive.ok()) << archive.status().to_string();
    const Result<std::string> back = convert::archive_to_json(*archive);
    ASSERT_TRUE(back.ok()) << deep.open << ": " << back.status().to_string();
    EXPECT_EQ(*back, json);
    const Status deeper =
        convert::json_to_archive(nested(deep, levels + 2), {.depth = depth}).status();
    EXPECT_EQ(deeper.code(), Code::kTooDeep) << deep.open;
    EXPECT_EQ(convert::json_to_archive(nested(deep, 1000000), {.depth = depth}).status().code(),
              Code::kTooDeep);
  }
}

TEST(JsonDepth, AtTheDefaultLimitFitsOnAStackOf128KiB) {
  on_stack(128 * 1024, [] { expect_there_and_back(128, 128); });
}

TEST(JsonDepth, AtTheHighestLimitFitsOnAStackOf512KiB) {
  on_stack(512 * 1024, [] { expect_there_and_back(512, 512); });
}

}  // namespace
}  // namespace fastser::testing
