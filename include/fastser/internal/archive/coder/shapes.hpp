// SPDX-License-Identifier: MIT
//
// ShapeStore: the classes, shapes and names that a CoderWriter has come by.
//
// A shape is an array of entries that never moves, closed by an entry that nothing matches, so that
// the writer follows a shape with one pointer. Shapes are found again by a hash of their entries:
// a class that goes back to an earlier shape gets the earlier number. Values without names that
// have one type are an entry each, so that they are followed like any others; only behind
// kSingles of them the rest is one entry, a run. The table says what is side by side as one.
//
// Shapes outlive the archive: a class's first record is *guessed* to have the shape that its first
// record had in the archive before. Numbers do not: a shape gets one when it is first used, and
// what an archive holds never depends on what was known before it was begun. A stamp says whether
// what a class or shape says of itself belongs to this archive, so starting one costs nothing.
//
// Numbers: the first record of a class *claims* the next number when it begins, since the number
// is written before the fields are known; whichever record of the class ends first fills it.
// Numbers follow the order of the calls alone. Invariant at finish: no claim is left unfilled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/internal/archive/coder/types.hpp"
#include "fastser/internal/archive/pod_stack.hpp"
#include "fastser/internal/archive/string_table.hpp"
#include "fastser/type/code.hpp"

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
/// A container of what `inner` says, which takes at most two codes.
[[nodiscard]] constexpr Tag inside(schema::TypeCode code, Tag inner) noexcept {
  return static_cast<Tag>(static_cast<std::uint32_t>(code) | static_cast<std::uint32_t>(inner)
                                                                 << 8);
}
/// Bytes of the type expression. That of a tuple is its size and as many `any`.
[[nodiscard]] constexpr std::size_t tag_size(Tag tag) noexcept {
  const std::uint32_t codes = static_cast<std::uint32_t>(tag) >> 8 & 0xFFFFU;
  switch (code_of(tag)) {
    case schema::TypeCode::kList:
    case schema::TypeCode::kSet: return 1 + tag_size(static_cast<Tag>(codes));
    case schema::TypeCode::kMap:
    case schema::TypeCode::kOrderedMap: return 3;
    case schema::TypeCode::kTuple: return 2 + (codes & 0xFFU);
    default: return 1;
  }
}
/// Writes the type expression; returns the end.
[[nodiscard]] inline std::byte* put_type(std::byte* to, Tag tag) noexcept {
  const std::size_t size = tag_size(tag);
  const bool tuple = code_of(tag) == schema::TypeCode::kTuple;
  auto codes = static_cast<std::uint32_t>(tag);
  for (std::size_t at = 0; at < size; ++at, codes >>= 8) {
    *to++ = tuple && at > 1 ? static_cast<std::byte>(schema::TypeCode::kAny)
                            : static_cast<std::byte>(codes);
  }
  return to;
}
/// A tuple of at most this many values.
inline constexpr std::size_t kLongestTuple = 32;

inline constexpr std::uint32_t kNoNumber = 0xFFFFFFFFU;

/// So many values of one type and without names are entries of their own; what follows is a run.
inline constexpr std::size_t kSingles = 7;

/// One field, or a run of equal fields without names.
struct Entry {
  Tag tag = Tag::kEnd;
  std::uint32_t name = kNoNumber;  ///< number of the name
  const char* key = nullptr;       ///< address of the key seen last; never null where named
  std::uint32_t key_size = kNoNumber;
  std::uint32_t learn = 0;  ///< where what sharing learnt about the field is
  std::uint32_t repeat = 1;
  bool hidden = false;  ///< the name comes again further on: the table does not say it here
  /// Of a list of records: the class that they had last time, a guess; kRoot: nothing is known.
  std::uint16_t elements = 0;
};

/// Stands in Entry::key for "no address known".
inline constexpr char kNoAddress = 0;

