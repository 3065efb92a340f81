// SPDX-License-Identifier: MIT
//
// How the coder finds shapes: following, departing, going back, generalising; class chains; many
// classes; the same calls give the same bytes.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "fastser/coder.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/verify.hpp"
#include "unit/archive/finished.hpp"

namespace fastser {
namespace {

using schema::TypeCode;
using testing::finished;

std::map<std::string, int> shapes_of(const Buffer& bytes) {
  std::map<std::string, int> counts;
  const auto envelope = archive::open_envelope(bytes);
  const auto table = schema::TypeTable::parse(envelope->table);
  for (const schema::Shape& shape : table->shapes()) ++counts[std::string(shape.name)];
  return counts;
}

// One value of a record whose fields vary: the kind decides what is written.
void write_kind(CoderWriter& w, const Key* key, int kind, int value) {
  switch (kind) {
    case 0: key != nullptr ? w.i32(*key, value) : w.i32(value); break;
    case 1: {
      const std::string text = "t" + std::to_string(value % 7);
      key != nullptr ? w.string(*key, text) : w.string(text);
      break;
    }
    case 2: key != nullptr ? w.null(*key) : w.null(); break;
    case 3: key != nullptr ? w.f64(*key, value) : w.f64(value); break;
    default: key != nullptr ? w.vi64(*key, value) : w.vi64(value); break;
  }
}

void expect_kind(CoderReader& r, const Key* key, int kind, int value) {
  switch (kind) {
    case 1: {
      const std::string text = "t" + std::to_string(value % 7);
      ASSERT_EQ(key != nullptr ? r.string(*key) : r.string(), text);
      break;
    }
    case 2: key != nullptr ? r.null(*key) : r.null(); break;
    case 3: ASSERT_EQ(key != nullptr ? r.f64(*key) : r.f64(), value); break;
    default: ASSERT_EQ(key != nullptr ? r.i64(*key) : r.i64(), value); break;
  }
  ASSERT_TRUE(r.status().ok()) << r.status().to_string();
}

constexpr Key kKeys[] = {"alpha", "beta", "gamma", "delta", "epsilon", "zeta"};

TEST(CoderShapes, EqualRecordsShareOneShape) {
  CoderWriter writer;
  const ClassHandle of = writer.define_class("Point", 2);
  for (int i = 0; i < 100; ++i) {
    writer.begin_record(of);
    writer.i32("x", i);
    writer.i32("y", -i);
    writer.end_record();
  }
  const Buffer bytes = finished(writer);
  EXPECT_EQ(shapes_of(bytes)["Point"], 1);
  EXPECT_LT(bytes.size(), 100U * 9 + 60);
}

TEST(CoderShapes, RecordsThatDepartGoBackToAShapeSeenBefore) {
  CoderWriter writer;
  const ClassHandle of = writer.define_class("Item");
  for (int i = 0; i < 200; ++i) {
    writer.begin_record(of);
    writer.i32(i);
    if (i % 2 == 0) {
      writer.string("optional");
    } else {
      writer.null();
    }
    for (int k = 0; k < i % 3; ++k) writer.i64(k);
    writer.end_record();
  }
  const Buffer bytes = finished(writer);
  EXPECT_EQ(shapes_of(bytes)["Item"], 6);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(reader.begin_record());
    ASSERT_EQ(reader.i32(), i);
    if (i % 2 == 0) {
      ASSERT_EQ(reader.string(), "optional");
    } else {
      reader.null();
    }
    for (int k = 0; k < i % 3; ++k) ASSERT_EQ(reader.i64(), k);
    ASSERT_TRUE(reader.is_at_end());
    reader.end_record();
  }
  EXPECT_TRUE(reader.finish().ok());
}

TEST(CoderShapes, FieldsOfManyTypesBecomeAnySoThatShapesStayFew) {
  for (const bool keyed : {false, true}) {
    std::mt19937 random(1);
    CoderWriter writer;
    const ClassHandle of = writer.define_class("Varied");
    std::vector<int> kinds;
    for (int i = 0; i < 3000; ++i) {
      writer.begin_record(of);
      for (int k = 0; k < 6; ++k) {
        // Un-keyed: kinds that never repeat side by side, so that they make no runs.
        const int kind =
            keyed ? static_cast<int>(random() % 5) : (k % 2) * 2 + static_cast<int>(random() % 2);
        kinds.push_back(kind);
        write_kind(writer, keyed ? &kKeys[k] : nullptr, kind, i + k);
      }
      writer.end_record();
    }
    const Buffer bytes = finished(writer);
    EXPECT_LE(shapes_of(bytes)["Varied"], 32);  // of 15625 and 64
    CoderReader reader;
    ASSERT_TRUE(reader.open(bytes).ok());
    std::size_t at = 0;
    for (int i = 0; i < 3000; ++i) {
      ASSERT_TRUE(reader.begin_record());
      for (int k = 0; k < 6; ++k) {
        expect_kind(reader, keyed ? &kKeys[k] : nullptr, kinds[at++], i + k);
      }
      reader.end_record();
    }
    EXPECT_TRUE(reader.finish().ok());
  }
}

// Records of random fields and lengths, keyed, un-keyed and mixed, some inside others.
void write_random(CoderWriter& writer, std::mt19937& random,
                  const std::vector<ClassHandle>& classes, int depth) {
  writer.begin_record(classes[random() % classes.size()]);
  const int fields = static_cast<int>(random() % 12);
  for (int k = 0; k < fields; ++k) {
    const bool keyed = random() % 3 == 0 && k < 6;
    write_kind(writer, keyed ? &kKeys[k] : nullptr, static_cast<int>(random() % 5), k);
    if (depth < 5 && random() % 6 == 0) write_random(writer, random, classes, depth + 1);
  }
  writer.end_record();
}

void expect_random(CoderReader& reader, std::mt19937& random, std::size_t classes, int depth) {
  ASSERT_TRUE(reader.begin_record()) << reader.status().to_string();
  ASSERT_EQ(reader.class_name(), "C" + std::to_string(random() % classes));
  const int fields = static_cast<int>(random() % 12);
  for (int k = 0; k < fields; ++k) {
    const bool keyed = random() % 3 == 0 && k < 6;
    ASSERT_NO_FATAL_FAILURE(
        expect_kind(reader, keyed ? &kKeys[k] : nullptr, static_cast<int>(random() % 5), k));
    if (depth < 5 && random() % 6 == 0) {
      ASSERT_NO_FATAL_FAILURE(expect_random(reader, random, classes, depth + 1));
    }
  }
  ASSERT_TRUE(reader.is_at_end());
  reader.end_record();
}

TEST(CoderShapes, RandomRecordsComeBackAndGiveTheSameBytesTwice) {
  CoderWriter one;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const auto write = [seed](CoderWriter& writer) {
      std::vector<ClassHandle> classes;
      for (int c = 0; c < 4; ++c) {
        classes.push_back(writer.define_class("C" + std::to_string(c)));
      }
      std::mt19937 random(seed);
      for (int i = 0; i < 40; ++i) write_random(writer, random, classes, 0);
    };
    write(one);
    const Buffer bytes = finished(one);
    CoderWriter two;
    write(two);
    const Buffer same = finished(two);
    ASSERT_TRUE(std::equal(bytes.begin(), bytes.end(), same.begin(), same.end()));
    CoderReader reader;
    ASSERT_TRUE(reader.open(bytes).ok());
    std::mt19937 random(seed);
    for (int i = 0; i < 40; ++i) {
      ASSERT_NO_FATAL_FAILURE(expect_random(reader, random, 4, 0)) << "seed " << seed;
    }
    EXPECT_TRUE(reader.is_at_end());
    ASSERT_TRUE(reader.finish().ok()) << reader.status().to_string();
  }
}

