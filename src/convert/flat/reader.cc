// SPDX-License-Identifier: MIT
//
// Tables by their schema. Offsets lead towards the end only, so nothing holds itself; recursion is
// bounded by a depth. Whatever is told is paid for by the sink; texts and missing fields, which may
// be many for few bytes, are charged to it.
//
// What recurses has small frames, in unoptimised builds too: the checks of flat::Reader, which are
// inlined there as well, are called by functions that do not recurse.
#include "convert/flat/reader.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/as_text.hpp"
#include "base/path_text.hpp"
#include "convert/flat/meaning.hpp"
#include "convert/flat/schema_scalars.hpp"
#include "convert/flat/table_cells.hpp"
#include "convert/flexbuffers/reader.hpp"
#include "fastser/internal/flat/reader.hpp"
#include "fastser/internal/msgpack/format.hpp"
#include "fastser/internal/wire/utf8.hpp"

namespace fastser::convert {
namespace {

using flat::BaseType;
using flat::Declaration;
using flat::Position;
using flat::Table;
using flat::TypeRef;
using Kind = FlatType::Kind;

constexpr std::size_t kTextShare = 4;    // bytes of text that are looked at for one that is charged
constexpr std::size_t kFieldShare = 4;   // fields that are asked for
constexpr std::size_t kMaxKeyText = 40;  // longer keys are shown by their position
constexpr std::size_t kMaxPath = 1000;   // outer pieces before this are left out
constexpr std::uint32_t kMostNanoseconds = 999'999'999;

class FlatTeller {
 public:
  /// `bytes` start at `base` of the input; `skips_missing`: fields that are missing have no
  /// default.
  FlatTeller(BytesView bytes, std::size_t base, const std::vector<FlatType>& types,
             bool skips_missing, std::uint32_t depth, Sink& sink)
      : reader_(bytes, Limits::unlimited(), false),
        base_(base),
        types_(types),
        skips_missing_(skips_missing),
        depth_(depth),
        sink_(sink) {}

  Status run(std::int32_t root) {
    const Position at = reader_.root({});
    if (at != 0 && table(at, root)) return {};
    Status why = !why_.ok()         ? std::move(why_)
                 : reader_.failed() ? of_input(reader_.status())
                                    : Status(sink_.why).with_offset(sink_.position);
    std::string where = path();
    if (!why.path().empty()) {
      if (!where.empty() && why.path().front() != '[') where += '.';
      where += why.path();
    }
    return std::move(why).with_path(std::move(where));
  }

 private:
  struct Step {
    std::string_view key;  // null, or too long to be shown: the index
    std::size_t index;
  };

  // The reader counts from the start of its own bytes.
  Status of_input(Status status) const {
    const std::size_t offset = status.offset();
    if (offset == Status::kNoOffset) return status;
    return std::move(status).with_offset(base_ + offset);
  }
  Sink& at(const std::byte* where) {
    sink_.position = base_ + reader_.position(where);
    return sink_;
  }
  bool fail(const std::byte* where, std::string_view message) {
    return reader_.fail(Code::kMalformed, reader_.position(where), message);
  }
  const FlatType& type(std::int32_t index) const { return types_[static_cast<std::size_t>(index)]; }
  bool is_structure(std::int32_t index) const {
    return type(index).declared->kind == Declaration::Kind::structure;
  }
  bool fail_depth(Position where) {
    return reader_.fail(Code::kTooDeep, where, "nested deeper than allowed");
  }
  bool enter(const Table& table) {
    if (depth_ == 0) return fail_depth(reader_.position(table.at));
    --depth_;
    return true;
  }
  bool enter(Position where, Table& table) {
    if (depth_ == 0) {
      fail_depth(where);
      return false;  // said so that the analyzer sees it
    }
    if (!reader_.table(where, table)) return false;
    --depth_;
    return true;
  }
  void leave() { ++depth_; }
  bool has(const Table& table, std::uint16_t offset, std::size_t size) {
    return reader_.field(table, offset, size, 1);
  }
  Position follow(const std::byte* where) { return reader_.follow(where); }
  bool table_at(const std::byte* where, Table& table) {
    const Position to = reader_.follow(where);
    return to != 0 && reader_.table(to, table);
  }
  void step_into(std::string_view key, std::size_t index) { path_.push_back({key, index}); }
  void step_into(std::size_t index) { path_.push_back({{}, index}); }
  void step_out() { path_.pop_back(); }

