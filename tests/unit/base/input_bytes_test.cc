// SPDX-License-Identifier: MIT
//
// Every function that reads bytes takes them from whatever holds them in one piece.
#include "fastser/buffer/input_bytes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/convert.hpp"
#include "fastser/flat.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/inspect.hpp"
#include "fastser/msgpack.hpp"

namespace fastser::testing {
namespace {

struct Point {
  std::int32_t x = 0;
  std::string name;
};

/// Calls `check` with `bytes` in each kind of range that is taken.
template <typename Check>
void in_every_range(const Buffer& bytes, Check check) {
  const char* const chars = reinterpret_cast<const char*>(bytes.data());
  const auto* const octets = reinterpret_cast<const std::uint8_t*>(bytes.data());
  const auto* const signed_chars = reinterpret_cast<const signed char*>(bytes.data());
  check(bytes);
  check(bytes.view());
  check(std::string(chars, bytes.size()));
  check(std::string_view(chars, bytes.size()));
  check(std::vector<char>(chars, chars + bytes.size()));
  check(std::vector<signed char>(signed_chars, signed_chars + bytes.size()));
  check(std::vector<std::uint8_t>(octets, octets + bytes.size()));
  check(std::vector<std::byte>(bytes.begin(), bytes.end()));
  check(std::span<const char>(chars, bytes.size()));
  check(std::span<const std::uint8_t>(octets, bytes.size()));
  std::string changeable(chars, bytes.size());
  check(std::span<char>(changeable));
  check(InputBytes(chars, bytes.size()));
  InputBytes again = bytes;
  check(again);
}

TEST(InputBytes, ArchivesAreReadFromEveryRange) {
  const Buffer bytes = archive::encode(Point{7, "seven"}).value();
  in_every_range(bytes, [](const auto& range) {
    EXPECT_EQ(archive::decode<Point>(range)->name, "seven");
    Point point;
    EXPECT_TRUE(archive::decode_into(range, point).ok());
    EXPECT_EQ(point.x, 7);
    EXPECT_TRUE(archive::verify<Point>(range).ok());
    EXPECT_TRUE(archive::verify(range).ok());
    EXPECT_EQ(*archive::read_type(range), *type_of<Point>());
    EXPECT_EQ(*convert::archive_to_json(range), R"({"x":7,"name":"seven"})");
    EXPECT_EQ(convert::detect_format(range), convert::Format::archive);
    std::string text;
    EXPECT_TRUE(convert::inspect(range, convert::Format::archive, text).ok());
    EXPECT_NE(text.find("seven"), std::string::npos);
  });
}

TEST(InputBytes, MessagePackIsReadFromEveryRange) {
  const Buffer bytes = msgpack::encode(Point{7, "seven"}).value();
  in_every_range(bytes, [](const auto& range) {
    EXPECT_EQ(msgpack::decode<Point>(range)->name, "seven");
    Point point;
    EXPECT_TRUE(msgpack::decode_into(range, point).ok());
    EXPECT_EQ(point.x, 7);
    EXPECT_TRUE(msgpack::verify(range).ok());
    msgpack::Stream stream;
    EXPECT_TRUE(stream.feed(range).ok());
    EXPECT_TRUE(stream.next().has_value());
    EXPECT_TRUE(
        convert::convert(range, convert::Format::msgpack, convert::Format::flexbuffers).ok());
  });
}

TEST(InputBytes, FlatBuffersAreReadFromEveryRange) {
  const Buffer bytes = flat::encode(Point{7, "seven"}).value();
  in_every_range(bytes, [](const auto& range) {
    EXPECT_EQ(flat::decode<Point>(range)->name, "seven");
    Point point;
    EXPECT_TRUE(flat::decode_into(range, point).ok());
    EXPECT_EQ(point.x, 7);
  });
  // In place, they are verified as for readers that want them aligned, which a heap block is.
  const std::vector<char> chars(reinterpret_cast<const char*>(bytes.begin()),
                                reinterpret_cast<const char*>(bytes.end()));
  EXPECT_TRUE(flat::verify<Point>(chars).ok());
  EXPECT_EQ(flat::view<Point>(chars)->get<"name">(), "seven");
}

TEST(InputBytes, FlexBuffersAreReadFromEveryRange) {
  const Buffer bytes = flexbuffers::encode(Point{7, "seven"}).value();
  in_every_range(bytes, [](const auto& range) {
    EXPECT_EQ(flexbuffers::decode<Point>(range)->name, "seven");
    Point point;
    EXPECT_TRUE(flexbuffers::decode_into(range, point).ok());
    EXPECT_EQ(point.x, 7);
    EXPECT_TRUE(flexbuffers::verify(range).ok());
    EXPECT_EQ(flexbuffers::root(range)->find("x").as_int64(), 7);
  });
}

TEST(InputBytes, ArraysOfBytesAreTakenWhole) {
  const std::uint8_t octets[] = {0x92, 1, 2};
  const unsigned char chars[] = {0x92, 1, 2};
  const std::byte bytes[] = {std::byte{0x92}, std::byte{1}, std::byte{2}};
  const std::array<std::int8_t, 3> signed_octets = {-0x6E, 1, 2};
  const std::vector<int> want = {1, 2};
  EXPECT_EQ(*msgpack::decode<std::vector<int>>(octets), want);
  EXPECT_EQ(*msgpack::decode<std::vector<int>>(chars), want);
  EXPECT_EQ(*msgpack::decode<std::vector<int>>(bytes), want);
  EXPECT_EQ(*msgpack::decode<std::vector<int>>(signed_octets), want);
  EXPECT_EQ(*msgpack::decode<std::vector<int>>({octets, 3}), want);
}

TEST(InputBytes, NothingIsTakenThatIsNoBytesOrHasAZeroTooMany) {
  static_assert(!std::is_convertible_v<decltype("text"), InputBytes>);
  static_assert(!std::is_convertible_v<char(&)[4], InputBytes>);
  static_assert(!std::is_convertible_v<const char*, InputBytes>);
  static_assert(!std::is_convertible_v<std::u8string, InputBytes>);
  static_assert(!std::is_convertible_v<std::wstring, InputBytes>);
  static_assert(!std::is_convertible_v<std::vector<int>, InputBytes>);
  static_assert(!std::is_convertible_v<std::vector<bool>, InputBytes>);
  static_assert(!std::is_convertible_v<std::optional<std::string>, InputBytes>);
  static_assert(!std::is_convertible_v<int, InputBytes>);
  EXPECT_TRUE(InputBytes().empty());
}

TEST(InputBytes, WhatConvertsToAViewIsTaken) {
  struct Holder {
    std::vector<std::byte> bytes;
    operator BytesView() const { return bytes; }
  };
  const Holder holder{{std::byte{5}}};
  EXPECT_EQ(*msgpack::decode<int>(holder), 5);
}

}  // namespace
}  // namespace fastser::testing
