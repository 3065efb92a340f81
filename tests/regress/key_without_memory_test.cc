// SPDX-License-Identifier: MIT
//
// A reader's define_key without memory gave no number and no error. A number that is none reads the
// next value, so another field was read in silence. Found by reading the headers as a manual.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "fastser/coder.hpp"
#include "support/alloc_counter.hpp"

namespace fastser::archive {
namespace {

TEST(KeyWithoutMemory, IsAnErrorOfTheReader) {
  CoderWriter writer;
  writer.i32("age", 7);
  const Result<Buffer> bytes = writer.finish();
  ASSERT_TRUE(bytes.ok());
  const std::string name(100, 'k');
  bool fired = true;
  for (std::size_t k = 1; fired; ++k) {
    CoderReader reader;
    ASSERT_TRUE(reader.open(*bytes).ok());
    KeyHandle key;
    {
      const testing::AllocFault fault(k, true);
      key = reader.define_key(name);
      fired = fault.fired();
    }
    EXPECT_EQ(key.valid(), !fired) << k;
    EXPECT_EQ(reader.status().code(), fired ? Code::kNoMemory : Code::kOk) << k;
  }
}

}  // namespace
}  // namespace fastser::archive
