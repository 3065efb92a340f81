// SPDX-License-Identifier: MIT
//
// CoderReader: reads a self-described archive with one call per value (docs/coder.md), whether a
// CoderWriter or a typed encode wrote it. The calls mirror the writer's.
//
// An expected value costs a compare of the code, a bounds check that also ends runs, and a load.
// All else is out of line: conversions; optional, variant, enum and any, which the reader looks
// through; keys in another order. At the first key that is not that of the next field, the reader
// notes where each field of the record starts. Objects and strings are identified by their
// *position*. Skipped ones are registered, too. If the body of an object lies elsewhere (deferred,
// promised, skipped), it is read there when the object is asked for, or when begin_pending() comes
// to it.
//
//   run_.has(cur_)  inside a run of values of this type that was checked against the input
//   *at_            the field that a value outside a run is
//   *top_           the innermost record or container that is open
//   cur_ < guard_   at least kSlack bytes are left
//
// Errors are sticky: the first one is kept, with offset and path; later calls return zero, empty or
// nil. A key that the record does not have is not an error: its value is zero, empty or nil; see
// contains(). Ownership: borrows the archive; views of strings and data are valid as long as its
// bytes. Limits hold for the whole archive. Thread rule: one thread at a time per reader.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/buffer.hpp"
#include "fastser/coder_writer.hpp"
#include "fastser/internal/archive/coder/frames.hpp"
#include "fastser/internal/archive/coder/key_set.hpp"
#include "fastser/internal/archive/coder/run.hpp"
#include "fastser/internal/archive/coder/shapes.hpp"
#include "fastser/internal/archive/coder/tables.hpp"
#include "fastser/internal/archive/coder/types.hpp"
#include "fastser/internal/archive/pod_stack.hpp"
#include "fastser/internal/base/vector_resize.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/internal/wire/content_hash.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/padded_text.hpp"
#include "fastser/internal/wire/short_text.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"
#include "fastser/type.hpp"

namespace fastser::archive {

namespace coder {

/// Whether a text of 1 to 32 bytes is ASCII; eight may be read where it starts. Most are.
FASTSER_CODER_INLINE bool is_short_ascii(const std::byte* from, std::size_t size) noexcept {
  std::uint64_t tops = wire::load_le<std::uint64_t>(from);
  // What lies behind is shifted out.
  if (size < 8) return (tops & kNotAscii) << (64 - 8 * size) == 0;
  tops |= wire::load_le<std::uint64_t>(from + size - 8);
  if (size > 16) {
    tops |= wire::load_le<std::uint64_t>(from + 8);
    tops |= wire::load_le<std::uint64_t>(from + size - 16);
  }
  return (tops & kNotAscii) == 0;
}

}  // namespace coder

/// What begin_object found.
struct ObjectStart {
  enum Kind : std::uint8_t {
    kNil,        ///< no object
    kNew,        ///< an object not returned before: read its fields, then call end_object()
    kReference,  ///< an object that was returned before; see its number
    kLater,      ///< a new object, whose fields begin_pending() will open
  };
  Kind kind = kNil;
  std::uint32_t number = 0;
};

/// Scalars of one width, as they lie in the archive.
struct ScalarArray {
  schema::TypeCode code = schema::TypeCode::kNull;
  std::size_t count = 0;
  BytesView bytes;

  /// Copies all values to `out`, which has room for `count`. False: they have another type, and
  /// nothing is copied.
  template <typename T>
  [[nodiscard]] bool copy_to(T* out) const noexcept {
    if (code != coder::code_for<T>()) return count == 0;
    if constexpr (wire::same_in_memory(sizeof(T))) {
      if (count != 0) std::memcpy(out, bytes.data(), bytes.size());
    } else {
      for (std::size_t at = 0; at < count; ++at) {
        out[at] = wire::load_le<T>(bytes.data() + at * sizeof(T));
      }
    }
    return true;
  }
  /// Replaces the contents of `out` by these values. False as above.
  template <typename T>
  [[nodiscard]] bool copy_to(std::vector<T>& out) const {
    if (count != 0 && code != coder::code_for<T>()) return false;
    if constexpr (wire::same_in_memory(sizeof(T))) {
      assign_elements(out, bytes.data(), count);
      return true;
    } else {
      resize_for_overwrite(out, count);
      return copy_to(out.data());
    }
  }
};

/// What CoderReader::take_value found.
struct CoderValue {
  schema::TypeCode code = schema::TypeCode::kNull;  ///< as peek() says it
  bool taken = false;                               ///< false: only `code` is set
  /// A bool; an integer, sign-extended; the bits of a float or apple date; nanoseconds of a
  /// duration.
  std::uint64_t bits = 0;
  BytesView bytes;     ///< text, checked to be UTF-8, or data
  ObjectStart object;  ///< begun as begin_object() does
};

/// A field of an open record, or a run of fields without names.
struct CoderField {
  std::string_view name;  ///< empty where not named
  schema::TypeCode code =
      schema::TypeCode::kNull;  ///< as in the type table: kOptional for an optional
  std::uint64_t count = 0;      ///< above 1: a run
  bool named = false;
};

/// The place of a value; see CoderReader::position. Valid until the next open().
class CoderPosition {
 public:
  CoderPosition() noexcept = default;
  [[nodiscard]] bool valid() const noexcept { return archive_ != 0; }

 private:
  friend class CoderReader;
  std::size_t offset_ = 0;
  schema::TypeExpr type_;
  std::uint32_t depth_ = 0;
  archive::Inside inside_{};
  std::uint64_t archive_ = 0;
};

struct SlotHead;

class CoderReader {
  struct Place;

 public:
  /// "No number": of a class without a name, of a string that is not shared.
  static constexpr std::uint32_t kNone = coder::kNoNumber;

  CoderReader() noexcept : at_(&nothing_), top_(&idle_) {}
  CoderReader(const CoderReader&) = delete;
  CoderReader& operator=(const CoderReader&) = delete;
  ~CoderReader() = default;

