// SPDX-License-Identifier: MIT
//
// Values whose types the archive says, through plans: any, any record, any ref, owned any.
#include <map>
#include <memory>
#include <variant>
#include <vector>

#include "fastser/internal/archive/plan/form_of.hpp"
#include "fastser/plan.hpp"
#include "fastser/verify.hpp"
#include "gtest/gtest.h"

namespace fastser::archive {
namespace {

struct Point {
  std::int32_t x = 0;
  std::int32_t y = 0;
  bool operator==(const Point&) const = default;
};
struct Name {
  std::string text;
  bool operator==(const Name&) const = default;
};

/// What a dictionary of another language holds.
struct Value {
  using List = std::vector<Value>;
  using Map = std::map<std::string, Value>;
  std::variant<std::monostate, bool, std::int64_t, double, std::string, List, Map, Point> held;
  bool operator==(const Value&) const = default;
};
using Record = std::variant<Point, Name>;
struct Held {
  Value value;
  Record record;
  std::optional<Record> owned;
  std::variant<std::shared_ptr<Point>, std::shared_ptr<Name>> ref;
  std::variant<std::shared_ptr<Point>, std::shared_ptr<Name>> again;
  std::shared_ptr<Name> name;
};

struct ValueAccess {
  static Code get(void*, const void* slot, std::size_t* index, const void** value) {
    const auto& held = as<Value>(slot).held;
    *index = held.index();
    std::visit([&](const auto& one) { *value = &one; }, held);
    return Code::kOk;
  }
  static Code emplace(void*, void* slot, std::size_t index, void** value) {
    auto& held = as<Value>(slot).held;
    switch (index) {
      case 0: held.emplace<0>(); break;
      case 1: held.emplace<1>(); break;
      case 2: held.emplace<2>(); break;
      case 3: held.emplace<3>(); break;
      case 4: held.emplace<4>(); break;
      case 5: held.emplace<5>(); break;
      case 6: held.emplace<6>(); break;
      default: held.emplace<7>(); break;
    }
    std::visit([&](auto& one) { *value = &one; }, held);
    return Code::kOk;
  }
};

/// The type of a root that `make` makes of the builder.
template <typename Make>
Type type_by(Make&& make) {
  TypeBuilder types;
  const Result<Type> type = types.build(make(types));
  EXPECT_TRUE(type.ok()) << type.status().to_string();
  return *type;
}
Type type_of_code(TypeCode code) {
  return type_by([code](TypeBuilder& types) { return types.code(code); });
}

Type held_type() {
  TypeBuilder types;
  const TypeId held = types.record("Held");
  const TypeId point = types.use(*type_of<Point>());
  const TypeId name = types.use(*type_of<Name>());
  types.field(held, "value", types.code(TypeCode::kAny));
  types.field(held, "record", types.code(TypeCode::kAnyRecord));
  types.field(held, "owned", types.code(TypeCode::kOwnedAny));
  types.field(held, "ref", types.code(TypeCode::kAnyRef));
  types.field(held, "again", types.code(TypeCode::kAnyRef));
  types.field(held, "name", types.ref(name));
  types.keep(point);
  types.keep(name);
  const Result<Type> type = types.build(held);
  EXPECT_TRUE(type.ok()) << type.status().to_string();
  return *type;
}

FormId value_form(Layout& layout, FormId point) {
  const FormId value = layout.any(
      {.size = sizeof(Value), .get = &ValueAccess::get, .emplace = &ValueAccess::emplace});
  const Type list =
      type_by([](TypeBuilder& types) { return types.list(types.code(TypeCode::kAny)); });
  const Type map = type_by([](TypeBuilder& types) {
    return types.map(types.code(TypeCode::kString), types.code(TypeCode::kAny));
  });
  layout.any_case(value, type_of_code(TypeCode::kNull), layout.plain());
  layout.any_case(value, type_of_code(TypeCode::kBool), layout.plain());
  layout.any_case(value, type_of_code(TypeCode::kI64), layout.plain());
  layout.any_case(value, type_of_code(TypeCode::kF64), layout.plain());
  layout.any_case(value, type_of_code(TypeCode::kString), layout.std_string());
  layout.any_case(value, list, layout.list(StdList<Value::List>::access(), value));
  layout.any_case(value, map, layout.map(StdMap<Value::Map>::access(), layout.std_string(), value));
  layout.any_case(value, *type_of<Point>(), point);
  return value;
}

Result<Plan> held_plan() {
  Layout layout;
  FormMaker maker(layout);
  const FormId point = maker.form<Point>();
  const FormId name = maker.form<Name>();
  const FormId value = value_form(layout, point);
  const FormId record = layout.any(StdVariant<Point, Name>::access());
  layout.any_case(record, *type_of<Point>(), point);
  layout.any_case(record, *type_of<Name>(), name);
  const FormId owned =
      layout.optional(StdOptional<std::optional<Record>, Record, false>::access(), record);
  const FormId to_name = maker.form<std::shared_ptr<Name>>();
  const FormId ref =
      layout.any(StdVariant<std::shared_ptr<Point>, std::shared_ptr<Name>>::access());
  layout.any_case(ref, *type_of<std::shared_ptr<Point>>(), maker.form<std::shared_ptr<Point>>());
  layout.any_case(ref, *type_of<std::shared_ptr<Name>>(), to_name);
  const FormId held = layout.record(sizeof(Held));
  const Held sample{};
  const auto at = [&](const void* member) {
    return static_cast<std::size_t>(static_cast<const std::byte*>(member) -
                                    reinterpret_cast<const std::byte*>(&sample));
  };
  layout.field(held, "value", at(&sample.value), value);
  layout.field(held, "record", at(&sample.record), record);
  layout.field(held, "owned", at(&sample.owned), owned);
  layout.field(held, "ref", at(&sample.ref), ref);
  layout.field(held, "again", at(&sample.again), ref);
  layout.field(held, "name", at(&sample.name), to_name);
  return Plan::compile(held_type(), layout, held);
}

Held full_held() {
  Held held;
  Value::Map map;
  map["bool"].held = true;
  map["number"].held = std::int64_t{-7};
  map["list"].held = Value::List{Value{1.5}, Value{}, Value{std::string("text")}};
  map["point"].held = Point{3, 4};
  held.value.held = map;
  held.record = Name{"record"};
  held.owned = Point{5, 6};
  const auto name = std::make_shared<Name>(Name{"object"});
  held.ref = std::make_shared<Point>(Point{1, 2});
  held.again = name;
  held.name = name;
  return held;
}
void expect_full(const Held& held) {
  const Held wanted = full_held();
  EXPECT_EQ(held.value, wanted.value);
  EXPECT_EQ(held.record, wanted.record);
  EXPECT_EQ(held.owned, wanted.owned);
  ASSERT_EQ(held.ref.index(), 0U);
  EXPECT_EQ(*std::get<0>(held.ref), (Point{1, 2}));
  ASSERT_EQ(held.again.index(), 1U);
  EXPECT_EQ(std::get<1>(held.again), held.name);
  EXPECT_EQ(*held.name, (Name{"object"}));
}

TEST(PlanAny, ValuesOfAnyTypeComeBackHoweverTheyAreWritten) {
  const Result<Plan> plan = held_plan();
  ASSERT_TRUE(plan.ok()) << plan.status().to_string();
  const Held held = full_held();
  for (const Header header : {Header::self_described, Header::fingerprint, Header::bare}) {
    for (const Sharing sharing : {Sharing::off, Sharing::on, Sharing::adaptive}) {
      Buffer bytes;
      ASSERT_TRUE(plan->encode(bytes, &held, {.header = header, .sharing = sharing}).ok());
      if (header == Header::self_described) {
        const Status verified = verify(bytes);
        ASSERT_TRUE(verified.ok()) << verified.to_string();
      }
      Held again;
      again.owned = Name{"stale"};
      const Status read = plan->decode(bytes, &again, {.header = header, .sharing = sharing});
      ASSERT_TRUE(read.ok()) << read.to_string();
      expect_full(again);
    }
  }
}

TEST(PlanAny, NilsAndEmptyValuesComeBack) {
  const Result<Plan> plan = held_plan();
  const Held held{};
  Buffer bytes;
  ASSERT_TRUE(plan->encode(bytes, &held).ok());
  Held again = full_held();
  const Status read = plan->decode(bytes, &again);
  ASSERT_TRUE(read.ok()) << read.to_string();
  EXPECT_EQ(again.value, Value{});
  EXPECT_EQ(again.owned, std::nullopt);
  EXPECT_EQ(std::get<0>(again.ref), nullptr);
  EXPECT_EQ(again.name, nullptr);
}

TEST(PlanAny, TheBytesAreThoseOfTheFormat) {
  const Result<Plan> plan = held_plan();
  Held held;
  held.value.held = std::int64_t{5};
  held.record = Name{"r"};
  held.owned = Name{"o"};
  held.ref = held.name = std::make_shared<Name>(Name{"n"});
  Buffer bytes;
  ASSERT_TRUE(plan->encode(bytes, &held, {.header = Header::bare}).ok());
  const Type type = plan->type();
  // Shapes: Held 0; those of the fields come behind it, then what is kept.
  const auto shapes = type.parsed().shapes();
  std::uint8_t name = 0;
  while (shapes[name].name != "Name") ++name;
  const std::uint8_t wanted[] = {8,
                                 5,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,
                                 0,  // any: i64 5
                                 name,
                                 1,
                                 'r',  // any record
                                 static_cast<std::uint8_t>(name + 1),
                                 1,
                                 'o',  // owned any
                                 1,
                                 name,
                                 1,
                                 'n',  // any ref: a new object
                                 0,    // nil
                                 6};   // the object again, by a ref
  EXPECT_TRUE(std::equal(bytes.begin(), bytes.end(), std::as_bytes(std::span(wanted)).begin(),
                         std::as_bytes(std::span(wanted)).end()));
}

TEST(PlanAny, AValueOfAnotherTypeGoesToTheCaseThatHoldsIt) {
  const Result<Plan> plan = held_plan();
  const auto byte = [](int value) { return static_cast<std::byte>(value); };
  const auto shapes = plan->type().parsed().shapes();
  int name = 0;
  while (shapes[static_cast<std::size_t>(name)].name != "Name") ++name;
  // any: i16 7. The rest is empty.
  const std::byte bytes[] = {byte(4), byte(7), byte(0), byte(name), byte(0),
                             byte(0), byte(0), byte(0), byte(0)};
  Held held;
  const Status read = plan->decode(bytes, &held, {.header = Header::bare});
  ASSERT_TRUE(read.ok()) << read.to_string();
  EXPECT_EQ(held.value, Value{std::int64_t{7}});
  // any: a uuid, which no case holds.
  std::vector<std::byte> uuid(1 + 16 + 6);
  uuid[0] = byte(0x1A);
  uuid[17] = byte(name);
  EXPECT_EQ(plan->decode(uuid, &held, {.header = Header::bare}).code(), Code::kTypeMismatch);
}

TEST(PlanAny, AnArchiveOfAnotherVersionIsReadByItsShapes) {
  const Result<Plan> plan = held_plan();
  // As Held was once: the fields in another order, one more, and one less.
  TypeBuilder types;
  const TypeId old = types.record("Held");
  const TypeId point = types.use(*type_of<Point>());
  const TypeId name = types.use(*type_of<Name>());
  types.field(old, "gone", types.code(TypeCode::kU8));
  types.field(old, "ref", types.code(TypeCode::kAnyRef));
  types.field(old, "name", types.ref(name));
  types.field(old, "owned", types.code(TypeCode::kOwnedAny));
  types.field(old, "value", types.code(TypeCode::kAny));
  types.keep(point);
  types.keep(name);
  struct Old {
    std::uint8_t gone = 9;
    decltype(Held::ref) ref;
    std::shared_ptr<Name> name;
    std::optional<Record> owned;
    Value value;
  };
  Layout layout;
  FormMaker maker(layout);
  const FormId of_point = maker.form<Point>();
  const FormId of_name = maker.form<Name>();
  const FormId value = value_form(layout, of_point);
  const FormId record = layout.any(StdVariant<Point, Name>::access());
  layout.any_case(record, *type_of<Point>(), of_point);
  layout.any_case(record, *type_of<Name>(), of_name);
  const FormId ref =
      layout.any(StdVariant<std::shared_ptr<Point>, std::shared_ptr<Name>>::access());
  layout.any_case(ref, *type_of<std::shared_ptr<Point>>(), maker.form<std::shared_ptr<Point>>());
  layout.any_case(ref, *type_of<std::shared_ptr<Name>>(), maker.form<std::shared_ptr<Name>>());
  const FormId form = layout.record(sizeof(Old));
  Old from;
  const auto at = [&](const void* member) {
    return static_cast<std::size_t>(static_cast<const std::byte*>(member) -
                                    reinterpret_cast<const std::byte*>(&from));
  };
  layout.field(form, "gone", at(&from.gone));
  layout.field(form, "ref", at(&from.ref), ref);
  layout.field(form, "name", at(&from.name), maker.form<std::shared_ptr<Name>>());
  layout.field(
      form, "owned", at(&from.owned),
      layout.optional(StdOptional<std::optional<Record>, Record, false>::access(), record));
  layout.field(form, "value", at(&from.value), value);
  const Result<Plan> writer = Plan::compile(*types.build(old), layout, form);
  ASSERT_TRUE(writer.ok()) << writer.status().to_string();
  const Held full = full_held();
  from.value = full.value;
  from.owned = full.owned;
  from.ref = from.name = full.name;
  Buffer bytes;
  ASSERT_TRUE(writer->encode(bytes, &from).ok());
  Held held;
  held.record = Name{"stale"};
  held.again = std::make_shared<Name>();
  const Status read = plan->decode(bytes, &held);
  ASSERT_TRUE(read.ok()) << read.to_string();
  EXPECT_EQ(held.value, full.value);
  EXPECT_EQ(held.owned, full.owned);
  ASSERT_EQ(held.ref.index(), 1U);
  EXPECT_EQ(std::get<1>(held.ref), held.name);
  EXPECT_EQ(held.name->text, "object");
  EXPECT_EQ(held.record, Record(Point{}));  // the first case, as new
  EXPECT_EQ(std::get<0>(held.again), nullptr);
  from.owned.reset();
  from.ref = std::shared_ptr<Point>();
  ASSERT_TRUE(writer->encode(bytes, &from).ok());
  ASSERT_TRUE(plan->decode(bytes, &held).ok());
  EXPECT_EQ(held.owned, std::nullopt);
}

TEST(PlanAny, CompileSaysWhichCaseIsWrong) {
  const auto refusal = [](TypeCode code, const Type& of_case, auto&& form) {
    Layout layout;
    const FormId any =
        layout.any({.size = 16, .get = &ValueAccess::get, .emplace = &ValueAccess::emplace});
    layout.any_case(any, of_case, form(layout));
    return Plan::compile(type_of_code(code), layout, any).status().to_string();
  };
  const auto plain = [](Layout& layout) { return layout.plain(); };
  const Type number = type_of_code(TypeCode::kI32);
  EXPECT_NE(refusal(TypeCode::kAnyRecord, number, plain).find("no case i32"), std::string::npos);
  EXPECT_NE(refusal(TypeCode::kAnyRef, number, plain).find("no case i32"), std::string::npos);
  EXPECT_NE(refusal(TypeCode::kAny, type_of_code(TypeCode::kAny), plain).find("no case any"),
            std::string::npos);
  EXPECT_NE(refusal(TypeCode::kAny, *type_of<Point>(),
                    [](Layout& layout) { return form_of<Point>(layout); })
                .find("\"Point\" of a case is not in the type"),
            std::string::npos);
}

}  // namespace
}  // namespace fastser::archive
