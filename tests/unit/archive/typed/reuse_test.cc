// SPDX-License-Identifier: MIT
//
// decode_into over a value that was used before: what does not come again goes, what comes again
// keeps its memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "fastser/internal/schema/list_growth.hpp"
#include "unit/archive/round_trip.hpp"

namespace fastser::testing {
namespace {

constexpr auto kLong = "a text that does not fit into the string object itself";

template <typename T>
void read_over(const T& from, T& to) {
  const Result<Buffer> bytes = archive::encode(from);
  ASSERT_TRUE(bytes.ok());
  const Status status = archive::decode_into(*bytes, to);
  ASSERT_TRUE(status.ok()) << status.to_string();
}

TEST(TypedReuse, ElementsThatDoNotComeAgainAreRemoved) {
  std::vector<std::string> vector = {"1", "2", "3"};
  read_over<std::vector<std::string>>({"x"}, vector);
  EXPECT_EQ(vector, std::vector<std::string>{"x"});
  std::map<std::string, std::int32_t> map = {{"a", 1}, {"b", 2}};
  read_over<std::map<std::string, std::int32_t>>({{"b", 3}, {"c", 4}}, map);
  EXPECT_EQ(map, (std::map<std::string, std::int32_t>{{"b", 3}, {"c", 4}}));
  std::unordered_map<std::int32_t, std::string> hashed = {{1, "a"}, {2, "b"}};
  read_over<std::unordered_map<std::int32_t, std::string>>({{2, "c"}}, hashed);
  EXPECT_EQ(hashed, (std::unordered_map<std::int32_t, std::string>{{2, "c"}}));
  std::set<std::string> set = {"old"};
  read_over<std::set<std::string>>({"new"}, set);
  EXPECT_EQ(set, std::set<std::string>{"new"});
  std::list<std::int32_t> list = {1, 2, 3};
  read_over<std::list<std::int32_t>>({}, list);
  EXPECT_TRUE(list.empty());
  std::multimap<std::int32_t, std::int32_t> multi = {{1, 1}, {1, 2}};
  read_over<std::multimap<std::int32_t, std::int32_t>>({{1, 3}}, multi);
  EXPECT_EQ(multi, (std::multimap<std::int32_t, std::int32_t>{{1, 3}}));
}

TEST(TypedReuse, MapsOfEqualSizeWithOtherKeysAreReplaced) {
  std::map<std::int32_t, std::string> map = {{1, "a"}, {2, "b"}, {3, "c"}};
  read_over<std::map<std::int32_t, std::string>>({{4, "d"}, {5, "e"}, {6, "f"}}, map);
  EXPECT_EQ(map, (std::map<std::int32_t, std::string>{{4, "d"}, {5, "e"}, {6, "f"}}));
}

TEST(TypedReuse, OptionalsAndPointersThatAreNowEmptyAreReset) {
  std::optional<std::string> optional = "old";
  read_over<std::optional<std::string>>(std::nullopt, optional);
  EXPECT_FALSE(optional.has_value());
  auto owner = std::make_unique<std::int32_t>(5);
  read_over<std::unique_ptr<std::int32_t>>(nullptr, owner);
  EXPECT_EQ(owner, nullptr);
  auto shared = std::make_shared<std::int32_t>(5);
  read_over<std::shared_ptr<std::int32_t>>(nullptr, shared);
  EXPECT_EQ(shared, nullptr);
  std::variant<std::int32_t, std::string> variant = "text";
  read_over<std::variant<std::int32_t, std::string>>(7, variant);
  EXPECT_EQ(std::get<std::int32_t>(variant), 7);
}

TEST(TypedReuse, SharedObjectsAreMadeAnew) {
  // The old object may be held elsewhere: reading over it would change what others see.
  auto shared = std::make_shared<std::int32_t>(5);
  const std::shared_ptr<std::int32_t> held = shared;
  read_over<std::shared_ptr<std::int32_t>>(std::make_shared<std::int32_t>(6), shared);
  EXPECT_EQ(*shared, 6);
  EXPECT_EQ(*held, 5);
}

TEST(TypedReuse, StringsAndVectorsKeepTheirMemory) {
  std::string text = kLong;
  const char* characters = text.data();
  read_over<std::string>("also quite long, but shorter than", text);
  EXPECT_EQ(text.data(), characters);
  EXPECT_EQ(text, "also quite long, but shorter than");

  std::vector<std::int32_t> numbers(100, 1);
  const std::int32_t* first = numbers.data();
  read_over<std::vector<std::int32_t>>(std::vector<std::int32_t>(50, 2), numbers);
  EXPECT_EQ(numbers.data(), first);
  EXPECT_EQ(numbers, std::vector<std::int32_t>(50, 2));

  std::vector<std::string> words(3, kLong);
  const char* second = words[1].data();
  read_over<std::vector<std::string>>({"a text that has to be long enough", kLong}, words);
  EXPECT_EQ(words[1].data(), second);
  EXPECT_EQ(words.size(), 2U);
}

// Texts of any size over texts of any size, near the end of the input and far from it.
struct Numbered {
  std::uint32_t number = 7;
  std::string text = "made, not read";
  bool operator==(const Numbered&) const = default;
};

std::vector<Numbered> numbered(std::size_t count, std::uint32_t first) {
  std::vector<Numbered> all;
  for (std::size_t i = 0; i < count; ++i) {
    const auto number = first + static_cast<std::uint32_t>(i);
    all.push_back({number, "text " + std::to_string(number)});
  }
  return all;
}

// Elements are made a few at a time, and read before the next ones are made.
TEST(TypedReuse, AListReplacesListsOfAnyLength) {
  constexpr std::size_t kAtOnce = schema::kMadeAtOnce<std::vector<Numbered>>;
  static_assert(kAtOnce > 2 && kAtOnce < 1000);
  const std::size_t counts[] = {0,           1,           kAtOnce - 1,    kAtOnce,
                                kAtOnce + 1, 2 * kAtOnce, 2 * kAtOnce + 1};
  for (const std::size_t before : counts) {
    for (const std::size_t after : counts) {
      std::vector<Numbered> list = numbered(before, 1000);
      const std::size_t capacity = list.capacity();
      read_over(numbered(after, 1), list);
      EXPECT_EQ(list, numbered(after, 1)) << before << " before, " << after << " after";
      EXPECT_EQ(list.capacity(), std::max(capacity, after)) << "no more room than was paid for";
    }
  }
}

TEST(TypedReuse, ATextReplacesTextsOfItsSizeAndOfOthers) {
  const auto text = [](std::size_t size, char first) {
    std::string made(size, ' ');
    for (std::size_t i = 0; i < size; ++i)
      made[i] = static_cast<char>(first + static_cast<char>(i % 7));
    return made;
  };
  for (const archive::Sharing sharing : {archive::Sharing::off, archive::Sharing::on}) {
    archive::EncodeOptions writing;
    writing.sharing = sharing;
    archive::DecodeOptions reading;
    reading.sharing = sharing;
    for (std::size_t size = 0; size <= 40; ++size) {
      for (const std::size_t behind : {std::size_t{0}, std::size_t{20}, std::size_t{60}}) {
        const std::vector<std::string> from = {text(size, 'a'), text(size, 'b'), text(size, 'a'),
                                               text(behind, 'c')};
        const Result<Buffer> bytes = archive::encode(from, writing);
        ASSERT_TRUE(bytes.ok());
        for (std::size_t used = 0; used <= 40; used += size % 2 + 1) {
          std::vector<std::string> to(4, text(used, 'x'));
          const Status status = archive::decode_into(*bytes, to, reading);
          ASSERT_TRUE(status.ok()) << status.to_string();
          ASSERT_EQ(to, from) << size << " over " << used;
          for (const std::string& read : to) ASSERT_EQ(read.c_str()[read.size()], '\0');
        }
      }
    }
  }
}

TEST(TypedReuse, MapNodesKeepTheirPlace) {
  std::map<std::string, std::string> map = {{"a", kLong}, {"b", kLong}, {"c", kLong}};
  const std::string* value = &map["b"];
  const char* characters = value->data();
  read_over<std::map<std::string, std::string>>(
      {{"b", "a new text, shorter than it was"}, {"d", ""}}, map);
  EXPECT_EQ(&map["b"], value);
  EXPECT_EQ(value->data(), characters);
  EXPECT_EQ(map.size(), 2U);

  std::unordered_map<std::int32_t, std::vector<std::int32_t>> hashed;
  for (int i = 0; i < 100; ++i) hashed[i] = std::vector<std::int32_t>(10, i);
  const std::int32_t* data = hashed[42].data();
  read_over<std::unordered_map<std::int32_t, std::vector<std::int32_t>>>({{42, {1, 2}}}, hashed);
  EXPECT_EQ(hashed.size(), 1U);
  EXPECT_EQ(hashed[42].data(), data);
  EXPECT_EQ(hashed[42], (std::vector<std::int32_t>{1, 2}));
}

/// Equal to those of the same number, with whatever title.
struct Titled {
  std::int32_t number = 0;
  std::string title;
  bool operator<(const Titled& other) const { return number < other.number; }
  bool operator==(const Titled& other) const { return number == other.number; }
};
struct HashOfNumber {
  std::size_t operator()(const Titled& key) const { return static_cast<std::size_t>(key.number); }
};
struct AnyCase {
  bool operator()(const std::string& left, const std::string& right) const {
    return std::lexicographical_compare(left.begin(), left.end(), right.begin(), right.end(),
                                        [](char a, char b) { return (a | 0x20) < (b | 0x20); });
  }
};

TEST(TypedReuse, KeysThatAreEqualButNotTheSameAreReplaced) {
  std::map<Titled, std::string> map = {{{1, "old"}, kLong}, {{2, "stays"}, kLong}};
  const std::string* value = &map[{1, ""}];
  read_over<std::map<Titled, std::string>>({{{1, "new"}, "a"}, {{2, "stays"}, "b"}}, map);
  ASSERT_EQ(map.size(), 2U);
  EXPECT_EQ(map.begin()->first.title, "new");
  EXPECT_EQ(&map.begin()->second, value);
  EXPECT_EQ(map.rbegin()->first.title, "stays");

  using Hashed = std::unordered_map<Titled, std::int32_t, HashOfNumber>;
  Hashed hashed = {{{1, "old"}, 1}, {{2, "goes"}, 2}};
  read_over<Hashed>({{{1, "new"}, 3}}, hashed);
  ASSERT_EQ(hashed.size(), 1U);
  EXPECT_EQ(hashed.begin()->first.title, "new");

  std::map<double, std::int32_t> zero = {{0.0, 1}};
  read_over<std::map<double, std::int32_t>>({{-0.0, 2}}, zero);
  EXPECT_TRUE(std::signbit(zero.begin()->first));

  std::map<std::string, std::int32_t, AnyCase> texts = {{"Key", 1}};
  read_over<std::map<std::string, std::int32_t, AnyCase>>({{"KEY", 2}}, texts);
  EXPECT_EQ(texts.begin()->first, "KEY");

  std::set<Titled> set = {{1, "old"}};
  read_over<std::set<Titled>>({{1, "new"}}, set);
  EXPECT_EQ(set.begin()->title, "new");
}

/// Has a field that is not written.
struct Cached {
  std::int32_t number = 0;
  std::string cache = "as it is made";
  static constexpr auto fastser_options = fastser::options(fastser::omit("cache"));
  bool operator<(const Cached& other) const { return number < other.number; }
};

TEST(TypedReuse, KeysDoNotLeaveAnythingInTheNext) {
  using Map = std::map<Cached, std::int32_t>;
  Map read = {{{2, "used"}, 0}};
  for (int i = 0; i < 2; ++i) {
    read_over<Map>({{{1, "x"}, 1}, {{2, "y"}, 2}, {{3, "z"}, 3}}, read);
    ASSERT_EQ(read.size(), 3U);
    for (const auto& [key, value] : read) EXPECT_EQ(key.cache, Cached{}.cache) << key.number;
    if (i == 0) read.clear();
  }
}

TEST(TypedReuse, MapsAreReadAgainByTheSameLimits) {
  std::map<std::string, std::string> map;
  for (char a = '!'; a != '~'; ++a) {
    for (char b = '!'; b != '~'; ++b) map[{a, b}] = "";
  }
  std::map<std::string, std::string> used;
  for (int i = 0; i < 3; ++i) {
    read_over(map, used);
    EXPECT_EQ(used, map);
  }
}

TEST(TypedReuse, OptionalsAndOwnersKeepTheirObject) {
  std::optional<std::string> optional = kLong;
  const char* characters = optional->data();
  read_over<std::optional<std::string>>("shorter, but on the heap all the same", optional);
  EXPECT_EQ(optional->data(), characters);
  auto owner = std::make_unique<std::int32_t>(5);
  const std::int32_t* object = owner.get();
  read_over<std::unique_ptr<std::int32_t>>(std::make_unique<std::int32_t>(6), owner);
  EXPECT_EQ(owner.get(), object);
  EXPECT_EQ(*owner, 6);
}

struct Everything {
  std::string text = kLong;
  std::vector<bool> flags = {true, false};
  std::vector<std::optional<std::string>> optionals = {"a", std::nullopt};
  std::map<std::string, std::map<std::int32_t, std::string>> maps = {{"x", {{1, "one"}}}};
  std::variant<std::monostate, std::string, std::vector<std::int32_t>> variant = kLong;
  std::unique_ptr<std::string> owned;
};

TEST(TypedReuse, AUsedObjectReadsLikeAFreshOne) {
  Everything small;
  small.text.clear();
  small.maps.clear();
  small.flags = {false};
  small.variant = std::monostate{};
  Everything large;
  large.flags.assign(100, true);
  large.maps["y"][5] = "five";
  large.optionals.resize(20, "text");
  large.owned = std::make_unique<std::string>("owned");
  Everything used;
  for (const Everything* value : {&large, &small, &large, &small}) {
    read_over(*value, used);
    EXPECT_TRUE(graph::equal(*value, used));
  }
}

}  // namespace
}  // namespace fastser::testing
