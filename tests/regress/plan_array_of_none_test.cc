// SPDX-License-Identifier: MIT
//
// What an array of none would hold was not looked at: Plan::compile took forms that do not fit it,
// and ran out of what it had not made where it would hold an any.
#include "fastser/plan.hpp"
#include "gtest/gtest.h"

namespace fastser {
namespace {

TEST(PlanArrayOfNone, ItsElementsAreBoundToTheirForm) {
  TypeBuilder types;
  const TypeId any = types.code(TypeCode::kAny);
  const Result<Type> type = types.build(types.array(any, 0));
  const Result<Type> number = types.build(types.code(TypeCode::kI32));
  Layout layout;
  const FormId form = layout.any(
      {.size = 16,
       .get = [](void*, const void*, std::size_t*, const void**) { return Code::kUsage; },
       .emplace = [](void*, void*, std::size_t, void**) { return Code::kUsage; }});
  layout.any_case(form, *number, layout.plain());
  const Result<Plan> plan = Plan::compile(*type, layout, layout.array(form, 16));
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  Buffer bytes;
  char value = 0;
  EXPECT_TRUE(plan->encode(bytes, &value).ok());
  EXPECT_TRUE(plan->decode(bytes, &value).ok());
}

TEST(PlanArrayOfNone, AFormThatDoesNotFitIsRefused) {
  TypeBuilder types;
  const Result<Type> type = types.build(types.array(types.list(types.code(TypeCode::kI32)), 0));
  Layout layout;
  const FormId form = layout.array(layout.record(8), 8);
  EXPECT_EQ(Plan::compile(*type, layout, form).status().code(), Code::kUsage);
}

// A type may come from a stranger: encoding 2^62 nulls took as many steps, and no bytes.
TEST(PlanArrayOfNothing, IsEncodedAtOnce) {
  TypeBuilder types;
  const TypeId null = types.code(TypeCode::kNull);
  const Result<Type> type = types.build(types.array(types.array(null, 3), std::uint64_t{1} << 61));
  Layout layout;
  const FormId form = layout.array(layout.array(layout.plain(), 0), 0);
  const Result<Plan> plan = Plan::compile(*type, layout, form);
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  Buffer bytes;
  char value = 0;
  EXPECT_TRUE(plan->encode(bytes, &value).ok());
  EXPECT_EQ(plan->decode(bytes, &value).code(), Code::kOverBudget);
}

}  // namespace
}  // namespace fastser
