// SPDX-License-Identifier: MIT
//
// TypeTable: the table of a self-described archive (docs/format.md section 5), parsed and checked.
//
// Type expressions stay the bytes they are: a TypeExpr is a cursor into checked bytes, and the
// functions below step to its operands. Everything that a reader of values would have to fear is
// refused once, by parse: unknown codes, shapes out of range, nesting beyond 64, cycles of
// super-shapes, shapes that contain themselves directly.
//
// Ownership: a table borrows the bytes it was parsed from (names and expressions point into them).
// Thread rule: immutable once parsed; share it freely. Memory: at most 20 bytes a byte of the
// table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/status.hpp"
#include "fastser/type/code.hpp"

namespace fastser::schema {

/// Shape::plain_size and plain_wire_size() of types whose values need a look at their bytes.
inline constexpr std::size_t kNotPlain = static_cast<std::size_t>(-1);

/// One entry of a shape: `repeat` fields of one type (1 when it has a name).
struct FieldEntry {
  std::string_view name;
  std::uint64_t repeat;
  std::uint32_t type;  ///< offset of the type expression in the table's bytes
  bool named;
};

/// One kind of record.
struct Shape {
  std::string_view name;
  std::span<const FieldEntry> fields;
  std::size_t min_size;    ///< least wire bytes of a body, super-shapes included; saturates
  std::size_t plain_size;  ///< wire bytes of every body if any bytes will do, else kNotPlain
  std::uint32_t version;
  std::int32_t super;               ///< number of the super-shape, or -1
  std::uint32_t plain_nesting = 0;  ///< if it has a plain_size: plain_nesting() of the body
};

/// A cursor over type expressions in checked bytes: the expression starts at `at`; `end` is the
/// end of the memory it lies in, not of the expression.
struct TypeExpr {
  const std::byte* at = nullptr;
  const std::byte* end = nullptr;
};

class TypeTable {
 public:
  TypeTable() noexcept = default;

  /// Parses and checks. `table` must outlive the result. Its first byte is at `offset`, to errors.
  /// Time and memory are linear in the size of the table.
  [[nodiscard]] static Result<TypeTable> parse(BytesView table, std::size_t offset = 0);

  [[nodiscard]] std::span<const Shape> shapes() const noexcept {
    return {shapes_.get(), shape_count_};
  }
  [[nodiscard]] BytesView bytes() const noexcept { return bytes_; }
  /// Offset of the root's type expression in bytes().
  [[nodiscard]] std::uint32_t root_type() const noexcept { return root_; }
  /// The expression at an offset that a FieldEntry or root_type() gave.
  [[nodiscard]] TypeExpr expr(std::uint32_t offset) const noexcept {
    return {bytes_.data() + offset, bytes_.data() + bytes_.size()};
  }
  [[nodiscard]] TypeExpr root() const noexcept { return expr(root_); }

 private:
  friend class TableParser;

  std::unique_ptr<Shape[]> shapes_;
  std::unique_ptr<FieldEntry[]> fields_;
  std::size_t shape_count_ = 0;
  BytesView bytes_;
  std::uint32_t root_ = 0;
};

/// Checks the type expression at the start of `bytes` (an inline one, before a value of type
/// `any`). The number of bytes it takes, or an error with an offset from the start of `bytes`.
[[nodiscard]] Result<std::size_t> validate_type(const TypeTable& table, BytesView bytes);

/// The code of an expression.
[[nodiscard]] inline TypeCode code(TypeExpr expr) noexcept {
  return static_cast<TypeCode>(*expr.at);
}
/// T of optional, list, array, set and ref.
[[nodiscard]] inline TypeExpr element(TypeExpr expr) noexcept { return {expr.at + 1, expr.end}; }
/// K and V of the maps. value_type steps over K.
[[nodiscard]] inline TypeExpr key_type(TypeExpr expr) noexcept { return element(expr); }
[[nodiscard]] TypeExpr value_type(TypeExpr expr) noexcept;
/// n of array, bits, variant and tuple. For array it steps over T.
[[nodiscard]] std::uint64_t operand_count(TypeExpr expr) noexcept;
/// The shape of a record.
[[nodiscard]] std::uint32_t operand_shape(TypeExpr expr) noexcept;
/// The first type of a variant or tuple; skip_type gets to the next.
[[nodiscard]] TypeExpr first_operand(TypeExpr expr) noexcept;
/// The types that a type is made of: element, key and value, alternatives. `at` is the first of
/// `left`; next() steps over it, if there is one behind it.
struct InnerTypes {
  std::uint64_t left;
  TypeExpr at;
  void next() noexcept;
};
[[nodiscard]] InnerTypes inner_types(TypeExpr expr) noexcept;
/// Name and integer type of an enum.
[[nodiscard]] std::string_view enum_name(TypeExpr expr) noexcept;
[[nodiscard]] TypeExpr enum_integer(TypeExpr expr) noexcept;
/// What lies behind the expression.
[[nodiscard]] TypeExpr skip_type(TypeExpr expr) noexcept;
/// The bytes of the expression alone.
[[nodiscard]] inline BytesView type_bytes(TypeExpr expr) noexcept {
  return {expr.at, skip_type(expr).at};
}
/// The same codes with the same operands, however their varints are padded: what section 6 calls
/// fitting. Linear in the shorter of the two.
[[nodiscard]] bool same_type(TypeExpr left, TypeExpr right) noexcept;

/// Where an expression ends, and its sizes on the wire as the two functions below give them; in one
/// pass over the expression.
struct TypeSizes {
  const std::byte* end;
  std::size_t least;
  std::size_t plain;
};
[[nodiscard]] TypeSizes measure_type(const TypeTable& table, TypeExpr expr) noexcept;

/// Least wire bytes of a value; saturates. Linear in the size of the expression.
[[nodiscard]] std::size_t min_wire_size(const TypeTable& table, TypeExpr expr) noexcept;
/// Wire bytes of every value when they are always as many and any bytes make a valid value (so
/// that a run of them is skipped in one step), else kNotPlain.
[[nodiscard]] std::size_t plain_wire_size(const TypeTable& table, TypeExpr expr) noexcept;

/// How many records, tuples and arrays lie in each other in every value that has a plain_wire_size,
/// itself not counted. Linear in the size of the expression.
[[nodiscard]] std::uint32_t plain_nesting(const TypeTable& table, TypeExpr expr) noexcept;
/// The same with one level more, if the value itself is one as a field.
[[nodiscard]] std::uint32_t plain_nesting_with(const TypeTable& table, TypeExpr expr) noexcept;

/// "list<record Person>", for people; cut off with "..." after about 200 characters.
[[nodiscard]] std::string to_string(const TypeTable& table, TypeExpr expr);
/// The name of a code: "vi32", "shared string"; "?" for codes that there are not.
[[nodiscard]] std::string_view code_name(TypeCode code) noexcept;

}  // namespace fastser::schema
