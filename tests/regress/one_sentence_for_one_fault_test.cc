// SPDX-License-Identifier: MIT
//
// A fault has one code, one byte and one sentence, whether verify, the converter, the coder or a
// typed decode meets it. A key twice had two sentences, and so had a shape that the table does not
// have, where a plan read it; and the coder passed wrong bools, dates, decimals and varints by.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/coder.hpp"
#include "fastser/convert.hpp"
#include "support/bytes.hpp"

namespace fastser {
namespace {

using testing::archive_of;
using testing::Bytes;

void expect_same(const Status& status, const Status& verified) {
  EXPECT_EQ(status.code(), verified.code());
  EXPECT_EQ(status.message(), verified.message());
  EXPECT_EQ(status.offset(), verified.offset());
  EXPECT_EQ(status.path(), verified.path());
}

template <typename T>
void expect_one_sentence(const Bytes& archive, std::string_view sentence) {
  SCOPED_TRACE(sentence);
  const Status verified = archive::verify(archive);
  EXPECT_EQ(verified.message(), sentence);
  expect_same(archive::decode<T>(archive).status(), verified);
  T used{};
  expect_same(archive::decode_into(archive, used), verified);
  expect_same(convert::convert(archive, convert::Format::archive, convert::Format::json).status(),
              verified);
  CoderReader reader;
  ASSERT_TRUE(reader.open(archive).ok());
  expect_same(reader.finish(), verified);
}

TEST(OneFault, HasOneSentenceWhoeverMeetsIt) {
  expect_one_sentence<std::map<std::uint8_t, bool>>(archive_of({0, 0x24, 3, 1}, {2, 7, 0, 7, 1}),
                                                    "a key that the map has twice");
  expect_one_sentence<std::unordered_map<std::uint8_t, bool>>(
      archive_of({0, 0x24, 3, 1}, {2, 7, 0, 7, 1}), "a key that the map has twice");
  expect_one_sentence<std::map<std::uint32_t, bool>>(  // read as another version
      archive_of({0, 0x24, 3, 1}, {2, 7, 0, 7, 1}), "a key that the map has twice");
  expect_one_sentence<std::set<std::uint8_t>>(archive_of({0, 0x23, 3}, {2, 7, 7}),
                                              "an element that the set has twice");
  expect_one_sentence<std::optional<std::uint8_t>>(archive_of({0, 0x20, 3}, {2, 7}),
                                                   "an optional flag above 1");
  expect_one_sentence<std::variant<std::uint8_t, bool>>(archive_of({0, 0x26, 2, 3, 1}, {2, 1}),
                                                        "a variant index that is out of range");
  expect_one_sentence<std::vector<std::string>>(
      archive_of({0, 0x21, 0x14}, {1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 2}),
      "a varint longer than 64 bits");
}

TEST(OneFault, HasOneSentenceWhereItIsPassedBy) {
  const std::string_view wrong_bool = "a bool that is neither 0 nor 1";
  const std::string_view wrong_date = "a date with a second or more of nanoseconds";
  expect_one_sentence<bool>(archive_of({0, 1}, {2}), wrong_bool);
  expect_one_sentence<std::vector<bool>>(archive_of({0, 0x21, 1}, {3, 1, 0, 7}), wrong_bool);
  expect_one_sentence<std::set<bool>>(archive_of({0, 0x23, 1}, {2, 1, 3}), wrong_bool);
  expect_one_sentence<std::tuple<std::uint8_t, bool>>(archive_of({0, 0x2D, 2, 3, 1}, {9, 2}),
                                                      wrong_bool);
  expect_one_sentence<std::chrono::sys_time<std::chrono::nanoseconds>>(
      archive_of({0, 0x18}, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0xCA, 0x9A, 0x3B}), wrong_date);
  expect_one_sentence<std::vector<std::uint16_t>>(archive_of({0, 0x21, 0x0D}, {1, 0x80, 0x80, 4}),
                                                  "a number beyond its width");
}

void expect_same_sentence(const Bytes& archive, std::string_view sentence) {
  EXPECT_EQ(archive::verify(archive).message(), sentence);
  CoderReader reader;
  ASSERT_TRUE(reader.open(archive).ok());
  EXPECT_EQ(reader.finish().message(), sentence);
}

TEST(OneFault, HasOneSentenceWhereTheBytesOrTheMemoryEnd) {
  // A deferred object without its body.
  expect_same_sentence(archive_of({1, 1, 'P', 0, 0, 1, 2, 3, 0x29, 0x28, 0}, {2}),
                       "the payload ends inside a record");
  const Bytes nulls = archive_of({0, 0x21, 0}, {0xFF, 0xFF, 0xFF, 0x0F});
  const std::string_view too_much =
      "the value takes more memory than the limits allow; "
      "DecodeOptions::limits (in C: fastser_limits) can allow more";
  expect_same_sentence(nulls, too_much);
  EXPECT_EQ(archive::decode<std::vector<std::monostate>>(nulls).status().message(), too_much);
}

TEST(OneFault, IsFoundInTheRestOfWhatTheCoderReads) {
  // Ten bools in a row, of which the last is wrong: three are read.
  const Bytes fields = archive_of({1, 0, 0, 0, 1, 20, 1, 0x28, 0}, {1, 1, 1, 0, 0, 0, 0, 0, 0, 2});
  const Bytes elements =
      archive_of({1, 0, 0, 0, 1, 3, 1, 'l', 0x21, 1, 0x28, 0}, {10, 1, 1, 1, 0, 0, 0, 0, 0, 0, 2});
  CoderReader reader;
  for (const Bytes& archive : {fields, elements}) {
    const Status verified = archive::verify(archive);
    EXPECT_EQ(verified.message(), "a bool that is neither 0 nor 1");
    ASSERT_TRUE(reader.open(archive).ok());
    std::uint64_t count = 0;
    const bool is_list = archive == elements;
    if (is_list) {
      ASSERT_TRUE(reader.begin_list(count));
    }
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(reader.boolean());
    if (is_list) reader.end_list();
    const Status status = reader.finish();
    EXPECT_EQ(status.code(), verified.code());
    EXPECT_EQ(status.message(), verified.message());
    EXPECT_EQ(status.offset(), verified.offset());
  }
}

}  // namespace
}  // namespace fastser
