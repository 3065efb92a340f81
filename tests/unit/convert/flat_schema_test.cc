// SPDX-License-Identifier: MIT
//
// Values as FlatBuffers of a schema that is given: they come back, by our reader and by the codec
// of the C++ type that has this schema; what the schema cannot hold is refused, and where; schemas
// of strangers end in an answer.
#include <functional>

#include "flat/reflection.hpp"
#include "support/alloc_counter.hpp"
#include "support/canonical.hpp"
#include "support/damage.hpp"
#include "support/effort.hpp"
#include "unit/convert/flat_support.hpp"
#include "unit/flat/values.hpp"

namespace fastser::convert {
namespace {

using flat::BaseType;
using flat::Declaration;
using flat::Declarations;
using flat::FieldDeclaration;
using flat::TypeRef;
using testing::AllocScope;

Bytes by_schema(BytesView input, Format from, BytesView schema, ConvertOptions options = {}) {
  options.target_schema = schema;
  return must(input, from, Format::flatbuffers, options);
}
Status refused(std::string_view json, BytesView schema, ConvertOptions options = {}) {
  options.target_schema = schema;
  return fails(bytes(json), Format::json, Format::flatbuffers, options);
}

// ---- what is written comes back

void expect_back(const Bytes& message) {
  const Flat made = to_flat(message, Format::msgpack);
  const Bytes again = by_schema(message, Format::msgpack, made.schema);
  EXPECT_EQ(testing::canonical(from_flat({again, made.schema}, Format::msgpack)),
            testing::canonical(message));
}

TEST(FlatBySchema, ValuesComeBackByASchemaThatWasMadeOfThem) {
  for (const char* document :
       {"{\"a\":1,\"b\":-2.5,\"c\":\"text\",\"d\":true,\"e\":null}", "[[1,2],[3]]", "7", "null",
        "[]", "{}", "{\"a\":[{\"x\":1},{\"x\":null},{\"y\":\"z\"}]}",
        "{\"a\":[1,\"mixed\",{\"k\":2.5},null]}", "{\"a b\":1,\"table\":2,\"\":3}",
        "[{\"a\":0,\"b\":false},{\"a\":1,\"b\":true}]",
        "{\"1\":{\"x\":null,\"y\":[[1],null]},\"2\":{\"x\":1,\"y\":[]}}"}) {
    SCOPED_TRACE(document);
    expect_back(must(bytes(document), Format::json, Format::msgpack));
  }
  std::string wide = "{";
  for (int i = 0; i < 2000; ++i)
    wide += "\"k" + std::to_string(i) + "\":" + std::to_string(i) + ",";
  expect_back(must(bytes(wide + "\"last\":1}"), Format::json, Format::msgpack));
}

TEST(FlatBySchema, ValuesThatJsonLacksComeBackToo) {
  // Timestamps, extensions, data and maps with other keys, alone and mixed with other kinds.
  expect_back(bytes({0x83, 0xA1, 'a',  0x92, 0x81, 0xA1, 'm',  0xD6, 0xFF, 1,   2,
                     3,    4,    0x81, 0xA1, 'm',  0xD4, 5,    1,    0xA1, 'b', 0x82,
                     1,    2,    0xC0, 3,    0xA1, 'c',  0x92, 1,    0xA1, 'x'}));
  expect_back(bytes({0x93, 0xD6, 0xFF, 1, 2, 3, 4, 0xC4, 2, 8, 9, 0xD4, 5, 1}));
  expect_back(bytes({0x92, 0xC4, 2, 8, 9, 0xC4, 0}));
  expect_back(bytes({0x92, 0xD6, 0xFF, 1, 2, 3, 4, 0xD6, 0xFF, 0, 0, 0, 1}));
}

template <typename T>
void expect_type_reads(const T& value) {
  const Flat own = flat_of_type(value);
  for (const Format by_way_of : {Format::json, Format::msgpack}) {
    const Bytes between = from_flat(own, by_way_of);
    const Bytes again = by_schema(between, by_way_of, own.schema);
    const Result<T> back = flat::decode<T>(again);
    ASSERT_TRUE(back.ok()) << back.status().to_string();
    EXPECT_EQ(from_flat(flat_of_type(*back), Format::json), from_flat(own, Format::json));
  }
}

TEST(FlatBySchema, TheTypeOfTheSchemaReadsWhatIsWritten) {
  expect_type_reads(testing::make_person());
  expect_type_reads(testing::make_shop());
}

// ---- a schema of everything, without unions and enums, which flatc's schemas have (see
// differential/flat)

FieldDeclaration field(std::uint16_t slot, std::string name, TypeRef type) {
  FieldDeclaration out;
  out.slot = slot;
  out.name = std::move(name);
  out.type = type;
  return out;
}

// Thing {n: int = 5; x: float; text: string (required); things: [Thing]; raw: [ubyte] (base64);
//        place: Place; maybe: long = null; on: bool; places: [Place]; u: ulong}
// Place {a: byte; b: int; list: [short:2]}
Bytes thing_schema(const std::function<void(Declarations&)>& change = [](Declarations&) {}) {
  Declarations schema;
  Declaration thing;
  thing.name = "Thing";
  thing.fields = {field(0, "n", TypeRef::scalar(BaseType::Int)),
                  field(1, "x", TypeRef::scalar(BaseType::Float)),
                  field(2, "text", TypeRef::scalar(BaseType::String)),
                  field(3, "things", TypeRef::list(BaseType::Obj, 0)),
                  field(4, "raw", TypeRef::list(BaseType::UByte)),
                  field(5, "place", TypeRef::object(1)),
                  field(6, "maybe", TypeRef::scalar(BaseType::Long)),
                  field(7, "on", TypeRef::scalar(BaseType::Bool)),
                  field(8, "places", TypeRef::list(BaseType::Obj, 1)),
                  field(9, "u", TypeRef::scalar(BaseType::ULong))};
  thing.fields[0].default_integer = 5;
  thing.fields[2].required = true;
  thing.fields[4].attributes.push_back({"base64", std::nullopt});
  thing.fields[6].type.optional = true;
  Declaration place;
  place.kind = Declaration::Kind::structure;
  place.name = "Place";
  place.bytes = 12;
  place.alignment = 4;
  place.fields = {
      field(0, "a", TypeRef::scalar(BaseType::Byte)), field(1, "b", TypeRef::scalar(BaseType::Int)),
      field(2, "list", {.base = BaseType::Array, .element = BaseType::Short, .fixed_length = 2})};
  place.fields[1].offset = 4;
  place.fields[2].offset = 8;
  schema.all = {std::move(thing), std::move(place)};
  schema.root = 0;
  schema.identifier = "THNG";
  change(schema);
  const auto binary = flat::to_binary(schema);
  EXPECT_TRUE(binary.ok());
  return Bytes(binary->begin(), binary->end());
}

std::string json_back(std::string_view json, const Bytes& schema, ConvertOptions options = {}) {
  const Bytes data = by_schema(bytes(json), Format::json, schema, options);
  return text(from_flat({data, schema}, Format::json));
}

TEST(FlatBySchema, FieldsAreFoundByTheirNames) {
  EXPECT_EQ(json_back(R"({"u":18446744073709551615,"text":"t","x":0.1,"maybe":0,"on":true,
                          "place":{"list":[1,-2],"a":-128,"b":7},"raw":[1,2],
                          "places":[[1,2,[3,4]]],"things":[{"text":"in","n":-1}]})",
                      thing_schema()),
            R"({"n":5,"x":0.10000000149011612,"text":"t","things":[{"n":-1,"x":0.0,"text":"in",)"
            R"("on":false,"u":0}],"raw":[1,2],"place":{"a":-128,"b":7,"list":[1,-2]},"maybe":0,)"
            R"("on":true,"places":[{"a":1,"b":2,"list":[3,4]}],"u":18446744073709551615})");
}

