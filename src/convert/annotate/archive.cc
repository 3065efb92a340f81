// SPDX-License-Identifier: MIT
//
// The envelope and the table are gone through once more by their grammar; both have been checked.
// The payload's values are told by a walk; the place of each is known, and most sizes are. What
// lies between two values says which kind of value follows: that an optional has one, which record
// an `any` holds.
#include "convert/annotate/archive.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/path_text.hpp"
#include "convert/inspect/tree.hpp"
#include "convert/inspect/tree_text.hpp"
#include "fastser/internal/archive/envelope.hpp"
#include "fastser/internal/schema/lone_value.hpp"
#include "fastser/internal/wire/faults.hpp"
#include "fastser/internal/wire/varint.hpp"
#include "fastser/walker.hpp"
#include "wire/utf8_start.hpp"

namespace fastser::convert {
namespace {

using archive::ContentUse;
using archive::Scalar;
using schema::TypeCode;
using schema::TypeExpr;

constexpr std::size_t kMaxKeyText = 40;  // of keys in paths

std::string counted(std::uint64_t count, std::string_view what) {
  return std::to_string(count) + ' ' + std::string(what);
}

// Goes through checked bytes.
class Cursor {
 public:
  Cursor(BytesView bytes, std::size_t base, Regions& regions)
      : bytes_(bytes), base_(base), regions_(regions) {}

  /// Its meaning is `what` and the number.
  std::uint64_t varint(std::string_view path, std::string_view what) {
    const auto [value, size] = read();
    take(size, path, std::string(what) + ' ' + std::to_string(value));
    return value;
  }
  /// Its meaning is what `meaning` makes of the number.
  template <typename Meaning>
  void varint_as(std::string_view path, Meaning&& meaning) {
    const auto [value, size] = read();
    take(size, path, meaning(value));
  }
  void take(std::size_t size, std::string_view path, std::string what) {
    regions_.add(base_ + at_, size, path, std::move(what));
    at_ += size;
  }
  void text(std::string_view path, std::string_view what) {
    const std::uint64_t size = varint(path, std::string("length of ") + std::string(what));
    const std::string_view name(reinterpret_cast<const char*>(bytes_.data()) + at_,
                                static_cast<std::size_t>(size));
    take(name.size(), path, std::string(what) + ' ' + in_quotes(name));
  }

 private:
  [[nodiscard]] std::pair<std::uint64_t, std::size_t> read() const {
    const std::byte* const start = bytes_.data() + at_;
    std::uint64_t value = 0;
    bool truncated = false;
    const std::byte* const end =
        wire::get_varint(start, bytes_.data() + bytes_.size(), value, truncated);
    return {value, static_cast<std::size_t>(end - start)};
  }

  BytesView bytes_;
  std::size_t base_;
  Regions& regions_;
  std::size_t at_ = 0;
};

void annotate_header(BytesView bytes, const archive::Envelope& envelope, Regions& regions) {
  constexpr std::string_view kPlaces[] = {"table in front", "table behind", "fingerprint"};
  regions.add(0, 3, {}, "mark of an archive");
  regions.add(3, 1, {}, "format version " + std::to_string(static_cast<int>(bytes[3])));
  std::string flags = "flags: ";
  flags += kPlaces[static_cast<std::size_t>(envelope.kind)];
  flags += envelope.has_checksum ? ", checksum" : ", no checksum";
  regions.add(4, 1, {}, std::move(flags));
  regions.add(5, 4, {}, "user version " + std::to_string(envelope.user_version));
  if (envelope.has_checksum) regions.add(bytes.size() - 4, 4, {}, "checksum (CRC-32C)");
  const std::size_t table_end = envelope.table_offset + envelope.table.size();
  if (envelope.kind == archive::Kind::kTableInFront) {
    regions.add(archive::kHeaderBytes, envelope.table_offset - archive::kHeaderBytes, {},
                "size of the table " + std::to_string(envelope.table.size()));
  } else {
    regions.add(table_end, sizeof(std::uint64_t), {},
                "size of the table " + std::to_string(envelope.table.size()));
  }
}

void annotate_type(const schema::TypeTable& table, std::uint32_t offset, std::string_view path,
                   std::string_view what, Cursor& cursor) {
  const TypeExpr type = table.expr(offset);
  const auto size = static_cast<std::size_t>(schema::skip_type(type).at - type.at);
  cursor.take(size, path,
              std::string(what) + ' ' + convert::type_text(schema::to_string(table, type)));
}

void annotate_table(const schema::TypeTable& table, std::size_t base, Regions& regions) {
  Cursor cursor(table.bytes(), base, regions);
  cursor.varint("table", "number of shapes");
  for (std::size_t i = 0; i < table.shapes().size(); ++i) {
    const schema::Shape& shape = table.shapes()[i];
    const std::string record = "record " + shape_text(shape.name, i);
    cursor.text(record, "name");
    cursor.varint(record, "class version");
    cursor.varint_as(record, [&](std::uint64_t super) {
      if (super == 0) return std::string("no super-shape");
      const auto number = static_cast<std::size_t>(super - 1);
      return "super-shape record " + shape_text(table.shapes()[number].name, number);
    });
    cursor.varint(record, "number of entries");
    for (const schema::FieldEntry& entry : shape.fields) {
      cursor.varint_as(record, [&](std::uint64_t) {
        return entry.named ? std::string("a field with a name")
                           : counted(entry.repeat, "fields without names");
      });
      if (entry.named) cursor.text(record, "field");
      annotate_type(table, entry.type, record, "type", cursor);
    }
  }
  annotate_type(table, table.root_type(), "table", "type of the root", cursor);
}

class PayloadAnnotator final : public archive::Visitor {
 public:
  /// Stops when the regions take more than `most` bytes of memory.
  PayloadAnnotator(const schema::TypeTable& table, const archive::Envelope& envelope, bool all,
                   std::size_t most, Regions& regions)
      : table_(table),
        payload_(envelope.payload),
        base_(envelope.payload_offset),
        all_(all),
        most_(most),
        regions_(regions) {}

