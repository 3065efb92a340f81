// SPDX-License-Identifier: MIT
//
// ShapeStore: the classes, shapes and names that a CoderWriter has come by.
//
// A shape is an array of entries that never moves, closed by an entry that nothing matches, so that
// the writer follows a shape with one pointer. Shapes are found again by a hash of their entries:
// a class that goes back to an earlier shape gets the earlier number.
//
// Numbers: the first record of a class *claims* the next number when it begins, since the number
// is written before the fields are known; whichever record of the class ends first fills it.
// Numbers follow the order of the calls alone. Invariant at finish: no claim is left unfilled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/internal/archive/coder_types.hpp"
#include "fastser/internal/archive/pod_stack.hpp"
#include "fastser/internal/archive/string_table.hpp"
#include "fastser/type_code.hpp"

namespace fastser::archive::coder {

/// A type expression of up to three one-byte codes, lowest byte first. (A type of its own, so that
/// stores of values into the output cannot alias it.)
enum class Tag : std::uint32_t {
  kNone = 0xFFFFFFFEU,
  kEnd = 0xFFFFFFFFU,
};
inline constexpr std::uint32_t kNamed = 0x80000000U;   ///< in Entry::tag: the field has a name
inline constexpr std::uint32_t kRepeat = 0x40000000U;  ///< in Entry::tag: repeat is not 1

[[nodiscard]] constexpr Tag tag_of(schema::TypeCode code) noexcept {
  return static_cast<Tag>(static_cast<std::uint8_t>(code));
}
[[nodiscard]] constexpr Tag tag_of(schema::TypeCode code, schema::TypeCode first) noexcept {
  return static_cast<Tag>(static_cast<std::uint32_t>(code) | static_cast<std::uint32_t>(first)
                                                                 << 8);
}
[[nodiscard]] constexpr Tag tag_of(schema::TypeCode code, schema::TypeCode first,
                                   schema::TypeCode second) noexcept {
  return static_cast<Tag>(static_cast<std::uint32_t>(code) |
                          static_cast<std::uint32_t>(first) << 8 |
                          static_cast<std::uint32_t>(second) << 16);
}
[[nodiscard]] constexpr Tag named(Tag tag) noexcept {
  return static_cast<Tag>(static_cast<std::uint32_t>(tag) | kNamed);
}
[[nodiscard]] constexpr Tag base(Tag tag) noexcept {
  return static_cast<Tag>(static_cast<std::uint32_t>(tag) & 0x00FFFFFFU);
}
[[nodiscard]] constexpr schema::TypeCode code_of(Tag tag) noexcept {
  return static_cast<schema::TypeCode>(static_cast<std::uint32_t>(tag) & 0xFFU);
}
/// Bytes of the type expression: 1 to 3.
[[nodiscard]] constexpr std::size_t tag_size(Tag tag) noexcept {
  switch (code_of(tag)) {
    case schema::TypeCode::kList: return 2;
    case schema::TypeCode::kMap:
    case schema::TypeCode::kOrderedMap: return 3;
    default: return 1;
  }
}

inline constexpr std::uint32_t kNoNumber = 0xFFFFFFFFU;

/// One field, or a run of equal fields without names.
struct Entry {
  Tag tag = Tag::kEnd;
  std::uint32_t name = kNoNumber;  ///< number of the name
  const char* key = nullptr;       ///< address of the key seen last; never null where named
  std::uint32_t key_size = kNoNumber;
  std::uint32_t learn = 0;  ///< where what sharing learnt about the field is
  std::uint64_t repeat = 1;
};

/// Stands in Entry::key for "no address known".
inline constexpr char kNoAddress = 0;

struct Shape {
  Entry* entries = nullptr;  ///< null: claimed only
  std::uint32_t count = 0;
  std::uint32_t class_index = ClassHandle::kNone;
  std::uint32_t next_of_class = kNoNumber;
  std::uint32_t hash = 0;
};

struct Class {
  std::uint32_t name = 0;
  std::uint32_t version = 0;
  std::uint32_t super = ClassHandle::kNone;
  std::uint32_t next_of_name = kNoNumber;
  std::uint32_t marker = kNoNumber;  ///< the shape without fields that sub-classes name as super
  std::uint32_t last = kNoNumber;    ///< the shape used last: the prediction
  std::uint32_t newest = kNoNumber;  ///< head of the list over next_of_class
  std::uint32_t count = 0;           ///< shapes with fields
  std::uint32_t width = 1;           ///< bytes that any of its numbers needs
};

class ShapeStore {
 public:
  ShapeStore() noexcept = default;
  ShapeStore(const ShapeStore&) = delete;
  ShapeStore& operator=(const ShapeStore&) = delete;
  ~ShapeStore();

  // All that answer with a number answer kNoNumber when memory is out.

  /// The number of a name.
  [[nodiscard]] std::uint32_t intern(std::string_view name) noexcept;
  [[nodiscard]] std::string_view name(std::uint32_t number) const noexcept;
  [[nodiscard]] std::uint32_t define_class(std::string_view name, std::uint32_t version,
                                           std::uint32_t super) noexcept;
  /// Makes sure that the class has a predicted shape, if only a claimed number.
  [[nodiscard]] bool claim(std::uint32_t class_index) noexcept;
  /// The number of the class's shape with these entries, new or not.
  [[nodiscard]] std::uint32_t add(std::uint32_t class_index, const Entry* entries,
                                  std::size_t count) noexcept;
  /// Whether two of these entries have one name, which no table may say of a shape.
  [[nodiscard]] bool named_twice(const Entry* entries, std::size_t count) noexcept;
  /// Appends the table (docs/format.md section 5). False when memory is out.
  [[nodiscard]] bool write_table(Buffer& out, const Entry* root, std::size_t root_count) noexcept;

  [[nodiscard]] Class& class_at(std::uint32_t index) noexcept { return classes_[index]; }
  [[nodiscard]] Shape& shape_at(std::uint32_t number) noexcept { return shapes_[number]; }
  [[nodiscard]] std::size_t class_count() const noexcept { return classes_.size(); }
  [[nodiscard]] std::size_t shape_count() const noexcept { return shapes_.size(); }
  /// Forgets the shapes; classes and names stay.
  void clear() noexcept;

 private:
  struct NameAt {
    std::size_t offset;
    std::size_t size;
    std::uint64_t stamp;  ///< the check of named_twice that met it last
  };
  struct Chunk {
    Chunk* next;
    std::size_t used;
    std::size_t room;
  };

  [[nodiscard]] Entry* allocate(std::size_t count) noexcept;
  [[nodiscard]] bool index(std::uint32_t number) noexcept;
  [[nodiscard]] bool super_markers(std::uint32_t class_index) noexcept;
  [[nodiscard]] bool fill(std::uint32_t number, const Entry* entries, std::size_t count,
                          std::uint32_t hash) noexcept;
  [[nodiscard]] bool put_shape(Buffer& out, const Shape& shape) noexcept;
  [[nodiscard]] bool put_entries(Buffer& out, const Entry* entries, std::size_t count) noexcept;

  Buffer names_;
  StringTable name_table_{1};
  PodStack<NameAt> name_at_;
  std::uint64_t stamp_ = 0;
  PodStack<std::uint32_t> class_of_name_;
  PodStack<Class> classes_;
  PodStack<Shape> shapes_;
  PodStack<std::uint32_t> index_;  // open addressing over shapes with fields; kNoNumber: free
  std::size_t indexed_ = 0;
  Chunk* chunks_ = nullptr;
};

}  // namespace fastser::archive::coder
