// SPDX-License-Identifier: MIT
//
// Walker: goes through the payload of a self-described archive once, from its start to its end,
// without the types of the program that wrote it. verify, inspect and convert use it. It also finds
// the path of an error from its byte offset.
//
// It checks everything that the format demands of values: counts against the remaining bytes,
// widths, and the kind and type at every use of a reference (B6); UTF-8 if you ask for it. All
// memory is charged to one budget (B2), nesting is limited (B5), and a value that takes no bytes
// costs a unit of the budget (B9). A map with a key twice, or a set with an element twice, is
// malformed; unique_keys.hpp says what equal means.
//
// A run of plain elements, for which all bytes are valid (plain_wire_size), is shown as one view,
// and costs the same for any length.
//
// Ownership: borrows table, payload and visitor. Thread rule: a walker belongs to one thread.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "fastser/buffer.hpp"
#include "fastser/internal/archive/pod_stack.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/limits.hpp"
#include "fastser/status.hpp"

namespace fastser::archive {

/// A number, a truth value, or another value of fixed size.
struct Scalar {
  schema::TypeCode code;  ///< never an enum: the code of its integer
  std::uint64_t bits;     ///< integers: the value, signed ones sign-extended; bool 0 or 1
  double real;            ///< f32, f64, apple date
  BytesView bytes;        ///< as on the wire

  [[nodiscard]] std::int64_t as_signed() const noexcept { return static_cast<std::int64_t>(bits); }
};

/// Whether a string or data is not shared, new with a number, or a reference to an earlier one.
struct ContentUse {
  enum Kind : std::uint8_t { kPlain, kNew, kAgain };
  Kind kind = kPlain;
  std::uint64_t number = 0;
};

/// Gets a call for each value, in the order of the payload. A function that returns false stops the
/// walk; it sets `why` before. The default of each function is to go on.
class Visitor {
 public:
  virtual ~Visitor() = default;

  virtual bool begin_record(std::uint32_t /*shape*/) { return true; }
  /// Before a field's value, or before a run of fields that may then be taken whole; `index`
  /// counts through super-shapes and repeats.
  virtual bool field(const schema::FieldEntry& /*entry*/, std::uint64_t /*index*/) { return true; }
  virtual bool end_record(std::uint32_t /*shape*/) { return true; }

  /// list, array, set, tuple.
  virtual bool begin_sequence(schema::TypeExpr /*type*/, std::uint64_t /*count*/) { return true; }
  virtual bool end_sequence(schema::TypeExpr /*type*/) { return true; }
  /// A run of plain elements; true takes it whole, false asks for the elements one by one.
  virtual bool takes_run(schema::TypeExpr /*element*/, std::uint64_t /*count*/, BytesView) {
    return false;
  }

  /// map, ordered map; then key, value, key, value ...
  virtual bool begin_map(schema::TypeExpr /*type*/, std::uint64_t /*count*/) { return true; }
  virtual bool end_map(schema::TypeExpr /*type*/) { return true; }

  /// null, an empty optional, nil.
  virtual bool absent(schema::TypeExpr /*type*/) { return true; }
  /// Before the value of an optional that has one.
  virtual bool present(schema::TypeExpr /*type*/) { return true; }
  /// Before the value of a variant (`chosen` is the type of its alternative), and before a value
  /// that `any` gave an inline type.
  virtual bool alternative(schema::TypeExpr /*type*/, std::uint64_t /*index*/,
                           schema::TypeExpr /*chosen*/) {
    return true;
  }
  virtual bool inline_type(schema::TypeExpr /*type*/) { return true; }

  virtual bool scalar(schema::TypeExpr /*type*/, const Scalar&) { return true; }
  /// string, shared string, url, class reference.
  virtual bool text(schema::TypeExpr /*type*/, std::string_view, ContentUse) { return true; }
  /// data, shared data, bits.
  virtual bool data(schema::TypeExpr /*type*/, BytesView, ContentUse) { return true; }

  /// Before and after the body of an object, at the body's place; `deferred`: after the root.
  virtual bool begin_object(std::uint64_t /*number*/, bool /*deferred*/) { return true; }
  virtual bool end_object(std::uint64_t /*number*/) { return true; }
  /// A reference to an object whose body is elsewhere: deferred (its first use), promised, or
  /// known.
  virtual bool object_later(std::uint64_t /*number*/) { return true; }
  virtual bool object_promised(std::uint64_t /*number*/) { return true; }
  virtual bool object_again(std::uint64_t /*number*/) { return true; }

