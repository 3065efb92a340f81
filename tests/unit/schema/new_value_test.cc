// SPDX-License-Identifier: MIT
//
// New elements of lists and maps are what T() is, whatever was in their memory before.
#include "fastser/internal/schema/new_value.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/flat.hpp"
#include "fastser/msgpack.hpp"

namespace fastser::testing {
namespace {

struct Inner {
  std::int32_t x;
  std::string text;
  double ratio = 2.5;
  bool operator==(const Inner&) const = default;
};
struct Row {
  std::string name;
  std::int64_t id;
  std::uint8_t flag = 7;
  Inner inner;
  std::array<std::int16_t, 3> triple;
  std::optional<std::string> note;
  std::vector<std::int32_t> list = {1, 2};
  std::unique_ptr<std::string> owned;
  std::variant<std::int32_t, std::string> either;
  bool flagged;
};
struct Less {  // what a writer knows who has only the name
  std::string name;
};

/// Its default constructor leaves a member undefined that is none of its fields.
struct Described {
  std::string text;
  std::int32_t number;
  FASTSER_FIELDS(Described, text);
};
struct HoldsDescribed {
  std::string text;
  Described described;
};
struct OnlyNumbers {
  std::int32_t x;
  double y;
};

struct HasConstant {
  std::string text;
  const std::int32_t always = 3;
};

static_assert(schema::is_made_by_members<Row>());
static_assert(schema::is_made_by_members<Less>());
static_assert(!schema::is_made_by_members<Described>());
static_assert(!schema::is_made_by_members<HoldsDescribed>());
static_assert(!schema::is_made_by_members<OnlyNumbers>(), "all zero in one go");
static_assert(!schema::is_made_by_members<HasConstant>());
static_assert(!schema::is_made_by_members<std::string>());
static_assert(!schema::is_made_by_members<std::array<std::string, 2>>());
static_assert(!schema::is_made_by_members<std::array<Row, 2>>());

void expect_new(const Row& row, const std::string& name) {
  EXPECT_EQ(row.name, name);
  EXPECT_EQ(row.id, 0);
  EXPECT_EQ(row.flag, 7);
  EXPECT_EQ(row.inner, (Inner{0, "", 2.5}));
  EXPECT_EQ(row.triple, (std::array<std::int16_t, 3>{}));
  EXPECT_FALSE(row.note.has_value());
  EXPECT_EQ(row.list, (std::vector<std::int32_t>{1, 2}));
  EXPECT_EQ(row.owned, nullptr);
  EXPECT_EQ(row.either.index(), 0U);
  EXPECT_FALSE(row.flagged);
}

constexpr std::size_t kRows = 50;

/// Leaves memory behind that is anything but zero.
void litter() {
  for (std::size_t size = 16; size < 4 * kRows * sizeof(Row); size += 48) {
    std::string junk(size, '\x55');
    ASSERT_EQ(junk.back(), '\x55');
  }
}

std::vector<Less> names() {
  std::vector<Less> all(kRows);
  for (std::size_t i = 0; i < kRows; ++i) all[i].name = "row " + std::to_string(i);
  return all;
}
std::unordered_map<std::string, Less> named() {
  std::unordered_map<std::string, Less> all;
  for (const Less& one : names()) all[one.name] = one;
  return all;
}

template <typename Rows>
void expect_all_new(const Rows& rows) {
  ASSERT_EQ(rows.size(), kRows);
  for (std::size_t i = 0; i < kRows; ++i) expect_new(rows[i], "row " + std::to_string(i));
}
template <typename Rows>
void expect_map_new(const Rows& rows) {
  ASSERT_EQ(rows.size(), kRows);
  for (const auto& [key, row] : rows) expect_new(row, key);
}

TEST(NewElements, OfListsHaveTheirDefaultsWhereTheWriterSaysNothing) {
  litter();
  const auto message = msgpack::encode(names());
  ASSERT_TRUE(message.ok());
  const auto rows = msgpack::decode<std::vector<Row>>(message->view());
  ASSERT_TRUE(rows.ok()) << rows.status().to_string();
  expect_all_new(*rows);

  litter();
  const auto bytes = archive::encode(names());
  ASSERT_TRUE(bytes.ok());
  const auto adopted = archive::decode<std::vector<Row>>(bytes->view());
  ASSERT_TRUE(adopted.ok()) << adopted.status().to_string();
  expect_all_new(*adopted);
}

TEST(NewElements, OfMapsHaveTheirDefaultsWhereTheWriterSaysNothing) {
  litter();
  const auto message = msgpack::encode(named());
  ASSERT_TRUE(message.ok());
  const auto rows = msgpack::decode<std::map<std::string, Row>>(message->view());
  ASSERT_TRUE(rows.ok()) << rows.status().to_string();
  expect_map_new(*rows);

  litter();
  const auto bytes = archive::encode(named());
  ASSERT_TRUE(bytes.ok());
  const auto adopted = archive::decode<std::unordered_map<std::string, Row>>(bytes->view());
  ASSERT_TRUE(adopted.ok()) << adopted.status().to_string();
  expect_map_new(*adopted);
}

TEST(NewElements, AreMadeBehindThoseOfAUsedList) {
  std::vector<Row> rows(3);
  for (Row& row : rows) row.id = 99;
  rows[0].name = "a name that was there before, on the heap";
  const auto bytes = archive::encode(names());
  ASSERT_TRUE(bytes.ok());
  ASSERT_TRUE(archive::decode_into(bytes->view(), rows).ok());
  ASSERT_EQ(rows.size(), kRows);
  for (std::size_t i = 3; i < kRows; ++i) expect_new(rows[i], "row " + std::to_string(i));
}

}  // namespace
}  // namespace fastser::testing
