// SPDX-License-Identifier: MIT
//
// Type: the description of a value's type at run time. A self-described archive contains the same
// description (docs/format.md sections 4 and 5). Programs can build, query and compare Types.
//
//   fastser::TypeBuilder b;
//   const fastser::TypeId person = b.record("Person", 2);
//   b.field(person, "age", b.code(TypeCode::kI32));
//   b.field(person, "name", b.code(TypeCode::kString));
//   b.field(person, "friends", b.list(b.ref(person)));       // records may refer to themselves
//   fastser::Result<fastser::Type> type = b.build(person);
//
// The same Type comes from the table of an archive (Type::parse) and from a C++ type
// (fastser::type_of<T>(), fastser/archive.hpp). Two Types are equal if their tables are equal, byte
// for byte. Archives, fingerprints and plans (fastser/plan.hpp) use the same rule.
//
// Ownership: a Type shares its table with its copies and with the types inside it; a copy costs as
// much as that of a shared_ptr. Names live as long as any of these.
// Threads: a Type never changes; share it freely. A TypeBuilder is for one thread at a time.
// Errors: values. A moved-from Type may only be destroyed or assigned to.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/buffer.hpp"
#include "fastser/status.hpp"
#include "fastser/type/code.hpp"

namespace fastser {

namespace schema {
class TypeTable;
struct TypeExpr;
struct TypeGraph;
struct TypeData;
}  // namespace schema

using schema::TypeCode;

class Type {
 public:
  struct Field;

  /// Reads a type table, which is copied. Errors have the offset in the table; see
  /// schema::TypeTable::parse. Cost: linear in the table.
  [[nodiscard]] static Result<Type> parse(InputBytes table);

  /// The kind of value.
  [[nodiscard]] TypeCode code() const noexcept;
  /// The name of a record (empty: without a class) or of an enum; empty for all others.
  [[nodiscard]] std::string_view name() const noexcept;
  /// The class version of a record.
  [[nodiscard]] std::uint32_t version() const noexcept;
  /// The record whose fields come before this record's own.
  [[nodiscard]] std::optional<Type> super() const;
  /// The entries of a record, without those of its super-class, in order.
  [[nodiscard]] std::size_t field_count() const noexcept;
  /// `index` < field_count().
  [[nodiscard]] Field field(std::size_t index) const;
  /// How many types are inside: 1 for optional, list, set, array, ref and enum (its integer), 2 for
  /// maps, any number for variants and tuples, 0 for all others.
  [[nodiscard]] std::size_t operand_count() const noexcept;
  /// `index` < operand_count(). Cost: linear in the description of the types before it.
  [[nodiscard]] Type operand(std::size_t index) const;
  /// How many elements an array has, or how many bits.
  [[nodiscard]] std::uint64_t length() const noexcept;

  /// How many records are in the type table that this type is a part of. These are all records that
  /// values of `any record` and `any ref` may have, also those that this type does not mention.
  [[nodiscard]] std::size_t record_count() const noexcept;
  /// `index` < record_count().
  [[nodiscard]] Type record(std::size_t index) const;

  /// The type table, as a self-described archive of such a value contains it (docs/format.md
  /// section 5). For a type inside another one, its own table is made. Empty if it cannot be made.
  /// May throw std::bad_alloc. Cost: linear in the table.
  [[nodiscard]] std::vector<std::byte> table() const;
  /// The hash of that table (docs/format.md section 2).
  [[nodiscard]] std::uint64_t fingerprint() const;
  /// "list<record Person>", for people; cut off with "..." after about 200 characters.
  [[nodiscard]] std::string to_string() const;
  /// The same type with all strings and data shared (Sharing::on). Its table has the same length.
  [[nodiscard]] Result<Type> shared() const;
  /// The same type with its own table, if this is a type inside another one.
  [[nodiscard]] Result<Type> alone() const;

  /// Equal tables.
  friend bool operator==(const Type& left, const Type& right);

  /// For the library: the table that this type lies in, and where.
  [[nodiscard]] const schema::TypeTable& parsed() const noexcept;
  [[nodiscard]] schema::TypeExpr expr() const noexcept;

 private:
  friend class TypeBuilder;
  friend struct schema::TypeGraph;
  Type(std::shared_ptr<const schema::TypeData> data, std::size_t at) noexcept
      : data_(std::move(data)), at_(at) {}
  [[nodiscard]] Type inner(const std::byte* at) const;
  [[nodiscard]] bool is_whole() const noexcept;

  std::shared_ptr<const schema::TypeData> data_;
  std::size_t at_;  // of the type's expression in the data's bytes
};

/// One entry of a record: a field with a name, or `repeat` fields without.
struct Type::Field {
  std::string_view name;
  bool named;
  std::uint64_t repeat;  ///< 1 where there is a name
  Type type;
};

/// Names a type of one TypeBuilder.
struct TypeId {
  std::uint32_t number = 0;
};

/// Builds Types by calls. No call fails at once: the first error is kept, and build() returns it,
/// with the names of record and field. Errors, all kUsage: a name that is not UTF-8; a type nested
/// deeper than 64; an enum whose type is not an integer; a repeat count of 0; a TypeId of another
/// builder. Found by build(): two fields of one name in a record; a record that contains itself or
/// is its own super-class; a table of more than 16 MiB that is also more than eight times as long
/// as the calls (since a type may be used many times).
class TypeBuilder {
 public:
  TypeBuilder();
  ~TypeBuilder();
  TypeBuilder(TypeBuilder&&) noexcept;
  TypeBuilder& operator=(TypeBuilder&&) noexcept;

  /// A type without operands: scalars, strings, data, dates, any, any ref, ...
  TypeId code(TypeCode code);
  TypeId optional(TypeId element);
  TypeId list(TypeId element);
  TypeId set(TypeId element);
  TypeId array(TypeId element, std::uint64_t count);
  TypeId map(TypeId key, TypeId value);
  TypeId ordered_map(TypeId key, TypeId value);
  TypeId variant(std::span<const TypeId> alternatives);
  TypeId tuple(std::span<const TypeId> elements);
  TypeId enumeration(std::string_view name, TypeCode integer);
  TypeId bits(std::uint64_t count);
  /// A reference to a shared object whose class is exactly `object`.
  TypeId ref(TypeId object);

  /// A new record without fields. Every call makes another record, also if the names are equal.
  TypeId record(std::string_view name, std::uint32_t version = 0);
  /// Sets the super-class: a record, whose fields come before those of this one.
  void super(TypeId record, TypeId base);
  /// Appends a field. An empty name is a name as well.
  void field(TypeId record, std::string_view name, TypeId type);
  /// Appends `repeat` fields of one type without names.
  void unnamed(TypeId record, TypeId type, std::uint64_t repeat = 1);
  /// Puts the record into the table even if no type mentions it, so that objects behind an `any
  /// ref` can have this class. Such records come last, in the order of these calls.
  void keep(TypeId record);

  /// Takes over an existing Type. If it has records with the same description as records that were
  /// taken over before, they become one. (Of many records that differ only in the records that they
  /// refer to, not all are compared.) Cost: linear in its table.
  TypeId use(const Type& type);

  /// Returns the type. The builder is not changed, and can build more types.
  [[nodiscard]] Result<Type> build(TypeId root) const;

 private:
  friend class Type;
  template <typename Work>
  TypeId note(Work&& work);

  std::unique_ptr<schema::TypeGraph> graph_;
};

}  // namespace fastser
