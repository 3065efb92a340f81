// SPDX-License-Identifier: MIT
//
// Containers open side by side in the writer: in whatever turns they are written, the bytes are
// those of their values written one behind the other.
#include <gtest/gtest.h>

#include <memory>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "fastser/coder.hpp"
#include "fastser/verify.hpp"
#include "unit/archive/finished.hpp"

namespace fastser {
namespace {

using schema::TypeCode;
using testing::finished;
using Branch = CoderWriter::Branch;

std::vector<std::byte> bytes_of(CoderWriter& writer) {
  const Buffer bytes = finished(writer);
  EXPECT_TRUE(archive::verify(bytes).ok()) << archive::verify(bytes).to_string();
  return {bytes.view().begin(), bytes.view().end()};
}

// A value, and how a program writes it: a leaf, or a record or list of others.
struct Tree {
  int leaf = 0;
  bool list = false;
  std::vector<Tree> inside;
};

const std::vector<std::string>& names() {
  static const std::vector<std::string> all = {"a", "b", "c", "d", "e", "f"};
  return all;
}

class Program {
 public:
  Program(CoderWriter& writer, unsigned seed)
      : writer_(writer), random_(seed), class_(writer.define_class("Tree")) {}

  static Tree make(std::mt19937& random, int depth) {
    Tree tree;
    tree.leaf = static_cast<int>(random() % 10);
    if (depth == 0) return tree;
    tree.list = random() % 3 == 0;
    const std::size_t count = random() % 5;
    for (std::size_t at = 0; at < count; ++at) tree.inside.push_back(make(random, depth - 1));
    return tree;
  }

  // One behind the other.
  void straight(const Tree& tree, const Key* key) {
    begin(tree, key);
    if (tree.inside.empty()) return;
    for (std::size_t at = 0; at < tree.inside.size(); ++at) straight(tree.inside[at], at, tree);
    end(tree);
  }
  // What is inside in branches, in any turns.
  void in_turns(const Tree& tree, const Key* key) {
    begin(tree, key);
    if (tree.inside.empty()) return;
    struct Open {
      std::unique_ptr<Branch> branch;
      const Tree* tree;
    };
    std::vector<Open> open;
    for (std::size_t at = 0; at < tree.inside.size(); ++at) {
      const Key name = key_of(at);
      const Key* const inner = tree.list ? nullptr : &name;
      if (random_() % 3 != 0) {
        open.push_back({std::make_unique<Branch>(), &tree.inside[at]});
        if (inner != nullptr) {
          writer_.begin_branch(*inner, *open.back().branch);
        } else {
          writer_.begin_branch(*open.back().branch);
        }
      } else {
        in_turns(tree.inside[at], inner);
      }
      if (!open.empty() && random_() % 2 == 0) finish_one(open);
    }
    if (random_() % 2 == 0) {
      while (!open.empty()) finish_one(open);
      end(tree);
    } else {  // the parent first
      end(tree);
      while (!open.empty()) finish_one(open);
    }
  }

