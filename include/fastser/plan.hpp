// SPDX-License-Identifier: MIT
//
// Plan: archives of values that no C++ template knows. A Type (fastser/type.hpp) says what a value
// is, a Layout says how it lies in memory, a Plan is the two compiled into one table of steps, and
// one call of it writes or reads a whole value, or an array of them. It stands where there are no
// templates: under the C ABI and the other languages. docs/plans.md is a walk through it.
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
// The bytes are those of fastser::archive::encode for the equal C++ type and value, whatever the
// header, the sharing of strings and the options; either reads what the other wrote.
//
// Values are found by offset (SpanAt, MaybeAt and VariantAt too: nothing is faster), and where that
// does not do, by accessor functions. These get the
// context pointer that they came with; they return Code::kOk or what went wrong, which ends the
// call with that code; they must not throw, and must not touch the value otherwise. Addresses that
// they give out must stay good until the call of encode or decode returns, for objects and texts;
// for elements, until the next call of an accessor of the same container.
//
// Versions: decode reads the archives of older and newer classes by the writer's shapes, as
// archive::decode does (fields by name, or by position where there are none; numbers widen; what is
// gone is passed by), and what does not fit is an error that names class, field and both types. A
// field that the archive does not have gets its default (Layout::defaults), whatever was there.
//
// Ownership: a Plan keeps its Type, its steps and copies of the accessors. Contexts are the
// caller's and must outlive it. Threads: a Plan never changes; any number of calls may run at once,
// if the contexts bear it. Values must not change while they are encoded.
// Errors: values. Limits, budget and paths are those of archive::decode; memory behind accessors is
// charged by the sizes that the layout says.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/archive_options.hpp"
#include "fastser/arena.hpp"
#include "fastser/buffer.hpp"
#include "fastser/status.hpp"
#include "fastser/type.hpp"

