// SPDX-License-Identifier: MIT
//
// Numbers and dates as property lists have them in text. Errors are kMalformed, or kTypeMismatch
// for a number that is too large, without a byte.
#pragma once

#include <cstdint>
#include <string_view>

#include "fastser/status.hpp"

namespace fastser::convert {

/// "-12", "+12", "0x1F". `bits`: two's complement.
Status parse_plist_integer(std::string_view text, std::uint64_t& bits, bool& negative);

/// "1.5", "-.5e3", "+infinity", "nan".
Status parse_plist_real(std::string_view text, double& value);

/// "2014-08-31T00:29:15Z", as seconds since 1970. As with Foundation, the year may have a - and
/// more digits (here: up to 32767).
Status parse_plist_date(std::string_view text, std::int64_t& seconds);

/// GNUstep's "2014-08-31 00:29:15 +0000".
Status parse_gnustep_date(std::string_view text, std::int64_t& seconds);

}  // namespace fastser::convert
