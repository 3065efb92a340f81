// SPDX-License-Identifier: MIT
//
// Memory for large inputs: however little an element is on the wire and however much in memory, a
// decode with the default limits lives in 32 bytes for each byte of input and 64 KiB. Whether it
// succeeds or says that the budget is used up is the type's affair; the bound is the same.
#include <array>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/flat.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/graph.hpp"
#include "fastser/msgpack.hpp"
#include "gtest/gtest.h"
#include "support/alloc_counter.hpp"

namespace fastser {
namespace {

using testing::AllocScope;

// What each codec calls it to write a value and to read one.
struct Archive {
  static constexpr const char* kName = "archive";
  static Result<Buffer> encode(const auto& value) { return archive::encode(value); }
  template <typename T>
  static Code decode(BytesView bytes) {
    Arena arena;  // and the value: both are part of what a decode makes
    return archive::decode<T>(bytes, {.arena = &arena}).status().code();
  }
};
template <msgpack::Keys kKeys>
struct Message {
  static constexpr const char* kName =
      kKeys == msgpack::Keys::array ? "msgpack, arrays" : "msgpack";
  static Result<Buffer> encode(const auto& value) { return msgpack::encode(value, kKeys); }
  template <typename T>
  static Code decode(BytesView bytes) {
    return msgpack::decode<T>(bytes).status().code();
  }
};
struct Flat {
  static constexpr const char* kName = "flat";
  static Result<Buffer> encode(const auto& value) { return flat::encode(value); }
  template <typename T>
  static Code decode(BytesView bytes) {
    return flat::decode<T>(bytes).status().code();
  }
};
struct Flex {
  static constexpr const char* kName = "flexbuffers";
  static Result<Buffer> encode(const auto& value) { return flexbuffers::encode(value); }
  template <typename T>
  static Code decode(BytesView bytes) {
    return flexbuffers::decode<T>(bytes).status().code();
  }
};

template <typename Codec, typename T>
void expect_bounded_bytes(BytesView bytes, const char* what) {
  const AllocScope scope;
  EXPECT_NE(Codec::template decode<T>(bytes), Code::kNoMemory) << what;
  EXPECT_LE(scope.peak(), testing::allowed_heap(bytes.size()))
      << what << ", " << Codec::kName << ", " << bytes.size() << " bytes";
}

template <typename Codec, typename Read, typename T>
void expect_bounded_in(const T& value, const char* what) {
  const Result<Buffer> whole = Codec::encode(value);
  ASSERT_TRUE(whole.ok()) << what;
  std::vector<std::byte> bytes(whole->begin(), whole->end());
  expect_bounded_bytes<Codec, Read>(bytes, what);
  bytes.push_back(std::byte{0});  // found out last, when everything is there
  expect_bounded_bytes<Codec, Read>(bytes, what);
  bytes.resize(bytes.size() * 2 / 3);
  expect_bounded_bytes<Codec, Read>(bytes, what);
  // The budget is a multiple of the input: what breaks it most is small.
  bytes.resize(bytes.size() / 50);
  expect_bounded_bytes<Codec, Read>(bytes, what);
}

// In an archive only: objects.
template <typename T>
void expect_bounded_archive(const T& value, const char* what) {
  expect_bounded_in<Archive, T>(value, what);
}
/// `Read`: another version of T.
template <typename Read, typename T>
void expect_bounded_as(const T& value, const char* what) {
  expect_bounded_in<Archive, Read>(value, what);
  expect_bounded_in<Message<msgpack::Keys::strings>, Read>(value, what);
  expect_bounded_in<Message<msgpack::Keys::array>, Read>(value, what);
  expect_bounded_in<Flat, Read>(value, what);
  expect_bounded_in<Flex, Read>(value, what);
}
template <typename T>
void expect_bounded(const T& value, const char* what) {
  expect_bounded_as<T>(value, what);
}

constexpr std::size_t kMany = 50'000;

template <typename T>
T many(std::size_t count = kMany) {
  T elements;
  elements.resize(count);
  return elements;
}

TEST(Memory, SequencesOfNearlyNothingStayInTheBudget) {
  expect_bounded(many<std::vector<std::string>>(), "vector<string>");
  expect_bounded(many<std::vector<std::vector<int>>>(), "vector<vector<int>>");
  expect_bounded(many<std::vector<std::deque<int>>>(5000), "vector<deque<int>>");
  expect_bounded(many<std::list<std::uint8_t>>(), "list<u8>");
  expect_bounded(many<std::deque<std::optional<std::uint64_t>>>(), "deque<optional<u64>>");
  expect_bounded(std::vector<std::string>(kMany, std::string(16, 'x')), "vector<16 characters>");
  struct Holder {
    std::deque<std::uint8_t> queue;
    std::uint8_t number = 0;
  };
  expect_bounded(std::vector<Holder>(5000), "vector<struct with a deque>");
}

// A std::deque of libstdc++ allocates when it is made, and lies in a few bytes on the wire.
using Queue = std::deque<std::uint8_t>;
struct Queued {
  Queue queue;
  std::uint8_t number = 1;
  bool operator<(const Queued& other) const { return number < other.number; }
};

TEST(Memory, WhatAllocatesWhenItIsMadeIsPaidWhereverItLies) {
  constexpr std::size_t kSome = 5000;
  const auto many_of = [](const auto& one) { return std::vector(kSome, one); };
  expect_bounded(many_of(std::optional<Queue>(std::in_place)), "optional<deque>");
  expect_bounded(many_of(std::optional<Queued>(std::in_place)), "optional<record with a deque>");
  expect_bounded(many_of(std::variant<Queue, std::string>(Queue{})), "variant, first a deque");
  expect_bounded(many_of(std::variant<bool, Queue>(Queue{})), "variant, a deque");
  expect_bounded(many_of(std::variant<bool, Queued>(Queued{})), "variant, a record with a deque");
  expect_bounded(many_of(std::pair<Queue, bool>()), "pair with a deque");
  expect_bounded(many_of(std::tuple<bool, Queue, Queue>()), "tuple with deques");
  expect_bounded(many_of(std::array<Queue, 3>()), "array of deques");
  expect_bounded(many_of(std::array<Queued, 3>()), "array of records with deques");
  expect_bounded(std::deque<Queue>(kSome), "deque<deque>");
  expect_bounded(std::list<Queue>(kSome), "list<deque>");
  std::vector<std::unique_ptr<Queue>> owned;
  for (std::size_t i = 0; i < kSome; ++i) owned.push_back(std::make_unique<Queue>());
  expect_bounded(owned, "unique_ptr<deque>");
  std::vector<std::shared_ptr<Queued>> shared;
  for (std::size_t i = 0; i < kSome; ++i) shared.push_back(std::make_shared<Queued>());
  expect_bounded(shared, "shared_ptr<record with a deque>");
}

TEST(Memory, MapsAndSetsOfWhatAllocatesStayInTheBudget) {
  std::map<std::uint32_t, Queue> map;
  std::multimap<std::uint32_t, Queued> multi;
  std::unordered_map<std::uint32_t, std::pair<Queue, bool>> hashed;
  std::map<std::string, Queued> named;
  std::set<Queue> set;
  std::map<Queue, bool> keys;
  for (std::uint32_t i = 0; i < 5000; ++i) {
    map[i];
    multi.emplace(i / 2, Queued{});
    hashed[i];
    named[std::to_string(i)];
    const Queue queue = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i >> 8)};
    set.insert(queue);
    keys[queue] = true;
  }
  expect_bounded(map, "map<u32, deque>");
  expect_bounded(multi, "multimap<u32, record with a deque>");
  expect_bounded(hashed, "unordered_map<u32, pair with a deque>");
  expect_bounded(named, "map<string, record with a deque>");
  expect_bounded(set, "set<deque>");
  expect_bounded(keys, "map<deque, bool>");
}

