// SPDX-License-Identifier: MIT
//
// CoderWriter: writes an archive with one call per value (docs/coder.md).
//
// The types are not known beforehand: the writer predicts that a record has the shape that its
// class had last and follows that shape value by value. A value that is expected costs one compare
// of its code (with a key, one of the key's address), a bounds check that also ends runs, and a
// store. Anything else goes out of line: place() follows, departs from or builds a shape.
//
//   run_.has(cur_)  inside a run of values of this type, and there is room for one more
//   *at_            the entry that a value outside a run has to match
//   cur_ < guard_   room for kSlack bytes
//
// Errors are sticky: the first one is kept, later calls do nothing, finish() returns it.
// Ownership: strings and data are copied. Objects that are identified by their address must stay
// alive until finish(): another object at the same address would be taken for the first one.
// Thread rule: one thread at a time per writer.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "fastser/buffer.hpp"
#include "fastser/internal/archive/coder/key_set.hpp"
#include "fastser/internal/archive/coder/run.hpp"
#include "fastser/internal/archive/coder/shapes.hpp"
#include "fastser/internal/archive/coder/tape.hpp"
#include "fastser/internal/archive/coder/types.hpp"
#include "fastser/internal/archive/object_table.hpp"
#include "fastser/internal/archive/pod_stack.hpp"
#include "fastser/internal/archive/recent_texts.hpp"
#include "fastser/internal/archive/sharing_fields.hpp"
#include "fastser/internal/archive/string_table.hpp"
#include "fastser/internal/wire/content_hash.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/short_text.hpp"
#include "fastser/status.hpp"
#include "fastser/type/code.hpp"

#define FASTSER_CODER_INLINE FASTSER_INLINE inline

namespace fastser::archive {

namespace coder {

/// A byte of a type of its own: unlike a character it aliases nothing.
enum class LoneByte : std::uint8_t {};

/// Stores at any address, as a type that aliases none of the coder's members: what keeps the write
/// position in a register across a caller's loop. Not for bytes that are written over by the value
/// behind, since compilers may then change the order of the two.
template <typename U>
FASTSER_CODER_INLINE void store(std::byte* to, U bits) noexcept {
#if FASTSER_GNU
  if constexpr (sizeof(U) == 1) {
    *reinterpret_cast<LoneByte*>(to) = static_cast<LoneByte>(bits);
    return;
  } else if constexpr (wire::kLittleHost) {
    struct __attribute__((packed)) Packed {
      U value;
    };
    reinterpret_cast<Packed*>(to)->value = bits;
    return;
  }
#endif
  wire::store_le(to, bits);
}

inline constexpr std::uint64_t kNotAscii = 0x8080808080808080U;
[[nodiscard]] inline bool is_ascii(const wire::ShortContent& content) noexcept {
  return ((content.low | content.high) & kNotAscii) == 0;
}

/// The code of a C++ scalar on the wire.
template <typename T>
[[nodiscard]] constexpr schema::TypeCode code_for() noexcept {
  using schema::TypeCode;
  if constexpr (std::is_same_v<T, bool>) {
    return TypeCode::kBool;
  } else if constexpr (std::is_floating_point_v<T>) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8);
    return sizeof(T) == 4 ? TypeCode::kF32 : TypeCode::kF64;
  } else {
    static_assert(std::is_integral_v<T> && sizeof(T) <= 8);
    constexpr TypeCode kCodes[2][4] = {
        {TypeCode::kU8, TypeCode::kU16, TypeCode::kU32, TypeCode::kU64},
        {TypeCode::kI8, TypeCode::kI16, TypeCode::kI32, TypeCode::kI64}};
    return kCodes[std::is_signed_v<T> ? 1 : 0][std::countr_zero(sizeof(T))];
  }
}

}  // namespace coder

class CoderWriter;
struct PendingObject;

/// Writes the fields of an object: everything between begin_object and end_object.
using ObjectBody = void (*)(CoderWriter& writer, const PendingObject& object);

/// A pending object: the arguments of the call that wrote it.
struct PendingObject {
  const void* identity = nullptr;
  ClassHandle of = {};
  void* context = nullptr;
  ObjectBody body = nullptr;
};

/// What begin_object_or_later did.
enum class ObjectPlace : std::uint8_t {
  kDone,   ///< nil or written before: nothing more to do
  kNew,    ///< write its fields, then call end_object()
  kLater,  ///< its fields must be written when begin_pending() returns it
};

class CoderWriter {
 public:
  explicit CoderWriter(const CoderOptions& options = {}) noexcept;
  CoderWriter(const CoderWriter&) = delete;
  CoderWriter& operator=(const CoderWriter&) = delete;
  ~CoderWriter() = default;

  // ---- values. Each call writes one value into the innermost record or container that is open: a
  // field of a record, an element of a list, a key or a value of a map. Only fields of records have
  // keys.

