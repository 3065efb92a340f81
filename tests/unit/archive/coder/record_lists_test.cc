// SPDX-License-Identifier: MIT
//
// Lists of records, which the writer opens by what the one before was: whatever changes between two
// of them (the class, the fields, the list, what other archives held), values come back, and the
// bytes are those of a new writer.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "fastser/coder.hpp"
#include "unit/archive/finished.hpp"

namespace fastser {
namespace {

using schema::TypeCode;
using testing::finished;

// Above 100 of them, numbers of shapes are given two bytes.
constexpr unsigned kManyClasses = 120;

struct Item {
  unsigned of = 0;
  std::int32_t number = 0;
  bool text = false;  // one more field
  std::vector<Item> inner;
};

// Mostly runs of one class, of which few records have the field.
std::vector<Item> make_items(std::mt19937& random, unsigned classes, int depth) {
  std::vector<Item> items(random() % (depth == 0 ? 40 : 8));
  auto of = static_cast<unsigned>(random() % classes);
  for (Item& item : items) {
    if (random() % 5 == 0) of = static_cast<unsigned>(random() % classes);
    item.of = of;
    item.number = static_cast<std::int32_t>(random());
    item.text = random() % 12 == 0;
    if (depth < 3 && random() % 3 == 0) item.inner = make_items(random, classes, depth + 1);
  }
  return items;
}

void write_items(CoderWriter& writer, const std::vector<Item>& items,
                 const std::vector<ClassHandle>& classes) {
  writer.begin_list(items.size(), TypeCode::kAnyRecord);
  for (const Item& item : items) {
    writer.begin_record(classes[item.of]);
    writer.i32(item.number);
    if (item.text) writer.string("a text");
    write_items(writer, item.inner, classes);
    writer.end_record();
  }
  writer.end_list();
}

void write_all(CoderWriter& writer, const std::vector<Item>& items, unsigned count) {
  std::vector<ClassHandle> classes;
  for (unsigned at = 0; at < count; ++at) {
    classes.push_back(writer.define_class("C" + std::to_string(at)));
  }
  write_items(writer, items, classes);
  write_items(writer, items, classes);
}

void expect_items(CoderReader& reader, const std::vector<Item>& items) {
  std::uint64_t count = 0;
  ASSERT_TRUE(reader.begin_list(count)) << reader.status().to_string();
  ASSERT_EQ(count, items.size());
  for (const Item& item : items) {
    ASSERT_TRUE(reader.begin_record()) << reader.status().to_string();
    ASSERT_EQ(reader.class_name(), "C" + std::to_string(item.of));
    ASSERT_EQ(reader.i32(), item.number);
    if (item.text) {
      ASSERT_EQ(reader.string(), "a text");
    }
    ASSERT_NO_FATAL_FAILURE(expect_items(reader, item.inner));
    ASSERT_TRUE(reader.is_at_end());
    reader.end_record();
  }
  reader.end_list();
}

TEST(CoderRecordLists, ComeBackWhateverChangesInThem) {
  CoderWriter used;
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const unsigned classes = seed % 4 == 3 ? kManyClasses : 1 + seed % 4;
    const std::vector<Item> items = make_items(random, classes, 0);
    write_all(used, items, classes);
    const Buffer bytes = finished(used);
    CoderWriter fresh;
    write_all(fresh, items, classes);
    const Buffer expected = finished(fresh);
    ASSERT_TRUE(std::equal(bytes.begin(), bytes.end(), expected.begin(), expected.end())) << seed;
    CoderReader reader;
    ASSERT_TRUE(reader.open(bytes).ok());
    ASSERT_NO_FATAL_FAILURE(expect_items(reader, items)) << seed;
    ASSERT_NO_FATAL_FAILURE(expect_items(reader, items)) << seed;
    ASSERT_TRUE(reader.finish().ok()) << seed;
  }
}

// Leaves out fields, inner lists and elements at random; what is read is right all the same.
void expect_some(CoderReader& reader, const std::vector<Item>& items, std::mt19937& random) {
  std::uint64_t count = 0;
  ASSERT_TRUE(reader.begin_list(count)) << reader.status().to_string();
  ASSERT_EQ(count, items.size());
  for (const Item& item : items) {
    const auto part = static_cast<unsigned>(random() % 12);
    if (part == 0) break;
    if (part == 1) {
      reader.skip();
      continue;
    }
    ASSERT_TRUE(reader.begin_record()) << reader.status().to_string();
    ASSERT_EQ(reader.class_name(), "C" + std::to_string(item.of));
    if (part != 2) {
      ASSERT_EQ(reader.i32(), item.number);
    }
    if (part > 3) {
      if (item.text) {
        ASSERT_EQ(reader.string(), "a text");
      }
      ASSERT_NO_FATAL_FAILURE(expect_some(reader, item.inner, random));
    }
    reader.end_record();
  }
  reader.end_list();
}

TEST(CoderRecordLists, ComeBackWhateverIsLeftOutOfThem) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const unsigned classes = seed % 4 == 3 ? kManyClasses : 1 + seed % 4;
    const std::vector<Item> items = make_items(random, classes, 0);
    CoderWriter writer;
    write_all(writer, items, classes);
    const Buffer bytes = finished(writer);
    CoderReader reader;
    ASSERT_TRUE(reader.open(bytes).ok());
    ASSERT_NO_FATAL_FAILURE(expect_some(reader, items, random)) << seed;
    ASSERT_NO_FATAL_FAILURE(expect_items(reader, items)) << seed;
    ASSERT_TRUE(reader.finish().ok()) << seed;
  }
}

TEST(CoderRecordLists, OneTooManyIsUsageAtTheEnd) {
  CoderWriter writer;
  const ClassHandle of = writer.define_class("C");
  const auto write = [&](int count) {
    writer.begin_list(3, TypeCode::kAnyRecord);
    for (int at = 0; at < count; ++at) {
      writer.begin_record(of);
      writer.end_record();
    }
    writer.end_list();
  };
  write(3);
  EXPECT_TRUE(writer.status().ok());
  write(4);
  EXPECT_EQ(writer.status().code(), Code::kUsage);
}

TEST(CoderRecordLists, AClassThatDoesNotExistIsUsageBehindOneThatDoes) {
  for (const std::uint32_t unknown : {0U, 7U, 0xFFFFFFFEU, 0xFFFFFFFFU}) {
    CoderWriter writer;
    const ClassHandle of = writer.define_class("C");
    writer.begin_list(kUnknownCount, TypeCode::kAnyRecord);
    for (int at = 0; at < 3; ++at) {
      writer.begin_record(of);
      writer.end_record();
    }
    EXPECT_TRUE(writer.status().ok());
    writer.begin_record(ClassHandle{unknown});
    EXPECT_EQ(writer.status().code(), Code::kUsage) << unknown;
  }
}

}  // namespace
}  // namespace fastser
