// SPDX-License-Identifier: MIT
//
// Plans read what older and newer classes wrote, as templates do: both get the same archive, and
// what they made of it is compared.
#include <bitset>
#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <variant>
#include <vector>

#include "fastser/arena.hpp"
#include "fastser/internal/archive/plan/form_of.hpp"
#include "fastser/plan.hpp"
#include "gtest/gtest.h"
#include "support/damage.hpp"

namespace fastser::archive {
namespace {

namespace old {
struct Part {
  std::int16_t size;
  std::string gone;
};
struct Thing {
  std::int32_t id;
  std::bitset<17> removed;
  std::string name;
  float weight;
  std::vector<Part> parts;
  std::unordered_map<std::string, std::int8_t> counts;
  std::variant<std::int32_t, std::string> choice;
  std::chrono::seconds pause;
  std::shared_ptr<Part> unused;
  std::shared_ptr<Part> shared;
  std::shared_ptr<Part> again;
  std::vector<std::uint8_t> numbers;
  std::vector<std::string> words;
  std::uint16_t row[3];
};
}  // namespace old

namespace now {
struct Part {
  std::string added;
  std::int64_t size;
};
struct Thing {
  std::string name;
  std::int64_t id;
  double weight;
  std::vector<Part> parts;
  std::unordered_map<std::string, std::int32_t> counts;
  std::variant<double, std::string, std::int64_t> choice;
  std::chrono::nanoseconds pause;
  std::shared_ptr<Part> shared;
  std::shared_ptr<Part> again;
  std::vector<std::uint8_t> numbers;
  std::set<std::string> words;
  std::array<std::uint64_t, 3> row;
  std::optional<std::string> added;
};
}  // namespace now

old::Thing old_thing() {
  old::Thing value{};
  value.id = 7;
  value.removed.set(16);
  value.name = "name";
  value.weight = 1.5F;
  value.parts = {{3, "x"}, {4, "y"}};
  value.counts = {{"a", std::int8_t{-1}}};
  value.choice = "text";
  value.pause = std::chrono::seconds(5);
  value.unused = std::make_shared<old::Part>(old::Part{1, "unused"});
  value.shared = value.again = std::make_shared<old::Part>(old::Part{2, "shared"});
  value.numbers = {1, 2, 3};
  value.words = {"one", "two"};
  value.row[2] = 9;
  return value;
}

/// The bytes of a value, to compare by.
Buffer bytes_of(const now::Thing& value) {
  Result<Buffer> bytes = encode(value, {.header = Header::bare, .canonical = true});
  return *std::move(bytes);
}

TEST(PlanVersions, OlderClassesAreReadAsTemplatesReadThem) {
  const Result<Plan> plan = plan_of<now::Thing>();
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  for (const Sharing sharing : {Sharing::off, Sharing::on}) {
    const Result<Buffer> bytes = encode(old_thing(), {.sharing = sharing});
    const Result<now::Thing> wanted = decode<now::Thing>(*bytes);
    ASSERT_TRUE(wanted.ok()) << wanted.status().to_string();
    now::Thing value{};
    const Status status = plan->decode(*bytes, &value);
    ASSERT_TRUE(status.ok()) << status.to_string();
    EXPECT_EQ(value.id, 7);
    EXPECT_EQ(value.parts[1].size, 4);
    EXPECT_EQ(value.pause, std::chrono::seconds(5));
    EXPECT_EQ(value.shared, value.again);
    const Buffer left = bytes_of(value);
    const Buffer right = bytes_of(*wanted);
    EXPECT_TRUE(std::equal(left.begin(), left.end(), right.begin(), right.end()));
  }
}

TEST(PlanVersions, NewFieldsGetWhatANewObjectHas) {
  const Result<Plan> plan = plan_of<now::Thing>();
  now::Thing value{};
  value.added = "stale";
  ASSERT_TRUE(plan->decode(*encode(old_thing()), &value).ok());
  EXPECT_EQ(value.added, std::nullopt);
}

struct Initialised {
  std::int32_t id = 1;
  std::int32_t size = 42;
  std::string text = "as new";
  static constexpr std::string_view fastser_name = "Thing";
};
struct OnlyId {
  std::int32_t id;
  static constexpr std::string_view fastser_name = "Thing";
};
TEST(PlanVersions, DefaultsAreThoseOfTheClass) {
  Initialised value{.id = 0, .size = 0, .text = "stale"};
  ASSERT_TRUE(plan_of<Initialised>()->decode(*encode(OnlyId{7}), &value).ok());
  EXPECT_EQ(value.id, 7);
  EXPECT_EQ(value.size, 42);
  EXPECT_EQ(value.text, "as new");
}

// One field of every kind of form, the types of which FormMaker knows.
struct Kinds {
  std::int32_t id;
  bool flag;
  double number;
  std::string text;
  std::vector<std::uint8_t> data;
  std::vector<std::string> list;
  std::array<std::int16_t, 2> numbers;
  std::array<std::string, 2> array;
  std::unordered_map<std::string, std::int32_t> map;
  std::set<std::int32_t> set;
  std::optional<std::int32_t> maybe;
  std::variant<std::int32_t, std::string> choice;
  std::pair<std::int8_t, std::string> pair;
  std::shared_ptr<std::string> object;
  std::chrono::nanoseconds pause;
  std::chrono::system_clock::time_point when;
  std::bitset<9> bits;
  std::monostate nothing;
  OnlyId record;
  static constexpr std::string_view fastser_name = "Thing";
};
Kinds stale_kinds() {
  Kinds kinds{};
  kinds.flag = true;
  kinds.number = 1;
  kinds.text = "stale";
  kinds.data = {1};
  kinds.list = {"stale"};
  kinds.numbers = {1, 2};
  kinds.array = {"stale", "stale"};
  kinds.map = {{"stale", 1}};
  kinds.set = {1};
  kinds.maybe = 1;
  kinds.choice = "stale";
  kinds.pair = {std::int8_t{1}, "stale"};
  kinds.object = std::make_shared<std::string>("stale");
  kinds.pause = std::chrono::seconds(1);
  kinds.when += std::chrono::seconds(1);
  kinds.bits.set();
  kinds.record.id = 1;
  return kinds;
}

TEST(PlanVersions, WithoutAFunctionDefaultsAreZeroAndEmpty) {
  // The forms that FormMaker makes, in a record whose layout says nothing of defaults.
  Layout layout;
  FormMaker maker(layout);
  const FormId form = layout.record(sizeof(Kinds));
  const Kinds sample{};
  Kinds kinds = stale_kinds();
  const Result<Type> type = type_of<Kinds>();
  std::size_t at = 0;
  schema::Description<Kinds>::visit(sample, [&](const auto&... members) {
    (layout.field(form, type->field(at++).name,
                  static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&members) -
                                           reinterpret_cast<const std::byte*>(&sample)),
                  maker.form<std::remove_cvref_t<decltype(members)>>()),
     ...);
  });
  const Result<Plan> plan = Plan::compile(*type, layout, form);
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  const Status status = plan->decode(*encode(OnlyId{7}), &kinds);
  ASSERT_TRUE(status.ok()) << status.to_string();
  Kinds wanted{};
  wanted.id = 7;
  EXPECT_EQ(kinds.object, nullptr);
  EXPECT_EQ(kinds.choice.index(), 0U);
  const Result<Buffer> left = encode(kinds);
  const Result<Buffer> right = encode(wanted);
  EXPECT_TRUE(std::equal(left->begin(), left->end(), right->begin(), right->end()));
}

