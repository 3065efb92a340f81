// SPDX-License-Identifier: MIT
//
// Parsing and checking a type table.
//
// Two passes over the bytes: the first checks every byte and counts entries and edges, the second
// stores, into arrays of exactly the size counted (nothing grows, so memory stays proportional to
// the input: B1-B3). An edge says that a shape holds another one directly, not behind something
// that can be empty. The edges are then walked depth-first with an explicit stack (a chain of a
// million shapes must not overflow the machine's: B5), which finds cycles and gives the order in
// which the sizes of the shapes can be summed up. Names that a shape has twice are found by
// sorting: no names can make that quadratic (B9).
//
// Errors are placed at the first byte of the item that is wrong.
#include "fastser/internal/schema/type_table.hpp"

#include <algorithm>
#include <limits>
#include <new>
#include <string>
#include <utility>

#include "fastser/internal/base/guarded.hpp"
#include "fastser/internal/wire/utf8.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::schema {
namespace {

constexpr std::size_t kMinShapeBytes = 4;  // name, version, super, entry count
constexpr std::size_t kMinEntryBytes = 2;  // repeat, type
constexpr std::size_t kMaxName = 200;      // of a name in a message
constexpr std::uint64_t kMaxFields = std::numeric_limits<std::uint32_t>::max();

template <typename T>
std::unique_ptr<T[]> new_array(std::size_t count) {
  return std::unique_ptr<T[]>(new (std::nothrow) T[count == 0 ? 1 : count]);
}

Status no_memory() { return Status(Code::kNoMemory, "no memory for the type table"); }

// A bounded cursor that checks type expressions. `cut_off` is the message where they end
// too early.
class Checker {
 public:
  Checker(BytesView bytes, std::uint64_t shape_count,
          std::string_view cut_off = "the type table ends inside an item") noexcept
      : begin_(bytes.data()),
        at_(bytes.data()),
        end_(bytes.data() + bytes.size()),
        shape_count_(shape_count),
        cut_off_(cut_off) {}

  [[nodiscard]] std::size_t offset() const noexcept {
    return static_cast<std::size_t>(at_ - begin_);
  }
  [[nodiscard]] std::size_t left() const noexcept { return static_cast<std::size_t>(end_ - at_); }
  void set_shape_count(std::uint64_t count) noexcept { shape_count_ = count; }
  // Where direct shapes are stored and counted; a null array only counts.
  void set_edges(std::uint32_t* edges) noexcept {
    edges_ = edges;
    edge_count_ = 0;
  }
  [[nodiscard]] std::size_t edge_count() const noexcept { return edge_count_; }
  void add_edge(std::uint64_t shape) noexcept {
    if (edges_ != nullptr) edges_[edge_count_] = static_cast<std::uint32_t>(shape);
    ++edge_count_;
  }

  Status varint(std::uint64_t& value) {
    bool truncated = false;
    const std::byte* next = wire::get_varint(at_, end_, value, truncated);
    if (next == nullptr) return truncated ? cut_off() : malformed("a varint longer than 64 bits");
    at_ = next;
    return {};
  }

  Status text(std::string_view& value) {
    std::uint64_t size = 0;
    FASTSER_TRY(varint(size));
    if (size > left()) return cut_off();
    value = {reinterpret_cast<const char*>(at_), static_cast<std::size_t>(size)};
    const std::size_t good = wire::utf8_prefix(value);
    at_ += good;
    return good == value.size() ? Status() : malformed("a name that is not UTF-8");
  }

  // One type expression. `direct`: its value lies in the record at hand in any case. The outermost
  // has depth 1, and one without operands counts like any other; the integer type of an enum is a
  // part of the enum and has no depth of its own.
  Status type(std::uint32_t depth, bool direct) {
    if (depth > kMaxTypeDepth) return malformed("a type nested deeper than 64");
    if (at_ == end_) return cut_off();
    const auto code = static_cast<TypeCode>(*at_);
    if (code_name(code) == "?") return malformed("an unknown type code");
    ++at_;
    switch (code) {
      case TypeCode::kOptional:
      case TypeCode::kList:
      case TypeCode::kSet:
      case TypeCode::kRef: return type(depth + 1, false);
      case TypeCode::kArray: {
        std::uint64_t count = 0;
        FASTSER_TRY(type(depth + 1, direct));
        return varint(count);
      }
      case TypeCode::kMap:
      case TypeCode::kOrderedMap:
        FASTSER_TRY(type(depth + 1, false));
        return type(depth + 1, false);
      case TypeCode::kVariant:
      case TypeCode::kTuple: return operands(depth, direct);
      case TypeCode::kEnum: return enumeration();
      case TypeCode::kRecord: return record(direct);
      case TypeCode::kBits: {
        std::uint64_t count = 0;
        return varint(count);
      }
      default: return {};
    }
  }

