// SPDX-License-Identifier: MIT
//
// Objects with identity: shared_ptr, weak_ptr, raw pointers into an Arena; cycles; long chains.
#include <gtest/gtest.h>

#include <forward_list>
#include <memory>
#include <string>
#include <vector>

#include "fastser/types/forward_list.hpp"
#include "unit/archive/round_trip.hpp"

namespace fastser::testing {
struct Body {
  std::int32_t id = 0;
};
/// An object that is made whenever it is written.
struct Handle {
  std::int32_t id = 0;
};
/// A link of a chain whose objects are made while they are written.
struct Chain {
  std::int32_t left = 0;
};
struct Link {
  std::int32_t number = 0;
  Chain rest;
};
}  // namespace fastser::testing

template <>
struct fastser::schema::Wrapped<fastser::testing::Handle> {
  using Inner = std::shared_ptr<testing::Body>;
  static Inner to(const testing::Handle& handle) {
    return std::make_shared<testing::Body>(testing::Body{handle.id});
  }
  static void from(testing::Handle& handle, const Inner& body) { handle.id = body ? body->id : -1; }
};
template <>
struct fastser::schema::Wrapped<fastser::testing::Chain> {
  using Inner = std::vector<std::shared_ptr<testing::Link>>;
  static Inner to(const testing::Chain& chain) {
    if (chain.left == 0) return {};
    return {
        std::make_shared<testing::Link>(testing::Link{chain.left, testing::Chain{chain.left - 1}})};
  }
  // What a link leads to may come later: only whether there is one is known.
  static void from(testing::Chain& chain, const Inner& links) {
    chain.left = links.empty() ? 0 : 1;
  }
};

