// SPDX-License-Identifier: MIT
//
// Objects whose type is not a record (a shared_ptr to a list, to a number) through the coder's
// reader. Each took memory that was kept for as long as the reader lived; and their types, which
// lie in the reader's copy of the table, were given the payload's end.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/coder.hpp"
#include "support/alloc_counter.hpp"

namespace fastser {
namespace {

struct Holder {
  std::vector<std::shared_ptr<std::vector<std::string>>> lists;
  std::vector<std::shared_ptr<std::int64_t>> numbers;
};

Buffer holder_bytes(int count) {
  Holder holder;
  for (int i = 0; i < count; ++i) {
    holder.lists.push_back(std::make_shared<std::vector<std::string>>(2, std::to_string(i)));
    holder.numbers.push_back(std::make_shared<std::int64_t>(i));
  }
  holder.lists.push_back(holder.lists.front());
  holder.numbers.push_back(holder.numbers.back());
  Result<Buffer> bytes = archive::encode(holder);
  EXPECT_TRUE(bytes.ok());
  return std::move(*bytes);
}

void read_holder(CoderReader& reader, const Buffer& bytes) {
  ASSERT_TRUE(reader.open(bytes).ok());
  ASSERT_TRUE(reader.begin_record());
  std::uint64_t lists = 0;
  ASSERT_TRUE(reader.begin_list("lists", lists));
  for (std::uint64_t i = 0; i < lists; ++i) {
    const ObjectStart start = reader.begin_object();
    EXPECT_EQ(start.kind, i + 1 == lists ? ObjectStart::kReference : ObjectStart::kNew);
    if (start.kind != ObjectStart::kNew) continue;
    std::uint64_t words = 0;
    ASSERT_TRUE(reader.begin_list(words));
    EXPECT_EQ(reader.string(), std::to_string(i));
    reader.end_list();
    EXPECT_TRUE(reader.is_at_end());
    reader.end_object();
  }
  reader.end_list();
  std::uint64_t numbers = 0;
  ASSERT_TRUE(reader.begin_list("numbers", numbers));
  for (std::uint64_t i = 0; i + 1 < numbers; ++i) {
    ASSERT_EQ(reader.begin_object().kind, ObjectStart::kNew);
    EXPECT_EQ(reader.i64(), static_cast<std::int64_t>(i));
    reader.end_object();
  }
  EXPECT_EQ(reader.begin_object().kind, ObjectStart::kReference);
  reader.end_list();
  reader.end_record();
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

TEST(ObjectsThatAreNoRecords, AReusedReaderDoesNotGrow) {
  const Buffer bytes = holder_bytes(100);
  CoderReader reader;
  read_holder(reader, bytes);
  const testing::AllocScope scope;
  for (int turn = 0; turn < 20; ++turn) read_holder(reader, bytes);
  EXPECT_EQ(scope.live(), 0);
}

TEST(ObjectsThatAreNoRecords, AreFoundWhereverTheTableLies) {
  // Table in front and table behind, each in memory of its own size.
  const Buffer front = holder_bytes(3);
  CoderReader reader;
  read_holder(reader, front);
  ASSERT_TRUE(reader.open(front).ok());
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();  // passed by
}

}  // namespace
}  // namespace fastser
