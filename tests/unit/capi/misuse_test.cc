// SPDX-License-Identifier: MIT
//
// Wrong calls of the C interface: no handle, NULL with a size, structs that are too small, calls in
// the wrong place. Each is a status or nothing, never a crash. tests/tools/c_api.sh sees to it that
// every function is called in one of the files here.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "unit/capi/support.hpp"

#if defined(__clang__)  // NULL where the headers say that there is none is what is tested
#pragma clang diagnostic ignored "-Wnonnull"
#endif

namespace fastser::testing {
namespace {

constexpr fastser_key kKey = FASTSER_KEY("key");
constexpr fastser_key kOther = FASTSER_KEY("other");
constexpr fastser_key kNoText = {nullptr, 3};
constexpr fastser_key kHuge = {"text", SIZE_MAX};
const char kObject = 0;

std::int32_t write_nothing(fastser_writer*, const void*, std::uint32_t, void*) {
  return FASTSER_OK;
}

// ---- writers

struct WriterCall {
  const char* name;
  std::function<void(fastser_writer*, const fastser_key*)> call;
};

// Every call of a value, with arguments that are right.
const std::vector<WriterCall>& writer_calls() {
#define CALL(name, ...)                                                                            \
  {                                                                                                \
#name,                                                                                         \
        [](fastser_writer * w, const fastser_key* k) { fastser_writer_##name(w, k, __VA_ARGS__); } \
  }
  static const std::vector<WriterCall> kCalls = {
      CALL(bool, 1),
      CALL(i8, 1),
      CALL(u8, 1),
      CALL(i16, 1),
      CALL(u16, 1),
      CALL(i32, 1),
      CALL(u32, 1),
      CALL(i64, 1),
      CALL(u64, 1),
      CALL(f32, 1),
      CALL(f64, 1),
      CALL(f32_bits, 1),
      CALL(f64_bits, 1),
      CALL(vi64, 1),
      CALL(vu64, 1),
      CALL(string, "text", 4),
      CALL(string16, nullptr, 0),
      CALL(string_again, &kObject),
      CALL(data, "data", 4),
      CALL(url, "a:b", 3),
      CALL(class_ref, "Class", 5),
      CALL(date, fastser_date{1, 2}),
      CALL(apple_date, 1),
      CALL(duration, 1),
      CALL(uuid, fastser_uuid{}),
      CALL(decimal, fastser_decimal{}),
      CALL(array, FASTSER_TYPE_U8, "array", 5),
      CALL(begin_list, 0, FASTSER_TYPE_I32),
      CALL(begin_set, 0, FASTSER_TYPE_I32),
      CALL(begin_map, 0, FASTSER_TYPE_STRING, FASTSER_TYPE_ANY, 0),
      CALL(begin_tuple, 0),
      CALL(begin_record, 0),
      CALL(begin_object, &kObject, 0),
      CALL(object, &kObject, 0, write_nothing, nullptr),
      CALL(begin_object_or_later, &kObject, 0, nullptr),
      CALL(reference, nullptr),
      CALL(conditional, nullptr),
      {"null", [](fastser_writer* w, const fastser_key* k) { fastser_writer_null(w, k); }},
      {"begin_branch",
       [](fastser_writer* w, const fastser_key* k) { fastser_writer_begin_branch(w, k); }},
  };
#undef CALL
  return kCalls;
}

TEST(CapiMisuse, NoWriterDoesNothing) {
  for (const WriterCall& one : writer_calls()) {
    one.call(nullptr, nullptr);
    one.call(nullptr, &kKey);
  }
  fastser_writer* const none = nullptr;
  fastser_pending pending{};
  EXPECT_EQ(fastser_writer_string_again(none, nullptr, &kObject), 0);
  EXPECT_EQ(fastser_writer_begin_object(none, nullptr, &kObject, 0), 0);
  EXPECT_EQ(fastser_writer_begin_object_or_later(none, nullptr, &kObject, 0, nullptr),
            FASTSER_PLACE_DONE);
  EXPECT_EQ(fastser_writer_begin_pending(none, &pending), 0);
  EXPECT_EQ(fastser_writer_begin_branch(none, nullptr), FASTSER_NO_NUMBER);
  EXPECT_EQ(fastser_writer_class(none, "C", 1, 0, FASTSER_NO_NUMBER), FASTSER_NO_NUMBER);
  EXPECT_EQ(fastser_writer_class_data(none, 0), nullptr);
  EXPECT_EQ(fastser_writer_key(none, "k", 1), nullptr);
  fastser_writer_set_class_data(none, 0, nullptr);
  fastser_writer_remember_string(none, &kObject);
  fastser_writer_end_list(none);
  fastser_writer_end_map(none);
  fastser_writer_end_tuple(none);
  fastser_writer_end_record(none);
  fastser_writer_end_object(none);
  fastser_writer_swap(none, 0);
  fastser_writer_fail(none, FASTSER_IO, "text", 4);
  fastser_writer_reset(none);
  fastser_writer_destroy(none);
  fastser_error error = FASTSER_ERROR_INIT;
  EXPECT_EQ(fastser_writer_status(none, &error), FASTSER_USAGE);
  EXPECT_STREQ(error.message, "the writer is NULL");
  fastser_bytes bytes;
  fastser_view view;
  std::size_t size = 1;
  EXPECT_EQ(fastser_writer_finish(none, nullptr, &bytes, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_writer_finish_into(none, nullptr, 0, &size, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_writer_finish_view(none, &view, nullptr), FASTSER_USAGE);
}

TEST(CapiMisuse, AWrongKeyIsAnErrorInEveryCallOfAWriter) {
  for (const fastser_key* key : {&kNoText, &kHuge}) {
    for (const WriterCall& one : writer_calls()) {
      const Writer writer;
      one.call(writer.get(), key);
      EXPECT_EQ(writer.status(), FASTSER_USAGE) << one.name;
    }
  }
}

// A key without a size, in a place where none was: nothing is compared by an address of nothing.
TEST(CapiMisuse, AWrongKeyIsAnErrorWhereAKeyIsExpected) {
  const Writer writer;
  const std::uint32_t of = writer.make_class("C");
  for (const fastser_key* key : {&kKey, &kKey, &kNoText}) {
    EXPECT_EQ(writer.status(), FASTSER_OK);
    fastser_writer_begin_record(writer.get(), nullptr, of);
    fastser_writer_i32(writer.get(), key, 1);
    fastser_writer_end_record(writer.get());
  }
  EXPECT_EQ(writer.status(), FASTSER_USAGE);
}

// Runs `call` on a writer that has a record open, and says what became of it.
std::int32_t status_of(const std::function<void(fastser_writer*)>& call) {
  const Writer writer;
  fastser_writer_begin_record(writer.get(), nullptr, writer.make_class("C"));
  EXPECT_EQ(writer.status(), FASTSER_OK);
  call(writer.get());
  const std::int32_t status = writer.status();
  if (status != FASTSER_OK) {  // sticky, until the end
    for (const WriterCall& one : writer_calls()) one.call(writer.get(), &kOther);
    EXPECT_EQ(writer.status(), status);
    fastser_bytes bytes{nullptr, 1, nullptr, nullptr};
    EXPECT_EQ(fastser_writer_finish(writer.get(), nullptr, &bytes, nullptr), status);
    EXPECT_EQ(bytes.size, 0U);
  }
  return status;
}

TEST(CapiMisuse, NullWithASizeIsAnErrorOfTheWriter) {
  const std::vector<std::function<void(fastser_writer*)>> calls = {
      [](fastser_writer* w) { fastser_writer_string(w, nullptr, nullptr, 1); },
      [](fastser_writer* w) { fastser_writer_string16(w, nullptr, nullptr, 1); },
      [](fastser_writer* w) { fastser_writer_data(w, nullptr, nullptr, 1); },
      [](fastser_writer* w) { fastser_writer_url(w, &kKey, nullptr, 1); },
      [](fastser_writer* w) { fastser_writer_class_ref(w, &kKey, nullptr, 1); },
      [](fastser_writer* w) { fastser_writer_array(w, nullptr, FASTSER_TYPE_U8, nullptr, 1); },
      [](fastser_writer* w) { fastser_writer_class(w, nullptr, 1, 0, FASTSER_NO_NUMBER); },
      [](fastser_writer* w) { fastser_writer_key(w, nullptr, 1); },
      [](fastser_writer* w) { fastser_writer_fail(w, FASTSER_IO, nullptr, 1); },
      [](fastser_writer* w) { fastser_writer_object(w, &kKey, &kObject, 0, nullptr, nullptr); },
      [](fastser_writer* w) { fastser_writer_begin_pending(w, nullptr); },
  };
  for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(status_of(calls[i]), FASTSER_USAGE) << i;
}

// An error of a caller that subtracted too much; no memory is so large.
TEST(CapiMisuse, ASizeThatNoMemoryHasIsAnErrorOfTheWriter) {
  const std::vector<std::function<void(fastser_writer*)>> calls = {
      [](fastser_writer* w) { fastser_writer_string(w, nullptr, "abc", SIZE_MAX); },
      [](fastser_writer* w) { fastser_writer_data(w, nullptr, "abc", SIZE_MAX); },
      [](fastser_writer* w) { fastser_writer_url(w, &kKey, "abc", SIZE_MAX - 3); },
      [](fastser_writer* w) { fastser_writer_data(w, &kKey, "abc", SIZE_MAX / 2 + 1); },
  };
  for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(status_of(calls[i]), FASTSER_USAGE) << i;
}

TEST(CapiMisuse, WrongArgumentsAreAnErrorOfTheWriter) {
  const std::vector<std::function<void(fastser_writer*)>> calls = {
      [](fastser_writer* w) { fastser_writer_begin_record(w, nullptr, 77); },
      [](fastser_writer* w) { fastser_writer_begin_record(w, &kKey, FASTSER_NO_NUMBER); },
      [](fastser_writer* w) { fastser_writer_begin_object(w, nullptr, &kObject, 77); },
      [](fastser_writer* w) {
        fastser_writer_object(w, nullptr, &kObject, 77, write_nothing, nullptr);
      },
      [](fastser_writer* w) {
        fastser_writer_begin_object_or_later(w, nullptr, &kObject, 77, nullptr);
      },
      [](fastser_writer* w) { fastser_writer_class(w, "D", 1, 0, 77); },
      [](fastser_writer* w) { fastser_writer_class(w, "\xFF", 1, 0, FASTSER_NO_NUMBER); },
      [](fastser_writer* w) { fastser_writer_set_class_data(w, 77, nullptr); },
      [](fastser_writer* w) { fastser_writer_key(w, "\xFF", 1); },
      [](fastser_writer* w) { fastser_writer_string(w, nullptr, "\xFF", 1); },
      [](fastser_writer* w) {
        const std::uint16_t lone[] = {0xD800};
        fastser_writer_string16(w, nullptr, lone, 1);
      },
      [](fastser_writer* w) {
        alignas(2) const char odd[4] = {};
        const void* const at = odd + 1;
        fastser_writer_string16(w, nullptr, static_cast<const std::uint16_t*>(at), 1);
      },
      [](fastser_writer* w) {
        fastser_writer_date(w, nullptr, {0, 1000000000});
      },
      [](fastser_writer* w) {
        fastser_writer_decimal(w, nullptr, {0, 0, 0, 29, 0});
      },
      [](fastser_writer* w) { fastser_writer_array(w, nullptr, FASTSER_TYPE_BOOL, "\2", 1); },
      [](fastser_writer* w) { fastser_writer_array(w, nullptr, FASTSER_TYPE_STRING, "", 0); },
      [](fastser_writer* w) { fastser_writer_array(w, nullptr, 0xFFFFFFFFU, "", 0); },
      [](fastser_writer* w) { fastser_writer_begin_list(w, nullptr, 0, FASTSER_TYPE_RECORD); },
      [](fastser_writer* w) { fastser_writer_begin_list(w, nullptr, 0, 0xFF); },
      [](fastser_writer* w) { fastser_writer_begin_list(w, nullptr, 0, 0xFFFFFFFFU); },
      [](fastser_writer* w) { fastser_writer_begin_set(w, nullptr, 0, FASTSER_LIST_OF(0xFF)); },
      [](fastser_writer* w) {
        fastser_writer_begin_map(w, nullptr, 0, FASTSER_TYPE_I32, 0x10000U, 0);
      },
      [](fastser_writer* w) {
        fastser_writer_begin_map(w, nullptr, UINT64_MAX - 1, FASTSER_TYPE_I32, FASTSER_TYPE_I32, 0);
      },
      [](fastser_writer* w) { fastser_writer_begin_tuple(w, nullptr, 33); },
      [](fastser_writer* w) { fastser_writer_reference(w, nullptr, &kObject); },
      [](fastser_writer* w) { fastser_writer_fail(w, FASTSER_OK, "", 0); },
  };
  for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(status_of(calls[i]), FASTSER_USAGE) << i;
}

TEST(CapiMisuse, CallsInTheWrongPlaceAreAnErrorOfTheWriter) {
  const std::vector<std::function<void(fastser_writer*)>> calls = {
      [](fastser_writer* w) { fastser_writer_end_list(w); },
      [](fastser_writer* w) { fastser_writer_end_map(w); },
      [](fastser_writer* w) { fastser_writer_end_tuple(w); },
      [](fastser_writer* w) { fastser_writer_end_object(w); },
      [](fastser_writer* w) {
        fastser_writer_end_record(w);
        fastser_writer_end_record(w);
      },
      [](fastser_writer* w) { fastser_writer_swap(w, 0); },
      [](fastser_writer* w) { fastser_writer_swap(w, fastser_writer_begin_branch(w, &kKey) + 1); },
      [](fastser_writer* w) {
        fastser_writer_begin_list(w, nullptr, 1, FASTSER_TYPE_I32);
        fastser_writer_i32(w, &kKey, 1);
      },
      [](fastser_writer* w) {
        fastser_writer_begin_list(w, nullptr, 2, FASTSER_TYPE_I32);
        fastser_writer_end_list(w);
      },
      [](fastser_writer* w) {
        fastser_writer_i32(w, &kKey, 1);
        fastser_writer_i32(w, &kKey, 1);
        fastser_writer_end_record(w);
      },
  };
  for (std::size_t i = 0; i < calls.size(); ++i) EXPECT_EQ(status_of(calls[i]), FASTSER_USAGE) << i;
}

TEST(CapiMisuse, FinishInsideARecordIsAnErrorAndTheWriterIsGoodAgain) {
  const Writer writer;
  fastser_writer_begin_record(writer.get(), nullptr, writer.make_class("C"));
  fastser_view view;
  EXPECT_EQ(fastser_writer_finish_view(writer.get(), &view, nullptr), FASTSER_USAGE);
  EXPECT_EQ(view.size, 0U);
  EXPECT_EQ(writer.status(), FASTSER_OK);
  fastser_writer_i32(writer.get(), nullptr, 1);
  EXPECT_EQ(fastser_writer_finish_view(writer.get(), &view, nullptr), FASTSER_OK);
}

TEST(CapiMisuse, WithoutAPlaceForItTheEndIsRefusedAndNothingLost) {
  const Writer writer;
  fastser_writer_i32(writer.get(), nullptr, 1);
  std::size_t size = 0;
  EXPECT_EQ(fastser_writer_finish(writer.get(), nullptr, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_writer_finish_into(writer.get(), nullptr, 0, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_writer_finish_into(writer.get(), nullptr, 9, &size, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_writer_finish_view(writer.get(), nullptr, nullptr), FASTSER_USAGE);
  const Bytes bytes(writer);
  const Reader reader(bytes);
  EXPECT_EQ(fastser_reader_i32(reader.get(), nullptr), 1);
}

// What a function of the caller's must not do from inside.
std::int32_t meddle(fastser_writer* writer, const void*, std::uint32_t, void* context) {
  fastser_bytes bytes;
  if (context == nullptr) {
    fastser_writer_reset(writer);
  } else {
    EXPECT_EQ(fastser_writer_finish(writer, nullptr, &bytes, nullptr), FASTSER_USAGE);
  }
  return FASTSER_OK;
}

TEST(CapiMisuse, AWriterIsNotFinishedOrResetByWhatItCalls) {
  char context = 0;
  for (char* what : {&context, static_cast<char*>(nullptr)}) {
    const Writer writer;
    fastser_writer_object(writer.get(), nullptr, &kObject, writer.make_class("C"), meddle, what);
    EXPECT_EQ(writer.status(), FASTSER_USAGE);
  }
}

std::int32_t throws(fastser_writer*, const void*, std::uint32_t, void*) {
  throw std::runtime_error("not said");
}
std::int32_t opens(fastser_writer* writer, const void*, std::uint32_t of, void*) {
  fastser_writer_begin_record(writer, nullptr, of);
  return FASTSER_OK;
}

TEST(CapiMisuse, ABodyThatThrowsOrLeavesThingsOpenIsAnError) {
  for (const fastser_object_body body : {&throws, &opens}) {
    const Writer writer;
    fastser_writer_object(writer.get(), nullptr, &kObject, writer.make_class("C"), body, nullptr);
    EXPECT_EQ(writer.status(), FASTSER_USAGE);
  }
}

// Releasing them then does nothing.
TEST(CapiMisuse, WhatIsGivenIsEmptyAfterEveryError) {
  const auto garbage = [] {
    fastser_bytes bytes;
    std::memset(&bytes, 0x5A, sizeof bytes);
    return bytes;
  };
  const auto is_empty = [](const fastser_bytes& bytes) {
    return bytes.data == nullptr && bytes.size == 0;
  };
  fastser_bytes bytes = garbage();
  fastser_bytes schema = garbage();
  fastser_convert_options options{};
  options.struct_size = sizeof options;
  options.new_schema = &schema;
  const char junk[] = "\x01\x02";
  EXPECT_NE(fastser_convert(junk, 2, FASTSER_FORMAT_DETECT, FASTSER_FORMAT_JSON, &options, nullptr,
                            &bytes, nullptr),
            FASTSER_OK);
  EXPECT_TRUE(is_empty(bytes) && is_empty(schema));
  schema = garbage();
  EXPECT_EQ(fastser_convert(nullptr, 2, 0, 0, &options, nullptr, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_TRUE(is_empty(schema));
  for (const auto call : {&fastser_type_table, &fastser_type_text}) {
    bytes = garbage();
    EXPECT_EQ(call(nullptr, nullptr, &bytes, nullptr), FASTSER_USAGE);
    EXPECT_TRUE(is_empty(bytes));
  }
  bytes = garbage();
  EXPECT_EQ(fastser_flat_schema(nullptr, 0, nullptr, &bytes, nullptr), FASTSER_USAGE);
  EXPECT_TRUE(is_empty(bytes));
  auto* type = reinterpret_cast<fastser_type*>(&bytes);
  EXPECT_EQ(fastser_type_share(nullptr, &type, nullptr), FASTSER_USAGE);
  EXPECT_EQ(type, nullptr);
  type = reinterpret_cast<fastser_type*>(&bytes);
  EXPECT_EQ(fastser_plan_type(nullptr, &type, nullptr), FASTSER_USAGE);
  EXPECT_EQ(type, nullptr);
  type = reinterpret_cast<fastser_type*>(&bytes);
  EXPECT_EQ(fastser_type_read(nullptr, 1, &type, nullptr), FASTSER_USAGE);
  EXPECT_EQ(type, nullptr);
  auto* plan = reinterpret_cast<fastser_plan*>(&bytes);
  EXPECT_EQ(fastser_plan_compile(nullptr, nullptr, 0, &plan, nullptr), FASTSER_USAGE);
  EXPECT_EQ(plan, nullptr);
}

TEST(CapiMisuse, OptionsThatAreNoneAreRefused) {
  fastser_writer* writer = nullptr;
  EXPECT_EQ(fastser_writer_create(nullptr, nullptr, nullptr), FASTSER_USAGE);
  const auto refused = [&](auto change) {
    fastser_writer_options options{};
    options.struct_size = sizeof options;
    change(options);
    fastser_error error = FASTSER_ERROR_INIT;
    EXPECT_EQ(fastser_writer_create(&options, &writer, &error), FASTSER_USAGE);
    EXPECT_EQ(error.status, FASTSER_USAGE);
    EXPECT_EQ(writer, nullptr);
  };
  refused([](auto& options) { options.struct_size = 0; });
  refused([](auto& options) { options.struct_size = offsetof(fastser_writer_options, limits); });
  refused([](auto& options) { options.sharing = 4; });
  refused([](auto& options) { options.repeated_keys = 2; });
  refused([](auto& options) { options.reserved = 1; });
}

// ---- readers

struct ReaderCall {
  const char* name;
  std::function<void(fastser_reader*, const fastser_key*)> call;
};

const std::vector<ReaderCall>& reader_calls() {
#define CALL(name)                                                                      \
  {                                                                                     \
#name, [](fastser_reader * r,                                                       \
              const fastser_key* k) { static_cast<void>(fastser_reader_##name(r, k)); } \
  }
  static const std::vector<ReaderCall> kCalls = {
      CALL(bool),
      CALL(i8),
      CALL(u8),
      CALL(i16),
      CALL(u16),
      CALL(i32),
      CALL(u32),
      CALL(i64),
      CALL(u64),
      CALL(f32),
      CALL(f64),
      CALL(f32_bits),
      CALL(f64_bits),
      CALL(null),
      CALL(string),
      CALL(string16),
      CALL(url),
      CALL(class_ref),
      CALL(data),
      CALL(date),
      CALL(apple_date),
      CALL(duration),
      CALL(uuid),
      CALL(decimal),
      CALL(array),
      CALL(peek),
      CALL(peek_element),
      CALL(is_nothing),
      CALL(contains),
      CALL(skip),
      CALL(begin_record),
      CALL(begin_object),
      CALL(begin_object_or_later),
      CALL(position),
      {"known_or_value",
       [](fastser_reader* r, const fastser_key* k) {
         fastser_value value;
         fastser_reader_known_or_value(r, k, &value);
       }},
      {"take_list",
       [](fastser_reader* r, const fastser_key* k) {
         double values[2];
         fastser_reader_take_list(r, k, FASTSER_TYPE_F64, 2, values);
       }},
      {"begin_list",
       [](fastser_reader* r, const fastser_key* k) { fastser_reader_begin_list(r, k, nullptr); }},
      {"begin_map",
       [](fastser_reader* r, const fastser_key* k) { fastser_reader_begin_map(r, k, nullptr); }},
  };
#undef CALL
  return kCalls;
}

// All that is asked of a reader without a value.
void ask(fastser_reader* r) {
  for (const std::uint32_t number : {0U, 1U, FASTSER_NO_NUMBER}) {
    EXPECT_EQ(fastser_reader_string_object(r, number), nullptr);
    EXPECT_EQ(fastser_reader_data_object(r, number), nullptr);
    EXPECT_EQ(fastser_reader_object(r, number), nullptr);
    EXPECT_EQ(fastser_reader_class_data(r, number), nullptr);
    EXPECT_EQ(fastser_reader_object_class(r, number), FASTSER_NO_NUMBER);
    EXPECT_EQ(fastser_reader_class_name(r, number).size, 0U);
    EXPECT_EQ(fastser_reader_class_version(r, number), 0U);
    EXPECT_EQ(fastser_reader_class_number(r, number), FASTSER_NO_NUMBER);
    EXPECT_EQ(fastser_reader_class_name_of(r, number).size, 0U);
    EXPECT_EQ(fastser_reader_field(r, number).named, 0);
    fastser_reader_set_string_object(r, number, nullptr);
    fastser_reader_set_data_object(r, number, nullptr);
    fastser_reader_set_object(r, number, nullptr);
    fastser_reader_set_class_data(r, number, nullptr);
    fastser_reader_end_branch(r, number);
    fastser_reader_swap(r, number);
  }
  EXPECT_EQ(fastser_reader_shared_number(r), FASTSER_NO_NUMBER);
  EXPECT_EQ(fastser_reader_class_levels(r), 0U);
  EXPECT_EQ(fastser_reader_element_code(r), static_cast<std::uint32_t>(FASTSER_TYPE_NULL));
  EXPECT_EQ(fastser_reader_mapped_code(r), static_cast<std::uint32_t>(FASTSER_TYPE_NULL));
  EXPECT_EQ(fastser_reader_elements_left(r), 0U);
  EXPECT_EQ(fastser_reader_is_at_end(r), 1);
  fastser_reader_forget_class_data(r);
  fastser_reader_end_list(r);
  fastser_reader_end_map(r);
  fastser_reader_end_record(r);
  fastser_reader_end_object(r);
  fastser_reader_end_at(r);
  std::uint32_t number = 0;
  EXPECT_EQ(fastser_reader_begin_pending(r, &number), 0);
  EXPECT_EQ(number, FASTSER_NO_NUMBER);
  EXPECT_EQ(fastser_reader_begin_pending(r, nullptr), 0);
  EXPECT_EQ(fastser_reader_begin_at(r, nullptr), 0);
  EXPECT_EQ(fastser_reader_begin_branch(r), FASTSER_NO_NUMBER);
}

void expect_nothing(fastser_reader* r) {
  for (const fastser_key* key : {static_cast<const fastser_key*>(nullptr), &kKey, &kNoText}) {
    for (const ReaderCall& one : reader_calls()) one.call(r, key);
    EXPECT_EQ(fastser_reader_i64(r, key), 0);
    EXPECT_EQ(fastser_reader_f64(r, key), 0);
    EXPECT_EQ(fastser_reader_string(r, key).size, 0U);
    EXPECT_EQ(fastser_reader_begin_object(r, key).kind, FASTSER_OBJECT_NIL);
    std::uint64_t count = 1;
    EXPECT_EQ(fastser_reader_begin_list(r, key, &count), 0);
    EXPECT_EQ(count, 0U);
    EXPECT_EQ(fastser_reader_begin_map(r, key, &count), 0);
    EXPECT_EQ(fastser_reader_is_nothing(r, key), 1);
    EXPECT_EQ(fastser_reader_peek_element(r, key), 0U);
    const fastser_position position = fastser_reader_position(r, key);
    EXPECT_EQ(fastser_position_is_valid(&position), 0);
    EXPECT_EQ(fastser_reader_begin_at(r, &position), 0);
  }
  ask(r);
  EXPECT_EQ(fastser_reader_field_count(r), 0U);
  EXPECT_EQ(fastser_reader_field_index(r), 0U);
  EXPECT_EQ(fastser_reader_begin_again(r, 0), 0);
  EXPECT_EQ(fastser_reader_run(r, FASTSER_TYPE_I32).count, 0U);
  fastser_reader_take_run(r, FASTSER_TYPE_I32, 1);
  fastser_value value;
  EXPECT_EQ(fastser_reader_known_or_value(r, nullptr, &value), nullptr);
  EXPECT_EQ(value.taken, 0);
  EXPECT_EQ(fastser_reader_take_list(r, nullptr, FASTSER_TYPE_F64, 0, nullptr), 0);
  fastser_reader_fail(r, FASTSER_IO, "text", 4);
}

TEST(CapiMisuse, NoReaderHasNothing) {
  expect_nothing(nullptr);
  EXPECT_EQ(fastser_reader_key(nullptr, "k", 1), nullptr);
  EXPECT_EQ(fastser_reader_user_version(nullptr), 0U);
  EXPECT_EQ(fastser_reader_offset(nullptr), 0U);
  EXPECT_EQ(fastser_reader_open(nullptr, "", 0, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_reader_status(nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_reader_finish(nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_reader_create(nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_position_is_valid(nullptr), 0);
  fastser_type* type = nullptr;
  EXPECT_EQ(fastser_reader_type(nullptr, &type, nullptr), FASTSER_USAGE);
  fastser_reader_destroy(nullptr);
}

TEST(CapiMisuse, AReaderThatOpenedNothingHasNothing) {
  const Reader reader;
  expect_nothing(reader.get());
  EXPECT_EQ(reader.status(), FASTSER_USAGE);
  EXPECT_EQ(reader.finish(), FASTSER_USAGE);
  fastser_type* type = nullptr;
  EXPECT_EQ(fastser_reader_type(reader.get(), nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_reader_type(reader.get(), &type, nullptr), FASTSER_USAGE);
  EXPECT_EQ(type, nullptr);
}

TEST(CapiMisuse, AReaderThatOpenedInVainHasNothing) {
  const Reader reader;
  EXPECT_EQ(fastser_reader_open(reader.get(), nullptr, 4, nullptr, nullptr), FASTSER_USAGE);
  fastser_error error = FASTSER_ERROR_INIT;
  EXPECT_EQ(fastser_reader_open(reader.get(), "no archive at all", 17, nullptr, &error),
            FASTSER_MALFORMED);
  expect_nothing(reader.get());
  fastser_type* type = nullptr;
  EXPECT_EQ(fastser_reader_type(reader.get(), &type, nullptr), FASTSER_USAGE);
  EXPECT_EQ(reader.status(), FASTSER_MALFORMED);
  EXPECT_EQ(fastser_reader_open(reader.get(), nullptr, 0, nullptr, &error), FASTSER_TRUNCATED);
  EXPECT_EQ(reader.finish(), FASTSER_TRUNCATED);
}

TEST(CapiMisuse, AnErrorOfAReaderIsStickyUntilTheNextArchive) {
  const Writer writer;
  fastser_writer_string(writer.get(), nullptr, "text", 4);
  const Bytes bytes(writer);
  const Reader reader(bytes);
  EXPECT_EQ(fastser_reader_i32(reader.get(), nullptr), 0);
  expect_nothing(reader.get());
  EXPECT_EQ(reader.status(), FASTSER_TYPE_MISMATCH);
  EXPECT_EQ(reader.finish(), FASTSER_TYPE_MISMATCH);
  EXPECT_EQ(reader.open(bytes), FASTSER_OK);
  EXPECT_EQ(fastser_reader_string(reader.get(), nullptr).size, 4U);
  EXPECT_EQ(reader.finish(), FASTSER_OK);
}

TEST(CapiMisuse, AWrongKeyIsAnErrorInEveryCallOfAReader) {
  const Writer writer;
  fastser_writer_i32(writer.get(), &kKey, 1);
  const Bytes bytes(writer);
  for (const fastser_key* key : {&kNoText, &kHuge}) {
    for (const ReaderCall& one : reader_calls()) {
      const Reader reader(bytes);
      one.call(reader.get(), key);
      EXPECT_EQ(reader.status(), FASTSER_USAGE) << one.name;
    }
  }
  const Reader reader(bytes);
  EXPECT_EQ(fastser_reader_contains(reader.get(), nullptr), 0);
  EXPECT_EQ(reader.status(), FASTSER_USAGE);
  EXPECT_EQ(reader.open(bytes), FASTSER_OK);
  EXPECT_EQ(fastser_reader_key(reader.get(), nullptr, 1), nullptr);
  EXPECT_EQ(reader.status(), FASTSER_USAGE);
  // A name that no field can have is none's.
  EXPECT_EQ(reader.open(bytes), FASTSER_OK);
  EXPECT_EQ(fastser_reader_contains(reader.get(), fastser_reader_key(reader.get(), "\xFF", 1)), 0);
  EXPECT_EQ(reader.status(), FASTSER_OK);
}

TEST(CapiMisuse, CallsInTheWrongPlaceAreAnErrorOfTheReader) {
  const Writer writer;
  fastser_writer_begin_list(writer.get(), &kKey, 1, FASTSER_TYPE_I32);
  fastser_writer_i32(writer.get(), nullptr, 1);
  fastser_writer_end_list(writer.get());
  const Bytes bytes(writer);
  const std::vector<std::function<void(fastser_reader*)>> calls = {
      [](fastser_reader* r) { fastser_reader_end_list(r); },
      [](fastser_reader* r) { fastser_reader_end_map(r); },
      [](fastser_reader* r) { fastser_reader_end_record(r); },
      [](fastser_reader* r) { fastser_reader_end_object(r); },
      [](fastser_reader* r) { fastser_reader_end_at(r); },
      [](fastser_reader* r) { fastser_reader_swap(r, 0); },
      [](fastser_reader* r) { fastser_reader_end_branch(r, 0); },
      [](fastser_reader* r) { fastser_reader_begin_at(r, nullptr); },
      [](fastser_reader* r) { fastser_reader_fail(r, FASTSER_OK, "", 0); },
      [](fastser_reader* r) { fastser_reader_fail(r, FASTSER_IO, nullptr, 1); },
      [](fastser_reader* r) {
        const std::uint32_t branch = fastser_reader_begin_branch(r);
        fastser_reader_end_branch(r, branch);
        fastser_reader_swap(r, branch);
      },
      [](fastser_reader* r) {
        const std::uint32_t branch = fastser_reader_begin_branch(r);
        fastser_reader_swap(r, branch);
        fastser_reader_end_branch(r, branch);  // while it is read
      },
      [](fastser_reader* r) {
        fastser_reader_begin_list(r, &kKey, nullptr);
        fastser_reader_end_record(r);
      },
  };
  for (std::size_t i = 0; i < calls.size(); ++i) {
    const Reader reader(bytes);
    calls[i](reader.get());
    EXPECT_EQ(reader.status(), FASTSER_USAGE) << i;
    EXPECT_EQ(reader.finish(), FASTSER_USAGE) << i;
  }
}

TEST(CapiMisuse, APositionOfAnotherReaderOrArchiveIsRefused) {
  const Writer writer;
  for (int i = 0; i < 100; ++i) fastser_writer_i32(writer.get(), nullptr, i);
  const Bytes bytes(writer);
  fastser_writer_i32(writer.get(), nullptr, 1);
  const Bytes small(writer);
  const Reader reader(bytes);
  const Reader other(small);
  for (int i = 0; i < 99; ++i) fastser_reader_skip(reader.get(), nullptr);
  const fastser_position position = fastser_reader_position(reader.get(), nullptr);
  EXPECT_EQ(fastser_position_is_valid(&position), 1);
  EXPECT_EQ(fastser_reader_begin_at(other.get(), &position), 0);
  EXPECT_EQ(other.status(), FASTSER_USAGE);
  EXPECT_EQ(fastser_reader_begin_at(reader.get(), &position), 1);
  EXPECT_EQ(fastser_reader_i32(reader.get(), nullptr), 99);
  fastser_reader_end_at(reader.get());
  EXPECT_EQ(reader.open(small), FASTSER_OK);
  EXPECT_EQ(fastser_reader_begin_at(reader.get(), &position), 0);
  EXPECT_EQ(reader.status(), FASTSER_USAGE);
}

TEST(CapiMisuse, AnArrayIsCopiedOnlyWhereItFits) {
  const std::uint8_t bytes[4] = {1, 0, 0, 0};
  std::int32_t to = 7;
  fastser_array array{bytes, 1, FASTSER_TYPE_I32};
  EXPECT_EQ(fastser_array_copy(nullptr, FASTSER_TYPE_I32, &to, 1), FASTSER_USAGE);
  EXPECT_EQ(fastser_array_copy(&array, FASTSER_TYPE_I32, nullptr, 1), FASTSER_USAGE);
  EXPECT_EQ(fastser_array_copy(&array, FASTSER_TYPE_STRING, &to, 1), FASTSER_USAGE);
  EXPECT_EQ(fastser_array_copy(&array, FASTSER_TYPE_I32, nullptr, 0), FASTSER_NO_SPACE);
  EXPECT_EQ(to, 7);
  EXPECT_EQ(fastser_array_copy(&array, FASTSER_TYPE_I32, &to, 1), FASTSER_OK);
  EXPECT_EQ(to, 1);
  array.data = nullptr;
  EXPECT_EQ(fastser_array_copy(&array, FASTSER_TYPE_I32, &to, 1), FASTSER_USAGE);
  array = {};
  EXPECT_EQ(fastser_array_copy(&array, FASTSER_TYPE_I32, &to, 1), FASTSER_OK);
}

}  // namespace
}  // namespace fastser::testing
