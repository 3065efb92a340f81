// SPDX-License-Identifier: MIT
#include "convert/document/apple_date.hpp"

#include <cmath>

namespace fastser::convert {
namespace {

constexpr std::int64_t kAppleEpoch = 978307200;  // 2001-01-01, in seconds since 1970
constexpr std::uint32_t kSecond = 1'000'000'000;

}  // namespace

bool moment_of(double date, Moment& out) {
  constexpr double kFarthest = 1e12;
  if (!(std::fabs(date) < kFarthest)) return false;
  const double whole = std::floor(date);
  out.seconds = static_cast<std::int64_t>(whole) + kAppleEpoch;
  out.nanoseconds = static_cast<std::uint32_t>(std::nearbyint((date - whole) * 1e9));
  if (out.nanoseconds == kSecond) {
    out.nanoseconds = 0;
    ++out.seconds;
  }
  return true;
}

bool apple_date_of(const Moment& moment, double& date, bool& exact) {
  date = static_cast<double>(moment.seconds) - static_cast<double>(kAppleEpoch) +
         static_cast<double>(moment.nanoseconds) * 1e-9;
  Moment back;
  const bool near = moment_of(date, back);
  exact = near && back.seconds == moment.seconds && back.nanoseconds == moment.nanoseconds;
  return near;
}

}  // namespace fastser::convert
