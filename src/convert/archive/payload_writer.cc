// SPDX-License-Identifier: MIT
//
// Values of an archive. Recursion is bounded by the depth of the document.
#include "convert/archive/payload_writer.hpp"

#include <bit>

#include "convert/archive/layout_type.hpp"
#include "convert/msgpack/ext_shape.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::convert {

using schema::TypeCode;

PayloadWriter::PayloadWriter(Layout& layout, const Type& type)
    : layout_(layout),
      document_(layout.document()),
      numbers_(document_.texts.size(), kNone),
      objects_(0, document_.number_hash()) {
  const auto shapes = type.parsed().shapes();
  while (ext_shape_ < shapes.size() && !is_ext_shape(type.parsed(), shapes[ext_shape_])) {
    ++ext_shape_;
  }
}

void PayloadWriter::value(std::uint32_t node, std::uint32_t where) {
  const Node& what = document_.nodes[node];
  const Slot& slot = layout_.slot(where);
  switch (form_of(slot)) {
    case Form::kAny: any(node); return;
    case Form::kSingle: break;
    case Form::kOptional: out.push_back(what.kind == NodeKind::kNull ? 0 : 1); break;
    case Form::kVariant: varint(alternative_of(slot, slot_kind(slot, what))); break;
  }
  bare(node, where);
}

void PayloadWriter::bare(std::uint32_t node, std::uint32_t where) {
  const Node& what = document_.nodes[node];
  const Slot& slot = layout_.slot(where);
  switch (what.kind) {
    case NodeKind::kNull: return;
    case NodeKind::kBool: out.push_back(static_cast<std::uint8_t>(what.bits)); return;
    case NodeKind::kNegative:
    case NodeKind::kUnsigned:
      if (slot_kind(slot, what) == kSawInteger) return integer(slot.integer, what.bits);
      return real(slot.real, what);
    case NodeKind::kReal: return real(slot.real, what);
    case NodeKind::kString: return text(what.bits, slot.share_strings);
    case NodeKind::kList: return list(node, where);
    case NodeKind::kObject: return object(node, layout_.find_group(slot.group));
    case NodeKind::kMap: return pairs(node, slot);
    default: return exact(what);
  }
}

// What is written alike wherever it stands.
void PayloadWriter::exact(const Node& node) {
  switch (node.kind) {
    case NodeKind::kF32: return fixed(node.bits, sizeof(float));
    case NodeKind::kF64: return fixed(node.bits, sizeof(double));
    case NodeKind::kMoment:
      fixed(node.bits, sizeof(std::int64_t));
      return fixed(node.count, sizeof(std::uint32_t));
    case NodeKind::kExt: fixed(node.count, 1); return text(node.bits, false);
    default: return text(node.bits, false);  // data
  }
}

void PayloadWriter::integer(TypeCode code, std::uint64_t bits) {
  switch (code) {
    case TypeCode::kVarU16:
    case TypeCode::kVarU32:
    case TypeCode::kVarU64: return varint(bits);
    case TypeCode::kVarI16:
    case TypeCode::kVarI32:
    case TypeCode::kVarI64: return varint(wire::zigzag(static_cast<std::int64_t>(bits)));
    default: return fixed(bits, schema::fixed_size(code));
  }
}

void PayloadWriter::real(TypeCode code, const Node& node) {
  double value = std::bit_cast<double>(node.bits);
  if (node.kind == NodeKind::kUnsigned) value = static_cast<double>(node.bits);
  if (node.kind == NodeKind::kNegative) {
    value = static_cast<double>(static_cast<std::int64_t>(node.bits));
  }
  if (code == TypeCode::kF32) {
    fixed(std::bit_cast<std::uint32_t>(static_cast<float>(value)), sizeof(float));
  } else {
    fixed(std::bit_cast<std::uint64_t>(value), sizeof(double));
  }
}

void PayloadWriter::text(std::uint64_t number, bool shared) {
  const std::string_view what = document_.text(number);
  if (shared && !what.empty()) {
    std::uint32_t& known = numbers_[static_cast<std::size_t>(number)];
    if (known != kNone) return varint((std::uint64_t{known} << 1) | 1);
    known = next_string_++;
  }
  varint(shared ? std::uint64_t{what.size()} << 1 : what.size());
  out.insert(out.end(), what.begin(), what.end());
}

