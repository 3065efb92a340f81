// SPDX-License-Identifier: MIT
//
// Points of the system clock as seconds and nanoseconds, without overflow at either end of what a
// duration can count.
#pragma once

#include <chrono>
#include <cstdint>
#include <type_traits>

#include "fastser/internal/base/checked.hpp"

namespace fastser::schema {

/// A moment: seconds since 1970-01-01T00:00:00Z, and nanoseconds (below 1e9) on top of them.
struct Moment {
  std::int64_t seconds = 0;
  std::uint32_t nanoseconds = 0;
};

template <typename Duration>
[[nodiscard]] Moment to_moment(
    const std::chrono::time_point<std::chrono::system_clock, Duration>& value) noexcept {
  namespace ch = std::chrono;
  using Period = typename Duration::period;
  if constexpr (std::is_integral_v<typename Duration::rep> && Period::num == 1) {
    // Not by chrono's floor: it overflows within the first second that Duration can count.
    const auto ticks = static_cast<std::int64_t>(value.time_since_epoch().count());
    std::int64_t seconds = ticks / Period::den;
    std::int64_t rest = ticks % Period::den;
    if (rest < 0) {
      rest += Period::den;
      --seconds;
    }
    const auto nanoseconds =
        ch::duration_cast<ch::nanoseconds>(ch::duration<std::int64_t, Period>(rest));
    return {seconds, static_cast<std::uint32_t>(nanoseconds.count())};
  } else {
    const auto seconds = ch::floor<ch::seconds>(value);
    const auto rest = ch::duration_cast<ch::nanoseconds>(value - seconds);
    return {static_cast<std::int64_t>(seconds.time_since_epoch().count()),
            static_cast<std::uint32_t>(rest.count())};
  }
}

/// False when the moment is beyond what Duration can count, or no moment at all.
template <typename Duration>
[[nodiscard]] bool from_moment(std::chrono::time_point<std::chrono::system_clock, Duration>& value,
                               const Moment& moment) noexcept {
  namespace ch = std::chrono;
  using T = std::chrono::time_point<std::chrono::system_clock, Duration>;
  using Period = typename Duration::period;
  const std::int64_t seconds = moment.seconds;
  const std::uint32_t nanoseconds = moment.nanoseconds;
  if (nanoseconds >= 1000000000U) return false;
  if constexpr (Period::num == 1 && Period::den <= 1000000000) {
    // Towards zero first, so that the earliest moment does not overflow on the way.
    constexpr std::int64_t kTicks = Period::den;
    std::int64_t ticks = 0;
    const std::int64_t whole = seconds < 0 ? seconds + 1 : seconds;
    const std::int64_t part = nanoseconds / (1000000000 / kTicks) - (seconds < 0 ? kTicks : 0);
    if (!checked_multiply_signed(whole, kTicks, ticks) || !checked_add_signed(ticks, part, ticks)) {
      return false;
    }
    value = T(Duration(static_cast<typename Duration::rep>(ticks)));
    return value.time_since_epoch().count() == ticks;
  } else {
    value = T(ch::duration_cast<Duration>(ch::seconds(seconds))) +
            ch::duration_cast<Duration>(ch::nanoseconds(nanoseconds));
    return true;
  }
}

/// As from_moment, and false too when Duration is too coarse for the moment.
template <typename Duration>
[[nodiscard]] bool from_moment_exactly(
    std::chrono::time_point<std::chrono::system_clock, Duration>& value,
    const Moment& moment) noexcept {
  using Period = typename Duration::period;
  if (!from_moment(value, moment)) return false;
  if constexpr (Period::num == 1 && 1000000000 % Period::den == 0) {
    return moment.nanoseconds % (1000000000 / Period::den) == 0;
  } else {
    const Moment back = to_moment(value);
    return back.seconds == moment.seconds && back.nanoseconds == moment.nanoseconds;
  }
}

}  // namespace fastser::schema
