// SPDX-License-Identifier: MIT
//
// Names in a schema are a stranger's: a JSON Schema of them is JSON, or an error.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "convert/json_schema/schema_text.hpp"

namespace fastser::convert {
namespace {

TEST(JsonSchemaNames, ThatAreNotUtf8AreRefused) {
  SchemaText text(1000);
  text.object([&] { text.member("type", std::string_view("\xFB")); });
  EXPECT_EQ(text.take().status().code(), Code::kMalformed);
}

TEST(JsonSchemaNames, AreQuoted) {
  SchemaText text(1000);
  text.object([&] { text.member("type", std::string_view("a\"\n")); });
  EXPECT_NE(text.take().value().find(R"("a\"\n")"), std::string::npos);
}

TEST(JsonSchemaNames, NumbersOfThoseThatComeAgainAreFree) {
  DefinitionNames names;
  for (const char* const name : {"a", "a_2", "a", "a", "a_3", "a"}) names.add(name, "none");
  const std::string expected[] = {"a", "a_2", "a_3", "a_4", "a_3_2", "a_5"};
  for (std::size_t i = 0; i < names.size(); ++i) EXPECT_EQ(names[i], expected[i]);
}

// Whatever does not fit any more: objects and lists end that began, and no others.
TEST(JsonSchemaNames, TextsThatAreTooLongEndAtAnyPoint) {
  for (std::size_t most = 0; most != 300; ++most) {
    SchemaText text(most);
    text.object([&] {
      text.key("a");
      text.list([&] {
        for (int i = 0; i < 3; ++i) text.or_null([&] { text.integer<std::int8_t>(); });
      });
    });
    EXPECT_EQ(text.take().status().code(), Code::kOverBudget);
  }
}

}  // namespace
}  // namespace fastser::convert
