// SPDX-License-Identifier: MIT
//
// R5 for large inputs: however little an element is on the wire and however much in memory, a
// decode with the default limits lives in 32 bytes for each byte of input and 64 KiB. Whether it
// succeeds or says that the budget is used up is the type's affair; the bound is the same.
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/graph.hpp"
#include "gtest/gtest.h"
#include "support/alloc_counter.hpp"

namespace fastser {
namespace {

using testing::AllocScope;

template <typename T>
void expect_bounded_bytes(BytesView bytes, const char* what) {
  // By hand: the Arena and the value are part of what a decode makes.
  const std::size_t allowed = 32 * bytes.size() + 64 * 1024;
  const AllocScope scope;
  {
    Arena arena;
    const Result<T> value = archive::decode<T>(bytes, {.arena = &arena});
    if (!value.ok()) {
      EXPECT_NE(value.status().code(), Code::kNoMemory) << what;
    }
  }
  EXPECT_LE(scope.peak(), allowed) << what << ", " << bytes.size() << " bytes";
}

template <typename T>
void expect_bounded(const T& value, const char* what) {
  const Result<Buffer> whole = archive::encode(value);
  ASSERT_TRUE(whole.ok()) << what;
  std::vector<std::byte> bytes(whole->begin(), whole->end());
  expect_bounded_bytes<T>(bytes, what);
  bytes.push_back(std::byte{0});  // found out last, when everything is there
  expect_bounded_bytes<T>(bytes, what);
  bytes.resize(bytes.size() * 2 / 3);
  expect_bounded_bytes<T>(bytes, what);
}

constexpr std::size_t kMany = 200'000;

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
  expect_bounded(objects, "vector<shared_ptr>");
  expect_bounded(std::vector<std::weak_ptr<Tiny>>(objects.begin(), objects.end()), "promises");
  auto chain = std::make_shared<Tiny>();
  for (std::size_t i = 0; i < kMany; ++i) {
    const auto front = std::make_shared<Tiny>();
    front->next = std::move(chain);
    chain = front;
  }
  expect_bounded(chain, "a chain, its bodies deferred");
  graph::destroy(chain);
  std::vector<TinyRaw> owned(kMany);
  std::vector<TinyRaw*> pointers;
  for (TinyRaw& one : owned) pointers.push_back(&one);
  expect_bounded(pointers, "raw pointers");
}

TEST(Memory, SharedStringsStayInTheBudget) {
  struct Shared {
    std::vector<std::string> texts;
  };
  Shared value;
  for (std::size_t i = 0; i < kMany; ++i) value.texts.push_back(std::to_string(i % 5000));
  const Result<Buffer> bytes = archive::encode(value, {.sharing = archive::Sharing::on});
  ASSERT_TRUE(bytes.ok());
  expect_bounded_bytes<Shared>(*bytes, "shared strings");
}

}  // namespace
}  // namespace fastser
