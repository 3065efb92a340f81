// SPDX-License-Identifier: MIT
//
// A plan took memory that is all zeros for a std::string: Plan::rewrite, and slots in the arena.
// With libstdc++ that crashed, with libc++ long strings leaked. Found by reading.
#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>

#include "fastser/arena.hpp"
#include "fastser/plan.hpp"

namespace fastser {
namespace {

struct Named {
  std::string name;
};

TypeId named_type(TypeBuilder& types) {
  const TypeId record = types.record("Named");
  types.field(record, "name", types.code(TypeCode::kString));
  return record;
}
FormId named_form(Layout& layout) {
  const FormId form = layout.record(sizeof(Named));
  layout.field(form, "name", offsetof(Named, name), layout.std_string());
  return form;
}

TEST(PlanStringsOfZeros, AreNotRewritten) {
  TypeBuilder types;
  Layout layout;
  const FormId form = named_form(layout);
  const Result<Plan> plan = Plan::compile(*types.build(named_type(types)), layout, form);
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  const Named named{"a name that is longer than any small string"};
  Buffer bytes;
  ASSERT_TRUE(plan->encode(bytes, &named).ok());
  Buffer again;
  EXPECT_EQ(plan->rewrite(again, bytes).code(), Code::kUsage);
}

TEST(PlanStringsOfZeros, AreRefusedInTheArena) {
  TypeBuilder types;
  const TypeId list = types.list(named_type(types));
  Layout layout;
  const ListAccess in_arena{.size = 2 * sizeof(void*),
                            .stride = sizeof(Named),
                            .at = {SpanAt::Extent::kEnd, 0, sizeof(void*)}};
  const FormId form = layout.list(in_arena, named_form(layout));
  const Result<Plan> plan = Plan::compile(*types.build(list), layout, form);
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  const Named named{"a name"};
  const Named* const span[] = {&named, &named + 1};
  Buffer bytes;
  ASSERT_TRUE(plan->encode(bytes, &span).ok());
  const Named* again[2] = {};
  Arena arena;
  const Status status = plan->decode(bytes, &again, {.arena = &arena});
  EXPECT_EQ(status.code(), Code::kUsage);
  EXPECT_NE(status.message().find("std_string()"), std::string_view::npos) << status.message();
}

}  // namespace
}  // namespace fastser
