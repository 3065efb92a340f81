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

#include "convert/flat/reader.hpp"
#include "convert/json/reader.hpp"
#include "fastser/archive.hpp"
#include "fastser/coder.hpp"
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

struct Thing {
  std::int32_t n = 1;
  std::string name = "a";
};

TEST(Edit, KeepsTheFileIdentifierWhateverTheSchemaSays) {
  for (const std::string of_schema : {"", "EFGH"}) {
    flat::Declarations declarations = flat::declarations<Thing>();
    declarations.identifier = of_schema;
    const Result<Buffer> schema = flat::to_binary(declarations);
    ASSERT_TRUE(schema.ok());
    const ConvertOptions options{.schema = schema->view(), .any_identifier = true};
    for (const std::string kept : {"", "ABCD"}) {
      const Result<Buffer> made = flat::encode(Thing{}, {.identifier = kept});
      ASSERT_TRUE(made.ok());
      const Bytes changed = with_n_set(made->view(), Format::flatbuffers, options);
      EXPECT_EQ(file_identifier(changed), kept.empty() ? of_schema : kept);
      EXPECT_EQ(text(must(changed, Format::flatbuffers, Format::json, options)),
                R"({"n":2,"name":"a"})");
    }
  }
}

}  // namespace
}  // namespace fastser::convert