  /// Why the visitor stopped the walk.
  Status why;
  /// Payload offset of the current value: its first byte; in end_... functions the byte after it.
  std::size_t position = 0;
};

/// Does nothing: a walk with it only checks.
class Silent final : public Visitor {
  bool takes_run(schema::TypeExpr, std::uint64_t, BytesView) override { return true; }
};

struct SlotHead;
class TypeMemo;
class UniqueKeys;

class Walker {
 public:
  struct Options {
    Limits limits = {};
    std::size_t payload_offset = 0;  ///< added to the offsets of errors
    bool keep_index = false;         ///< remember where objects lie, for replay
    bool utf8 = false;               ///< text that is not UTF-8 is an error
  };

  static constexpr std::size_t kNowhere = static_cast<std::size_t>(-1);

  Walker(const schema::TypeTable& table, BytesView payload, const Options& options) noexcept;
  ~Walker();
  Walker(const Walker&) = delete;
  Walker& operator=(const Walker&) = delete;

  /// Walks through the root and deferred bodies, and checks that nothing follows. Once per walker.
  Status walk(Visitor& visitor);

  /// After a walk with keep_index: walks through the root, or the body of one object, again.
  /// Objects inside are reported by begin_object, deferred ones and references by object_later and
  /// object_again, with the same numbers as before. A visitor's functions may call it.
  bool replay_root(Visitor& visitor);
  bool replay_object(std::uint64_t number, Visitor& visitor);
  /// After a replay that returned false: the reason.
  Status failure(const Visitor& visitor);

  [[nodiscard]] std::uint64_t object_count() const noexcept { return objects_.size(); }
  [[nodiscard]] std::uint64_t string_count() const noexcept { return strings_.size(); }
  /// Whether an object has a body; a promised one may have none.
  [[nodiscard]] bool has_body(std::uint64_t number) const noexcept {
    return objects_[static_cast<std::size_t>(number)].has_body;
  }

  /// The path of the value in which the payload's byte `offset` lies; see locate_path.
  std::string locate(std::size_t offset);

 private:
  // An object is of a shape, or of another type, or (a promise) of a shape not known yet.
  struct Object {
    const std::byte* type;  // null: of a shape
    std::uint32_t shape;
    bool has_body;
  };
  struct Place {
    std::size_t slot;
    std::size_t body;
  };
  // All of these return false after fail().
  bool value(schema::TypeExpr type);
  bool end_value(const std::byte* start);
  bool dispatch(schema::TypeExpr type);
  bool fixed(schema::TypeExpr type, schema::TypeCode code);
  bool varying(schema::TypeExpr type, schema::TypeCode code);
  bool text(schema::TypeExpr type);
  bool data(schema::TypeExpr type);
  bool shared(schema::TypeExpr type);
  bool well_formed(std::string_view text);
  bool bits(schema::TypeExpr type);
  bool optional(schema::TypeExpr type);
  bool wrapped(schema::TypeExpr type);
  bool list(schema::TypeExpr type);
  bool begin_elements(schema::TypeExpr element, std::uint64_t count, schema::TypeCode container,
                      bool distinct, std::uint64_t& index);
  bool elements(schema::TypeExpr element, std::uint64_t count, schema::TypeCode container);
  bool map(schema::TypeExpr type);
  bool begin_entries(schema::TypeExpr key, schema::TypeExpr value, std::uint64_t count,
                     bool distinct);
  bool entries(schema::TypeExpr key, schema::TypeExpr value, std::uint64_t count);
  [[nodiscard]] bool looks_at_keys(std::uint64_t count) const noexcept;
  bool open_keys(schema::TypeExpr key);
  bool end_key(const std::byte* start, std::string_view twice);
  bool variant(schema::TypeExpr type);
  bool tuple(schema::TypeExpr type);
  bool inline_type(schema::TypeExpr& type);
  bool inline_value();
  bool record(std::uint32_t shape);
  bool super_shapes(std::uint32_t record, std::uint64_t& index);
  bool fields(std::uint32_t record, const schema::Shape& shape, std::uint64_t& index);
  bool field_run(const schema::FieldEntry& entry, std::uint64_t& index);
  bool any_record(schema::TypeExpr type, bool owned);
  bool reference(schema::TypeExpr type);
  bool fulfil(schema::TypeExpr type, const SlotHead& slot, const Object& object, std::size_t at);
  bool back_reference(schema::TypeExpr type, std::uint64_t number, std::size_t at);
  bool new_object(const SlotHead& slot, const Object& object, std::size_t at);
  bool body_of(const SlotHead& slot, std::uint64_t number);
  void put_identity(std::uint64_t number);
  bool object_body(std::uint64_t number, bool deferred);
  bool lone_value(schema::TypeExpr type);
  bool fits(Object& object, schema::TypeExpr slot_type);
  [[nodiscard]] schema::TypeExpr expr_at(const std::byte* type) const noexcept;
  bool deferred_bodies();

