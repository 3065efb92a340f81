// SPDX-License-Identifier: MIT
//
// FlatBuffers of a type, and [index, value] of variants, through the C interface.
#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "fastser/archive.hpp"
#include "fastser/fastser.h"

namespace fastser {
namespace {

struct Left {
  std::int32_t n = 0;
};
struct Right {
  std::int32_t n = 0;
};
struct Item {
  std::string name = "n";
  std::vector<std::variant<Left, Right>> all = {Right{2}, Left{1}};
};

struct Given {
  fastser_bytes bytes{};
  Given() = default;
  Given(const Given&) = delete;
  Given& operator=(const Given&) = delete;
  ~Given() { fastser_bytes_release(&bytes); }
  [[nodiscard]] std::string text() const {
    return {static_cast<const char*>(static_cast<const void*>(bytes.data)), bytes.size};
  }
};

class CFlatType : public ::testing::Test {
 protected:
  void SetUp() override {
    const Result<Buffer> made = archive::encode(Item{});
    ASSERT_TRUE(made.ok());
    archive_.assign(reinterpret_cast<const char*>(made->data()), made->size());
    ASSERT_EQ(fastser_type_read(archive_.data(), archive_.size(), &type_, nullptr), FASTSER_OK);
  }
  void TearDown() override { fastser_type_release(type_); }
  int32_t converted(const std::string& from, int32_t format, int32_t to, Given& out,
                    int32_t indexed = 0) {
    fastser_convert_options options{};
    options.struct_size = sizeof options;
    options.type = type_;
    options.indexed_variants = indexed;
    return fastser_convert(from.data(), from.size(), format, to, &options, nullptr, &out.bytes,
                           nullptr);
  }

  static int32_t json_of(const std::string& flat, const std::string& schema, Given& out) {
    fastser_convert_options options{};
    options.struct_size = sizeof options;
    options.schema = schema.data();
    options.schema_size = schema.size();
    return fastser_convert(flat.data(), flat.size(), FASTSER_FORMAT_FLATBUFFERS,
                           FASTSER_FORMAT_JSON, &options, nullptr, &out.bytes, nullptr);
  }

  std::string archive_;
  fastser_type* type_ = nullptr;
};

TEST_F(CFlatType, AValueComesBackAndItsSchemaIsToBeHad) {
  Given flat;
  Given back;
  ASSERT_EQ(converted(archive_, FASTSER_FORMAT_ARCHIVE, FASTSER_FORMAT_FLATBUFFERS, flat),
            FASTSER_OK);
  ASSERT_EQ(converted(flat.text(), FASTSER_FORMAT_FLATBUFFERS, FASTSER_FORMAT_ARCHIVE, back),
            FASTSER_OK);
  EXPECT_EQ(back.text(), archive_);
  Given text;
  Given binary;
  ASSERT_EQ(fastser_flat_schema(type_, 1, nullptr, &text.bytes, nullptr), FASTSER_OK);
  EXPECT_NE(text.text().find("root_type Item;"), std::string::npos) << text.text();
  ASSERT_EQ(fastser_flat_schema(type_, 0, nullptr, &binary.bytes, nullptr), FASTSER_OK);
  fastser_inspect_options look{};
  look.struct_size = sizeof look;
  look.schema = binary.bytes.data;
  look.schema_size = binary.bytes.size;
  EXPECT_EQ(
      fastser_verify(flat.bytes.data, flat.bytes.size, FASTSER_FORMAT_FLATBUFFERS, &look, nullptr),
      FASTSER_OK);
}

TEST_F(CFlatType, AlternativesThatLookAlikeComeBackThroughMessagePack) {
  Given message;
  Given back;
  ASSERT_EQ(converted(archive_, FASTSER_FORMAT_ARCHIVE, FASTSER_FORMAT_MSGPACK, message, 1),
            FASTSER_OK);
  ASSERT_EQ(converted(message.text(), FASTSER_FORMAT_MSGPACK, FASTSER_FORMAT_ARCHIVE, back),
            FASTSER_OK);
  EXPECT_EQ(back.text(), archive_);
}

TEST_F(CFlatType, ValuesAreWrittenByTheSchemaThatIsGiven) {
  Given schema;
  ASSERT_EQ(fastser_flat_schema(type_, 0, nullptr, &schema.bytes, nullptr), FASTSER_OK);
  const std::string by = schema.text();
  Given first;
  ASSERT_EQ(converted(archive_, FASTSER_FORMAT_ARCHIVE, FASTSER_FORMAT_FLATBUFFERS, first),
            FASTSER_OK);
  Given json;
  ASSERT_EQ(json_of(first.text(), by, json), FASTSER_OK);
  const std::string more = R"({"none of its keys":1,)" + json.text().substr(1);
  fastser_convert_options options{};
  options.struct_size = sizeof options;
  options.target_schema = by.data();
  options.target_schema_size = by.size();
  Given made;
  EXPECT_EQ(fastser_convert(more.data(), more.size(), FASTSER_FORMAT_JSON,
                            FASTSER_FORMAT_FLATBUFFERS, &options, nullptr, &made.bytes, nullptr),
            FASTSER_TYPE_MISMATCH);
  options.skip_unknown = 1;
  ASSERT_EQ(fastser_convert(more.data(), more.size(), FASTSER_FORMAT_JSON,
                            FASTSER_FORMAT_FLATBUFFERS, &options, nullptr, &made.bytes, nullptr),
            FASTSER_OK);
  Given back;
  ASSERT_EQ(json_of(made.text(), by, back), FASTSER_OK);
  EXPECT_EQ(back.text(), json.text());
}

TEST_F(CFlatType, MisuseIsAnError) {
  Given out;
  EXPECT_EQ(fastser_flat_schema(nullptr, 0, nullptr, &out.bytes, nullptr), FASTSER_USAGE);
  EXPECT_EQ(fastser_flat_schema(type_, 0, nullptr, nullptr, nullptr), FASTSER_USAGE);
  fastser_convert_options options{};
  options.struct_size = sizeof options;
  options.target_schema_size = 1;
  EXPECT_EQ(fastser_convert(archive_.data(), archive_.size(), FASTSER_FORMAT_ARCHIVE,
                            FASTSER_FORMAT_MSGPACK, &options, nullptr, &out.bytes, nullptr),
            FASTSER_USAGE);
}

}  // namespace
}  // namespace fastser
