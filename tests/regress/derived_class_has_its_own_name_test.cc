// SPDX-License-Identifier: MIT
//
// A derived class was found to have its base's fastser_name, fastser_version and fastser_options,
// since name lookup finds them: base and derived class had one name in the table.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "fastser/archive.hpp"

namespace fastser::archive {
namespace {

struct Account {
  std::string owner;
  std::int64_t cents = 0;
  static constexpr std::string_view fastser_name = "account";
  static constexpr std::uint32_t fastser_version = 3;
  static constexpr auto fastser_options = options(as_varint("cents"));
  FASTSER_FIELDS(Account, owner, cents);
};
struct Savings : Account {
  double rate = 0;
  using fastser_base = Account;
  FASTSER_FIELDS(Savings, rate);
};
struct Named : Account {
  double rate = 0;
  using fastser_base = Account;
  static constexpr std::string_view fastser_name = "named";
  static constexpr std::uint32_t fastser_version = 5;
  FASTSER_FIELDS(Named, rate);
};

TEST(DerivedClass, HasTheNameAndTheVersionThatItSaysItself) {
  EXPECT_EQ(schema::Description<Account>::name(), "account");
  EXPECT_EQ(schema::Description<Account>::version(), 3U);
  EXPECT_EQ(schema::Description<Savings>::name(), "Savings");
  EXPECT_EQ(schema::Description<Savings>::version(), 0U);
  EXPECT_EQ(schema::Description<Named>::name(), "named");
  EXPECT_EQ(schema::Description<Named>::version(), 5U);
}

TEST(DerivedClass, ComesBackWithItsFieldsAndThoseOfItsBase) {
  Savings value;
  value.owner = "Zoe";
  value.cents = 12345;
  value.rate = 0.5;
  const Result<Buffer> bytes = encode(value);
  ASSERT_TRUE(bytes.ok());
  const Result<Savings> again = decode<Savings>(*bytes);
  ASSERT_TRUE(again.ok()) << again.status().message();
  EXPECT_EQ(again->owner, "Zoe");
  EXPECT_EQ(again->cents, 12345);
  EXPECT_EQ(again->rate, 0.5);
}

}  // namespace
}  // namespace fastser::archive
