// SPDX-License-Identifier: MIT
//
// Plans took the type of an object for another one where its bytes were others: a varint with
// padding, or the same bytes at another place of the table. An object then had two classes, and a
// reference from one field to what another field owns was refused.
#include <array>
#include <memory>

#include "fastser/internal/archive/plan/form_of.hpp"
#include "fastser/plan.hpp"
#include "gtest/gtest.h"

namespace fastser::archive {
namespace {

using Three = std::array<std::uint8_t, 3>;
struct Pair {
  std::shared_ptr<Three> a;
  std::shared_ptr<Three> b;
};

// One shape "Pair" with the fields a and b: ref array<u8> 3, the second 3 in two bytes.
Type padded_type() {
  constexpr std::uint8_t kTable[] = {1,   4,    'P',  'a',  'i',  'r', 0,    0, 2,
                                     3,   1,    'a',  0x29, 0x22, 3,   3,    3, 1,
                                     'b', 0x29, 0x22, 3,    0x83, 0,   0x28, 0};
  const Result<Type> type = Type::parse(std::as_bytes(std::span(kTable)));
  EXPECT_TRUE(type.ok()) << type.status().to_string();
  return *type;
}

TEST(PlanPaddedTypes, AnObjectKeepsItsClassHoweverItsTypeIsPadded) {
  Layout layout;
  const FormId form = form_of<Pair>(layout);
  const Result<Plan> plan = Plan::compile(padded_type(), layout, form);
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  Pair value;
  value.a = value.b = std::make_shared<Three>(Three{1, 2, 3});
  Buffer bytes;
  ASSERT_TRUE(plan->encode(bytes, &value).ok());
  Pair again;
  const Status read = plan->decode(bytes, &again);
  ASSERT_TRUE(read.ok()) << read.to_string();
  ASSERT_NE(again.a, nullptr);
  EXPECT_EQ(again.a, again.b);
  // And by the writer's table, where it is not the plan's own.
  const Result<Pair> typed = decode<Pair>(bytes);
  ASSERT_TRUE(typed.ok()) << typed.status().to_string();
  EXPECT_EQ(typed->a, typed->b);
  const Result<Buffer> plain = encode(value);
  const Status resolved = plan->decode(*plain, &again);
  ASSERT_TRUE(resolved.ok()) << resolved.to_string();
  EXPECT_EQ(again.a, again.b);
}

TEST(PlanPaddedTypes, TwoFieldsOfOneTypeShareTheirObject) {
  const Result<Plan> plan = plan_of<Pair>();
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  Pair value;
  value.a = value.b = std::make_shared<Three>(Three{4, 5, 6});
  Buffer bytes;
  ASSERT_TRUE(plan->encode(bytes, &value).ok());
  const Result<Buffer> wanted = encode(value);
  ASSERT_TRUE(std::equal(wanted->begin(), wanted->end(), bytes.begin(), bytes.end()));
  Pair again;
  ASSERT_TRUE(plan->decode(bytes, &again).ok());
  EXPECT_EQ(again.a, again.b);
}

}  // namespace
}  // namespace fastser::archive