  /// Starts to read `archive`, which must stay valid while it is read. Limits::depth may be any
  /// number here, for callers who watch their own stack; skipped values may still nest only 512
  /// deep. Errors: those of the header and the table; kUsage: an archive without a table. The last
  /// four type tables of at most 64 KiB each stay parsed for later archives. Cost: linear in a new
  /// table, and in the archive if it has a checksum.
  Status open(InputBytes archive, const Limits& limits = {}) noexcept;
  /// The first error, or ok.
  [[nodiscard]] const Status& status() const noexcept { return status_; }
  /// Ends the reading: skips the values of the root that were not read, and checks that nothing
  /// follows them. Returns the first error, if there was one. kUsage: a record, container, object
  /// or position is still open, or a branch is current. Cost: a skip of what was not read; one more
  /// pass over the archive if it has maps or sets whose keys a hash cannot compare (docs/coder.md).
  Status finish() noexcept;
  /// Reports an error of your own (an unknown class, a value out of range); finish() will return
  /// it.
  void fail(Code code, std::string_view message) noexcept;
  [[nodiscard]] std::uint32_t user_version() const noexcept { return user_version_; }
  /// The type of the open archive. Cost: linear in the type table. Errors: kNoMemory; kUsage if
  /// nothing was opened. See also read_type.
  [[nodiscard]] Result<Type> type() const;

  /// The number of a key, for callers who have no constant characters; the same for equal names.
  /// key() returns the key with this number, for other calls. Both are valid as long as the reader.
  /// No memory: a number that is not valid(), and kNoMemory if an archive is open.
  [[nodiscard]] KeyHandle define_key(std::string_view name) noexcept;
  /// An unknown number gives an empty key.
  [[nodiscard]] Key key(KeyHandle handle) const noexcept;

  // ---- values: the next one, or the one with a key. An integer or bool in the archive can be read
  // as any integer type that holds its value, and as a bool (all but 0 are true). An integer from
  // -2^53 to 2^53 can be read as a float that holds it exactly; f32 as f64; f64 as f32 if nothing
  // is lost. Anything else is kTypeMismatch.

  template <typename T>
  FASTSER_CODER_INLINE T scalar() noexcept {
    constexpr coder::Tag kTag = coder::tag_of(coder::code_for<T>());
    if constexpr (!std::is_same_v<T, bool>) {  // a bool's byte has to be looked at
      if (run_.has<kTag>(cur_)) [[likely]] {
        const T value = wire::load_le<T>(cur_);
        cur_ += sizeof(T);
        return value;
      }
      if (at_->tag == kTag && cur_ < guard_) [[likely]] {
        const T value = wire::load_le<T>(cur_);
        cur_ += sizeof(T);
        ++at_;
        return value;
      }
    } else if (at_->tag == kTag && cur_ < guard_ && static_cast<std::uint8_t>(*cur_) <= 1) {
      ++at_;
      return *cur_++ != std::byte{0};
    }
    return scalar_slow<T>(nullptr);
  }
  template <typename T>
  FASTSER_CODER_INLINE T scalar(const Key& key) noexcept {
    wire::UnsignedOf<sizeof(T)> bits;
    if (take_expected<T>(key, bits)) [[likely]]
      return std::bit_cast<T>(bits);
    return scalar_slow<T>(&key);
  }
  /// The same by its bits, but only if it is the expected value; else it does nothing and returns
  /// false. For callers for whom making a lasting Key costs more than this attempt.
  template <typename T>
  [[nodiscard]] FASTSER_CODER_INLINE bool take_expected(
      const Key& key, wire::UnsignedOf<sizeof(T)>& bits) noexcept {
    constexpr coder::Tag kTag = coder::named(coder::tag_of(coder::code_for<T>()));
    if (at_->tag != kTag || at_->key != key.id() || at_->key_size != key.size() || cur_ >= guard_) {
      return false;
    }
    bits = wire::load_le<wire::UnsignedOf<sizeof(T)>>(cur_);
    if constexpr (std::is_same_v<T, bool>) {
      if (bits > 1) return false;
    }
    cur_ += sizeof(T);
    ++at_;
    return true;
  }
  /// Floats by their bits, for callers that would change some NaNs otherwise (B13).
  template <typename T>
  FASTSER_CODER_INLINE wire::UnsignedOf<sizeof(T)> scalar_bits() noexcept {
    static_assert(std::is_floating_point_v<T>);
    constexpr coder::Tag kTag = coder::tag_of(coder::code_for<T>());
    const bool runs = run_.has<kTag>(cur_);
    if (runs || (at_->tag == kTag && cur_ < guard_)) [[likely]] {
      const auto bits = wire::load_le<wire::UnsignedOf<sizeof(T)>>(cur_);
      cur_ += sizeof(T);
      if (!runs) ++at_;
      return bits;
    }
    return real_slow<T>(nullptr);
  }
  template <typename T>
  FASTSER_CODER_INLINE wire::UnsignedOf<sizeof(T)> scalar_bits(const Key& key) noexcept {
    static_assert(std::is_floating_point_v<T>);
    wire::UnsignedOf<sizeof(T)> bits;
    return take_expected<T>(key, bits) ? bits : real_slow<T>(&key);
  }
  [[nodiscard]] bool boolean() noexcept { return scalar<bool>(); }
  [[nodiscard]] bool boolean(const Key& key) noexcept { return scalar<bool>(key); }
  [[nodiscard]] std::int8_t i8() noexcept { return scalar<std::int8_t>(); }
  [[nodiscard]] std::int8_t i8(const Key& key) noexcept { return scalar<std::int8_t>(key); }
  [[nodiscard]] std::uint8_t u8() noexcept { return scalar<std::uint8_t>(); }
  [[nodiscard]] std::uint8_t u8(const Key& key) noexcept { return scalar<std::uint8_t>(key); }
  [[nodiscard]] std::int16_t i16() noexcept { return scalar<std::int16_t>(); }
  [[nodiscard]] std::int16_t i16(const Key& key) noexcept { return scalar<std::int16_t>(key); }
  [[nodiscard]] std::uint16_t u16() noexcept { return scalar<std::uint16_t>(); }
  [[nodiscard]] std::uint16_t u16(const Key& key) noexcept { return scalar<std::uint16_t>(key); }
  [[nodiscard]] FASTSER_CODER_INLINE std::int32_t i32() noexcept { return scalar<std::int32_t>(); }
  [[nodiscard]] FASTSER_CODER_INLINE std::int32_t i32(const Key& key) noexcept {
    return scalar<std::int32_t>(key);
  }
  [[nodiscard]] std::uint32_t u32() noexcept { return scalar<std::uint32_t>(); }
  [[nodiscard]] std::uint32_t u32(const Key& key) noexcept { return scalar<std::uint32_t>(key); }
  [[nodiscard]] FASTSER_CODER_INLINE std::int64_t i64() noexcept { return scalar<std::int64_t>(); }
  [[nodiscard]] FASTSER_CODER_INLINE std::int64_t i64(const Key& key) noexcept {
    return scalar<std::int64_t>(key);
  }
  [[nodiscard]] std::uint64_t u64() noexcept { return scalar<std::uint64_t>(); }
  [[nodiscard]] std::uint64_t u64(const Key& key) noexcept { return scalar<std::uint64_t>(key); }
  [[nodiscard]] float f32() noexcept { return scalar<float>(); }
  [[nodiscard]] float f32(const Key& key) noexcept { return scalar<float>(key); }
  [[nodiscard]] FASTSER_CODER_INLINE double f64() noexcept { return scalar<double>(); }
  [[nodiscard]] FASTSER_CODER_INLINE double f64(const Key& key) noexcept {
    return scalar<double>(key);
  }