  /// bool, integers, float, double. Cost: about 1 ns if the record before it of the same class had
  /// such a field at this place.
  template <typename T>
  FASTSER_CODER_INLINE void scalar(T value) noexcept {
    scalar_bits<T>(std::bit_cast<wire::UnsignedOf<sizeof(T)>>(value));
  }
  template <typename T>
  FASTSER_CODER_INLINE void scalar(const Key& key, T value) noexcept {
    scalar_bits<T>(key, std::bit_cast<wire::UnsignedOf<sizeof(T)>>(value));
  }
  /// The same by its bits, for floats that must not pass through a register.
  template <typename T>
  FASTSER_CODER_INLINE void scalar_bits(wire::UnsignedOf<sizeof(T)> bits) noexcept {
    constexpr coder::Tag kTag = coder::tag_of(coder::code_for<T>());
    if (!run_.has<kTag>(cur_)) {
      if (at_->tag != kTag || cur_ >= guard_) [[unlikely]] {
        return fixed_slow(kTag, nullptr, bits);
      }
      ++at_;
    }
    coder::store(cur_, bits);
    cur_ += sizeof(T);
  }
  template <typename T>
  FASTSER_CODER_INLINE void scalar_bits(const Key& key, wire::UnsignedOf<sizeof(T)> bits) noexcept {
    if (!take_expected<T>(key, bits)) {
      fixed_slow(coder::tag_of(coder::code_for<T>()), &key, bits);
    }
  }
  /// The same, but only if this is the expected value; else it does nothing and returns false. For
  /// callers for whom making a lasting Key costs more than this attempt.
  template <typename T>
  [[nodiscard]] FASTSER_CODER_INLINE bool take_expected(const Key& key,
                                                        wire::UnsignedOf<sizeof(T)> bits) noexcept {
    constexpr coder::Tag kTag = coder::tag_of(coder::code_for<T>());
    if (!matches(kTag, key)) [[unlikely]]
      return false;
    coder::store(cur_, bits);
    cur_ += sizeof(T);
    ++at_;
    return true;
  }
  void boolean(bool value) noexcept { scalar(value); }
  void boolean(const Key& key, bool value) noexcept { scalar(key, value); }
  void i8(std::int8_t value) noexcept { scalar(value); }
  void i8(const Key& key, std::int8_t value) noexcept { scalar(key, value); }
  void u8(std::uint8_t value) noexcept { scalar(value); }
  void u8(const Key& key, std::uint8_t value) noexcept { scalar(key, value); }
  void i16(std::int16_t value) noexcept { scalar(value); }
  void i16(const Key& key, std::int16_t value) noexcept { scalar(key, value); }
  void u16(std::uint16_t value) noexcept { scalar(value); }
  void u16(const Key& key, std::uint16_t value) noexcept { scalar(key, value); }
  FASTSER_CODER_INLINE void i32(std::int32_t value) noexcept { scalar(value); }
  FASTSER_CODER_INLINE void i32(const Key& key, std::int32_t value) noexcept { scalar(key, value); }
  void u32(std::uint32_t value) noexcept { scalar(value); }
  void u32(const Key& key, std::uint32_t value) noexcept { scalar(key, value); }
  FASTSER_CODER_INLINE void i64(std::int64_t value) noexcept { scalar(value); }
  FASTSER_CODER_INLINE void i64(const Key& key, std::int64_t value) noexcept { scalar(key, value); }
  void u64(std::uint64_t value) noexcept { scalar(value); }
  void u64(const Key& key, std::uint64_t value) noexcept { scalar(key, value); }
  void f32(float value) noexcept { scalar(value); }
  void f32(const Key& key, float value) noexcept { scalar(key, value); }
  FASTSER_CODER_INLINE void f64(double value) noexcept { scalar(value); }
  FASTSER_CODER_INLINE void f64(const Key& key, double value) noexcept { scalar(key, value); }

  /// Floats by their bits, for callers that would change some NaNs otherwise (B13).
  void f32_bits(std::uint32_t bits) noexcept { scalar_bits<float>(bits); }
  void f64_bits(std::uint64_t bits) noexcept { scalar_bits<double>(bits); }

  /// Integers in as few bytes as they need.
  void vi64(std::int64_t value) noexcept { varint_value(nullptr, value); }
  void vi64(const Key& key, std::int64_t value) noexcept { varint_value(&key, value); }
  void vu64(std::uint64_t value) noexcept { varint_value(nullptr, value); }
  void vu64(const Key& key, std::uint64_t value) noexcept { varint_value(&key, value); }

