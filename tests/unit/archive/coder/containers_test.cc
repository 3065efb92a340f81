// SPDX-License-Identifier: MIT
//
// Containers of the coder's writer: counts that are not known, lists of lists, sets, tuples; keys
// by number, UTF-16, strings by identity, keys that come twice, the caller's own errors.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/coder.hpp"
#include "support/effort.hpp"
#include "unit/archive/finished.hpp"

namespace fastser {
namespace {

using archive::Sharing;
using schema::TypeCode;
using testing::finished;

template <typename T>
void expect_decodes(const Buffer& bytes, const T& expected) {
  const auto value = archive::decode<T>(bytes, {.limits = Limits::unlimited()});
  ASSERT_TRUE(value.ok()) << value.status().to_string();
  EXPECT_EQ(*value, expected);
}

TEST(CoderContainers, ACountNeedNotBeKnownBefore) {
  for (const std::size_t count : {0U, 1U, 127U, 128U, 16383U, 16384U, 70000U}) {
    if (testing::kEmulated && count > 16384) continue;
    std::vector<std::int32_t> numbers;
    std::vector<std::string> texts;
    std::map<std::string, std::uint16_t> map;
    CoderWriter writer;
    writer.begin_list(kUnknownCount, TypeCode::kI32);
    for (std::size_t i = 0; i < count; ++i) {
      numbers.push_back(static_cast<std::int32_t>(i * i));
      writer.i32(numbers.back());
    }
    writer.end_list();
    expect_decodes(finished(writer), numbers);
    writer.begin_list(kUnknownCount, TypeCode::kString);
    for (std::size_t i = 0; i < count; ++i) {
      texts.push_back("text " + std::to_string(i % 300));
      writer.string(texts.back());
    }
    writer.end_list();
    expect_decodes(finished(writer), texts);
    writer.begin_map(kUnknownCount, TypeCode::kString, TypeCode::kU16);
    for (std::size_t i = 0; i < count; ++i) {
      const std::string key = std::to_string(i);
      map[key] = static_cast<std::uint16_t>(i);
      writer.string(key);
      writer.u16(static_cast<std::uint16_t>(i));
    }
    writer.end_map();
    expect_decodes(finished(writer), map);
  }
}

TEST(CoderContainers, UnknownCountsInsideEachOtherMoveTogether) {
  // The outer body moves when the inner ones have, with strings and references in it.
  std::vector<std::vector<std::string>> lists(40);
  CoderWriter writer({.sharing = Sharing::on});
  writer.begin_list(kUnknownCount, CoderType::list_of(TypeCode::kString));
  for (std::size_t i = 0; i < lists.size(); ++i) {
    writer.begin_list(kUnknownCount, TypeCode::kString);
    for (std::size_t k = 0; k < 400 * i; ++k) {
      lists[i].push_back("some text " + std::to_string(k % 1000));
      writer.string(lists[i].back());
    }
    if (i == 39) {
      while (lists[i].size() < 20000) {
        lists[i].push_back("more text " + std::to_string(lists[i].size()));
        writer.string(lists[i].back());
      }
    }
    writer.end_list();
  }
  writer.end_list();
  expect_decodes(finished(writer), lists);
}

TEST(CoderContainers, ListsOfListsSetsAndTuples) {
  CoderWriter writer;
  const std::vector<std::vector<std::int16_t>> grid = {{1, 2}, {}, {3}};
  writer.begin_list(3, CoderType::list_of(TypeCode::kI16));
  writer.array(std::span<const std::int16_t>(grid[0]));
  writer.begin_list(0, TypeCode::kI16);
  writer.end_list();
  writer.begin_list(1, TypeCode::kI16);
  writer.i16(3);
  writer.end_list();
  writer.end_list();
  expect_decodes(finished(writer), grid);

  const std::set<std::string> set = {"a", "b", "c"};
  writer.begin_set(3, TypeCode::kString);
  for (const std::string& each : set) writer.string(each);
  writer.end_list();
  expect_decodes(finished(writer), set);

  const std::vector<std::set<std::uint8_t>> sets = {{1, 2, 3}, {4}};
  writer.begin_list(kUnknownCount, CoderType::set_of(TypeCode::kU8));
  for (const auto& each : sets) {
    writer.begin_set(each.size(), TypeCode::kU8);
    for (const std::uint8_t value : each) writer.u8(value);
    writer.end_list();
  }
  writer.end_list();
  expect_decodes(finished(writer), sets);

  const std::tuple<std::int32_t, std::string, std::vector<std::int32_t>> tuple = {
      5, "five", {5, 5}};
  writer.begin_tuple(3);
  writer.i32(5);
  writer.string("five");
  writer.array(std::span<const std::int32_t>(std::get<2>(tuple)));
  writer.end_tuple();
  expect_decodes(finished(writer), tuple);
}

TEST(CoderContainers, TuplesInsideOtherThingsAreReadByTheCoder) {
  CoderWriter writer;
  writer.begin_record(writer.define_class("Pair"));
  writer.begin_tuple("pair", 2);
  writer.i32(1);
  writer.begin_list(1, TypeCode::kAny);
  writer.begin_tuple(1);
  writer.string("inner");
  writer.end_tuple();
  writer.end_list();
  writer.end_tuple();
  writer.end_record();
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  ASSERT_TRUE(reader.begin_record());
  std::uint64_t count = 0;
  ASSERT_TRUE(reader.begin_list("pair", count)) << reader.status().to_string();
  EXPECT_EQ(count, 2U);
  EXPECT_EQ(reader.i32(), 1);
  ASSERT_TRUE(reader.begin_list(count));
  ASSERT_TRUE(reader.begin_list(count));
  EXPECT_EQ(reader.string(), "inner");
  reader.end_list();
  reader.end_list();
  reader.end_list();
  reader.end_record();
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

TEST(CoderContainers, WrongContainersAreUsage) {
  const auto code_of = [](const auto& calls) {
    CoderWriter writer;
    calls(writer);
    return writer.finish().status().code();
  };
  EXPECT_EQ(code_of([](CoderWriter& w) { w.begin_tuple(33); }), Code::kUsage);
  EXPECT_EQ(code_of([](CoderWriter& w) {
              w.begin_map(1, TypeCode::kI32, CoderType::list_of(TypeCode::kI32));
            }),
            Code::kUsage);
  EXPECT_EQ(code_of([](CoderWriter& w) {
              w.begin_map(kUnknownCount, TypeCode::kI32, TypeCode::kI32);
              w.i32(1);
              w.end_map();
            }),
            Code::kUsage);
  EXPECT_EQ(code_of([](CoderWriter& w) {
              w.begin_tuple(2);
              w.i32(1);
              w.end_tuple();
            }),
            Code::kUsage);
  EXPECT_EQ(code_of([](CoderWriter& w) {
              w.begin_list(1, CoderType::list_of(TypeCode::kI32));
              w.begin_list(0, TypeCode::kI64);
            }),
            Code::kTypeMismatch);
}

// ---- keys, texts, errors

TEST(CoderWriterKeys, OfANumberAreTheirNames) {
  CoderWriter writer;
  const KeyHandle x = writer.define_key("x");
  EXPECT_EQ(writer.define_key(std::string("x")).index, x.index);
  EXPECT_NE(writer.define_key("y").index, x.index);
  const ClassHandle of = writer.define_class("x");  // a class of the same name is no key
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 3; ++i) {
      writer.begin_record(of);
      writer.i32(writer.key(x), i);
      writer.i32("y", -i);
      writer.end_record();
    }
    const Buffer bytes = finished(writer);
    CoderReader reader;
    ASSERT_TRUE(reader.open(bytes).ok());
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(reader.begin_record());
      EXPECT_EQ(reader.i32("y"), -i);
      EXPECT_EQ(reader.i32("x"), i);
      reader.end_record();
    }
  }
}

