// SPDX-License-Identifier: MIT
//
// Document, type and schema are walked side by side, children before what leads to them. The
// schema says how a value is put (scalar, structure, text, list, table, union), the type what its
// bytes are. Values fit: they come from an archive of the type. Recursion is bounded by the depth
// of the document, where a null ends it.
#include "convert/flat/typed_writer.hpp"

#include <algorithm>
#include <compare>
#include <utility>
#include <vector>

#include "base/as_text.hpp"
#include "convert/archive/shape_keys.hpp"
#include "convert/document/node_path.hpp"
#include "convert/flat/table_cells.hpp"
#include "convert/json/text.hpp"
#include "fastser/internal/flat/idiom.hpp"
#include "fastser/internal/flat/schema.hpp"
#include "fastser/internal/schema/lone_value.hpp"
#include "fastser/internal/schema/type_table.hpp"

namespace fastser::convert {
namespace {

using flat::BaseType;
using flat::Declaration;
using flat::FieldDeclaration;
using flat::Offset;
using flat::TypeRef;
using schema::FieldEntry;
using schema::Shape;
using schema::TypeCode;
using schema::TypeExpr;

class TypedFlatWriter {
 public:
  TypedFlatWriter(const Document& document, const schema::TypeTable& types,
                  const flat::Declarations& schema, Buffer& out)
      : document_(document),
        types_(types),
        schema_(schema),
        chains_(types.shapes().size()),
        builder_(out),
        cells_(builder_) {}

  Status run(bool size_prefixed) {
    const Offset root = held(0, types_.root(), schema_.root);
    if (!error_.ok()) return std::move(error_);
    return builder_.finish(root, {}, size_prefixed);
  }

 private:
  const Node& node_at(std::uint32_t node) const { return document_.nodes[node]; }
  const Declaration& declared(std::int32_t index) const {
    return schema_.all[static_cast<std::size_t>(index)];
  }
  bool is_structure(const TypeRef& of) const {
    return of.base == BaseType::Obj && declared(of.index).kind == Declaration::Kind::structure;
  }
  Offset fail(std::uint32_t node, std::string_view message) {
    if (error_.ok()) {
      error_ = Status(Code::kTypeMismatch, message).with_path(path_between(document_, 0, node));
    }
    return 0;
  }
  static TypeExpr alternative_of(TypeExpr variant, std::uint32_t index) {
    TypeExpr at = schema::first_operand(variant);
    for (; index != 0; --index) at = schema::skip_type(at);
    return at;
  }

