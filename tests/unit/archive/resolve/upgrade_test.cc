// SPDX-License-Identifier: MIT
//
// fastser_upgrade: called for older versions of a class and for those only, with what the class no
// longer has.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "unit/archive/resolve/read_as.hpp"

namespace fastser::testing {
namespace {

namespace v1 {
struct Person {
  std::string first;
  std::string last;
  std::int16_t age = 0;
  std::string note;
  static constexpr std::uint32_t fastser_version = 1;
};
struct House {
  std::vector<Person> people;
  std::shared_ptr<Person> owner;
  std::optional<Person> guest;
  std::int32_t number = 0;
};
}  // namespace v1

namespace v2 {
struct Person {
  std::string name;
  std::string note;
  std::int32_t birth_year = 7;
  std::uint32_t calls = 0;
  std::uint32_t from = 99;

  static constexpr std::uint32_t fastser_version = 2;
  static constexpr auto fastser_options =
      fastser::options(fastser::omit("calls"), fastser::omit("from"));
  struct fastser_removed {
    std::string first = "no first";
    std::string last;
    std::int64_t age = -1;  // wider than it was
    std::string never = "never written";
  };
  void fastser_upgrade(std::uint32_t from_version, fastser_removed& old) {
    ++calls;
    from = from_version;
    EXPECT_EQ(old.never, "never written");
    EXPECT_EQ(birth_year, 7) << "defaults come first";
    name = old.first + " " + old.last;
    birth_year = static_cast<std::int32_t>(2020 - old.age);
  }
};
struct House {
  std::vector<Person> people;
  std::shared_ptr<Person> owner;
  std::optional<Person> guest;
  std::int32_t number = 0;
};
}  // namespace v2

TEST(Upgrade, TheHookGetsTheVersionAndTheFieldsThatAreGone) {
  const auto person = read_as<v2::Person>(v1::Person{"Ada", "Lovelace", 36, "a note"});
  EXPECT_EQ(person.name, "Ada Lovelace");
  EXPECT_EQ(person.birth_year, 1984);
  EXPECT_EQ(person.note, "a note");
  EXPECT_EQ(person.calls, 1U);
  EXPECT_EQ(person.from, 1U);
}

TEST(Upgrade, EveryRecordIsUpgradedWhereverItLies) {
  v1::House old;
  old.people = {{"A", "B", 1, {}}, {"C", "D", 2, {}}};
  old.owner = std::make_shared<v1::Person>(v1::Person{"E", "F", 3, "shared"});
  old.guest = v1::Person{"G", "H", 4, {}};
  old.number = 12;
  const auto house = read_as<v2::House>(old);
  ASSERT_EQ(house.people.size(), 2U);
  EXPECT_EQ(house.people[0].name, "A B");
  EXPECT_EQ(house.people[1].name, "C D");
  EXPECT_EQ(house.people[1].birth_year, 2018);
  ASSERT_NE(house.owner, nullptr);
  EXPECT_EQ(house.owner->name, "E F");
  EXPECT_EQ(house.owner->note, "shared");
  ASSERT_TRUE(house.guest.has_value());
  EXPECT_EQ(house.guest->name, "G H");
  EXPECT_EQ(house.number, 12);
}

TEST(Upgrade, ThePresentVersionIsNotUpgraded) {
  v2::Person person;
  person.name = "Grace";
  const auto same = read_as<v2::Person>(person);
  EXPECT_EQ(same.name, "Grace");
  EXPECT_EQ(same.calls, 0U);
  EXPECT_EQ(read_as<v2::House>(v2::House{{person}, nullptr, {}, 1}).people[0].calls, 0U);
}

namespace present {  // other fields, the version is that of v2
struct Person {
  std::string first;
  std::string name;
  static constexpr std::uint32_t fastser_version = 2;
};
}  // namespace present
namespace newer {
struct Person {
  std::string first;
  std::string name;
  static constexpr std::uint32_t fastser_version = 3;
};
}  // namespace newer

TEST(Upgrade, NorIsANewerOneOrAnotherShapeOfThePresent) {
  const auto present = read_as<v2::Person>(present::Person{"gone", "here"});
  EXPECT_EQ(present.name, "here");
  EXPECT_EQ(present.calls, 0U);
  const auto newer = read_as<v2::Person>(newer::Person{"gone", "there"});
  EXPECT_EQ(newer.name, "there");
  EXPECT_EQ(newer.calls, 0U);
}

TEST(Upgrade, AUsedObjectIsUpgradedLikeANewOne) {
  const Buffer bytes = archive::encode(v1::Person{"Ada", "Lovelace", 36, "n"}).value();
  v2::Person person;
  person.birth_year = 1;
  person.name = "somebody";
  ASSERT_TRUE(archive::decode_into(bytes, person).ok());
  EXPECT_EQ(person.name, "Ada Lovelace");
  EXPECT_EQ(person.birth_year, 1984);
}

namespace v1 {
struct Shape {
  std::int32_t left = 0;
  static constexpr std::uint32_t fastser_version = 1;
  FASTSER_FIELDS(Shape, left);
};
struct Circle : Shape {
  using fastser_base = Shape;
  std::int32_t diameter = 0;
  static constexpr std::uint32_t fastser_version = 4;
  FASTSER_FIELDS(Circle, diameter);
};
}  // namespace v1
namespace v2 {
struct Shape {
  std::int32_t x = 0;
  std::string trace;
  static constexpr std::uint32_t fastser_version = 2;
  static constexpr auto fastser_options = fastser::options(fastser::omit("trace"));
  struct fastser_removed {
    std::int32_t left = 0;
  };
  void fastser_upgrade(std::uint32_t from_version, fastser_removed& old) {
    x = old.left;
    trace += "shape " + std::to_string(from_version) + ";";
  }
  FASTSER_FIELDS(Shape, x, trace);
};
struct Circle : Shape {
  using fastser_base = Shape;
  double radius = 0;
  static constexpr std::uint32_t fastser_version = 5;
  struct fastser_removed {
    std::int32_t diameter = 0;
  };
  void fastser_upgrade(std::uint32_t from_version, fastser_removed& old) {
    radius = old.diameter / 2.0;
    trace += "circle " + std::to_string(from_version) + ";";
  }
  FASTSER_FIELDS(Circle, radius);
};
struct Dot : Shape {  // inherits the hook, and has none of its own
  using fastser_base = Shape;
  std::int32_t size = 0;
  FASTSER_FIELDS(Dot, size);
};
}  // namespace v2
namespace v1 {
struct Dot : Shape {
  using fastser_base = Shape;
  std::int32_t size = 0;
  FASTSER_FIELDS(Dot, size);
};
}  // namespace v1

TEST(Upgrade, BaseClassesComeFirstEachWithItsOwnVersion) {
  v1::Circle old;
  old.left = 3;
  old.diameter = 9;
  const auto circle = read_as<v2::Circle>(old);
  EXPECT_EQ(circle.x, 3);
  EXPECT_EQ(circle.radius, 4.5);
  EXPECT_EQ(circle.trace, "shape 1;circle 4;");
}

TEST(Upgrade, AHookThatIsInheritedIsCalledOnce) {
  v1::Dot old;
  old.left = 5;
  old.size = 6;
  const auto dot = read_as<v2::Dot>(old);
  EXPECT_EQ(dot.x, 5);
  EXPECT_EQ(dot.size, 6);
  EXPECT_EQ(dot.trace, "shape 1;");
}

// The base has a fastser_removed; the classes that derive from it each do something else.
namespace v1 {
struct Card {
  std::int32_t y = 0;
  static constexpr std::uint32_t fastser_version = 1;
  FASTSER_FIELDS(Card, y);
};
struct Derived : Card {
  std::int32_t z = 0;
  static constexpr std::uint32_t fastser_version = 1;
  FASTSER_FIELDS(Derived, z);
  using fastser_base = Card;
};
}  // namespace v1
namespace v2 {
struct Card {
  std::int32_t x = 0;
  static constexpr std::uint32_t fastser_version = 2;
  struct fastser_removed {
    std::int32_t y = 0;
  };
  FASTSER_FIELDS(Card, x);
  void fastser_upgrade(std::uint32_t, fastser_removed& old) { x = old.y; }
};
struct Ace : Card {
  std::int32_t z = 0;
  static constexpr std::string_view fastser_name = "Derived";
  static constexpr std::uint32_t fastser_version = 2;
  FASTSER_FIELDS(Ace, z);
  using fastser_base = Card;
  void fastser_upgrade(std::uint32_t from_version) { z += 10 + static_cast<int>(from_version); }
};
struct King : Card {
  std::int32_t z = 0;
  static constexpr std::string_view fastser_name = "Derived";
  static constexpr std::uint32_t fastser_version = 2;
  FASTSER_FIELDS(King, z);
  using fastser_base = Card;
  void fastser_upgrade(std::uint32_t, fastser_removed&) { z += 20; }
};
}  // namespace v2

TEST(Upgrade, WhatTheBaseRemovedIsNotWhatTheDerivedClassMustTake) {
  v1::Derived old;
  old.y = 4;
  old.z = 5;
  const auto ace = read_as<v2::Ace>(old);
  EXPECT_EQ(ace.x, 4);
  EXPECT_EQ(ace.z, 16);
  const auto king = read_as<v2::King>(old);
  EXPECT_EQ(king.x, 4);
  EXPECT_EQ(king.z, 25) << "but it may";
}

namespace vendor {
struct Point {
  double x = 0;
  double y = 0;
};
}  // namespace vendor
namespace v1 {
struct Point {
  double radius = 0;
  bool up = false;
};
}  // namespace v1

}  // namespace
}  // namespace fastser::testing

