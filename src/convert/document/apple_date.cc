// SPDX-License-Identifier: MIT
#include "convert/document/apple_date.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fastser::convert {
namespace {

constexpr std::int64_t kAppleEpoch = 978307200;  // 2001-01-01, in seconds since 1970

bool is_of(const Moment& moment, double date) {
  Moment back;
  return moment_of(date, back) && back.seconds == moment.seconds &&
         back.nanoseconds == moment.nanoseconds;
}

}  // namespace

bool moment_of(double date, Moment& out) {
  constexpr double kFarthest = 1e12;
  if (!(std::fabs(date) < kFarthest)) return false;
  const double whole = std::floor(date);
  const double nanos = std::min((date - whole) * 1e9, 999999999.0);
  out = {static_cast<std::int64_t>(whole) + kAppleEpoch, static_cast<std::uint32_t>(nanos)};
  return true;
}

// moment_of() rounds down, so the date that a moment came from may also be the next one.
bool apple_date_of(const Moment& moment, double& date, bool& exact) {
  date = static_cast<double>(moment.seconds) - static_cast<double>(kAppleEpoch) +
         static_cast<double>(moment.nanoseconds) * 1e-9;
  exact = is_of(moment, date);
  if (exact) return true;
  const double next = std::nextafter(date, std::numeric_limits<double>::infinity());
  exact = is_of(moment, next);
  if (exact) date = next;
  Moment near;
  return exact || moment_of(date, near);
}

}  // namespace fastser::convert
