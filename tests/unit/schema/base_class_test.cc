// SPDX-License-Identifier: MIT
//
// Base classes: those that a description from outside names, and those that only the class itself
// may construct. In every format their fields are written, read, reset and converted.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/flat.hpp"
#include "fastser/flexbuffers.hpp"
#include "fastser/graph.hpp"
#include "fastser/internal/archive/plan/form_of.hpp"
#include "fastser/json.hpp"
#include "fastser/msgpack.hpp"
#include "fastser/plan.hpp"

namespace fastser::testing {
namespace {

namespace vendor {
class Outline {
 public:
  virtual ~Outline() = default;
  std::string name = "none";
  std::int32_t layer = 3;
};
class Disc : public Outline {
 public:
  double radius = 1;
};
class Ring : public Disc {
 public:
  double hole = 0.5;
};
}  // namespace vendor

/// Described from inside, with a base that is described from outside.
struct Badge : vendor::Outline {
  std::int32_t points = 0;
  FASTSER_FIELDS(Badge, points);
  using fastser_base = vendor::Outline;
};

namespace v1 {
struct Outline {
  std::string title;
  static constexpr std::uint32_t fastser_version = 1;
  FASTSER_FIELDS(Outline, title);
};
struct Disc : Outline {
  float radius = 0;
  FASTSER_FIELDS(Disc, radius);
  using fastser_base = Outline;
};
}  // namespace v1

}  // namespace
}  // namespace fastser::testing

template <>
struct fastser::Describe<fastser::testing::vendor::Outline> {
  using Outline = fastser::testing::vendor::Outline;
  FASTSER_MEMBERS(Outline, name, layer);
  static constexpr std::uint32_t fastser_version = 2;
  static constexpr auto fastser_options = fastser::options(fastser::renamed_from("name", "title"));
  static void fastser_upgrade(Outline& value, std::uint32_t from_version) {
    value.name += " of version " + std::to_string(from_version);
  }
};
template <>
struct fastser::Describe<fastser::testing::vendor::Disc> {
  FASTSER_MEMBERS(fastser::testing::vendor::Disc, radius);
  using fastser_base = fastser::testing::vendor::Outline;
};
template <>
struct fastser::Describe<fastser::testing::vendor::Ring> {
  FASTSER_MEMBERS(fastser::testing::vendor::Ring, hole);
  using fastser_base = fastser::testing::vendor::Disc;
};