  /// Reads a null, an empty optional or nil; another value is kTypeMismatch.
  void null() noexcept { null_value(nullptr); }
  void null(const Key& key) noexcept { null_value(&key); }
  /// A string, shared string, url or class reference: a view of the archive, checked to be UTF-8.
  [[nodiscard]] std::string_view string() noexcept;
  [[nodiscard]] std::string_view string(const Key& key) noexcept {
    return text_value(&key, "a string");
  }
  /// The same, copied to `out`; faster than assigning the view. May throw std::bad_alloc.
  void string(std::string& out) {
    std::string_view text;
    if (shared_field(text)) [[likely]] {
      copy_field(text, out);
    } else {
      out.assign(string_slow());
    }
  }
  void string(const Key& key, std::string& out) { out.assign(string(key)); }
  [[nodiscard]] std::string_view url() noexcept { return string(); }
  [[nodiscard]] std::string_view url(const Key& key) noexcept { return string(key); }
  [[nodiscard]] std::string_view class_ref() noexcept { return string(); }
  [[nodiscard]] std::string_view class_ref(const Key& key) noexcept { return string(key); }
  /// The same as UTF-16, in memory that the next call of this function overwrites.
  [[nodiscard]] std::u16string_view string16() noexcept { return wide_value(nullptr); }
  [[nodiscard]] std::u16string_view string16(const Key& key) noexcept { return wide_value(&key); }
  [[nodiscard]] BytesView data() noexcept { return data_value(nullptr); }
  [[nodiscard]] BytesView data(const Key& key) noexcept { return data_value(&key); }
  [[nodiscard]] CoderDate date() noexcept { return date_value(nullptr); }
  [[nodiscard]] CoderDate date(const Key& key) noexcept { return date_value(&key); }
  [[nodiscard]] double apple_date() noexcept { return apple_date_value(nullptr); }
  [[nodiscard]] double apple_date(const Key& key) noexcept { return apple_date_value(&key); }
  [[nodiscard]] std::int64_t duration() noexcept { return duration_value(nullptr); }
  [[nodiscard]] std::int64_t duration(const Key& key) noexcept { return duration_value(&key); }
  [[nodiscard]] CoderUuid uuid() noexcept { return uuid_value(nullptr); }
  [[nodiscard]] CoderUuid uuid(const Key& key) noexcept { return uuid_value(&key); }
  [[nodiscard]] CoderDecimal decimal() noexcept { return decimal_value(nullptr); }
  [[nodiscard]] CoderDecimal decimal(const Key& key) noexcept { return decimal_value(&key); }
  /// The number of the string or data read last; the same for each reference to it. kNone if it is
  /// not shared. Strings and data have separate numbers.
  [[nodiscard]] std::uint32_t shared_number() const noexcept { return shared_number_; }
  /// Keeps a pointer of yours for the number of a string (or of data); the second function returns
  /// it, or null if none was set. So each shared string needs to be created only once.
  FASTSER_CODER_INLINE void set_string_object(std::uint32_t number, void* object) noexcept {
    set_user(string_users_, strings_, number, object);
  }
  [[nodiscard]] void* string_object(std::uint32_t number) const noexcept {
    return number < string_users_.size() ? string_users_[number] : nullptr;
  }
  FASTSER_CODER_INLINE void set_data_object(std::uint32_t number, void* object) noexcept {
    set_user(data_users_, datas_, number, object);
  }
  [[nodiscard]] void* data_object(std::uint32_t number) const noexcept {
    return number < data_users_.size() ? data_users_[number] : nullptr;
  }
  /// A whole list, set or array of scalars in one call.
  [[nodiscard]] ScalarArray array() noexcept { return array_value(nullptr); }
  [[nodiscard]] ScalarArray array(const Key& key) noexcept { return array_value(&key); }

  /// Shows the next scalars without keys that have this code and lie side by side, as a view.
  /// Nothing is read yet: take_run() moves past them. Empty: the next value is of another kind, or
  /// a bool or a varint.
  [[nodiscard]] ScalarArray run(schema::TypeCode code) noexcept;
  /// Moves past the first `count` values of run(). False, and the error kUsage: there are fewer.
  bool take_run(schema::TypeCode code, std::size_t count) noexcept;
  /// Reads the next value (or the one with the key), if it is a bool, a number, text, data, an
  /// apple date, a duration or an object. For other values it only sets the code, as peek() does.
  /// `value` must be a new CoderValue.
  void take_value(CoderValue& value) noexcept { take_any(nullptr, value); }
  void take_value(const Key& key, CoderValue& value) noexcept { take_any(&key, value); }
  /// The same, but only if it is the expected field and a shared string that is short or was met
  /// before, shared data that were met before, an apple date, or nil: what most objects of programs
  /// are made of. Else it does nothing and returns false.
  [[nodiscard]] FASTSER_CODER_INLINE bool take_expected_value(CoderValue& value) noexcept {
    return take_plain(static_cast<std::uint32_t>(at_->tag), value);
  }
  [[nodiscard]] FASTSER_CODER_INLINE bool take_expected_value(const Key& key,
                                                              CoderValue& value) noexcept {
    return at_->key == key.id() && at_->key_size == key.size() &&
           take_plain(static_cast<std::uint32_t>(at_->tag) & ~coder::kNamed, value);
  }
  /// Opens the next element of the open list, if it is a new object of a shape that was met before
  /// and lies here, and returns its number. Else it does nothing and returns kNone.
  [[nodiscard]] std::uint32_t begin_new_element() noexcept;
  /// Reads a list of `count` numbers of one code and width, 1 to 8 bytes each, if it is the
  /// expected field and its size takes one byte. Else it does nothing and returns null.
  [[nodiscard]] FASTSER_CODER_INLINE const std::byte* take_expected_list(
      schema::TypeCode code, std::size_t width, std::size_t count) noexcept {
    return short_list(static_cast<std::uint32_t>(at_->tag), code, width, count);
  }
  [[nodiscard]] FASTSER_CODER_INLINE const std::byte* take_expected_list(
      const Key& key, schema::TypeCode code, std::size_t width, std::size_t count) noexcept {
    if (at_->key != key.id() || at_->key_size != key.size()) return nullptr;
    return short_list(static_cast<std::uint32_t>(at_->tag) & ~coder::kNamed, code, width, count);
  }

