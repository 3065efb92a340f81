// SPDX-License-Identifier: MIT
//
// Maps lie in a FlatBuffer in the order of their keys, however many there are and whatever they
// begin with, and are read into maps that hold others already.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "fastser/flat.hpp"
#include "fastser/internal/flat/key_order.hpp"
#include "fastser/types/text.hpp"
#include "unit/flat/values.hpp"

namespace fastser {
namespace {

using testing::flat_of;

std::vector<std::uint32_t> order_of(const std::vector<std::string>& texts) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<flat::SortKey> sorted;
  flat::sort_texts(views, sorted);
  std::vector<std::uint32_t> order;
  for (const flat::SortKey& key : sorted) order.push_back(key.index);
  return order;
}

// Compared one by one, equal ones as they came.
std::vector<std::uint32_t> expected_order(const std::vector<std::string>& texts) {
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < texts.size(); ++i) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return texts[a] != texts[b] ? texts[a] < texts[b] : a < b;
  });
  return order;
}

TEST(FlatKeyOrder, IsTheOrderOfBytesWhateverTheTextsBeginWith) {
  std::mt19937 random(1);
  for (const std::size_t count : {0U, 1U, 2U, 7U, 255U, 256U, 1'000U, 3'000U}) {
    for (const std::string start : {"", "item ", "a long beginning that all have"}) {
      for (const std::size_t length : {0U, 3U, 8U, 20U}) {
        std::vector<std::string> texts(count);
        for (std::string& text : texts) {
          text = start;
          // Few different characters, so that many begin alike; zero and above 127 among them.
          for (std::size_t i = random() % (length + 1); i != 0; --i) {
            text += std::string("ab\0\xff", 4)[random() % 4];
          }
        }
        EXPECT_EQ(order_of(texts), expected_order(texts)) << count << start << length;
      }
    }
  }
}

TEST(FlatMaps, AreWrittenInTheOrderOfTheirKeys) {
  std::unordered_map<std::string, std::int32_t> numbers;
  std::map<std::int64_t, std::string, std::greater<>> downwards;
  for (std::int32_t i = 0; i < 1'000; ++i) {
    numbers["key " + std::to_string(i)] = i;
    downwards[i - 500] = std::to_string(i);
  }
  const Buffer bytes = flat_of(numbers);
  const auto view = flat::view<decltype(numbers)>(bytes);
  ASSERT_TRUE(view.ok());
  ASSERT_EQ(view->size(), numbers.size());
  for (std::size_t i = 0; i + 1 < view->size(); ++i) {
    EXPECT_LT((*view)[i].get<"key">(), (*view)[i + 1].get<"key">());
  }
  for (const auto& [key, value] : numbers) EXPECT_EQ(view->find(key), value);

  const Buffer other = flat_of(downwards);
  const auto upwards = flat::view<decltype(downwards)>(other);
  ASSERT_TRUE(upwards.ok());
  EXPECT_EQ((*upwards)[0].get<"key">(), -500);
  EXPECT_EQ(upwards->find(std::int64_t{7}), "507");
  EXPECT_EQ(flat::decode<decltype(downwards)>(other).value(), downwards);
}

// As a map's own order goes by the parts of a path, or by units of UTF-16, but who looks for a key
// goes by the bytes that were written.
template <typename Map>
void expect_found(const Map& map, const std::vector<std::string>& keys) {
  const Buffer bytes = flat_of(map);
  const auto view = flat::view<Map>(bytes);
  ASSERT_TRUE(view.ok());
  ASSERT_EQ(view->size(), keys.size());
  for (const std::string& key : keys) EXPECT_TRUE(view->find(std::string_view(key))) << key;
  EXPECT_EQ(flat::decode<Map>(bytes).value(), map);
}

TEST(FlatMaps, AreInTheOrderOfTheTextsThatAreWritten) {
  expect_found(std::map<std::filesystem::path, int>{{"a", 1}, {"a/b", 2}, {"a-b", 3}},
               {"a", "a/b", "a-b"});
  expect_found(std::map<std::u16string, int>{{u"z", 1}, {u"\U0001F600", 2}, {u"\uFFFD", 3}},
               {"z", "\xF0\x9F\x98\x80", "\xEF\xBF\xBD"});
  std::map<std::filesystem::path, int> many;
  std::vector<std::string> names;
  for (int i = 0; i < 300; ++i) {
    names.push_back(std::to_string(i % 17) + "/-."[i % 3] + std::to_string(i));
    many[names.back()] = i;
  }
  expect_found(many, names);
}

