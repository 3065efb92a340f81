// SPDX-License-Identifier: MIT
//
// Points of the system clock as seconds and nanoseconds, without overflow at either end of what a
// duration can count.
//
// A tick that is no whole number of nanoseconds (1/44100 s) is written as the nanosecond before it,
// and read as the first tick from there on: the same one, as long as ticks are not shorter than
// nanoseconds. Whatever would not come back as it was is refused: by to_moment what a moment cannot
// hold, by from_moment what the clock's type cannot.
#pragma once

#include <chrono>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string_view>
#include <type_traits>

#include "fastser/internal/base/checked.hpp"
#include "fastser/internal/base/compiler.hpp"

namespace fastser::schema {

/// A moment: seconds since 1970-01-01T00:00:00Z, and nanoseconds (below 1e9) on top of them.
struct Moment {
  std::int64_t seconds = 0;
  std::uint32_t nanoseconds = 0;
};

inline constexpr std::int64_t kNanosecondsPerSecond = 1000000000;

/// What a message says of a time point that to_moment refuses.
inline constexpr std::string_view kNoMoment =
    "a time that a date cannot hold: dates have 64 bits of seconds, and nanoseconds";

namespace detail {

/// left * right / divisor, rounded down, and what is left over.
struct Share {
  std::uint64_t whole = 0;
  std::uint64_t rest = 0;
};
/// For left < divisor <= 2^63. A product of more than 64 bits is divided bit by bit.
[[nodiscard]] constexpr Share share_of(std::uint64_t left, std::uint64_t right,
                                       std::uint64_t divisor) noexcept {
  std::uint64_t product = 0;
  if (checked_multiply(left, right, product)) return {product / divisor, product % divisor};
  Share share;
  for (int bit = 63; bit >= 0; --bit) {
    share.whole <<= 1;
    share.rest <<= 1;
    if (share.rest >= divisor) {
      share.rest -= divisor;
      ++share.whole;
    }
    if (((right >> bit) & 1) == 0) continue;
    share.rest += left;
    if (share.rest >= divisor) {
      share.rest -= divisor;
      ++share.whole;
    }
  }
  return share;
}

/// Ticks of a duration; 64 bits unsigned count further than signed ones.
template <typename Rep>
using TicksOf = std::conditional_t<std::unsigned_integral<Rep> && sizeof(Rep) == 8, std::uint64_t,
                                   std::int64_t>;

/// ticks = whole * each + part. False when there are no such Ticks.
template <typename Ticks>
[[nodiscard]] constexpr bool add_ticks(std::int64_t whole, std::int64_t each, std::int64_t part,
                                       Ticks& ticks) noexcept {
  if constexpr (std::is_signed_v<Ticks>) {
    // Towards zero first, so that the earliest moment does not overflow on the way.
    if (whole < 0) {
      ++whole;
      part -= each;
    }
    return checked_multiply_signed(whole, each, ticks) && checked_add_signed(ticks, part, ticks);
  } else {
    if (whole < 0 || !checked_multiply(static_cast<Ticks>(whole), static_cast<Ticks>(each), ticks))
      return false;
    ticks += static_cast<Ticks>(part);
    return ticks >= static_cast<Ticks>(part);
  }
}

/// Ticks that are whole nanoseconds, 1, 10, 100 ... of a second.
template <typename Period>
inline constexpr bool kIsDecimal = Period::num == 1 && kNanosecondsPerSecond % Period::den == 0;
/// Ticks that nanoseconds cannot tell apart.
template <typename Period>
inline constexpr bool kIsTooFine =
    Period::den / Period::num >= kNanosecondsPerSecond && !kIsDecimal<Period>;

/// The nanosecond of a tick, or the last one before it. False when a moment has no such second.
template <typename Period, typename Ticks>
[[nodiscard]] constexpr bool moment_of(Ticks ticks, Moment& moment) noexcept {
  // Not by chrono's floor: it overflows within the first second that a duration can count.
  constexpr auto kDen = static_cast<Ticks>(Period::den);
  Ticks whole = ticks / kDen;
  Ticks rest = ticks % kDen;
  if constexpr (std::is_signed_v<Ticks>) {
    if (rest < 0) {
      rest += kDen;
      --whole;
    }
  } else if constexpr (kDen == 1) {
    if (whole > static_cast<Ticks>(std::numeric_limits<std::int64_t>::max())) return false;
  }
  auto part = static_cast<std::uint64_t>(rest);
  if constexpr (Period::num == 1) {
    moment.seconds = static_cast<std::int64_t>(whole);
  } else {
    const Share share = share_of(part, Period::num, Period::den);
    part = share.rest;
    if (!add_ticks(static_cast<std::int64_t>(whole), Period::num,
                   static_cast<std::int64_t>(share.whole), moment.seconds)) {
      return false;
    }
  }
  if constexpr (kNanosecondsPerSecond % Period::den == 0) {
    moment.nanoseconds = static_cast<std::uint32_t>(part * (kNanosecondsPerSecond / Period::den));
  } else {
    moment.nanoseconds =
        static_cast<std::uint32_t>(share_of(part, kNanosecondsPerSecond, Period::den).whole);
  }
  return true;
}

/// The tick of a moment, or the first one behind it. False when Ticks do not count so far.
template <typename Period, typename Ticks>
[[nodiscard]] constexpr bool ticks_of(const Moment& moment, Ticks& ticks) noexcept {
  if constexpr (kIsDecimal<Period>) {
    return add_ticks(moment.seconds, Period::den,
                     moment.nanoseconds / (kNanosecondsPerSecond / Period::den), ticks);
  } else {
    std::int64_t whole = moment.seconds / Period::num;
    std::int64_t rest = moment.seconds % Period::num;
    if (rest < 0) {
      rest += Period::num;
      --whole;
    }
    const Share of_seconds = share_of(static_cast<std::uint64_t>(rest), Period::den, Period::num);
    const Share of_nanoseconds = share_of(moment.nanoseconds, Period::den, kNanosecondsPerSecond);
    const std::uint64_t left =
        of_seconds.rest + of_nanoseconds.whole + (of_nanoseconds.rest != 0 ? 1 : 0);
    const std::uint64_t part =
        of_seconds.whole + left / Period::num + (left % Period::num != 0 ? 1 : 0);
    return add_ticks(whole, Period::den, static_cast<std::int64_t>(part), ticks);
  }
}

}  // namespace detail

/// Whether moments hold all that a Duration can count; to_moment is then true.
template <typename Duration>
inline constexpr bool kIsAlwaysMoment = [] {
  using Rep = typename Duration::rep;
  using Ticks = detail::TicksOf<Rep>;
  using Period = typename Duration::period;
  if (sizeof(Rep) > sizeof(Ticks) || detail::kIsTooFine<Period>) return false;
  Moment ignored;
  return detail::moment_of<Period>(static_cast<Ticks>(std::numeric_limits<Rep>::max()), ignored) &&
         detail::moment_of<Period>(static_cast<Ticks>(std::numeric_limits<Rep>::min()), ignored);
}();

/// False where no moment would be read as this time again.
template <typename Duration>
[[nodiscard]] bool to_moment(
    const std::chrono::time_point<std::chrono::system_clock, Duration>& value,
    Moment& moment) noexcept {
  using Ticks = detail::TicksOf<typename Duration::rep>;
  using Period = typename Duration::period;
  const auto ticks = static_cast<Ticks>(value.time_since_epoch().count());
  const bool held = detail::moment_of<Period>(ticks, moment);
  if constexpr (kIsAlwaysMoment<Duration>) {
    return true;
  } else {
    Ticks again = 0;
    return held && ticks == value.time_since_epoch().count() &&
           detail::ticks_of<Period>(moment, again) && again == ticks;
  }
}

/// False when the moment is beyond what Duration can count, too fine for it, or no moment at all.
template <typename Duration>
[[nodiscard]] FASTSER_INLINE inline bool from_moment(
    std::chrono::time_point<std::chrono::system_clock, Duration>& value,
    const Moment& moment) noexcept {
  using T = std::chrono::time_point<std::chrono::system_clock, Duration>;
  using Rep = typename Duration::rep;
  using Ticks = detail::TicksOf<Rep>;
  using Period = typename Duration::period;
  Ticks ticks = 0;
  if (moment.nanoseconds >= kNanosecondsPerSecond || !detail::ticks_of<Period>(moment, ticks)) {
    return false;
  }
  value = T(Duration(static_cast<Rep>(ticks)));
  if (value.time_since_epoch().count() != ticks) return false;
  if constexpr (detail::kIsDecimal<Period>) {
    return moment.nanoseconds % (kNanosecondsPerSecond / Period::den) == 0;
  } else {
    Moment again;
    return detail::moment_of<Period>(ticks, again) && again.seconds == moment.seconds &&
           again.nanoseconds == moment.nanoseconds;
  }
}

}  // namespace fastser::schema
