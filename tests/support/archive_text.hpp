// SPDX-License-Identifier: MIT
//
// A self-described archive as text for tests: objects with their numbers, classes with versions and
// super-classes, references. What JSON cannot say.
//
//   #0 List([#1 Circle:0<Shape:3(name: "one", 5, @1, nil)])
//
// `#n` is an object where its body lies, `@n` a reference to it, `later n` one whose body lies
// behind the root. Integers have their type, if it is not i64.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/walker.hpp"
#include "support/hex.hpp"

namespace fastser::testing {

class ArchiveText final : public archive::Visitor {
 public:
  explicit ArchiveText(const schema::TypeTable& table) : table_(table) {}
  std::string out;

 private:
  using Code = schema::TypeCode;

  bool begin_record(std::uint32_t shape) override {
    begin();
    for (auto at = static_cast<std::int32_t>(shape); at >= 0;) {
      const schema::Shape& one = table_.shapes()[static_cast<std::size_t>(at)];
      if (at != static_cast<std::int32_t>(shape)) out += '<';
      out += one.name;
      if (one.version != 0) out += ":" + std::to_string(one.version);
      at = one.super;
    }
    return open('(');
  }
  bool field(const schema::FieldEntry& entry, std::uint64_t) override {
    if (!entry.named) return true;
    begin();
    out += entry.name;
    out += ": ";
    return fresh_ = true;
  }
  bool end_record(std::uint32_t) override { return close(')'); }
  bool begin_sequence(schema::TypeExpr type, std::uint64_t) override {
    begin();
    if (schema::code(type) == Code::kSet) out += "set";
    return open('[');
  }
  bool end_sequence(schema::TypeExpr) override { return close(']'); }
  bool begin_map(schema::TypeExpr, std::uint64_t) override {
    begin();
    return open('{');
  }
  bool end_map(schema::TypeExpr) override { return close('}'); }
  bool absent(schema::TypeExpr type) override {
    return put(schema::code(type) == Code::kNull ? "null" : "nil");
  }
  bool text(schema::TypeExpr type, std::string_view value, archive::ContentUse) override {
    if (schema::code(type) == Code::kUrl) return put("<" + std::string(value) + ">");
    if (schema::code(type) == Code::kClassRef) return put("class " + std::string(value));
    return put("\"" + std::string(value) + "\"");
  }
  bool scalar(schema::TypeExpr, const archive::Scalar& scalar) override {
    char room[40];
    switch (scalar.code) {
      case Code::kBool: return put(scalar.bits != 0 ? "true" : "false");
      case Code::kF32: std::snprintf(room, sizeof room, "%.9gf", scalar.real); return put(room);
      case Code::kF64: std::snprintf(room, sizeof room, "%.17gd", scalar.real); return put(room);
      case Code::kAppleDate:
        std::snprintf(room, sizeof room, "date %.17g", scalar.real);
        return put(room);
      case Code::kUuid: return put("uuid " + hex_of(scalar.bytes));
      case Code::kDecimal: return put("decimal " + hex_of(scalar.bytes));
      case Code::kU64: return put(std::to_string(scalar.bits) + "u64");
      case Code::kI8: return put(std::to_string(scalar.as_signed()) + "i8");
      case Code::kU8: return put(std::to_string(scalar.bits) + "u8");
      case Code::kI16: return put(std::to_string(scalar.as_signed()) + "i16");
      case Code::kU16: return put(std::to_string(scalar.bits) + "u16");
      case Code::kI32: return put(std::to_string(scalar.as_signed()) + "i32");
      case Code::kU32: return put(std::to_string(scalar.bits) + "u32");
      default: return put(std::to_string(scalar.as_signed()));
    }
  }
  bool data(schema::TypeExpr, BytesView value, archive::ContentUse) override {
    return put("data " + hex_of(value));
  }
  bool begin_object(std::uint64_t number, bool deferred) override {
    if (deferred) out += "; ";
    fresh_ = fresh_ || deferred;
    begin();
    out += "#" + std::to_string(number) + " ";
    return fresh_ = true;
  }
  bool object_later(std::uint64_t number) override {
    return put("later " + std::to_string(number));
  }
  bool object_promised(std::uint64_t number) override {
    return put("promise " + std::to_string(number));
  }
  bool object_again(std::uint64_t number) override { return put("@" + std::to_string(number)); }

  void begin() {
    if (!fresh_) out += ", ";
    fresh_ = false;
  }
  bool put(std::string_view value) {
    begin();
    out += value;
    return true;
  }
  bool open(char c) {
    out += c;
    return fresh_ = true;
  }
  bool close(char c) {
    out += c;
    fresh_ = false;
    return true;
  }

  const schema::TypeTable& table_;
  bool fresh_ = true;
};

/// What is wrong with the archive, where it is none.
inline std::string archive_text(BytesView bytes) {
  const Result<archive::Envelope> envelope = archive::open_envelope(bytes);
  if (!envelope.ok()) return envelope.status().to_string();
  const Result<schema::TypeTable> table = archive::table_of(*envelope);
  if (!table.ok()) return table.status().to_string();
  ArchiveText text(*table);
  const Status status = archive::walk(*table, envelope->payload, text, Limits::unlimited());
  return status.ok() ? text.out : status.to_string();
}

}  // namespace fastser::testing
