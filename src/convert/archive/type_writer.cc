// SPDX-License-Identifier: MIT
//
// Types of slots and shapes of groups. The layout has no group that holds itself, and bounds the
// nesting of types by slots marked `any`, so recursion is bounded by the nesting of the text.
#include "convert/archive/type_writer.hpp"

#include <algorithm>

namespace fastser::convert {

using schema::TypeBytes;
using schema::TypeCode;

namespace {

constexpr SlotKind kKinds[] = {kSawAbsent, kSawNull,   kSawBool,   kSawInteger, kSawReal,
                               kSawString, kSawList,   kSawObject, kSawF32,     kSawF64,
                               kSawData,   kSawMoment, kSawExt,    kSawMap};

void put(TypeBytes& out, TypeCode code) { out.push_back(static_cast<std::uint8_t>(code)); }

bool has_ext(const Document& document) {
  return std::any_of(document.nodes.begin(), document.nodes.end(),
                     [](const Node& node) { return node.kind == NodeKind::kExt; });
}

std::uint64_t count_kinds(const Slot& slot) {
  std::uint64_t count = 0;
  for (const SlotKind kind : kKinds) count += (slot.kinds & kind) != 0 ? 1 : 0;
  return count;
}

}  // namespace

Form form_of(const Slot& slot) {
  if (slot.any) return Form::kAny;
  const std::uint64_t count = count_kinds(slot);
  if (count <= 1 && (slot.kinds & kSawAbsent) == 0) return Form::kSingle;
  if (count == 2 && (slot.kinds & kSawNull) != 0 && (slot.kinds & kSawAbsent) == 0) {
    return Form::kOptional;
  }
  return Form::kVariant;
}

std::uint64_t alternative_of(const Slot& slot, SlotKind kind) {
  std::uint64_t index = 0;
  for (const SlotKind one : kKinds) {
    if (one == kind) break;
    index += (slot.kinds & one) != 0 ? 1 : 0;
  }
  return index;
}

SlotKind slot_kind(const Slot& slot, const Node& node) {
  const SlotKind kind = kind_of(node.kind);
  return kind == kSawInteger && (slot.kinds & kSawInteger) == 0 ? kSawReal : kind;
}

TypeBytes TypeWriter::table() {
  if (has_ext(layout_.document())) describe_ext();  // `any` may need it where no type does
  TypeBytes root;
  type(layout_.root(), root);
  TypeBytes table;
  schema::append_varint(table, shapes_.size());
  for (const TypeBytes& shape : shapes_) table.insert(table.end(), shape.begin(), shape.end());
  table.insert(table.end(), root.begin(), root.end());
  return table;
}

void TypeWriter::type(std::uint32_t number, TypeBytes& out) {
  Slot& slot = layout_.slot(number);
  switch (form_of(slot)) {
    case Form::kAny: put(out, TypeCode::kAny); return;
    case Form::kSingle:
    case Form::kOptional:
      if (form_of(slot) == Form::kOptional) put(out, TypeCode::kOptional);
      for (const SlotKind kind : kKinds) {
        if ((slot.kinds & kind) == 0) continue;
        if (kind != kSawNull) return alternative(slot, kind, out);
      }
      put(out, TypeCode::kNull);
      return;
    case Form::kVariant:
      put(out, TypeCode::kVariant);
      schema::append_varint(out, count_kinds(slot));
      for (const SlotKind kind : kKinds) {
        if ((slot.kinds & kind) != 0) alternative(slot, kind, out);
      }
      return;
  }
}

void TypeWriter::alternative(Slot& slot, SlotKind kind, TypeBytes& out) {
  switch (kind) {
    case kSawAbsent:
      put(out, TypeCode::kTuple);
      schema::append_varint(out, 0);
      return;
    case kSawNull: put(out, TypeCode::kNull); return;
    case kSawBool: put(out, TypeCode::kBool); return;
    case kSawInteger: put(out, slot.integer); return;
    case kSawReal: put(out, slot.real); return;
    case kSawString:
      put(out, slot.share_strings ? TypeCode::kSharedString : TypeCode::kString);
      return;
    case kSawObject: object(layout_.find_group(slot.group), out); return;
    case kSawF32: put(out, TypeCode::kF32); return;
    case kSawF64: put(out, TypeCode::kF64); return;
    case kSawData: put(out, TypeCode::kData); return;
    case kSawMoment: put(out, TypeCode::kDate); return;
    case kSawExt:
      put(out, TypeCode::kRecord);
      schema::append_varint(out, kExtShape);
      return;
    case kSawMap:
      put(out, TypeCode::kOrderedMap);
      for (const std::uint32_t inner : {slot.map_key, slot.map_value}) {
        if (inner == kNone) {
          put(out, TypeCode::kNull);  // no map had a pair
        } else {
          type(inner, out);
        }
      }
      return;
    case kSawList:
      if (slot.share_lists) put(out, TypeCode::kRef);
      put(out, is_array(slot) ? TypeCode::kArray : TypeCode::kList);
      if (slot.element == kNone) {
        put(out, TypeCode::kNull);  // no list had an element
      } else {
        type(slot.element, out);
      }
      if (is_array(slot)) schema::append_varint(out, slot.least);
      return;
  }
}

void TypeWriter::describe_ext() {
  shapes_.emplace_back();
  TypeBytes& shape = shapes_.back();
  schema::append_text(shape, kExtShapeName);
  schema::append_varint(shape, 0);  // version
  schema::append_varint(shape, 0);  // no super-shape
  schema::append_varint(shape, 2);
  schema::append_varint(shape, 3);  // once, with a name
  schema::append_text(shape, "type");
  put(shape, TypeCode::kI8);
  schema::append_varint(shape, 3);
  schema::append_text(shape, "data");
  put(shape, TypeCode::kData);
}

void TypeWriter::object(std::uint32_t number, TypeBytes& out) {
  if (layout_.group(number).share) put(out, TypeCode::kRef);
  if (layout_.group(number).map) {
    const Group& group = layout_.group(number);
    put(out, TypeCode::kOrderedMap);
    put(out, group.share_keys ? TypeCode::kSharedString : TypeCode::kString);
    if (group.values == kNone) {
      put(out, TypeCode::kNull);
    } else {
      type(group.values, out);
    }
    return;
  }
  if (layout_.group(number).shape == kNone) describe(number);
  put(out, TypeCode::kRecord);
  schema::append_varint(out, layout_.group(number).shape);
}

void TypeWriter::describe(std::uint32_t number) {
  Group& group = layout_.group(number);
  group.shape = static_cast<std::uint32_t>(shapes_.size());
  shapes_.emplace_back();
  TypeBytes shape;
  schema::append_text(shape, {});
  schema::append_varint(shape, 0);  // version
  schema::append_varint(shape, 0);  // no super-shape
  schema::append_varint(shape, group.fields.size());
  for (std::uint32_t at = group.first; at != kNone; at = group.fields[at].next) {
    schema::append_varint(shape, 3);  // once, with a name
    schema::append_text(shape, layout_.document().text(group.fields[at].key));
    type(group.fields[at].slot, shape);
  }
  shapes_[group.shape] = std::move(shape);
}

}  // namespace fastser::convert
