// SPDX-License-Identifier: MIT
//
// Slots without functions: filled in by the offsets that say how they are read, from an arena. What
// plain structs of all kinds look like is in unit/capi/plan_test.cc; here are the ends of it.
#include "fastser/arena.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/plan.hpp"
#include "gtest/gtest.h"

namespace fastser::archive {
namespace {

// Two pointers, as a std::vector has them.
template <typename T>
struct Range {
  T* begin;
  T* end;
};
using Word = Range<const char>;
std::string_view view(const Word& word) {
  return {word.begin, static_cast<std::size_t>(word.end - word.begin)};
}
constexpr SpanAt kByEnd{SpanAt::Extent::kEnd, 0, sizeof(void*)};

FormId word_form(Layout& layout) { return layout.text({.size = sizeof(Word), .at = kByEnd}); }

struct Entry {
  Word key;
  std::int32_t value;
};
bool goes_first(void*, const void* left, const void* right) {
  return view(*static_cast<const Word*>(left)) < view(*static_cast<const Word*>(right));
}
FormId map_form(Layout& layout, bool unordered, decltype(MapAccess::less) less = goes_first) {
  MapAccess map{.size = sizeof(Range<Entry>), .key_size = sizeof(Word)};
  map.at = kByEnd;
  map.stride = sizeof(Entry);
  map.value = offsetof(Entry, value);
  map.unordered = unordered;
  map.less = less;
  return layout.map(map, word_form(layout), layout.plain());
}

TEST(PlanArena, TwoPointersAreASpanToo) {
  using Table = std::map<std::string, std::vector<std::string>>;
  Layout layout;
  const FormId words =
      layout.list({.size = sizeof(Word), .stride = sizeof(Word), .at = kByEnd}, word_form(layout));
  struct Row {
    Word key;
    Range<Word> words;
  };
  MapAccess map{.size = sizeof(Range<Row>), .key_size = sizeof(Word)};
  map.at = kByEnd;
  map.stride = sizeof(Row);
  map.value = offsetof(Row, words);
  const Result<Plan> plan =
      Plan::compile(*type_of<Table>(), layout, layout.map(map, word_form(layout), words));
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  const Table table{{"", {}}, {"a", {"one", "two"}}, {"b", {""}}};
  const Result<Buffer> bytes = encode(table);
  Arena arena;
  Range<Row> rows;
  const Status read = plan->decode(*bytes, &rows, {.arena = &arena});
  ASSERT_TRUE(read.ok()) << read.to_string();
  ASSERT_EQ(rows.end - rows.begin, 3);
  EXPECT_EQ(view(rows.begin[1].key), "a");
  ASSERT_EQ(rows.begin[1].words.end - rows.begin[1].words.begin, 2);
  EXPECT_EQ(view(rows.begin[1].words.begin[1]), "two");
  EXPECT_EQ(rows.begin[0].words.begin, nullptr);
  Buffer again;
  ASSERT_TRUE(plan->encode(again, &rows).ok());
  EXPECT_TRUE(std::equal(bytes->begin(), bytes->end(), again.begin(), again.end()));
}

TEST(PlanArena, EntriesInNoOrderAreSortedWhereThatIsAskedFor) {
  using Table = std::unordered_map<std::string, std::int32_t>;
  Layout layout;
  const FormId form = map_form(layout, true);
  const Result<Plan> plan = Plan::compile(*type_of<Table>(), layout, form);
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  const std::string_view names = "cab";
  Entry entries[] = {{{&names[0], &names[0] + 1}, 3},
                     {{&names[1], &names[1] + 1}, 1},
                     {{&names[2], &names[2] + 1}, 2}};
  const Range<Entry> range{entries, entries + 3};
  Buffer bytes;
  ASSERT_TRUE(plan->encode(bytes, &range, {.canonical = true}).ok());
  const Result<Buffer> wanted = encode(Table{{"a", 1}, {"b", 2}, {"c", 3}}, {.canonical = true});
  EXPECT_TRUE(std::equal(wanted->begin(), wanted->end(), bytes.begin(), bytes.end()));
}

// The caller's `less` may be none.
TEST(PlanArena, EntriesThatAnyOtherPrecedesAreAllWritten) {
  using Table = std::unordered_map<std::string, std::int32_t>;
  Layout layout;
  const FormId form = map_form(layout, true, [](void*, const void*, const void*) { return true; });
  const Result<Plan> plan = Plan::compile(*type_of<Table>(), layout, form);
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  std::vector<std::string> names;
  for (int i = 0; i < 300; ++i) names.push_back(std::to_string(i));
  std::vector<Entry> entries;
  for (const std::string& name : names) {
    entries.push_back({{name.data(), name.data() + name.size()}, 7});
  }
  const Range<Entry> range{entries.data(), entries.data() + entries.size()};
  Buffer bytes;
  ASSERT_TRUE(plan->encode(bytes, &range, {.canonical = true}).ok());
  const auto again = decode<Table>(bytes);
  ASSERT_TRUE(again.ok()) << again.status().to_string();
  EXPECT_EQ(again->size(), names.size());
}

// Two pointers of which one was not set, in the wrong order, or with a part of an element between
// them: what lies there is not the caller's.
TEST(PlanArena, PointersWithNoWholeElementsBetweenThemAreRefused) {
  static const std::int32_t numbers[6] = {1, 2, 3, 4, 5, 6};
  const auto* const first = reinterpret_cast<const char*>(numbers);
  struct Case {
    Word slot;
    bool is_text;      // that is read as text
    bool is_elements;  // and as elements of 12 bytes
  };
  const Case cases[] = {
      {{nullptr, nullptr}, true, true},   {{first, first}, true, true},
      {{first, first + 24}, true, true},  {{nullptr, first}, false, false},
      {{first, nullptr}, false, false},   {{first + 12, first}, false, false},
      {{first, first + 4}, true, false},  {{first, first + 6}, true, false},
      {{first, first + 16}, true, false},
  };
  TypeBuilder builder;
  const Type shared = *builder.build(builder.code(schema::TypeCode::kSharedString));
  const TypeId number = builder.code(schema::TypeCode::kI32);
  const Type triples = *builder.build(builder.list(builder.array(number, 3)));
  const TypeId record = builder.record("R");
  builder.field(record, "a", number);
  builder.field(record, "b", builder.code(schema::TypeCode::kU8));
  const Type records = *builder.build(builder.list(record));
  const TypeId two[] = {number, number};
  const Type map = *builder.build(builder.map(number, builder.tuple(two)));

  Layout layout;
  const FormId text = word_form(layout);
  const ListAccess list{.size = sizeof(Word), .stride = 12, .at = kByEnd};
  const FormId copied = layout.list(list, layout.plain());
  const FormId form = layout.record(12);
  layout.field(form, "a", 0, layout.plain());
  layout.field(form, "b", 4, layout.plain());
  const FormId each = layout.list(list, form);
  MapAccess entries{.size = sizeof(Word), .key_size = 4};
  entries.at = kByEnd;
  entries.stride = 12;
  entries.value = 4;
  const std::size_t places[] = {0, 4};
  const FormId items[] = {layout.plain(), layout.plain()};
  const FormId pair = layout.tuple(8, places, items);
  const struct {
    Type type;
    FormId form;
    bool is_text;
  } plans[] = {{*type_of<std::string>(), text, true},
               {shared, text, true},
               {triples, copied, false},
               {records, each, false},
               {map, layout.map(entries, layout.plain(), pair), false}};
  for (const auto& one : plans) {
    const Result<Plan> plan = Plan::compile(one.type, layout, one.form);
    ASSERT_TRUE(plan.ok()) << plan.status().to_string();
    for (const Case& given : cases) {
      Buffer bytes;
      const bool is_sound = one.is_text ? given.is_text : given.is_elements;
      EXPECT_EQ(plan->encode(bytes, &given.slot).code(), is_sound ? Code::kOk : Code::kUsage)
          << one.type.to_string() << " of case " << &given - cases;
    }
  }
}

// What a caller from C forgot to set.
TEST(PlanArena, ElementsAtNoAddressAreRefused) {
  struct Slot {
    const void* first;
    std::uint64_t count;
  };
  const auto code_of = [](const Type& type, const Layout& layout, FormId form,
                          std::uint64_t count) {
    const Result<Plan> plan = Plan::compile(type, layout, form);
    if (!plan.ok()) return plan.status().code();
    const Slot slot{nullptr, count};
    Buffer bytes;
    return plan->encode(bytes, &slot).code();
  };
  TypeBuilder builder;
  const Type shared = *builder.build(builder.code(schema::TypeCode::kSharedString));
  for (const SpanAt::Extent extent : {SpanAt::Extent::kCount32, SpanAt::Extent::kCount64}) {
    const SpanAt at{extent, 0, sizeof(void*)};
    for (const bool empty : {false, true}) {
      const std::uint64_t count = empty ? 0 : 0x2'0000'0002;  // as 32 bits from either end, too
      const Code wanted = empty ? Code::kOk : Code::kUsage;
      Layout layout;
      const FormId text = layout.text({.size = sizeof(Slot), .at = at});
      EXPECT_EQ(code_of(*type_of<std::string>(), layout, text, count), wanted);
      EXPECT_EQ(code_of(shared, layout, text, count), wanted);
      const FormId numbers =
          layout.list({.size = sizeof(Slot), .stride = 4, .at = at}, layout.plain());
      EXPECT_EQ(code_of(*type_of<std::vector<std::int32_t>>(), layout, numbers, count), wanted);
      const FormId texts =
          layout.list({.size = sizeof(Slot), .stride = sizeof(Slot), .at = at}, text);
      EXPECT_EQ(code_of(*type_of<std::vector<std::string>>(), layout, texts, count), wanted);
      MapAccess map{.size = sizeof(Slot), .key_size = 4};
      map.at = at;
      map.stride = 8;
      map.value = 4;
      const FormId by_number = layout.map(map, layout.plain(), layout.plain());
      EXPECT_EQ(code_of(*type_of<std::map<std::int32_t, std::int32_t>>(), layout, by_number, count),
                wanted);
    }
  }
}

TEST(PlanArena, WithoutOneDecodeSaysSo) {
  Layout layout;
  const FormId form = layout.list({.size = 16, .stride = 4, .at = kByEnd}, layout.plain());
  const Result<Plan> plan = Plan::compile(*type_of<std::vector<std::int32_t>>(), layout, form);
  ASSERT_TRUE(plan.ok());
  Range<std::int32_t> range;
  EXPECT_EQ(plan->decode(*encode(std::vector<std::int32_t>{1}), &range).code(), Code::kUsage);
}

struct Node {
  std::int32_t id = 0;
  std::shared_ptr<Node> next;
};
struct WeakNode {
  std::int32_t id = 0;
  std::weak_ptr<WeakNode> next;
};
struct PlainNode {
  std::int32_t id;
  PlainNode* next;
};
Plan plan_of_nodes() {
  Layout layout;
  const ObjectId object = layout.object({.size = sizeof(PlainNode)}, layout.plain());
  const FormId form = layout.record(sizeof(PlainNode));
  layout.field(form, "id", offsetof(PlainNode, id));
  layout.field(form, "next", offsetof(PlainNode, next),
               layout.ref({.size = sizeof(void*)}, object));
  layout.body(object, form);
  Result<Plan> plan = Plan::compile(*type_of<Node>(), layout, form);
  EXPECT_TRUE(plan.ok()) << plan.status().to_string();
  return *std::move(plan);
}

TEST(PlanArena, NothingIsLedToThatWasOnlyPromised) {
  // A weak pointer to an object that nobody owns: no body comes.
  WeakNode weak;
  weak.id = 4;
  const auto other = std::make_shared<WeakNode>();
  weak.next = other;
  const Plan plan = plan_of_nodes();
  Result<Buffer> bytes = encode(weak, {.header = Header::bare});
  Arena arena;
  PlainNode node{};
  const Status read = plan.decode(*bytes, &node, {.header = Header::bare, .arena = &arena});
  ASSERT_TRUE(read.ok()) << read.to_string();
  EXPECT_EQ(node.id, 4);
  EXPECT_EQ(node.next, nullptr);
}

TEST(PlanArena, ACycleIsRead) {
  const auto node = std::make_shared<Node>();
  node->id = 9;
  node->next = node;
  Node root;
  root.next = node;
  const Result<Buffer> bytes = encode(root);
  Arena arena;
  PlainNode again{};
  ASSERT_TRUE(plan_of_nodes().decode(*bytes, &again, {.arena = &arena}).ok());
  ASSERT_NE(again.next, nullptr);
  EXPECT_EQ(again.next->id, 9);
  EXPECT_EQ(again.next->next, again.next);
  node->next.reset();
}

TEST(PlanArena, WhatDoesNotFitIsRefused) {
  const auto refused = [](const Type& type, auto&& make) {
    Layout layout;
    const FormId form = make(layout);
    return Plan::compile(type, layout, form).status().code() == Code::kUsage;
  };
  using Choice = std::variant<std::uint8_t, std::int64_t>;
  EXPECT_TRUE(refused(*type_of<std::optional<std::int64_t>>(), [](Layout& layout) {
    MaybeAccess access{.size = sizeof(void*), .owned = 7};
    access.at = {MaybeAt::Has::kPointer, 0, 0};
    return layout.optional(access, layout.plain());
  }));
  EXPECT_TRUE(refused(*type_of<Choice>(), [](Layout& layout) {
    const FormId forms[] = {layout.plain(), layout.plain()};
    return layout.variant({.size = 15, .at = {1, 0, 8}}, forms);
  }));
  EXPECT_TRUE(refused(*type_of<Node>(), [](Layout& layout) {  // weak: by functions only
    const ObjectId object = layout.object({.size = sizeof(PlainNode)}, layout.plain());
    const FormId form = layout.record(sizeof(PlainNode));
    layout.field(form, "id", offsetof(PlainNode, id));
    layout.field(form, "next", offsetof(PlainNode, next),
                 layout.ref({.size = sizeof(void*), .weak = true}, object));
    layout.body(object, form);
    return form;
  }));
  using Table = std::map<std::int32_t, std::int32_t>;
  for (const std::size_t value : {std::size_t{2}, std::size_t{5}}) {
    EXPECT_TRUE(refused(*type_of<Table>(), [value](Layout& layout) {
      MapAccess access{.size = 2 * sizeof(void*), .key_size = 4};
      access.at = kByEnd;
      access.stride = 8;
      access.value = value;  // in the key, beyond the entry
      return layout.map(access, layout.plain(), layout.plain());
    }));
  }
  // More alternatives than one byte counts.
  TypeBuilder types;
  const std::vector<TypeId> many(257, types.code(TypeCode::kU8));
  const Type type = *types.build(types.variant(many));
  EXPECT_TRUE(refused(type, [](Layout& layout) {
    const std::vector<FormId> forms(257, layout.plain());
    return layout.variant({.size = 2, .at = {1, 0, 1}}, forms);
  }));
}

TEST(PlanArena, MemoryIsUsedAgainAndAlignedForWhatItHolds) {
  Arena arena;
  for (int round = 0; round < 3; ++round) {
    for (std::size_t size = 1; size < 3000; size = size * 2 + 1) {
      for (const std::size_t align : {std::size_t{1}, std::size_t{8}, alignof(std::max_align_t)}) {
        if (!arena.has_room(size, align)) arena.add_block(arena.upcoming(size));
        void* const memory = arena.take(size, align);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % align, 0U);
        std::memset(memory, 0xAB, size);
      }
    }
    const std::size_t before = arena.memory();
    arena.clear();
    if (round == 1) {
      EXPECT_EQ(arena.memory(), before);
    }
  }
}

}  // namespace
}  // namespace fastser::archive