  // ---- tables
  bool table(Position where, std::int32_t index) {
    Table found;
    if (!enter(where, found)) return false;
    const bool good = told(found, type(index));
    leave();
    return good;
  }
  bool told(const Table& table, const FlatType& type) {
    switch (type.kind) {
      case Kind::kBox:
      case Kind::kLone: return value_or_nothing(table, type.fields[0]);
      case Kind::kEither: return either(table, type);
      case Kind::kTuple: return tuple(table, type);
      case Kind::kExt: return extension(table);
      default: return object(table, type);
    }
  }
  bool object(const Table& table, const FlatType& type) {
    if (!begin_object(table, type)) return false;
    for (const FlatField& field : type.fields) {
      if (!member(table, field)) return false;
    }
    return at(table.at).end_object();
  }
  bool begin_object(const Table& table, const FlatType& type) {
    Sink& sink = at(table.at);
    if (!sink.charge(type.fields.size() / kFieldShare)) return false;
    std::size_t count = 0;
    for (const FlatField& field : type.fields) count += keys_told(table, field);
    return sink.begin_object(count, true);
  }
  // A union has one more, for its alternative; what is missing is told where it has a default, if
  // that is wanted.
  std::size_t keys_told(const Table& table, const FlatField& field) const {
    const flat::FieldDeclaration& declared = *field.declared;
    if (table.field(declared.slot) != 0) return field.tag_key.empty() ? 1 : 2;
    const bool has_default =
        !skips_missing_ && flat::is_scalar(declared.type.base) && !declared.type.optional;
    return has_default || field.null_if_missing ? 1 : 0;
  }
  bool member(const Table& table, const FlatField& field) {
    const std::uint16_t offset = table.field(field.declared->slot);
    if (offset == 0 && !field.declared->required && keys_told(table, field) == 0) {
      return !field.declared->has_tag() || no_tag(table, field);
    }
    step_into(field.key, field.declared->slot);
    if (offset == 0 && field.declared->required) {
      return fail(table.at, "a required field that is missing");
    }
    const bool told =
        !field.tag_key.empty() && offset != 0
            ? tagged(table, offset, field)
            : at(table.at).key(field.key) && (sink_.passes_by() || value_or_nothing(table, field));
    if (!told) return false;
    step_out();
    return true;
  }
  // The value of a field that must have one. Where it is missing, it is the default of a scalar;
  // null where there is a sign for that; text and lists are empty; else null.
  bool value_or_nothing(const Table& table, const FlatField& field) {
    const std::uint16_t offset = table.field(field.declared->slot);
    if (offset != 0) return value(table, offset, field);
    return missing(table, field);
  }
  // Apart, for what recurses has small frames.
  bool missing(const Table& table, const FlatField& field) {
    const TypeRef& of = field.declared->type;
    Sink& sink = at(table.at);
    if (field.null_if_missing) return sink.null();
    if (flat::is_scalar(of.base) && !of.optional) return default_of(table, field);
    if (of.base == BaseType::String) return sink.text({});
    if (of.base != BaseType::Vector || field.is_flex) return sink.null();
    if (field.is_data) return sink.data({});
    const Kind kind = of.element == BaseType::Obj ? type(of.index).kind : Kind::kPlain;
    if (kind == Kind::kMap) return sink.begin_object(0, true) && sink.end_object();
    if (kind == Kind::kPairs) return sink.begin_map(0) && sink.end_map();
    return sink.begin_list(0) && sink.end_list();
  }
  bool tuple(const Table& table, const FlatType& type) {
    if (!at(table.at).charge(type.fields.size() / kFieldShare)) return false;
    if (!sink_.begin_list(type.fields.size())) return false;
    for (std::size_t i = 0; i < type.fields.size(); ++i) {
      step_into(i);
      if (!value_or_nothing(table, type.fields[i])) return false;
      step_out();
    }
    return at(table.at).end_list();
  }
  bool either(const Table& table, const FlatType& type) {
    const FlatField* only = nullptr;
    if (!find_only(table, type, only)) return false;
    if (only == nullptr) return at(table.at).null();
    return value(table, table.field(only->declared->slot), *only);
  }
  bool find_only(const Table& table, const FlatType& type, const FlatField*& only) {
    if (!at(table.at).charge(type.fields.size() / kFieldShare)) return false;
    for (const FlatField& field : type.fields) {
      if (table.field(field.declared->slot) == 0) continue;
      if (only != nullptr)
        return fail(table.at, "more than one value is set, where only one may be");
      only = &field;
    }
    return true;
  }
  bool extension(const Table& table) {
    const std::uint16_t number = table.field(0);
    const std::uint16_t contents = table.field(1);
    std::int8_t ext_type = 0;
    if (number != 0) {
      if (!reader_.field(table, number, 1, 1)) return false;
      ext_type = wire::load_le<std::int8_t>(table.at + number);
    }
    if (ext_type == msgpack::kTimestampType)
      return fail(table.at, "an extension that has the type of timestamps");
    const std::byte* first = table.at;
    std::size_t count = 0;
    if (contents != 0 && !bytes_of(table, contents, first, count)) return false;
    return at(table.at).charge(count / kTextShare) && sink_.ext(ext_type, {first, count});
  }
  bool bytes_of(const Table& table, std::uint16_t offset, const std::byte*& first,
                std::size_t& count) {
    if (!reader_.field(table, offset, 4, 1)) return false;
    const Position to = reader_.follow(table.at + offset);
    return to != 0 && reader_.list(to, 1, 1, first, count);
  }