TEST(PlanVersions, ADefaultThatAnAccessorRefusesEndsTheDecode) {
  struct Two {
    std::int32_t id;
    std::int32_t size;
  };
  TypeBuilder types;
  const TypeId record = types.record("Thing");
  types.field(record, "id", types.code(TypeCode::kI32));
  types.field(record, "size", types.code(TypeCode::kI32));
  Layout layout;
  const FormId form = layout.record(sizeof(Two));
  layout.field(form, "id", offsetof(Two, id));
  layout.field(form, "size", offsetof(Two, size));
  layout.defaults(form, {.reset = [](void*, void*, const bool* missing) {
                    return !missing[0] && missing[1] ? Code::kNoSpace : Code::kUsage;
                  }});
  const Result<Plan> plan = Plan::compile(*types.build(record), layout, form);
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  Two value{};
  EXPECT_EQ(plan->decode(*encode(OnlyId{7}), &value).code(), Code::kNoSpace);
}

// Whoever notes by its place what a record lacks finds it there: a list does not grow in the arena.
TEST(PlanVersions, RecordsInTheArenaStayWhereTheirDefaultsWereAskedFor) {
  struct Span {
    const void* first = nullptr;
    std::uint32_t count = 0;
  };
  struct Wide {
    std::int32_t id;
    std::int32_t added[31];
  };
  TypeBuilder types;
  const TypeId record = types.record("Thing");
  types.field(record, "id", types.code(TypeCode::kI32));
  types.field(record, "added", types.code(TypeCode::kI32));
  const TypeId list = types.list(record);
  std::vector<void*> told;
  Layout layout;
  const FormId element = layout.record(sizeof(Wide));
  layout.field(element, "id", offsetof(Wide, id));
  layout.field(element, "added", offsetof(Wide, added));
  layout.defaults(element, {.context = &told, .reset = [](void* context, void* at, const bool*) {
                              static_cast<std::vector<void*>*>(context)->push_back(at);
                              return Code::kOk;
                            }});
  const FormId form =
      layout.list({.size = sizeof(Span),
                   .stride = sizeof(Wide),
                   .at = {.extent = SpanAt::Extent::kCount32, .extent_at = offsetof(Span, count)}},
                  element);
  const Result<Plan> plan = Plan::compile(*types.build(list), layout, form);
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  constexpr std::size_t kMany = 20000;
  Span value;
  Arena arena;
  const Status status =
      plan->decode(*encode(std::vector<OnlyId>(kMany, OnlyId{7})), &value, {.arena = &arena});
  ASSERT_TRUE(status.ok()) << status.to_string();
  ASSERT_EQ(value.count, kMany);
  ASSERT_EQ(told.size(), kMany);
  const auto* const first = static_cast<const Wide*>(value.first);
  for (std::size_t i = 0; i < kMany; ++i) ASSERT_EQ(told[i], first + i) << i;
  EXPECT_EQ(first[kMany - 1].id, 7);
}

