// SPDX-License-Identifier: MIT
//
// What a schema's tables and fields mean: keys instead of names, and what attributes say, checked
// once, so that the reader of values can rely on it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/internal/flat/declarations.hpp"
#include "fastser/internal/flat/enum_names.hpp"
#include "fastser/status.hpp"

namespace fastser::convert {

/// What a text stands for where a number is needed: the name of an enum's value, or the text's hash
/// by this function.
struct TextMeaning {
  const flat::ValueNames* names = nullptr;
  std::string_view hash{};
};

/// A field of a table or structure. Views are into the schema.
struct FlatField {
  const flat::FieldDeclaration* declared = nullptr;
  std::string_view key;
  std::string tag_key;  ///< of a union without `choice`: of the number of its alternative
  bool is_data = false;
  bool is_flex = false;
  bool null_if_missing = false;
  std::uint16_t alignment = 1;  ///< that the attribute `force_align` asks of a vector's elements
  std::int32_t nested = -1;     ///< the table that is the root of the FlatBuffer in these bytes
  const flat::ValueNames* names = nullptr;      ///< of an enum's values, if they are asked for
  const flat::ValueNames* tag_names = nullptr;  ///< of a union's alternatives
  std::string_view hash{};                      ///< of the attribute `hash`
  /// A union of which the sink is told the alternative of the variant, instead of a key for it.
  const flat::Declaration* choice = nullptr;

  [[nodiscard]] TextMeaning text() const { return {names, hash}; }
};

/// A table or structure.
struct FlatType {
  enum class Kind : std::uint8_t {
    kPlain,
    kBox,     ///< one field
    kMap,     ///< fields[0] is a string, the key; the value may be behind it
    kPairs,   ///< two fields at most: key, value
    kEither,  ///< any fields
    kTuple,   ///< any fields, none a union
    kMoment,  ///< a structure of a long and an unsigned int
    kExt,     ///< a byte, and a list of bytes
    kLone,    ///< one field
  };
  Kind kind = Kind::kPlain;
  const flat::Declaration* declared = nullptr;
  std::vector<FlatField> fields;  ///< that are not deprecated, by slot; keys differ
};

/// Of each declaration. `out` has views into `schema`. Errors: kMalformed, with the path
/// "table.field": an attribute where it cannot be, keys that come twice or are not UTF-8.
Status find_meanings(const flat::Declarations& schema, std::vector<FlatType>& out);

/// Gives the fields that are enums, and unions, the names of their values. `names` must outlive
/// them.
void set_names(const flat::EnumNames& names, std::vector<FlatType>& types);

}  // namespace fastser::convert
