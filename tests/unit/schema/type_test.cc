// SPDX-License-Identifier: MIT
//
// Types built by calls, read from tables and taken from C++ are one thing; what cannot be is
// refused, with its name.
#include "fastser/type.hpp"

#include <bitset>
#include <chrono>
#include <map>
#include <memory>
#include <set>

#include "fastser/archive.hpp"
#include "fastser/internal/schema/fingerprint.hpp"
#include "gtest/gtest.h"

namespace fastser {
namespace {

enum class Hue : std::uint8_t { red };
struct Inner {
  std::int16_t a;
  std::string b;
};
struct Everything {
  bool flag;
  float f;
  std::optional<Inner> maybe;
  std::vector<Inner> many;
  std::array<std::uint32_t, 3> three;
  std::set<std::string> names;
  std::map<std::int32_t, Inner> by_number;
  std::variant<std::monostate, double, Inner> choice;
  std::tuple<std::uint8_t, std::string> pair;
  Hue hue;
  std::bitset<9> bits;
  std::vector<std::uint8_t> data;
  std::chrono::nanoseconds pause;
  std::shared_ptr<Everything> next;
};
struct Base {
  std::int32_t id;
  FASTSER_FIELDS(Base, id);
};
struct Derived : Base {
  std::string text;
  std::shared_ptr<Base> other;
  using fastser_base = Base;
  static constexpr std::uint32_t fastser_version = 7;
  FASTSER_FIELDS(Derived, text, other);
};

Type built(const TypeBuilder& builder, TypeId root) {
  Result<Type> type = builder.build(root);
  EXPECT_TRUE(type.ok()) << type.status().to_string();
  return *std::move(type);
}
std::string refused(const TypeBuilder& builder, TypeId root) {
  const Result<Type> type = builder.build(root);
  EXPECT_FALSE(type.ok());
  EXPECT_EQ(type.status().code(), Code::kUsage);
  return std::string(type.status().message());
}

TypeId everything(TypeBuilder& b) {
  const TypeId all = b.record("Everything");
  const TypeId inner = b.record("Inner");
  const TypeId text = b.code(TypeCode::kString);
  const TypeId alternatives[] = {b.code(TypeCode::kNull), b.code(TypeCode::kF64), inner};
  const TypeId pair[] = {b.code(TypeCode::kU8), text};
  b.field(inner, "a", b.code(TypeCode::kI16));
  b.field(inner, "b", text);
  b.field(all, "flag", b.code(TypeCode::kBool));
  b.field(all, "f", b.code(TypeCode::kF32));
  b.field(all, "maybe", b.optional(inner));
  b.field(all, "many", b.list(inner));
  b.field(all, "three", b.array(b.code(TypeCode::kU32), 3));
  b.field(all, "names", b.set(text));
  b.field(all, "by_number", b.map(b.code(TypeCode::kI32), inner));
  b.field(all, "choice", b.variant(alternatives));
  b.field(all, "pair", b.tuple(pair));
  b.field(all, "hue", b.enumeration("Hue", TypeCode::kU8));
  b.field(all, "bits", b.bits(9));
  b.field(all, "data", b.code(TypeCode::kData));
  b.field(all, "pause", b.code(TypeCode::kDuration));
  b.field(all, "next", b.ref(all));
  return all;
}

TEST(Type, BuiltByCallsHasTheTableOfTheEqualCppType) {
  TypeBuilder b;
  const Type type = built(b, everything(b));
  const Result<Type> cpp = type_of<Everything>();
  ASSERT_TRUE(cpp.ok());
  EXPECT_EQ(type.table(), cpp->table());
  EXPECT_TRUE(type == *cpp);
  EXPECT_EQ(type.fingerprint(), cpp->fingerprint());
  constexpr auto& kTable = archive::kTable<Everything, 0>;
  EXPECT_EQ(type.table().size(), kTable.size());
  EXPECT_EQ(0, std::memcmp(type.table().data(), kTable.data(), kTable.size()));
  EXPECT_EQ(type.fingerprint(), (archive::kFingerprintOf<Everything, 0>));
}

TEST(Type, SuperClassesStandWhereCppTablesHaveThem) {
  TypeBuilder b;
  const TypeId derived = b.record("Derived", 7);
  const TypeId base = b.record("Base");
  b.super(derived, base);
  b.field(base, "id", b.code(TypeCode::kI32));
  b.field(derived, "text", b.code(TypeCode::kString));
  b.field(derived, "other", b.ref(base));
  const Type type = built(b, derived);
  EXPECT_TRUE(type == *type_of<Derived>());
  EXPECT_EQ(type.version(), 7U);
  ASSERT_TRUE(type.super().has_value());
  EXPECT_EQ(type.super()->name(), "Base");
  EXPECT_EQ(type.super()->field(0).name, "id");
  EXPECT_FALSE(type.super()->super().has_value());
}

TEST(Type, TellsWhatItIsMadeOf) {
  TypeBuilder b;
  const Type type = built(b, everything(b));
  EXPECT_EQ(type.code(), TypeCode::kRecord);
  EXPECT_EQ(type.name(), "Everything");
  ASSERT_EQ(type.field_count(), 14U);
  EXPECT_EQ(type.field(0).name, "flag");
  EXPECT_TRUE(type.field(0).named);
  EXPECT_EQ(type.field(4).type.length(), 3U);
  EXPECT_EQ(type.field(4).type.operand(0).code(), TypeCode::kU32);
  EXPECT_EQ(type.field(6).type.operand(1).name(), "Inner");
  EXPECT_EQ(type.field(7).type.operand_count(), 3U);
  EXPECT_EQ(type.field(7).type.operand(2).field(1).name, "b");
  EXPECT_EQ(type.field(9).type.name(), "Hue");
  EXPECT_EQ(type.field(9).type.operand(0).code(), TypeCode::kU8);
  EXPECT_EQ(type.field(10).type.length(), 9U);
  EXPECT_EQ(type.field(13).type.operand(0).name(), "Everything");
  EXPECT_EQ(type.field(3).type.to_string(), "list<record Inner>");
}

TEST(Type, InsideAnotherOneHasATableOfItsOwn) {
  TypeBuilder b;
  const Type type = built(b, everything(b));
  const Type inner = type.field(2).type.operand(0);
  EXPECT_EQ(inner.table(), type_of<Inner>()->table());
  EXPECT_EQ(inner.fingerprint(), type_of<Inner>()->fingerprint());
  EXPECT_TRUE(inner == *type_of<Inner>());
  EXPECT_TRUE(*inner.alone() == inner);
  EXPECT_FALSE(inner == type);
}

TEST(Type, OutlivesTheTypeItWasTakenFrom) {
  std::optional<Type> inner;
  {
    TypeBuilder b;
    inner = built(b, everything(b)).field(3).type;
  }
  EXPECT_EQ(inner->operand(0).name(), "Inner");
}

TEST(Type, ReadFromATableGivesTheVeryTableBack) {
  TypeBuilder b;
  const std::vector<std::byte> table = built(b, everything(b)).table();
  const Result<Type> type = Type::parse(table);
  ASSERT_TRUE(type.ok());
  EXPECT_EQ(type->table(), table);
  EXPECT_EQ(type->fingerprint(), schema::fingerprint_of(table));
  EXPECT_EQ(Type::parse(BytesView(table).first(table.size() - 1)).status().code(),
            Code::kTruncated);
}

TEST(Type, SharedIsTheTableOfSharingOn) {
  TypeBuilder b;
  const Result<Type> shared = built(b, everything(b)).shared();
  ASSERT_TRUE(shared.ok());
  constexpr auto& kTable = archive::kTable<Everything, schema::kShareAll>;
  ASSERT_EQ(shared->table().size(), kTable.size());
  EXPECT_EQ(0, std::memcmp(shared->table().data(), kTable.data(), kTable.size()));
}

TEST(Type, UsedTypesKeepTheirRecordsOne) {
  TypeBuilder b;
  const TypeId parts[] = {b.use(*type_of<Everything>()), b.use(*type_of<Inner>()),
                          b.use(*type_of<Derived>())};
  using Three = std::tuple<Everything, Inner, Derived>;
  EXPECT_EQ(built(b, b.tuple(parts)).table(), type_of<Three>()->table());
  TypeBuilder lists;
  EXPECT_TRUE(built(lists, lists.list(lists.use(*type_of<Inner>()))) ==
              *type_of<std::vector<Inner>>());
}

TEST(Type, UsedRecordsOfOneNameThatDifferStayApart) {
  TypeBuilder first;
  const TypeId a = first.record("Same");
  first.field(a, "x", first.code(TypeCode::kI32));
  TypeBuilder second;
  const TypeId c = second.record("Same");
  second.field(c, "x", second.code(TypeCode::kI64));
  TypeBuilder b;
  const TypeId both[] = {b.use(built(first, a)), b.use(built(second, c))};
  const Type type = built(b, b.tuple(both));
  EXPECT_EQ(type.operand(0).field(0).type.code(), TypeCode::kI32);
  EXPECT_EQ(type.operand(1).field(0).type.code(), TypeCode::kI64);
}

TEST(Type, KeptRecordsStandBehindThoseThatAreMentioned) {
  TypeBuilder b;
  const TypeId first = b.record("First");
  const TypeId second = b.record("Second");
  const TypeId root = b.record("Root");
  b.field(root, "any", b.code(TypeCode::kAnyRef));
  b.field(second, "inner", b.list(first));
  b.keep(second);
  const Type type = built(b, root);
  ASSERT_EQ(type.parsed().shapes().size(), 3U);
  EXPECT_EQ(type.parsed().shapes()[0].name, "Root");
  EXPECT_EQ(type.parsed().shapes()[1].name, "Second");
  EXPECT_EQ(type.parsed().shapes()[2].name, "First");
}

TEST(Type, RefusesAFieldNameTwiceAndSaysWhich) {
  TypeBuilder b;
  const TypeId person = b.record("Person");
  b.field(person, "age", b.code(TypeCode::kI32));
  b.field(person, "name", b.code(TypeCode::kString));
  b.field(person, "age", b.code(TypeCode::kI64));
  EXPECT_EQ(refused(b, person), "record \"Person\": two fields named \"age\"");
}

TEST(Type, RefusesARecordThatContainsItselfAndSaysBy) {
  TypeBuilder b;
  const TypeId outer = b.record("Outer");
  const TypeId inner = b.record("Inner");
  b.field(outer, "inner", b.array(inner, 2));
  b.field(inner, "fine", b.list(outer));
  EXPECT_TRUE(b.build(outer).ok());
  b.field(inner, "outer", outer);
  EXPECT_EQ(refused(b, outer),
            "record \"Outer\" contains itself, by field \"outer\" of record \"Inner\"");
}

TEST(Type, RefusesACycleOfSuperClasses) {
  TypeBuilder b;
  const TypeId one = b.record("One");
  const TypeId two = b.record("Two");
  b.super(one, two);
  b.super(two, one);
  EXPECT_EQ(refused(b, b.list(one)), "record \"One\" is its own super-class, by record \"Two\"");
}

TEST(Type, RefusesNamesThatAreNotUtf8) {
  TypeBuilder b;
  const TypeId one = b.record("One");
  b.field(one, "\xC0\x80", b.code(TypeCode::kI8));
  EXPECT_EQ(refused(b, one), "record \"One\": a field with a name that is not UTF-8");
  TypeBuilder other;
  EXPECT_EQ(refused(other, other.record("\xFF")), "a record with a name that is not UTF-8");
  TypeBuilder third;
  EXPECT_EQ(refused(third, third.enumeration("\xFF", TypeCode::kU8)),
            "an enum with a name that is not UTF-8");
}

TEST(Type, RefusesNestingBeyond64) {
  TypeBuilder b;
  TypeId type = b.code(TypeCode::kI8);
  for (int i = 0; i < 63; ++i) type = b.list(type);
  EXPECT_TRUE(b.build(type).ok());
  type = b.list(type);
  EXPECT_EQ(refused(b, type), "a type nested deeper than 64");
}

TEST(Type, RefusesWhatIsNoType) {
  TypeBuilder b;
  EXPECT_EQ(refused(b, b.code(TypeCode::kList)), "type code 33 cannot be used alone");
  TypeBuilder c;
  EXPECT_EQ(refused(c, c.code(static_cast<TypeCode>(0x99))), "type code 153 cannot be used alone");
  TypeBuilder d;
  EXPECT_EQ(refused(d, d.enumeration("E", TypeCode::kF32)),
            "enum \"E\": its type is not an integer");
  TypeBuilder e;
  EXPECT_EQ(refused(e, e.list(TypeId{77})), "a TypeId of another TypeBuilder");
  TypeBuilder f;
  f.field(f.code(TypeCode::kI8), "x", f.code(TypeCode::kI8));
  EXPECT_EQ(refused(f, {}), "i8 where a record is needed");
  TypeBuilder g;
  const TypeId record = g.record("R");
  g.unnamed(record, g.code(TypeCode::kI8), 0);
  EXPECT_EQ(refused(g, record), "record \"R\": a field with the repeat count 0");
}

TEST(Type, RefusesFewCallsThatDescribeATableOfAnyLength) {
  TypeBuilder b;
  TypeId type = b.code(TypeCode::kI8);
  for (int i = 0; i < 60; ++i) {
    const TypeId twice[] = {type, type};
    type = b.tuple(twice);
  }
  EXPECT_EQ(refused(b, type), "a type table that would become far too long");
}

TEST(Type, TakesATableOfAnyLengthThatAsManyCallsDescribe) {
  TypeBuilder b;
  const TypeId record = b.record("R");
  const TypeId type = b.list(b.optional(b.code(TypeCode::kI8)));
  constexpr std::size_t kCount = 20'000;
  for (std::size_t i = 0; i < kCount; ++i) {
    b.field(record, std::to_string(i) + std::string(1000, 'x'), type);
  }
  const Result<Type> built = b.build(record);
  ASSERT_TRUE(built.ok()) << built.status().to_string();
  EXPECT_EQ(built->field_count(), kCount);
  EXPECT_GT(built->table().size(), std::size_t{16} << 20);
}

TEST(Type, ChainsOfRecordsAreNotRecursion) {
  TypeBuilder b;
  constexpr std::size_t kCount = 100000;
  std::vector<TypeId> records;
  for (std::size_t i = 0; i < kCount; ++i) records.push_back(b.record(""));
  for (std::size_t i = 0; i + 1 < kCount; ++i) b.field(records[i], "next", records[i + 1]);
  const Type type = built(b, records[0]);
  EXPECT_EQ(type.parsed().shapes().size(), kCount);
  TypeBuilder again;
  EXPECT_TRUE(built(again, again.use(type)) == type);
}

TEST(Type, RunsOfFieldsWithoutNamesAreOneEntry) {
  TypeBuilder b;
  const TypeId record = b.record("Run");
  b.unnamed(record, b.code(TypeCode::kI32), 20000);
  const Type type = built(b, record);
  EXPECT_EQ(type.field_count(), 1U);
  EXPECT_FALSE(type.field(0).named);
  EXPECT_EQ(type.field(0).repeat, 20000U);
}

}  // namespace
}  // namespace fastser
