// SPDX-License-Identifier: MIT
//
// One walk that verifies and remembers where objects lie, then a replay that tells the sink. A
// field's key is held back until its value comes, since the field may turn out to be left out.
//
// The replay is bounded by the sink. What tells it nothing (fields left out, references followed)
// is charged to it: few bytes, referred to often, must not become many steps (B4, B9).
#include "convert/archive/reader.hpp"

#include <string>
#include <string_view>
#include <vector>

#include "convert/archive/shape_keys.hpp"
#include "convert/archive/unclear.hpp"
#include "convert/archive/value_fit.hpp"
#include "convert/json/text.hpp"
#include "convert/msgpack/ext_shape.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/msgpack/format.hpp"
#include "fastser/internal/schema/lone_value.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/walker.hpp"

namespace fastser::convert {
namespace {

using archive::ContentUse;
using archive::Scalar;
using archive::Visitor;
using archive::Walker;
using schema::TypeCode;
using schema::TypeExpr;

// Bytes that following a reference, or a byte of a long type, is charged as.
constexpr std::size_t kStep = 16;

class Teller final : public Visitor {
 public:
  Teller(Walker& walker, const schema::TypeTable& table, const ArchiveReading& options, Sink& sink)
      : walker_(walker),
        table_(table),
        options_(options),
        sink_(sink),
        open_(static_cast<std::size_t>(walker.object_count())),
        looked_at_(table.shapes().size()) {}

 private:
  enum class Frame : std::uint8_t { kRecord, kExt, kList, kObject, kMap };
  // A shape: not yet; its fields have names of their own; its only field is told instead of it.
  enum class Look : std::uint8_t { kNot, kOwnKeys, kLone };
  struct Level {
    Frame frame;
    bool key_next = false;  // of an object that is a map with text keys
  };

  // ---- records
  bool begin_record(std::uint32_t shape) override {
    if (!check_keys(shape)) return false;
    in_lone_ = looked_at_[shape] == Look::kLone;
    if (in_lone_) return told(at().charge(1));
    if (!begin()) return false;
    const schema::Shape& what = table_.shapes()[shape];
    const bool is_ext = is_ext_shape(table_, what);
    levels_.push_back({is_ext ? Frame::kExt : Frame::kRecord});
    return is_ext || told(at().begin_object(what.fields.size(), true));
  }
  bool field(const schema::FieldEntry& entry, std::uint64_t index) override {
    if (in_lone_) {
      in_lone_ = false;
      return true;
    }
    if (levels_.back().frame == Frame::kExt) return true;
    key_ = entry.named ? entry.name : position_text(index, digits_);
    has_key_ = true;
    return true;
  }
  bool end_record(std::uint32_t shape) override {
    if (looked_at_[shape] == Look::kLone) return true;
    const bool is_ext = levels_.back().frame == Frame::kExt;
    levels_.pop_back();
    return is_ext || told(at().end_object());
  }

  // ---- sequences and maps
  bool begin_sequence(TypeExpr, std::uint64_t count) override {
    if (leaving_out_) return true;
    if (!begin()) return false;
    levels_.push_back({Frame::kList});
    return told(at().begin_list(count));
  }
  bool end_sequence(TypeExpr) override {
    if (leaving_out_) {
      leaving_out_ = false;
      return true;
    }
    levels_.pop_back();
    return told(at().end_list());
  }
  bool begin_map(TypeExpr type, std::uint64_t count) override {
    if (!begin()) return false;
    if (is_text(schema::code(schema::key_type(type)))) {
      levels_.push_back({Frame::kObject, true});
      return told(at().begin_object(count, true));  // the first walk saw to it
    }
    levels_.push_back({Frame::kMap});
    return told(at().begin_map(count));
  }
  bool end_map(TypeExpr) override {
    const bool is_object = levels_.back().frame == Frame::kObject;
    levels_.pop_back();
    return told(is_object ? at().end_object() : at().end_map());
  }

  // ---- leaves
  bool absent(TypeExpr) override { return nothing(); }
  bool nothing() {
    if (in_present_ && options_.inline_types) return refuse(kNothingInSomethingSaid);
    return begin() && told(at().null());
  }
  bool present(TypeExpr) override {
    in_present_ = true;
    return true;
  }
  bool alternative(TypeExpr type, std::uint64_t index, TypeExpr chosen) override {
    in_present_ = false;  // the choice says it
    if (options_.choices == Choices::kTold) return told(at().choice(index));
    if (options_.choices == Choices::kUnclear) {
      if (!told(at().charge(schema::type_bytes(type).size()))) return false;
      if (is_unclear(table_, type)) return told(at().choice(index));
    }
    const bool nothing =
        schema::code(chosen) == TypeCode::kTuple && schema::operand_count(chosen) == 0;
    if (!nothing || !has_key_) return true;
    has_key_ = false;
    leaving_out_ = true;
    return told(at().charge(kStep));
  }
  bool inline_type(TypeExpr type) override {
    const BytesView codes = schema::type_bytes(type);
    // A long one is checked each time.
    if (!told(at().charge(codes.size() > kStep ? codes.size() * kStep : 1))) return false;
    return !options_.inline_types || told(at().inline_type(codes));
  }
  bool text(TypeExpr, std::string_view text, ContentUse) override {
    if (!levels_.empty() && levels_.back().key_next) {
      levels_.back().key_next = false;
      return told(at().key(text));
    }
    return begin() && told(at().text(text));
  }
  bool data(TypeExpr type, BytesView data, ContentUse) override {
    if (!levels_.empty() && levels_.back().frame == Frame::kExt) {
      return told(at().ext(ext_type_, data));
    }
    if (!begin()) return false;
    if (schema::code(type) != TypeCode::kBits) return told(at().data(data));
    std::string bits;
    append_bits(bits, data, schema::operand_count(type));
    return quoted(bits);
  }
  bool scalar(TypeExpr, const Scalar& scalar) override {
    if (!levels_.empty() && levels_.back().frame == Frame::kExt) {
      ext_type_ = static_cast<std::int8_t>(scalar.as_signed());
      return ext_type_ != msgpack::kTimestampType ||
             refuse("a timestamp as an extension: in archives it must be a date");
    }
    return begin() && told(tell(scalar));
  }
  bool tell(const Scalar& scalar);
  bool apple_date(double seconds);

