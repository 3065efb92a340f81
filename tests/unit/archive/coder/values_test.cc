// SPDX-License-Identifier: MIT
//
// The coder's values: every kind there and back, conversions, keys in any order, containers,
// misuse.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "fastser/coder.hpp"
#include "fastser/verify.hpp"
#include "unit/archive/finished.hpp"

namespace fastser {
namespace {

using schema::TypeCode;
using testing::finished;

void expect_all_read(CoderReader& reader) {
  EXPECT_TRUE(reader.is_at_end());
  const Status status = reader.finish();
  EXPECT_TRUE(status.ok()) << status.to_string();
}

BytesView bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

constexpr CoderUuid kUuid = {std::byte{1}, std::byte{2}, std::byte{3}};
constexpr CoderDecimal kDecimal = {1, 2, 3, 28, true};

void write_all(CoderWriter& w) {
  w.null();
  w.boolean(true);
  w.i8(-8);
  w.u8(8);
  w.i16(-1600);
  w.u16(1600);
  w.i32(-320000);
  w.u32(320000);
  w.i64(std::numeric_limits<std::int64_t>::min());
  w.u64(std::numeric_limits<std::uint64_t>::max());
  w.f32(1.5F);
  w.f64(-0.0);
  w.vi64(-300);
  w.vu64(300);
  w.string("a string");
  w.string("");
  w.string("a string");
  w.data(bytes_of("data"));
  w.data({});
  w.data(bytes_of("data"));
  w.url("https://example.org/");
  w.class_ref("NSString");
  w.date({-5, 999999999});
  w.apple_date(0.1);
  w.duration(-7);
  w.uuid(kUuid);
  w.decimal(kDecimal);
}

void expect_all(CoderReader& r) {
  r.null();
  EXPECT_TRUE(r.boolean());
  EXPECT_EQ(r.i8(), -8);
  EXPECT_EQ(r.u8(), 8);
  EXPECT_EQ(r.i16(), -1600);
  EXPECT_EQ(r.u16(), 1600);
  EXPECT_EQ(r.i32(), -320000);
  EXPECT_EQ(r.u32(), 320000U);
  EXPECT_EQ(r.i64(), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(r.u64(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(r.f32(), 1.5F);
  EXPECT_TRUE(std::signbit(r.f64()));
  EXPECT_EQ(r.i32(), -300);
  EXPECT_EQ(r.u16(), 300);
  EXPECT_EQ(r.string(), "a string");
  EXPECT_EQ(r.string(), "");
  EXPECT_EQ(r.string(), "a string");
  EXPECT_EQ(r.data().size(), 4U);
  EXPECT_EQ(r.data().size(), 0U);
  EXPECT_EQ(r.data()[3], std::byte{'a'});
  EXPECT_EQ(r.url(), "https://example.org/");
  EXPECT_EQ(r.class_ref(), "NSString");
  EXPECT_EQ(r.date(), (CoderDate{-5, 999999999}));
  EXPECT_EQ(r.apple_date(), 0.1);
  EXPECT_EQ(r.duration(), -7);
  EXPECT_EQ(r.uuid(), kUuid);
  EXPECT_EQ(r.decimal(), kDecimal);
}

TEST(CoderValues, EveryKindComesBackUnderEverySharingAndWithAChecksum) {
  for (const auto sharing :
       {archive::Sharing::off, archive::Sharing::on, archive::Sharing::adaptive}) {
    for (const bool checksum : {false, true}) {
      CoderWriter writer({.sharing = sharing, .user_version = 77, .checksum = checksum});
      for (int twice = 0; twice < 2; ++twice) {
        write_all(writer);
        const Buffer bytes = finished(writer);
        CoderReader reader;
        ASSERT_TRUE(reader.open(bytes).ok());
        EXPECT_EQ(reader.user_version(), 77U);
        expect_all(reader);
        expect_all_read(reader);
      }
    }
  }
}

TEST(CoderValues, EveryKindComesBackInsideRecordsThatRepeat) {
  CoderWriter writer;
  const ClassHandle all = writer.define_class("All", 3);
  for (int i = 0; i < 100; ++i) {
    writer.begin_record(all);
    write_all(writer);
    writer.end_record();
  }
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(reader.begin_record()) << reader.status().to_string();
    EXPECT_EQ(reader.class_name(), "All");
    EXPECT_EQ(reader.class_version(), 3U);
    expect_all(reader);
    EXPECT_TRUE(reader.is_at_end());
    reader.end_record();
  }
  expect_all_read(reader);
}

TEST(CoderValues, ARootOfOneValueHasThatValuesType) {
  CoderWriter writer;
  writer.i32(5);
  EXPECT_EQ(finished(writer).size(), 9U + 4 + 2 + 8);
  const Buffer empty = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(empty).ok());
  expect_all_read(reader);
}

TEST(CoderValues, TwentyThousandIntegersTakeFourBytesEach) {
  CoderWriter writer;
  for (std::int32_t i = 0; i < 20000; ++i) writer.i32(i * 7919);
  const Buffer bytes = finished(writer);
  EXPECT_LE(bytes.size(), 80100U);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  for (std::int32_t i = 0; i < 20000; ++i) ASSERT_EQ(reader.i32(), i * 7919);
  expect_all_read(reader);
}

TEST(CoderValues, EveryNanKeepsItsBits) {
  CoderWriter writer;
  const std::uint64_t wide[] = {0x7FF0000000000001U, 0xFFF8000000000000U, 0x7FFFFFFFFFFFFFFFU};
  for (const std::uint64_t bits : wide) writer.f64_bits(bits);
  writer.f32_bits(0x7F800001U);
  const Buffer bytes = finished(writer);
  // Looked at as bytes: a NaN must not pass through an x87 register on the way here.
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(wire::load_le<std::uint64_t>(bytes.data() + 9 + 8 * i), wide[i]);
  }
  EXPECT_EQ(wire::load_le<std::uint32_t>(bytes.data() + 9 + 24), 0x7F800001U);
}

TEST(CoderValues, IntegersOfAnyWidthThatFitsAreTaken) {
  CoderWriter writer;
  const auto write = [&writer] {
    writer.i8(-1);
    writer.u16(65535);
    writer.u32(4000000000U);
    writer.boolean(true);
    writer.vi64(-2);
    writer.f32(0.5F);
    writer.i64(1 << 20);
    writer.u8(1);
    writer.f64(0.25);
  };
  write();
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  EXPECT_EQ(reader.i64(), -1);
  EXPECT_EQ(reader.i32(), 65535);
  EXPECT_EQ(reader.u64(), 4000000000U);
  EXPECT_EQ(reader.i8(), 1);
  EXPECT_EQ(reader.i8(), -2);
  EXPECT_EQ(reader.f64(), 0.5);
  EXPECT_EQ(reader.f32(), 1048576.0F);
  EXPECT_TRUE(reader.boolean());
  EXPECT_EQ(reader.f32(), 0.25F);
  expect_all_read(reader);
}

TEST(CoderValues, WhatDoesNotFitIsATypeMismatchThatNamesBothTypes) {
  CoderWriter writer;
  const ClassHandle of = writer.define_class("Item");
  writer.begin_record(of);
  writer.i32("count", -1);
  writer.string("name", "x");
  writer.f64("big", 0.1);
  writer.end_record();
  const Buffer bytes = finished(writer);
  const auto expect_mismatch = [&bytes](auto read, std::string_view found, std::string_view path) {
    CoderReader reader;
    ASSERT_TRUE(reader.open(bytes).ok());
    ASSERT_TRUE(reader.begin_record());
    read(reader);
    EXPECT_EQ(reader.status().code(), Code::kTypeMismatch);
    EXPECT_NE(reader.status().message().find(found), std::string_view::npos)
        << reader.status().to_string();
    EXPECT_NE(reader.status().message().find("Item"), std::string_view::npos);
    EXPECT_NE(reader.status().path().find(path), std::string::npos) << reader.status().to_string();
    EXPECT_EQ(reader.i32("count"), 0);  // sticky
    EXPECT_EQ(reader.finish().code(), Code::kTypeMismatch);
  };
  expect_mismatch([](CoderReader& r) { EXPECT_EQ(r.u32("count"), 0U); }, "found i32", "count");
  expect_mismatch([](CoderReader& r) { EXPECT_EQ(r.i64("name"), 0); }, "found shared string", "");
  expect_mismatch([](CoderReader& r) { EXPECT_EQ(r.f32("big"), 0); }, "asked for f32", "big");
  expect_mismatch([](CoderReader& r) { EXPECT_EQ(r.string("count"), ""); }, "a string", "count");
}

TEST(CoderValues, BulkArraysReadAsArraysAndOneByOne) {
  CoderWriter writer;
  std::vector<double> doubles(1000);
  for (std::size_t i = 0; i < doubles.size(); ++i) doubles[i] = static_cast<double>(i) / 3;
  const std::int16_t shorts[] = {-1, 2, -3};
  writer.array(std::span<const double>(doubles));
  writer.array("shorts", std::span<const std::int16_t>(shorts));
  writer.array(std::span<const std::uint8_t>());
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  const ScalarArray array = reader.array();
  ASSERT_EQ(array.count, doubles.size());
  std::vector<double> back(array.count);
  EXPECT_TRUE(array.copy_to(back.data()));
  EXPECT_EQ(back, doubles);
  std::vector<float> wrong(array.count);
  EXPECT_FALSE(array.copy_to(wrong.data()));
  EXPECT_FALSE(array.copy_to(wrong));
  EXPECT_EQ(wrong.size(), array.count);
  for (const std::size_t before : {std::size_t{0}, std::size_t{3}, std::size_t{2000}}) {
    std::vector<double> replaced(before, 7);
    EXPECT_TRUE(array.copy_to(replaced));
    EXPECT_EQ(replaced, doubles);
  }
  std::uint64_t count = 0;
  ASSERT_TRUE(reader.begin_list("shorts", count));
  ASSERT_EQ(count, 3U);
  EXPECT_EQ(reader.i16(), -1);
  EXPECT_EQ(reader.i64(), 2);
  EXPECT_FALSE(reader.is_at_end());
  EXPECT_EQ(reader.i16(), -3);
  EXPECT_TRUE(reader.is_at_end());
  reader.end_list();
  const ScalarArray none = reader.array();
  EXPECT_EQ(none.count, 0U);
  std::vector<std::uint8_t> emptied(5);
  EXPECT_TRUE(none.copy_to(emptied));
  EXPECT_TRUE(emptied.empty());
  expect_all_read(reader);
}

TEST(CoderValues, ContainersNestAndHoldAnything) {
  CoderWriter writer;
  writer.begin_list("things", 4, TypeCode::kAny);
  writer.i32(1);
  writer.string("two");
  writer.begin_list(2, TypeCode::kI64);
  writer.i64(31);
  writer.i64(32);
  writer.end_list();
  writer.null();
  writer.end_list();
  writer.begin_map("map", 2, TypeCode::kString, TypeCode::kAny, true);
  writer.string("one");
  writer.i32(1);
  writer.string("two");
  writer.begin_map(0, TypeCode::kI32, TypeCode::kI32);
  writer.end_map();
  writer.end_map();
  const Buffer bytes = finished(writer);

  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  std::uint64_t count = 0;
  ASSERT_TRUE(reader.begin_map("map", count));  // out of order
  EXPECT_EQ(count, 2U);
  EXPECT_EQ(reader.string(), "one");
  EXPECT_EQ(reader.peek(), TypeCode::kI32);
  EXPECT_EQ(reader.i32(), 1);
  EXPECT_EQ(reader.string(), "two");
  EXPECT_EQ(reader.peek(), TypeCode::kMap);
  reader.skip();
  reader.end_map();
  ASSERT_TRUE(reader.begin_list("things", count));
  EXPECT_EQ(count, 4U);
  EXPECT_EQ(reader.i32(), 1);
  EXPECT_EQ(reader.string(), "two");
  ASSERT_TRUE(reader.begin_list(count));
  EXPECT_EQ(reader.i64(), 31);
  reader.end_list();  // the rest passed by
  EXPECT_EQ(reader.peek(), TypeCode::kNull);
  reader.null();
  reader.end_list();
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

TEST(CoderValues, KeysAreReadInAnyOrderAndMissingOnesGiveNothing) {
  CoderWriter writer;
  const ClassHandle of = writer.define_class("K");
  for (int i = 0; i < 20; ++i) {
    writer.begin_record(of);
    writer.i32("a", i);
    writer.string("b", "text " + std::to_string(i % 3));
    writer.data("c", bytes_of("d"));
    writer.i64("d", i * 2);
    writer.end_record();
  }
  writer.string("text 1");
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(reader.begin_record());
    EXPECT_TRUE(reader.contains("d"));
    EXPECT_FALSE(reader.contains("e"));
    if (i % 4 == 3) {
      EXPECT_EQ(reader.i32("a"), i);  // and the rest not at all
    } else {
      EXPECT_EQ(reader.i64("d"), i * 2);
      EXPECT_EQ(reader.i32("e"), 0);
      EXPECT_EQ(reader.string("e"), "");
      EXPECT_EQ(reader.i32("a"), i);
      EXPECT_EQ(reader.string(Key::transient(std::string("b"))), "text " + std::to_string(i % 3));
      EXPECT_EQ(reader.i32("a"), i);  // again
      EXPECT_EQ(reader.data("c").size(), 1U);
    }
    reader.end_record();
    ASSERT_TRUE(reader.status().ok()) << reader.status().to_string();
  }
  EXPECT_EQ(reader.string(), "text 1");
  expect_all_read(reader);
}

TEST(CoderValues, KeysThatShareAnAddressAreTakenByContent) {
  CoderWriter writer;
  const ClassHandle of = writer.define_class("K");
  char buffer[16];
  for (int i = 0; i < 4; ++i) {
    writer.begin_record(of);
    for (int k = 0; k < 5; ++k) {
      std::snprintf(buffer, sizeof buffer, "k%d", (i + k) % 5);
      writer.i32(Key::transient(buffer), k);
    }
    writer.end_record();
  }
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  for (int i = 0; i < 4; ++i) {
    ASSERT_TRUE(reader.begin_record());
    for (int k = 0; k < 5; ++k) {
      std::snprintf(buffer, sizeof buffer, "k%d", (i + k) % 5);
      EXPECT_EQ(reader.i32(Key::transient(buffer)), k);
    }
    reader.end_record();
  }
  expect_all_read(reader);
}

TEST(CoderValues, TemporaryStringsAreNotMistakenForEachOther) {
  CoderWriter writer({.sharing = archive::Sharing::on});
  char buffer[32];
  for (int i = 0; i < 1000; ++i) {
    std::snprintf(buffer, sizeof buffer, "string %d", i);
    writer.string(buffer);
  }
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  for (int i = 0; i < 1000; ++i) EXPECT_EQ(reader.string(), "string " + std::to_string(i));
  expect_all_read(reader);
}

TEST(CoderValues, AdaptiveSharingStopsLookingWhereNothingRepeatsAndKeepsItsNumbers) {
  CoderWriter writer;
  const ClassHandle of = writer.define_class("Item");
  for (int i = 0; i < 3000; ++i) {
    writer.begin_record(of);
    writer.string("id", "unique " + std::to_string(i));
    writer.string("kind", "kind " + std::to_string(i % 5));
    writer.end_record();
  }
  const Buffer bytes = finished(writer);
  EXPECT_LT(bytes.size(), 3000U * (13 + 3));
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  for (int i = 0; i < 3000; ++i) {
    ASSERT_TRUE(reader.begin_record());
    ASSERT_EQ(reader.string("id"), "unique " + std::to_string(i));
    ASSERT_EQ(reader.string("kind"), "kind " + std::to_string(i % 5));
    reader.end_record();
  }
  expect_all_read(reader);
}

// Short and long, in place and on the heap, new and written before, up to the last byte of the
// archive; into strings of every size.
TEST(CoderValues, StringsOfEverySizeAreCopiedFromAndIntoTheCallers) {
  for (const auto sharing : {archive::Sharing::off, archive::Sharing::on}) {
    CoderWriter writer({.sharing = sharing});
    const ClassHandle of = writer.define_class("Texts");
    std::vector<std::string> texts;
    for (std::size_t size = 0; size < 70; ++size) texts.push_back(std::string(size, 'a'));
    texts.push_back("\xC3\xA9t\xC3\xA9");
    texts.push_back("fifteen \xC3\xA9\xC3\xA9\xC3\xA9!");
    for (int round = 0; round < 3; ++round) {
      for (const std::string& text : texts) {
        std::string roomy;
        roomy.reserve(100);
        roomy = text;
        writer.begin_record(of);
        writer.string(text);
        writer.string(roomy);
        writer.end_record();
      }
    }
    const Buffer bytes = finished(writer);
    CoderReader reader;
    ASSERT_TRUE(reader.open(bytes).ok());
    std::string out;
    for (int round = 0; round < 3; ++round) {
      for (const std::string& text : texts) {
        ASSERT_TRUE(reader.begin_record());
        reader.string(out);
        ASSERT_EQ(out, text);
        out = std::string(static_cast<std::size_t>(round) * 20, 'x');
        reader.string(out);
        ASSERT_EQ(out, text);
        reader.end_record();
      }
    }
    expect_all_read(reader);
  }
}

TEST(CoderValues, TooManyRecordsOfAListAreAUsageErrorAtItsEnd) {
  CoderWriter writer;
  const ClassHandle of = writer.define_class("C");
  writer.begin_list(3, TypeCode::kAnyRecord);
  for (int i = 0; i < 4; ++i) {
    writer.begin_record(of);
    writer.i32(i);
    writer.end_record();
  }
  writer.end_list();
  const Result<Buffer> bytes = writer.finish();
  EXPECT_EQ(bytes.status().code(), Code::kUsage);
  EXPECT_NE(bytes.status().message().find("more elements"), std::string_view::npos);
}

TEST(CoderValues, MisuseOfTheWriterIsAUsageErrorAtFinish) {
  CoderWriter writer;
  const auto expect_usage = [&writer](auto write, Code code = Code::kUsage) {
    write(writer);
    writer.i32(1);
    const Result<Buffer> bytes = writer.finish();
    EXPECT_EQ(bytes.status().code(), code) << bytes.status().to_string();
    writer.i32(1);  // usable again
    EXPECT_TRUE(writer.finish().ok());
  };
  const ClassHandle of = writer.define_class("C");
  expect_usage([](CoderWriter& w) { w.end_record(); });
  expect_usage([](CoderWriter& w) { w.end_object(); });
  expect_usage([](CoderWriter& w) { w.end_list(); });
  expect_usage([](CoderWriter& w) { w.begin_list(2, TypeCode::kI32); });
  expect_usage([](CoderWriter& w) {
    w.begin_list(2, TypeCode::kI32);
    w.i32(1);
    w.end_list();
  });
  expect_usage([](CoderWriter& w) {
    w.begin_list(0, TypeCode::kI32);
    w.i32(1);
    w.end_list();
  });
  expect_usage([](CoderWriter& w) { w.begin_list(1, TypeCode::kList); });
  expect_usage([](CoderWriter& w) {
    w.begin_list(1, TypeCode::kI32);
    w.i32("k", 1);
  });
  expect_usage(
      [](CoderWriter& w) {
        w.begin_list(1, TypeCode::kI32);
        w.string("k");
      },
      Code::kTypeMismatch);
  expect_usage([](CoderWriter& w) {
    w.begin_map(1, TypeCode::kI32, TypeCode::kI32);
    w.end_list();
  });
  expect_usage([of](CoderWriter& w) { w.begin_record(of); });
  expect_usage([of](CoderWriter& w) {
    w.begin_record(of);
    w.end_object();
  });
  expect_usage([](CoderWriter& w) { w.begin_record({}); });
  expect_usage([](CoderWriter& w) { w.string("\xFF"); });
  expect_usage([](CoderWriter& w) { w.string(Key::transient("\xFF"), "x"); });
  expect_usage([](CoderWriter& w) { w.date({0, 1000000000}); });
  expect_usage([](CoderWriter& w) { w.decimal({0, 0, 0, 29, false}); });
  expect_usage([&of](CoderWriter& w) { w.reference(&of); });
}

TEST(CoderValues, NestingBeyondTheLimitIsTooDeepBothWays) {
  CoderWriter writer({.limits = {.depth = 200}});
  for (int i = 0; i < 200; ++i) writer.begin_list(1, TypeCode::kAny);
  writer.null();
  for (int i = 0; i < 200; ++i) writer.end_list();
  const Buffer bytes = [&writer] { return std::move(*writer.finish()); }();
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  std::uint64_t count = 0;
  while (reader.begin_list(count)) {
  }
  EXPECT_EQ(reader.status().code(), Code::kTooDeep);
  for (int i = 0; i < 201; ++i) writer.begin_list(1, TypeCode::kAny);
  EXPECT_EQ(writer.finish().status().code(), Code::kTooDeep);
  ASSERT_TRUE(reader.open(bytes).ok());
  reader.skip();
  EXPECT_EQ(reader.status().code(), Code::kTooDeep);
}

}  // namespace
}  // namespace fastser
