// SPDX-License-Identifier: MIT
//
// Plan: archives of values whose types are known only at run time. A Type (fastser/type.hpp)
// describes the values, a Layout describes how they lie in memory. A Plan is both, compiled into
// one table of steps: one call writes or reads a whole value, or an array of values. The C
// interface and the other languages use it, where there are no C++ templates. docs/plans.md is a
// guide.
//
//   struct Point { double x, y; };
//   fastser::TypeBuilder b;
//   const fastser::TypeId point = b.record("Point");
//   b.field(point, "x", b.code(fastser::TypeCode::kF64));
//   b.field(point, "y", b.code(fastser::TypeCode::kF64));
//
//   fastser::Layout layout;
//   const fastser::FormId form = layout.record(sizeof(Point));
//   layout.field(form, "x", offsetof(Point, x));
//   layout.field(form, "y", offsetof(Point, y));
//
//   auto plan = fastser::Plan::compile(*b.build(point), layout, form);
//   plan->encode(buffer, &value);
//
// The bytes are the same as those of fastser::archive::encode for the equal C++ type, value and
// options; each reads what the other wrote.
//
// Values are found by offset (also SpanAt, MaybeAt and VariantAt), which is the fastest way, or by
// accessor functions. An accessor function gets the context pointer of its struct. It returns
// Code::kOk or an error, which ends the call with that code. It must not throw, and must not use
// the value in other ways. Addresses of objects and texts that it returns must stay valid until
// encode or decode returns; addresses of elements until the next call of an accessor of the same
// container.
//
// Versions: decode reads the archives of older and newer classes by the writer's shapes, as
// archive::decode does. Fields are found by name, or by position if they have no names; numbers may
// become wider; fields that the type does not have are skipped. What does not fit is an error that
// names class, field and both types. A field that the archive does not have gets its default
// (Layout::defaults), whatever the value had before.
//
// Ownership: a Plan keeps its Type, its steps and copies of the accessors. Contexts are the
// caller's and must outlive the plan. Threads: a Plan never changes; any number of calls may run at
// once, if the contexts allow it. Values must not change while they are encoded. A Layout is for
// one thread at a time. Errors: values. Limits, budget and paths are those of archive::decode;
// memory that accessors allocate is charged by the sizes in the layout.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "fastser/archive/options.hpp"
#include "fastser/buffer.hpp"
#include "fastser/status.hpp"
#include "fastser/type.hpp"