  // ---- unions
  // Of a union that is not there: that none is said to be.
  bool no_tag(const Table& table, const FlatField& field) {
    const std::uint16_t tag_at = table.field(field.declared->slot - std::size_t{1});
    if (tag_at == 0) return true;
    const bool is_list = field.declared->type.base == BaseType::Vector;
    if (!reader_.field(table, tag_at, is_list ? 4 : 1, 1)) return false;
    if (!is_list && table.at[tag_at] == std::byte{0}) return true;
    step_into(field.key, field.declared->slot);
    return fail(table.at + tag_at, "a union without its value");
  }
  bool tagged(const Table& table, std::uint16_t offset, const FlatField& field) {
    const std::uint16_t tag_at = table.field(field.declared->slot - std::size_t{1});
    if (tag_at == 0) return fail(table.at, "a union without the number of its alternative");
    const Declaration& choice = *type(field.declared->type.index).declared;
    if (!has(table, offset, 4)) return false;
    if (field.declared->type.base == BaseType::Vector) {
      return tagged_list(table, tag_at, offset, choice, field);
    }
    std::uint8_t tag = 0;
    return tell_tag(table, tag_at, field, tag) &&
           (sink_.passes_by() || alternative(table.at + offset, tag, choice));
  }
  bool tell_tag(const Table& table, std::uint16_t tag_at, const FlatField& field,
                std::uint8_t& tag) {
    if (!reader_.field(table, tag_at, 1, 1)) return false;
    tag = static_cast<std::uint8_t>(table.at[tag_at]);
    Sink& sink = at(table.at + tag_at);
    return sink.key(field.tag_key) && named(sink, tag, field.tag_names) &&
           at(table.at).key(field.key);
  }
  bool tagged_list(const Table& table, std::uint16_t tags_at, std::uint16_t offset,
                   const Declaration& choice, const FlatField& field) {
    const std::byte* tags = nullptr;
    const std::byte* first = nullptr;
    std::size_t count = 0;
    if (!tell_tags(table, tags_at, offset, field, tags, first, count)) return false;
    if (!at(table.at).key(field.key) || !at(first).begin_list(count)) return false;
    for (std::size_t i = 0; i < count; ++i) {
      step_into(i);
      if (!sink_.passes_by() &&
          !alternative(first + 4 * i, static_cast<std::uint8_t>(tags[i]), choice)) {
        return false;
      }
      step_out();
    }
    return at(first).end_list();
  }
  // The numbers of a list's alternatives, and where its values are.
  bool tell_tags(const Table& table, std::uint16_t tags_at, std::uint16_t offset,
                 const FlatField& field, const std::byte*& tags, const std::byte*& first,
                 std::size_t& count) {
    std::size_t values = 0;
    if (!bytes_of(table, tags_at, tags, count)) return false;
    const Position to = reader_.follow(table.at + offset);
    if (to == 0 || !reader_.list(to, 4, 1, first, values)) return false;
    if (values != count)
      return fail(table.at, "a list of unions, and a list of their types of another length");
    return at(table.at).key(field.tag_key) &&
           scalars(tags, count, BaseType::UByte, field.tag_names);
  }
  // A union as one value.
  bool chosen(const Table& table, const std::byte* where, const FlatField& field) {
    std::uint8_t tag = 0;
    return find_tag(table, field, tag) && alternative(where, tag, *field.choice);
  }
  bool find_tag(const Table& table, const FlatField& field, std::uint8_t& tag) {
    const std::uint16_t tag_at = table.field(field.declared->slot - std::size_t{1});
    if (tag_at == 0) return fail(table.at, "a union without the number of its alternative");
    if (!reader_.field(table, tag_at, 1, 1)) return false;
    tag = static_cast<std::uint8_t>(table.at[tag_at]);
    const std::vector<std::uint16_t>& places = field.choice->places;
    return tag == 0 || tag > places.size() || at(table.at + tag_at).choice(places[tag - 1U]);
  }
  // What the offset at `where` leads to.
  bool alternative(const std::byte* where, std::uint8_t tag, const Declaration& choice) {
    if (tag == 0) return at(where).null();
    std::int32_t held = 0;
    const Position to = led_to(where, tag, choice, held);
    if (to == 0) return false;
    if (held == Declaration::kText) return text(to);
    if (!is_structure(held)) return table(to, held);
    return structure(reader_.begin() + to, held);
  }
  Position led_to(const std::byte* where, std::uint8_t tag, const Declaration& choice,
                  std::int32_t& held) {
    held = tag > choice.alternatives.size() ? Declaration::kNoAlternative
                                            : choice.alternatives[tag - std::size_t{1}];
    if (held == Declaration::kNoAlternative) {
      fail(where, "a union with an alternative that the schema does not have");
      return 0;
    }
    const Position to = reader_.follow(where);
    if (to == 0 || held == Declaration::kText || !is_structure(held)) return to;
    if (type(held).declared->bytes <= reader_.size() - to) return to;
    reader_.fail(Code::kTruncated, to, "a structure that ends outside of the buffer");
    return 0;
  }