TEST(FlatBySchema, TheFileIdentifierOfTheSchemaIsWritten) {
  const Bytes data = by_schema(bytes("{\"text\":\"\"}"), Format::json, thing_schema());
  EXPECT_EQ(text(data).substr(4, 4), "THNG");
  const Result<Declarations> schema = flat::from_binary(thing_schema());
  ASSERT_TRUE(schema.ok());
  EXPECT_NE(schema->to_text().find("file_identifier \"THNG\";"), std::string::npos);
}

TEST(FlatBySchema, DefaultsAreNotWrittenUnlessTheFieldIsOptional) {
  const Bytes schema = thing_schema();
  const auto size = [&](std::string_view json) {
    return by_schema(bytes(json), Format::json, schema).size();
  };
  EXPECT_EQ(size(R"({"text":"","n":5,"x":0,"on":false})"), size(R"({"text":""})"));
  EXPECT_GT(size(R"({"text":"","n":0})"), size(R"({"text":""})"));
  EXPECT_GT(size(R"({"text":"","maybe":0})"), size(R"({"text":""})"));
}

TEST(FlatBySchema, NumbersMayBeTextAndBytesMayBeBase64) {
  EXPECT_EQ(json_back(R"({"text":"","n":"-7","x":"1.5","on":"true","raw":"AQL_","u":2.0})",
                      thing_schema()),
            R"({"n":-7,"x":1.5,"text":"","raw":[1,2,255],"on":true,"u":2})");
  EXPECT_EQ(json_back(R"({"text":"","raw":"AQ=="})", thing_schema()),
            R"({"n":5,"x":0.0,"text":"","raw":[1],"on":false,"u":0})");
  const Bytes infinite =
      by_schema(bytes(R"({"text":"","x":"-inf"})"), Format::json, thing_schema());
  ConvertOptions null;
  null.not_finite = JsonOptions::NotFinite::kNull;
  EXPECT_EQ(text(from_flat({infinite, thing_schema()}, Format::json, null)),
            R"({"n":5,"x":null,"text":"","on":false,"u":0})");
}

