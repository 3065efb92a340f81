// SPDX-License-Identifier: MIT
//
// Durations and points in time go by their meaning: another unit is converted, exactly, or refused.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>

#include "fastser/archive.hpp"
#include "fastser/json.hpp"

namespace fastser::testing {
namespace {

namespace ch = std::chrono;

template <typename T>
struct One {
  T field{};
  static constexpr std::string_view fastser_name = "One";
};

template <typename To, typename From>
Result<To> read(const From& from) {
  const Result<Buffer> bytes = archive::encode(One<From>{from});
  if (!bytes.ok()) return bytes.status();
  const Result<One<To>> one = archive::decode<One<To>>(*bytes);
  if (!one.ok()) return one.status();
  return one->field;
}
template <typename To, typename From>
void expect_reads(const From& from, const To& wanted) {
  const Result<To> to = read<To>(from);
  ASSERT_TRUE(to.ok()) << to.status().to_string();
  EXPECT_EQ(*to, wanted);
}
template <typename To, typename From>
void expect_refused(const From& from) {
  EXPECT_EQ(read<To>(from).status().code(), Code::kTypeMismatch);
}

using Seconds32 = ch::duration<std::int32_t>;
using UnsignedMillis = ch::duration<std::uint64_t, std::milli>;

TEST(Durations, OfAnotherUnitAreTheSameTime) {
  expect_reads<ch::nanoseconds>(ch::seconds(5), ch::nanoseconds(5'000'000'000));
  expect_reads<ch::seconds>(ch::nanoseconds(-5'000'000'000), ch::seconds(-5));
  expect_reads<ch::milliseconds>(ch::seconds(-5), ch::milliseconds(-5000));
  expect_reads<ch::minutes>(ch::milliseconds(120'000), ch::minutes(2));
  expect_reads<Seconds32>(ch::hours(1), Seconds32(3600));
  expect_reads<ch::hours>(Seconds32(7200), ch::hours(2));
  expect_reads<UnsignedMillis>(ch::seconds(7), UnsignedMillis(7000));
  expect_reads<ch::seconds>(UnsignedMillis(7000), ch::seconds(7));
  expect_reads<ch::seconds>(Seconds32(-7), ch::seconds(-7));
  expect_reads<Seconds32>(ch::seconds(-7), Seconds32(-7));
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  expect_reads<ch::nanoseconds>(ch::duration<std::int64_t, std::nano>(kLeast),
                                ch::nanoseconds(kLeast));
  using Nano32 = ch::duration<std::int32_t, std::nano>;
  expect_reads<ch::nanoseconds>(Nano32(-3), ch::nanoseconds(-3));
  expect_reads<Nano32>(ch::microseconds(-3), Nano32(-3000));
}

TEST(Durations, ThatDoNotFitExactlyAreRefused) {
  expect_refused<ch::seconds>(ch::milliseconds(1500));
  expect_refused<ch::seconds>(ch::nanoseconds(1));
  expect_refused<ch::nanoseconds>(ch::hours(10'000'000));
  expect_refused<Seconds32>(ch::hours(1'000'000));
  expect_refused<UnsignedMillis>(ch::seconds(-1));
  const Result<ch::seconds> refused = read<ch::seconds>(ch::milliseconds(1500));
  EXPECT_EQ(refused.status().path(), "field");
  EXPECT_NE(refused.status().message().find("class One, field field"), std::string_view::npos);
  EXPECT_NE(refused.status().message().find("enum duration 1/1000:i64"), std::string_view::npos);
}

TEST(Durations, ReadAsRealNumbersAreRounded) {
  using Real = ch::duration<double>;
  expect_reads<Real>(ch::milliseconds(1500), Real(1.5));
  expect_reads<Real>(ch::nanoseconds(-250'000'000), Real(-0.25));
  expect_reads<ch::duration<double, std::milli>>(ch::seconds(2),
                                                 ch::duration<double, std::milli>(2000));
}

TEST(Durations, OfOtherClocksAreDurationsToo) {
  using Fine = ch::time_point<ch::steady_clock, ch::nanoseconds>;
  using Coarse = ch::time_point<ch::steady_clock, ch::milliseconds>;
  expect_reads<Fine>(Coarse(ch::milliseconds(3)), Fine(ch::milliseconds(3)));
  expect_reads<Coarse>(Fine(ch::milliseconds(3)), Coarse(ch::milliseconds(3)));
  expect_refused<Coarse>(Fine(ch::nanoseconds(3)));
}

TEST(Durations, AreTheTicksOfTheReaderWhereTheWriterSaidNoUnit) {
  expect_reads<ch::seconds>(std::int64_t{5}, ch::seconds(5));  // archives of before had no units
  expect_reads<std::int64_t>(ch::seconds(5), std::int64_t{5});
}

TEST(Durations, AreTheirNumberOfTicksToAnInteger) {
  expect_reads<std::int64_t>(ch::nanoseconds(-5), std::int64_t{-5});
  expect_reads<std::int64_t>(ch::seconds(5), std::int64_t{5});
}

TEST(Durations, AreNumbersInJson) {
  const Result<Buffer> bytes = archive::encode(One<ch::milliseconds>{ch::milliseconds(1500)});
  const Result<std::string> text = convert::archive_to_json(*bytes);
  ASSERT_TRUE(text.ok()) << text.status().to_string();
  EXPECT_NE(text->find("1500"), std::string::npos);
}

template <typename Duration>
using Sys = ch::sys_time<Duration>;

TEST(Dates, OfAnotherUnitAreTheSameMoment) {
  const Sys<ch::seconds> whole(ch::seconds(-86'400));
  expect_reads<Sys<ch::milliseconds>>(whole, Sys<ch::milliseconds>(whole));
  expect_reads<Sys<ch::days>>(whole, Sys<ch::days>(ch::days(-1)));
  expect_reads<Sys<ch::seconds>>(Sys<ch::nanoseconds>(ch::seconds(-1)),
                                 Sys<ch::seconds>(ch::seconds(-1)));
}

TEST(Dates, ThatDoNotFitExactlyAreRefused) {
  EXPECT_FALSE(read<Sys<ch::seconds>>(Sys<ch::milliseconds>(ch::milliseconds(1500))).ok());
  EXPECT_FALSE(read<Sys<ch::seconds>>(Sys<ch::nanoseconds>(ch::nanoseconds(-1))).ok());
  EXPECT_FALSE(read<Sys<ch::milliseconds>>(Sys<ch::microseconds>(ch::microseconds(1))).ok());
  EXPECT_FALSE(read<Sys<ch::days>>(Sys<ch::seconds>(ch::seconds(86'401))).ok());
  EXPECT_FALSE(read<Sys<ch::nanoseconds>>(Sys<ch::seconds>(ch::seconds(1LL << 60))).ok());
}

}  // namespace
}  // namespace fastser::testing
