// SPDX-License-Identifier: MIT
//
// Strings, data, sequences, maps and sets: there and back under every option.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <filesystem>
#include <functional>
#include <limits>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "fastser/internal/archive/plan/form_of.hpp"
#include "unit/archive/round_trip.hpp"

namespace fastser::testing {
namespace {

struct HashOfPair {
  std::size_t operator()(const std::pair<int, double>& key) const {
    return std::hash<double>()(key.second);
  }
};

struct Texts {
  std::string empty;
  std::string small = "fifteen chars..";
  std::string sixteen = "sixteen chars...";
  std::string large = std::string(1000, 'L');
  std::string zero = std::string("a\0b", 3);
  std::string again = "sixteen chars...";
  std::vector<std::byte> data = {std::byte{0}, std::byte{255}};
  std::vector<std::uint8_t> octets = {1, 2, 3};
  std::vector<std::uint8_t> none;
};

TEST(TypedContainers, TextsAndDataComeBack) { expect_round_trip(Texts{}); }

TEST(TypedContainers, StringsOfEveryLengthComeBack) {
  std::vector<std::string> strings;
  for (std::size_t size = 0; size < 300; ++size) {
    strings.emplace_back(size, static_cast<char>('a' + size % 26));
  }
  expect_round_trip(strings);
}

TEST(TypedContainers, TheLastStringOfAnInputComesBackAtEveryLength) {
  for (std::size_t size = 0; size < 40; ++size) {
    const std::string text(size, 'z');
    EXPECT_EQ(there_and_back(text, {.header = archive::Header::bare}), text);
  }
}

// docs/format.md section 1: to C++, text is bytes.
TEST(TypedContainers, TextThatIsNotUtf8IsTheSameToReaderAndVerifier) {
  for (const archive::Sharing sharing : {archive::Sharing::off, archive::Sharing::on}) {
    const std::vector<std::string> texts = {"\xFF", "caf\xE9", "\xED\xA0\x80", "\xFF"};
    const Result<Buffer> bytes = archive::encode(texts, {.sharing = sharing});
    ASSERT_TRUE(bytes.ok());
    const auto read = archive::decode<std::vector<std::string>>(*bytes);
    ASSERT_TRUE(read.ok()) << read.status().to_string();
    EXPECT_EQ(*read, texts);
    EXPECT_TRUE(archive::verify<std::vector<std::string>>(*bytes).ok());
    EXPECT_TRUE(archive::verify(*bytes).ok());
    EXPECT_EQ(archive::verify(*bytes, {.utf8 = true}).code(), Code::kMalformed);
  }
}

TEST(TypedContainers, PathsTravelInGenericForm) {
  const std::filesystem::path path = u8"etc/\u00FCber/h\u00F6sts";
  for (const archive::EncodeOptions& options : all_options()) {
    expect_round_trip_with(path, options, [](const auto& a, const auto& b) { return a == b; });
  }
}

TEST(TypedContainers, ViewsPointIntoTheInput) {
  struct Owner {
    std::string text;
    std::vector<std::byte> data;
  };
  struct View {
    std::string_view text;
    std::span<const std::byte> data;
  };
  const Owner owner{"a text that is borrowed", {std::byte{1}, std::byte{2}}};
  for (const archive::Sharing sharing : {archive::Sharing::off, archive::Sharing::on}) {
    const archive::EncodeOptions options{.header = archive::Header::bare, .sharing = sharing};
    const Result<Buffer> bytes = archive::encode(owner, options);
    ASSERT_TRUE(bytes.ok());
    const Result<View> view = archive::decode<View>(*bytes, reading(options));
    ASSERT_TRUE(view.ok()) << view.status().to_string();
    EXPECT_EQ(view->text, owner.text);
    const auto* text = reinterpret_cast<const std::byte*>(view->text.data());
    EXPECT_GE(text, bytes->begin());
    EXPECT_LE(text + view->text.size(), bytes->end());
    EXPECT_GE(view->data.data(), bytes->begin());
    EXPECT_EQ(view->data.data() + view->data.size(), bytes->end());
    EXPECT_TRUE(same_bytes(view->data, owner.data));
  }
}

struct Sequences {
  std::vector<std::int32_t> numbers = {1, -2, 3};
  std::vector<bool> flags = {true, false, true, true};
  std::vector<std::string> words = {"one", "two", "one", ""};
  std::deque<std::uint16_t> deque = {9, 8, 7};
  std::list<std::string> list = {"x", "y"};
  std::array<double, 3> array = {1.5, 2.5, -3.5};
  std::array<std::string, 2> named = {"first", "second"};
  std::int16_t c_array[4] = {4, 3, 2, 1};
  char letters[5] = {'h', 'e', 'l', 'l', 'o'};
  std::vector<std::vector<std::vector<std::uint8_t>>> deep = {{{1}, {}}, {}, {{2, 3}}};
  std::vector<std::array<std::int32_t, 2>> pairs = {{1, 2}, {3, 4}};
};

TEST(TypedContainers, SequencesComeBack) {
  Sequences value;
  expect_round_trip(value);
}

TEST(TypedContainers, TwoDimensionalCArraysComeBack) {
  struct Matrix {
    float cells[3][4] = {};
    std::int32_t behind = 0;
  };
  Matrix matrix;
  for (int i = 0; i < 12; ++i) matrix.cells[i / 4][i % 4] = static_cast<float>(i);
  matrix.behind = 77;
  expect_round_trip(matrix);
}

TEST(TypedContainers, LongSequencesComeBack) {
  std::vector<std::uint64_t> numbers(20000);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = i * 0x9E3779B97F4A7C15U;
  expect_round_trip(numbers);
  expect_round_trip(std::deque<std::uint64_t>(numbers.begin(), numbers.end()));
  std::vector<std::string> words;
  for (std::size_t i = 0; i < 5000; ++i) words.push_back("word " + std::to_string(i % 700));
  expect_round_trip(words);
  std::vector<bool> flags(9001);
  for (std::size_t i = 0; i < flags.size(); ++i) flags[i] = i % 3 == 0;
  expect_round_trip(flags);
}

TEST(TypedContainers, ASpanIsWrittenAsTheVectorItShows) {
  const std::vector<std::int32_t> numbers = {5, 6, 7};
  const std::span<const std::int32_t> span(numbers);
  const Result<Buffer> one = archive::encode(numbers);
  const Result<Buffer> other = archive::encode(span);
  ASSERT_TRUE(one.ok() && other.ok());
  EXPECT_TRUE(same_bytes(*one, *other));
}

struct Maps {
  std::map<std::string, std::int32_t> ordered = {{"b", 2}, {"a", 1}};
  std::map<std::int32_t, std::vector<std::string>> nested = {{-1, {"x"}}, {5, {}}};
  std::unordered_map<std::string, double> hashed = {{"pi", 3.14}, {"e", 2.71}, {"one", 1}};
  std::unordered_map<std::uint64_t, std::map<std::string, std::string>> both = {{1, {{"k", "v"}}}};
  std::multimap<std::string, std::int32_t> multi = {{"k", 1}, {"k", 2}, {"a", 0}};
  std::set<std::string> set = {"z", "y"};
  std::unordered_set<std::int32_t> hash_set = {3, 1, 2};
  std::multiset<std::int16_t> multi_set = {1, 1, 2};
  std::set<std::pair<std::int32_t, std::string>> pairs = {{1, "a"}, {1, "b"}};
};

TEST(TypedContainers, MapsAndSetsComeBack) { expect_round_trip(Maps{}); }
TEST(TypedContainers, EmptyMapsAndSetsComeBack) {
  expect_round_trip(Maps{{}, {}, {}, {}, {}, {}, {}, {}, {}});
}

// Larger than the cache, whose nodes are fetched ahead; and so small that they are not.
TEST(TypedContainers, UnorderedMapsOfLargeElementsComeBackAtEverySize) {
  using Element = std::array<std::int64_t, 20>;
  const std::size_t counts[] = {0, 1, 3, 4, 5, 300, 800};
  for (const std::size_t count : counts) {
    std::unordered_map<std::int32_t, Element> map;
    for (std::size_t i = 0; i < count; ++i) {
      map[static_cast<std::int32_t>(i * i)].fill(static_cast<std::int64_t>(i));
    }
    EXPECT_EQ(there_and_back(map), map) << count;
  }
}
TEST(TypedContainers, UnorderedMultimapsComeBack) {
  const std::unordered_multimap<std::int32_t, std::int32_t> map = {{1, 10}, {1, 11}, {2, 20}};
  EXPECT_EQ(there_and_back(map), map);
  const std::unordered_multiset<std::int32_t> set = {4, 4, 5};
  EXPECT_EQ(there_and_back(set), set);
}

TEST(TypedContainers, CanonicalBytesDoNotDependOnTheOrderOfInsertion) {
  std::unordered_map<std::string, std::int32_t> one;
  std::unordered_map<std::string, std::int32_t> other;
  other.reserve(5000);
  for (int i = 0; i < 500; ++i) one[std::to_string(i)] = i;
  for (int i = 499; i >= 0; --i) other[std::to_string(i)] = i;
  const Result<Buffer> first = archive::encode(one, {.canonical = true});
  const Result<Buffer> second = archive::encode(other, {.canonical = true});
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_TRUE(same_bytes(*first, *second));
}

// Every key once, and as many of NaN: with std::sort and `<` that leaves the list of elements.
TEST(TypedContainers, CanonicalBytesDoNotDependOnNanInKeys) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto expect_equal = [&](auto one) {
    using Set = decltype(one);
    using Key = typename Set::key_type;
    std::vector<Key> keys;
    const auto add = [&](std::optional<double> number) {
      if constexpr (std::is_same_v<Key, std::optional<double>>) {
        keys.push_back(number);
      } else {
        keys.push_back(Key(0, number.value_or(-1)));
      }
    };
    add(std::nullopt);
    for (int i = 0; i < 300; ++i) {
      add(nan);
      add(i);
    }
    Set other;
    other.reserve(5000);
    for (const Key& key : keys) one.insert(key);
    for (auto it = keys.rbegin(); it != keys.rend(); ++it) other.insert(*it);
    const Result<Buffer> first = archive::encode(one, {.canonical = true});
    const Result<Buffer> second = archive::encode(other, {.canonical = true});
    ASSERT_TRUE(first.ok() && second.ok());
    EXPECT_TRUE(same_bytes(*first, *second));
  };
  expect_equal(std::unordered_set<std::optional<double>>());
  expect_equal(std::unordered_set<std::pair<int, double>, HashOfPair>());
}

// A class whose comparison is none.
struct Reversed {
  double number = 0;
  friend bool operator==(const Reversed& left, const Reversed& right) {
    return left.number == right.number;
  }
  friend bool operator<(const Reversed& left, const Reversed& right) {
    return !(left.number < right.number);
  }
};
struct HashOfReversed {
  std::size_t operator()(const Reversed& key) const { return std::hash<double>()(key.number); }
};

TEST(TypedContainers, KeysWithoutAnOrderAreAllWritten) {
  std::unordered_set<Reversed, HashOfReversed> set;
  for (int i = 0; i < 200; ++i) {
    set.insert({static_cast<double>(i)});
    set.insert({std::numeric_limits<double>::quiet_NaN()});
  }
  const Result<Buffer> bytes = archive::encode(set, {.canonical = true});
  ASSERT_TRUE(bytes.ok());
  const auto back = archive::decode<std::unordered_set<Reversed, HashOfReversed>>(*bytes);
  ASSERT_TRUE(back.ok()) << back.status().to_string();
  EXPECT_EQ(back->size(), set.size());
  EXPECT_TRUE(back->contains({7}));
}

template <typename T>
void expect_same_canonical_bytes(const T& one, const T& other) {
  for (const auto sharing : {archive::Sharing::off, archive::Sharing::on}) {
    const archive::EncodeOptions options{.sharing = sharing, .canonical = true};
    const Result<Buffer> first = archive::encode(one, options);
    const Result<Buffer> second = archive::encode(other, options);
    ASSERT_TRUE(first.ok() && second.ok()) << first.status().to_string();
    EXPECT_TRUE(same_bytes(*first, *second));
    EXPECT_TRUE(archive::verify(*first).ok());
    const Result<T> back = archive::decode<T>(*first, {.sharing = sharing});
    ASSERT_TRUE(back.ok()) << back.status().to_string();
    EXPECT_TRUE(*back == one);
  }
}

TEST(TypedContainers, CanonicalBytesDoNotDependOnTheOrderOfEqualKeys) {
  using Map = std::unordered_multimap<std::int32_t, std::string>;
  Map one;
  Map other;
  for (int i = 0; i < 60; ++i) one.emplace(i / 7, std::to_string(i % 20));
  for (int i = 59; i >= 0; --i) other.emplace(i / 7, std::to_string(i % 20));
  expect_same_canonical_bytes(one, other);
}

/// Has a hash and is equal to others, but none comes first.
struct Cell {
  std::int32_t row = 0;
  std::string column;
  bool operator==(const Cell&) const = default;
};
struct HashOfCell {
  std::size_t operator()(const Cell& cell) const { return static_cast<std::size_t>(cell.row); }
};

TEST(TypedContainers, KeysNeedNoOrder) {
  using Map = std::unordered_map<Cell, std::int32_t, HashOfCell>;
  Map map(1);
  Map roomy(1000);
  for (int i = 0; i < 60; ++i) map[{i % 20, std::to_string(i)}] = i;
  for (int i = 59; i >= 0; --i) roomy[{i % 20, std::to_string(i)}] = i;
  EXPECT_EQ(there_and_back(map), map);
  expect_same_canonical_bytes(map, roomy);
  const auto plan = archive::plan_of<Map>();
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  Buffer by_plan;
  ASSERT_TRUE(plan->encode(by_plan, &map).ok());
  EXPECT_EQ(*archive::decode<Map>(by_plan), map);
  EXPECT_EQ(plan->encode(by_plan, &map, {.canonical = true}).code(), Code::kUsage);
  const std::unordered_set<Cell, HashOfCell> up = {{1, "a"}, {2, "b"}, {3, "c"}};
  const std::unordered_set<Cell, HashOfCell> down = {{3, "c"}, {2, "b"}, {1, "a"}};
  expect_same_canonical_bytes(up, down);
}

/// Branches of the same number are told apart by what grows on them.
struct Twigs {
  std::int32_t number = 0;
  std::unordered_multimap<std::int32_t, Twigs> more;
};

TEST(TypedContainers, EqualKeysNestToTheLimit) {
  Twigs root;
  Twigs* at = &root;
  for (std::uint32_t i = 0; i < Limits{}.depth / 2 - 1; ++i) {
    at->more.emplace(1, Twigs{2, {}});
    at = &at->more.emplace(1, Twigs{3, {}})->second;
  }
  EXPECT_TRUE(archive::encode(root, {.canonical = true}).ok());
  EXPECT_TRUE(archive::encode(root, {.sharing = archive::Sharing::on, .canonical = true}).ok());
  at->more.emplace(1, Twigs{2, {}});
  at->more.emplace(1, Twigs{3, {}});
  EXPECT_EQ(archive::encode(root, {.canonical = true}).status().code(), Code::kTooDeep);
}

TEST(TypedContainers, RefuseAKeyThatComesTwice) {
  const std::byte bytes[] = {std::byte{2}, std::byte{7}, std::byte{1}, std::byte{7}, std::byte{2}};
  using Map = std::map<std::uint8_t, std::uint8_t>;
  const archive::DecodeOptions bare{.header = archive::Header::bare};
  Map fresh;
  const Status status = archive::decode_into(bytes, fresh, bare);
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_EQ(status.offset(), 3U);
  Map used = {{7, 0}, {8, 0}};
  EXPECT_EQ(archive::decode_into(bytes, used, bare).code(), Code::kMalformed);
  const std::byte set[] = {std::byte{2}, std::byte{7}, std::byte{7}};
  EXPECT_EQ(archive::decode<std::set<std::uint8_t>>(set, bare).status().code(), Code::kMalformed);
}

// An allocator that counts, and cannot be made without an argument to be equal to another's.
template <typename T>
struct Counting {
  using value_type = T;
  static inline int allocations = 0;
  Counting() = default;
  template <typename U>
  Counting(const Counting<U>&) {}  // NOLINT: as allocators are
  T* allocate(std::size_t n) {
    ++allocations;
    return std::allocator<T>().allocate(n);
  }
  void deallocate(T* pointer, std::size_t n) { std::allocator<T>().deallocate(pointer, n); }
  bool operator==(const Counting&) const = default;
};

struct Custom {
  std::vector<std::int32_t, Counting<std::int32_t>> numbers = {1, 2, 3};
  std::vector<std::byte, Counting<std::byte>> data = {std::byte{9}};
  std::basic_string<char, std::char_traits<char>, Counting<char>> text =
      "longer than the small buffer of a string";
  std::map<std::int32_t, std::string, std::less<>,
           Counting<std::pair<const std::int32_t, std::string>>>
      map = {{1, "one"}};
  std::list<std::int32_t, Counting<std::int32_t>> list = {4, 5};
};

TEST(TypedContainers, ContainersWithTheirOwnAllocatorsComeBack) {
  expect_round_trip(Custom{});
  const int before = Counting<char>::allocations;
  static_cast<void>(there_and_back(Custom{}));
  EXPECT_GT(Counting<char>::allocations, before);
}

}  // namespace
}  // namespace fastser::testing
