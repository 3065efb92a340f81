// SPDX-License-Identifier: MIT
//
// What a binding reads by: runs of scalars, and values whatever they are.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "unit/capi/support.hpp"

#if defined(__clang__)  // NULL where the headers say that there is none is what is tested
#pragma clang diagnostic ignored "-Wnonnull"
#endif

namespace fastser::testing {
namespace {

constexpr fastser_key kName = FASTSER_KEY("name");
constexpr fastser_key kAge = FASTSER_KEY("age");
constexpr fastser_key kMissing = FASTSER_KEY("missing");
constexpr fastser_key kNoText = {nullptr, 3};

std::vector<std::int32_t> served(const fastser_array& run) {
  std::vector<std::int32_t> values(run.count);
  EXPECT_EQ(fastser_array_copy(&run, run.code, values.data(), values.size()), FASTSER_OK);
  return values;
}

fastser_value value_of(const Reader& reader, const fastser_key* key = nullptr) {
  fastser_value value;
  std::memset(&value, 0xAA, sizeof value);
  fastser_reader_value(reader.get(), key, &value);
  return value;
}

std::string text_of(const fastser_value& value) {
  return {reinterpret_cast<const char*>(value.bytes.data), value.bytes.size};
}

// ---- runs

// Up to eight equal fields are told one by one, more of them as one.
TEST(CapiRuns, ValuesThatLieSideBySideAreSeenAndTakenTogether) {
  for (const int count : {1, 2, 7, 8, 9, 1000}) {
    const Writer writer;
    for (int at = 0; at < count; ++at) fastser_writer_i32(writer.get(), nullptr, at * 3);
    fastser_writer_i64(writer.get(), nullptr, -1);
    const Bytes bytes(writer);
    const Reader reader(bytes);
    const fastser_array run = fastser_reader_run(reader.get(), FASTSER_TYPE_I32);
    ASSERT_EQ(run.count, static_cast<std::size_t>(count));
    EXPECT_EQ(served(run).back(), (count - 1) * 3);
    EXPECT_EQ(fastser_reader_run(reader.get(), FASTSER_TYPE_I64).count, 0U);  // not the next one
    fastser_reader_take_run(reader.get(), FASTSER_TYPE_I32, run.count);
    EXPECT_EQ(fastser_reader_run(reader.get(), FASTSER_TYPE_I32).count, 0U);
    EXPECT_EQ(fastser_reader_i64(reader.get(), nullptr), -1);
    EXPECT_EQ(reader.finish(), FASTSER_OK);
  }
}

TEST(CapiRuns, WhatIsLeftOfOneIsReadByAnyCall) {
  const Writer writer;
  for (int at = 0; at < 100; ++at) fastser_writer_i32(writer.get(), nullptr, at);
  const Bytes bytes(writer);
  for (const std::size_t taken : {std::size_t{0}, std::size_t{1}, std::size_t{50}}) {
    const Reader reader(bytes);
    EXPECT_EQ(fastser_reader_run(reader.get(), FASTSER_TYPE_I32).count, 100U);
    fastser_reader_take_run(reader.get(), FASTSER_TYPE_I32, taken);
    EXPECT_EQ(fastser_reader_run(reader.get(), FASTSER_TYPE_I32).count, 100U - taken);
    EXPECT_EQ(fastser_reader_f64(reader.get(), nullptr), static_cast<double>(taken));
    EXPECT_EQ(fastser_reader_i32(reader.get(), nullptr), static_cast<int>(taken) + 1);
    EXPECT_EQ(reader.finish(), FASTSER_OK);
  }
}

TEST(CapiRuns, TheElementsOfAListAreOne) {
  const Writer writer;
  const double values[] = {1, 2, 3};
  fastser_writer_array(writer.get(), nullptr, FASTSER_TYPE_F64, values, 3);
  fastser_writer_i32(writer.get(), nullptr, 7);
  const Bytes bytes(writer);
  const Reader reader(bytes);
  std::uint64_t count = 0;
  EXPECT_EQ(fastser_reader_run(reader.get(), FASTSER_TYPE_F64).count, 0U);  // it is not open
  ASSERT_EQ(fastser_reader_begin_list(reader.get(), nullptr, &count), 1);
  EXPECT_EQ(fastser_reader_run(reader.get(), FASTSER_TYPE_F64).count, 3U);
  fastser_reader_take_run(reader.get(), FASTSER_TYPE_F64, 2);
  EXPECT_EQ(fastser_reader_elements_left(reader.get()), 1U);
  fastser_reader_end_list(reader.get());
  EXPECT_EQ(fastser_reader_i32(reader.get(), nullptr), 7);
  EXPECT_EQ(reader.finish(), FASTSER_OK);
}

TEST(CapiRuns, NamedFieldsBoolsAndVarintsHaveNone) {
  const Writer writer;
  fastser_writer_begin_record(writer.get(), nullptr, writer.make_class("C"));
  fastser_writer_bool(writer.get(), nullptr, 1);
  fastser_writer_bool(writer.get(), nullptr, 1);
  fastser_writer_vi64(writer.get(), nullptr, 1);
  fastser_writer_i32(writer.get(), &kAge, 1);
  fastser_writer_end_record(writer.get());
  const Bytes bytes(writer);
  const Reader reader(bytes);
  const auto none = [&] {
    for (std::uint32_t code = 0; code < 0x40; ++code) {
      EXPECT_EQ(fastser_reader_run(reader.get(), code).count, 0U) << code;
    }
  };
  none();
  ASSERT_EQ(fastser_reader_begin_record(reader.get(), nullptr), 1);
  for (int at = 0; at < 3; ++at) {
    none();
    fastser_reader_skip(reader.get(), nullptr);
  }
  none();
  EXPECT_EQ(fastser_reader_i32(reader.get(), &kAge), 1);
  none();
  EXPECT_EQ(reader.status(), FASTSER_OK);
}

TEST(CapiRuns, MoreThanThereIsIsAnErrorAndNothingIsTaken) {
  const Writer writer;
  for (int at = 0; at < 20; ++at) fastser_writer_i32(writer.get(), nullptr, at);
  const Bytes bytes(writer);
  const Reader reader(bytes);
  fastser_reader_take_run(reader.get(), FASTSER_TYPE_I32, 21);
  EXPECT_EQ(reader.status(), FASTSER_USAGE);
  EXPECT_EQ(fastser_reader_run(reader.get(), FASTSER_TYPE_I32).count, 0U);
  for (const std::uint32_t code : {0U, 1U, 0x0CU, 0x16U, 0xFFFFFFFFU}) {
    const Reader other(bytes);
    EXPECT_EQ(fastser_reader_run(other.get(), code).count, 0U);
    EXPECT_EQ(other.status(), FASTSER_OK);
    fastser_reader_take_run(other.get(), code, 0);
    EXPECT_EQ(other.status(), FASTSER_USAGE);
  }
}

// ---- values

TEST(CapiValues, NumbersTextsAndDataAreTakenInOneCall) {
  const Writer writer;
  fastser_writer_bool(writer.get(), nullptr, 1);
  fastser_writer_i8(writer.get(), nullptr, -2);
  fastser_writer_u16(writer.get(), nullptr, 0xFFFF);
  fastser_writer_vi64(writer.get(), nullptr, -3);
  fastser_writer_f32(writer.get(), nullptr, 1.5F);
  fastser_writer_f64(writer.get(), nullptr, 2.5);
  fastser_writer_apple_date(writer.get(), nullptr, 3.5);
  fastser_writer_duration(writer.get(), nullptr, -4);
  fastser_writer_string(writer.get(), nullptr, "text", 4);
  fastser_writer_string(writer.get(), nullptr, "text", 4);
  fastser_writer_data(writer.get(), nullptr, "data", 4);
  fastser_writer_url(writer.get(), nullptr, "u:r", 3);
  fastser_writer_class_ref(writer.get(), nullptr, "Class", 5);
  const Bytes bytes(writer);
  const Reader reader(bytes);
  double real = 0;
  float narrow = 0;
  fastser_value value = value_of(reader);
  EXPECT_EQ(value.code, static_cast<std::uint32_t>(FASTSER_TYPE_BOOL));
  EXPECT_EQ(value.taken, 1);
  EXPECT_EQ(value.bits, 1U);
  EXPECT_EQ(value.number, FASTSER_NO_NUMBER);
  EXPECT_EQ(value.object, nullptr);
  EXPECT_EQ(static_cast<std::int64_t>(value_of(reader).bits), -2);
  EXPECT_EQ(value_of(reader).bits, 0xFFFFU);
  value = value_of(reader);
  EXPECT_EQ(value.code, static_cast<std::uint32_t>(FASTSER_TYPE_VAR_I64));
  EXPECT_EQ(static_cast<std::int64_t>(value.bits), -3);
  value = value_of(reader);
  const auto bits = static_cast<std::uint32_t>(value.bits);
  std::memcpy(&narrow, &bits, sizeof narrow);
  EXPECT_EQ(narrow, 1.5F);
  for (const double expected : {2.5, 3.5}) {
    value = value_of(reader);
    std::memcpy(&real, &value.bits, sizeof real);
    EXPECT_EQ(real, expected);
  }
  EXPECT_EQ(value.code, static_cast<std::uint32_t>(FASTSER_TYPE_APPLE_DATE));
  EXPECT_EQ(static_cast<std::int64_t>(value_of(reader).bits), -4);
  value = value_of(reader);
  EXPECT_EQ(text_of(value), "text");
  EXPECT_EQ(value.number, fastser_reader_shared_number(reader.get()));
  EXPECT_EQ(value.object, nullptr);
  char mine = 0;
  fastser_reader_set_string_object(reader.get(), value.number, &mine);
  value = value_of(reader);
  EXPECT_EQ(text_of(value), "text");
  EXPECT_EQ(value.object, &mine);
  value = value_of(reader);
  EXPECT_EQ(text_of(value), "data");
  EXPECT_EQ(value.object, nullptr);  // data are numbered apart
  EXPECT_EQ(text_of(value_of(reader)), "u:r");
  value = value_of(reader);
  EXPECT_EQ(text_of(value), "Class");
  EXPECT_EQ(value.number, FASTSER_NO_NUMBER);
  EXPECT_EQ(reader.finish(), FASTSER_OK);
}

TEST(CapiValues, WhatIsNotTakenStaysTheNextValue) {
  const Writer writer;
  fastser_writer_begin_list(writer.get(), nullptr, 4, FASTSER_TYPE_ANY);
  fastser_writer_date(writer.get(), nullptr, {5, 6});
  fastser_writer_begin_list(writer.get(), nullptr, 1, FASTSER_TYPE_I32);
  fastser_writer_i32(writer.get(), nullptr, 7);
  fastser_writer_end_list(writer.get());
  fastser_writer_null(writer.get(), nullptr);
  fastser_writer_string(writer.get(), nullptr, "last", 4);
  fastser_writer_end_list(writer.get());
  fastser_writer_uuid(writer.get(), nullptr, fastser_uuid{{9}});
  const Bytes bytes(writer);
  const Reader reader(bytes);
  std::uint64_t count = 0;
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(value_of(reader).code, static_cast<std::uint32_t>(FASTSER_TYPE_LIST));
  }
  ASSERT_EQ(fastser_reader_begin_list(reader.get(), nullptr, &count), 1);
  for (int again = 0; again < 2; ++again) {
    const fastser_value value = value_of(reader);
    EXPECT_EQ(value.code, static_cast<std::uint32_t>(FASTSER_TYPE_DATE));
    EXPECT_EQ(value.taken, 0);
  }
  EXPECT_EQ(fastser_reader_date(reader.get(), nullptr).nanoseconds, 6U);
  EXPECT_EQ(value_of(reader).code, static_cast<std::uint32_t>(FASTSER_TYPE_LIST));
  ASSERT_EQ(fastser_reader_begin_list(reader.get(), nullptr, &count), 1);
  EXPECT_EQ(value_of(reader).bits, 7U);
  EXPECT_EQ(value_of(reader).taken, 0);  // the end
  fastser_reader_end_list(reader.get());
  EXPECT_EQ(value_of(reader).code, static_cast<std::uint32_t>(FASTSER_TYPE_NULL));
  fastser_reader_null(reader.get(), nullptr);
  EXPECT_EQ(text_of(value_of(reader)), "last");
  EXPECT_EQ(value_of(reader).taken, 0);
  fastser_reader_end_list(reader.get());
  EXPECT_EQ(value_of(reader).code, static_cast<std::uint32_t>(FASTSER_TYPE_UUID));
  EXPECT_EQ(fastser_reader_uuid(reader.get(), nullptr).bytes[0], 9);
  EXPECT_EQ(reader.finish(), FASTSER_OK);
}

TEST(CapiValues, AnObjectIsOpenedAndKnownAgain) {
  const Writer writer;
  const std::uint32_t of = writer.make_class("C");
  const char object = 0;
  for (int twice = 0; twice < 2; ++twice) {
    if (fastser_writer_begin_object(writer.get(), nullptr, &object, of) != 0) {
      fastser_writer_string(writer.get(), &kName, "one", 3);
      fastser_writer_i32(writer.get(), &kAge, 5);
      fastser_writer_begin_object(writer.get(), nullptr, nullptr, of);
      fastser_writer_end_object(writer.get());
    }
  }
  const Bytes bytes(writer);
  const Reader reader(bytes);
  char kept = 0;
  char known = 0;
  fastser_value value = value_of(reader);
  ASSERT_EQ(value.kind, FASTSER_OBJECT_NEW);
  EXPECT_EQ(value.taken, 1);
  EXPECT_EQ(value.class_data, nullptr);
  EXPECT_EQ(value.field_names, FASTSER_FIELD_NAMES_SOME);  // nil has none
  fastser_reader_set_class_data(reader.get(), fastser_reader_class_number(reader.get(), 0), &known);
  fastser_reader_set_object(reader.get(), value.number, &kept);
  EXPECT_EQ(value_of(reader, &kAge).bits, 5U);  // any order
  EXPECT_EQ(text_of(value_of(reader, &kName)), "one");
  EXPECT_EQ(value_of(reader, &kMissing).code, static_cast<std::uint32_t>(FASTSER_TYPE_NULL));
  EXPECT_EQ(value_of(reader, &kMissing).taken, 0);
  fastser_reader_end_object(reader.get());
  value = value_of(reader);
  EXPECT_EQ(value.kind, FASTSER_OBJECT_REFERENCE);
  EXPECT_EQ(value.object, &kept);
  EXPECT_EQ(reader.finish(), FASTSER_OK);
}

TEST(CapiValues, ANewObjectSaysWhatItsClassIsKnownBy) {
  const Writer writer;
  const std::uint32_t of = writer.make_class("C");
  const char objects[2] = {};
  for (const char& object : objects) {
    ASSERT_EQ(fastser_writer_begin_object(writer.get(), nullptr, &object, of), 1);
    fastser_writer_i32(writer.get(), &kAge, 5);
    fastser_writer_end_object(writer.get());
  }
  fastser_writer_begin_object(writer.get(), nullptr, nullptr, of);
  const Bytes bytes(writer);
  const Reader reader(bytes);
  char known = 0;
  EXPECT_EQ(value_of(reader).field_names, FASTSER_FIELD_NAMES_ALL);
  fastser_reader_set_class_data(reader.get(), fastser_reader_class_number(reader.get(), 0), &known);
  fastser_reader_end_object(reader.get());
  EXPECT_EQ(value_of(reader).class_data, &known);
  fastser_reader_end_object(reader.get());
  const fastser_value nil = value_of(reader);
  EXPECT_EQ(nil.kind, FASTSER_OBJECT_NIL);
  EXPECT_EQ(nil.taken, 1);
  EXPECT_EQ(nil.number, FASTSER_NO_NUMBER);
  EXPECT_EQ(reader.finish(), FASTSER_OK);
}

TEST(CapiValues, WrongCallsGiveNothing) {
  fastser_value value;
  std::memset(&value, 0xAA, sizeof value);
  fastser_reader_value(nullptr, nullptr, nullptr);
  fastser_reader_value(nullptr, nullptr, &value);
  EXPECT_EQ(value.taken, 0);
  EXPECT_EQ(value.code, static_cast<std::uint32_t>(FASTSER_TYPE_NULL));
  EXPECT_EQ(value.number, FASTSER_NO_NUMBER);
  EXPECT_EQ(value.object, nullptr);
  const Reader unopened;
  EXPECT_EQ(value_of(unopened).taken, 0);
  EXPECT_EQ(value_of(unopened, &kAge).taken, 0);
  const Writer writer;
  fastser_writer_i32(writer.get(), nullptr, 1);
  const Bytes bytes(writer);
  const Reader reader(bytes);
  EXPECT_EQ(value_of(reader, &kNoText).taken, 0);
  EXPECT_EQ(reader.status(), FASTSER_USAGE);
  EXPECT_EQ(value_of(reader).taken, 0);  // sticky
  const Reader other(bytes);
  fastser_reader_value(other.get(), nullptr, nullptr);
  EXPECT_EQ(other.status(), FASTSER_USAGE);
}

// ---- what is known already

void* known_or_value(const Reader& reader, fastser_value& value, const fastser_key* key = nullptr) {
  std::memset(&value, 0xAA, sizeof value);
  return fastser_reader_known_or_value(reader.get(), key, &value);
}

TEST(CapiKnown, ThePointerOfATextOfDataOrOfAnObjectIsGotByOneCall) {
  const Writer writer;
  const std::uint32_t of = writer.make_class("C");
  const char object = 0;
  fastser_writer_begin_object(writer.get(), nullptr, &object, of);
  for (int twice = 0; twice < 2; ++twice) {
    fastser_writer_string(writer.get(), nullptr, "text", 4);
    fastser_writer_data(writer.get(), nullptr, "data", 4);
  }
  fastser_writer_string(writer.get(), &kName, "text", 4);
  fastser_writer_i32(writer.get(), &kAge, 5);
  fastser_writer_begin_object(writer.get(), nullptr, &object, of);  // itself
  fastser_writer_begin_object(writer.get(), nullptr, nullptr, of);
  fastser_writer_end_object(writer.get());
  const Bytes bytes(writer);
  const Reader reader(bytes);
  fastser_value value;
  char text = 0;
  char data = 0;
  char body = 0;
  ASSERT_EQ(known_or_value(reader, value), nullptr);
  ASSERT_EQ(value.kind, FASTSER_OBJECT_NEW);
  fastser_reader_set_object(reader.get(), value.number, &body);
  ASSERT_EQ(known_or_value(reader, value), nullptr);
  EXPECT_EQ(text_of(value), "text");
  EXPECT_EQ(value.object, nullptr);
  EXPECT_EQ(value.field_names, FASTSER_FIELD_NAMES_NONE);
  fastser_reader_set_string_object(reader.get(), value.number, &text);
  ASSERT_EQ(known_or_value(reader, value), nullptr);
  EXPECT_EQ(text_of(value), "data");
  EXPECT_EQ(value.class_data, nullptr);
  fastser_reader_set_data_object(reader.get(), value.number, &data);
  EXPECT_EQ(known_or_value(reader, value), &text);
  EXPECT_EQ(fastser_reader_shared_number(reader.get()), 0U);
  EXPECT_EQ(known_or_value(reader, value), &data);
  EXPECT_EQ(known_or_value(reader, value, &kAge), nullptr);  // any order
  EXPECT_EQ(value.bits, 5U);
  EXPECT_EQ(known_or_value(reader, value, &kName), &text);
  EXPECT_EQ(known_or_value(reader, value, &kMissing), nullptr);
  EXPECT_EQ(value.taken, 0);
  EXPECT_EQ(known_or_value(reader, value, &kAge), nullptr);
  EXPECT_EQ(known_or_value(reader, value), &body);
  EXPECT_EQ(known_or_value(reader, value), nullptr);
  EXPECT_EQ(value.kind, FASTSER_OBJECT_NIL);
  EXPECT_EQ(value.taken, 1);
  fastser_reader_end_object(reader.get());
  EXPECT_EQ(reader.finish(), FASTSER_OK);
}

// Their numbers take one byte, two or three.
TEST(CapiKnown, APointerIsFoundByAnyNumber) {
  constexpr std::size_t kTexts = 9000;
  const Writer writer;
  for (int twice = 0; twice < 2; ++twice) {
    for (std::size_t at = 0; at < kTexts; ++at) {
      const std::string text = "text " + std::to_string(at);
      fastser_writer_string(writer.get(), nullptr, text.data(), text.size());
      fastser_writer_string(writer.get(), nullptr, text.data(), text.size());
    }
  }
  const Bytes bytes(writer);
  const Reader reader(bytes);
  const Reader other(bytes);
  std::vector<int> mine(kTexts * 4);
  std::size_t found = 0;
  for (std::size_t at = 0; at < mine.size(); ++at) {
    fastser_value value;
    void* const known = known_or_value(reader, value);
    const fastser_value same = value_of(other);
    ASSERT_EQ(known, same.object) << at;
    if (known != nullptr) {
      ++found;
      continue;
    }
    ASSERT_EQ(text_of(value), text_of(same)) << at;
    ASSERT_EQ(value.number, same.number) << at;
    if (at % 3 == 0) continue;  // not all are known
    for (const Reader* each : {&reader, &other}) {
      fastser_reader_set_string_object(each->get(), value.number, &mine[at]);
    }
  }
  EXPECT_GT(found, kTexts * 2);
  EXPECT_EQ(reader.finish(), FASTSER_OK);
  EXPECT_EQ(other.finish(), FASTSER_OK);
}

TEST(CapiKnown, WrongCallsGiveNothing) {
  fastser_value value;
  EXPECT_EQ(fastser_reader_known_or_value(nullptr, nullptr, nullptr), nullptr);
  std::memset(&value, 0xAA, sizeof value);
  EXPECT_EQ(fastser_reader_known_or_value(nullptr, &kAge, &value), nullptr);
  EXPECT_EQ(value.taken, 0);
  EXPECT_EQ(value.number, FASTSER_NO_NUMBER);
  const Reader unopened;
  EXPECT_EQ(known_or_value(unopened, value), nullptr);
  EXPECT_EQ(value.taken, 0);
  const Writer writer;
  fastser_writer_i32(writer.get(), &kAge, 1);
  const Bytes bytes(writer);
  const Reader reader(bytes);
  EXPECT_EQ(known_or_value(reader, value, &kNoText), nullptr);
  EXPECT_EQ(value.taken, 0);
  EXPECT_EQ(reader.status(), FASTSER_USAGE);
  const Reader other(bytes);
  EXPECT_EQ(fastser_reader_known_or_value(other.get(), &kAge, nullptr), nullptr);
  EXPECT_EQ(other.status(), FASTSER_USAGE);
}

// ---- lists that are taken where they are found at once

TEST(CapiTake, AListOfNumbersIsCopiedIfItIsJustTheOneAskedFor) {
  const double rectangle[] = {1.5, -2.5, 1e300, 4};
  const std::uint16_t pair[] = {1, 0xFFFE};
  const std::vector<std::int8_t> many(128, 7);
  const Writer writer;
  fastser_writer_begin_record(writer.get(), nullptr, writer.make_class("C"));
  fastser_writer_array(writer.get(), nullptr, FASTSER_TYPE_F64, rectangle, 4);
  fastser_writer_array(writer.get(), nullptr, FASTSER_TYPE_U16, pair, 2);
  fastser_writer_array(writer.get(), nullptr, FASTSER_TYPE_I8, many.data(), many.size());
  fastser_writer_i32(writer.get(), &kAge, 5);
  fastser_writer_array(writer.get(), &kName, FASTSER_TYPE_F64, rectangle, 2);
  fastser_writer_end_record(writer.get());
  const Bytes bytes(writer);
  const Reader reader(bytes);
  fastser_reader* const r = reader.get();
  double values[4] = {};
  std::uint16_t narrow[2] = {};
  ASSERT_EQ(fastser_reader_begin_record(r, nullptr), 1);
  EXPECT_EQ(fastser_reader_take_list(r, nullptr, FASTSER_TYPE_F64, 3, values), 0);
  EXPECT_EQ(fastser_reader_take_list(r, nullptr, FASTSER_TYPE_I64, 4, values), 0);
  EXPECT_EQ(fastser_reader_take_list(r, &kName, FASTSER_TYPE_F64, 4, values), 0);
  EXPECT_EQ(values[0], 0);
  ASSERT_EQ(fastser_reader_take_list(r, nullptr, FASTSER_TYPE_F64, 4, values), 1);
  EXPECT_EQ(std::memcmp(values, rectangle, sizeof values), 0);
  ASSERT_EQ(fastser_reader_take_list(r, nullptr, FASTSER_TYPE_U16, 2, narrow), 1);
  EXPECT_EQ(std::memcmp(narrow, pair, sizeof narrow), 0);
  std::vector<std::int8_t> read(many.size());
  EXPECT_EQ(fastser_reader_take_list(r, nullptr, FASTSER_TYPE_I8, read.size(), read.data()), 0);
  EXPECT_EQ(fastser_reader_array(r, nullptr).count, many.size());
  EXPECT_EQ(fastser_reader_take_list(r, &kAge, FASTSER_TYPE_I32, 1, values), 0);
  EXPECT_EQ(fastser_reader_i32(r, &kAge), 5);
  EXPECT_EQ(fastser_reader_peek(r, &kName), static_cast<std::uint32_t>(FASTSER_TYPE_LIST));
  ASSERT_EQ(fastser_reader_take_list(r, &kName, FASTSER_TYPE_F64, 2, values), 1);
  EXPECT_EQ(values[1], -2.5);
  fastser_reader_end_record(r);
  EXPECT_EQ(reader.finish(), FASTSER_OK);
}

TEST(CapiTake, WrongCallsTakeNothing) {
  double values[2] = {};
  for (const fastser_key* const key : {static_cast<const fastser_key*>(nullptr), &kAge, &kNoText}) {
    EXPECT_EQ(fastser_reader_take_list(nullptr, key, FASTSER_TYPE_F64, 2, values), 0);
    const Reader unopened;
    EXPECT_EQ(fastser_reader_take_list(unopened.get(), key, FASTSER_TYPE_F64, 2, values), 0);
  }
  const Writer writer;
  fastser_writer_array(writer.get(), nullptr, FASTSER_TYPE_F64, values, 2);
  const Bytes bytes(writer);
  const Reader reader(bytes);
  for (const std::uint32_t code : {0U, 1U, 0x0CU, 0x16U, 0xFFFFFFFFU}) {
    EXPECT_EQ(fastser_reader_take_list(reader.get(), nullptr, code, 2, values), 0);
  }
  const std::size_t sizes[] = {0, 1, 3, 0x80, SIZE_MAX / 8, SIZE_MAX};
  for (const std::size_t count : sizes) {
    EXPECT_EQ(fastser_reader_take_list(reader.get(), nullptr, FASTSER_TYPE_F64, count, values), 0);
  }
  EXPECT_EQ(fastser_reader_take_list(reader.get(), nullptr, FASTSER_TYPE_F64, 0, nullptr), 0);
  EXPECT_EQ(reader.status(), FASTSER_OK);
  const Reader other(bytes);
  EXPECT_EQ(fastser_reader_take_list(other.get(), &kNoText, FASTSER_TYPE_F64, 2, values), 0);
  EXPECT_EQ(other.status(), FASTSER_USAGE);
  EXPECT_EQ(fastser_reader_take_list(reader.get(), nullptr, FASTSER_TYPE_F64, 2, nullptr), 0);
  EXPECT_EQ(reader.status(), FASTSER_USAGE);
  EXPECT_EQ(fastser_reader_take_list(reader.get(), nullptr, FASTSER_TYPE_F64, 2, values), 0);
}

// Many objects, texts and pointers for them: what is kept for those grows by what seems to come.
TEST(CapiValues, AReaderKeepsNoMoreThanItsBudgetAllows) {
  const Writer writer;
  const std::uint32_t of = writer.make_class("C");
  constexpr std::uint64_t kObjects = 5000;
  std::vector<char> objects(kObjects);
  fastser_writer_begin_list(writer.get(), nullptr, kObjects, FASTSER_TYPE_ANY_REF);
  for (std::size_t at = 0; at < kObjects; ++at) {
    ASSERT_EQ(fastser_writer_begin_object(writer.get(), nullptr, &objects[at], of), 1);
    const std::string text = "text " + std::to_string(at);
    fastser_writer_string(writer.get(), &kName, text.data(), text.size());
    fastser_writer_end_object(writer.get());
  }
  fastser_writer_end_list(writer.get());
  const Bytes bytes(writer);
  const auto read = [&](std::uint64_t budget) {
    fastser_limits limits = {};
    limits.struct_size = sizeof limits;
    limits.depth = 128;
    limits.memory_factor = 1;
    limits.memory_base = budget - bytes.size();
    const Reader reader;
    EXPECT_EQ(reader.open(bytes, &limits), FASTSER_OK);
    std::uint64_t count = 0;
    fastser_reader_begin_list(reader.get(), nullptr, &count);
    for (std::size_t at = 0; at < count; ++at) {
      const fastser_value object = value_of(reader);
      fastser_reader_set_object(reader.get(), object.number, &objects[at]);
      const fastser_value text = value_of(reader, &kName);
      fastser_reader_set_string_object(reader.get(), text.number, &objects[at]);
      if (reader.status() != FASTSER_OK) break;
      EXPECT_EQ(fastser_reader_object(reader.get(), object.number), &objects[at]);
      EXPECT_EQ(fastser_reader_string_object(reader.get(), text.number), &objects[at]);
      fastser_reader_end_object(reader.get());
    }
    return reader.status();
  };
  EXPECT_EQ(read(std::uint64_t{1} << 30), FASTSER_OK);
  EXPECT_EQ(read(kObjects * 80), FASTSER_OK);  // object, text and pointer: 64 bytes, 36 in 32 bits
  EXPECT_EQ(read(kObjects * 30), FASTSER_OVER_BUDGET);
}

// ---- against one call for each type

// All that there is in an archive, as text: what is read, its numbers, and where it ends. The value
// of each kind comes from `next`.
template <typename Next>
std::string told(fastser_reader* reader, const Next& next) {
  std::string text;
  std::vector<bool> objects;  // what is open: objects, or lists
  const auto note = [&](std::uint64_t number) { text += std::to_string(number) + ' '; };
  for (int steps = 0; steps < 10000; ++steps) {
    if (fastser_reader_is_at_end(reader) != 0) {
      if (objects.empty() || fastser_reader_status(reader, nullptr) != FASTSER_OK) break;
      objects.back() ? fastser_reader_end_object(reader) : fastser_reader_end_list(reader);
      objects.pop_back();
      continue;
    }
    const fastser_key* key = nullptr;
    fastser_key named{};
    const std::size_t index = fastser_reader_field_index(reader);
    if (const fastser_field field = fastser_reader_field(reader, index); field.named != 0) {
      named = {field.name.data, field.name.size};
      key = fastser_reader_key(reader, named.text, named.size);
    }
    const fastser_value value = next(reader, key);
    note(value.code);
    note(value.number);
    note(static_cast<std::uint64_t>(value.kind));
    note(value.bits);
    text += text_of(value);
    if (value.code == FASTSER_TYPE_LIST && value.taken == 0) {
      std::uint64_t count = 0;
      if (fastser_reader_begin_list(reader, key, &count) == 0) break;
      objects.push_back(false);
    } else if (value.taken != 0 && value.kind == FASTSER_OBJECT_NEW) {
      objects.push_back(true);
      note(fastser_reader_field_count(reader));
    } else if (value.taken == 0) {
      fastser_reader_skip(reader, key);
    }
    note(fastser_reader_offset(reader));
  }
  fastser_error error = FASTSER_ERROR_INIT;
  note(static_cast<std::uint64_t>(fastser_reader_finish(reader, &error)));
  return text + error.path + error.message + std::to_string(error.offset);
}

fastser_value by_value(fastser_reader* reader, const fastser_key* key) {
  fastser_value value;
  fastser_reader_value(reader, key, &value);
  return value;
}

fastser_value by_calls(fastser_reader* reader, const fastser_key* key) {
  fastser_value value{};
  value.code = fastser_reader_peek(reader, key);
  value.number = FASTSER_NO_NUMBER;
  value.taken = 1;
  switch (value.code) {
    case FASTSER_TYPE_ANY_REF: {
      const fastser_object object = fastser_reader_begin_object(reader, key);
      value.kind = object.kind;
      if (object.kind != FASTSER_OBJECT_NIL) value.number = object.number;
      break;
    }
    case FASTSER_TYPE_SHARED_STRING: {
      const fastser_text text = fastser_reader_string(reader, key);
      value.bytes = {reinterpret_cast<const std::uint8_t*>(text.data), text.size};
      value.number = fastser_reader_shared_number(reader);
      break;
    }
    case FASTSER_TYPE_SHARED_DATA:
      value.bytes = fastser_reader_data(reader, key);
      value.number = fastser_reader_shared_number(reader);
      break;
    case FASTSER_TYPE_APPLE_DATE: {
      const double seconds = fastser_reader_apple_date(reader, key);
      std::memcpy(&value.bits, &seconds, sizeof seconds);
      break;
    }
    case FASTSER_TYPE_I32:
      value.bits = static_cast<std::uint64_t>(std::int64_t{fastser_reader_i32(reader, key)});
      break;
    default: return by_value(reader, key);  // of a damaged type
  }
  return value;
}

void expect_the_same(const std::uint8_t* archive, std::size_t size, const fastser_limits* limits,
                     std::size_t which) {
  const Reader one;
  const Reader other;
  const std::int32_t opened = fastser_reader_open(one.get(), archive, size, limits, nullptr);
  ASSERT_EQ(fastser_reader_open(other.get(), archive, size, limits, nullptr), opened);
  if (opened != FASTSER_OK) return;
  EXPECT_EQ(told(one.get(), by_value), told(other.get(), by_calls)) << which;
}

// Objects in a list, most of them new, with the values that objects have.
TEST(CapiValues, AreWhatTheCallsForTheirTypesGiveAlsoInDamagedArchives) {
  const Writer writer;
  const std::uint32_t classes[2] = {writer.make_class("C"), writer.make_class("D")};
  const char objects[24] = {};
  const std::string long_text(100, 'l');
  fastser_writer_begin_list(writer.get(), nullptr, 26, FASTSER_TYPE_ANY);
  for (int at = 0; at < 24; ++at) {
    const char* const object = &objects[at % 7 == 6 ? at / 2 : at];
    if (fastser_writer_begin_object(writer.get(), nullptr, object, classes[at % 3 == 0]) == 0) {
      continue;
    }
    const std::string name = at % 5 == 0 ? long_text : "item " + std::to_string(at / 2);
    fastser_writer_string(writer.get(), &kName, name.data(), name.size());
    fastser_writer_data(writer.get(), nullptr, at % 4 == 0 ? "data" : "atad", 4);
    fastser_writer_apple_date(writer.get(), &kAge, at);
    fastser_writer_string(writer.get(), nullptr, at % 2 == 0 ? "two" : "one", 3);
    fastser_writer_i32(writer.get(), nullptr, -at);
    fastser_writer_begin_object(writer.get(), nullptr, at == 0 ? nullptr : &objects[0], classes[0]);
    fastser_writer_end_object(writer.get());
  }
  fastser_writer_begin_object(writer.get(), nullptr, nullptr, classes[0]);
  fastser_writer_string(writer.get(), nullptr, "last", 4);
  fastser_writer_end_list(writer.get());
  const Bytes bytes(writer);
  expect_the_same(bytes.data(), bytes.size(), nullptr, 0);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    expect_the_same(bytes.data(), size, nullptr, size);
  }
  std::vector<std::uint8_t> damaged(bytes.data(), bytes.data() + bytes.size());
  for (std::size_t at = 0; at < damaged.size(); ++at) {
    for (const int change : {1, 3, 0x80}) {
      damaged[at] ^= static_cast<std::uint8_t>(change);
      expect_the_same(damaged.data(), damaged.size(), nullptr, at);
      damaged[at] ^= static_cast<std::uint8_t>(change);
    }
  }
  fastser_limits limits{};
  limits.struct_size = sizeof limits;
  for (limits.depth = 1; limits.depth < 5; ++limits.depth) {
    expect_the_same(bytes.data(), bytes.size(), &limits, limits.depth);
  }
  limits.depth = 0;
  limits.memory_factor = 1;
  for (limits.memory_base = 1; limits.memory_base < 20000; limits.memory_base += 97) {
    expect_the_same(bytes.data(), bytes.size(), &limits,
                    static_cast<std::size_t>(limits.memory_base));
  }
}

}  // namespace
}  // namespace fastser::testing
