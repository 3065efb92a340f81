// SPDX-License-Identifier: MIT
//
// Records: aggregates without a description, FASTSER_FIELDS, Describe, names, options, bases.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "unit/archive/round_trip.hpp"

namespace vendor {
struct Point {
  std::int32_t x = 0;
  std::int32_t y = 0;
  void* secret = nullptr;
};
}  // namespace vendor

template <>
struct fastser::Describe<vendor::Point> {
  FASTSER_MEMBERS(vendor::Point, x, y);
  static constexpr std::string_view fastser_name = "vendor.point";
  static constexpr std::uint32_t fastser_version = 3;
};

namespace fastser::testing {
namespace {

struct Empty {};

struct Nested {
  Empty nothing;
  struct Middle {
    std::string name = "middle";
    struct Inner {
      std::int8_t a = 1;
      std::vector<Empty> none = std::vector<Empty>(3);
    } inner;
  } middle;
  std::vector<Middle> more = std::vector<Middle>(2);
  std::map<std::string, Middle> by_name = {{"k", {}}};
};

TEST(TypedRecords, EmptyRecordsTakeNoBytes) {
  expect_round_trip(Empty{});
  EXPECT_EQ(*archive::encoded_size(Empty{}, {.header = archive::Header::bare}), 0U);
}

struct AfterNothing {
  std::monostate nothing;
  std::uint8_t number = 7;
};

TEST(TypedRecords, NoBytesAtNoAddressAreCutOffWhereSomeAreNeeded) {
  const archive::DecodeOptions bare{.header = archive::Header::bare};
  EXPECT_EQ(archive::decode<AfterNothing>(BytesView(), bare).status().code(), Code::kTruncated);
  EXPECT_EQ(archive::verify<AfterNothing>(BytesView(), bare).code(), Code::kTruncated);
  EXPECT_TRUE(archive::decode<Empty>(BytesView(), bare).ok());
}

TEST(TypedRecords, NestedAggregatesComeBack) {
  expect_round_trip(Nested{});
  EXPECT_EQ(there_and_back(Nested{}).middle.inner.none.size(), 3U);
}

struct Padded {
  std::int8_t a = 1;
  std::int64_t b = 2;
  std::int16_t c = 3;
  bool d = true;
  double e = 4;
};

TEST(TypedRecords, PaddingIsNotWritten) {
  expect_round_trip(Padded{});
  expect_round_trip(std::vector<Padded>(100));
  EXPECT_EQ(*archive::encoded_size(Padded{}, {.header = archive::Header::bare}), 20U);
}

struct SixtyFour {
  std::int32_t f00 = 0, f01 = 1, f02 = 2, f03 = 3, f04 = 4, f05 = 5, f06 = 6, f07 = 7;
  std::int16_t f10 = 0, f11 = 1, f12 = 2, f13 = 3, f14 = 4, f15 = 5, f16 = 6, f17 = 7;
  std::string f20 = "0", f21 = "1", f22 = "2", f23 = "3", f24 = "4", f25 = "5", f26 = "6", f27;
  double f30 = 0, f31 = 1, f32 = 2, f33 = 3, f34 = 4, f35 = 5, f36 = 6, f37 = 7;
  bool f40 = false, f41 = true, f42 = false, f43 = true, f44 = false, f45 = true, f46 = false,
       f47 = true;
  std::vector<std::int32_t> f50 = {1}, f51, f52 = {2, 3}, f53, f54, f55, f56, f57 = {7};
  std::int64_t f60 = 0, f61 = 1, f62 = 2, f63 = 3, f64 = 4, f65 = 5, f66 = 6, f67 = 7;
  std::uint8_t f70 = 0, f71 = 1, f72 = 2, f73 = 3, f74 = 4, f75 = 5, f76 = 6, f77 = 7;
};

TEST(TypedRecords, AnAggregateOfSixtyFourFieldsComesBack) {
  static_assert(schema::kMemberCount<SixtyFour> == 64);
  expect_round_trip(SixtyFour{});
}

class Account {
  std::string owner_;
  std::int64_t cents_ = 0;
  int cache_ = -1;

 public:
  Account() = default;
  Account(std::string owner, std::int64_t cents) : owner_(std::move(owner)), cents_(cents) {}
  void set_cache(int cache) { cache_ = cache; }
  [[nodiscard]] int cache() const { return cache_; }
  [[nodiscard]] const std::string& owner() const { return owner_; }

