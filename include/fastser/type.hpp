// SPDX-License-Identifier: MIT
//
// Type: the description of a value's type at run time: what a self-described archive says about
// itself (docs/format.md sections 4 and 5), as a value that programs can build, ask and compare.
//
//   fastser::TypeBuilder b;
//   const fastser::TypeId person = b.record("Person", 2);
//   b.field(person, "age", b.code(TypeCode::kI32));
//   b.field(person, "name", b.code(TypeCode::kString));
//   b.field(person, "friends", b.list(b.ref(person)));       // records may refer to themselves
//   fastser::Result<fastser::Type> type = b.build(person);
//
// The same Type comes from the table of an archive (Type::parse) and from a C++ type
// (fastser::type_of<T>(), fastser/archive.hpp). Two Types are equal when their tables are, byte for
// byte: that is what archives, fingerprints and plans (fastser/plan.hpp) go by.
//
// Ownership: a Type shares what it describes with its copies and with the types inside it; it is
// as cheap to copy as a shared_ptr. Names it gives live as long as any of these.
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
#include "fastser/type_code.hpp"

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

  /// What kind of value.
  [[nodiscard]] TypeCode code() const noexcept;
  /// The name of a record (empty: anonymous) or of an enum; empty for all else.
  [[nodiscard]] std::string_view name() const noexcept;
  /// The class version of a record.
  [[nodiscard]] std::uint32_t version() const noexcept;
  /// The record whose fields come before this record's own.
  [[nodiscard]] std::optional<Type> super() const;
  /// The entries of a record, without those of its super-class, in order.
  [[nodiscard]] std::size_t field_count() const noexcept;
  /// `index` < field_count().
  [[nodiscard]] Field field(std::size_t index) const;
  /// The types inside: one of optional, list, set, array, ref and enum (its integer), two of maps,
  /// n of variants and tuples. 0 for all else.
  [[nodiscard]] std::size_t operand_count() const noexcept;
  /// `index` < operand_count(). Costs the length of what stands before it.
  [[nodiscard]] Type operand(std::size_t index) const;
  /// Elements of an array, bits of bits.
  [[nodiscard]] std::uint64_t length() const noexcept;

  /// All records of the table that this type lies in, in its order, whether this type mentions them
  /// or not: what `any record` and `any ref` may be, as in archives of a coder.
  [[nodiscard]] std::size_t record_count() const noexcept;
  /// `index` < record_count().
  [[nodiscard]] Type record(std::size_t index) const;

  /// The type table: what stands in front of a self-described archive of such a value. Of a type
  /// inside another one, a table of its own is made.
  [[nodiscard]] std::vector<std::byte> table() const;
  /// The hash of that table (docs/format.md section 2).
  [[nodiscard]] std::uint64_t fingerprint() const;
  /// "list<record Person>", for people; cut off with "..." after about 200 characters.
  [[nodiscard]] std::string to_string() const;
  /// The same type with every string and data shared (Sharing::on); one table is as long as the
  /// other.
  [[nodiscard]] Result<Type> shared() const;
  /// The same type, with a table of its own: where this is a type inside another one.
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

/// Makes Types by calls. Nothing fails at once: the first thing that is wrong is kept, and build()
/// says it, with the names of record and field. What is wrong: a name that is not UTF-8, a type
/// nested deeper than 64, an enum of something else than an integer, a repeat count of 0, a TypeId
/// that this builder never gave; when built, a name that a record has twice, a record that contains
/// itself or is its own super-class, a table that is more than 16 MiB and eight times as long as
/// the calls that describe it (types may be used again and again). All are kUsage.
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
  /// A reference to a shared object that is an `object` exactly.
  TypeId ref(TypeId object);

  /// A new record without fields. Every call makes another record, names may be equal.
  TypeId record(std::string_view name, std::uint32_t version = 0);
  /// The record's fields come behind those of `base`, which is a record too.
  void super(TypeId record, TypeId base);
  /// Appends a field. An empty name is a name as well.
  void field(TypeId record, std::string_view name, TypeId type);
  /// Appends `repeat` fields of one type without names.
  void unnamed(TypeId record, TypeId type, std::uint64_t repeat = 1);
  /// The record goes into the table though nothing may mention it: objects behind an `any ref` can
  /// be of it. Such records stand behind the others, in the order of these calls.
  void keep(TypeId record);

  /// A type that is there already. Its records are the same as those of types used before if they
  /// describe the same; of many that differ only in what they lead to, not all are looked at. Cost:
  /// linear in its table, but for finding names.
  TypeId use(const Type& type);

  /// The type. The builder stays as it is, and more can be built.
  [[nodiscard]] Result<Type> build(TypeId root) const;

 private:
  friend class Type;
  template <typename Work>
  TypeId note(Work&& work);

  std::unique_ptr<schema::TypeGraph> graph_;
};

}  // namespace fastser
