// SPDX-License-Identifier: MIT
//
// Pairs of an older and a newer class that lost values without a word, or were refused, read with
// default options. (Removed bits and many removed objects: unit/archive/evolution_removed_test.cc;
// units of time: evolution_times_test.cc. Random pairs: props/version_pairs_test.cc.)
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <variant>

#include "fastser/archive.hpp"

namespace fastser {
namespace {

template <typename To, typename From>
Result<To> read_as(const From& from) {
  const Result<Buffer> bytes = archive::encode(from);
  if (!bytes.ok()) return bytes.status();
  const Status sound = archive::verify(*bytes);
  EXPECT_TRUE(sound.ok()) << sound.to_string();
  Result<To> read = archive::decode<To>(*bytes);
  EXPECT_TRUE(read.ok()) << read.status().to_string();
  return read;
}

// ---- base classes

namespace flat {
struct Thing {
  std::int32_t x = 0;
  std::string s;
  bool last = false;
};
}  // namespace flat
namespace tall {
struct Base {
  std::int32_t x = -1;
  FASTSER_FIELDS(Base, x);
};
struct Middle : Base {
  std::string s = "default";
  using fastser_base = Base;
  FASTSER_FIELDS(Middle, s);
};
struct Thing : Middle {
  bool last = false;
  using fastser_base = Middle;
  FASTSER_FIELDS(Thing, last);
};
}  // namespace tall
namespace wide {
struct Base {
  std::int32_t x = -1;
  FASTSER_FIELDS(Base, x);
};
struct Thing : Base {
  bool last = false;
  std::string s = "default";
  using fastser_base = Base;
  FASTSER_FIELDS(Thing, last, s);
};
}  // namespace wide

template <typename To, typename From>
void expect_moves() {
  From from;
  from.x = 10;
  from.s = "hello";
  from.last = true;
  const Result<To> read = read_as<To>(from);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->x, 10);
  EXPECT_EQ(read->s, "hello");
  EXPECT_TRUE(read->last);
}

TEST(FieldsBetweenVersions, AreFoundWhereverTheyStandInTheChainOfClasses) {
  expect_moves<tall::Thing, flat::Thing>();  // moved up
  expect_moves<flat::Thing, tall::Thing>();  // moved down
  expect_moves<tall::Thing, wide::Thing>();  // a base class in the middle
  expect_moves<wide::Thing, tall::Thing>();
}

struct Started : tall::Base {
  Started() { x = 5; }
  bool last = false;
  using fastser_base = tall::Base;
  FASTSER_FIELDS(Started, last);
  static constexpr std::string_view fastser_name = "Thing";
};

TEST(FieldsBetweenVersions, ThatAreNewInABaseClassHaveTheValueThatTheWholeClassGivesThem) {
  struct Thing {
    bool last = true;
  };
  const Result<Started> read = read_as<Started>(Thing{});
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->x, 5);
  EXPECT_TRUE(read->last);
}

// ---- names

struct Renamed {
  std::int32_t present = 0;
  static constexpr std::string_view fastser_name = "Names";
  static constexpr auto fastser_options =
      fastser::options(fastser::renamed_from("present", "former"));
};

TEST(FieldsBetweenVersions, ThePresentNameCountsBesideAFormerOne) {
  struct Before {
    std::int32_t former = 1;
    std::int32_t present = 2;
  };
  struct Behind {
    std::int32_t present = 2;
    std::string former = "of another type";
  };
  EXPECT_EQ(read_as<Renamed>(Before{})->present, 2);
  EXPECT_EQ(read_as<Renamed>(Behind{})->present, 2);
}

// ---- variants

struct A {
  std::int32_t n = 0;
};
struct B {
  std::int32_t n = 0;
};
struct C {
  std::int32_t n = 0;
};
template <typename... E>
struct Holder {
  std::variant<E...> held;
  static constexpr std::string_view fastser_name = "Holder";
};

