// SPDX-License-Identifier: MIT
//
// std::format for Status and Code, if the standard library has <format>: g++ 13, libc++ 17 and
// later; otherwise this header is empty. It is separate because <format> takes longer to compile
// than all of status.hpp.
//
//   std::format("{}", status)          "truncated at byte 17, items[3].name: the input ends ..."
//   std::format("{:>20}", status.code())  width and alignment as for text
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <version>

#include "fastser/status.hpp"

#if defined(__cpp_lib_format)
#include <format>
#include <string>
#include <string_view>

/// Formats Status::to_string() with the options of text.
template <>
struct std::formatter<fastser::Status, char> : std::formatter<std::string_view, char> {
  template <typename Context>
  auto format(const fastser::Status& status, Context& context) const {
    const std::string text = status.to_string();
    return std::formatter<std::string_view, char>::format(text, context);
  }
};

/// Formats code_name() with the options of text.
template <>
struct std::formatter<fastser::Code, char> : std::formatter<std::string_view, char> {
  template <typename Context>
  auto format(fastser::Code code, Context& context) const {
    return std::formatter<std::string_view, char>::format(fastser::code_name(code), context);
  }
};
#endif