struct Cell {
  std::int32_t row = 0, column = 0;
  bool operator==(const Cell&) const = default;
};
struct CellHash {
  std::size_t operator()(const Cell& cell) const noexcept {
    return std::hash<std::int32_t>()(cell.row * 1000 + cell.column);
  }
};
struct CellLess {
  bool operator()(const Cell& a, const Cell& b) const noexcept {
    return a.row != b.row ? a.row < b.row : a.column < b.column;
  }
};

TEST(FlatMaps, OfKeysWithoutAnOrderOfTheirOwnComeBack) {
  std::unordered_map<Cell, std::string, CellHash> texts;
  std::unordered_set<Cell, CellHash> marked;
  std::map<Cell, int, CellLess> sorted;
  for (int i = 0; i < 50; ++i) {
    texts[{i % 7, i}] = std::to_string(i);
    marked.insert({i, -i});
    sorted[{i % 5, i}] = i;
  }
  EXPECT_EQ(flat::decode<decltype(texts)>(flat_of(texts)).value(), texts);
  EXPECT_EQ(flat::decode<decltype(marked)>(flat_of(marked)).value(), marked);
  EXPECT_EQ(flat::decode<decltype(sorted)>(flat_of(sorted)).value(), sorted);
}

TEST(FlatMaps, OfEqualKeysKeepTheirOrder) {
  std::multimap<std::string, std::int32_t> numbers;
  for (std::int32_t i = 0; i < 600; ++i) numbers.emplace(i % 2 == 0 ? "even" : "odd", i);
  const auto read = flat::decode<decltype(numbers)>(flat_of(numbers));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(*read, numbers);
}

TEST(FlatMaps, ReadIntoAnotherKeepNodesAndNothingElse) {
  using Map = std::unordered_map<std::string, std::int32_t>;
  const Map written = {{"zero", 0}, {"one", 1}};  // 0 is the default: not in the bytes
  Map used = {{"zero", 7}, {"one", 8}, {"stale", 9}};
  const std::int32_t* const node = &used.at("zero");
  ASSERT_TRUE(flat::decode_into(flat_of(written), used).ok());
  EXPECT_EQ(used, written);
  EXPECT_EQ(&used.at("zero"), node);
}

TEST(FlatMaps, KeysThatAreEqualButNotTheSameAreReplaced) {
  using Map = std::map<double, std::int32_t>;
  Map used = {{0.0, 1}};
  ASSERT_TRUE(flat::decode_into(flat_of(Map{{-0.0, 2}}), used).ok());
  EXPECT_TRUE(std::signbit(used.begin()->first));
  EXPECT_EQ(used.begin()->second, 2);
}

TEST(FlatMaps, KeysThatAreNoNumbersComeLast) {
  std::unordered_map<double, std::int32_t> numbers;
  for (std::int32_t i = 0; i < 300; ++i) {
    numbers.emplace(std::numeric_limits<double>::quiet_NaN(), i);
    numbers.emplace(-i, i);
  }
  const auto read = flat::decode<std::vector<std::pair<double, std::int32_t>>>(flat_of(numbers));
  ASSERT_TRUE(read.ok());
  ASSERT_EQ(read->size(), numbers.size());
  for (std::size_t i = 0; i < read->size(); ++i) {
    EXPECT_EQ(std::isnan((*read)[i].first), i >= 300) << i;
  }
}

TEST(FlatMaps, SetsOfKeysThatMayHoldNoNumberAreInOrder) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::unordered_set<std::optional<double>> numbers;
  for (std::int32_t i = 0; i < 300; ++i) {
    numbers.emplace(nan);
    numbers.emplace(-i);
  }
  const auto read = flat::decode<std::vector<std::optional<double>>>(flat_of(numbers));
  ASSERT_TRUE(read.ok()) << read.status().to_string();
  ASSERT_EQ(read->size(), numbers.size());
  for (std::size_t i = 0; i < read->size(); ++i) {
    ASSERT_TRUE((*read)[i].has_value());
    if (i < 300) {
      EXPECT_EQ(*(*read)[i], static_cast<double>(i) - 299) << i;
    } else {
      EXPECT_TRUE(std::isnan(*(*read)[i])) << i;
    }
  }
}

}  // namespace
}  // namespace fastser