namespace fastser {

namespace archive {
struct LayoutGraph;
struct PlanPrograms;
}  // namespace archive

/// Where a slot says itself what lies elsewhere, side by side: a pointer to the first, and how many
/// there are. What is described so is written without a call; and read without one, into the
/// archive's own bytes (texts) or DecodeOptions::arena (elements), where the access has no function
/// to set it. Then it may also be uninitialised before: what it led to is nobody's.
struct SpanAt {
  enum class Extent : std::uint8_t {
    kUnknown,  ///< by function
    kCount32,  ///< a std::uint32_t: elements, or bytes of a text
    kCount64,  ///< a std::uint64_t
    kEnd,      ///< a pointer behind the last, as a std::vector has it
  };
  Extent extent = Extent::kUnknown;
  std::size_t first = 0;      ///< where in the slot the pointer lies; null where there are none
  std::size_t extent_at = 0;  ///< and the number, or the other pointer
};

/// Strings and data (also url, class reference).
struct TextAccess {
  void* context = nullptr;
  std::size_t size = 0;  ///< bytes of the slot
  /// The bytes of the text in the slot.
  Code (*get)(void* context, const void* slot, const char** text, std::size_t* size) = nullptr;
  /// Takes a copy. What `text` points to is the archive, which decode's caller keeps as long as it
  /// wants: a slot may also keep the address.
  Code (*set)(void* context, void* slot, const char* text, std::size_t size) = nullptr;
  bool is_data = false;  ///< may hold data; otherwise text
  SpanAt at = {};        ///< instead of `get`, and, where there is none, of `set`
};

/// A value of fixed size on the wire that does not lie in memory as it does there: dates, bits,
/// decimals, scalars behind functions.
struct FixedAccess {
  void* context = nullptr;
  std::size_t size = 0;  ///< bytes of the slot
  Code (*store)(void* context, const void* slot, std::byte* wire) = nullptr;
  /// kMalformed for bytes that no writer produces.
  Code (*load)(void* context, void* slot, const std::byte* wire) = nullptr;
};

/// What an `each` function calls for every element, in order: visit(this, element, nullptr), or
/// visit(this, key, value). It stops and returns the code when that is not kOk.
struct EachCall {
  Code (*visit)(EachCall* call, const void* element, const void* value);
};

/// What a `next` function gives: an element, or a key and its value.
struct ElementAt {
  const void* element;
  const void* value;
};
/// How far a `next` function has come: what it likes to keep here (an iterator), zero at first.
struct ElementsMark {
  bool begun;
  alignas(8) std::byte bytes[32];
};

/// Lists, and arrays and sets where elements are not found by key. Either `view` and `resize`
/// (elements lie side by side, `stride` apart) or `count`, `each`, `clear` and `append`.
struct ListAccess {
  void* context = nullptr;
  std::size_t size = 0;     ///< bytes of the slot
  std::size_t stride = 0;   ///< from element to element; bytes of one
  std::size_t element = 0;  ///< bytes that one more element takes; 0: `stride`
  Code (*view)(void* context, const void* list, const void** first, std::size_t* count) = nullptr;
  /// Makes the list `count` elements long, keeps those that are there.
  Code (*resize)(void* context, void* list, std::size_t count, void** first) = nullptr;
  Code (*count)(void* context, const void* list, std::size_t* count) = nullptr;
  Code (*each)(void* context, const void* list, EachCall* call) = nullptr;
  Code (*clear)(void* context, void* list) = nullptr;
  Code (*append)(void* context, void* list, void** element) = nullptr;
  bool indexed = true;  ///< an element is found by its number at once (an array, not a chain)
  SpanAt at = {};       ///< instead of `view`, and, where there is none, of `resize`
};

/// Maps and sets. Keys are read into memory of their own and moved into the map.
struct MapAccess {
  void* context = nullptr;
  std::size_t size = 0;      ///< bytes of the slot
  std::size_t key_size = 0;  ///< bytes of a key
  std::size_t node = 0;      ///< bytes that one more element takes
  Code (*count)(void* context, const void* map, std::size_t* count) = nullptr;
  /// Visits (key, value); for sets the value is null.
  Code (*each)(void* context, const void* map, EachCall* call) = nullptr;
  /// Empties the map; about `expected` elements will come.
  Code (*clear)(void* context, void* map, std::size_t expected) = nullptr;
  /// Makes an empty key in `key_size` bytes (aligned for anything), and ends it. May be null for
  /// keys that are all zero bytes and need no end.
  Code (*make_key)(void* context, void* key) = nullptr;
  void (*end_key)(void* context, void* key) = nullptr;
  /// Adds element number `index` with this key, which may be moved from; `value` (null for sets) is
  /// where its value lies. kMalformed when the key is there already, kOverBudget when too many keys
  /// collide.
  Code (*insert)(void* context, void* map, void* key, std::size_t index, void** value) = nullptr;
  /// Order of keys; needed only for EncodeOptions::canonical, and then only where `each` has none.
  bool (*less)(void* context, const void* left, const void* right) = nullptr;
  bool unordered = false;  ///< `each` goes in no order that values alone decide
  /// Instead of `each`, and faster: fills `out` with the next elements, up to `room` of them, and
  /// says how many; fewer than `room` are the last. All of them are still good at the next call.
  Code (*next)(void* context, const void* map, ElementsMark* mark, ElementAt* out, std::size_t room,
               std::size_t* taken) = nullptr;
  /// Instead of all functions but `less`: entries side by side, `stride` apart, each a key and, at
  /// `value`, its value. Read into DecodeOptions::arena. Keys that are there twice are kMalformed;
  /// where their bytes do not say it (floats, shared strings, records), a second pass over the
  /// archive finds them.
  SpanAt at = {};
  std::size_t stride = 0;
  std::size_t value = 0;
};

/// Where a slot says itself whether there is a value.
struct MaybeAt {
  enum class Has : std::uint8_t {
    kUnknown,  ///< by function
    kFlag,     ///< a byte at `flag`, not 0: the value lies in the slot, at `value`
    kPointer,  ///< a pointer at `value`, not null, to the value
  };
  Has has = Has::kUnknown;
  std::size_t value = 0;
  std::size_t flag = 0;
};

/// Values that may be missing, and owners of a value of their own.
struct MaybeAccess {
  void* context = nullptr;
  std::size_t size = 0;  ///< bytes of the slot
  /// The value inside, or null.
  const void* (*get)(void* context, const void* slot) = nullptr;
  /// Makes the value, or gives the one that is there.
  Code (*emplace)(void* context, void* slot, void** value) = nullptr;
  Code (*reset)(void* context, void* slot) = nullptr;
  std::size_t owned = 0;  ///< bytes on the heap when there is a value
  /// Instead of `get`; and, where there are none, of `emplace` and `reset`: a flag is set, or a
  /// pointer, to `owned` bytes of DecodeOptions::arena that are zero.
  MaybeAt at = {};
};

/// Where a slot says itself which alternative it holds.
struct VariantAt {
  std::size_t index_size = 0;  ///< 1, 2 or 4 bytes of an unsigned number; 0: by function
  std::size_t index = 0;       ///< where they lie
  std::size_t value = 0;       ///< and where every alternative does
  /// Alternatives that are larger than what is left of the slot there lie elsewhere: the slot has a
  /// pointer to them (decode: into DecodeOptions::arena). So a slot need not be as large as the
  /// largest of them, and a case of an any may be a record with that any in it. Not with functions.
  bool boxes = false;
};

/// One of several alternatives.
struct VariantAccess {
  void* context = nullptr;
  std::size_t size = 0;  ///< bytes of the slot
  Code (*get)(void* context, const void* slot, std::size_t* index, const void** value) = nullptr;
  /// Makes the alternative, unless it is the one that is there.
  Code (*emplace)(void* context, void* slot, std::size_t index, void** value) = nullptr;
  /// Instead of `get`; and, where there is none, of `emplace`: another alternative begins as zeros,
  /// up to the end of the slot. What was there is not ended.
  VariantAt at = {};
};

/// What the fields of a record are in a new one.
struct DefaultAccess {
  void* context = nullptr;
  /// Gives fields what a new record has: those whose flag is set. There is a flag for every field,
  /// those of the super-classes first, in the order of the type.
  Code (*reset)(void* context, void* record, const bool* missing) = nullptr;
};

/// A class of objects with identity: made, and let go of, by the caller.
struct ObjectAccess {
  void* context = nullptr;
  std::size_t size = 0;  ///< bytes of an object, with what is around it
  /// A new object; decode keeps the owner until it returns. Null: `size` bytes of
  /// DecodeOptions::arena that are zero.
  Code (*make)(void* context, std::shared_ptr<void>* object) = nullptr;
  /// A decode failed half way: lets go of what the object refers to, so that no cycle remains.
  void (*empty)(void* context, void* object) noexcept = nullptr;
};

/// A pointer to an object. Without functions the slot begins with a plain pointer.
struct RefAccess {
  void* context = nullptr;
  std::size_t size = 0;  ///< bytes of the slot
  Code (*get)(void* context, const void* slot, const void** object) = nullptr;
  /// Points the slot to an object, or (empty) to nothing.
  Code (*set)(void* context, void* slot, const std::shared_ptr<void>& object) = nullptr;
  bool weak = false;  ///< does not keep its object: it is written where something else owns it
};

/// Names a form of one Layout. The default is plain().
struct FormId {
  std::uint32_t number = 0;
};
/// Names a class of objects of one Layout.
struct ObjectId {
  std::uint32_t number = 0;
};

/// How values lie in memory: forms, which fit types as records fit records and lists lists. Nothing
/// fails at once; Plan::compile says what is wrong.
class Layout {
 public:
  Layout();
  ~Layout();
  Layout(Layout&&) noexcept;
  Layout& operator=(Layout&&) noexcept;

