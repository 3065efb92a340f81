// SPDX-License-Identifier: MIT
//
// Alternatives of variants are matched by what they are; by position only where that says nothing.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "support/hex.hpp"

namespace fastser::testing {
namespace {

template <typename T>
struct One {
  T field{};
  static constexpr std::string_view fastser_name = "One";
};

struct A {
  std::int32_t value = 0;
  bool operator==(const A&) const = default;
};
struct B {
  std::int32_t value = 0;
  bool operator==(const B&) const = default;
};
struct C {
  std::int32_t value = 0;
  bool operator==(const C&) const = default;
};
struct NewB {
  std::int64_t value = 0;
  std::string more = "more";
  bool operator==(const NewB&) const = default;
  static constexpr std::string_view fastser_name = "B";
};

template <typename To, typename From>
Result<One<To>> read(const From& from) {
  const Result<Buffer> bytes = archive::encode(One<From>{from});
  if (!bytes.ok()) return bytes.status();
  return archive::decode<One<To>>(*bytes);
}
template <typename To, typename From>
void expect_reads(const From& from, const To& wanted) {
  const Result<One<To>> one = read<To>(from);
  ASSERT_TRUE(one.ok()) << one.status().to_string();
  EXPECT_EQ(one->field.index(), wanted.index());
  EXPECT_EQ(one->field, wanted);
}

using AB = std::variant<A, B>;

TEST(Variants, RecordsGoByTheNameOfTheirClass) {
  using CAB = std::variant<C, A, B>;
  expect_reads<CAB>(AB(A{1}), CAB(A{1}));
  expect_reads<CAB>(AB(B{2}), CAB(B{2}));
  using NewBA = std::variant<NewB, A>;
  expect_reads<NewBA>(AB(B{2}), NewBA(NewB{2, "more"}));
  expect_reads<NewBA>(AB(A{1}), NewBA(A{1}));
}

TEST(Variants, AnAlternativeThatIsGoneIsAnErrorThatSaysWhich) {
  using Old = std::variant<std::monostate, A, B>;
  using New = std::variant<std::monostate, B>;
  expect_reads<New>(Old(B{2}), New(B{2}));
  expect_reads<New>(Old(), New());
  const Status status = read<New>(Old(A{42})).status();
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  EXPECT_EQ(status.path().substr(0, 5), "field");
  EXPECT_EQ(status.message(),
            "class One, field field: the archive has record A, the reader wants variant<null, "
            "record B>");
}

TEST(Variants, NumbersGoToTheirOwnTypeThenToTheWidest) {
  using Old = std::variant<std::int16_t, float>;
  using New = std::variant<std::string, double, std::int32_t, std::int64_t, std::int16_t>;
  expect_reads<New>(Old(std::int16_t{5}), New(std::int16_t{5}));
  expect_reads<New>(Old(1.5F), New(1.5));
  using Wide = std::variant<double, std::int32_t, std::int64_t>;
  expect_reads<Wide>(Old(std::int16_t{5}), Wide(std::int64_t{5}));
}

TEST(Variants, TheSameTypeSeveralTimesGoesByItsPlaceAmongThem) {
  using Old = std::variant<std::int32_t, std::int32_t, std::string, std::int32_t>;
  using New = std::variant<std::string, std::int32_t, std::int32_t, bool, std::int32_t>;
  expect_reads<New>(Old(std::in_place_index<0>, 5), New(std::in_place_index<1>, 5));
  expect_reads<New>(Old(std::in_place_index<1>, 5), New(std::in_place_index<2>, 5));
  expect_reads<New>(Old(std::in_place_index<3>, 5), New(std::in_place_index<4>, 5));
}

TEST(Variants, OwnedAndSharedRecordsGoByTheirClassToo) {
  using Old = std::variant<std::shared_ptr<A>, std::shared_ptr<B>, std::unique_ptr<A>>;
  using New = std::variant<std::shared_ptr<B>, std::unique_ptr<A>, std::shared_ptr<A>>;
  for (int kind = 0; kind < 3; ++kind) {
    One<Old> from;
    if (kind == 0) from.field = std::make_shared<A>(A{1});
    if (kind == 1) from.field = std::make_shared<B>(B{2});
    if (kind == 2) from.field = std::make_unique<A>(A{3});
    const Result<One<New>> one = archive::decode<One<New>>(*archive::encode(from));
    ASSERT_TRUE(one.ok()) << one.status().to_string();
    if (kind == 0) {
      EXPECT_EQ(std::get<std::shared_ptr<A>>(one->field)->value, 1);
    }
    if (kind == 1) {
      EXPECT_EQ(std::get<std::shared_ptr<B>>(one->field)->value, 2);
    }
    if (kind == 2) {
      EXPECT_EQ(std::get<std::unique_ptr<A>>(one->field)->value, 3);
    }
  }
}

TEST(Variants, ListsGoByWhatTheyHold) {
  using Old = std::variant<std::vector<A>, std::vector<B>>;
  using New = std::variant<std::vector<B>, std::vector<A>>;
  expect_reads<New>(Old(std::vector<A>{A{1}}), New(std::vector<A>{A{1}}));
  expect_reads<New>(Old(std::vector<B>{B{1}}), New(std::vector<B>{B{1}}));
}

TEST(Variants, APlainValueGoesWhereItBelongs) {
  using New = std::variant<C, B, A>;
  expect_reads<New>(A{1}, New(A{1}));
  EXPECT_EQ((read<std::variant<C, B>>(A{1}).status().code()), Code::kTypeMismatch);
}

// Archives whose root is a variant of one alternative; its class stands in the payload only.
// Shapes: 0 "A" and 1 "B", each with `value`, an i32.
std::vector<std::byte> of_class(std::string_view alternative, std::string_view payload) {
  return message(
      "46535201 00 00000000 1e 02"
      "0141 00 00 01 030576616c756506"
      "0142 00 00 01 030576616c756506 2601" +
      std::string(alternative) + "00" + std::string(payload));
}

TEST(Variants, AnyRecordsGoByTheClassThatTheyAreOf) {
  using BA = std::variant<std::monostate, B, A>;
  const Result<BA> a = archive::decode<BA>(of_class("2a", "00 2a000000"));
  ASSERT_TRUE(a.ok()) << a.status().to_string();
  EXPECT_EQ(*a, BA(A{42}));
  EXPECT_EQ(archive::decode<BA>(of_class("2a", "01 2a000000")).value(), BA(B{42}));
  const Status gone = archive::decode<std::variant<B, C>>(of_class("2a", "00 2a000000")).status();
  EXPECT_EQ(gone.code(), Code::kTypeMismatch);
  EXPECT_NE(gone.message().find("the archive has record A"), std::string::npos) << gone.message();
}

TEST(Variants, ObjectsOfAnyClassGoByTheClassThatTheyAreOf) {
  using BA = std::variant<std::shared_ptr<B>, std::shared_ptr<A>>;
  const Result<BA> a = archive::decode<BA>(of_class("2b", "01 00 2a000000"));
  ASSERT_TRUE(a.ok()) << a.status().to_string();
  ASSERT_EQ(a->index(), 1U);
  EXPECT_EQ(*std::get<1>(*a), A{42});
  const Result<BA> deferred = archive::decode<BA>(of_class("2b", "02 00 2a000000"));
  ASSERT_TRUE(deferred.ok()) << deferred.status().to_string();
  EXPECT_EQ(*std::get<1>(*deferred), A{42});
  EXPECT_EQ(archive::decode<BA>(of_class("2b", "01 01 2a000000"))->index(), 0U);
  using BC = std::variant<std::shared_ptr<B>, std::shared_ptr<C>>;
  EXPECT_EQ(archive::decode<BC>(of_class("2b", "01 00 2a000000")).status().code(),
            Code::kTypeMismatch);
}

}  // namespace
}  // namespace fastser::testing
