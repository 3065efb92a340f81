// SPDX-License-Identifier: MIT
//
// Plans through the C interface, of layouts that say everything by offset: structs as another
// language has them, read into an arena without a call back. The bytes are those of the equal C++
// type.
#include <array>
#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "gtest/gtest.h"
#include "support/small_stack.hpp"
#include "unit/capi/plan_support.hpp"

namespace fastser::capi_test {
namespace {

// --- the same types in C++ and as plain structs
// ----------------------------------------------------

struct Part {
  std::int16_t size = 0;
  std::string name;
  bool operator==(const Part&) const = default;
};
struct Base {
  std::uint64_t number = 0;
  std::string label;
  FASTSER_FIELDS(Base, number, label);
};
struct Thing : Base {
  std::int32_t id = 0;
  double weight = 0;
  bool good = false;
  std::string name;
  std::vector<std::uint8_t> data;
  std::vector<Part> parts;
  std::vector<std::uint16_t> numbers;
  std::vector<std::string> words;
  std::optional<std::int64_t> maybe;
  std::unique_ptr<Part> owned;
  std::map<std::string, std::int32_t> counts;
  std::set<std::int64_t> ids;
  std::variant<double, std::string, std::vector<std::uint16_t>> choice;
  std::tuple<std::int8_t, std::string> pair;
  std::array<float, 3> place{};
  std::array<Part, 2> two;
  std::shared_ptr<Part> shared;
  std::shared_ptr<Part> again;
  std::shared_ptr<Thing> next;
  using fastser_base = Base;
  static constexpr std::uint32_t fastser_version = 3;
  FASTSER_FIELDS(Thing, id, weight, good, name, data, parts, numbers, words, maybe, owned, counts,
                 ids, choice, pair, place, two, shared, again, next);
};

struct Text {
  const char* first;
  std::uint64_t size;
};
struct Span {
  void* first;
  std::uint64_t count;
};
struct FlatPart {
  std::int16_t size;
  Text name;
};
struct FlatEntry {
  Text key;
  std::int32_t value;
};
struct FlatThing {
  Text label;  // the super-class's, in other order
  std::uint64_t number;
  std::int32_t id;
  double weight;
  std::uint8_t good;
  Text name;
  Text data;
  Span parts;
  Span numbers;
  Span words;
  std::uint8_t has;
  std::int64_t maybe;
  FlatPart* owned;
  Span counts;
  Span ids;
  std::uint8_t index;
  union {
    double number_of;
    Text text_of;
    Span list_of;
  } choice;
  std::int8_t pair_first;
  Text pair_second;
  float place[3];
  FlatPart two[2];
  FlatPart* shared;
  FlatPart* again;
  FlatThing* next;
};
// From the byte that says whether there is a value, or which one, to the value.
constexpr std::size_t kMaybeAt = offsetof(FlatThing, maybe) - offsetof(FlatThing, has);
constexpr std::size_t kChoiceAt = offsetof(FlatThing, choice) - offsetof(FlatThing, index);

std::string_view view(const Text& text) {
  return {text.first, static_cast<std::size_t>(text.size)};
}
template <typename T>
std::span<const T> view(const Span& span) {
  return {static_cast<const T*>(span.first), static_cast<std::size_t>(span.count)};
}

// --- the layout
// ------------------------------------------------------------------------------------

fastser_form_id text_form(fastser_layout* layout, bool is_data) {
  fastser_text_access text{};
  text.struct_size = sizeof text;
  text.is_data = is_data ? 1 : 0;
  text.size = sizeof(Text);
  text.extent = FASTSER_EXTENT_COUNT64;
  text.extent_at = offsetof(Text, size);
  return fastser_layout_text(layout, &text);
}
fastser_form_id list_form(fastser_layout* layout, std::size_t stride, fastser_form_id element) {
  fastser_list_access list{};
  list.struct_size = sizeof list;
  list.size = sizeof(Span);
  list.stride = stride;
  list.extent = FASTSER_EXTENT_COUNT64;
  list.extent_at = offsetof(Span, count);
  return fastser_layout_list(layout, &list, element);
}
fastser_form_id object_form(fastser_layout* layout, std::size_t size, fastser_form_id body) {
  fastser_object_access object{};
  object.struct_size = sizeof object;
  object.size = size;
  fastser_ref_access ref{};
  ref.struct_size = sizeof ref;
  return fastser_layout_ref(layout, &ref, fastser_layout_object(layout, &object, body));
}

fastser_form_id part_form(fastser_layout* layout, fastser_form_id text) {
  const fastser_form_id part = fastser_layout_record(layout, sizeof(FlatPart));
  field(layout, part, "size", offsetof(FlatPart, size));
  field(layout, part, "name", offsetof(FlatPart, name), text);
  return part;
}
fastser_form_id variant_form(fastser_layout* layout, fastser_form_id text,
                             fastser_form_id numbers) {
  fastser_variant_access choice{};
  choice.struct_size = sizeof choice;
  choice.index_size = 1;
  choice.size = kChoiceAt + sizeof(FlatThing::choice);
  choice.value_at = kChoiceAt;
  const fastser_form_id forms[] = {FASTSER_FORM_PLAIN, text, numbers};
  return fastser_layout_variant(layout, &choice, forms, 3);
}
fastser_form_id thing_form(fastser_layout* layout) {
  const fastser_form_id text = text_form(layout, false);
  const fastser_form_id part = part_form(layout, text);
  const fastser_form_id base = fastser_layout_record(layout, offsetof(FlatThing, id));
  field(layout, base, "number", offsetof(FlatThing, number));
  field(layout, base, "label", offsetof(FlatThing, label), text);
  const fastser_form_id thing = fastser_layout_record(layout, sizeof(FlatThing));
  fastser_layout_super(layout, thing, 0, base);
  field(layout, thing, "id", offsetof(FlatThing, id));
  field(layout, thing, "weight", offsetof(FlatThing, weight));
  field(layout, thing, "good", offsetof(FlatThing, good));
  field(layout, thing, "name", offsetof(FlatThing, name), text);
  field(layout, thing, "data", offsetof(FlatThing, data), text_form(layout, true));
  field(layout, thing, "parts", offsetof(FlatThing, parts),
        list_form(layout, sizeof(FlatPart), part));
  const fastser_form_id numbers = list_form(layout, sizeof(std::uint16_t), FASTSER_FORM_PLAIN);
  field(layout, thing, "numbers", offsetof(FlatThing, numbers), numbers);
  field(layout, thing, "words", offsetof(FlatThing, words), list_form(layout, sizeof(Text), text));
  fastser_optional_access maybe{};
  maybe.struct_size = sizeof maybe;
  maybe.has = FASTSER_HAS_FLAG;
  maybe.size = kMaybeAt + sizeof(FlatThing::maybe);
  maybe.value_at = kMaybeAt;
  field(layout, thing, "maybe", offsetof(FlatThing, has),
        fastser_layout_optional(layout, &maybe, FASTSER_FORM_PLAIN));
  fastser_optional_access owned{};
  owned.struct_size = sizeof owned;
  owned.has = FASTSER_HAS_POINTER;
  owned.size = sizeof(void*);
  owned.owned = sizeof(FlatPart);
  field(layout, thing, "owned", offsetof(FlatThing, owned),
        fastser_layout_optional(layout, &owned, part));
  fastser_map_access map{};
  map.struct_size = sizeof map;
  map.size = sizeof(Span);
  map.key_size = sizeof(Text);
  map.extent = FASTSER_EXTENT_COUNT64;
  map.extent_at = offsetof(Span, count);
  map.stride = sizeof(FlatEntry);
  map.value_at = offsetof(FlatEntry, value);
  field(layout, thing, "counts", offsetof(FlatThing, counts),
        fastser_layout_map(layout, &map, text, FASTSER_FORM_PLAIN));
  field(layout, thing, "ids", offsetof(FlatThing, ids),
        list_form(layout, sizeof(std::int64_t), FASTSER_FORM_PLAIN));
  field(layout, thing, "choice", offsetof(FlatThing, index), variant_form(layout, text, numbers));
  const std::size_t offsets[] = {
      0, offsetof(FlatThing, pair_second) - offsetof(FlatThing, pair_first)};
  const fastser_form_id pair[] = {FASTSER_FORM_PLAIN, text};
  field(layout, thing, "pair", offsetof(FlatThing, pair_first),
        fastser_layout_tuple(layout, offsets[1] + sizeof(Text), offsets, pair, 2));
  field(layout, thing, "place", offsetof(FlatThing, place));
  field(layout, thing, "two", offsetof(FlatThing, two),
        fastser_layout_array(layout, part, sizeof(FlatPart)));
  const fastser_form_id shared = object_form(layout, sizeof(FlatPart), part);
  field(layout, thing, "shared", offsetof(FlatThing, shared), shared);
  field(layout, thing, "again", offsetof(FlatThing, again), shared);
  field(layout, thing, "next", offsetof(FlatThing, next),
        object_form(layout, sizeof(FlatThing), thing));
  return thing;
}

PlanHandle plan_of_thing() {
  const LayoutHandle layout = new_layout();
  return compiled<Thing>(layout.get(), thing_form(layout.get()));
}

// --- values
// ----------------------------------------------------------------------------------------

/// The objects of a chain of things own each other: let go of from the first on.
struct Things {
  Thing first;
  Things() = default;
  Things(const Things&) = delete;
  Things& operator=(const Things&) = delete;
  ~Things() { first.next.reset(); }
};
void fill(Thing& thing) {
  thing.number = 1234567890123U;
  thing.label = "of the super-class";
  thing.id = -5;
  thing.weight = 2.5;
  thing.good = true;
  thing.name = "a name that is longer than what fits into a string";
  thing.data = {0, 255, 7};
  thing.parts = {{1, "one"}, {2, ""}, {-3, "three, which is a rather long name for a part"}};
  thing.numbers = {1, 2, 65535};
  thing.words = {"many", "", "words", "many"};
  thing.maybe = -77;
  thing.owned = std::make_unique<Part>(Part{9, "owned"});
  thing.counts = {{"a", 1}, {"b", -2}};
  thing.ids = {-9, 0, 9};
  thing.choice = std::string("chosen");
  thing.pair = {std::int8_t{-1}, "second"};
  thing.place = {1.5F, -2.0F, 0.25F};
  thing.two = {Part{10, "ten"}, Part{11, "eleven"}};
  thing.shared = std::make_shared<Part>(Part{20, "shared"});
  thing.again = thing.shared;
  thing.next = std::make_shared<Thing>();
  thing.next->shared = thing.shared;
  thing.next->choice = std::vector<std::uint16_t>{5, 6};
  thing.next->name = "many";
}
void expect_part(const FlatPart& part, std::int16_t size, std::string_view name) {
  EXPECT_EQ(part.size, size);
  EXPECT_EQ(view(part.name), name);
}
void expect_filled(const FlatThing& thing) {
  EXPECT_EQ(thing.number, 1234567890123U);
  EXPECT_EQ(view(thing.label), "of the super-class");
  EXPECT_EQ(thing.id, -5);
  EXPECT_EQ(thing.weight, 2.5);
  EXPECT_EQ(thing.good, 1);
  EXPECT_EQ(view(thing.data), std::string_view("\0\xFF\7", 3));
  ASSERT_EQ(thing.parts.count, 3U);
  expect_part(view<FlatPart>(thing.parts)[1], 2, "");
  expect_part(view<FlatPart>(thing.parts)[2], -3, "three, which is a rather long name for a part");
  ASSERT_EQ(thing.numbers.count, 3U);
  EXPECT_EQ(view<std::uint16_t>(thing.numbers)[2], 65535);
  ASSERT_EQ(thing.words.count, 4U);
  EXPECT_EQ(view(view<Text>(thing.words)[3]), "many");
  EXPECT_EQ(thing.has, 1);
  EXPECT_EQ(thing.maybe, -77);
  ASSERT_NE(thing.owned, nullptr);
  expect_part(*thing.owned, 9, "owned");
  ASSERT_EQ(thing.counts.count, 2U);
  EXPECT_EQ(view(view<FlatEntry>(thing.counts)[1].key), "b");
  EXPECT_EQ(view<FlatEntry>(thing.counts)[1].value, -2);
  ASSERT_EQ(thing.ids.count, 3U);
  EXPECT_EQ(view<std::int64_t>(thing.ids)[0], -9);
  EXPECT_EQ(thing.index, 1);
  EXPECT_EQ(view(thing.choice.text_of), "chosen");
  EXPECT_EQ(view(thing.pair_second), "second");
  EXPECT_EQ(thing.place[2], 0.25F);
  expect_part(thing.two[1], 11, "eleven");
  ASSERT_NE(thing.shared, nullptr);
  expect_part(*thing.shared, 20, "shared");
  EXPECT_EQ(thing.again, thing.shared);
  ASSERT_NE(thing.next, nullptr);
  EXPECT_EQ(thing.next->shared, thing.shared);
  EXPECT_EQ(thing.next->has, 0);
  EXPECT_EQ(thing.next->owned, nullptr);
  EXPECT_EQ(thing.next->index, 2);
  EXPECT_EQ(view<std::uint16_t>(thing.next->choice.list_of)[1], 6);
  EXPECT_EQ(thing.next->next, nullptr);
}

// --- tests
// -----------------------------------------------------------------------------------------

TEST(CapiPlan, ReadsAndWritesEveryFormByOffsetAsTemplatesDo) {
  Things things;
  fill(things.first);
  const PlanHandle plan = plan_of_thing();
  for (std::uint32_t header = FASTSER_HEADER_SELF_DESCRIBED; header <= FASTSER_HEADER_BARE;
       ++header) {
    for (std::uint32_t sharing = FASTSER_SHARING_OFF; sharing <= FASTSER_SHARING_ADAPTIVE;
         ++sharing) {
      archive::EncodeOptions cpp{.header = static_cast<archive::Header>(header),
                                 .sharing = static_cast<archive::Sharing>(sharing - 1),
                                 .user_version = 9};
      cpp.checksum = sharing == FASTSER_SHARING_ON;
      const Result<Buffer> wanted = archive::encode(things.first, cpp);
      ASSERT_TRUE(wanted.ok());

      ArenaHandle arena = new_arena();
      fastser_decode_options reading = decode_options(arena.get());
      reading.header = header;
      reading.sharing = sharing;
      std::uint32_t user_version = 0;
      reading.user_version = &user_version;
      FlatThing thing;
      std::memset(&thing, 0xEE, sizeof thing);  // nothing of it is looked at
      fastser_error error = new_error();
      ASSERT_EQ(
          fastser_plan_decode(plan.get(), wanted->data(), wanted->size(), &thing, &reading, &error),
          FASTSER_OK)
          << error.message << " at " << error.path;
      EXPECT_EQ(user_version, header == FASTSER_HEADER_BARE ? 0U : 9U);
      expect_filled(thing);

      fastser_encode_options writing = encode_options();
      writing.header = header;
      writing.sharing = sharing;
      writing.user_version = 9;
      writing.checksum = cpp.checksum ? 1 : 0;
      expect_all_ways(plan.get(), &thing, writing, *wanted);
    }
  }
}

TEST(CapiPlan, ReadsArraysOfTenThousandRecordsInOneCall) {
  std::vector<Part> parts;
  for (int i = 0; i < 10000; ++i) {
    parts.push_back({static_cast<std::int16_t>(i), "part " + std::to_string(i % 100)});
  }
  const LayoutHandle layout = new_layout();
  const PlanHandle plan =
      compiled<Part>(layout.get(), part_form(layout.get(), text_form(layout.get(), false)));
  for (const auto sharing : {archive::Sharing::off, archive::Sharing::adaptive}) {
    const Result<Buffer> bytes = archive::encode(parts, {.sharing = sharing});
    ArenaHandle arena = new_arena();
    const fastser_decode_options reading = decode_options(arena.get());
    void* first = nullptr;
    std::size_t count = 0;
    ASSERT_EQ(fastser_plan_decode_array(plan.get(), bytes->data(), bytes->size(), sizeof(FlatPart),
                                        &first, &count, &reading, nullptr),
              FASTSER_OK);
    ASSERT_EQ(count, parts.size());
    std::vector<FlatPart> own(parts.size() + 5);
    ASSERT_EQ(fastser_plan_decode_array_to(plan.get(), bytes->data(), bytes->size(), own.data(),
                                           own.size(), sizeof(FlatPart), &count, nullptr, nullptr),
              FASTSER_OK);
    ASSERT_EQ(count, parts.size());
    for (std::size_t i = 0; i < count; ++i) {
      expect_part(static_cast<const FlatPart*>(first)[i], parts[i].size, parts[i].name);
      expect_part(own[i], parts[i].size, parts[i].name);
    }
    EXPECT_EQ(
        fastser_plan_decode_array_to(plan.get(), bytes->data(), bytes->size(), own.data(),
                                     parts.size() - 1, sizeof(FlatPart), &count, nullptr, nullptr),
        FASTSER_NO_SPACE);
    EXPECT_EQ(count, parts.size());

    fastser_encode_options writing = encode_options();
    writing.sharing =
        sharing == archive::Sharing::off ? FASTSER_SHARING_OFF : FASTSER_SHARING_ADAPTIVE;
    fastser_bytes made{};
    ASSERT_EQ(fastser_plan_encode_array(plan.get(), first, count, sizeof(FlatPart), &writing,
                                        nullptr, &made, nullptr),
              FASTSER_OK);
    EXPECT_TRUE(is(made.data, made.size, *bytes));
    fastser_bytes_release(&made);
    std::vector<std::byte> memory(bytes->size());
    std::size_t size = 0;
    ASSERT_EQ(fastser_plan_encode_array_to(plan.get(), first, count, sizeof(FlatPart), &writing,
                                           memory.data(), memory.size(), &size, nullptr),
              FASTSER_OK);
    EXPECT_TRUE(is(memory.data(), size, *bytes));
    const BufferHandle buffer = new_buffer();
    ASSERT_EQ(fastser_plan_encode_array_into(plan.get(), first, count, sizeof(FlatPart), &writing,
                                             buffer.get(), nullptr),
              FASTSER_OK);
    EXPECT_TRUE(is(buffer.get(), *bytes));
  }
}

namespace old {
struct Part {
  std::string gone;
  std::int8_t size = 0;
};
struct Thing {
  std::int16_t id = 0;
  float weight = 0;
  std::vector<Part> parts;
  std::vector<std::uint16_t> numbers;
  std::map<std::string, std::int8_t> counts;
  std::shared_ptr<Part> shared;
  std::shared_ptr<Part> again;
  std::optional<std::int32_t> maybe;
  std::variant<float, std::string, std::vector<std::uint16_t>> choice;
  std::string surplus;
};
}  // namespace old

TEST(CapiPlan, ReadsOtherVersionsIntoTheArena) {
  old::Thing value;
  value.id = 12;
  value.weight = 0.5F;
  value.parts = {{"gone", 1}, {"gone too", 2}};
  value.numbers = {1, 200};
  value.counts = {{"x", 3}};
  value.shared = std::make_shared<old::Part>(old::Part{"", 8});
  value.again = value.shared;
  value.maybe = 4;
  value.choice = "kept";
  value.surplus = "nobody wants it";
  const Result<Buffer> bytes = archive::encode(value);
  const PlanHandle plan = plan_of_thing();
  ArenaHandle arena = new_arena();
  const fastser_decode_options reading = decode_options(arena.get());
  FlatThing thing;
  std::memset(&thing, 0xEE, sizeof thing);
  fastser_error error = new_error();
  ASSERT_EQ(fastser_plan_decode(plan.get(), bytes->data(), bytes->size(), &thing, &reading, &error),
            FASTSER_OK)
      << error.message << " at " << error.path;
  EXPECT_EQ(thing.id, 12);
  EXPECT_EQ(thing.weight, 0.5);
  ASSERT_EQ(thing.parts.count, 2U);
  expect_part(view<FlatPart>(thing.parts)[1], 2, "");
  ASSERT_EQ(thing.numbers.count, 2U);
  EXPECT_EQ(view<std::uint16_t>(thing.numbers)[1], 200);
  ASSERT_EQ(thing.counts.count, 1U);
  EXPECT_EQ(view(view<FlatEntry>(thing.counts)[0].key), "x");
  EXPECT_EQ(view<FlatEntry>(thing.counts)[0].value, 3);
  ASSERT_NE(thing.shared, nullptr);
  expect_part(*thing.shared, 8, "");
  EXPECT_EQ(thing.again, thing.shared);
  EXPECT_EQ(thing.maybe, 4);
  EXPECT_EQ(thing.index, 1);
  EXPECT_EQ(view(thing.choice.text_of), "kept");
  // What was not written is nothing, whatever was there.
  EXPECT_EQ(thing.name.size, 0U);
  EXPECT_EQ(thing.words.count, 0U);
  EXPECT_EQ(thing.owned, nullptr);
  EXPECT_EQ(thing.next, nullptr);
  EXPECT_EQ(thing.number, 0U);
  expect_part(thing.two[0], 0, "");
}

struct Node {
  std::int32_t id = 0;
  std::shared_ptr<Node> next;
};
struct FlatNode {
  std::int32_t id;
  FlatNode* next;
};

TEST(CapiPlan, AChainOfAHundredThousandObjectsIsNoRecursionAndACycleIsFine) {
  testing::on_stack(std::size_t{256} * 1024, [] {
    const LayoutHandle layout = new_layout();
    const fastser_form_id node = fastser_layout_record(layout.get(), sizeof(FlatNode));
    field(layout.get(), node, "id", offsetof(FlatNode, id));
    field(layout.get(), node, "next", offsetof(FlatNode, next),
          object_form(layout.get(), sizeof(FlatNode), node));
    const PlanHandle plan = compiled<Node>(layout.get(), node);
    constexpr std::size_t kCount = 100000;
    std::vector<FlatNode> nodes(kCount);
    for (std::size_t i = 0; i < kCount; ++i) {
      nodes[i] = {static_cast<std::int32_t>(i), &nodes[(i + 1) % kCount]};
    }
    FlatNode root{-1, nodes.data()};
    const BufferHandle buffer = new_buffer();
    ASSERT_EQ(fastser_plan_encode_into(plan.get(), &root, nullptr, buffer.get(), nullptr),
              FASTSER_OK);
    std::size_t size = 0;
    const std::uint8_t* const bytes = fastser_buffer_data(buffer.get(), &size);
    ArenaHandle arena = new_arena();
    fastser_decode_options reading = decode_options(arena.get());
    fastser_limits limits{};
    limits.struct_size = sizeof limits;
    limits.memory_factor = 100;
    reading.limits = &limits;
    FlatNode again{};
    ASSERT_EQ(fastser_plan_decode(plan.get(), bytes, size, &again, &reading, nullptr), FASTSER_OK);
    const FlatNode* at = again.next;
    for (std::size_t i = 0; i < kCount; ++i, at = at->next) {
      ASSERT_EQ(at->id, static_cast<std::int32_t>(i));
    }
    EXPECT_EQ(at, again.next);
  });
}

TEST(CapiPlan, AnArenaUsesItsMemoryAgain) {
  Things things;
  fill(things.first);
  const Result<Buffer> bytes = archive::encode(things.first);
  const PlanHandle plan = plan_of_thing();
  ArenaHandle arena = new_arena();
  const fastser_decode_options reading = decode_options(arena.get());
  std::size_t memory = 0;
  for (int i = 0; i < 100; ++i) {
    FlatThing thing{};
    ASSERT_EQ(
        fastser_plan_decode(plan.get(), bytes->data(), bytes->size(), &thing, &reading, nullptr),
        FASTSER_OK);
    expect_filled(thing);
    if (i == 0) memory = fastser_arena_memory(arena.get());
    fastser_arena_clear(arena.get());
  }
  EXPECT_GT(memory, 0U);
  EXPECT_EQ(fastser_arena_memory(arena.get()), memory);
}

TEST(CapiPlan, ADecodeThatClearsTheArenaNeedsNoOtherCall) {
  Things things;
  fill(things.first);
  const Result<Buffer> bytes = archive::encode(things.first);
  const PlanHandle plan = plan_of_thing();
  ArenaHandle arena = new_arena();
  fastser_decode_options reading = decode_options(arena.get());
  reading.clear_arena = 1;
  std::size_t memory = 0;
  for (int i = 0; i < 100; ++i) {
    FlatThing thing{};
    ASSERT_EQ(
        fastser_plan_decode(plan.get(), bytes->data(), bytes->size(), &thing, &reading, nullptr),
        FASTSER_OK);
    expect_filled(thing);
    if (i == 0) memory = fastser_arena_memory(arena.get());
  }
  EXPECT_EQ(fastser_arena_memory(arena.get()), memory);

  fastser_bytes rewritten{};
  ASSERT_EQ(fastser_plan_rewrite(plan.get(), bytes->data(), bytes->size(), &reading, nullptr,
                                 nullptr, &rewritten, nullptr),
            FASTSER_OK);
  EXPECT_TRUE(is(rewritten.data, rewritten.size, *bytes));
  fastser_bytes_release(&rewritten);
}

TEST(CapiPlan, DamageIsAnErrorAndTheArenaStaysWithinTheBudget) {
  Things things;
  fill(things.first);
  const Result<Buffer> bytes = archive::encode(things.first);
  const PlanHandle plan = plan_of_thing();
  for (std::size_t size = 0; size < bytes->size(); ++size) {
    ArenaHandle arena = new_arena();
    const fastser_decode_options reading = decode_options(arena.get());
    FlatThing thing{};
    EXPECT_NE(fastser_plan_decode(plan.get(), bytes->data(), size, &thing, &reading, nullptr),
              FASTSER_OK);
  }
  std::vector<std::byte> damaged(bytes->begin(), bytes->end());
  for (std::size_t i = 0; i < damaged.size(); ++i) {
    for (const int flip : {1, 0x80, 0xFF}) {
      damaged[i] ^= static_cast<std::byte>(flip);
      ArenaHandle arena = new_arena();
      const fastser_decode_options reading = decode_options(arena.get());
      FlatThing thing{};
      static_cast<void>(fastser_plan_decode(plan.get(), damaged.data(), damaged.size(), &thing,
                                            &reading, nullptr));
      EXPECT_LE(fastser_arena_memory(arena.get()), 32 * damaged.size() + 60 * 1024);
      damaged[i] ^= static_cast<std::byte>(flip);
    }
  }
}

// An any by offset: the index, then the value.
struct FlatAny {
  std::uint32_t index;
  union {
    std::int64_t number;
    Text text;
    Span list;
  };
};

TEST(CapiPlan, AnAnyHoldsListsOfItself) {
  const LayoutHandle layout = new_layout();
  fastser_variant_access access{};
  access.struct_size = sizeof access;
  access.index_size = 4;
  access.size = sizeof(FlatAny);
  access.value_at = offsetof(FlatAny, number);
  const fastser_form_id any = fastser_layout_any(layout.get(), &access);
  const auto add_case = [&](auto&& make, fastser_form_id form) {
    fastser_type_builder* types = nullptr;
    ASSERT_EQ(fastser_type_builder_create(&types, nullptr), FASTSER_OK);
    fastser_type* made = nullptr;
    EXPECT_EQ(fastser_type_builder_build(types, make(types), &made, nullptr), FASTSER_OK);
    fastser_layout_any_case(layout.get(), any, made, form);
    fastser_type_release(made);
    fastser_type_builder_destroy(types);
  };
  add_case([](auto* types) { return fastser_type_builder_code(types, FASTSER_TYPE_I64); },
           FASTSER_FORM_PLAIN);
  add_case([](auto* types) { return fastser_type_builder_code(types, FASTSER_TYPE_STRING); },
           text_form(layout.get(), false));
  add_case(
      [](auto* types) {
        return fastser_type_builder_list(types, fastser_type_builder_code(types, FASTSER_TYPE_ANY));
      },
      list_form(layout.get(), sizeof(FlatAny), any));
  TypeBuilder types;
  const PlanHandle plan = compiled(*types.build(types.code(TypeCode::kAny)), layout.get(), any);

  FlatAny inner[3]{};
  inner[0].number = -1;
  inner[1].index = 1;
  inner[1].text = {"text", 4};
  inner[2].index = 2;
  FlatAny root{};
  root.index = 2;
  root.list = {inner, 3};
  const BufferHandle buffer = new_buffer();
  const ArenaHandle arena = new_arena();
  FlatAny again{};
  ASSERT_NO_FATAL_FAILURE(there_and_back(plan.get(), root, buffer.get(), arena.get(), again));
  ASSERT_EQ(again.index, 2U);
  ASSERT_EQ(again.list.count, 3U);
  EXPECT_EQ(view<FlatAny>(again.list)[0].number, -1);
  EXPECT_EQ(view(view<FlatAny>(again.list)[1].text), "text");
  EXPECT_EQ(view<FlatAny>(again.list)[2].list.count, 0U);
}

struct Plain {
  std::int64_t big;
  std::int16_t varying;
  std::int64_t pause;
  struct {
    std::int64_t seconds;
    std::uint32_t nanoseconds;
  } date;
  std::uint8_t uuid[16];
  std::uint8_t decimal[16];
  std::uint8_t bits[2];
  std::uint16_t run[5];
  Span ordered;
};
struct PlainEntry {
  std::uint8_t key;
  std::int32_t value;
};

TEST(CapiPlan, PlainFormsFieldsWithoutNamesAndOrderedMapsComeBack) {
  TypeBuilder types;
  const TypeId record = types.record("Plain");
  types.field(record, "big", types.code(TypeCode::kI64));
  types.field(record, "varying", types.code(TypeCode::kVarI16));
  types.field(record, "pause", types.code(TypeCode::kDuration));
  types.field(record, "date", types.code(TypeCode::kDate));
  types.field(record, "uuid", types.code(TypeCode::kUuid));
  types.field(record, "decimal", types.code(TypeCode::kDecimal));
  types.field(record, "bits", types.bits(11));
  types.unnamed(record, types.code(TypeCode::kU16), 5);
  types.field(record, "ordered",
              types.ordered_map(types.code(TypeCode::kU8), types.code(TypeCode::kI32)));
  const LayoutHandle layout = new_layout();
  const fastser_form_id form = fastser_layout_record(layout.get(), sizeof(Plain));
  field(layout.get(), form, "big", offsetof(Plain, big));
  field(layout.get(), form, "varying", offsetof(Plain, varying));
  field(layout.get(), form, "pause", offsetof(Plain, pause));
  field(layout.get(), form, "date", offsetof(Plain, date));
  field(layout.get(), form, "uuid", offsetof(Plain, uuid));
  field(layout.get(), form, "decimal", offsetof(Plain, decimal));
  field(layout.get(), form, "bits", offsetof(Plain, bits));
  fastser_layout_unnamed(layout.get(), form, offsetof(Plain, run), FASTSER_FORM_PLAIN);
  fastser_map_access map{};
  map.struct_size = sizeof map;
  map.size = sizeof(Span);
  map.key_size = 1;
  map.extent = FASTSER_EXTENT_COUNT64;
  map.extent_at = offsetof(Span, count);
  map.stride = sizeof(PlainEntry);
  map.value_at = offsetof(PlainEntry, value);
  field(layout.get(), form, "ordered", offsetof(Plain, ordered),
        fastser_layout_map(layout.get(), &map, FASTSER_FORM_PLAIN, FASTSER_FORM_PLAIN));
  const PlanHandle plan = compiled(*types.build(record), layout.get(), form);

  PlainEntry entries[2]{};
  entries[0] = {9, -1};
  entries[1] = {3, 1000};
  Plain value{};
  value.big = -1234567890123;
  value.varying = -300;
  value.pause = 1500000000;
  value.date = {-5, 999999999};
  for (std::uint8_t i = 0; i < 16; ++i) value.uuid[i] = i;
  value.decimal[0] = 77;
  value.bits[0] = 0xFF;
  value.bits[1] = 0x05;
  for (std::uint16_t i = 0; i < 5; ++i) value.run[i] = i;
  value.ordered = {entries, 2};
  const BufferHandle buffer = new_buffer();
  const ArenaHandle arena = new_arena();
  Plain again{};
  ASSERT_NO_FATAL_FAILURE(there_and_back(plan.get(), value, buffer.get(), arena.get(), again));
  ASSERT_EQ(again.ordered.count, 2U);
  EXPECT_EQ(view<PlainEntry>(again.ordered)[0].key, 9);
  EXPECT_EQ(view<PlainEntry>(again.ordered)[1].value, 1000);
  std::size_t size = 0;
  const std::uint8_t* const bytes = fastser_buffer_data(buffer.get(), &size);
  expect_all_ways(plan.get(), &again, encode_options(), std::as_bytes(std::span(bytes, size)));
  EXPECT_EQ(again.date.nanoseconds, 999999999U);
  EXPECT_EQ(again.bits[1], 0x05);
  EXPECT_EQ(again.run[4], 4);
  // What no reader would take is not written.
  value.decimal[14] = 29;  // the scale; 28 is the largest
  fastser_error error = FASTSER_ERROR_INIT;
  fastser_bytes none{};
  EXPECT_EQ(fastser_plan_encode(plan.get(), &value, nullptr, nullptr, &none, &error),
            FASTSER_USAGE);
  EXPECT_STREQ(error.message, "a decimal with a wrong scale or sign");
}

TEST(CapiPlan, WhatDoesNotFitIsSaidByCompile) {
  struct Case {
    const char* said;
    fastser_form_id (*make)(fastser_layout* layout);
  };
  const Case cases[] = {
      {"does not have this field",
       [](fastser_layout* layout) { return fastser_layout_record(layout, sizeof(FlatPart)); }},
      {"does not fit",
       [](fastser_layout* layout) {
         const fastser_form_id part = fastser_layout_record(layout, sizeof(FlatPart));
         field(layout, part, "size", 0);
         field(layout, part, "name", 8);
         return part;
       }},
      {"bytes",
       [](fastser_layout* layout) {
         const fastser_form_id part = fastser_layout_record(layout, 10);
         field(layout, part, "size", 0);
         field(layout, part, "name", 8, text_form(layout, false));
         return part;
       }},
      {"of another layout", [](fastser_layout*) { return fastser_form_id{99}; }},
      {"NULL", [](fastser_layout* layout) { return fastser_layout_text(layout, nullptr); }},
      {"struct_size",
       [](fastser_layout* layout) {
         fastser_list_access access{};
         access.struct_size = sizeof access - 1;
         return fastser_layout_list(layout, &access, FASTSER_FORM_PLAIN);
       }},
      {"NULL",
       [](fastser_layout* layout) {
         fastser_layout_field(layout, fastser_layout_record(layout, 1), nullptr, 2, 0, 0);
         return fastser_form_id{0};
       }},
      {"accessor",
       [](fastser_layout* layout) {
         fastser_map_access access{};
         access.struct_size = sizeof access;
         return fastser_layout_map(layout, &access, 0, 0);
       }},
      {"ObjectAccess::size",
       [](fastser_layout* layout) {
         const fastser_form_id part = part_form(layout, text_form(layout, false));
         return object_form(layout, sizeof(FlatPart) - 1, part);
       }},
  };
  for (const Case& one : cases) {
    const LayoutHandle layout = new_layout();
    const fastser_form_id root = one.make(layout.get());
    const bool is_ref = std::string_view(one.said).starts_with("ObjectAccess");
    const TypeHandle type =
        is_ref ? handle(*type_of<std::shared_ptr<Part>>()) : handle(*type_of<Part>());
    fastser_plan* plan = nullptr;
    fastser_error error = new_error();
    EXPECT_EQ(fastser_plan_compile(type.get(), layout.get(), root, &plan, &error), FASTSER_USAGE);
    EXPECT_EQ(plan, nullptr);
    EXPECT_NE(std::string(error.message).find(one.said), std::string::npos) << error.message;
  }
}

TEST(CapiPlan, MemoryThatIsTooSmallIsToldHowMuchItTakes) {
  Things things;
  fill(things.first);
  const Result<Buffer> wanted = archive::encode(things.first);
  const PlanHandle plan = plan_of_thing();
  ArenaHandle arena = new_arena();
  const fastser_decode_options reading = decode_options(arena.get());
  FlatThing thing{};
  ASSERT_EQ(
      fastser_plan_decode(plan.get(), wanted->data(), wanted->size(), &thing, &reading, nullptr),
      FASTSER_OK);
  for (std::size_t room = 0; room <= wanted->size(); ++room) {
    std::vector<std::byte> memory(room);  // exactly, so that ASan sees a byte too many
    std::size_t size = 0;
    const std::int32_t status = fastser_plan_encode_to(plan.get(), &thing, nullptr, memory.data(),
                                                       memory.size(), &size, nullptr);
    EXPECT_EQ(status, room < wanted->size() ? FASTSER_NO_SPACE : FASTSER_OK);
    EXPECT_EQ(size, wanted->size());
    if (status == FASTSER_OK) {
      EXPECT_TRUE(is(memory.data(), size, *wanted));
    }
  }
}

TEST(CapiPlan, NothingIsWorseThanAStatusForNull) {
  const PlanHandle plan = plan_of_thing();
  const LayoutHandle layout = new_layout();
  const TypeHandle type = handle(*type_of<Part>());
  const BufferHandle buffer = new_buffer();
  ArenaHandle arena = new_arena();
  fastser_plan* made = nullptr;
  fastser_type* of_plan = nullptr;
  fastser_bytes bytes{};
  std::size_t size = 0;
  std::size_t count = 0;
  void* first = nullptr;
  FlatThing thing{};
  char memory[8];
  fastser_plan* const p = plan.get();
  EXPECT_EQ(fastser_layout_create(nullptr, nullptr), FASTSER_USAGE);
  fastser_layout_destroy(nullptr);
  EXPECT_EQ(fastser_layout_text(nullptr, nullptr), 0U);
  EXPECT_EQ(fastser_layout_fixed(nullptr, nullptr), 0U);
  EXPECT_EQ(fastser_layout_list(nullptr, nullptr, 0), 0U);
  EXPECT_EQ(fastser_layout_array(nullptr, 0, 1), 0U);
  EXPECT_EQ(fastser_layout_map(nullptr, nullptr, 0, 0), 0U);
  EXPECT_EQ(fastser_layout_set(nullptr, nullptr, 0), 0U);
  EXPECT_EQ(fastser_layout_optional(nullptr, nullptr, 0), 0U);
  EXPECT_EQ(fastser_layout_variant(nullptr, nullptr, nullptr, 0), 0U);
  EXPECT_EQ(fastser_layout_any(nullptr, nullptr), 0U);
  fastser_layout_any_case(nullptr, 0, type.get(), 0);
  EXPECT_EQ(fastser_layout_tuple(nullptr, 0, nullptr, nullptr, 0), 0U);
  EXPECT_EQ(fastser_layout_object(nullptr, nullptr, 0), 0U);
  fastser_layout_body(nullptr, 0, 0);
  EXPECT_EQ(fastser_layout_ref(nullptr, nullptr, 0), 0U);
  EXPECT_EQ(fastser_layout_record(nullptr, 1), 0U);
  fastser_layout_field(nullptr, 0, "", 0, 0, 0);
  fastser_layout_unnamed(nullptr, 0, 0, 0);
  fastser_layout_super(nullptr, 0, 0, 0);
  fastser_layout_defaults(nullptr, 0, nullptr);

  EXPECT_EQ(fastser_plan_compile(nullptr, layout.get(), 0, &made, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_compile(type.get(), nullptr, 0, &made, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_compile(type.get(), layout.get(), 0, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_retain(nullptr), nullptr);
  fastser_plan_release(nullptr);
  EXPECT_EQ(fastser_plan_type(nullptr, &of_plan, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_type(p, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_buffer_create(nullptr, nullptr), FASTSER_USAGE);
  fastser_buffer_destroy(nullptr);
  size = 1;
  EXPECT_EQ(fastser_buffer_data(nullptr, &size), nullptr);
  EXPECT_EQ(size, 0U);
  EXPECT_EQ(fastser_arena_create(nullptr, nullptr), FASTSER_USAGE);
  fastser_arena_destroy(nullptr);
  fastser_arena_clear(nullptr);
  EXPECT_EQ(fastser_arena_memory(nullptr), 0U);

  EXPECT_EQ(fastser_plan_encode(nullptr, &thing, nullptr, nullptr, &bytes, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_encode(p, nullptr, nullptr, nullptr, &bytes, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_encode(p, &thing, nullptr, nullptr, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_encode_to(nullptr, &thing, nullptr, memory, 8, &size, nullptr),
            FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_encode_to(p, nullptr, nullptr, memory, 8, &size, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_encode_to(p, &thing, nullptr, nullptr, 8, &size, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_encode_to(p, &thing, nullptr, memory, 8, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_encode_into(nullptr, &thing, nullptr, buffer.get(), nullptr),
            FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_encode_into(p, nullptr, nullptr, buffer.get(), nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_encode_into(p, &thing, nullptr, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_encode_array(p, nullptr, 1, 8, nullptr, nullptr, &bytes, nullptr),
            FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_encode_array(p, &thing, static_cast<std::size_t>(-1), 1000, nullptr,
                                      nullptr, &bytes, nullptr),
            FASTSER_USAGE);
  EXPECT_EQ(
      fastser_plan_encode_array_to(nullptr, nullptr, 0, 8, nullptr, memory, 8, &size, nullptr),
      FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_encode_array_into(p, nullptr, 0, 8, nullptr, nullptr, nullptr),
            FASTSER_USAGE);

  const fastser_decode_options reading = decode_options(arena.get());
  EXPECT_EQ(fastser_plan_decode(nullptr, memory, 8, &thing, &reading, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_decode(p, nullptr, 8, &thing, &reading, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_decode(p, memory, 8, nullptr, &reading, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_decode(p, nullptr, 0, &thing, &reading, nullptr), FASTSER_TRUNCATED);
  EXPECT_EQ(fastser_plan_decode(p, memory, 8, &thing, nullptr, nullptr), FASTSER_USAGE);  // arena
  EXPECT_EQ(fastser_plan_rewrite(nullptr, memory, 8, &reading, nullptr, nullptr, &bytes, nullptr),
            FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_rewrite(p, nullptr, 8, &reading, nullptr, nullptr, &bytes, nullptr),
            FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_rewrite(p, memory, 8, &reading, nullptr, nullptr, nullptr, nullptr),
            FASTSER_USAGE);
  fastser_encode_options wrong = encode_options();
  wrong.header = 9;
  EXPECT_EQ(fastser_plan_rewrite(p, memory, 8, &reading, &wrong, nullptr, &bytes, nullptr),
            FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_rewrite(p, nullptr, 0, nullptr, nullptr, nullptr, &bytes, nullptr),
            FASTSER_TRUNCATED);
  const std::size_t stride = sizeof(FlatThing);
  EXPECT_EQ(fastser_plan_decode_array(p, memory, 8, stride, nullptr, &count, &reading, nullptr),
            FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_decode_array(p, memory, 8, stride, &first, nullptr, &reading, nullptr),
            FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_decode_array(p, memory, 8, stride, &first, &count, nullptr, nullptr),
            FASTSER_USAGE);
  EXPECT_EQ(fastser_plan_decode_array(p, memory, 8, stride - 1, &first, &count, &reading, nullptr),
            FASTSER_USAGE);
  EXPECT_EQ(
      fastser_plan_decode_array_to(p, memory, 8, nullptr, 1, stride, &count, &reading, nullptr),
      FASTSER_USAGE);
  EXPECT_EQ(
      fastser_plan_decode_array_to(p, memory, 8, &thing, 1, stride, nullptr, &reading, nullptr),
      FASTSER_USAGE);
}

TEST(CapiPlan, OptionsThatMakeNoSenseAreMisuse) {
  const PlanHandle plan = plan_of_thing();
  FlatThing thing{};
  fastser_bytes bytes{};
  for (const auto spoil : {+[](fastser_encode_options& o) { o.struct_size = 4; },
                           +[](fastser_encode_options& o) { o.header = 3; },
                           +[](fastser_encode_options& o) { o.sharing = 9; }}) {
    fastser_encode_options options = encode_options();
    spoil(options);
    EXPECT_EQ(fastser_plan_encode(plan.get(), &thing, &options, nullptr, &bytes, nullptr),
              FASTSER_USAGE);
  }
  fastser_limits short_limits{};
  ArenaHandle arena = new_arena();
  fastser_decode_options options = decode_options(arena.get());
  options.limits = &short_limits;
  EXPECT_EQ(fastser_plan_decode(plan.get(), "", 0, &thing, &options, nullptr), FASTSER_USAGE);
  options = decode_options(arena.get());
  options.struct_size = 8;
  EXPECT_EQ(fastser_plan_decode(plan.get(), "", 0, &thing, &options, nullptr), FASTSER_USAGE);
  options = decode_options(arena.get());
  options.header = 7;
  EXPECT_EQ(fastser_plan_decode(plan.get(), "", 0, &thing, &options, nullptr), FASTSER_USAGE);
}

}  // namespace
}  // namespace fastser::capi_test