TEST(AlternativesBetweenVersions, AreMatchedByWhatTheyAre) {
  const auto read = read_as<Holder<C, A, B>>(Holder<A, B>{B{42}});
  ASSERT_TRUE(read.ok());
  ASSERT_TRUE(std::holds_alternative<B>(read->held));
  EXPECT_EQ(std::get<B>(read->held).n, 42);
}

TEST(AlternativesBetweenVersions, ThatWentAwayAreRefusedByName) {
  const Result<Buffer> bytes = archive::encode(Holder<std::monostate, A, B>{A{42}});
  const auto read = archive::decode<Holder<std::monostate, B>>(*bytes);
  ASSERT_EQ(read.status().code(), Code::kTypeMismatch) << read.status().to_string();
  const std::string message(read.status().message());
  EXPECT_NE(message.find("class Holder, field held"), std::string::npos) << message;
  EXPECT_NE(message.find("the archive has "), std::string::npos) << message;
}

// ---- objects

struct Leaf {
  std::int32_t n = 7;
};

TEST(ObjectsBetweenVersions, AWeakPointerLeadsToWhatAppearedInARemovedField) {
  struct Watched {
    std::shared_ptr<Leaf> gone;
    std::weak_ptr<Leaf> seen;
    std::shared_ptr<Leaf> owner;
  };
  const auto leaf = std::make_shared<Leaf>(Leaf{42});
  const Watched written{leaf, leaf, leaf};
  {
    struct Owning {
      std::weak_ptr<Leaf> seen;
      std::shared_ptr<Leaf> owner;
    };
    const auto read = read_as<Owning>(written);
    ASSERT_TRUE(read.ok());
    ASSERT_NE(read->owner, nullptr);
    EXPECT_EQ(read->owner->n, 42);
    EXPECT_EQ(read->seen.lock(), read->owner);
  }
  {
    struct Watching {
      std::weak_ptr<Leaf> seen;
      std::string added = "added";
    };
    const auto read = read_as<Watching>(written);
    ASSERT_TRUE(read.ok());
    EXPECT_TRUE(read->seen.expired());  // nobody owns it here
  }
}

struct Promised {
  std::weak_ptr<Leaf> first;
  std::weak_ptr<Leaf> second;
  std::shared_ptr<Leaf> owner;
};

TEST(ObjectsBetweenVersions, AnObjectThatWasOnlyPromisedBeforeIsReadByItsOwner) {
  const auto leaf = std::make_shared<Leaf>(Leaf{42});
  const Promised written{leaf, leaf, leaf};
  {
    struct Second {
      std::weak_ptr<Leaf> second;
      std::shared_ptr<Leaf> owner;
    };
    const auto read = read_as<Second>(written);
    ASSERT_TRUE(read.ok());
    ASSERT_NE(read->owner, nullptr);
    EXPECT_EQ(read->owner->n, 42);
    EXPECT_EQ(read->second.lock(), read->owner);
  }
  {
    struct Owning {
      std::shared_ptr<Leaf> first;
      std::shared_ptr<Leaf> second;
    };
    const auto read = read_as<Owning>(written);
    ASSERT_TRUE(read.ok());
    ASSERT_NE(read->first, nullptr);
    EXPECT_EQ(read->first->n, 42);
    EXPECT_EQ(read->first, read->second);
  }
}

TEST(ObjectsBetweenVersions, APromiseThatIsNeverKeptIsNil) {
  const auto leaf = std::make_shared<Leaf>();
  const Promised written{leaf, leaf, nullptr};  // nothing written owns the leaf
  struct Owning {
    std::shared_ptr<Leaf> first;
    std::weak_ptr<Leaf> second;
    std::shared_ptr<Leaf> owner;
  };
  const auto read = read_as<Owning>(written);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->first, nullptr);
  EXPECT_TRUE(read->second.expired());
}

}  // namespace
}  // namespace fastser
