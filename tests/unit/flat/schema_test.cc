// SPDX-License-Identifier: MIT
//
// The schemas that types give. That flatc compiles them, and that its code reads our bytes, is
// tests/differential's to show.
#include "unit/flat/values.hpp"

namespace fastser {
namespace {

using testing::flat_of;

struct Numbered {
  std::string table;  // a word that schemas keep for themselves
  float ratio = 0.5;
  std::variant<std::int32_t, testing::Place> either;
  static constexpr auto fastser_options =
      fastser::options(fastser::id("table", 0), fastser::id("ratio", 2), fastser::id("either", 5));
};

TEST(FlatSchema, SaysNamesTypesNumbersAndDefaults) {
  EXPECT_EQ(flat::schema<testing::Person>(),
            "table Person {\n"
            "  age:int (id: 0);\n"
            "  first_seen:string (id: 1);\n"
            "  house:string (id: 2);\n"
            "  name:string (id: 3);\n"
            "  actor:Actor (id: 4);\n"
            "}\n"
            "table Actor {\n"
            "  birth_city:string (id: 0);\n"
            "  date_of_birth:long (id: 1);\n"
            "  name:string (id: 2);\n"
            "}\n"
            "root_type Person;\n");
  EXPECT_EQ(flat::schema<Numbered>(),
            "struct Place {\n"
            "  x:short;\n"
            "  y:long;\n"
            "}\n"
            "union Choice { Boxed, Boxed2 }\n"
            "table Numbered {\n"
            "  table_:string (id: 0);\n"
            "  unused1:ubyte (id: 1, deprecated);\n"
            "  ratio:float = 0.5 (id: 2);\n"
            "  unused3:ubyte (id: 3, deprecated);\n"
            "  either:Choice (id: 5);\n"
            "}\n"
            "table Boxed {\n"
            "  value:int (id: 0);\n"
            "}\n"
            "table Boxed2 {\n"
            "  value:Place (id: 0);\n"
            "}\n"
            "root_type Numbered;\n");
}

TEST(FlatSchema, OfATypeThatIsNoTableHasABoxForItsRoot) {
  EXPECT_EQ(flat::schema<std::vector<std::string>>(),
            "table Boxed {\n"
            "  value:[string] (id: 0);\n"
            "}\n"
            "root_type Boxed;\n");
}

struct NONE {
  std::string text;
};
struct Alike {
  std::string name, name_;
  std::int32_t choice_type = 0;
  std::variant<NONE, std::string> choice;
  std::int32_t unused6 = 0;
  std::vector<std::vector<int>> Boxed;
  static constexpr auto fastser_options = fastser::options(
      fastser::id("choice", 4), fastser::id("unused6", 5), fastser::id("Boxed", 7));
};

// flatc refuses two fields of one name, where the type of a union is a field too, fields that are
// called as types are, and an alternative that is called NONE.
TEST(FlatSchema, GivesDifferentThingsDifferentNames) {
  EXPECT_EQ(flat::schema<Alike>(),
            "union Choice { NONE_, Boxed }\n"
            "table Alike {\n"
            "  name:string (id: 0);\n"
            "  name_:string (id: 1);\n"
            "  choice_type:int (id: 2);\n"
            "  choice_:Choice (id: 4);\n"
            "  unused6_:int (id: 5);\n"
            "  unused6:ubyte (id: 6, deprecated);\n"
            "  Boxed_:[Boxed2] (id: 7);\n"
            "}\n"
            "table NONE_ {\n"
            "  text:string (id: 0);\n"
            "}\n"
            "table Boxed {\n"
            "  value:string (id: 0);\n"
            "}\n"
            "table Boxed2 {\n"
            "  value:[int] (id: 0);\n"
            "}\n"
            "root_type Alike;\n");
  EXPECT_TRUE(flat::from_binary(*flat::binary_schema<Alike>()).ok());
}

TEST(FlatSchema, AsBytesIsAFlatBufferItself) {
  const auto bytes = flat::binary_schema<testing::Shop>();
  ASSERT_TRUE(bytes.ok());
  EXPECT_EQ(std::string(reinterpret_cast<const char*>(bytes->data()) + 4, 4), "BFBS");
}

}  // namespace
}  // namespace fastser
