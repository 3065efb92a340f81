// SPDX-License-Identifier: MIT
//
// Records as maps: their keys, what is shared, and types that are not the writer's.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fastser/flexbuffers.hpp"
#include "support/hex.hpp"
#include "support/person.hpp"

namespace fastser {
namespace {

using testing::hex_of;
using testing::make_person;
using testing::message;
using testing::Person;
using testing::without_blanks;

struct Two {
  int b = 5;
  int a = 6;
  friend bool operator==(const Two&, const Two&) = default;
};

TEST(FlexBuffersRecords, AreMapsWithSortedKeys) {
  const Result<Buffer> bytes = flexbuffers::encode(Two{7, 8});
  EXPECT_EQ(hex_of(*bytes), without_blanks("6100 6200 02 0504 02 01 02 0807 0404 04 24 01"));
  EXPECT_EQ(*flexbuffers::decode<Two>(*bytes), (Two{7, 8}));
  struct None {};
  EXPECT_EQ(hex_of(*flexbuffers::encode(None())), without_blanks("00 00 01 00 00 24 01"));
  EXPECT_TRUE(flexbuffers::decode<None>(*flexbuffers::encode(None())).ok());
}

TEST(FlexBuffersRecords, AreNoLargerThanTheReferenceMakesThem) {
  const Person person = make_person();
  const Result<Buffer> bytes = flexbuffers::encode(person);
  EXPECT_LE(bytes->size(), 193U);  // flatbuffers 2.0.8, keys and strings shared
  EXPECT_EQ(*flexbuffers::decode<Person>(*bytes), person);
  Person used{1, "a", std::string(100, 'b'), "c", {"d", 2, "e"}};
  ASSERT_TRUE(flexbuffers::decode_into(*bytes, used).ok());
  EXPECT_EQ(used, person);
}

TEST(FlexBuffersRecords, KeysInAnyOrderUnknownAndMissingOnesAreTaken) {
  // {"b": 7, "a": 8}, as no writer sorts it
  const auto unsorted = message("6200 6100 02 0504 02 01 02 0708 0404 04 24 01");
  EXPECT_EQ(*flexbuffers::decode<Two>(unsorted), (Two{7, 8}));
  struct Older {
    int a = 1;
    std::string gone = "gone";
    std::vector<std::string> more = {"x"};
  };
  Two value{9, 9};
  ASSERT_TRUE(flexbuffers::decode_into(*flexbuffers::encode(Older()), value).ok());
  EXPECT_EQ(value, (Two{5, 1}));
  // "a" twice
  EXPECT_EQ(flexbuffers::decode<Two>(message("6100 6100 02 0504 02 01 02 0708 0404 04 24 01"))
                .status()
                .code(),
            Code::kMalformed);
}

struct Options {
  int kept = 1;
  int cache = 2;
  std::string title;
  static constexpr auto fastser_options =
      fastser::options(fastser::omit("cache"), fastser::renamed_from("title", "name"));
  FASTSER_FIELDS(Options, kept, cache, title);
};

TEST(FlexBuffersRecords, FollowTheOptionsOfTheirFields) {
  const Result<Buffer> bytes = flexbuffers::encode(Options{});
  EXPECT_EQ(flexbuffers::root(*bytes)->size(), 2U);
  struct Before {
    int kept = 3;
    std::string name = "n";
  };
  Options value;
  value.cache = 77;
  ASSERT_TRUE(flexbuffers::decode_into(*flexbuffers::encode(Before()), value).ok());
  EXPECT_EQ(value.kept, 3);
  EXPECT_EQ(value.title, "n");
  EXPECT_EQ(value.cache, 77);
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

TEST(FlexBuffersRecords, FindAFieldByItsNameBeforeAFormerName) {
  struct Other {
    int zero = 0, number = 7, id = 8;
  };
  const auto renamed = flexbuffers::decode<Renamed>(*flexbuffers::encode(Other()));
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
  const auto first = flexbuffers::decode<Title>(*flexbuffers::encode(NameFirst()));
  ASSERT_TRUE(first.ok()) << first.status().to_string();
  EXPECT_EQ(first->title, "new");
  const auto last = flexbuffers::decode<Title>(*flexbuffers::encode(NameLast()));
  ASSERT_TRUE(last.ok()) << last.status().to_string();
  EXPECT_EQ(last->title, "new");
  EXPECT_EQ(flexbuffers::decode<Title>(*flexbuffers::encode(NameOnly()))->title, "old");
  struct Wrong {
    std::vector<int> name;
  };
  const Status status = flexbuffers::decode<Title>(*flexbuffers::encode(Wrong())).status();
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

TEST(FlexBuffersRecords, ThatNestDeeperThanAReaderTakesAreNotWritten) {
  EXPECT_TRUE(flexbuffers::decode<Nest>(*flexbuffers::encode(nest_of(128))).ok());
  EXPECT_EQ(flexbuffers::encode(nest_of(129)).status().code(), Code::kTooDeep);
  const auto deep = flexbuffers::encode(nest_of(300), {.depth = 300});
  ASSERT_TRUE(deep.ok()) << deep.status().to_string();
  EXPECT_EQ(flexbuffers::decode<Nest>(*deep).status().code(), Code::kTooDeep);
  EXPECT_TRUE(flexbuffers::decode<Nest>(*deep, {.limits = {.depth = 300}}).ok());
  EXPECT_EQ(flexbuffers::encode(nest_of(600), {.depth = 1000}).status().code(), Code::kTooDeep);
}

TEST(FlexBuffersRecords, OfOneTypeShareTheVectorOfTheirKeys) {
  const std::vector<Two> two(2);
  const std::vector<Two> three(3);
  // A record more is 3 widths in front, 2 values and 2 types, and its place and type in the list.
  EXPECT_EQ(*flexbuffers::encoded_size(three) - *flexbuffers::encoded_size(two), 3U + 4U + 2U);
  std::vector<Person> many(1000, make_person());
  for (std::size_t i = 0; i < many.size(); ++i) many[i].name += std::to_string(i);
  const Result<Buffer> bytes = flexbuffers::encode(many);
  EXPECT_EQ(*flexbuffers::decode<std::vector<Person>>(*bytes), many);
  EXPECT_TRUE(flexbuffers::verify(*bytes).ok());
  const Result<Buffer> shared = flexbuffers::encode(many, {.share_strings = true});
  EXPECT_EQ(*flexbuffers::decode<std::vector<Person>>(*shared), many);
  EXPECT_LT(shared->size() + 30'000, bytes->size());
  EXPECT_EQ(*flexbuffers::encoded_size(many, {.share_strings = true}), shared->size());
}

struct Node {
  std::string name;
  std::unique_ptr<Node> next;
  std::shared_ptr<Node> left;
  std::shared_ptr<Node> right;
};

TEST(FlexBuffersRecords, WhatOwnersHoldIsWrittenWhereTheyLeadAndCyclesAreRefused) {
  Node node;
  node.next = std::make_unique<Node>();
  node.next->name = "next";
  node.left = node.right = std::make_shared<Node>();
  const Result<Node> back = flexbuffers::decode<Node>(*flexbuffers::encode(node));
  ASSERT_TRUE(back.ok());
  EXPECT_EQ(back->next->name, "next");
  EXPECT_NE(back->left, back->right);
  EXPECT_EQ(flexbuffers::encode(node, {.expanded_objects = 1}).status().code(), Code::kOverBudget);
  node.left->left = node.left;
  EXPECT_EQ(flexbuffers::encode(node).status().code(), Code::kTooDeep);
  node.left->left.reset();
}

TEST(FlexBuffersRecords, ErrorsSayWhere) {
  struct Item {
    std::vector<Two> twos;
  };
  struct Wrong {
    std::string a;
    int b = 0;
  };
  struct WrongItem {
    std::vector<Wrong> twos;
  };
  const auto bytes = flexbuffers::encode(std::vector<WrongItem>{{}, {{{}, {}}}});
  const Status status = flexbuffers::decode<std::vector<Item>>(*bytes).status();
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  EXPECT_EQ(status.path(), "[1].twos[0].a");
  EXPECT_LT(status.offset(), bytes->size());
}

}  // namespace
}  // namespace fastser