  // ---- looking ahead

  /// The code of the next value: that of the value inside optional, variant, enum and any. kNull
  /// for an empty optional, at the end, for a missing key and after an error.
  [[nodiscard]] schema::TypeCode peek() noexcept { return peek_value(nullptr); }
  [[nodiscard]] schema::TypeCode peek(const Key& key) noexcept { return peek_value(&key); }
  /// The code of the elements, if the next value is a list, set or array (for enums that of their
  /// integer); else kNull. Nothing is read.
  [[nodiscard]] schema::TypeCode peek_element() noexcept { return peek_element_of(nullptr); }
  [[nodiscard]] schema::TypeCode peek_element(const Key& key) noexcept {
    return peek_element_of(&key);
  }
  /// Whether the next value is null, an empty optional or nil, or there is none. Nothing is read.
  [[nodiscard]] bool is_nothing() noexcept { return is_nothing_at(nullptr); }
  [[nodiscard]] bool is_nothing(const Key& key) noexcept { return is_nothing_at(&key); }
  /// The offset of the next value in the archive, as in errors.
  [[nodiscard]] std::size_t archive_offset() const noexcept { return payload_offset_ + offset(); }
  /// Whether the record being read has a field of this name.
  [[nodiscard]] bool contains(const Key& key) noexcept;
  /// Whether all values of the innermost open record or container (or of the root) were read.
  [[nodiscard]] bool is_at_end() noexcept;
  /// Skips the next value, of any type.
  void skip() noexcept { skip_next(nullptr); }
  void skip(const Key& key) noexcept { skip_next(&key); }

  /// How many fields the open record has, those of super-classes first. Up to eight successive
  /// fields of one type without names count one by one; more of them are one run. If no record is
  /// open: the fields of the root, if it is a record without a class, else 0.
  [[nodiscard]] std::size_t field_count() const noexcept { return fields().count; }
  [[nodiscard]] CoderField field(std::size_t index) const noexcept;
  /// Which of these fields have names; kNone where no record or object is open.
  [[nodiscard]] FASTSER_CODER_INLINE FieldNames field_names() const noexcept {
    return top_->shape == kNone ? FieldNames::kNone : shapes_[top_->shape].names;
  }
  /// The index of the field that is read next; field_count() after the last one.
  [[nodiscard]] std::size_t field_index() const noexcept;
  /// The code of the elements of the open list, of the keys of the open map (kAny: each has its own
  /// type), or of the next element of the open tuple; else kNull.
  [[nodiscard]] schema::TypeCode element_code() const noexcept;
  /// The code of the values of the open map; else kNull.
  [[nodiscard]] schema::TypeCode mapped_code() const noexcept;
  /// How many elements of the open list, or keys and values of the open map, were not read yet.
  [[nodiscard]] std::uint64_t elements_left() const noexcept;

  // ---- containers, records, objects. The end functions skip what was not read. Equal keys of a
  // map and equal elements of a set are an error, at the latest in finish().

  // A begin function that returns false opened nothing: there is null or nil, a missing key, or an
  // error.

  /// Opens a list, set, array or tuple, and sets `count` to the number of its elements.
  [[nodiscard]] bool begin_list(std::uint64_t& count) noexcept {
    return open_short_list(count) || open_list(nullptr, count);
  }
  [[nodiscard]] bool begin_list(const Key& key, std::uint64_t& count) noexcept {
    return open_list(&key, count);
  }
  FASTSER_CODER_INLINE void end_list() noexcept { close_elements(Kind::kList); }
  /// Opens a map or ordered map: `count` times a key and then a value.
  [[nodiscard]] bool begin_map(std::uint64_t& count) noexcept { return open_map(nullptr, count); }
  [[nodiscard]] bool begin_map(const Key& key, std::uint64_t& count) noexcept {
    return open_map(&key, count);
  }
  void end_map() noexcept { close_elements(Kind::kMap); }
  /// Opens a record, any record or owned any.
  [[nodiscard]] FASTSER_CODER_INLINE bool begin_record() noexcept {
    // Mostly an element of the shape that the one before it had: what is in its frame stays.
    Frame* const outer = top_;
    if (cur_ >= guard_ || outer->again != static_cast<std::uint8_t>(*cur_) || outer->left == 0) {
      return open_known_record() || open_record(nullptr);
    }
    --outer->left;
    Frame* const fresh = outer + 1;
    fresh->body = ++cur_;
    top_ = fresh;
    at_ = fresh->first;
    return true;
  }
  [[nodiscard]] bool begin_record(const Key& key) noexcept { return open_record(&key); }
  FASTSER_CODER_INLINE void end_record() noexcept { close_fields(Kind::kRecord); }
  /// Opens an object: a ref or any ref. It is kNew once. Register your object (set_object) *before*
  /// you read its fields, since they may refer to it. The fields are read now, wherever they lie.
  [[nodiscard]] ObjectStart begin_object() noexcept { return open_object(nullptr, false); }
  [[nodiscard]] ObjectStart begin_object(const Key& key) noexcept {
    return open_object(&key, false);
  }
  /// The same, but if the fields of a new object lie elsewhere, it is kLater, and nothing is
  /// opened. You can ask for its class (object_class) and register your object; its fields come
  /// with begin_pending(). So graphs of any depth need no more recursion than their writer nested
  /// (docs/coder.md).
  [[nodiscard]] ObjectStart begin_object_or_later() noexcept { return open_object(nullptr, true); }
  [[nodiscard]] ObjectStart begin_object_or_later(const Key& key) noexcept {
    return open_object(&key, true);
  }
  /// Opens an object again that was returned before, for programs that treat objects as values; end
  /// with end_object(). Its size is charged each time. False: there is no such object, or its
  /// fields are not known yet.
  [[nodiscard]] bool begin_again(std::uint32_t number) noexcept;
  FASTSER_CODER_INLINE void end_object() noexcept { close_fields(Kind::kObject); }
  /// Call it when the root was read. Opens the next object that was kLater; end with end_object().
  /// False: there are no more, or there was an error. Values of the root that were not read are
  /// skipped.
  [[nodiscard]] bool begin_pending(std::uint32_t& number) noexcept;
  /// Keeps a pointer of yours for an object number; object() returns it, or null if none was set.
  void set_object(std::uint32_t number, void* object) noexcept;
  [[nodiscard]] void* object(std::uint32_t number) const noexcept;

