// SPDX-License-Identifier: MIT
//
// Made to be read beside the page, section by section, not to be fast: it holds every value as a
// tree and compares every key with all that came before.
#include "support/format_reader.hpp"

#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

namespace fastser::testing {
namespace {

class FormatReader {
 public:
  static std::optional<std::string> show(std::span<const std::byte> archive, std::string& why) {
    FormatReader reader(archive);
    try {
      return reader.read();
    } catch (const Refusal& refusal) {
      why = refusal.what();
      return std::nullopt;
    }
  }

 private:
  struct Refusal : std::runtime_error {
    using std::runtime_error::runtime_error;
  };
  [[noreturn]] static void refuse(const std::string& why) { throw Refusal(why); }

  // ---- section 1: words

  struct Cursor {
    const std::byte* at;
    const std::byte* end;
  };

  static std::size_t left(const Cursor& cursor) {
    return static_cast<std::size_t>(cursor.end - cursor.at);
  }
  static unsigned byte(Cursor& cursor) {
    if (cursor.at == cursor.end) refuse("ends too early");
    return std::to_integer<unsigned>(*cursor.at++);
  }
  static std::uint64_t fixed(Cursor& cursor, std::size_t size) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i) value |= std::uint64_t{byte(cursor)} << (8 * i);
    return value;
  }
  static std::uint64_t varint(Cursor& cursor) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 70; shift += 7) {
      const unsigned group = byte(cursor);
      if (shift == 63 && (group & 0x7E) != 0) refuse("a varint beyond 64 bits");
      value |= std::uint64_t{group & 0x7F} << shift;
      if ((group & 0x80) == 0) return value;
    }
    refuse("a varint of more than ten bytes");
  }
  static std::int64_t unzigzag(std::uint64_t value) {
    const std::uint64_t sign = (value & 1) != 0 ? ~std::uint64_t{0} : 0;
    return static_cast<std::int64_t>((value >> 1) ^ sign);
  }
  static std::string bytes(Cursor& cursor, std::uint64_t size) {
    if (size > left(cursor)) refuse("ends inside bytes");
    std::string out(reinterpret_cast<const char*>(cursor.at), static_cast<std::size_t>(size));
    cursor.at += size;
    return out;
  }
  static std::string text(Cursor& cursor) { return bytes(cursor, varint(cursor)); }
  static std::string name(Cursor& cursor) {
    std::string out = text(cursor);
    if (!is_utf8(out)) refuse("a name that is not UTF-8");
    return out;
  }
  static bool is_utf8(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
      const auto lead = static_cast<unsigned char>(text[at]);
      const std::size_t more = lead < 0x80 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
      if ((lead >= 0x80 && lead < 0xC2) || lead > 0xF4 || more >= text.size() - at) return false;
      std::uint32_t point = more == 0 ? lead : lead & (0x3FU >> more);
      for (std::size_t i = 1; i <= more; ++i) {
        const auto next = static_cast<unsigned char>(text[at + i]);
        if ((next & 0xC0) != 0x80) return false;
        point = point << 6 | (next & 0x3F);
      }
      const std::uint32_t least[] = {0, 0x80, 0x800, 0x10000};
      if (point < least[more] || point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) {
        return false;
      }
      at += more + 1;
    }
    return true;
  }

  // ---- section 4: type expressions

  struct Type {
    unsigned code = 0;
    std::uint64_t number = 0;  // n of array, bits; the shape of a record
    std::string name;          // of an enum
    std::vector<Type> of;
    friend bool operator==(const Type&, const Type&) = default;  // section 6: fitting
  };

  Type type(Cursor& cursor, unsigned depth) const {
    if (depth > 64) refuse("types nest deeper than 64");
    Type out;
    out.code = byte(cursor);
    switch (out.code) {
      case 0x20:
      case 0x21:
      case 0x23:
      case 0x29: out.of.push_back(type(cursor, depth + 1)); break;
      case 0x22:
        out.of.push_back(type(cursor, depth + 1));
        out.number = varint(cursor);
        break;
      case 0x24:
      case 0x25:
        out.of.push_back(type(cursor, depth + 1));
        out.of.push_back(type(cursor, depth + 1));
        break;
      case 0x26:
      case 0x2D:
        for (std::uint64_t n = varint(cursor); n != 0; --n) {
          out.of.push_back(type(cursor, depth + 1));
        }
        break;
      case 0x27:
        out.name = name(cursor);
        out.of.emplace_back().code = byte(cursor);
        if (!is_integer(out.of[0].code)) refuse("an enum whose type is not an integer type");
        break;
      case 0x28:
        out.number = varint(cursor);
        if (out.number >= shape_count_) refuse("a shape that there is not");
        break;
      case 0x2E: out.number = varint(cursor); break;
      default:
        if (!(out.code <= 0x11 || (out.code >= 0x14 && out.code <= 0x1E) || out.code == 0x2A ||
              out.code == 0x2B || out.code == 0x2C || out.code == 0x2F)) {
          refuse("a code that there is not");
        }
    }
    return out;
  }
  static bool is_integer(unsigned code) {
    return (code >= 0x01 && code <= 0x09) || (code >= 0x0C && code <= 0x11);
  }

  // ---- section 5: the table

  struct Entry {
    std::uint64_t repeat;
    bool named;
    std::string name;
    Type type;
  };
  struct Shape {
    std::string name;
    std::uint64_t super;  // number + 1, or 0
    std::vector<Entry> entries;
  };

  void table(Cursor cursor) {
    shape_count_ = varint(cursor);
    if (shape_count_ > left(cursor)) refuse("more shapes than bytes");
    for (std::uint64_t i = 0; i < shape_count_; ++i) shapes_.push_back(shape(cursor));
    root_ = type(cursor, 1);
    if (cursor.at != cursor.end) refuse("bytes behind the table");
    std::vector<int> state(shapes_.size(), 0);
    for (std::size_t i = 0; i < shapes_.size(); ++i) check_contained(i, state);
  }
  Shape shape(Cursor& cursor) const {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint32_t>::max();
    Shape out;
    out.name = name(cursor);
    if (varint(cursor) > kMost) refuse("a class version beyond 32 bits");
    out.super = varint(cursor);
    if (out.super > shape_count_) refuse("a super-shape that there is not");
    std::uint64_t fields = 0;
    for (std::uint64_t n = varint(cursor); n != 0; --n) {
      const std::uint64_t head = varint(cursor);
      Entry entry{head >> 1, (head & 1) != 0, {}, {}};
      if (entry.repeat == 0 || (entry.named && entry.repeat != 1)) refuse("a wrong repeat");
      if (entry.repeat > kMost - fields) refuse("too many fields");
      fields += entry.repeat;
      if (entry.named) entry.name = name(cursor);
      for (const Entry& other : out.entries) {
        if (entry.named && other.named && entry.name == other.name) refuse("a name twice");
      }
      entry.type = type(cursor, 1);
      out.entries.push_back(std::move(entry));
    }
    return out;
  }
  void check_contained(std::size_t shape, std::vector<int>& state) const {
    if (state[shape] == 2) return;
    if (state[shape] == 1) refuse("a shape that contains itself");
    state[shape] = 1;
    const Shape& what = shapes_[shape];
    if (what.super != 0) check_contained(static_cast<std::size_t>(what.super - 1), state);
    for (const Entry& entry : what.entries) check_contained(entry.type, state);
    state[shape] = 2;
  }
  void check_contained(const Type& type, std::vector<int>& state) const {
    if (type.code == 0x28) check_contained(static_cast<std::size_t>(type.number), state);
    if (type.code != 0x22 && type.code != 0x26 && type.code != 0x2D) return;
    for (const Type& inner : type.of) check_contained(inner, state);
  }

  // ---- values

  struct Value {
    enum Kind { kScalar, kBytes, kList, kObject, kAny } kind = kScalar;
    std::string text;          // of a scalar as text, in which equal scalars are the same; bytes
    std::uint64_t number = 0;  // of an object + 1, or 0; a shape, or the index of a variant
    bool is_nan = false;
    Type type{};  // any
    std::vector<Value> items{};
  };

  static Value scalar(std::string text) {
    return {Value::kScalar, std::move(text), 0, false, {}, {}};
  }
  static Value scalar(std::uint64_t value) { return scalar(std::to_string(value)); }
  static Value number_of(std::uint64_t bits, bool is_signed, unsigned width) {
    if (!is_signed) return scalar(bits);
    const std::uint64_t sign = std::uint64_t{1} << (width - 1);
    return scalar(std::to_string(static_cast<std::int64_t>((bits ^ sign) - sign)));
  }
  static Value real(std::uint64_t bits, unsigned exponent, unsigned fraction) {
    const std::uint64_t infinity = ((std::uint64_t{1} << exponent) - 1) << fraction;
    const std::uint64_t sign = std::uint64_t{1} << (exponent + fraction);
    Value out = scalar("real " + std::to_string(bits == sign ? 0 : bits));
    out.is_nan = (bits & ~sign) > infinity;
    return out;
  }

  // Section 4, "Equal keys".
  static bool equal(const Value& left, const Value& right) {
    if (left.is_nan || right.is_nan || left.kind != right.kind) return false;
    if (left.text != right.text || left.number != right.number) return false;
    if (left.kind == Value::kAny && !(unshared(left.type) == unshared(right.type))) return false;
    if (left.items.size() != right.items.size()) return false;
    for (std::size_t i = 0; i < left.items.size(); ++i) {
      if (!equal(left.items[i], right.items[i])) return false;
    }
    return true;
  }
  static Type unshared(Type type) {
    if (type.code == 0x16) type.code = 0x14;
    if (type.code == 0x17) type.code = 0x15;
    for (Type& inner : type.of) inner = unshared(inner);
    return type;
  }

  // Section 3: where a value lies decides whether it counts.
  enum class Place { kElement, kChoice, kOther };

  struct Level {
    explicit Level(FormatReader& reader, bool counts) : reader_(reader), counts_(counts) {
      if (counts_ && ++reader_.depth_ > 128) refuse("values nest deeper than 128");
    }
    ~Level() {
      if (counts_) --reader_.depth_;
    }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    FormatReader& reader_;
    bool counts_;
  };

  Value value(const Type& type, Place place) {
    const std::byte* const start = payload_.at;
    Value out = dispatch(type, place);
    if (payload_.at == start && budget_-- == 0) refuse("over the budget");
    return out;
  }

  Value dispatch(const Type& type, Place place) {
    const bool choice = type.code == 0x20 || type.code == 0x26 || type.code == 0x2C;
    const bool sequence = type.code == 0x21 || (type.code >= 0x23 && type.code <= 0x25);
    const bool inside =
        type.code == 0x22 || type.code == 0x28 || type.code == 0x2A || type.code == 0x2D;
    const Level level(*this, sequence || (choice && place == Place::kChoice) ||
                                 (inside && place != Place::kElement));
    switch (type.code) {
      case 0x14:
      case 0x15:
      case 0x1C:
      case 0x1D: return plain_bytes(text(payload_));
      case 0x16: return shared(strings_);
      case 0x17: return shared(datas_);
      case 0x20: return optional(type);
      case 0x21:
      case 0x23: return list(type.of[0], varint(payload_), Place::kElement, type.code == 0x23);
      case 0x22: return list(type.of[0], type.number, Place::kOther, false);
      case 0x24:
      case 0x25: return map(type);
      case 0x26: return variant(type);
      case 0x27: return scalar_of(type.of[0].code);
      case 0x28: return record(type.number);
      case 0x29:
      case 0x2B: return slot(type);
      case 0x2A: return any_record(varint(payload_));
      case 0x2C: return any();
      case 0x2D: {
        Value out{Value::kList, {}, 0, false, {}, {}};
        for (const Type& inner : type.of) add(out, value(inner, Place::kOther));
        return out;
      }
      case 0x2E: return bits(type.number);
      case 0x2F: {
        const std::uint64_t shape = varint(payload_);
        if (shape == 0) return scalar("nil");
        const Level record_level(*this, place != Place::kElement);
        return any_record(shape - 1);
      }
      default: return scalar_of(type.code);
    }
  }

  static void add(Value& to, Value item) {
    to.is_nan = to.is_nan || item.is_nan;
    to.items.push_back(std::move(item));
  }
  static Value plain_bytes(std::string text) {
    return {Value::kBytes, std::move(text), 0, false, {}, {}};
  }

  Value scalar_of(unsigned code) {
    const auto narrow = [&](std::uint64_t most) {
      const std::uint64_t value = varint(payload_);
      if (value > most) refuse("a number beyond its width");
      return value;
    };
    switch (code) {
      case 0x00: return scalar("null");
      case 0x01: {
        const unsigned value = byte(payload_);
        if (value > 1) refuse("a wrong bool");
        return scalar(value == 0 ? "false" : "true");
      }
      case 0x02:
      case 0x03: return number_of(fixed(payload_, 1), code == 0x02, 8);
      case 0x04:
      case 0x05: return number_of(fixed(payload_, 2), code == 0x04, 16);
      case 0x06:
      case 0x07: return number_of(fixed(payload_, 4), code == 0x06, 32);
      case 0x08:
      case 0x09:
      case 0x19: return number_of(fixed(payload_, 8), code != 0x09, 64);
      case 0x0A: return real(fixed(payload_, 4), 8, 23);
      case 0x0B:
      case 0x1E: return real(fixed(payload_, 8), 11, 52);
      case 0x0C: return scalar(std::to_string(unzigzag(narrow(0xFFFF))));
      case 0x0D: return scalar(narrow(0xFFFF));
      case 0x0E: return scalar(std::to_string(unzigzag(narrow(0xFFFFFFFF))));
      case 0x0F: return scalar(narrow(0xFFFFFFFF));
      case 0x10: return scalar(std::to_string(unzigzag(varint(payload_))));
      case 0x11: return scalar(varint(payload_));
      case 0x18: {
        const Value seconds = number_of(fixed(payload_, 8), true, 64);
        const std::uint64_t nanoseconds = fixed(payload_, 4);
        if (nanoseconds >= 1000000000) refuse("a second or more of nanoseconds");
        return scalar(seconds.text + " s " + std::to_string(nanoseconds) + " ns");
      }
      case 0x1A: return plain_bytes(bytes(payload_, 16));
      case 0x1B: {
        std::string all = bytes(payload_, 16);
        Cursor flags{payload_.at - 4, payload_.at};
        const std::uint64_t word = fixed(flags, 4);
        if ((word & 0x7F00FFFF) != 0 || (word >> 16 & 0xFF) > 28) refuse("a wrong decimal");
        return plain_bytes(std::move(all));
      }
      default: refuse("a value without a type");
    }
  }

  Value bits(std::uint64_t count) {
    Value out = plain_bytes(bytes(payload_, count / 8 + (count % 8 != 0 ? 1 : 0)));
    if (count % 8 != 0 && static_cast<unsigned char>(out.text.back()) >> (count % 8) != 0) {
      refuse("unused bits that are not 0");
    }
    return out;
  }

  // Section 7.
  Value shared(std::vector<std::string>& known) {
    const std::uint64_t head = varint(payload_);
    if ((head & 1) != 0) {
      if (head >> 1 >= known.size()) refuse("a string that there is not");
      return plain_bytes(known[static_cast<std::size_t>(head >> 1)]);
    }
    std::string text = bytes(payload_, head >> 1);
    if (!text.empty()) known.push_back(text);
    return plain_bytes(std::move(text));
  }

  Value optional(const Type& type) {
    const unsigned flag = byte(payload_);
    if (flag > 1) refuse("a wrong optional flag");
    Value out{Value::kList, "optional", 0, false, {}, {}};
    if (flag == 1) add(out, value(type.of[0], Place::kChoice));
    return out;
  }
  Value variant(const Type& type) {
    Value out{Value::kList, "variant", varint(payload_), false, {}, {}};
    if (out.number >= type.of.size()) refuse("an alternative that there is not");
    add(out, value(type.of[static_cast<std::size_t>(out.number)], Place::kChoice));
    return out;
  }
  Value any() {
    Value out{Value::kAny, {}, 0, false, type(payload_, 1), {}};
    add(out, value(out.type, Place::kChoice));
    return out;
  }

  Value list(const Type& element, std::uint64_t count, Place place, bool distinct) {
    Value out{Value::kList, {}, 0, false, {}, {}};
    for (std::uint64_t i = 0; i < count; ++i) {
      Value item = value(element, place);
      for (std::size_t other = 0; distinct && other < out.items.size(); ++other) {
        if (equal(item, out.items[other])) refuse("equal elements");
      }
      add(out, std::move(item));
    }
    return out;
  }
  Value map(const Type& type) {
    Value out{Value::kList, {}, 0, false, {}, {}};
    for (std::uint64_t count = varint(payload_); count != 0; --count) {
      Value key = value(type.of[0], Place::kElement);
      for (std::size_t i = 0; i < out.items.size(); i += 2) {
        if (equal(key, out.items[i])) refuse("equal keys");
      }
      add(out, std::move(key));
      add(out, value(type.of[1], Place::kElement));
    }
    return out;
  }

  Value any_record(std::uint64_t shape) {
    if (shape >= shapes_.size()) refuse("a shape that there is not");
    return record(shape);
  }
  Value record(std::uint64_t shape) {
    Value out{Value::kList, shapes_[static_cast<std::size_t>(shape)].name, shape, false, {}, {}};
    std::vector<const Shape*> chain;
    for (std::uint64_t next = shape + 1; next != 0; next = chain.back()->super) {
      chain.push_back(&shapes_[static_cast<std::size_t>(next - 1)]);
    }
    if (chain.size() > 129) refuse("more than 128 super-shapes");
    for (; !chain.empty(); chain.pop_back()) {
      for (const Entry& entry : chain.back()->entries) {
        for (std::uint64_t n = entry.repeat; n != 0; --n) {
          add(out, value(entry.type, Place::kOther));
        }
      }
    }
    return out;
  }

  // ---- section 6: objects

  struct Object {
    Type type;             // a record of its shape, if it has one
    bool is_known = true;  // false: a promise of a shape that the writer did not know
    bool has_body = false;
    Value body{};
  };

  static Type record_type(std::uint64_t shape) { return {0x28, shape, {}, {}}; }
  Type shape_type() {
    const std::uint64_t shape = varint(payload_);
    if (shape >= shapes_.size()) refuse("a shape that there is not");
    return record_type(shape);
  }
  // A reference through `slot` to an object.
  static void check_fits(Object& object, const Type& slot) {
    if (slot.code == 0x2B) {
      if (object.type.code != 0x28) refuse("an object of no shape");
      return;
    }
    const Type& wanted = slot.of[0];
    if (!object.is_known && wanted.code == 0x28) {
      object.type = wanted;
      object.is_known = true;
    }
    if (!object.is_known || !(object.type == wanted)) refuse("an object of another type");
  }
  static Value reference(std::uint64_t number) {
    return {Value::kObject, {}, number + 1, false, {}, {}};
  }

  Value slot(const Type& type) {
    const bool is_any = type.code == 0x2B;
    const std::uint64_t head = varint(payload_);
    if (head == 0) return {Value::kObject, {}, 0, false, {}, {}};
    if (head >= 6) {
      if (head - 6 >= objects_.size()) refuse("an object that there is not");
      check_fits(objects_[static_cast<std::size_t>(head - 6)], type);
      return reference(head - 6);
    }
    std::uint64_t number = objects_.size();
    if (head == 4 || head == 5) {
      number = varint(payload_);
      if (number >= objects_.size()) refuse("an object that there is not");
      Object& object = objects_[static_cast<std::size_t>(number)];
      const Type body = is_any ? shape_type() : type.of[0];
      if (object.has_body) refuse("a second body");
      check_fits(object, {0x29, 0, {}, {body}});
      object.has_body = true;
    } else {
      Object object;
      if (!is_any) {
        object.type = type.of[0];
      } else if (head == 3) {
        const std::uint64_t shape = varint(payload_);
        if (shape > shapes_.size()) refuse("a shape that there is not");
        object.is_known = shape != 0;
        object.type = record_type(shape == 0 ? 0 : shape - 1);
      } else {
        object.type = shape_type();
      }
      object.has_body = head != 3;
      objects_.push_back(std::move(object));
    }
    if (head == 1 || head == 4) body(number);
    if (head == 2 || head == 5) deferred_.push_back(number);
    return reference(number);
  }
  void body(std::uint64_t number) {
    const Type type = objects_[static_cast<std::size_t>(number)].type;
    const bool counts = type.code != 0x21 && (type.code < 0x23 || type.code > 0x25);
    const Level level(*this, counts);
    Value body = value(type, counts ? Place::kElement : Place::kOther);
    objects_[static_cast<std::size_t>(number)].body = std::move(body);
  }

  // ---- sections 2 and 8: the whole

  explicit FormatReader(std::span<const std::byte> archive)
      : payload_{archive.data(), archive.data() + archive.size()},
        budget_(32 * archive.size() + std::size_t{60} * 1024) {}

  std::string read() {
    const Cursor whole = payload_;
    Cursor header = whole;
    if (bytes(header, 3) != "FSR") refuse("not an archive");
    if (byte(header) != 1) refuse("another version of the format");
    const unsigned flags = byte(header);
    if ((flags & 0xF8) != 0 || (flags & 3) == 3) refuse("wrong flags");
    const std::uint64_t user_version = fixed(header, 4);
    Cursor body{header.at, whole.end};
    if ((flags & 4) != 0) {
      if (left(body) < 4) refuse("ends inside the checksum");
      body.end -= 4;
      Cursor sum{body.end, whole.end};
      if (fixed(sum, 4) != crc32c({whole.at, body.end})) refuse("a wrong checksum");
    }
    Cursor types = body;
    if ((flags & 3) == 2) refuse("has no table");
    if ((flags & 3) == 0) {
      const std::uint64_t size = varint(body);
      if (size > left(body)) refuse("a table beyond the end");
      types = {body.at, body.at + size};
      payload_ = {types.end, body.end};
    } else {
      if (left(body) < 8) refuse("ends inside the size of the table");
      Cursor tail{body.end - 8, body.end};
      const std::uint64_t size = fixed(tail, 8);
      if (size > left(body) - 8) refuse("a table beyond the start");
      types = {body.end - 8 - size, body.end - 8};
      payload_ = {body.at, types.at};
    }
    table(types);
    const Value root = value(root_, Place::kElement);
    for (; !deferred_.empty(); deferred_.pop_front()) this->body(deferred_.front());
    if (payload_.at != payload_.end) refuse("bytes after the last value");
    std::string out = "version " + std::to_string(user_version) + '\n' + shown(root) + '\n';
    for (std::size_t i = 0; i < objects_.size(); ++i) {
      out += '#' + std::to_string(i) + ' ';
      out += (objects_[i].has_body ? shown(objects_[i].body) : "nil") + '\n';
    }
    return out;
  }
  static std::uint32_t crc32c(Cursor cursor) {
    std::uint32_t crc = 0xFFFFFFFF;
    while (cursor.at != cursor.end) {
      crc ^= byte(cursor);
      for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0x82F63B78U : 0U);
    }
    return ~crc;
  }

  static std::string shown(const Value& value) {
    switch (value.kind) {
      case Value::kScalar: return value.text;
      case Value::kBytes: return '"' + value.text + '"';
      case Value::kObject:
        return value.number == 0 ? "nil" : '#' + std::to_string(value.number - 1);
      default: break;
    }
    std::string out = value.text + '(';
    if (value.kind == Value::kAny) out = "any " + std::to_string(value.type.code) + '(';
    for (const Value& item : value.items) out += shown(item) + ' ';
    if (out.back() == ' ') out.pop_back();
    return out + ')';
  }

  Cursor payload_;
  std::size_t budget_;
  std::uint32_t depth_ = 0;
  std::uint64_t shape_count_ = 0;
  std::vector<Shape> shapes_;
  Type root_;
  std::vector<Object> objects_;
  std::deque<std::uint64_t> deferred_;
  std::vector<std::string> strings_;
  std::vector<std::string> datas_;
};

}  // namespace

std::optional<std::string> show_archive(std::span<const std::byte> archive, std::string& why) {
  return FormatReader::show(archive, why);
}

}  // namespace fastser::testing