  // ---- fields
  bool value(const Table& table, std::uint16_t offset, const FlatField& field) {
    const TypeRef& of = field.declared->type;
    const std::byte* const where = table.at + offset;
    if (of.base == BaseType::Obj && is_structure(of.index)) {
      return has(table, offset, type(of.index).declared->bytes) && structure(where, of.index);
    }
    if (!has(table, offset, flat::inline_size(of.base))) return false;
    if (flat::is_scalar(of.base)) return scalar(where, of.base, field.names);
    if (of.base == BaseType::Union) {
      return field.choice != nullptr ? chosen(table, where, field) : fail_union(where);
    }
    const Position to = follow(where);
    if (to == 0) return false;
    if (of.base == BaseType::String) return text(to);
    if (of.base == BaseType::Obj) return this->table(to, of.index);
    if (of.element == BaseType::Union) return fail_union(where);
    return list(to, field);
  }
  bool fail_union(const std::byte* where) {
    return fail(where, "a union at a place where none is allowed");
  }
  bool text(Position where) {
    std::string_view text;
    if (!checked_text(where, text)) return false;
    return sink_.text(text);
  }
  bool checked_text(Position where, std::string_view& text) {
    if (!reader_.text(where, text)) return false;
    if (!at(reader_.begin() + where).charge(text.size() / kTextShare)) return false;
    if (const std::size_t sound = wire::utf8_prefix(text); sound != text.size()) {
      return reader_.fail(Code::kMalformed, static_cast<Position>(where + 4 + sound),
                          "text that is not UTF-8");
    }
    return true;
  }
  // An integer, or the name that an enum has for it.
  static bool named(Sink& sink, std::int64_t value, const flat::ValueNames* names) {
    bool told = false;
    if (names != nullptr && tell_name(sink, value, *names, told)) return told;
    return sink.integer(static_cast<std::uint64_t>(value), value < 0);
  }
  // Whether it has a name, or is made of bits that have; `told`: what the sink said.
  static bool tell_name(Sink& sink, std::int64_t value, const flat::ValueNames& names, bool& told) {
    if (const auto found = names.values.find(value); found != names.values.end()) {
      told = sink.text(found->second);
      return true;
    }
    std::string bits;
    if (!names.are_bits || !name_bits(value, names, bits)) return false;
    told = sink.charge(bits.size()) && sink.text(bits);
    return true;
  }
  // "A C", in the order of the bits. False: a bit has no name, or none is set.
  static bool name_bits(std::int64_t value, const flat::ValueNames& names, std::string& out) {
    auto rest = static_cast<std::uint64_t>(value);
    for (const auto& [bit, name] : names.values) {
      const auto mask = static_cast<std::uint64_t>(bit);
      if (!std::has_single_bit(mask) || (rest & mask) == 0) continue;
      rest &= ~mask;
      if (!out.empty()) out += ' ';
      out += name;
    }
    return rest == 0 && !out.empty();
  }
  bool scalar(const std::byte* where, BaseType base, const flat::ValueNames* names = nullptr) {
    return scalar(at(where), where, base, names);
  }
  static bool scalar(Sink& sink, const std::byte* where, BaseType base,
                     const flat::ValueNames* names) {
    const auto integer = [&](std::int64_t value) { return named(sink, value, names); };
    const auto natural = [&](std::uint64_t value) {
      bool told = false;
      const bool is_named =
          names != nullptr && tell_name(sink, static_cast<std::int64_t>(value), *names, told);
      return is_named ? told : sink.integer(value, false);
    };
    switch (base) {
      case BaseType::Bool: return sink.boolean(*where != std::byte{0});
      case BaseType::Byte: return integer(wire::load_le<std::int8_t>(where));
      case BaseType::Short: return integer(wire::load_le<std::int16_t>(where));
      case BaseType::UShort: return natural(wire::load_le<std::uint16_t>(where));
      case BaseType::Int: return integer(wire::load_le<std::int32_t>(where));
      case BaseType::UInt: return natural(wire::load_le<std::uint32_t>(where));
      case BaseType::Long: return integer(wire::load_le<std::int64_t>(where));
      case BaseType::ULong: return natural(wire::load_le<std::uint64_t>(where));
      case BaseType::Float: return sink.f32(wire::load_le<std::uint32_t>(where));
      case BaseType::Double: return sink.f64(wire::load_le<std::uint64_t>(where));
      default: return natural(static_cast<std::uint8_t>(*where));
    }
  }
  // Of a default that the type does not hold, its low bytes, as generated code has it.
  bool default_of(const Table& table, const FlatField& field) {
    std::byte bytes[8];
    store_le(bytes, default_bits(*field.declared), sizeof bytes);
    return scalar(at(table.at), bytes, field.declared->type.base, field.names);
  }