  // ---- fields of tables
  void add_field(std::uint32_t node, TypeExpr type, const FieldDeclaration& field) {
    const Node& what = node_at(node);
    const TypeCode code = schema::code(type);
    if (code == TypeCode::kVariant) return add_union(node, type, field);
    if (code == TypeCode::kOptional || code == TypeCode::kRef) {
      const TypeExpr inner = schema::element(type);
      // In a variant the choice is of that: a null is one of its alternatives. Elsewhere the choice
      // may be of a variant around this, of which this is an alternative.
      const bool is_nothing = what.choice == 0 || !leads_to_variant(inner);
      if (what.kind == NodeKind::kNull && is_nothing) return;
      const bool is_held = code == TypeCode::kRef || is_choice(inner);
      if (!is_held) return add_field(node, inner, field);
      const Offset at = held(node, inner, field.type.index);
      return cells_.add_child(field.slot, at);
    }
    const TypeRef& of = field.type;
    if (flat::is_scalar(of.base)) {
      return cells_.add_scalar(field.slot, what.bits, flat::inline_size(of.base));
    }
    if (is_structure(of)) {
      std::vector<std::byte> bytes(declared(of.index).bytes);
      put_structure(node, type, of.index, bytes.data());
      return cells_.add_bytes(field.slot, bytes, declared(of.index).alignment);
    }
    const Offset at = child(node, type, of);
    cells_.add_child(field.slot, at);
  }
  static bool is_choice(TypeExpr type) {
    const TypeCode code = schema::code(type);
    return code == TypeCode::kOptional || code == TypeCode::kVariant || code == TypeCode::kRef;
  }
  // The byte for the alternative is in the slot before the union's own. None: null.
  void add_union(std::uint32_t node, TypeExpr type, const FieldDeclaration& field) {
    const Declaration& choice = declared(field.type.index);
    const std::uint32_t index = node_at(node).choice - 1U;
    for (std::size_t i = 0; i < choice.places.size(); ++i) {
      if (choice.places[i] != index) continue;
      const TypeExpr chosen = alternative_of(type, index);
      // The choice is of this variant: one in the alternative was not told of, as there is none.
      const bool is_nothing = node_at(node).kind == NodeKind::kNull && leads_to_variant(chosen);
      const Offset at = is_nothing ? finish_table(node, cells_.size())
                                   : held(node, chosen, choice.alternatives[i]);
      cells_.add_scalar(static_cast<std::uint16_t>(field.slot - 1), i + 1, 1);
      return cells_.add_child(field.slot, at);
    }
  }
  // What is led to by an offset, and always there.
  Offset child(std::uint32_t node, TypeExpr type, const TypeRef& of) {
    if (of.base == BaseType::String) return text(node);
    if (of.base == BaseType::Obj) return held(node, type, of.index);
    switch (schema::code(type)) {
      case TypeCode::kData:
      case TypeCode::kSharedData:
      case TypeCode::kUuid:
      case TypeCode::kDecimal:
      case TypeCode::kBits: return bytes(node, type);
      case TypeCode::kMap:
      case TypeCode::kOrderedMap: return map(node, type, of.index);
      default: return list(node, type, of);
    }
  }

  // ---- tables
  // As a table; in a box where it is none.
  Offset held(std::uint32_t node, TypeExpr type, std::int32_t index) {
    const Declaration& table = declared(index);
    const std::size_t first = cells_.size();
    if (table.idiom == flat::idiom::kBox) {
      add_field(node, type, table.fields[0]);
    } else if (schema::code(type) == TypeCode::kTuple) {
      add_items(node, schema::first_operand(type), table);
    } else if (schema::code(type) == TypeCode::kRecord) {
      add_record(node, schema::operand_shape(type), table);
    }
    return finish_table(node, first);
  }
  Offset finish_table(std::uint32_t node, std::size_t first) {
    const Offset at = cells_.table(first);
    return at == TableCells::kTooLarge ? fail(node, "a table of more than 64 KiB") : at;
  }
  void add_items(std::uint32_t node, TypeExpr type, const Declaration& table) {
    std::uint32_t at = node + 1;
    for (const FieldDeclaration& field : table.fields) {
      add_field(at, type, field);
      type = schema::skip_type(type);
      at = node_at(at).end;
    }
  }
  void add_record(std::uint32_t node, std::uint32_t shape, const Declaration& table) {
    const Node& what = node_at(node);
    if (what.kind == NodeKind::kExt) {  // {i8 type, data}
      cells_.add_scalar(0, what.count, 1);
      return cells_.add_child(1, put_bytes(document_.text(what.bits)));
    }
    // One field that is told instead of its record.
    std::uint32_t at = is_lone_value(types_, shape) ? node : node + 1;
    std::size_t next = 0;
    for (const TypeExpr type : fields_of(shape)) {
      add_field(at, type, table.fields[next++]);
      at = node_at(at).end;
    }
  }
  // Those of super-shapes first. The schema has as many, so that they are not too many.
  const std::vector<TypeExpr>& fields_of(std::uint32_t shape) {
    std::vector<TypeExpr>& all = chains_[shape];
    if (!all.empty()) return all;
    std::vector<const Shape*> chain;
    for (auto at = static_cast<std::int32_t>(shape); at >= 0; at = chain.back()->super) {
      chain.push_back(&types_.shapes()[static_cast<std::size_t>(at)]);
    }
    for (std::size_t level = chain.size(); level-- > 0;) {
      for (const FieldEntry& entry : chain[level]->fields) {
        all.insert(all.end(), static_cast<std::size_t>(entry.repeat), types_.expr(entry.type));
      }
    }
    return all;
  }