// The characters at an address are the key's for one archive only.
TEST(CoderWriterKeys, InternedOnesMayChangeBetweenArchives) {
  CoderWriter writer;
  char name[] = "first";
  for (const char* now : {"first", "other", "third"}) {
    std::copy(now, now + 5, name);
    writer.begin_record(writer.define_class("C"));
    writer.i32(Key::interned({name, 5}), 1);
    writer.end_record();
    const Buffer bytes = finished(writer);
    CoderReader reader;
    ASSERT_TRUE(reader.open(bytes).ok());
    ASSERT_TRUE(reader.begin_record());
    EXPECT_TRUE(reader.contains(Key::transient(now))) << now;
    reader.end_record();
  }
}

TEST(CoderWriterKeys, WrittenTwiceTheLaterOneCountsWhereAsked) {
  CoderWriter writer({.repeated_keys = RepeatedKeys::last});
  const ClassHandle of = writer.define_class("C");
  for (int i = 0; i < 4; ++i) {
    writer.begin_record(of);
    writer.i32("a", i);
    writer.string("b", "old");
    if (i != 2) writer.i32("a", 10 + i);
    if (i % 2 == 0) writer.string("b", "new");
    writer.end_record();
  }
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(reader.begin_record());
    EXPECT_EQ(reader.i32("a"), i == 2 ? 2 : 10 + i);
    EXPECT_EQ(reader.string("b"), i % 2 == 0 ? "new" : "old");
    reader.end_record();
  }
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

