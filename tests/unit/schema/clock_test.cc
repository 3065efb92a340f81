// SPDX-License-Identifier: MIT
//
// Points of the system clock as dates (clock.hpp): what is written is read as the same time, for
// any unit, or is refused; by every format that has dates.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <ratio>
#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/msgpack.hpp"

namespace fastser {
namespace {

using schema::kIsAlwaysMoment;
using std::chrono::duration;
using std::chrono::sys_days;
using std::chrono::sys_seconds;
using std::chrono::sys_time;

// Writing these cannot fail, and no byte of code asks whether it did.
static_assert(kIsAlwaysMoment<std::chrono::seconds>);
static_assert(kIsAlwaysMoment<std::chrono::milliseconds>);
static_assert(kIsAlwaysMoment<std::chrono::microseconds>);
static_assert(kIsAlwaysMoment<std::chrono::nanoseconds>);
static_assert(kIsAlwaysMoment<std::chrono::system_clock::duration>);
static_assert(kIsAlwaysMoment<duration<std::int32_t, std::ratio<86400>>>);
static_assert(kIsAlwaysMoment<duration<std::int64_t, std::ratio<1, 44100>>>);
static_assert(kIsAlwaysMoment<duration<std::uint64_t, std::nano>>);
static_assert(!kIsAlwaysMoment<duration<std::uint64_t>>);
static_assert(!kIsAlwaysMoment<duration<std::int64_t, std::ratio<60>>>);
static_assert(!kIsAlwaysMoment<duration<std::int64_t, std::pico>>);
static_assert(!kIsAlwaysMoment<duration<std::int64_t, std::ratio<1, std::int64_t{1} << 32>>>);

// Calls `call` with an encode and a decode of each format.
template <typename T, typename Call>
void in_every_format(Call&& call) {
  call([](const T& value) { return archive::encode(value); },
       [](const Buffer& bytes, T& value) { return archive::decode_into(bytes, value); });
  call([](const T& value) { return msgpack::encode(value); },
       [](const Buffer& bytes, T& value) { return msgpack::decode_into(bytes, value); });
  call([](const T& value) { return flexbuffers::encode(value); },
       [](const Buffer& bytes, T& value) { return flexbuffers::decode_into(bytes, value); });
}

template <typename Duration>
struct Event {
  std::string name;
  sys_time<Duration> at;
  std::vector<sys_time<Duration>> others;
};
template <typename Duration>
Event<Duration> event_at(typename Duration::rep ticks) {
  const sys_time<Duration> at{Duration(ticks)};
  return {"event", at, {at, at}};
}
template <typename Duration>
void expect_back(typename Duration::rep ticks) {
  const Event<Duration> event = event_at<Duration>(ticks);
  in_every_format<Event<Duration>>([&](auto encode, auto decode) {
    const Result<Buffer> bytes = encode(event);
    ASSERT_TRUE(bytes.ok()) << bytes.status().to_string() << ", ticks " << ticks;
    Event<Duration> again;
    const Status status = decode(*bytes, again);
    ASSERT_TRUE(status.ok()) << status.to_string() << ", ticks " << ticks;
    EXPECT_EQ(again.at.time_since_epoch().count(), ticks);
    EXPECT_EQ(again.others, event.others);
  });
}
template <typename Duration>
void expect_refused(typename Duration::rep ticks) {
  in_every_format<Event<Duration>>([&](auto encode, auto) {
    const Status status = encode(event_at<Duration>(ticks)).status();
    EXPECT_EQ(status.code(), Code::kUsage) << ticks;
    EXPECT_EQ(status.message(), schema::kNoMoment);
  });
}
template <typename Duration>
void expect_back_around_all_ends() {
  using Limits = std::numeric_limits<typename Duration::rep>;
  for (const int near : {0, 1, 2, 3, 59, 999}) {
    const auto step = static_cast<typename Duration::rep>(near);
    expect_back<Duration>(step);
    expect_back<Duration>(Limits::max() - step);
    expect_back<Duration>(Limits::min() + step);
    if constexpr (Limits::is_signed) expect_back<Duration>(-step);
  }
}

TEST(Clock, TheUsualUnitsComeBackFromEndToEnd) {
  expect_back_around_all_ends<std::chrono::seconds>();
  expect_back_around_all_ends<std::chrono::milliseconds>();
  expect_back_around_all_ends<std::chrono::microseconds>();
  expect_back_around_all_ends<std::chrono::nanoseconds>();
  expect_back_around_all_ends<duration<std::uint64_t, std::nano>>();
  expect_back_around_all_ends<duration<std::int32_t, std::ratio<86400>>>();
  expect_back_around_all_ends<duration<std::uint16_t, std::ratio<7, 2>>>();
}

TEST(Clock, TicksThatAreNoWholeNanosecondsComeBack) {
  expect_back_around_all_ends<duration<std::int64_t, std::ratio<1, 44100>>>();
  expect_back_around_all_ends<duration<std::int64_t, std::ratio<1, 60>>>();
  expect_back_around_all_ends<duration<std::int64_t, std::ratio<1, 3>>>();
  expect_back_around_all_ends<duration<std::int64_t, std::ratio<1001, 30000>>>();
  expect_back_around_all_ends<duration<std::int64_t, std::ratio<1, 999999937>>>();
  for (std::int64_t tick = -44101; tick <= 44101; ++tick) {
    using Period = std::ratio<1, 44100>;
    const sys_time<duration<std::int64_t, Period>> time{duration<std::int64_t, Period>(tick)};
    schema::Moment moment;
    ASSERT_TRUE(schema::to_moment(time, moment));
    sys_time<duration<std::int64_t, Period>> again;
    ASSERT_TRUE(schema::from_moment(again, moment)) << tick;
    ASSERT_EQ(again, time);
  }
}

TEST(Clock, WhatADateHasNoSecondsForIsRefused) {
  using Days = duration<std::int64_t, std::ratio<86400>>;
  using Minutes = duration<std::int64_t, std::ratio<60>>;
  constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  expect_back<Days>(kMost / 86400);
  expect_back<Days>(kLeast / 86400);
  expect_refused<Days>(kMost / 86400 + 1);
  expect_refused<Days>(kLeast / 86400 - 1);
  expect_refused<Days>(kMost);  // "never"
  expect_refused<Days>(kLeast);
  expect_refused<Minutes>(kMost);
  expect_refused<duration<std::int64_t, std::ratio<7, 2>>>(kMost);
  expect_back<duration<std::uint64_t>>(std::uint64_t{kMost});
  expect_refused<duration<std::uint64_t>>(std::uint64_t{kMost} + 1);
  expect_back<duration<std::uint64_t, std::nano>>(std::numeric_limits<std::uint64_t>::max());
}

TEST(Clock, WhatNanosecondsCannotTellApartIsRefused) {
  using Pico = duration<std::int64_t, std::pico>;
  expect_back<Pico>(1234567890000);
  expect_back<Pico>(-1000);
  expect_refused<Pico>(1234567890123);
  expect_refused<Pico>(-1);
  using Ntp = duration<std::uint64_t, std::ratio<1, std::int64_t{1} << 32>>;
  expect_back<Ntp>(std::uint64_t{5} << 32);
  expect_back<Ntp>((std::uint64_t{5} << 32) + (1U << 31));
  std::size_t refused = 0;
  for (std::uint64_t tick = 0; tick < 100; ++tick) {
    schema::Moment moment;
    if (!schema::to_moment(sys_time<Ntp>(Ntp(tick)), moment)) ++refused;
  }
  EXPECT_EQ(refused, 76U);  // 100 ticks are 23.3 ns: 24 nanoseconds
}

TEST(Clock, ADateThatTheTypeCannotHoldExactlyIsRefused) {
  const sys_time<std::chrono::nanoseconds> fine{std::chrono::nanoseconds(5000000001)};
  in_every_format<sys_time<std::chrono::nanoseconds>>([&](auto encode, auto) {
    const Result<Buffer> bytes = encode(fine);
    ASSERT_TRUE(bytes.ok());
    EXPECT_FALSE(archive::decode<sys_seconds>(*bytes).ok());
    EXPECT_FALSE(msgpack::decode<sys_seconds>(*bytes).ok());
    EXPECT_FALSE(flexbuffers::decode<sys_seconds>(*bytes).ok());
  });
  EXPECT_EQ(msgpack::decode<sys_seconds>(*msgpack::encode(fine)).status().code(),
            Code::kTypeMismatch);
  EXPECT_EQ(flexbuffers::decode<sys_seconds>(*flexbuffers::encode(fine)).status().code(),
            Code::kTypeMismatch);
  const sys_seconds noon{std::chrono::hours(12)};
  EXPECT_FALSE(msgpack::decode<sys_days>(*msgpack::encode(noon)).ok());
  EXPECT_FALSE(flexbuffers::decode<sys_days>(*flexbuffers::encode(noon)).ok());
  EXPECT_FALSE(archive::decode<sys_days>(*archive::encode(noon)).ok());
}

// Frames of 1/30 s lie between nanoseconds: a reader with another unit refuses those that it has
// no tick for.
TEST(Clock, ADateBetweenTicksIsRefused) {
  using Frames = duration<std::int64_t, std::ratio<1, 30>>;
  sys_time<Frames> frame;
  EXPECT_TRUE(schema::from_moment(frame, {2, 500000000}));
  EXPECT_EQ(frame.time_since_epoch().count(), 75);
  EXPECT_TRUE(schema::from_moment(frame, {-1, 33333333}));
  EXPECT_EQ(frame.time_since_epoch().count(), -29);
  EXPECT_FALSE(schema::from_moment(frame, {2, 500000001}));
  EXPECT_FALSE(schema::from_moment(frame, {2, 999999999}));
  EXPECT_FALSE(schema::from_moment(frame, {2, 1000000000}));
}

}  // namespace
}  // namespace fastser