  // ---- structures
  void put_structure(std::uint32_t node, TypeExpr type, std::int32_t index, std::byte* to) {
    const Node& what = node_at(node);
    if (schema::code(type) != TypeCode::kRecord) {  // a date
      store_le(to, what.bits, 8);
      return store_le(to + 8, what.count, 4);
    }
    const std::uint32_t shape = schema::operand_shape(type);
    std::uint32_t at = is_lone_value(types_, shape) ? node : node + 1;
    std::size_t next = 0;
    for (const TypeExpr field : fields_of(shape)) {
      const FieldDeclaration& place = declared(index).fields[next++];
      put_inline(at, field, place.type, to + place.offset);
      at = node_at(at).end;
    }
  }
  void put_inline(std::uint32_t node, TypeExpr type, const TypeRef& of, std::byte* to) {
    if (flat::is_scalar(of.base)) {
      return store_le(to, node_at(node).bits, flat::inline_size(of.base));
    }
    if (of.base != BaseType::Array) return put_structure(node, type, of.index, to);
    const TypeRef element{.base = of.element, .index = of.index};
    const std::size_t size = size_of(element);
    const std::uint32_t end = node_at(node).end;
    for (std::uint32_t at = node + 1; at < end; at = node_at(at).end, to += size) {
      put_inline(at, schema::element(type), element, to);
    }
  }
  std::size_t size_of(const TypeRef& of) const {
    return of.base == BaseType::Obj ? declared(of.index).bytes : flat::inline_size(of.base);
  }

  // ---- lists
  Offset list(std::uint32_t node, TypeExpr type, const TypeRef& of) {
    const Node& what = node_at(node);
    const TypeExpr element = schema::element(type);
    const TypeRef one{.base = of.element, .index = of.index};
    if (flat::is_scalar(one.base) || is_structure(one)) {
      const std::size_t size = size_of(one);
      const std::size_t alignment = is_structure(one) ? declared(one.index).alignment : size;
      std::byte* to = builder_.put_list(what.count, size, alignment);
      if (to == nullptr) return 0;
      std::fill_n(to, size * what.count, std::byte{0});
      for (std::uint32_t at = node + 1; at < what.end; at = node_at(at).end, to += size) {
        put_inline(at, element, one, to);
      }
      return builder_.here();
    }
    const std::size_t first = offsets_.size();
    const bool is_ref = schema::code(element) == TypeCode::kRef;
    for (std::uint32_t at = node + 1; at < what.end; at = node_at(at).end) {
      if (is_ref && node_at(at).kind == NodeKind::kNull) {
        return fail(at, "nil in a list of objects: FlatBuffers cannot hold it");
      }
      const Offset made = child(at, is_ref ? schema::element(element) : element, one);
      offsets_.push_back(made);
    }
    return put_offsets(first);
  }
  Offset put_offsets(std::size_t first) { return put_list(builder_, offsets_, first); }