// A field is missing where the archive may not nest deeper: what it gets is no depth of that.
TEST(PlanVersions, WhatIsMissingIsNoDepthOfTheArchive) {
  struct Inner {
    OnlyId one;
  };
  struct Outer {
    std::int32_t id = 0;
    Inner added{{5}};
  };
  TypeBuilder types;
  const TypeId one = types.record("One");
  types.field(one, "id", types.code(TypeCode::kI32));
  const TypeId inner = types.record("Inner");
  types.field(inner, "one", one);
  const TypeId record = types.record("Thing");
  types.field(record, "id", types.code(TypeCode::kI32));
  types.field(record, "added", inner);
  Layout layout;
  const FormId one_form = layout.record(sizeof(OnlyId));
  layout.field(one_form, "id", 0);
  const FormId inner_form = layout.record(sizeof(Inner));
  layout.field(inner_form, "one", 0, one_form);
  const FormId form = layout.record(sizeof(Outer));
  layout.field(form, "id", offsetof(Outer, id));
  layout.field(form, "added", offsetof(Outer, added), inner_form);
  const Result<Plan> plan = Plan::compile(*types.build(record), layout, form);
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  Outer value;
  const Status status = plan->decode(*encode(OnlyId{7}), &value, {.limits = {.depth = 1}});
  EXPECT_TRUE(status.ok()) << status.to_string();
  EXPECT_EQ(value.id, 7);
  EXPECT_EQ(value.added.one.id, 0);
}

