// SPDX-License-Identifier: MIT
//
// A MessagePack map with the keys 0.0 and -0.0 became an archive whose map had two equal keys,
// which no reader of archives may accept. They are refused where they come from.
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <string_view>

#include "fastser/convert.hpp"
#include "fastser/verify.hpp"

namespace fastser {
namespace {

using convert::Format;
using std::string_view_literals::operator""sv;

Status converted(std::string_view message) {
  const auto archive =
      convert::convert(std::as_bytes(std::span(message)), Format::msgpack, Format::archive);
  return archive.ok() ? archive::verify(*archive) : archive.status();
}

TEST(ZeroAndMinusZero, AreOneKey) {
  constexpr std::string_view kSame[] = {
      "\x82\xCA\0\0\0\0\x01\xCA\x80\0\0\0\x02"sv,                    // f32
      "\x82\xCB\0\0\0\0\0\0\0\0\x01\xCB\x80\0\0\0\0\0\0\0\x02"sv,    // f64
      "\x82\x91\xCA\0\0\0\0\x01\x91\xCA\x80\0\0\0\x02"sv,            // in a list
      "\x82\x81\xA1k\xCA\0\0\0\0\x01\x81\xA1k\xCA\x80\0\0\0\x02"sv,  // in an object
      "\x82\x81\xCA\0\0\0\0\x01\x01\x81\xCA\x80\0\0\0\x01\x02"sv,    // in a map that is a key
  };
  for (const std::string_view message : kSame) {
    EXPECT_EQ(converted(message).message(), "a key that the map has twice");
  }
}

TEST(ZeroAndMinusZero, AreNoKeyTwiceWhereMoreDiffers) {
  constexpr std::string_view kOther[] = {
      "\x82\x91\xCA\0\0\0\0\x01\x92\xCA\x80\0\0\0\x07\x02"sv,        // a longer list
      "\x82\x81\xA1k\xCA\0\0\0\0\x01\x81\xA1l\xCA\x80\0\0\0\x02"sv,  // another field
      "\x82\x92\xCA\x80\0\0\0\x06\x01\x92\xCA\0\0\0\0\x07\x02"sv,    // what is behind
      "\x83\x01\xCA\x80\0\0\0\x02\xCA\x80\0\0\0\x03\xCA\0\0\0\0"sv,  // values
      "\x82\xCA\x80\0\0\0\x01\xCB\0\0\0\0\0\0\0\0\x02"sv,            // f32 and f64
  };
  for (const std::string_view message : kOther) {
    const Status status = converted(message);
    EXPECT_TRUE(status.ok()) << status.to_string();
  }
}

}  // namespace
}  // namespace fastser
