// SPDX-License-Identifier: MIT
//
// Types that are written as the value that they wrap (wrapped.hpp): in every format they are that
// value.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/flat.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/graph.hpp"
#include "fastser/msgpack.hpp"

namespace fastser::testing {
/// Looks like a record, and stands for a number.
struct UserId {
  std::uint64_t value = 0;
  friend auto operator<=>(const UserId&, const UserId&) = default;
};
/// The same for a text, and without a comparison of its own.
struct Label {
  std::string text;
};
}  // namespace fastser::testing

template <>
struct fastser::schema::Wrapped<fastser::testing::UserId> {
  using Inner = std::uint64_t;
  static std::uint64_t to(const testing::UserId& id) { return id.value; }
  static void from(testing::UserId& id, std::uint64_t value) { id.value = value; }
};
template <>
struct fastser::schema::Wrapped<fastser::testing::Label> {
  using Inner = std::string;
  static const std::string& to(const testing::Label& label) { return label.text; }
  static void from(testing::Label& label, std::string text) { label.text = std::move(text); }
};

namespace fastser {
namespace {

struct Even {
  Even() {}  // no aggregate
  std::int32_t number = 0;
};

}  // namespace

template <>
struct schema::Wrapped<Even> {
  using Inner = std::int32_t;
  static Inner to(const Even& value) noexcept { return value.number; }
  static bool from(Even& value, Inner inner) noexcept {
    if (inner % 2 != 0) return false;
    value.number = inner;
    return true;
  }
};

namespace {

struct Lights {
  std::atomic_flag green;
  std::atomic_flag red;
};
struct Bools {
  bool green = false;
  bool red = false;
};

// The bytes are those of bools, and what is read replaces what was there.
template <typename Encode, typename DecodeInto>
void expect_bools(const Encode& encode, const DecodeInto& decode_into) {
  Lights lights;
  lights.green.test_and_set();
  const Result<Buffer> bytes = encode(lights);
  const Result<Buffer> plain = encode(Bools{true, false});
  ASSERT_TRUE(bytes.ok() && plain.ok());
  EXPECT_TRUE(std::ranges::equal(*bytes, *plain));

  Lights again;
  again.red.test_and_set();
  ASSERT_TRUE(decode_into(*bytes, again).ok());
  EXPECT_TRUE(again.green.test());
  EXPECT_FALSE(again.red.test());
}

TEST(Wrapped, AnAtomicFlagIsABoolInAnArchive) {
  const archive::EncodeOptions bare{.header = archive::Header::bare};
  expect_bools([&](const auto& value) { return archive::encode(value, bare); },
               [](const Buffer& bytes, Lights& lights) {
                 return archive::decode_into(bytes, lights, {.header = archive::Header::bare});
               });
}

TEST(Wrapped, AnAtomicFlagIsABoolInMessagePack) {
  expect_bools(
      [](const auto& value) { return msgpack::encode(value); },
      [](const Buffer& bytes, Lights& lights) { return msgpack::decode_into(bytes, lights); });
}

TEST(Wrapped, AnAtomicFlagIsABoolInFlatBuffers) {
  expect_bools(
      [](const auto& value) { return flat::encode(value); },
      [](const Buffer& bytes, Lights& lights) { return flat::decode_into(bytes, lights); });
}

TEST(Wrapped, AnAtomicFlagIsABoolInFlexBuffers) {
  expect_bools(
      [](const auto& value) { return flexbuffers::encode(value); },
      [](const Buffer& bytes, Lights& lights) { return flexbuffers::decode_into(bytes, lights); });
}

template <typename N>
struct Side {
  N length{};
  bool is_open = false;
};
template <typename N>
struct Box {
  std::string name;
  N height{};
  Side<N> side;
  std::vector<N> list;
  std::array<N, 2> pair{};
  std::optional<N> maybe;
  std::map<std::int32_t, N> map;
};
using OfAny = Box<std::int32_t>;
using OfEven = Box<Even>;

void expect_refused(const OfAny& box) {
  EXPECT_FALSE(archive::decode<OfEven>(*archive::encode(box)).ok());
  EXPECT_EQ(msgpack::decode<OfEven>(*msgpack::encode(box)).status().code(), Code::kTypeMismatch);
  EXPECT_EQ(flexbuffers::decode<OfEven>(*flexbuffers::encode(box)).status().code(),
            Code::kTypeMismatch);
  const Buffer flat = flat::encode(box).value();
  EXPECT_EQ(flat::decode<OfEven>(flat).status().code(), Code::kTypeMismatch);
  EXPECT_EQ(flat::view<OfEven>(flat).status().code(), Code::kTypeMismatch);
}

TEST(Wrapped, AValueThatTheTypeDoesNotHaveIsRefusedWhereverItLies) {
  OfAny box{"box", 2, {4, true}, {6, 8}, {10, 12}, 14, {{1, 16}}};
  const Buffer sound = flat::encode(box).value();
  EXPECT_TRUE(flat::view<OfEven>(sound).ok());
  const Result<OfEven> read = flat::decode<OfEven>(sound);
  ASSERT_TRUE(read.ok()) << read.status().to_string();
  EXPECT_EQ(read->height.number, 2);
  EXPECT_EQ(read->side.length.number, 4);
  EXPECT_EQ(read->list[1].number, 8);
  EXPECT_EQ(read->pair[1].number, 12);
  EXPECT_EQ(read->maybe->number, 14);
  EXPECT_EQ(read->map.at(1).number, 16);
  const auto expect_odd_refused = [&](auto& number) {
    ++number;
    expect_refused(box);
    --number;
  };
  expect_odd_refused(box.height);
  expect_odd_refused(box.side.length);
  expect_odd_refused(box.list[1]);
  expect_odd_refused(box.pair[0]);
  expect_odd_refused(*box.maybe);
  expect_odd_refused(box.map[1]);
}

struct Access {
  testing::UserId id;
  std::vector<testing::UserId> list;
  std::map<testing::UserId, testing::Label> names;
  std::optional<testing::Label> label;
};
struct PlainAccess {
  std::uint64_t id = 0;
  std::vector<std::uint64_t> list;
  std::map<std::uint64_t, std::string> names;
  std::optional<std::string> label;
};

template <typename Encode, typename DecodeInto>
void expect_inner(const Encode& encode, const DecodeInto& decode_into) {
  const Access before{{1}, {{2}, {3}}, {{{4}, {"four"}}}, testing::Label{"label"}};
  const Result<Buffer> bytes = encode(before);
  const Result<Buffer> plain = encode(PlainAccess{1, {2, 3}, {{4, "four"}}, "label"});
  ASSERT_TRUE(bytes.ok() && plain.ok());
  EXPECT_TRUE(std::ranges::equal(*bytes, *plain));
  Access again;
  const Status read = decode_into(*bytes, again);
  ASSERT_TRUE(read.ok()) << read.to_string();
  EXPECT_TRUE(graph::equal(before, again));
  again.label->text = "another";
  EXPECT_FALSE(graph::equal(before, again));
}

TEST(Wrapped, AnAggregateIsWhatItWrapsInEveryFormat) {
  const archive::EncodeOptions bare{.header = archive::Header::bare};
  expect_inner([&](const auto& value) { return archive::encode(value, bare); },
               [](const Buffer& bytes, Access& value) {
                 return archive::decode_into(bytes, value, {.header = archive::Header::bare});
               });
  expect_inner(
      [](const auto& value) { return msgpack::encode(value); },
      [](const Buffer& bytes, Access& value) { return msgpack::decode_into(bytes, value); });
  expect_inner([](const auto& value) { return flat::encode(value); },
               [](const Buffer& bytes, Access& value) { return flat::decode_into(bytes, value); });
  expect_inner(
      [](const auto& value) { return flexbuffers::encode(value); },
      [](const Buffer& bytes, Access& value) { return flexbuffers::decode_into(bytes, value); });
  EXPECT_EQ(archive::decode<testing::UserId>(*archive::encode(testing::UserId{7}))->value, 7U);
}

}  // namespace
}  // namespace fastser
