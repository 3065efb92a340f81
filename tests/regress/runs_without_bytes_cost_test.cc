// SPDX-License-Identifier: MIT
//
// Fields without bytes, 4,294,967,295 of them in an archive of 24 bytes, cost the coder's reader
// nothing, and those who keep what they read as much memory as there is. They are charged, as
// elements of a list are. An array of such elements that was over the budget was called cut off.
// A list of a thousand million nulls that a reader had no field for cost nothing, peeks at a run
// paid for all of it every time, and a map of one entry without bytes was called cut off where
// another version had written it. Found by reading.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/coder.hpp"
#include "support/bytes.hpp"

namespace fastser {
namespace {

using testing::archive_of;
using testing::Bytes;

TEST(RunsWithoutBytes, AreChargedByTheCoder) {
  // a shape of one unnamed entry: null, as often as a count can say
  const Bytes bytes = archive_of({1, 0, 0, 0, 1, 0xFE, 0xFF, 0xFF, 0xFF, 0x1F, 0, 0x2C}, {0x28, 0});
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok()) << reader.status().to_string();
  ASSERT_TRUE(reader.begin_record());
  reader.null();
  EXPECT_EQ(reader.status().code(), Code::kOverBudget) << reader.status().to_string();
}

TEST(RunsWithoutBytes, AreNotPaidByLookingAhead) {
  Bytes table = testing::bytes({1, 0, 0, 0, 1});
  testing::put_varint(table, 2 * 10000);  // a run of so many nulls
  testing::put(table, {0, 0x2C});
  const Bytes bytes = archive_of(table, testing::bytes({0x28, 0}));
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok()) << reader.status().to_string();
  ASSERT_TRUE(reader.begin_record());
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(reader.peek(), schema::TypeCode::kNull);
    EXPECT_TRUE(reader.is_nothing());
  }
  for (int i = 0; i < 10000; ++i) reader.null();
  reader.end_record();
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

struct Other {
  int x = 0;
};

TEST(RunsWithoutBytes, PassedByCostAUnitEach) {
  const auto code_of = [](std::size_t nulls) {
    // a record of x: i32 and q: list<null>
    Bytes payload = testing::bytes({1, 0, 0, 0});
    testing::put_varint(payload, nulls);
    const Bytes bytes = archive_of(
        testing::bytes({1, 0, 0, 0, 2, 3, 1, 'x', 6, 3, 1, 'q', 0x21, 0, 0x28, 0}), payload);
    const Code code = archive::decode<Other>(bytes).status().code();
    EXPECT_EQ(archive::verify<Other>(bytes).code(), code) << nulls;
    return code;
  };
  EXPECT_EQ(code_of(1'000'000'000), Code::kOverBudget);
  EXPECT_EQ(code_of(1000), Code::kOk);
}

struct Entries {
  std::map<std::monostate, std::monostate> q;
  int z = 0;
};

TEST(RunsWithoutBytes, AMapOfOneEntryComesFromAnotherVersion) {
  // a record of q: map<null, null>, with one entry
  const Bytes table = testing::bytes({1, 0, 0, 0, 1, 3, 1, 'q', 0x24, 0, 0, 0x28, 0});
  const auto read = archive::decode<Entries>(archive_of(table, testing::bytes({1})));
  ASSERT_TRUE(read.ok()) << read.status().to_string();
  EXPECT_EQ(read->q.size(), 1U);
  const auto many = archive::decode<Entries>(
      archive_of(table, testing::bytes({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F})));
  EXPECT_EQ(many.status().code(), Code::kOverBudget) << many.status().to_string();
}

struct Holder {
  std::vector<std::monostate> nothing;
};

TEST(RunsWithoutBytes, OfAnArrayAreOverTheBudgetNotCutOff) {
  // a record with the field "nothing" of the type array<null, 2^30>
  Bytes table = testing::bytes({1, 6, 'H', 'o', 'l', 'd', 'e', 'r', 0, 0, 1});
  testing::put(table, {3, 7, 'n', 'o', 't', 'h', 'i', 'n', 'g', 0x22, 0});
  testing::put_varint(table, std::size_t{1} << 30);
  testing::put(table, {0x28, 0});
  const Bytes bytes = archive_of(table, Bytes());
  EXPECT_EQ(archive::decode<Holder>(bytes).status().code(), Code::kOverBudget)
      << archive::decode<Holder>(bytes).status().to_string();
}

}  // namespace
}  // namespace fastser
