// SPDX-License-Identifier: MIT
//
// The type table's parser, on bytes made by hand.
#include "fastser/internal/schema/type_table.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "support/bytes.hpp"

namespace fastser::schema {
namespace {

using testing::bytes;
using testing::Bytes;

Code code_of(std::initializer_list<int> values) {
  const Bytes table = bytes(values);
  return TypeTable::parse(table).status().code();
}

// Two shapes: Point {x: i32, y: i32}, and an anonymous one that extends it with 3 x u8, a name and
// a list of its own kind; the root is a list of the second.
const Bytes& sample() {
  static const Bytes table = bytes({
      2,                                                                                 //
      5,    'P',  'o', 'i', 'n', 't', 7, 0, 2,   3,   1,   'x', 6,    3, 1,    'y',  6,  //
      0,    0,    1,   3,   6,   3,   3, 4, 'n', 'a', 'm', 'e', 0x14, 2, 0x21, 0x28, 1,  //
      0x21, 0x28, 1,
  });
  return table;
}

TEST(TypeTable, ReadsShapesEntriesAndRoot) {
  const Result<TypeTable> table = TypeTable::parse(sample());
  ASSERT_TRUE(table.ok()) << table.status().to_string();
  ASSERT_EQ(table->shapes().size(), 2U);
  const Shape& point = table->shapes()[0];
  EXPECT_EQ(point.name, "Point");
  EXPECT_EQ(point.version, 7U);
  EXPECT_EQ(point.super, -1);
  ASSERT_EQ(point.fields.size(), 2U);
  EXPECT_TRUE(point.fields[1].named);
  EXPECT_EQ(point.fields[1].name, "y");
  EXPECT_EQ(code(table->expr(point.fields[1].type)), TypeCode::kI32);
  const Shape& second = table->shapes()[1];
  EXPECT_EQ(second.super, 0);
  EXPECT_EQ(second.fields[0].repeat, 3U);
  EXPECT_FALSE(second.fields[0].named);
  EXPECT_EQ(to_string(*table, table->root()), "list<record #1>");
}

TEST(TypeTable, SumsUpSizesThroughSuperShapes) {
  const Result<TypeTable> table = TypeTable::parse(sample());
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(table->shapes()[0].min_size, 8U);
  EXPECT_EQ(table->shapes()[0].plain_size, 8U);
  EXPECT_EQ(table->shapes()[1].min_size, 8U + 3 + 1 + 1);
  EXPECT_EQ(table->shapes()[1].plain_size, kNotPlain);
}

TEST(TypeTable, RefusesEveryProperPrefixAsTruncated) {
  for (std::size_t size = 0; size < sample().size(); ++size) {
    const Result<TypeTable> table = TypeTable::parse(BytesView(sample()).first(size));
    EXPECT_EQ(table.status().code(), Code::kTruncated) << size;
  }
}

TEST(TypeTable, SurvivesEveryFlippedBitAndSetByte) {
  for (std::size_t at = 0; at < sample().size(); ++at) {
    for (int value = 0; value < 256; ++value) {
      Bytes changed = sample();
      changed[at] = static_cast<std::byte>(value);
      const Result<TypeTable> table = TypeTable::parse(changed);
      if (!table.ok()) {
        EXPECT_NE(table.status().offset(), Status::kNoOffset);
      }
    }
  }
}

TEST(TypeTable, RefusesTrailingBytes) { EXPECT_EQ(code_of({0, 1, 1}), Code::kTrailing); }

TEST(TypeTable, RefusesEveryUnknownCode) {
  int accepted = 0;
  for (int value = 0; value < 256; ++value) {
    if (code_of({0, value}) == Code::kOk) ++accepted;
  }
  // Those without operands: 00-11, 14-1E, 2A, 2B, 2C, 2F.
  EXPECT_EQ(accepted, 18 + 11 + 4);
}

TEST(TypeTable, RefusesShapeNumbersOutOfRange) {
  EXPECT_EQ(code_of({0, 0x28, 0}), Code::kMalformed);
  EXPECT_EQ(code_of({1, 0, 0, 0, 0, 0x28, 1}), Code::kMalformed);
  EXPECT_EQ(code_of({1, 0, 0, 2, 0, 0x28, 0}), Code::kMalformed);  // super
}

TEST(TypeTable, RefusesCyclesOfSuperShapes) {
  EXPECT_EQ(code_of({1, 0, 0, 1, 0, 0}), Code::kMalformed);
  EXPECT_EQ(code_of({2, 0, 0, 2, 0, 0, 0, 1, 0, 0}), Code::kMalformed);
}

TEST(TypeTable, RefusesAShapeThatContainsItselfDirectly) {
  EXPECT_EQ(code_of({1, 0, 0, 0, 1, 2, 0x28, 0, 0}), Code::kMalformed);
  EXPECT_EQ(code_of({1, 0, 0, 0, 1, 2, 0x2D, 1, 0x28, 0, 0}), Code::kMalformed);
  EXPECT_EQ(code_of({1, 0, 0, 0, 1, 2, 0x22, 0x28, 0, 2, 0}), Code::kMalformed);
}

TEST(TypeTable, AcceptsAShapeThatContainsItselfBehindSomethingThatCanBeEmpty) {
  for (const int through : {0x20, 0x21, 0x23, 0x29}) {
    EXPECT_EQ(code_of({1, 0, 0, 0, 1, 2, through, 0x28, 0, 0}), Code::kOk) << through;
  }
}

TEST(TypeTable, BoundsTheNestingOfTypes) {
  for (const std::size_t depth : {63U, 64U}) {
    Bytes table = bytes({0});
    table.insert(table.end(), depth, std::byte{0x20});
    table.push_back(std::byte{1});
    const Code code = TypeTable::parse(table).status().code();
    EXPECT_EQ(code, depth == 63 ? Code::kOk : Code::kMalformed);
  }
}

TEST(TypeTable, RefusesAWrongRepeat) {
  EXPECT_EQ(code_of({1, 0, 0, 0, 1, 0, 1, 0}), Code::kMalformed);          // none
  EXPECT_EQ(code_of({1, 0, 0, 0, 1, 5, 1, 'a', 1, 0}), Code::kMalformed);  // named twice
  EXPECT_EQ(code_of({1, 0, 0, 0, 1, 0xFE, 0xFF, 0xFF, 0xFF, 0x1F, 0, 0}), Code::kOk);  // 2^32 - 1
  EXPECT_EQ(code_of({1, 0, 0, 0, 1, 0x80, 0x80, 0x80, 0x80, 0x20, 0, 0}), Code::kMalformed);
}

TEST(TypeTable, RefusesNamesThatAreNotUtf8) {
  EXPECT_EQ(code_of({1, 1, 0xFF, 0, 0, 0, 0}), Code::kMalformed);
}

TEST(TypeTable, RefusesANameThatOneShapeHasTwice) {
  // {a: bool, bb: bool, unnamed bool, bb: bool, a: bool}: the first that comes again is "bb".
  const Bytes table = bytes(
      {1, 0, 0, 0, 5, 3, 1, 'a', 1, 3, 2, 'b', 'b', 1, 2, 1, 3, 2, 'b', 'b', 1, 3, 1, 'a', 1, 0});
  const Status status = TypeTable::parse(table).status();
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_EQ(status.offset(), 18U);
  EXPECT_EQ(code_of({1, 0, 0, 0, 2, 3, 0, 1, 3, 0, 1, 0}), Code::kMalformed);  // empty, twice
  EXPECT_EQ(code_of({1, 0, 0, 0, 2, 3, 1, 'a', 1, 3, 1, 'b', 1, 0}), Code::kOk);
  // A class may call a field as its super-class does, and so may two classes.
  EXPECT_EQ(code_of({2, 0, 0, 0, 1, 3, 1, 'a', 1, 0, 0, 1, 1, 3, 1, 'a', 1, 0}), Code::kOk);
}

TEST(TypeTable, FindsANameThatComesTwiceAmongMany) {
  // 100000 fields: comparing each with each would not end.
  constexpr std::uint32_t kCount = 100000;
  Bytes table = bytes({1, 0, 0, 0, 0xA0, 0x8D, 0x06});
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const std::uint32_t name = i == kCount - 1 ? 7 : i;
    for (const int byte : {3, 6}) table.push_back(static_cast<std::byte>(byte));
    for (int shift = 20; shift >= 0; shift -= 4) {
      table.push_back(static_cast<std::byte>('A' + ((name >> shift) & 0xF)));
    }
    table.push_back(std::byte{1});
  }
  table.push_back(std::byte{0});
  const Status status = TypeTable::parse(table).status();
  EXPECT_EQ(status.code(), Code::kMalformed);
  EXPECT_EQ(status.offset(), table.size() - 1 - 7);
}

TEST(TypeTable, PlacesAnErrorAtTheFirstByteOfWhatIsWrong) {
  const auto offset_of = [](std::initializer_list<int> values) {
    const Status status = TypeTable::parse(bytes(values)).status();
    EXPECT_FALSE(status.ok());
    return status.offset();
  };
  EXPECT_EQ(offset_of({0x80, 1, 0}), 0U);                                   // shapes
  EXPECT_EQ(offset_of({1, 2, 'a', 0xFF, 0, 0, 0, 0}), 3U);                  // class name
  EXPECT_EQ(offset_of({1, 0, 0x80, 0x80, 0x80, 0x80, 0x10, 0, 0, 0}), 2U);  // class version
  EXPECT_EQ(offset_of({1, 0, 0, 0x82, 0, 0, 0}), 3U);                       // super-shape
  EXPECT_EQ(offset_of({1, 0, 0, 0, 0x81, 1, 0}), 4U);                       // entries
  EXPECT_EQ(offset_of({1, 0, 0, 0, 1, 0x80, 0, 1, 0}), 5U);                 // repeat: none
  EXPECT_EQ(offset_of({1, 0, 0, 0, 1, 0x85, 0, 1, 'a', 1, 0}), 5U);         // repeat and a name
  EXPECT_EQ(offset_of({1, 0, 0, 0, 1, 2, 0x55, 0}), 6U);                    // type code
  EXPECT_EQ(offset_of({1, 0, 0, 0, 1, 2, 0x28, 0x81, 0, 0}), 7U);           // shape of a record
  EXPECT_EQ(offset_of({0, 0x27, 1, 'E', 0x0A}), 4U);                        // enum of a float
  EXPECT_EQ(offset_of({0, 0x2D, 0x80, 1, 1}), 2U);                          // types of a tuple
}

TEST(TypeTable, SurvivesALongChainOfShapes) {
  // Shape i holds shape i + 1: a recursive walk would need a stack frame for each.
  constexpr std::uint32_t kCount = 20000;
  Bytes table = bytes({0x80 | (kCount & 0x7F), 0x80 | ((kCount >> 7) & 0x7F), kCount >> 14});
  for (std::uint32_t i = 1; i <= kCount; ++i) {
    const bool last = i == kCount;
    const Bytes shape =
        last ? bytes({0, 0, 0, 1, 2, 6, 0})
             : bytes({0, 0, 0, 1, 2, 0x28, 0x80 | static_cast<int>(i & 0x7F),
                      0x80 | static_cast<int>((i >> 7) & 0x7F), static_cast<int>(i >> 14)});
    table.insert(table.end(), shape.begin(), shape.end() - (last ? 1 : 0));
  }
  table.push_back(std::byte{0});
  const Result<TypeTable> parsed = TypeTable::parse(table);
  ASSERT_TRUE(parsed.ok()) << parsed.status().to_string();
  EXPECT_EQ(parsed->shapes()[0].min_size, 4U);
  EXPECT_EQ(parsed->shapes()[0].plain_size, 4U);
}

TEST(TypeTable, SaturatesHugeSizes) {
  // array<i64, 2^63>
  const Bytes table = bytes({0, 0x22, 8, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 1});
  const Result<TypeTable> parsed = TypeTable::parse(table);
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(min_wire_size(*parsed, parsed->root()), static_cast<std::size_t>(-1));
  EXPECT_EQ(plain_wire_size(*parsed, parsed->root()), kNotPlain);
}

TEST(TypeExpr, StepsToOperands) {
  // tuple<map<vu32, list<string>>, array<enum E:u8, 5>, bits<9>>
  const Bytes table =
      bytes({0, 0x2D, 3, 0x24, 0x0F, 0x21, 0x14, 0x22, 0x27, 1, 'E', 3, 5, 0x2E, 9});
  const Result<TypeTable> parsed = TypeTable::parse(table);
  ASSERT_TRUE(parsed.ok()) << parsed.status().to_string();
  const TypeExpr root = parsed->root();
  EXPECT_EQ(operand_count(root), 3U);
  const TypeExpr map = first_operand(root);
  EXPECT_EQ(code(key_type(map)), TypeCode::kVarU32);
  EXPECT_EQ(code(element(value_type(map))), TypeCode::kString);
  const TypeExpr array = skip_type(map);
  EXPECT_EQ(operand_count(array), 5U);
  EXPECT_EQ(enum_name(element(array)), "E");
  EXPECT_EQ(code(enum_integer(element(array))), TypeCode::kU8);
  EXPECT_EQ(plain_wire_size(*parsed, array), 5U);
  const TypeExpr bits = skip_type(array);
  EXPECT_EQ(min_wire_size(*parsed, bits), 2U);
  EXPECT_EQ(skip_type(bits).at, table.data() + table.size());
  EXPECT_EQ(min_wire_size(*parsed, root), 1U + 5 + 2);
  EXPECT_EQ(to_string(*parsed, root),
            "tuple<map<vu32, list<string>>, array<enum E:u8, 5>, bits<9>>");
  EXPECT_TRUE(same_type(array, array));
  EXPECT_FALSE(same_type(array, bits));
}

TEST(TypeExpr, CutsItsTextOff) {
  // tuple<tuple<300 x null>, map<...>, array<...>>: the text ends inside of the first.
  Bytes table = bytes({0, 0x2D, 2, 0x2D, 0xAC, 2});
  table.insert(table.end(), 300, std::byte{0});
  for (const int byte : {0x24, 1, 1}) table.push_back(static_cast<std::byte>(byte));
  const Result<TypeTable> parsed = TypeTable::parse(table);
  ASSERT_TRUE(parsed.ok()) << parsed.status().to_string();
  const std::string text = to_string(*parsed, parsed->root());
  EXPECT_LE(text.size(), 210U);
  EXPECT_EQ(text.substr(0, 30), "tuple<tuple<null, null, null, ");
  EXPECT_EQ(text.substr(text.size() - 3), "...");
}

TEST(TypeExpr, ValidatesInlineTypes) {
  const Result<TypeTable> table = TypeTable::parse(sample());
  ASSERT_TRUE(table.ok());
  const Bytes good = bytes({0x21, 0x28, 1, 99, 99});
  const Result<std::size_t> size = validate_type(*table, good);
  ASSERT_TRUE(size.ok());
  EXPECT_EQ(*size, 3U);
  EXPECT_EQ(validate_type(*table, bytes({0x21, 0x28, 2})).status().code(), Code::kMalformed);
  EXPECT_EQ(validate_type(*table, bytes({0x21})).status().code(), Code::kTruncated);
}

// `depth` expressions around each other, the last of them `leaf`.
Bytes nested_types(std::size_t depth, std::initializer_list<int> leaf) {
  Bytes table = bytes({0});
  table.insert(table.end(), depth - 1, std::byte{0x21});
  testing::put(table, leaf);
  return table;
}

TEST(TypeTable, CountsTheInnermostTypeAsOneOf64) {
  EXPECT_TRUE(TypeTable::parse(nested_types(64, {6})).ok());
  EXPECT_EQ(TypeTable::parse(nested_types(65, {6})).status().code(), Code::kMalformed);
  // The integer type of an enum is a part of the enum.
  EXPECT_TRUE(TypeTable::parse(nested_types(64, {0x27, 1, 'e', 6})).ok());
  EXPECT_EQ(TypeTable::parse(nested_types(65, {0x27, 1, 'e', 6})).status().code(),
            Code::kMalformed);
}

TEST(TypeTable, TakesTypesForTheSameHoweverTheirNumbersArePadded) {
  const auto same = [](std::initializer_list<int> left, std::initializer_list<int> right) {
    const Bytes a = bytes(left);
    const Bytes b = bytes(right);
    const bool forth = same_type({a.data(), a.data() + a.size()}, {b.data(), b.data() + b.size()});
    const bool back = same_type({b.data(), b.data() + b.size()}, {a.data(), a.data() + a.size()});
    EXPECT_EQ(forth, back);
    return forth;
  };
  EXPECT_TRUE(same({0x22, 3, 1}, {0x22, 3, 0x81, 0}));
  EXPECT_FALSE(same({0x22, 3, 1}, {0x22, 3, 2}));
  EXPECT_TRUE(same({0x28, 0}, {0x28, 0x80, 0}));
  EXPECT_FALSE(same({0x28, 0}, {0x28, 1}));
  EXPECT_TRUE(same({0x2D, 2, 0x2E, 9, 0x14}, {0x2D, 0x82, 0, 0x2E, 0x89, 0, 0x14}));
  EXPECT_FALSE(same({0x2D, 2, 0x2E, 9, 0x14}, {0x2D, 2, 0x2E, 9, 0x15}));
  EXPECT_FALSE(same({0x2D, 1, 3}, {0x26, 1, 3}));
  EXPECT_TRUE(same({0x24, 0x22, 3, 1, 6}, {0x24, 0x22, 3, 0x81, 0, 6}));
  EXPECT_FALSE(same({0x24, 0x22, 3, 1, 6}, {0x24, 0x22, 3, 0x81, 0, 7}));
  EXPECT_TRUE(same({0x27, 1, 'e', 3}, {0x27, 0x81, 0, 'e', 3}));
  EXPECT_FALSE(same({0x27, 1, 'e', 3}, {0x27, 1, 'f', 3}));
  EXPECT_FALSE(same({0x27, 1, 'e', 3}, {0x27, 1, 'e', 5}));
  EXPECT_TRUE(same({0x20, 0x29, 0x23, 0x2C}, {0x20, 0x29, 0x23, 0x2C}));
}

TEST(TypeTable, NamesTheShapeThatContainsItself) {
  // Node {next: record Node}; and one without a name.
  const Bytes node = bytes({1, 4, 'N', 'o', 'd', 'e', 0, 0, 1, 2, 0x28, 0, 0});
  EXPECT_EQ(TypeTable::parse(node).status().message(),
            "a shape that contains itself directly: Node");
  const Bytes unnamed = bytes({1, 0, 0, 0, 1, 2, 0x28, 0, 0});
  EXPECT_EQ(TypeTable::parse(unnamed).status().message(),
            "a shape that contains itself directly: #0");
}

TEST(TypeTable, SaysWhetherItIsTheTableOrAnInlineTypeThatEnds) {
  const Bytes cut = bytes({0, 0x21});
  EXPECT_EQ(TypeTable::parse(cut).status().message(), "the type table ends inside an item");
  const Bytes sound = bytes({0, 0});
  const Result<TypeTable> table = TypeTable::parse(sound);
  ASSERT_TRUE(table.ok());
  EXPECT_EQ(validate_type(*table, BytesView(cut).subspan(1)).status().message(),
            "the payload ends inside a type");
}

}  // namespace
}  // namespace fastser::schema
