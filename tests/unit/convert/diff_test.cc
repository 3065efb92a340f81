// SPDX-License-Identifier: MIT
//
// Differences of documents: none of equal ones, and the changes that were made of others.
#include "convert/diff/diff.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "convert/document/builder.hpp"
#include "convert/json/reader.hpp"
#include "unit/convert/json_documents.hpp"

namespace fastser::convert {
namespace {

std::string changes(std::string_view left, std::string_view right) {
  Document one;
  Document other;
  EXPECT_TRUE(parse_json(left, 128, true, one).ok()) << left;
  EXPECT_TRUE(parse_json(right, 128, true, other).ok()) << right;
  std::string out;
  const bool none = differences(one, other, [&](const Difference& change) {
    out += "~+-"[static_cast<std::size_t>(change.what)];
    out.append(change.path).append(" ");
    return true;
  });
  EXPECT_EQ(none, out.empty());
  return out;
}

TEST(Differences, AreNoneOfADocumentAndItself) {
  for (const char* json : kJsonDocuments) EXPECT_EQ(changes(json, json), "") << json;
}

TEST(Differences, AreNotOfOrderAndFormOfNumbers) {
  EXPECT_EQ(changes(R"({"a":1,"b":[-0.0,2e2]})", R"({"b":[0,200],"a":1.0})"), "");
  EXPECT_EQ(changes("[1.5,9007199254740993]", "[1.5,9007199254740992]"), "~[1] ");
  EXPECT_EQ(changes(R"(["1",1,true,null])", R"([1,true,null,"1"])"), "-[0] +[3] ");
}

TEST(Differences, OfListsAreWhatWasPutInAndTakenOut) {
  EXPECT_EQ(changes("[1,2,3,4]", "[0,1,2,3,4]"), "+[0] ");
  EXPECT_EQ(changes("[1,2,3,4]", "[1,3,4,5]"), "-[1] +[3] ");
  EXPECT_EQ(changes("[1,2,3]", "[1,9,3]"), "~[1] ");
  EXPECT_EQ(changes("[]", "[1,2]"), "+[0] +[1] ");
  EXPECT_EQ(changes(R"([{"a":1,"b":2},{"c":3}])", R"([{"c":3},{"a":1,"b":3}])"), "-[0] +[1] ");
}

TEST(Differences, OfLongListsAreBoundedWork) {
  std::string left = "[0";
  std::string right = "[1";
  for (int i = 0; i < 20000; ++i) {
    left += ',' + std::to_string(2 * i);
    right += ',' + std::to_string(2 * i + 1);
  }
  const std::string out = changes(left + "]", right + "]");
  EXPECT_EQ(out.substr(0, 10), "~[0] ~[1] ");
}

TEST(Differences, EndWhereNobodyWantsMore) {
  Document one;
  Document other;
  ASSERT_TRUE(parse_json("[1,2,3]", 128, true, one).ok());
  ASSERT_TRUE(parse_json("[4,5,6]", 128, true, other).ok());
  int told = 0;
  EXPECT_FALSE(differences(one, other, [&](const Difference&) { return ++told < 2; }));
  EXPECT_EQ(told, 2);
}

TEST(Differences, OfListsAreLinedUpWhereOneHasOneElement) {
  EXPECT_EQ(changes("[1]", "[0,1,2]"), "+[0] +[2] ");
  EXPECT_EQ(changes("[0,1,2]", "[1]"), "-[0] -[2] ");
  EXPECT_EQ(changes("[1]", "[2]"), "~[0] ");
  EXPECT_EQ(changes("[1]", "[2,3]"), "~[0] +[1] ");
}

// As values they are equal.
TEST(Differences, OfMapsTellIntegersAsKeysFromFloats) {
  // Each key leads to a number.
  const auto map_of = [](std::initializer_list<std::pair<double, bool>> keys, Document& out) {
    DocumentBuilder builder(out, 128);
    bool good = builder.begin_map(keys.size());
    std::uint64_t number = 0;
    for (const auto& [key, is_float] : keys) {
      good = good && (is_float ? builder.f64(std::bit_cast<std::uint64_t>(key))
                               : builder.integer(static_cast<std::uint64_t>(key), false));
      good = good && builder.integer(number++, false);
    }
    EXPECT_TRUE(good && builder.end_map());
  };
  Document left;
  Document swapped;
  Document integer;
  Document real;
  map_of({{1, false}, {1, true}}, left);
  map_of({{1, true}, {1, false}}, swapped);
  map_of({{1, false}}, integer);
  map_of({{1, true}}, real);
  std::string out;
  const auto note = [&](const Difference& change) {
    out += "~+-"[static_cast<std::size_t>(change.what)];
    out.append(change.path).append(" ");
    return true;
  };
  EXPECT_TRUE(differences(left, left, note)) << out;
  EXPECT_FALSE(differences(left, swapped, note));
  EXPECT_EQ(out, "~[1] ~[pair 1] ");
  out.clear();
  EXPECT_FALSE(differences(integer, real, note));
  EXPECT_EQ(out, "-[1] +[pair 0] ");
}

}  // namespace
}  // namespace fastser::convert
