// SPDX-License-Identifier: MIT
//
// An empty view may have a null address, and null was also the sign of a failed read: a bare
// archive of no bytes "decoded" to anything.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "fastser/archive.hpp"

namespace fastser {
namespace {

struct Nothing {};

template <typename T>
Code decode_nothing(archive::Header header) {
  return archive::decode<T>(BytesView{}, {.header = header}).status().code();
}

TEST(NoBytesAtAll, AreTruncatedForEveryTypeThatTakesAny) {
  EXPECT_EQ(decode_nothing<std::int32_t>(archive::Header::bare), Code::kTruncated);
  EXPECT_EQ(decode_nothing<std::string>(archive::Header::bare), Code::kTruncated);
  EXPECT_EQ(decode_nothing<std::vector<int>>(archive::Header::bare), Code::kTruncated);
  EXPECT_EQ(decode_nothing<std::shared_ptr<int>>(archive::Header::bare), Code::kTruncated);
  EXPECT_EQ(decode_nothing<std::int32_t>(archive::Header::self_described), Code::kTruncated);
  EXPECT_EQ(decode_nothing<std::int32_t>(archive::Header::fingerprint), Code::kTruncated);
}

TEST(NoBytesAtAll, AreAllThatAnEmptyRecordTakes) {
  EXPECT_EQ(decode_nothing<Nothing>(archive::Header::bare), Code::kOk);
}

}  // namespace
}  // namespace fastser
