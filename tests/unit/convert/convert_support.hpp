// SPDX-License-Identifier: MIT
//
// What the tests of conversion share: bytes from numbers, conversions that must succeed.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/convert/convert.hpp"

namespace fastser::convert {

using Bytes = std::vector<std::byte>;

inline Bytes bytes(std::initializer_list<int> values) {
  Bytes out;
  for (const int value : values) out.push_back(static_cast<std::byte>(value));
  return out;
}
inline Bytes bytes(std::string_view text) {
  const auto view = std::as_bytes(std::span(text));
  return Bytes(view.begin(), view.end());
}
inline Bytes operator+(Bytes left, const Bytes& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}
inline std::string text(BytesView view) {
  return {reinterpret_cast<const char*>(view.data()), view.size()};
}

/// The output; what went wrong is a failure of the test.
inline Bytes must(BytesView input, Format from, Format to, const ConvertOptions& options = {}) {
  const Result<Buffer> out = convert(input, from, to, options);
  EXPECT_TRUE(out.ok()) << format_name(from) << " to " << format_name(to) << ": "
                        << out.status().to_string();
  return out.ok() ? Bytes(out->begin(), out->end()) : Bytes();
}
inline Status fails(BytesView input, Format from, Format to, const ConvertOptions& options = {}) {
  return convert(input, from, to, options).status();
}

inline constexpr Format kFormats[] = {Format::archive, Format::msgpack, Format::json,
                                      Format::flexbuffers};

}  // namespace fastser::convert
