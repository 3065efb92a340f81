// SPDX-License-Identifier: MIT
//
// Schemas read from bytes: what was written comes back; what no schema says is refused, with its
// place, so that nothing that reads values by a schema need check it again.
#include <functional>

#include "flat/reflection.hpp"
#include "support/alloc_counter.hpp"
#include "support/damage.hpp"
#include "unit/flat/values.hpp"

namespace fastser {
namespace {

using flat::Declaration;
using flat::Declarations;
namespace reflection = flat::reflection;

Buffer schema_of_shop() { return std::move(*flat::binary_schema<testing::Shop>()); }

const Declaration* named(const Declarations& schema, std::string_view name) {
  for (const Declaration& one : schema.all) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

TEST(FlatBinarySchema, ComesBackAsWhatWasWritten) {
  const Declarations wanted = flat::declarations<testing::Shop>();
  const Result<Declarations> read = flat::from_binary(schema_of_shop());
  ASSERT_TRUE(read.ok()) << read.status().to_string();
  ASSERT_EQ(read->all.size(), wanted.all.size());
  EXPECT_EQ(read->all[static_cast<std::size_t>(read->root)].name, "Shop");
  for (const Declaration& one : wanted.all) {
    const Declaration* const other = named(*read, one.name);
    ASSERT_NE(other, nullptr) << one.name;
    EXPECT_EQ(other->kind, one.kind);
    EXPECT_EQ(other->bytes, one.bytes);
    EXPECT_EQ(other->alternatives.size(), one.alternatives.size());
    ASSERT_EQ(other->fields.size(), one.fields.size()) << one.name;
    for (std::size_t i = 0; i < one.fields.size(); ++i) {
      EXPECT_EQ(other->fields[i].name, one.fields[i].name);
      EXPECT_EQ(other->fields[i].slot, one.fields[i].slot);
      EXPECT_EQ(other->fields[i].offset, one.fields[i].offset);
      EXPECT_EQ(other->fields[i].key, one.fields[i].key);
      EXPECT_EQ(other->fields[i].type.optional, one.fields[i].type.optional);
      EXPECT_EQ(read->to_string(other->fields[i].type), wanted.to_string(one.fields[i].type));
    }
  }
  // Once read, it is written as before.
  EXPECT_EQ(flat::from_binary(*flat::to_binary(*read))->to_text(), read->to_text());
}

// flatc writes it as well, and takes no schema without it.
TEST(FlatBinarySchema, HasTheIdentifierOfSchemasAndIsNotReadWithoutIt) {
  Buffer bytes = schema_of_shop();
  ASSERT_GE(bytes.size(), 8U);
  EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(bytes.data()) + 4, 4), "BFBS");
  bytes.data()[7] = std::byte{'T'};
  EXPECT_EQ(flat::from_binary(bytes).status().code(), Code::kFingerprint);
}

TEST(FlatBinarySchema, KeepsAttributesInBothForms) {
  Declarations schema = flat::declarations<testing::Person>();
  schema.all[0].attributes = {{"of_table", std::nullopt}, {"value", "a \"b\"\n\\"}};
  schema.all[0].fields[0].attributes = {{"of_field", ""}};
  const Result<Declarations> read = flat::from_binary(*flat::to_binary(schema));
  ASSERT_TRUE(read.ok());
  const Declaration& person = *named(*read, "Person");
  ASSERT_NE(person.attribute("of_table"), nullptr);
  EXPECT_EQ(person.attribute("of_table")->value, "0");
  EXPECT_EQ(person.attribute("value")->value, "a \"b\"\n\\");
  EXPECT_EQ(person.fields[0].attribute("of_field")->value, "");
  EXPECT_EQ(person.attribute("of_field"), nullptr);
  const std::string text = schema.to_text();
  EXPECT_EQ(text.find("attribute \"of_field\";\nattribute \"of_table\";\nattribute \"value\";\n"
                      "table Person (of_table, value: \"a \\\"b\\\"\\u000a\\\\\") {\n"
                      "  age:int (id: 0, of_field: \"\");\n"),
            0U)
      << text;
}

// ---- schemas that nobody writes

reflection::Type scalar(flat::BaseType base) {
  reflection::Type type;
  type.base_type = static_cast<std::int8_t>(base);
  return type;
}
reflection::Type object(std::int32_t index) {
  reflection::Type type = scalar(flat::BaseType::Obj);
  type.index = index;
  return type;
}
reflection::Field field(std::string name, reflection::Type type, std::uint16_t id,
                        std::uint16_t offset = 0) {
  reflection::Field out;
  out.name = std::move(name);
  out.type = type;
  out.id = id;
  out.offset = offset;
  return out;
}
std::shared_ptr<reflection::Object> table(std::string name, std::vector<reflection::Field> fields) {
  auto out = std::make_shared<reflection::Object>();
  out->name = std::move(name);
  out->fields = std::move(fields);
  return out;
}
std::shared_ptr<reflection::Object> structure(std::string name, std::int32_t bytes,
                                              std::vector<reflection::Field> fields) {
  auto out = table(std::move(name), std::move(fields));
  out->is_struct = true;
  out->bytesize = bytes;
  out->minalign = 1;
  return out;
}

Status parse(std::vector<std::shared_ptr<reflection::Object>> objects,
             std::vector<reflection::Enum> enums = {}) {
  reflection::Schema schema;
  schema.root_table = objects.empty() ? nullptr : objects[0];
  schema.objects = std::move(objects);
  schema.enums = std::move(enums);
  const auto bytes = flat::encode(schema, {.identifier = "BFBS"});
  EXPECT_TRUE(bytes.ok());
  return flat::from_binary(*bytes).status();
}

using flat::BaseType;

TEST(FlatBinarySchema, RefusesWhatNoSchemaSaysAndSaysWhere) {
  const auto expect = [](const Status& status, std::string_view path, std::string_view message) {
    EXPECT_EQ(status.code(), Code::kMalformed);
    EXPECT_EQ(status.path(), path);
    EXPECT_EQ(status.message(), message);
  };
  const auto one = [](reflection::Type type, std::uint16_t id = 0) {
    return parse({table("T", {field("f", type, id)})});
  };
  EXPECT_TRUE(one(object(0)).ok());  // a table may hold its like
  expect(one(object(1)), "T.f", "a type that the schema does not have");
  expect(one(object(-1)), "T.f", "a type that the schema does not have");
  expect(one(scalar(BaseType::None)), "T.f", "a type that this reader does not know");
  expect(one(scalar(static_cast<BaseType>(18))), "T.f", "a type that this reader does not know");
  expect(one(scalar(static_cast<BaseType>(-3))), "T.f", "a type that this reader does not know");
  expect(one(scalar(BaseType::Int), 40000), "T.f", "a field with a number that is out of range");
  expect(one(scalar(BaseType::Union)), "T.f", "a union that the schema does not have");
  expect(one(scalar(BaseType::Vector)), "T.f", "a type that this reader does not know");
  reflection::Type lists = scalar(BaseType::Vector);
  lists.element = static_cast<std::int8_t>(BaseType::Vector);
  expect(one(lists), "T.f", "a type that this reader does not know");
  reflection::Type array = scalar(BaseType::Array);
  array.element = static_cast<std::int8_t>(BaseType::Byte);
  expect(one(array), "T.f", "a vector in a structure, or an array outside of one");
  expect(parse({table("T", {field("f", scalar(BaseType::Int), 1), field("g", object(0), 1)})}),
         "T.g", "two fields with the same number");
  expect(parse({structure("S", 4, {})}), "", "a root that is not one of the tables");
}

TEST(FlatBinarySchema, RefusesStructuresThatCannotBe) {
  const auto root = table("T", {});
  const auto with = [&](std::shared_ptr<reflection::Object> inner) {
    return parse({root, std::move(inner)});
  };
  const auto byte = scalar(BaseType::Byte);
  EXPECT_TRUE(with(structure("S", 4, {field("f", byte, 0, 3)})).ok());
  EXPECT_EQ(with(structure("S", 4, {field("f", byte, 0, 4)})).message(),
            "a field that lies outside of its structure");
  EXPECT_EQ(with(structure("S", 0, {})).message(), "a structure of an impossible size");
  EXPECT_EQ(with(structure("S", 65536, {})).message(), "a structure of an impossible size");
  EXPECT_EQ(with(structure("S", 4, {field("f", object(0), 0)})).message(),
            "a table in a structure");
  EXPECT_EQ(with(structure("S", 4, {field("f", scalar(BaseType::String), 0)})).message(),
            "a type that this reader does not know");
  EXPECT_EQ(with(structure("S", 4, {field("f", object(1), 0)})).message(),
            "a structure that contains itself");
  EXPECT_EQ(parse({root, structure("A", 4, {field("f", object(2), 0)}),
                   structure("B", 4, {field("f", object(1), 0)})})
                .message(),
            "a structure that contains itself");
  EXPECT_TRUE(parse({root, structure("A", 8, {field("f", object(2), 0), field("g", object(2), 1)}),
                     structure("B", 4, {})})
                  .ok());
  reflection::Type array = object(1);
  array.base_type = static_cast<std::int8_t>(BaseType::Array);
  array.element = static_cast<std::int8_t>(BaseType::Obj);
  array.fixed_length = 0;
  EXPECT_EQ(with(structure("S", 4, {field("f", array, 0)})).message(), "an array of length 0");
}

TEST(FlatBinarySchema, RefusesUnionsThatCannotBe) {
  const auto choice = [](std::vector<std::pair<std::int64_t, reflection::Type>> values) {
    reflection::Enum out;
    out.name = "U";
    out.is_union = true;
    out.values.emplace();
    for (const auto& [value, type] : values) {
      reflection::EnumValue one;
      one.value = value;
      one.union_type = std::make_unique<reflection::Type>(type);
      out.values->push_back(std::move(one));
    }
    return out;
  };
  reflection::Type tag = scalar(BaseType::UType);
  reflection::Type value = scalar(BaseType::Union);
  tag.index = value.index = 0;
  const auto with = [&](reflection::Enum one, std::vector<reflection::Field> fields) {
    std::vector<reflection::Enum> enums;
    enums.push_back(std::move(one));
    return parse({table("T", std::move(fields))}, std::move(enums));
  };
  const auto good = [&] {
    return choice({{0, {}}, {1, object(0)}, {200, scalar(BaseType::String)}});
  };
  EXPECT_TRUE(with(good(), {field("u_type", tag, 0), field("u", value, 1)}).ok());
  EXPECT_EQ(with(good(), {field("u", value, 0)}).message(),
            "a union without the field with its type");
  EXPECT_EQ(with(good(), {field("u_type", tag, 0), field("u", value, 2)}).message(),
            "a union without the field with its type");
  EXPECT_EQ(with(good(), {field("u_type", tag, 0)}).message(),
            "a field with the type of a union that does not exist");
  EXPECT_EQ(with(good(), {field("u_type", tag, 0), field("i", scalar(BaseType::Int), 1)}).message(),
            "a field with the type of a union that does not exist");
  EXPECT_EQ(with(choice({{256, object(0)}}), {}).message(), "a union with an impossible number");
  EXPECT_EQ(with(choice({{1, object(0)}, {1, object(0)}}), {}).message(),
            "a union that has a number twice");
  EXPECT_EQ(with(choice({{1, object(7)}}), {}).message(), "an alternative of an impossible type");
}

TEST(FlatBinarySchema, OneTableThatManyLeadToIsRefusedInsteadOfCopied) {
  const auto one =
      table("T", std::vector<reflection::Field>(1, field("f", scalar(BaseType::Int), 0)));
  EXPECT_EQ(parse({one, one}).message(), "a table that the schema has twice");
}

TEST(FlatBinarySchema, EveryTruncationAndEveryFlippedBitIsAnAnswer) {
  const Buffer bytes = schema_of_shop();
  const auto expect_answer = [](BytesView schema) {
    const testing::AllocScope scope;
    static_cast<void>(flat::from_binary(schema));
    EXPECT_EQ(scope.live(), 0U);
    EXPECT_LE(scope.peak(), 64 * schema.size() + (std::size_t{1} << 20));
  };
  // (At the end are a few bytes that nothing leads to.)
  for (std::size_t size = 0; size + 8 < bytes.size(); ++size) {
    const std::vector<std::byte> cut(bytes.begin(), bytes.begin() + size);
    EXPECT_FALSE(flat::from_binary(cut).ok()) << size;
  }
  testing::each_flipped_bit(bytes, expect_answer);
}

}  // namespace
}  // namespace fastser
