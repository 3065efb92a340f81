// SPDX-License-Identifier: MIT
//
// A varint may be padded, which never means anything (docs/format.md). A text as a key was another
// key if its size was padded, and a nil whose zero was padded was none. Found by reading.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "fastser/archive.hpp"
#include "fastser/coder.hpp"
#include "fastser/verify.hpp"
#include "support/bytes.hpp"

namespace fastser {
namespace {

using testing::archive_of;
using testing::Bytes;

TEST(PaddingMeansNothing, InTheSizeOfAKey) {
  // map<string, u8>: "a" twice, the second time with its size in two bytes
  const Bytes twice = archive_of({0, 0x24, 0x14, 3}, {2, 1, 'a', 5, 0x81, 0, 'a', 6});
  const Bytes two = archive_of({0, 0x24, 0x14, 3}, {2, 1, 'a', 5, 0x81, 0, 'b', 6});
  using Map = std::map<std::string, std::uint8_t>;
  EXPECT_EQ(archive::decode<Map>(twice).status().code(), Code::kMalformed);
  EXPECT_EQ(archive::verify(twice).code(), Code::kMalformed);
  EXPECT_TRUE(archive::decode<Map>(two).ok());
  EXPECT_TRUE(archive::verify(two).ok());
}

TEST(PaddingMeansNothing, InANil) {
  // list of any ref: nil, and nil in two bytes
  const Bytes bytes = archive_of({0, 0x21, 0x2B}, {2, 0, 0x80, 0});
  ASSERT_TRUE(archive::verify(bytes).ok());
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  std::uint64_t count = 0;
  ASSERT_TRUE(reader.begin_list(count));
  for (std::uint64_t i = 0; i < count; ++i) {
    EXPECT_TRUE(reader.is_nothing()) << i;
    reader.null();
  }
  reader.end_list();
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

}  // namespace
}  // namespace fastser
