// SPDX-License-Identifier: MIT
//
// What a change of one value leaves as it is: the bits of dates, variants that hold null, the file
// identifier of FlatBuffers.
#include "convert/edit/edit.hpp"

#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "convert/archive/reader.hpp"
#include "convert/flat/reader.hpp"
#include "convert/json/reader.hpp"
#include "fastser/archive.hpp"
#include "fastser/coder.hpp"
#include "fastser/verify.hpp"
#include "unit/convert/flat_support.hpp"

namespace fastser::convert {
namespace {

// With "n" set to 2.
Bytes with_n_set(BytesView input, Format format, const ConvertOptions& options = {}) {
  Document two;
  EXPECT_TRUE(parse_json("2", 128, false, two).ok());
  const Result<Path> path = parse_path("n");
  EXPECT_TRUE(path.ok());
  const Result<Buffer> changed =
      edit(input, format, *path, {.what = Edit::What::kSet, .value = &two}, options);
  EXPECT_TRUE(changed.ok()) << changed.status();
  return changed.ok() ? Bytes(changed->begin(), changed->end()) : Bytes();
}

// Of an f64, from the first byte of the file on.
std::string bits_of(double value, bool big_endian) {
  const auto bits = std::bit_cast<std::uint64_t>(value);
  std::string out;
  for (int i = 0; i < 8; ++i) {
    out += static_cast<char>(bits >> (8 * (big_endian ? 7 - i : i)) & 0xFFU);
  }
  return out;
}

TEST(Edit, KeepsTheBitsOfDatesThatAreNotChanged) {
  constexpr double kThird = 1.0 / 3;  // of a second, which no number of nanoseconds is
  archive::CoderWriter writer;
  writer.i32("n", 1);
  writer.apple_date("when", kThird);
  writer.begin_list("all", 2, schema::TypeCode::kAppleDate);
  writer.apple_date(kThird);
  writer.apple_date(2 * kThird);
  writer.end_list();
  const Result<Buffer> made = writer.finish();
  ASSERT_TRUE(made.ok()) << made.status();
  for (const Format format : {Format::archive, Format::binary_plist}) {
    const Bytes input = format == Format::archive ? Bytes(made->begin(), made->end())
                                                  : must(*made, Format::archive, format);
    const std::string once = bits_of(kThird, format == Format::binary_plist);
    const std::string twice = bits_of(2 * kThird, format == Format::binary_plist);
    EXPECT_NE(text(input).find(once), std::string::npos);
    const Bytes changed = with_n_set(input, format);
    EXPECT_NE(text(changed).find(once), std::string::npos) << format_name(format);
    EXPECT_NE(text(changed).find(twice), std::string::npos) << format_name(format);
  }
}

using Maybe = std::variant<std::optional<std::int32_t>, std::string>;
struct Holders {
  std::int32_t n = 1;
  std::optional<Maybe> held = Maybe(std::nullopt);
  std::optional<Maybe> none;
  std::shared_ptr<Maybe> object = std::make_shared<Maybe>(std::nullopt);
  std::shared_ptr<Maybe> nil;
  std::variant<std::int32_t, std::optional<Maybe>> around = std::optional<Maybe>();
};

TEST(Edit, KeepsVariantsThatHoldNullApartFromNone) {
  const Result<Buffer> made = archive::encode(Holders{});
  ASSERT_TRUE(made.ok()) << made.status();
  const Bytes changed = with_n_set(made->view(), Format::archive);
  const Result<Holders> again = archive::decode<Holders>(changed);
  ASSERT_TRUE(again.ok()) << again.status();
  EXPECT_EQ(again->n, 2);
  EXPECT_EQ(again->held, std::optional<Maybe>(Maybe(std::nullopt)));
  EXPECT_FALSE(again->none.has_value());
  ASSERT_NE(again->object, nullptr);
  EXPECT_EQ(*again->object, Maybe(std::nullopt));
  EXPECT_EQ(again->nil, nullptr);
  EXPECT_EQ(again->around, Holders().around);
}

// A null in the place of all of them would not say at which level nothing is.
TEST(Edit, RefusesArchivesWithSomethingThatHoldsNothing) {
  Document two;
  ASSERT_TRUE(parse_json("2", 128, false, two).ok());
  const Result<Path> path = parse_path("n");
  const auto set_n = [&](std::initializer_list<int> type, std::initializer_list<int> value) {
    Bytes table = bytes({2, 1, 'R', 0, 0, 2, 3, 1, 'a'}) + bytes(type);
    table = table + bytes({3, 1, 'n', 6, 1, 'L', 0, 0, 1, 2, 0x20, 6, 0x28, 0});  // L: alone
    const Bytes archive = archive_of(table, bytes(value) + bytes({1, 0, 0, 0}));
    EXPECT_TRUE(archive::verify(archive).ok()) << archive::verify(archive);
    const Result<Buffer> changed =
        edit(archive, Format::archive, *path, {.what = Edit::What::kSet, .value = &two}, {});
    if (changed.ok()) {
      EXPECT_EQ(changed->size(), archive.size());
    }
    return changed.status();
  };
  const auto refused = [](const Status& status) {
    return status.message() == kNothingInSomethingSaid && status.path() == "a";
  };
  EXPECT_TRUE(refused(set_n({0x20, 0x20, 6}, {1, 0})));
  EXPECT_TRUE(refused(set_n({0x20, 0x29, 6}, {1, 0})));
  EXPECT_TRUE(refused(set_n({0x29, 0x20, 6}, {1, 0})));
  EXPECT_TRUE(refused(set_n({0x20, 0}, {1})));
  EXPECT_TRUE(refused(set_n({0x20, 0x2C}, {1, 0})));
  EXPECT_TRUE(refused(set_n({0x20, 0x28, 1}, {1, 0})));
  EXPECT_TRUE(set_n({0x20, 0x20, 6}, {0}).ok());
  EXPECT_TRUE(set_n({0x20, 0x20, 6}, {1, 1, 7, 0, 0, 0}).ok());
  EXPECT_TRUE(set_n({0x20, 0x21, 0x20, 6}, {1, 1, 0}).ok());
  EXPECT_TRUE(set_n({0x20, 0x28, 1}, {1, 1, 7, 0, 0, 0}).ok());
  EXPECT_TRUE(refused(set_n({0x20, 0x2C}, {1, 0x20, 6, 0})));
}

struct Orc {
  std::int32_t n = 1;
  std::string name = "a";
};

Result<Buffer> edited(BytesView archive, const char* at, const Document* value) {
  const Edit::What what = value == nullptr ? Edit::What::kRemove : Edit::What::kSet;
  return edit(archive, Format::archive, *parse_path(at), {.what = what, .value = value}, {});
}

// The record of an extension has a name, but no program gave the others theirs.
TEST(Edit, FindsNewTypesForMessagesWithExtensions) {
  const Bytes message =
      bytes({0x92, 0x82, 0xA1, 'a', 1, 0xA1, 'e', 0xD4, 5, 7, 0x81, 0xA1, 'a', 2});
  const Bytes archive = must(message, Format::msgpack, Format::archive);
  Document one;
  ASSERT_TRUE(parse_json("1", 128, false, one).ok());
  const Result<Buffer> added = edited(archive, "[0].b", &one);
  ASSERT_TRUE(added.ok()) << added.status();
  const Result<Buffer> removed = edited(*added, "[0].e", nullptr);
  ASSERT_TRUE(removed.ok()) << removed.status();
  EXPECT_EQ(text(must(*removed, Format::archive, Format::json)), R"([{"a":1,"b":1},{"a":2}])");
}

TEST(Edit, MakesNoArchiveThatReadersRefuseByDefault) {
  const Bytes made = must(bytes(R"({"a":[1]})"), Format::json, Format::archive);
  const Bytes of_any = archive_of({0, 0x25, 0x14, 0x2C}, {1, 1, 'a', 3, 1});  // map<string, any>
  for (const Bytes& archive : {made, of_any}) {
    std::size_t deepest = 0;
    for (std::size_t depth = 100; depth != 140; ++depth) {
      Document value;
      const std::string lists = std::string(depth, '[') + std::string(depth, ']');
      ASSERT_TRUE(parse_json(lists, 512, false, value).ok());
      const Result<Buffer> changed = edited(archive, "a", &value);
      if (changed.ok()) {
        EXPECT_TRUE(archive::verify(*changed).ok()) << depth;
        deepest = depth;
      } else {
        EXPECT_EQ(changed.status().code(), Code::kTooDeep) << changed.status();
      }
    }
    EXPECT_GT(deepest, 120U);
    EXPECT_LT(deepest, 130U);
  }
}

TEST(Edit, KeepsTheFileIdentifierWhateverTheSchemaSays) {
  for (const std::string of_schema : {"", "EFGH"}) {
    flat::Declarations declarations = flat::declarations<Orc>();
    declarations.identifier = of_schema;
    const Result<Buffer> schema = flat::to_binary(declarations);
    ASSERT_TRUE(schema.ok());
    const ConvertOptions options{.schema = schema->view(), .any_identifier = true};
    for (const std::string kept : {"", "ABCD"}) {
      const Result<Buffer> made = flat::encode(Orc{}, {.identifier = kept});
      ASSERT_TRUE(made.ok());
      const Bytes changed = with_n_set(made->view(), Format::flatbuffers, options);
      EXPECT_EQ(file_identifier(changed), kept.empty() ? of_schema : kept);
      EXPECT_EQ(text(must(changed, Format::flatbuffers, Format::json, options)),
                R"({"n":2,"name":"a"})");
    }
  }
}

// {n: i32, all: list of any, a and b: references to a record P {t: apple date, x: i32}}.
Bytes values_of_any_type(int n) {
  const auto third = [](std::uint64_t more) {
    return bytes(
        bits_of(std::bit_cast<double>(std::bit_cast<std::uint64_t>(1.0 / 3) + more), false));
  };
  const Bytes table =
      bytes({2,    1,    'R', 0, 0,   4,    3,    1,    'n', 6, 3,   3,    'a',  'l', 'l',
             0x21, 0x2C, 3,   1, 'a', 0x29, 0x28, 1,    3,   1, 'b', 0x29, 0x28, 1,   1,
             'P',  0,    0,   2, 3,   1,    't',  0x1E, 3,   1, 'x', 6,    0x28, 0});
  Bytes payload = bytes({n, 0, 0, 0, 11});
  payload = payload + bytes({6, 5, 0, 0, 0});                             // i32
  payload = payload + bytes({3, 5});                                      // u8
  payload = payload + bytes({0x10, 10});                                  // vi64, which is 5
  payload = payload + bytes({0x0A, 0, 0, 0, 0x3F});                       // f32
  payload = payload + bytes({0x1E}) + third(0);                           // apple date
  payload = payload + bytes({0});                                         // null
  payload = payload + bytes({0x1C, 1, 'u'});                              // url
  payload = payload + bytes({0x28, 1}) + third(0) + bytes({1, 0, 0, 0});  // P
  payload = payload + bytes({0x21, 4, 2, 1, 0, 2, 0});                    // list of i16
  payload = payload + bytes({0x29, 0x28, 1, 1}) + third(0) + bytes({7, 0, 0, 0});  // ref to P
  payload = payload + bytes({0x21, 0x2C, 1, 5, 7, 0});              // list of any: u16
  payload = payload + bytes({1}) + third(0) + bytes({1, 0, 0, 0});  // a
  payload = payload + bytes({1}) + third(1) + bytes({1, 0, 0, 0});  // b, of nearly the same
  return archive_of(table, payload);
}

TEST(Edit, KeepsTheTypesOfValuesOfAnyType) {
  EXPECT_EQ(with_n_set(values_of_any_type(1), Format::archive), values_of_any_type(2));
}

// No class is lost, and no value need have the type that it had before.
TEST(Edit, GivesValuesOfAnyTypeOthersWhereThereIsNoRecord) {
  const Bytes input = must(bytes(R"([[1,2],"a",{"b":[3]}])"), Format::json, Format::archive);
  Document value;
  ASSERT_TRUE(parse_json(R"("text")", 128, false, value).ok());
  for (const char* const where : {"[0][1]", "[1]", "[2].b", "[2].c"}) {
    const Result<Path> path = parse_path(where);
    ASSERT_TRUE(path.ok());
    const Result<Buffer> changed =
        edit(input, Format::archive, *path, {.what = Edit::What::kSet, .value = &value}, {});
    EXPECT_TRUE(changed.ok()) << where << changed.status();
  }
}

TEST(Edit, RefusesWhatTheTypeOfAValueOfAnyTypeHasNoPlaceFor) {
  const Bytes input = values_of_any_type(1);
  Document value;
  ASSERT_TRUE(parse_json(R"("text")", 128, false, value).ok());
  struct Case {
    const char* path;
    Code code;
  };
  for (const Case& one : {Case{"all[0]", Code::kOk}, Case{"all[7].x", Code::kTypeMismatch},
                          Case{"all[7].y", Code::kTypeMismatch}, Case{"all[10][0]", Code::kOk},
                          Case{"all[8][0]", Code::kTypeMismatch}}) {
    const Result<Path> path = parse_path(one.path);
    ASSERT_TRUE(path.ok());
    const Result<Buffer> changed =
        edit(input, Format::archive, *path, {.what = Edit::What::kSet, .value = &value}, {});
    EXPECT_EQ(changed.status().code(), one.code) << one.path << changed.status();
    if (one.code != Code::kOk) {
      EXPECT_EQ(changed.status().path(), one.path);
    }
  }
}

// A class that the value cannot say.
TEST(Edit, RefusesToForgetTheClassOfAValueOfAnyType) {
  Bytes record = archive_of({1, 1, 'R', 0, 0, 2, 3, 1, 'n', 6, 3, 1, 'a', 0x2C, 0x28, 0},
                            {1, 0, 0, 0, 0x2A, 0, 5, 0, 0, 0, 0});
  ASSERT_TRUE(archive::verify(record).ok());
  const Result<Path> path = parse_path("n");
  ASSERT_TRUE(path.ok());
  Document two;
  ASSERT_TRUE(parse_json("2", 128, false, two).ok());
  const Status status =
      edit(record, Format::archive, *path, {.what = Edit::What::kSet, .value = &two}, {}).status();
  EXPECT_EQ(status.code(), Code::kTypeMismatch) << status;
  EXPECT_EQ(status.path(), "a");
}

}  // namespace
}  // namespace fastser::convert