  bool begin_record(std::uint32_t shape) override {
    open('r', schema::is_lone_value(table_, shape));
    return in_record_ = true;
  }
  bool field(const schema::FieldEntry& entry, std::uint64_t index) override {
    if (!advance(position)) return false;
    in_record_ = false;
    Level& level = levels_.back();
    level.named = entry.named && entry.name.size() <= kMaxKeyText;
    level.name = level.named ? std::string(entry.name) : std::string();
    level.count = index;
    return true;
  }
  bool end_record(std::uint32_t) override { return close(); }

  bool begin_sequence(TypeExpr type, std::uint64_t count) override {
    const TypeCode code = schema::code(type);
    const bool has_count = code == TypeCode::kList || code == TypeCode::kSet;
    if (has_count) put(varint_size(position), counted(count, count == 1 ? "element" : "elements"));
    return open('s');
  }
  bool end_sequence(TypeExpr) override { return close(); }
  bool takes_run(TypeExpr element, std::uint64_t count, BytesView bytes) override {
    if (all_ || count <= kFewNumbers) return false;
    position = static_cast<std::size_t>(bytes.data() - payload_.data());
    advance(position);
    const std::string what = counted(count, "x ") + type_of(element);
    if (levels_.back().kind == 'r') return put(bytes.size(), what);
    Level list = std::move(levels_.back());  // the path is the list's
    levels_.pop_back();
    put(bytes.size(), what);
    list.count += count;
    levels_.push_back(std::move(list));
    return true;
  }

  bool begin_map(TypeExpr, std::uint64_t count) override {
    put(varint_size(position), counted(count, count == 1 ? "pair" : "pairs"));
    return open('m');
  }
  bool end_map(TypeExpr) override { return close(); }

  bool absent(TypeExpr type) override {
    return leaf(schema::code(type) == TypeCode::kNull ? 0 : 1, "nothing");
  }
  bool alternative(TypeExpr, std::uint64_t index, TypeExpr chosen) override {
    return put(varint_size(position),
               "alternative " + std::to_string(index) + " of a variant: " + type_of(chosen));
  }
  bool inline_type(TypeExpr type) override {
    position = static_cast<std::size_t>(type.at - payload_.data());
    return put(static_cast<std::size_t>(schema::skip_type(type).at - type.at),
               "the type of the value: " + type_of(type));
  }
  bool scalar(TypeExpr type, const Scalar& value) override {
    if (at_key()) key_ = '[' + scalar_text(value) + ']';
    return leaf(value.bytes.size(), scalar_text(value) + " (" + type_of(type) + ')');
  }
  bool text(TypeExpr, std::string_view value, ContentUse use) override {
    if (at_key()) {
      key_.clear();
      append_key(key_, wire::utf8_start(value, kMaxKeyText));
    }
    return content(std::as_bytes(std::span(value)), use, "text", in_quotes(value));
  }
  bool data(TypeExpr, BytesView value, ContentUse use) override {
    return content(value, use, "data", "data");
  }

  bool begin_object(std::uint64_t number, bool deferred) override {
    if (deferred) {
      levels_.clear();
      root_ = "(object " + std::to_string(number) + ')';
      return true;
    }
    return put(kUntilNext, "object " + std::to_string(number) + ", its body follows");
  }
  bool end_object(std::uint64_t) override { return advance(position); }
  bool object_later(std::uint64_t number) override {
    return leaf(kUntilNext, "object " + std::to_string(number) + ", its body is behind");
  }
  bool object_promised(std::uint64_t number) override {
    return leaf(kUntilNext, "object " + std::to_string(number) + ", promised");
  }
  bool object_again(std::uint64_t number) override {
    return leaf(kUntilNext, "object " + std::to_string(number) + " again");
  }

  /// Behind the last value.
  bool finish() { return advance(payload_.size()); }
  [[nodiscard]] bool is_too_much() const { return regions_.memory() > most_; }

 private:
  struct Level {
    char kind;  // 'r' record, 's' sequence, 'm' map
    std::uint64_t count = 0;
    std::string name{};
    bool named = false;
    bool lone = false;  // a record whose only field is no step
  };
  static constexpr std::size_t kUntilNext = static_cast<std::size_t>(-1);

