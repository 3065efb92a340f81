// SPDX-License-Identifier: MIT
//
// Types that are written as the value that they wrap (wrapped.hpp): in every format they are that
// value.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <compare>
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