  // ---- lists
  bool list(Position where, const FlatField& field) {
    const TypeRef& of = field.declared->type;
    const std::byte* first = nullptr;
    std::size_t count = 0;
    const std::size_t size = element_size(of);
    if (!list_at(where, size, first, count)) return false;
    if (field.is_flex) return flex(first, count);
    if (field.is_data) return data(first, count);
    if (field.nested >= 0 && count != 0) return nested(first, count, field.nested);
    if (flat::is_scalar(of.element)) return scalars(first, count, of.element, field.names);
    const Kind kind = of.element == BaseType::Obj ? type(of.index).kind : Kind::kPlain;
    if (kind == Kind::kMap) return map(first, count, type(of.index));
    if (kind == Kind::kPairs) return pairs(first, count, type(of.index));
    return elements(first, count, size, of);
  }
  std::size_t element_size(const TypeRef& of) const {
    return of.element == BaseType::Obj && is_structure(of.index)
               ? std::size_t{type(of.index).declared->bytes}
               : flat::inline_size(of.element);
  }
  bool list_at(Position where, std::size_t size, const std::byte*& first, std::size_t& count) {
    return reader_.list(where, size, 1, first, count);
  }
  bool data(const std::byte* first, std::size_t count) {
    return at(first).charge(count / kTextShare) && sink_.data({first, count});
  }
  bool elements(const std::byte* first, std::size_t count, std::size_t size, const TypeRef& of) {
    if (!at(first).begin_list(count)) return false;
    for (std::size_t i = 0; i < count; ++i) {
      step_into(i);
      if (!sink_.passes_by() && !element(first + size * i, of)) return false;
      step_out();
    }
    return at(first).end_list();
  }
  bool element(const std::byte* where, const TypeRef& of) {
    if (of.element == BaseType::Obj && is_structure(of.index)) return structure(where, of.index);
    const Position to = follow(where);
    if (to == 0) return false;
    return of.element == BaseType::String ? text(to) : table(to, of.index);
  }
  bool scalars(const std::byte* first, std::size_t count, BaseType base,
               const flat::ValueNames* names = nullptr) {
    if (!at(first).begin_list(count)) return false;
    const std::size_t size = flat::inline_size(base);
    for (std::size_t i = 0; i < count; ++i) {
      if (!scalar(first + size * i, base, names)) return false;
    }
    return at(first).end_list();
  }
  bool flex(const std::byte* first, std::size_t count) {
    why_ = read_flexbuffers({first, count}, depth_, sink_, base_ + reader_.position(first));
    return why_.ok();
  }
  // A FlatBuffer of its own. No bytes at all are an empty list, as they are written.
  bool nested(const std::byte* first, std::size_t count, std::int32_t root) {
    const std::size_t base = base_ + reader_.position(first);
    why_ = FlatTeller({first, count}, base, types_, skips_missing_, depth_, sink_).run(root);
    return why_.ok();
  }

