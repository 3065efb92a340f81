// SPDX-License-Identifier: MIT
//
// Alternatives that lie elsewhere (VariantAt::boxes), and archives of other versions rewritten as
// those of the plan's: what a language needs whose values are shadows that say everything by
// offset.
#include <cstring>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/arena.hpp"
#include "fastser/plan.hpp"
#include "fastser/verify.hpp"
#include "gtest/gtest.h"

namespace fastser::archive {
namespace {

struct Big {
  std::int64_t a = 0;
  std::int64_t b = 0;
  std::int64_t c = 0;
  bool operator==(const Big&) const = default;
};
struct Holder {
  std::variant<std::int32_t, Big> choice;
  std::int32_t behind = 0;
};

struct Slot {
  std::uint32_t index;
  union {
    std::int32_t number;
    const Big* big;
    const Slot* inner;
  };
};
struct FlatHolder {
  Slot choice;
  std::int32_t behind;
};
struct Span {
  const void* first;
  std::uint32_t count;
};

VariantAccess choice_access() {
  VariantAccess access{.size = sizeof(Slot)};
  access.at = {4, offsetof(Slot, index), offsetof(Slot, number), true};
  return access;
}
FormId big_form(Layout& layout) {
  const FormId big = layout.record(sizeof(Big));
  layout.field(big, "a", offsetof(Big, a));
  layout.field(big, "b", offsetof(Big, b));
  layout.field(big, "c", offsetof(Big, c));
  return big;
}
Plan holder_plan() {
  Layout layout;
  const FormId alternatives[] = {layout.plain(), big_form(layout)};
  const FormId holder = layout.record(sizeof(FlatHolder));
  layout.field(holder, "choice", offsetof(FlatHolder, choice),
               layout.variant(choice_access(), alternatives));
  layout.field(holder, "behind", offsetof(FlatHolder, behind));
  const Result<Plan> plan = Plan::compile(*type_of<Holder>(), layout, holder);
  EXPECT_TRUE(plan.ok()) << plan.status().to_string();
  return *plan;
}

TEST(PlanBoxes, WhatIsLargerThanTheSlotLiesElsewhere) {
  const Plan plan = holder_plan();
  const Big big{1, -2, 3};
  FlatHolder flat{};
  flat.behind = 7;
  for (const bool boxed : {false, true}) {
    Holder same{.choice = 5, .behind = 7};
    flat.choice.index = boxed ? 1 : 0;
    if (boxed) {
      same.choice = big;
      flat.choice.big = &big;
    } else {
      flat.choice.number = 5;
    }
    Buffer bytes;
    ASSERT_TRUE(plan.encode(bytes, &flat).ok());
    const Result<Buffer> wanted = encode(same);
    ASSERT_EQ(std::vector(bytes.begin(), bytes.end()), std::vector(wanted->begin(), wanted->end()));
    // Whatever the slot had, zeros or the same index.
    for (const std::uint32_t before : {0U, 1U}) {
      Arena arena;
      FlatHolder again{};
      again.choice.index = before;
      ASSERT_TRUE(plan.decode(bytes, &again, {.arena = &arena}).ok());
      ASSERT_EQ(again.choice.index, flat.choice.index);
      EXPECT_EQ(again.behind, 7);
      if (boxed) {
        EXPECT_EQ(*again.choice.big, big);
      } else {
        EXPECT_EQ(again.choice.number, 5);
      }
    }
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      Arena arena;
      FlatHolder again{};
      EXPECT_FALSE(plan.decode(BytesView(bytes).first(size), &again, {.arena = &arena}).ok());
    }
  }
}

TEST(PlanBoxes, ABoxThatIsNullAnIndexThatIsNoneAndNoArenaAreUsage) {
  const Plan plan = holder_plan();
  FlatHolder flat{};
  flat.choice.index = 1;
  Buffer bytes;
  EXPECT_EQ(plan.encode(bytes, &flat).code(), Code::kUsage);
  flat.choice.index = 2;
  EXPECT_EQ(plan.encode(bytes, &flat).code(), Code::kUsage);
  const Result<Buffer> archive = encode(Holder{});
  EXPECT_EQ(plan.decode(*archive, &flat).code(), Code::kUsage);
}

TEST(PlanBoxes, MemoryOfBoxesIsOfTheBudget) {
  const Result<Buffer> bytes = encode(Holder{.choice = Big{1, 2, 3}, .behind = 1});
  Arena arena;
  FlatHolder again{};
  DecodeOptions options{.arena = &arena};
  options.limits.memory_factor = 1;
  options.limits.memory_base = 0;
  const Status status =
      holder_plan().decode(BytesView(*bytes).first(bytes->size()), &again, options);
  EXPECT_TRUE(status.ok() || status.code() == Code::kOverBudget);
  options.header = Header::bare;
  const Result<Buffer> bare =
      encode(Holder{.choice = Big{}, .behind = 1}, {.header = Header::bare});
  EXPECT_EQ(holder_plan().decode(*bare, &again, options).code(), Code::kOverBudget);
}

TEST(PlanBoxes, FunctionsAndBoxesDoNotGoTogether) {
  Layout layout;
  VariantAccess access = choice_access();
  access.get = [](void*, const void*, std::size_t*, const void**) { return Code::kOk; };
  access.emplace = [](void*, void*, std::size_t, void**) { return Code::kOk; };
  const FormId alternatives[] = {layout.plain(), big_form(layout)};
  const FormId form = layout.variant(access, alternatives);
  EXPECT_EQ(
      Plan::compile(*type_of<std::variant<std::int32_t, Big>>(), layout, form).status().code(),
      Code::kUsage);
}

// A record with an any in it, which may be such a record: no slot could hold that.
TEST(PlanBoxes, ACaseOfAnAnyMayHaveThatAnyInIt) {
  TypeBuilder types;
  const TypeId wrapper = types.record("Wrapper");
  types.field(wrapper, "inner", types.code(TypeCode::kAny));
  const Result<Type> type = types.build(wrapper);
  ASSERT_TRUE(type.ok()) << type.status().to_string();
  TypeBuilder number;
  const Result<Type> of_number = number.build(number.code(TypeCode::kI32));
  // A record of one slot is as large as the slot: always larger than what is left of it.
  Layout layout;
  const FormId any = layout.any(choice_access());
  const FormId record = layout.record(sizeof(Slot));
  layout.field(record, "inner", 0, any);
  layout.any_case(any, *of_number, layout.plain());
  layout.any_case(any, *type, record);
  const Result<Plan> plan = Plan::compile(*type, layout, record);
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();

  Slot chain[4]{};
  for (int i = 0; i < 3; ++i) {
    chain[i].index = 1;
    chain[i].inner = &chain[i + 1];
  }
  chain[3].number = 42;
  Buffer bytes;
  ASSERT_TRUE(plan->encode(bytes, &chain[0]).ok());
  EXPECT_TRUE(verify(bytes).ok());
  Arena arena;
  Slot again{};
  ASSERT_TRUE(plan->decode(bytes, &again, {.arena = &arena}).ok());
  const Slot* at = &again;
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(at->index, 1U);
    at = at->inner;
  }
  EXPECT_EQ(at->index, 0U);
  EXPECT_EQ(at->number, 42);
}

