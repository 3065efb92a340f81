// SPDX-License-Identifier: MIT
//
// A uuid, decimal or apple date in a variant of a plan was refused where the archive was of another
// version: no alternative of the reader's was taken for one that fits.
#include <cstddef>
#include <cstdint>

#include "fastser/plan.hpp"
#include "gtest/gtest.h"

namespace fastser {
namespace {

struct Held {
  std::uint8_t extra;
  std::uint32_t index;
  std::uint8_t value[16];
};

Result<Plan> plan_with(bool extra) {
  TypeBuilder types;
  const TypeId alternatives[] = {types.code(TypeCode::kI32), types.code(TypeCode::kUuid),
                                 types.code(TypeCode::kDecimal), types.code(TypeCode::kAppleDate)};
  const TypeId record = types.record("Held");
  if (extra) types.field(record, "extra", types.code(TypeCode::kU8));
  types.field(record, "value", types.variant(alternatives));
  Layout layout;
  VariantAccess access{.size = sizeof(Held) - offsetof(Held, index)};
  access.emplace = [](void*, void* slot, std::size_t index, void** value) {
    Held& held = *reinterpret_cast<Held*>(static_cast<char*>(slot) - offsetof(Held, index));
    held.index = static_cast<std::uint32_t>(index);
    *value = held.value;
    return Code::kOk;
  };
  access.at = {4, 0, offsetof(Held, value) - offsetof(Held, index)};
  const FormId forms[] = {layout.plain(), layout.plain(), layout.plain(), layout.plain()};
  const FormId form = layout.record(sizeof(Held));
  if (extra) layout.field(form, "extra", offsetof(Held, extra));
  layout.field(form, "value", offsetof(Held, index), layout.variant(access, forms));
  return Plan::compile(*types.build(record), layout, form);
}

TEST(PlanUuidInVariant, IsReadFromAnotherVersion) {
  const Result<Plan> old = plan_with(true);
  ASSERT_TRUE(old.ok()) << old.status().to_string();
  const Result<Plan> now = plan_with(false);
  ASSERT_TRUE(now.ok()) << now.status().to_string();
  for (std::uint32_t index = 0; index < 4; ++index) {
    const Held held{1, index, {2, 3}};
    Buffer bytes;
    ASSERT_TRUE(old->encode(bytes, &held).ok());
    Held again{};
    const Status read = now->decode(bytes, &again);
    ASSERT_TRUE(read.ok()) << read.to_string();
    EXPECT_EQ(again.index, index);
    EXPECT_EQ(again.value[0], 2);
    EXPECT_EQ(again.value[1], 3);
  }
}

}  // namespace
}  // namespace fastser
