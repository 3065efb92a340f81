// SPDX-License-Identifier: MIT
//
// Annotated bytes: all of them, in order, with what they are.
#include "convert/annotate/annotate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include "convert/annotate/regions.hpp"
#include "fastser/archive.hpp"
#include "fastser/flat.hpp"
#include "support/vectors.hpp"

namespace fastser::convert {
namespace {

BytesView view(const std::string& bytes) {
  return {reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()};
}
std::string text_of(BytesView bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string annotated(BytesView bytes, Format format, const AnnotateOptions& options) {
  std::string out;
  const Status status = annotate(bytes, format, options, out);
  EXPECT_TRUE(status.ok()) << status;
  return out;
}

// The bytes that are shown, given that each stands at its offset, once.
std::string bytes_of(const std::string& text) {
  std::string out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_EQ(std::stoul(line.substr(0, 8), nullptr, 16), out.size()) << line;
    for (std::size_t at = 10; at + 2 <= 34 && at + 2 <= line.size() && line[at] != ' '; at += 3) {
      out += static_cast<char>(std::stoi(line.substr(at, 2), nullptr, 16));
    }
  }
  return out;
}

struct Address {
  std::string city;
  std::uint16_t number = 0;
};
struct Person {
  std::int32_t age = 0;
  std::string name;
  std::vector<Address> homes;
  static constexpr std::uint32_t fastser_version = 2;
};

TEST(Annotated, ArchivesAreSaidByteByByte) {
  const Person person{-2, "Ada", {{"Oslo", 300}}};
  const Buffer bytes = archive::encode(person, {.user_version = 7, .checksum = true}).value();
  const std::string text = annotated(bytes, Format::archive, {});
  EXPECT_EQ(bytes_of(text), text_of(bytes));
  for (const char* line :
       {"00000000  46 53 52                mark of an archive\n",
        "00000004  04                      flags: table in front, checksum\n",
        "00000005  07 00 00 00             user version 7\n", "table: number of shapes 2\n",
        "class version 2\n", "record Person: no super-shape\n", "a field with a name\n",
        " field \"homes\"\n", "type list<record", "FE FF FF FF             age: -2 (i32)\n",
        "03                      name: length of text: 3\n",
        "41 64 61                name: \"Ada\"\n", "01                      homes: 1 element\n",
        "2C 01                   homes[0].number: 300 (u16)\n", "checksum (CRC-32C)\n"}) {
    EXPECT_NE(text.find(line), std::string::npos) << line << text;
  }
}

struct Link {
  std::shared_ptr<Link> next;
  std::optional<double> weight;
  std::variant<std::int64_t, std::string> value;
  std::map<std::string, std::vector<std::uint8_t>> notes;
  std::vector<float> numbers;
};

TEST(Annotated, ArchivesWithObjectsChoicesAndMaps) {
  Link first{std::make_shared<Link>(), 2.5, "text", {{"a", {1, 2}}, {"b", {}}}, {}};
  first.next->next = first.next;
  first.next->numbers.assign(30, 1.0F);
  for (const archive::Sharing sharing : {archive::Sharing::off, archive::Sharing::on}) {
    const Buffer bytes = archive::encode(first, {.sharing = sharing}).value();
    const std::string all = annotated(bytes, Format::archive, {.all = true});
    EXPECT_EQ(bytes_of(all), text_of(bytes));
    for (const char* part :
         {"next: object 0, its body follows\n", "next.next: object 0 again\n",
          "weight: a value follows\n", "weight: 2.5 (f64)\n", "value: alternative 1 of a variant",
          "notes: 2 pairs\n", "numbers[29]: 1.0 (f32)\n"}) {
      EXPECT_NE(all.find(part), std::string::npos) << part << all;
    }
    const std::string few = annotated(bytes, Format::archive, {});
    EXPECT_NE(few.find("next.numbers: 30 x f32\n"), std::string::npos) << few;
    EXPECT_NE(few.find("... 56 more bytes\n"), std::string::npos) << few;
  }
  first.next->next = nullptr;  // a cycle would never be released
}

struct Leaf {
  std::optional<int> number;
  std::vector<std::optional<int>> more;
};
struct Tree {
  std::optional<Leaf> leaf;
  std::vector<std::optional<Leaf>> leaves;
};

TEST(Annotated, OptionalsInRecordsAndAfterThem) {
  const Tree tree{Leaf{1, {2, std::nullopt}}, {Leaf{}, std::nullopt}};
  const std::string all = annotated(archive::encode(tree).value(), Format::archive, {.all = true});
  EXPECT_EQ(all.find("which record follows"), std::string::npos) << all;
  for (const char* part : {" leaf: a value follows\n", "leaf.number: a value follows\n",
                           "leaf.more[0]: a value follows\n", "leaf.more[1]: nothing\n",
                           "leaves[0]: a value follows\n", "leaves[0].number: nothing\n"}) {
    EXPECT_NE(all.find(part), std::string::npos) << part << all;
  }
}

TEST(Annotated, KeysOfMapsAreInPathsAsGetTakesThem) {
  using Names = std::map<std::string, std::int8_t>;
  const std::map<std::int16_t, Names> maps{{-2, {{"a.b", 1}, {"c", 2}}}};
  const std::string all = annotated(archive::encode(maps).value(), Format::archive, {.all = true});
  for (const char* part : {" [-2][\"a.b\"]: 1 (i8)\n", " [-2].c: 2 (i8)\n"}) {
    EXPECT_NE(all.find(part), std::string::npos) << part << all;
  }
}

TEST(Annotated, ArchivesOfAllVectorsHaveEachByteOnce) {
  int count = 0;
  const std::filesystem::path folder =
      std::filesystem::path(FASTSER_TESTS_DIR) / "vectors/archive/v1/good";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().stem() == "header_bare") continue;
    const std::vector<std::byte> bytes = testing::read_vector(entry.path()).bytes;
    std::string text;
    const Status status = annotate(bytes, Format::archive, {.all = true}, text);
    EXPECT_TRUE(status.ok() || status.code() == Code::kUsage) << entry.path() << status;
    if (!status.ok()) continue;  // an archive with a fingerprint
    EXPECT_EQ(bytes_of(text), text_of(bytes)) << entry.path();
    EXPECT_EQ(text.find("nothing refers to"), std::string::npos) << entry.path() << text;
    ++count;
  }
  EXPECT_GT(count, 30);
}