  void null() noexcept { null_value(nullptr); }
  void null(const Key& key) noexcept { null_value(&key); }
  /// UTF-8 (kUsage otherwise). Equal strings are written once, unless Sharing::off.
  void string(std::string_view text) noexcept;
  void string(const Key& key, std::string_view text) noexcept { string_value(&key, text); }
  /// The same, a little faster, since a std::string always has 16 readable bytes.
  template <std::same_as<std::string> T>
  void string(const T& text) noexcept {
#if FASTSER_PADDED_STRINGS
    padded_string(text.data(), text.size());
#else
    string(std::string_view(text));
#endif
  }
  /// UTF-16 in the machine's byte order, written as UTF-8. A lone surrogate is kUsage.
  void string16(std::u16string_view text) noexcept { wide_text(nullptr, text); }
  void string16(const Key& key, std::u16string_view text) noexcept { wide_text(&key, text); }
  /// For callers whose strings are objects: so each of them is converted only once.
  /// remember_string() gives the string written last an identity, the address of your object, which
  /// must stay unchanged until finish(). string_again() writes the string with this identity again.
  /// False: there is none, and nothing was written, so write the string. (Empty strings, and all
  /// strings with Sharing::off, are not remembered.)
  [[nodiscard]] bool string_again(const void* identity) noexcept {
    return known_string(nullptr, identity);
  }
  [[nodiscard]] bool string_again(const Key& key, const void* identity) noexcept {
    return known_string(&key, identity);
  }
  void remember_string(const void* identity) noexcept;
  void data(BytesView bytes) noexcept { data_value(nullptr, bytes); }
  void data(const Key& key, BytesView bytes) noexcept { data_value(&key, bytes); }
  void url(std::string_view text) noexcept { plain_text(nullptr, schema::TypeCode::kUrl, text); }
  void url(const Key& key, std::string_view text) noexcept {
    plain_text(&key, schema::TypeCode::kUrl, text);
  }
  /// A class as a value, by its name.
  void class_ref(std::string_view name) noexcept {
    plain_text(nullptr, schema::TypeCode::kClassRef, name);
  }
  void class_ref(const Key& key, std::string_view name) noexcept {
    plain_text(&key, schema::TypeCode::kClassRef, name);
  }
  void date(const CoderDate& value) noexcept { date_value(nullptr, value); }
  void date(const Key& key, const CoderDate& value) noexcept { date_value(&key, value); }
  /// Seconds since 2001-01-01T00:00:00Z, every bit kept.
  void apple_date(double value) noexcept {
    wide_value(nullptr, schema::TypeCode::kAppleDate, value);
  }
  void apple_date(const Key& key, double value) noexcept {
    wide_value(&key, schema::TypeCode::kAppleDate, value);
  }
  /// Nanoseconds.
  void duration(std::int64_t value) noexcept {
    wide_value(nullptr, schema::TypeCode::kDuration, value);
  }
  void duration(const Key& key, std::int64_t value) noexcept {
    wide_value(&key, schema::TypeCode::kDuration, value);
  }
  void uuid(const CoderUuid& value) noexcept { uuid_value(nullptr, value); }
  void uuid(const Key& key, const CoderUuid& value) noexcept { uuid_value(&key, value); }
  void decimal(const CoderDecimal& value) noexcept { decimal_value(nullptr, value); }
  void decimal(const Key& key, const CoderDecimal& value) noexcept { decimal_value(&key, value); }

  /// A list of scalars in one call, at the speed of memcpy.
  template <typename T>
  void array(std::span<const T> values) noexcept {
    array_value(nullptr, coder::code_for<T>(), values.data(), values.size(), sizeof(T));
  }
  template <typename T>
  void array(const Key& key, std::span<const T> values) noexcept {
    array_value(&key, coder::code_for<T>(), values.data(), values.size(), sizeof(T));
  }

  // ---- containers. Elements have one type (CoderType), or any type (kAny). If you do not know the
  // count, pass kUnknownCount; a wrong count is kUsage at the end of the container. Equal elements
  // of a set and equal keys of a map are kUsage, at the latest in finish().

  void begin_list(std::uint64_t count, CoderType element) noexcept {
    open_list(nullptr, count, element, schema::TypeCode::kList);
  }
  void begin_list(const Key& key, std::uint64_t count, CoderType element) noexcept {
    open_list(&key, count, element, schema::TypeCode::kList);
  }
  FASTSER_CODER_INLINE void end_list() noexcept {
    if (top_->plain == Kind::kList && top_->run_used == top_->run_count) [[likely]] {
      top_->element = top_->mapped = coder::Tag::kNone;
      --top_;
      at_ = top_->at;
    } else {
      close_container(Kind::kList);
    }
  }
  /// End it with end_list().
  void begin_set(std::uint64_t count, CoderType element) noexcept {
    open_list(nullptr, count, element, schema::TypeCode::kSet);
  }
  void begin_set(const Key& key, std::uint64_t count, CoderType element) noexcept {
    open_list(&key, count, element, schema::TypeCode::kSet);
  }
  /// `count` times a key and then a value. `ordered`: the order has a meaning.
  void begin_map(std::uint64_t count, CoderType key_type, CoderType value_type,
                 bool ordered = false) noexcept {
    open_map(nullptr, count, key_type, value_type, ordered);
  }
  void begin_map(const Key& key, std::uint64_t count, CoderType key_type, CoderType value_type,
                 bool ordered = false) noexcept {
    open_map(&key, count, key_type, value_type, ordered);
  }
  void end_map() noexcept { close_container(Kind::kMap); }
  /// `count` values (at most 32), each of any type.
  void begin_tuple(std::size_t count) noexcept { open_tuple(nullptr, count); }
  void begin_tuple(const Key& key, std::size_t count) noexcept { open_tuple(&key, count); }
  void end_tuple() noexcept { close_container(Kind::kTuple); }

