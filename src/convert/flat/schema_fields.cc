// SPDX-License-Identifier: MIT
//
// The fields of tables, and unions.
#include "convert/flat/schema_walk.hpp"

#include <vector>

#include "base/as_text.hpp"
#include "convert/flat/slot.hpp"

namespace fastser::convert {
namespace {

using flat::BaseType;
using flat::Declaration;
using flat::FieldDeclaration;
using flat::Offset;
using flat::TypeRef;
using Kind = FlatType::Kind;

}  // namespace

void SchemaWriter::add_field(std::uint32_t node, const FlatField& field) {
  if (failed()) return;
  const FieldDeclaration& declared = *field.declared;
  const TypeRef& of = declared.type;
  if (field.is_flex) return cells_.add_child(declared.slot, flex(node, field));
  if (is_null(node) && !tells_null(of)) return add_nothing(node, field);
  if (flat::is_scalar(of.base)) return add_scalar(node, field);
  if (is_structure(of)) return add_structure(node, field);
  if (declared.has_tag()) {
    return static_cast<void>(fail(node, "a union at a place where none is allowed"));
  }
  cells_.add_child(declared.slot, child(node, field));
}

void SchemaWriter::add_scalar(std::uint32_t node, const FlatField& field) {
  const TypeRef& of = field.declared->type;
  std::uint64_t bits = 0;
  if (!scalar(node, of.base, field.text(), bits)) return;
  const bool may_be_missing = !of.optional && !shared_.how.force_defaults;
  if (may_be_missing && bits == default_bits(*field.declared)) return;
  cells_.add_scalar(field.declared->slot, bits, flat::inline_size(of.base));
}

void SchemaWriter::add_structure(std::uint32_t node, const FlatField& field) {
  const std::int32_t index = field.declared->type.index;
  const Declaration& held = *type(index).declared;
  if (!may_write(node, cells_.structure_bytes() + held.bytes)) return;
  std::vector<std::byte> room(held.bytes);
  structure(node, index, room.data());
  cells_.add_bytes(field.declared->slot, room, held.alignment);
}

bool SchemaWriter::tells_null(const TypeRef& of) const {
  return of.base == BaseType::Obj && type(of.index).kind == Kind::kEither;
}

void SchemaWriter::add_nothing(std::uint32_t node, const FlatField& field) {
  const FieldDeclaration& declared = *field.declared;
  if (declared.required) {
    fail(node, "null, where the schema requires a value");
  } else if (flat::is_scalar(declared.type.base) && !declared.type.optional &&
             !field.null_if_missing && !shared_.how.rounds) {
    fail(node, "null, where ", scalar_name(declared.type.base), " is needed");
  }
}

Offset SchemaWriter::child(std::uint32_t node, const FlatField& field) {
  const TypeRef& of = field.declared->type;
  if (of.base == BaseType::String) return text(node);
  if (of.base == BaseType::Obj) return table(node, of.index);
  if (!enter(node)) return 0;
  const Offset at = vector(node, field);
  leave();
  return at;
}

void SchemaWriter::add_union(std::uint32_t node, std::uint32_t tag_node, const FlatField& field) {
  const FieldDeclaration& declared = *field.declared;
  if (tag_node == kNoNode || is_null(tag_node)) return check_no_value(node, field);
  if (declared.type.base == BaseType::Vector) return add_unions(node, tag_node, field);
  std::uint64_t tag = 0;
  if (!scalar(tag_node, BaseType::UByte, {field.tag_names}, tag)) return;
  const Offset at = alternative(node, tag, declared);
  if (tag == 0) return;
  cells_.add_scalar(static_cast<std::uint16_t>(declared.slot - 1), tag, 1);
  cells_.add_child(declared.slot, at);
}

void SchemaWriter::check_no_value(std::uint32_t node, const FlatField& field) {
  if (is_null(node)) return;
  fail(node, "a union without its type: ", field.tag_key, " must name it");
}

void SchemaWriter::check_no_union(std::uint32_t tag_node, const FlatField& field) {
  std::uint64_t tag = 0;
  const bool is_list = node_at(tag_node).kind == NodeKind::kList;
  if (is_null(tag_node) || (is_list && node_at(tag_node).count == 0)) return;
  if (!is_list && !scalar(tag_node, BaseType::UByte, {field.tag_names}, tag)) return;
  if (is_list || tag != 0) {
    fail(tag_node, "the type of a union, whose value ", field.key, " is missing");
  }
}

void SchemaWriter::add_unions(std::uint32_t node, std::uint32_t tag_node, const FlatField& field) {
  std::vector<std::uint8_t> tags;
  if (!tags_of(node, tag_node, field, tags)) return;
  const std::size_t first = offsets_.size();
  std::uint32_t at = node + 1;
  for (const std::uint8_t tag : tags) {
    const Offset made = alternative(at, tag, *field.declared);
    if (failed()) return;
    offsets_.push_back(made);
    at = node_at(at).end;
  }
  const Offset held = put_list(builder_, offsets_, first);
  cells_.add_child(static_cast<std::uint16_t>(field.declared->slot - 1), put_tags(node, tags));
  cells_.add_child(field.declared->slot, held);
}

bool SchemaWriter::tags_of(std::uint32_t node, std::uint32_t tag_node, const FlatField& field,
                           std::vector<std::uint8_t>& out) {
  const Node& values = node_at(node);
  const Node& tags = node_at(tag_node);
  if (values.kind != NodeKind::kList) fail_kind(node, "a list");
  if (tags.kind != NodeKind::kList) fail_kind(tag_node, "a list");
  if (values.count != tags.count) {
    fail(node, "a list of unions, and a list of their types of another length");
  }
  for (std::uint32_t at = tag_node + 1; at < tags.end && !failed(); at = node_at(at).end) {
    std::uint64_t tag = 0;
    if (scalar(at, BaseType::UByte, {field.tag_names}, tag)) {
      out.push_back(static_cast<std::uint8_t>(tag));
    }
  }
  return !failed();
}

Offset SchemaWriter::put_tags(std::uint32_t node, const std::vector<std::uint8_t>& tags) {
  return bytes(node, as_text(tags), 1);
}

Offset SchemaWriter::alternative(std::uint32_t node, std::uint64_t tag,
                                 const FieldDeclaration& field) {
  if (tag == 0) {
    return is_null(node) ? 0 : fail(node, "a value of a union whose type is NONE");
  }
  const Declaration& choice = *type(field.type.index).declared;
  const std::int32_t held = tag > choice.alternatives.size()
                                ? Declaration::kNoAlternative
                                : choice.alternatives[static_cast<std::size_t>(tag) - 1];
  if (held == Declaration::kNoAlternative) {
    return fail(node, "a union with an alternative that the schema does not have");
  }
  if (held == Declaration::kText) return text(node);
  return is_structure(held) ? structure_apart(node, held) : table(node, held);
}

}  // namespace fastser::convert