TEST(CoderWriterTexts, Utf16IsWrittenAsUtf8) {
  std::u16string wide;
  std::string narrow;
  for (int length = 0; length < 40; ++length) {
    for (const std::pair<const char16_t*, const char*>& odd :
         {std::pair{u"", ""},
          {u"\u00E4", "\xC3\xA4"},
          {u"\u20AC", "\xE2\x82\xAC"},
          {u"\U0001F600", "\xF0\x9F\x98\x80"}}) {
      CoderWriter writer;
      const std::u16string text = wide + odd.first + wide;
      writer.string16(text);
      expect_decodes(finished(writer), narrow + odd.second + narrow);
    }
    wide += static_cast<char16_t>('a' + length % 26);
    narrow += static_cast<char>('a' + length % 26);
  }
}

TEST(CoderWriterTexts, ALoneSurrogateIsUsage) {
  const char16_t high = 0xD83D;
  const char16_t low = 0xDE00;
  for (const std::u16string& text :
       {std::u16string{high}, std::u16string{low}, std::u16string{high, high},
        std::u16string{low, high}, std::u16string{high, 'a'},
        u"twelve chars" + std::u16string{low}}) {
    CoderWriter writer;
    writer.string16(text);
    EXPECT_EQ(writer.finish().status().code(), Code::kUsage);
  }
}

TEST(CoderWriterTexts, AStringOfOneIdentityIsConvertedOnce) {
  for (const Sharing sharing : {Sharing::off, Sharing::on, Sharing::adaptive}) {
    CoderWriter writer({.sharing = sharing});
    std::vector<std::string> objects(2000);
    std::vector<std::string> expected;
    std::size_t converted = 0;
    writer.begin_list(kUnknownCount, TypeCode::kString);
    for (std::size_t i = 0; i < 4000; ++i) {
      // Mostly new ones, so that adaptive sharing gives up looking them up.
      const std::string& object = objects[i < 2000 ? i : (i * 7) % 2000];
      expected.push_back("string number " + std::to_string(&object - objects.data()));
      if (writer.string_again(&object)) continue;
      ++converted;
      writer.string(expected.back());
      writer.remember_string(&object);
    }
    writer.end_list();
    EXPECT_EQ(converted, sharing == Sharing::off ? 4000U : 2000U);
    expect_decodes(finished(writer), expected);
    EXPECT_FALSE(writer.string_again(objects.data()));
    writer.reset();
  }
}

TEST(CoderWriterErrors, OfTheCallersAreSticky) {
  CoderWriter writer;
  writer.begin_record("inner", writer.define_class("C"));
  writer.i32("n", 1);
  writer.fail(Status(Code::kTypeMismatch, "a value that has no form"));
  writer.i32("m", 1);
  const Status status = writer.finish().status();
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  EXPECT_EQ(status.message(), "a value that has no form");
  EXPECT_EQ(status.path(), "inner");
}

TEST(CoderWriterErrors, AReferenceToAPromisedObjectIsUsage) {
  static const int object = 0;
  CoderWriter writer;
  writer.conditional(&object);
  writer.reference(&object);
  EXPECT_EQ(writer.finish().status().code(), Code::kUsage);
}

TEST(CoderWriterClasses, KeepAPointerOfTheCallers) {
  CoderWriter writer;
  int one = 0;
  const ClassHandle a = writer.define_class("A");
  const ClassHandle b = writer.define_class("B");
  writer.set_class_data(b, &one);
  EXPECT_EQ(writer.class_data(a), nullptr);
  EXPECT_EQ(writer.class_data(b), &one);
  EXPECT_EQ(writer.class_data({}), nullptr);
  writer.reset();
  EXPECT_EQ(writer.class_data(b), &one);
}

}  // namespace
}  // namespace fastser