  // ---- keys by number

  /// The number of a key; the same for the same name. Valid as long as the writer.
  [[nodiscard]] KeyHandle define_key(std::string_view name) noexcept;
  /// The key with this number, for other calls. An unknown number gives an empty key.
  [[nodiscard]] Key key(KeyHandle handle) const noexcept;

  // ---- objects and records

  /// The class with this name, version and super-class; the same handle for the same three.
  [[nodiscard]] ClassHandle define_class(std::string_view name, std::uint32_t version = 0,
                                         ClassHandle super = {}) noexcept;
  /// Keeps a pointer of yours for a class; class_data() returns it, or null if none was set.
  void set_class_data(ClassHandle of, void* data) noexcept;
  [[nodiscard]] void* class_data(ClassHandle of) const noexcept;

  /// Writes an object. True: it is new; write its fields, then call end_object(). False: it is nil
  /// (identity null) or was written before; do not call end_object().
  [[nodiscard]] bool begin_object(const void* identity, ClassHandle of) noexcept {
    return open_object(nullptr, identity, of);
  }
  [[nodiscard]] bool begin_object(const Key& key, const void* identity, ClassHandle of) noexcept {
    return open_object(&key, identity, of);
  }
  FASTSER_CODER_INLINE void end_object() noexcept { close_body(Kind::kObject); }

  // Deep graphs without deep recursion: an object that is nested deep gets its number at once, but
  // its fields are written after the root. There are two ways. object() calls `body`, at once or
  // from finish(), so `context` and the object must stay valid until finish() returns.
  // begin_object_or_later() returns kLater, and begin_pending() returns the object when the root is
  // complete. A pending object counts as written.

  void object(const void* identity, ClassHandle of, ObjectBody body,
              void* context = nullptr) noexcept {
    write_object(nullptr, {identity, of, context, body});
  }
  void object(const Key& key, const void* identity, ClassHandle of, ObjectBody body,
              void* context = nullptr) noexcept {
    write_object(&key, {identity, of, context, body});
  }
  [[nodiscard]] ObjectPlace begin_object_or_later(const void* identity, ClassHandle of,
                                                  void* context = nullptr) noexcept {
    return open_object_or_later(nullptr, {identity, of, context, nullptr});
  }
  [[nodiscard]] ObjectPlace begin_object_or_later(const Key& key, const void* identity,
                                                  ClassHandle of,
                                                  void* context = nullptr) noexcept {
    return open_object_or_later(&key, {identity, of, context, nullptr});
  }
  /// Call it when the root is complete. Opens the next object that was kLater: write its fields,
  /// then call end_object(). False: there is none, or there was an error. kUsage: something is
  /// open, or a branch has no value. Once it has opened an object, the root takes no more values.
  [[nodiscard]] bool begin_pending(PendingObject& object) noexcept;

  /// A reference to an object that was begun before (kUsage otherwise); nil for null.
  void reference(const void* identity) noexcept { reference_value(nullptr, identity); }
  void reference(const Key& key, const void* identity) noexcept { reference_value(&key, identity); }
  /// A reference to an object if another call writes it, before or after this one; else nil.
  void conditional(const void* identity) noexcept { conditional_value(nullptr, identity); }
  void conditional(const Key& key, const void* identity) noexcept {
    conditional_value(&key, identity);
  }
  /// A record, which has no identity.
  FASTSER_CODER_INLINE void begin_record(ClassHandle of) noexcept {
    if (top_->again == of.index && cur_ < guard_) [[likely]] {
      return open_again();
    }
    if (at_->tag == coder::tag_of(schema::TypeCode::kAnyRecord) && cur_ < guard_ &&
        top_ < last_frame_) {
      const coder::Prediction* const record = shapes_.prediction(of.index);
      if (record != nullptr) return open_predicted(Kind::kRecord, of.index, *record, at_ + 1);
    }
    open_element(of);
  }
  void begin_record(const Key& key, ClassHandle of) noexcept { open_record(&key, of); }
  FASTSER_CODER_INLINE void end_record() noexcept { close_body(Kind::kRecord); }

  // ---- containers side by side (Codable)

