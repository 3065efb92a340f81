// SPDX-License-Identifier: MIT
//
// Binary schemas of anybody: an answer within the heap that they may take; what is read keeps the
// promises that readers of values rely on, and is written as bytes that are read again. A JSON
// Schema of it is JSON.
#include <span>

#include "convert/flat/meaning.hpp"
#include "convert/json_schema/json_schema.hpp"
#include "fastser/convert.hpp"
#include "fastser/internal/flat/declarations.hpp"
#include "fastser/internal/flat/enum_names.hpp"
#include "fuzz/target.hpp"

namespace {

using namespace fastser;
using flat::BaseType;
using flat::Declaration;
using flat::FieldDeclaration;
using fuzzing::broken;

constexpr std::size_t kFewSlots = 1000;  // unused numbers are written too

bool is_there(const flat::Declarations& schema, std::int32_t index, bool choice) {
  return index >= 0 && static_cast<std::size_t>(index) < schema.all.size() &&
         (schema.all[static_cast<std::size_t>(index)].kind == Declaration::Kind::choice) == choice;
}

void check_field(const flat::Declarations& schema, const Declaration& of,
                 const FieldDeclaration& field) {
  const BaseType held = field.type.element == BaseType::None ? field.type.base : field.type.element;
  if (held == BaseType::Obj && !is_there(schema, field.type.index, false)) broken("no such type");
  if (held == BaseType::Union && !is_there(schema, field.type.index, true)) broken("no such union");
  if (field.has_tag() && field.slot == 0) broken("a union at slot 0");
  if (of.kind == Declaration::Kind::structure && field.offset >= of.bytes) {
    broken("a field outside of its structure");
  }
}

void attempt(BytesView bytes) {
  const auto schema = flat::from_binary(bytes);
  if (!schema.ok()) return;
  std::size_t largest = 0;
  for (const Declaration& one : schema->all) {
    std::size_t next = 0;
    for (const FieldDeclaration& field : one.fields) {
      check_field(*schema, one, field);
      if (field.slot < next) broken("fields out of order");
      next = field.slot + std::size_t{1};
    }
    largest = std::max(largest, next);
  }
  std::vector<convert::FlatType> meanings;
  if (convert::find_meanings(*schema, meanings).ok() && meanings.size() != schema->all.size()) {
    broken("types without a meaning");
  }
  if (largest > kFewSlots) return;
  static_cast<void>(schema->to_text());
  const auto written = flat::to_binary(*schema);
  if (!written.ok()) broken("cannot be written: " + written.status().to_string());
  constexpr std::size_t kMost = std::size_t{1} << 16;
  const auto text = convert::json_schema_of_flat(bytes, kMost);
  if (!text.ok()) return;
  const auto same = convert::convert(std::as_bytes(std::span(*text)), convert::Format::json,
                                     convert::Format::msgpack);
  if (!same.ok()) broken("no JSON: " + same.status().to_string() + ": " + *text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const BytesView bytes = fuzzing::view_of(data, size);
  const fuzzing::AllocScope scope;
  static_cast<void>(flat::from_binary(bytes));
  if (scope.peak() > 64 * size + (1U << 21)) {
    broken("peak heap of " + std::to_string(scope.peak()) + " for " + std::to_string(size));
  }
  attempt(bytes);
  static_cast<void>(flat::enum_names(bytes));
  if (scope.live() != 0) broken("leaked");
  return 0;
}