TEST(FlatBySchema, ListsOfTablesWithAKeyAreSortedByIt) {
  const auto by_text = [](Declarations& schema) { schema.all[0].fields[2].key = true; };
  const auto by_number = [](Declarations& schema) { schema.all[0].fields[0].key = true; };
  const auto by_place = [](Declarations& schema) { schema.all[1].fields[0].key = true; };
  const auto order = [](std::string_view json, const auto& change, std::string_view name) {
    const std::string out = json_back(json, thing_schema(change));
    std::string found;
    for (std::size_t at = 0; (at = out.find(name, at)) != std::string::npos;) {
      at += name.size();
      found += out.substr(at, out.find_first_of(",}", at) - at) + " ";
    }
    return found;
  };
  EXPECT_EQ(order(R"({"text":"","things":[{"text":"b"},{"text":"a"},{"text":""}]})", by_text,
                  "\"text\":"),
            "\"\" \"\" \"a\" \"b\" ");
  EXPECT_EQ(order(R"({"text":"","things":[{"text":"","n":9},{"text":""},{"text":"","n":-9}]})",
                  by_number, "\"n\":"),
            "5 -9 5 9 ");
  EXPECT_EQ(order(R"({"text":"","places":[[9,0,[0,0]],[-9,0,[0,0]]]})", by_place, "\"a\":"),
            "-9 9 ");
}

TEST(FlatBySchema, KeysThatTheSchemaDoesNotHaveAreSkippedIfThatIsAsked) {
  ConvertOptions skip;
  skip.skip_unknown = true;
  EXPECT_EQ(json_back(R"({"text":"","more":{"a":[1]},"place":{"a":1,"b":2,"c":3,"list":[0,0]}})",
                      thing_schema(), skip),
            R"({"n":5,"x":0.0,"text":"","place":{"a":1,"b":2,"list":[0,0]},"on":false,"u":0})");
}

