// SPDX-License-Identifier: MIT
//
// Equal keys of maps and equal elements of sets: the writer refuses them, and the reader refuses
// what verify refuses, whether it reads or passes by.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/coder.hpp"
#include "fastser/verify.hpp"
#include "unit/archive/finished.hpp"

namespace fastser {
namespace {

using schema::TypeCode;
using testing::finished;

// One of a few values of a type, some of them equal in one way or another.
void element(CoderWriter& writer, TypeCode code, unsigned which, ClassHandle cls) {
  static const double kFloats[] = {0.0, -0.0, 1.0, -1.0, std::numeric_limits<double>::quiet_NaN(),
                                   2.5};
  static const char* const kTexts[] = {"", "a", "b", "a long text of its own", "c", "d"};
  const std::string text = kTexts[which];
  switch (code) {
    case TypeCode::kI32: return writer.i32(static_cast<std::int32_t>(which));
    case TypeCode::kBool: return writer.boolean(which % 2 != 0);
    case TypeCode::kF64: return writer.f64(kFloats[which]);
    case TypeCode::kVarU64: return writer.vu64(which * 100);
    case TypeCode::kString: return writer.string(text);
    case TypeCode::kData: return writer.data(std::as_bytes(std::span(text)));
    case TypeCode::kUrl: return writer.url(text);
    case TypeCode::kNull: return writer.null();
    case TypeCode::kAnyRecord:
      writer.begin_record(cls);
      writer.u8(static_cast<std::uint8_t>(which));
      return writer.end_record();
    case TypeCode::kAnyRef:
      if (writer.begin_object(which == 0 ? nullptr : kTexts + which, cls)) {
        writer.u8(1);
        writer.end_object();
      }
      return;
    default: break;
  }
  constexpr TypeCode kCodes[] = {TypeCode::kI32,  TypeCode::kF64,    TypeCode::kVarU64,
                                 TypeCode::kNull, TypeCode::kString, TypeCode::kAnyRecord};
  element(writer, kCodes[(which * 7 + 3) % 6], which / 2, cls);
}

constexpr TypeCode kAll[] = {TypeCode::kI32,    TypeCode::kBool,   TypeCode::kF64,
                             TypeCode::kVarU64, TypeCode::kString, TypeCode::kData,
                             TypeCode::kUrl,    TypeCode::kNull,   TypeCode::kAnyRecord,
                             TypeCode::kAnyRef, TypeCode::kAny};

Status read(const Buffer& bytes, bool map, bool whole) {
  CoderReader reader;
  if (!reader.open(bytes).ok()) return reader.status();
  std::uint64_t count = 0;
  if (whole) {
    static_cast<void>(map ? reader.begin_map(count) : reader.begin_list(count));
    while (!reader.is_at_end()) reader.skip();
    map ? reader.end_map() : reader.end_list();
  }
  return reader.finish();
}

void expect_like_verify(const Buffer& bytes, bool map, const Status& written) {
  const Status verified = archive::verify(bytes);
  for (const bool whole : {true, false}) {
    const Status status = read(bytes, map, whole);
    EXPECT_EQ(status.code(), verified.code()) << status.to_string() << verified.to_string();
    if (!status.ok()) {
      EXPECT_EQ(status.message(), verified.message());
    }
  }
  EXPECT_EQ(written.ok(), verified.ok()) << written.to_string();
  if (!written.ok()) {
    EXPECT_EQ(written.code(), Code::kUsage);
    EXPECT_EQ(written.message(), verified.message());
  }
}

class CoderKeys : public ::testing::TestWithParam<TypeCode> {};

// The elements are written as a list, whose type is then made that of a set.
TEST_P(CoderKeys, ASetIsRefusedWhereVerifyRefusesItAndWrittenWhereItDoesNot) {
  std::mt19937 random(1);
  for (int turn = 0; turn < 300; ++turn) {
    std::vector<unsigned> which(random() % 5);
    for (unsigned& one : which) one = static_cast<unsigned>(random() % 6);
    Buffer bytes;
    CoderWriter writer;
    const ClassHandle cls = writer.define_class("C");
    writer.begin_list(which.size(), GetParam());
    for (const unsigned one : which) element(writer, GetParam(), one, cls);
    writer.end_list();
    bytes = finished(writer);
    std::byte& type = bytes.data()[bytes.size() - 10];
    ASSERT_EQ(type, static_cast<std::byte>(TypeCode::kList));
    type = static_cast<std::byte>(TypeCode::kSet);
    for (const std::uint64_t count : {std::uint64_t{which.size()}, kUnknownCount}) {
      writer.begin_set(count, GetParam());
      for (const unsigned one : which) element(writer, GetParam(), one, cls);
      writer.end_list();
      expect_like_verify(bytes, false, writer.finish().status());
    }
  }
}

// A map of any to any is written as a list of that with twice as many elements.
TEST_P(CoderKeys, AMapIsRefusedWhereVerifyRefusesItAndWrittenWhereItDoesNot) {
  std::mt19937 random(2);
  for (int turn = 0; turn < 300; ++turn) {
    std::vector<unsigned> which(random() % 5);
    for (unsigned& one : which) one = static_cast<unsigned>(random() % 6);
    CoderWriter writer;
    const ClassHandle cls = writer.define_class("C");
    writer.begin_list(which.size() * 2, GetParam());
    for (const unsigned one : which) {
      element(writer, GetParam(), one, cls);
      element(writer, GetParam(), one, cls);
    }
    writer.end_list();
    const Buffer list = finished(writer);
    // list T -> map T T, half as many: one byte more in the table, and in what says its size.
    std::vector<std::byte> map(list.view().begin(), list.view().end());
    map[9] = static_cast<std::byte>(which.size());
    map[map.size() - 10] = static_cast<std::byte>(TypeCode::kMap);
    map.insert(map.end() - 8, map[map.size() - 9]);
    map[map.size() - 8] = static_cast<std::byte>(static_cast<unsigned>(map[map.size() - 8]) + 1);
    Buffer bytes;
    ASSERT_TRUE(bytes.append(map));
    writer.begin_map(which.size(), GetParam(), GetParam());
    for (const unsigned one : which) {
      element(writer, GetParam(), one, cls);
      element(writer, GetParam(), one, cls);
    }
    writer.end_map();
    expect_like_verify(bytes, true, writer.finish().status());
  }
}

INSTANTIATE_TEST_SUITE_P(All, CoderKeys, ::testing::ValuesIn(kAll));

TEST(CoderKeysOfMaps, LevelsInsideEachOtherMayHaveTheSameKeys) {
  CoderWriter writer;
  writer.begin_map(2, TypeCode::kString, TypeCode::kAny);
  for (const char* outer : {"a", "b"}) {
    writer.string(outer);
    writer.begin_map(kUnknownCount, TypeCode::kString, TypeCode::kAny);
    for (int i = 0; i < 1000; ++i) {
      writer.string(i == 0 ? "a" : std::to_string(i));
      writer.begin_set(2, TypeCode::kI32);
      writer.i32(1);
      writer.i32(2);
      writer.end_list();
    }
    writer.end_map();
  }
  writer.end_map();
  const Buffer bytes = finished(writer);
  EXPECT_TRUE(read(bytes, true, true).ok());
  EXPECT_TRUE(read(bytes, true, false).ok());
}

// Reads the first `most` entries by calls that are made for what is there.
Status read_entries(const Buffer& bytes, TypeCode mapped, std::size_t most) {
  CoderReader reader;
  if (!reader.open(bytes).ok()) return reader.status();
  std::uint64_t count = 0;
  static_cast<void>(reader.begin_map(count));
  for (std::size_t i = 0; i < std::min<std::size_t>(most, count); ++i) {
    std::string key;
    if (i % 3 == 0) {
      key = reader.string();
    } else {
      reader.string(key);
    }
    EXPECT_EQ(key.substr(0, 3), "key");
    if (mapped == TypeCode::kString) {
      EXPECT_EQ(reader.string(), "value " + std::to_string(i % 2));
    } else if (mapped == TypeCode::kI32) {
      EXPECT_EQ(reader.i32(), static_cast<std::int32_t>(i));
    } else {
      EXPECT_TRUE(reader.begin_record());
      EXPECT_EQ(reader.u8(), i);
      reader.end_record();
    }
  }
  reader.end_map();
  return reader.finish();
}

// The writer refuses equal keys: one is changed to another in its bytes.
TEST(CoderKeysOfMaps, AreComparedHoweverTheyAreRead) {
  for (const TypeCode mapped : {TypeCode::kAnyRecord, TypeCode::kString, TypeCode::kI32}) {
    for (const std::size_t count : {1U, 2U, 3U, 60U}) {
      for (const bool is_long : {false, true}) {
        CoderWriter writer;
        const ClassHandle classes[] = {writer.define_class("A"), writer.define_class("B")};
        const std::string rest(is_long ? 40 : 3, '.');
        writer.begin_map(count, TypeCode::kString, mapped);
        for (std::size_t i = 0; i < count; ++i) {
          writer.string("key" + std::to_string(10 + i) + rest);
          if (mapped == TypeCode::kString) {
            writer.string("value " + std::to_string(i % 2));
          } else if (mapped == TypeCode::kI32) {
            writer.i32(static_cast<std::int32_t>(i));
          } else {
            writer.begin_record(classes[i / 2 % 2]);
            writer.u8(static_cast<std::uint8_t>(i));
            writer.end_record();
          }
        }
        writer.end_map();
        Buffer bytes = finished(writer);
        for (const bool equal : {false, true}) {
          if (equal) {  // the last key as the first one
            auto* const text = reinterpret_cast<char*>(bytes.data());
            const std::string last = "key" + std::to_string(10 + count - 1);
            const std::size_t at = std::string_view(text, bytes.size()).rfind(last);
            ASSERT_NE(at, std::string_view::npos);
            std::copy_n("key10", 5, text + at);
          }
          const Status verified = archive::verify(bytes);
          EXPECT_EQ(verified.ok(), !equal || count == 1);
          for (const std::size_t most : {count, count - 1, std::size_t{1}, std::size_t{0}}) {
            const Status status = read_entries(bytes, mapped, most);
            EXPECT_EQ(status.code(), verified.code()) << status.to_string();
            EXPECT_EQ(status.message(), verified.message());
          }
        }
      }
    }
  }
}

TEST(CoderKeysOfMaps, NamesOfZerosAreNoOtherNames) {
  using namespace std::string_view_literals;
  constexpr std::string_view kNames[] = {"\0"sv, "a"sv, "\0\0"sv, ""sv, "\0a"sv, "\0\0\0"sv};
  CoderWriter writer;
  std::int32_t number = 0;
  for (const std::string_view name : kNames) writer.i32(Key::transient(name), ++number);
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  number = 0;
  for (const std::string_view name : kNames) {
    EXPECT_EQ(reader.i32(Key::transient(name)), ++number);
  }
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

TEST(CoderKeysOfMaps, EqualTextsWrittenBesideABranchAreRefused) {
  for (const TypeCode code : {TypeCode::kUrl, TypeCode::kString, TypeCode::kClassRef}) {
    for (const bool twice : {false, true}) {
      CoderWriter writer;
      CoderWriter::Branch branch;
      const auto key = [&](const char* text) {
        if (code == TypeCode::kUrl) return writer.url(text);
        if (code == TypeCode::kString) return writer.string(text);
        writer.class_ref(text);
      };
      writer.begin_tuple(2);
      writer.begin_branch(branch);
      writer.begin_map(2, code, TypeCode::kI32);
      key("first");
      writer.i32(1);
      key(twice ? "first" : "second");
      writer.i32(2);
      writer.end_map();
      writer.swap(branch);
      writer.u8(1);
      writer.swap(branch);
      writer.end_tuple();
      const Result<Buffer> made = writer.finish();
      EXPECT_EQ(made.status().code(), twice ? Code::kUsage : Code::kOk) << static_cast<int>(code);
    }
  }
}

TEST(CoderKeysOfMaps, TwoMapsMayBeReadInTurns) {
  CoderWriter writer;
  for (const char* name : {"left", "right"}) {
    writer.begin_map(Key::transient(name), 2, TypeCode::kString, TypeCode::kI32);
    for (const char* key : {"a", "b"}) {
      writer.string(key);
      writer.i32(1);
    }
    writer.end_map();
  }
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  const CoderPosition right = reader.position("right");
  CoderReader::Branch branch;
  std::uint64_t count = 0;
  ASSERT_TRUE(reader.begin_map("left", count));
  reader.swap(branch);
  ASSERT_TRUE(reader.begin_at(right));
  ASSERT_TRUE(reader.begin_map(count));
  for (int turn = 0; turn < 4; ++turn) {
    EXPECT_EQ(reader.string(), turn < 2 ? "a" : "b");
    EXPECT_EQ(reader.i32(), 1);
    reader.swap(branch);
  }
  reader.end_map();
  reader.end_at();
  reader.swap(branch);
  reader.end_map();
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

}  // namespace
}  // namespace fastser
