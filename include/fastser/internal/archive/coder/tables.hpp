// SPDX-License-Identifier: MIT
//
// KnownTable: a type table and what a CoderReader made of it: shapes with the entries of their
// super-shapes in front (as an array that is followed with one pointer), names of fields by hash,
// numbers of classes. All of it is made when it is first asked for and kept for the next archive
// with the same table.
//
// KnownTables keeps the last few, so that a reader which is used again for several kinds of
// archive parses none of them twice. Tables are kept up to kMaxKept bytes each; the one in use is
// kept whatever its size.
//
// Ownership: tables own a copy of their bytes. Thread rule: one thread at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/internal/archive/coder/shapes.hpp"
#include "fastser/internal/archive/pod_stack.hpp"
#include "fastser/internal/archive/string_table.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/status.hpp"

namespace fastser::archive::coder {

/// A field that is read, or a long run of fields without names.
struct ReadField {
  Tag tag = Tag::kEnd;  ///< the type's first code, with kNamed and kRepeat
  std::uint32_t key_size = kNoNumber;
  const char* key = nullptr;  ///< address of the key asked for last; never null where named
  const schema::FieldEntry* entry = nullptr;
  schema::TypeExpr type;
  std::uint64_t repeat = 0;
  std::uint32_t same = kNoNumber;  ///< the next field of this name: one of a sub-class
  bool simple = false;             ///< one field, whose type is no wrapper
};

/// A shape's fields, those of its super-shapes first, closed by one that nothing matches.
struct ReadShape {
  ReadField* first = nullptr;      ///< null: not made yet
  std::uint32_t* index = nullptr;  ///< fields by hash of the name; null: not made yet
  std::size_t count = 0;
  std::size_t index_mask = 0;
  std::size_t min_size = 0;  ///< least bytes of a body
  FieldNames names = FieldNames::kNone;
};

/// Types that a reader looks through: optional, variant, enum, any.
[[nodiscard]] constexpr bool is_wrapper(schema::TypeCode code) noexcept {
  return code == schema::TypeCode::kOptional || code == schema::TypeCode::kVariant ||
         code == schema::TypeCode::kEnum || code == schema::TypeCode::kAny;
}

class KnownTable {
 public:
  /// Runs of at most this many fields are told as so many fields.
  static constexpr std::uint64_t kUnrolled = 8;
  /// Shapes of at most this many fields are searched without an index.
  static constexpr std::size_t kFewFields = 8;

  KnownTable() noexcept = default;
  KnownTable(const KnownTable&) = delete;
  KnownTable& operator=(const KnownTable&) = delete;
  ~KnownTable();

  /// Parses a copy of `bytes`. Offsets of errors count from the table's first byte.
  Status parse(BytesView bytes);
  [[nodiscard]] bool is(BytesView bytes) const noexcept;
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }

  [[nodiscard]] const schema::TypeTable& types() const noexcept { return table_; }
  [[nodiscard]] std::size_t shape_count() const noexcept { return shapes_.size(); }
  /// A shape as far as it was made. The shapes stay where they are.
  [[nodiscard]] const ReadShape& shape(std::uint32_t number) const noexcept {
    return shapes_[number];
  }
  /// How many fields make_fields will make, and how many super-shapes have to be looked at.
  struct Cost {
    std::size_t fields = 0;
    std::size_t levels = 0;
  };
  [[nodiscard]] Cost cost_of(std::uint32_t shape) const noexcept;
  /// Makes the fields of a shape, as many as cost_of said. False when memory is out.
  [[nodiscard]] bool make_fields(std::uint32_t shape, std::size_t count) noexcept;
  [[nodiscard]] static std::size_t index_bytes(std::size_t fields) noexcept;
  /// Makes the index over the names of a shape whose fields are made. False when memory is out.
  [[nodiscard]] bool make_index(std::uint32_t shape) noexcept;
  /// The first field with this name (ReadField::same leads to others), or null. Needs the index.
  [[nodiscard]] ReadField* find(const ReadShape& shape, std::string_view name) const noexcept;

  /// The number of the class with this shape's name; kNoNumber for anonymous shapes, and when
  /// memory is out. Numbers follow the order of the calls.
  [[nodiscard]] std::uint32_t class_number(std::uint32_t shape) noexcept;
  /// What the caller keeps for a class; numbers that there are not are ignored.
  void set_class_data(std::uint32_t number, void* data) noexcept;
  [[nodiscard]] void* class_data(std::uint32_t number) const noexcept {
    return number < classes_.size() ? classes_[number].data : nullptr;
  }
  /// The same for the class with this shape's name.
  [[nodiscard]] FASTSER_INLINE void* class_data_of(std::uint32_t shape) noexcept {
    const bool known = shape < class_of_.size() && class_of_[shape] != kNoNumber;
    return class_data(known ? class_of_[shape] : class_number(shape));
  }
  [[nodiscard]] std::string_view class_name(std::uint32_t number) const noexcept;
  void forget_class_data() noexcept;

 private:
  struct ClassOf {
    std::uint32_t shape;  // one that has the name
    void* data;
  };
  void release() noexcept;
  [[nodiscard]] std::uint32_t bucket(const ReadShape& shape, std::string_view name) const noexcept;

  Buffer bytes_;
  schema::TypeTable table_;
  PodStack<ReadShape> shapes_;
  wire::HashSeed seed_ = {};
  bool seeded_ = false;
  std::unique_ptr<StringTable> names_;  // of classes
  PodStack<std::uint32_t> class_of_;    // by shape; kNoNumber: not asked for yet
  PodStack<ClassOf> classes_;
};

class KnownTables {
 public:
  static constexpr std::size_t kKept = 4;
  static constexpr std::size_t kMaxKept = std::size_t{64} * 1024;

  /// The table with these bytes, parsed now or earlier. Offsets of errors count from the table.
  Result<KnownTable*> take(BytesView bytes);
  /// Forgets what the caller keeps for classes.
  void forget_class_data() noexcept;

 private:
  std::array<std::unique_ptr<KnownTable>, kKept> tables_;
  std::size_t current_ = 0;
};

}  // namespace fastser::archive::coder