  // ---- maps: lists of tables of a key and a value
  bool map(const std::byte* first, std::size_t count, const FlatType& entry) {
    if (!at(first).begin_object(count, false)) return false;
    for (std::size_t i = 0; i < count; ++i) {
      Table table;
      if (!begin_entry(first + 4 * i, entry, i, table)) return false;
      if (!inside(table, entry.fields[1])) return false;
      step_out();
    }
    return at(first).end_object();
  }
  // An entry up to its value.
  bool begin_entry(const std::byte* where, const FlatType& entry, std::size_t index, Table& table) {
    if (!table_at(where, table)) return false;
    const std::uint16_t offset = table.field(0);
    if (offset == 0) return fail(table.at, "an entry without a key");
    if (!has(table, offset, 4)) return false;
    const Position key_at = follow(table.at + offset);
    std::string_view key;
    if (key_at == 0 || !checked_text(key_at, key)) return false;
    step_into(key, index);
    if (!sink_.key(key)) return false;
    return entry.fields.size() >= 2 || fail(table.at, "a value that is missing");
  }
  bool pairs(const std::byte* first, std::size_t count, const FlatType& pair) {
    if (!at(first).begin_map(count)) return false;
    for (std::size_t i = 0; i < count; ++i) {
      Table table;
      if (!begin_pair(first + 4 * i, pair, table)) return false;
      step_into(i);
      if (!inside(table, pair.fields[0]) || !inside(table, pair.fields[1])) return false;
      step_out();
    }
    return at(first).end_map();
  }
  bool begin_pair(const std::byte* where, const FlatType& pair, Table& table) {
    if (!table_at(where, table)) return false;
    return pair.fields.size() >= 2 || fail(table.at, "a pair without a key or value");
  }
  bool inside(const Table& table, const FlatField& field) {
    if (!enter(table)) return false;
    const bool good = value_or_nothing(table, field);
    leave();
    return good;
  }

