// SPDX-License-Identifier: MIT
//
// Conversion: at its limits of nesting it needs little stack, beyond them it refuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "fastser/convert.hpp"
#include "fastser/verify.hpp"
#include "support/small_stack.hpp"

namespace fastser::testing {
namespace {

using convert::Format;

// What stands in front of each level: a list, an object, maps whose values and whose keys nest, and
// lists of many kinds.
constexpr std::string_view kOpen[] = {"\x91", "\x81\xA1k",         "\x81\x07",
                                      "\x81", "\x93\x07\xC4\x01x", "\x93\x07\xD4\x05x"};

std::string nested(std::string_view open, std::size_t levels) {
  std::string out;
  for (std::size_t i = 0; i < levels; ++i) out += open;
  out += static_cast<char>(0xC0);
  if (open == "\x81") out.append(levels, '\xC0');  // the values behind the keys
  return out;
}

BytesView view(const std::string& text) { return std::as_bytes(std::span(text)); }

void expect_there_and_back(std::uint32_t depth) {
  convert::ConvertOptions options;
  options.limits.depth = depth;
  for (const std::string_view open : kOpen) {
    const std::string message = nested(open, depth);
    const bool other_keys = open == "\x81\x07" || open == "\x81";
    const bool has_ext = open.find('\xD4') != std::string_view::npos;
    if (!has_ext) {  // in an archive an extension is one more level
      const auto archive =
          convert::convert(view(message), Format::msgpack, Format::archive, options);
      ASSERT_TRUE(archive.ok()) << archive.status().to_string();
      const auto back = convert::convert(*archive, Format::archive, Format::msgpack, options);
      ASSERT_TRUE(back.ok()) << back.status().to_string();
      EXPECT_TRUE(std::ranges::equal(back->view(), view(message)));
    }
    if (!other_keys && !has_ext) {
      const auto flex =
          convert::convert(view(message), Format::msgpack, Format::flexbuffers, options);
      ASSERT_TRUE(flex.ok()) << flex.status().to_string();
      const auto again = convert::convert(*flex, Format::flexbuffers, Format::msgpack, options);
      ASSERT_TRUE(again.ok()) << again.status().to_string();
      EXPECT_TRUE(std::ranges::equal(again->view(), view(message)));
    }
    convert::ConvertOptions flat_options = options;
    Buffer schema;
    flat_options.new_schema = &schema;
    const auto flat =
        convert::convert(view(message), Format::msgpack, Format::flatbuffers, flat_options);
    ASSERT_TRUE(flat.ok()) << flat.status().to_string();
    flat_options.schema = schema;
    const auto unflat = convert::convert(*flat, Format::flatbuffers, Format::msgpack, flat_options);
    ASSERT_TRUE(unflat.ok()) << unflat.status().to_string();
    EXPECT_TRUE(std::ranges::equal(unflat->view(), view(message)));
    flat_options.target_schema = schema;
    const auto by_schema =
        convert::convert(view(message), Format::msgpack, Format::flatbuffers, flat_options);
    ASSERT_TRUE(by_schema.ok()) << by_schema.status().to_string();
    EXPECT_TRUE(std::ranges::equal(
        convert::convert(*by_schema, Format::flatbuffers, Format::msgpack, flat_options)->view(),
        view(message)));
    flat_options.target_schema = {};
    for (const std::size_t levels : {std::size_t{depth} + 1, std::size_t{1000000}}) {
      const std::string deeper = nested(open, levels);
      for (const Format to : {Format::archive, Format::msgpack, Format::json, Format::flexbuffers,
                              Format::flatbuffers}) {
        if ((other_keys || has_ext) && to == Format::flexbuffers) continue;
        EXPECT_EQ(convert::convert(view(deeper), Format::msgpack, to, flat_options).status().code(),
                  Code::kTooDeep);
      }
    }
  }
}

TEST(ConvertDepth, AtTheDefaultLimitFitsOnAStackOf128KiB) {
  on_stack(128 * 1024, [] { expect_there_and_back(128); });
}

TEST(ConvertDepth, AtTheHighestLimitFitsOnAStackOf512KiB) {
  on_stack(512 * 1024, [] { expect_there_and_back(512); });
}

}  // namespace
}  // namespace fastser::testing
