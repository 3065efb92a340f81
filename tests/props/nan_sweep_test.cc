// SPDX-License-Identifier: MIT
//
// All 16,777,214 NaNs of f32 and a million of f64 keep every bit; under an emulator, a part of
// them. (A sample of them runs with the quick tests: unit/archive/typed_floats_test.cc.)
#include <gtest/gtest.h>

#include "props/float_bits.hpp"
#include "props/random_value.hpp"
#include "support/effort.hpp"

namespace fastser::testing {
namespace {

TEST(NanSweep, EveryF32NanKeepsItsBits) { expect_f32_nans_kept(kSweepStep, false); }

TEST(NanSweep, AMillionF64NansKeepTheirBits) {
  Random random(64);
  std::vector<double> block(50000);
  for (int round = 0; round < 20 / kPartOfRounds; ++round) {
    for (double& value : block) {
      const std::uint64_t payload = random.next() & 0xFFFFFFFFFFFFFU;
      const std::uint64_t sign = random.next() & (std::uint64_t{1} << 63);
      const std::uint64_t bits = sign | 0x7FF0000000000000U | (payload == 0 ? 1 : payload);
      std::memcpy(&value, &bits, sizeof value);
    }
    expect_bits_kept(block, true);
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace fastser::testing
