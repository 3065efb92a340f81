// SPDX-License-Identifier: MIT
//
// Status and Result as their users meet them: values, texts, and the way to std::expected.
#include "fastser/status.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>
#include <utility>

#include "fastser/format.hpp"

namespace fastser::testing {
namespace {

Status truncated() {
  return Status(Code::kTruncated, "the input ends inside a value", 17).with_path("items[3].name");
}

TEST(Result, ValueOrIsTheValueOrTheOther) {
  const Result<std::string> good = std::string("here");
  const Result<std::string> bad = truncated();
  EXPECT_EQ(good.value_or("none"), "here");
  EXPECT_EQ(bad.value_or("none"), "none");
  EXPECT_EQ(Result<int>(truncated()).value_or(5), 5);
}

TEST(Result, ValueOrOfATemporaryMovesWhatItHolds) {
  Result<std::unique_ptr<int>> one = std::make_unique<int>(4);
  const std::unique_ptr<int> four = std::move(one).value_or(nullptr);
  ASSERT_NE(four, nullptr);
  EXPECT_EQ(*four, 4);
  EXPECT_EQ(Result<std::unique_ptr<int>>(truncated()).value_or(nullptr), nullptr);
}

TEST(Result, GivesItsValueInEveryCategory) {
  Result<std::string> result = std::string("text");
  const Result<std::string>& fixed = result;
  static_assert(std::is_same_v<decltype(*result), std::string&>);
  static_assert(std::is_same_v<decltype(*fixed), const std::string&>);
  static_assert(std::is_same_v<decltype(*std::move(result)), std::string&&>);
  static_assert(std::is_same_v<decltype(*std::move(fixed)), const std::string&&>);
  EXPECT_EQ(*fixed, "text");
  EXPECT_EQ(fixed.value(), "text");
  EXPECT_EQ(fixed->size(), 4U);
  EXPECT_TRUE(fixed.has_value());
  EXPECT_TRUE(fixed ? true : false);
  const std::string taken = *std::move(result);
  EXPECT_EQ(taken, "text");
}

TEST(Result, OfAConstantWithoutAValueThrowsItsStatus) {
  const Result<int> bad = truncated();
  EXPECT_FALSE(bad.has_value());
  try {
    static_cast<void>(bad.value());
    FAIL() << "nothing thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.status().code(), Code::kTruncated);
  }
}

TEST(Status, PrintsAsItsText) {
  std::ostringstream out;
  out << truncated() << '|' << Status() << '|' << Code::kTooDeep;
  EXPECT_EQ(out.str(), truncated().to_string() + "|" + Status().to_string() + "|" +
                           std::string(code_name(Code::kTooDeep)));
  EXPECT_NE(out.str().find("byte 17"), std::string::npos);
}

#if defined(__cpp_lib_format)
TEST(Status, IsFormattedAsItsText) {
  EXPECT_EQ(std::format("{}", truncated()), truncated().to_string());
  EXPECT_EQ(std::format("{:>12}", Code::kTruncated), "   truncated");
}
#endif

#if defined(__cpp_lib_expected)
TEST(Result, ConvertsToExpectedAndBack) {
  const std::expected<std::string, Status> good = Result<std::string>("text");
  EXPECT_EQ(good.value(), "text");
  const Result<std::string> failed = truncated();
  const std::expected<std::string, Status> bad = failed;
  ASSERT_FALSE(bad.has_value());
  EXPECT_EQ(bad.error().path(), "items[3].name");
  const Result<std::string> again = bad;
  EXPECT_EQ(again.status().offset(), 17U);
  EXPECT_EQ(Result<std::string>(good).value(), "text");
}
#endif

}  // namespace
}  // namespace fastser::testing