  // ---- classes

  /// The classes of the open record or object: its own (level 0), its super-class (1), and so on.
  /// Records without a class, and levels beyond the last, have no name. Names are valid until the
  /// reader opens another archive.
  [[nodiscard]] std::uint32_t class_levels() const noexcept;
  [[nodiscard]] std::string_view class_name(std::uint32_t level = 0) const noexcept;
  [[nodiscard]] std::uint32_t class_version(std::uint32_t level = 0) const noexcept;
  /// The number of the class name, the same for all records with that name; kNone without a name.
  /// Valid until an archive with another type table is opened.
  [[nodiscard]] std::uint32_t class_number(std::uint32_t level = 0) noexcept;
  /// The same for an object that was returned before, by its number.
  [[nodiscard]] std::uint32_t object_class(std::uint32_t number) noexcept;
  [[nodiscard]] std::string_view class_name_of(std::uint32_t class_number) const noexcept;
  /// Keeps a pointer of yours for a class number, such as your class with that name. It is kept for
  /// later archives with the same type table, as long as the reader keeps that table (the last
  /// four, of at most 64 KiB each), and until forget_class_data(): so expect null. The reader never
  /// frees what it points to.
  void set_class_data(std::uint32_t class_number, void* data) noexcept;
  [[nodiscard]] void* class_data(std::uint32_t class_number) const noexcept;
  /// The same for the class of the open record or object.
  [[nodiscard]] FASTSER_CODER_INLINE void* open_class_data() noexcept {
    return top_->shape == kNone ? nullptr : known_->class_data_of(top_->shape);
  }
  void forget_class_data() noexcept { tables_.forget_class_data(); }

  // ---- reading in another order. A position is the place of a value. Reading there does not
  // change what is open elsewhere. An object is new only the first time that it is read.

  /// The place of the next value (or of the one with the key), which is not read. Not valid() at
  /// the end, for a missing key, and after an error.
  [[nodiscard]] CoderPosition position() noexcept { return position_of(nullptr); }
  [[nodiscard]] CoderPosition position(const Key& key) noexcept { return position_of(&key); }
  /// Goes to that value, the only one that can be read until end_at(). False, and the error kUsage:
  /// the position is not valid() or is of another archive; or there was an error before.
  [[nodiscard]] bool begin_at(const CoderPosition& position) noexcept;
  void end_at() noexcept { close_slow(Kind::kPlace); }

  /// A second place of reading, for containers that are read side by side. A new branch has nothing
  /// to read; after swap() call begin_at(). What is open in one place stays open while the other is
  /// read:
  ///   const CoderPosition there = reader.position("child");
  ///   CoderReader::Branch branch;
  ///   reader.swap(branch);        // begin_at(there), begin_list(count), read some of it ...
  ///   reader.swap(branch);        // go on in the parent ...
  ///   reader.swap(branch);        // ... and in the child again
  /// finish() and begin_pending() must be called in the first place. The next open() ends all
  /// branches.
  class Branch {
   public:
    Branch() noexcept;
    Branch(const Branch&) = delete;
    Branch& operator=(const Branch&) = delete;
    ~Branch();

   private:
    friend class CoderReader;
    std::unique_ptr<Place> place_;
  };
  void swap(Branch& branch) noexcept;

 private:
  using Kind = coder::FrameKind;
  using Field = coder::ReadField;
  using Frame = coder::Frame;
  using Object = coder::MetObject;
  using Text = coder::MetText;
  static constexpr std::size_t kSlack = 2 + wire::kShortText;
  static constexpr std::size_t kNowhere = coder::kNowhere;

  struct Integer {
    bool negative = false;
    std::uint64_t bits = 0;
  };

  // coder/reader.cc: life, errors, cursor
  bool error(Code code, std::string_view message, const std::byte* at) noexcept;
  bool fail_depth() noexcept;
  bool mismatch(std::string_view asked, schema::TypeExpr found) noexcept;
  void stop() noexcept;
  // Of the limits, what the tables of this archive have left.
  [[nodiscard]] Limits limits_left() const noexcept {
    return {.depth = limits_.depth, .memory_factor = 0, .memory_base = budget_};
  }
  bool charge(std::uint64_t bytes) noexcept {
    if (bytes > budget_) return over_budget();
    budget_ -= static_cast<std::size_t>(bytes);
    return true;
  }
  bool over_budget() noexcept;
  bool charge_type(schema::TypeExpr from, schema::TypeExpr to) noexcept;
  bool charge_measure(schema::TypeExpr type) noexcept;
  bool varint(std::uint64_t& out) noexcept {
    if (cur_ != end_ && static_cast<std::uint8_t>(*cur_) < 0x80) [[likely]] {
      out = static_cast<std::uint8_t>(*cur_++);
      return true;
    }
    return varint_slow(out);
  }
  bool varint_slow(std::uint64_t& out) noexcept;
  bool take(std::uint64_t size, BytesView& out) noexcept {
    if (size > left()) return cut_off();
    out = {cur_, static_cast<std::size_t>(size)};
    cur_ += out.size();
    return true;
  }
  bool cut_off() noexcept;
  [[nodiscard]] std::size_t left() const noexcept { return static_cast<std::size_t>(end_ - cur_); }
  [[nodiscard]] std::size_t offset() const noexcept {
    return static_cast<std::size_t>(cur_ - begin_);
  }
  [[nodiscard]] const schema::TypeTable& types() const noexcept { return known_->types(); }
  bool take_table(BytesView bytes, std::size_t offset) noexcept;
  void open_root() noexcept;
  [[nodiscard]] std::uint32_t root_shape() const noexcept;
  void open_single(schema::TypeExpr type) noexcept;
  [[nodiscard]] schema::TypeExpr expr_at(const std::byte* type) const noexcept;
  bool fields_of(std::uint32_t shape) noexcept {
    return known_->shape(shape).first != nullptr || make_fields(shape);
  }
  bool make_fields(std::uint32_t shape) noexcept;
  // Those of the innermost open thing.
  [[nodiscard]] const coder::ReadShape& fields() const noexcept {
    static constexpr coder::ReadShape kNoFields;
    return top_->shape == kNone ? kNoFields : shapes_[top_->shape];
  }
  [[nodiscard]] std::int64_t level_of(std::uint32_t level) const noexcept;