struct WithMaybe {
  std::int32_t id = 7;
  std::optional<std::int8_t> maybe;
  static constexpr std::string_view fastser_name = "Thing";
};
TEST(PlanVersions, AnOptionalThatRefusesToBeNothingEndsTheDecode) {
  struct Now {
    std::int32_t id = 0;
    std::optional<std::int32_t> maybe;
  };
  TypeBuilder types;
  const TypeId record = types.record("Thing");
  types.field(record, "id", types.code(TypeCode::kI32));
  types.field(record, "maybe", types.optional(types.code(TypeCode::kI32)));
  Layout layout;
  MaybeAccess access = StdOptional<std::optional<std::int32_t>, std::int32_t, false>::access();
  access.reset = [](void*, void*) { return Code::kNoSpace; };
  const FormId form = layout.record(sizeof(Now));
  layout.field(form, "id", offsetof(Now, id));
  layout.field(form, "maybe", offsetof(Now, maybe), layout.optional(access, layout.plain()));
  const Result<Plan> plan = Plan::compile(*types.build(record), layout, form);
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  Now value;
  EXPECT_EQ(plan->decode(*encode(WithMaybe{}), &value).code(), Code::kNoSpace);
  EXPECT_EQ(plan->decode(*encode(OnlyId{7}), &value).code(), Code::kNoSpace);
  EXPECT_TRUE(plan->decode(*encode(WithMaybe{7, std::int8_t{3}}), &value).ok());
  EXPECT_EQ(value.maybe, 3);
}

struct Before {
  std::string number;
  static constexpr std::string_view fastser_name = "Thing";
};
struct After {
  std::int32_t number;
  static constexpr std::string_view fastser_name = "Thing";
};

TEST(PlanVersions, WhatDoesNotFitSaysClassFieldAndTypes) {
  const Result<Plan> plan = plan_of<After>();
  After value{};
  const Result<Buffer> bytes = encode(Before{"five"});
  const Status status = plan->decode(*bytes, &value);
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  EXPECT_EQ(status.to_string(), decode<After>(*bytes).status().to_string());
  EXPECT_EQ(plan->decode(*encode(Before{}, {.header = Header::fingerprint}), &value).code(),
            Code::kFingerprint);
}

TEST(PlanVersions, ArraysOfOlderRecords) {
  std::vector<old::Part> parts(3000);
  parts[2999].size = 77;
  const Result<Plan> plan = plan_of<now::Part>();
  std::vector<now::Part> value;
  const Status status =
      plan->decode_array(*encode(parts), StdList<std::vector<now::Part>>::access(), &value);
  ASSERT_TRUE(status.ok()) << status.to_string();
  ASSERT_EQ(value.size(), 3000U);
  EXPECT_EQ(value[2999].size, 77);
}

struct OldLink {
  std::int16_t id = 0;
  std::string gone;
  std::shared_ptr<OldLink> next;
  static constexpr std::string_view fastser_name = "Link";
};
struct Link {
  std::shared_ptr<Link> next;
  std::int64_t id = 0;
};

TEST(PlanVersions, LongChainsOfOlderObjectsAreNoRecursion) {
  constexpr int kCount = 20000;
  auto first = std::make_shared<OldLink>();
  OldLink* last = first.get();
  for (int i = 1; i < kCount; ++i) {
    last->next = std::make_shared<OldLink>();
    last = last->next.get();
    last->id = static_cast<std::int16_t>(i % 1000);
  }
  const Result<Buffer> bytes = encode(*first);
  while (first != nullptr) first = std::exchange(first->next, nullptr);
  const Result<Plan> plan = plan_of<Link>();
  auto again = std::make_shared<Link>();
  const Status status = plan->decode(*bytes, again.get(), {.limits = Limits::unlimited()});
  ASSERT_TRUE(status.ok()) << status.to_string();
  int count = 0;
  while (again != nullptr) {
    ASSERT_EQ(again->id, count++ % 1000);
    again = std::exchange(again->next, nullptr);
  }
  EXPECT_EQ(count, kCount);
}

TEST(PlanVersions, DamagedArchivesOfOlderClassesAreAnsweredAsTemplatesDo) {
  const Result<Plan> plan = plan_of<now::Thing>();
  const Result<Buffer> bytes = encode(old_thing());
  testing::each_flipped_bit(
      *bytes,
      [&](BytesView flipped) {
        const Result<now::Thing> wanted = decode<now::Thing>(flipped);
        now::Thing value{};
        const Status status = plan->decode(flipped, &value);
        ASSERT_EQ(status.ok(), wanted.ok())
            << status.to_string() << " / " << wanted.status().to_string();
      },
      3);
}

}  // namespace
}  // namespace fastser::archive