namespace fastser::testing {
namespace {

using vendor::Disc;
using vendor::Outline;
using vendor::Ring;

Ring make_ring() {
  Ring ring;
  ring.name = "wheel";
  ring.layer = 8;
  ring.radius = 2;
  ring.hole = 1.5;
  return ring;
}
void expect_ring(const Ring& ring) {
  EXPECT_EQ(ring.name, "wheel");
  EXPECT_EQ(ring.layer, 8);
  EXPECT_EQ(ring.radius, 2);
  EXPECT_EQ(ring.hole, 1.5);
}
template <typename Encode, typename DecodeInto>
void expect_there_and_back(const Encode& encode, const DecodeInto& decode_into) {
  const Result<Buffer> bytes = encode(make_ring());
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  Ring again;
  const Status read = decode_into(*bytes, again);
  ASSERT_TRUE(read.ok()) << read.to_string();
  expect_ring(again);
}

TEST(BaseClass, ADescriptionFromOutsideHasOneInEveryFormat) {
  expect_there_and_back(
      [](const auto& value) { return archive::encode(value); },
      [](const Buffer& bytes, auto& value) { return archive::decode_into(bytes, value); });
  expect_there_and_back(
      [](const auto& value) { return msgpack::encode(value); },
      [](const Buffer& bytes, auto& value) { return msgpack::decode_into(bytes, value); });
  expect_there_and_back(
      [](const auto& value) { return flexbuffers::encode(value); },
      [](const Buffer& bytes, auto& value) { return flexbuffers::decode_into(bytes, value); });
  expect_there_and_back(
      [](const auto& value) { return flat::encode(value); },
      [](const Buffer& bytes, auto& value) { return flat::decode_into(bytes, value); });
}

TEST(BaseClass, ItsFieldsComeFirstInJson) {
  const Result<Buffer> bytes = archive::encode(make_ring());
  EXPECT_EQ(convert::archive_to_json(*bytes).value(),
            R"({"name":"wheel","layer":8,"radius":2.0,"hole":1.5})");
}

TEST(BaseClass, APlanHasItsFields) {
  const Result<Plan> plan = archive::plan_of<Ring>();
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  const Ring ring = make_ring();
  Buffer bytes;
  ASSERT_TRUE(plan->encode(bytes, &ring).ok());
  EXPECT_EQ(bytes.size(), archive::encode(ring)->size());
  expect_ring(archive::decode<Ring>(bytes).value());
  Ring again;
  ASSERT_TRUE(plan->decode(bytes, &again).ok());
  expect_ring(again);
}

TEST(BaseClass, ItsOldNamesHookAndDefaultsCountInOtherVersions) {
  v1::Disc old;
  old.title = "wheel";
  old.radius = 2;
  const Result<Buffer> bytes = archive::encode(old);
  Disc again;
  again.layer = 99;
  const Status read = archive::decode_into(*bytes, again);
  ASSERT_TRUE(read.ok()) << read.to_string();
  EXPECT_EQ(again.name, "wheel of version 1");
  EXPECT_EQ(again.layer, 3) << "a new field has its default";
  EXPECT_EQ(again.radius, 2);
}

TEST(BaseClass, GraphsCompareItsFields) {
  Ring other = make_ring();
  EXPECT_TRUE(graph::equal(make_ring(), other));
  other.layer = 9;
  EXPECT_FALSE(graph::equal(make_ring(), other));
}

TEST(BaseClass, ARegistryWritesItsFields) {
  Registry registry;
  registry.add<Outline, Ring, Badge>();
  std::vector<std::shared_ptr<Outline>> all{std::make_shared<Ring>(make_ring()),
                                            std::make_shared<Badge>()};
  all[1]->name = "gold";
  const Result<Buffer> bytes = archive::encode(all, {.registry = &registry});
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  const auto again = archive::decode<decltype(all)>(*bytes, {.registry = &registry}).value();
  ASSERT_NE(dynamic_cast<const Ring*>(again[0].get()), nullptr);
  expect_ring(dynamic_cast<const Ring&>(*again[0]));
  ASSERT_NE(dynamic_cast<const Badge*>(again[1].get()), nullptr);
  EXPECT_EQ(again[1]->name, "gold");
}

/// Braces cannot make one: they would call the constructor of the base from outside.
class OnlyForDerived {
 protected:
  OnlyForDerived() = default;
};
struct Leaf : OnlyForDerived {
  std::int32_t value = 7;
  std::string text;
  double share = 0.5;
  FASTSER_FIELDS(Leaf, value, text, share);
};
bool operator<(const Leaf& left, const Leaf& right) { return left.value < right.value; }
struct Branch {
  Leaf leaf;
  std::vector<Leaf> list;
  std::map<std::string, Leaf> map;
  std::multimap<std::string, Leaf> many;
  std::set<Leaf> set;
  std::optional<Leaf> maybe;
  std::pair<Leaf, int> pair;
};
struct OldLeaf {
  std::int32_t value = 0;
};

template <typename Encode, typename DecodeInto>
void expect_branch(const Encode& encode, const DecodeInto& decode_into) {
  Leaf leaf;
  leaf.value = 5;
  Branch before;
  before.leaf = leaf;
  before.list = {leaf, leaf};
  before.map = {{"a", leaf}};
  before.many = {{"b", leaf}, {"b", leaf}};
  before.set = {leaf};
  before.maybe = leaf;
  before.pair.first = leaf;
  const Result<Buffer> bytes = encode(before);
  ASSERT_TRUE(bytes.ok()) << bytes.status().to_string();
  Branch again;
  const Status read = decode_into(*bytes, again);
  ASSERT_TRUE(read.ok()) << read.to_string();
  EXPECT_TRUE(graph::equal(before, again));
  // What the writer did not have is as in a new one.
  leaf.share = 1;
  const Result<Buffer> old = encode(OldLeaf{6});
  const Status resolved = decode_into(*old, leaf);
  ASSERT_TRUE(resolved.ok()) << resolved.to_string();
  EXPECT_EQ(leaf.value, 6);
  EXPECT_EQ(leaf.share, 0.5);
}

TEST(BaseClass, ItsConstructorMayBeProtected) {
  expect_branch(
      [](const auto& value) { return archive::encode(value); },
      [](const Buffer& bytes, auto& value) { return archive::decode_into(bytes, value); });
  expect_branch(
      [](const auto& value) { return msgpack::encode(value); },
      [](const Buffer& bytes, auto& value) { return msgpack::decode_into(bytes, value); });
  expect_branch(
      [](const auto& value) { return flexbuffers::encode(value); },
      [](const Buffer& bytes, auto& value) { return flexbuffers::decode_into(bytes, value); });
  expect_branch([](const auto& value) { return flat::encode(value); },
                [](const Buffer& bytes, auto& value) { return flat::decode_into(bytes, value); });
  EXPECT_TRUE(archive::plan_of<Leaf>().ok());
}

struct Person : std::enable_shared_from_this<Person> {
  std::int32_t age = 0;
  std::vector<std::shared_ptr<Person>> children;
  std::weak_ptr<Person> parent;
  FASTSER_FIELDS(Person, age, children, parent);
};

TEST(BaseClass, ObjectsThatWereReadKnowTheirOwner) {
  const auto ada = std::make_shared<Person>();
  ada->age = 36;
  for (int i = 0; i < 100; ++i) {  // the first of them have their own memory
    ada->children.push_back(std::make_shared<Person>());
    ada->children.back()->parent = ada;
  }
  const Result<Buffer> bytes = archive::encode(ada);
  std::shared_ptr<Person> again = archive::decode<std::shared_ptr<Person>>(*bytes).value();
  EXPECT_EQ(again->weak_from_this().lock(), again);
  for (const std::shared_ptr<Person>& child : again->children) {
    EXPECT_EQ(child->shared_from_this(), child);
    EXPECT_EQ(child->parent.lock(), again);
  }
  // Read again into the same pointer.
  ASSERT_TRUE(archive::decode_into(*bytes, again).ok());
  EXPECT_EQ(again->weak_from_this().lock(), again);
}

}  // namespace
}  // namespace fastser::testing