struct OlderBig {
  std::int32_t a = 0;
  std::int32_t c = 0;
};

TEST(PlanBoxes, AnotherVersionIsReadIntoBoxes) {
  TypeBuilder types;
  const TypeId big = types.record("Big");
  types.field(big, "a", types.code(TypeCode::kI32));
  types.field(big, "c", types.code(TypeCode::kI32));
  const TypeId holder = types.record("Holder");
  const TypeId alternatives[] = {types.code(TypeCode::kI32), big};
  types.field(holder, "choice", types.variant(alternatives));
  Layout layout;
  const FormId of_big = layout.record(sizeof(OlderBig));
  layout.field(of_big, "a", offsetof(OlderBig, a));
  layout.field(of_big, "c", offsetof(OlderBig, c));
  const FormId forms[] = {layout.plain(), of_big};
  const FormId of_holder = layout.record(sizeof(Slot));
  layout.field(of_holder, "choice", 0, layout.variant(choice_access(), forms));
  const Result<Plan> older = Plan::compile(*types.build(holder), layout, of_holder);
  ASSERT_TRUE(older.ok()) << older.status().to_string();
  const OlderBig value{4, -5};
  Slot slot{};
  slot.index = 1;
  if constexpr (sizeof(void*) >= sizeof value) {  // it fits where a pointer does
    std::memcpy(&slot.number, &value, sizeof value);
  } else {
    slot.inner = reinterpret_cast<const Slot*>(&value);
  }
  Buffer bytes;
  ASSERT_TRUE(older->encode(bytes, &slot).ok());

  Arena arena;
  FlatHolder again{};
  const Plan plan = holder_plan();
  ASSERT_TRUE(plan.decode(bytes, &again, {.arena = &arena}).ok());
  ASSERT_EQ(again.choice.index, 1U);
  EXPECT_EQ(*again.choice.big, (Big{4, 0, -5}));
  EXPECT_EQ(again.behind, 0);

  // The same as an archive of this version.
  Buffer rewritten;
  ASSERT_TRUE(plan.rewrite(rewritten, bytes).ok());
  const Result<Buffer> wanted = encode(Holder{.choice = Big{4, 0, -5}, .behind = 0});
  EXPECT_EQ(std::vector(rewritten.begin(), rewritten.end()),
            std::vector(wanted->begin(), wanted->end()));
  ASSERT_TRUE(plan.rewrite(rewritten, *wanted, {.header = Header::bare}).ok());
  const Result<Buffer> bare =
      encode(Holder{.choice = Big{4, 0, -5}, .behind = 0}, {.header = Header::bare});
  EXPECT_EQ(std::vector(rewritten.begin(), rewritten.end()),
            std::vector(bare->begin(), bare->end()));
  EXPECT_EQ(plan.rewrite(rewritten, BytesView(*wanted).first(20)).code(), Code::kTruncated);
}

