// SPDX-License-Identifier: MIT
//
// CoderReader: a self-described archive read by one call per value (docs/coder.md), whoever wrote
// it: a CoderWriter or a typed encode. The calls mirror the writer's.
//
// Expected values cost a compare of the code, a bounds check that also ends runs, and a load; the
// rest goes out of line: conversions, wrappers (optional, variant, enum and any are looked
// through), other orders. A key that is not the next field's makes the reader note once where each
// field of the record starts. Objects and strings are known by their *position*: what was skipped
// is registered on the way, and an object whose body lies elsewhere (deferred, promised, skipped)
// is read there when somebody asks for it.
//
//   run_.has(cur_)  inside a run of values of this type that was checked against the input
//   *at_            the field that a value outside a run is
//   cur_ < guard_   at least kSlack bytes are left
//
// Errors are sticky: the first is kept, with offset and path; later calls give zero, empty or nil.
// A key that the record does not have is no error: the value is zero, empty or nil; see contains().
// Ownership: borrows the archive; views of strings and data live as long as it. Limits are
// cumulative over the archive. Thread rule: one thread at a time per reader.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "fastser/buffer.hpp"
#include "fastser/coder_writer.hpp"
#include "fastser/internal/archive/coder_run.hpp"
#include "fastser/internal/archive/coder_shapes.hpp"
#include "fastser/internal/archive/coder_types.hpp"
#include "fastser/internal/archive/pod_stack.hpp"
#include "fastser/internal/base/vector_resize.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"

namespace fastser::archive {

/// What begin_object found.
struct ObjectStart {
  enum Kind : std::uint8_t {
    kNil,        ///< no object
    kNew,        ///< an object not given out yet: its fields follow, then call end_object()
    kReference,  ///< one that was given out before, by its number
  };
  Kind kind = kNil;
  std::uint32_t number = 0;
};

/// Scalars of one width, as they lie in the archive.
struct ScalarArray {
  schema::TypeCode code = schema::TypeCode::kNull;
  std::size_t count = 0;
  BytesView bytes;

  /// Copies all to `out` (count values). False, and nothing done, when they are of another type.
  template <typename T>
  [[nodiscard]] bool copy_to(T* out) const noexcept {
    if (code != coder::code_for<T>()) return count == 0;
    if constexpr (wire::kLittleHost || sizeof(T) == 1) {
      if (count != 0) std::memcpy(out, bytes.data(), bytes.size());
    } else {
      for (std::size_t at = 0; at < count; ++at) {
        out[at] = wire::load_le<T>(bytes.data() + at * sizeof(T));
      }
    }
    return true;
  }
  /// Makes `out` these values; it is not written twice. False, and nothing done, as above.
  template <typename T>
  [[nodiscard]] bool copy_to(std::vector<T>& out) const {
    if (count != 0 && code != coder::code_for<T>()) return false;
    resize_for_overwrite(out, count);
    return copy_to(out.data());
  }
};

class CoderReader {
 public:
  CoderReader() noexcept : at_(&nothing_) {}
  CoderReader(const CoderReader&) = delete;
  CoderReader& operator=(const CoderReader&) = delete;
  ~CoderReader();

  /// Starts to read `archive`, which must outlive the reading. Archives without a table are kUsage.
  /// What a type table is turned into is kept for the next archive with the same one.
  Status open(BytesView archive, const Limits& limits = {}) noexcept;
  /// The first error, or ok.
  [[nodiscard]] const Status& status() const noexcept { return status_; }
  /// Checks that the values read so far were all (what is left of the root is skipped) and that
  /// nothing lies behind them; or the first error.
  Status finish() noexcept;
  /// Makes an error of the caller's (an unknown class, a value out of range) the reader's.
  void fail(Code code, std::string_view message) noexcept;
  [[nodiscard]] std::uint32_t user_version() const noexcept { return user_version_; }

