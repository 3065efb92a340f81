// SPDX-License-Identifier: MIT
//
// The schema of a type, made from its description: for flatc, and for readers in other languages.
#pragma once

#include <string>

#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/flat/declarations.hpp"
#include "fastser/internal/flat/run.hpp"

namespace fastser::flat {

/// What a schema says of T and of all that it holds. The root is T, or a box of it.
template <typename T>
[[nodiscard]] Declarations declarations() {
  Declarations schema;
  schema.root = detail::Root<T>::describe(schema).index;
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

}  // namespace fastser::flat
