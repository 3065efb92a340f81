// SPDX-License-Identifier: MIT
//
// Names in a schema are a stranger's: a JSON Schema of them is JSON, or an error.
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace fastser::convert