  // ---- values: the next one, or the one with a key. Integers of any width that fit the type asked
  // for, bool among them; f32 as f64; integers that a float holds exactly as floats. Else
  // kTypeMismatch.

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
    }
    return scalar_slow<T>(nullptr);
  }
  template <typename T>
  FASTSER_CODER_INLINE T scalar(const Key& key) noexcept {
    constexpr coder::Tag kTag = coder::named(coder::tag_of(coder::code_for<T>()));
    if constexpr (!std::is_same_v<T, bool>) {
      if (at_->tag == kTag && at_->key == key.id() && at_->key_size == key.size() && cur_ < guard_)
          [[likely]] {
        const T value = wire::load_le<T>(cur_);
        cur_ += sizeof(T);
        ++at_;
        return value;
      }
    }
    return scalar_slow<T>(&key);
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

  /// Takes a null (or an empty optional, or nil); another value is kTypeMismatch.
  void null() noexcept { null_value(nullptr); }
  void null(const Key& key) noexcept { null_value(&key); }
  /// string, shared string, url, class reference. A view of the archive.
  [[nodiscard]] std::string_view string() noexcept { return text_value(nullptr, "a string"); }
  [[nodiscard]] std::string_view string(const Key& key) noexcept {
    return text_value(&key, "a string");
  }
  [[nodiscard]] std::string_view url() noexcept { return string(); }
  [[nodiscard]] std::string_view url(const Key& key) noexcept { return string(key); }
  [[nodiscard]] std::string_view class_ref() noexcept { return string(); }
  [[nodiscard]] std::string_view class_ref(const Key& key) noexcept { return string(key); }
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
  /// A whole list, set or array of scalars in one call.
  [[nodiscard]] ScalarArray array() noexcept { return array_value(nullptr); }
  [[nodiscard]] ScalarArray array(const Key& key) noexcept { return array_value(&key); }

  // ---- what comes

  /// The code of the next value, looked through wrappers; kNull at an empty optional, and at the
  /// end or after an error.
  [[nodiscard]] schema::TypeCode peek() noexcept { return peek_value(nullptr); }
  [[nodiscard]] schema::TypeCode peek(const Key& key) noexcept { return peek_value(&key); }
  /// Whether the record being read has a field of this name.
  [[nodiscard]] bool contains(const Key& key) noexcept;
  /// Whether all values of the innermost open thing (the root, if nothing is open) were taken.
  [[nodiscard]] bool is_at_end() noexcept;
  /// Passes the next value by, whatever it is.
  void skip() noexcept { skip_next(nullptr); }
  void skip(const Key& key) noexcept { skip_next(&key); }

  // ---- containers, records, objects. What is left inside at the end is passed by.

  // begin_... that answer false opened nothing: null or nil, a missing key, an error.

  /// list, set, array, tuple; `count` elements.
  [[nodiscard]] bool begin_list(std::uint64_t& count) noexcept { return open_list(nullptr, count); }
  [[nodiscard]] bool begin_list(const Key& key, std::uint64_t& count) noexcept {
    return open_list(&key, count);
  }
  void end_list() noexcept { close_frame(Kind::kList); }
  /// map, ordered map; `count` times a key, a value.
  [[nodiscard]] bool begin_map(std::uint64_t& count) noexcept { return open_map(nullptr, count); }
  [[nodiscard]] bool begin_map(const Key& key, std::uint64_t& count) noexcept {
    return open_map(&key, count);
  }
  void end_map() noexcept { close_frame(Kind::kMap); }
  /// record, any record, owned any.
  [[nodiscard]] bool begin_record() noexcept { return open_record(nullptr); }
  [[nodiscard]] bool begin_record(const Key& key) noexcept { return open_record(&key); }
  void end_record() noexcept { close_frame(Kind::kRecord); }
  /// ref, any ref. An object is kNew once; register what is made of it *before* reading on, since
  /// its fields may refer to it.
  [[nodiscard]] ObjectStart begin_object() noexcept { return open_object(nullptr); }
  [[nodiscard]] ObjectStart begin_object(const Key& key) noexcept { return open_object(&key); }
  void end_object() noexcept { close_frame(Kind::kObject); }
  /// Remembers a pointer for an object number; object() gives it back, null before.
  void set_object(std::uint32_t number, void* object) noexcept;
  [[nodiscard]] void* object(std::uint32_t number) const noexcept;

  /// The class of the record or object being read; `level` 1 is its super-class, and so on.
  /// Anonymous records and levels beyond the last have no name. The name lives until the reader
  /// opens an archive with another type table.
  [[nodiscard]] std::uint32_t class_levels() const noexcept;
  [[nodiscard]] std::string_view class_name(std::uint32_t level = 0) const noexcept;
  [[nodiscard]] std::uint32_t class_version(std::uint32_t level = 0) const noexcept;

 private:
  enum class Kind : std::uint8_t { kRoot, kRecord, kObject, kList, kMap };
  static constexpr std::size_t kSlack = 16;
  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  // An entry of a shape with those of its super-shapes before it. Its tag holds the first code
  // only.
  struct Field {
    coder::Tag tag = coder::Tag::kEnd;
    std::uint32_t key_size = coder::kNoNumber;
    const char* key = nullptr;  // address of the key asked for last
    const schema::FieldEntry* entry = nullptr;
    schema::TypeExpr type;
    std::uint64_t repeat = 0;
  };
  struct Fields {
    Field* first = nullptr;
    std::size_t count = 0;
  };
  struct Frame {
    Kind kind = Kind::kRoot;
    bool tuple = false;
    bool materialised = false;           // starts of the fields are known
    coder::Tag tag = coder::Tag::kNone;  // saved run_.tag()
    std::uint32_t shape = coder::kNoNumber;
    Fields fields;
    const Field* after = nullptr;  // behind the run
    Field* at = nullptr;           // saved at_
    schema::TypeExpr type;         // of the run, of elements, of the next of a tuple; keys of a map
    schema::TypeExpr mapped;       // values of a map
    std::uint64_t left = 0;        // values, where the width is not fixed
    const std::byte* limit = nullptr;   // saved run_.limit()
    const std::byte* body = nullptr;    // where the fields start
    const std::byte* end = nullptr;     // where they end; materialised only
    const std::byte* resume = nullptr;  // the body lies elsewhere: where to go on
    std::size_t starts = 0;             // of the fields in starts_
  };
  struct Object {
    std::size_t slot;
    std::size_t body;
    const std::byte* type;  // null: of a shape
    std::uint32_t shape;    // kNoNumber: a promise of any
    bool delivered;
    void* object;
  };
  struct Text {
    std::size_t at;
    std::size_t size;
  };
  struct Slot {
    std::uint64_t kind = 0;
    std::uint32_t number = 0;
  };
  struct Integer {
    bool negative = false;
    std::uint64_t bits = 0;
  };

  // coder_reader.cc: life, errors, cursor
  bool error(Code code, std::string_view message, const std::byte* at) noexcept;
  bool mismatch(std::string_view asked, schema::TypeExpr found) noexcept;
  void stop() noexcept;
  bool charge(std::uint64_t bytes) noexcept;
  bool charge_type(schema::TypeExpr from, schema::TypeExpr to) noexcept;
  bool charge_measure(schema::TypeExpr type) noexcept;
  bool varint(std::uint64_t& out) noexcept;
  bool take(std::uint64_t size, BytesView& out) noexcept;
  [[nodiscard]] std::size_t left() const noexcept { return static_cast<std::size_t>(end_ - cur_); }
  [[nodiscard]] std::size_t offset() const noexcept {
    return static_cast<std::size_t>(cur_ - begin_);
  }
  void release() noexcept;
  bool fields_of(std::uint32_t shape, Fields& out) noexcept;
  bool take_table(BytesView bytes, std::size_t offset) noexcept;
  bool open_root() noexcept;

  // coder_reader_place.cc: which value is next
  bool next(const Key* key, schema::TypeExpr& type) noexcept;
  bool next_field(schema::TypeExpr& type) noexcept;
  bool next_element(schema::TypeExpr& type) noexcept;
  bool seek(const Key& key) noexcept;
  [[nodiscard]] bool is_named(Field& field, const Key& key) const noexcept;
  bool materialise() noexcept;
  bool unwrap(schema::TypeExpr& type) noexcept;
  void leave_run() noexcept;
  [[nodiscard]] bool in_run() const noexcept { return top_.after != nullptr; }
  [[nodiscard]] bool at_end_of(const Frame& frame) const noexcept;
  schema::TypeCode peek_value(const Key* key) noexcept;

  // coder_reader_values.cc
  template <typename T>
  T scalar_slow(const Key* key) noexcept;
  bool integer_value(schema::TypeExpr type, Integer& out) noexcept;
  bool real_value(schema::TypeExpr type, double& out) noexcept;
  void null_value(const Key* key) noexcept;
  std::string_view text_value(const Key* key, std::string_view asked) noexcept;
  BytesView data_value(const Key* key) noexcept;
  bool shared_value(PodStack<Text>& known, bool text, BytesView& out) noexcept;
  bool exactly(const Key* key, schema::TypeCode code, std::string_view asked,
               BytesView& bytes) noexcept;
  CoderDate date_value(const Key* key) noexcept;
  double apple_date_value(const Key* key) noexcept;
  std::int64_t duration_value(const Key* key) noexcept;
  CoderUuid uuid_value(const Key* key) noexcept;
  CoderDecimal decimal_value(const Key* key) noexcept;
  ScalarArray array_value(const Key* key) noexcept;

  // coder_reader_nesting.cc
  bool push_frame() noexcept;
  void pop_frame() noexcept;
  bool open_list(const Key* key, std::uint64_t& count) noexcept;
  bool elements_fit(schema::TypeExpr element, std::uint64_t count) noexcept;
  bool open_map(const Key* key, std::uint64_t& count) noexcept;
  bool open_record(const Key* key) noexcept;
  bool open_fields(Kind kind, std::uint32_t shape) noexcept;
  ObjectStart open_object(const Key* key) noexcept;
  bool open_body(std::uint32_t number, const std::byte* resume) noexcept;
  bool read_slot(schema::TypeExpr type, Slot& slot) noexcept;
  bool slot_type(schema::TypeExpr type, bool promise, Object& object) noexcept;
  bool number_of(const Object& object, std::uint32_t& number) noexcept;
  bool fits(Object& object, schema::TypeExpr type) noexcept;
  void close_frame(Kind kind) noexcept;

  // coder_reader_skip.cc: passing values by, registering what they hold
  void skip_next(const Key* key) noexcept;
  bool skip_value(schema::TypeExpr type, std::uint32_t depth) noexcept;
  bool skip_many(schema::TypeExpr type, std::uint64_t count, std::uint32_t depth) noexcept;
  bool skip_container(schema::TypeExpr type, std::uint32_t depth) noexcept;
  bool skip_shape(std::uint32_t shape, std::uint32_t depth) noexcept;
  bool skip_reference(schema::TypeExpr type, std::uint32_t depth) noexcept;
  bool skip_body(std::uint32_t number, std::uint32_t depth) noexcept;
  bool skip_rest() noexcept;
  bool scan() noexcept;

  const std::byte* cur_ = nullptr;
  const std::byte* guard_ = nullptr;
  Field* at_;
  coder::Run<const std::byte*> run_;
  bool failed_ = true;
  bool scanned_ = false;
  bool scanning_ = false;
  bool defers_ = false;  // a slot whose body lies behind the root was met

  const std::byte* begin_ = nullptr;
  const std::byte* end_ = nullptr;
  Frame top_;
  Field nothing_;
  Field single_[2];          // a root, or the body of an object, that is no record
  Buffer table_bytes_;       // empty: there is no table
  schema::TypeTable table_;  // of these bytes
  Limits limits_;
  std::uint32_t max_depth_ = 0;
  std::size_t budget_ = 0;
  std::size_t payload_offset_ = 0;
  std::uint32_t user_version_ = 0;

  PodStack<Frame> frames_;
  PodStack<Fields> shapes_;  // by shape number; first == null: not flattened yet
  PodStack<std::size_t> starts_;
  PodStack<Object> objects_;
  PodStack<Text> strings_;
  PodStack<Text> datas_;
  PodStack<std::uint32_t> deferred_;
  Status status_;
};

}  // namespace fastser::archive
