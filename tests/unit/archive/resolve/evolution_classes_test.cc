// SPDX-License-Identifier: MIT
//
// Versions of classes: fields that come, go, move, and are renamed; objects that lie in fields that
// are gone; base classes. Three versions, each read by each other.
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "support/vectors.hpp"
#include "unit/archive/round_trip.hpp"

namespace fastser::testing {
namespace {

namespace v1 {
struct Address {
  std::string city;
  std::uint16_t number = 0;
};
struct Person {
  std::string name;
  std::int32_t age = 0;
  std::shared_ptr<Address> home;
  std::shared_ptr<Address> work;
  std::vector<std::string> notes;
  std::string title = "none";
};
}  // namespace v1

namespace v2 {  // home is gone, age wider and a varint, email is new, notes is a set, order changed
struct Address {
  std::optional<std::string> city;
  std::uint32_t number = 0;
  std::string country = "somewhere";
};
struct Person {
  std::vector<std::string> emails = {"first@default"};
  std::shared_ptr<Address> work;
  std::int64_t age = -1;
  std::set<std::string> notes;
  std::string name;
  std::string title = "none";
  static constexpr std::uint32_t fastser_version = 2;
  static constexpr auto fastser_options = fastser::options(fastser::as_varint("age"));
};
}  // namespace v2

namespace v3 {  // name became full_name, work became workplaces' neighbour `office`; home is back
struct Address {
  std::uint64_t number = 0;
  std::optional<std::string> city;
  std::string country = "elsewhere";
};
struct Person {
  std::string full_name;
  double age = 0;
  std::shared_ptr<Address> home;
  std::shared_ptr<Address> office;
  std::string title = "untitled";
  static constexpr std::uint32_t fastser_version = 3;
  static constexpr auto fastser_options =
      fastser::options(fastser::renamed_from("full_name", "name"),
                       fastser::renamed_from("office", "work"), fastser::share("title"));
};
}  // namespace v3

v1::Person make_v1() {
  v1::Person person{"Ada Lovelace", 36, {}, {}, {"mathematician", "countess"}, "Lady"};
  person.home = std::make_shared<v1::Address>(v1::Address{"London", 12});
  person.work = person.home;
  return person;
}

v2::Person make_v2() {
  v2::Person person;
  person.emails = {"ada@engine", "lady@engine"};
  person.work = std::make_shared<v2::Address>(v2::Address{"London", 70000, "England"});
  person.age = 36;
  person.notes = {"countess", "mathematician"};
  person.name = "Ada Lovelace";
  person.title = "Lady";
  return person;
}

v3::Person make_v3() {
  v3::Person person;
  person.full_name = "Ada Lovelace";
  person.age = 36.5;
  person.home = std::make_shared<v3::Address>(v3::Address{1, std::nullopt, "England"});
  person.office = person.home;
  person.title = "Lady";
  return person;
}

template <typename To>
To read(BytesView bytes) {
  To value{};
  const Status sound = archive::verify(bytes);
  EXPECT_TRUE(sound.ok()) << sound.to_string();
  const Status status = archive::decode_into(bytes, value);
  EXPECT_TRUE(status.ok()) << status.to_string();
  return value;
}

/// The frozen archive, which the writer of today still writes.
template <typename From>
std::vector<std::byte> frozen(const char* name, const From& from) {
  const Result<Buffer> bytes = archive::encode(from);
  EXPECT_TRUE(bytes.ok());
  const auto path = vector_path(std::string("good/evolution_") + name);
  offer_vector(path, std::string("evolution_classes_test.cc, ") + name, *bytes);
  Vector vector = read_vector(path);
  EXPECT_TRUE(same_bytes(vector.bytes, *bytes)) << "the writer changed: " << hex_of(*bytes, " ");
  return vector.bytes;
}

TEST(EvolutionOfClasses, TheFirstVersionIsReadByTheSecond) {
  const auto person = read<v2::Person>(frozen("person_v1", make_v1()));
  EXPECT_EQ(person.name, "Ada Lovelace");
  EXPECT_EQ(person.age, 36);
  EXPECT_EQ(person.emails, std::vector<std::string>{"first@default"});
  EXPECT_EQ(person.notes, (std::set<std::string>{"countess", "mathematician"}));
  // The object first appeared in `home`, which is gone.
  ASSERT_NE(person.work, nullptr);
  EXPECT_EQ(person.work->city, "London");
  EXPECT_EQ(person.work->number, 12U);
  EXPECT_EQ(person.work->country, "somewhere");
  EXPECT_EQ(person.work.use_count(), 1);
}

TEST(EvolutionOfClasses, TheFirstVersionIsReadByTheThird) {
  const auto person = read<v3::Person>(frozen("person_v1", make_v1()));
  EXPECT_EQ(person.full_name, "Ada Lovelace");
  EXPECT_EQ(person.age, 36.0);
  ASSERT_NE(person.home, nullptr);
  EXPECT_EQ(person.home, person.office);
  EXPECT_EQ(person.home->number, 12U);
  EXPECT_EQ(person.title, "Lady");
}

TEST(EvolutionOfClasses, TheThirdVersionIsReadByTheSecond) {
  // full_name is unknown to v2 and age is a float there: a misfit.
  const std::vector<std::byte> bytes = frozen("person_v3", make_v3());
  const Result<v2::Person> person = archive::decode<v2::Person>(bytes);
  EXPECT_EQ(person.status().code(), Code::kTypeMismatch);
  EXPECT_EQ(person.status().path(), "age");
  EXPECT_NE(person.status().message().find("class Person, field age"), std::string_view::npos);
}

TEST(EvolutionOfClasses, TheSecondVersionIsNotReadByTheFirstWhereFieldsGrew) {
  const std::vector<std::byte> bytes = frozen("person_v2", make_v2());
  const Result<v1::Person> person = archive::decode<v1::Person>(bytes);
  EXPECT_EQ(person.status().code(), Code::kTypeMismatch);
}

TEST(EvolutionOfClasses, TheSecondVersionIsReadByOneThatKnowsFewerFields) {
  struct Address {
    std::optional<std::string> city;
  };
  struct Person {
    std::string name;
    std::string unknown = "default";
    std::shared_ptr<Address> work;
  };
  const auto person = read<Person>(frozen("person_v2", make_v2()));
  EXPECT_EQ(person.name, "Ada Lovelace");
  EXPECT_EQ(person.unknown, "default");
  ASSERT_NE(person.work, nullptr);
  EXPECT_EQ(person.work->city, "London");
}

TEST(EvolutionOfClasses, TheThirdVersionIsReadByOneThatKnowsItsOwnNames) {
  struct Person {
    std::string title = "default";
    std::string full_name;
  };
  const auto person = read<Person>(frozen("person_v3", make_v3()));
  EXPECT_EQ(person.title, "Lady");
  EXPECT_EQ(person.full_name, "Ada Lovelace");
}

TEST(EvolutionOfClasses, AddedFieldsGetTheirDefaultInAUsedObjectToo) {
  v2::Person used = make_v2();
  used.emails = {"stale"};
  ASSERT_TRUE(archive::decode_into(frozen("person_v1", make_v1()), used).ok());
  EXPECT_EQ(used.emails, std::vector<std::string>{"first@default"});
  EXPECT_EQ(used.work->country, "somewhere");
}

TEST(EvolutionOfClasses, AVersionMayBeAddedLater) {
  const std::vector<std::byte> bytes = frozen("person_v1", make_v1());  // has version 0
  EXPECT_TRUE(archive::decode<v3::Person>(bytes).ok());
}

// ---- position

TEST(EvolutionOfClasses, FieldsWithoutNamesAreFoundByPosition) {
  struct Three {
    std::int64_t a = 0;
    std::string b;
    double c = 9.5;
  };
  // One shape "Three": an i32, a string, no names. Value: 7, "x".
  const std::vector<std::byte> bytes = read_vector(vector_path("good/evolution_unnamed")).bytes;
  const auto three = read<Three>(bytes);
  EXPECT_EQ(three.a, 7);
  EXPECT_EQ(three.b, "x");
  EXPECT_EQ(three.c, 9.5);
  struct Single {
    std::int32_t a = 0;
  };
  EXPECT_EQ(read<Single>(bytes).a, 7);
}

TEST(EvolutionOfClasses, ARunOfFieldsWithoutNamesIsFoundByPosition) {
  struct Point {
    std::int32_t x = 0, y = 0, z = 0;
    std::int32_t w = -1;
  };
  // One shape "Point": 3 x i16 without names. Value: 1, 2, -3.
  const auto point = read<Point>(read_vector(vector_path("good/evolution_run")).bytes);
  EXPECT_EQ(point.x, 1);
  EXPECT_EQ(point.y, 2);
  EXPECT_EQ(point.z, -3);
  EXPECT_EQ(point.w, -1);
}

// ---- base classes

struct Base {
  std::string id = "default id";
  std::int32_t rank = 1;
  FASTSER_FIELDS(Base, id, rank);
};
struct WithBase : Base {
  std::string text = "default text";
  FASTSER_FIELDS(WithBase, text);
  using fastser_base = Base;
  static constexpr std::string_view fastser_name = "Thing";
};
struct WithoutBase {
  std::string id = "no id";
  std::int64_t rank = -1;
  std::string text;
  static constexpr std::string_view fastser_name = "Thing";
};

struct Plain {
  std::string text = "a text";
  static constexpr std::string_view fastser_name = "Thing";
};
struct OldBase {
  std::string gone = "gone";
  std::int16_t rank = 3;
  FASTSER_FIELDS(OldBase, gone, rank);
  static constexpr std::string_view fastser_name = "Base";
};
struct Old : OldBase {
  std::string text = "old text";
  FASTSER_FIELDS(Old, text);
  using fastser_base = OldBase;
  static constexpr std::string_view fastser_name = "Thing";
};

TEST(EvolutionOfClasses, ABaseClassMayBeDissolvedIntoItsClass) {
  WithBase value;
  value.id = "an id";
  value.rank = 5;
  value.text = "a text";
  const auto again = read<WithoutBase>(*archive::encode(value));
  EXPECT_EQ(again.id, "an id");
  EXPECT_EQ(again.rank, 5);
  EXPECT_EQ(again.text, "a text");
}

TEST(EvolutionOfClasses, ABaseClassMayBeAdded) {
  const Result<WithBase> again = archive::decode<WithBase>(*archive::encode(Plain{}));
  ASSERT_TRUE(again.ok()) << again.status().to_string();
  EXPECT_EQ(again->id, "default id");
  EXPECT_EQ(again->rank, 1);
  EXPECT_EQ(again->text, "a text");
}

TEST(EvolutionOfClasses, FieldsOfABaseClassEvolveLikeOthers) {
  const auto again = read<WithBase>(*archive::encode(Old{}));
  EXPECT_EQ(again.id, "default id");
  EXPECT_EQ(again.rank, 3);
  EXPECT_EQ(again.text, "old text");
}

// ---- objects

struct Raw {
  std::int32_t value = 0;
  Raw* next = nullptr;
  static constexpr std::string_view fastser_name = "Cell";
};
struct Shared {
  std::shared_ptr<Shared> next;
  std::int64_t value = 0;
  static constexpr std::string_view fastser_name = "Cell";
};

TEST(EvolutionOfClasses, RawPointersBecomeShared) {
  Raw second{2, nullptr};
  Raw first{1, &second};
  const Result<Buffer> bytes = archive::encode(static_cast<Raw*>(&first));
  const auto again = read<std::shared_ptr<Shared>>(*bytes);
  ASSERT_TRUE(again && again->next);
  EXPECT_EQ(again->value, 1);
  EXPECT_EQ(again->next->value, 2);
}

struct OldNode {
  std::int32_t value = 0;
  std::vector<std::shared_ptr<OldNode>> children;
  std::string gone;
  static constexpr std::string_view fastser_name = "Node";
};
struct NewNode {
  std::int64_t value = 0;
  std::vector<std::shared_ptr<NewNode>> children;
  static constexpr std::string_view fastser_name = "Node";
};

TEST(EvolutionOfClasses, LongChainsOfAnotherVersionAreReadWithDefaultLimits) {
  const auto root = std::make_shared<OldNode>();
  std::shared_ptr<OldNode> last = root;
  for (int i = 1; i <= 1000; ++i) {
    last->children.push_back(std::make_shared<OldNode>(OldNode{i, {}, "x"}));
    last = last->children[0];
  }
  last->children.push_back(root);
  const auto again = read<std::shared_ptr<NewNode>>(*archive::encode(root));
  ASSERT_NE(again, nullptr);
  std::shared_ptr<NewNode> at = again;
  for (int i = 1; i <= 1000; ++i) {
    ASSERT_EQ(at->children.size(), 1U);
    ASSERT_NE(at->children[0], nullptr);
    at = at->children[0];
    EXPECT_EQ(at->value, i);
  }
  EXPECT_EQ(at->children[0], again);
  at->children.clear();
  last->children.clear();
}

}  // namespace
}  // namespace fastser::testing
