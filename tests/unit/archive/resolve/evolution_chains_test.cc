// SPDX-License-Identifier: MIT
//
// Fields are found by name in the whole chain of classes, whatever level they were on: a class gets
// a base class, or one in between, or loses one, and its fields move along. And renames.
#include <gtest/gtest.h>

#include <string>

#include "fastser/archive.hpp"
#include "unit/archive/resolve/read_as.hpp"

namespace fastser::testing {
namespace {

struct Flat {
  std::int32_t x = 10;
  std::string s = "hello";
  double d = 2.5;
  static constexpr std::string_view fastser_name = "Thing";
};

struct Root {
  std::int64_t x = -1;
  FASTSER_FIELDS(Root, x);
};
struct OneBase : Root {
  std::string s = "none";
  double d = 0;
  FASTSER_FIELDS(OneBase, s, d);
  using fastser_base = Root;
  static constexpr std::string_view fastser_name = "Thing";
};
struct Middle : Root {
  std::string s = "none";
  FASTSER_FIELDS(Middle, s);
  using fastser_base = Root;
};
struct TwoBases : Middle {
  double d = 0;
  FASTSER_FIELDS(TwoBases, d);
  using fastser_base = Middle;
  static constexpr std::string_view fastser_name = "Thing";
};
struct OtherBase {
  double d = -1;
  std::int32_t fresh = 7;
  FASTSER_FIELDS(OtherBase, d, fresh);
};
struct Replaced : OtherBase {
  std::int64_t x = -1;
  std::string s = "none";
  FASTSER_FIELDS(Replaced, x, s);
  using fastser_base = OtherBase;
  static constexpr std::string_view fastser_name = "Thing";
};

struct Wide {
  std::int64_t x = -1;
  std::string s;
  double d = 0;
  static constexpr std::string_view fastser_name = "Thing";
};

template <typename To, typename From>
void expect_all_fields(const From& from) {
  const To to = read_as<To>(from);
  EXPECT_EQ(to.x, 10);
  EXPECT_EQ(to.s, "hello");
  EXPECT_EQ(to.d, 2.5);
}
template <typename From>
From filled() {
  From from;
  from.x = 10;
  from.s = "hello";
  from.d = 2.5;
  return from;
}
template <typename From>
void expect_all_readers() {
  SCOPED_TRACE(::testing::UnitTest::GetInstance()->current_test_info()->name());
  expect_all_fields<OneBase>(filled<From>());
  expect_all_fields<TwoBases>(filled<From>());
  expect_all_fields<Replaced>(filled<From>());
}

TEST(Chains, FieldsMoveUpIntoABaseThatIsNew) { expect_all_readers<Flat>(); }
TEST(Chains, FieldsMoveIntoABaseInBetween) { expect_all_readers<OneBase>(); }
TEST(Chains, FieldsMoveDownFromABaseThatGoes) {
  expect_all_readers<TwoBases>();
  expect_all_fields<Wide>(filled<TwoBases>());
}
TEST(Chains, FieldsMoveFromOneBaseToAnother) { expect_all_readers<Replaced>(); }

TEST(Chains, WhatIsNewInABaseHasItsDefaultInAUsedObjectToo) {
  Replaced used = filled<Replaced>();
  used.fresh = 99;
  ASSERT_TRUE(archive::decode_into(*archive::encode(filled<OneBase>()), used).ok());
  EXPECT_EQ(used.fresh, 7);
}

// ---- one name on two levels

struct Below {
  std::int32_t n = 1;
  FASTSER_FIELDS(Below, n);
};
struct Above : Below {
  std::int32_t n = 2;
  FASTSER_FIELDS(Above, n);
  using fastser_base = Below;
};
struct Between : Below {
  std::int32_t other = 0;
  FASTSER_FIELDS(Between, other);
  using fastser_base = Below;
};
struct AboveBoth : Between {
  std::int64_t n = -2;
  FASTSER_FIELDS(AboveBoth, n);
  using fastser_base = Between;
  static constexpr std::string_view fastser_name = "Above";
};
struct RenamedAbove : Below {
  std::int64_t n = -2;
  FASTSER_FIELDS(RenamedAbove, n);
  using fastser_base = Below;
};
struct OnlyAbove {
  std::int64_t n = -2;
  static constexpr std::string_view fastser_name = "Above";
};

TEST(Chains, ANameOnTwoLevelsGoesByTheNameOfItsClassThenByOrder) {
  Above from;
  from.Below::n = 11;
  from.n = 22;
  const auto both = read_as<AboveBoth>(from);
  EXPECT_EQ(both.Below::n, 11);
  EXPECT_EQ(both.n, 22);
  const auto renamed = read_as<RenamedAbove>(from);
  EXPECT_EQ(renamed.Below::n, 11);
  EXPECT_EQ(renamed.n, 22);
  EXPECT_EQ(read_as<OnlyAbove>(from).n, 22);
}

// ---- renames

struct Both {
  std::int32_t old_name = 1;
  std::int32_t new_name = 2;
  static constexpr std::string_view fastser_name = "Both";
};
struct Renamed {
  std::int64_t new_name = -1;
  static constexpr std::string_view fastser_name = "Both";
  static constexpr auto fastser_options =
      fastser::options(fastser::renamed_from("new_name", "old_name"));
};
struct Older {
  std::int32_t old_name = 5;
  static constexpr std::string_view fastser_name = "Both";
};

TEST(Renames, ThePresentNameCountsWhereAnArchiveHasBoth) {
  EXPECT_EQ(read_as<Renamed>(Both{}).new_name, 2);
  EXPECT_EQ(read_as<Renamed>(Older{}).new_name, 5);
}

struct BaseWithNew {
  std::int64_t new_name = -1;
  FASTSER_FIELDS(BaseWithNew, new_name);
  static constexpr auto fastser_options =
      fastser::options(fastser::renamed_from("new_name", "old_name"));
};
struct MovedAndRenamed : BaseWithNew {
  bool flag = true;
  FASTSER_FIELDS(MovedAndRenamed, flag);
  using fastser_base = BaseWithNew;
  static constexpr auto fastser_options = fastser::options();  // those of the base are its own
  static constexpr std::string_view fastser_name = "Both";
};

TEST(Renames, AFieldMayMoveAndBeRenamedAtOnce) {
  const auto read = read_as<MovedAndRenamed>(Older{});
  EXPECT_EQ(read.new_name, 5);
  EXPECT_TRUE(read.flag);
}

}  // namespace
}  // namespace fastser::testing
