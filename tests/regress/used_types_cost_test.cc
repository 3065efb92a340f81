// SPDX-License-Identifier: MIT
//
// TypeBuilder::use compared each record with every one of its name, by tables made of all that the
// two lead to: a few hundred records of one name, in a chain, took minutes. No time is asked for
// here: what is quadratic does not end within a test's patience.
#include <gtest/gtest.h>

#include <string>

#include "fastser/type.hpp"

namespace fastser {
namespace {

constexpr std::size_t kLong = 5000;

// Records of one name, or of as many, and one field: each a list of the next, the last of `end`.
Type chain(std::size_t length, TypeCode end, bool names = false) {
  TypeBuilder builder;
  TypeId next = builder.code(end);
  for (std::size_t i = 0; i < length; ++i) {
    const TypeId record = builder.record(names ? std::to_string(i) : "A");
    builder.field(record, "next", builder.list(next));
    next = record;
  }
  const Result<Type> made = builder.build(next);
  EXPECT_TRUE(made.ok()) << made.status().to_string();
  return *made;
}
std::size_t records_of(const TypeBuilder& builder, TypeId root) {
  const Result<Type> made = builder.build(root);
  EXPECT_TRUE(made.ok()) << made.status().to_string();
  return made.ok() ? made->record_count() : 0;
}

TEST(UsedTypes, OfOneNameThatDifferFarAwayAreUsedInReasonableTime) {
  TypeBuilder builder;
  const TypeId parts[] = {builder.use(chain(kLong, TypeCode::kBool)),
                          builder.use(chain(kLong + 1, TypeCode::kI32)),
                          builder.use(chain(kLong / 2, TypeCode::kF64))};
  EXPECT_EQ(records_of(builder, builder.tuple(parts)), 2 * kLong + kLong / 2 + 1);
}

TEST(UsedTypes, ThatAreTheSameAreOneHoweverLong) {
  const Type first = chain(kLong, TypeCode::kBool);
  const Result<Type> second = Type::parse(first.table());
  ASSERT_TRUE(second.ok());
  TypeBuilder builder;
  const TypeId parts[] = {builder.use(first), builder.use(*second), builder.use(first)};
  EXPECT_EQ(parts[0].number, parts[1].number);
  EXPECT_EQ(records_of(builder, builder.tuple(parts)), kLong);
}

TEST(UsedTypes, AreUsedPieceByPieceInReasonableTime) {
  const Type whole = chain(kLong, TypeCode::kBool, true);
  const Result<Type> copy = Type::parse(whole.table());
  ASSERT_TRUE(copy.ok());
  TypeBuilder builder;
  TypeId last;
  for (std::size_t i = kLong; i-- > 0;) {  // the end of the chain first
    last = builder.use(whole.record(i));
    EXPECT_EQ(builder.use(copy->record(i)).number, last.number);
  }
  EXPECT_EQ(records_of(builder, last), kLong);
}

// Two chains that meet in a third: what differs in one place is still told apart in all.
TEST(UsedTypes, AreToldApartByWhatTheyLeadTo) {
  TypeBuilder builder;
  const TypeId short_one = builder.use(chain(1, TypeCode::kBool));
  const TypeId long_one = builder.use(chain(3, TypeCode::kBool));
  const TypeId other = builder.use(chain(3, TypeCode::kI32));
  const TypeId parts[] = {short_one, long_one, other};
  EXPECT_EQ(records_of(builder, builder.tuple(parts)), 6U);  // the last of the second is the first
}

// A ring of two records of one outline is not one record that leads to itself.
TEST(UsedTypes, KeepTheirRings) {
  const auto ring = [](std::size_t length) {
    TypeBuilder builder;
    const TypeId first = builder.record("R");
    TypeId last = first;
    for (std::size_t i = 1; i < length; ++i) {
      const TypeId next = builder.record("R");
      builder.field(last, "next", builder.ref(next));
      last = next;
    }
    builder.field(last, "next", builder.ref(first));
    return *builder.build(first);
  };
  TypeBuilder builder;
  const TypeId parts[] = {builder.use(ring(1)), builder.use(ring(2)), builder.use(ring(2))};
  EXPECT_EQ(parts[1].number, parts[2].number);
  EXPECT_EQ(records_of(builder, builder.tuple(parts)), 3U);
}

}  // namespace
}  // namespace fastser
