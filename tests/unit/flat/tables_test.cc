// SPDX-License-Identifier: MIT
//
// What FlatBuffers look like, and that values come back from them: bytes by hand, what is left out,
// what is shared, how types may change.
#include <array>
#include <bitset>
#include <chrono>
#include <complex>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <set>
#include <tuple>

#include "fastser/types/complex.hpp"
#include "fastser/types/forward_list.hpp"
#include "fastser/types/text.hpp"
#include "unit/flat/values.hpp"

namespace fastser {
namespace {

using testing::flat_of;

std::string hex(BytesView bytes) {
  std::string out;
  for (const std::byte b : bytes) {
    out += "0123456789abcdef"[static_cast<unsigned>(b) >> 4];
    out += "0123456789abcdef"[static_cast<unsigned>(b) & 15];
  }
  return out;
}
template <typename T>
void expect_back(const T& value) {
  const Buffer bytes = flat_of(value);
  const auto back = flat::decode<T>(bytes);
  ASSERT_TRUE(back.ok()) << back.status().to_string();
  EXPECT_TRUE(*back == value);
}

struct Small {
  std::int32_t number = 0;
  std::string text;
};

TEST(FlatTables, BytesAreThoseOfTheFormat) {
  EXPECT_EQ(hex(flat_of(Small{5, "ab"})),
            "04000000"    // at 0: the root, 4 bytes on
            "f4ffffff"    // at 4, the table: its layout, -12 bytes back
            "05000000"    // number
            "0c000000"    // text, 12 bytes on
            "08000c00"    // at 16, the layout: its size, the table's,
            "04000800"    // where the fields lie
            "02000000"    // at 24, the text: its size,
            "61620000");  // its bytes, a zero, padding
}

TEST(FlatTables, APersonTakes152Bytes) {
  const Buffer bytes = flat_of(testing::make_person());
  EXPECT_EQ(bytes.size(), 152U);
  EXPECT_EQ(*flat::decode<testing::Person>(bytes), testing::make_person());
}

TEST(FlatTables, EmptyTextsAndListsAreLeftOutAndComeBackEmpty) {
  EXPECT_LT(flat_of(testing::Person{}).size(), 72U);
  testing::Person used = testing::make_person();
  ASSERT_TRUE(flat::decode_into(flat_of(testing::Person{}), used).ok());
  EXPECT_EQ(used, testing::Person{});
}

TEST(FlatTables, EveryKindOfValueComesBack) {
  using std::chrono::system_clock;
  expect_back(true);
  expect_back(std::string("a root of text"));
  expect_back(std::vector<std::int64_t>{1, -2});
  expect_back(std::vector<bool>{true, false, true});
  expect_back(std::deque<std::string>{"", "b"});
  expect_back(std::set<std::string>{"z", "a", ""});
  expect_back(std::multimap<std::int32_t, std::string>{{1, "a"}, {1, "b"}, {0, "c"}});
  expect_back(std::map<std::string, std::string>{{"", "empty"}, {"k", ""}});
  expect_back(std::array<float, 3>{1, 2, 3});
  expect_back(std::bitset<77>("1011"));
  expect_back(std::filesystem::path("a/b"));
  expect_back(std::optional<std::optional<std::int32_t>>(std::in_place));
  expect_back(std::variant<std::string, std::int32_t, std::vector<std::string>>(
      std::vector<std::string>{"x"}));
  expect_back(std::tuple<std::int8_t, std::string, std::optional<testing::Place>>(
      std::int8_t{1}, "two", testing::Place{3, 4}));
  expect_back(std::vector<std::optional<std::string>>{"", std::nullopt, "c"});
  expect_back(std::vector<std::vector<std::vector<std::uint16_t>>>{{{1}, {}}, {}, {{2, 3}}});
  expect_back(std::vector<testing::Place>{{1, 2}, {-3, 4}});
  expect_back(system_clock::time_point(std::chrono::milliseconds(1'700'000'000'123)));
  expect_back(std::chrono::seconds(-5));
}

TEST(FlatTables, SharedObjectsAndTextsAreWrittenOnce) {
  using Items = std::vector<std::shared_ptr<testing::Item>>;
  const auto item =
      std::make_shared<testing::Item>(testing::Item{std::string(50, 'n'), {}, {}, {}});
  const Items shared(10, item);
  const Buffer once = flat_of(shared);
  EXPECT_LT(once.size(), 200U);
  const auto back = flat::decode<Items>(once);
  ASSERT_TRUE(back.ok());
  EXPECT_EQ((*back)[0], (*back)[9]);
  EXPECT_GT(flat_of(shared, {.share_objects = false}).size(), 600U);
  const std::vector<std::string> texts(10, std::string(50, 't'));
  EXPECT_LT(flat_of(texts, {.share_texts = true}).size(), 150U);
  EXPECT_EQ(*flat::decode<std::vector<std::string>>(flat_of(texts, {.share_texts = true})), texts);
}

TEST(FlatTables, TextsThatAreMadeWhileTheyAreWrittenAreSharedToo) {
  struct Texts {
    std::vector<std::u16string> list;
    std::forward_list<std::string> chain;
    std::u8string last;
  };
  Texts texts;
  for (int i = 0; i < 100; ++i) {
    // Too long to lie in a string itself; as long as each other, so that they may share memory.
    const char digit = static_cast<char>('0' + i % 5);
    texts.list.push_back(u"a text that is long enough " +
                         std::u16string(20, static_cast<char16_t>(digit)));
    texts.chain.push_front("a text that is long enough " + std::string(20, digit));
  }
  texts.last = u8"a text that is long enough 00000000000000000000";
  const Buffer bytes = flat_of(texts, {.share_texts = true});
  EXPECT_LT(bytes.size(), 1'400U);  // two lists of 100 offsets, five texts
  const auto back = flat::decode<Texts>(bytes);
  ASSERT_TRUE(back.ok()) << back.status().to_string();
  EXPECT_TRUE(back->list == texts.list);
  EXPECT_EQ(back->chain, texts.chain);
  EXPECT_TRUE(back->last == texts.last);
}

struct Ring {
  std::string name;
  std::shared_ptr<Ring> next;
};

TEST(FlatTables, WhatAFlatBufferCannotHoldIsRefused) {
  const auto ring = std::make_shared<Ring>();
  ring->next = ring;
  EXPECT_EQ(flat::encode(*ring).status().code(), Code::kUsage);
  EXPECT_EQ(flat::encode(*ring, {.share_objects = false}).status().code(), Code::kTooDeep);
  ring->next = nullptr;
  const std::vector<std::unique_ptr<testing::Place>> holes(2);
  EXPECT_EQ(flat::encode(holes).status().code(), Code::kUsage);
  EXPECT_EQ(flat::encode(Small{}, {.identifier = "TOO LONG"}).status().code(), Code::kUsage);
}

TEST(FlatTables, AnIdentifierSaysWhoseFileItIs) {
  const auto bytes = flat::encode(Small{1, "x"}, {.identifier = "SMAL"});
  ASSERT_TRUE(bytes.ok());
  EXPECT_TRUE(flat::decode<Small>(*bytes, {.identifier = "SMAL"}).ok());
  EXPECT_EQ(flat::decode<Small>(*bytes, {.identifier = "ELSE"}).status().code(),
            Code::kFingerprint);
  for (const std::string identifier : {"SM", "SMALL"}) {
    const flat::DecodeOptions options{.identifier = identifier};
    EXPECT_EQ(flat::decode<Small>(*bytes, options).status().code(), Code::kUsage);
    EXPECT_EQ(flat::verify<Small>(*bytes, options).code(), Code::kUsage);
  }
}

// Three versions of one class, numbered: a field was added, then another taken away.
struct First {
  std::string name;
  std::int32_t size = 1;
  static constexpr auto fastser_options =
      fastser::options(fastser::id("name", 0), fastser::id("size", 2));
};
struct Second {
  std::int32_t size = 1;
  std::string name;
  std::int32_t weight = -7;
  std::optional<bool> flag;
  static constexpr auto fastser_options =
      fastser::options(fastser::id("size", 2), fastser::id("name", 0), fastser::id("weight", 5),
                       fastser::id("flag", 6));
};

TEST(FlatTables, NumberedFieldsComeAndGo) {
  const auto newer = flat::decode<Second>(flat_of(First{"n", 3}));
  ASSERT_TRUE(newer.ok());
  EXPECT_EQ(newer->name, "n");
  EXPECT_EQ(newer->size, 3);
  EXPECT_EQ(newer->weight, -7);
  EXPECT_FALSE(newer->flag.has_value());
  const auto older = flat::decode<First>(flat_of(Second{4, "m", 9, true}));
  ASSERT_TRUE(older.ok());
  EXPECT_EQ(older->name, "m");
  EXPECT_EQ(older->size, 4);
  const Buffer bytes = flat_of(First{"n", 3});
  const auto view = flat::view<Second>(bytes);
  ASSERT_TRUE(view.ok());
  EXPECT_EQ(view->get<"weight">(), -7);
  EXPECT_EQ(view->get<"size">(), 3);
}

struct Before {
  std::string name;
};
struct After {
  std::string name;
  std::array<std::int32_t, 3> numbers{1, 2, 3};
  std::bitset<4> bits{5};
  std::complex<double> point{1, 2};
  float matrix[2][2] = {{1, 0}, {0, 1}};
  std::array<std::string, 2> texts{"one", "two"};
  std::vector<std::int32_t> list{7};
};

TEST(FlatTables, ListsOfOneLengthThatAnOlderWriterDidNotKnowKeepTheirDefaults) {
  After used{"used", {4, 5, 6}, {}, {}, {{9, 9}, {9, 9}}, {"a", "b"}, {8}};
  ASSERT_TRUE(flat::decode_into(flat_of(Before{"old"}), used).ok());
  EXPECT_EQ(used.name, "old");
  EXPECT_EQ(used.numbers, (std::array<std::int32_t, 3>{1, 2, 3}));
  EXPECT_EQ(used.bits, std::bitset<4>(5));
  EXPECT_EQ(used.point, std::complex<double>(1, 2));
  EXPECT_EQ(used.matrix[0][0], 1.0F);
  EXPECT_EQ(used.matrix[1][0], 0.0F);
  EXPECT_EQ(used.matrix[1][1], 1.0F);
  EXPECT_EQ(used.texts, (std::array<std::string, 2>{"one", "two"}));
  EXPECT_TRUE(used.list.empty());  // empty lists are not written
}

struct Chosen {
  std::string name;
  std::variant<std::int32_t, std::string> always = "default";
  std::variant<std::monostate, std::int32_t> perhaps = 5;
};

TEST(FlatTables, AVariantThatAnOlderWriterDidNotKnowKeepsItsDefault) {
  Chosen used{"used", 7, 8};
  ASSERT_TRUE(flat::decode_into(flat_of(Before{"old"}), used).ok());
  EXPECT_EQ(std::get<std::string>(used.always), "default");
  EXPECT_EQ(used.perhaps.index(), 0U);  // what is not there is monostate
  const auto back = flat::decode<Chosen>(flat_of(Chosen{"new", 0, {}}));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(std::get<std::int32_t>(back->always), 0);
  EXPECT_EQ(back->perhaps.index(), 0U);
}

TEST(FlatTables, ListsOfOneLengthComeBack) {
  const After value{"new", {4, 0, 6}, std::bitset<4>(10), {0, 0}, {{0, 2}, {3, 0}}, {"", ""}, {}};
  const auto back = flat::decode<After>(flat_of(value));
  ASSERT_TRUE(back.ok()) << back.status().to_string();
  EXPECT_EQ(back->numbers, value.numbers);
  EXPECT_EQ(back->bits, value.bits);
  EXPECT_EQ(back->point, value.point);
  EXPECT_EQ(back->matrix[0][0], 0.0F);
  EXPECT_EQ(back->matrix[0][1], 2.0F);
  EXPECT_EQ(back->matrix[1][0], 3.0F);
  EXPECT_EQ(back->texts, value.texts);
}

TEST(FlatTables, ABufferThatWasUsedGivesTheSameBytes) {
  Buffer out;
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(flat::encode_into(out, testing::make_shop().items).ok());
    const Buffer fresh = flat_of(testing::make_shop().items);
    EXPECT_EQ(hex(out), hex(fresh));
    ASSERT_TRUE(flat::encode_into(out, testing::make_person()).ok());
    EXPECT_EQ(out.size(), 152U);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(out.data()) % 8, 0U);
  }
}

}  // namespace
}  // namespace fastser