 private:
  Key key_of(std::size_t at) {
    return random_() % 2 == 0 ? Key::interned(names()[at]) : Key::transient(names()[at]);
  }
  void straight(const Tree& tree, std::size_t at, const Tree& outer) {
    const Key name = Key::interned(names()[at]);
    straight(tree, outer.list ? nullptr : &name);
  }
  void finish_one(auto& open) {
    const std::size_t at = random_() % open.size();
    writer_.swap(*open[at].branch);
    in_turns(*open[at].tree, nullptr);
    writer_.swap(*open[at].branch);
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(at));
  }
  void begin(const Tree& tree, const Key* key) {
    const Key none = Key::transient({});
    const Key& name = key == nullptr ? none : *key;
    if (tree.inside.empty()) return leaf(tree.leaf, key);
    if (tree.list) {
      const std::uint64_t count = tree.leaf % 2 == 0 ? kUnknownCount : tree.inside.size();
      return key == nullptr ? writer_.begin_list(count, TypeCode::kAny)
                            : writer_.begin_list(name, count, TypeCode::kAny);
    }
    return key == nullptr ? writer_.begin_record(class_) : writer_.begin_record(name, class_);
  }
  void end(const Tree& tree) { tree.list ? writer_.end_list() : writer_.end_record(); }
  void leaf(int what, const Key* key) {
    const Key none = Key::transient({});
    const Key& name = key == nullptr ? none : *key;
    const std::string text(static_cast<std::size_t>(what) * 7, static_cast<char>('a' + what));
    const std::int32_t numbers[3] = {what, 1, 2};
    switch (what) {
      case 0: return key == nullptr ? writer_.null() : writer_.null(name);
      case 1: return key == nullptr ? writer_.i32(7) : writer_.i32(name, 7);
      case 2: return key == nullptr ? writer_.vi64(-700) : writer_.vi64(name, -700);
      case 3:
        return key == nullptr ? writer_.array<std::int32_t>(numbers)
                              : writer_.array<std::int32_t>(name, numbers);
      case 4: {
        const BytesView data(reinterpret_cast<const std::byte*>(text.data()), text.size());
        return key == nullptr ? writer_.data(data) : writer_.data(name, data);
      }
      case 5: return key == nullptr ? writer_.uuid({}) : writer_.uuid(name, {});
      default: return key == nullptr ? writer_.string(text) : writer_.string(name, text);
    }
  }

