// SPDX-License-Identifier: MIT
//
// Each table, list and text is gone through once, whatever leads to it; vtables, too. All regions
// are paid from the limits, since lists may overlap (B9). Recursion is bounded by the depth.
#include "convert/annotate/flat.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "base/path_text.hpp"
#include "convert/flat/reader.hpp"
#include "convert/flat/schema_scalars.hpp"
#include "convert/inspect/tree_text.hpp"
#include "convert/json/text.hpp"
#include "fastser/internal/flat/reader.hpp"
#include "fastser/internal/wire/endian.hpp"

namespace fastser::convert {
namespace {

using flat::BaseType;
using flat::Declaration;
using flat::FieldDeclaration;
using flat::Position;
using flat::Table;
using flat::TypeRef;

std::string scalar_text(const std::byte* at, BaseType base) {
  std::string out;
  switch (base) {
    case BaseType::Bool: return at[0] != std::byte{0} ? "true" : "false";
    case BaseType::Byte: append_signed(out, wire::load_le<std::int8_t>(at)); break;
    case BaseType::Short: append_signed(out, wire::load_le<std::int16_t>(at)); break;
    case BaseType::UShort: append_unsigned(out, wire::load_le<std::uint16_t>(at)); break;
    case BaseType::Int: append_signed(out, wire::load_le<std::int32_t>(at)); break;
    case BaseType::UInt: append_unsigned(out, wire::load_le<std::uint32_t>(at)); break;
    case BaseType::Long: append_signed(out, wire::load_le<std::int64_t>(at)); break;
    case BaseType::ULong: append_unsigned(out, wire::load_le<std::uint64_t>(at)); break;
    case BaseType::Float: append_double(out, static_cast<double>(wire::load_le<float>(at))); break;
    case BaseType::Double: append_double(out, wire::load_le<double>(at)); break;
    default: append_unsigned(out, static_cast<std::uint8_t>(at[0]));
  }
  return out;
}

std::string led_to(std::string_view what, Position to) {
  return "distance to " + std::string(what) + " at " + hex_offset(to);
}

std::string member_path(const std::string& path, std::string_view name) {
  std::string out = path;
  append_key(out, name);
  return out;
}
std::string element_path(const std::string& path, std::size_t index) {
  std::string out = path;
  append_index(out, index);
  return out;
}

class FlatAnnotator {
 public:
  FlatAnnotator(BytesView bytes, std::size_t base, const flat::Declarations& schema,
                const AnnotateOptions& options, Regions& regions)
      : reader_(bytes, options.limits, false),
        base_(base),
        schema_(schema),
        all_(options.all),
        regions_(regions) {}

  Status run() {
    const Position root = reader_.root({});
    if (root != 0) {
      put(0, 4, {}, led_to("the root", root));
      const std::string& mark = schema_.identifier;
      const std::string_view found = file_identifier({reader_.begin(), reader_.size()});
      if (!found.empty() && !mark.empty()) {
        std::string said = "file identifier " + in_quotes(found);
        if (found != mark) said += ", but that of the schema is " + in_quotes(mark);
        put(4, 4, {}, std::move(said));
      }
      static_cast<void>(table(root, schema_.root, {}));
    }
    return reader_.status();
  }

