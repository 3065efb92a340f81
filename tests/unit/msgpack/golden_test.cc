// SPDX-License-Identifier: MIT
//
// Golden vectors of MessagePack (tests/vectors/msgpack/v1): see golden_checks.hpp. How to add one:
// see vectors.hpp. A vector is never changed.
#include "support/golden_checks.hpp"

namespace fastser::testing::golden {
namespace {

using Codec = MsgpackCodec;

TEST(MsgpackGolden, BytesAreThoseThatWereFrozen) { expect_all_golden<Codec>(); }

TEST(MsgpackGolden, APersonTakes121Bytes67ByNumbers59AsArrays) {
  EXPECT_EQ(good_vector<Codec>("person").bytes.size(), 121U);
  EXPECT_EQ(good_vector<Codec>("person_ids").bytes.size(), 67U);
  EXPECT_EQ(good_vector<Codec>("person_array").bytes.size(), 59U);
}

TEST(MsgpackGolden, VersionsReadEachOther) {
  expect_versions<Codec>({"unknown"});
  expect_versions<Codec>({"unknown"}, "_ids");
}

// Fields of arrays can be added at the end only.
TEST(MsgpackGolden, ALongerArrayIsReadByAnOlderVersionAndAShorterByALater) {
  EXPECT_EQ((read_as<Codec, BookV1>("book_v2_array").pages), 200);
  const auto second = read_as<Codec, BookV2>("book_v1_array");
  EXPECT_EQ(second.pages, 100);
  EXPECT_EQ(second.price, -1);
}

TEST(MsgpackGolden, BadMessagesAreRefusedWithTheirCodeAndOffset) { expect_all_refused<Codec>(12); }

}  // namespace
}  // namespace fastser::testing::golden
