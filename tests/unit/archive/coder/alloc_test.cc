// SPDX-License-Identifier: MIT
//
// Memory that runs out in the coder: at the k-th allocation, for every k, once and for good. The
// answer is kNoMemory or a right result, nothing leaks, and writer and reader are usable after.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fastser/coder.hpp"
#include "support/alloc_counter.hpp"

namespace fastser {
namespace {

using testing::AllocFault;
using testing::AllocScope;

constexpr std::size_t kManyRequests = 2000;

void write_much(CoderWriter& writer) {
  static int objects[300];
  char name[32] = "class 0";
  for (int i = 0; i < 300; ++i) {
    name[6] = static_cast<char>('0' + i % 60);
    const ClassHandle of = writer.define_class(name, 1);
    if (!writer.begin_object(&objects[i], of)) continue;
    writer.i32("value", i);
    name[7] = static_cast<char>('a' + i % 26);
    writer.string("name", name);
    name[7] = '\0';
    if (i % 3 == 0) writer.conditional("next", &objects[(i + 1) % 300]);
    writer.end_object();
  }
}

// Everything that was written, by turns in order and by key.
bool read_much(CoderReader& reader) {
  int seen = 0;
  while (!reader.is_at_end()) {
    const ObjectStart start = reader.begin_object();
    if (start.kind != ObjectStart::kNew) continue;
    if (reader.string("name").empty()) break;
    seen += reader.i32("value") >= 0 ? 1 : 0;
    reader.end_object();
  }
  return seen == 300;
}

TEST(CoderAllocation, TheWriterSaysNoMemoryAndGoesOn) {
  CoderWriter other;
  write_much(other);
  const Buffer expected = std::move(*other.finish());
  for (const bool sticky : {false, true}) {
    for (std::size_t k = 1; k < kManyRequests; ++k) {
      const AllocScope scope;
      bool fired = false;
      {
        CoderWriter writer;
        {
          const AllocFault fault(k, sticky);
          write_much(writer);
          const Result<Buffer> bytes = writer.finish();
          fired = fault.fired();
          if (bytes.ok()) {
            EXPECT_TRUE(std::equal(bytes->begin(), bytes->end(), expected.begin(), expected.end()));
          } else {
            EXPECT_EQ(bytes.status().code(), Code::kNoMemory) << k;
          }
        }
        write_much(writer);
        const Result<Buffer> again = writer.finish();
        ASSERT_TRUE(again.ok()) << k << again.status().to_string();
        EXPECT_EQ(again->size(), expected.size());
      }
      ASSERT_EQ(scope.live(), 0) << k;
      if (!fired) break;
      ASSERT_LT(k + 1, kManyRequests);
    }
  }
}

TEST(CoderAllocation, TheReaderSaysNoMemoryAndGoesOn) {
  CoderWriter writer;
  write_much(writer);
  const Buffer bytes = std::move(*writer.finish());
  for (const bool sticky : {false, true}) {
    for (std::size_t k = 1; k < kManyRequests; ++k) {
      const AllocScope scope;
      bool fired = false;
      {
        CoderReader reader;
        {
          const AllocFault fault(k, sticky);
          const bool whole = reader.open(bytes).ok() && read_much(reader);
          const Status status = reader.finish();
          fired = fault.fired();
          EXPECT_EQ(whole, status.ok()) << k << status.to_string();
          if (!status.ok()) {
            EXPECT_EQ(status.code(), Code::kNoMemory) << k;
          }
        }
        ASSERT_TRUE(reader.open(bytes).ok());
        EXPECT_TRUE(read_much(reader)) << reader.status().to_string();
      }
      ASSERT_EQ(scope.live(), 0) << k;
      if (!fired) break;
      ASSERT_LT(k + 1, kManyRequests);
    }
  }
}

}  // namespace
}  // namespace fastser