TEST(CoderShapes, AThousandClassesInsideOneRecordMoveItsBodyWithoutHarm) {
  CoderWriter writer({.sharing = archive::Sharing::on});
  const ClassHandle outer = writer.define_class("Outer");
  for (int round = 0; round < 3; ++round) {
    writer.begin_record(outer);
    writer.string("before");
    if (round != 0) writer.boolean(round == 1);  // departs: numbers above 1000 come late
    for (int i = 0; i < 1000; ++i) {
      writer.begin_record(writer.define_class("K" + std::to_string(i), 1));
      writer.string("s" + std::to_string(i % 10));
      writer.i32(i);
      writer.end_record();
    }
    writer.string("before");
    writer.end_record();
  }
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(reader.begin_record());
    ASSERT_EQ(reader.string(), "before");
    if (round != 0) {
      ASSERT_EQ(reader.boolean(), round == 1);
    }
    for (int i = 0; i < 1000; ++i) {
      ASSERT_TRUE(reader.begin_record());
      ASSERT_EQ(reader.class_name(), "K" + std::to_string(i));
      ASSERT_EQ(reader.string(), "s" + std::to_string(i % 10));
      ASSERT_EQ(reader.i32(), i);
      reader.end_record();
    }
    ASSERT_EQ(reader.string(), "before");
    reader.end_record();
  }
  EXPECT_TRUE(reader.finish().ok());
}

