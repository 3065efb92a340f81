// SPDX-License-Identifier: MIT
//
// A plan that read the entries of a map, or the elements of a set, into an arena took an archive
// that has one of them twice, which every other reader refuses.
#include <limits>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/arena.hpp"
#include "fastser/plan.hpp"
#include "fastser/verify.hpp"
#include "gtest/gtest.h"

namespace fastser::archive {
namespace {

struct Span {
  const void* first;
  std::uint64_t count;
};
struct Word {
  const char* first;
  std::uint64_t size;
};
template <typename K>
struct Entry {
  K key;
  std::int32_t value;
};
constexpr SpanAt kByCount{SpanAt::Extent::kCount64, offsetof(Span, first), offsetof(Span, count)};

template <typename K>
FormId key_form(Layout& layout) {
  if constexpr (std::is_same_v<K, Word>) {
    return layout.text({.size = sizeof(Word), .at = kByCount});
  } else {
    return layout.plain();
  }
}
template <typename K>
MapAccess access(std::size_t stride) {
  MapAccess map{.size = sizeof(Span), .key_size = sizeof(K)};
  map.at = kByCount;
  map.stride = stride;
  map.value = offsetof(Entry<K>, value);
  return map;
}
template <typename T, typename K>
Plan plan_of_map() {
  Layout layout;
  const FormId form = layout.map(access<K>(sizeof(Entry<K>)), key_form<K>(layout), layout.plain());
  return *Plan::compile(*type_of<T>(), layout, form);
}
template <typename T, typename K>
Plan plan_of_set() {
  Layout layout;
  const FormId form = layout.set(access<K>(sizeof(K)), key_form<K>(layout));
  return *Plan::compile(*type_of<T>(), layout, form);
}

// Both plans read what the first one writes, and say what verify says of it.
Status read(const Plan& writer, const Plan& reader, const void* entries, std::size_t count,
            Sharing sharing = Sharing::off) {
  const Span span{entries, count};
  Buffer bytes;
  EXPECT_TRUE(writer.encode(bytes, &span, {.sharing = sharing}).ok());
  Arena arena;
  Span again{};
  const Status status = reader.decode(bytes, &again, {.arena = &arena});
  const Status wanted = verify(bytes);
  EXPECT_EQ(status.code(), wanted.code()) << status.to_string();
  if (!status.ok()) {
    EXPECT_EQ(status.offset(), wanted.offset()) << wanted.to_string();
  }
  return status;
}

template <typename K>
std::vector<Entry<K>> entries_of(std::vector<K> keys) {
  std::vector<Entry<K>> entries;
  for (const K& key : keys) entries.push_back({key, 1});
  return entries;
}

TEST(ArenaMaps, RefuseAKeyTwiceHoweverManyThereAre) {
  const Plan plan = plan_of_map<std::map<std::int64_t, std::int32_t>, std::int64_t>();
  for (const std::int64_t count : {2, 3, 16, 17, 18, 100, 1000}) {
    std::vector<Entry<std::int64_t>> entries;
    for (std::int64_t i = 0; i < count; ++i) entries.push_back({i * 7, 1});
    EXPECT_TRUE(read(plan, plan, entries.data(), entries.size()).ok()) << count;
    for (const std::size_t place : {std::size_t{0}, entries.size() / 2, entries.size() - 2}) {
      entries.back().key = entries[place].key;
      EXPECT_EQ(read(plan, plan, entries.data(), entries.size()).code(), Code::kMalformed) << count;
    }
  }
}

TEST(ArenaMaps, RefuseTextsTwiceSharedOrNot) {
  const Plan plan = plan_of_map<std::map<std::string, std::int32_t>, Word>();
  const std::string text = "one two one on";
  const auto word = [&](std::size_t at, std::size_t size) { return Word{&text[at], size}; };
  for (const Sharing sharing : {Sharing::off, Sharing::on}) {
    const auto good = entries_of<Word>({word(0, 3), word(4, 3), word(0, 2), word(0, 0)});
    EXPECT_TRUE(read(plan, plan, good.data(), good.size(), sharing).ok());
    const auto bad = entries_of<Word>({word(0, 3), word(4, 3), word(8, 3)});
    EXPECT_EQ(read(plan, plan, bad.data(), bad.size(), sharing).code(), Code::kMalformed);
  }
}

// Their bytes differ.
TEST(ArenaMaps, RefuseZeroAndMinusZeroAndTakeNaNs) {
  const Plan plan = plan_of_map<std::map<double, std::int32_t>, double>();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto good = entries_of<double>({0.0, 1.0, nan, nan});
  EXPECT_TRUE(read(plan, plan, good.data(), good.size()).ok());
  const auto bad = entries_of<double>({0.0, 1.0, -0.0});
  EXPECT_EQ(read(plan, plan, bad.data(), bad.size()).code(), Code::kMalformed);
}

TEST(ArenaMaps, OfAnotherVersionRefuseThemToo) {
  const Plan old = plan_of_map<std::map<std::int16_t, std::int32_t>, std::int16_t>();
  const Plan now = plan_of_map<std::map<std::int64_t, std::int32_t>, std::int64_t>();
  const Plan floats = plan_of_map<std::map<float, std::int32_t>, float>();
  const Plan doubles = plan_of_map<std::map<double, std::int32_t>, double>();
  const auto good = entries_of<std::int16_t>({1, 2, 3});
  EXPECT_TRUE(read(old, now, good.data(), good.size()).ok());
  const auto bad = entries_of<std::int16_t>({1, 2, 1});
  EXPECT_EQ(read(old, now, bad.data(), bad.size()).code(), Code::kMalformed);
  const auto zeros = entries_of<float>({0.0F, 1.0F, -0.0F});
  EXPECT_EQ(read(floats, doubles, zeros.data(), zeros.size()).code(), Code::kMalformed);
}

TEST(ArenaSets, RefuseAnElementTwice) {
  const Plan numbers = plan_of_set<std::set<std::int32_t>, std::int32_t>();
  const std::int32_t good[] = {1, 2, 3};
  const std::int32_t bad[] = {1, 2, 1};
  EXPECT_TRUE(read(numbers, numbers, good, 3).ok());
  EXPECT_EQ(read(numbers, numbers, bad, 3).code(), Code::kMalformed);
  const Plan floats = plan_of_set<std::set<float>, float>();
  const float zeros[] = {0.0F, -0.0F};
  EXPECT_EQ(read(floats, floats, zeros, 2).code(), Code::kMalformed);
}

// The work for keys is paid for, so that many of them are no way to take memory.
TEST(ArenaMaps, PayForTheTableOfTheirKeys) {
  const Plan plan = plan_of_map<std::map<std::int64_t, std::int32_t>, std::int64_t>();
  std::vector<Entry<std::int64_t>> entries;
  for (std::int64_t i = 0; i < 10000; ++i) entries.push_back({i, 1});
  const Span span{entries.data(), entries.size()};
  Buffer bytes;
  ASSERT_TRUE(plan.encode(bytes, &span).ok());
  Arena arena;
  Span again{};
  DecodeOptions options{.arena = &arena};
  options.limits.memory_factor = 0;
  options.limits.memory_base = 10000 * sizeof(Entry<std::int64_t>) + 50000;
  EXPECT_EQ(plan.decode(bytes, &again, options).code(), Code::kOverBudget);
}

}  // namespace
}  // namespace fastser::archive