struct Shape {
  Entry* entries = nullptr;
  std::uint32_t count = 0;
  std::uint32_t class_index = ClassHandle::kNone;
  std::uint32_t next_known = kNoNumber;  ///< of the class, in any archive
  std::uint32_t hash = 0;
  std::uint32_t stamp = 0;                  ///< the archive that the rest belongs to
  std::uint32_t number = kNoNumber;         ///< in the archive
  std::uint32_t next_of_class = kNoNumber;  ///< with a number
  bool takes_any = false;                   ///< some entry is `any`: made by what an archive held
  bool has_names = false;                   ///< of some entry
};

struct Class {
  std::uint32_t name = 0;
  std::uint32_t version = 0;
  std::uint32_t super = ClassHandle::kNone;
  std::uint32_t first = kNoNumber;    ///< shape of the first record in the archive before
  std::uint32_t known = kNoNumber;    ///< head of the list over next_known
  std::uint32_t stamp = 0;            ///< the archive that the rest belongs to
  std::uint32_t marker = kNoNumber;   ///< number of the shape that sub-classes name as super
  std::uint32_t claimed = kNoNumber;  ///< the number taken by the first record
  std::uint32_t newest = kNoNumber;   ///< head of the list over next_of_class
  std::uint32_t count = 0;            ///< shapes with a number
  std::uint32_t width = 1;            ///< bytes that any of its numbers needs
};

/// A shape and the number it has in the archive.
struct NumberedShape {
  std::uint32_t shape = kNoNumber;
  std::uint32_t number = kNoNumber;
};

/// The shape that a record of a class will have: what the one before had.
struct Prediction {
  Entry* entries = nullptr;
  NumberedShape shape;
  std::uint32_t stamp = 0;  ///< the archive that the rest belongs to
  std::uint32_t ready = 0;  ///< the archive in which the number takes one byte
};

class ShapeStore {
 public:
  /// The class of the root, which has no name and no number.
  static constexpr std::uint32_t kRoot = 0;

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
  /// Makes sure that there is the class of the root. False when memory is out.
  [[nodiscard]] bool has_root() noexcept { return !classes_.empty() || push_class(Class{}); }
  /// Makes sure that the class has a number to predict, if only a claimed one.
  [[nodiscard]] bool claim(std::uint32_t class_index) noexcept {
    const Class& of = classes_[class_index];
    return (of.stamp == stamp_ && of.claimed != kNoNumber) || claim_number(class_index);
  }
  /// The class's shape with these entries, new or not.
  [[nodiscard]] std::uint32_t add(std::uint32_t class_index, const Entry* entries,
                                  std::size_t count) noexcept;
  /// A known shape is going to be followed in this archive.
  void begin_use(std::uint32_t shape) noexcept {
    if (shapes_[shape].stamp != stamp_) forget_use(shapes_[shape]);
  }
  /// The shape's number in this archive.
  [[nodiscard]] std::uint32_t number_of(std::uint32_t shape) noexcept {
    const Shape& of = shapes_[shape];
    return of.stamp == stamp_ && of.number != kNoNumber ? of.number : take_number(shape);
  }
  /// Names that come twice: false if there are any; with `hide`, the earlier ones are hidden.
  [[nodiscard]] bool settle_names(Entry* entries, std::size_t count, bool hide) noexcept;
  /// Appends the table (docs/format.md section 5). False when memory is out.
  [[nodiscard]] bool write_table(Buffer& out, const Entry* root, std::size_t root_count) noexcept;