  /// The C type of the same name: std::int32_t for i32 and vi32, one byte for bool, double for f64
  /// and apple date, the integer of an enum; std::int64_t nanoseconds for a duration; std::int64_t
  /// and std::uint32_t, 12 bytes, for a date; 16 bytes as on the wire for uuid; ⌈n / 8⌉ for bits;
  /// nothing for null. An array or a repeated field of these: side by side.
  [[nodiscard]] FormId plain() const noexcept { return {}; }
  /// A std::string. The fastest form of text.
  [[nodiscard]] FormId std_string();
  /// A std::vector<std::uint8_t> for data.
  [[nodiscard]] FormId std_bytes();
  FormId text(const TextAccess& access);
  FormId fixed(const FixedAccess& access);
  FormId list(const ListAccess& access, FormId element);
  /// Elements of an array, side by side in the value itself, `stride` bytes apart.
  FormId array(FormId element, std::size_t stride);
  FormId map(const MapAccess& access, FormId key, FormId value);
  FormId set(const MapAccess& access, FormId key);
  FormId optional(const MaybeAccess& access, FormId value);
  FormId variant(const VariantAccess& access, std::span<const FormId> alternatives);
  /// A value of which the archive says the type with it: `any`, `any record`, `any ref`, and what
  /// is in an `owned any` (that is an optional of this). As a variant, it holds one of several
  /// cases, which any_case() adds: so it may hold lists and maps of itself.
  FormId any(const VariantAccess& access);
  /// A case; the accessor's index is the order of these calls. `type` is what the archive says: of
  /// an `any` every type; else a record, or (`any ref`) a ref to one, in a form of ref(). Records
  /// are those of that name in the plan's type; TypeBuilder::keep takes them into it. A value of
  /// another type is read into the case that can hold it (docs/versions.md), or refused.
  void any_case(FormId any, const Type& type, FormId form);
  /// A tuple: its elements, by offset, in order.
  FormId tuple(std::size_t size, std::span<const std::size_t> offsets,
               std::span<const FormId> elements);
  /// A class of objects, then pointers to them.
  ObjectId object(const ObjectAccess& access, FormId body);
  /// The body of a class that was given without one: classes may refer to each other.
  void body(ObjectId object, FormId body);
  FormId ref(const RefAccess& access, ObjectId object);