  [[nodiscard]] Status cut_off() const { return cut_off(offset()); }
  [[nodiscard]] Status cut_off(std::size_t at) const {
    return Status(Code::kTruncated, cut_off_, at);
  }
  [[nodiscard]] Status malformed(std::string_view message) const {
    return Status(Code::kMalformed, message, offset());
  }

 private:
  Status operands(std::uint32_t depth, bool direct) {
    const std::size_t start = offset();
    std::uint64_t count = 0;
    FASTSER_TRY(varint(count));
    if (count > left()) return cut_off(start);
    for (; count != 0; --count) FASTSER_TRY(type(depth + 1, direct));
    return {};
  }

  Status enumeration() {
    std::string_view name;
    FASTSER_TRY(text(name));
    if (at_ == end_) return cut_off();
    const auto code = static_cast<std::uint8_t>(*at_);
    const bool is_float = code == static_cast<std::uint8_t>(TypeCode::kF32) ||
                          code == static_cast<std::uint8_t>(TypeCode::kF64);
    if (code < 0x01 || code > 0x11 || is_float) {
      return malformed("an enum whose type is not an integer");
    }
    ++at_;
    return {};
  }

  Status record(bool direct) {
    std::uint64_t shape = 0;
    const std::byte* start = at_;
    FASTSER_TRY(varint(shape));
    if (shape >= shape_count_) {
      at_ = start;
      return malformed("a shape number that is out of range");
    }
    if (direct) add_edge(shape);
    return {};
  }

  const std::byte* begin_;
  const std::byte* at_;
  const std::byte* end_;
  std::uint64_t shape_count_;
  std::string_view cut_off_;
  std::uint32_t* edges_ = nullptr;
  std::size_t edge_count_ = 0;
};

}  // namespace

// Parses one table. Passes are the same code; only the second has arrays to store into.
class TableParser {
 public:
  explicit TableParser(BytesView bytes) noexcept : bytes_(bytes), checker_(bytes, 0) {}

  Status parse() {
    if (bytes_.size() >= std::numeric_limits<std::uint32_t>::max()) {
      return Status(Code::kMalformed, "a type table of 4 GiB or more", 0);
    }
    FASTSER_TRY(pass());
    if (table.shape_count_ == 0) return {};  // nothing to store, and nothing to refer to
    table.shapes_ = new_array<Shape>(table.shape_count_);
    table.fields_ = new_array<FieldEntry>(field_count_);
    edges_ = new_array<std::uint32_t>(checker_.edge_count());
    first_edge_ = new_array<std::uint32_t>(table.shape_count_ + 1);
    if (!table.shapes_ || !table.fields_ || !edges_ || !first_edge_) return no_memory();
    checker_ = Checker(bytes_, 0);
    checker_.set_edges(edges_.get());
    FASTSER_TRY(pass());
    first_edge_[table.shape_count_] = static_cast<std::uint32_t>(checker_.edge_count());
    FASTSER_TRY(check_names());
    return order_shapes();
  }

  TypeTable table;

 private:
  Status pass() {
    std::uint64_t count = 0;
    FASTSER_TRY(checker_.varint(count));
    if (count > checker_.left() / kMinShapeBytes) return checker_.cut_off(0);
    checker_.set_shape_count(count);
    table.shape_count_ = static_cast<std::size_t>(count);
    field_count_ = 0;
    for (std::size_t i = 0; i < table.shape_count_; ++i) FASTSER_TRY(shape(i));
    table.root_ = static_cast<std::uint32_t>(checker_.offset());
    FASTSER_TRY(checker_.type(1, false));
    if (checker_.left() != 0) {
      return Status(Code::kTrailing, "bytes after the type of the root", checker_.offset());
    }
    table.bytes_ = bytes_;
    return {};
  }

