// SPDX-License-Identifier: MIT
//
// A record with a name and one field without a name gives an identity to a value. Where there are
// no identities the value is told instead of it.
#include "convert/annotate/annotate.hpp"
#include "fastser/coder.hpp"
#include "fastser/inspect.hpp"
#include "fastser/json.hpp"
#include "unit/convert/convert_support.hpp"

namespace fastser::convert {
namespace {

using schema::TypeCode;

std::string json(CoderWriter& writer, const JsonOptions& options = {}) {
  const Result<Buffer> archive = writer.finish();
  EXPECT_TRUE(archive.ok()) << archive.status().to_string();
  const Result<std::string> text = archive_to_json(*archive, options);
  EXPECT_TRUE(text.ok()) << text.status().to_string();
  return text.ok() ? *text : std::string();
}

TEST(LoneValues, AreToldInsteadOfTheirRecord) {
  CoderWriter writer;
  int identity = 0;
  const ClassHandle base = writer.define_class("Base");
  ASSERT_TRUE(writer.begin_object(&identity, writer.define_class("List", 2, base)));
  writer.begin_list(2, TypeCode::kAny);
  writer.begin_record(writer.define_class("MutableString"));
  writer.string("a");
  writer.end_record();
  writer.reference(nullptr);
  writer.end_list();
  writer.end_object();
  EXPECT_EQ(json(writer), R"(["a",null])");
}

TEST(LoneValues, AreFieldsKeysAndRootsLikeAnyValue) {
  CoderWriter writer;
  const ClassHandle text = writer.define_class("MutableString");
  const ClassHandle map = writer.define_class("Map");
  const auto lone = [&](const char* value) {
    writer.string(value);
    writer.end_record();
  };
  writer.begin_record(writer.define_class("Holder"));
  writer.begin_record("name", text);
  lone("x");
  writer.begin_record("map", map);
  writer.begin_map(2, TypeCode::kString, TypeCode::kAny);
  writer.string("k");
  writer.begin_record(text);
  lone("v");
  writer.string("l");
  writer.i32(1);
  writer.end_map();
  writer.end_record();
  writer.i32("behind", 2);
  writer.end_record();
  EXPECT_EQ(json(writer), R"({"name":"x","map":{"k":"v","l":1},"behind":2})");
}

TEST(LoneValues, NeedANameAndAreAlone) {
  CoderWriter writer;
  writer.begin_list(4, TypeCode::kAny);
  writer.begin_record(writer.define_class(""));
  writer.i32(1);
  writer.end_record();
  writer.begin_record(writer.define_class("Pair"));
  writer.i32(1);
  writer.i32(2);
  writer.end_record();
  writer.begin_record(writer.define_class("Named"));
  writer.i32("n", 1);
  writer.end_record();
  writer.begin_record(writer.define_class("Nothing"));
  writer.end_record();
  writer.end_list();
  EXPECT_EQ(json(writer), R"([{"0":1},{"0":1,"1":2},{"n":1},{}])");
}

TEST(LoneValues, GoToTheOtherFormatsToo) {
  CoderWriter writer;
  writer.begin_record(writer.define_class("List"));
  const std::int32_t numbers[] = {1, 2};
  writer.array<std::int32_t>(numbers);
  writer.end_record();
  const Result<Buffer> archive = writer.finish();
  ASSERT_TRUE(archive.ok());
  EXPECT_EQ(must(*archive, Format::archive, Format::msgpack), bytes({0x92, 1, 2}));
}

// A holder of a list in a class of its own, of a number in one, of nil, and of values without
// names.
Type lone_types() {
  TypeBuilder builder;
  const TypeId text = builder.code(TypeCode::kString);
  const TypeId list = builder.record("List");
  builder.unnamed(list, builder.list(text));
  const TypeId meters = builder.record("Meters");
  builder.unnamed(meters, builder.code(TypeCode::kF64));
  const TypeId pair = builder.record("Pair");
  builder.unnamed(pair, builder.code(TypeCode::kI32));
  builder.unnamed(pair, text);
  const TypeId point = builder.record("Point");
  builder.unnamed(point, builder.code(TypeCode::kI16), 2);
  const TypeId holder = builder.record("Holder");
  builder.field(holder, "list", list);
  builder.field(holder, "meters", meters);
  builder.field(holder, "none", builder.code(TypeCode::kNull));
  builder.field(holder, "pair", pair);
  builder.field(holder, "point", point);
  builder.field(holder, "lists", builder.list(list));
  Result<Type> made = builder.build(holder);
  EXPECT_TRUE(made.ok()) << made.status().to_string();
  return *made;
}

TEST(LoneValues, ComeBackByTypeFromEveryFormat) {
  const Type type = lone_types();
  constexpr std::string_view kText =
      R"({"list":["a","b"],"meters":2.5,"none":null,"pair":{"0":7,"1":"p"},)"
      R"("point":{"0":-3,"1":4},"lists":[["c"],[]]})";
  const Bytes wanted = must(bytes(kText), Format::json, Format::archive, {.type = &type});
  for (const Format format : {Format::json, Format::msgpack, Format::flatbuffers}) {
    const Bytes other = must(wanted, Format::archive, format, {.type = &type});
    EXPECT_EQ(must(other, format, Format::archive, {.type = &type}), wanted) << format_name(format);
    EXPECT_EQ(text(must(other, format, Format::json, {.type = &type})), kText)
        << format_name(format);
  }
}

TEST(LoneValues, OfTypesThatHoldThemselvesDoNotGoOnForever) {
  TypeBuilder builder;
  const TypeId link = builder.record("Link");
  builder.unnamed(link, builder.ref(link));
  const Result<Type> type = builder.build(link);
  ASSERT_TRUE(type.ok()) << type.status().to_string();
  for (const std::string_view text : {"1", "[1]", "true", R"("text")"}) {
    EXPECT_EQ(fails(bytes(text), Format::json, Format::archive, {.type = &*type}).code(),
              Code::kTypeMismatch)
        << text;
  }
  for (const std::string_view text : {"null", "[[]]", R"({"x":1})"}) {
    must(bytes(text), Format::json, Format::archive, {.type = &*type});
  }
}

TEST(LoneValues, ThatHoldThemselvesAreRefused) {
  CoderWriter writer;
  int identity = 0;
  ASSERT_TRUE(writer.begin_object(&identity, writer.define_class("List")));
  writer.begin_list(1, TypeCode::kAny);
  writer.reference(&identity);
  writer.end_list();
  writer.end_object();
  const Result<Buffer> archive = writer.finish();
  ASSERT_TRUE(archive.ok());
  EXPECT_EQ(archive_to_json(*archive).status().code(), Code::kTypeMismatch);
}

// As get has them, so that a path of one is a path for all.
TEST(LoneValues, AreNoStepOfAPath) {
  CoderWriter writer;
  writer.begin_list(1, TypeCode::kAny);
  writer.begin_record(writer.define_class("List"));
  writer.begin_list(2, TypeCode::kAny);
  writer.begin_record(writer.define_class("Pair"));
  writer.i32(1);
  writer.i32(2);
  writer.end_record();
  writer.string("b");
  writer.end_list();
  writer.end_record();
  writer.end_list();
  const Result<Buffer> archive = writer.finish();
  ASSERT_TRUE(archive.ok()) << archive.status().to_string();

  const auto shown = [&](std::string_view path) {
    InspectOptions options;
    options.path = path;
    std::string text;
    const Status status = inspect(*archive, Format::archive, text, options);
    return status.ok() ? text : std::string(code_name(status.code()));
  };
  EXPECT_NE(shown("[0]").find("list<any>, 2"), std::string::npos) << shown("[0]");
  EXPECT_NE(shown("[0][1]").find("[1]: \"b\"\n"), std::string::npos) << shown("[0][1]");
  EXPECT_NE(shown("[0][0].1").find("1: 2\n"), std::string::npos) << shown("[0][0].1");
  EXPECT_EQ(shown("[0][0].2"), code_name(Code::kUsage));

  std::string bytes;
  ASSERT_TRUE(annotate(*archive, Format::archive, {}, bytes).ok());
  EXPECT_NE(bytes.find(" [0][1]: \"b\""), std::string::npos) << bytes;
  EXPECT_NE(bytes.find(" [0][0].1: 2 (i32)"), std::string::npos) << bytes;
  EXPECT_EQ(bytes.find("[0][0][1]"), std::string::npos) << bytes;
}

}  // namespace
}  // namespace fastser::convert