  /// How many more there may be of what `met` has in what was read so far, if the rest is like it:
  /// at most three times as many, and no more than the budget covers. What grows by that is copied
  /// a few times in all.
  template <typename T>
  [[nodiscard]] std::size_t more_to_come(const PodStack<T>& met) const noexcept {
    const std::size_t read = offset() / 64 + 1;
    const std::size_t most = std::min(met.size() * 3, budget_ / sizeof(T));
    return std::min(most, met.size() * (left() / 64 + 1) / read);
  }

  // coder/reader_place.cc: which value is next
  FASTSER_CODER_INLINE bool next(const Key* key, schema::TypeExpr& type) noexcept {
    const bool here = key == nullptr || (at_->key == key->id() && at_->key_size == key->size());
    choices_ = 0;
    if (at_->simple && here) [[likely]] {
      type = at_->type;
      ++at_;
      return true;
    }
    if (top_->each != schema::TypeCode::kNull && key == nullptr && top_->left != 0) {
      type = top_->type;
      --top_->left;
      return true;
    }
    return next_slow(key, type);
  }
  bool next_slow(const Key* key, schema::TypeExpr& type) noexcept;
  bool next_field(schema::TypeExpr& type) noexcept;
  bool next_element(schema::TypeExpr& type) noexcept;
  bool seek(const Key& key) noexcept;
  [[nodiscard]] Field* find(const Key& key) noexcept;
  [[nodiscard]] Field* find_indexed(const Key& key, std::size_t from) noexcept;
  [[nodiscard]] bool is_named(Field& field, const Key& key) const noexcept;
  bool materialise() noexcept;
  bool unwrap(schema::TypeExpr& type) noexcept;
  bool choices_fit() noexcept;
  void leave_run() noexcept;
  [[nodiscard]] bool in_run() const noexcept { return top_->in_run; }
  [[nodiscard]] bool run_is_over() const noexcept {
    return run_.tag() != coder::Tag::kNone ? cur_ >= run_.limit() : top_->left == 0;
  }
  [[nodiscard]] bool is_counted() const noexcept { return top_->counted; }
  [[nodiscard]] bool at_end() const noexcept;
  bool look(const Key* key, bool unwrapped, schema::TypeExpr& found,
            const std::byte** value = nullptr) noexcept;
  schema::TypeCode peek_value(const Key* key) noexcept;
  schema::TypeCode peek_element_of(const Key* key) noexcept;
  bool is_nothing_at(const Key* key) noexcept;

  // coder/reader_values.cc
  template <typename T>
  T scalar_slow(const Key* key) noexcept;
  template <typename T>
  wire::UnsignedOf<sizeof(T)> real_slow(const Key* key) noexcept;
  bool integer_value(schema::TypeExpr type, Integer& out) noexcept;
  bool real_value(schema::TypeExpr type, double& out) noexcept;
  void null_value(const Key* key) noexcept;
  bool exactly(const Key* key, schema::TypeCode code, std::string_view asked,
               BytesView& bytes) noexcept;
  CoderDate date_value(const Key* key) noexcept;
  double apple_date_value(const Key* key) noexcept;
  std::int64_t duration_value(const Key* key) noexcept;
  CoderUuid uuid_value(const Key* key) noexcept;
  CoderDecimal decimal_value(const Key* key) noexcept;
  ScalarArray short_array(const Key* key) noexcept;
  ScalarArray array_value(const Key* key) noexcept;

  // coder/reader_any.cc: runs, and values whatever they are
  void take_any(const Key* key, CoderValue& value) noexcept;
  void take_this(schema::TypeExpr type, CoderValue& value) noexcept;
  std::uint32_t new_element() noexcept;
  // Whether an element of a list or map comes next that can be read without more ado.
  [[nodiscard]] bool is_at_element() const noexcept {
    return is_counted() && !top_->unique && !top_->tuple && top_->left != 0 &&
           run_.tag() == coder::Tag::kNone;
  }
  FASTSER_CODER_INLINE const std::byte* short_list(std::uint32_t tag, schema::TypeCode code,
                                                   std::size_t width, std::size_t count) noexcept {
    if (tag != static_cast<std::uint32_t>(schema::TypeCode::kList) || cur_ == end_ ||
        top_->depth >= limits_.depth) {
      return nullptr;
    }
    if (schema::code(schema::element(at_->type)) != code || count >= 0x80 ||
        static_cast<std::size_t>(*cur_) != count || count * width > left() - 1) {
      return nullptr;
    }
    const std::byte* const from = cur_ + 1;
    cur_ = from + count * width;
    ++at_;
    return from;
  }
  // A field of which the tag says all: the code alone, of one value that is no wrapper.
  FASTSER_CODER_INLINE bool take_plain(std::uint32_t code, CoderValue& value) noexcept {
    switch (static_cast<schema::TypeCode>(code & 0xFF)) {
      case schema::TypeCode::kSharedString: {
        std::string_view text;
        if (code > 0xFF || !short_shared(text)) return false;
        value.bytes = {reinterpret_cast<const std::byte*>(text.data()), text.size()};
        break;
      }
      case schema::TypeCode::kSharedData:
        if (code > 0xFF || !known_data(value.bytes)) return false;
        break;
      case schema::TypeCode::kAppleDate:
        if (code > 0xFF || cur_ >= guard_) return false;
        value.bits = wire::load_le<std::uint64_t>(cur_);
        cur_ += sizeof value.bits;
        break;
      case schema::TypeCode::kAnyRef:  // nil
        if (code > 0xFF || cur_ >= guard_ || *cur_ != std::byte{0}) return false;
        ++cur_;
        break;
      default: return false;
    }
    value.code = static_cast<schema::TypeCode>(code);
    value.taken = true;
    ++at_;
    return true;
  }