  /// The place of one value that you write in turns with what comes after it:
  ///   CoderWriter::Branch child;
  ///   writer.begin_branch("child", child);  // reserves the place
  ///   writer.i32("age", 5);                 // what comes after it
  ///   writer.swap(child);                   // begin_record(cls), some of its fields ...
  ///   writer.swap(child);                   // go on in the parent ...
  ///   writer.swap(child);                   // ... and in the child again, to its end_record()
  ///   writer.swap(child);
  /// Branches may nest, and any number may be open. Until all of them have their value, calls are
  /// only recorded (in at most CoderOptions::branch_memory bytes, else kOverBudget). When all are
  /// complete and the writer is back at the first place, they are carried out in the order of their
  /// values, so errors may be reported only then. A branch belongs to one archive.
  class Branch {
   private:
    friend class CoderWriter;
    std::uint32_t strand_ = 0;
    std::uint64_t archive_ = 0;
  };
  void begin_branch(Branch& branch) noexcept { open_branch(nullptr, branch); }
  void begin_branch(const Key& key, Branch& branch) noexcept { open_branch(&key, branch); }
  /// Changes to the branch, and back.
  void swap(Branch& branch) noexcept;

  // ---- the end

  /// Reports an error of your own (such as a value that cannot be written); finish() will return
  /// it.
  void fail(const Status& error) noexcept;
  /// The first error, or ok.
  [[nodiscard]] const Status& status() const noexcept { return status_; }
  /// The archive, or the first error (with a path). kUsage: something is still open, a branch has
  /// no value, or pending objects were not written. The writer is then as after reset(), also after
  /// an error. Cost: the type table; one more pass if maps or sets have keys that a hash cannot
  /// compare (docs/coder.md).
  [[nodiscard]] Result<Buffer> finish() noexcept;
  /// The same into `out`; the writer takes over the memory of `out` for the next archive.
  [[nodiscard]] Status finish_into(Buffer& out) noexcept;
  /// Drops all values and the error; classes, keys and memory stay.
  void reset() noexcept;

 private:
  // The kinds from kList on have elements; a root that has ended takes nothing any more.
  enum class Kind : std::uint8_t { kRoot, kRecord, kObject, kList, kMap, kTuple, kEnded };

  // One open record or container. Of the innermost one, `at` lives in at_. A fixed run in progress
  // is always of the innermost: what opens something is no fixed value.
  struct Frame {
    Kind kind = Kind::kRoot;
    // The kind once more, if its end has nothing to do but to go on: a record that has kept to its
    // class's prediction, which still is that; a list of records or objects of a known count. Else
    // kEnded.
    Kind plain = Kind::kEnded;
    bool building = false;   // no prediction (any more)
    bool guessing = false;   // following what is known from archives before
    bool counts = false;     // the count of the container is put in at the end
    bool unique = false;     // keys, or elements of a set, are looked at for equal ones
    bool steps = false;      // and some of them where they lie, when the next value begins
    std::uint8_t width = 0;  // bytes kept for the shape number or the count
    std::uint32_t class_index = coder::ShapeStore::kRoot;
    coder::Tag element = coder::Tag::kNone;  // expected next: containers, runs of no fixed width
    coder::Tag mapped = coder::Tag::kNone;   // and after it: the other one of maps, else the same
    std::uint32_t learn = 0;
    coder::Entry* at = nullptr;
    // Behind the run. Of a list: the field that it is, if known. Above a list that has `again`: the
    // first one.
    coder::Entry* after = nullptr;
    std::uint64_t run_count = 0;  // values in the run; containers: in all
    std::uint64_t run_used = 0;   // not fixed: values so far
    std::size_t run_begin = 0;    // fixed: where the run starts in the output
    std::size_t header = 0;       // where the shape number or the count lies
    std::size_t key = 0;          // where the key (the element) lies; unique only
    std::size_t build_start = 0;  // first of the frame's entries in build_
    // Of a list: the class of the records for which the frame above is made ready, as long as they
    // are plain. Wider than a class's number, so that no number is kNever.
    static constexpr std::uint64_t kNever = ~std::uint64_t{0};
    std::uint64_t again = kNever;
    coder::NumberedShape shape;  // the one followed, and the number that was written; not if plain

    [[nodiscard]] bool is_plain() const noexcept { return plain != Kind::kEnded; }
  };

  // An object whose fields come behind the root.
  struct Pending {
    PendingObject object;
    std::size_t header = 0;  // where its shape number lies
    std::uint32_t written = 0;
    std::uint8_t width = 0;
  };

  static constexpr std::size_t kSlack = 64;
  static constexpr std::uint64_t kOpenEnd = ~std::uint64_t{0};
  static constexpr std::string_view kTooManyElements =
      "more elements than the container was begun with";