TEST(CoderShapes, ClassesKnowTheirSuperClassesAndVersions) {
  CoderWriter writer;
  const ClassHandle root = writer.define_class("Root", 1);
  const ClassHandle middle = writer.define_class("Middle", 22, root);
  const ClassHandle leaf = writer.define_class("Leaf", 333, middle);
  EXPECT_EQ(writer.define_class("Middle", 22, root).index, middle.index);
  EXPECT_NE(writer.define_class("Middle", 23, root).index, middle.index);
  for (const ClassHandle of : {leaf, root, leaf, middle}) {
    writer.begin_record(of);
    writer.i32("n", 7);
    writer.end_record();
  }
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  ASSERT_TRUE(reader.begin_record());
  EXPECT_EQ(reader.class_levels(), 3U);
  EXPECT_EQ(reader.class_name(), "Leaf");
  EXPECT_EQ(reader.class_version(), 333U);
  EXPECT_EQ(reader.class_name(1), "Middle");
  EXPECT_EQ(reader.class_version(1), 22U);
  EXPECT_EQ(reader.class_name(2), "Root");
  EXPECT_EQ(reader.class_name(3), "");
  EXPECT_EQ(reader.i32("n"), 7);
  reader.end_record();
  ASSERT_TRUE(reader.begin_record());
  EXPECT_EQ(reader.class_name(), "Root");
  EXPECT_EQ(reader.class_levels(), 1U);
  reader.end_record();
  EXPECT_TRUE(reader.finish().ok());
}

TEST(CoderShapes, ClassesOfOneNameAreKnownByVersionAndSuperClass) {
  CoderWriter writer;
  std::vector<ClassHandle> classes;
  for (int turn = 0; turn < 2; ++turn) {
    std::size_t at = 0;
    ClassHandle super;
    for (std::uint32_t version = 0; version < 300; ++version) {
      const ClassHandle alone = writer.define_class("A", version);
      super = writer.define_class("A", 7, super);
      if (turn == 0) {
        classes.push_back(alone);
        classes.push_back(super);
      }
      EXPECT_EQ(alone.index, classes[at++].index);
      EXPECT_EQ(super.index, classes[at++].index);
    }
  }
  std::set<std::uint32_t> numbers;
  for (const ClassHandle one : classes) numbers.insert(one.index);
  EXPECT_EQ(numbers.size(), classes.size() - 1);  // version 7 without a super-class came twice
}