  // Of type expressions; what is long is measured once (B9).
  schema::TypeSizes measure(schema::TypeExpr type);
  schema::TypeExpr skip(schema::TypeExpr type) { return {measure(type).end, type.end}; }
  schema::TypeExpr alternative(schema::TypeExpr variant, std::uint64_t index);
  void remember(schema::TypeExpr type, const schema::TypeSizes& sizes);
  bool same_type(schema::TypeExpr left, schema::TypeExpr right);

  bool varint(std::uint64_t& out);
  bool take(std::uint64_t size, BytesView& out);
  bool shape(bool may_lack, std::uint64_t& number);
  bool charge(std::uint64_t bytes);
  template <typename T>
  bool push(PodStack<T>& array, const T& item);
  bool enter();
  void leave() noexcept { --depth_; }

  bool fail(Code code, std::string_view message, const std::byte* at);
  bool stopped();  // the visitor said so
  void prefix(const std::string& piece);
  void prefix_field(const schema::FieldEntry& entry, std::uint64_t index);
  void prefix_index(std::uint64_t index);
  void prefix_key(const std::byte* key, schema::TypeExpr type, std::uint64_t index);
  Status finish(const Visitor* visitor);
  bool told(bool go_on) { return go_on || stopped(); }
  // False behind the byte that locate looks for. Asked at the end of each value, and in front of
  // what it holds: a class, a count or a flag is the value's own, not its first member's.
  bool before_stop() { return offset() <= stop_ || fail(Code::kUsage, "found", at_); }
  [[nodiscard]] std::size_t offset() const noexcept {
    return static_cast<std::size_t>(at_ - begin_);
  }
  [[nodiscard]] std::size_t left() const noexcept { return static_cast<std::size_t>(end_ - at_); }

  const schema::TypeTable& table_;
  Visitor* visitor_ = nullptr;
  const std::byte* begin_;
  const std::byte* at_;
  const std::byte* end_;
  Options options_;
  std::uint32_t max_depth_;
  std::uint32_t depth_ = 1;  // the root's
  bool as_element_ = false;  // the next value is the root, or of a list, set or map
  std::size_t budget_;
  std::size_t stop_ = kNowhere;  // locate: a value that reaches beyond this offset ends the walk
  bool replaying_ = false;

  PodStack<std::uint32_t> supers_;  // of the records that are open, still to be walked
  PodStack<Object> objects_;
  PodStack<Place> places_;  // as many as objects_, with keep_index
  PodStack<std::uint64_t> deferred_;
  std::size_t next_deferred_ = 0;
  PodStack<std::string_view> strings_;
  PodStack<std::string_view> datas_;
  std::unique_ptr<TypeMemo> memo_;    // made when a long type is met
  std::unique_ptr<UniqueKeys> keys_;  // made at the first map or set of two keys
  Visitor nobody_;                    // told of the elements of a run that was taken whole
  bool recording_ = false;            // inside a key: what is read is put to keys_
  Code stalled_ = Code::kOk;          // why it learns no more: the next value ends the walk

  // The failure; the path grows from its end while the recursion unwinds.
  Code code_ = Code::kOk;
  std::string_view message_;
  std::size_t fail_offset_ = 0;
  std::string path_;
};

/// Walks a payload once. `payload_offset` is where it starts in the archive, for error offsets.
Status walk(const schema::TypeTable& table, BytesView payload, Visitor& visitor,
            const Limits& limits = {}, std::size_t payload_offset = 0);

/// The path ("items[3].name") of the innermost value in which the payload's byte `offset` lies, or
/// as far as the payload can be understood; empty for the root itself. Linear in the payload.
/// Takes at most the memory of `limits`; the path is empty where that was not enough.
[[nodiscard]] std::string locate_path(const schema::TypeTable& table, BytesView payload,
                                      std::size_t offset, Limits limits = {});

}  // namespace fastser::archive
