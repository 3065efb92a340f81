// SPDX-License-Identifier: MIT
//
// Type tables from anybody: parse, then use everything that a parsed table offers. A JSON Schema of
// it is JSON.
#include <span>

#include "convert/json_schema/json_schema.hpp"
#include "fastser/convert.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fuzz/target.hpp"

namespace {

namespace schema = fastser::schema;

void use(const schema::TypeTable& table, schema::TypeExpr type) {
  static_cast<void>(schema::min_wire_size(table, type));
  static_cast<void>(schema::plain_wire_size(table, type));
  if (schema::to_string(table, type).empty()) fastser::fuzzing::broken("a type without a text");
  if (!schema::same_type(type, type)) fastser::fuzzing::broken("a type that is not itself");
  const fastser::BytesView bytes = schema::type_bytes(type);
  const auto size = schema::validate_type(table, bytes);
  if (!size.ok() || *size != bytes.size()) fastser::fuzzing::broken("parsed, but not valid");
}

void check_json_schema(fastser::BytesView bytes) {
  constexpr std::size_t kMost = std::size_t{1} << 16;
  const auto table = schema::TypeTable::parse(bytes);
  if (!table.ok()) return;
  const auto text = fastser::convert::json_schema_of_type(*table, kMost);
  if (!text.ok()) return;
  if (text->size() > kMost) fastser::fuzzing::broken("a JSON Schema that is too long");
  const auto same =
      fastser::convert::convert(std::as_bytes(std::span(*text)), fastser::convert::Format::json,
                                fastser::convert::Format::msgpack);
  if (!same.ok()) fastser::fuzzing::broken("no JSON: " + same.status().to_string() + ": " + *text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fastser::fuzzing::within_heap(size, [&] {
    const auto table = schema::TypeTable::parse(fastser::fuzzing::view_of(data, size));
    if (!table.ok()) return;
    use(*table, table->root());
    std::size_t budget = 256;  // types of a table may be long, and each costs its length
    for (const schema::Shape& shape : table->shapes()) {
      for (const schema::FieldEntry& field : shape.fields) {
        if (budget-- == 0) return;
        use(*table, table->expr(field.type));
      }
    }
  });
  fastser::fuzzing::within_heap(size, 1024 * size + (std::size_t{32} << 20),
                                [&] { check_json_schema(fastser::fuzzing::view_of(data, size)); });
  return 0;
}
