// SPDX-License-Identifier: MIT
//
// The text of doubles where there is no std::to_chars for them, against it.
#include "base/double_text.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

namespace fastser::testing {
namespace {

std::string shortest(double value) {
  std::string text;
  append_double_text_by_printf(text, value);
  return text;
}

std::string expected(double value) {
  char text[64];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

TEST(DoubleText, IsThatOfToChars) {
  using Limits = std::numeric_limits<double>;
  for (const double value : {0.0,
                             -0.0,
                             1.0,
                             -1.5,
                             0.1,
                             0.3,
                             1.0 / 3,
                             100.0,
                             1e5,
                             123456.0,
                             1e15,
                             1e16,
                             1e21,
                             1e22,
                             1e23,
                             1e-4,
                             1e-5,
                             1.5e-5,
                             12345e-10,
                             1e-7,
                             1e300,
                             1e-300,
                             1e100,
                             123456789012345680000.0,
                             1234567890123456789.0,
                             0.00001234,
                             5e-324,
                             1e-323,
                             2.5e-320,
                             4503599627370496.5,
                             9007199254740991.0,
                             Limits::max(),
                             -Limits::min(),
                             Limits::epsilon(),
                             Limits::infinity(),
                             -Limits::infinity(),
                             Limits::quiet_NaN()}) {
    EXPECT_EQ(shortest(value), expected(value));
  }
}

TEST(DoubleText, IsThatOfToCharsForAnyBits) {
  std::mt19937_64 random(1);  // NOLINT: the same values in each run
  for (int i = 0; i < 20000; ++i) {
    auto any = std::bit_cast<double>(random());
    if (std::isnan(any)) any = 0;  // libc++ adds to the name of a NaN what kind it is of
    const double near = static_cast<double>(static_cast<std::int64_t>(random() >> 20)) / 1000;
    EXPECT_EQ(shortest(any), expected(any));
    EXPECT_EQ(shortest(near), expected(near));
  }
}

// The interval of values that are read as a power of two is lopsided: 16 digits that are not the
// nearest may be in it. Here one more is written.
TEST(DoubleText, OfPowersOfTwoIsReadAsTheSame) {
  for (int exponent = -1074; exponent < 1024; ++exponent) {
    const double value = std::ldexp(1.0, exponent);
    const std::string text = shortest(value);
    EXPECT_EQ(std::strtod(text.c_str(), nullptr), value);
    EXPECT_LE(text.size(), expected(value).size() + 1);
  }
}

}  // namespace
}  // namespace fastser::testing
