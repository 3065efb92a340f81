// SPDX-License-Identifier: MIT
//
// Type tables from anybody: parse, then use everything that a parsed table offers.
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
  return 0;
}