struct Old {
  std::uint8_t number = 1;
  static constexpr std::uint32_t fastser_version = 1;
};
struct New {
  std::uint8_t number = 1;
  Queue queue;
  Queue other;
  static constexpr std::uint32_t fastser_version = 2;
};

TEST(Memory, OfFieldsThatDoNotComeStaysInTheBudget) {
  expect_bounded_as<std::vector<New>>(std::vector<Old>(5000), "fields that do not come");
  expect_bounded_as<std::vector<std::optional<New>>>(std::vector<std::optional<Old>>(5000, Old{}),
                                                     "optional with fields that do not come");
}

// A deque is copied where a vector of them gets more room.
TEST(Memory, ListsOfWhatIsCopiedWhenItMovesStayInTheBudget) {
  std::vector<Queue> queues(100);
  for (Queue& queue : queues) queue.resize(2000);
  expect_bounded(queues, "vector<deque>, long");
  std::vector<std::deque<std::uint64_t>> wide(2);
  wide[0].resize(20'000);
  expect_bounded(wide, "vector<deque<u64>>");
}

struct Deep {
  std::vector<Deep> inner;
  Queue queue;
};

TEST(Memory, NestedOwnersOfWhatAllocatesStayInTheBudget) {
  Deep deep;
  for (int i = 0; i < 100; ++i) {
    Deep outer;
    outer.inner.push_back(std::move(deep));
    deep = std::move(outer);
  }
  expect_bounded(deep, "a record with a deque in itself");
  expect_bounded(std::vector<Deep>(100, deep), "and a hundred of them");
}

TEST(Memory, MapsAndSetsStayInTheBudget) {
  std::map<std::uint32_t, bool> map;
  std::set<std::uint16_t> set;
  std::unordered_map<std::uint32_t, std::uint8_t> hashed;
  std::unordered_set<std::uint32_t> unique;
  for (std::uint32_t i = 0; i < kMany; ++i) {
    map[i] = true;
    set.insert(static_cast<std::uint16_t>(i));
    hashed[i] = 1;
    unique.insert(i);
  }
  expect_bounded(map, "map<u32, bool>");
  expect_bounded(set, "set<u16>");
  expect_bounded(hashed, "unordered_map<u32, u8>");
  expect_bounded(unique, "unordered_set<u32>");
}

struct Tiny {
  std::shared_ptr<Tiny> next;
  FASTSER_FIELDS(Tiny, next);
};
struct TinyRaw {
  std::uint8_t number = 0;
  FASTSER_FIELDS(TinyRaw, number);
};

TEST(Memory, TinyObjectsStayInTheBudget) {
  std::vector<std::shared_ptr<Tiny>> objects;
  for (std::size_t i = 0; i < kMany; ++i) objects.push_back(std::make_shared<Tiny>());
  expect_bounded_archive(objects, "vector<shared_ptr>");
  expect_bounded_archive(std::vector<std::weak_ptr<Tiny>>(objects.begin(), objects.end()),
                         "promises");
  auto chain = std::make_shared<Tiny>();
  for (std::size_t i = 0; i < kMany; ++i) {
    const auto front = std::make_shared<Tiny>();
    front->next = std::move(chain);
    chain = front;
  }
  expect_bounded_archive(chain, "a chain, its bodies deferred");
  graph::destroy(chain);
  std::vector<TinyRaw> owned(kMany);
  std::vector<TinyRaw*> pointers;
  for (TinyRaw& one : owned) pointers.push_back(&one);
  expect_bounded_archive(pointers, "raw pointers");
}

TEST(Memory, SharedStringsStayInTheBudget) {
  struct Shared {
    std::vector<std::string> texts;
  };
  Shared value;
  for (std::size_t i = 0; i < kMany; ++i) value.texts.push_back(std::to_string(i % 5000));
  const Result<Buffer> bytes = archive::encode(value, {.sharing = archive::Sharing::on});
  ASSERT_TRUE(bytes.ok());
  expect_bounded_bytes<Archive, Shared>(*bytes, "shared strings");
}

}  // namespace
}  // namespace fastser