  // ---- maps
  struct Entry {
    std::uint32_t key;  // the text's number in an object, else the node
    std::uint32_t value;
  };
  Offset map(std::uint32_t node, TypeExpr type, std::int32_t index) {
    const Node& what = node_at(node);
    const Declaration& table = declared(index);
    const bool by_text = what.kind == NodeKind::kObject;
    std::vector<Entry> entries;
    entries.reserve(by_text ? what.count : what.count / 2);
    for (std::uint32_t at = node + 1; at < what.end; at = node_at(entries.back().value).end) {
      entries.push_back(by_text ? Entry{node_at(at).key, at} : Entry{at, node_at(at).end});
    }
    if (table.fields[0].key) sort(entries, by_text, table.fields[0].type.base);
    const std::size_t first = offsets_.size();
    for (const Entry& entry : entries) {
      const std::size_t cell = cells_.size();
      if (by_text) {
        cells_.add_child(table.fields[0].slot, put_text(document_.text(entry.key)));
      } else {
        add_field(entry.key, schema::key_type(type), table.fields[0]);
      }
      add_field(entry.value, schema::value_type(type), table.fields[1]);
      const Offset at = finish_table(entry.value, cell);
      offsets_.push_back(at);
    }
    return put_offsets(first);
  }
  // As FlatBuffers wants them for binary search; of equal keys, the first one first.
  void sort(std::vector<Entry>& entries, bool by_text, BaseType base) const {
    std::sort(entries.begin(), entries.end(), [&](const Entry& left, const Entry& right) {
      const std::weak_ordering order = compare(left.key, right.key, by_text, base);
      return order != 0 ? order < 0 : left.value < right.value;
    });
  }
  std::weak_ordering compare(std::uint32_t left, std::uint32_t right, bool by_text,
                             BaseType base) const {
    if (by_text) return document_.text(left) <=> document_.text(right);
    const Node& x = node_at(left);
    const Node& y = node_at(right);
    if (base == BaseType::String) return document_.text(x.bits) <=> document_.text(y.bits);
    if (base == BaseType::Float) return order_of_float(x.bits) <=> order_of_float(y.bits);
    if (base == BaseType::Double) return order_of(x.bits) <=> order_of(y.bits);
    const bool x_is_less = x.kind == NodeKind::kNegative;
    const bool y_is_less = y.kind == NodeKind::kNegative;
    if (x_is_less != y_is_less) return y_is_less <=> x_is_less;
    return x.bits <=> y.bits;
  }
  // Bits whose order is that of the numbers; NaN lie outside.
  static std::uint64_t order_of(std::uint64_t bits) {
    constexpr std::uint64_t kSign = std::uint64_t{1} << 63;
    return (bits & kSign) != 0 ? ~bits : bits | kSign;
  }
  static std::uint64_t order_of_float(std::uint64_t bits) { return order_of(bits << 32); }

  // ---- texts and bytes
  Offset text(std::uint32_t node) { return put_text(document_.text(node_at(node).bits)); }
  Offset put_text(std::string_view what) { return builder_.put_text(what.data(), what.size()); }
  Offset put_bytes(std::string_view what) {
    std::byte* const to = builder_.put_list(what.size(), 1, 1);
    if (to == nullptr) return 0;
    flat::copy_exactly(to, what.data(), what.size());
    return builder_.here();
  }
  // What archives have as bytes and documents may have as text.
  Offset bytes(std::uint32_t node, TypeExpr type) {
    const std::string_view what = document_.text(node_at(node).bits);
    if (node_at(node).kind == NodeKind::kData) return put_bytes(what);
    raw_.clear();
    if (!parse(what, schema::code(type)))
      return fail(node, "a name that is none of the type's bits");
    return put_bytes(as_text(raw_));
  }
  bool parse(std::string_view from, TypeCode code) {
    if (code == TypeCode::kUuid) return parse_uuid(from, raw_);
    return code == TypeCode::kDecimal ? parse_decimal(from, raw_) : parse_bits(from, raw_);
  }

  const Document& document_;
  const schema::TypeTable& types_;
  const flat::Declarations& schema_;
  std::vector<std::vector<TypeExpr>> chains_;  // of shapes: their fields
  std::vector<Offset> offsets_;                // of elements whose list is not written
  std::vector<std::uint8_t> raw_;
  Status error_;
  flat::Builder builder_;
  TableCells cells_;
};

}  // namespace

Result<FlatOutput> write_flat_as(const Document& document, const Type& type, bool size_prefixed) {
  FlatOutput out;
  Result<flat::Declarations> declarations = flat::value_declarations(type);
  if (!declarations.ok()) return declarations.status();
  out.schema = *std::move(declarations);
  FASTSER_TRY(TypedFlatWriter(document, type.parsed(), out.schema, out.bytes).run(size_prefixed));
  return out;
}

}  // namespace fastser::convert
