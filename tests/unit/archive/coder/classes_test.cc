// SPDX-License-Identifier: MIT
//
// What a binding asks of a reader beside the values: fields and elements of what is open, numbers
// of classes and strings with a pointer for each, text as UTF-16, and names in records of many
// fields.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/coder.hpp"
#include "unit/archive/finished.hpp"

namespace fastser {
namespace {

using schema::TypeCode;
using testing::finished;

TEST(CoderClasses, FieldsOfAnOpenRecordAreTold) {
  CoderWriter writer;
  writer.begin_record(writer.define_class("Mixed"));
  writer.i32("number", 1);
  writer.string("text", "a");
  for (int i = 0; i < 3; ++i) writer.u8(static_cast<std::uint8_t>(i));
  for (int i = 0; i < 20; ++i) writer.f64(i);
  writer.null("nothing");
  writer.end_record();
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  EXPECT_EQ(reader.field_count(), 0U);
  EXPECT_EQ(reader.element_code(), TypeCode::kNull);
  ASSERT_TRUE(reader.begin_record());
  ASSERT_EQ(reader.field_count(), 7U);
  const std::vector<std::tuple<std::string, TypeCode, std::uint64_t>> expected = {
      {"number", TypeCode::kI32, 1},  {"text", TypeCode::kSharedString, 1},
      {"", TypeCode::kU8, 1},         {"", TypeCode::kU8, 1},
      {"", TypeCode::kU8, 1},         {"", TypeCode::kF64, 20},
      {"nothing", TypeCode::kNull, 1}};
  for (std::size_t i = 0; i < 7; ++i) {
    const CoderField field = reader.field(i);
    EXPECT_EQ(std::tuple(std::string(field.name), field.code, field.count), expected[i]) << i;
    EXPECT_EQ(field.named, !field.name.empty());
  }
  EXPECT_EQ(reader.field(7).count, 0U);
  EXPECT_EQ(reader.field_index(), 0U);
  EXPECT_EQ(reader.i32(), 1);
  EXPECT_EQ(reader.string(), "a");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(reader.u8(), i);
  EXPECT_EQ(reader.field_index(), 5U);
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(reader.field_index(), 5U);
    EXPECT_EQ(reader.f64(), i);
  }
  EXPECT_EQ(reader.field_index(), 6U);
  reader.null();
  EXPECT_EQ(reader.field_index(), 7U);
  reader.end_record();
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

TEST(CoderClasses, ElementsOfOpenContainersAreTold) {
  using Key = std::tuple<std::int32_t, std::string>;
  const std::tuple<std::vector<std::vector<std::int16_t>>, std::map<Key, double>> value = {
      {{1, 2, 3}, {}}, {{{7, "seven"}, 0.5}}};
  const Result<Buffer> bytes = archive::encode(value);
  ASSERT_TRUE(bytes.ok());
  CoderReader reader;
  ASSERT_TRUE(reader.open(*bytes).ok());
  std::uint64_t count = 0;
  ASSERT_TRUE(reader.begin_list(count));  // the tuple
  EXPECT_EQ(reader.element_code(), TypeCode::kList);
  EXPECT_EQ(reader.elements_left(), 2U);
  ASSERT_TRUE(reader.begin_list(count));
  EXPECT_EQ(reader.element_code(), TypeCode::kList);
  ASSERT_TRUE(reader.begin_list(count));
  EXPECT_EQ(reader.element_code(), TypeCode::kI16);
  EXPECT_EQ(reader.elements_left(), 3U);
  EXPECT_EQ(reader.i16(), 1);
  EXPECT_EQ(reader.elements_left(), 2U);
  reader.end_list();
  reader.end_list();
  EXPECT_EQ(reader.element_code(), TypeCode::kMap);
  ASSERT_TRUE(reader.begin_map(count));
  EXPECT_EQ(reader.element_code(), TypeCode::kTuple);
  EXPECT_EQ(reader.mapped_code(), TypeCode::kF64);
  EXPECT_EQ(reader.elements_left(), 2U);
  ASSERT_TRUE(reader.begin_list(count));
  EXPECT_EQ(reader.i32(), 7);
  EXPECT_EQ(reader.string(), "seven");
  EXPECT_EQ(reader.element_code(), TypeCode::kNull);
  reader.end_list();
  EXPECT_EQ(reader.f64(), 0.5);
  EXPECT_EQ(reader.elements_left(), 0U);
  reader.end_map();
  EXPECT_EQ(reader.element_code(), TypeCode::kNull);
  reader.end_list();
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

// One archive of n objects of two classes, each class with two shapes.
Buffer two_classes(int count) {
  static int objects[64];
  CoderWriter writer;
  const ClassHandle base = writer.define_class("Base", 3);
  const ClassHandle of[] = {writer.define_class("One", 1, base), writer.define_class("Two", 2)};
  for (int i = 0; i < count; ++i) {
    if (!writer.begin_object(&objects[i], of[i % 2])) continue;
    writer.i32("value", i);
    if (i % 4 >= 2) writer.string("more", "text");
    writer.end_object();
  }
  return finished(writer);
}

TEST(CoderClasses, AClassIsResolvedOnceForAllItsShapesAndArchives) {
  const Buffer first = two_classes(8);
  const Buffer second = two_classes(20);
  CoderReader reader;
  int names[2];
  int resolved = 0;
  for (const int turn : {0, 1, 2, 3}) {
    ASSERT_TRUE(reader.open(turn % 2 == 0 ? first : second).ok());
    EXPECT_EQ(reader.class_number(), CoderReader::kNone);  // the root has no name
    while (!reader.is_at_end()) {
      const ObjectStart start = reader.begin_object();
      ASSERT_EQ(start.kind, ObjectStart::kNew);
      const std::uint32_t number = reader.class_number();
      EXPECT_EQ(number, reader.object_class(start.number));
      EXPECT_EQ(reader.class_name_of(number), reader.class_name());
      int* const wanted = &names[reader.class_name() == "One" ? 0 : 1];
      if (reader.class_data(number) == nullptr) {
        ++resolved;
        reader.set_class_data(number, wanted);
      }
      EXPECT_EQ(reader.class_data(number), wanted);
      if (reader.class_levels() == 2) {
        EXPECT_EQ(reader.class_name_of(reader.class_number(1)), "Base");
      }
      reader.end_object();
    }
    EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
    EXPECT_EQ(resolved, turn == 0 ? 2 : 4);  // two tables, met twice each
  }
  reader.forget_class_data();
  ASSERT_TRUE(reader.open(first).ok());
  ASSERT_EQ(reader.begin_object().kind, ObjectStart::kNew);
  EXPECT_EQ(reader.class_data(reader.class_number()), nullptr);
  EXPECT_EQ(reader.class_data(CoderReader::kNone), nullptr);
  EXPECT_EQ(reader.class_name_of(CoderReader::kNone), "");
  EXPECT_EQ(reader.object_class(99), CoderReader::kNone);
}

TEST(CoderClasses, ManyKindsOfArchivesByTurnsEachGiveTheirOwn) {
  std::vector<Buffer> all;
  for (int i = 0; i < 7; ++i) {
    CoderWriter writer;
    writer.begin_record(writer.define_class("class " + std::to_string(i)));
    writer.i32("value", i);
    writer.end_record();
    all.push_back(finished(writer));
  }
  CoderReader reader;
  for (std::size_t step = 0; step < 60; ++step) {
    const std::size_t which = (step * step + step / 3) % all.size();
    ASSERT_TRUE(reader.open(all[which]).ok());
    ASSERT_TRUE(reader.begin_record());
    EXPECT_EQ(reader.class_name(), "class " + std::to_string(which));
    EXPECT_EQ(reader.class_name_of(reader.class_number()), reader.class_name());
    EXPECT_EQ(reader.i32("value"), static_cast<std::int32_t>(which));
    reader.end_record();
    EXPECT_TRUE(reader.finish().ok());
  }
}

TEST(CoderClasses, ASharedStringIsMadeOnceByItsNumber) {
  CoderWriter writer;
  const char* const words[] = {"red", "green", "", "red", "blue", "green", "red"};
  for (const char* word : words) writer.string(word);
  writer.data(std::as_bytes(std::span("data")));
  writer.data(std::as_bytes(std::span("data")));
  writer.url("no:number");
  const Buffer bytes = finished(writer);
  for (const std::size_t skipped : {0U, 2U}) {
    CoderReader reader;
    ASSERT_TRUE(reader.open(bytes).ok());
    std::map<std::string, std::string> made;
    for (std::size_t i = 0; i < skipped; ++i) reader.skip();
    for (std::size_t i = skipped; i < 7; ++i) {
      const std::string text(reader.string());
      EXPECT_EQ(text, words[i]);
      const std::uint32_t number = reader.shared_number();
      if (text.empty()) {
        EXPECT_EQ(number, CoderReader::kNone);
        continue;
      }
      const bool fresh = made.emplace(text, text).second;
      EXPECT_EQ(reader.string_object(number), fresh ? nullptr : &made[text]);
      if (fresh) reader.set_string_object(number, &made[text]);
    }
    EXPECT_EQ(reader.data().size(), 5U);
    EXPECT_EQ(reader.shared_number(), 0U);
    reader.set_data_object(0, &made);
    EXPECT_EQ(reader.data().size(), 5U);
    EXPECT_EQ(reader.data_object(reader.shared_number()), &made);
    EXPECT_EQ(reader.string(), "no:number");
    EXPECT_EQ(reader.shared_number(), CoderReader::kNone);
    reader.set_string_object(1000, &made);
    EXPECT_EQ(reader.string_object(1000), nullptr);
    EXPECT_TRUE(reader.finish().ok());
    ASSERT_TRUE(reader.open(bytes).ok());
    EXPECT_EQ(reader.string_object(0), nullptr);
  }
}

TEST(CoderClasses, TextIsGivenAsUtf16) {
  const std::string ascii = "sixteen letters, and more of them, and again sixteen letters.";
  const std::vector<std::pair<std::string, std::u16string>> texts = {
      {"", u""},
      {"a", u"a"},
      {ascii, std::u16string(ascii.begin(), ascii.end())},
      {"Zo\xC3\xAB", u"Zo\u00EB"},
      {"\xE2\x82\xAC uro, sixteen and", u"\u20AC uro, sixteen and"},
      {"fifteen letters\xF0\x9F\x98\x80 and behind it", u"fifteen letters\U0001F600 and behind it"},
      {"\xEF\xBF\xBF\xF4\x8F\xBF\xBF\xC2\x80", u"\uFFFF\U0010FFFF\u0080"},
  };
  CoderWriter writer;
  for (const auto& [text, wide] : texts) writer.string(text);
  writer.string("key", "keyed");
  writer.i32(1);
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  for (const auto& [text, wide] : texts) EXPECT_EQ(reader.string16(), wide) << text;
  EXPECT_EQ(reader.string16("key"), u"keyed");
  EXPECT_EQ(reader.string16(), u"");
  EXPECT_EQ(reader.finish().code(), Code::kTypeMismatch);
}

TEST(CoderClasses, NamesOfManyFieldsAreFoundInAnyOrder) {
  std::vector<std::string> names;
  for (int i = 0; i < 300; ++i) names.push_back("field " + std::to_string(i * 7919 % 300));
  CoderWriter writer;
  const ClassHandle of = writer.define_class("Wide");
  for (int turn = 0; turn < 2; ++turn) {
    writer.begin_record(of);
    for (std::size_t i = 0; i < names.size(); ++i) {
      writer.i32(Key::transient(names[i]), static_cast<std::int32_t>(i));
    }
    writer.end_record();
  }
  const Buffer bytes = finished(writer);
  CoderReader reader;
  for (int turn = 0; turn < 2; ++turn) {
    ASSERT_TRUE(reader.open(bytes).ok());
    ASSERT_TRUE(reader.begin_record());
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::size_t at = i * 77 % names.size();
      const Key key = i % 2 == 0 ? Key::transient(names[at]) : Key::interned(names[at]);
      EXPECT_TRUE(reader.contains(key));
      EXPECT_EQ(reader.i32(key), static_cast<std::int32_t>(at));
    }
    EXPECT_FALSE(reader.contains("nobody"));
    EXPECT_FALSE(reader.contains(""));
    EXPECT_EQ(reader.i32("nobody"), 0);
    reader.end_record();
    EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
  }
}

TEST(CoderClasses, KeysAreKnownByNumber) {
  CoderWriter writer;
  for (const char* name : {"a", "b", "a long name of a field"}) {
    writer.string(Key::transient(name), name);
  }
  const Buffer bytes = finished(writer);
  CoderReader reader;
  EXPECT_FALSE(reader.contains(reader.key({})));
  std::string name = "a long name of a field";
  const KeyHandle last = reader.define_key(name);
  name.assign(name.size(), '?');
  const KeyHandle first = reader.define_key("a");
  EXPECT_TRUE(first.valid() && last.valid());
  EXPECT_EQ(reader.define_key("a").index, first.index);
  for (int turn = 0; turn < 2; ++turn) {
    ASSERT_TRUE(reader.open(bytes).ok());
    EXPECT_EQ(reader.string(reader.key(last)), "a long name of a field");
    EXPECT_EQ(reader.string(reader.key(first)), "a");
    EXPECT_FALSE(reader.contains(reader.key({77})));
    EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
  }
}

TEST(CoderClasses, OfANameInTwoLevelsTheNextOneIsRead) {
  // Class U {a .. i}, class L : U {a}; all u8. The root is an L.
  std::vector<int> bytes = {0x46, 0x53, 0x52, 1, 0, 0, 0, 0, 0, 52, 2, 1, 'U', 0, 0, 9};
  for (int name = 'a'; name <= 'i'; ++name) bytes.insert(bytes.end(), {3, 1, name, 0x03});
  bytes.insert(bytes.end(), {1, 'L', 0, 1, 1, 3, 1, 'a', 0x03, 0x28, 1});
  bytes[9] = static_cast<int>(bytes.size() - 10);
  for (int value = 1; value <= 10; ++value) bytes.push_back(value);
  Buffer archive;
  for (const int byte : bytes) {
    const auto one = static_cast<std::byte>(byte);
    ASSERT_TRUE(archive.append({&one, 1}));
  }
  CoderReader reader;
  ASSERT_TRUE(reader.open(archive).ok()) << reader.status().to_string();
  ASSERT_TRUE(reader.begin_record());
  EXPECT_EQ(reader.field_count(), 10U);
  EXPECT_EQ(reader.u8("a"), 1);
  EXPECT_EQ(reader.u8("a"), 10);
  EXPECT_EQ(reader.u8("a"), 1);
  EXPECT_EQ(reader.u8("i"), 9);
  EXPECT_EQ(reader.u8("a"), 10);
  reader.end_record();
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

}  // namespace
}  // namespace fastser
