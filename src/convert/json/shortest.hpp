// SPDX-License-Identifier: MIT
//
// The shortest text that a double is read again from, as std::to_chars writes it. Apple's standard
// library has that function for floats from iOS 16.3 and macOS 13.3 on, and apps are built for
// older systems; this one stands on snprintf and strtod.
#pragma once

#include <string>

namespace fastser::convert {

/// Whichever of 1234.5 and 1.2345e+03 is shorter; "inf", "nan".
void append_shortest(std::string& out, double value);

}  // namespace fastser::convert
