// SPDX-License-Identifier: MIT
//
// Records in their three forms, and read by types that are not the writer's.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fastser/msgpack.hpp"
#include "support/hex.hpp"
#include "support/person.hpp"

namespace fastser {
namespace {

using msgpack::Keys;
using testing::Actor;
using testing::hex_of;
using testing::message;
using testing::Person;

constexpr Keys kAllKeys[] = {Keys::strings, Keys::integers, Keys::array};

TEST(MsgpackRecords, HaveThreeForms) {
  const Actor actor{"Bristol", -1000, "Maisie"};
  EXPECT_EQ(hex_of(*msgpack::encode(actor)),
            "83aa62697274685f63697479a742726973746f6cad646174655f6f665f6269727468d1fc18a46e616d65"
            "a64d6169736965");
  EXPECT_EQ(hex_of(*msgpack::encode(actor, Keys::integers)),
            "8300a742726973746f6c01d1fc1802a64d6169736965");
  EXPECT_EQ(hex_of(*msgpack::encode(actor, Keys::array)), "93a742726973746f6cd1fc18a64d6169736965");
  const Person person{17, "Winterfell", "Stark", "Arya", actor};
  for (const Keys keys : kAllKeys) {
    const Result<Buffer> bytes = msgpack::encode(person, keys);
    EXPECT_EQ(*msgpack::decode<Person>(*bytes), person);
    Person used{1, "a", std::string(100, 'b'), "c", {"d", 2, "e"}};
    ASSERT_TRUE(msgpack::decode_into(*bytes, used).ok());
    EXPECT_EQ(used, person);
  }
}

TEST(MsgpackRecords, AreReadInAnyOrderWithUnknownFieldsBetween) {
  // {"name": "n", "more": [1, {"x": nil}], "date_of_birth": 5, nil: 1, "birth_city": "b"}
  const Actor expected{"b", 5, "n"};
  EXPECT_EQ(*msgpack::decode<Actor>(message("85a46e616d65a16ea46d6f7265920181a178c0ad646174655f6f66"
                                            "5f626972746805c001aa62697274685f63697479a162")),
            expected);
  // {2: "n", -1: 0, 99: [], 0: "b", 1: 5}
  EXPECT_EQ(*msgpack::decode<Actor>(message("8502a16eff00639000a1620105")), expected);
  // Numbers first, then names.
  EXPECT_EQ(*msgpack::decode<Actor>(message("8300a162010"
                                            "5a46e616d65a16e")),
            expected);
}

TEST(MsgpackRecords, GiveMissingFieldsTheirDefault) {
  struct Defaults {
    int number = 7;
    std::string text = "default";
    std::vector<int> list;
    bool operator==(const Defaults&) const = default;
  };
  const Defaults used{1, "used", {1, 2}};
  for (const char* form : {"8100"
                           "05",
                           "81a66e756d62657205", "9105"}) {
    Defaults value = used;
    ASSERT_TRUE(msgpack::decode_into(message(form), value).ok());
    EXPECT_EQ(value, (Defaults{5, "default", {}})) << form;
  }
  for (const char* form : {"80", "90"}) {
    Defaults value = used;
    ASSERT_TRUE(msgpack::decode_into(message(form), value).ok());
    EXPECT_EQ(value, Defaults{}) << form;
  }
  // {"list": [9]}, and an array with more than there are.
  EXPECT_EQ(*msgpack::decode<Defaults>(message("81a46c6973749109")), (Defaults{7, "default", {9}}));
  EXPECT_EQ(*msgpack::decode<Defaults>(message("9505a1789109a0c0")), (Defaults{5, "x", {9}}));
}

TEST(MsgpackRecords, RefuseAFieldThatComesTwice) {
  for (const char* form : {"8400a162010502a16e01"
                           "05",
                           "82a46e616d65a16ea46e616d65a16e", "8302a16ea46e616d65a16eff00"}) {
    const Status status = msgpack::decode<Actor>(message(form)).status();
    EXPECT_EQ(status.code(), Code::kMalformed) << form;
  }
}

struct Base {
  int base_field = 1;
  FASTSER_FIELDS(Base, base_field);
};
struct Numbered : Base {
  std::string seven;
  int hidden = 3;
  std::optional<int> new_name;
  int three_hundred = 0;
  using fastser_base = Base;
  FASTSER_FIELDS(Numbered, seven, hidden, new_name, three_hundred);
  static constexpr auto fastser_options =
      options(id("seven", 7), omit("hidden"), renamed_from("new_name", "old_name"),
              id("three_hundred", 300));
};

TEST(MsgpackRecords, FollowTheOptionsOfTheirFields) {
  Numbered value;
  value.base_field = 4;
  value.seven = "x";
  value.hidden = 5;
  value.new_name = 6;
  value.three_hundred = 8;
  EXPECT_EQ(hex_of(*msgpack::encode(value, Keys::integers)), "84000407a1780206cd012c08");
  EXPECT_EQ(hex_of(*msgpack::encode(value, Keys::array)), "9404a1780608");
  for (const Keys keys : kAllKeys) {
    const Result<Numbered> back = msgpack::decode<Numbered>(*msgpack::encode(value, keys));
    ASSERT_TRUE(back.ok()) << back.status().to_string();
    EXPECT_EQ(back->base_field, 4);
    EXPECT_EQ(back->seven, "x");
    EXPECT_EQ(back->hidden, 3);  // as T{} has it
    EXPECT_EQ(back->new_name, 6);
    EXPECT_EQ(back->three_hundred, 8);
  }
  EXPECT_EQ(msgpack::decode<Numbered>(message("81a86f6c645f6e616d6509"))->new_name, 9);
}

struct Plain {
  int id = 1;
  FASTSER_FIELDS(Plain, id);
};
struct Renamed : Plain {
  int number = 2;
  using fastser_base = Plain;
  static constexpr auto fastser_options = fastser::options(fastser::renamed_from("number", "id"));
  FASTSER_FIELDS(Renamed, number);
};

struct Title {
  std::string title;
  int pages = 0;
  static constexpr auto fastser_options = fastser::options(fastser::renamed_from("title", "name"));
};

TEST(MsgpackRecords, FindAFieldByItsNameBeforeAFormerName) {
  struct Other {
    int zero = 0, number = 7, id = 8;
  };
  const auto renamed = msgpack::decode<Renamed>(*msgpack::encode(Other()));
  ASSERT_TRUE(renamed.ok()) << renamed.status().to_string();
  EXPECT_EQ(renamed->number, 7);
  EXPECT_EQ(renamed->id, 8);
  // Of a program that had both: the new name counts, wherever it stands and whatever the other is.
  struct NameFirst {
    std::vector<int> name = {1};
    std::string title = "new";
    int pages = 3;
  };
  struct NameLast {
    std::string title = "new";
    int pages = 3;
    std::string name = "old";
  };
  struct NameOnly {
    int pages = 3;
    std::string name = "old";
  };
  const auto first = msgpack::decode<Title>(*msgpack::encode(NameFirst()));
  ASSERT_TRUE(first.ok()) << first.status().to_string();
  EXPECT_EQ(first->title, "new");
  const auto last = msgpack::decode<Title>(*msgpack::encode(NameLast()));
  ASSERT_TRUE(last.ok()) << last.status().to_string();
  EXPECT_EQ(last->title, "new");
  EXPECT_EQ(msgpack::decode<Title>(*msgpack::encode(NameOnly()))->title, "old");
  struct Wrong {
    std::vector<int> name;
  };
  const Status status = msgpack::decode<Title>(*msgpack::encode(Wrong())).status();
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  EXPECT_EQ(status.path(), "name");
}

struct Nest {
  std::vector<Nest> inside;
};
Nest nest_of(int depth) {
  Nest nest;
  for (int i = 1; i < depth; ++i) {
    Nest outer;
    outer.inside.push_back(std::move(nest));
    nest = std::move(outer);
  }
  return nest;
}

TEST(MsgpackRecords, ThatNestDeeperThanAReaderTakesAreNotWritten) {
  EXPECT_TRUE(msgpack::decode<Nest>(*msgpack::encode(nest_of(128))).ok());
  EXPECT_EQ(msgpack::encode(nest_of(129)).status().code(), Code::kTooDeep);
  const auto deep = msgpack::encode(nest_of(300), {.depth = 300});
  ASSERT_TRUE(deep.ok()) << deep.status().to_string();
  EXPECT_EQ(msgpack::decode<Nest>(*deep).status().code(), Code::kTooDeep);
  EXPECT_TRUE(msgpack::decode<Nest>(*deep, {.limits = {.depth = 300}}).ok());
  EXPECT_EQ(msgpack::encode(nest_of(600), {.depth = 1000}).status().code(), Code::kTooDeep);
}

struct Wide {
  int a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14;
  std::string a_name_that_is_longer_than_thirty_one_characters;
  double last;
  friend bool operator==(const Wide&, const Wide&) = default;
};

TEST(MsgpackRecords, OfManyFieldsAndLongNamesComeBack) {
  const Wide wide{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 1400000, "text", 2.5};
  for (const Keys keys : kAllKeys) {
    const Result<Buffer> bytes = msgpack::encode(wide, keys);
    EXPECT_EQ(*msgpack::decode<Wide>(*bytes), wide);
    EXPECT_EQ(hex_of(*bytes).substr(0, 6), keys == Keys::array ? "dc0011" : "de0011");
    std::vector<std::byte> exact(bytes->size());
    EXPECT_EQ(*msgpack::encode_to(exact, wide, {.keys = keys}), exact.size());
    EXPECT_TRUE(std::equal(exact.begin(), exact.end(), bytes->begin()));
    exact.pop_back();
    EXPECT_EQ(msgpack::encode_to(exact, wide, {.keys = keys}).status().code(), Code::kNoSpace);
  }
}

struct Node {
  int number = 0;
  std::vector<Node> children;
  std::shared_ptr<Node> next;
  std::unique_ptr<Node> own;
};

TEST(MsgpackRecords, WriteSharedObjectsWhereverTheyAreWithinABudget) {
  Node root;
  root.next = std::make_shared<Node>();
  root.next->number = 5;
  root.children.resize(2);
  root.children[0].next = root.next;
  root.children[1].own = std::make_unique<Node>();
  const Result<Buffer> bytes = msgpack::encode(root);
  const Result<Node> back = msgpack::decode<Node>(*bytes);
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->next->number, 5);
  EXPECT_EQ(back->children[0].next->number, 5);
  EXPECT_NE(back->children[0].next, back->next);
  EXPECT_TRUE(back->children[1].own);
  EXPECT_EQ(msgpack::encode(root, {.expanded_objects = 1}).status().code(), Code::kOverBudget);
  // 2^60 objects when written out.
  auto tower = std::make_shared<Node>();
  for (int i = 0; i < 60; ++i) {
    auto higher = std::make_shared<Node>();
    higher->children.resize(2);
    higher->children[0].next = tower;
    higher->children[1].next = tower;
    tower = higher;
  }
  EXPECT_EQ(msgpack::encode(*tower).status().code(), Code::kOverBudget);
  root.next->next = root.next;
  EXPECT_EQ(msgpack::encode(root).status().code(), Code::kTooDeep);
  root.next->next.reset();
}

TEST(MsgpackRecords, ReuseWhatAMapHoldsAndDropTheRest) {
  using Map = std::map<std::string, std::vector<int>>;
  Map value = {{"gone", {1}}, {"kept", {1, 2, 3}}};
  const std::vector<int>* const kept = &value["kept"];
  ASSERT_TRUE(msgpack::decode_into(*msgpack::encode(Map{{"kept", {4}}, {"new", {5}}}), value).ok());
  EXPECT_EQ(value, (Map{{"kept", {4}}, {"new", {5}}}));
  EXPECT_EQ(&value["kept"], kept);
}

/// Equal to those of the same number, with whatever title.
struct Titled {
  int number = 0;
  std::string title;
  bool operator<(const Titled& other) const { return number < other.number; }
};

TEST(MsgpackRecords, ReplaceKeysThatAreEqualButNotTheSame) {
  using Map = std::map<Titled, int>;
  Map value = {{{1, "old"}, 1}};
  const int* const kept = &value.begin()->second;
  ASSERT_TRUE(msgpack::decode_into(*msgpack::encode(Map{{{1, "new"}, 2}}), value).ok());
  EXPECT_EQ(value.begin()->first.title, "new");
  EXPECT_EQ(&value.begin()->second, kept);
}

}  // namespace
}  // namespace fastser
