// SPDX-License-Identifier: MIT
//
// Archives that GNUstep's archivers write now, beside the frozen ones that the unit tests read. The
// order of dictionaries is GNUstep's own, so what has one is compared as JSON.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "fastser/convert.hpp"
#include "support/archive_text.hpp"

namespace fastser::convert {
namespace {

using nlohmann::json;

std::string made(const std::string& name) {
  std::ifstream file(FASTSER_COCOA_MADE "/" + name, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << name;
  return {std::istreambuf_iterator<char>(file), {}};
}

Result<Buffer> import(const std::string& file, Format to) {
  const auto bytes = std::as_bytes(std::span(file));
  const std::optional<Format> from = detect_format(bytes);
  if (!from) return Status(Code::kMalformed, "not known");
  const ConvertOptions replace{.unsayable = ConvertOptions::Unsayable::kReplace};
  return convert(bytes, *from, to, replace);
}

std::string text_of(const Result<Buffer>& result) {
  EXPECT_TRUE(result.ok()) << result.status().to_string();
  if (!result.ok()) return {};
  return {reinterpret_cast<const char*>(result->data()), result->size()};
}

json values(const char* decimal) {
  return json::array({"text",
                      "\xF0\x9F\x98\x80",
                      "mutable",
                      "",
                      "text",
                      -42,
                      1.5,
                      0.25,
                      1099511627776,
                      65535,
                      json::parse(decimal),
                      "YWJjZA==",
                      "ZWY=",
                      "",
                      "2001-01-01T03:25:45.5Z",
                      "e621e1f8-c36c-495a-93fc-0c247a3e6e5f",
                      "http://a.b/c",
                      {{"base", "http://a.b/c"}, {"relative", "d"}},
                      nullptr,
                      json::array({"text"}),
                      json::array(),
                      {{"key", "one"}},
                      {{"2", "two"}},
                      json::array({"lone"}),
                      json::array(),
                      json::array({"b", "a"}),
                      {{"twice", 2}}});
}

TEST(CocoaDifferential, ValuesOfFoundationComeOutTheSame) {
  EXPECT_EQ(json::parse(text_of(import(made("values.keyed"), Format::json))), values("-12.5"));
  EXPECT_EQ(json::parse(text_of(import(made("values.gnustep"), Format::json))), values("-12.5"));
}

TEST(CocoaDifferential, GraphsKeepTheirObjects) {
  const Result<Buffer> plain = import(made("graph.gnustep"), Format::archive);
  ASSERT_TRUE(plain.ok()) << plain.status().to_string();
  EXPECT_EQ(
      testing::archive_text(*plain),
      "#0 List([#1 Circle<Shape:3(\"one\", 5i32, 2.5d, 0.5f, 1099511627776, #2 "
      "Circle<Shape:3(nil, 6i32, 0d, 0.5f, 1099511627776, @1, @2, nil, [7i16, -8i16], 1d, 2d, "
      "\"word\", \"word\", \"length\", class NSString), @1, nil, [7i16, -8i16], 1d, 2d, "
      "\"word\", \"word\", \"length\", class NSString), @2, @1])");
  const Result<Buffer> keyed = import(made("graph.keyed"), Format::archive);
  ASSERT_TRUE(keyed.ok()) << keyed.status().to_string();
  const std::string text = testing::archive_text(*keyed);
  for (const char* part : {"#0 List([#1 Circle<Shape<NSObject(", "#2 Circle<Shape<NSObject(",
                           "me: @1", "me: @2", "neighbour: @1", "unwritten: nil", "half: 0.5f",
                           "$own: \"one\"", "big: 1099511627776", "round: true", "sides: 5",
                           "sides: 6", "bytes: data 616263", "radius: 2.5d", ", @2, @1])"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << " in " << text;
  }
}

}  // namespace
}  // namespace fastser::convert
