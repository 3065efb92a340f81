// SPDX-License-Identifier: MIT
//
// Memory that no budget was charged for: the table of the keys that came, where a used map is read
// over; the parts of a path; the search for the path of a coder's error; and copies of an error in
// functions that must not throw. Found by reading.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <type_traits>

#include "fastser/archive.hpp"
#include "fastser/coder.hpp"
#include "support/alloc_counter.hpp"

namespace fastser {
namespace {

using testing::AllocScope;
using testing::allowed_heap;

TEST(MemoryBesideTheBudget, IsNotTakenForKeysThatCame) {
  std::map<std::uint16_t, std::uint8_t> sent;
  for (std::uint32_t i = 0; i < 8'193; ++i) sent[static_cast<std::uint16_t>(i)] = 1;
  const Result<Buffer> bytes = archive::encode(sent);
  ASSERT_TRUE(bytes.ok());
  std::map<std::uint16_t, std::uint8_t> used = {{65'535, 1}};
  const AllocScope scope;
  const Status status = archive::decode_into(*bytes, used);
  EXPECT_LE(scope.peak(), allowed_heap(bytes->size()));
  EXPECT_TRUE(status.ok() || status.code() == Code::kOverBudget) << status.to_string();
  if (status.ok()) {
    EXPECT_EQ(used, sent);
  }
}

TEST(MemoryBesideTheBudget, IsNotTakenForPathsOfManyParts) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "a/";
  const Result<Buffer> bytes = archive::encode(std::filesystem::path(text));
  ASSERT_TRUE(bytes.ok());
  // A part of two bytes takes 140.
  const archive::DecodeOptions few = {.limits = {.memory_factor = 4}};
  EXPECT_EQ(archive::decode<std::filesystem::path>(*bytes, few).status().code(), Code::kOverBudget);
  const archive::DecodeOptions enough = {.limits = {.memory_factor = 80}};
  EXPECT_TRUE(archive::decode<std::filesystem::path>(*bytes, enough).ok());
}

TEST(MemoryBesideTheBudget, IsNotTakenForThePathOfAnError) {
  CoderWriter writer;
  writer.begin_list(100'000, schema::TypeCode::kSharedString);
  for (int i = 0; i < 100'000; ++i) writer.string(std::to_string(i));
  writer.end_list();
  const Result<Buffer> bytes = writer.finish();
  ASSERT_TRUE(bytes.ok());
  const Limits limits = {.memory_factor = 1, .memory_base = 0};
  CoderReader reader;
  const AllocScope scope;
  ASSERT_TRUE(reader.open(*bytes, limits).ok());
  std::uint64_t count = 0;
  ASSERT_TRUE(reader.begin_list(count));
  while (count != 0 && reader.status().ok()) {
    static_cast<void>(reader.string());
    --count;
  }
  EXPECT_EQ(reader.status().code(), Code::kOverBudget);
  EXPECT_LE(scope.peak(), 3 * bytes->size());
}

TEST(MemoryBesideTheBudget, IsNotNeededToCopyAnError) {
  static_assert(std::is_nothrow_copy_constructible_v<Status>);
  static_assert(std::is_nothrow_copy_assignable_v<Status>);
  const Status error = Status(Code::kMalformed, "said", 5).with_path("a.b").with_detail("found");
  const testing::AllocFault fault(1, true);
  const Status copy = error;  // NOLINT(performance-unnecessary-copy-initialization): it is the test
  EXPECT_EQ(copy.code(), Code::kMalformed);
  EXPECT_EQ(copy.offset(), 5U);
  EXPECT_EQ(copy.message(), "said");
  EXPECT_EQ(copy.path(), "");
}

}  // namespace
}  // namespace fastser