namespace fastser::testing {
namespace {

struct Node {
  std::int32_t value = 0;
  std::shared_ptr<Node> next;
  std::weak_ptr<Node> back;
  std::vector<std::shared_ptr<Node>> others;
};

/// Empties the links of a cycle so that nothing keeps itself alive.
void take_apart(const std::shared_ptr<Node>& start) {
  std::shared_ptr<Node> node = start;
  while (node) {
    node->others.clear();
    node = std::exchange(node->next, nullptr);
  }
}

struct Shared {
  std::shared_ptr<std::string> text = std::make_shared<std::string>("a shared text");
  std::shared_ptr<std::string> same = text;
  std::shared_ptr<std::string> other = std::make_shared<std::string>("a shared text");
  std::shared_ptr<std::string> nil;
  std::shared_ptr<std::int32_t> number = std::make_shared<std::int32_t>(5);
  std::vector<std::shared_ptr<std::int32_t>> numbers = {number, nullptr, number};
  std::shared_ptr<std::vector<std::string>> list =
      std::make_shared<std::vector<std::string>>(2, "x");
};

TEST(TypedObjects, SharedObjectsStayShared) {
  const Shared value;
  expect_round_trip(value);
  const Shared again = there_and_back(value);
  EXPECT_EQ(again.text, again.same);
  EXPECT_NE(again.text, again.other);
  EXPECT_EQ(*again.other, "a shared text");
  EXPECT_EQ(again.nil, nullptr);
  EXPECT_EQ(again.numbers[0], again.number);
  EXPECT_EQ(again.numbers[2], again.number);
  EXPECT_EQ(again.number.use_count(), 3);
}

TEST(TypedObjects, AnObjectIsWrittenOnce) {
  const auto text = std::make_shared<std::string>(500, 'x');
  const std::vector<std::shared_ptr<std::string>> many(100, text);
  EXPECT_LT(*archive::encoded_size(many), 650U);
}

TEST(TypedObjects, CyclesOfEveryLengthComeBack) {
  for (int length = 1; length <= 16; ++length) {
    SCOPED_TRACE(length);
    auto first = std::make_shared<Node>();
    auto last = first;
    for (int i = 1; i < length; ++i) {
      last->next = std::make_shared<Node>();
      last->next->value = i;
      last->next->back = last;
      last = last->next;
    }
    last->next = first;
    first->back = last;
    for (const archive::EncodeOptions& options : all_options()) {
      const std::shared_ptr<Node> again = there_and_back(first, options);
      ASSERT_NE(again, nullptr);
      EXPECT_TRUE(graph::equal(first, again));
      std::shared_ptr<Node> at = again;
      for (int i = 0; i < length; ++i) {
        EXPECT_EQ(at->value, i);
        EXPECT_EQ(at->next->back.lock(), at);
        at = at->next;
      }
      EXPECT_EQ(at, again);
      take_apart(again);
    }
    take_apart(first);
  }
}

TEST(TypedObjects, AnObjectMayReferToItself) {
  auto self = std::make_shared<Node>();
  self->others = {self, self};
  self->back = self;
  const std::shared_ptr<Node> again = there_and_back(self);
  ASSERT_EQ(again->others.size(), 2U);
  EXPECT_EQ(again->others[0], again);
  EXPECT_EQ(again->others[1], again);
  EXPECT_EQ(again->back.lock(), again);
  take_apart(again);
  take_apart(self);
}

struct Weak {
  std::weak_ptr<Node> before;
  std::shared_ptr<Node> owner;
  std::weak_ptr<Node> behind;
  std::weak_ptr<Node> expired;
  std::weak_ptr<Node> empty;
  std::weak_ptr<Node> only_weak;
  std::weak_ptr<Node> only_weak_again;
};

TEST(TypedObjects, WeakPointersFollowTheirObjectOrAreNil) {
  Weak value;
  value.owner = std::make_shared<Node>();
  value.owner->value = 42;
  value.before = value.behind = value.owner;
  value.expired = std::make_shared<Node>();
  const auto held_outside = std::make_shared<Node>();
  value.only_weak = value.only_weak_again = held_outside;
  for (const archive::EncodeOptions& options : all_options()) {
    SCOPED_TRACE(describe(options));
    const Weak again = there_and_back(value, options);
    ASSERT_NE(again.owner, nullptr);
    EXPECT_EQ(again.owner->value, 42);
    EXPECT_EQ(again.before.lock(), again.owner);
    EXPECT_EQ(again.behind.lock(), again.owner);
    EXPECT_EQ(again.owner.use_count(), 1);
    EXPECT_TRUE(again.expired.expired());
    EXPECT_TRUE(again.empty.expired());
    EXPECT_TRUE(again.only_weak.expired());
    EXPECT_TRUE(again.only_weak_again.expired());
    const Result<Buffer> bytes = archive::encode(value, options);
    EXPECT_TRUE(archive::verify<Weak>(*bytes, reading(options)).ok());
    EXPECT_EQ(bytes->size(), *archive::encoded_size(value, options));
    expect_exact_fit(value, *bytes, options);
  }
}

TEST(TypedObjects, APromiseIsKeptInsideADeferredBody) {
  // The target of the first weak pointer is owned by the last of 100 nested objects.
  struct Root {
    std::weak_ptr<Node> last;
    std::shared_ptr<Node> first;
  };
  Root root;
  root.first = std::make_shared<Node>();
  std::shared_ptr<Node> at = root.first;
  for (int i = 1; i < 100; ++i) at = at->next = std::make_shared<Node>();
  at->value = -1;
  root.last = at;
  const Root again = there_and_back(root);
  ASSERT_FALSE(again.last.expired());
  EXPECT_EQ(again.last.lock()->value, -1);
  EXPECT_EQ(again.last.lock()->next, nullptr);
}

TEST(TypedObjects, ManyPromisesAreKeptInLinearTime) {
  struct Root {
    std::vector<std::weak_ptr<std::int32_t>> glimpses;
    std::vector<std::shared_ptr<std::int32_t>> owners;
  };
  Root root;
  for (int i = 0; i < 100000; ++i) {
    root.owners.push_back(std::make_shared<std::int32_t>(i));
    root.glimpses.push_back(root.owners.back());
  }
  std::reverse(root.owners.begin(), root.owners.end());
  const Root again = there_and_back(root);
  ASSERT_EQ(again.owners.size(), root.owners.size());
  EXPECT_EQ(again.glimpses.front().lock(), again.owners.back());
  EXPECT_EQ(*again.glimpses.back().lock(), 99999);
}

struct Inner {
  std::int32_t value = 0;
};
struct Outer {
  Inner first;
  std::int32_t second = 0;
};

TEST(TypedObjects, AnObjectAndItsFirstMemberAreTwoObjects) {
  struct Root {
    std::shared_ptr<Outer> outer;
    std::shared_ptr<Inner> inner;
    std::shared_ptr<Inner> same_inner;
    std::shared_ptr<std::int32_t> number;
  };
  Root root;
  root.outer = std::make_shared<Outer>(Outer{{7}, 8});
  root.inner = root.same_inner = std::shared_ptr<Inner>(root.outer, &root.outer->first);
  root.number = std::shared_ptr<std::int32_t>(root.outer, &root.outer->first.value);
  const Root again = there_and_back(root);
  ASSERT_TRUE(again.outer && again.inner && again.number);
  EXPECT_EQ(again.outer->first.value, 7);
  EXPECT_EQ(again.outer->second, 8);
  EXPECT_EQ(again.inner->value, 7);
  EXPECT_EQ(again.inner, again.same_inner);
  EXPECT_EQ(*again.number, 7);
}

TEST(TypedObjects, PointersToConstComeBack) {
  const std::shared_ptr<const std::string> text = std::make_shared<std::string>("constant");
  const std::vector<std::shared_ptr<const std::string>> value = {text, text};
  const auto again = there_and_back(value);
  ASSERT_EQ(again.size(), 2U);
  EXPECT_EQ(*again[0], "constant");
  EXPECT_EQ(again[0], again[1]);
}

struct Raw {
  std::int32_t value = 0;
  Raw* next = nullptr;
  Raw* self = nullptr;
};

TEST(TypedObjects, RawPointersAreReadIntoTheArena) {
  Raw second{2, nullptr, nullptr};
  Raw first{1, &second, nullptr};
  first.self = &first;
  second.next = &first;
  second.self = &second;
  Raw* const root = &first;
  for (const archive::EncodeOptions& options : all_options()) {
    Arena arena;
    Raw* const again = there_and_back(root, options, &arena);
    ASSERT_NE(again, nullptr);
    EXPECT_EQ(arena.size(), 2U);
    EXPECT_EQ(again->value, 1);
    EXPECT_EQ(again->self, again);
    EXPECT_EQ(again->next->value, 2);
    EXPECT_EQ(again->next->next, again);
    EXPECT_TRUE(graph::equal(root, again));
  }
}

TEST(TypedObjects, RawPointersWithoutAnArenaAreRefused) {
  Raw object{1, nullptr, nullptr};
  Raw* const root = &object;
  const Result<Buffer> bytes = archive::encode(root);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(archive::decode<Raw*>(*bytes, archive::DecodeOptions{}).status().code(), Code::kUsage);
  Raw* const nil = nullptr;
  EXPECT_EQ(there_and_back(nil), nullptr);
}

struct Counted {
  static inline int live = 0;
  std::shared_ptr<Counted> next;
  Counted() { ++live; }
  ~Counted() { --live; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  FASTSER_FIELDS(Counted, next);
};

TEST(TypedObjects, AFailedDecodeLeavesNoCycleBehind) {
  std::vector<std::byte> bytes;
  {
    const auto first = std::make_shared<Counted>();
    first->next = std::make_shared<Counted>();
    first->next->next = first;
    const Result<Buffer> whole = archive::encode(first);
    bytes.assign(whole->begin(), whole->end());
    first->next.reset();
  }
  ASSERT_EQ(Counted::live, 0);
  bytes.push_back(std::byte{0});
  EXPECT_EQ(archive::decode<std::shared_ptr<Counted>>(bytes).status().code(), Code::kTrailing);
  EXPECT_EQ(Counted::live, 0);
}

TEST(TypedObjects, AnObjectThatOnlyWeakPointersSeeIsNotKeptByItsOwnCycle) {
  // What a reader makes of an archive whose owning field it no longer has.
  struct Glimpse {
    std::weak_ptr<Counted> object;
  };
  const std::byte bytes[] = {std::byte{1}, std::byte{6}};  // a new object; its next: itself
  EXPECT_TRUE(archive::decode<Glimpse>(bytes, {.header = archive::Header::bare}).ok());
  EXPECT_EQ(Counted::live, 0);
}

TEST(TypedObjects, EqualGraphsMadeInAnyOrderGiveEqualBytes) {
  const auto make = [](bool forwards) {
    std::vector<std::shared_ptr<Node>> nodes(50);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      nodes[forwards ? i : nodes.size() - 1 - i] = std::make_shared<Node>();
    }
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      nodes[i]->value = static_cast<std::int32_t>(i);
      nodes[i]->back = nodes[i * 7 % 50];
      if (i + 1 < nodes.size()) nodes[i]->next = nodes[i + 1];
    }
    return nodes;
  };
  const Result<Buffer> one = archive::encode(make(true));
  const Result<Buffer> other = archive::encode(make(false));
  ASSERT_TRUE(one.ok() && other.ok());
  EXPECT_TRUE(same_bytes(*one, *other));
}

TEST(TypedObjects, ChainsThroughContainersComeBackWithDefaultLimits) {
  const auto root = std::make_shared<Node>();
  std::shared_ptr<Node> at = root;
  for (int i = 1; i < 500; ++i) {
    at->others.push_back(std::make_shared<Node>());
    at = at->others[0];
    at->value = i;
  }
  expect_round_trip(root);
}

TEST(TypedObjects, ChainsThroughManyContainersComeBackWithDefaultLimits) {
  struct Deep {
    std::vector<std::optional<std::vector<std::optional<std::shared_ptr<Deep>>>>> next;
  };
  const auto root = std::make_shared<Deep>();
  std::shared_ptr<Deep> at = root;
  for (int i = 1; i < 200; ++i) {
    const auto inner = std::make_shared<Deep>();
    at->next.resize(1);
    at->next[0].emplace();
    at->next[0]->emplace_back(inner);
    at = inner;
  }
  const Result<Buffer> bytes = archive::encode(root);
  ASSERT_TRUE(bytes.ok());
  const auto again = archive::decode<std::shared_ptr<Deep>>(*bytes);
  EXPECT_TRUE(again.ok()) << again.status().to_string();
  const Status sound = archive::verify<std::shared_ptr<Deep>>(*bytes);
  EXPECT_TRUE(sound.ok()) << sound.to_string();
}

TEST(TypedObjects, ThoseMadeForTheMomentAreToldApart) {
  std::vector<Handle> handles;
  for (std::int32_t i = 0; i < 100; ++i) handles.push_back({i});
  archive::Workspace workspace;
  archive::EncodeOptions options;
  for (archive::Workspace* const one : {static_cast<archive::Workspace*>(nullptr), &workspace}) {
    options.workspace = one;
    const Result<Buffer> bytes = archive::encode(handles, options);
    ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
    const auto again = archive::decode<std::vector<std::shared_ptr<Body>>>(*bytes);
    ASSERT_TRUE(again.ok()) << again.status().to_string();
    ASSERT_EQ(again->size(), handles.size());
    for (std::size_t i = 0; i < handles.size(); ++i) EXPECT_EQ((*again)[i]->id, handles[i].id);
  }
}

// What a chain looks like in memory.
struct Plain {
  std::int32_t number = 0;
  std::vector<std::shared_ptr<Plain>> rest;
  static constexpr std::string_view fastser_name = "Link";
};

TEST(TypedObjects, BodiesPutOffLiveUntilTheyAreWritten) {
  constexpr std::int32_t kLength = 500;
  const Result<Buffer> bytes = archive::encode(Chain{kLength});
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  auto links = archive::decode<std::vector<std::shared_ptr<Plain>>>(*bytes);
  ASSERT_TRUE(links.ok()) << links.status().to_string();
  std::int32_t expected = kLength;
  std::vector<std::shared_ptr<Plain>> at = std::move(*links);
  for (; !at.empty(); --expected) {
    ASSERT_EQ(at[0]->number, expected);
    std::vector<std::shared_ptr<Plain>> rest = std::move(at[0]->rest);
    at = std::move(rest);
  }
  EXPECT_EQ(expected, 0);
}

TEST(TypedObjects, ThoseMadeForTheMomentAreGoneWhenTheEncodeEnds) {
  const auto shared = std::make_shared<std::int32_t>(7);
  const std::forward_list<std::shared_ptr<std::int32_t>> list(3, shared);
  archive::Workspace workspace;
  archive::EncodeOptions options;
  options.workspace = &workspace;
  const Result<Buffer> bytes = archive::encode(list, options);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(shared.use_count(), 4);
  const auto again = archive::decode<std::forward_list<std::shared_ptr<std::int32_t>>>(*bytes);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again->front().use_count(), 3);
}

}  // namespace
}  // namespace fastser::testing
