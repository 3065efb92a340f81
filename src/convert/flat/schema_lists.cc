// SPDX-License-Identifier: MIT
//
// Lists, which are sorted if their elements have a key, and maps, which are lists of entries.
#include "convert/flat/schema_walk.hpp"

#include <algorithm>
#include <vector>

namespace fastser::convert {
namespace {

using flat::BaseType;
using flat::Offset;
using flat::TypeRef;
using Kind = FlatType::Kind;

}  // namespace

Offset SchemaWriter::vector(std::uint32_t node, const FlatField& field) {
  const TypeRef& of = field.declared->type;
  const Node& what = node_at(node);
  const bool is_bytes = of.element == BaseType::UByte || of.element == BaseType::Byte;
  if (is_bytes && what.kind == NodeKind::kData) {
    return bytes(node, document_.text(what.bits), field.alignment);
  }
  if (is_bytes && what.kind == NodeKind::kString) return bytes_of_text(node, field);
  if (is_bytes && what.kind == NodeKind::kObject) return nested(node, field);
  const Kind kind = of.element == BaseType::Obj ? type(of.index).kind : Kind::kPlain;
  const bool is_map = what.kind == NodeKind::kObject || what.kind == NodeKind::kMap;
  if (is_map && kind == Kind::kMap) return entries(node, type(of.index));
  if (is_map && kind == Kind::kPairs) return entries(node, type(of.index));
  if (what.kind != NodeKind::kList) return fail_kind(node, "a list");
  const TypeRef element{.base = of.element, .index = of.index};
  if (flat::is_scalar(of.element) || is_structure(element)) {
    return inline_list(node, element, field);
  }
  return offset_list(node, element);
}

Offset SchemaWriter::offset_list(std::uint32_t node, const TypeRef& of) {
  const std::size_t first = offsets_.size();
  for (const std::uint32_t at : elements(node, of)) {
    const Offset made = of.base == BaseType::String ? text(at) : table(at, of.index);
    if (failed()) return 0;
    offsets_.push_back(made);
  }
  return put_list(builder_, offsets_, first);
}

Offset SchemaWriter::inline_list(std::uint32_t node, const TypeRef& of, const FlatField& field) {
  const std::uint32_t count = node_at(node).count;
  const std::size_t size = size_of(of);
  if (!may_write(node, size * count)) return 0;
  const std::size_t own =
      of.base == BaseType::Obj ? std::size_t{type(of.index).declared->alignment} : size;
  std::byte* to = builder_.put_list(count, size, std::max<std::size_t>(own, field.alignment));
  if (to == nullptr) return 0;
  std::fill_n(to, size * count, std::byte{0});
  // Nothing else is written meanwhile: what stands in a list lies in it.
  const TextMeaning text = field.text();
  for (const std::uint32_t at : elements(node, of)) {
    put_one(at, of, text, to);
    to += size;
  }
  return builder_.here();
}

std::vector<std::uint32_t> SchemaWriter::elements(std::uint32_t node, const TypeRef& of) {
  std::vector<std::uint32_t> all;
  all.reserve(node_at(node).count);
  const std::uint32_t end = node_at(node).end;
  for (std::uint32_t at = node + 1; at < end; at = node_at(at).end) all.push_back(at);
  if (of.base != BaseType::Obj) return all;
  const std::vector<FlatField>& fields = type(of.index).fields;
  const auto key =
      std::ranges::find_if(fields, [](const FlatField& field) { return field.declared->key; });
  if (key != fields.end()) sort(all, *key, static_cast<std::size_t>(key - fields.begin()));
  return all;
}

void SchemaWriter::sort(std::vector<std::uint32_t>& all, const FlatField& key, std::size_t place) {
  const BaseType base = key.declared->type.base;
  std::vector<SortKey> keys;
  keys.reserve(all.size());
  for (const std::uint32_t node : all) {
    SortKey one;
    one.node = node;
    if (flat::is_scalar(base)) one.order = default_bits(*key.declared);
    const std::uint32_t at = key_in(node, key, place);
    if (flat::is_scalar(base)) {
      if (at != kNoNode && !is_null(at) && !scalar(at, base, key.text(), one.order)) return;
      one.order = order_of(one.order, base);
    } else if (at == kNoNode || node_at(at).kind != NodeKind::kString) {
      fail(node, key.key, ", the key by which lists are sorted, is not a text");
      return;
    } else {
      one.text = document_.text(node_at(at).bits);
    }
    keys.push_back(one);
  }
  std::ranges::sort(keys, [](const SortKey& left, const SortKey& right) {
    if (left.order != right.order) return left.order < right.order;
    const int order = left.text.compare(right.text);
    return order != 0 ? order < 0 : left.node < right.node;
  });
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = keys[i].node;
}

std::uint32_t SchemaWriter::key_in(std::uint32_t node, const FlatField& key,
                                   std::size_t place) const {
  const Node& what = node_at(node);
  if (what.kind != NodeKind::kList) return child_of(node, key.key);
  if (place >= what.count) return kNoNode;
  std::uint32_t at = node + 1;
  for (; place != 0; --place) at = node_at(at).end;
  return at;
}

Offset SchemaWriter::entries(std::uint32_t node, const FlatType& entry) {
  const bool by_text = node_at(node).kind == NodeKind::kObject;
  if (entry.fields.size() < 2 || (!by_text && entry.kind == Kind::kMap)) {
    return fail_kind(node, "other entries");
  }
  const FlatField& key = entry.fields[0];
  if (by_text && key.declared->type.base != BaseType::String) {
    return fail_kind(node, "a map with other keys");
  }
  const std::size_t first = offsets_.size();
  for (const Entry& one : entries_of(node, by_text, entry.kind == Kind::kMap)) {
    const std::size_t cell = cells_.size();
    if (by_text) {
      cells_.add_child(key.declared->slot, put_text(one.key, document_.text(node_at(one.key).key)));
    } else {
      add_field(one.key, key);
    }
    add_field(one.value, entry.fields[1]);
    const Offset made = finish_table(one.value, cell);
    if (failed()) return 0;
    offsets_.push_back(made);
  }
  return put_list(builder_, offsets_, first);
}

std::vector<SchemaWriter::Entry> SchemaWriter::entries_of(std::uint32_t node, bool by_text,
                                                          bool sorted) const {
  std::vector<Entry> all;
  const std::uint32_t end = node_at(node).end;
  for (std::uint32_t at = node + 1; at < end; at = node_at(all.back().value).end) {
    all.push_back(by_text ? Entry{at, at} : Entry{at, node_at(at).end});
  }
  if (!sorted) return all;
  std::ranges::sort(all, {},
                    [&](const Entry& one) { return document_.text(node_at(one.key).key); });
  return all;
}

}  // namespace fastser::convert