TEST(FlatBySchema, NullIsAMissingFieldAndTheDefaultIfThatIsAsked) {
  const Bytes schema = thing_schema();
  EXPECT_EQ(json_back(R"({"text":"","maybe":null,"raw":null,"place":null,"things":null})", schema),
            json_back(R"({"text":""})", schema));
  ConvertOptions replace;
  replace.unsayable = ConvertOptions::Unsayable::kReplace;
  EXPECT_EQ(json_back(R"({"text":"","n":null,"place":[null,1,[1,null]]})", schema, replace),
            R"({"n":5,"x":0.0,"text":"","place":{"a":0,"b":1,"list":[1,0]},"on":false,"u":0})");
}

TEST(FlatBySchema, WhatTheSchemaCannotHoldIsRefusedAndWhereItIs) {
  const Bytes schema = thing_schema();
  const struct {
    const char* document;
    const char* path;
    const char* message;
  } all[] = {
      {"[\"x\"]", "[0]", "text, where int is needed"},
      {"{}", "", "text is missing, which Thing requires"},
      {"\"a\"", "", "text, where the schema has the table Thing"},
      {R"({"text":null})", "text", "null, where the schema requires a value"},
      {R"({"text":1})", "text", "a number, where the schema has text"},
      {R"({"text":"","N":1})", "N", "the schema has no field of this name in Thing"},
      {R"({"text":"","n":2147483648})", "n", "a number that int cannot hold"},
      {R"({"text":"","n":1.5})", "n", "a number that int cannot hold"},
      {R"({"text":"","n":"a"})", "n", "text, where int is needed"},
      {R"({"text":"","n":null})", "n", "null, where int is needed"},
      {R"({"text":"","n":[]})", "n", "a list, where int is needed"},
      {R"({"text":"","x":1e300})", "x", "a number that float cannot hold"},
      {R"({"text":"","x":16777217})", "x", "a number that float cannot hold"},
      {R"({"text":"","on":2})", "on", "a number that bool cannot hold"},
      {R"({"text":"","u":-1})", "u", "a number that ulong cannot hold"},
      {R"({"text":"","raw":"A"})", "raw", "text that is not base64"},
      {R"({"text":"","raw":[256]})", "raw[0]", "a number that ubyte cannot hold"},
      {R"({"text":"","raw":{}})", "raw", "an object, where the schema has a list"},
      {R"({"text":"","things":[{}]})", "things[0]", "text is missing, which Thing requires"},
      {R"({"text":"","things":[null]})", "things[0]", "null, where the schema has the table Thing"},
      {R"({"text":"","place":{"a":1,"b":1}})", "place",
       "list is missing: a structure has all of its fields"},
      {R"({"text":"","place":[1,2]})", "place",
       "a list whose length is not the number of fields of Place"},
      {R"({"text":"","place":{"a":1,"b":1,"list":[1]}})", "place.list",
       "this must be a list of 2 values"},
      {R"({"text":"","place":{"a":1,"b":1,"list":[1,40000]}})", "place.list[1]",
       "a number that short cannot hold"},
      {R"({"text":"","places":[1]})", "places[0]",
       "a number, where the schema has the structure Place"},
  };
  for (const auto& one : all) {
    const Status status = refused(one.document, schema);
    EXPECT_EQ(status.code(), Code::kTypeMismatch) << one.document;
    EXPECT_EQ(status.path(), one.path) << one.document;
    EXPECT_EQ(status.message().substr(0, std::string_view(one.message).size()), one.message)
        << one.document << ": " << status.to_string();
  }
}

TEST(FlatBySchema, ASchemaThatCannotBeUsedIsRefused) {
  const Bytes no_root = thing_schema([](Declarations& schema) { schema.root = -1; });
  EXPECT_EQ(refused("{}", no_root).code(), Code::kUsage);
  EXPECT_EQ(refused("{}", bytes("not a schema at all")).message().substr(0, 12), "the schema: ");
  const Bytes identifier =
      thing_schema([](Declarations& schema) { schema.identifier = "TOOLONG"; });
  EXPECT_EQ(refused("{}", identifier).code(), Code::kMalformed);
}

// ---- schemas of strangers

