// SPDX-License-Identifier: MIT
//
// Structures: their bytes are put together before they are written, or in the list in which they
// lie.
#include "convert/flat/schema_walk.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace fastser::convert {
namespace {

using flat::BaseType;
using flat::Declaration;
using flat::Offset;
using flat::TypeRef;
using Kind = FlatType::Kind;

}  // namespace

Offset SchemaWriter::structure_apart(std::uint32_t node, std::int32_t index) {
  const Declaration& declared = *type(index).declared;
  std::vector<std::byte> room(declared.bytes);
  structure(node, index, room.data());
  if (failed() || !may_write(node, room.size())) return 0;
  builder_.needs(declared.alignment);
  const std::size_t pad = builder_.padding(room.size(), declared.alignment);
  std::byte* const to = builder_.push(room.size() + pad);
  if (to == nullptr) return 0;
  std::fill_n(std::copy(room.begin(), room.end(), to), pad, std::byte{0});
  return builder_.here();
}

void SchemaWriter::structure(std::uint32_t node, std::int32_t index, std::byte* to) {
  if (!enter(node)) return;
  const FlatType& of = type(index);
  const Node& what = node_at(node);
  if (of.kind == Kind::kMoment && what.kind == NodeKind::kMoment) {
    store_le(to + of.fields[0].declared->offset, what.bits, 8);
    store_le(to + of.fields[1].declared->offset, what.count, 4);
  } else if (what.kind == NodeKind::kObject) {
    put_members(node, index, to);
  } else if (what.kind == NodeKind::kList) {
    put_items(node, of, to);
  } else {
    fail_kind(node, "the structure ", of.declared->name);
  }
  leave();
}

void SchemaWriter::put_members(std::uint32_t node, std::int32_t index, std::byte* to) {
  const FlatType& of = type(index);
  const SchemaContext::Members& members = shared_.members_of(static_cast<std::size_t>(index));
  const std::uint32_t end = node_at(node).end;
  std::size_t found = 0;
  for (std::uint32_t at = node + 1; at < end && !failed(); at = node_at(at).end) {
    const SchemaContext::Member* const member = member_of(at, members, of);
    if (member == nullptr) continue;
    put_inline(at, of.fields[member->field], to);
    ++found;
  }
  if (!failed() && found != of.fields.size()) fail_part(node, of);
}

void SchemaWriter::fail_part(std::uint32_t node, const FlatType& of) {
  for (const FlatField& field : of.fields) {
    if (child_of(node, field.key) != kNoNode) continue;
    return static_cast<void>(
        fail(node, field.key, " is missing: a structure has all of its fields"));
  }
}

void SchemaWriter::put_items(std::uint32_t node, const FlatType& of, std::byte* to) {
  if (node_at(node).count != of.fields.size()) {
    return static_cast<void>(
        fail(node, "a list whose length is not the number of fields of ", of.declared->name));
  }
  std::uint32_t at = node + 1;
  for (const FlatField& field : of.fields) {
    put_inline(at, field, to);
    at = node_at(at).end;
  }
}

void SchemaWriter::put_inline(std::uint32_t node, const FlatField& field, std::byte* to) {
  const TypeRef& of = field.declared->type;
  to += field.declared->offset;
  if (of.base != BaseType::Array) return put_one(node, of, field.text(), to);
  const Node& what = node_at(node);
  if (what.kind != NodeKind::kList || what.count != of.fixed_length) {
    return static_cast<void>(fail_length(node, of.fixed_length));
  }
  const TypeRef element{.base = of.element, .index = of.index};
  for (std::uint32_t at = node + 1; at < what.end; at = node_at(at).end) {
    put_one(at, element, field.text(), to);
    to += size_of(element);
  }
}

Offset SchemaWriter::fail_length(std::uint32_t node, std::uint16_t wanted) {
  return fail(node, "this must be a list of ", std::to_string(wanted), " values");
}

void SchemaWriter::put_one(std::uint32_t node, const TypeRef& of, const TextMeaning& text,
                           std::byte* to) {
  if (of.base == BaseType::Obj) return structure(node, of.index, to);
  put_scalar(node, of.base, text, to);
}

void SchemaWriter::put_scalar(std::uint32_t node, BaseType base, const TextMeaning& text,
                              std::byte* to) {
  std::uint64_t bits = 0;
  if (scalar(node, base, text, bits)) store_le(to, bits, flat::inline_size(base));
}

std::size_t SchemaWriter::size_of(const TypeRef& of) const {
  return of.base == BaseType::Obj ? std::size_t{type(of.index).declared->bytes}
                                  : flat::inline_size(of.base);
}

}  // namespace fastser::convert
