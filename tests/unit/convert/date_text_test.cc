// SPDX-License-Identifier: MIT
//
// Dates as text, there and back.
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "convert/json/text.hpp"

namespace fastser::convert {
namespace {

std::string text_of(std::int64_t seconds, std::uint32_t nanoseconds) {
  std::string out;
  append_date(out, seconds, nanoseconds);
  return out.substr(1, out.size() - 2);  // without quotes
}

TEST(DateText, IsReadAsItWasWritten) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 100'000; ++i) {
    // Within three billion years, and mostly much less.
    const auto far = static_cast<std::int64_t>(random() >> (7 + random() % 40));
    const std::int64_t seconds = random() % 2 == 0 ? far : -far;
    const auto nanoseconds =
        static_cast<std::uint32_t>(random() % 3 == 0 ? 0 : random() % 1'000'000'000);
    const std::string text = text_of(seconds, nanoseconds);
    std::int64_t read = 0;
    std::uint32_t fraction = 0;
    ASSERT_TRUE(parse_date(text, read, fraction)) << text;
    ASSERT_EQ(read, seconds) << text;
    ASSERT_EQ(fraction, nanoseconds) << text;
  }
}

TEST(DateText, IsRefusedWhereThereIsNoSuchTime) {
  std::int64_t seconds = 0;
  std::uint32_t nanoseconds = 0;
  EXPECT_TRUE(parse_date("2000-02-29T23:59:59.123456789Z", seconds, nanoseconds));
  for (const std::string_view text : {"",
                                      "2014-08-31",
                                      "2014-08-31T00:29:15",
                                      "2014-08-31T00:29:15z",
                                      "2014-08-31 00:29:15Z",
                                      "2014-8-31T00:29:15Z",
                                      "2014-13-01T00:00:00Z",
                                      "2014-00-01T00:00:00Z",
                                      "2014-02-29T00:00:00Z",
                                      "1900-02-29T00:00:00Z",
                                      "2014-04-31T00:00:00Z",
                                      "2014-01-00T00:00:00Z",
                                      "2014-01-01T24:00:00Z",
                                      "2014-01-01T00:60:00Z",
                                      "2014-01-01T00:00:60Z",
                                      "2014-01-01T00:00:00.Z",
                                      "2014-01-01T00:00:00.1234567890Z",
                                      "2014-01-01T00:00:00.1xZ",
                                      "2014-01-01T00:00:00ZZ",
                                      "+2014-01-01T00:00:00Z",
                                      "-0044-03-15T00:00:00Z",
                                      "+999999999999-01-01T00:00:00Z",
                                      "2014-01--1T00:00:00Z",
                                      "+02014-01-01T00:00:00Z",
                                      "2014-01-+1T00:00:00Z",
                                      "-",
                                      "+",
                                      "20140831T002915Z"}) {
    EXPECT_FALSE(parse_date(text, seconds, nanoseconds)) << text;
  }
}

}  // namespace
}  // namespace fastser::convert
