// SPDX-License-Identifier: MIT
//
// Records of as many fields as reflection takes, with names that begin alike, and arrays of
// thousands of elements among the fields: compilers limit the steps of a constant (clang to a
// million) and how deep templates nest. What is searched for in pairs exceeded them at 24 fields,
// what is counted one by one at 512 elements.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "fastser/internal/schema/fields.hpp"
#include "fastser/msgpack.hpp"

namespace fastser {
namespace {

// The fields whose numbers are `tens` and one digit more.
#define ONE_FIELD(number) int a_long_name_that_all_fields_have_##number = 0;
#define TEN_FIELDS(tens) \
  ONE_FIELD(tens##0)     \
  ONE_FIELD(tens##1)     \
  ONE_FIELD(tens##2)     \
  ONE_FIELD(tens##3)     \
  ONE_FIELD(tens##4)     \
  ONE_FIELD(tens##5)     \
  ONE_FIELD(tens##6)     \
  ONE_FIELD(tens##7)     \
  ONE_FIELD(tens##8)     \
  ONE_FIELD(tens##9)
#define THIRTY_FIELDS TEN_FIELDS() TEN_FIELDS(1) TEN_FIELDS(2)
#define HUNDRED_FIELDS \
  THIRTY_FIELDS        \
  TEN_FIELDS(3)        \
  TEN_FIELDS(4)        \
  TEN_FIELDS(5)        \
  TEN_FIELDS(6)        \
  TEN_FIELDS(7)        \
  TEN_FIELDS(8)        \
  TEN_FIELDS(9)

struct Widest {
  HUNDRED_FIELDS
};

#define ONE_NAME(number) a_long_name_that_all_fields_have_##number
#define TEN_NAMES(tens)                                                                          \
  ONE_NAME(tens##0), ONE_NAME(tens##1), ONE_NAME(tens##2), ONE_NAME(tens##3), ONE_NAME(tens##4), \
      ONE_NAME(tens##5), ONE_NAME(tens##6), ONE_NAME(tens##7), ONE_NAME(tens##8),                \
      ONE_NAME(tens##9)

class Described {
  HUNDRED_FIELDS

 public:
  [[nodiscard]] int last() const { return a_long_name_that_all_fields_have_99; }
  FASTSER_FIELDS(Described, TEN_NAMES(), TEN_NAMES(1), TEN_NAMES(2), TEN_NAMES(3), TEN_NAMES(4),
                 TEN_NAMES(5), TEN_NAMES(6), TEN_NAMES(7), TEN_NAMES(8), TEN_NAMES(9));
};

template <typename T>
void expect_hundred_fields() {
  using F = schema::Fields<T>;
  static_assert(F::count() == 100 && F::name(99) == "a_long_name_that_all_fields_have_99");
  static_assert(F::find("a_long_name_that_all_fields_have_73") == 73);
  static_assert(F::find_id(12) == 12 && F::id(99) == 99);
}

TEST(ManyFields, AreFoundByNameAndByNumber) { expect_hundred_fields<Widest>(); }

TEST(ManyFields, OfAListAreAsManyAsThoseOfAnAggregate) {
  expect_hundred_fields<Described>();
  Described value;
  int next = 0;
  schema::Description<Described>::visit(value, [&](auto&... field) { ((field = next++), ...); });
  EXPECT_EQ(next, 100);
  EXPECT_EQ(value.last(), 99);
}

// Fewer, since every one takes time to compile.
struct Wide {
  THIRTY_FIELDS
  bool operator==(const Wide&) const = default;
};

TEST(ManyFields, AreWrittenAndReadBack) {
  Wide wide;
  wide.a_long_name_that_all_fields_have_29 = 7;
  const Result<Buffer> bytes = msgpack::encode(wide);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(msgpack::decode<Wide>(*bytes).value(), wide);
}

struct LargeArrays {
  int first = 0;
  double numbers[600] = {};
  short table[3][5] = {};
  int few[31] = {};
  int more[33] = {};
  std::string last;
};

TEST(ManyFields, MayBeLargeArrays) {
  static_assert(schema::kMemberCount<LargeArrays> == 6);
  const auto written = std::make_unique<LargeArrays>();
  written->numbers[599] = 0.5;
  written->table[2][4] = -3;
  written->more[32] = 4;
  written->last = "last";
  const Result<Buffer> bytes = msgpack::encode(*written);
  ASSERT_TRUE(bytes.ok());
  const auto read = std::make_unique<LargeArrays>();
  ASSERT_TRUE(msgpack::decode_into(*bytes, *read).ok());
  EXPECT_EQ(read->numbers[599], 0.5);
  EXPECT_EQ(read->table[2][4], -3);
  EXPECT_EQ(read->more[32], 4);
  EXPECT_EQ(read->last, "last");
}

}  // namespace
}  // namespace fastser