template <>
struct fastser::Describe<fastser::testing::vendor::Point> {
  FASTSER_MEMBERS(fastser::testing::vendor::Point, x, y);
  static constexpr std::uint32_t fastser_version = 1;
  struct fastser_removed {
    double radius = 0;
    bool up = false;
  };
  static void fastser_upgrade(testing::vendor::Point& value, std::uint32_t from_version,
                              fastser_removed& old) {
    if (from_version == 0) (old.up ? value.y : value.x) = old.radius;
  }
  static void fastser_upgrade(const std::string&, std::uint32_t) {}  // another one of that name
};

namespace fastser::testing {
namespace {

TEST(Upgrade, ADescriptionFromOutsideHasItAsAStaticFunction) {
  EXPECT_EQ(read_as<vendor::Point>(v1::Point{2.5, true}).y, 2.5);
  EXPECT_EQ(read_as<vendor::Point>(v1::Point{2.5, false}).x, 2.5);
}

namespace plain {
struct Counter {
  std::int32_t count = 0;
  static constexpr std::uint32_t fastser_version = 3;
  void fastser_upgrade(std::uint32_t from_version) { count += static_cast<int>(from_version); }
};
}  // namespace plain
namespace v1 {
struct Counter {
  std::int32_t count = 0;
  static constexpr std::uint32_t fastser_version = 1;
};
}  // namespace v1

TEST(Upgrade, TheVersionAloneIsEnough) {
  EXPECT_EQ(read_as<plain::Counter>(v1::Counter{40}).count, 41);
}

namespace broken {
struct Person {
  std::string first;
  bool last = true;  // was never a text
  static constexpr std::uint32_t fastser_version = 1;
};
}  // namespace broken

TEST(Upgrade, AFieldThatIsGoneMustConvertLikeAnyOther) {
  const Buffer bytes = archive::encode(broken::Person{"A", true}).value();
  const Result<v2::Person> read = archive::decode<v2::Person>(bytes);
  EXPECT_EQ(read.status().code(), Code::kTypeMismatch);
  EXPECT_NE(read.status().message().find("last"), std::string_view::npos) << read.status();
}

}  // namespace
}  // namespace fastser::testing