  // coder/reader_texts.cc: strings and data
  BytesView text_bytes(schema::TypeExpr type, std::string_view asked) noexcept;
  BytesView data_bytes(schema::TypeExpr type) noexcept;
  std::string_view text_value(const Key* key, std::string_view asked) noexcept;
  std::string_view string_slow() noexcept;
  std::u16string_view wide_value(const Key* key) noexcept;
  BytesView data_value(const Key* key) noexcept;
  bool bits_value(schema::TypeExpr type, BytesView& out) noexcept;
  // The hot path: the next field is a shared string, met before (as its number tells in one or two
  // bytes), or new and short. It calls nothing, so that no register has to be saved.
  FASTSER_CODER_INLINE bool shared_field(std::string_view& out) noexcept {
    if (at_->tag != coder::tag_of(schema::TypeCode::kSharedString)) return false;
    const bool read = short_shared(out);
    at_ += read ? 1 : 0;
    return read;
  }
  // The same for a shared string that starts here. False: nothing was done.
  FASTSER_CODER_INLINE bool short_shared(std::string_view& out) noexcept {
    if (cur_ >= guard_) return false;
    static_assert(kSlack >= 2 + wire::kShortText);
    const std::byte* from = cur_;
    auto head = static_cast<std::uint32_t>(*from++);
    if (head >= 0x80) {
      const auto second = static_cast<std::uint32_t>(*from++);
      if (second >= 0x80) return false;
      head = (head & 0x7F) | second << 7;
    }
    const std::uint32_t number = head >> 1;
    if ((head & 1) != 0) {
      if (number >= strings_.size() || strings_[number].at > offset()) return false;
      cur_ = from;
      shared_number_ = number;
      const Text& first = strings_[number];
      out = {reinterpret_cast<const char*>(begin_ + first.at), first.size};
      return true;
    }
    const auto at = static_cast<std::size_t>(from - begin_);
    const bool ascii =
        number - 1 < 15
            ? coder::is_ascii(wire::short_content(reinterpret_cast<const char*>(from), number))
            : number - 1 < wire::kShortText && coder::is_short_ascii(from, number);
    if (!ascii || strings_.empty() || strings_.back().at >= at || strings_.full() ||
        budget_ < sizeof(Text)) {
      return false;
    }
    cur_ = from + number;
    budget_ -= sizeof(Text);
    shared_number_ = static_cast<std::uint32_t>(strings_.size());
    Text* const fresh = strings_.extend_within();
    fresh->at = at;
    fresh->size = number;
    out = {reinterpret_cast<const char*>(from), number};
    return true;
  }
  // The same for shared data that were met before, by a number of one byte.
  FASTSER_CODER_INLINE bool known_data(BytesView& out) noexcept {
    if (cur_ >= guard_) return false;
    const auto head = static_cast<std::uint32_t>(*cur_);
    const std::uint32_t number = head >> 1;
    if ((head & 1) == 0 || head >= 0x80 || number >= datas_.size()) return false;
    const Text& first = datas_[number];
    if (first.at > offset()) return false;
    ++cur_;
    shared_number_ = number;
    out = {begin_ + first.at, first.size};
    return true;
  }
  // What shared_field found. Where a short text starts so many bytes may be read: it is the field
  // that was below guard_, or lies before it.
  FASTSER_CODER_INLINE static void copy_field(std::string_view text, std::string& out) {
#if FASTSER_PADDED_STRINGS
    std::size_t size = text.size();
    if (size <= wire::kShortText && wire::copy_padded(out, text.data(), size)) [[likely]]
      return;
#endif
    out.assign(text);
  }
  bool shared_value(PodStack<Text>& known, bool text, BytesView& out) noexcept;
  bool new_text(PodStack<Text>& known, bool text, BytesView bytes) noexcept;
  bool known_text(const PodStack<Text>& known, BytesView bytes) noexcept;
  // Mostly that of the text which was met last.
  FASTSER_CODER_INLINE void set_user(PodStack<void*>& users, const PodStack<Text>& known,
                                     std::uint32_t number, void* object) noexcept {
    if (number != users.size() || number >= known.size() || users.full() ||
        budget_ < sizeof(void*) || failed_) {
      return set_user_slow(users, known.size(), number, object);
    }
    budget_ -= sizeof(void*);
    *users.extend_within() = object;
  }
  void set_user_slow(PodStack<void*>& users, std::size_t known, std::uint32_t number,
                     void* object) noexcept;

  // coder/reader_nesting.cc: containers and records
  void go_to(Frame* top) noexcept;
  bool make_frames() noexcept;
  bool push_frame(Kind kind, std::uint32_t levels, archive::Inside inside,
                  std::uint32_t shape = kNone) noexcept;
  bool push_at_depth(Kind kind, std::uint32_t depth, archive::Inside inside,
                     std::uint32_t shape) noexcept;
  bool push_place(std::uint32_t depth, archive::Inside inside) noexcept;
  /// Levels of depth that what next() came by adds, if it is of this type.
  [[nodiscard]] std::uint32_t levels_of(schema::TypeCode code) const noexcept;
  void pop_frame() noexcept;
  void go_on_at(const std::byte* resume) noexcept;
  void look_at_keys(bool looks) noexcept {
    top_->unique = looks;
    if (looks) top_->end_slowly();
  }
  bool open_list(const Key* key, std::uint64_t& count) noexcept;
  bool open_short_list(std::uint64_t& count) noexcept;
  bool elements_fit(schema::TypeExpr element, std::uint64_t count) noexcept;
  bool open_map(const Key* key, std::uint64_t& count) noexcept;
  bool open_record(const Key* key) noexcept;
  bool open_known_record() noexcept;
  bool open_fields(Kind kind, std::uint32_t shape, std::uint32_t levels) noexcept;
  bool open_object_fields(std::uint32_t shape, std::uint32_t levels) noexcept;
  bool open_object_value(schema::TypeExpr type, std::uint32_t levels) noexcept;
  FASTSER_CODER_INLINE void close_fields(Kind kind) noexcept {
    if (top_->whole == kind && at_->tag == coder::Tag::kEnd) [[likely]] {
      close_whole();
    } else {
      close_slow(kind);
    }
  }
  FASTSER_CODER_INLINE void close_elements(Kind kind) noexcept {
    if (top_->whole == kind && top_->left == 0) [[likely]] {
      close_whole();
    } else {
      close_slow(kind);
    }
  }
  // All was read, and no run is in progress inside.
  FASTSER_CODER_INLINE void close_whole() noexcept { at_ = (--top_)->at; }
  void close_slow(Kind kind) noexcept;

