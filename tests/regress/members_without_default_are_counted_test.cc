// SPDX-License-Identifier: MIT
//
// An aggregate with a member that has no default constructor was taken for one without members, and
// written as nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "fastser/archive.hpp"

namespace fastser::archive {
namespace {

class Amount {
 public:
  explicit Amount(std::int64_t cents) : cents_(cents) {}
  FASTSER_FIELDS(Amount, cents_);

 private:
  std::int64_t cents_;
};
struct Line {
  std::int32_t count;
  Amount price;
  std::uint8_t size;
};
struct Reference {
  const std::string& text;
  std::int32_t number;
};

TEST(Aggregate, WithAMemberThatHasNoDefaultIsWrittenWhole) {
  EXPECT_EQ(schema::kMemberCount<Line>, 3U);
  const Result<Buffer> bytes = encode(Line{7, Amount(500), 9}, {.header = Header::bare});
  ASSERT_TRUE(bytes.ok());
  const std::uint8_t wanted[] = {7, 0, 0, 0, 0xF4, 1, 0, 0, 0, 0, 0, 0, 9};
  ASSERT_EQ(bytes->size(), sizeof wanted);
  EXPECT_TRUE(std::equal(bytes->data(), bytes->data() + bytes->size(), std::begin(wanted),
                         [](std::byte a, std::uint8_t b) { return a == std::byte{b}; }));
}

TEST(Aggregate, WithAReferenceIsNotTakenForAnEmptyOne) {
  EXPECT_EQ(schema::kMemberCount<Reference>, 2U);
}

}  // namespace
}  // namespace fastser::archive
