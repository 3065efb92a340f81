// SPDX-License-Identifier: MIT
//
// Floats by their bits: NaN payloads (a sample; all of them in props/nan_sweep_test.cc), both
// zeros, infinities, denormals.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "props/float_bits.hpp"

namespace fastser::testing {
namespace {

TEST(TypedFloats, F32NansKeepEveryBitOfTheirPayload) { expect_f32_nans_kept(4099, true); }

TEST(TypedFloats, F64NansKeepEveryBitOfTheirPayload) {
  std::vector<double> values;
  for (int bit = 0; bit < 52; ++bit) {
    for (const std::uint64_t sign : {std::uint64_t{0}, std::uint64_t{1} << 63}) {
      values.push_back(
          std::bit_cast<double>(sign | 0x7FF0000000000000U | (std::uint64_t{1} << bit)));
    }
  }
  expect_bits_kept(values, true);
}

template <typename F>
void expect_edges_kept() {
  using Limits = std::numeric_limits<F>;
  std::vector<F> values = {F{0},          -F{0},         Limits::infinity(), -Limits::infinity(),
                           Limits::min(), Limits::max(), Limits::lowest(),   Limits::epsilon()};
  for (F denormal = Limits::denorm_min(); denormal < Limits::min(); denormal *= 2) {
    values.push_back(denormal);
    values.push_back(-denormal);
  }
  expect_bits_kept(values, true);
}

TEST(TypedFloats, ZerosInfinitiesAndDenormalsKeepTheirBits) {
  expect_edges_kept<float>();
  expect_edges_kept<double>();
}

}  // namespace
}  // namespace fastser::testing
