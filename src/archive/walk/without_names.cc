// SPDX-License-Identifier: MIT
//
// without_names: the table of an archive written anew without names, in front of the same payload.
//
// Names of classes are left alone, for they tell classes apart: in a variant, or where a value of
// any class may stand. Only the root's class needs none, if nothing else can be of it.
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/archive/resolve/wire_numbers.hpp"
#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/schema/table_builder.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/internal/wire/output.hpp"
#include "fastser/verify.hpp"

namespace fastser::archive {
namespace {

using schema::FieldEntry;
using schema::Shape;
using schema::TypeBytes;
using schema::TypeExpr;
using schema::TypeTable;

// Whether a value of this type may be, or lead to, a record of the shape. Expressions nest at most
// 64 deep.
bool may_be(TypeExpr type, std::uint32_t shape) {
  switch (schema::code(type)) {
    case TypeCode::kRecord: return schema::operand_shape(type) == shape;
    case TypeCode::kAny:
    case TypeCode::kAnyRecord:
    case TypeCode::kAnyRef:
    case TypeCode::kOwnedAny: return true;
    default: break;
  }
  schema::InnerTypes inner = schema::inner_types(type);
  for (; inner.left != 0; inner.next()) {
    if (may_be(inner.at, shape)) return true;
  }
  return false;
}

// A duration that counts in floats is known by the names of its shape and field.
bool is_duration(const TypeTable& table, const Shape& shape) {
  TickLength tick{};
  return counts_ticks(table, shape, tick);
}

// The shape of the root, if nothing but the root can be of it.
std::optional<std::uint32_t> shape_without_name(const TypeTable& table) {
  TypeExpr root = table.root();
  if (schema::code(root) == TypeCode::kRef) root = schema::element(root);
  if (schema::code(root) != TypeCode::kRecord) return std::nullopt;
  const std::uint32_t shape = schema::operand_shape(root);
  if (is_duration(table, table.shapes()[shape])) return std::nullopt;
  for (const Shape& other : table.shapes()) {
    if (other.super == static_cast<std::int64_t>(shape)) return std::nullopt;
    for (const FieldEntry& field : other.fields) {
      if (may_be(table.expr(field.type), shape)) return std::nullopt;
    }
  }
  return shape;
}

void append_bytes(TypeBytes& to, BytesView bytes) {
  for (const std::byte byte : bytes) to.push_back(std::to_integer<std::uint8_t>(byte));
}

void append_named(TypeBytes& to, const TypeTable& table, const FieldEntry& field) {
  schema::append_varint(to, 1);  // one entry
  schema::append_varint(to, field.repeat << 1 | 1);
  schema::append_text(to, field.name);
  append_bytes(to, schema::type_bytes(table.expr(field.type)));
}

// Fields of one type in a row are one entry.
void append_fields(TypeBytes& to, const TypeTable& table, std::span<const FieldEntry> fields) {
  TypeBytes entries;
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < fields.size(); ++count) {
    const TypeExpr type = table.expr(fields[i].type);
    std::uint64_t repeat = 0;
    for (; i < fields.size() && schema::same_type(type, table.expr(fields[i].type)); ++i) {
      repeat += fields[i].repeat;
    }
    schema::append_varint(entries, repeat << 1);
    append_bytes(entries, schema::type_bytes(type));
  }
  schema::append_varint(to, count);
  to.insert(to.end(), entries.begin(), entries.end());
}

TypeBytes nameless(const TypeTable& table) {
  const std::optional<std::uint32_t> hidden = shape_without_name(table);
  TypeBytes bytes;
  schema::append_varint(bytes, table.shapes().size());
  std::uint32_t number = 0;
  for (const Shape& shape : table.shapes()) {
    schema::append_text(bytes, number++ == hidden ? std::string_view() : shape.name);
    schema::append_varint(bytes, shape.version);
    schema::append_varint(bytes, static_cast<std::uint64_t>(shape.super + std::int64_t{1}));
    if (is_duration(table, shape)) {
      append_named(bytes, table, shape.fields[0]);
    } else {
      append_fields(bytes, table, shape.fields);
    }
  }
  append_bytes(bytes, schema::type_bytes(table.root()));
  return bytes;
}

Result<Buffer> rewrite(const Envelope& envelope, const TypeTable& table) {
  const EncodeOptions how{.user_version = envelope.user_version, .checksum = envelope.has_checksum};
  const std::vector<std::uint8_t> prologue = make_prologue(nameless(table));
  Result<Buffer> buffer{std::in_place};
  wire::Output out(*buffer);
  std::byte* cur = out.start();
  out.expect(cur, prologue.size() + envelope.payload.size() + 4);
  cur = put_prologue(out, cur, how, prologue, 0);
  cur = out.put_bytes(cur, envelope.payload.data(), envelope.payload.size());
  std::size_t written = 0;
  Status status = out.finish(put_end(out, cur, how), written);
  if (!status.ok()) buffer.fail(std::move(status));
  return buffer;
}

}  // namespace

Result<Buffer> without_names(InputBytes archive) {
  const Result<Envelope> envelope = open_envelope(archive);
  if (!envelope.ok()) return envelope.status();
  const Result<TypeTable> table = table_of(*envelope);
  if (!table.ok()) return table.status();
  return guarded([&] { return rewrite(*envelope, *table); });
}

}  // namespace fastser::archive
