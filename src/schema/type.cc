// SPDX-License-Identifier: MIT
//
// Type: asking and comparing.
#include "fastser/type.hpp"

#include <algorithm>

#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/schema/fingerprint.hpp"
#include "schema/type_graph.hpp"

namespace fastser {

using schema::TypeData;
using schema::TypeExpr;

Result<std::shared_ptr<const TypeData>> TypeData::make(BytesView table) {
  auto data = std::make_shared<TypeData>();
  data->bytes.assign(table.begin(), table.end());
  data->table_size = table.size();
  {
    const Result<schema::TypeTable> parsed = schema::TypeTable::parse(data->bytes);
    if (!parsed.ok()) return parsed.status();
    schema::TypeBytes records;
    for (std::size_t i = 0; i < parsed->shapes().size(); ++i) {
      data->records.push_back(table.size() + records.size());
      records.push_back(static_cast<std::uint8_t>(TypeCode::kRecord));
      schema::append_varint(records, i);
    }
    data->bytes.reserve(table.size() + records.size());
    for (const std::uint8_t byte : records) data->bytes.push_back(std::byte{byte});
  }
  // Again, for the bytes lie elsewhere now.
  Result<schema::TypeTable> parsed = schema::TypeTable::parse(data->table_bytes());
  if (!parsed.ok()) return parsed.status();
  data->table = *std::move(parsed);
  data->fingerprint = schema::fingerprint_of(data->table_bytes());
  return std::shared_ptr<const TypeData>(std::move(data));
}

Result<Type> Type::parse(InputBytes table) {
  return guarded([&]() -> Result<Type> {
    Result<std::shared_ptr<const TypeData>> data = TypeData::make(table);
    if (!data.ok()) return data.status();
    const std::size_t root = (*data)->table.root_type();
    return Type(*std::move(data), root);
  });
}

const schema::TypeTable& Type::parsed() const noexcept { return data_->table; }
TypeExpr Type::expr() const noexcept { return data_->expr(at_); }
bool Type::is_whole() const noexcept { return at_ == data_->table.root_type(); }
Type Type::inner(const std::byte* at) const {
  return {data_, static_cast<std::size_t>(at - data_->bytes.data())};
}

TypeCode Type::code() const noexcept { return schema::code(expr()); }

namespace {

const schema::Shape& shape_of(const Type& type) noexcept {
  return type.parsed().shapes()[schema::operand_shape(type.expr())];
}

}  // namespace

std::string_view Type::name() const noexcept {
  if (code() == TypeCode::kRecord) return shape_of(*this).name;
  return code() == TypeCode::kEnum ? schema::enum_name(expr()) : std::string_view();
}

std::uint32_t Type::version() const noexcept {
  return code() == TypeCode::kRecord ? shape_of(*this).version : 0;
}

std::optional<Type> Type::super() const {
  if (code() != TypeCode::kRecord || shape_of(*this).super < 0) return std::nullopt;
  return Type(data_, data_->records[static_cast<std::size_t>(shape_of(*this).super)]);
}

std::size_t Type::field_count() const noexcept {
  return code() == TypeCode::kRecord ? shape_of(*this).fields.size() : 0;
}

Type::Field Type::field(std::size_t index) const {
  const schema::FieldEntry& entry = shape_of(*this).fields[index];
  return {entry.name, entry.named, entry.repeat, Type(data_, entry.type)};
}

std::size_t Type::operand_count() const noexcept {
  if (code() == TypeCode::kEnum) return 1;
  return static_cast<std::size_t>(schema::inner_types(expr()).left);
}

Type Type::operand(std::size_t index) const {
  if (code() == TypeCode::kEnum) return inner(schema::enum_integer(expr()).at);
  TypeExpr at = schema::inner_types(expr()).at;
  for (; index != 0; --index) at = schema::skip_type(at);
  return inner(at.at);
}

std::uint64_t Type::length() const noexcept {
  const bool counted = code() == TypeCode::kArray || code() == TypeCode::kBits;
  return counted ? schema::operand_count(expr()) : 0;
}

std::size_t Type::record_count() const noexcept { return data_->records.size(); }

Type Type::record(std::size_t index) const { return {data_, data_->records[index]}; }

std::vector<std::byte> Type::table() const {
  if (is_whole()) return {data_->table_bytes().begin(), data_->table_bytes().end()};
  const Result<Type> whole = alone();
  return whole.ok() ? whole->table() : std::vector<std::byte>();
}

std::uint64_t Type::fingerprint() const {
  if (is_whole()) return data_->fingerprint;
  return schema::fingerprint_of(table());
}

std::string Type::to_string() const { return schema::to_string(parsed(), expr()); }

Result<Type> Type::alone() const {
  if (is_whole()) return *this;
  TypeBuilder builder;
  return builder.build(builder.use(*this));
}

namespace {

// Makes strings and data in a type expression shared ones; codes are as long as each other.
void share_strings(std::byte* bytes, TypeExpr expr, const std::byte* begin) {
  const TypeCode code = schema::code(expr);
  std::byte& at = bytes[expr.at - begin];
  if (code == TypeCode::kString) at = static_cast<std::byte>(TypeCode::kSharedString);
  if (code == TypeCode::kData) at = static_cast<std::byte>(TypeCode::kSharedData);
  for (schema::InnerTypes inner = schema::inner_types(expr); inner.left != 0; inner.next()) {
    share_strings(bytes, inner.at, begin);
  }
}

}  // namespace

Result<Type> Type::shared() const {
  return guarded([&]() -> Result<Type> {
    const Result<Type> whole = alone();
    if (!whole.ok()) return whole.status();
    std::vector<std::byte> bytes = whole->table();
    const schema::TypeTable& table = whole->parsed();
    const std::byte* const begin = table.bytes().data();
    for (const schema::Shape& shape : table.shapes()) {
      for (const schema::FieldEntry& entry : shape.fields) {
        share_strings(bytes.data(), table.expr(entry.type), begin);
      }
    }
    share_strings(bytes.data(), table.root(), begin);
    return parse(bytes);
  });
}

bool operator==(const Type& left, const Type& right) {
  if (left.data_ == right.data_ && left.at_ == right.at_) return true;
  if (left.is_whole() && right.is_whole()) {
    const BytesView a = left.data_->table_bytes();
    const BytesView b = right.data_->table_bytes();
    return std::equal(a.begin(), a.end(), b.begin(), b.end());
  }
  return left.table() == right.table();
}

}  // namespace fastser
