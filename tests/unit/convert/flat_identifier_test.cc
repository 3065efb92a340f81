// SPDX-License-Identifier: MIT
//
// The file identifier of a FlatBuffer: another one than the schema's says that the schema is not
// its own.
#include <string>
#include <utility>

#include "convert/flat/reader.hpp"
#include "fastser/inspect.hpp"
#include "unit/convert/flat_support.hpp"

namespace fastser::convert {
namespace {

struct Thing {
  std::string name;
  std::int32_t count = 0;
};

Bytes schema(const std::string& identifier) {
  flat::Declarations declarations = flat::declarations<Thing>();
  declarations.identifier = identifier;
  const Result<Buffer> binary = flat::to_binary(declarations);
  EXPECT_TRUE(binary.ok());
  return Bytes(binary->begin(), binary->end());
}
Bytes thing(std::string_view identifier) {
  const Result<Buffer> made = flat::encode(Thing{"a", 7}, {.identifier = identifier});
  EXPECT_TRUE(made.ok());
  return Bytes(made->begin(), made->end());
}
constexpr const char* kJson = R"({"name":"a","count":7})";

TEST(FlatIdentifier, AnotherThanTheSchemasIsRefusedUnlessAsked) {
  for (const bool sized : {false, true}) {
    Bytes data = thing("ABCD");
    if (sized) {
      data = bytes({static_cast<int>(data.size()), 0, 0, 0}) + data;
    }
    const Status status = flat_fails(data, schema("EFGH"), Format::json, {.size_prefixed = sized});
    EXPECT_EQ(status.code(), Code::kFingerprint) << status.to_string();
    EXPECT_EQ(status.offset(), sized ? 8U : 4U);
    EXPECT_EQ(status.message(),
              "the file identifier is \"ABCD\", but that of the schema is \"EFGH\"");
    EXPECT_EQ(text(from_flat({data, schema("EFGH")}, Format::json,
                             {.any_identifier = true, .size_prefixed = sized})),
              kJson);
    EXPECT_EQ(text(from_flat({data, schema("ABCD")}, Format::json, {.size_prefixed = sized})),
              kJson);
  }
  EXPECT_EQ(check_flatbuffers(thing("ABCD"), schema("EFGH")).code(), Code::kFingerprint);
  EXPECT_TRUE(check_flatbuffers(thing("EFGH"), schema("EFGH")).ok());
}

TEST(FlatIdentifier, OneThatIsMissingIsNoMistake) {
  EXPECT_EQ(text(from_flat({thing(""), schema("EFGH")}, Format::json)), kJson);
  EXPECT_EQ(text(from_flat({thing("ABCD"), schema("")}, Format::json)), kJson);
  EXPECT_EQ(file_identifier(thing("")), "");
  EXPECT_EQ(file_identifier(thing("ABCD")), "ABCD");
  EXPECT_EQ(file_identifier(bytes("\x08")), "");
  // What is no text is none, and neither is what the root begins with.
  EXPECT_EQ(file_identifier(bytes({8, 0, 0, 0, 'A', 'B', 'C', 0})), "");
  EXPECT_EQ(file_identifier(bytes({4, 0, 0, 0, 'A', 'B', 'C', 'D'})), "");
  EXPECT_EQ(file_identifier(bytes({8, 0, 0, 0, 'A', 'B', 'C'})), "");
}

TEST(FlatIdentifier, InspectTellsOfItToo) {
  std::string out;
  InspectOptions options;
  const Bytes other = schema("EFGH");
  options.schema = other;
  const Bytes data = thing("ABCD");
  EXPECT_EQ(inspect(data, Format::flatbuffers, out, options).code(), Code::kFingerprint);
  options.any_identifier = true;
  EXPECT_TRUE(inspect(data, Format::flatbuffers, out, options).ok());
  EXPECT_NE(out.find("name"), std::string::npos) << out;
}

}  // namespace
}  // namespace fastser::convert