  // ---- objects
  bool begin_object(std::uint64_t number, bool) override {
    in_present_ = true;
    open_[static_cast<std::size_t>(number)] = true;
    return true;
  }
  bool end_object(std::uint64_t number) override {
    open_[static_cast<std::size_t>(number)] = false;
    return true;
  }
  bool object_later(std::uint64_t number) override { return expand(number); }
  bool object_promised(std::uint64_t number) override { return expand(number); }
  bool object_again(std::uint64_t number) override {
    const bool is_shared = walker_.has_body(number) && !open_[static_cast<std::size_t>(number)];
    if (is_shared && options_.shared == JsonOptions::Shared::kRefuse) return refuse(kSharedSaid);
    return expand(number);
  }
  bool expand(std::uint64_t number) {
    if (!tell_key()) return false;
    if (!walker_.has_body(number)) return nothing();
    // So that a cycle beside the way stops nobody.
    if (at().passes_by()) return begin() && told(at().charge(1));
    if (open_[static_cast<std::size_t>(number)]) {
      return refuse(kCycleSaid);
    }
    return told(at().charge(kStep)) && walker_.replay_object(number, *this);
  }

  bool check_keys(std::uint32_t shape);

  bool refuse(std::string_view message) {
    why = Status(Code::kTypeMismatch, message);
    return false;
  }
  Sink& at() {
    sink_.position = position;
    return sink_;
  }
  // What the sink answered is what the walk is answered.
  bool told(bool go_on) {
    if (go_on) return true;
    why = sink_.why;
    position = sink_.position;
    return false;
  }
  // A value begins: the key held back, if it is a field's; the next text is a key, if it is a
  // map's.
  bool begin() {
    in_present_ = false;
    if (!levels_.empty() && levels_.back().frame == Frame::kObject) levels_.back().key_next = true;
    return tell_key();
  }
  bool tell_key() {
    if (!has_key_) return true;
    has_key_ = false;
    return told(at().key(key_));
  }
  // Text that was made with quotes around it.
  bool quoted(std::string_view text) { return told(at().text(text.substr(1, text.size() - 2))); }

  Walker& walker_;
  const schema::TypeTable& table_;
  const ArchiveReading& options_;
  Sink& sink_;
  std::vector<Level> levels_;
  std::vector<bool> open_;       // objects being told, by number
  std::vector<Look> looked_at_;  // by the number of the shape
  std::string_view key_;         // in the table, or in digits_
  Digits digits_;
  std::int8_t ext_type_ = 0;
  bool in_lone_ = false;     // a record began whose only field is told instead of it
  bool in_present_ = false;  // an optional, or an object: no value inside was told so far
  bool has_key_ = false;
  bool leaving_out_ = false;
};

bool Teller::check_keys(std::uint32_t shape) {
  if (looked_at_[shape] != Look::kNot) return true;
  if (!told(at().charge(shape_cost(table_, shape)))) return false;
  looked_at_[shape] = is_lone_value(table_, shape) ? Look::kLone : Look::kOwnKeys;
  return !has_key_twice(table_, shape) ||
         refuse("a record with two fields of one name, which only an archive can have");
}

bool Teller::tell(const Scalar& scalar) {
  switch (scalar.code) {
    case TypeCode::kBool: return at().boolean(scalar.bits != 0);
    case TypeCode::kU8:
    case TypeCode::kU16:
    case TypeCode::kU32:
    case TypeCode::kU64:
    case TypeCode::kVarU16:
    case TypeCode::kVarU32:
    case TypeCode::kVarU64: return at().integer(scalar.bits, false);
    case TypeCode::kF32: return at().f32(wire::load_le<std::uint32_t>(scalar.bytes.data()));
    case TypeCode::kF64: return at().f64(wire::load_le<std::uint64_t>(scalar.bytes.data()));
    case TypeCode::kAppleDate: return apple_date(scalar.real);
    case TypeCode::kDate:
      return at().moment(scalar.as_signed(),
                         wire::load_le<std::uint32_t>(scalar.bytes.data() + sizeof(std::int64_t)));
    case TypeCode::kUuid: {
      std::string text;
      append_uuid(text, scalar.bytes);
      return quoted(text);
    }
    case TypeCode::kDecimal: return at().decimal(scalar.bytes);
    default: return at().integer(scalar.bits, scalar.as_signed() < 0);
  }
}

bool Teller::apple_date(double seconds) { return at().apple_date(seconds); }

}  // namespace

Status read_archive(BytesView bytes, const ArchiveReading& options, Sink& sink) {
  const Result<archive::Envelope> envelope = archive::open_envelope(bytes);
  if (!envelope.ok()) return envelope.status();
  const Result<schema::TypeTable> table = archive::table_of(*envelope);
  if (!table.ok()) return table.status();
  Walker walker(*table, envelope->payload,
                {.limits = options.limits,
                 .payload_offset = envelope->payload_offset,
                 .keep_index = true,
                 .utf8 = true});
  archive::Silent silent;
  if (Status status = walker.walk(silent); !status.ok()) return status;
  Teller teller(walker, *table, options, sink);
  if (!walker.replay_root(teller)) return walker.failure(teller);
  return {};
}

}  // namespace fastser::convert
