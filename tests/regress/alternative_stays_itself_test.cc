// SPDX-License-Identifier: MIT
//
// A value in an any, or behind a pointer to a base class, that was an alternative of a variant
// became another alternative, one of the value's own type, when the archive was read by another
// version of the class, or read once more for a promise. The variant had not changed.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <variant>

#include "fastser/archive.hpp"
#include "fastser/plan.hpp"
#include "fastser/registry.hpp"

namespace fastser {
namespace {

struct Inner {  // an any: an i64
  std::int64_t value;
  std::uint32_t index;
};
struct Held {
  std::int32_t extra;
  union {
    Inner any;
    std::int64_t number;
  };
  std::uint32_t index;
};

// record { extra (maybe), variant<any, vi64> }
Result<Plan> plan_with(bool extra) {
  TypeBuilder types;
  const TypeId number = types.code(TypeCode::kI64);
  const TypeId alternatives[] = {types.code(TypeCode::kAny), types.code(TypeCode::kVarI64)};
  const TypeId record = types.record("Held");
  if (extra) types.field(record, "extra", types.code(TypeCode::kI32));
  types.field(record, "value", types.variant(alternatives));
  Layout layout;
  VariantAccess of_any{.size = sizeof(Inner)};
  of_any.at = {4, offsetof(Inner, index), offsetof(Inner, value)};
  of_any.emplace = [](void*, void* slot, std::size_t index, void** value) {
    static_cast<Inner*>(slot)->index = static_cast<std::uint32_t>(index);
    *value = &static_cast<Inner*>(slot)->value;
    return Code::kOk;
  };
  const FormId any = layout.any(of_any);
  layout.any_case(any, *types.build(number), layout.plain());
  constexpr std::size_t kIndex = offsetof(Held, index) - offsetof(Held, any);
  VariantAccess access{.size = kIndex + 4};
  access.at = {4, kIndex, 0};
  access.emplace = [](void*, void* slot, std::size_t index, void** value) {
    const auto narrow = static_cast<std::uint32_t>(index);
    std::memcpy(static_cast<char*>(slot) + kIndex, &narrow, sizeof narrow);
    *value = slot;
    return Code::kOk;
  };
  const FormId forms[] = {any, layout.plain()};
  const FormId form = layout.record(sizeof(Held));
  if (extra) layout.field(form, "extra", offsetof(Held, extra));
  layout.field(form, "value", offsetof(Held, any), layout.variant(access, forms));
  return Plan::compile(*types.build(record), layout, form);
}

TEST(Alternative, OfAnyStaysItself) {
  const Result<Plan> old = plan_with(true);
  ASSERT_TRUE(old.ok()) << old.status().to_string();
  const Result<Plan> now = plan_with(false);
  ASSERT_TRUE(now.ok()) << now.status().to_string();
  Held held{};
  held.any = {-5, 0};
  held.index = 0;
  Buffer bytes;
  ASSERT_TRUE(old->encode(bytes, &held).ok());
  Held again{};
  again.index = 1;
  const Status read = now->decode(bytes, &again);
  ASSERT_TRUE(read.ok()) << read.to_string();
  EXPECT_EQ(again.index, 0U);
  EXPECT_EQ(again.any.value, -5);
}

struct Base {
  virtual ~Base() = default;
  std::int32_t n = 0;
  FASTSER_FIELDS(Base, n);
};
struct Derived final : Base {
  std::int32_t more = 0;
  FASTSER_FIELDS(Derived, more);
  using fastser_base = Base;
};
using Pointers = std::variant<std::shared_ptr<Base>, std::shared_ptr<Derived>>;
struct Old {
  std::int32_t extra = 1;
  Pointers pointer;
  static constexpr std::string_view fastser_name = "Class";
};
struct New {
  Pointers pointer;
  static constexpr std::string_view fastser_name = "Class";
};

TEST(Alternative, OfPointersToABaseClassStaysItself) {
  Registry registry;
  registry.add<Base, Derived>();
  registry.add<Derived, Derived>();
  for (const bool as_base : {true, false}) {
    const auto made = std::make_shared<Derived>();
    made->more = 7;
    const Old old{1, as_base ? Pointers(std::shared_ptr<Base>(made)) : Pointers(made)};
    const Result<Buffer> bytes = archive::encode(old, {.registry = &registry});
    ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
    const Result<New> read = archive::decode<New>(*bytes, {.registry = &registry});
    ASSERT_TRUE(read.ok()) << read.status().to_string();
    EXPECT_EQ(read->pointer.index(), as_base ? 0U : 1U);
  }
}

}  // namespace
}  // namespace fastser
