// SPDX-License-Identifier: MIT
//
// ConvertOptions::progress: who waits for a long conversion is told how far it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "convert/document/builder.hpp"
#include "convert/edit/edit.hpp"
#include "convert/path/path.hpp"
#include "convert/progress.hpp"
#include "convert/read.hpp"
#include "fastser/convert.hpp"
#include "fastser/inspect.hpp"
#include "unit/convert/convert_support.hpp"

namespace fastser::convert {
namespace {

constexpr int kValues = 300000;

std::string many_values() {
  std::string json = "[";
  for (int i = 0; i < kValues; ++i) json += std::to_string(i) + ',';
  return json + "0]";
}

Result<Buffer> told(InputBytes input, Format from, Format to, std::vector<double>& shares) {
  ConvertOptions options;
  options.progress_context = &shares;
  options.progress = [](void* context, double share) {
    static_cast<std::vector<double>*>(context)->push_back(share);
  };
  return convert(input, from, to, options);
}

TEST(ConvertProgress, IsToldFromTheStartToTheEnd) {
  const std::string json = many_values();
  const Result<Buffer> archive = convert(json, Format::json, Format::archive);
  ASSERT_TRUE(archive.ok());
  for (const Format to : {Format::archive, Format::msgpack, Format::json, Format::flexbuffers}) {
    for (const bool from_json : {true, false}) {
      const Format from = from_json ? Format::json : Format::archive;
      const InputBytes input = from_json ? InputBytes(json) : InputBytes(*archive);
      std::vector<double> shares;
      const Result<Buffer> out = told(input, from, to, shares);
      ASSERT_TRUE(out.ok()) << out.status().to_string();
      const Result<Buffer> untold = convert(input, from, to);
      ASSERT_TRUE(untold.ok());
      EXPECT_TRUE(std::ranges::equal(out->view(), untold->view()));
      ASSERT_GE(shares.size(), 4U) << format_name(from) << " to " << format_name(to);
      EXPECT_GE(shares.front(), 0.0);
      EXPECT_LT(shares.front(), 0.5);
      EXPECT_TRUE(std::ranges::is_sorted(shares));
      EXPECT_EQ(shares.back(), 1.0);
    }
  }
}

// get, inspect and set wait as long.
TEST(ConvertProgress, IsToldOfReadingAlone) {
  const std::string json = many_values();
  const Buffer message = convert(json, Format::json, Format::msgpack).value();
  const auto keep = [](void* context, double share) {
    static_cast<std::vector<double>*>(context)->push_back(share);
  };
  const auto expect_told = [](std::vector<double>& shares) {
    EXPECT_GE(shares.size(), 3U);
    EXPECT_TRUE(std::ranges::is_sorted(shares));
    EXPECT_LT(shares.front(), 0.5);
    EXPECT_GT(shares.back(), 0.5);
    EXPECT_LE(shares.back(), Progress::kRead);
    shares.clear();
  };
  std::vector<double> shares;
  ConvertOptions options;
  options.progress = keep;
  options.progress_context = &shares;
  for (const bool is_json : {true, false}) {
    const InputBytes input = is_json ? InputBytes(json) : InputBytes(message);
    const Format format = is_json ? Format::json : Format::msgpack;
    for (const std::string_view path : {"[]", "[300000]"}) {
      if (!is_json && path != "[]") continue;  // whose reader goes there at once
      Document document;
      DocumentBuilder builder(document, kMaxDepth);
      ASSERT_TRUE(builder.begin_list(0));
      const Path steps = parse_query(path).value();
      EXPECT_TRUE(tell_at(input, format, steps, options, builder).ok());
      expect_told(shares);
    }
    InspectOptions inspecting;
    inspecting.contents = true;
    inspecting.progress = keep;
    inspecting.progress_context = &shares;
    std::string out;
    EXPECT_TRUE(inspect(input, format, out, inspecting).ok());
    expect_told(shares);
    const Edit removal{.what = Edit::What::kRemove};
    EXPECT_TRUE(edit(input, format, parse_query("[5]").value(), removal, options).ok());
    expect_told(shares);
  }
}

TEST(ConvertProgress, DoesNotTellTheEndOfWhatFails) {
  std::string json = many_values();
  json.back() = '}';
  std::vector<double> shares;
  EXPECT_EQ(told(json, Format::json, Format::archive, shares).status().code(), Code::kMalformed);
  ASSERT_FALSE(shares.empty());
  EXPECT_LT(shares.back(), 1.0);
}

}  // namespace
}  // namespace fastser::convert
