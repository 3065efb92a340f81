// SPDX-License-Identifier: MIT
//
// The calendar of <chrono> in every format:
//
//   year_month_day            a record `DateOnly` of the days since 1970-01-01: .NET's DateOnly
//   year                      i16
//   month, day, weekday       u8 (weekday: 0 is Sunday)
//
// A year_month_day that is no date (!ok(), such as one without a value) is written as the least
// number of days, and read as year 0, month 0, day 0; dates themselves come back as they are.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <chrono>
#include <cstdint>
#include <limits>
#include <string_view>

#include "fastser/internal/schema/wrapped.hpp"

namespace fastser::schema {

struct DateOnly {
  static constexpr std::string_view fastser_name = "DateOnly";
  std::int32_t days = 0;
};

template <>
struct Wrapped<std::chrono::year_month_day> {
  using T = std::chrono::year_month_day;
  using Inner = DateOnly;
  static constexpr std::int32_t kNoDate = std::numeric_limits<std::int32_t>::min();
  static constexpr Inner to(const T& value) noexcept {
    if (!value.ok()) return {kNoDate};
    return {static_cast<std::int32_t>(std::chrono::sys_days(value).time_since_epoch().count())};
  }
  /// False: beyond the years that <chrono> has.
  static constexpr bool from(T& value, const Inner& inner) noexcept {
    value = T(std::chrono::year(0), std::chrono::month(0), std::chrono::day(0));
    if (inner.days == kNoDate) return true;
    constexpr auto kFirst = std::chrono::sys_days(std::chrono::year::min() / std::chrono::January /
                                                  std::chrono::day(1));
    constexpr auto kLast = std::chrono::sys_days(std::chrono::year::max() / std::chrono::December /
                                                 std::chrono::day(31));
    const std::chrono::sys_days days{std::chrono::days(inner.days)};
    if (days < kFirst || days > kLast) return false;
    value = T(days);
    return true;
  }
};

template <>
struct Wrapped<std::chrono::year> {
  using Inner = std::int16_t;
  static constexpr Inner to(std::chrono::year value) noexcept {
    return static_cast<Inner>(static_cast<int>(value));
  }
  static constexpr void from(std::chrono::year& value, Inner inner) noexcept {
    value = std::chrono::year(inner);
  }
};

template <>
struct Wrapped<std::chrono::month> {
  using Inner = std::uint8_t;
  static constexpr Inner to(std::chrono::month value) noexcept {
    return static_cast<Inner>(static_cast<unsigned>(value));
  }
  static constexpr void from(std::chrono::month& value, Inner inner) noexcept {
    value = std::chrono::month(inner);
  }
};

template <>
struct Wrapped<std::chrono::day> {
  using Inner = std::uint8_t;
  static constexpr Inner to(std::chrono::day value) noexcept {
    return static_cast<Inner>(static_cast<unsigned>(value));
  }
  static constexpr void from(std::chrono::day& value, Inner inner) noexcept {
    value = std::chrono::day(inner);
  }
};

template <>
struct Wrapped<std::chrono::weekday> {
  using Inner = std::uint8_t;
  static constexpr Inner to(std::chrono::weekday value) noexcept {
    return static_cast<Inner>(value.c_encoding());
  }
  static constexpr void from(std::chrono::weekday& value, Inner inner) noexcept {
    value = std::chrono::weekday(inner);
  }
};

}  // namespace fastser::schema
