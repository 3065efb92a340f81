// SPDX-License-Identifier: MIT
//
// Files, conversion, verify and inspect of the C interface.
#include <gtest/gtest.h>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/archive.hpp"
#include "unit/capi/support.hpp"
#include "unit/file/file_fixture.hpp"

#if defined(__clang__)  // NULL where the headers say that there is none is what is tested
#pragma clang diagnostic ignored "-Wnonnull"
#endif

namespace fastser::testing {
namespace {

using CapiFile = FileTest;

std::string text_of(const fastser_bytes& bytes) {
  return {reinterpret_cast<const char*>(bytes.data), bytes.size};
}

std::int32_t load(const std::string& path, std::uint64_t most, std::string& text) {
  fastser_bytes bytes;
  const std::int32_t status =
      fastser_file_load(path.data(), path.size(), most, nullptr, &bytes, nullptr);
  text = text_of(bytes);
  fastser_bytes_release(&bytes);
  return status;
}

TEST_F(CapiFile, WhatIsSavedIsLoaded) {
  const std::string name = path("some file").string();
  for (const std::string_view contents : {"one", "two, which is longer", ""}) {
    ASSERT_EQ(
        fastser_file_save(name.data(), name.size(), contents.data(), contents.size(), nullptr),
        FASTSER_OK);
    std::string text;
    ASSERT_EQ(load(name, 0, text), FASTSER_OK);
    EXPECT_EQ(text, contents);
  }
  EXPECT_EQ(files(), 1);
}

TEST_F(CapiFile, ALargerFileThanAllowedIsNotLoaded) {
  write("file", "12345");
  std::string text;
  EXPECT_EQ(load(path("file").string(), 4, text), FASTSER_OVER_BUDGET);
  EXPECT_EQ(load(path("file").string(), 5, text), FASTSER_OK);
}

TEST_F(CapiFile, AFileThatIsNotThereSaysSo) {
  std::string text;
  EXPECT_EQ(load(path("none").string(), 0, text), FASTSER_IO);
  const std::string nowhere = (path("none") / "file").string();
  fastser_error error = FASTSER_ERROR_INIT;
  EXPECT_EQ(fastser_file_save(nowhere.data(), nowhere.size(), "x", 1, &error), FASTSER_IO);
  EXPECT_NE(error.message[0], 0);
}

TEST_F(CapiFile, WrongCallsAreRefused) {
  const std::string name = path("file").string();
  fastser_bytes bytes;
  EXPECT_EQ(fastser_file_save(nullptr, 3, "x", 1, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_file_save(name.data(), 0, "x", 1, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_file_save(name.data(), name.size(), nullptr, 1, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_file_save("a\0b", 3, "x", 1, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_file_load(nullptr, 3, 0, nullptr, &bytes, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_file_load(name.data(), name.size(), 0, nullptr, nullptr, nullptr),
            FASTSER_USAGE);
  EXPECT_EQ(files(), 0);
}

// ---- conversion

constexpr std::string_view kJson = R"({"a":[1,2,"x"],"b":null})";

std::string converted(std::string_view input, std::int32_t from, std::int32_t to,
                      const fastser_convert_options* options = nullptr) {
  fastser_bytes out;
  fastser_error error = FASTSER_ERROR_INIT;
  EXPECT_EQ(fastser_convert(input.data(), input.size(), from, to, options, nullptr, &out, &error),
            FASTSER_OK)
      << error.message;
  std::string text = text_of(out);
  fastser_bytes_release(&out);
  return text;
}

TEST(CapiConvert, EveryFormatBecomesEveryOtherAndIsFoundSound) {
  for (const std::int32_t format : {FASTSER_FORMAT_ARCHIVE, FASTSER_FORMAT_MSGPACK,
                                    FASTSER_FORMAT_JSON, FASTSER_FORMAT_FLEXBUFFERS}) {
    const std::string bytes = converted(kJson, FASTSER_FORMAT_DETECT, format);
    EXPECT_EQ(fastser_detect_format(bytes.data(), bytes.size()), format);
    EXPECT_EQ(fastser_verify(bytes.data(), bytes.size(), format, nullptr, nullptr), FASTSER_OK);
    EXPECT_EQ(
        fastser_verify(bytes.data(), bytes.size() - 1, format, nullptr, nullptr) == FASTSER_OK,
        false);
    EXPECT_EQ(converted(bytes, FASTSER_FORMAT_DETECT, FASTSER_FORMAT_JSON), kJson);
  }
}

TEST(CapiConvert, FlatBuffersBringTheirSchemaAndTakeIt) {
  fastser_bytes schema{};
  fastser_convert_options options{};
  options.struct_size = sizeof options;
  options.new_schema = &schema;
  const std::string flat =
      converted(R"({"n":5})", FASTSER_FORMAT_JSON, FASTSER_FORMAT_FLATBUFFERS, &options);
  ASSERT_GT(schema.size, 0U);
  fastser_inspect_options inspect{};
  inspect.struct_size = sizeof inspect;
  inspect.schema = schema.data;
  inspect.schema_size = schema.size;
  EXPECT_EQ(fastser_verify(flat.data(), flat.size(), FASTSER_FORMAT_FLATBUFFERS, &inspect, nullptr),
            FASTSER_OK);
  fastser_bytes text;
  EXPECT_EQ(fastser_inspect(flat.data(), flat.size(), FASTSER_FORMAT_FLATBUFFERS, &inspect, nullptr,
                            &text, nullptr),
            FASTSER_OK);
  EXPECT_NE(text_of(text).find("\"n\": 5"), std::string::npos) << text_of(text);
  fastser_bytes_release(&text);
  options.new_schema = nullptr;
  options.schema = schema.data;
  options.schema_size = schema.size;
  EXPECT_EQ(converted(flat, FASTSER_FORMAT_FLATBUFFERS, FASTSER_FORMAT_JSON, &options),
            R"({"n":5})");
  fastser_bytes_release(&schema);
}

TEST(CapiConvert, WhatTheOutputCannotSayIsRefusedOrReplaced) {
  const Writer writer;
  fastser_writer_data(writer.get(), nullptr, "abc", 3);
  const Bytes bytes(writer);
  fastser_bytes out;
  fastser_convert_options options{};
  options.struct_size = sizeof options;
  EXPECT_EQ(fastser_convert(bytes.data(), bytes.size(), FASTSER_FORMAT_ARCHIVE, FASTSER_FORMAT_JSON,
                            &options, nullptr, &out, nullptr),
            FASTSER_TYPE_MISMATCH);
  EXPECT_EQ(out.data, nullptr);
  options.replace = 1;
  const std::string_view input(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  EXPECT_EQ(converted(input, FASTSER_FORMAT_ARCHIVE, FASTSER_FORMAT_JSON, &options), R"("YWJj")");
}

struct Reading {
  std::uint8_t second = 0;
  std::vector<float> values;
  std::optional<std::string> note;
};

TEST(CapiConvert, AGivenTypeIsWhatIsWritten) {
  const std::vector<std::byte> table = type_of<Reading>()->table();
  fastser_type* type = nullptr;
  ASSERT_EQ(fastser_type_parse(table.data(), table.size(), &type, nullptr), FASTSER_OK);
  fastser_convert_options options{};
  options.struct_size = sizeof options;
  options.type = type;
  const std::string archive = converted(R"({"values":[1,2.5],"second":7,"other":[]})",
                                        FASTSER_FORMAT_JSON, FASTSER_FORMAT_ARCHIVE, &options);
  const auto reading = archive::decode<Reading>(std::as_bytes(std::span(archive)),
                                                {.header = archive::Header::self_described});
  ASSERT_TRUE(reading.ok()) << reading.status().to_string();
  EXPECT_EQ(reading->second, 7);
  EXPECT_EQ(reading->values, (std::vector<float>{1, 2.5F}));
  EXPECT_FALSE(reading->note.has_value());
  EXPECT_EQ(archive::read_type(std::as_bytes(std::span(archive)))->table(), table);
  fastser_bytes out;
  EXPECT_EQ(fastser_convert(R"({"second":256})", 14, FASTSER_FORMAT_JSON, FASTSER_FORMAT_ARCHIVE,
                            &options, nullptr, &out, nullptr),
            FASTSER_TYPE_MISMATCH);
  // A caller who was compiled before there was a type.
  options.struct_size = offsetof(fastser_convert_options, type);
  EXPECT_EQ(fastser_convert(R"({"second":256})", 14, FASTSER_FORMAT_JSON, FASTSER_FORMAT_ARCHIVE,
                            &options, nullptr, &out, nullptr),
            FASTSER_OK);
  fastser_bytes_release(&out);
  fastser_type_release(type);
}

TEST(CapiConvert, ClassesSayWhereObjectsEndThatDoNotSayIt) {
  using namespace std::string_literals;
  const std::string input =
      "GNUstep archive000f4240:00000001:00000001:00000000:"
      "\x30\x01\x31\x01\0\x05Outer\0\0\0\0\0"
      "\x30\x02\x31\x02\0\x05Inner\0\0\0\0\0\x02\x01\x02\x02"s;
  const fastser_class_values classes[] = {{{"Inner", 5}, 1}};
  fastser_convert_options options{};
  options.struct_size = sizeof options;
  options.classes = classes;
  options.class_count = 1;
  EXPECT_EQ(converted(input, FASTSER_FORMAT_DETECT, FASTSER_FORMAT_JSON, &options),
            R"({"0":1,"1":2})");
  const auto verify = [&](const fastser_inspect_options* how) {
    return fastser_verify(input.data(), input.size(), FASTSER_FORMAT_DETECT, how, nullptr);
  };
  EXPECT_NE(verify(nullptr), FASTSER_OK);
  fastser_inspect_options inspect{};
  inspect.struct_size = sizeof inspect;
  inspect.classes = classes;
  inspect.class_count = 1;
  EXPECT_EQ(verify(&inspect), FASTSER_OK);
  fastser_bytes text;
  EXPECT_EQ(fastser_inspect(input.data(), input.size(), FASTSER_FORMAT_DETECT, &inspect, nullptr,
                            &text, nullptr),
            FASTSER_OK);
  EXPECT_NE(text_of(text).find("record Inner"), std::string::npos) << text_of(text);
  fastser_bytes_release(&text);
  inspect.classes = nullptr;
  EXPECT_EQ(verify(&inspect), FASTSER_USAGE);
  const fastser_class_values no_name[] = {{{nullptr, 5}, 1}};
  options.classes = no_name;
  EXPECT_EQ(fastser_convert(input.data(), input.size(), FASTSER_FORMAT_DETECT, FASTSER_FORMAT_JSON,
                            &options, nullptr, &text, nullptr),
            FASTSER_USAGE);
}

TEST(CapiConvert, JsonOfOtherProgramsIsReadIfAsked) {
  fastser_convert_options options{};
  options.struct_size = sizeof options;
  options.lax_json = 1;
  options.base64_prefix = 1;
  const std::string packed = converted("{a: [0x1F, 'base64:AQI=',]}", FASTSER_FORMAT_JSON,
                                       FASTSER_FORMAT_MSGPACK, &options);
  EXPECT_EQ(packed,
            "\x81\xA1"
            "a\x92\x1F\xC4\x02\x01\x02");
  EXPECT_EQ(converted(packed, FASTSER_FORMAT_MSGPACK, FASTSER_FORMAT_JSON, &options),
            R"({"a":[31,"base64:AQI="]})");
}

TEST(CapiConvert, WrongCallsAreRefused) {
  fastser_bytes out;
  const auto status = [&](std::int32_t from, std::int32_t to,
                          const fastser_convert_options* options = nullptr) {
    return fastser_convert("{}", 2, from, to, options, nullptr, &out, nullptr);
  };
  EXPECT_EQ(status(FASTSER_FORMAT_JSON, FASTSER_FORMAT_DETECT), FASTSER_USAGE);
  EXPECT_EQ(status(FASTSER_FORMAT_JSON, 6), FASTSER_USAGE);
  EXPECT_EQ(status(-1, FASTSER_FORMAT_JSON), FASTSER_USAGE);
  EXPECT_EQ(status(FASTSER_FORMAT_JSON, FASTSER_FORMAT_FLATBUFFERS), FASTSER_USAGE);
  fastser_convert_options options{};
  EXPECT_EQ(status(FASTSER_FORMAT_JSON, FASTSER_FORMAT_JSON, &options), FASTSER_USAGE);
  options.struct_size = sizeof options;
  options.schema_size = 1;
  EXPECT_EQ(status(FASTSER_FORMAT_JSON, FASTSER_FORMAT_JSON, &options), FASTSER_USAGE);
  fastser_limits limits{};
  options.schema_size = 0;
  options.limits = &limits;
  EXPECT_EQ(status(FASTSER_FORMAT_JSON, FASTSER_FORMAT_JSON, &options), FASTSER_USAGE);
  EXPECT_EQ(fastser_convert(nullptr, 2, 0, 3, nullptr, nullptr, &out, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_convert("{}", 2, 0, 3, nullptr, nullptr, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_convert("\xC1", 1, 0, 3, nullptr, nullptr, &out, nullptr),
            FASTSER_TYPE_MISMATCH);
}

TEST(CapiConvert, FormatsHaveNames) {
  EXPECT_STREQ(fastser_format_name(FASTSER_FORMAT_ARCHIVE), "archive");
  EXPECT_STREQ(fastser_format_name(FASTSER_FORMAT_FLATBUFFERS), "flatbuffers");
  EXPECT_STREQ(fastser_format_name(FASTSER_FORMAT_DETECT), "unknown");
  EXPECT_EQ(fastser_detect_format("{}", 2), FASTSER_FORMAT_JSON);
}

TEST(CapiFormats, MisuseFindsNoFormat) {
  for (const std::int32_t number : {-1, 15, INT32_MAX}) {
    EXPECT_STREQ(fastser_format_name(number), "unknown");
  }
  EXPECT_EQ(fastser_detect_format(nullptr, 0), FASTSER_FORMAT_DETECT);
  EXPECT_EQ(fastser_detect_format(nullptr, 1), FASTSER_FORMAT_DETECT);
}

// ---- inspect, verify

std::string inspected(const Bytes& bytes, const fastser_inspect_options* options,
                      std::size_t less = 0, std::int32_t expected = FASTSER_OK) {
  fastser_bytes text;
  EXPECT_EQ(fastser_inspect(bytes.data(), bytes.size() - less, FASTSER_FORMAT_ARCHIVE, options,
                            nullptr, &text, nullptr),
            expected);
  std::string out = text_of(text);
  fastser_bytes_release(&text);
  return out;
}

TEST(CapiInspect, ShowsTypesAndValuesOrWhereTheBytesAre) {
  const Writer writer;
  static constexpr fastser_key kAge = FASTSER_KEY("age\x1B");
  fastser_writer_begin_record(writer.get(), nullptr, writer.make_class("Person"));
  fastser_writer_i32(writer.get(), &kAge, 41);
  fastser_writer_end_record(writer.get());
  const Bytes bytes(writer);
  const std::string text = inspected(bytes, nullptr);
  EXPECT_NE(text.find("record Person"), std::string::npos) << text;
  EXPECT_NE(text.find(": 41"), std::string::npos) << text;
  EXPECT_EQ(text.find('\x1B'), std::string::npos) << "no control characters";
  fastser_inspect_options options{};
  options.struct_size = sizeof options;
  options.statistics = 1;
  EXPECT_NE(inspected(bytes, &options), text);
  EXPECT_EQ(inspected(bytes, &options).find(": 41"), std::string::npos);
}

TEST(CapiInspect, ShowsAsManyElementsAsAskedFor) {
  const Writer writer;
  fastser_writer_begin_list(writer.get(), nullptr, 50, FASTSER_TYPE_I32);
  for (int i = 0; i < 50; ++i) fastser_writer_i32(writer.get(), nullptr, 100 + i);
  fastser_writer_end_list(writer.get());
  const Bytes bytes(writer);
  fastser_inspect_options options{};
  options.struct_size = sizeof options;
  EXPECT_EQ(inspected(bytes, &options).find("149"), std::string::npos);
  options.max_elements = 50;
  EXPECT_NE(inspected(bytes, &options).find("149"), std::string::npos);
}

TEST(CapiInspect, WrongCallsAreRefused) {
  fastser_bytes text;
  EXPECT_EQ(fastser_inspect("{}", 2, FASTSER_FORMAT_JSON, nullptr, nullptr, &text, nullptr),
            FASTSER_USAGE);
  EXPECT_EQ(fastser_inspect("{}", 2, 0, nullptr, nullptr, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_inspect(nullptr, 2, 0, nullptr, nullptr, &text, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_verify(nullptr, 2, 0, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_verify("{}", 2, 99, nullptr, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_verify("{", 1, FASTSER_FORMAT_JSON, nullptr, nullptr) == FASTSER_OK, false);
  fastser_inspect_options options{};
  EXPECT_EQ(fastser_verify("{}", 2, FASTSER_FORMAT_JSON, &options, nullptr), FASTSER_USAGE);
  options.struct_size = sizeof options;
  options.reserved = 1;
  EXPECT_EQ(fastser_inspect("{}", 2, 0, &options, nullptr, &text, nullptr), FASTSER_USAGE);
  options.reserved = 0;
  options.schema_size = 1;
  EXPECT_EQ(fastser_inspect("{}", 2, 0, &options, nullptr, &text, nullptr), FASTSER_USAGE);
}

TEST(CapiVerify, TextThatIsNotUtf8IsAnErrorWhereAskedFor) {
  const Writer writer;
  fastser_writer_string(writer.get(), nullptr, "abc", 3);
  const Bytes bytes(writer);
  std::string damaged(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  damaged[damaged.find("abc")] = '\xFF';
  fastser_inspect_options options{};
  options.struct_size = sizeof options;
  EXPECT_EQ(
      fastser_verify(damaged.data(), damaged.size(), FASTSER_FORMAT_ARCHIVE, &options, nullptr),
      FASTSER_OK);
  options.strict_text = 1;
  fastser_error error = FASTSER_ERROR_INIT;
  EXPECT_EQ(
      fastser_verify(damaged.data(), damaged.size(), FASTSER_FORMAT_ARCHIVE, &options, &error),
      FASTSER_MALFORMED);
  EXPECT_EQ(error.offset, damaged.find('\xFF'));
}

}  // namespace
}  // namespace fastser::testing
