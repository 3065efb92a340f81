// SPDX-License-Identifier: MIT
#include "fastser/internal/archive/string_table.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace fastser::archive {
namespace {

// An output that strings are appended to, as an encoder does.
struct Output {
  std::string bytes;
  StringTable table;

  explicit Output(std::uint64_t seed = 1) : table(seed) {}

  StringTable::Found put(const std::string& text) {
    const auto found = table.find_or_add(
        text.data(), text.size(), reinterpret_cast<const std::byte*>(bytes.data()), bytes.size());
    if (!found.found) bytes += text;
    return found;
  }
};

TEST(StringTable, NumbersStringsInOrderOfFirstAppearance) {
  Output output;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    const auto found = output.put("string number " + std::to_string(i));
    EXPECT_FALSE(found.found);
    EXPECT_EQ(found.number, i);
  }
  for (std::uint32_t i = 0; i < 5000; ++i) {
    const auto found = output.put("string number " + std::to_string(i));
    EXPECT_TRUE(found.found);
    EXPECT_EQ(found.number, i);
  }
}

TEST(StringTable, ComparesContentsOfEveryLength) {
  Output output;
  std::string text;
  std::vector<std::string> all;
  for (int size = 1; size < 100; ++size) {
    text += static_cast<char>('a' + size % 26);
    all.push_back(text);
    std::string other = text;
    other.front() = '!';
    all.push_back(other);
    if (size > 1) {
      other = text;
      other.back() = '!';
      all.push_back(other);
    }
    if (size > 2) {
      other = text;
      other[other.size() / 2] = '!';
      if (other != all.back()) all.push_back(other);
    }
  }
  for (const std::string& each : all) static_cast<void>(output.put(each));
  for (const std::string& each : all) {
    const auto found = output.put(each);
    EXPECT_TRUE(found.found);
  }
  EXPECT_EQ(output.table.size(), std::set<std::string>(all.begin(), all.end()).size());
}

TEST(StringTable, AnswersDoNotDependOnTheSeed) {
  Output one(1);
  Output two(0xDEADBEEF);
  for (int i = 0; i < 3000; ++i) {
    const std::string text = std::to_string(i * i % 977);
    const auto left = one.put(text);
    const auto right = two.put(text);
    ASSERT_EQ(left.found, right.found);
    ASSERT_EQ(left.number, right.number);
  }
}

TEST(StringTable, TakenNumbersAreNotFoundAgain) {
  Output output;
  EXPECT_EQ(output.put("a").number, 0U);
  output.table.take(1);
  EXPECT_EQ(output.put("b").number, 2U);
  EXPECT_EQ(output.put("a").number, 0U);
}

TEST(StringTable, TheFirstPlaceAnswersWithTheSameNumberOrNotAtAll) {
  Output output;
  std::size_t answered = 0;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    const std::string text = "a text of some length " + std::to_string(i);
    const auto find_first = [&] {
      const auto* base = reinterpret_cast<const std::byte*>(output.bytes.data());
      const StringTable& table = output.table;
      return table.find_first(table.hash(text.data(), text.size()), text.data(), text.size(), base);
    };
    EXPECT_EQ(find_first(), StringTable::kNotThere) << i;
    output.put(text);
    const std::uint32_t found = find_first();
    if (found != StringTable::kNotThere) {
      EXPECT_EQ(found, i);
    }
    answered += found != StringTable::kNotThere ? 1 : 0;
  }
  EXPECT_GT(answered, 1000U);
}

TEST(StringTable, ForgetsOnClearAndKeepsWorkingAtEverySize) {
  Output output;
  for (const int count : {10, 20000, 3, 500, 0, 20000}) {
    output.table.clear();
    output.bytes.clear();
    EXPECT_EQ(output.table.size(), 0U);
    for (int i = 0; i < count; ++i) {
      const auto found = output.put("x" + std::to_string(i));
      ASSERT_FALSE(found.found);
      ASSERT_EQ(found.number, static_cast<std::uint32_t>(i));
    }
  }
}

TEST(StringTable, HashSpreadsShortAndSimilarStrings) {
  const HashSeed seed = HashSeed::from(7);
  std::vector<int> buckets(4096);
  int most = 0;
  for (int i = 0; i < 40960; ++i) {
    const std::string text = "item " + std::to_string(i);
    const int now = ++buckets[content_hash(text.data(), text.size(), seed) & 4095U];
    if (now > most) most = now;
  }
  EXPECT_LT(most, 40);  // 10 in the mean
}

}  // namespace
}  // namespace fastser::archive