namespace fastser {

namespace archive {
struct LayoutGraph;
struct PlanPrograms;
}  // namespace archive

/// A sequence elsewhere in memory: the slot has a pointer to the first element, and how many there
/// are. A slot is the memory of one value inside its record or container. Such a sequence is
/// written without a call of a function. If the access has no function to set it, it is read
/// without one, too: texts then point into the archive's bytes, elements lie in
/// DecodeOptions::arena. In that case the slot may be uninitialised before, and what it pointed to
/// is not freed.
struct SpanAt {
  enum class Extent : std::uint8_t {
    kUnknown,  ///< not used: by function
    kCount32,  ///< a std::uint32_t: elements, or bytes of a text
    kCount64,  ///< a std::uint64_t
    kEnd,      ///< a pointer to the end, as in a std::vector
  };
  Extent extent = Extent::kUnknown;
  std::size_t first = 0;      ///< offset in the slot of the pointer; null if there are no elements
  std::size_t extent_at = 0;  ///< offset in the slot of the count, or of the end pointer
};

/// Strings and data (also url, class reference).
struct TextAccess {
  void* context = nullptr;
  std::size_t size = 0;  ///< bytes of the slot
  /// The bytes of the text in the slot.
  Code (*get)(void* context, const void* slot, const char** text, std::size_t* size) = nullptr;
  /// Sets the slot to a copy of the text. `text` points into the archive: if the caller of decode
  /// keeps the archive's bytes, the slot may also keep the address.
  Code (*set)(void* context, void* slot, const char* text, std::size_t size) = nullptr;
  bool is_data = false;  ///< for data; else for text. Each fits only its own kind (kUsage)
  SpanAt at = {};        ///< replaces `get`, and also `set` if that is null
};

/// A value of fixed size in the archive that lies in memory in another form: dates, bits, decimals,
/// scalars behind functions.
struct FixedAccess {
  void* context = nullptr;
  std::size_t size = 0;  ///< bytes of the slot
  /// `wire` has exactly the bytes of the value in the archive, little-endian (docs/format.md
  /// section 4): 12 for a date, 16 for a decimal or uuid, (n + 7) / 8 for n bits, else the size of
  /// the number. `store` writes all of them, `load` reads them; kMalformed: bytes that no writer
  /// produces. Not for varints, whose size differs.
  Code (*store)(void* context, const void* slot, std::byte* wire) = nullptr;
  Code (*load)(void* context, void* slot, const std::byte* wire) = nullptr;
};

/// The argument of an `each` function, which calls visit(this, element, nullptr) or visit(this,
/// key, value) for every element, in order. If that does not return kOk, it stops and returns the
/// code.
struct EachCall {
  Code (*visit)(EachCall* call, const void* element, const void* value);
};

/// One result of a `next` function: an element, or a key and its value.
struct ElementAt {
  const void* element;
  const void* value;
};
/// Memory for the state of a `next` function, such as an iterator. All zero at first.
struct ElementsMark {
  bool begun;
  alignas(8) std::byte bytes[32];
};

/// Lists, arrays, and sets whose elements are not found by key. Give either `view` and `resize`
/// (elements lie side by side, `stride` bytes apart), or `count`, `each`, `clear` and `append`.
struct ListAccess {
  void* context = nullptr;
  std::size_t size = 0;     ///< bytes of the slot
  std::size_t stride = 0;   ///< bytes from one element to the next
  std::size_t element = 0;  ///< memory of one more element, for the budget; 0: `stride`
  Code (*view)(void* context, const void* list, const void** first, std::size_t* count) = nullptr;
  /// Makes the list `count` elements long; elements that exist already stay.
  Code (*resize)(void* context, void* list, std::size_t count, void** first) = nullptr;
  /// Replaces what is in the list by copies of the `count` elements at `from` (at any address).
  /// May be null. It is called instead of `resize` when the elements lie in memory as in the
  /// archive; for a list that would fill new elements with zeros first.
  Code (*assign)(void* context, void* list, const std::byte* from, std::size_t count) = nullptr;
  Code (*count)(void* context, const void* list, std::size_t* count) = nullptr;
  Code (*each)(void* context, const void* list, EachCall* call) = nullptr;
  Code (*clear)(void* context, void* list) = nullptr;
  Code (*append)(void* context, void* list, void** element) = nullptr;
  bool indexed = true;  ///< an element is found by its number at once (an array, not a chain)
  SpanAt at = {};       ///< replaces `view`, and also `resize` if that is null
};

/// Maps and sets. A key is first read into separate memory and then moved into the map.
struct MapAccess {
  void* context = nullptr;
  std::size_t size = 0;      ///< bytes of the slot
  std::size_t key_size = 0;  ///< bytes of a key
  std::size_t node = 0;      ///< memory of one more element, for the budget
  Code (*count)(void* context, const void* map, std::size_t* count) = nullptr;
  /// Visits (key, value); for sets the value is null.
  Code (*each)(void* context, const void* map, EachCall* call) = nullptr;
  /// Empties the map; about `expected` elements will be inserted.
  Code (*clear)(void* context, void* map, std::size_t expected) = nullptr;
  /// Creates an empty key in `key_size` bytes (aligned for any type), and destroys it. May be null
  /// if zero bytes are an empty key, which needs no destruction.
  Code (*make_key)(void* context, void* key) = nullptr;
  void (*end_key)(void* context, void* key) = nullptr;
  /// Adds element number `index` with this key, which may be moved from, and sets `*value` to the
  /// place of its value (`value` is null for sets). kMalformed if the key exists already,
  /// kOverBudget if too many keys have the same hash.
  Code (*insert)(void* context, void* map, void* key, std::size_t index, void** value) = nullptr;
  /// The order of keys; needed only for EncodeOptions::canonical, and only if `unordered`.
  bool (*less)(void* context, const void* left, const void* right) = nullptr;
  bool unordered = false;  ///< the order of `each` does not depend on the values alone
  /// Replaces `each`, and is faster: fills `out` with the next elements, `room` of them at most,
  /// and sets `*taken` to their number; if it is less than `room`, these were the last. All of them
  /// must stay valid until the next call.
  Code (*next)(void* context, const void* map, ElementsMark* mark, ElementAt* out, std::size_t room,
               std::size_t* taken) = nullptr;
  /// Replaces all functions but `less`: entries lie side by side, `stride` bytes apart, each a key
  /// and, at offset `value`, its value. They are read into DecodeOptions::arena. A key that is
  /// there twice is kMalformed; for keys whose bytes do not show that (floats, shared strings,
  /// records), this takes a second pass over the archive.
  SpanAt at = {};
  std::size_t stride = 0;
  std::size_t value = 0;
};

/// A slot that shows whether it has a value.
struct MaybeAt {
  enum class Has : std::uint8_t {
    kUnknown,  ///< not used: by function
    kFlag,     ///< a byte at `flag`, not 0: the value lies in the slot, at `value`
    kPointer,  ///< a pointer at `value`, not null, to the value
  };
  Has has = Has::kUnknown;
  std::size_t value = 0;
  std::size_t flag = 0;
};

/// Values that may be missing, and owning pointers such as unique_ptr.
struct MaybeAccess {
  void* context = nullptr;
  std::size_t size = 0;  ///< bytes of the slot
  /// The value inside, or null.
  const void* (*get)(void* context, const void* slot) = nullptr;
  /// Creates the value, unless there is one already, and returns its address.
  Code (*emplace)(void* context, void* slot, void** value) = nullptr;
  Code (*reset)(void* context, void* slot) = nullptr;
  std::size_t owned = 0;  ///< bytes on the heap if there is a value
  /// Replaces `get`, and also `emplace` and `reset` if they are null: then decode sets the flag, or
  /// the pointer to `owned` bytes of DecodeOptions::arena, which are zero.
  MaybeAt at = {};
};

/// A slot that shows which alternative it holds.
struct VariantAt {
  std::size_t index_size = 0;  ///< the index is an unsigned number of 1, 2 or 4 bytes; 0: not used
  std::size_t index = 0;       ///< offset of the index
  std::size_t value = 0;       ///< offset of all alternatives
  /// Alternatives that do not fit into the rest of the slot lie elsewhere, and the slot has a
  /// pointer to them (decode puts them into DecodeOptions::arena). So a slot can be smaller than
  /// its largest alternative, and a case of an any may be a record that contains that any. Not with
  /// functions.
  bool boxes = false;
};

/// One of several alternatives.
struct VariantAccess {
  void* context = nullptr;
  std::size_t size = 0;  ///< bytes of the slot
  Code (*get)(void* context, const void* slot, std::size_t* index, const void** value) = nullptr;
  /// Creates the alternative, unless the slot holds it already.
  Code (*emplace)(void* context, void* slot, std::size_t index, void** value) = nullptr;
  /// Replaces `get`, and also `emplace` if that is null: then decode sets a new alternative to
  /// zeros, up to the end of the slot. The alternative before is not destroyed.
  VariantAt at = {};
};

/// The default values of a record's fields.
struct DefaultAccess {
  void* context = nullptr;
  /// Sets the fields whose flag is true to the values that a new record has. There is a flag for
  /// each field, those of the super-classes first, in the order of the type.
  Code (*reset)(void* context, void* record, const bool* missing) = nullptr;
};

/// A class of objects with identity, which the caller creates and releases.
struct ObjectAccess {
  void* context = nullptr;
  std::size_t size = 0;  ///< memory of an object, with its overhead
  /// Creates an object; decode keeps it alive until it returns. If the function is null, an object
  /// is `size` zero bytes of DecodeOptions::arena.
  Code (*make)(void* context, std::shared_ptr<void>* object) = nullptr;
  /// After a failed decode: drops all references of the object, so that no cycle remains.
  void (*empty)(void* context, void* object) noexcept = nullptr;
};

/// A pointer to an object. Without functions the slot begins with a plain C pointer.
struct RefAccess {
  void* context = nullptr;
  std::size_t size = 0;  ///< bytes of the slot
  Code (*get)(void* context, const void* slot, const void** object) = nullptr;
  /// Makes the slot point to an object, or, if `object` is empty, to nothing.
  Code (*set)(void* context, void* slot, const std::shared_ptr<void>& object) = nullptr;
  bool weak = false;  ///< does not own its object, which is written where something else owns it
};

/// Names a form of one Layout. The default is plain().
struct FormId {
  std::uint32_t number = 0;
};
/// Names a class of objects of one Layout.
struct ObjectId {
  std::uint32_t number = 0;
};

/// How values lie in memory. A layout consists of forms: a form of a record fits a record type, a
/// form of a list a list type, and so on. No call fails at once; Plan::compile returns the first
/// error.
class Layout {
 public:
  Layout();
  ~Layout();
  Layout(Layout&&) noexcept;
  Layout& operator=(Layout&&) noexcept;

