// SPDX-License-Identifier: MIT
//
// Declarations: what a FlatBuffers schema says of a C++ type and of all that it holds; made from
// the types, printed as text (.fbs), written as bytes (.bfbs) or read from them.
//
// Names: a class's name without its namespaces, letters, digits and "_" only; what FlatBuffers
// keeps for itself gets a "_", a second class of one name a number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/buffer.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"

namespace fastser::flat {

/// As reflection.fbs of FlatBuffers numbers them.
enum class BaseType : std::int8_t {
  None,
  UType,
  Bool,
  Byte,
  UByte,
  Short,
  UShort,
  Int,
  UInt,
  Long,
  ULong,
  Float,
  Double,
  String,
  Vector,
  Obj,
  Union,
  Array,
};

[[nodiscard]] constexpr bool is_scalar(BaseType base) noexcept {
  return base >= BaseType::UType && base <= BaseType::Double;
}
/// Bytes of a scalar; of an offset, where a value is led to by one.
[[nodiscard]] constexpr std::uint32_t inline_size(BaseType base) noexcept {
  switch (base) {
    case BaseType::UType:
    case BaseType::Bool:
    case BaseType::Byte:
    case BaseType::UByte: return 1;
    case BaseType::Short:
    case BaseType::UShort: return 2;
    case BaseType::Long:
    case BaseType::ULong:
    case BaseType::Double: return 8;
    default: return 4;
  }
}

/// A type as a schema says it.
struct TypeRef {
  BaseType base = BaseType::None;
  BaseType element = BaseType::None;  ///< of Vector and Array
  std::int32_t index = -1;            ///< of the declaration, where base or element is Obj or Union
  std::uint16_t fixed_length = 0;     ///< of Array
  bool optional = false;              ///< a scalar that may be missing

  [[nodiscard]] static TypeRef scalar(BaseType base) { return TypeRef{.base = base}; }
  [[nodiscard]] static TypeRef list(BaseType element, std::int32_t index = -1) {
    return TypeRef{.base = BaseType::Vector, .element = element, .index = index};
  }
  [[nodiscard]] static TypeRef object(std::int32_t index) {
    return TypeRef{.base = BaseType::Obj, .index = index};
  }
  [[nodiscard]] static TypeRef choice(std::int32_t index) {
    return TypeRef{.base = BaseType::Union, .index = index};
  }
};

/// What a schema says of a field or a type beyond FlatBuffers' own words.
struct Attribute {
  std::string name;
  std::optional<std::string> value;  ///< as bytes, nothing is "0"
};

struct FieldDeclaration {
  std::string name;
  TypeRef type;
  std::uint16_t slot = 0;    ///< the number that FlatBuffers calls id
  std::uint16_t offset = 0;  ///< in a structure
  std::int64_t default_integer = 0;
  double default_real = 0;
  bool deprecated = false;
  bool key = false;       ///< lists of the table are sorted by it
  bool required = false;  ///< every table has it
  std::vector<Attribute> attributes;

  [[nodiscard]] const Attribute* attribute(std::string_view wanted) const noexcept;
  /// Whether a byte that names the alternative, or a list of them, is in the slot before its own.
  [[nodiscard]] bool has_tag() const noexcept {
    return type.base == BaseType::Union || type.element == BaseType::Union;
  }
};

struct Declaration {
  enum class Kind : std::uint8_t { table, structure, choice };
  Kind kind = Kind::table;
  std::string name;
  std::vector<FieldDeclaration> fields;  ///< by slot
  /// Of a choice: the tables and structures, from its type 1 on, or one of the two below.
  std::vector<std::int32_t> alternatives;
  std::uint16_t bytes = 0;  ///< of a structure
  std::uint16_t alignment = 1;
  std::vector<Attribute> attributes;
  /// What it stands for, a word of idiom.hpp: of a schema by which values of a Type are written
  /// here. An attribute says so too, unless a union is in it, which other readers tell otherwise.
  std::string_view idiom;
  /// Of a choice of such a schema: which alternative of the variant each of its own is.
  std::vector<std::uint16_t> places;

  static constexpr std::int32_t kNoAlternative = -1;  ///< a number that the choice leaves out
  static constexpr std::int32_t kText = -2;           ///< an alternative that is a string
  [[nodiscard]] const Attribute* attribute(std::string_view wanted) const noexcept;
};

class Declarations {
 public:
  std::vector<Declaration> all;
  std::int32_t root = -1;
  std::string identifier;  ///< four bytes that its buffers have behind their root; or nothing

  /// The declaration of the type whose identity is `type`: its number, and whether it is new (then
  /// its fields are the caller's to fill in).
  struct Found {
    std::int32_t index;
    bool is_new;
  };
  [[nodiscard]] Found find_or_add(const void* type, Declaration::Kind kind, std::string_view name);

  /// "[Actor]", "int".
  [[nodiscard]] std::string to_string(const TypeRef& type) const;
  /// The schema as text.
  [[nodiscard]] std::string to_text() const;

 private:
  std::vector<const void*> types_;
};

/// The schema as bytes (.bfbs). Errors: kNoMemory.
[[nodiscard]] Result<Buffer> to_binary(const Declarations& schema);

/// A schema from bytes of anybody (.bfbs): as to_binary or flatc writes it. Every number in it is
/// checked, so that values can be read by it. Enums are their integers, names have their
/// namespaces, documentation is left out. Errors: those of decode; kMalformed, with the path
/// "table.field": a type, place or number that no schema has, structures in a cycle. Memory within
/// the limits.
[[nodiscard]] Result<Declarations> from_binary(BytesView bytes,
                                               const Limits& limits = {
                                                   .memory_factor = 64,
                                                   .memory_base = std::size_t{1} << 20});

/// The name of a union's alternative: its type's, with a number where that comes again.
[[nodiscard]] std::string alternative_name(const Declarations& schema, const Declaration& choice,
                                           std::size_t index);

/// Notes the default of a scalar field, given its bytes on the wire.
void note_default_bits(const std::byte* bytes, FieldDeclaration& field) noexcept;

/// Gives fields other names, with a "_" more, where FlatBuffers would take two for one: those of a
/// record that differ only in what identifier_of leaves out, one that is called as the type of a
/// union next to it or as a type of the schema.
void tell_names_apart(Declarations& schema);

/// A name that FlatBuffers takes; of a class, without its namespaces.
[[nodiscard]] std::string identifier_of(std::string_view name);
[[nodiscard]] std::string type_identifier(std::string_view name);

}  // namespace fastser::flat
