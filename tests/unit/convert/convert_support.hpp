// SPDX-License-Identifier: MIT
//
// What the tests of conversion share: bytes from numbers, conversions that must succeed or fail,
// values of every kind that every binary format can say.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/convert.hpp"
#include "support/bytes.hpp"

namespace fastser::convert {

using testing::archive_of;
using testing::bytes;
using testing::Bytes;

inline Bytes bytes(std::string_view text) {
  const auto view = std::as_bytes(std::span(text));
  return Bytes(view.begin(), view.end());
}
inline Bytes operator+(Bytes left, const Bytes& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}
inline Bytes fill(std::size_t size, int value = 'x') {
  return Bytes(size, static_cast<std::byte>(value));
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

/// A message that is wrong: how, at which byte and in which value.
struct WrongMessage {
  Bytes message;
  Code code;
  std::size_t offset;
  const char* path;
};
inline void expect_refused(const WrongMessage& one, Format from,
                           std::initializer_list<Format> formats) {
  for (const Format to : formats) {
    const Status status = fails(one.message, from, to);
    EXPECT_EQ(status.code(), one.code) << status.to_string();
    EXPECT_EQ(status.offset(), one.offset) << status.to_string();
    EXPECT_EQ(status.path(), one.path) << status.to_string();
  }
}

/// A value in MessagePack that another format lacks.
struct Unsayable {
  Bytes value;
  const char* replaced;  // what it is written as, in JSON; null: never written
};
/// It is refused in {"a": [0, value]}, by way of an archive too, and replaced if that is asked for.
/// How the message is refused is given back.
inline Status expect_unsayable(const Unsayable& one, Format to) {
  const Bytes message = bytes({0x81, 0xA1, 'a', 0x92, 0}) + one.value;
  const Status refused = fails(message, Format::msgpack, to);
  EXPECT_EQ(refused.code(), Code::kTypeMismatch) << refused.to_string();
  const ConvertOptions replace{.unsayable = ConvertOptions::Unsayable::kReplace};
  if (one.replaced == nullptr) {
    const Status never = fails(message, Format::msgpack, to, replace);
    EXPECT_EQ(never.code(), Code::kTypeMismatch) << never.to_string();
  } else {
    const Bytes made = must(message, Format::msgpack, to, replace);
    EXPECT_EQ(text(to == Format::json ? made : must(made, to, Format::json, replace)),
              R"({"a":[0,)" + std::string(one.replaced) + "]}");
  }
  const Bytes archive = must(message, Format::msgpack, Format::archive);
  const Status again = fails(archive, Format::archive, to);
  EXPECT_EQ(again.code(), Code::kTypeMismatch);
  EXPECT_TRUE(again.path().starts_with("a[1]")) << again.to_string();
  return refused;
}

/// One value of every kind and size class that FlexBuffers can say too, in MessagePack, each in its
/// smallest form and none above 300 bytes.
inline std::vector<Bytes> common_kinds() {
  return {
      bytes({0xC0}),
      bytes({0xC2}),
      bytes({0xC3}),
      bytes({0}),
      bytes({0x7F}),
      bytes({0xCC, 0x80}),
      bytes({0xCC, 0xFF}),
      bytes({0xCD, 1, 0}),
      bytes({0xCE, 0, 1, 0, 0}),
      bytes({0xCF, 0, 0, 0, 1, 0, 0, 0, 0}),
      bytes({0xCF, 255, 255, 255, 255, 255, 255, 255, 255}),
      bytes({0xFF}),
      bytes({0xE0}),
      bytes({0xD0, 0xDF}),
      bytes({0xD1, 0xFF, 0x7F}),
      bytes({0xD2, 0xFF, 0xFF, 0x7F, 0xFF}),
      bytes({0xD3, 0x80, 0, 0, 0, 0, 0, 0, 0}),
      // Floats: 1.5, -0, infinity, a signalling NaN, of both widths.
      bytes({0xCA, 0x3F, 0xC0, 0, 0}),
      bytes({0xCA, 0x80, 0, 0, 0}),
      bytes({0xCA, 0x7F, 0x80, 0, 0}),
      bytes({0xCA, 0x7F, 0x80, 0, 1}),
      bytes({0xCB, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0}),
      bytes({0xCB, 0x80, 0, 0, 0, 0, 0, 0, 0}),
      bytes({0xCB, 0xFF, 0xF0, 0, 0, 0, 0, 0, 0}),
      bytes({0xCB, 0x7F, 0xF0, 0, 0, 0, 0, 0, 1}),
      bytes({0xA0}),
      bytes({0xA1, 'a'}),
      bytes({0xBF}) + fill(31),
      bytes({0xD9, 32}) + fill(32),
      bytes({0xDA, 1, 0}) + fill(256),
      bytes({0xC4, 0}),
      bytes({0xC4, 2, 0xFF, 0}),
      bytes({0xC5, 1, 0}) + fill(256, 0xC1),
      bytes({0x90}),
      bytes({0x80}),
  };
}

inline constexpr Format kFormats[] = {Format::archive, Format::msgpack, Format::json,
                                      Format::flexbuffers};

}  // namespace fastser::convert
