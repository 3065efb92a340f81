// SPDX-License-Identifier: MIT
//
// A list of 100,000 nulls: verify said that it was over the budget, and the converter converted it.
// The rule is one, a unit for each; the converter's budget is larger unless it is told otherwise.
#include <gtest/gtest.h>

#include "fastser/convert.hpp"
#include "fastser/verify.hpp"
#include "support/bytes.hpp"

namespace fastser {
namespace {

using convert::Format;

TEST(ElementsOfNoBytes, CostTheSameToVerifyAndToConvert) {
  testing::Bytes payload;
  testing::put_varint(payload, 100000);
  const testing::Bytes nulls = testing::archive_of({0, 0x21, 0}, payload);
  EXPECT_EQ(archive::verify(nulls).code(), Code::kOverBudget);
  const auto same = convert::convert(nulls, Format::archive, Format::json, {.limits = Limits{}});
  EXPECT_EQ(same.status().code(), Code::kOverBudget);
  const convert::ConvertOptions larger;
  EXPECT_TRUE(archive::verify(nulls, {.limits = larger.limits}).ok());
  EXPECT_TRUE(convert::convert(nulls, Format::archive, Format::json).ok());
}

// What verify refuses, the converter refuses: it made a list of a set that has an element twice.
TEST(SetsWithAnElementTwice, AreNotConverted) {
  const testing::Bytes twice = testing::archive_of({0, 0x23, 3}, {2, 7, 7});
  EXPECT_EQ(convert::convert(twice, Format::archive, Format::json).status().code(),
            Code::kMalformed);
  const testing::Bytes keys = testing::archive_of({0, 0x24, 0x14, 3}, {2, 1, 'a', 1, 1, 'a', 2});
  EXPECT_EQ(convert::convert(keys, Format::archive, Format::msgpack).status().code(),
            Code::kMalformed);
}

}  // namespace
}  // namespace fastser
