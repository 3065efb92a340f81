// SPDX-License-Identifier: MIT
//
// Objects whose first place is gone, weak, or a promise; promises that nobody keeps; the writer's
// type of an object at every use.
#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "fastser/archive.hpp"
#include "support/bytes.hpp"
#include "unit/archive/resolve/read_as.hpp"

namespace fastser::testing {
namespace {

struct Thing {
  std::int32_t number = 0;
  std::shared_ptr<Thing> next;
  static constexpr std::string_view fastser_name = "Thing";
};
using Strong = std::shared_ptr<Thing>;
using Weak = std::weak_ptr<Thing>;

struct Three {
  Strong gone;
  Weak weak;
  Strong kept;
};

TEST(EvolutionOfObjects, AWeakPointerFindsAnObjectThatFirstStandsInAFieldThatIsGone) {
  struct Read {
    Weak weak;
    Strong kept;
  };
  struct OnlyWeak {
    Weak weak;
  };
  const auto thing = std::make_shared<Thing>(Thing{5, nullptr});
  const Read read = read_as<Read>(Three{thing, thing, thing});
  ASSERT_NE(read.kept, nullptr);
  EXPECT_EQ(read.kept->number, 5);
  EXPECT_EQ(read.weak.lock(), read.kept);
  EXPECT_TRUE(read_as<OnlyWeak>(Three{thing, thing, thing}).weak.expired());
}

struct Promised {
  Weak gone;
  Weak weak;
  Strong kept;
};

TEST(EvolutionOfObjects, AWeakPointerFindsAnObjectThatIsPromisedInAFieldThatIsGone) {
  struct Read {
    Weak weak;
    Strong kept;
  };
  struct OnlyKept {
    Strong kept;
  };
  const auto thing = std::make_shared<Thing>(Thing{5, nullptr});
  const Read read = read_as<Read>(Promised{thing, thing, thing});
  ASSERT_NE(read.kept, nullptr);
  EXPECT_EQ(read.weak.lock(), read.kept);
  EXPECT_EQ(read.kept->number, 5);
  EXPECT_EQ(read_as<OnlyKept>(Promised{thing, thing, thing}).kept->number, 5);
  EXPECT_TRUE(read_as<Read>(Promised{thing, thing, nullptr}).weak.expired());
}

TEST(EvolutionOfObjects, AWeakFieldBecomesAnOwnerOfWhatIsKeptAndOfNothingElse) {
  struct Read {
    Strong gone;
    Strong weak;
    Strong kept;
  };
  const auto thing = std::make_shared<Thing>(Thing{5, nullptr});
  const Read kept = read_as<Read>(Promised{thing, thing, thing});
  ASSERT_NE(kept.kept, nullptr);
  EXPECT_EQ(kept.kept->number, 5);
  EXPECT_EQ(kept.gone, kept.kept);
  EXPECT_EQ(kept.weak, kept.kept);
  const Read nobody = read_as<Read>(Promised{thing, thing, nullptr});
  EXPECT_EQ(nobody.gone, nullptr);
  EXPECT_EQ(nobody.weak, nullptr);
}

TEST(EvolutionOfObjects, AnObjectMayBeReadAsAValueAndOwnedElsewhere) {
  struct Value {
    std::int64_t number = 0;
  };
  struct Read {
    Value gone;
    Strong kept;
  };
  const auto thing = std::make_shared<Thing>(Thing{5, std::make_shared<Thing>(Thing{6, nullptr})});
  const Read read = read_as<Read>(Three{thing, {}, thing});
  EXPECT_EQ(read.gone.number, 5);
  ASSERT_TRUE(read.kept && read.kept->next);
  EXPECT_EQ(read.kept->number, 5);
  EXPECT_EQ(read.kept->next->number, 6);
}

// Where an object's body stands, not where its number is met first.
TEST(EvolutionOfObjects, AnObjectThatWasPromisedIsAValueWhereItsBodyStands) {
  struct OnlyValue {
    Thing kept;
  };
  struct Read {
    Strong gone;
    Thing kept;
  };
  struct TooEarly {
    Thing gone;
  };
  const auto thing = std::make_shared<Thing>(Thing{5, std::make_shared<Thing>(Thing{6, nullptr})});
  const Promised old{thing, thing, thing};
  const OnlyValue value = read_as<OnlyValue>(old);
  EXPECT_EQ(value.kept.number, 5);
  ASSERT_NE(value.kept.next, nullptr);
  EXPECT_EQ(value.kept.next->number, 6);
  const Read both = read_as<Read>(old);
  EXPECT_EQ(both.kept.number, 5);
  ASSERT_NE(both.gone, nullptr);
  EXPECT_EQ(both.gone->number, 5);
  EXPECT_EQ(both.gone->next, both.kept.next);
  const Result<Buffer> bytes = archive::encode(old);
  ASSERT_TRUE(bytes.ok());
  const Status early = archive::decode<TooEarly>(*bytes).status();
  EXPECT_EQ(early.code(), Code::kTypeMismatch);
  EXPECT_NE(early.message().find("TooEarly, field gone: "), std::string_view::npos)
      << early.to_string();
}

TEST(EvolutionOfObjects, AnOwnerBecomesUniqueWhereTheObjectBegins) {
  struct Old {
    std::shared_ptr<Thing> a, b;
  };
  struct New {
    std::unique_ptr<Thing> a;
    std::optional<Thing> b;
  };
  const auto thing = std::make_shared<Thing>(Thing{5, nullptr});
  const New one = read_as<New>(Old{thing, nullptr});
  ASSERT_NE(one.a, nullptr);
  EXPECT_EQ(one.a->number, 5);
  EXPECT_FALSE(one.b.has_value());
  const New other = read_as<New>(Old{nullptr, thing});
  EXPECT_EQ(other.a, nullptr);
  EXPECT_EQ(other.b->number, 5);
  EXPECT_EQ(archive::decode<New>(*archive::encode(Old{thing, thing})).status().code(),
            Code::kTypeMismatch);
}

TEST(EvolutionOfObjects, ThousandsOfThemInAFieldThatIsGoneAreFoundByWeakPointers) {
  struct Written {
    std::vector<Strong> gone;
    std::vector<Weak> weak;
    Strong kept;
  };
  struct Read {
    std::vector<Weak> weak;
    Strong kept;
  };
  Written from;
  for (int i = 0; i < 3000; ++i) from.gone.push_back(std::make_shared<Thing>(Thing{i, nullptr}));
  from.weak.assign(from.gone.begin(), from.gone.end());
  from.kept = from.gone[2000];
  const Read read = read_as<Read>(from);
  ASSERT_NE(read.kept, nullptr);
  EXPECT_EQ(read.kept->number, 2000);
  EXPECT_EQ(read.weak[2000].lock(), read.kept);
  EXPECT_TRUE(read.weak[1999].expired());
}

// ---- what other writers write: list<ref Thing>, Thing is one i32

struct Small {
  std::int32_t number = 0;
  static constexpr std::string_view fastser_name = "Thing";
};
struct WideSmall {
  std::int64_t number = -1;
  static constexpr std::string_view fastser_name = "Thing";
};

Bytes list_of_things(std::initializer_list<int> payload) {
  return archive_of({1,   5,   'T', 'h', 'i', 'n', 'g', 0,    0,    1,    3, 6,
                     'n', 'u', 'm', 'b', 'e', 'r', 6,   0x21, 0x29, 0x28, 0},
                    payload);
}

/// "-" for nil, else the number.
template <typename T>
std::string numbers_of(const Bytes& bytes) {
  const auto read = archive::decode<std::vector<std::shared_ptr<T>>>(bytes);
  if (!read.ok()) return std::string(code_name(read.status().code()));
  std::string text;
  for (const auto& one : *read) text += one ? std::to_string(one->number) : "-";
  return text;
}
void expect_numbers(std::initializer_list<int> payload, const std::string& wanted) {
  const Bytes bytes = list_of_things(payload);
  EXPECT_TRUE(archive::verify(bytes).ok()) << wanted;
  EXPECT_EQ(numbers_of<Small>(bytes), wanted);      // the reader's own table
  EXPECT_EQ(numbers_of<WideSmall>(bytes), wanted);  // another version
}

TEST(Promises, MayStandWhereAnOwnerIsAndAreKeptLater) {
  expect_numbers({2, 3, 4, 0, 7, 0, 0, 0}, "77");          // promised, then the body
  expect_numbers({3, 3, 6, 4, 0, 7, 0, 0, 0}, "777");      // referred to before the body
  expect_numbers({3, 3, 5, 0, 6, 7, 0, 0, 0}, "777");      // the body behind the root
  expect_numbers({3, 3, 1, 8, 0, 0, 0, 6}, "-8-");         // never kept
  expect_numbers({4, 3, 3, 4, 1, 9, 0, 0, 0, 6}, "-99-");  // one of two is kept
}

TEST(Promises, NeverKeptAreNilForOwnersThatReferToWeakOnes) {
  struct Pair {
    std::weak_ptr<Small> weak;
    std::shared_ptr<Small> strong;
  };
  struct WidePair {
    std::weak_ptr<WideSmall> weak;
    std::shared_ptr<WideSmall> strong;
  };
  const std::initializer_list<int> table = {
      2,   4, 'P', 'a', 'i', 'r', 0,   0,   2,   3,    4,    'w', 'e', 'a',  'k', 0x29, 0x28,
      1,   3, 6,   's', 't', 'r', 'o', 'n', 'g', 0x29, 0x28, 1,   5,   'T',  'h', 'i',  'n',
      'g', 0, 0,   1,   3,   6,   'n', 'u', 'm', 'b',  'e',  'r', 6,   0x28, 0};
  const Bytes bytes = archive_of(table, {3, 6});
  const auto own = archive::decode<Pair>(bytes);
  ASSERT_TRUE(own.ok()) << own.status().to_string();
  EXPECT_EQ(own->strong, nullptr);
  EXPECT_TRUE(own->weak.expired());
  const auto other = archive::decode<WidePair>(bytes);
  ASSERT_TRUE(other.ok()) << other.status().to_string();
  EXPECT_EQ(other->strong, nullptr);
  EXPECT_TRUE(other->weak.expired());
}

// Whatever class a weak pointer takes it to be of.
TEST(Promises, NeverKeptAreNilToWeakPointersToTwoClasses) {
  struct Leaf {
    std::string text = "leaf";
  };
  struct Read {
    std::weak_ptr<Leaf> gone;
    Weak weak;
    std::weak_ptr<std::string> kept;
  };
  struct AllWeak {
    Weak gone, weak, kept;
  };
  const auto thing = std::make_shared<Thing>(Thing{5, nullptr});
  const Read read = read_as<Read>(AllWeak{thing, thing, thing});
  EXPECT_TRUE(read.gone.expired());
  EXPECT_TRUE(read.weak.expired());
  EXPECT_TRUE(read.kept.expired());
}

TEST(Promises, KeptForTwoClassesAreRefusedAndTheMessageNamesBoth) {
  struct Leaf {
    std::string text = "leaf";
  };
  struct Read {
    std::weak_ptr<Leaf> gone;
    Weak weak;
    Strong kept;
  };
  const auto thing = std::make_shared<Thing>(Thing{5, nullptr});
  const Result<Buffer> bytes = archive::encode(Promised{thing, thing, thing});
  ASSERT_TRUE(bytes.ok());
  const Status read = archive::decode<Read>(*bytes).status();
  EXPECT_EQ(read.code(), Code::kTypeMismatch);
  EXPECT_NE(read.message().find("class Read, field weak: the archive has one object of record "
                                "Thing, the reader wants record Thing, and elsewhere record Leaf"),
            std::string_view::npos)
      << read.to_string();
}

TEST(Promises, MadeForAWeakPointerAndKeptForARawOneStayInTheArena) {
  struct Pair {
    std::weak_ptr<Small> weak;
    Small* raw = nullptr;
  };
  const auto small = std::make_shared<Small>(Small{3});
  const Result<Buffer> bytes = archive::encode(Pair{small, small.get()});
  ASSERT_TRUE(bytes.ok());
  Arena arena;
  const auto read = archive::decode<Pair>(*bytes, {.arena = &arena});
  ASSERT_TRUE(read.ok()) << read.status().to_string();
  ASSERT_NE(read->raw, nullptr);
  EXPECT_EQ(read->raw->number, 3);
  EXPECT_EQ(read->weak.lock().get(), read->raw);
}

// ---- the writer's type of an object

struct Alpha {
  std::int32_t number = 1;
};
struct Beta {
  std::int32_t number = 2;
};
struct Either {
  std::int64_t number = 0;
};

TEST(EvolutionOfObjects, OfAnotherTypeOfTheWritersAreRefusedAtEveryUse) {
  using Old = std::tuple<std::shared_ptr<Alpha>, std::shared_ptr<Beta>, std::shared_ptr<Alpha>>;
  using New = std::tuple<std::shared_ptr<Either>, std::shared_ptr<Either>, std::shared_ptr<Either>>;
  const auto alpha = std::make_shared<Alpha>();
  const Result<Buffer> good = archive::encode(Old{alpha, std::make_shared<Beta>(), alpha});
  ASSERT_TRUE(good.ok());
  const auto read = archive::decode<New>(*good);
  ASSERT_TRUE(read.ok()) << read.status().to_string();
  EXPECT_EQ(std::get<0>(*read), std::get<2>(*read));
  EXPECT_EQ(std::get<1>(*read)->number, 2);
  Bytes bytes(good->begin(), good->end());
  ASSERT_EQ(bytes.back(), std::byte{6});
  bytes.back() = std::byte{7};  // a Beta, where the table says `ref Alpha`
  EXPECT_EQ(archive::decode<New>(bytes).status().code(), Code::kTypeMismatch);
  EXPECT_EQ(archive::verify(bytes).code(), Code::kTypeMismatch);
}

}  // namespace
}  // namespace fastser::testing
