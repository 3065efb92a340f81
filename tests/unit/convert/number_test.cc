// SPDX-License-Identifier: MIT
//
// Numbers of JSON text are the nearest floats: as strtod has them, digit by digit.
#include "convert/json/number.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <limits>
#include <random>
#include <string>
#include <utility>

#include "convert/json/text.hpp"

namespace fastser::convert {
namespace {

JsonNumber read(const std::string& text) {
  JsonNumber out;
  const char* wrong = nullptr;
  const char* const end = text.data() + text.size();
  EXPECT_EQ(parse_number(text.data(), end, out, wrong), end) << text;
  return out;
}

double real(const std::string& text) {
  const JsonNumber number = read(text);
  EXPECT_EQ(number.kind, JsonNumber::Kind::kReal) << text;
  return number.real;
}

TEST(JsonNumbers, AreTheNearestFloats) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 200000; ++i) {
    std::string text = random() % 2 == 0 ? "-" : "";
    text += std::to_string(random() >> (random() % 64)) + '.';
    text += std::to_string(random() >> (random() % 64));
    if (random() % 2 == 0) text += "e" + std::to_string(static_cast<int>(random() % 60) - 30);
    const double wanted = std::strtod(text.c_str(), nullptr);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(real(text)), std::bit_cast<std::uint64_t>(wanted))
        << text;
  }
  for (const char* text : {"0.1", "-0.0", "1e22", "1e23", "9007199254740993.0", "5e-324",
                           "2.4703282292062327e-324", "1.7976931348623157e308", "1e-400",
                           "0.000000000000000000000000000000000001", "123456789012345678901.5"}) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(real(text)),
              std::bit_cast<std::uint64_t>(std::strtod(text, nullptr)))
        << text;
  }
}

TEST(JsonNumbers, WhatIsNotFiniteIsNamed) {
  for (const auto& [value, said] : std::initializer_list<std::pair<double, const char*>>{
           {std::numeric_limits<double>::quiet_NaN(), "nan"},
           {std::numeric_limits<double>::infinity(), "inf"},
           {-std::numeric_limits<double>::infinity(), "-inf"},
           {2, "2.0"}}) {
    std::string text;
    append_double(text, value);
    EXPECT_EQ(text, said);
  }
}

TEST(JsonNumbers, RightBetweenTwoFloatsAreTheEvenOne) {
  std::mt19937_64 random(8);
  for (int i = 0; i < 20000; ++i) {
    // An odd number of 54 bits, times and divided by a power of ten; and its neighbours.
    std::uint64_t between = ((random() | std::uint64_t{1} << 63) >> 10) | 1;
    for (int power = 0; power <= 4; ++power, between *= 5) {
      for (const std::uint64_t digits : {between - 1, between, between + 1}) {
        const std::string text = std::to_string(digits) + "e-" + std::to_string(power);
        ASSERT_EQ(std::bit_cast<std::uint64_t>(real(text)),
                  std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)))
            << text;
      }
    }
  }
}

TEST(JsonNumbers, AreReadWhateverTheNumberOfDigitsAndWhatFollows) {
  for (std::size_t count = 1; count <= 19; ++count) {
    const std::string digits = std::string("1234567890987654321").substr(0, count);
    for (const char* behind : {"", ",", "]      ", ":;:;:;:;", "//////////", "\xFF\xFF\xFF\xFF"}) {
      for (const std::string& text : {digits, "0." + digits}) {
        const std::string longer = text + behind;
        JsonNumber number;
        const char* wrong = nullptr;
        const char* const begin = longer.data();
        const char* const end = parse_number(begin, begin + longer.size(), number, wrong);
        ASSERT_EQ(end, begin + text.size()) << longer;
        if (number.kind == JsonNumber::Kind::kInteger) {
          EXPECT_EQ(std::to_string(number.bits), text);
        } else {
          EXPECT_EQ(number.real, std::strtod(text.c_str(), nullptr)) << longer;
        }
      }
    }
  }
}