  FASTSER_FIELDS(Account, owner_, cents_, cache_);
  static constexpr std::string_view fastser_name = "account";
  static constexpr std::uint32_t fastser_version = 2;
  static constexpr auto fastser_options =
      fastser::options(fastser::omit("cache_"), fastser::as_varint("cents_"),
                       fastser::share("owner_"), fastser::renamed_from("owner_", "holder"));
};

TEST(TypedRecords, PrivateMembersComeBack) {
  const Account account("somebody with a long name", 12345);
  expect_round_trip(account);
  expect_round_trip(std::vector<Account>(5, account));
}

TEST(TypedRecords, OmittedFieldsKeepTheValueTheyHave) {
  Account from("x", 1);
  from.set_cache(5);
  Account to("y", 2);
  to.set_cache(7);
  const Result<Buffer> bytes = archive::encode(from);
  ASSERT_TRUE(archive::decode_into(*bytes, to).ok());
  EXPECT_EQ(to.owner(), "x");
  EXPECT_EQ(to.cache(), 7);
}

TEST(TypedRecords, ASharedFieldIsWrittenOncePerContent) {
  const std::string owner(200, 'o');
  const std::vector<Account> accounts(50, Account(owner, 1));
  EXPECT_LT(*archive::encoded_size(accounts), 400U);
}

TEST(TypedRecords, AVarintFieldIsSmallWhereItsValueIs) {
  const archive::EncodeOptions bare{.header = archive::Header::bare};
  EXPECT_EQ(*archive::encoded_size(Account("", 63), bare), 2U);
  EXPECT_EQ(*archive::encoded_size(Account("", 64), bare), 3U);
}

struct Varints {
  std::vector<std::uint32_t> list = {1, 128, 1U << 30};
  std::map<std::int64_t, std::optional<std::uint16_t>> map = {{-1, 5}, {1LL << 40, std::nullopt}};
  std::uint8_t byte = 200;
  std::string text = "no integer";
  static constexpr auto fastser_options = fastser::options(
      fastser::as_varint("list"), fastser::as_varint("map"), fastser::as_varint("byte"));
};

TEST(TypedRecords, VarintReachesIntoContainers) {
  expect_round_trip(Varints{});
  const archive::EncodeOptions bare{.header = archive::Header::bare};
  EXPECT_EQ(*archive::encoded_size(Varints{}, bare),
            1U + 1 + 2 + 5 + 1 + (1 + 2) + (6 + 1) + 1 + 11);
}

TEST(TypedRecords, ForeignTypesAreDescribedFromOutside) {
  vendor::Point point{1, 2, &point};
  const vendor::Point again = there_and_back(point);
  EXPECT_EQ(again.x, 1);
  EXPECT_EQ(again.y, 2);
  EXPECT_EQ(again.secret, nullptr);
  expect_round_trip(std::vector<vendor::Point>{{3, 4, nullptr}, {5, 6, nullptr}});
}

TEST(TypedRecords, TheTableSaysNameVersionAndFields) {
  const Result<Buffer> bytes = archive::encode(vendor::Point{});
  const Result<archive::Envelope> envelope = archive::open_envelope(*bytes);
  ASSERT_TRUE(envelope.ok());
  const Result<schema::TypeTable> table = schema::TypeTable::parse(envelope->table);
  ASSERT_TRUE(table.ok());
  ASSERT_EQ(table->shapes().size(), 1U);
  const schema::Shape& shape = table->shapes()[0];
  EXPECT_EQ(shape.name, "vendor.point");
  EXPECT_EQ(shape.version, 3U);
  EXPECT_EQ(shape.super, -1);
  ASSERT_EQ(shape.fields.size(), 2U);
  EXPECT_EQ(shape.fields[0].name, "x");
  EXPECT_EQ(shape.fields[1].name, "y");
}

class Base {
  std::string id_ = "an id that is longer than a small string";

 public:
  void set_id(std::string id) { id_ = std::move(id); }
  [[nodiscard]] const std::string& id() const { return id_; }
  FASTSER_FIELDS(Base, id_);
};
class Middle : public Base {
 public:
  std::int32_t number = 1;
  FASTSER_FIELDS(Middle, number);
  using fastser_base = Base;
};
class Derived : public Middle {
 public:
  std::vector<std::string> tags = {"t"};
  FASTSER_FIELDS(Derived, tags);
  using fastser_base = Middle;
};

TEST(TypedRecords, FieldsOfBaseClassesComeFirst) {
  Derived value;
  value.set_id("the base's");
  value.number = 77;
  expect_round_trip(value);
  EXPECT_EQ(there_and_back(value).id(), "the base's");
  const Result<Buffer> bytes = archive::encode(value, {.header = archive::Header::bare});
  EXPECT_EQ(std::to_integer<int>(bytes->view()[0]), 10);
  EXPECT_EQ(std::to_integer<int>(bytes->view()[11]), 77);
}

struct Recursive {
  std::string name;
  std::vector<Recursive> children;
};

TEST(TypedRecords, RecordsThatHoldListsOfThemselvesComeBack) {
  Recursive root{"root", {{"a", {{"aa", {}}, {"ab", {}}}}, {"b", {}}}};
  expect_round_trip(root);
}

template <typename T>
struct Box {
  T value{};
};

TEST(TypedRecords, InstantiationsOfATemplateComeBack) {
  expect_round_trip(Box<std::int32_t>{5});
  expect_round_trip(Box<Box<std::string>>{{"boxed"}});
}

}  // namespace
}  // namespace fastser::testing
