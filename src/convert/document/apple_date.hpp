// SPDX-License-Identifier: MIT
//
// Dates of Apple's systems, which are seconds since 2001-01-01T00:00:00Z as a double, and moments,
// which are seconds since 1970 and nanoseconds.
#pragma once

#include <cstdint>

namespace fastser::convert {

struct Moment {
  std::int64_t seconds = 0;
  std::uint32_t nanoseconds = 0;
};

/// The moment of a date, to the nearest nanosecond. False: it is NaN, or 1e12 seconds away or more.
[[nodiscard]] bool moment_of(double date, Moment& out);

/// The date of a moment. `exact`: moment_of() gives that moment back; otherwise the date is the
/// nearest, since a double does not have so many digits. False: it is too far away for moment_of().
[[nodiscard]] bool apple_date_of(const Moment& moment, double& date, bool& exact);

}  // namespace fastser::convert
