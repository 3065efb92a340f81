// SPDX-License-Identifier: MIT
//
// Objects through the coder: identity, cycles, conditional references, bodies read out of turn; and
// archives of the typed encode, deferred bodies among them.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/coder.hpp"
#include "fastser/graph.hpp"
#include "fastser/verify.hpp"
#include "unit/archive/finished.hpp"

namespace fastser {
namespace {

using schema::TypeCode;
using testing::finished;

struct Thing {
  int value = 0;
};

TEST(CoderObjects, IdentityAndNilAreKept) {
  Thing a{1};
  Thing b{2};
  CoderWriter writer;
  const ClassHandle of = writer.define_class("Thing");
  const Thing* order[] = {&a, &b, &a, nullptr, &b};
  for (const Thing* thing : order) {
    if (writer.begin_object(thing, of)) {
      writer.i32("value", thing->value);
      writer.end_object();
    }
  }
  writer.reference(&a);
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  Thing made[2];
  const std::uint32_t numbers[] = {0, 1, 0, 0, 1, 0};
  const ObjectStart::Kind kinds[] = {ObjectStart::kNew,       ObjectStart::kNew,
                                     ObjectStart::kReference, ObjectStart::kNil,
                                     ObjectStart::kReference, ObjectStart::kReference};
  for (int i = 0; i < 6; ++i) {
    const ObjectStart start = reader.begin_object();
    ASSERT_EQ(start.kind, kinds[i]) << i << reader.status().to_string();
    if (start.kind == ObjectStart::kNil) continue;
    EXPECT_EQ(start.number, numbers[i]);
    if (start.kind == ObjectStart::kNew) {
      EXPECT_EQ(reader.object(start.number), nullptr);
      reader.set_object(start.number, &made[start.number]);
      EXPECT_EQ(reader.class_name(), "Thing");
      made[start.number].value = reader.i32("value");
      reader.end_object();
    } else {
      EXPECT_EQ(reader.object(start.number), &made[start.number]);
    }
  }
  EXPECT_EQ(made[0].value, 1);
  EXPECT_EQ(made[1].value, 2);
  EXPECT_TRUE(reader.finish().ok());
}

TEST(CoderObjects, CyclesOfEveryLengthCloseOnThemselves) {
  for (std::size_t length = 1; length <= 16; ++length) {
    std::vector<Thing> ring(length);
    CoderWriter writer;
    const ClassHandle of = writer.define_class("Ring");
    std::size_t open = 0;
    while (writer.begin_object("next", &ring[open % length], of)) {
      writer.i32("at", static_cast<std::int32_t>(open++));
    }
    for (; open != 0; --open) writer.end_object();
    const Buffer bytes = finished(writer);
    CoderReader reader;
    ASSERT_TRUE(reader.open(bytes).ok());
    ObjectStart start;
    while ((start = reader.begin_object("next")).kind == ObjectStart::kNew) {
      EXPECT_EQ(reader.i32("at"), static_cast<std::int32_t>(open++));
    }
    EXPECT_EQ(open, length);
    EXPECT_EQ(start.kind, ObjectStart::kReference);
    EXPECT_EQ(start.number, 0U);
    for (; open != 0; --open) reader.end_object();
    EXPECT_TRUE(reader.finish().ok());
  }
}

TEST(CoderObjects, ConditionalReferencesAreKeptBeforeAndAfterAndNilOtherwise) {
  Thing before{1};
  Thing after{2};
  Thing never{3};
  CoderWriter writer;
  const ClassHandle of = writer.define_class("Thing");
  ASSERT_TRUE(writer.begin_object(&before, of));
  writer.i32(1);
  writer.end_object();
  writer.conditional(&before);
  writer.conditional(&after);
  writer.conditional(&never);
  writer.conditional(&never);
  writer.conditional(&after);
  writer.conditional(nullptr);
  ASSERT_TRUE(writer.begin_object(&after, of));
  writer.i32(2);
  writer.end_object();
  EXPECT_FALSE(writer.begin_object(&after, of));
  const Buffer bytes = finished(writer);

  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  ASSERT_EQ(reader.begin_object().kind, ObjectStart::kNew);
  reader.end_object();
  EXPECT_EQ(reader.begin_object().kind, ObjectStart::kReference);
  const ObjectStart early = reader.begin_object();  // its body lies further on
  ASSERT_EQ(early.kind, ObjectStart::kNew) << reader.status().to_string();
  EXPECT_EQ(reader.i32(), 2);
  reader.end_object();
  EXPECT_EQ(reader.begin_object().kind, ObjectStart::kNil);
  EXPECT_EQ(reader.begin_object().kind, ObjectStart::kNil);
  EXPECT_EQ(reader.begin_object().kind, ObjectStart::kReference);
  EXPECT_EQ(reader.begin_object().kind, ObjectStart::kNil);
  const ObjectStart late = reader.begin_object();
  EXPECT_EQ(late.kind, ObjectStart::kReference);
  EXPECT_EQ(late.number, early.number);
  EXPECT_EQ(reader.begin_object().kind, ObjectStart::kReference);
  EXPECT_TRUE(reader.is_at_end());
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

TEST(CoderObjects, ObjectsThatWereSkippedAreReadWhereTheyAreReferredTo) {
  Thing inner{5};
  Thing outer{6};
  CoderWriter writer;
  const ClassHandle of = writer.define_class("Thing");
  ASSERT_TRUE(writer.begin_object("first", &outer, of));
  writer.string("name", "shared text");
  ASSERT_TRUE(writer.begin_object("inner", &inner, of));
  writer.string("name", "shared text");
  writer.end_object();
  writer.end_object();
  writer.reference("second", &inner);
  writer.string("third", "shared text");
  const Buffer bytes = finished(writer);

  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  EXPECT_EQ(reader.string("third"), "shared text");
  const ObjectStart second = reader.begin_object("second");
  ASSERT_EQ(second.kind, ObjectStart::kNew) << reader.status().to_string();
  EXPECT_EQ(second.number, 1U);
  EXPECT_EQ(reader.string("name"), "shared text");
  reader.end_object();
  ASSERT_EQ(reader.begin_object("first").kind, ObjectStart::kNew);
  const ObjectStart again = reader.begin_object("inner");
  EXPECT_EQ(again.kind, ObjectStart::kReference);
  EXPECT_EQ(again.number, 1U);
  EXPECT_EQ(reader.string("name"), "shared text");
  reader.end_object();
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

// ---- typed archives

struct Typed {
  std::int32_t number = 0;
  std::string text;
  std::optional<std::string> maybe;
  std::variant<std::int64_t, std::string> either;
  std::vector<double> values;
  std::array<std::int16_t, 3> fixed = {};
  std::pair<std::int8_t, bool> both;
  std::map<std::string, std::int32_t> named;
};

Typed sample() {
  return {7, "text", "maybe", "either", {0.5, 1.5}, {1, 2, 3}, {-1, true}, {{"a", 1}, {"b", 2}}};
}

TEST(CoderTyped, ReadsWhatATypedEncodeWrote) {
  for (const auto sharing : {archive::Sharing::off, archive::Sharing::on}) {
    const auto bytes = archive::encode(sample(), {.sharing = sharing});
    ASSERT_TRUE(bytes.ok());
    for (const bool backwards : {false, true}) {
      CoderReader reader;
      ASSERT_TRUE(reader.open(*bytes).ok());
      ASSERT_TRUE(reader.begin_record()) << reader.status().to_string();
      if (backwards) {
        std::uint64_t count = 0;
        ASSERT_TRUE(reader.begin_map("named", count));
        EXPECT_EQ(count, 2U);
        EXPECT_EQ(reader.string(), "a");
        reader.end_map();
        EXPECT_EQ(reader.string("either"), "either");
      }
      EXPECT_EQ(reader.i64("number"), 7);
      EXPECT_EQ(reader.string("text"), "text");
      EXPECT_EQ(reader.peek("maybe"),
                sharing == archive::Sharing::off ? TypeCode::kString : TypeCode::kSharedString);
      EXPECT_EQ(reader.string("maybe"), "maybe");
      EXPECT_EQ(reader.string("either"), "either");
      const ScalarArray values = reader.array("values");
      EXPECT_EQ(values.count, 2U);
      const ScalarArray fixed = reader.array("fixed");
      EXPECT_EQ(fixed.count, 3U);
      std::uint64_t count = 0;
      ASSERT_TRUE(reader.begin_list("both", count)) << reader.status().to_string();
      EXPECT_EQ(count, 2U);
      EXPECT_EQ(reader.i32(), -1);
      EXPECT_TRUE(reader.boolean());
      reader.end_list();
      reader.end_record();
      EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
    }
  }
}

TEST(CoderTyped, ATypedDecodeReadsWhatTheCoderWrote) {
  CoderWriter writer;
  const ClassHandle of = writer.define_class("Typed");
  const double values[] = {0.5, 1.5};
  const std::int16_t fixed[] = {1, 2, 3};
  writer.begin_record(of);
  writer.i8("number", 7);
  writer.string("text", "text");
  writer.string("maybe", "maybe");
  writer.array("values", std::span<const double>(values));
  writer.array("fixed", std::span<const std::int16_t>(fixed));
  writer.begin_map("named", 2, TypeCode::kString, TypeCode::kI32);
  writer.string("a");
  writer.i32(1);
  writer.string("b");
  writer.i32(2);
  writer.end_map();
  writer.end_record();
  const Buffer bytes = finished(writer);
  const auto typed = archive::decode<Typed>(bytes);
  ASSERT_TRUE(typed.ok()) << typed.status().to_string();
  EXPECT_EQ(typed->number, 7);
  EXPECT_EQ(typed->maybe, "maybe");
  EXPECT_EQ(typed->values.size(), 2U);
  EXPECT_EQ(typed->named.at("b"), 2);
}

struct Node {
  std::int32_t value = 0;
  std::shared_ptr<Node> next;
  std::shared_ptr<std::int32_t> number;
};

TEST(CoderTyped, BodiesThatATypedEncodeDeferredAreFound) {
  // Longer than the typed encode nests, shorter than a reader's depth.
  const auto number = std::make_shared<std::int32_t>(99);
  std::shared_ptr<Node> list;
  for (int i = 100; i > 0; --i) list = std::make_shared<Node>(Node{i, list, number});
  const auto bytes = archive::encode(list);
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  CoderReader reader;
  ASSERT_TRUE(reader.open(*bytes).ok());
  int depth = 0;
  ObjectStart start = reader.begin_object();
  while (start.kind == ObjectStart::kNew) {
    ++depth;
    ASSERT_EQ(reader.i32("value"), depth) << reader.status().to_string();
    start = reader.begin_object("next");
  }
  EXPECT_EQ(start.kind, ObjectStart::kNil);
  EXPECT_EQ(depth, 100);
  int seen = 0;
  for (; depth != 0; --depth) {
    const ObjectStart last = reader.begin_object("number");
    if (last.kind == ObjectStart::kNew) {
      ++seen;
      EXPECT_EQ(reader.i32(), 99);
      reader.end_object();
    } else {
      EXPECT_EQ(last.kind, ObjectStart::kReference) << reader.status().to_string();
    }
    reader.end_object();
  }
  EXPECT_EQ(seen, 1);
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
  for (auto node = list; node;) node = std::exchange(node->next, nullptr);
}

// As for every other reader: an object is a level, and a choice inside of another one is.
TEST(CoderTyped, ChoicesAroundAnObjectAreDepth) {
  struct Choices {
    std::optional<std::variant<std::int32_t, std::optional<std::shared_ptr<Node>>>> held;
  };
  Choices value;
  value.held.emplace(std::optional(std::make_shared<Node>()));
  const auto bytes = archive::encode(value);
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  const auto read = [&](std::uint32_t depth) {
    CoderReader reader;
    EXPECT_TRUE(reader.open(*bytes, {.depth = depth}).ok());
    EXPECT_TRUE(reader.begin_record());
    const ObjectStart start = reader.begin_object("held");
    EXPECT_EQ(start.kind == ObjectStart::kNew, reader.status().ok());
    if (start.kind == ObjectStart::kNew) {
      reader.end_object();
      reader.end_record();
    }
    return reader.finish().code();
  };
  EXPECT_EQ(archive::verify(*bytes, {.limits = {.depth = 2}}).code(), Code::kTooDeep);
  EXPECT_EQ(read(2), Code::kTooDeep);
  EXPECT_TRUE(archive::verify(*bytes, {.limits = {.depth = 3}}).ok());
  EXPECT_EQ(read(3), Code::kOk);
}

TEST(CoderObjects, AnObjectIsReadOnceMoreWhereItIsAValue) {
  const Thing thing{7};
  CoderWriter writer;
  const ClassHandle of = writer.define_class("Thing");
  ASSERT_TRUE(writer.begin_object(&thing, of));
  writer.i32("value", thing.value);
  writer.end_object();
  writer.reference(&thing);
  writer.i32(8);
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  EXPECT_FALSE(reader.begin_again(0)) << "nobody has seen it yet";
  ASSERT_EQ(reader.begin_object().kind, ObjectStart::kNew);
  EXPECT_EQ(reader.i32("value"), 7);
  reader.end_object();
  ASSERT_EQ(reader.begin_object().kind, ObjectStart::kReference);
  for (int round = 0; round < 2; ++round) {
    ASSERT_TRUE(reader.begin_again(0));
    EXPECT_EQ(reader.i32("value"), 7);
    reader.end_object();
  }
  EXPECT_FALSE(reader.begin_again(1));
  EXPECT_EQ(reader.i32(), 8);
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

TEST(CoderObjects, ReadingAnObjectAgainAndAgainIsOverBudget) {
  const Thing thing{7};
  CoderWriter writer;
  ASSERT_TRUE(writer.begin_object(&thing, writer.define_class("Thing")));
  writer.end_object();
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  ASSERT_EQ(reader.begin_object().kind, ObjectStart::kNew);
  reader.end_object();
  for (int round = 0; round < 100000 && reader.begin_again(0); ++round) reader.end_object();
  EXPECT_EQ(reader.status().code(), Code::kOverBudget);
}

}  // namespace
}  // namespace fastser
