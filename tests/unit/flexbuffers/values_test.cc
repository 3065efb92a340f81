// SPDX-License-Identifier: MIT
//
// Every kind of value: its bytes, worked out by hand from the format's description, and back.
#include <gtest/gtest.h>

#include <array>
#include <bitset>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <deque>
#include <filesystem>
#include <forward_list>
#include <initializer_list>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "fastser/flexbuffers.hpp"
#include "fastser/types/forward_list.hpp"
#include "fastser/types/text.hpp"
#include "support/hex.hpp"

namespace fastser {
namespace {

using testing::hex_of;
using testing::message;
using testing::without_blanks;

template <typename T>
void expect_back(const T& value) {
  const Result<Buffer> bytes = flexbuffers::encode(value);
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  const Result<T> back = flexbuffers::decode<T>(*bytes);
  ASSERT_TRUE(back.ok()) << back.status().to_string();
  EXPECT_TRUE(*back == value) << hex_of(*bytes);
  EXPECT_TRUE(flexbuffers::verify(*bytes).ok());
  EXPECT_EQ(*flexbuffers::encoded_size(value), bytes->size());
  std::vector<std::byte> memory(bytes->size());
  EXPECT_EQ(*flexbuffers::encode_to(memory, value), bytes->size());
  EXPECT_EQ(hex_of(memory), hex_of(*bytes));
  memory.pop_back();
  EXPECT_EQ(flexbuffers::encode_to(memory, value).status().code(), Code::kNoSpace);
}

// The value is written as these bytes, and they are read as the value.
template <typename T>
void expect_bytes(const T& value, std::string_view hex) {
  EXPECT_EQ(hex_of(*flexbuffers::encode(value)), without_blanks(hex));
  expect_back(value);
}

TEST(FlexBuffersValues, ScalarsAreAsNarrowAsTheyCanBe) {
  expect_bytes(std::int32_t{5}, "05 04 01");
  expect_bytes(std::int64_t{-1}, "ff 04 01");
  expect_bytes(std::int64_t{127}, "7f 04 01");
  expect_bytes(std::int64_t{128}, "8000 05 02");
  expect_bytes(std::int64_t{-128}, "80 04 01");
  expect_bytes(std::int64_t{-129}, "7fff 05 02");
  expect_bytes(std::int32_t{70000}, "70110100 06 04");
  expect_bytes(std::numeric_limits<std::int64_t>::min(), "0000000000000080 07 08");
  expect_bytes(std::uint8_t{200}, "c8 08 01");
  expect_bytes(std::uint64_t{0xFFFFFFFFFFFFFFFF}, "ffffffffffffffff 0b 08");
  expect_bytes(true, "01 68 01");
  expect_bytes(false, "00 68 01");
  expect_bytes('a', "61 04 01");
  expect_bytes(1.5F, "0000c03f 0e 04");
  expect_bytes(1.5, "0000c03f 0e 04");
  expect_bytes(0.1, "9a9999999999b93f 0f 08");
  expect_bytes(std::optional<int>(), "00 00 01");
}

TEST(FlexBuffersValues, TextAndDataHaveTheirSizeInFront) {
  expect_bytes(std::string("hi"), "026869 00 03 14 01");
  expect_bytes(std::string(), "00 00 01 14 01");
  expect_bytes(std::vector<std::uint8_t>{1, 2}, "020102 02 64 01");
  expect_bytes(std::bitset<9>(0x101), "020101 02 64 01");
  for (const std::size_t size : {15U, 16U, 255U, 256U, 65535U, 65536U}) {
    expect_back(std::string(size, 'x'));
    expect_back(std::vector<std::byte>(size));
  }
  expect_back(std::string("a\0b", 3));
  expect_back(std::filesystem::path("some/where"));
  // Data is read from a string, too; a text from a key, but not from data.
  EXPECT_EQ(flexbuffers::decode<std::vector<std::byte>>(message("0268690003 14 01"))->size(), 2U);
  EXPECT_EQ(*flexbuffers::decode<std::string>(message("686900 03 10 01")), "hi");
  EXPECT_EQ(flexbuffers::decode<std::string>(message("020102 02 64 01")).status().code(),
            Code::kTypeMismatch);
}

TEST(FlexBuffersValues, ListsOfScalarsAreTypedAndAsNarrowAsTheWidestAllows) {
  expect_bytes(std::vector<int>{1, 2, 3}, "03 010203 03 2c 01");
  expect_bytes(std::vector<int>{1000}, "0100 e803 02 2d 01");
  expect_bytes(std::vector<std::uint16_t>{200}, "01 c8 01 30 01");
  expect_bytes(std::vector<bool>{true, false}, "02 0100 02 90 01");
  expect_bytes(std::vector<double>{1.5}, "01000000 0000c03f 04 36 01");
  expect_bytes(std::vector<double>{0.1}, "0100000000000000 9a9999999999b93f 08 37 01");
  expect_bytes(std::vector<float>{-1.5F}, "01000000 0000c0bf 04 36 01");
  expect_bytes(std::vector<int>{}, "00 00 2c 01");
  expect_bytes(std::array<int, 2>{1, 2}, "02 0102 02 2c 01");
  expect_bytes(std::set<int>{3, 1}, "02 0103 02 2c 01");
  expect_bytes(std::pair<int, std::int64_t>{1, 2}, "02 0102 02 2c 01");
  expect_back(std::vector<std::int32_t>(300, 1));  // whose count is wider than the elements
  expect_back(std::vector<std::int32_t>{1, -70000});
  expect_back(std::vector<std::int64_t>{1, std::numeric_limits<std::int64_t>::min()});
  expect_back(std::vector<std::uint64_t>{1, ~std::uint64_t{0}});
  expect_back(std::deque<double>{1, 2, 0.1});
  expect_back(std::vector<std::chrono::seconds>{std::chrono::seconds(-5)});
}

TEST(FlexBuffersValues, OtherListsHaveATypeForEachElement) {
  expect_bytes(std::vector<std::string>{"a", "bc"}, "016100 02626300 02 0705 1414 04 28 01");
  expect_bytes(std::tuple<int, bool>{5, true}, "02 0501 0468 04 28 01");
  expect_bytes(std::variant<int, std::string>("a"), "016100 02 0104 0814 04 28 01");
  expect_back(std::list<std::optional<int>>{1, std::nullopt, 70000});
  expect_back(std::vector<std::vector<int>>{{}, {1, 2}, {3000}});
  expect_back(std::variant<std::monostate, std::int64_t, std::string>());
}

TEST(FlexBuffersValues, AWideScalarDoesNotMakeAllOfAVectorWide) {
  // 8 bytes for the number, aligned, and a way back of one.
  expect_bytes(std::tuple<std::string, std::int64_t>{"a", std::int64_t{1} << 40},
               "016100 0000000000 0000000000010000 02 100a 141b 04 28 01");
  expect_back(std::tuple<std::string, double, std::uint64_t>{"a", 0.1, ~std::uint64_t{0}});
  expect_back(std::tuple<bool, double, std::uint32_t>{true, 0.1, 1});
}

TEST(FlexBuffersValues, MapsOfTextsAreMapsAndOthersArePairs) {
  expect_bytes(std::map<std::string, int>{{"a", 1}}, "6100 01 03 01 01 01 01 04 02 24 01");
  expect_back(std::map<std::string, int, std::greater<>>{{"a", 1}, {"b", 2}, {"", 3}});
  expect_back(std::unordered_map<std::string, std::string>{{"z", "1"}, {"b", "2"}, {"c", ""}});
  EXPECT_EQ(hex_of(*flexbuffers::encode(std::unordered_map<std::string, int>{{"b", 2}, {"a", 1}})),
            hex_of(*flexbuffers::encode(std::map<std::string, int>{{"a", 1}, {"b", 2}})));
  expect_bytes(std::map<int, int>{{1, 2}}, "02 0102 01 03 2c 02 28 01");
  expect_back(std::multimap<std::string, int>{{"a", 1}, {"a", 2}});
  expect_back(std::map<std::string, int>{});
  EXPECT_EQ(
      flexbuffers::encode(std::map<std::string, int>{{std::string("a\0b", 3), 1}}).status().code(),
      Code::kUsage);
}

TEST(FlexBuffersValues, NothingInNothingIsKeptApart) {
  using Twice = std::optional<std::optional<int>>;
  expect_back(Twice());
  expect_back(Twice(std::optional<int>()));
  expect_back(Twice(std::optional<int>(3)));
  const auto owner = std::make_unique<std::optional<int>>();
  const auto back =
      flexbuffers::decode<std::unique_ptr<std::optional<int>>>(*flexbuffers::encode(owner));
  ASSERT_TRUE(back.ok() && *back != nullptr);
  EXPECT_FALSE((*back)->has_value());
}

TEST(FlexBuffersValues, MomentsAreNanosecondsWhereThoseFit) {
  namespace ch = std::chrono;
  using Seconds = ch::time_point<ch::system_clock, ch::seconds>;
  expect_bytes(Seconds(ch::seconds(1)), "00ca9a3b 06 04");
  expect_back(Seconds(ch::seconds(-1)));
  expect_back(Seconds::max());
  expect_back(Seconds::min());
  expect_back(ch::system_clock::time_point::max());
  expect_back(ch::system_clock::time_point::min());
  expect_back(ch::steady_clock::time_point(ch::steady_clock::duration(77)));
  expect_back(ch::duration<double>(0.1));
}

TEST(FlexBuffersValues, ANumberIsReadFromEveryFormThatHoldsIt) {
  // int, uint and float, of every width, there and indirect
  for (const char* form :
       {"05 04 01", "0500 05 02", "05000000 06 04", "0500000000000000 07 08", "05 08 01",
        "0500 09 02", "0000a040 0e 04", "0000000000001440 0f 08", "05 01 18 01", "0500 02 19 01",
        "05 01 1c 01", "0000a040 04 22 01", "0000000000001440 08 23 01"}) {
    EXPECT_EQ(*flexbuffers::decode<std::int8_t>(message(form)), 5) << form;
    EXPECT_EQ(*flexbuffers::decode<std::uint64_t>(message(form)), 5U) << form;
    EXPECT_EQ(*flexbuffers::decode<double>(message(form)), 5.0) << form;
    EXPECT_EQ(*flexbuffers::decode<float>(message(form)), 5.0F) << form;
    EXPECT_TRUE(flexbuffers::verify(message(form)).ok()) << form;
    EXPECT_EQ(flexbuffers::root(message(form))->as_int64(), 5) << form;
  }
  const auto code = []<typename T>(T, const char* form) {
    return flexbuffers::decode<T>(message(form)).status().code();
  };
  EXPECT_EQ(code(std::int8_t{}, "c8 08 01"), Code::kTypeMismatch);
  EXPECT_EQ(code(std::uint64_t{}, "ff 04 01"), Code::kTypeMismatch);
  EXPECT_EQ(code(std::int64_t{}, "ffffffffffffffff 0b 08"), Code::kTypeMismatch);
  EXPECT_EQ(code(std::int32_t{}, "0000c03f 0e 04"), Code::kTypeMismatch);  // 1.5
  EXPECT_EQ(code(float{}, "9a9999999999b93f 0f 08"), Code::kTypeMismatch);
  EXPECT_EQ(code(double{}, "0100000000002000 0b 08"), Code::kTypeMismatch);  // 2^53 + 1
  EXPECT_EQ(code(double{}, "003c 0d 02"), Code::kMalformed);                 // a float of 16 bits
  EXPECT_EQ(code(bool{}, "01 04 01"), Code::kOk);
  EXPECT_EQ(code(bool{}, "02 04 01"), Code::kTypeMismatch);
}

TEST(FlexBuffersValues, AListIsReadFromEveryKindOfVector) {
  const std::vector<int> expected = {1, 2};
  for (const char* form :
       {"02 0102 02 2c 01", "02 0102 02 30 01", "02 0102 0408 04 28 01", "0102 02 40 01",
        "0102 02 44 01", "0000803f00000040 08 4a 01", "0200 0100 0200 04 2d 01"}) {
    EXPECT_EQ(*flexbuffers::decode<std::vector<int>>(message(form)), expected) << form;
    EXPECT_EQ((*flexbuffers::decode<std::array<int, 2>>(message(form))), (std::array{1, 2}));
    EXPECT_EQ((*flexbuffers::decode<std::pair<int, int>>(message(form))), std::pair(1, 2));
    EXPECT_EQ((*flexbuffers::decode<std::set<int>>(message(form))), (std::set{1, 2})) << form;
    EXPECT_TRUE(flexbuffers::verify(message(form)).ok()) << form;
  }
  const std::vector<int> three = {1, 2, 3};
  EXPECT_EQ(*flexbuffers::decode<std::vector<int>>(message("010203 03 4c 01")), three);
  // Keys, and the strings whose form is deprecated.
  const std::vector<std::string> texts = {"a", "b"};
  for (const char* form : {"61006200 02 0504 02 38 01", "0161000162 00 02 0604 02 3c 01"}) {
    EXPECT_EQ(*flexbuffers::decode<std::vector<std::string>>(message(form)), texts) << form;
  }
}

TEST(FlexBuffersValues, FloatsKeepTheBitsOfANaN) {
  for (const std::uint64_t bits : std::initializer_list<std::uint64_t>{
           0x7FF0000000000001U, 0x7FF8000000000000U, 0xFFF4000020000000U, 0x7FF0000020000000U,
           0x8000000000000000U, 0x0000000000000001U}) {
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    const std::vector<double> list(2, value);
    const auto back = flexbuffers::decode<std::vector<double>>(*flexbuffers::encode(list));
    EXPECT_EQ(std::memcmp(back->data(), list.data(), sizeof bits), 0) << bits;
  }
}

// The keys of lists of maps that are copied to be written, beside the same keys of a map that is
// not.
struct Copied {
  std::forward_list<std::map<std::string, int>> lists;
  std::map<std::string, int> map;
  friend bool operator==(const Copied&, const Copied&) = default;
};

TEST(FlexBuffersValues, KeysOfWhatIsMadeForTheMomentAreWrittenOnce) {
  for (const int count : {1, 5, 40}) {  // up to more than a Pool's row has
    Copied value;
    for (int list = 0; list < 3; ++list) {
      value.lists.emplace_front();
      for (int i = 0; i < count; ++i) {
        value.lists.front().emplace("the temperature of sensor " + std::to_string(i), list);
      }
    }
    for (int i = count; i-- > 0;) {
      value.map.emplace("the temperature of sensor " + std::to_string(i), i);
      value.map.emplace("the pressure of sensor " + std::to_string(i), i);
    }
    expect_back(value);
    EXPECT_LT(*flexbuffers::encoded_size(value), 100U * static_cast<unsigned>(count) + 100);
  }
}

TEST(FlexBuffersValues, SharedTextsOfWhatIsMadeForTheMomentAreToldApart) {
  const flexbuffers::EncodeOptions sharing{.share_strings = true};
  std::vector<std::u16string> texts;
  for (int i = 0; i < 100; ++i) {
    texts.emplace_back(u"declinate macallums, several times ");
    texts.back() += static_cast<char16_t>(u'a' + i % 50);
    texts.push_back(i % 2 == 0 ? u"declinate" : u"macallums");
  }
  const Result<Buffer> bytes = flexbuffers::encode(texts, sharing);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(*flexbuffers::decode<std::vector<std::u16string>>(*bytes), texts);
  EXPECT_LT(bytes->size(), 3000U);
}

}  // namespace
}  // namespace fastser
