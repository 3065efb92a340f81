// SPDX-License-Identifier: MIT
//
// FlatBuffers behind their size.
#include <bit>

#include "fastser/inspect.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "unit/convert/flat_support.hpp"

namespace fastser::convert {
namespace {

struct Made {
  Bytes data;
  Bytes schema;
};

Made made_of(std::string_view json, bool size_prefixed = true) {
  Buffer schema;
  const Bytes data = must(bytes(json), Format::json, Format::flatbuffers,
                          {.new_schema = &schema, .size_prefixed = size_prefixed});
  return {data, Bytes(schema.begin(), schema.end())};
}

ConvertOptions reading(const Made& made) {
  ConvertOptions options;
  options.schema = made.schema;
  options.size_prefixed = true;
  return options;
}

TEST(FlatSizePrefix, IsTheSizeOfWhatFollows) {
  for (const char* const json :
       {R"({"a":1})", R"({"a":1e+300,"b":[1,2,3]})", R"({"a":"text","b":18446744073709551615})"}) {
    const Made made = made_of(json);
    EXPECT_EQ(wire::load_le<std::uint32_t>(made.data.data()), made.data.size() - 4) << json;
    EXPECT_EQ(text(must(made.data, Format::flatbuffers, Format::json, reading(made))), json);
  }
}

// What needs eight bytes lies at a multiple of eight from the start of the size.
TEST(FlatSizePrefix, CountsForTheAlignment) {
  const Made made = made_of(R"({"a":1e300})");
  EXPECT_EQ(made.data.size() % 8, 0U);
  const auto bits = std::bit_cast<std::uint64_t>(1e300);
  bool found = false;
  for (std::size_t at = 0; at + 8 <= made.data.size(); at += 8) {
    found = found || wire::load_le<std::uint64_t>(made.data.data() + at) == bits;
  }
  EXPECT_TRUE(found);
}

TEST(FlatSizePrefix, IsWrittenByAGivenSchemaToo) {
  const Made made = made_of(R"({"a":1.5,"b":"x"})");
  ConvertOptions options;
  options.target_schema = made.schema;
  options.size_prefixed = true;
  EXPECT_EQ(must(bytes(R"({"a":1.5,"b":"x"})"), Format::json, Format::flatbuffers, options),
            made.data);
}

TEST(FlatSizePrefix, ThatIsWrongIsAnError) {
  const Made made = made_of(R"({"a":1})");
  const auto said = [&](const Bytes& data) {
    return fails(data, Format::flatbuffers, Format::json, reading(made));
  };
  Bytes more = made.data;
  more.push_back(std::byte{0});
  EXPECT_EQ(said(more).code(), Code::kTrailing);
  EXPECT_EQ(said(more).offset(), made.data.size());
  Bytes less = made.data;
  less.pop_back();
  EXPECT_EQ(said(less).code(), Code::kTruncated);
  EXPECT_EQ(said(bytes({1, 0, 0})).code(), Code::kTruncated);
}

TEST(FlatSizePrefix, CountsInTheOffsetsOfErrors) {
  Made plain = made_of(R"({"a":"text"})", false);
  Made prefixed = made_of(R"({"a":"text"})");
  plain.data[0] = prefixed.data[4] = std::byte{0xFF};  // the offset of the root
  ConvertOptions options;
  options.schema = plain.schema;
  const Status one = fails(plain.data, Format::flatbuffers, Format::json, options);
  const Status other = fails(prefixed.data, Format::flatbuffers, Format::json, reading(prefixed));
  EXPECT_EQ(other.code(), one.code());
  EXPECT_EQ(other.offset(), one.offset() + 4);
  std::string out;
  const Status shown = inspect(prefixed.data, Format::flatbuffers, out,
                               {.schema = prefixed.schema, .size_prefixed = true});
  EXPECT_EQ(shown.offset(), other.offset());
}

TEST(FlatSizePrefix, IsShownByInspect) {
  const Made made = made_of(R"({"a":"text"})");
  std::string out;
  ASSERT_TRUE(
      inspect(made.data, Format::flatbuffers, out, {.schema = made.schema, .size_prefixed = true})
          .ok());
  EXPECT_NE(out.find("bytes, FlatBuffers behind their size\n"), std::string::npos) << out;
  EXPECT_NE(out.find("\"text\""), std::string::npos) << out;
}

}  // namespace
}  // namespace fastser::convert
