// SPDX-License-Identifier: MIT
//
// archive_to_json: one walk that verifies and remembers where objects lie, then a replay that
// writes. The writer is a visitor with one frame for each open object or array; a key is held back
// until its value comes, since a field may turn out to be left out.
//
// The replay is bounded by the length of the text. What makes no text (fields left out, references
// followed) is counted as if it made some: few bytes, referred to often, must not become many steps
// (B4, B9).
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <exception>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "convert/json_text.hpp"
#include "fastser/archive/envelope.hpp"
#include "fastser/archive/walker.hpp"
#include "fastser/convert/json.hpp"
#include "fastser/schema/type_table.hpp"
#include "fastser/wire/endian.hpp"

namespace fastser::convert {
namespace {

using archive::ContentUse;
using archive::Scalar;
using archive::Visitor;
using archive::Walker;
using schema::TypeCode;
using schema::TypeExpr;

class Silent final : public Visitor {
  bool takes_run(TypeExpr, std::uint64_t, BytesView) override { return true; }
};

bool is_text(TypeCode code) {
  return code == TypeCode::kString || code == TypeCode::kSharedString || code == TypeCode::kUrl ||
         code == TypeCode::kClassRef;
}

class JsonWriter final : public Visitor {
 public:
  JsonWriter(Walker& walker, const schema::TypeTable& table, const JsonOptions& options,
             std::size_t max_bytes)
      : walker_(walker),
        table_(table),
        options_(options),
        max_bytes_(max_bytes),
        open_(static_cast<std::size_t>(walker.object_count())),
        checked_(table.shapes().size()) {}

  /// The text; what was appended last may have made it too long.
  Result<std::string> take() {
    if (!within_limit()) return why;
    return std::move(out_);
  }

 private:
  enum class Frame : std::uint8_t { kRecord, kArray, kMap, kPairs };
  struct Level {
    Frame frame;
    std::uint64_t values = 0;   // keys of maps count too
    std::size_t first_key = 0;  // of a map with text keys, in map_keys_
  };
  struct MapKey {
    std::string_view text;
    std::size_t position;
  };
  using Digits = std::array<char, 20>;
  static std::string_view position_text(std::uint64_t index, Digits& room) {
    const std::to_chars_result end = std::to_chars(room.data(), room.data() + room.size(), index);
    return {room.data(), static_cast<std::size_t>(end.ptr - room.data())};
  }

  // ---- records
  bool begin_record(std::uint32_t shape) override {
    return check_keys(shape) && open(Frame::kRecord, '{');
  }
  bool field(const schema::FieldEntry& entry, std::uint64_t index) override {
    key_ = entry.named ? entry.name : position_text(index, digits_);
    has_key_ = true;
    return true;
  }
  bool end_record(std::uint32_t) override { return close('}'); }

  // ---- sequences and maps
  bool begin_sequence(TypeExpr, std::uint64_t) override {
    return leaving_out_ || open(Frame::kArray, '[');
  }
  bool end_sequence(TypeExpr) override {
    if (!leaving_out_) return close(']');
    leaving_out_ = false;
    return true;
  }
  bool begin_map(TypeExpr type, std::uint64_t) override {
    const bool text_keys = is_text(schema::code(schema::key_type(type)));
    if (!open(text_keys ? Frame::kMap : Frame::kPairs, text_keys ? '{' : '[')) return false;
    levels_.back().first_key = map_keys_.size();
    return true;
  }
  bool end_map(TypeExpr) override {
    const Level level = levels_.back();
    if (level.frame == Frame::kPairs && level.values != 0) out_ += ']';
    return check_map(level.first_key) && close(level.frame == Frame::kMap ? '}' : ']');
  }

  // ---- leaves
  bool absent(TypeExpr) override { return word("null"); }
  bool alternative(TypeExpr, std::uint64_t, TypeExpr chosen) override {
    const bool nothing =
        schema::code(chosen) == TypeCode::kTuple && schema::operand_count(chosen) == 0;
    if (!nothing || !has_key_) return true;
    has_key_ = false;
    leaving_out_ = true;
    return step();
  }
  bool text(TypeExpr, std::string_view text, ContentUse) override {
    if (!begin_value()) return false;
    append_quoted(out_, text);
    if (!levels_.empty() && levels_.back().frame == Frame::kMap && levels_.back().values % 2 == 1) {
      map_keys_.push_back({text, position});
      out_ += options_.pretty ? ": " : ":";
    }
    return true;
  }
  bool data(TypeExpr type, BytesView data, ContentUse) override {
    if (!begin_value()) return false;
    if (schema::code(type) == TypeCode::kBits) {
      append_bits(out_, data, schema::operand_count(type));
    } else {
      append_base64(out_, data);
    }
    return true;
  }
  bool scalar(TypeExpr, const Scalar& scalar) override;

