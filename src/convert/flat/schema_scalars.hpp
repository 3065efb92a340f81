// SPDX-License-Identifier: MIT
//
// Numbers, booleans and the names of enums as the scalars that a schema asks for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "convert/document/dom.hpp"
#include "convert/flat/meaning.hpp"
#include "fastser/internal/flat/declarations.hpp"
#include "fastser/internal/flat/enum_names.hpp"

namespace fastser::convert {

/// The nearest float, infinity for what is beyond all of them.
[[nodiscard]] float narrowed(double value);

/// What a missing field of this scalar type stands for, as its bytes, the lowest first.
[[nodiscard]] std::uint64_t default_bits(const flat::FieldDeclaration& field);

/// Bits that are in the order of the values when compared as unsigned integers.
[[nodiscard]] std::uint64_t order_of(std::uint64_t bits, flat::BaseType base);

/// How values of a document become scalars.
class SchemaScalars {
 public:
  /// `rounds`: numbers that a type does not hold to the last bit become the nearest float, and null
  /// becomes 0.
  SchemaScalars(const Document& document, bool rounds) : document_(document), rounds_(rounds) {}

  /// The bytes of a value as `base`, the lowest first. Text is a name of `text.names`, several of
  /// them with blanks between (bit flags), or a number in digits; for floats also nan, inf and
  /// infinity. Where `text.hash` says so, it is its hash, whatever it is.
  /// What is wrong, if anything; else empty.
  [[nodiscard]] std::string bits_of(const Node& node, flat::BaseType base, const TextMeaning& text,
                                    std::uint64_t& bits);

 private:
  using Values = std::unordered_map<std::string_view, std::int64_t, TextHash>;

  [[nodiscard]] std::string bits_of_text(std::string_view text, flat::BaseType base,
                                         const flat::ValueNames* names, std::uint64_t& bits);
  [[nodiscard]] std::string bits_of_number(const Node& node, flat::BaseType base,
                                           std::uint64_t& bits) const;
  [[nodiscard]] bool find_names(std::string_view text, const flat::ValueNames& names,
                                std::uint64_t& bits);

  const Document& document_;
  bool rounds_;
  std::unordered_map<const flat::ValueNames*, Values> values_;  // of the enums that were asked for
};

/// "int", as a schema names a scalar type.
[[nodiscard]] std::string scalar_name(flat::BaseType base);

}  // namespace fastser::convert
