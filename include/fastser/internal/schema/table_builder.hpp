// SPDX-License-Identifier: MIT
//
// TableBuilder: writes a type table (docs/format.md section 5). Everything is constexpr, so that
// the table of a C++ type is a constant of the program; the same code runs at run time where a
// Registry adds classes.
//
// A shape gets its number before its fields are described, so that recursive types end. Everything
// is described twice: first the bytes are only counted, then each shape is written where it
// belongs. That takes compilers a small part of the time that they need for vectors of bytes.
//
// The table of the same type with all strings shared differs in single bytes. It is written beside
// the first, in the same steps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace fastser::schema {

/// Bytes of a type expression or of a table under construction.
using TypeBytes = std::vector<std::uint8_t>;

/// Where the bytes of a description go: nowhere while they are only counted; with `sharing` to a
/// second place, too.
class TypeSink {
 public:
  constexpr TypeSink() = default;
  constexpr explicit TypeSink(std::uint8_t* to, std::uint8_t* sharing = nullptr)
      : to_(to), sharing_(sharing) {}
  constexpr void push_back(std::uint8_t byte) { push_back(byte, byte); }
  /// Where the table with all strings shared has another byte.
  constexpr void push_back(std::uint8_t byte, std::uint8_t when_sharing) {
    if (to_ != nullptr) to_[size_] = byte;
    if (sharing_ != nullptr) sharing_[size_] = when_sharing;
    ++size_;
  }
  constexpr void append(std::string_view text) {
    if (to_ != nullptr) {
      for (std::size_t i = 0; i < text.size(); ++i) {
        to_[size_ + i] = static_cast<std::uint8_t>(text[i]);
      }
    }
    if (sharing_ != nullptr) {
      for (std::size_t i = 0; i < text.size(); ++i) {
        sharing_[size_ + i] = static_cast<std::uint8_t>(text[i]);
      }
    }
    size_ += text.size();
  }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }

 private:
  std::uint8_t* to_ = nullptr;
  std::uint8_t* sharing_ = nullptr;
  std::size_t size_ = 0;
};

template <typename Bytes>
constexpr void append_varint(Bytes& bytes, std::uint64_t value) {
  while (value >= 0x80) {
    bytes.push_back(static_cast<std::uint8_t>(value | 0x80));
    value >>= 7;
  }
  bytes.push_back(static_cast<std::uint8_t>(value));
}

inline void append_text(TypeBytes& bytes, std::string_view text) {
  append_varint(bytes, text.size());
  for (const char c : text) bytes.push_back(static_cast<std::uint8_t>(c));
}
constexpr void append_text(TypeSink& bytes, std::string_view text) {
  append_varint(bytes, text.size());
  bytes.append(text);
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
      Shape& shape = shapes_[i];
      if (shape.key != key) continue;
      const bool is_new = to_ != nullptr && !shape.written;
      shape.written = shape.written || is_new;
      return {static_cast<std::uint32_t>(i), is_new};
    }
    shapes_.push_back(Shape{key, 0, 0, false});
    return {static_cast<std::uint32_t>(shapes_.size() - 1), true};
  }
  /// Where the shape is described, once; then end_shape.
  [[nodiscard]] constexpr TypeSink begin_shape(std::uint32_t number) const {
    return sink_at(shapes_[number].at);
  }
  constexpr void end_shape(std::uint32_t number, const TypeSink& bytes) {
    shapes_[number].size = bytes.size();
  }
  /// The same for the root's type expression.
  [[nodiscard]] constexpr TypeSink begin_root() const { return sink_at(root_at_); }
  constexpr void end_root(const TypeSink& bytes) { root_size_ = bytes.size(); }

  /// Bytes of the whole table, when everything has been described.
  [[nodiscard]] constexpr std::size_t size() const {
    TypeSink count;
    append_varint(count, shapes_.size());
    std::size_t total = count.size() + root_size_;
    for (const Shape& shape : shapes_) total += shape.size;
    return total;
  }
  /// From here on bytes are written to `to`, where size() of them fit: everything has to be
  /// described once more, in the same order. The table with all strings shared goes to `sharing`.
  constexpr void write_to(std::uint8_t* to, std::uint8_t* sharing = nullptr) {
    TypeSink count(to, sharing);
    append_varint(count, shapes_.size());
    std::size_t at = count.size();
    for (Shape& shape : shapes_) {
      shape.at = at;
      at += shape.size;
    }
    root_at_ = at;
    to_ = to;
    sharing_ = sharing;
  }

  /// Set by codecs that share strings or keep identity: the encode needs EncoderTables.
  bool needs_tables = false;
  /// Set by codecs that share strings.
  bool shares_strings = false;
  /// Set by codecs that keep identity.
  bool has_objects = false;
  /// Set where polymorphic classes are referred to: the table then holds a Registry's classes.
  bool needs_registry = false;
  /// The first of them.
  std::string_view polymorphic_class;
  /// Describes a pointer to a class of any registry.
  constexpr void refer_to_any(std::string_view base) {
    if (!needs_registry) polymorphic_class = base;
    needs_registry = true;
  }
  /// Set by weak pointers.
  bool has_weak = false;

  [[nodiscard]] constexpr std::size_t shape_count() const { return shapes_.size(); }

 private:
  [[nodiscard]] constexpr TypeSink sink_at(std::size_t at) const {
    if (to_ == nullptr) return {};
    return TypeSink(to_ + at, sharing_ == nullptr ? nullptr : sharing_ + at);
  }

  struct Shape {
    Key key;
    std::size_t size;
    std::size_t at;  ///< in the table
    bool written;
  };
  std::vector<Shape> shapes_;
  std::size_t root_size_ = 0;
  std::size_t root_at_ = 0;
  std::uint8_t* to_ = nullptr;  ///< null while bytes are counted
  std::uint8_t* sharing_ = nullptr;
};

/// One address per type, for comparing types without RTTI.
template <typename T>
struct TypeTag {
  static inline char tag = 0;  // never written; not const, since linkers fold equal constants
};
template <typename T>
constexpr const void* type_key() noexcept {
  return &TypeTag<T>::tag;
}

}  // namespace fastser::schema