  [[nodiscard]] std::string type_of(TypeExpr type) const {
    return convert::type_text(schema::to_string(table_, type));
  }
  [[nodiscard]] std::size_t varint_size(std::size_t at) const {
    std::size_t size = 1;
    while (at + size < payload_.size() &&
           (payload_[at + size - 1] & std::byte{0x80}) != std::byte{0})
      ++size;
    return size;
  }
  [[nodiscard]] bool at_key() const {
    return !levels_.empty() && levels_.back().kind == 'm' && levels_.back().count % 2 == 0;
  }

  // Of the value that comes.
  [[nodiscard]] std::string path() const {
    std::string out = root_;
    for (const Level& level : levels_) {
      if (level.kind == 's') append_index(out, level.count);
      if (level.kind == 'm' && level.count % 2 == 0) append_key(out, "(key)");
      if (level.kind == 'm' && level.count % 2 != 0) {
        if (!out.empty() && !level.name.starts_with('[')) out += '.';
        out += level.name;
      }
      if (level.kind == 'r' && level.named) append_key(out, level.name);
      if (level.kind == 'r' && !level.named && !level.lone) {
        append_key(out, std::to_string(level.count));
      }
    }
    return out;
  }

  // What is open ends here. Bytes that no value was said to take are the flag of an optional;
  // between a record of any type and its fields, the number of its shape.
  bool advance(std::size_t to) {
    if (to <= cursor_) return true;
    const bool opens = !open_what_.empty();
    regions_.add(base_ + cursor_, to - cursor_, opens ? open_path_ : path(),
                 opens        ? std::move(open_what_)
                 : in_record_ ? "which record follows"
                              : "a value follows");
    open_what_.clear();
    cursor_ = to;
    return !is_too_much();
  }
  // Bytes of the value that comes, at the place where the last ended.
  bool put(std::size_t size, std::string what) {
    if (!advance(position)) return false;
    if (size == kUntilNext) {
      open_what_ = std::move(what);
      open_path_ = path();
      return true;
    }
    regions_.add(base_ + cursor_, size, path(), std::move(what));
    cursor_ += size;
    return !is_too_much();
  }
  bool leaf(std::size_t size, std::string what) { return put(size, std::move(what)) && count(); }
  bool count() {
    if (levels_.empty()) return true;
    Level& level = levels_.back();
    if (at_key()) level.name = std::move(key_);
    if (level.kind != 'r') ++level.count;
    return true;
  }
  bool open(char kind, bool lone = false) {
    if (!advance(position)) return false;
    if (at_key()) key_ = "(key)";
    levels_.push_back({.kind = kind, .lone = lone});
    return true;
  }
  bool close() {
    if (!advance(position)) return false;
    in_record_ = false;
    levels_.pop_back();
    return count();
  }
  bool content(BytesView value, ContentUse use, std::string_view what, std::string shown) {
    std::string number;
    if (use.kind != ContentUse::kPlain) number = ", shared, number " + std::to_string(use.number);
    if (use.kind == ContentUse::kAgain) {
      return leaf(kUntilNext, std::string(what) + " again" + number + ": " + shown);
    }
    const std::string length =
        "length of " + std::string(what) + ": " + std::to_string(value.size());
    if (value.empty()) return leaf(varint_size(position), length + number);
    advance(position);
    const auto start = static_cast<std::size_t>(value.data() - payload_.data());
    put(start - cursor_, length + number);
    position = start;
    return leaf(value.size(), std::move(shown));
  }

  const schema::TypeTable& table_;
  BytesView payload_;
  std::size_t base_;
  bool all_;
  std::size_t most_;
  Regions& regions_;
  std::vector<Level> levels_;
  std::string root_;        // the object whose body was deferred
  std::string key_;         // of the map that is open, as paths have it
  std::size_t cursor_ = 0;  // the bytes before it have been added
  std::string open_what_;   // what begins at the cursor, and ends where the next begins
  std::string open_path_;
  bool in_record_ = false;  // the record began last
};

}  // namespace

Status annotate_archive(BytesView bytes, const AnnotateOptions& options, Regions& regions) {
  const Result<archive::Envelope> envelope = archive::open_envelope(bytes);
  if (!envelope.ok()) return envelope.status();
  const Result<schema::TypeTable> table = archive::table_of(*envelope);
  if (!table.ok()) return table.status();
  annotate_header(bytes, *envelope, regions);
  annotate_table(*table, envelope->table_offset, regions);
  Limits limits;
  limits.depth = options.limits.depth;
  PayloadAnnotator payload(*table, *envelope, options.all, options.limits.memory_for(bytes.size()),
                           regions);
  Status walked =
      archive::walk(*table, envelope->payload, payload, limits, envelope->payload_offset);
  if (walked.ok()) payload.finish();
  if (payload.is_too_much()) {
    return Status(Code::kOverBudget, wire::kTakesTooMuch, envelope->payload_offset);
  }
  return walked;
}

}  // namespace fastser::convert
