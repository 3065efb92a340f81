// SPDX-License-Identifier: MIT
//
// What is shared in the archive is shared in memory, so that few bytes cannot become many (B4).
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/archive.hpp"
#include "support/alloc_counter.hpp"

namespace fastser::testing {
namespace {

struct Pair {
  std::shared_ptr<Pair> left;
  std::shared_ptr<Pair> right;
};

TEST(Sharing, OfOneObjectAHundredThousandTimesStaysOneObject) {
  std::vector<std::shared_ptr<std::string>> many(100000,
                                                 std::make_shared<std::string>(1 << 20, 's'));
  const Result<Buffer> bytes = archive::encode(many);
  ASSERT_TRUE(bytes.ok());
  EXPECT_LT(bytes->size(), (1U << 20) + 100000 + 64);
  const AllocScope scope;
  const auto read = archive::decode<std::vector<std::shared_ptr<std::string>>>(*bytes);
  ASSERT_TRUE(read.ok()) << read.status().to_string();
  EXPECT_LE(scope.peak(), (1U << 20) + 64U * 100000 + 65536);
  EXPECT_EQ((*read)[0], (*read)[99999]);
  EXPECT_EQ((*read)[0].use_count(), 100000);
}

TEST(Sharing, OfOneTextAHundredThousandTimesIsBorrowedOrRefused) {
  // By hand: the writer would compare 100 GB.
  const Result<Buffer> one = archive::encode(std::vector<std::string>{std::string(1 << 20, 's')},
                                             {.sharing = archive::Sharing::on});
  ASSERT_TRUE(one.ok());
  std::vector<std::byte> bytes(one->begin(), one->end());
  const std::size_t count_at = bytes.size() - (1U << 20) - 4 - 1;
  ASSERT_EQ(bytes[count_at], std::byte{1});
  bytes[count_at] = std::byte{0xA0};  // 100000
  bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(count_at) + 1,
               {std::byte{0x8D}, std::byte{0x06}});
  bytes.insert(bytes.end(), 99999, std::byte{1});
  {
    const AllocScope scope;
    const auto read = archive::decode<std::vector<std::string_view>>(bytes);
    ASSERT_TRUE(read.ok()) << read.status().to_string();
    EXPECT_LE(scope.peak(), 48U * 100000 + 65536);
    EXPECT_EQ((*read)[0].data(), (*read)[99999].data());
  }
  const AllocScope scope;  // std::string cannot share: 100 GB are refused before they are made
  const auto copies = archive::decode<std::vector<std::string>>(bytes);
  EXPECT_EQ(copies.status().code(), Code::kOverBudget);
  EXPECT_LE(scope.peak(), 32 * bytes.size() + 65536);
}

TEST(Sharing, OfDoubledReferencesOnSixtyLevelsIsNotUnfolded) {
  auto top = std::make_shared<Pair>();
  for (int level = 0; level < 60; ++level) {
    auto next = std::make_shared<Pair>();
    next->left = next->right = top;
    top = next;
  }
  const Result<Buffer> bytes = archive::encode(top);
  ASSERT_TRUE(bytes.ok());
  EXPECT_LT(bytes->size(), 400U);
  const AllocScope scope;
  const auto read = archive::decode<std::shared_ptr<Pair>>(*bytes);
  ASSERT_TRUE(read.ok()) << read.status().to_string();
  EXPECT_LT(scope.requests(), 250U);  // 61 objects and the tables
  const Result<Buffer> again = archive::encode(*read);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->size(), bytes->size());
}

TEST(Sharing, OfOneTextAmongTextsInTheWalkerIsNotUnfoldedEither) {
  const std::vector<std::string> many(50000, std::string(1000, 't'));
  const Result<Buffer> bytes = archive::encode(many, {.sharing = archive::Sharing::on});
  ASSERT_TRUE(bytes.ok());
  const AllocScope scope;
  EXPECT_TRUE(archive::verify(*bytes).ok());
  EXPECT_LE(scope.peak(), 65536U);
}

}  // namespace
}  // namespace fastser::testing