  // ---- structures, whose bytes are there
  bool structure(const std::byte* where, std::int32_t index) {
    const FlatType& of = type(index);
    if (of.kind == Kind::kMoment) return moment(where, of);
    if (depth_ == 0) return fail_depth(reader_.position(where));
    --depth_;
    const bool good = of.kind == Kind::kLone ? in_structure(where, of.fields[0].declared->type)
                                             : members(where, of);
    ++depth_;
    return good;
  }
  bool members(const std::byte* where, const FlatType& of) {
    if (!at(where).begin_object(of.fields.size(), true)) return false;
    for (const FlatField& field : of.fields) {
      step_into(field.key, field.declared->slot);
      if (!at(where).key(field.key) ||
          !in_structure(where + field.declared->offset, field.declared->type, field.names)) {
        return false;
      }
      step_out();
    }
    return at(where).end_object();
  }
  bool in_structure(const std::byte* where, const TypeRef& of,
                    const flat::ValueNames* names = nullptr) {
    if (of.base == BaseType::Obj) return structure(where, of.index);
    if (of.base != BaseType::Array) return scalar(where, of.base, names);
    if (of.element != BaseType::Obj) return scalars(where, of.fixed_length, of.element, names);
    if (!at(where).begin_list(of.fixed_length)) return false;
    const std::size_t size = type(of.index).declared->bytes;
    for (std::size_t i = 0; i < of.fixed_length; ++i) {
      step_into(i);
      if (!structure(where + size * i, of.index)) return false;
      step_out();
    }
    return at(where).end_list();
  }
  bool moment(const std::byte* where, const FlatType& of) {
    const auto seconds = wire::load_le<std::int64_t>(where + of.fields[0].declared->offset);
    const auto nanoseconds = wire::load_le<std::uint32_t>(where + of.fields[1].declared->offset);
    if (nanoseconds > kMostNanoseconds) {
      return fail(where, "a timestamp with a second or more of nanoseconds");
    }
    return at(where).moment(seconds, nanoseconds);
  }

  [[nodiscard]] std::string path() const {
    std::string out;
    for (const Step& step : path_) {
      if (step.key.data() == nullptr || step.key.size() > kMaxKeyText) {
        append_index(out, step.index);
      } else {
        append_key(out, step.key);
      }
    }
    if (out.size() > kMaxPath) out.erase(0, out.find_first_of(".[", out.size() - kMaxPath));
    return out;
  }

