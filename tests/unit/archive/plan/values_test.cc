// SPDX-License-Identifier: MIT
//
// Plans write what templates write, and read it.
#include "fastser/plan.hpp"

#include <bitset>
#include <chrono>
#include <cstring>
#include <deque>
#include <list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <variant>

#include "fastser/internal/archive/plan/form_of.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/verify.hpp"
#include "gtest/gtest.h"

namespace fastser::archive {
namespace {

template <typename T>
Plan plan_for() {
  Result<Plan> plan = plan_of<T>();
  EXPECT_TRUE(plan.ok()) << plan.status().to_string();
  return *std::move(plan);
}

/// All ways of writing one value: bytes equal, and read back both ways.
template <typename T, typename Same>
void check(const T& value, Same&& same) {
  const Plan plan = plan_for<T>();
  for (const Header header : {Header::self_described, Header::fingerprint, Header::bare}) {
    for (const Sharing sharing : {Sharing::off, Sharing::on, Sharing::adaptive}) {
      EncodeOptions options{.header = header, .sharing = sharing, .user_version = 9};
      options.checksum = sharing == Sharing::on;
      options.canonical = header == Header::bare;
      const Result<Buffer> wanted = encode(value, options);
      ASSERT_TRUE(wanted.ok());
      Buffer bytes;
      const Status status = plan.encode(bytes, &value, options);
      ASSERT_TRUE(status.ok()) << status.to_string();
      ASSERT_TRUE(std::equal(wanted->begin(), wanted->end(), bytes.begin(), bytes.end()))
          << "header " << static_cast<int>(header) << ", sharing " << static_cast<int>(sharing);
      const DecodeOptions decoding{.header = header, .sharing = sharing};
      T again{};
      const Status read = plan.decode(bytes, &again, decoding);
      ASSERT_TRUE(read.ok()) << read.to_string();
      EXPECT_TRUE(same(again));
      // Over a value that is there.
      const Status over = plan.decode(bytes, &again, decoding);
      ASSERT_TRUE(over.ok()) << over.to_string();
      EXPECT_TRUE(same(again));
    }
  }
}
template <typename T>
void check(const T& value) {
  check(value, [&](const T& again) { return again == value; });
}

enum class Hue : std::uint16_t { red = 3, blue = 500 };
struct Scalars {
  bool yes, no;
  std::int8_t a;
  std::uint8_t b;
  std::int16_t c;
  std::uint16_t d;
  std::int32_t e;
  std::uint32_t f;
  std::int64_t g;
  std::uint64_t h;
  float i;
  double j;
  Hue hue;
  std::array<std::int32_t, 3> three;
  std::array<bool, 12> flags;
  std::array<double, 40> many;
  bool operator==(const Scalars&) const = default;
};

TEST(PlanValues, ScalarsAndArraysOfThem) {
  Scalars value{true, false, -1, 2, -3, 4, -5, 6, -7, 8, 1.5F, -2.5, Hue::blue, {1, 2, 3}, {}, {}};
  value.flags[11] = true;
  value.many[39] = 7.25;
  check(value);
}

struct Packed {
  std::int32_t x;
  float y;
  bool operator==(const Packed&) const = default;
};
struct Gaps {
  std::uint8_t x;
  std::int64_t y;
  bool operator==(const Gaps&) const = default;
};
struct Nested {
  Packed packed;
  Gaps gaps;
  std::array<Packed, 3> few;
  std::array<Gaps, 20> more;
  std::array<Packed, 200> most;
  std::vector<Packed> list;
  std::vector<Gaps> gap_list;
  bool operator==(const Nested&) const = default;
};

TEST(PlanValues, RecordsInsideRecordsArraysAndLists) {
  Nested value{};
  value.packed = {1, 2};
  value.gaps = {3, 4};
  value.few[2] = {5, 6};
  value.more[19] = {7, 8};
  value.most[199] = {9, 10};
  for (int i = 0; i < 1000; ++i) {
    value.list.push_back({i, static_cast<float>(i)});
    value.gap_list.push_back({static_cast<std::uint8_t>(i), i});
  }
  check(value);
}

struct Texts {
  std::string empty;
  std::string brief;
  std::string longer;
  std::string longest;
  std::vector<std::uint8_t> data;
  std::vector<std::byte> bytes;
  std::vector<std::string> many;
  std::string again;
  std::array<std::string, 3> three;
  bool operator==(const Texts&) const = default;
};

Texts texts() {
  Texts value;
  value.brief = "short";
  value.longer = std::string(31, 'x');
  value.longest = std::string(5000, 'y');
  value.data = {1, 2, 3};
  value.bytes = {std::byte{4}};
  value.many = {"short", "a", std::string(200, 'z'), "a", ""};
  value.again = value.longer;
  value.three[1] = "a";
  return value;
}

TEST(PlanValues, TextsSharedOrNot) { check(texts()); }

struct Line {
  std::uint32_t number;
  std::string often;
  std::string seldom;
};
struct Inside {
  Line line;
  std::uint8_t x;
};
struct Lines {
  std::vector<Line> lines;
  std::vector<std::string> different;
  std::vector<std::string> equal;
  std::deque<std::string> in_a_deque;
  std::list<std::string> in_a_chain;
  std::vector<Inside> inside;
};

TEST(PlanValues, LongListsAreSampledAsTemplatesDo) {
  Lines value;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    const std::string other = "text number " + std::to_string(i * 7919);
    value.lines.push_back({i, "often " + std::to_string(i % 5), other});
    value.different.push_back(i % 100 == 3 ? "" : other + "!");
    value.equal.push_back("equal " + std::to_string(i % 9));
    value.in_a_deque.push_back(other + "?");
    value.in_a_chain.push_back(other + ".");
    value.inside.push_back({{i, other, "same"}, 1});
  }
  check(value, [&](const Lines& again) {
    return again.lines.size() == 3000 && again.lines[2999].seldom == value.lines[2999].seldom &&
           again.different == value.different && again.equal == value.equal &&
           again.in_a_deque == value.in_a_deque && again.in_a_chain == value.in_a_chain &&
           again.inside[2999].line.seldom == value.inside[2999].line.seldom;
  });
}

struct Choices {
  std::optional<std::int32_t> maybe;
  std::optional<std::string> text;
  std::optional<Packed> record;
  std::optional<std::optional<bool>> twice;
  std::variant<std::monostate, std::string, Packed> choice;
  std::variant<std::monostate, std::string, Packed> nothing;
  std::pair<std::uint8_t, std::string> pair;
  std::tuple<> none;
  std::tuple<Gaps, double> tuple;
  bool operator==(const Choices&) const = default;
};

TEST(PlanValues, OptionalsVariantsAndTuples) {
  Choices value;
  check(value);
  value.maybe = 4;
  value.text = "text";
  value.record = Packed{1, 2};
  value.twice.emplace();
  value.choice = Packed{3, 4};
  value.pair = {5, "six"};
  value.tuple = {{7, 8}, 9.5};
  check(value);
  value.twice = std::optional<bool>(true);
  value.choice = "text";
  check(value);
}

struct Maps {
  std::map<std::string, Packed> ordered;
  std::unordered_map<std::string, std::string> hashed;
  std::unordered_map<std::int32_t, std::map<std::int8_t, double>> inside;
  std::set<std::string> set;
  std::unordered_set<std::uint64_t> hashed_set;
  std::map<std::pair<std::int32_t, std::string>, bool> pairs;
  bool operator==(const Maps&) const = default;
};

TEST(PlanValues, MapsAndSets) {
  Maps value;
  check(value);
  for (int i = 0; i < 50; ++i) {
    const std::string key = "key " + std::to_string(i);
    value.ordered[key] = {i, 1};
    value.hashed[key] = "value " + std::to_string(i % 4);
    value.inside[i][static_cast<std::int8_t>(i)] = i;
    value.set.insert(key);
    value.hashed_set.insert(static_cast<std::uint64_t>(i) << 40);
    value.pairs[{i, key}] = i % 2 == 0;
  }
  check(value);
}

struct Times {
  std::chrono::nanoseconds pause;
  std::chrono::milliseconds ticks;
  std::chrono::system_clock::time_point when;
  std::bitset<17> bits;
  varint<std::int32_t> small;
  std::uint64_t counted;
  static constexpr auto fastser_options = options(as_varint("counted"));
  bool operator==(const Times& other) const {
    return pause == other.pause && ticks == other.ticks && when == other.when &&
           bits == other.bits && small == other.small && counted == other.counted;
  }
};

TEST(PlanValues, TimesBitsAndVarints) {
  Times value{};
  value.pause = std::chrono::nanoseconds(-5);
  value.ticks = std::chrono::milliseconds(77);
  value.when = std::chrono::system_clock::time_point(std::chrono::seconds(1700000000));
  value.bits.set(16);
  value.small = -300;
  value.counted = ~std::uint64_t{0};
  check(value);
}

struct Base {
  std::int32_t id = 0;
  std::string name;
  FASTSER_FIELDS(Base, id, name);
};
struct Derived : Base {
  std::string text;
  std::uint16_t last = 0;
  using fastser_base = Base;
  static constexpr std::uint32_t fastser_version = 3;
  FASTSER_FIELDS(Derived, text, last);
};

TEST(PlanValues, SuperClassesAndSharedFields) {
  std::vector<Derived> value(3);
  value[1].id = 5;
  value[1].name = "name";
  value[1].text = "name";
  value[2].last = 9;
  check(value, [](const std::vector<Derived>& again) {
    return again.size() == 3 && again[1].id == 5 && again[1].text == "name" && again[2].last == 9;
  });
}

struct Empty {
  bool operator==(const Empty&) const = default;
};
struct Hollow {
  std::vector<Empty> nothing;
  std::vector<std::monostate> null;
  Empty one;
  std::array<std::string, 0> none;
  bool operator==(const Hollow&) const = default;
};

TEST(PlanValues, WhatTakesNoBytes) {
  Hollow value;
  value.nothing.resize(20);
  value.null.resize(3);
  check(value);
}

struct Tree {
  std::string name;
  std::vector<Tree> children;
  std::unique_ptr<Tree> other;
  std::map<std::string, Tree> by_name;
  static bool same(const Tree& a, const Tree& b) {
    return a.name == b.name && a.children.size() == b.children.size() &&
           (a.other == nullptr) == (b.other == nullptr) && a.by_name.size() == b.by_name.size() &&
           std::equal(a.children.begin(), a.children.end(), b.children.begin(), &same);
  }
};

TEST(PlanValues, RecordsThatHoldTheirOwnKind) {
  Tree value;
  value.name = "root";
  value.children.resize(3);
  value.children[1].name = "child";
  value.children[1].children.resize(2);
  value.other = std::make_unique<Tree>();
  value.other->name = "child";
  value.by_name["x"].name = "root";
  check(value, [&](const Tree& again) { return Tree::same(again, value); });
}

TEST(PlanValues, ArraysOfRecordsInOneCall) {
  std::vector<Line> lines;
  for (std::uint32_t i = 0; i < 2000; ++i) {
    lines.push_back({i, "often", "text number " + std::to_string(i)});
  }
  const Plan plan = plan_for<Line>();
  for (const Sharing sharing : {Sharing::off, Sharing::on, Sharing::adaptive}) {
    const Result<Buffer> wanted = encode(lines, {.sharing = sharing});
    Buffer bytes;
    ASSERT_TRUE(
        plan.encode_array(bytes, lines.data(), lines.size(), sizeof(Line), {.sharing = sharing})
            .ok());
    ASSERT_TRUE(std::equal(wanted->begin(), wanted->end(), bytes.begin(), bytes.end()));
    std::vector<Line> again;
    ASSERT_TRUE(plan.decode_array(bytes, StdList<std::vector<Line>>::access(), &again).ok());
    ASSERT_EQ(again.size(), lines.size());
    EXPECT_EQ(again[1999].seldom, lines[1999].seldom);
  }
}

// A list of the caller's that counts how it was filled.
struct Counted {
  std::vector<std::int32_t> numbers;
  int assigned = 0;
  int resized = 0;
  Code code = Code::kOk;
};
ListAccess counted_access() {
  ListAccess access{.size = sizeof(Counted), .stride = sizeof(std::int32_t)};
  access.view = [](void*, const void* list, const void** first, std::size_t* count) {
    const auto& from = *static_cast<const Counted*>(list);
    *first = from.numbers.data();
    *count = from.numbers.size();
    return Code::kOk;
  };
  access.resize = [](void*, void* list, std::size_t count, void** first) {
    auto& to = *static_cast<Counted*>(list);
    ++to.resized;
    to.numbers.resize(count);
    *first = to.numbers.data();
    return to.code;
  };
  access.assign = [](void*, void* list, const std::byte* from, std::size_t count) {
    auto& to = *static_cast<Counted*>(list);
    ++to.assigned;
    to.numbers.resize(count);
    if (count != 0) std::memcpy(to.numbers.data(), from, count * sizeof(std::int32_t));
    return to.code;
  };
  return access;
}

TEST(PlanValues, ListsAreAssignedWhereTheirElementsLieAsInTheArchive) {
  Layout layout;
  const FormId form = layout.list(counted_access(), layout.plain());
  const Result<Plan> plan = Plan::compile(*type_of<std::vector<std::int32_t>>(), layout, form);
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  Counted list;
  for (const std::vector<std::int32_t>& numbers :
       {std::vector<std::int32_t>{1, -2, 3}, std::vector<std::int32_t>{}}) {
    list.assigned = list.resized = 0;
    ASSERT_TRUE(plan->decode(*encode(numbers), &list).ok());
    EXPECT_EQ(list.numbers, numbers);
    EXPECT_EQ(list.assigned, wire::kLittleHost ? 1 : 0);
    EXPECT_EQ(list.assigned + list.resized, 1);
  }
  // Not those of another version, which become wider.
  const std::vector<std::int16_t> narrow{1, -2, 3};
  list.assigned = list.resized = 0;
  ASSERT_TRUE(plan->decode(*encode(narrow), &list).ok());
  EXPECT_EQ(list.numbers, (std::vector<std::int32_t>{1, -2, 3}));
  EXPECT_EQ(list.assigned, 0);
  // What it refuses is the error of the call.
  list.code = Code::kNoSpace;
  EXPECT_EQ(plan->decode(*encode(std::vector<std::int32_t>{7}), &list).code(), Code::kNoSpace);
}

TEST(PlanValues, WorkspacesAreUsedAgain) {
  Workspace workspace;
  const Plan plan = plan_for<Texts>();
  for (int i = 0; i < 3; ++i) {
    Buffer bytes;
    const Texts value = texts();
    ASSERT_TRUE(plan.encode(bytes, &value, {.sharing = Sharing::on, .workspace = &workspace}).ok());
    Texts again;
    ASSERT_TRUE(plan.decode(bytes, &again, {.workspace = &workspace}).ok());
    EXPECT_EQ(again, value);
  }
}

// Short names and values of a dictionary go a way of their own, as far as there is room.
TEST(PlanValues, DictionariesOfNamesAndTextsOfEveryLengthAreThoseOfTemplates) {
  std::map<std::string, std::variant<std::int64_t, std::string, bool, std::vector<std::string>>>
      dictionary;
  for (std::size_t size = 0; size <= 70; ++size) {
    const std::string text(size, static_cast<char>('a' + size % 26));
    dictionary.emplace("t" + text, text);
    dictionary.emplace("n" + text, static_cast<std::int64_t>(size));
    dictionary.emplace("b" + text, size % 2 == 0);
    dictionary.emplace("l" + text, std::vector<std::string>(size % 3, text));
    if (size % 10 == 0) check(dictionary);
  }
}

// What lies in the entries of a map counts for them, whether it is written in the loop over them or
// by calls.
using Deep = std::map<std::string, std::variant<std::int64_t, std::string, std::vector<std::string>,
                                                std::map<std::int64_t, std::vector<double>>>>;

TEST(PlanDepth, EntriesOfMapsNestAsDeepAsTheirReadersAllow) {
  const Deep values[] = {
      {},
      {{"number", std::int64_t{1}}},
      {{"number", std::int64_t{1}}, {"text", "a text"}, {"texts", std::vector<std::string>{"a"}}},
      {{"texts", std::vector<std::string>{}}, {"z", std::int64_t{1}}},
      {{"map", std::map<std::int64_t, std::vector<double>>{{1, {0.5}}}}, {"z", "z"}},
  };
  const Plan plan = plan_for<Deep>();
  for (const Deep& value : values) {
    const Result<Buffer> wanted = encode(value);
    ASSERT_TRUE(wanted.ok());
    for (std::uint32_t depth = 0; depth < 6; ++depth) {
      SCOPED_TRACE(std::to_string(value.size()) + " entries, depth " + std::to_string(depth));
      Buffer bytes;
      const Status status = plan.encode(bytes, &value, {.depth = depth});
      EXPECT_EQ(status.code(), verify(*wanted, {.limits = {.depth = depth}}).code());
      if (status.ok()) {
        EXPECT_TRUE(std::equal(wanted->begin(), wanted->end(), bytes.begin(), bytes.end()));
      }
    }
  }
}

}  // namespace
}  // namespace fastser::archive