  // ---- objects
  bool begin_object(std::uint64_t number, bool) override {
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
    if (options_.shared == JsonOptions::Shared::kRefuse && walker_.has_body(number)) {
      return refuse(Code::kTypeMismatch, "an object that is referred to again: JSON has no such");
    }
    return expand(number);
  }

  bool expand(std::uint64_t number) {
    if (!walker_.has_body(number)) return word("null");
    if (open_[static_cast<std::size_t>(number)]) {
      return refuse(Code::kTypeMismatch, "an object that holds itself: JSON has no cycles");
    }
    return step() && walker_.replay_object(number, *this);
  }

  // Something is done that makes no text, and costs about as much as this many bytes of text.
  bool step() {
    steps_ += 16;
    return within_limit();
  }
  bool within_limit() {
    if (out_.size() <= max_bytes_ && steps_ <= max_bytes_ - out_.size()) return true;
    return refuse(Code::kOverBudget, "the JSON text would be longer than allowed");
  }

  bool check_keys(std::uint32_t shape);
  bool check_map(std::size_t first_key);

  bool refuse(Code code, std::string_view message) {
    why = Status(code, message);
    return false;
  }

  bool word(std::string_view text) {
    if (!begin_value()) return false;
    out_ += text;
    return true;
  }

  void line() {
    if (!options_.pretty) return;
    out_ += '\n';
    out_.append(2 * levels_.size(), ' ');
  }

  // What stands before a value: a comma, a line, the key.
  bool begin_value() {
    if (!within_limit()) return false;
    if (levels_.empty()) return true;
    Level& level = levels_.back();
    const std::uint64_t at = level.values++;
    const bool second = at % 2 == 1 && (level.frame == Frame::kMap || level.frame == Frame::kPairs);
    if (second) {
      if (level.frame == Frame::kPairs) out_ += ',';
      return true;
    }
    if (level.frame == Frame::kPairs && at != 0) out_ += ']';
    if (at != 0) out_ += ',';
    line();
    if (level.frame == Frame::kPairs) out_ += '[';
    if (level.frame == Frame::kRecord) {
      append_quoted(out_, key_);
      out_ += options_.pretty ? ": " : ":";
      has_key_ = false;
    }
    return true;
  }

  bool open(Frame frame, char bracket) {
    if (!begin_value()) return false;
    has_key_ = false;
    levels_.push_back({frame});
    out_ += bracket;
    return true;
  }
  bool close(char bracket) {
    const bool empty = levels_.back().values == 0;
    levels_.pop_back();
    if (!empty) line();
    out_ += bracket;
    return true;
  }

  bool not_finite() {
    if (options_.not_finite == JsonOptions::NotFinite::kNull) {
      out_ += "null";
      return true;
    }
    return refuse(Code::kTypeMismatch, "a number that is not finite: JSON has none");
  }