  FASTSER_CODER_INLINE bool matches(coder::Tag tag, const Key& key) const noexcept {
    return at_->tag == coder::named(tag) && at_->key == key.id() && at_->key_size == key.size() &&
           cur_ < guard_;
  }
  // A value of `tag` outside a fixed run is expected here and there is room: taken.
  FASTSER_CODER_INLINE bool take(coder::Tag tag, const Key* key) noexcept {
    if (key == nullptr ? at_->tag == tag && cur_ < guard_ : matches(tag, *key)) {
      learn_ = at_->learn;
      ++at_;
      return true;
    }
    if (key == nullptr && top_->element == tag && top_->run_used < top_->run_count &&
        cur_ < guard_) {
      count_element();
      return true;
    }
    return false;
  }
  FASTSER_CODER_INLINE void count_element() noexcept {
    if (top_->steps) step_keys();
    ++top_->run_used;
    if (top_->element != top_->mapped) std::swap(top_->element, top_->mapped);
    learn_ = top_->learn;
  }

  // Equal keys of maps, equal elements of sets: coder/writer_keys.cc.
  void open_keys(coder::Tag element, std::uint64_t count) noexcept;
  void close_keys() noexcept;
  void step_keys() noexcept;
  void end_key(coder::Tag tag, const std::byte* end) noexcept;
  void text_key(schema::TypeCode code, const void* text, std::size_t size) noexcept;
  void key_added(coder::KeySet::Added added) noexcept;
  Status verify_keys() noexcept;

  // The cold path of every value: makes this the place of a value of `tag`, with room for kSlack
  // bytes. False after an error.
  bool place(coder::Tag tag, const Key* key) noexcept;
  bool place_element(coder::Tag tag, const Key* key) noexcept;
  bool place_field(coder::Tag tag, const Key* key) noexcept;
  bool follow(coder::Tag tag, const Key* key) noexcept;
  bool depart(coder::Tag tag, const Key* key) noexcept;
  bool generalise() noexcept;
  bool switch_shape(coder::Tag tag, const Key* key, std::size_t done) noexcept;
  bool start_building(std::size_t done) noexcept;
  bool build(coder::Tag tag, const Key* key) noexcept;
  bool has_name(coder::Entry& entry, const Key* key) const noexcept;
  bool push_entry(coder::Tag tag, const Key* key) noexcept;
  void start_run(coder::Tag tag, std::uint64_t count, std::uint64_t used) noexcept;
  [[nodiscard]] bool in_run() const noexcept {
    return run_.tag() != coder::Tag::kNone || top_->element != coder::Tag::kNone;
  }
  void leave_run() noexcept;
  void refresh_limit() noexcept;
  [[nodiscard]] std::uint64_t run_progress() const noexcept;
  void close_run() noexcept;
  void put_tag(coder::Tag tag) noexcept;
  [[nodiscard]] std::uint32_t field_slot(coder::Tag tag, std::uint32_t name,
                                         std::size_t index) const noexcept;
  bool guess(coder::Tag tag, const Key* key, std::size_t done) noexcept;
  bool agrees(const coder::Shape& other, std::size_t done, coder::Tag tag,
              const Key* key) const noexcept;
  void follow_from(std::uint32_t shape, std::size_t done) noexcept;

  void fixed_slow(coder::Tag tag, const Key* key, std::uint64_t bits) noexcept;
  void varint_value(const Key* key, std::int64_t value) noexcept;
  void varint_value(const Key* key, std::uint64_t value) noexcept;
  void null_value(const Key* key) noexcept;
  void string_value(const Key* key, std::string_view text) noexcept;
  void padded_string(const char* text, std::size_t size) noexcept;
  template <bool kPadded>
  void string_field(const char* text, std::size_t size) noexcept;
  void wide_text(const Key* key, std::u16string_view text) noexcept;
  bool known_string(const Key* key, const void* identity) noexcept;
  void data_value(const Key* key, BytesView bytes) noexcept;
  void plain_text(const Key* key, schema::TypeCode code, std::string_view text) noexcept;
  void sized(const void* bytes, std::size_t size) noexcept;
  void put_string_reference(std::uint32_t number) noexcept;
  template <bool kText>
  void shared(const char* bytes, std::size_t size) noexcept;
  void shared_middle(const char* text, std::size_t size) noexcept;
  template <bool kPadded>
  void shared_recent(const char* text, std::size_t size, std::uint32_t learn) noexcept;
  template <bool kPadded>
  void shared_short(const char* text, std::size_t size, std::uint32_t learn,
                    std::uint32_t hash) noexcept;
  template <bool kText>
  void shared_new(const char* bytes, std::size_t size, std::uint32_t hash) noexcept;
  template <bool kText>
  void put_new(const char* bytes, std::size_t size) noexcept;
  void date_value(const Key* key, const CoderDate& value) noexcept;
  template <typename T>
  void wide_value(const Key* key, schema::TypeCode code, T value) noexcept {
    fixed_slow(coder::tag_of(code), key, std::bit_cast<std::uint64_t>(value));
  }
  void uuid_value(const Key* key, const CoderUuid& value) noexcept;
  void decimal_value(const Key* key, const CoderDecimal& value) noexcept;
  void array_value(const Key* key, schema::TypeCode code, const void* values, std::size_t count,
                   std::size_t width) noexcept;