struct Vec3 {
  float x = 0, y = 0, z = 0;
};
struct Weapon {
  std::string name;
  std::int16_t damage = 0;
};
struct Monster {
  std::string name;
  Vec3 position;
  std::vector<Weapon> weapons;
  std::vector<std::string> friends;
  std::variant<Weapon, Vec3> equipped;
  std::vector<std::uint16_t> numbers;
  std::int32_t hp = 0;
};

Monster orc() {
  return {"Orc",      {1, 2, 3},        {{"axe", 5}, {"club", 3}},
          {"a", "b"}, Weapon{"axe", 5}, std::vector<std::uint16_t>(30, 7),
          80};
}

TEST(Annotated, FlatBuffersAreSaidByTheirSchema) {
  const Buffer bytes = flat::encode(orc()).value();
  const Buffer schema = flat::binary_schema<Monster>().value();
  const std::string text =
      annotated(bytes, Format::flatbuffers, {.all = true, .schema = schema.view()});
  EXPECT_EQ(bytes_of(text), text_of(bytes));
  EXPECT_EQ(text.find("nothing refers to"), std::string::npos) << text;
  for (const char* part :
       {"distance to the root at 0x", "table Monster, its vtable is at 0x",
        "vtable of Monster: field name is at ", "name: length of the text 3\n",
        "4F 72 63                name: \"Orc\"\n", "name: the zero behind the text\n",
        "position.y: 2.0 (float)\n", "weapons: number of elements 2\n",
        "weapons[1].damage: 3 (short)\n", "friends[1]: \"b\"\n", "numbers[29]: 7 (ushort)\n",
        "alternative 1\n", "equipped.damage: 5 (short)\n",
        "50 00 00 00             hp: 80 (int)\n"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << text;
  }
  const std::string few = annotated(bytes, Format::flatbuffers, {.schema = schema.view()});
  EXPECT_NE(few.find("numbers: 30 x ushort\n"), std::string::npos) << few;

  std::string prefixed(4, '\0');
  prefixed[0] = static_cast<char>(bytes.size() % 256);
  prefixed[1] = static_cast<char>(bytes.size() / 256);
  prefixed += text_of(bytes);
  const std::string shifted =
      annotated(view(prefixed), Format::flatbuffers,
                {.all = true, .schema = schema.view(), .size_prefixed = true});
  EXPECT_EQ(bytes_of(shifted), prefixed);
}

// Whatever the bytes are: an error, or all of them.
TEST(Annotated, DamagedBytesAreAnErrorOrShown) {
  const Buffer schema = flat::binary_schema<Monster>().value();
  const std::string flat_bytes = text_of(flat::encode(orc()).value());
  const std::string archive_bytes = text_of(archive::encode(orc()).value());
  const auto look = [&](const std::string& bytes, Format format) {
    std::string text;
    const Status status = annotate(
        view(bytes), format,
        {.schema = schema.view(), .limits = {.memory_factor = 256, .memory_base = 1U << 16}}, text);
    EXPECT_TRUE(status.ok() || status.code() != Code::kUsage) << status;
    EXPECT_LT(text.size(), std::size_t{400} * 1024);
  };
  for (const auto& [bytes, format] :
       {std::pair(flat_bytes, Format::flatbuffers), std::pair(archive_bytes, Format::archive)}) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      look(bytes.substr(0, i), format);
      for (const char flip : {'\x01', '\x04', '\x80', '\xFF'}) {
        std::string other = bytes;
        other[i] = static_cast<char>(other[i] ^ flip);
        look(other, format);
      }
    }
  }
}

