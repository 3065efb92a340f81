// SPDX-License-Identifier: MIT
//
// The schema of a type, made from its description: for flatc, and for readers in other languages.
#pragma once

#include <string>

#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/flat/declarations.hpp"
#include "fastser/internal/flat/run.hpp"
#include "fastser/internal/schema/check.hpp"
#include "fastser/type.hpp"

namespace fastser::flat {

/// What a schema says of T and of all that it holds. The root is T, or a box of it.
template <typename T>
[[nodiscard]] Declarations declarations() {
  static_assert(schema::MistakeInWriting<Codec, T>::kHasOptionsOfFields,
                "fastser: fastser_options names a field that the class does not have");
  Declarations schema;
  schema.root = detail::Root<T>::describe(schema).index;
  tell_names_apart(schema);
  return schema;
}

/// The schema of T as text (.fbs). flatc compiles it, and code that it generates from it reads what
/// encode<T> writes and writes what decode<T> reads. Fields carry their ids, so that a newer schema
/// of the same type may be compared with it. Errors: std::bad_alloc, as of any std::string.
template <typename T>
[[nodiscard]] std::string schema() {
  return declarations<T>().to_text();
}

/// The schema of T as bytes (.bfbs): a FlatBuffer of reflection.fbs, for flatc and for programs
/// that read FlatBuffers by their schema. Errors: kNoMemory.
template <typename T>
[[nodiscard]] Result<Buffer> binary_schema() {
  return guarded([]() -> Result<Buffer> { return to_binary(declarations<T>()); });
}

/// The same of a type at run time (fastser/type.hpp): the schema that `encode` of the equal C++
/// type writes by, as far as the Type knows it. It does not know numbers of fields (fastser::id)
/// and defaults, nor an owner from an optional: numbers are places, defaults are 0, and an owner of
/// a scalar or a structure is written another way. Attributes say what converting by the schema
/// (fastser/convert.hpp) has to know: which lists are data or maps, which tables are boxes, names
/// that FlatBuffers does not take. Dates and durations are `long`s.
/// Errors, with the path "record.field": kTypeMismatch: any values, which no schema describes, more
/// than 254 alternatives, a table or structure too large; kTooDeep: structures nested deeper than
/// 64; kOverBudget: a short type with too many fields; kNoMemory. Cost: about linear in the type.
[[nodiscard]] Result<Declarations> declarations(const Type& type);
[[nodiscard]] Result<std::string> schema(const Type& type);
[[nodiscard]] Result<Buffer> binary_schema(const Type& type);

/// The schema by which convert (fastser/convert.hpp) writes and reads FlatBuffers of a type that is
/// given: the same, but that a date is a structure of seconds and nanoseconds, so that nothing of
/// it is lost. Errors: as above.
[[nodiscard]] Result<Declarations> value_declarations(const Type& type);

}  // namespace fastser::flat