TEST(FlatBySchema, StructuresOfAnyAlignmentLieWhereTheyMust) {
  for (const unsigned alignment : {1U, 2U, 8U, 16U, 64U, 256U}) {
    const Bytes schema = thing_schema([&](Declarations& all) {
      all.all[1].alignment = static_cast<std::uint16_t>(alignment);
      all.all[1].bytes = static_cast<std::uint16_t>(std::max(alignment, 16U));
    });
    const char* const json =
        R"({"text":"t","place":[1,2,[3,4]],"places":[[5,6,[7,8]],[0,0,[0,0]]]})";
    EXPECT_EQ(json_back(json, schema), json_back(json, thing_schema())) << alignment;
    const Bytes data = by_schema(bytes(json), Format::json, schema);
    EXPECT_EQ(data.size() % alignment, 0U);
    for (const char* const mark : {"\x01\0\0\0\x02\0\0\0\x03", "\x05\0\0\0\x06\0\0\0\x07"}) {
      const std::size_t at = text(data).find(std::string_view(mark, 9));
      ASSERT_NE(at, std::string::npos);
      EXPECT_EQ(at % alignment, 0U) << alignment;
    }
  }
  const Bytes odd = thing_schema([](Declarations& all) { all.all[1].alignment = 3; });
  EXPECT_EQ(refused("{}", odd).code(), Code::kMalformed);
}

// Found by the fuzzer: it was read as a number that could not be written.
TEST(FlatBySchema, ADefaultThatItsTypeDoesNotHoldIsItsLowBytes) {
  const Bytes schema = thing_schema([](Declarations& all) {
    all.all[0].fields[0].default_integer = (std::int64_t{1} << 40) - 2;
    all.all[0].fields[7].default_integer = 6;
  });
  const std::string json = json_back(R"({"text":""})", schema);
  EXPECT_EQ(json, R"({"n":-2,"x":0.0,"text":"","on":true,"u":0})");
  EXPECT_EQ(json_back(json, schema), json);
}

TEST(FlatBySchema, ABoxThatHoldsItselfIsTooDeep) {
  const Bytes schema = thing_schema([](Declarations& all) {
    Declaration box;
    box.name = "Box";
    box.fields = {field(0, "value", TypeRef::object(2))};
    box.attributes.push_back({"fastser_box", std::nullopt});
    all.all.push_back(std::move(box));
    all.root = 2;
  });
  EXPECT_EQ(refused("{\"a\":1}", schema).code(), Code::kTooDeep);
}

TEST(FlatBySchema, AFewBytesThatBecomeLargeStructuresEndInTheBudget) {
  const Bytes schema = thing_schema([](Declarations& all) { all.all[1].bytes = 65532; });
  std::string json = R"({"text":"","places":[[0,0,[0,0]])";
  for (int i = 0; i < 10'000; ++i) json += ",[0,0,[0,0]]";
  const AllocScope scope;
  EXPECT_EQ(refused(json + "]}", schema).code(), Code::kOverBudget);
  EXPECT_LE(scope.peak(), 256 * json.size() + (std::size_t{8} << 20));
}

TEST(FlatBySchema, EveryFlippedBitOfASchemaIsAnAnswer) {
  const Bytes data = bytes(R"({"text":"t","place":[1,2,[3,4]],"places":[[5,6,[7,8]]],"maybe":1,
                               "things":[{"text":"in","n":-1}],"raw":"AQL_"})");
  testing::each_flipped_bit(
      thing_schema(),
      [&](const Bytes& schema) {
        const AllocScope scope;
        {
          ConvertOptions options;
          options.target_schema = schema;
          options.limits.memory_factor = 64;
          options.limits.memory_base = std::size_t{1} << 16;
          const Result<Buffer> out = convert(data, Format::json, Format::flatbuffers, options);
          if (out.ok()) {
            EXPECT_TRUE(check_flatbuffers(*out, schema).ok());
          }
        }
        EXPECT_EQ(scope.live(), 0U);
        EXPECT_LE(scope.peak(), 256 * (data.size() + schema.size()) + (std::size_t{3} << 20));
      },
      testing::kSweepStep);
}

}  // namespace
}  // namespace fastser::convert
