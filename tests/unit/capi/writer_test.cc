// SPDX-License-Identifier: MIT
//
// Writers of the C interface: keys, classes, sharing, pending objects, branches, the three ends.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "unit/capi/support.hpp"

namespace fastser::testing {
namespace {

constexpr fastser_key kA = FASTSER_KEY("a");
constexpr fastser_key kB = FASTSER_KEY("b");
constexpr fastser_key kChild = FASTSER_KEY("child");

std::string string_of(fastser_text text) {
  return {text.data == nullptr ? "" : text.data, text.size};
}

std::string json_of(const Bytes& bytes) {
  fastser_bytes json{};
  fastser_error error = FASTSER_ERROR_INIT;
  EXPECT_EQ(fastser_convert(bytes.data(), bytes.size(), FASTSER_FORMAT_ARCHIVE, FASTSER_FORMAT_JSON,
                            nullptr, nullptr, &json, &error),
            FASTSER_OK)
      << error.message;
  const std::string text(reinterpret_cast<const char*>(json.data), json.size);
  fastser_bytes_release(&json);
  return text;
}

TEST(CapiWriter, AKeyOfTheWritersIsOneForEachText) {
  const Writer writer;
  std::string text = "a";
  const fastser_key* const a = fastser_writer_key(writer.get(), text.data(), text.size());
  text = "b";  // the characters may go
  const fastser_key* const b = fastser_writer_key(writer.get(), text.data(), text.size());
  ASSERT_NE(a, nullptr);
  EXPECT_NE(a, b);
  for (int i = 0; i < 1000; ++i) {
    const std::string more = std::to_string(i);
    EXPECT_NE(fastser_writer_key(writer.get(), more.data(), more.size()), nullptr);
  }
  EXPECT_EQ(fastser_writer_key(writer.get(), "a", 1), a);
  EXPECT_EQ(std::string(a->text, a->size), "a");
  EXPECT_NE(fastser_writer_key(writer.get(), nullptr, 0), nullptr) << "the empty name is one too";
  fastser_writer_i32(writer.get(), a, 1);
  fastser_writer_i32(writer.get(), b, 2);
  EXPECT_EQ(json_of(Bytes(writer)), R"({"a":1,"b":2})");
}

TEST(CapiWriter, ALiteralAndAKeyOfTheWritersWithOneTextAreOneField) {
  const Writer writer;
  const std::uint32_t of = writer.make_class("C");
  fastser_writer_begin_list(writer.get(), nullptr, 2, FASTSER_TYPE_ANY_RECORD);
  for (const fastser_key* key : {&kA, fastser_writer_key(writer.get(), "a", 1)}) {
    fastser_writer_begin_record(writer.get(), nullptr, of);
    fastser_writer_u8(writer.get(), key, 1);
    fastser_writer_end_record(writer.get());
  }
  fastser_writer_end_list(writer.get());
  const Bytes bytes(writer);
  EXPECT_EQ(json_of(bytes), R"([{"a":1},{"a":1}])");
}

TEST(CapiWriter, ClassesAreTheSameForTheSameNameVersionAndSuperClass) {
  const Writer writer;
  fastser_writer* const w = writer.get();
  const std::uint32_t base = fastser_writer_class(w, "Base", 4, 1, FASTSER_NO_NUMBER);
  const std::uint32_t derived = fastser_writer_class(w, "Derived", 7, 2, base);
  EXPECT_EQ(fastser_writer_class(w, "Base", 4, 1, FASTSER_NO_NUMBER), base);
  EXPECT_NE(fastser_writer_class(w, "Base", 4, 2, FASTSER_NO_NUMBER), base);
  int data = 0;
  EXPECT_EQ(fastser_writer_class_data(w, base), nullptr);
  fastser_writer_set_class_data(w, base, &data);
  EXPECT_EQ(fastser_writer_class_data(w, base), &data);
  fastser_writer_begin_record(w, nullptr, derived);
  fastser_writer_end_record(w);
  const Bytes bytes(writer);
  EXPECT_EQ(fastser_writer_class_data(w, base), &data) << "classes stay";
  const Reader reader(bytes);
  ASSERT_EQ(fastser_reader_begin_record(reader.get(), nullptr), 1);
  EXPECT_EQ(fastser_reader_class_levels(reader.get()), 2U);
  EXPECT_EQ(string_of(fastser_reader_class_name(reader.get(), 0)), "Derived");
  EXPECT_EQ(string_of(fastser_reader_class_name(reader.get(), 1)), "Base");
  EXPECT_EQ(fastser_reader_class_version(reader.get(), 0), 2U);
  EXPECT_EQ(fastser_reader_class_version(reader.get(), 1), 1U);
  const std::uint32_t number = fastser_reader_class_number(reader.get(), 0);
  EXPECT_EQ(string_of(fastser_reader_class_name_of(reader.get(), number)), "Derived");
  fastser_reader_set_class_data(reader.get(), number, &data);
  EXPECT_EQ(fastser_reader_class_data(reader.get(), number), &data);
  fastser_reader_end_record(reader.get());
  EXPECT_EQ(reader.finish(), FASTSER_OK);
  EXPECT_EQ(reader.open(bytes), FASTSER_OK);
  EXPECT_EQ(fastser_reader_class_data(reader.get(), number), &data);
  fastser_reader_forget_class_data(reader.get());
  EXPECT_EQ(fastser_reader_class_data(reader.get(), number), nullptr);
}

std::size_t size_with(std::int32_t sharing) {
  fastser_writer_options options{};
  options.struct_size = sizeof options;
  options.sharing = sharing;
  const Writer writer(&options);
  for (int i = 0; i < 20; ++i) fastser_writer_string(writer.get(), nullptr, "the same text", 13);
  return Bytes(writer).size();
}

TEST(CapiWriter, EqualStringsAreWrittenOnceWhereAskedFor) {
  EXPECT_LT(size_with(FASTSER_SHARING_ON) + 19 * 12, size_with(FASTSER_SHARING_OFF) + 1);
  EXPECT_EQ(size_with(FASTSER_SHARING_DEFAULT), size_with(FASTSER_SHARING_ADAPTIVE));
}

TEST(CapiWriter, AStringOfTheCallersIsConvertedOnce) {
  const Writer writer;
  const char object = 0;
  EXPECT_EQ(fastser_writer_string_again(writer.get(), nullptr, &object), 0);
  fastser_writer_string(writer.get(), nullptr, "made once", 9);
  fastser_writer_remember_string(writer.get(), &object);
  EXPECT_EQ(fastser_writer_string_again(writer.get(), nullptr, &object), 1);
  const Bytes bytes(writer);
  const Reader reader(bytes);
  fastser_reader* const r = reader.get();
  char made = 0;
  EXPECT_EQ(fastser_reader_string(r, nullptr).size, 9U);
  const std::uint32_t number = fastser_reader_shared_number(r);
  ASSERT_NE(number, FASTSER_NO_NUMBER);
  EXPECT_EQ(fastser_reader_string_object(r, number), nullptr);
  fastser_reader_set_string_object(r, number, &made);
  EXPECT_EQ(string_of(fastser_reader_string(r, nullptr)), "made once");
  EXPECT_EQ(fastser_reader_shared_number(r), number);
  EXPECT_EQ(fastser_reader_string_object(r, number), &made);
  EXPECT_EQ(fastser_reader_data_object(r, number), nullptr) << "data are numbered apart";
}

TEST(CapiWriter, RepeatedKeysAreWhatTheOptionsSay) {
  for (const std::int32_t repeated : {FASTSER_REPEATED_KEYS_ERROR, FASTSER_REPEATED_KEYS_LAST}) {
    fastser_writer_options options{};
    options.struct_size = sizeof options;
    options.repeated_keys = repeated;
    const Writer writer(&options);
    fastser_writer_begin_record(writer.get(), nullptr, writer.make_class("C"));
    fastser_writer_i32(writer.get(), &kA, 1);
    fastser_writer_i32(writer.get(), &kA, 2);
    fastser_writer_end_record(writer.get());
    if (repeated == FASTSER_REPEATED_KEYS_ERROR) {
      EXPECT_EQ(writer.status(), FASTSER_USAGE);
      continue;
    }
    const Bytes bytes(writer);
    const Reader reader(bytes);
    ASSERT_EQ(fastser_reader_begin_record(reader.get(), nullptr), 1);
    EXPECT_EQ(fastser_reader_i32(reader.get(), &kA), 2);
  }
}

TEST(CapiWriter, ArraysOfEveryScalarComeBack) {
  const std::vector<std::uint8_t> memory = {1, 0, 1, 0, 1, 1, 0, 1, 1, 0, 0, 1, 1, 1, 0, 1, 9};
  for (std::uint32_t code = FASTSER_TYPE_BOOL; code <= FASTSER_TYPE_F64; ++code) {
    const Writer writer;
    const std::uint8_t* const odd = memory.data() + (code == FASTSER_TYPE_BOOL ? 0 : 1);
    fastser_writer_array(writer.get(), nullptr, code, odd, 2);
    fastser_writer_array(writer.get(), nullptr, code, nullptr, 0);
    const Bytes bytes(writer);
    const Reader reader(bytes);
    const fastser_array array = fastser_reader_array(reader.get(), nullptr);
    ASSERT_EQ(array.code, code);
    ASSERT_EQ(array.count, 2U);
    std::vector<std::uint8_t> again(16, 0xAA);
    ASSERT_EQ(fastser_array_copy(&array, code, again.data(), 2), FASTSER_OK);
    const auto end = std::find(again.begin(), again.end(), 0xAA);
    EXPECT_TRUE(std::equal(again.begin(), end, odd)) << code;
    const std::size_t widths[] = {0, 1, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8};
    EXPECT_EQ(static_cast<std::size_t>(end - again.begin()), 2 * widths[code]) << code;
    EXPECT_EQ(fastser_reader_array(reader.get(), nullptr).count, 0U);
    EXPECT_EQ(reader.finish(), FASTSER_OK);
  }
}

struct Link {
  int number = 0;
  Link* next = nullptr;
};

void fields(fastser_writer* w, std::uint32_t of, const Link& link) {
  fastser_writer_i32(w, &kA, link.number);
  if (fastser_writer_begin_object_or_later(w, &kB, link.next, of, link.next) == FASTSER_PLACE_NEW) {
    fields(w, of, *link.next);
    fastser_writer_end_object(w);
  }
}

TEST(CapiWriter, WhatIsPendingIsAskedFor) {
  std::vector<Link> chain(500);
  for (std::size_t i = 0; i < chain.size(); ++i) {
    chain[i].number = static_cast<int>(i);
    if (i + 1 < chain.size()) chain[i].next = &chain[i + 1];
  }
  const Writer writer;
  fastser_writer* const w = writer.get();
  const std::uint32_t of = writer.make_class("Link");
  ASSERT_EQ(fastser_writer_begin_object_or_later(w, nullptr, chain.data(), of, chain.data()),
            FASTSER_PLACE_NEW);
  fields(w, of, chain[0]);
  fastser_writer_end_object(w);
  EXPECT_EQ(fastser_writer_begin_object_or_later(w, nullptr, chain.data(), of, nullptr),
            FASTSER_PLACE_DONE);
  fastser_pending pending{};
  EXPECT_EQ(fastser_writer_status(w, nullptr), FASTSER_OK);
  pending.struct_size = sizeof pending;
  int owed = 0;
  for (; fastser_writer_begin_pending(w, &pending) != 0; ++owed) {
    EXPECT_EQ(pending.class_number, of);
    EXPECT_EQ(pending.identity, pending.context);
    fields(w, of, *static_cast<const Link*>(pending.context));
    fastser_writer_end_object(w);
  }
  EXPECT_GT(owed, 1);
  const Bytes bytes(writer);
  fastser_limits limits{sizeof limits, 0, 0, 1 << 20};
  const Reader reader;
  ASSERT_EQ(reader.open(bytes, &limits), FASTSER_OK);
  EXPECT_EQ(reader.finish(), FASTSER_OK);
}

std::int32_t write_link(fastser_writer* w, const void* identity, std::uint32_t of, void* context) {
  const Link& link = *static_cast<const Link*>(identity);
  fastser_writer_i32(w, &kA, link.number);
  fastser_writer_object(w, &kB, link.next, of, write_link, context);
  return FASTSER_OK;
}

TEST(CapiWriter, WhatIsOwedByAFunctionMayBeAskedForToo) {
  std::vector<Link> chain(100);
  for (std::size_t i = 0; i + 1 < chain.size(); ++i) chain[i].next = &chain[i + 1];
  const Writer writer;
  int context = 0;
  const std::uint32_t of = writer.make_class("Link");
  fastser_writer_object(writer.get(), nullptr, chain.data(), of, write_link, &context);
  fastser_pending pending{};
  pending.struct_size = sizeof pending;
  ASSERT_EQ(fastser_writer_begin_pending(writer.get(), &pending), 1);
  EXPECT_EQ(pending.context, &context) << "the caller's own, not the library's";
  write_link(writer.get(), pending.identity, pending.class_number, pending.context);
  fastser_writer_end_object(writer.get());
  const Bytes bytes(writer);
}

TEST(CapiWriter, APendingStructThatIsTooSmallIsRefused) {
  const Writer writer;
  fastser_pending pending{};
  EXPECT_EQ(fastser_writer_begin_pending(writer.get(), &pending), 0);
  EXPECT_EQ(writer.status(), FASTSER_USAGE);
}

TEST(CapiWriter, BranchesAreWrittenInTurns) {
  const Writer writer;
  fastser_writer* const w = writer.get();
  const std::uint32_t of = writer.make_class("C");
  fastser_writer_begin_record(w, nullptr, of);
  const std::uint32_t child = fastser_writer_begin_branch(w, &kChild);
  ASSERT_NE(child, FASTSER_NO_NUMBER);
  fastser_writer_i32(w, &kA, 5);
  fastser_writer_swap(w, child);
  fastser_writer_begin_list(w, nullptr, FASTSER_UNKNOWN_COUNT, FASTSER_TYPE_ANY);
  fastser_writer_i32(w, nullptr, 1);
  fastser_writer_swap(w, child);
  fastser_writer_i32(w, &kB, 6);
  fastser_writer_swap(w, child);
  fastser_writer_string(w, nullptr, "x", 1);
  fastser_writer_end_list(w);
  fastser_writer_swap(w, child);
  fastser_writer_end_record(w);
  const Bytes bytes(writer);
  EXPECT_EQ(json_of(bytes), R"({"child":[1,"x"],"a":5,"b":6})");
  fastser_writer_swap(w, child);
  EXPECT_EQ(writer.status(), FASTSER_USAGE) << "a branch belongs to one archive";
}

TEST(CapiWriter, ReadersHoldContainersSideBySide) {
  const Writer writer;
  for (const fastser_key* key : {&kA, &kB}) {
    fastser_writer_begin_list(writer.get(), key, 2, FASTSER_TYPE_I32);
    fastser_writer_i32(writer.get(), nullptr, key == &kA ? 1 : 3);
    fastser_writer_i32(writer.get(), nullptr, key == &kA ? 2 : 4);
    fastser_writer_end_list(writer.get());
  }
  const Bytes bytes(writer);
  const Reader reader(bytes);
  fastser_reader* const r = reader.get();
  const fastser_position there = fastser_reader_position(r, &kB);
  ASSERT_EQ(fastser_reader_begin_list(r, &kA, nullptr), 1);
  const std::uint32_t branch = fastser_reader_begin_branch(r);
  ASSERT_NE(branch, FASTSER_NO_NUMBER);
  EXPECT_EQ(fastser_reader_i32(r, nullptr), 1);
  fastser_reader_swap(r, branch);
  ASSERT_EQ(fastser_reader_begin_at(r, &there), 1);
  ASSERT_EQ(fastser_reader_begin_list(r, nullptr, nullptr), 1);
  EXPECT_EQ(fastser_reader_i32(r, nullptr), 3);
  fastser_reader_swap(r, branch);
  EXPECT_EQ(fastser_reader_i32(r, nullptr), 2);
  fastser_reader_swap(r, branch);
  EXPECT_EQ(fastser_reader_i32(r, nullptr), 4);
  fastser_reader_swap(r, branch);
  fastser_reader_end_branch(r, branch);
  EXPECT_EQ(fastser_reader_begin_branch(r), branch) << "its number is free";
  fastser_reader_end_list(r);
  EXPECT_EQ(reader.finish(), FASTSER_OK);
}

TEST(CapiWriter, TheCallersMemoryIsFilledOrItsSizeTold) {
  const Writer writer;
  fastser_writer_string(writer.get(), nullptr, "some text", 9);
  std::size_t needed = 0;
  EXPECT_EQ(fastser_writer_finish_into(writer.get(), nullptr, 0, &needed, nullptr),
            FASTSER_NO_SPACE);
  ASSERT_GT(needed, 9U);
  std::vector<std::uint8_t> memory(needed + 1, 0xAA);
  std::size_t size = 0;
  fastser_error error = FASTSER_ERROR_INIT;
  EXPECT_EQ(fastser_writer_finish_into(writer.get(), memory.data(), needed - 1, &size, &error),
            FASTSER_NO_SPACE);
  EXPECT_EQ(error.status, FASTSER_NO_SPACE);
  EXPECT_EQ(size, needed);
  EXPECT_EQ(memory[0], 0xAA);
  ASSERT_EQ(fastser_writer_finish_into(writer.get(), memory.data(), needed, &size, nullptr),
            FASTSER_OK);
  EXPECT_EQ(memory[needed], 0xAA);
  EXPECT_EQ(fastser_verify(memory.data(), size, FASTSER_FORMAT_ARCHIVE, nullptr, nullptr),
            FASTSER_OK);
}

TEST(CapiWriter, ResetLetsGoOfAnArchiveThatWasNotTaken) {
  const Writer writer;
  fastser_writer_i32(writer.get(), nullptr, 1);
  std::size_t size = 0;
  EXPECT_EQ(fastser_writer_finish_into(writer.get(), nullptr, 0, &size, nullptr), FASTSER_NO_SPACE);
  fastser_writer_reset(writer.get());
  fastser_writer_string(writer.get(), nullptr, "another", 7);
  EXPECT_EQ(json_of(Bytes(writer)), R"("another")");
}

TEST(CapiWriter, AViewStaysWhileTheNextArchiveIsWritten) {
  const Writer writer;
  fastser_writer_string(writer.get(), nullptr, "first", 5);
  fastser_view view;
  ASSERT_EQ(fastser_writer_finish_view(writer.get(), &view, nullptr), FASTSER_OK);
  const std::string before(reinterpret_cast<const char*>(view.data), view.size);
  for (int i = 0; i < 10000; ++i) fastser_writer_i32(writer.get(), nullptr, i);
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(view.data), view.size), before);
  const Bytes next(writer);
  EXPECT_GT(next.size(), 40000U);
}

TEST(CapiWriter, EqualCallsGiveEqualBytesFromAWriterThatIsUsedAgain) {
  const Writer writer;
  std::string first;
  for (int round = 0; round < 3; ++round) {
    fastser_writer_i32(writer.get(), &kA, 1);
    fastser_writer_string(writer.get(), &kB, "text", 4);
    const Bytes bytes(writer);
    const std::string made(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (round == 0) first = made;
    EXPECT_EQ(made, first);
  }
}

TEST(CapiWriter, NothingWrittenIsAnArchiveOfNothing) {
  const Writer writer;
  const Bytes bytes(writer);
  const Reader reader(bytes);
  EXPECT_EQ(fastser_reader_is_at_end(reader.get()), 1);
  EXPECT_EQ(reader.finish(), FASTSER_OK);
}

}  // namespace
}  // namespace fastser::testing