  /// The characters of a name where they stay as long as the store; null when memory is out.
  [[nodiscard]] const char* keep_text(std::uint32_t name) noexcept;
  /// The same of a name that was kept; an empty name for any other number.
  [[nodiscard]] std::string_view kept_text(std::uint32_t name) const noexcept {
    if (name >= name_at_.size() || name_at_[name].kept == nullptr) return std::string_view("");
    return {name_at_[name].kept, name_at_[name].length};
  }
  [[nodiscard]] std::string_view class_name(std::uint32_t index) const noexcept {
    return index == kRoot ? std::string_view() : name(classes_[index].name);
  }
  [[nodiscard]] Class& class_at(std::uint32_t index) noexcept { return classes_[index]; }
  [[nodiscard]] Shape& shape_at(std::uint32_t shape) noexcept { return shapes_[shape]; }
  [[nodiscard]] const Shape& shape_at(std::uint32_t shape) const noexcept { return shapes_[shape]; }
  /// What was said last of the class in this archive; null: nothing.
  [[nodiscard]] const Prediction* last_of(std::uint32_t index) const noexcept {
    return predictions_[index].stamp == stamp_ ? &predictions_[index] : nullptr;
  }
  /// The same if the number takes one byte; null also where there is no such class.
  [[nodiscard]] const Prediction* prediction(std::uint32_t index) const noexcept {
    if (index >= predictions_.size() || predictions_[index].ready != ready_stamp_) return nullptr;
    return &predictions_[index];
  }
  /// A record of the class had this shape.
  void set_last(std::uint32_t index, NumberedShape shape) noexcept {
    const std::uint32_t ready = classes_[index].width == 1 ? stamp_ : 0;
    predictions_[index] = {shapes_[shape.shape].entries, shape, stamp_, ready};
  }
  [[nodiscard]] bool has_class(std::uint32_t index) const noexcept {
    return index != kRoot && index < classes_.size();
  }
  /// Bytes to keep for the number of a record of the class: numbers that come later fit.
  [[nodiscard]] std::uint32_t width_of(const Class& of) const noexcept {
    return of.width > room_width_ ? of.width : room_width_;
  }
  /// Numbers taken in this archive.
  [[nodiscard]] std::uint32_t numbers() const noexcept {
    return static_cast<std::uint32_t>(numbers_.size());
  }
  /// A new archive: no shape has a number. Classes, names and what the shapes are stay.
  void clear() noexcept;

 private:
  struct NameAt {
    std::size_t offset;
    std::size_t size;
    std::uint64_t stamp;  ///< the check of settle_names that met it last
    std::size_t entry;    ///< and where
    char* kept;           ///< a copy that does not move
    std::size_t length;   ///< of the copy
  };
  struct Chunk {
    Chunk* next;
    std::size_t used;
    std::size_t room;
  };
  // In numbers_: the shape without fields of a class that is a super-class.
  static constexpr std::uint32_t kMarker = 0x80000000U;

  [[nodiscard]] bool push_class(const Class& fresh) noexcept {
    if (!predictions_.resize(classes_.size() + 1)) return false;
    return classes_.push(fresh);
  }
  [[nodiscard]] bool push_number(std::uint32_t what) noexcept;
  [[nodiscard]] bool claim_number(std::uint32_t class_index) noexcept;
  [[nodiscard]] std::uint32_t take_number(std::uint32_t shape) noexcept;
  void renew(Class& of) noexcept;
  void forget_use(Shape& shape) noexcept;
  void forget_shapes() noexcept;
  [[nodiscard]] Entry* allocate(std::size_t count) noexcept;
  [[nodiscard]] bool index(std::uint32_t shape) noexcept;
  [[nodiscard]] bool super_markers(std::uint32_t nearest) noexcept;
  [[nodiscard]] bool put_shapes(Buffer& out) noexcept;
  [[nodiscard]] bool put_head(Buffer& out, std::uint32_t class_index) noexcept;
  [[nodiscard]] bool put_entries(Buffer& out, const Entry* entries, std::size_t count) noexcept;

  Buffer names_;
  StringTable name_table_{1};
  PodStack<NameAt> name_at_;
  std::uint64_t name_stamp_ = 0;
  PodStack<std::uint32_t> class_of_;  // by the number of what define_class() makes it known by
  PodStack<Class> classes_;
  PodStack<Prediction> predictions_;  // as many as classes_
  PodStack<Shape> shapes_;
  PodStack<std::uint32_t> index_;  // open addressing over the shapes; kNoNumber: free
  std::uint32_t stamp_ = 1;
  std::uint32_t ready_stamp_ = 1;  // stamp_, or what no class has: numbers take more than a byte
  std::uint32_t room_width_ = 1;
  PodStack<std::uint32_t> numbers_;  // number -> shape, kNoNumber while claimed, or a marker
  std::size_t kept_entries_ = 0;
  Chunk* chunks_ = nullptr;
  // The table written last, without the root, and the numbers_ that it was made of.
  Buffer table_;
  PodStack<std::uint32_t> table_numbers_;
};

}  // namespace fastser::archive::coder
