// SPDX-License-Identifier: MIT
//
// Versions: archives of one set of classes read by another, in both directions. Every rule of
// docs/format.md and of archive.hpp about what fits, and what each misfit is called.
#include <gtest/gtest.h>

#include <array>
#include <deque>
#include <limits>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

#include "unit/archive/round_trip.hpp"

namespace fastser::testing {
namespace {

using archive::Header;
using archive::Sharing;

/// Reads the archive of a From as a To, in which every part had a value before.
template <typename To, typename From>
Result<To> read_as(const From& from, archive::EncodeOptions options = {}) {
  const Result<Buffer> bytes = archive::encode(from, options);
  if (!bytes.ok()) return bytes.status();
  const Status sound = archive::verify(*bytes);
  EXPECT_TRUE(sound.ok()) << sound.to_string();
  return archive::decode<To>(*bytes);
}

/// A record of one field, so that a field's type can change between readers.
template <typename T>
struct One {
  T field{};
  static constexpr std::string_view fastser_name = "One";
};

template <typename To, typename From>
void expect_reads(const From& from, const To& wanted) {
  const Result<One<To>> read = read_as<One<To>>(One<From>{from});
  ASSERT_TRUE(read.ok()) << read.status().to_string();
  EXPECT_EQ(read->field, wanted);
}

template <typename To, typename From>
void expect_refused(const From& from) {
  const Result<One<To>> read = read_as<One<To>>(One<From>{from});
  EXPECT_EQ(read.status().code(), Code::kTypeMismatch);
}

// ---- numbers

template <typename From, typename To>
void expect_widens() {
  for (const From value : {std::numeric_limits<From>::lowest(), static_cast<From>(0),
                           static_cast<From>(7), std::numeric_limits<From>::max()}) {
    expect_reads<To>(value, static_cast<To>(value));
    if constexpr (std::is_integral_v<From> && sizeof(From) >= 2) {
      expect_reads<To>(varint<From>(value), static_cast<To>(value));
      if constexpr (std::is_integral_v<To>) {
        expect_reads<varint<To>>(value, varint<To>(static_cast<To>(value)));
        expect_reads<varint<To>>(varint<From>(value), varint<To>(static_cast<To>(value)));
      }
    }
  }
}
template <typename From, typename To>
void expect_narrows() {
  expect_refused<To>(From{1});
}

TEST(Evolution, SignedIntegersWiden) {
  expect_widens<std::int8_t, std::int16_t>();
  expect_widens<std::int8_t, std::int64_t>();
  expect_widens<std::int16_t, std::int32_t>();
  expect_widens<std::int32_t, std::int64_t>();
  expect_narrows<std::int16_t, std::int8_t>();
  expect_narrows<std::int64_t, std::int32_t>();
  expect_narrows<std::int8_t, std::uint64_t>();
}

TEST(Evolution, UnsignedIntegersWiden) {
  expect_widens<std::uint8_t, std::uint16_t>();
  expect_widens<std::uint8_t, std::int16_t>();
  expect_widens<std::uint16_t, std::uint64_t>();
  expect_widens<std::uint32_t, std::int64_t>();
  expect_widens<std::uint32_t, std::uint64_t>();
  expect_narrows<std::uint8_t, std::int8_t>();
  expect_narrows<std::uint32_t, std::int32_t>();
  expect_narrows<std::uint64_t, std::int64_t>();
}

TEST(Evolution, IntegersOfOneWidthChangeBetweenFixedAndVarint) {
  expect_widens<std::int16_t, std::int16_t>();
  expect_widens<std::uint16_t, std::uint16_t>();
  expect_widens<std::int32_t, std::int32_t>();
  expect_widens<std::uint32_t, std::uint32_t>();
  expect_widens<std::int64_t, std::int64_t>();
  expect_widens<std::uint64_t, std::uint64_t>();
}

TEST(Evolution, FloatsWidenAndHoldTheIntegersTheyCanHold) {
  expect_widens<float, double>();
  expect_widens<std::int16_t, float>();
  expect_widens<std::uint16_t, float>();
  expect_widens<std::int32_t, double>();
  expect_widens<std::uint32_t, double>();
  expect_narrows<double, float>();
  expect_narrows<std::int32_t, float>();
  expect_narrows<std::int64_t, double>();
  expect_narrows<float, std::int64_t>();
}

TEST(Evolution, BoolsAreNoNumbers) {
  expect_narrows<bool, std::uint8_t>();
  expect_narrows<std::uint8_t, bool>();
}

enum class Small : std::uint8_t { one = 1, two = 2 };
enum class Large : std::int32_t { one = 1, two = 2 };

TEST(Evolution, EnumsAreTheirIntegers) {
  expect_reads<Large>(Small::two, Large::two);
  expect_reads<std::uint8_t>(Small::two, std::uint8_t{2});
  expect_reads<Small>(std::uint8_t{1}, Small::one);
  expect_refused<Small>(Large::one);
}

// ---- wrappers and containers

TEST(Evolution, AValueBecomesOptional) {
  expect_reads<std::optional<std::int32_t>>(std::int32_t{5}, std::optional<std::int32_t>(5));
  expect_reads<std::optional<std::int64_t>>(std::int32_t{-5}, std::optional<std::int64_t>(-5));
  expect_reads<std::optional<std::string>>(std::string("x"), std::optional<std::string>("x"));
  using Twice = std::optional<std::optional<bool>>;
  expect_reads<Twice>(true, Twice(std::optional<bool>(true)));
}

TEST(Evolution, AnOptionalDoesNotBecomeAValue) {
  expect_refused<std::int32_t>(std::optional<std::int32_t>(5));
  expect_refused<std::string>(std::optional<std::string>("x"));
}

TEST(Evolution, WhatAnOptionalHoldsWidens) {
  expect_reads<std::optional<std::int64_t>>(std::optional<std::int8_t>(-1),
                                            std::optional<std::int64_t>(-1));
  expect_reads<std::optional<std::int64_t>>(std::optional<std::int8_t>(),
                                            std::optional<std::int64_t>());
}

TEST(Evolution, SequencesAndSetsReadEachOther) {
  const std::vector<std::int32_t> vector = {3, 1, 2};
  expect_reads<std::deque<std::int64_t>>(vector, std::deque<std::int64_t>{3, 1, 2});
  expect_reads<std::list<std::int32_t>>(vector, std::list<std::int32_t>{3, 1, 2});
  expect_reads<std::set<std::int32_t>>(vector, std::set<std::int32_t>{1, 2, 3});
  expect_reads<std::vector<std::int64_t>>(std::set<std::int32_t>{2, 1},
                                          std::vector<std::int64_t>{1, 2});
  expect_reads<std::multiset<std::int32_t>>(std::vector<std::int32_t>{1, 1},
                                            std::multiset<std::int32_t>{1, 1});
  expect_reads<std::array<std::int32_t, 3>>(vector, std::array<std::int32_t, 3>{3, 1, 2});
  expect_reads<std::vector<std::int32_t>>(std::array<std::int16_t, 2>{4, 5},
                                          std::vector<std::int32_t>{4, 5});
  expect_refused<std::array<std::int32_t, 2>>(vector);
}

TEST(Evolution, AListWithEqualElementsIsNoSet) {
  const Result<One<std::set<std::int32_t>>> read =
      read_as<One<std::set<std::int32_t>>>(One<std::vector<std::int32_t>>{{1, 1}});
  EXPECT_EQ(read.status().code(), Code::kMalformed);
}

TEST(Evolution, MapsReadMapsOfWiderTypes) {
  using Narrow = std::map<std::string, std::int16_t>;
  expect_reads<std::map<std::string, std::int64_t>>(Narrow{{"a", -1}},
                                                    std::map<std::string, std::int64_t>{{"a", -1}});
  expect_reads<std::unordered_map<std::string, double>>(
      Narrow{{"a", 2}, {"b", 3}}, std::unordered_map<std::string, double>{{"a", 2}, {"b", 3}});
  using Multi = std::multimap<std::string, std::int64_t>;
  expect_reads<Multi>(Narrow{{"a", 2}}, Multi{{"a", 2}});
  expect_reads<Multi>(std::multimap<std::string, std::int32_t>{{"a", 2}, {"a", 3}},
                      Multi{{"a", 2}, {"a", 3}});
  expect_refused<std::map<std::int32_t, std::int16_t>>(Narrow{{"a", 2}});
}

TEST(Evolution, BytesAreDataWhoeverWroteThem) {
  const std::vector<std::byte> data = {std::byte{1}, std::byte{2}};
  expect_reads<std::vector<std::uint8_t>>(data, std::vector<std::uint8_t>{1, 2});
  expect_reads<std::vector<std::byte>>(std::deque<std::uint8_t>{1, 2}, data);
}

TEST(Evolution, TuplesKeepTheirLength) {
  using Pair = std::pair<std::int16_t, std::string>;
  using Wide = std::tuple<std::int64_t, std::string>;
  expect_reads<Wide>(Pair{1, "x"}, Wide{1, "x"});
  expect_refused<std::tuple<std::int16_t, std::string, bool>>(Pair{1, "x"});
}

TEST(Evolution, VariantsGainAlternatives) {
  using Two = std::variant<std::int32_t, std::string>;
  using Three = std::variant<std::int32_t, std::string, double>;
  using Other = std::variant<double, std::string, std::int64_t>;
  expect_reads<Three>(Two("x"), Three("x"));
  expect_reads<Two>(Three("x"), Two("x"));
  expect_reads<Other>(Two("x"), Other("x"));
  expect_refused<Two>(Three(2.5));
  expect_reads<Two>(std::string("plain"), Two("plain"));
}

TEST(Evolution, TextsReadWhetherSharedOrNot) {
  const std::vector<std::string> words = {"one", "two", "one"};
  const Result<Buffer> shared = archive::encode(One{words}, {.sharing = Sharing::on});
  ASSERT_TRUE(shared.ok());
  using Read = One<std::deque<std::string>>;
  const Result<Read> read = archive::decode<Read>(*shared);
  ASSERT_TRUE(read.ok()) << read.status().to_string();
  EXPECT_EQ(read->field, (std::deque<std::string>{"one", "two", "one"}));
}

struct ByField {
  std::vector<std::string> field;
  static constexpr std::string_view fastser_name = "One";
  static constexpr auto fastser_options = fastser::options(fastser::share("field"));
};

TEST(Evolution, TheOptionShareMayComeAndGo) {
  const std::vector<std::string> words = {"one", "two", "one", "", "one"};
  const Result<One<std::vector<std::string>>> off =
      read_as<One<std::vector<std::string>>>(ByField{words});
  ASSERT_TRUE(off.ok()) << off.status().to_string();
  EXPECT_EQ(off->field, words);
  const Result<ByField> on = read_as<ByField>(One<std::vector<std::string>>{words});
  ASSERT_TRUE(on.ok()) << on.status().to_string();
  EXPECT_EQ(on->field, words);
}

// ---- misfits

struct Inner {
  std::string good = "fits";
  std::string wrong = "does not fit";
};
struct InnerRead {
  std::string good;
  std::int32_t wrong = 0;
  static constexpr std::string_view fastser_name = "Inner";
};

TEST(Evolution, AMisfitNamesClassFieldBothTypesByteAndPath) {
  const Result<Buffer> bytes = archive::encode(One<std::vector<Inner>>{{Inner{}, Inner{}}});
  const Result<One<std::vector<InnerRead>>> read =
      archive::decode<One<std::vector<InnerRead>>>(*bytes);
  const Status& status = read.status();
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  // Payload: count 1, "fits" 5, "does not fit" 13, and again; the first `wrong` lies 31 from the
  // end.
  EXPECT_EQ(status.offset(), bytes->size() - 5 - 2 * 13);
  EXPECT_EQ(status.path(), "field[0].wrong");
  EXPECT_EQ(status.message(),
            "class Inner, field wrong: the archive has string, the reader wants i32");
}

TEST(Evolution, AFingerprintAcceptsTheVeryTypeOnly) {
  const Result<Buffer> bytes =
      archive::encode(One<std::int32_t>{5}, {.header = Header::fingerprint});
  EXPECT_TRUE(archive::decode<One<std::int32_t>>(*bytes).ok());
  EXPECT_EQ(archive::decode<One<std::int64_t>>(*bytes).status().code(), Code::kFingerprint);
}

TEST(Evolution, ABareArchiveIsReadByTheReadersTypeAlone) {
  const Result<Buffer> bytes = archive::encode(One<std::int32_t>{-1}, {.header = Header::bare});
  const archive::DecodeOptions bare{.header = Header::bare};
  const Result<One<std::uint32_t>> same_width = archive::decode<One<std::uint32_t>>(*bytes, bare);
  ASSERT_TRUE(same_width.ok());
  EXPECT_EQ(same_width->field, 0xFFFFFFFFU);
  EXPECT_EQ(archive::decode<One<std::int64_t>>(*bytes, bare).status().code(), Code::kTruncated);
  EXPECT_EQ(archive::decode<One<std::int16_t>>(*bytes, bare).status().code(), Code::kTrailing);
}

}  // namespace
}  // namespace fastser::testing