  /// The C type of the same name: std::int32_t for i32 and vi32, one byte for bool, double for f64
  /// and apple date, the integer of an enum; std::int64_t nanoseconds for a duration; std::int64_t
  /// and std::uint32_t, 12 bytes, for a date; 16 bytes as on the wire for uuid and decimal; ⌈n / 8⌉
  /// for bits; nothing for null. An array or a repeated field of these: side by side.
  [[nodiscard]] FormId plain() const noexcept { return {}; }
  /// A std::string. The fastest form of text. Not in memory that decode sets to zeros: of the
  /// arena, and of alternatives without `emplace` (decode: kUsage).
  [[nodiscard]] FormId std_string();
  /// A std::vector<std::uint8_t> for data. The same holds.
  [[nodiscard]] FormId std_bytes();
  FormId text(const TextAccess& access);
  FormId fixed(const FixedAccess& access);
  FormId list(const ListAccess& access, FormId element);
  /// An array whose elements lie in the value itself, `stride` bytes apart.
  FormId array(FormId element, std::size_t stride);
  FormId map(const MapAccess& access, FormId key, FormId value);
  FormId set(const MapAccess& access, FormId key);
  FormId optional(const MaybeAccess& access, FormId value);
  FormId variant(const VariantAccess& access, std::span<const FormId> alternatives);
  /// A value whose type is written with it in the archive: `any`, `any record`, `any ref`, and the
  /// value in an `owned any` (which is an optional of this). Like a variant, it holds one of
  /// several cases, which any_case() adds afterwards. So it may hold lists and maps of itself.
  FormId any(const VariantAccess& access);
  /// Adds a case; the accessor's index counts these calls. `type` is the type in the archive: for
  /// an `any` any type; for an `any record` a record; for an `any ref` a ref to one, with a form of
  /// ref(). The records must be in the plan's type under the same names; TypeBuilder::keep puts
  /// them there. A value of another type is read into the case that can hold it (docs/versions.md),
  /// or refused.
  void any_case(FormId any, const Type& type, FormId form);
  /// A tuple of `size` bytes: the offsets and forms of its elements, in order.
  FormId tuple(std::size_t size, std::span<const std::size_t> offsets,
               std::span<const FormId> elements);
  /// A class of objects; ref() makes pointers to them.
  ObjectId object(const ObjectAccess& access, FormId body);
  /// Sets the body of a class afterwards, since classes may refer to each other.
  void body(ObjectId object, FormId body);
  FormId ref(const RefAccess& access, ObjectId object);