  flat::Reader reader_;
  std::size_t base_;
  const std::vector<FlatType>& types_;
  bool skips_missing_;
  std::uint32_t depth_;  // tables that may still be entered
  Sink& sink_;
  Status why_;  // of a FlexBuffer or FlatBuffer inside
  std::vector<Step> path_;
};

// A buffer without an identifier is read: it is optional when a program writes.
Status check_identifier(BytesView bytes, const std::string& wanted) {
  const std::string_view found = file_identifier(bytes);
  if (wanted.empty() || found.empty() || found == wanted) return {};
  std::string said = "the file identifier is \"";
  said.append(found).append("\", but that of the schema is \"").append(wanted).append("\"");
  return Status(Code::kFingerprint, {}, kIdentifierAt).with_detail(std::move(said));
}

}  // namespace

std::string_view file_identifier(BytesView bytes) {
  constexpr std::size_t kBytes = 4;
  constexpr std::size_t kLeast = kIdentifierAt + kBytes;
  if (bytes.size() < kLeast || wire::load_le<std::uint32_t>(bytes.data()) < kLeast) return {};
  const std::string_view found = as_text(bytes.subspan(kIdentifierAt, kBytes));
  const bool is_text = std::all_of(found.begin(), found.end(), [](char c) {
    return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F;
  });
  return is_text ? found : std::string_view();
}

Result<flat::Declarations> schema_of(BytesView schema, std::string_view root_type) {
  Result<flat::Declarations> out = flat::from_binary(schema);
  if (!out.ok() || root_type.empty()) return out;
  std::int32_t found = -1;
  for (std::size_t i = 0; i < out->all.size(); ++i) {
    const Declaration& one = out->all[i];
    if (one.kind != Declaration::Kind::table) continue;
    const std::string_view name = one.name;
    if (name == root_type) {
      out->root = static_cast<std::int32_t>(i);
      return out;
    }
    if (name.substr(name.rfind('.') + 1) != root_type) continue;
    if (found >= 0) {
      return Status(Code::kUsage)
          .with_detail("several tables are called " + std::string(root_type) +
                       ": name the root with its namespace");
    }
    found = static_cast<std::int32_t>(i);
  }
  if (found < 0) {
    return Status(Code::kUsage)
        .with_detail("there is no table " + std::string(root_type) + ", which is to be the root");
  }
  out->root = found;
  return out;
}

Status take_size_prefix(BytesView& bytes) {
  const std::size_t size = bytes.size();
  if (size < kSizePrefix) return Status(Code::kTruncated, "there is no size in front", size);
  const std::size_t said = wire::load_le<std::uint32_t>(bytes.data());
  bytes = bytes.subspan(kSizePrefix);
  if (said == bytes.size()) return {};
  return said > bytes.size()
             ? Status(Code::kTruncated, "the size in front says that there is more", size)
             : Status(Code::kTrailing, "more than the size in front says", kSizePrefix + said);
}

Status behind_size_prefix(Status status) {
  const std::size_t offset = status.offset();
  if (status.ok() || offset == Status::kNoOffset) return status;
  return std::move(status).with_offset(offset + kSizePrefix);
}

Status read_flat(BytesView bytes, const flat::Declarations& schema, std::uint32_t depth, Sink& sink,
                 const FlatReading& how) {
  if (schema.root < 0) return Status(Code::kUsage, kNoRoot);
  if (!how.any_identifier) FASTSER_TRY(check_identifier(bytes, schema.identifier));
  std::vector<FlatType> types;
  FASTSER_TRY(find_meanings(schema, types));
  if (how.names != nullptr) set_names(*how.names, types);
  // What stands for a value (boxes, entries) is a table of its own beside it.
  const std::uint32_t tables = 2 * std::min(depth, kMaxDepth) + 2;
  return FlatTeller(bytes, 0, types, how.skips_missing, tables, sink).run(schema.root);
}

}  // namespace fastser::convert
