// SPDX-License-Identifier: MIT
//
// A field that the reader no longer has is passed by, whatever its type: what lies behind it
// arrives as it was written. Every value of tests/vectors takes its turn as the field that is gone.
#include <gtest/gtest.h>

#include <bitset>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "support/bytes.hpp"
#include "support/vectors.hpp"
#include "unit/archive/resolve/read_as.hpp"

namespace fastser::testing {
namespace {

struct Kept {
  std::int32_t before = 0;
  std::string behind = "not read";
};

template <typename Gone>
void expect_passed_by(const Gone& gone) {
  struct Written {
    std::int32_t before = 10;
    Gone gone;
    std::string behind = "behind";
  };
  const Kept kept = read_as<Kept>(Written{10, gone});
  EXPECT_EQ(kept.before, 10);
  EXPECT_EQ(kept.behind, "behind");
}

TEST(RemovedField, OfBitsIsPassedByWhateverTheirNumber) {
  expect_passed_by(std::bitset<1>(1));
  expect_passed_by(std::bitset<8>(255));
  expect_passed_by(std::bitset<17>(0x1FFFF));
  expect_passed_by(std::vector<std::bitset<17>>(5));
  expect_passed_by(std::array<std::bitset<9>, 3>{});
}

/// Record {before, gone, behind} around the root of an archive. Its shape is the last of the table.
Bytes around(const archive::Envelope& from, const schema::TypeTable& table) {
  const std::size_t shapes = table.shapes().size();
  const BytesView root = schema::type_bytes(table.root());
  Bytes count;
  put_varint(count, shapes);
  Bytes bytes;
  put_varint(bytes, shapes + 1);
  bytes.insert(bytes.end(), from.table.begin() + static_cast<std::ptrdiff_t>(count.size()),
               from.table.end() - static_cast<std::ptrdiff_t>(root.size()));
  const auto put_name = [&](const std::string& name) {
    put_varint(bytes, name.size());
    for (const char c : name) bytes.push_back(static_cast<std::byte>(c));
  };
  put_name("Kept");
  put(bytes, {0, 0, 3, 3});
  put_name("before");
  put(bytes, {0x06, 3});
  put_name("gone");
  bytes.insert(bytes.end(), root.begin(), root.end());
  put(bytes, {3});
  put_name("behind");
  put(bytes, {0x14, 0x28});
  put_varint(bytes, shapes);
  Bytes payload = testing::bytes({10, 0, 0, 0});
  payload.insert(payload.end(), from.payload.begin(), from.payload.end());
  put(payload, {6, 'b', 'e', 'h', 'i', 'n', 'd'});
  return archive_of(bytes, payload);
}

TEST(RemovedField, OfEveryTypeCodeIsPassedBy) {
  std::vector<bool> seen(0x30);
  for (const auto& file :
       std::filesystem::directory_iterator(vector_path("good/00_null").parent_path())) {
    const std::string name = file.path().stem();
    if (name.find("chain") != std::string::npos) continue;  // bodies lie behind the root
    const Vector vector = read_vector(file.path());
    const Result<archive::Envelope> from = archive::open_envelope(vector.bytes);
    if (!from.ok() || from->kind == archive::Kind::kFingerprint) continue;
    const auto table = schema::TypeTable::parse(from->table);
    ASSERT_TRUE(table.ok()) << name;
    if (hex_digit(name[0]) >= 0 && hex_digit(name[1]) >= 0) {  // named after the code that it shows
      seen[static_cast<std::size_t>(hex_digit(name[0]) * 16 + hex_digit(name[1]))] = true;
    }
    const Bytes bytes = around(*from, *table);
    EXPECT_TRUE(archive::verify(bytes).ok()) << name;
    const Result<Kept> kept = archive::decode<Kept>(bytes);
    ASSERT_TRUE(kept.ok()) << name << ": " << kept.status().to_string();
    EXPECT_EQ(kept->before, 10) << name;
    EXPECT_EQ(kept->behind, "behind") << name;
  }
  for (int code = 0; code < 0x30; ++code) {
    const bool exists = schema::code_name(static_cast<schema::TypeCode>(code)) != "?";
    EXPECT_EQ(exists, seen[static_cast<std::size_t>(code)]) << code;
  }
}

struct Small {
  std::uint8_t number = 7;
};

// What is passed by was charged like what is built: 23 objects were "over budget".
TEST(RemovedField, OfManySmallObjectsCostsNoMoreThanItTakes) {
  for (const std::size_t count : {1U, 22U, 23U, 1000U, 100'000U}) {
    std::vector<std::shared_ptr<Small>> objects;
    for (std::size_t i = 0; i < count; ++i) objects.push_back(std::make_shared<Small>());
    expect_passed_by(objects);
  }
}

}  // namespace
}  // namespace fastser::testing
