// SPDX-License-Identifier: MIT
//
// The shortest text that a double is read again from: whichever of 1234.5 and 1.2345e+03 is
// shorter; "inf", "nan".
#pragma once

#include <cstddef>
#include <string>

namespace fastser {

void append_double_text(std::string& out, double value);
/// The same to where there is room for it. The byte behind it.
inline constexpr std::size_t kMostDoubleText = 40;
char* put_double_text(char* to, double value);

/// The same without std::to_chars, which Apple's standard library has for floats from iOS 16.3 and
/// macOS 13.3 on only: what append_double_text() is there, and on other systems for the tests.
void append_double_text_by_printf(std::string& out, double value);

}  // namespace fastser