  /// A record of `size` bytes; its fields come with field().
  FormId record(std::size_t size);
  /// The field of that name. Fields may come in any order.
  void field(FormId record, std::string_view name, std::size_t offset, FormId form = {});
  /// The next entry without a name. If it repeats, its values lie side by side.
  void unnamed(FormId record, std::size_t offset, FormId form = {});
  /// The super-class, a record too, lies at this offset.
  void super(FormId record, std::size_t offset, FormId base);
  /// The values of fields that an archive of another version does not have. Without this: 0, false,
  /// empty, no value, no object, the first alternative; a FixedAccess gets zero bytes.
  void defaults(FormId record, const DefaultAccess& access);

 private:
  friend class Plan;
  std::unique_ptr<archive::LayoutGraph> graph_;
};

/// A Type bound to a Layout. Cheap to copy.
class Plan {
 public:
  /// Checks that the layout fits the type: kinds of forms, fields of records, offsets and sizes. An
  /// error is kUsage and names record and field. Cost: linear in the type table, for each form that
  /// a type is bound to.
  [[nodiscard]] static Result<Plan> compile(const Type& type, const Layout& layout, FormId root);

  [[nodiscard]] const Type& type() const noexcept;
  /// Bytes of memory of a value, as the layout has it.
  [[nodiscard]] std::size_t value_size() const noexcept;

