// SPDX-License-Identifier: MIT
//
// Records of as many fields as reflection takes, with names that begin alike: compilers limit the
// steps of a constant (clang to a million), and what is searched for in pairs exceeded them at 24.
#include <gtest/gtest.h>

#include "fastser/msgpack.hpp"
#include "fastser/schema/fields.hpp"

namespace fastser {
namespace {

struct Widest {
  int a_long_name_that_all_fields_have_0 = 0;
  int a_long_name_that_all_fields_have_1 = 0;
  int a_long_name_that_all_fields_have_2 = 0;
  int a_long_name_that_all_fields_have_3 = 0;
  int a_long_name_that_all_fields_have_4 = 0;
  int a_long_name_that_all_fields_have_5 = 0;
  int a_long_name_that_all_fields_have_6 = 0;
  int a_long_name_that_all_fields_have_7 = 0;
  int a_long_name_that_all_fields_have_8 = 0;
  int a_long_name_that_all_fields_have_9 = 0;
  int a_long_name_that_all_fields_have_10 = 0;
  int a_long_name_that_all_fields_have_11 = 0;
  int a_long_name_that_all_fields_have_12 = 0;
  int a_long_name_that_all_fields_have_13 = 0;
  int a_long_name_that_all_fields_have_14 = 0;
  int a_long_name_that_all_fields_have_15 = 0;
  int a_long_name_that_all_fields_have_16 = 0;
  int a_long_name_that_all_fields_have_17 = 0;
  int a_long_name_that_all_fields_have_18 = 0;
  int a_long_name_that_all_fields_have_19 = 0;
  int a_long_name_that_all_fields_have_20 = 0;
  int a_long_name_that_all_fields_have_21 = 0;
  int a_long_name_that_all_fields_have_22 = 0;
  int a_long_name_that_all_fields_have_23 = 0;
  int a_long_name_that_all_fields_have_24 = 0;
  int a_long_name_that_all_fields_have_25 = 0;
  int a_long_name_that_all_fields_have_26 = 0;
  int a_long_name_that_all_fields_have_27 = 0;
  int a_long_name_that_all_fields_have_28 = 0;
  int a_long_name_that_all_fields_have_29 = 0;
  int a_long_name_that_all_fields_have_30 = 0;
  int a_long_name_that_all_fields_have_31 = 0;
  int a_long_name_that_all_fields_have_32 = 0;
  int a_long_name_that_all_fields_have_33 = 0;
  int a_long_name_that_all_fields_have_34 = 0;
  int a_long_name_that_all_fields_have_35 = 0;
  int a_long_name_that_all_fields_have_36 = 0;
  int a_long_name_that_all_fields_have_37 = 0;
  int a_long_name_that_all_fields_have_38 = 0;
  int a_long_name_that_all_fields_have_39 = 0;
  int a_long_name_that_all_fields_have_40 = 0;
  int a_long_name_that_all_fields_have_41 = 0;
  int a_long_name_that_all_fields_have_42 = 0;
  int a_long_name_that_all_fields_have_43 = 0;
  int a_long_name_that_all_fields_have_44 = 0;
  int a_long_name_that_all_fields_have_45 = 0;
  int a_long_name_that_all_fields_have_46 = 0;
  int a_long_name_that_all_fields_have_47 = 0;
  int a_long_name_that_all_fields_have_48 = 0;
  int a_long_name_that_all_fields_have_49 = 0;
  int a_long_name_that_all_fields_have_50 = 0;
  int a_long_name_that_all_fields_have_51 = 0;
  int a_long_name_that_all_fields_have_52 = 0;
  int a_long_name_that_all_fields_have_53 = 0;
  int a_long_name_that_all_fields_have_54 = 0;
  int a_long_name_that_all_fields_have_55 = 0;
  int a_long_name_that_all_fields_have_56 = 0;
  int a_long_name_that_all_fields_have_57 = 0;
  int a_long_name_that_all_fields_have_58 = 0;
  int a_long_name_that_all_fields_have_59 = 0;
  int a_long_name_that_all_fields_have_60 = 0;
  int a_long_name_that_all_fields_have_61 = 0;
  int a_long_name_that_all_fields_have_62 = 0;
  int a_long_name_that_all_fields_have_63 = 0;
  int a_long_name_that_all_fields_have_64 = 0;
  int a_long_name_that_all_fields_have_65 = 0;
  int a_long_name_that_all_fields_have_66 = 0;
  int a_long_name_that_all_fields_have_67 = 0;
  int a_long_name_that_all_fields_have_68 = 0;
  int a_long_name_that_all_fields_have_69 = 0;
  int a_long_name_that_all_fields_have_70 = 0;
  int a_long_name_that_all_fields_have_71 = 0;
  int a_long_name_that_all_fields_have_72 = 0;
  int a_long_name_that_all_fields_have_73 = 0;
  int a_long_name_that_all_fields_have_74 = 0;
  int a_long_name_that_all_fields_have_75 = 0;
  int a_long_name_that_all_fields_have_76 = 0;
  int a_long_name_that_all_fields_have_77 = 0;
  int a_long_name_that_all_fields_have_78 = 0;
  int a_long_name_that_all_fields_have_79 = 0;
  int a_long_name_that_all_fields_have_80 = 0;
  int a_long_name_that_all_fields_have_81 = 0;
  int a_long_name_that_all_fields_have_82 = 0;
  int a_long_name_that_all_fields_have_83 = 0;
  int a_long_name_that_all_fields_have_84 = 0;
  int a_long_name_that_all_fields_have_85 = 0;
  int a_long_name_that_all_fields_have_86 = 0;
  int a_long_name_that_all_fields_have_87 = 0;
  int a_long_name_that_all_fields_have_88 = 0;
  int a_long_name_that_all_fields_have_89 = 0;
  int a_long_name_that_all_fields_have_90 = 0;
  int a_long_name_that_all_fields_have_91 = 0;
  int a_long_name_that_all_fields_have_92 = 0;
  int a_long_name_that_all_fields_have_93 = 0;
  int a_long_name_that_all_fields_have_94 = 0;
  int a_long_name_that_all_fields_have_95 = 0;
  int a_long_name_that_all_fields_have_96 = 0;
  int a_long_name_that_all_fields_have_97 = 0;
  int a_long_name_that_all_fields_have_98 = 0;
  int a_long_name_that_all_fields_have_99 = 0;
};

TEST(ManyFields, AreFoundByNameAndByNumber) {
  using F = schema::Fields<Widest>;
  static_assert(F::count() == 100 && F::name(99) == "a_long_name_that_all_fields_have_99");
  static_assert(F::find("a_long_name_that_all_fields_have_73") == 73);
  static_assert(F::find_id(12) == 12 && F::id(99) == 99);
}

// Fewer, since every one takes time to compile.
struct Wide {
  int a_long_name_that_all_fields_have_0 = 0;
  int a_long_name_that_all_fields_have_1 = 0;
  int a_long_name_that_all_fields_have_2 = 0;
  int a_long_name_that_all_fields_have_3 = 0;
  int a_long_name_that_all_fields_have_4 = 0;
  int a_long_name_that_all_fields_have_5 = 0;
  int a_long_name_that_all_fields_have_6 = 0;
  int a_long_name_that_all_fields_have_7 = 0;
  int a_long_name_that_all_fields_have_8 = 0;
  int a_long_name_that_all_fields_have_9 = 0;
  int a_long_name_that_all_fields_have_10 = 0;
  int a_long_name_that_all_fields_have_11 = 0;
  int a_long_name_that_all_fields_have_12 = 0;
  int a_long_name_that_all_fields_have_13 = 0;
  int a_long_name_that_all_fields_have_14 = 0;
  int a_long_name_that_all_fields_have_15 = 0;
  int a_long_name_that_all_fields_have_16 = 0;
  int a_long_name_that_all_fields_have_17 = 0;
  int a_long_name_that_all_fields_have_18 = 0;
  int a_long_name_that_all_fields_have_19 = 0;
  int a_long_name_that_all_fields_have_20 = 0;
  int a_long_name_that_all_fields_have_21 = 0;
  int a_long_name_that_all_fields_have_22 = 0;
  int a_long_name_that_all_fields_have_23 = 0;
  int a_long_name_that_all_fields_have_24 = 0;
  int a_long_name_that_all_fields_have_25 = 0;
  int a_long_name_that_all_fields_have_26 = 0;
  int a_long_name_that_all_fields_have_27 = 0;
  int a_long_name_that_all_fields_have_28 = 0;
  int a_long_name_that_all_fields_have_29 = 0;
  bool operator==(const Wide&) const = default;
};

TEST(ManyFields, AreWrittenAndReadBack) {
  Wide wide;
  wide.a_long_name_that_all_fields_have_29 = 7;
  const Result<Buffer> bytes = msgpack::encode(wide);
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(msgpack::decode<Wide>(*bytes).value(), wide);
}

}  // namespace
}  // namespace fastser
