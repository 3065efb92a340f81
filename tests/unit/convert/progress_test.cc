// SPDX-License-Identifier: MIT
//
// ConvertOptions::progress: who waits for a long conversion is told how far it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "fastser/convert.hpp"
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
