// SPDX-License-Identifier: MIT
//
// What plans refuse: layouts that do not fit, accessors that fail, archives of other types, damage.
#include <memory>
#include <unordered_map>
#include <variant>
#include <vector>

#include "fastser/internal/archive/plan/form_of.hpp"
#include "fastser/plan.hpp"
#include "gtest/gtest.h"
#include "support/damage.hpp"

namespace fastser::archive {
namespace {

struct Pair {
  std::int32_t number;
  std::string text;
};

/// The type of a Pair, and forms made by `describe` for it.
template <typename Describe>
std::string refused(Describe&& describe) {
  Layout layout;
  const FormId form = layout.record(sizeof(Pair));
  describe(layout, form);
  const Result<Plan> plan = Plan::compile(*type_of<Pair>(), layout, form);
  EXPECT_FALSE(plan.ok());
  EXPECT_EQ(plan.status().code(), Code::kUsage);
  return std::string(plan.status().message());
}

TEST(PlanErrors, RefusesAFieldThatTheLayoutDoesNotHave) {
  EXPECT_EQ(refused([](Layout& layout, FormId form) { layout.field(form, "number", 0); }),
            "record \"Pair\", field \"text\": the layout does not have this field");
}

TEST(PlanErrors, RefusesFieldsThatTheTypeDoesNotHave) {
  EXPECT_EQ(refused([](Layout& layout, FormId form) {
              layout.field(form, "number", 0);
              layout.field(form, "text", offsetof(Pair, text), layout.std_string());
              layout.field(form, "more", 0);
            }),
            "record \"Pair\": the layout has fields that the type does not have");
}

TEST(PlanErrors, RefusesAFieldTwice) {
  EXPECT_EQ(refused([](Layout& layout, FormId form) {
              layout.field(form, "number", 0);
              layout.field(form, "number", 0);
            }),
            "record \"Pair\": the layout has field \"number\" twice");
}

TEST(PlanErrors, RefusesAFormThatDoesNotFit) {
  EXPECT_EQ(refused([](Layout& layout, FormId form) {
              layout.field(form, "number", 0, layout.std_string());
              layout.field(form, "text", 8, layout.std_string());
            }),
            "record \"Pair\", field \"number\": the form does not fit a value of type i32");
}

TEST(PlanErrors, RefusesOffsetsBeyondTheRecord) {
  EXPECT_EQ(refused([](Layout& layout, FormId form) {
              layout.field(form, "number", sizeof(Pair) - 3);
              layout.field(form, "text", 8, layout.std_string());
            }),
            "record \"Pair\", field \"number\": bytes " + std::to_string(sizeof(Pair) - 3) +
                " to " + std::to_string(sizeof(Pair) + 1) + " of " + std::to_string(sizeof(Pair)));
  EXPECT_NE(refused([](Layout& layout, FormId form) {
              layout.field(form, "number", static_cast<std::size_t>(-1));
              layout.field(form, "text", 8, layout.std_string());
            }),
            "");
}

TEST(PlanErrors, RefusesElementsThatOverlap) {
  ListAccess access = StdList<std::vector<std::int64_t>>::access();
  access.stride = 4;
  Layout layout;
  const FormId form = layout.list(access, layout.plain());
  const Result<Plan> plan = Plan::compile(*type_of<std::vector<std::int64_t>>(), layout, form);
  EXPECT_EQ(plan.status().message(), "elements of 8 bytes, 4 apart");
}

TEST(PlanErrors, RefusesAccessorsWithoutFunctions) {
  Layout layout;
  const FormId form = layout.text({.size = 8});
  const Result<Plan> plan = Plan::compile(*type_of<std::string>(), layout, form);
  EXPECT_EQ(plan.status().message(), "an accessor without all the functions that it needs");
}

TEST(PlanErrors, RefusesAFormThatIsNoneOfItsType) {
  TypeBuilder b;
  const Type any = *b.build(b.code(TypeCode::kAny));
  Layout layout;
  EXPECT_EQ(Plan::compile(any, layout, layout.plain()).status().message(),
            "the form does not fit a value of type any");
}

// What a slot says by offset lies in the slot.
TEST(PlanErrors, RefusesPlacesBeyondTheirSlot) {
  const auto refusal = [](const Type& type, auto&& make) {
    Layout layout;
    const FormId form = make(layout);
    return std::string(Plan::compile(type, layout, form).status().message());
  };
  const Type text = *type_of<std::string>();
  EXPECT_EQ(refusal(text,
                    [](Layout& layout) {
                      TextAccess access = StdText<std::string>::access();
                      access.at = {SpanAt::Extent::kCount64, 0, access.size - 4};
                      return layout.text(access);
                    }),
            "bytes " + std::to_string(sizeof(std::string) - 4) + " to " +
                std::to_string(sizeof(std::string) + 4) + " of " +
                std::to_string(sizeof(std::string)));
  EXPECT_EQ(refusal(*type_of<std::optional<std::int32_t>>(),
                    [](Layout& layout) {
                      using O = std::optional<std::int32_t>;
                      MaybeAccess access = StdOptional<O, std::int32_t, false>::access();
                      access.at = {MaybeAt::Has::kFlag, 0, 8};
                      return layout.optional(access, layout.plain());
                    }),
            "bytes 8 to 9 of 8");
  EXPECT_EQ(refusal(*type_of<std::variant<std::int32_t>>(),
                    [](Layout& layout) {
                      VariantAccess access = StdVariant<std::int32_t>::access();
                      access.at = {3, 4, 0};
                      return layout.variant(access, std::array{layout.plain()});
                    }),
            "the index of a variant has 1, 2 or 4 bytes");
}

TEST(PlanErrors, AccessorsThatFailEndTheCallWithTheirCode) {
  TextAccess access = StdText<std::string>::access();
  access.get = [](void*, const void*, const char**, std::size_t*) { return Code::kIo; };
  access.set = [](void*, void*, const char*, std::size_t) { return Code::kNoSpace; };
  Layout layout;
  const FormId form = layout.record(sizeof(Pair));
  layout.field(form, "number", offsetof(Pair, number));
  layout.field(form, "text", offsetof(Pair, text), layout.text(access));
  const Result<Plan> plan = Plan::compile(*type_of<Pair>(), layout, form);
  ASSERT_TRUE(plan.ok());
  Pair value{1, "text"};
  Buffer bytes;
  EXPECT_EQ(plan->encode(bytes, &value).code(), Code::kIo);
  const Result<Buffer> good = encode(value);
  const Status status = plan->decode(*good, &value);
  EXPECT_EQ(status.code(), Code::kNoSpace);
  EXPECT_EQ(status.path(), "text");
}

struct Owner {
  std::unique_ptr<Owner> next;
};

TEST(PlanErrors, NestingIsBoundedBothWays) {
  const Result<Plan> plan = plan_of<Owner>();
  Owner first;
  Owner* last = &first;
  for (int i = 0; i < 600; ++i) {
    last->next = std::make_unique<Owner>();
    last = last->next.get();
  }
  Buffer bytes;
  const Status status = plan->encode(bytes, &first);
  EXPECT_EQ(status.code(), Code::kTooDeep);
  EXPECT_TRUE(status.path().ends_with("next.next")) << status.to_string();
  for (const Header header : {Header::bare, Header::fingerprint}) {
    EXPECT_EQ(plan->encode(bytes, &first, {.header = header}).path(), status.path());
  }
  std::array<std::byte, 8> memory{};
  std::size_t size = 0;
  EXPECT_EQ(plan->encode_to(memory, size, &first).path(), status.path());
  EXPECT_TRUE(plan->encode_array(bytes, &first, 1, sizeof(Owner)).path().starts_with("[0].next"));
  const std::vector<std::byte> deep(3000, std::byte{1});
  Owner again;
  EXPECT_EQ(plan->decode(deep, &again, {.header = Header::bare}).code(), Code::kTooDeep);
}

TEST(PlanErrors, RecordsThatHoldTheNextTwiceMakeNoProgramOfAnyLength) {
  TypeBuilder b;
  Layout layout;
  TypeId type = b.code(TypeCode::kI8);
  FormId form = layout.plain();
  for (int i = 0; i < 60; ++i) {  // 2^60 fields, all of them in one byte
    const TypeId outer = b.record("R" + std::to_string(i));
    b.field(outer, "a", type);
    b.field(outer, "b", type);
    const FormId record = layout.record(1);
    layout.field(record, "a", 0, form);
    layout.field(record, "b", 0, form);
    type = outer;
    form = record;
  }
  const Result<Plan> plan = Plan::compile(*b.build(type), layout, form);
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  std::int8_t value = 0;
  const std::vector<std::byte> bytes(100);
  EXPECT_EQ(plan->decode(bytes, &value, {.header = Header::bare}).code(), Code::kTruncated);
}

// --- damage --------------------------------------------------------------------------------------

struct Item {
  std::string name;
  std::optional<std::uint32_t> maybe;
  std::vector<std::int16_t> numbers;
  bool flag;
};
struct Thing {
  std::int64_t id;
  std::vector<Item> items;
  std::unordered_map<std::string, std::variant<std::int64_t, double, std::string>> map;
  std::shared_ptr<Item> shared;
  std::shared_ptr<Item> again;
  std::tuple<std::uint8_t, std::string> pair;
};
Thing thing() {
  Thing value{};
  value.id = 7;
  value.items.resize(3);
  value.items[1] = {"name", 5, {1, 2, 3}, true};
  value.map = {{"a", 1.5}, {"b", "text"}};
  value.shared = value.again = std::make_shared<Item>(Item{"name", {}, {4}, false});
  value.pair = {3, "name"};
  return value;
}

/// What templates answer to some bytes, plans answer.
void compare(const Plan& plan, BytesView bytes, const DecodeOptions& options) {
  Thing typed{};
  const Status wanted = decode_into(bytes, typed, options);
  Thing value{};
  const Status status = plan.decode(bytes, &value, options);
  ASSERT_EQ(status.ok(), wanted.ok()) << status.to_string() << " / " << wanted.to_string();
  // Templates know a little more of how many bytes a value takes at least.
  if (wanted.code() != Code::kTruncated) {
    ASSERT_EQ(status.code(), wanted.code()) << status.to_string() << " / " << wanted.to_string();
    ASSERT_EQ(status.offset(), wanted.offset()) << status.to_string() << wanted.to_string();
    ASSERT_EQ(status.path(), wanted.path());
  }
  if (!status.ok()) return;
  Buffer again;
  ASSERT_TRUE(plan.encode(again, &value, {.header = Header::bare, .canonical = true}).ok());
  const Result<Buffer> same = encode(typed, {.header = Header::bare, .canonical = true});
  ASSERT_TRUE(std::equal(same->begin(), same->end(), again.begin(), again.end()));
}

TEST(PlanErrors, DamagedArchivesAreAnsweredAsTemplatesDo) {
  const Result<Plan> plan = plan_of<Thing>();
  ASSERT_TRUE(plan.ok());
  for (const Sharing sharing : {Sharing::off, Sharing::on}) {
    const DecodeOptions bare{.header = Header::bare, .sharing = sharing};
    const Result<Buffer> bytes =
        encode(thing(), {.header = Header::bare, .sharing = sharing, .canonical = true});
    for (std::size_t size = 0; size <= bytes->size(); ++size) {
      const std::vector<std::byte> cut(bytes->begin(), bytes->begin() + size);
      ASSERT_NO_FATAL_FAILURE(compare(*plan, cut, bare));
    }
    testing::each_flipped_bit(
        *bytes, [&](BytesView flipped) { ASSERT_NO_FATAL_FAILURE(compare(*plan, flipped, bare)); });
  }
}

TEST(PlanErrors, MemoryStaysInBoundsWhateverTheCountsSay) {
  const Result<Plan> plan = plan_of<Thing>();
  const Result<Buffer> bytes = encode(thing(), {.header = Header::bare, .canonical = true});
  testing::each_flipped_bit(*bytes, [&](BytesView flipped) {
    testing::expect_bounded(flipped.size(), [&] {
      Thing value{};
      static_cast<void>(plan->decode(flipped, &value, {.header = Header::bare}));
    });
  });
}

}  // namespace
}  // namespace fastser::archive
