// SPDX-License-Identifier: MIT
//
// TextSample: what a few texts of a list tell of it.
#include "fastser/internal/archive/text_sample.hpp"

#include <string>

#include "gtest/gtest.h"

namespace fastser::archive {
namespace {

bool add(TextSample& sample, const std::string& text) {
  return sample.add(text.data(), text.size());
}

TEST(TextSample, TellsTextsOfEveryLengthApart) {
  TextSample sample;
  for (std::size_t size = 1; size <= TextSample::kBursts * TextSample::kBurst; ++size) {
    EXPECT_FALSE(add(sample, std::string(size, 'a'))) << size;
  }
  for (std::size_t size = 1; size <= TextSample::kBursts * TextSample::kBurst; ++size) {
    EXPECT_TRUE(add(sample, std::string(size, 'a'))) << size;
  }
}

TEST(TextSample, EmptyTextsAreLikeNone) {
  TextSample sample;
  EXPECT_FALSE(add(sample, ""));
  EXPECT_FALSE(add(sample, ""));
}

TEST(TextSample, TextsOfOneByteDifferByIt) {
  TextSample sample;
  for (char c = 'a'; c <= 'z'; ++c) EXPECT_FALSE(add(sample, std::string(1, c)));
  EXPECT_TRUE(add(sample, "q"));
}

TEST(TextSample, BurstsLieInTheListAndSpanIt) {
  for (const std::size_t count : {TextSample::kLeastCount, std::size_t{12'345}}) {
    EXPECT_EQ(TextSample::start_of(0, count), 0U);
    for (std::size_t burst = 0; burst < TextSample::kBursts; ++burst) {
      EXPECT_LE(TextSample::start_of(burst, count) + TextSample::kBurst, count);
    }
    EXPECT_GT(TextSample::start_of(TextSample::kBursts - 1, count), count - 3 * TextSample::kBurst);
  }
}

}  // namespace
}  // namespace fastser::archive
