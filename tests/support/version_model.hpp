// SPDX-License-Identifier: MIT
//
// A model of archives that the property test of class versions works with: types, values and
// objects as plain data, made of docs/format.md alone and of nothing of the library but the
// numbers of the type codes. A writer's class exists only as such data, so a random one costs no
// compile; a reader's is a C++ class, of which version_reflect.hpp makes the same data.
//
// Invariant: a Value fits its Type (the generator makes them so, the shrinker keeps them so).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "fastser/type/code.hpp"

namespace fastser::testing::versions {

using schema::TypeCode;

/// A type expression. What stands behind "reader" is set in types of C++ classes alone.
struct Type {
  TypeCode code = TypeCode::kNull;
  std::vector<Type> of;    ///< operands; an enum's integer; of any...: what its values may be
  std::uint64_t n = 0;     ///< array: length; bits: count; record: shape (reader: class)
  std::string name;        ///< enum
  std::size_t wanted = 0;  ///< list, for the generator: make so many elements; 0: any number
  bool weak = false;       ///< reader: a weak_ptr
  bool multi = false;      ///< reader: may hold equal keys
  std::int64_t num = 0;    ///< a duration's or time point's unit, num / den seconds
  std::int64_t den = 0;
  std::int64_t step = 0;  ///< duration, for the generator: make multiples of it

  Type() = default;
  Type(TypeCode c) : code(c) {}  // NOLINT: implicit on purpose
  Type(TypeCode c, std::vector<Type> operands) : code(c), of(std::move(operands)) {}
};

struct Field {
  std::string name;  ///< empty: the field has none
  Type type;
};

struct Shape {
  std::string name;
  std::uint32_t version = 0;
  int super = -1;
  std::vector<Field> fields;
};

struct Value {
  /// Integers and bools (two's complement), bits of floats; the flag of an optional; the index of a
  /// variant and of an any; the shape of a record of any class; a slot's object + 1; seconds.
  std::uint64_t bits = 0;
  std::uint32_t nanoseconds = 0;
  std::string text;          ///< text, data; the bytes of what has 16
  std::vector<Value> items;  ///< elements; key, value, key, value; the fields, super-class first
};

/// What a slot leads to.
struct Object {
  Type type;
  Value value;
};

/// What a writer writes: its table and the values.
struct Document {
  std::vector<Shape> shapes;
  Type root;
  Value value;
  std::vector<Object> objects;
};

/// The fields of a shape, those of its super-classes first.
std::vector<const Field*> fields_of(const std::vector<Shape>& shapes, std::uint64_t shape);

bool is_signed(TypeCode code);
bool is_varint(TypeCode code);
/// Bits of an integer; 0 for anything else.
int integer_bits(TypeCode code);
bool is_text(TypeCode code);
bool is_slot(TypeCode code);
/// Whether two writer's types are the same, byte for byte.
bool same_type(const Type& a, const Type& b);

/// The bytes of the table.
std::string table_bytes(const Document& document);
void put_type(std::string& out, const Type& type);
void put_varint(std::string& out, std::uint64_t value);

/// As text, for messages: "list<i32>", and whole classes, a line for each field.
std::string to_text(const Type& type, const std::vector<Shape>& shapes);
std::string to_text(const std::vector<Shape>& shapes);
/// The values of a document, objects behind the root.
std::string values_text(const Document& document);

/// A value in a form in which what was read and what should have been compare: its text. Where a
/// pointer led is a number in `object`, so graphs compare by structure; see Forest.
struct Node {
  std::string text;
  std::vector<Node> kids;
  std::int64_t object = -1;
  bool weak = false;
  bool unordered = false;
};

/// A root and the objects that it leads to.
struct Forest {
  Node root;
  std::map<std::int64_t, Node> objects;
};

/// Equal for equal forests: objects are numbered in the order in which they are met, a weak pointer
/// to what nobody owns is nil.
std::string to_text(const Forest& forest);

}  // namespace fastser::testing::versions
