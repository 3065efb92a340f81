// SPDX-License-Identifier: MIT
//
// Every kind of value at every width: the bytes of the specification, always the smallest, and
// back. The bytes are written out by hand from github.com/msgpack/msgpack/blob/master/spec.md.
#include <gtest/gtest.h>

#include <array>
#include <bitset>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "fastser/msgpack.hpp"
#include "support/hex.hpp"

namespace fastser {
namespace {

using msgpack::Ext;
using msgpack::Timestamp;
using testing::hex_of;
using testing::message;

// The value is written as these bytes, and they are read as the value.
template <typename T>
void expect_bytes(const T& value, const std::string& hex) {
  const Result<Buffer> bytes = msgpack::encode(value);
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  EXPECT_EQ(hex_of(*bytes), hex);
  const Result<T> back = msgpack::decode<T>(*bytes);
  ASSERT_TRUE(back.ok()) << back.status().to_string();
  EXPECT_TRUE(*back == value) << hex;
  EXPECT_EQ(*msgpack::encoded_size(value), bytes->size());
  EXPECT_TRUE(msgpack::verify(*bytes).ok());
}

TEST(MsgpackValues, IntegersTakeTheSmallestForm) {
  expect_bytes(std::int32_t{0}, "00");
  expect_bytes(std::int64_t{127}, "7f");
  expect_bytes(std::int64_t{128}, "cc80");
  expect_bytes(std::int16_t{255}, "ccff");
  expect_bytes(std::uint16_t{256}, "cd0100");
  expect_bytes(std::int32_t{65535}, "cdffff");
  expect_bytes(std::int32_t{65536}, "ce00010000");
  expect_bytes(std::uint32_t{0xFFFFFFFF}, "ceffffffff");
  expect_bytes(std::int64_t{0x100000000}, "cf0000000100000000");
  expect_bytes(std::uint64_t{0xFFFFFFFFFFFFFFFF}, "cfffffffffffffffff");
  expect_bytes(std::uint64_t{0xFFFFFFFFFFFFFFE0}, "cfffffffffffffffe0");
  expect_bytes(std::int8_t{-1}, "ff");
  expect_bytes(std::int32_t{-32}, "e0");
  expect_bytes(std::int64_t{-33}, "d0df");
  expect_bytes(std::int8_t{-128}, "d080");
  expect_bytes(std::int16_t{-129}, "d1ff7f");
  expect_bytes(std::int16_t{-32768}, "d18000");
  expect_bytes(std::int32_t{-32769}, "d2ffff7fff");
  expect_bytes(std::numeric_limits<std::int32_t>::min(), "d280000000");
  expect_bytes(std::int64_t{-2147483649}, "d3ffffffff7fffffff");
  expect_bytes(std::numeric_limits<std::int64_t>::min(), "d38000000000000000");
  expect_bytes(true, "c3");
  expect_bytes(false, "c2");
  expect_bytes('a', "61");
}

TEST(MsgpackValues, IntegersInListsAreTheSameAsAlone) {
  std::vector<std::int64_t> numbers;
  std::vector<std::uint64_t> naturals;
  for (unsigned bit = 0; bit < 64; ++bit) {
    for (const int step : {-1, 0, 1}) {
      const std::uint64_t number = (std::uint64_t{1} << bit) + static_cast<std::uint64_t>(step);
      naturals.push_back(number);
      numbers.push_back(static_cast<std::int64_t>(number));
      numbers.push_back(-static_cast<std::int64_t>(number >> 1));
    }
  }
  const auto expect_concatenated = [](const auto& list) {
    std::string expected;
    for (const auto& one : list) expected += hex_of(*msgpack::encode(one));
    const Result<Buffer> bytes = msgpack::encode(list);
    EXPECT_EQ(hex_of(*bytes).substr(6), expected);  // behind the count
    const auto back = msgpack::decode<std::remove_cvref_t<decltype(list)>>(*bytes);
    ASSERT_TRUE(back.ok());
    EXPECT_EQ(*back, list);
  };
  expect_concatenated(numbers);
  expect_concatenated(naturals);
}

TEST(MsgpackValues, AnIntegerIsReadFromEveryWidthThatHoldsIt) {
  const char* const forms[] = {
      "05",   "cc05",   "cd0005",     "ce00000005",        "cf0000000000000005",
      "d005", "d10005", "d200000005", "d30000000000000005"};
  for (const char* form : forms) {
    EXPECT_EQ(*msgpack::decode<std::int8_t>(message(form)), 5) << form;
    EXPECT_EQ(*msgpack::decode<std::uint64_t>(message(form)), 5U) << form;
    EXPECT_EQ(*msgpack::decode<double>(message(form)), 5.0) << form;
    // The same with bytes behind it, which is another way through the reader.
    using Pair = std::pair<int, std::vector<int>>;
    const auto long_form = message(std::string("92") + form + "99000000000000000000");
    EXPECT_EQ(msgpack::decode<Pair>(long_form)->first, 5) << form;
  }
  for (const char* form :
       {"ccff", "cd0100", "d0ff", "d1ff00", "cfffffffffffffffff", "ca3f800000"}) {
    EXPECT_EQ(msgpack::decode<std::int8_t>(message(form)).status().code(),
              std::string(form) == "d0ff" ? Code::kOk : Code::kTypeMismatch)
        << form;
  }
  EXPECT_EQ(msgpack::decode<std::uint64_t>(message("d0ff")).status().code(), Code::kTypeMismatch);
  EXPECT_EQ(msgpack::decode<std::int64_t>(message("cf8000000000000000")).status().code(),
            Code::kTypeMismatch);
}

TEST(MsgpackValues, FloatsKeepTheirBits) {
  expect_bytes(1.5F, "ca3fc00000");
  expect_bytes(-0.1, "cbbfb999999999999a");
  expect_bytes(std::numeric_limits<double>::infinity(), "cb7ff0000000000000");
  EXPECT_EQ(*msgpack::decode<double>(message("ca3fc00000")), 1.5);
  EXPECT_EQ(*msgpack::decode<float>(message("cb3ff8000000000000")), 1.5F);
  EXPECT_TRUE(std::isnan(*msgpack::decode<double>(message("ca7fc00000"))));
  EXPECT_TRUE(std::isnan(*msgpack::decode<float>(message("cb7ff8000000000000"))));
  EXPECT_EQ(*msgpack::decode<double>(message("d0ff")), -1.0);
  EXPECT_EQ(*msgpack::decode<float>(message("ce01000000")), 16777216.0F);
  // Nothing is rounded.
  EXPECT_EQ(msgpack::decode<float>(message("ce01000001")).status().code(), Code::kTypeMismatch);
  EXPECT_EQ(msgpack::decode<float>(message("cbbfb999999999999a")).status().code(),
            Code::kTypeMismatch);
  EXPECT_EQ(msgpack::decode<double>(message("cf0020000000000001")).status().code(),
            Code::kTypeMismatch);
  EXPECT_EQ(msgpack::decode<float>(message("cb7fefffffffffffff")).status().code(),
            Code::kTypeMismatch);
}

TEST(MsgpackValues, TextAndDataHaveTheHeadOfTheirSize) {
  const auto head = [](std::size_t size, std::size_t digits) {
    return hex_of(*msgpack::encode(std::string(size, 'x'))).substr(0, digits);
  };
  expect_bytes(std::string(), "a0");
  expect_bytes(std::string("le"), "a26c65");
  EXPECT_EQ(head(31, 2), "bf");
  EXPECT_EQ(head(32, 4), "d920");
  EXPECT_EQ(head(255, 4), "d9ff");
  EXPECT_EQ(head(256, 6), "da0100");
  EXPECT_EQ(head(65535, 6), "daffff");
  EXPECT_EQ(head(65536, 10), "db00010000");
  expect_bytes(std::vector<std::byte>{}, "c400");
  expect_bytes(std::vector<std::uint8_t>{1, 2}, "c4020102");
  const auto data_head = [](std::size_t size, std::size_t digits) {
    return hex_of(*msgpack::encode(std::vector<std::byte>(size))).substr(0, digits);
  };
  EXPECT_EQ(data_head(256, 6), "c50100");
  EXPECT_EQ(data_head(65536, 10), "c600010000");
  for (const std::size_t size : {0U, 1U, 15U, 16U, 17U, 31U, 32U, 33U, 255U, 256U, 65536U}) {
    const std::vector<std::string> texts = {std::string(size, 'a'), std::string(size / 2, 'b')};
    EXPECT_EQ(*msgpack::decode<std::vector<std::string>>(*msgpack::encode(texts)), texts);
  }
  // From writers that know no bin.
  EXPECT_EQ(msgpack::decode<std::vector<std::uint8_t>>(message("a26c65"))->size(), 2U);
  EXPECT_EQ(msgpack::decode<std::string>(message("c4026c65")).status().code(), Code::kTypeMismatch);
}

TEST(MsgpackValues, ContainersCountTheirElements) {
  expect_bytes(std::vector<int>{}, "90");
  expect_bytes(std::array<bool, 2>{true, false}, "92c3c2");
  expect_bytes(std::deque<std::string>{"a", ""}, "92a161a0");
  expect_bytes(std::list<int>{1}, "9101");
  expect_bytes(std::vector<bool>{true, true, false}, "93c3c3c2");
  expect_bytes(std::set<int>{3, 1, 2}, "93010203");
  expect_bytes(std::map<std::string, int>{{"b", 2}, {"a", 1}}, "82a16101a16202");
  expect_bytes(std::map<int, std::vector<int>>{{-1, {}}, {1, {1}}}, "82ff90019101");
  expect_bytes(std::multimap<int, int>{{1, 2}, {1, 3}}, "8201020103");
  expect_bytes(std::unordered_map<std::string, int>{{"only", 1}}, "81a46f6e6c7901");
  expect_bytes(std::pair<int, std::string>{1, "x"}, "9201a178");
  expect_bytes(std::tuple<>(), "90");
  const auto head = [](std::size_t count, std::size_t digits) {
    return hex_of(*msgpack::encode(std::vector<int>(count))).substr(0, digits);
  };
  EXPECT_EQ(head(15, 2), "9f");
  EXPECT_EQ(head(16, 6), "dc0010");
  EXPECT_EQ(head(65536, 10), "dd00010000");
  std::map<int, int> many;
  for (int i = 0; i < 16; ++i) many[i] = i;
  EXPECT_EQ(hex_of(*msgpack::encode(many)).substr(0, 6), "de0010");
  for (int i = 0; i < 65536; ++i) many[i] = i;
  EXPECT_EQ(hex_of(*msgpack::encode(many)).substr(0, 10), "df00010000");
  EXPECT_TRUE(*(msgpack::decode<std::map<int, int>>(*msgpack::encode(many))) == many);
}

TEST(MsgpackValues, NothingAndNothingInsideSomethingDiffer) {
  using Twice = std::optional<std::optional<int>>;
  expect_bytes(std::optional<int>(), "c0");
  expect_bytes(std::optional<int>(7), "07");
  expect_bytes(Twice(), "c0");
  expect_bytes(Twice(std::optional<int>()), "91c0");
  expect_bytes(Twice(std::optional<int>(7)), "9107");
  expect_bytes(std::optional<std::string>("x"), "a178");
}

TEST(MsgpackValues, AVariantIsItsValueWhereThatTellsWhichItIs) {
  using Plain = std::variant<std::monostate, int, double, std::string, std::vector<int>>;
  expect_bytes(Plain(), "c0");
  expect_bytes(Plain(-5), "fb");
  expect_bytes(Plain(0.5), "cb3fe0000000000000");
  expect_bytes(Plain("x"), "a178");
  expect_bytes(Plain(std::vector<int>{1}), "9101");
  expect_bytes(std::optional<Plain>(Plain()), "91c0");
  using Numbered = std::variant<int, std::uint64_t, std::string>;
  expect_bytes(Numbered(5), "920005");
  expect_bytes(Numbered(std::uint64_t{5}), "920105");
  EXPECT_EQ(msgpack::decode<Plain>(message("c3")).status().code(), Code::kTypeMismatch);
  EXPECT_EQ(msgpack::decode<Numbered>(message("920305")).status().code(), Code::kTypeMismatch);
}

TEST(MsgpackValues, MomentsTakeTheSmallestTimestamp) {
  expect_bytes(Timestamp{1, 0}, "d6ff00000001");
  expect_bytes(Timestamp{0xFFFFFFFF, 0}, "d6ffffffffff");
  expect_bytes(Timestamp{1, 1}, "d7ff0000000400000001");
  expect_bytes(Timestamp{0x100000000, 0}, "d7ff0000000100000000");
  expect_bytes(Timestamp{0x3FFFFFFFF, 999999999}, "d7ffee6b27ffffffffff");
  expect_bytes(Timestamp{0x400000000, 0}, "c70cff000000000000000400000000");
  expect_bytes(Timestamp{-1, 5}, "c70cff00000005ffffffffffffffff");
  namespace ch = std::chrono;
  expect_bytes(ch::sys_time<ch::nanoseconds>(ch::nanoseconds(1'000'000'001)),
               "d7ff0000000400000001");
  expect_bytes(ch::sys_time<ch::nanoseconds>::min(), "c70cff08a7f200fffffffdda3e82fb");
  expect_bytes(ch::sys_time<ch::seconds>(ch::seconds(5)), "d6ff00000005");
  expect_bytes(ch::milliseconds(300), "cd012c");
  EXPECT_EQ(msgpack::decode<Timestamp>(message("d7fffffffffc00000001")).status().code(),
            Code::kMalformed);
  EXPECT_EQ(msgpack::decode<Timestamp>(message("d5ff0000")).status().code(), Code::kMalformed);
  EXPECT_EQ(msgpack::decode<Timestamp>(message("d60100000001")).status().code(),
            Code::kTypeMismatch);
}

TEST(MsgpackValues, TimestampOfAWholeSecondOfNanosecondsIsRefused) {
  for (const std::uint32_t nanoseconds : {1'000'000'000U, 2'000'000'000U, 0xFFFFFFFFU}) {
    const auto made = msgpack::encode(std::vector<Timestamp>{{1, 0}, {1, nanoseconds}});
    EXPECT_EQ(made.status().code(), Code::kUsage) << nanoseconds;
  }
}

TEST(MsgpackValues, ExtensionsHaveTheHeadOfTheirSize) {
  const auto ext = [](std::size_t size) {
    return Ext{5, std::vector<std::byte>(size, std::byte{0x11})};
  };
  expect_bytes(ext(0), "c70005");
  expect_bytes(ext(1), "d40511");
  expect_bytes(ext(2), "d5051111");
  expect_bytes(ext(3), "c70305111111");
  expect_bytes(ext(4), "d60511111111");
  expect_bytes(ext(8), "d7051111111111111111");
  EXPECT_EQ(hex_of(*msgpack::encode(ext(16))).substr(0, 4), "d805");
  EXPECT_EQ(hex_of(*msgpack::encode(ext(17))).substr(0, 6), "c71105");
  EXPECT_EQ(hex_of(*msgpack::encode(ext(256))).substr(0, 8), "c8010005");
  EXPECT_EQ(hex_of(*msgpack::encode(ext(65536))).substr(0, 12), "c90001000005");
  expect_bytes(Ext{-128, {}}, "c70080");
  expect_bytes(std::bitset<12>("100000000011"), "c4020308");
}

// Integers of one byte have a way of their own where bytes follow, without a branch on the form.
template <typename T>
void expect_one_answer_for_every_byte() {
  for (unsigned tag = 0; tag < 0x100; ++tag) {
    for (unsigned next = 0; next < 0x100; ++next) {
      const bool is_alone = tag < 0x80 || tag >= 0xE0;
      const std::array<std::byte, 2> alone = {std::byte(tag), std::byte(next)};
      std::vector<std::byte> followed = {std::byte{0x92}, std::byte(tag)};
      if (!is_alone) followed.push_back(std::byte(next));
      followed.push_back(std::byte{0xCF});  // an integer of eight bytes
      followed.insert(followed.end(), 8, std::byte{1});
      const Result<T> wanted = msgpack::decode<T>(BytesView(alone.data(), is_alone ? 1 : 2));
      const auto read = msgpack::decode<std::pair<T, std::uint64_t>>(followed);
      ASSERT_EQ(read.ok(), wanted.ok()) << tag << ' ' << next;
      if (wanted.ok()) {
        ASSERT_EQ(read->first, *wanted) << tag << ' ' << next;
      }
    }
  }
}

TEST(MsgpackValues, AnIntegerOfOneByteIsReadAlikeWhateverFollows) {
  expect_one_answer_for_every_byte<std::int8_t>();
  expect_one_answer_for_every_byte<std::uint8_t>();
}

}  // namespace
}  // namespace fastser
