// SPDX-License-Identifier: MIT
//
// TableBuilder: writes a type table (docs/format.md section 5). Everything is constexpr, so that
// the table of a C++ type is a constant of the program; the same code runs at run time where a
// Registry adds classes.
//
// A shape gets its number before its fields are described, so that recursive types end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "fastser/type_code.hpp"

namespace fastser::schema {

/// Bytes of a type expression or of a table under construction.
using TypeBytes = std::vector<std::uint8_t>;

constexpr void append_varint(TypeBytes& bytes, std::uint64_t value) {
  while (value >= 0x80) {
    bytes.push_back(static_cast<std::uint8_t>(value | 0x80));
    value >>= 7;
  }
  bytes.push_back(static_cast<std::uint8_t>(value));
}

constexpr void append_text(TypeBytes& bytes, std::string_view text) {
  append_varint(bytes, text.size());
  for (const char c : text) bytes.push_back(static_cast<std::uint8_t>(c));
}

class TableBuilder {
 public:
  /// Identifies a C++ type while building.
  using Key = const void*;

  /// Number of the shape for `key`, and whether the caller has to describe it now.
  struct Found {
    std::uint32_t number;
    bool is_new;
  };
  constexpr Found shape_for(Key key) {
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      if (shapes_[i].key == key) return {static_cast<std::uint32_t>(i), false};
    }
    shapes_.push_back(Shape{key, {}});
    return {static_cast<std::uint32_t>(shapes_.size() - 1), true};
  }
  constexpr void set_shape(std::uint32_t number, TypeBytes bytes) {
    shapes_[number].bytes = std::move(bytes);
  }
  /// Set by codecs that share strings or keep identity: the encode needs EncoderTables.
  bool needs_tables = false;
  /// Set by codecs that share strings.
  bool shares_strings = false;
  /// Set where polymorphic classes are referred to: the table then holds a Registry's classes.
  bool needs_registry = false;
  /// Set by weak pointers.
  bool has_weak = false;

  [[nodiscard]] constexpr std::size_t shape_count() const { return shapes_.size(); }

  /// The whole table, given the root's type expression.
  [[nodiscard]] constexpr TypeBytes finish(const TypeBytes& root) const {
    TypeBytes table;
    append_varint(table, shapes_.size());
    for (const Shape& shape : shapes_) {
      for (const std::uint8_t byte : shape.bytes) table.push_back(byte);
    }
    for (const std::uint8_t byte : root) table.push_back(byte);
    return table;
  }

 private:
  struct Shape {
    Key key;
    TypeBytes bytes;
  };
  std::vector<Shape> shapes_;
};

/// One address per type, for comparing types without RTTI.
template <typename T>
struct TypeTag {
  static constexpr char kTag = 0;
};
template <typename T>
constexpr const void* type_key() noexcept {
  return &TypeTag<T>::kTag;
}

}  // namespace fastser::schema