  CoderWriter& writer_;
  std::mt19937 random_;
  ClassHandle class_;
};

TEST(CoderBranches, InWhateverTurnsTheBytesAreThoseOfOneBehindTheOther) {
  CoderWriter used;
  for (unsigned seed = 0; seed < 400; ++seed) {
    std::mt19937 random(seed);
    Tree tree;
    do {
      tree = Program::make(random, 4);
    } while (tree.inside.empty());
    CoderWriter writer;
    Program(writer, seed).straight(tree, nullptr);
    const auto expected = bytes_of(writer);
    for (unsigned turn = 0; turn < 4; ++turn) {
      Program(used, seed * 4 + turn).in_turns(tree, nullptr);
      ASSERT_EQ(bytes_of(used), expected) << seed;
    }
  }
}

TEST(CoderBranches, ABranchMayHoldNothingButAnotherOne) {
  CoderWriter writer;
  Branch outer;
  Branch inner;
  writer.begin_branch("x", outer);
  writer.u8("y", 2);
  writer.swap(outer);
  writer.begin_branch(inner);
  writer.swap(inner);  // inner now leads to outer
  writer.u8(1);
  writer.swap(inner);
  writer.swap(outer);
  const auto bytes = bytes_of(writer);
  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  EXPECT_EQ(reader.u8("x"), 1);
  EXPECT_EQ(reader.u8("y"), 2);
  EXPECT_TRUE(reader.finish().ok());
}

struct Thing {
  int number;
};

TEST(CoderBranches, AnObjectWhoseBodyLiesFurtherOnIsPromisedWhereTheBytesComeToItFirst) {
  const Thing thing{5};
  CoderWriter writer;
  const ClassHandle cls = writer.define_class("Thing");
  Branch child;
  writer.begin_branch("child", child);
  ASSERT_TRUE(writer.begin_object("first", &thing, cls));  // by the calls; by the bytes it is not
  writer.i32("n", thing.number);
  writer.end_object();
  writer.reference("again", &thing);
  writer.swap(child);
  writer.begin_record(cls);
  EXPECT_FALSE(writer.begin_object("mine", &thing, cls));
  writer.reference("too", &thing);
  writer.end_record();
  writer.swap(child);
  EXPECT_FALSE(writer.begin_object("last", &thing, cls));
  const auto bytes = bytes_of(writer);

  CoderReader reader;
  ASSERT_TRUE(reader.open(bytes).ok());
  ASSERT_TRUE(reader.begin_record("child"));
  const ObjectStart mine = reader.begin_object("mine");
  ASSERT_EQ(mine.kind, ObjectStart::kNew);
  EXPECT_EQ(reader.i32("n"), 5);
  reader.end_object();
  EXPECT_EQ(reader.begin_object("too").kind, ObjectStart::kReference);
  reader.end_record();
  for (const char* name : {"first", "again", "last"}) {
    const ObjectStart start = reader.begin_object(Key::transient(name));
    EXPECT_EQ(start.kind, ObjectStart::kReference) << name;
    EXPECT_EQ(start.number, mine.number) << name;
  }
  EXPECT_TRUE(reader.finish().ok()) << reader.status().to_string();
}

TEST(CoderBranches, StringsThatAreObjectsAreWrittenOnceInTheOrderOfTheBytes) {
  const int first = 0;
  const int second = 0;
  CoderWriter writer;
  writer.string("start", "known before");
  writer.remember_string(&first);
  Branch child;
  writer.begin_branch("child", child);
  EXPECT_FALSE(writer.string_again("text", &second));
  writer.string("text", "a text further on");
  writer.remember_string(&second);
  EXPECT_TRUE(writer.string_again("text again", &second));
  EXPECT_TRUE(writer.string_again("start again", &first));
  writer.swap(child);
  EXPECT_TRUE(writer.string_again(&second));
  writer.swap(child);
  EXPECT_TRUE(writer.string_again("last", &second));
  const auto bytes = bytes_of(writer);

  CoderWriter plain;
  plain.string("start", "known before");
  plain.string("child", "a text further on");
  plain.string("text", "a text further on");
  plain.string("text again", "a text further on");
  plain.string("start again", "known before");
  plain.string("last", "a text further on");
  EXPECT_EQ(bytes, bytes_of(plain));
}

void chain(CoderWriter& writer, const PendingObject& object) {
  const auto* next = static_cast<const char*>(object.identity) + 1;
  if (next != object.context) {
    writer.object("next", next, object.of, chain, object.context);
  } else {
    writer.reference("next", nullptr);
  }
}

TEST(CoderBranches, ObjectsAreDeferredAtTheSameDepthAsWithoutBranches) {
  static char links[1000];
  const auto write = [](CoderWriter& writer, bool branched) {
    const ClassHandle cls = writer.define_class("Link");
    Branch branch;
    if (branched) {
      writer.begin_branch("chain", branch);
      writer.swap(branch);
      writer.object(links, cls, chain, links + sizeof links);
      writer.swap(branch);
    } else {
      writer.object("chain", links, cls, chain, links + sizeof links);
    }
    writer.i32("n", 1);
  };
  CoderWriter one;
  CoderWriter two;
  write(one, false);
  write(two, true);
  EXPECT_EQ(bytes_of(one), bytes_of(two));
}

TEST(CoderBranches, WhatIsWrongIsAnError) {
  const auto code = [](auto&& calls, const CoderOptions& options = {}) {
    CoderWriter writer(options);
    Branch branch;
    calls(writer, branch);
    const auto done = writer.finish();
    CoderWriter fresh;  // and the writer is as good as new
    writer.i32(1);
    fresh.i32(1);
    EXPECT_EQ(bytes_of(writer), bytes_of(fresh));
    return done.status().code();
  };
  const auto none = [](CoderWriter& w, Branch& b) { w.begin_branch("x", b); };
  const auto half = [](CoderWriter& w, Branch& b) {
    w.begin_branch("x", b);
    w.swap(b);
    w.begin_list(kUnknownCount, TypeCode::kAny);
    w.swap(b);
  };
  const auto inside = [](CoderWriter& w, Branch& b) {
    w.begin_branch("x", b);
    w.swap(b);
    w.i32(1);
  };
  const auto two = [](CoderWriter& w, Branch& b) {
    w.begin_branch("x", b);
    w.swap(b);
    w.i32(1);
    w.i32(2);
    w.swap(b);
  };
  const auto keyed = [](CoderWriter& w, Branch& b) {
    w.begin_branch("x", b);
    w.swap(b);
    w.i32("y", 1);
    w.swap(b);
  };
  const auto ends_parent = [](CoderWriter& w, Branch& b) {
    w.begin_record("r", w.define_class("R"));
    w.begin_branch("x", b);
    w.swap(b);
    w.end_record();
  };
  const auto never_begun = [](CoderWriter& w, Branch& b) { w.swap(b); };
  const auto swapped_late = [](CoderWriter& w, Branch& b) {
    w.begin_branch("x", b);
    w.swap(b);
    w.i32(1);
    w.swap(b);
    w.swap(b);
  };
  const auto twice = [](CoderWriter& w, Branch& b) {
    w.begin_branch("x", b);
    w.i32("x", 1);
    w.swap(b);
    w.i32(1);
    w.swap(b);
  };
  const auto wrong_element = [](CoderWriter& w, Branch& b) {
    w.begin_list("l", 1, TypeCode::kI32);
    w.begin_branch(b);
    w.end_list();
    w.swap(b);
    w.u8(1);
    w.swap(b);
  };
  const auto unknown_object = [](CoderWriter& w, Branch& b) {
    w.begin_branch("x", b);
    w.reference("y", &w);
  };
  EXPECT_EQ(code(none), Code::kUsage);
  EXPECT_EQ(code(half), Code::kUsage);
  EXPECT_EQ(code(inside), Code::kUsage);
  EXPECT_EQ(code(two), Code::kUsage);
  EXPECT_EQ(code(keyed), Code::kUsage);
  EXPECT_EQ(code(ends_parent), Code::kUsage);
  EXPECT_EQ(code(never_begun), Code::kUsage);
  EXPECT_EQ(code(swapped_late), Code::kUsage);
  EXPECT_EQ(code(twice), Code::kUsage);
  EXPECT_EQ(code(wrong_element), Code::kTypeMismatch);
  EXPECT_EQ(code(unknown_object), Code::kUsage);
  CoderOptions small;
  small.branch_memory = 1000;
  const auto much = [](CoderWriter& w, Branch& b) {
    w.begin_branch("x", b);
    for (int i = 0; i < 100; ++i) w.i32(i);
  };
  const auto text = [](CoderWriter& w, Branch& b) {
    w.begin_branch("x", b);
    w.string("t", std::string(1001, 'x'));
  };
  EXPECT_EQ(code(much, small), Code::kOverBudget);
  EXPECT_EQ(code(text, small), Code::kOverBudget);
}

TEST(CoderBranches, ABranchOfAnArchiveBeforeIsNoneOfThis) {
  CoderWriter writer;
  Branch old;
  writer.begin_branch("x", old);
  writer.reset();
  Branch branch;
  writer.begin_branch("y", branch);
  writer.swap(old);
  EXPECT_EQ(writer.finish().status().code(), Code::kUsage);
}

TEST(CoderBranches, NestingIsLimitedAsWithoutBranches) {
  CoderOptions options;
  options.limits.depth = 8;
  CoderWriter writer(options);
  Branch branch;
  writer.begin_branch(branch);
  writer.swap(branch);
  for (int i = 0; i < 9; ++i) writer.begin_list(1, TypeCode::kAny);
  writer.null();
  for (int i = 0; i < 9; ++i) writer.end_list();
  writer.swap(branch);
  EXPECT_EQ(writer.finish().status().code(), Code::kTooDeep);
}

// A list that is written as a whole opens nothing, and is a level all the same.
TEST(CoderBranches, AnArrayIsALevelAsWithoutBranches) {
  const std::vector<std::int32_t> numbers = {1, 2};
  const auto outcome = [&](std::uint32_t lists, bool in_branch) {
    CoderWriter writer({.limits = {.depth = 8}});
    Branch branch;
    if (in_branch) {
      writer.begin_branch(branch);
      writer.swap(branch);
    }
    for (std::uint32_t i = 0; i < lists; ++i) writer.begin_list(1, TypeCode::kAny);
    writer.array(std::span<const std::int32_t>(numbers));
    for (std::uint32_t i = 0; i < lists; ++i) writer.end_list();
    if (in_branch) writer.swap(branch);
    return writer.finish().status().code();
  };
  for (const bool in_branch : {false, true}) {
    EXPECT_EQ(outcome(7, in_branch), Code::kOk) << in_branch;
    EXPECT_EQ(outcome(8, in_branch), Code::kTooDeep) << in_branch;
  }
}

}  // namespace
}  // namespace fastser