TEST(PlanBoxes, RewriteNeedsALayoutWithoutFunctions) {
  Layout layout;
  const FormId text =
      layout.text({.size = 8,
                   .get = [](void*, const void*, const char**, std::size_t*) { return Code::kOk; },
                   .set = [](void*, void*, const char*, std::size_t) { return Code::kOk; }});
  const Result<Plan> plan = Plan::compile(*type_of<std::string>(), layout, text);
  ASSERT_TRUE(plan.ok());
  Buffer out;
  EXPECT_EQ(plan->rewrite(out, *encode(std::string("text"))).code(), Code::kUsage);
}

// An any of any: a list<any> goes into the case that is a list<any>, though another list could hold
// its elements; a URL is a URL.
TEST(PlanBoxes, InAnArchiveOfAnotherVersionTheSameTypeIsTheSameCase) {
  struct Any {
    std::uint32_t index;
    union {
      std::int32_t number;
      Span span;
    };
  };
  const auto type_by = [](auto&& make) {
    TypeBuilder types;
    return *types.build(make(types));
  };
  Layout layout;
  VariantAccess access{.size = sizeof(Any)};
  access.at = {4, offsetof(Any, index), offsetof(Any, number), true};
  const SpanAt at{SpanAt::Extent::kCount32, offsetof(Span, first), offsetof(Span, count)};
  const auto list_of = [&](std::size_t stride, FormId element) {
    ListAccess list{.size = sizeof(Span), .stride = stride};
    list.at = at;
    return layout.list(list, element);
  };
  TextAccess text{.size = sizeof(Span)};
  text.at = at;
  const FormId of_text = layout.text(text);
  const FormId any = layout.any(access);
  layout.any_case(any, type_by([](auto& types) { return types.list(types.code(TypeCode::kI32)); }),
                  list_of(4, layout.plain()));
  layout.any_case(any, type_by([](auto& types) { return types.list(types.code(TypeCode::kAny)); }),
                  list_of(sizeof(Any), any));
  layout.any_case(any, type_by([](auto& types) { return types.code(TypeCode::kI32); }),
                  layout.plain());
  layout.any_case(any, type_by([](auto& types) { return types.code(TypeCode::kString); }), of_text);
  layout.any_case(any, type_by([](auto& types) { return types.code(TypeCode::kUrl); }), of_text);
  const auto plan_of = [&](bool newer) {
    const FormId record = layout.record(2 * sizeof(Any));
    layout.field(record, "held", 0, any);
    if (newer) layout.field(record, "number", sizeof(Any));
    return *Plan::compile(type_by([newer](auto& types) {
                            const TypeId of = types.record("Held");
                            types.field(of, "held", types.code(TypeCode::kAny));
                            if (newer) types.field(of, "number", types.code(TypeCode::kI32));
                            return of;
                          }),
                          layout, record);
  };
  Any elements[2]{};
  elements[0].index = 2;
  elements[0].number = 5;
  elements[1].index = 4;
  elements[1].span = {"http://a", 8};
  Any root[2]{};
  root[0].index = 1;
  root[0].span = {elements, 2};
  Buffer bytes;
  ASSERT_TRUE(plan_of(false).encode(bytes, root).ok());
  Arena arena;
  Any again[2]{};
  const Status status = plan_of(true).decode(bytes, again, {.arena = &arena});
  ASSERT_TRUE(status.ok()) << status.to_string();
  ASSERT_EQ(again[0].index, 1U);
  ASSERT_EQ(again[0].span.count, 2U);
  const Any* const read = static_cast<const Any*>(again[0].span.first);
  EXPECT_EQ(read[0].index, 2U);
  EXPECT_EQ(read[0].number, 5);
  EXPECT_EQ(read[1].index, 4U);
}

}  // namespace
}  // namespace fastser::archive
