// SPDX-License-Identifier: MIT
//
// The schemas that types at run time give: those of the equal C++ types, and what no C++ type says.
#include <array>

#include "fastser/archive.hpp"
#include "fastser/convert.hpp"
#include "unit/flat/values.hpp"

namespace fastser {
namespace {

using testing::flat_of;

Type built(const TypeBuilder& b, TypeId root) {
  Result<Type> type = b.build(root);
  EXPECT_TRUE(type.ok()) << type.status().to_string();
  return *std::move(type);
}

std::string text_of(const Type& type) {
  const Result<std::string> text = flat::schema(type);
  EXPECT_TRUE(text.ok()) << text.status().to_string();
  return text.ok() ? *text : std::string();
}

// Attributes are what only a Type's schema has.
std::string plain_text_of(const Type& type) {
  Result<flat::Declarations> schema = flat::declarations(type);
  EXPECT_TRUE(schema.ok()) << schema.status().to_string();
  for (flat::Declaration& one : schema->all) {
    one.attributes.clear();
    for (flat::FieldDeclaration& field : one.fields) field.attributes.clear();
  }
  return schema->to_text();
}

struct Corner {
  float x, y;
};
struct Area {
  Corner corners[4];
  std::array<std::uint8_t, 3> color;
  std::int64_t id;
};
struct Base {
  std::int32_t number;
};
struct Derived : Base {
  using fastser_base = Base;
  std::optional<Area> area;
  std::vector<Area> areas;
  std::optional<std::uint8_t> level;
  std::vector<std::optional<std::string>> texts;
  std::array<std::string, 2> two;
  std::map<std::tuple<std::int32_t, bool>, std::vector<std::byte>> odd;
  std::optional<std::vector<std::int32_t>> counts;
  std::vector<std::shared_ptr<testing::Item>> items;
  FASTSER_FIELDS(Derived, area, areas, level, texts, two, odd, counts, items);
};

TEST(FlatTypeSchema, IsThatOfTheEqualCppType) {
  EXPECT_EQ(plain_text_of(*type_of<testing::Person>()), flat::schema<testing::Person>());
  EXPECT_EQ(plain_text_of(*type_of<testing::Shop>()), flat::schema<testing::Shop>());
  EXPECT_EQ(plain_text_of(*type_of<Area>()), flat::schema<Area>());
  EXPECT_EQ(plain_text_of(*type_of<Derived>()), flat::schema<Derived>());
  EXPECT_EQ(plain_text_of(*type_of<std::vector<std::string>>()),
            flat::schema<std::vector<std::string>>());
}

TEST(FlatTypeSchema, OfATypeBuiltByCallsSaysWhatFlatBuffersHasNoNamesFor) {
  TypeBuilder b;
  const TypeId color = b.enumeration("Color", TypeCode::kU8);
  const TypeId point = b.record("geo::Point");
  b.unnamed(point, b.code(TypeCode::kF64), 2);
  const TypeId node = b.record("App.Node", 3);
  b.field(node, "first name", b.code(TypeCode::kString));
  b.field(node, "first-name", color);
  b.field(node, "Color", b.code(TypeCode::kData));
  b.field(node, "at", b.code(TypeCode::kDate));
  b.field(node, "place", b.optional(point));
  b.field(node, "next", b.optional(b.ref(node)));
  b.field(node, "names", b.ordered_map(b.code(TypeCode::kString), b.code(TypeCode::kVarU32)));
  const TypeId clash = b.record("names", 1);
  b.field(node, "clash", clash);
  EXPECT_EQ(text_of(built(b, node)),
            "attribute \"fastser_box\";\n"
            "attribute \"fastser_data\";\n"
            "attribute \"fastser_map\";\n"
            "attribute \"fastser_name\";\n"
            "struct Point {\n"
            "  field0:double;\n"
            "  field1:double;\n"
            "}\n"
            "table App_Node {\n"
            "  first_name:string (id: 0, fastser_name: \"first name\");\n"
            "  first_name_1_:ubyte (id: 1, fastser_name: \"first-name\");\n"
            "  Color:[ubyte] (id: 2, fastser_data);\n"
            "  at:long (id: 3);\n"
            "  place:Point (id: 4);\n"
            "  next:Boxed (id: 5);\n"
            "  names:[Entry] (id: 6);\n"
            "  clash:names2 (id: 7);\n"
            "}\n"
            "table Boxed (fastser_box) {\n"
            "  value:App_Node (id: 0);\n"
            "}\n"
            "table Entry (fastser_map) {\n"
            "  key:string (id: 0, key);\n"
            "  value:uint (id: 1);\n"
            "}\n"
            "table names2 {\n"
            "}\n"
            "root_type App_Node;\n");
}

TEST(FlatTypeSchema, FieldsThatWouldBeCalledAlikeKeepTheirNamesAsAttributes) {
  TypeBuilder b;
  const std::array<TypeId, 2> alternatives = {b.code(TypeCode::kI32), b.code(TypeCode::kString)};
  const TypeId both = b.variant(alternatives);
  const TypeId record = b.record("Record", 1);
  b.field(record, "a-b", b.code(TypeCode::kString));
  b.field(record, "a_b", b.code(TypeCode::kData));
  b.field(record, "kind_type", b.code(TypeCode::kI32));
  b.field(record, "kind", both);
  b.field(record, "other", both);
  b.field(record, "other_type", b.code(TypeCode::kI32));
  const std::string text = text_of(built(b, record));
  EXPECT_NE(text.find("  a_b:string (id: 0, fastser_name: \"a-b\");\n"
                      "  a_b_1_:[ubyte] (id: 1, fastser_data, fastser_name: \"a_b\");\n"
                      "  kind_type:int (id: 2);\n"
                      "  kind_4_:Choice (id: 4, fastser_name: \"kind\");\n"
                      "  other:Choice (id: 6);\n"
                      "  other_type_7_:int (id: 7, fastser_name: \"other_type\");\n"),
            std::string::npos)
      << text;
}

TEST(FlatTypeSchema, LetsFlatBuffersOfTheTypeBeConvertedAsWhatTheyAre) {
  const Buffer bytes = flat_of(testing::make_shop());
  const Result<Buffer> schema = flat::binary_schema(*type_of<testing::Shop>());
  ASSERT_TRUE(schema.ok()) << schema.status().to_string();
  const Result<Buffer> json = convert::convert(
      bytes, convert::Format::flatbuffers, convert::Format::json,
      {.unsayable = convert::ConvertOptions::Unsayable::kReplace, .schema = *schema});
  ASSERT_TRUE(json.ok()) << json.status().to_string();
  const std::string text(reinterpret_cast<const char*>(json->data()), json->size());
  EXPECT_NE(text.find(R"("places":[{"x":1,"y":2},{"x":-3,"y":-4}])"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("data":"AQID")"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("lists":[["a",""],[],["b"]])"), std::string::npos) << text;
  EXPECT_NE(text.find(R"("flags":{"-70000":false,"1":true})"), std::string::npos) << text;
}

Status refused(const TypeBuilder& b, TypeId root) {
  return flat::binary_schema(built(b, root)).status();
}

TEST(FlatTypeSchema, RefusesWhatFlatBuffersCannotSayWithTheNameOfTheField) {
  for (const TypeCode code :
       {TypeCode::kAny, TypeCode::kAnyRecord, TypeCode::kAnyRef, TypeCode::kOwnedAny}) {
    TypeBuilder b;
    const TypeId record = b.record("R");
    b.field(record, "good", b.code(TypeCode::kI8));
    b.field(record, "wrong", b.list(b.code(code)));
    const Status status = refused(b, record);
    EXPECT_EQ(status.code(), Code::kTypeMismatch);
    EXPECT_EQ(status.path(), "R.wrong");
  }
  TypeBuilder wide;
  const TypeId types[] = {wide.code(TypeCode::kNull)};
  EXPECT_EQ(refused(wide, wide.variant(types)).message(), "a variant without alternatives");
  const std::vector<TypeId> many(255, wide.code(TypeCode::kI8));
  EXPECT_EQ(refused(wide, wide.variant(many)).message(), "a variant of more than 254 types");
  TypeBuilder large;
  const TypeId structure = large.record("S");
  large.field(structure, "a", large.array(large.code(TypeCode::kI64), 8191));
  EXPECT_TRUE(refused(large, structure).ok());
  large.field(structure, "b", large.code(TypeCode::kI64));
  EXPECT_EQ(refused(large, structure).message(), "a structure of 64 KiB or more");
  TypeBuilder fields;
  const TypeId table = fields.record("T", 1);
  fields.unnamed(table, fields.code(TypeCode::kI8), 28'672);
  EXPECT_TRUE(refused(fields, table).ok());
  fields.unnamed(table, fields.code(TypeCode::kI8), 1);
  EXPECT_EQ(refused(fields, table).message(), "a table of more than 28,000 fields");
}

TEST(FlatTypeSchema, FewBytesCannotAskForManyFieldsNorForADeepStack) {
  TypeBuilder run;
  const TypeId long_run = run.record("R");
  run.unnamed(long_run, run.code(TypeCode::kI8), 4'000'000'000U);
  EXPECT_EQ(refused(run, long_run).code(), Code::kOverBudget);

  TypeBuilder supers;  // each record has the fields of all above it
  TypeId top = supers.record("A", 1);
  std::vector<TypeId> all;
  for (int i = 0; i < 2000; ++i) {
    const TypeId below = supers.record("A", 1);
    supers.super(below, top);
    supers.field(below, "f", supers.code(TypeCode::kI8));
    top = below;
    all.push_back(below);
  }
  EXPECT_EQ(refused(supers, supers.tuple(all)).code(), Code::kOverBudget);

  TypeBuilder chain;
  TypeId next = chain.record("Link", 1);
  for (int i = 0; i < 10'000; ++i) {
    const TypeId link = chain.record("Link", 1);
    chain.field(link, "next", chain.optional(next));
    next = link;
  }
  const Result<flat::Declarations> declared = flat::declarations(built(chain, next));
  ASSERT_TRUE(declared.ok()) << declared.status().to_string();
  EXPECT_EQ(declared->all.size(), 10'001U);

  for (const int depth : {64, 65}) {
    TypeBuilder nested;
    TypeId inner = nested.code(TypeCode::kI8);
    for (int i = 0; i < depth; ++i) {
      const TypeId outer = nested.record("S");
      nested.field(outer, "s", inner);
      inner = outer;
    }
    EXPECT_EQ(refused(nested, inner).code(), depth == 64 ? Code::kOk : Code::kTooDeep);
  }
}

}  // namespace
}  // namespace fastser
