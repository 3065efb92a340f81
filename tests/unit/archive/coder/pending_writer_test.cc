// SPDX-License-Identifier: MIT
//
// Objects whose fields the coder writes behind the root: promises that are kept there, shapes that
// turn out to be others than predicted, wrong calls.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/coder.hpp"
#include "unit/archive/finished.hpp"

namespace fastser {
namespace {

using schema::TypeCode;
using testing::finished;

struct Node {
  int value = 0;
  const Node* next = nullptr;
};

std::vector<Node> chain(std::size_t length) {
  std::vector<Node> nodes(length);
  for (std::size_t i = 0; i < length; ++i) {
    nodes[i].value = static_cast<int>(i);
    if (i + 1 != length) nodes[i].next = &nodes[i + 1];
  }
  return nodes;
}

// Every third node has another field, so that the shape predicted at the slot is mostly wrong.
void write_varied(CoderWriter& writer, const PendingObject& object) {
  const auto& node = *static_cast<const Node*>(object.identity);
  writer.i32("value", node.value);
  if (node.value % 3 == 0) writer.string("third", std::to_string(node.value));
  writer.object("next", node.next, object.of, write_varied, object.context);
}

struct Typed {
  std::int32_t value = 0;
  std::string third;
  std::shared_ptr<Typed> next;
};

void expect_typed(const Buffer& bytes, int length) {
  const auto list = archive::decode<std::shared_ptr<Typed>>(bytes);
  ASSERT_TRUE(list.ok()) << list.status().to_string();
  int count = 0;
  for (const Typed* at = list->get(); at != nullptr; at = at->next.get(), ++count) {
    ASSERT_EQ(at->value, count);
    ASSERT_EQ(at->third, count % 3 == 0 ? std::to_string(count) : "");
  }
  EXPECT_EQ(count, length);
}

TEST(CoderPendingWriter, ShapesOtherThanPredictedArePutRight) {
  const std::vector<Node> nodes = chain(300);
  CoderWriter writer;
  const ClassHandle of = writer.define_class("Typed");
  for (int round = 0; round < 2; ++round) {
    writer.object(nodes.data(), of, write_varied);
    expect_typed(finished(writer), 300);
  }
}

TEST(CoderPendingWriter, ManyClassesMoveWhatIsOwed) {
  // The number of a pending object's shape gets longer than was foreseen.
  struct Item {
    int number;
  };
  std::vector<Item> items(400);
  for (std::size_t i = 0; i < items.size(); ++i) items[i].number = static_cast<int>(i);
  CoderWriter writer({.sharing = archive::Sharing::on, .limits = {.depth = 2}});
  const auto body = [](CoderWriter& w, const PendingObject& object) {
    const int number = static_cast<const Item*>(object.identity)->number;
    w.string("name", "item " + std::to_string(number % 50));
    for (int i = 0; i < number % 5; ++i) w.i32(i);
    w.begin_record(w.define_class("K" + std::to_string(number)));
    w.string("again", "item " + std::to_string(number % 50));
    w.end_record();
    w.boolean("last", true);
  };
  const ClassHandle of = writer.define_class("Item");
  writer.begin_list(items.size(), TypeCode::kAnyRef);
  for (const Item& item : items) writer.object(&item, of, body);
  writer.end_list();
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  std::uint64_t count = 0;
  ASSERT_TRUE(reader.begin_list(count));
  for (const Item& item : items) {
    ASSERT_EQ(reader.begin_object().kind, ObjectStart::kNew) << reader.status().to_string();
    ASSERT_EQ(reader.string("name"), "item " + std::to_string(item.number % 50));
    for (int i = 0; i < item.number % 5; ++i) ASSERT_EQ(reader.i32(), i);
    ASSERT_TRUE(reader.begin_record());
    ASSERT_EQ(reader.class_name(), "K" + std::to_string(item.number));
    ASSERT_EQ(reader.string("again"), "item " + std::to_string(item.number % 50));
    reader.end_record();
    ASSERT_TRUE(reader.boolean("last"));
    reader.end_object();
  }
  reader.end_list();
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

TEST(CoderPendingWriter, APromiseIsKeptBehindTheRoot) {
  Node inner{7, nullptr};
  CoderWriter writer({.limits = {.depth = 3}});
  const ClassHandle of = writer.define_class("Typed");
  writer.conditional("early", &inner);
  writer.begin_record("a", writer.define_class("A"));
  EXPECT_EQ(writer.begin_object_or_later("late", &inner, of), ObjectPlace::kLater);
  EXPECT_EQ(writer.begin_object_or_later("again", &inner, of), ObjectPlace::kDone);
  EXPECT_EQ(writer.begin_object_or_later("nil", nullptr, of), ObjectPlace::kDone);
  writer.reference("known", &inner);
  writer.end_record();
  PendingObject pending;
  ASSERT_TRUE(writer.begin_pending(pending));
  EXPECT_EQ(pending.identity, &inner);
  writer.i32("value", 7);
  writer.end_object();
  EXPECT_FALSE(writer.begin_pending(pending));
  const Buffer bytes = finished(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  const ObjectStart early = reader.begin_object("early");
  ASSERT_EQ(early.kind, ObjectStart::kNew) << reader.status().to_string();
  EXPECT_EQ(reader.i32("value"), 7);
  reader.end_object();
  ASSERT_TRUE(reader.begin_record("a"));
  for (const char* key : {"late", "again", "known"}) {
    EXPECT_EQ(reader.begin_object(Key::transient(key)).kind, ObjectStart::kReference) << key;
  }
  EXPECT_EQ(reader.begin_object("nil").kind, ObjectStart::kNil);
  reader.end_record();
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

TEST(CoderPendingWriter, WrongCallsAreUsage) {
  static const Node node;
  const auto with_pending = [](CoderWriter& writer) {
    writer.begin_list(1, TypeCode::kAnyRef);
    EXPECT_EQ(writer.begin_object_or_later(&node, writer.define_class("N")), ObjectPlace::kLater);
    writer.end_list();
  };
  const CoderOptions shallow = {.limits = {.depth = 2}};
  {
    CoderWriter writer(shallow);  // nobody writes what is owed
    with_pending(writer);
    EXPECT_EQ(writer.finish().status().code(), Code::kUsage);
    writer.i32(1);
    EXPECT_TRUE(writer.finish().ok());
  }
  {
    CoderWriter writer(shallow);  // a value behind the root
    with_pending(writer);
    PendingObject pending;
    ASSERT_TRUE(writer.begin_pending(pending));
    writer.end_object();
    writer.i32(1);
    EXPECT_EQ(writer.finish().status().code(), Code::kUsage);
  }
  {
    CoderWriter writer(shallow);  // asked for inside something
    with_pending(writer);
    writer.begin_list(0, TypeCode::kI32);
    PendingObject pending;
    EXPECT_FALSE(writer.begin_pending(pending));
    EXPECT_EQ(writer.finish().status().code(), Code::kUsage);
  }
  for (const bool more : {false, true}) {
    CoderWriter writer;  // a body that leaves something open, and one that ends its object
    const auto opens = [](CoderWriter& w, const PendingObject&) {
      w.begin_list(0, TypeCode::kI32);
    };
    const auto ends = [](CoderWriter& w, const PendingObject&) { w.end_object(); };
    if (more) {
      writer.object(&node, writer.define_class("N"), opens);
    } else {
      writer.object(&node, writer.define_class("N"), ends);
    }
    EXPECT_EQ(writer.finish().status().code(), Code::kUsage);
  }
}

}  // namespace
}  // namespace fastser