TEST(Annotated, NamesDoNotEndALine) {
  Regions regions(false);
  regions.add(0, 1, {}, "table A\n00000000  00  table B");
  const std::string text = regions.text(view("x"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
}

TEST(Annotated, OtherFormatsAreRefused) {
  std::string text;
  EXPECT_EQ(annotate(view("{}"), Format::json, {}, text).code(), Code::kUsage);
  EXPECT_EQ(annotate(view("xxxxxxxx"), Format::flatbuffers, {}, text).code(), Code::kUsage);
  EXPECT_EQ(text, "");
}

// They would nest as deep as the schema of somebody says.
TEST(Annotated, StructuresNestedTooDeepAreRefused) {
  constexpr std::int32_t kLevels = 3000;
  flat::Declarations schema;
  schema.root = 0;
  for (std::int32_t i = 0; i <= kLevels; ++i) {
    flat::FieldDeclaration field;
    field.name = "x";
    field.type =
        i == kLevels ? flat::TypeRef::scalar(flat::BaseType::Byte) : flat::TypeRef::object(i + 1);
    flat::Declaration declaration;
    declaration.name = "S" + std::to_string(10000 + i);
    declaration.fields = {field};
    if (i != 0) declaration.kind = flat::Declaration::Kind::structure;
    if (i != 0) declaration.bytes = 1;
    schema.all.push_back(declaration);
  }
  const Result<Buffer> binary = flat::to_binary(schema);
  ASSERT_TRUE(binary.ok()) << binary.status();
  struct Root {
    std::int8_t x = 5;
  };
  const Buffer bytes = flat::encode(Root{}).value();
  std::string text;
  const Status status = annotate(bytes, Format::flatbuffers, {.schema = binary->view()}, text);
  EXPECT_EQ(status.code(), Code::kTooDeep) << status;
}

}  // namespace
}  // namespace fastser::convert