  Walker& walker_;
  const schema::TypeTable& table_;
  const JsonOptions& options_;
  std::size_t max_bytes_;
  std::string out_;
  std::size_t steps_ = 0;
  std::vector<Level> levels_;
  std::vector<bool> open_;        // objects being written, by number
  std::vector<bool> checked_;     // shapes whose fields have names of their own, by number
  std::vector<MapKey> map_keys_;  // of the maps that are open
  std::string_view key_;          // in the table, or in digits_
  Digits digits_;
  bool has_key_ = false;
  bool leaving_out_ = false;
};

// A shape has no name twice, but it and its super-shape may have one in common, and a field without
// a name is called by its position.
bool JsonWriter::check_keys(std::uint32_t shape) {
  if (checked_[shape]) return true;
  checked_[shape] = true;
  std::vector<const schema::Shape*> chain;
  for (auto at = static_cast<std::int32_t>(shape); at >= 0; at = chain.back()->super) {
    chain.push_back(&table_.shapes()[static_cast<std::size_t>(at)]);
    for (const schema::FieldEntry& entry : chain.back()->fields) steps_ += 1 + entry.name.size();
    if (!within_limit()) return false;
  }
  std::vector<std::string_view> names;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> positions;  // runs without names: from, to
  std::uint64_t index = 0;
  for (std::size_t i = chain.size(); i-- > 0;) {
    for (const schema::FieldEntry& entry : chain[i]->fields) {
      if (entry.named) names.push_back(entry.name);
      if (!entry.named) positions.emplace_back(index, index + entry.repeat);
      index += entry.repeat;
    }
  }
  std::sort(names.begin(), names.end());
  bool twice = std::adjacent_find(names.begin(), names.end()) != names.end();
  for (const std::string_view name : names) {
    std::uint64_t number = 0;
    Digits digits;
    const std::from_chars_result end =
        std::from_chars(name.data(), name.data() + name.size(), number);
    if (end.ec != std::errc() || position_text(number, digits) != name) continue;
    const auto behind = std::upper_bound(positions.begin(), positions.end(),
                                         std::pair(number, static_cast<std::uint64_t>(-1)));
    twice = twice || (behind != positions.begin() && number < std::prev(behind)->second);
  }
  return !twice ||
         refuse(Code::kTypeMismatch, "a record that would have one key twice: JSON has no such");
}

// No two keys of a map are equal (docs/format.md section 4), which the walker does not look for.
bool JsonWriter::check_map(std::size_t first_key) {
  const auto first = map_keys_.begin() + static_cast<std::ptrdiff_t>(first_key);
  std::sort(first, map_keys_.end(), [](const MapKey& left, const MapKey& right) {
    if (left.text.size() != right.text.size()) return left.text.size() < right.text.size();
    const int order = left.text.compare(right.text);
    return order != 0 ? order < 0 : left.position < right.position;
  });
  const auto twice = std::adjacent_find(
      first, map_keys_.end(),
      [](const MapKey& left, const MapKey& right) { return left.text == right.text; });
  if (twice != map_keys_.end()) {
    position = std::next(twice)->position;
    return refuse(Code::kMalformed, "a key that the map has twice");
  }
  map_keys_.resize(first_key);
  return true;
}

bool JsonWriter::scalar(TypeExpr, const Scalar& scalar) {
  constexpr std::int64_t kAppleEpoch = 978307200;  // 2001-01-01
  constexpr double kFarthest = 1e12;
  if (!begin_value()) return false;
  switch (scalar.code) {
    case TypeCode::kBool: out_ += scalar.bits != 0 ? "true" : "false"; return true;
    case TypeCode::kU8:
    case TypeCode::kU16:
    case TypeCode::kU32:
    case TypeCode::kU64:
    case TypeCode::kVarU16:
    case TypeCode::kVarU32:
    case TypeCode::kVarU64: append_unsigned(out_, scalar.bits); return true;
    case TypeCode::kF32:
      if (!std::isfinite(scalar.real)) return not_finite();
      append_float(out_, static_cast<float>(scalar.real));
      return true;
    case TypeCode::kF64:
      if (!std::isfinite(scalar.real)) return not_finite();
      append_double(out_, scalar.real);
      return true;
    case TypeCode::kAppleDate: {
      if (!(std::fabs(scalar.real) < kFarthest)) return not_finite();
      const double whole = std::floor(scalar.real);
      const double nanos = std::min((scalar.real - whole) * 1e9, 999999999.0);
      append_date(out_, static_cast<std::int64_t>(whole) + kAppleEpoch,
                  static_cast<std::uint32_t>(nanos));
      return true;
    }
    case TypeCode::kDate:
      append_date(out_, scalar.as_signed(),
                  wire::load_le<std::uint32_t>(scalar.bytes.data() + sizeof(std::int64_t)));
      return true;
    case TypeCode::kUuid: append_uuid(out_, scalar.bytes); return true;
    case TypeCode::kDecimal: append_decimal(out_, scalar.bytes); return true;
    default: append_signed(out_, scalar.as_signed()); return true;
  }
}

Result<std::string> convert_archive(BytesView bytes, const JsonOptions& options) {
  const Result<archive::Envelope> envelope = archive::open_envelope(bytes);
  if (!envelope.ok()) return envelope.status();
  if (envelope->kind == archive::Kind::kFingerprint) {
    return Status(Code::kUsage, "an archive without a table can only be read with its type", 4);
  }
  const Result<schema::TypeTable> table = schema::TypeTable::parse(envelope->table);
  if (!table.ok()) {
    Status status = table.status();
    const std::size_t offset = status.offset();
    if (offset == Status::kNoOffset) return status;
    return std::move(status).with_offset(envelope->table_offset + offset);
  }
  Walker walker(*table, envelope->payload,
                {.limits = options.limits,
                 .payload_offset = envelope->payload_offset,
                 .keep_index = true,
                 .utf8 = true});
  Silent silent;
  if (Status status = walker.walk(silent); !status.ok()) return status;
  const std::size_t most =
      options.max_bytes != 0 ? options.max_bytes : bytes.size() * 64 + (std::size_t{1} << 20);
  JsonWriter writer(walker, *table, options, most);
  if (!walker.replay_root(writer)) return walker.failure(writer);
  return writer.take();
}

}  // namespace

Result<std::string> archive_to_json(BytesView archive, const JsonOptions& options) try {
  return convert_archive(archive, options);
} catch (const std::exception&) {  // bad_alloc, or a container asked for more than it can hold
  return Status(Code::kNoMemory, "no memory for the JSON text");
}

}  // namespace fastser::convert
