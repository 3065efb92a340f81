// SPDX-License-Identifier: MIT
//
// Golden vectors of FlexBuffers (tests/vectors/flexbuffers/v1): see golden_checks.hpp. How to add
// one: see vectors.hpp. A vector is never changed.
#include "support/golden_checks.hpp"

namespace fastser::testing::golden {
namespace {

using Codec = FlexCodec;

TEST(FlexGolden, BytesAreThoseThatWereFrozen) { expect_all_golden<Codec>(); }

TEST(FlexGolden, APersonTakes154Bytes) {
  EXPECT_EQ(good_vector<Codec>("person").bytes.size(), 154U);
}

TEST(FlexGolden, VersionsReadEachOther) { expect_versions<Codec>({"unknown"}); }

TEST(FlexGolden, BadMessagesAreRefusedWithTheirCodeAndOffset) { expect_all_refused<Codec>(12); }

}  // namespace
}  // namespace fastser::testing::golden