TEST(CoderShapes, SuperClassesAreNumberedFromTheFarthestOn) {
  CoderWriter writer;
  std::vector<ClassHandle> chain = {writer.define_class("C0")};
  for (int i = 1; i < 6; ++i) {
    chain.push_back(writer.define_class("C" + std::to_string(i), 0, chain.back()));
  }
  writer.begin_list(2, schema::TypeCode::kAnyRecord);
  for (const ClassHandle of : {chain[2], chain[5]}) {
    writer.begin_record(of);
    writer.end_record();
  }
  writer.end_list();
  const Buffer bytes = finished(writer);
  const auto envelope = archive::open_envelope(bytes);
  const auto table = schema::TypeTable::parse(envelope->table);
  ASSERT_TRUE(table.ok()) << table.status();
  std::vector<std::string> names;
  for (const schema::Shape& shape : table->shapes()) {
    names.push_back(std::string(shape.name) + " " + std::to_string(shape.super));
  }
  const std::vector<std::string> expected = {"C0 -1", "C1 0", "C2 1", "C2 1",
                                             "C3 3",  "C4 4", "C5 5"};
  EXPECT_EQ(names, expected);
}

// One reader for many archives keeps what it made of a table, and must not mix tables up.
TEST(CoderShapes, OneReaderReadsArchivesOfEqualAndOfOtherTables) {
  const auto point = [](int x, int y) {
    CoderWriter w;
    w.begin_record(w.define_class("Point", 3));
    w.i32("x", x);
    w.i32("y", y);
    w.end_record();
    return finished(w);
  };
  const auto text = [](const char* value) {
    CoderWriter w;
    w.begin_record(w.define_class("Text"));
    w.string("x", value);
    w.end_record();
    return finished(w);
  };
  CoderReader reader;
  const auto expect_point = [&](int x, int y, bool in_order) {
    const Buffer bytes = point(x, y);
    ASSERT_TRUE(reader.open(bytes).ok());
    ASSERT_TRUE(reader.begin_record());
    EXPECT_EQ(reader.class_name(), "Point");
    EXPECT_EQ(reader.class_version(), 3U);
    for (const char* key : {in_order ? "x" : "y", in_order ? "y" : "x"}) {
      EXPECT_EQ(reader.i32(Key::transient(key)), key[0] == 'x' ? x : y);
    }
    reader.end_record();
    EXPECT_TRUE(reader.finish().ok());
  };
  const auto expect_text = [&](const char* value) {
    const Buffer bytes = text(value);
    ASSERT_TRUE(reader.open(bytes).ok());
    ASSERT_TRUE(reader.begin_record());
    EXPECT_EQ(reader.class_name(), "Text");
    EXPECT_EQ(reader.string("x"), value);
    reader.end_record();
    EXPECT_TRUE(reader.finish().ok());
  };
  expect_point(1, 2, true);
  expect_point(3, 4, false);
  expect_point(5, 6, true);
  expect_text("one");
  expect_text("another");
  // An archive cut off in its table, and one whose table is damaged, between good ones.
  const Buffer whole = point(7, 8);
  EXPECT_FALSE(reader.open(whole.view().first(14)).ok());
  Buffer damaged = point(7, 8);
  const auto envelope = archive::open_envelope(damaged);
  damaged.data()[envelope->table_offset] = std::byte{0xFF};
  EXPECT_FALSE(reader.open(damaged).ok());
  expect_point(9, 10, false);
  expect_text("last");
}

TEST(CoderShapes, WideRecordsAreReadBackwards) {
  CoderWriter writer;
  const ClassHandle of = writer.define_class("Wide");
  std::vector<std::string> names;
  for (int i = 0; i < 1000; ++i) names.push_back("field" + std::to_string(i));
  for (int round = 0; round < 3; ++round) {
    writer.begin_record(of);
    for (int i = 0; i < 1000; ++i) {
      writer.i32(Key::interned(names[static_cast<std::size_t>(i)]), i + round);
    }
    writer.end_record();
  }
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(reader.begin_record());
    for (int i = 999; i >= 0; --i) {
      ASSERT_EQ(reader.i32(Key::interned(names[static_cast<std::size_t>(i)])), i + round);
    }
    reader.end_record();
  }
  EXPECT_TRUE(reader.finish().ok());
}

}  // namespace
}  // namespace fastser