  /// A record of `size` bytes; its fields come with field().
  FormId record(std::size_t size);
  /// The field of that name. Fields may come in any order.
  void field(FormId record, std::string_view name, std::size_t offset, FormId form = {});
  /// The next field without a name; one for an entry that repeats, whose values lie side by side.
  void unnamed(FormId record, std::size_t offset, FormId form = {});
  /// The super-class, a record too, lies at this offset.
  void super(FormId record, std::size_t offset, FormId base);
  /// What fields get that an archive of another version does not have. Without it: 0, false, no
  /// characters, no elements, no value, no object, the first alternative; a fixed access is given
  /// zero bytes.
  void defaults(FormId record, const DefaultAccess& access);

 private:
  friend class Plan;
  std::unique_ptr<archive::LayoutGraph> graph_;
};

/// A Type bound to a Layout. Cheap to copy.
class Plan {
 public:
  /// Checks that the layout fits the type: kinds of forms, fields of records, offsets and sizes.
  /// What does not fit is kUsage and says which record and field. Cost: linear in the table, for
  /// each form that a type is bound to.
  [[nodiscard]] static Result<Plan> compile(const Type& type, const Layout& layout, FormId root);

  [[nodiscard]] const Type& type() const noexcept;

  /// Replaces the contents of `out` by the archive of the value at `value`. Errors as of
  /// archive::encode, and those of accessors. EncodeOptions::registry does not matter.
  [[nodiscard]] Status encode(Buffer& out, const void* value,
                              const archive::EncodeOptions& options = {}) const;
  /// The same of a `list` of `count` values, `stride` bytes apart.
  [[nodiscard]] Status encode_array(Buffer& out, const void* first, std::size_t count,
                                    std::size_t stride,
                                    const archive::EncodeOptions& options = {}) const;
  /// The same into memory of the caller's. `size` is what the archive takes, also when that is more
  /// than there is: then it is kNoSpace. (Shared strings are looked up in what was written, so with
  /// them there is a copy more.)
  [[nodiscard]] Status encode_to(std::span<std::byte> memory, std::size_t& size, const void* value,
                                 const archive::EncodeOptions& options = {}) const;
  [[nodiscard]] Status encode_array_to(std::span<std::byte> memory, std::size_t& size,
                                       const void* first, std::size_t count, std::size_t stride,
                                       const archive::EncodeOptions& options = {}) const;
  /// Reads an archive over the value at `value`: lists, optionals and variants are used again, maps
  /// and sets emptied first. On an error the value is good but unspecified.
  [[nodiscard]] Status decode(InputBytes bytes, void* value,
                              const archive::DecodeOptions& options = {}) const;
  /// Reads a `list`, into what `resize` of the access gives; its other functions do not matter.
  [[nodiscard]] Status decode_array(InputBytes bytes, const ListAccess& access, void* list,
                                    const archive::DecodeOptions& options = {}) const;
  /// Replaces the contents of `out` by the archive that encode writes of what decode reads:
  /// archives of other versions of the type become archives of this one. Only where the layout has
  /// no functions (else kUsage): values lie in the arena of `reading`, or one of its own.
  [[nodiscard]] Status rewrite(Buffer& out, InputBytes bytes,
                               const archive::EncodeOptions& writing = {},
                               archive::DecodeOptions reading = {}) const;

 private:
  explicit Plan(std::shared_ptr<const archive::PlanPrograms> programs) noexcept
      : programs_(std::move(programs)) {}
  std::shared_ptr<const archive::PlanPrograms> programs_;
};

}  // namespace fastser
