// SPDX-License-Identifier: MIT
//
// The calendar of <chrono> in every format:
//
//   year_month_day            a record `DateOnly` of the days since 1970-01-01: .NET's DateOnly
//   year                      i16
//   month, day, weekday       u8 (weekday: 0 is Sunday)
//   the others                their parts, as a std::pair or std::tuple; a single part is alone.
//                             The order: year, month, day or weekday, then a u8 that says which
//                             of these weekdays of the month. Nothing is written for "last"
//
// A year_month_day that is no date (!ok(), such as one without a value) is written as the least
// number of days, and read as year 0, month 0, day 0; dates themselves come back as they are. Types
// that <chrono> gives no default constructor, such as month_day_last, can be fields that have a
// value, but no elements of a list.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <chrono>
#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>

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

// ---- types of several parts ------------------------------------------------------------

template <>
struct Wrapped<std::chrono::year_month> {
  using T = std::chrono::year_month;
  using Inner = std::pair<std::chrono::year, std::chrono::month>;
  static constexpr Inner to(const T& value) noexcept { return {value.year(), value.month()}; }
  static constexpr void from(T& value, const Inner& inner) noexcept {
    value = T(inner.first, inner.second);
  }
};

template <>
struct Wrapped<std::chrono::month_day> {
  using T = std::chrono::month_day;
  using Inner = std::pair<std::chrono::month, std::chrono::day>;
  static constexpr Inner to(const T& value) noexcept { return {value.month(), value.day()}; }
  static constexpr void from(T& value, const Inner& inner) noexcept {
    value = T(inner.first, inner.second);
  }
};

template <>
struct Wrapped<std::chrono::month_day_last> {
  using T = std::chrono::month_day_last;
  using Inner = std::uint8_t;
  static constexpr Inner to(const T& value) noexcept {
    return Wrapped<std::chrono::month>::to(value.month());
  }
  static constexpr void from(T& value, Inner inner) noexcept {
    value = T(std::chrono::month(inner));
  }
};

template <>
struct Wrapped<std::chrono::year_month_day_last> {
  using T = std::chrono::year_month_day_last;
  using Inner = std::pair<std::chrono::year, std::chrono::month>;
  static constexpr Inner to(const T& value) noexcept { return {value.year(), value.month()}; }
  static constexpr void from(T& value, const Inner& inner) noexcept {
    value = T(inner.first, std::chrono::month_day_last(inner.second));
  }
};

template <>
struct Wrapped<std::chrono::weekday_indexed> {
  using T = std::chrono::weekday_indexed;
  using Inner = std::pair<std::chrono::weekday, std::uint8_t>;
  static constexpr Inner to(const T& value) noexcept {
    return {value.weekday(), static_cast<std::uint8_t>(value.index())};
  }
  static constexpr void from(T& value, const Inner& inner) noexcept {
    value = T(inner.first, inner.second);
  }
};

template <>
struct Wrapped<std::chrono::weekday_last> {
  using T = std::chrono::weekday_last;
  using Inner = std::uint8_t;
  static constexpr Inner to(const T& value) noexcept {
    return Wrapped<std::chrono::weekday>::to(value.weekday());
  }
  static constexpr void from(T& value, Inner inner) noexcept {
    value = T(std::chrono::weekday(inner));
  }
};

template <>
struct Wrapped<std::chrono::month_weekday> {
  using T = std::chrono::month_weekday;
  using Inner = std::tuple<std::chrono::month, std::chrono::weekday, std::uint8_t>;
  static constexpr Inner to(const T& value) noexcept {
    return {value.month(), value.weekday_indexed().weekday(),
            static_cast<std::uint8_t>(value.weekday_indexed().index())};
  }
  static constexpr void from(T& value, const Inner& inner) noexcept {
    value =
        T(std::get<0>(inner), std::chrono::weekday_indexed(std::get<1>(inner), std::get<2>(inner)));
  }
};

template <>
struct Wrapped<std::chrono::month_weekday_last> {
  using T = std::chrono::month_weekday_last;
  using Inner = std::pair<std::chrono::month, std::chrono::weekday>;
  static constexpr Inner to(const T& value) noexcept {
    return {value.month(), value.weekday_last().weekday()};
  }
  static constexpr void from(T& value, const Inner& inner) noexcept {
    value = T(inner.first, std::chrono::weekday_last(inner.second));
  }
};

template <>
struct Wrapped<std::chrono::year_month_weekday> {
  using T = std::chrono::year_month_weekday;
  using Inner =
      std::tuple<std::chrono::year, std::chrono::month, std::chrono::weekday, std::uint8_t>;
  static constexpr Inner to(const T& value) noexcept {
    return {value.year(), value.month(), value.weekday(), static_cast<std::uint8_t>(value.index())};
  }
  static constexpr void from(T& value, const Inner& inner) noexcept {
    value = T(std::get<0>(inner), std::get<1>(inner),
              std::chrono::weekday_indexed(std::get<2>(inner), std::get<3>(inner)));
  }
};

template <>
struct Wrapped<std::chrono::year_month_weekday_last> {
  using T = std::chrono::year_month_weekday_last;
  using Inner = std::tuple<std::chrono::year, std::chrono::month, std::chrono::weekday>;
  static constexpr Inner to(const T& value) noexcept {
    return {value.year(), value.month(), value.weekday()};
  }
  static constexpr void from(T& value, const Inner& inner) noexcept {
    value =
        T(std::get<0>(inner), std::get<1>(inner), std::chrono::weekday_last(std::get<2>(inner)));
  }
};

}  // namespace fastser::schema
