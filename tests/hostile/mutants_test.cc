// SPDX-License-Identifier: MIT
//
// Every proper prefix of every specimen is refused, and every single-bit flip and every
// byte set to 00, 7f, 80, ff decodes or fails cleanly: as the type that wrote it, as a later
// version of it, and by the walker; within the heap that the input's size allows, leaking nothing;
// and what is accepted encodes to a fixpoint.
#include <gtest/gtest.h>

#include <cstdio>

#include "fastser/verify.hpp"
#include "hostile/specimens.hpp"
#include "support/effort.hpp"

namespace fastser::testing {
namespace {

using archive::Header;

struct Tally {
  std::size_t mutants = 0;
  std::size_t attempts = 0;
  std::size_t accepted = 0;
  std::size_t peak = 0;

  ~Tally() {
    std::printf("%zu mutants, %zu attempts, %zu accepted, peak heap %zu bytes\n", mutants, attempts,
                accepted, peak);
  }
};

// The fixed cost of a Registry's table is not the input's doing.
constexpr std::size_t kRegistryHeap = 16 * 1024;

void expect_kept(const Outcome& outcome, std::size_t size, Tally& tally) {
  ++tally.attempts;
  tally.accepted += outcome.status.ok() ? 1U : 0U;
  tally.peak = std::max(tally.peak, outcome.peak);
  EXPECT_EQ(outcome.broken, "");
  EXPECT_LE(outcome.peak, allowed_heap(size) + kRegistryHeap);
  EXPECT_TRUE(outcome.status.ok() || outcome.status.code() != Code::kNoMemory);
  EXPECT_TRUE(outcome.status.ok() || outcome.offset == Status::kNoOffset || outcome.offset <= size);
}

// In memory of exactly this size, so that a sanitizer sees a read beyond it.
void attempt_all(const Specimen& one, const std::vector<std::byte>& bytes, Tally& tally) {
  ++tally.mutants;
  const std::vector<std::byte> exact(bytes.begin(), bytes.end());
  expect_kept(one.decode(exact, one.header), exact.size(), tally);
  if (one.header != Header::bare) {
    expect_kept(one.adopt(exact, one.header), exact.size(), tally);
    const AllocScope scope;
    static_cast<void>(archive::verify(exact));
    EXPECT_LE(scope.peak(), allowed_heap(exact.size()));
    EXPECT_EQ(scope.live(), 0);
    ++tally.attempts;
  }
  static_cast<void>(one.verify(exact, one.header));
  ++tally.attempts;
}

TEST(Mutants, OfEveryPrefixAreRefused) {
  Tally tally;
  for (const Specimen& one : specimens()) {
    for (std::size_t size = 0; size < one.bytes.size(); ++size) {
      SCOPED_TRACE(one.name + " cut off at " + std::to_string(size));
      const std::vector<std::byte> cut(one.bytes.begin(),
                                       one.bytes.begin() + static_cast<std::ptrdiff_t>(size));
      attempt_all(one, cut, tally);
      const Code decoded = one.decode(cut, one.header).status.code();
      const Code verified = one.verify(cut, one.header).code();
      // With a checksum the cut is seen as a change.
      const bool summed = one.name == "plain checksum" && size >= 13;
      EXPECT_EQ(decoded, summed ? Code::kChecksum : Code::kTruncated) << code_name(decoded);
      EXPECT_EQ(verified, summed ? Code::kChecksum : Code::kTruncated) << code_name(verified);
      if (one.header == Header::self_described) {
        EXPECT_FALSE(one.adopt(cut, one.header).status.ok());
        EXPECT_FALSE(archive::verify(cut).ok());
      }
      if (::testing::Test::HasFailure()) return;
    }
  }
}

TEST(Mutants, OfEveryBitDecodeOrFailCleanly) {
  Tally tally;
  for (const Specimen& one : specimens()) {
    for (std::size_t bit = 0; bit < 8 * one.bytes.size(); bit += kSweepStep) {
      SCOPED_TRACE(one.name + ", bit " + std::to_string(bit));
      std::vector<std::byte> bytes = one.bytes;
      bytes[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8));
      attempt_all(one, bytes, tally);
      if (one.name == "plain checksum") {
        EXPECT_FALSE(one.decode(bytes, one.header).status.ok());
      }
      if (::testing::Test::HasFailure()) return;
    }
  }
}

TEST(Mutants, OfEveryByteSetToAnExtremeDecodeOrFailCleanly) {
  Tally tally;
  for (const Specimen& one : specimens()) {
    for (std::size_t at = 0; at < one.bytes.size(); ++at) {
      for (const unsigned value : {0x00U, 0x7FU, 0x80U, 0xFFU}) {
        SCOPED_TRACE(one.name + ", byte " + std::to_string(at) + " = " + std::to_string(value));
        std::vector<std::byte> bytes = one.bytes;
        bytes[at] = static_cast<std::byte>(value);
        attempt_all(one, bytes, tally);
        if (::testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(Mutants, WithABytePutInOrTakenOutDecodeOrFailCleanly) {
  Tally tally;
  for (const Specimen& one : specimens()) {
    for (std::size_t at = 0; at < one.bytes.size(); ++at) {
      SCOPED_TRACE(one.name + ", at " + std::to_string(at));
      std::vector<std::byte> bytes = one.bytes;
      bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at));
      attempt_all(one, bytes, tally);
      bytes = one.bytes;
      bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes[at]);
      attempt_all(one, bytes, tally);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace fastser::testing