 private:
  const Declaration& declaration(std::int32_t index) const {
    return schema_.all[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] const std::byte* byte_at(Position at) const { return reader_.begin() + at; }

  bool put(std::size_t offset, std::size_t size, std::string_view path, std::string what) {
    const std::size_t before = regions_.memory();
    regions_.add(base_ + offset, size, path, std::move(what));
    return reader_.charge(regions_.memory() - before);
  }
  // Whether nothing of this kind was at this place before.
  bool is_new(Position at, std::int32_t kind) { return seen_.insert({at, kind}).second; }

  // ---- tables

  bool table(Position at, std::int32_t index, const std::string& path) {
    if (!is_new(at, index)) return true;
    Table found;
    if (!reader_.enter(at) || !reader_.table(at, found)) return false;
    const Declaration& type = declaration(index);
    const Position layout = reader_.position(found.layout);
    if (!put(at, 4, path, "table " + type.name + ", its vtable is at " + hex_offset(layout)) ||
        !vtable(found, layout, type)) {
      return false;
    }
    for (const FieldDeclaration& field : type.fields) {
      if (!member(found, field, path)) return false;
    }
    reader_.leave();
    return true;
  }

  bool vtable(const Table& table, Position layout, const Declaration& type) {
    if (!is_new(layout, kVtable)) return true;
    const std::string path = "vtable of " + type.name;
    if (!put(layout, 2, path, "its size " + std::to_string(table.layout_bytes)) ||
        !put(layout + 2U, 2, path, "size of the table " + std::to_string(table.bytes))) {
      return false;
    }
    for (std::size_t slot = 0; 6 + 2 * slot <= table.layout_bytes; ++slot) {
      const std::uint16_t offset = table.field(slot);
      const std::string where =
          offset == 0 ? " is not there" : " is at " + std::to_string(offset) + " in the table";
      if (!put(layout + 4 + 2 * slot, 2, path, "field " + slot_name(type, slot) + where))
        return false;
    }
    return true;
  }
  static std::string slot_name(const Declaration& type, std::size_t slot) {
    const auto field = std::ranges::lower_bound(type.fields, slot, {}, &FieldDeclaration::slot);
    if (field != type.fields.end()) {
      if (field->slot == slot) return field->name;
      if (field->has_tag() && field->slot == slot + 1) return field->name + "_type";
    }
    return std::to_string(slot) + ", which the schema does not have,";
  }

  bool member(const Table& table, const FieldDeclaration& field, const std::string& path) {
    const std::uint16_t offset = table.field(field.slot);
    if (offset == 0) return true;
    const std::string own = member_path(path, field.name);
    if (!reader_.field(table, offset, inline_bytes(field.type), 1)) return false;
    const Position at = reader_.position(table.at + offset);
    if (!field.has_tag()) return value(at, field.type, own);
    const std::uint16_t tag = table.field(field.slot - std::size_t{1});
    const bool is_list = field.type.base == BaseType::Vector;
    if (tag == 0) return reader_.fail(Code::kMalformed, at, "a union without its alternative");
    if (!reader_.field(table, tag, is_list ? 4 : 1, 1)) return false;
    const Position tag_at = reader_.position(table.at + tag);
    const std::string tag_path = member_path(path, field.name + "_type");
    if (is_list) return choices(at, tag_at, field, own, tag_path);
    const auto number = static_cast<std::uint8_t>(*byte_at(tag_at));
    return put(tag_at, 1, tag_path, "alternative " + std::to_string(number)) &&
           choice(at, number, field.type.index, own);
  }

  std::size_t inline_bytes(const TypeRef& type) const {
    return type.base == BaseType::Obj && is_structure(type.index) ? declaration(type.index).bytes
                                                                  : flat::inline_size(type.base);
  }
  bool is_structure(std::int32_t index) const {
    return declaration(index).kind == Declaration::Kind::structure;
  }

  // ---- values, where they lie in a table, a structure or a list

  bool value(Position at, const TypeRef& type, const std::string& path) {
    switch (type.base) {
      case BaseType::String: return offset_to(at, "the text", path) && text(follow(at), path);
      case BaseType::Vector: return offset_to(at, "the list", path) && list(follow(at), type, path);
      case BaseType::Obj:
        if (is_structure(type.index)) return structure(at, type.index, path);
        return offset_to(at, "the table", path) && table(follow(at), type.index, path);
      default: return scalar(at, type.base, path);
    }
  }
  bool scalar(Position at, BaseType base, const std::string& path) {
    return put(at, flat::inline_size(base), path,
               scalar_text(byte_at(at), base) + " (" + scalar_name(base) + ')');
  }
  Position follow(Position at) { return reader_.follow(byte_at(at)); }
  bool offset_to(Position at, std::string_view what, const std::string& path) {
    const Position to = follow(at);
    return to != 0 && put(at, 4, path, led_to(what, to));
  }
  bool text(Position at, const std::string& path) {
    if (!is_new(at, kText)) return true;
    std::string_view found;
    if (!reader_.text(at, found)) return false;
    return put(at, 4, path, "length of the text " + std::to_string(found.size())) &&
           put(at + 4U, found.size(), path, in_quotes(found)) &&
           put(at + 4U + found.size(), 1, path, "the zero behind the text");
  }
  // Structures hold structures of fixed sizes only, as deep as the schema has them.
  bool structure(Position at, std::int32_t index, const std::string& path) {
    if (!reader_.enter(at)) return false;
    for (const FieldDeclaration& field : declaration(index).fields) {
      const std::string own = member_path(path, field.name);
      const auto where = static_cast<Position>(at + field.offset);
      if (field.type.base == BaseType::Array ? !array(where, field.type, own)
                                             : !value(where, field.type, own)) {
        return false;
      }
    }
    reader_.leave();
    return true;
  }
  bool array(Position at, const TypeRef& type, const std::string& path) {
    const TypeRef element{.base = type.element, .index = type.index};
    return elements(at, type.fixed_length, element, path);
  }
  bool elements(Position first, std::size_t count, const TypeRef& element,
                const std::string& path) {
    const std::size_t size = inline_bytes(element);
    if (flat::is_scalar(element.base) && count > kFewNumbers && !all_) {
      return put(first, count * size, path,
                 std::to_string(count) + " x " + scalar_name(element.base));
    }
    for (std::size_t i = 0; i < count; ++i) {
      const auto at = static_cast<Position>(first + i * size);
      if (!value(at, element, element_path(path, i))) return false;
    }
    return true;
  }
  bool list(Position at, const TypeRef& type, const std::string& path) {
    if (!is_new(at, kList)) return true;
    const TypeRef element{.base = type.element, .index = type.index};
    Position first = 0;
    std::size_t count = 0;
    return begin_list(at, inline_bytes(element), path, first, count) &&
           elements(first, count, element, path);
  }
  bool begin_list(Position at, std::size_t size, const std::string& path, Position& first,
                  std::size_t& count) {
    const std::byte* where = nullptr;
    if (!reader_.list(at, size, 1, where, count)) return false;
    first = at + 4U;
    return put(at, 4, path, "number of elements " + std::to_string(count));
  }

  // ---- unions

  bool choice(Position at, std::uint8_t number, std::int32_t index, const std::string& path) {
    if (number == 0) return put(at, 4, path, "nothing");
    const std::vector<std::int32_t>& all = declaration(index).alternatives;
    const std::int32_t held =
        number > all.size() ? Declaration::kNoAlternative : all[number - std::size_t{1}];
    if (held == Declaration::kNoAlternative) {
      return reader_.fail(Code::kMalformed, at,
                          "a union with an alternative that the schema does not have");
    }
    const Position to = follow(at);
    if (to == 0) return false;
    if (held == Declaration::kText)
      return put(at, 4, path, led_to("the text", to)) && text(to, path);
    if (!put(at, 4, path, led_to(declaration(held).name, to))) return false;
    if (!is_structure(held)) return table(to, held, path);
    if (declaration(held).bytes > reader_.size() - to) {
      return reader_.fail(Code::kTruncated, to, "a structure that ends outside of the buffer");
    }
    return structure(to, held, path);
  }
  bool choices(Position at, Position tags_at, const FieldDeclaration& field,
               const std::string& path, const std::string& tag_path) {
    Position tags = 0;
    Position first = 0;
    std::size_t tag_count = 0;
    std::size_t count = 0;
    if (!offset_to(tags_at, "the list", tag_path) ||
        !begin_list(follow(tags_at), 1, tag_path, tags, tag_count) ||
        !elements(tags, tag_count, TypeRef::scalar(BaseType::UType), tag_path) ||
        !offset_to(at, "the list", path) || !begin_list(follow(at), 4, path, first, count)) {
      return false;
    }
    if (tag_count != count) {
      return reader_.fail(Code::kMalformed, at,
                          "a list of unions, and another number of their types");
    }
    for (std::size_t i = 0; i < count; ++i) {
      const auto number = static_cast<std::uint8_t>(reader_.begin()[tags + i]);
      const auto where = static_cast<Position>(first + 4 * i);
      if (!choice(where, number, field.type.index, element_path(path, i))) return false;
    }
    return true;
  }

  // What is no number of a declaration.
  static constexpr std::int32_t kVtable = -1;
  static constexpr std::int32_t kText = -2;
  static constexpr std::int32_t kList = -3;

  flat::Reader reader_;
  std::size_t base_;
  const flat::Declarations& schema_;
  bool all_;
  Regions& regions_;
  std::set<std::pair<Position, std::int32_t>> seen_;
};

}  // namespace

Status annotate_flat(BytesView bytes, std::size_t base, const flat::Declarations& schema,
                     const AnnotateOptions& options, Regions& regions) {
  if (schema.root < 0) return Status(Code::kUsage, kNoRoot);
  return FlatAnnotator(bytes, base, schema, options, regions).run();
}

}  // namespace fastser::convert
