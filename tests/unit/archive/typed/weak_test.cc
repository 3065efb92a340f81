// SPDX-License-Identifier: MIT
//
// Weak pointers whose object's body stands at the pointer itself, or whose owner the reader's type
// no longer has: the object is there exactly as long as something that was read owns it.
#include <memory>
#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "gtest/gtest.h"

namespace fastser {
namespace {

struct Thing {
  static inline int live = 0;
  std::string name;
  std::shared_ptr<Thing> next;
  Thing() { ++live; }
  ~Thing() { --live; }
  Thing(const Thing&) = delete;
  Thing& operator=(const Thing&) = delete;
  FASTSER_FIELDS(Thing, name, next);
};

/// Two fields that lead to one thing, which owns itself until the writer is done with it.
template <typename First, typename Second>
Buffer write_pair() {
  const auto thing = std::make_shared<Thing>();
  thing->name = "the one thing";
  thing->next = thing;
  struct Pair {
    First a;
    Second b;
    std::shared_ptr<Thing> last;
  };
  const Pair pair{thing, thing, nullptr};
  Result<Buffer> bytes = archive::encode(pair);
  thing->next.reset();
  EXPECT_TRUE(bytes.ok());
  return std::move(*bytes);
}

using Strong = std::shared_ptr<Thing>;
using Weak = std::weak_ptr<Thing>;

template <typename Pair>
void expect_owned(const Buffer& bytes) {
  {
    const Result<Pair> pair = archive::decode<Pair>(bytes);
    ASSERT_TRUE(pair.ok()) << pair.status().to_string();
    const Strong b = Strong(pair->b);
    ASSERT_NE(b, nullptr);
    EXPECT_EQ(b->name, "the one thing");
    EXPECT_EQ(b->next, b);
    if constexpr (requires { pair->a; }) {
      EXPECT_EQ(Strong(pair->a), b);
    }
    b->next.reset();
  }
  EXPECT_EQ(Thing::live, 0);
}

template <typename Pair>
void expect_gone(const Buffer& bytes) {
  const Result<Pair> pair = archive::decode<Pair>(bytes);
  ASSERT_TRUE(pair.ok()) << pair.status().to_string();
  if constexpr (requires { pair->a; }) {
    EXPECT_TRUE(pair->a.expired());
  }
  if constexpr (requires { pair->b; }) {
    EXPECT_TRUE(pair->b.expired());
  }
  EXPECT_EQ(Thing::live, 0);
}

TEST(TypedWeak, AnOwnedFieldThatBecameWeakStillFindsItsOtherOwner) {
  struct Pair {
    Weak a;
    Strong b, last;
  };
  expect_owned<Pair>(write_pair<Strong, Strong>());
}

TEST(TypedWeak, AnOwnedFieldThatBecameWeakIsGoneWithoutAnOwner) {
  struct Pair {
    Weak a, b, last;
  };
  expect_gone<Pair>(write_pair<Strong, Strong>());
  expect_gone<Pair>(write_pair<Weak, Strong>());
  expect_gone<Pair>(write_pair<Strong, Weak>());
}

TEST(TypedWeak, AThingWhoseOwningFieldIsNoLongerThereIsGone) {
  struct First {
    Weak a;
  };
  struct Second {
    Weak b;
  };
  expect_gone<First>(write_pair<Weak, Strong>());
  expect_gone<First>(write_pair<Strong, Strong>());
  expect_gone<Second>(write_pair<Strong, Weak>());
  expect_gone<Second>(write_pair<Strong, Strong>());
}

TEST(TypedWeak, AThingSeenByAWeakFieldFirstIsReadWhenAnOwnerComes) {
  struct Renamed {  // another order of fields: never the reader's own table
    std::uint8_t fresh = 7;
    Weak a;
    Strong b;
  };
  expect_owned<Renamed>(write_pair<Weak, Strong>());
  expect_owned<Renamed>(write_pair<Strong, Strong>());
  expect_owned<Renamed>(write_pair<Strong, Weak>());
}

TEST(TypedWeak, AChainBehindAWeakFieldIsReadFromItsSecondThingOn) {
  const auto first = std::make_shared<Thing>();
  first->next = std::make_shared<Thing>();
  first->next->name = "second";
  struct Writer {
    Strong a, b;
  };
  struct Reader {
    Weak a;
    Strong b;
  };
  const Result<Buffer> bytes = archive::encode(Writer{first, first->next});
  ASSERT_TRUE(bytes.ok());
  const Result<Reader> reader = archive::decode<Reader>(*bytes);
  ASSERT_TRUE(reader.ok()) << reader.status().to_string();
  EXPECT_TRUE(reader->a.expired());
  ASSERT_NE(reader->b, nullptr);
  EXPECT_EQ(reader->b->name, "second");
}

TEST(TypedWeak, ManyPromisesAreKeptInAnyOrder) {
  struct Graph {
    std::vector<Weak> seen;
    std::vector<Strong> owned;
  };
  Graph graph;
  constexpr std::size_t kMany = 100'000;  // quadratic, this would be a matter of minutes
  for (std::size_t i = 0; i < kMany; ++i) graph.owned.push_back(std::make_shared<Thing>());
  for (std::size_t i = 0; i < kMany; ++i) graph.seen.push_back(graph.owned[kMany - 1 - i]);
  const Result<Buffer> bytes = archive::encode(graph);
  ASSERT_TRUE(bytes.ok());
  const Result<Graph> back = archive::decode<Graph>(*bytes);
  ASSERT_TRUE(back.ok()) << back.status().to_string();
  ASSERT_EQ(back->seen.size(), kMany);
  for (std::size_t i = 0; i < kMany; i += 997) {
    EXPECT_EQ(back->seen[i].lock(), back->owned[kMany - 1 - i]);
  }
}

}  // namespace
}  // namespace fastser