  Status shape(std::size_t index) {
    if (first_edge_) first_edge_[index] = static_cast<std::uint32_t>(checker_.edge_count());
    std::string_view name;
    std::uint64_t version = 0;
    std::uint64_t super = 0;
    std::uint64_t entries = 0;
    FASTSER_TRY(checker_.text(name));
    std::size_t start = checker_.offset();
    FASTSER_TRY(checker_.varint(version));
    if (version > std::numeric_limits<std::uint32_t>::max()) {
      return Status(Code::kMalformed, "a class version beyond 32 bits", start);
    }
    start = checker_.offset();
    FASTSER_TRY(checker_.varint(super));
    if (super > table.shape_count_) {
      return Status(Code::kMalformed, "a super-shape out of range", start);
    }
    if (super != 0) checker_.add_edge(super - 1);
    start = checker_.offset();
    FASTSER_TRY(checker_.varint(entries));
    if (entries > checker_.left() / kMinEntryBytes) return checker_.cut_off(start);
    const std::size_t first = field_count_;
    std::uint64_t fields = 0;
    for (; entries != 0; --entries) FASTSER_TRY(entry(fields));
    if (table.shapes_) {
      table.shapes_[index] = {name,
                              {table.fields_.get() + first, field_count_ - first},
                              0,
                              kNotPlain,
                              static_cast<std::uint32_t>(version),
                              static_cast<std::int32_t>(super) - 1};
    }
    return {};
  }

  Status entry(std::uint64_t& fields) {
    const std::size_t start = checker_.offset();
    std::uint64_t head = 0;
    std::string_view name;
    FASTSER_TRY(checker_.varint(head));
    const std::uint64_t repeat = head >> 1;
    const bool named = (head & 1) != 0;
    if (repeat == 0 || (named && repeat != 1)) {
      return Status(Code::kMalformed, "a wrong repeat count", start);
    }
    if (repeat > kMaxFields - fields) {
      return Status(Code::kMalformed, "a shape with too many fields", start);
    }
    fields += repeat;
    if (named) FASTSER_TRY(checker_.text(name));
    const auto type = static_cast<std::uint32_t>(checker_.offset());
    FASTSER_TRY(checker_.type(1, true));
    if (table.fields_) table.fields_[field_count_] = {name, repeat, type, named};
    ++field_count_;
    return {};
  }

  // Sums up sizes, every shape after those it holds. A shape met again while it is open holds
  // itself. `next_` is the edge to look at next: the explicit stack's other half.
  Status order_shapes() {
    const std::size_t count = table.shape_count_;
    auto stack = new_array<std::uint32_t>(count);
    auto next = new_array<std::uint32_t>(count);
    auto state = new_array<std::uint8_t>(count);
    if (!stack || !next || !state) return no_memory();
    for (std::size_t i = 0; i < count; ++i) {
      next[i] = first_edge_[i];
      state[i] = kNew;
    }
    for (std::size_t root = 0; root < count; ++root) {
      if (state[root] != kNew) continue;
      std::size_t depth = 0;
      stack[depth++] = static_cast<std::uint32_t>(root);
      state[root] = kOpen;
      while (depth != 0) {
        const std::uint32_t shape = stack[depth - 1];
        if (next[shape] == first_edge_[shape + 1]) {
          state[shape] = kDone;
          FASTSER_TRY(sum_up(shape));
          --depth;
          continue;
        }
        const std::uint32_t inner = edges_[next[shape]++];
        if (state[inner] == kOpen) return holds_itself(inner);
        if (state[inner] == kDone) continue;
        state[inner] = kOpen;
        stack[depth++] = inner;
      }
    }
    return {};
  }

  Status holds_itself(std::uint32_t shape) const {
    constexpr std::string_view kMessage = "a shape that contains itself directly";
    const std::string_view name = table.shapes_[shape].name;
    const std::size_t offset = offset_of(name);
    return guarded([&] {
      std::string detail = std::string(kMessage) + ": ";
      detail += name.empty() ? '#' + std::to_string(shape) : std::string(name.substr(0, kMaxName));
      return Status(Code::kMalformed, kMessage, offset).with_detail(std::move(detail));
    });
  }

