// SPDX-License-Identifier: MIT
//
// ConvertOptions::sort_keys and indent.
#include "convert/document/sort_keys.hpp"

#include <string>

#include "convert/document/builder.hpp"
#include "unit/convert/convert_support.hpp"

namespace fastser::convert {
namespace {

std::string sorted(std::string_view json, Format by = Format::json) {
  const Bytes made = must(bytes(json), Format::json, by, {.sort_keys = true});
  return by == Format::json ? text(made) : text(must(made, by, Format::json));
}

TEST(SortKeys, PutsTheKeysOfEveryObjectInTheOrderOfTheirCharacters) {
  EXPECT_EQ(sorted(R"({"b":{"z":1,"a":[{"y":2,"x":3}]},"a":0,"":1,"B":2,"é":3,"ab":4,"😀":5})"),
            R"({"":1,"B":2,"a":0,"ab":4,"b":{"a":[{"x":3,"y":2}],"z":1},"é":3,"😀":5})");
  EXPECT_EQ(sorted("[3,1,2]"), "[3,1,2]");
  EXPECT_EQ(sorted("{}"), "{}");
  EXPECT_EQ(sorted("7"), "7");
}

TEST(SortKeys, WorksForEveryFormat) {
  const std::string json =
      R"([{"b":[1,2,3,4,5,6,7,8,9],"a":"x"},{"b":[1,2,3,4,5,6,7,8,9],"a":"x"},)"
      R"({"c":{"b":[1,2,3,4,5,6,7,8,9],"a":"x"}}])";
  const std::string expected =
      R"([{"a":"x","b":[1,2,3,4,5,6,7,8,9]},{"a":"x","b":[1,2,3,4,5,6,7,8,9]},)"
      R"({"c":{"a":"x","b":[1,2,3,4,5,6,7,8,9]}}])";
  for (const Format by : {Format::json, Format::archive, Format::msgpack, Format::flexbuffers,
                          Format::xml_plist, Format::binary_plist}) {
    EXPECT_EQ(sorted(json, by), expected) << format_name(by);
  }
}

TEST(SortKeys, MakesEqualBytesOfEqualValues) {
  const ConvertOptions options{.sort_keys = true};
  for (const Format to : {Format::json, Format::archive, Format::msgpack, Format::binary_plist}) {
    EXPECT_EQ(must(bytes(R"({"a":1,"b":{"c":2,"d":3}})"), Format::json, to, options),
              must(bytes(R"({"b":{"d":3,"c":2},"a":1})"), Format::json, to, options))
        << format_name(to);
  }
}

TEST(SortKeys, SortsTheFieldsOfRecordsAndLeavesOtherMaps) {
  // {"b": 1, "a": {2: "x", 1: "y"}}
  const Bytes message = bytes({0x82, 0xA1, 'b', 1, 0xA1, 'a', 0x82, 2, 0xA1, 'x', 1, 0xA1, 'y'});
  const Bytes archive = must(message, Format::msgpack, Format::archive);
  EXPECT_EQ(must(archive, Format::archive, Format::msgpack, {.sort_keys = true}),
            bytes({0x82, 0xA1, 'a', 0x82, 2, 0xA1, 'x', 1, 0xA1, 'y', 0xA1, 'b', 1}));
}

// In JSON they are objects.
TEST(SortKeys, SortsMapsWhoseKeysBecomeText) {
  // {"b": 1, 5: {2: "x", 10: data}, "a": ext 7}
  const Bytes message =
      bytes({0x83, 0xA1, 'b', 1, 5, 0x82, 2, 0xA1, 'x', 10, 0xC4, 1, 'd', 0xA1, 'a', 0xD4, 7, 'e'});
  EXPECT_EQ(text(must(message, Format::msgpack, Format::json,
                      {.unsayable = ConvertOptions::Unsayable::kReplace, .sort_keys = true})),
            R"({"5":{"10":"ZA==","2":"x"},"a":{"data":"ZQ==","ext":7},"b":1})");
}

// A binary property list has the bits of a date; JSON in between would have a timestamp.
TEST(SortKeys, KeepsEveryBitOfDates) {
  Document document;
  DocumentBuilder builder(document, 8);
  const double dates[] = {0.1, 1.0 / 3, 700000000.000000119};
  ASSERT_TRUE(builder.begin_object(0, false));
  for (const char* key : {"c", "b", "a"}) {
    ASSERT_TRUE(builder.key(key));
    ASSERT_TRUE(builder.apple_date(dates[*key - 'a']));
  }
  ASSERT_TRUE(builder.key("0"));
  ASSERT_TRUE(builder.moment(978307200, 100000000));  // as dates[0], but told as a timestamp
  ASSERT_TRUE(builder.end_object());
  sort_keys(document);
  EXPECT_EQ(document.apple_date(1), nullptr);
  for (std::uint32_t i = 0; i < 3; ++i) {
    const double* const date = document.apple_date(2 + i);
    ASSERT_NE(date, nullptr) << i;
    EXPECT_EQ(*date, dates[i]) << i;
  }
}

TEST(SortKeys, StillSaysWhereAValueIsThatCannotBeWritten) {
  const Bytes message = bytes({0x82, 0xA1, 'b', 0x91, 0xC4, 1, 0, 0xA1, 'a', 1});
  const Status status = fails(message, Format::msgpack, Format::json, {.sort_keys = true});
  EXPECT_EQ(status.code(), Code::kTypeMismatch);
  EXPECT_EQ(status.path(), "b[0]");
}

TEST(SortKeys, OfManyLevelsNeedsNoStack) {
  std::string json;
  for (int i = 0; i < 127; ++i) json += R"({"b":1,"a":)";
  json += "0" + std::string(127, '}');
  EXPECT_TRUE(sorted(json).starts_with(R"({"a":{"a":)"));
}

TEST(Indent, IsAsManyBlanksAsAreAskedFor) {
  const auto indented = [](std::uint8_t blanks) {
    return text(must(bytes(R"({"a":[1]})"), Format::json, Format::json,
                     {.pretty = true, .indent = blanks}));
  };
  EXPECT_EQ(indented(0), "{\n\"a\": [\n1\n]\n}");
  EXPECT_EQ(indented(4), "{\n    \"a\": [\n        1\n    ]\n}");
}

}  // namespace
}  // namespace fastser::convert