  void begin_container(const Key* key, coder::Tag tag, Kind kind, std::uint64_t count,
                       coder::Tag element, coder::Tag mapped) noexcept;
  // Of records and objects by what is known when the call is compiled, mostly.
  FASTSER_CODER_INLINE void open_list(const Key* key, std::uint64_t count, CoderType element,
                                      schema::TypeCode code) noexcept {
    const schema::TypeCode of = element.code();
    if (element.outer() == schema::TypeCode::kNull &&
        (of == schema::TypeCode::kAnyRecord || of == schema::TypeCode::kAnyRef)) {
      const coder::Tag tag = coder::tag_of(of);
      if (key == nullptr && code == schema::TypeCode::kList) {
        return open_list_here(count, coder::inside(code, tag), tag);
      }
      begin_container(key, coder::inside(code, tag), Kind::kList, count, tag, tag);
    } else {
      open_list_of(key, count, element, code);
    }
  }
  void open_list_here(std::uint64_t count, coder::Tag list, coder::Tag element) noexcept;
  void open_list_of(const Key* key, std::uint64_t count, CoderType element,
                    schema::TypeCode code) noexcept;
  void open_map(const Key* key, std::uint64_t count, CoderType key_type, CoderType value_type,
                bool ordered) noexcept;
  void open_tuple(const Key* key, std::size_t count) noexcept;
  bool put_count(std::uint64_t count) noexcept;
  bool move_up(std::size_t from, std::size_t by) noexcept;
  bool open_container(Kind kind, std::uint64_t count, coder::Tag element,
                      coder::Tag mapped) noexcept;
  void close_container(Kind kind) noexcept;
  void close_miscounted(Kind kind) noexcept;
  bool put_object_slot(const Key* key, const void* identity, ClassHandle of, schema::Slot fresh,
                       schema::Slot kept) noexcept;
  bool open_object(const Key* key, const void* identity, ClassHandle of) noexcept;
  ObjectPlace open_object_or_later(const Key* key, const PendingObject& what) noexcept;
  void write_object(const Key* key, const PendingObject& what) noexcept;
  ObjectPlace defer_object(const Key* key, const PendingObject& what) noexcept;
  void run_body(const PendingObject& what) noexcept;
  bool write_pending() noexcept;
  void put_pending_number(Pending& pending) noexcept;
  bool end_root() noexcept;
  void open_record(const Key* key, ClassHandle of) noexcept;
  bool open_body(Kind kind, std::uint32_t class_index) noexcept;
  // There is a frame and room for the number, which takes one byte.
  FASTSER_CODER_INLINE void open_predicted(Kind kind, std::uint32_t class_index,
                                           const coder::Prediction& of,
                                           coder::Entry* behind) noexcept {
    top_->at = behind;
    Frame* const fresh = ++top_;
    fresh->kind = fresh->plain = kind;
    fresh->building = fresh->guessing = fresh->counts = false;
    fresh->unique = fresh->steps = false;
    fresh->width = 1;
    fresh->class_index = class_index;
    fresh->again = Frame::kNever;
    fresh->header = position();
    at_ = of.entries;
    coder::store(cur_, static_cast<std::uint8_t>(of.shape.number));
    ++cur_;
  }
  // An element of a list that is ready for it (expect_element): what is in its frame stays.
  FASTSER_CODER_INLINE void open_again() noexcept {
    ++top_->run_used;  // too many are found at the list's end
    Frame* const fresh = ++top_;
    fresh->header = position();
    at_ = fresh->after;
    coder::store(cur_, static_cast<std::uint8_t>(fresh->shape.number));
    ++cur_;
  }
  void open_element(ClassHandle of) noexcept;
  void expect_element(Frame* list, std::uint32_t class_index, const coder::Prediction& of) noexcept;
  // What is predicted of a class changes, or whether its number takes one byte.
  void forget_again() noexcept {
    if (may_open_again_) forget_ready_lists();
  }
  void forget_ready_lists() noexcept;
  bool open_first_body(Kind kind, std::uint32_t class_index) noexcept;
  void put_predicted(Frame& frame, std::uint32_t number) noexcept;
  void close_departed(Kind kind) noexcept;
  bool make_frames(Kind kind) noexcept;
  [[nodiscard]] std::size_t levels_with(Kind kind) const noexcept;
  /// Whether a list may lie here that is written as a whole.
  bool may_list() noexcept;
  [[nodiscard]] std::size_t open_frames() const noexcept {
    return taping_ ? tape_->strands[tape_->active].depth : static_cast<std::size_t>(top_ - root_);
  }
  // Inside a plain record no run is in progress. After an error the innermost open thing is the
  // root, which is none.
  FASTSER_CODER_INLINE void close_body(Kind kind) noexcept {
    if (top_->plain == kind && at_->tag == coder::Tag::kEnd) [[likely]] {
      --top_;
      at_ = top_->at;
    } else {
      close_departed(kind);
    }
  }
  void know_shape(Frame& frame) const noexcept {
    if (frame.is_plain()) frame.shape = shapes_.last_of(frame.class_index)->shape;
  }
  void forget_prediction(std::uint32_t class_index) noexcept;
  bool settle_entries(std::uint32_t& shape) noexcept;
  bool put_table() noexcept;
  bool put_shape_number(std::uint32_t number) noexcept;
  void put_slot(std::uint64_t slot) noexcept;
  void reference_value(const Key* key, const void* identity) noexcept;
  void conditional_value(const Key* key, const void* identity) noexcept;
  [[nodiscard]] bool is_promised(std::uint32_t number) const noexcept;
  [[nodiscard]] bool element_tag(CoderType type, coder::Tag& tag) const noexcept;
  Frame* push_frame(Kind kind) noexcept;
  void pop_frame() noexcept;
  void leave_frames() noexcept;