  // coder/reader_objects.cc
  ObjectStart open_object(const Key* key, bool may_wait) noexcept;
  ObjectStart open_object_of(schema::TypeExpr type, bool may_wait) noexcept;
  ObjectStart give_out(const SlotHead& slot, bool may_wait) noexcept;
  bool open_body(std::uint32_t number, const std::byte* resume) noexcept;
  bool shape_number(bool may_lack, std::uint64_t& shape) noexcept;
  bool read_slot(schema::TypeExpr type, SlotHead& slot) noexcept;
  bool fulfil(schema::TypeExpr type, const SlotHead& slot, const Object& object) noexcept;
  bool defer(std::uint32_t number, std::size_t position) noexcept;
  bool number_of(const Object& object, std::uint32_t& number) noexcept;
  bool fits(Object& object, schema::TypeExpr type) noexcept;

  // coder/reader_pending.cc: bodies behind the root
  bool end_root() noexcept;
  bool find_bodies(std::uint32_t wanted) noexcept;
  bool find_all_bodies() noexcept;
  void end_tail() noexcept;

  // coder/reader_positions.cc
  CoderPosition position_of(const Key* key) noexcept;

  // coder/reader_keys.cc: equal keys of maps, equal elements of sets
  bool look_for_equals(schema::TypeExpr key, std::uint64_t count, bool& looks) noexcept;
  bool open_keys(std::uint64_t count) noexcept;
  bool step_keys() noexcept;
  bool end_key(schema::TypeExpr type, const std::byte* start) noexcept;
  bool add_key(schema::TypeCode code, const std::byte* key, std::size_t size) noexcept;
  bool plain_set(schema::TypeExpr element, const std::byte* first, std::uint64_t count) noexcept;
  bool walk_keys() noexcept;

  // coder/reader_skip.cc: passing values by, registering what they hold
  void skip_next(const Key* key) noexcept;
  bool skip_value(schema::TypeExpr type, std::uint32_t depth, archive::Inside inside) noexcept;
  bool skip_many(schema::TypeExpr type, std::uint64_t count, std::uint32_t depth,
                 archive::Inside inside) noexcept;
  bool skip_container(schema::TypeExpr type, std::uint32_t depth) noexcept;
  bool skip_entries(schema::TypeExpr type, std::uint32_t depth) noexcept;
  bool skip_set(schema::TypeExpr element, std::uint64_t count, std::uint32_t depth) noexcept;
  bool skip_shape(std::uint32_t shape, std::uint32_t depth) noexcept;
  bool skip_reference(schema::TypeExpr type, std::uint32_t depth) noexcept;
  bool skip_body(std::uint32_t number, std::uint32_t depth) noexcept;
  bool skip_rest() noexcept;
  bool skip_root() noexcept;

  // The place of reading. (What changes together is kept apart: compilers would join the stores, at
  // a cost.)
  const std::byte* cur_ = nullptr;
  const std::byte* guard_ = nullptr;
  Field* at_;
  const std::byte* begin_ = nullptr;
  Frame* top_;
  Frame* last_frame_ = nullptr;  // behind it there is room for no more
  coder::Run<const std::byte*> run_;
  bool failed_ = true;

  const std::byte* end_ = nullptr;
  std::size_t budget_ = 0;
  coder::KnownTable* known_ = nullptr;
  const coder::ReadShape* shapes_ = nullptr;  // those of known_
  std::uint32_t one_byte_shapes_ = 0;         // how many have a number of one byte
  std::uint32_t max_depth_ = 0;
  std::uint32_t choices_ = 0;  // that the last value was wrapped in
  std::uint32_t shared_number_ = kNone;
  // Up to top_. The first is the root, or what a branch is empty with.
  static constexpr std::size_t kFirstFrames = 8;
  PodStack<Frame> frames_;
  PodStack<std::size_t> starts_;
  coder::KeySet keys_of_open_;  // of the maps and sets that are open here
  bool needs_walk_ = false;     // keys were met that a KeySet does not compare

  Frame idle_;     // nothing is open
  Field nothing_;  // matches nothing
  coder::KnownTables tables_;
  std::unique_ptr<coder::ShapeStore> keys_;  // its names only
  Limits limits_;
  std::size_t payload_offset_ = 0;
  std::uint32_t user_version_ = 0;
  std::uint64_t archive_ = 0;  // how many were opened
  bool in_branch_ = false;

  PodStack<Object> objects_;
  PodStack<Text> strings_;
  PodStack<Text> datas_;
  PodStack<void*> string_users_;
  PodStack<void*> data_users_;
  PodStack<char16_t> wide_;

  // Bodies behind the root lie in the order of their slots.
  PodStack<std::uint32_t> deferred_;    // objects, in that order
  std::size_t deferred_slot_ = 0;       // one behind the last slot in deferred_
  std::size_t tail_ = coder::kNowhere;  // where the body of deferred_[bodies_] lies, once known
  std::size_t bodies_ = 0;              // bodies whose ends are known
  bool tail_open_ = false;              // the one at tail_ is being read
  bool end_checked_ = false;            // nothing lies behind the last body
  PodStack<std::uint32_t> pending_;     // objects that were kLater
  std::size_t next_pending_ = 0;
  Status status_;
};

/// What a branch keeps of a reader while it is not the one that is read.
struct CoderReader::Place {
  const std::byte* cur = nullptr;
  Field* at = nullptr;
  coder::Run<const std::byte*> run;
  PodStack<Frame> frames;
  Frame* top = nullptr;
  PodStack<std::size_t> starts;
  coder::KeySet keys;
  std::uint64_t archive = 0;
  bool is_branch = true;
};

}  // namespace fastser::archive