TEST(JsonNumbers, AreIntegersUpTo64Bits) {
  EXPECT_EQ(read("18446744073709551615").bits, UINT64_MAX);
  EXPECT_EQ(read("-9223372036854775808").bits, std::uint64_t{1} << 63);
  EXPECT_TRUE(read("-1").negative);
  EXPECT_FALSE(read("-0").negative);
  EXPECT_EQ(read("18446744073709551616").kind, JsonNumber::Kind::kWide);
  EXPECT_EQ(read("18446744073709551617").kind, JsonNumber::Kind::kInexact);
  EXPECT_EQ(read("-9223372036854775809").kind, JsonNumber::Kind::kInexact);
  EXPECT_EQ(read("1e999").kind, JsonNumber::Kind::kNotFinite);
}

double lax_real(const std::string& text) {
  JsonNumber out;
  const char* wrong = nullptr;
  std::string_view why;
  const char* const end = text.data() + text.size();
  EXPECT_EQ(parse_lax_number(text.data(), end, out, wrong, why), end) << text;
  EXPECT_EQ(out.kind, JsonNumber::Kind::kReal) << text;
  return out.real;
}

TEST(LaxJsonNumbers, HexadecimalOnesAreTheNearestFloats) {
  constexpr char kDigits[] = "0123456789abcdefABCDEF";
  std::mt19937_64 random(9);
  const auto digits = [&](std::size_t most) {
    std::string out;
    for (std::size_t left = random() % (most + 1); left != 0; --left) out += kDigits[random() % 22];
    return out;
  };
  for (int i = 0; i < 20000; ++i) {
    std::string text = random() % 2 == 0 ? "-0x" : "0x";
    text += digits(20) + '.' + digits(20) + "8p";
    text += std::to_string(static_cast<int>(random() % 2200) - 1150);
    const double wanted = std::strtod(text.c_str(), nullptr);
    if (!std::isfinite(wanted)) continue;
    ASSERT_EQ(std::bit_cast<std::uint64_t>(lax_real(text)), std::bit_cast<std::uint64_t>(wanted))
        << text;
  }
  // Right between two floats, of full precision and of less; and with a digit far behind.
  for (const char* text :
       {"0x1.00000000000008p0", "0x1.00000000000018p0", "0x1.000000000000080000000000001p0",
        "0x1.fffffffffffff8p0", "0x1p-1074", "0x1p-1075", "0x1.8p-1075", "0x1.8p-1074",
        "0x1.00000000000001p-1075", "0x1p-1076", "0x1.ffffffffffffffp-1023", "0x1p-99999",
        "0x0p99999", "0x1.fffffffffffffp1023", "0x0.00000000000000000000000001p104"}) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(lax_real(text)),
              std::bit_cast<std::uint64_t>(std::strtod(text, nullptr)))
        << text;
  }
}

TEST(JsonNumbers, EndWhereNoNumberGoesOn) {
  struct Case {
    std::string text;
    std::ptrdiff_t end;    // behind the number; below 0: there is none
    std::ptrdiff_t wrong;  // then, the character that is wrong
  };
  for (const Case& one : {Case{"-", -1, 1}, Case{"-a", -1, 1}, Case{"1.", -1, 2},
                          Case{"1.x", -1, 2}, Case{"1e", -1, 2}, Case{"1e+", -1, 3},
                          Case{"01", 1, 0}, Case{"12]", 2, 0}, Case{"0x1", 1, 0}}) {
    JsonNumber number;
    const char* wrong = nullptr;
    const char* const begin = one.text.data();
    const char* const end = parse_number(begin, begin + one.text.size(), number, wrong);
    if (one.end >= 0) {
      ASSERT_NE(end, nullptr) << one.text;
      EXPECT_EQ(end - begin, one.end) << one.text;
    } else {
      EXPECT_EQ(end, nullptr) << one.text;
      EXPECT_EQ(wrong - begin, one.wrong) << one.text;
    }
  }
}

}  // namespace
}  // namespace fastser::convert