  // coder/writer_branches.cc
  void open_branch(const Key* key, Branch& branch) noexcept;
  bool start_taping() noexcept;
  void stop_taping() noexcept;
  bool tape_call(coder::TapeOp op, coder::Tag tag, const Key* key) noexcept;
  template <typename T>
  bool tape_call(coder::TapeOp op, const Key* key, const T& what) noexcept;
  void tape_text(coder::TapeOp op, const Key* key, const void* bytes, std::size_t size) noexcept;
  bool tape_string_again(const Key* key, const void* identity) noexcept;
  void tape_remember(const void* identity) noexcept;
  void tape_container(const Key* key, Kind kind, coder::Tag tag, std::uint64_t count,
                      coder::Tag element, coder::Tag mapped) noexcept;
  ObjectPlace tape_object(const Key* key, const PendingObject& what, bool deferred) noexcept;
  void tape_reference(const Key* key, const void* identity) noexcept;
  void tape_end(Kind kind) noexcept;
  void tape_opened() noexcept { ++tape_->strands[tape_->active].depth; }
  void play_tape() noexcept;
  void play_call(const coder::TapeCall& call, const Key* key, const std::byte* what) noexcept;
  [[nodiscard]] bool is_written(const void* identity) const noexcept;

  bool make_room(std::size_t size) noexcept;
  bool start() noexcept;
  bool fail(Code code, std::string_view message) noexcept;
  [[nodiscard]] std::string path() const;
  [[nodiscard]] std::size_t position() const noexcept {
    return static_cast<std::size_t>(cur_ - begin_);
  }
  Status close() noexcept;

  // Hot: what every value looks at.
  // (What changes together is kept apart: compilers would join the stores, at a cost.)
  std::byte* cur_ = nullptr;
  std::byte* guard_ = nullptr;
  coder::Entry* at_;
  std::byte* begin_ = nullptr;
  Frame* top_ = nullptr;
  coder::Run<const std::byte*> run_;
  std::uint32_t learn_ = 0;                       // of the value placed last
  std::uint32_t last_string_ = coder::kNoNumber;  // number of the shared string written last

  std::byte* end_ = nullptr;
  coder::Entry nothing_;  // matches no value: at_ inside runs, while building, after errors
  bool failed_ = false;
  bool taping_ = false;        // calls are noted on tape_: out_ is its buffer
  std::uint64_t archive_ = 1;  // how many were begun
  CoderOptions options_;
  std::uint32_t max_depth_;
  std::uint32_t pending_depth_;
  coder::Tag string_tag_;
  coder::Tag data_tag_;
  std::uint32_t next_object_ = 0;

  Buffer out_;
  // The root and the open things inside it, outermost first, up to top_.
  static constexpr std::size_t kFirstFrames = 4;
  std::array<Frame, kFirstFrames> first_frames_;
  std::unique_ptr<Frame[]> more_frames_;
  Frame* root_;
  Frame* last_frame_;            // that there is room for, and that cannot be too deep
  Frame* frames_end_;            // of the room
  bool may_open_again_ = false;  // some frame's `again` may be a class
  PodStack<coder::Entry> build_;
  PodStack<Pending> pending_;
  std::size_t next_pending_ = 0;
  PodStack<void*> class_data_;
  PodStack<std::uint8_t> promised_;  // by object number, as far as promises were made
  coder::ShapeStore shapes_;
  StringTable strings_;
  RecentTexts recent_;
  StringTable datas_;
  SharingFields string_fields_;
  SharingFields data_fields_;
  ObjectTable objects_;
  ObjectTable known_strings_;
  coder::KeySet keys_of_open_;         // of the maps and sets that are open
  bool needs_verify_ = false;          // keys were written that a KeySet does not compare
  Buffer narrow_;                      // what UTF-16 was converted to
  std::unique_ptr<coder::Tape> tape_;  // made at the first branch
  Frame tape_frame_;                   // the innermost open thing while calls are noted
  Status status_;
};

}  // namespace fastser::archive
