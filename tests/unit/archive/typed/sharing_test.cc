// SPDX-License-Identifier: MIT
//
// Adaptive sharing leaves fields alone in which nothing repeats. Strings that are left alone take
// numbers all the same, so every mixture of such fields has to come back as it was.
#include <cstdint>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "gtest/gtest.h"

namespace fastser {
namespace {

struct Mixed {
  std::string unique;
  std::string often;
  std::string sometimes_empty;
  std::string long_unique;
  std::vector<std::byte> data;
  std::string late;  // unique at first, then always the same
  friend bool operator==(const Mixed&, const Mixed&) = default;
};

std::vector<Mixed> make_mixed(std::size_t count) {
  std::mt19937 random(5);
  std::vector<Mixed> records(count);
  std::size_t number = 0;
  for (Mixed& record : records) {
    const std::string text = std::to_string(number);
    record.unique = "u" + text;
    record.often = "often " + std::to_string(random() % 20);
    if (random() % 3 != 0) record.sometimes_empty = "s" + text;
    record.long_unique = "a text that is longer than most " + text;
    record.data.assign(random() % 40, static_cast<std::byte>(number));
    record.late = number < 1000 ? "l" + text : "the same from here on";
    ++number;
  }
  return records;
}

TEST(TypedSharing, FieldsLeftAloneDoNotShiftTheNumbersOfOthers) {
  for (const std::size_t count : {std::size_t{1}, std::size_t{300}, std::size_t{30'000}}) {
    const std::vector<Mixed> records = make_mixed(count);
    for (const archive::Sharing sharing : {archive::Sharing::on, archive::Sharing::adaptive}) {
      const Result<Buffer> bytes = archive::encode(records, {.sharing = sharing});
      ASSERT_TRUE(bytes.ok());
      EXPECT_TRUE(archive::verify(*bytes).ok());
      const auto back = archive::decode<std::vector<Mixed>>(*bytes);
      ASSERT_TRUE(back.ok()) << back.status().to_string();
      EXPECT_TRUE(*back == records);
    }
  }
}

// Two runs of texts that are left alone as a whole, with others before, between and behind them.
struct Inner {
  std::string first;
  std::uint32_t number = 0;
  std::string second;
  friend bool operator==(const Inner&, const Inner&) = default;
};
struct Outer {
  std::vector<std::string> before;
  std::string first;
  std::string second;
  std::uint64_t number = 0;
  std::string third;
  Inner inner;
  std::string behind;
  friend bool operator==(const Outer&, const Outer&) = default;
};

TEST(TypedSharing, TextsOfManyKindsLeftAloneDoNotShiftTheNumbersOfOthers) {
  std::mt19937 random(7);
  std::vector<Outer> records(20'000);
  std::uint64_t number = 0;
  const auto unique = [&](const char* kind) {
    return random() % 11 == 0 ? std::string() : kind + std::to_string(number);
  };
  for (Outer& record : records) {
    ++number;
    const bool repeats = number / 3'000 % 3 == 2;
    const auto text = [&](const char* kind) {
      return repeats ? kind + std::to_string(random() % 9) : unique(kind);
    };
    for (std::size_t i = random() % 3; i != 0; --i) record.before.push_back(text("before "));
    record.first = text("f");
    record.second = text("a second text that needs memory ");
    record.number = number;
    record.third = text("t");
    record.inner = {text("i"), 7, text("the inner record's second text ")};
    record.behind = "behind " + std::to_string(random() % 5);
  }
  for (const archive::Sharing sharing : {archive::Sharing::on, archive::Sharing::adaptive}) {
    const Result<Buffer> bytes = archive::encode(records, {.sharing = sharing});
    ASSERT_TRUE(bytes.ok());
    EXPECT_TRUE(archive::verify(*bytes).ok());
    const auto back = archive::decode<std::vector<Outer>>(*bytes);
    ASSERT_TRUE(back.ok()) << back.status().to_string();
    EXPECT_TRUE(*back == records);
    std::vector<std::byte> exact(bytes->size());
    ASSERT_TRUE(archive::encode_to(exact, records, {.sharing = sharing}).ok());
    EXPECT_TRUE(std::equal(exact.begin(), exact.end(), bytes->begin()));
  }
}

// Nothing of variable size but texts: long lists of it are asked as a whole.
struct Line {
  std::string first;
  std::uint32_t number = 0;
  std::string second;
  friend bool operator==(const Line&, const Line&) = default;
};
struct Lists {
  std::vector<Line> lines;
  std::deque<std::string> texts;
  std::vector<std::string> words;
  friend bool operator==(const Lists&, const Lists&) = default;
};

TEST(TypedSharing, LongListsLeftAloneDoNotShiftTheNumbersOfOthers) {
  std::mt19937 random(8);
  for (const std::size_t count : {100U, 1023U, 1024U, 1025U, 9'000U}) {
    for (const std::uint32_t words : {7U, 300U, 0U}) {
      Lists lists;
      const auto unique = [&] {
        return random() % 9 == 0 ? std::string() : "text " + std::to_string(random());
      };
      const auto word = [&] {
        return "word " + std::to_string(words == 0 ? random() : random() % words);
      };
      for (std::size_t i = 0; i < count; ++i) {
        lists.lines.push_back({unique(), 1, i % 2 == 0 ? unique() : word()});
        lists.texts.push_back(unique());
        lists.words.push_back(word());
      }
      const archive::EncodeOptions options{.sharing = archive::Sharing::adaptive};
      const Result<Buffer> bytes = archive::encode(lists, options);
      ASSERT_TRUE(bytes.ok());
      EXPECT_TRUE(archive::verify(*bytes).ok());
      const auto back = archive::decode<Lists>(*bytes);
      ASSERT_TRUE(back.ok()) << back.status().to_string();
      EXPECT_TRUE(*back == lists);
      std::vector<std::byte> exact(bytes->size());
      ASSERT_TRUE(archive::encode_to(exact, lists, options).ok());
      EXPECT_TRUE(std::equal(exact.begin(), exact.end(), bytes->begin()));
    }
  }
}

TEST(TypedSharing, LongListsWhoseTextsRepeatAreShared) {
  std::mt19937 random(9);
  std::vector<std::string> words;
  for (std::size_t i = 0; i < 5'000; ++i) {
    words.push_back("one of three hundred words: " + std::to_string(random() % 300));
  }
  const auto size = [&](archive::Sharing sharing) {
    return archive::encode(words, {.sharing = sharing})->size();
  };
  EXPECT_LT(size(archive::Sharing::adaptive), size(archive::Sharing::on) + 1'000);
  EXPECT_LT(size(archive::Sharing::adaptive), size(archive::Sharing::off) / 4);
}

TEST(TypedSharing, AWorkspaceThatWasUsedGivesTheSameBytes) {
  const std::vector<Mixed> records = make_mixed(5'000);
  archive::Workspace workspace;
  const archive::EncodeOptions options{.sharing = archive::Sharing::adaptive,
                                       .workspace = &workspace};
  const Result<Buffer> first = archive::encode(records, options);
  ASSERT_TRUE(archive::encode(make_mixed(300), options).ok());
  const Result<Buffer> again = archive::encode(records, options);
  ASSERT_TRUE(first.ok() && again.ok());
  ASSERT_EQ(first->size(), again->size());
  EXPECT_TRUE(std::equal(first->begin(), first->end(), again->begin()));
}

TEST(TypedSharing, ShortTextsOfEveryLengthComeBackFromEveryPlace) {
  // Texts are copied in steps of 16 where there is room behind them, and exactly where there is
  // not.
  for (std::size_t size = 0; size < 150; ++size) {
    for (std::size_t behind = 0; behind < 40; ++behind) {
      const std::vector<std::string> texts = {std::string(size, 'a'), std::string(behind, 'b')};
      for (const archive::Sharing sharing : {archive::Sharing::off, archive::Sharing::on}) {
        const archive::EncodeOptions options{.header = archive::Header::bare, .sharing = sharing};
        const Result<Buffer> bytes = archive::encode(texts, options);
        ASSERT_TRUE(bytes.ok());
        std::vector<std::byte> exact(bytes->size());
        ASSERT_TRUE(archive::encode_to(exact, texts, options).ok());
        EXPECT_TRUE(std::equal(exact.begin(), exact.end(), bytes->begin()));
        std::vector<std::string> used = {std::string(60, 'x'), "y", "z"};
        const archive::DecodeOptions reading{.header = options.header, .sharing = sharing};
        ASSERT_TRUE(archive::decode_into(exact, used, reading).ok());
        EXPECT_EQ(used, texts);
      }
    }
  }
}

}  // namespace
}  // namespace fastser
