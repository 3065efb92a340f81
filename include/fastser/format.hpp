// SPDX-License-Identifier: MIT
//
// std::format of Status and Code, where the standard library has <format>: g++ 13, libc++ 17 and
// later. A header of its own, since <format> takes longer to compile than all of status.hpp.
// Without <format> it has nothing.
//
//   std::format("{}", status)          "truncated at byte 17, items[3].name: the input ends ..."
//   std::format("{:>20}", status.code())  as text is laid out
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <version>

#include "fastser/status.hpp"

#if defined(__cpp_lib_format)
#include <format>
#include <string>
#include <string_view>

/// Status::to_string(), laid out as text is.
template <>
struct std::formatter<fastser::Status, char> : std::formatter<std::string_view, char> {
  template <typename Context>
  auto format(const fastser::Status& status, Context& context) const {
    const std::string text = status.to_string();
    return std::formatter<std::string_view, char>::format(text, context);
  }
};

/// code_name(), laid out as text is.
template <>
struct std::formatter<fastser::Code, char> : std::formatter<std::string_view, char> {
  template <typename Context>
  auto format(fastser::Code code, Context& context) const {
    return std::formatter<std::string_view, char>::format(fastser::code_name(code), context);
  }
};
#endif