  [[nodiscard]] std::size_t offset_of(std::string_view name) const noexcept {
    return static_cast<std::size_t>(name.data() - reinterpret_cast<const char*>(bytes_.data()));
  }

  Status check_names() {
    std::size_t most = 0;
    for (std::size_t i = 0; i < table.shape_count_; ++i) {
      most = std::max(most, table.shapes_[i].fields.size());
    }
    const auto sorted = new_array<std::uint32_t>(most);
    if (!sorted) return no_memory();
    for (std::size_t i = 0; i < table.shape_count_; ++i) {
      const std::span<const FieldEntry> fields = table.shapes_[i].fields;
      const std::size_t twice = name_used_twice(fields, sorted.get());
      if (twice == fields.size()) continue;
      return Status(Code::kMalformed, "a field name that the shape has twice",
                    offset_of(fields[twice].name));
    }
    return {};
  }

  // The first field with a name that one before it has; as many as there are, if none.
  static std::size_t name_used_twice(std::span<const FieldEntry> fields, std::uint32_t* sorted) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (fields[i].named) sorted[count++] = static_cast<std::uint32_t>(i);
    }
    std::sort(sorted, sorted + count, [fields](std::uint32_t left, std::uint32_t right) {
      const std::string_view a = fields[left].name;
      const std::string_view b = fields[right].name;
      if (a.size() != b.size()) return a.size() < b.size();
      const int order = a.compare(b);
      return order != 0 ? order < 0 : left < right;
    });
    std::size_t twice = fields.size();
    for (std::size_t i = 1; i < count; ++i) {
      if (fields[sorted[i - 1]].name == fields[sorted[i]].name) {
        twice = std::min<std::size_t>(twice, sorted[i]);
      }
    }
    return twice;
  }

  static std::size_t grow(std::size_t sum, std::size_t size, std::uint64_t repeat) noexcept {
    if (size == kNotPlain || sum == kNotPlain) return kNotPlain;
    if (size != 0 && repeat > (kNotPlain - sum) / size) return kNotPlain;
    return sum + size * static_cast<std::size_t>(repeat);
  }

  Status sum_up(std::uint32_t index) {
    Shape& shape = table.shapes_[index];
    std::size_t min = 0;
    std::size_t plain = 0;
    if (shape.super >= 0) {
      min = table.shapes_[static_cast<std::size_t>(shape.super)].min_size;
      plain = table.shapes_[static_cast<std::size_t>(shape.super)].plain_size;
    }
    for (const FieldEntry& field : shape.fields) {
      const TypeExpr type = table.expr(field.type);
      min = grow(min, min_wire_size(table, type), field.repeat);
      plain = grow(plain, plain_wire_size(table, type), field.repeat);
    }
    shape.min_size = min;
    shape.plain_size = plain;
    if (plain == kNotPlain) return {};
    if (shape.super >= 0) {
      shape.plain_nesting = table.shapes_[static_cast<std::size_t>(shape.super)].plain_nesting;
    }
    for (const FieldEntry& field : shape.fields) {
      shape.plain_nesting =
          std::max(shape.plain_nesting, plain_nesting_with(table, table.expr(field.type)));
    }
    return {};
  }

  enum State : std::uint8_t { kNew, kOpen, kDone };

  BytesView bytes_;
  Checker checker_;
  std::size_t field_count_ = 0;
  std::unique_ptr<std::uint32_t[]> edges_;       // direct shapes, grouped by the shape they are in
  std::unique_ptr<std::uint32_t[]> first_edge_;  // where a shape's group starts
};

Result<TypeTable> TypeTable::parse(BytesView table, std::size_t offset) {
  TableParser parser(table);
  Status status = parser.parse();
  if (status.ok()) return std::move(parser.table);
  const std::size_t at = status.offset();
  return at == Status::kNoOffset ? status : std::move(status).with_offset(offset + at);
}

Result<std::size_t> validate_type(const TypeTable& table, BytesView bytes) {
  // Most inline types are one byte; the general way is linear too, only slower to set up.
  Checker checker(bytes, table.shapes().size(), "the payload ends inside a type");
  if (Status status = checker.type(1, false); !status.ok()) return status;
  return checker.offset();
}

}  // namespace fastser::schema
