// SPDX-License-Identifier: MIT
//
// Tables: from objects, by their keys, from lists, and from values that stand for a table.
#include "convert/flat/schema_walk.hpp"

#include <algorithm>
#include <string>

#include "convert/flat/slot.hpp"

namespace fastser::convert {
namespace {

using flat::BaseType;
using flat::Offset;
using flat::TypeRef;
using Kind = FlatType::Kind;

}  // namespace

Offset SchemaWriter::table(std::uint32_t node, std::int32_t index) {
  if (!enter(node)) return 0;
  const std::size_t first = cells_.size();
  add_cells(node, index);
  leave();
  return finish_table(node, first);
}

Offset SchemaWriter::finish_table(std::uint32_t node, std::size_t first) {
  const Offset at = cells_.table(first);
  if (at == TableCells::kTooLarge) return fail(node, "a table of more than 64 KiB");
  return may_write(node, 0) ? at : 0;
}

void SchemaWriter::add_cells(std::uint32_t node, std::int32_t index) {
  const FlatType& of = type(index);
  const Node& what = node_at(node);
  switch (of.kind) {
    case Kind::kBox: return add_field(node, of.fields[0]);
    case Kind::kEither: return add_either(node, of);
    case Kind::kTuple: return add_items(node, of);
    case Kind::kExt: return add_extension(node);
    default:
      if (what.kind == NodeKind::kList) return add_items(node, of);
      if (what.kind == NodeKind::kObject) return add_members(node, index);
      fail_kind(node, "the table ", of.declared->name);
  }
}

void SchemaWriter::add_extension(std::uint32_t node) {
  const Node& what = node_at(node);
  if (what.kind != NodeKind::kExt) return static_cast<void>(fail_kind(node, "an extension"));
  cells_.add_scalar(0, what.count, 1);
  cells_.add_child(1, bytes(node, document_.text(what.bits), 1));
}

void SchemaWriter::add_either(std::uint32_t node, const FlatType& of) {
  if (is_null(node)) return;
  const FlatField* const field = find_suiting(node, of);
  if (field != nullptr) add_field(node, *field);
}

const FlatField* SchemaWriter::find_suiting(std::uint32_t node, const FlatType& of) {
  const std::size_t count = std::min(of.fields.size(), kEitherFields);
  for (std::size_t i = 0; i < count; ++i) {
    if (suits(node, of.fields[i])) return &of.fields[i];
  }
  fail_kind(node, "other kinds of values");
  return nullptr;
}

void SchemaWriter::add_items(std::uint32_t node, const FlatType& of) {
  const Node& what = node_at(node);
  if (what.kind != NodeKind::kList) return static_cast<void>(fail_kind(node, "a list"));
  if (what.count > of.fields.size()) {
    return static_cast<void>(
        fail(node, "a list of more values than ", of.declared->name, " has fields"));
  }
  std::uint32_t at = node + 1;
  std::ptrdiff_t required = 0;
  for (std::uint32_t i = 0; i < what.count; ++i, at = node_at(at).end) {
    const FlatField& field = of.fields[i];
    if (field.declared->has_tag()) {
      return static_cast<void>(fail(node, "a list, where a table with a union must be an object"));
    }
    add_field(at, field);
    required += field.declared->required ? 1 : 0;
  }
  check_required(node, of, required);
}

bool SchemaWriter::suits(std::uint32_t node, const FlatField& field) {
  const TypeRef& of = field.declared->type;
  const Kind element = of.element == BaseType::Obj ? type(of.index).kind : Kind::kPlain;
  const Kind held = of.base == BaseType::Obj ? type(of.index).kind : Kind::kPlain;
  const bool is_vector = of.base == BaseType::Vector && !field.is_flex;
  std::uint64_t bits = 0;
  switch (node_at(node).kind) {
    case NodeKind::kBool: return of.base == BaseType::Bool;
    case NodeKind::kNegative:
    case NodeKind::kUnsigned:
    case NodeKind::kReal:
    case NodeKind::kF32:
    case NodeKind::kF64:
      return flat::is_scalar(of.base) && of.base != BaseType::Bool &&
             shared_.scalars.bits_of(node_at(node), of.base, {}, bits).empty();
    case NodeKind::kString: return of.base == BaseType::String;
    case NodeKind::kData: return is_vector && field.is_data;
    case NodeKind::kMoment: return held == Kind::kMoment;
    case NodeKind::kExt: return held == Kind::kExt;
    case NodeKind::kMap: return is_vector && element == Kind::kPairs;
    case NodeKind::kObject:
      return (of.base == BaseType::Obj && held == Kind::kPlain) ||
             (is_vector && element == Kind::kMap);
    case NodeKind::kList:
      return is_vector && !field.is_data && element != Kind::kMap && element != Kind::kPairs;
    case NodeKind::kNull: return false;
  }
  return false;
}

void SchemaWriter::add_members(std::uint32_t node, std::int32_t index) {
  const FlatType& of = type(index);
  const SchemaContext::Members& members = shared_.members_of(static_cast<std::size_t>(index));
  const std::size_t first_tag = tags_.size();
  const std::uint32_t end = node_at(node).end;
  find_tags(node, members);
  std::ptrdiff_t required = 0;
  for (std::uint32_t at = node + 1; at < end && !failed(); at = node_at(at).end) {
    const SchemaContext::Member* const member = member_of(at, members, of);
    if (member == nullptr || member->is_tag) continue;
    const FlatField& field = of.fields[member->field];
    required += field.declared->required && !is_null(at) ? 1 : 0;
    if (field.declared->has_tag()) {
      add_union(at, tag_of(member->field, first_tag), field);
    } else {
      add_field(at, field);
    }
  }
  for (std::size_t i = first_tag; i < tags_.size(); ++i) {
    if (!tags_[i].used) check_no_union(tags_[i].node, of.fields[tags_[i].field]);
  }
  tags_.resize(first_tag);
  check_required(node, of, required);
}

const SchemaContext::Member* SchemaWriter::member_of(std::uint32_t node,
                                                     const SchemaContext::Members& members,
                                                     const FlatType& of) {
  const auto found = members.find(node_at(node).key);
  if (found != members.end()) return &found->second;
  if (!shared_.how.skip_unknown) fail(node, kUnknownKeySaid, of.declared->name);
  return nullptr;
}

void SchemaWriter::find_tags(std::uint32_t node, const SchemaContext::Members& members) {
  const std::uint32_t end = node_at(node).end;
  for (std::uint32_t at = node + 1; at < end; at = node_at(at).end) {
    const auto found = members.find(node_at(at).key);
    if (found == members.end() || !found->second.is_tag) continue;
    tags_.push_back({found->second.field, at, false});
  }
}

std::uint32_t SchemaWriter::tag_of(std::uint32_t field, std::size_t first) {
  for (std::size_t i = first; i < tags_.size(); ++i) {
    if (tags_[i].field != field) continue;
    tags_[i].used = true;
    return tags_[i].node;
  }
  return kNoNode;
}

void SchemaWriter::check_required(std::uint32_t node, const FlatType& of, std::ptrdiff_t found) {
  if (failed() || found == shared_.required[static_cast<std::size_t>(&of - &shared_.types[0])]) {
    return;
  }
  fail_required(node, of);
}

void SchemaWriter::fail_required(std::uint32_t node, const FlatType& of) {
  fail(node, missing_name(node, of) + " is missing, which ", of.declared->name, " requires");
}

std::string SchemaWriter::missing_name(std::uint32_t node, const FlatType& of) const {
  const Node& what = node_at(node);
  for (std::size_t i = 0; i < of.fields.size(); ++i) {
    if (!of.fields[i].declared->required) continue;
    const bool has =
        what.kind == NodeKind::kList ? i < what.count : child_of(node, of.fields[i].key) != kNoNode;
    if (!has) return std::string(of.fields[i].key);
  }
  return "a field";
}

std::uint32_t SchemaWriter::child_of(std::uint32_t node, std::string_view key) const {
  const std::uint32_t text = document_.find(key);
  const Node& what = node_at(node);
  if (text == kNoKey || what.kind != NodeKind::kObject) return kNoNode;
  for (std::uint32_t at = node + 1; at < what.end; at = node_at(at).end) {
    if (node_at(at).key == text) return at;
  }
  return kNoNode;
}

}  // namespace fastser::convert