  /// Replaces the contents of `out` by the archive of the value at `value`. Errors: those of
  /// archive::encode and of accessors. EncodeOptions::registry is not used.
  [[nodiscard]] Status encode(Buffer& out, const void* value,
                              const archive::EncodeOptions& options = {}) const;
  /// The same of a `list` of `count` values, `stride` bytes apart.
  [[nodiscard]] Status encode_array(Buffer& out, const void* first, std::size_t count,
                                    std::size_t stride,
                                    const archive::EncodeOptions& options = {}) const;
  /// The same into the caller's memory. `size` is set to the size of the archive, also if it does
  /// not fit (kNoSpace). (With shared strings there is one copy more, since they are looked up in
  /// the output.)
  [[nodiscard]] Status encode_to(std::span<std::byte> memory, std::size_t& size, const void* value,
                                 const archive::EncodeOptions& options = {}) const;
  [[nodiscard]] Status encode_array_to(std::span<std::byte> memory, std::size_t& size,
                                       const void* first, std::size_t count, std::size_t stride,
                                       const archive::EncodeOptions& options = {}) const;
  /// Reads an archive into the existing value at `value`: lists, optionals and variants keep their
  /// memory, maps and sets are emptied first. On an error the value is valid but unspecified.
  [[nodiscard]] Status decode(InputBytes bytes, void* value,
                              const archive::DecodeOptions& options = {}) const;
  /// Reads a `list` by `resize` and `assign` of the access or, if `resize` is null, into
  /// DecodeOptions::arena by `at`. Its other functions are not used. kUsage: neither `resize` nor
  /// `at`, no arena where one is needed, or a stride that is 0 or less than a value.
  [[nodiscard]] Status decode_array(InputBytes bytes, const ListAccess& access, void* list,
                                    const archive::DecodeOptions& options = {}) const;
  /// Decodes and encodes again: replaces the contents of `out` by an archive of this version of the
  /// type. The layout must not have functions, std_string() or std_bytes() (kUsage): values lie in
  /// the arena of `reading`, or in a temporary one.
  [[nodiscard]] Status rewrite(Buffer& out, InputBytes bytes,
                               const archive::EncodeOptions& writing = {},
                               const archive::DecodeOptions& reading = {}) const;

 private:
  explicit Plan(std::shared_ptr<const archive::PlanPrograms> programs) noexcept
      : programs_(std::move(programs)) {}
  std::shared_ptr<const archive::PlanPrograms> programs_;
};

}  // namespace fastser