// Writes the slot of a shared container; true when that is all.
bool PayloadWriter::seen(const Node& node, std::uint32_t owner, std::uint64_t kind) {
  const std::uint64_t key = (std::uint64_t{node.same} << 32) | (std::uint64_t{owner} << 1) | kind;
  const auto [it, is_new] = objects_.emplace(key, objects_.size());
  varint(is_new ? schema::kSlotNew : schema::kSlotFirstReference + it->second);
  return !is_new;
}

void PayloadWriter::list(std::uint32_t node, std::uint32_t where) {
  const Node& what = document_.nodes[node];
  const std::uint32_t number = layout_.find_slot(where);
  const Slot& slot = layout_.slot(number);
  if (slot.share_lists && seen(what, number, 0)) return;
  if (!is_array(slot)) varint(what.count);
  const std::uint32_t element = slot.element;
  for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
    value(at, element);
  }
}

void PayloadWriter::pairs(std::uint32_t node, const Slot& slot) {
  const Node& what = document_.nodes[node];
  const std::uint32_t slots[2] = {slot.map_key, slot.map_value};
  varint(what.count / 2);
  std::size_t index = 0;
  for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
    value(at, slots[index]);
    index ^= 1;
  }
}

void PayloadWriter::object(std::uint32_t node, std::uint32_t number) {
  const Group& group = layout_.group(number);
  if (group.share && seen(document_.nodes[node], number, 1)) return;
  if (group.map) return map(node, number);
  return record(node, number);
}

void PayloadWriter::map(std::uint32_t node, std::uint32_t number) {
  const Node& what = document_.nodes[node];
  const Group& group = layout_.group(number);
  varint(what.count);
  for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
    text(document_.nodes[at].key, group.share_keys);
    value(at, group.values);
  }
}

// The object's keys come in the order of the fields; fields between them are left out.
void PayloadWriter::record(std::uint32_t node, std::uint32_t number) {
  const std::uint32_t end = document_.nodes[node].end;
  const Group& group = layout_.group(number);
  std::uint32_t at = node + 1;
  for (std::uint32_t field = group.first; field != kNone; field = group.fields[field].next) {
    if (at < end && document_.nodes[at].key == group.fields[field].key) {
      value(at, group.fields[field].slot);
      at = document_.nodes[at].end;
    } else if (form_of(layout_.slot(group.fields[field].slot)) == Form::kAny) {
      // variant<tuple<>>, inline: the same sign that a typed field has
      code(TypeCode::kVariant);
      varint(1);
      code(TypeCode::kTuple);
      varint(0);
      varint(0);
    } else {
      varint(0);  // kSawAbsent is the first alternative
    }
  }
}

void PayloadWriter::any(std::uint32_t node) {
  const Node& what = document_.nodes[node];
  switch (what.kind) {
    case NodeKind::kNull: code(TypeCode::kNull); return;
    case NodeKind::kBool:
      code(TypeCode::kBool);
      out.push_back(static_cast<std::uint8_t>(what.bits));
      return;
    case NodeKind::kNegative: code(TypeCode::kVarI64); return integer(TypeCode::kVarI64, what.bits);
    case NodeKind::kUnsigned: code(TypeCode::kVarU64); return varint(what.bits);
    case NodeKind::kReal: code(TypeCode::kF64); return real(TypeCode::kF64, what);
    case NodeKind::kString: code(TypeCode::kString); return text(what.bits, false);
    case NodeKind::kList:
      code(TypeCode::kList);
      code(TypeCode::kAny);
      break;
    case NodeKind::kObject:
      code(TypeCode::kOrderedMap);
      code(TypeCode::kString);
      code(TypeCode::kAny);
      break;
    case NodeKind::kMap:
      code(TypeCode::kOrderedMap);
      code(TypeCode::kAny);
      code(TypeCode::kAny);
      break;
    case NodeKind::kF32: code(TypeCode::kF32); return exact(what);
    case NodeKind::kF64: code(TypeCode::kF64); return exact(what);
    case NodeKind::kData: code(TypeCode::kData); return exact(what);
    case NodeKind::kMoment: code(TypeCode::kDate); return exact(what);
    case NodeKind::kExt:
      code(TypeCode::kRecord);
      varint(ext_shape_);
      return exact(what);
  }
  varint(what.kind == NodeKind::kMap ? what.count / 2 : what.count);
  for (std::uint32_t at = node + 1; at < what.end; at = document_.nodes[at].end) {
    if (what.kind == NodeKind::kObject) text(document_.nodes[at].key, false);
    any(at);
  }
}

}  // namespace fastser::convert
