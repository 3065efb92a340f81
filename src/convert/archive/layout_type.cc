// SPDX-License-Identifier: MIT
//
// Types of slots and records of groups. The layout has no group that holds itself, and bounds the
// nesting of types by slots marked `any`, so recursion is bounded by the nesting of the text.
#include "convert/archive/layout_type.hpp"

#include <optional>
#include <vector>

#include "convert/msgpack/ext_shape.hpp"

namespace fastser::convert {
namespace {

constexpr SlotKind kKinds[] = {kSawAbsent, kSawNull,   kSawBool,   kSawInteger, kSawReal,
                               kSawString, kSawList,   kSawObject, kSawF32,     kSawF64,
                               kSawData,   kSawMoment, kSawExt,    kSawMap};

// Every value was seen in some slot.
bool has_ext(Layout& layout) {
  for (std::uint32_t i = 0; i < layout.slot_count(); ++i) {
    if ((layout.slot(i).kinds & kSawExt) != 0) return true;
  }
  return false;
}

std::uint64_t count_kinds(const Slot& slot) {
  std::uint64_t count = 0;
  for (const SlotKind kind : kKinds) count += (slot.kinds & kind) != 0 ? 1 : 0;
  return count;
}

class Describer {
 public:
  explicit Describer(Layout& layout) : layout_(layout), records_(layout.group_count()) {}

  Result<Type> type() {
    if (has_ext(layout_)) types_.keep(ext());  // `any` may need it where no type does
    return types_.build(slot(layout_.root()));
  }

 private:
  // Of what no value was seen: null.
  TypeId slot(std::uint32_t number) {
    if (number == kNone) return types_.code(TypeCode::kNull);
    const Slot& slot = layout_.slot(number);
    const Form form = form_of(slot);
    if (form == Form::kAny) return types_.code(TypeCode::kAny);
    std::vector<TypeId> all;
    for (const SlotKind kind : kKinds) {
      const bool stands_apart = form != Form::kOptional || kind != kSawNull;
      if ((slot.kinds & kind) != 0 && stands_apart) all.push_back(alternative(slot, kind));
    }
    if (form == Form::kVariant) return types_.variant(all);
    if (form == Form::kOptional) return types_.optional(all[0]);
    return all.empty() ? types_.code(TypeCode::kNull) : all[0];
  }

  TypeId alternative(const Slot& slot, SlotKind kind) {
    switch (kind) {
      case kSawAbsent: return types_.tuple({});
      case kSawNull: break;
      case kSawBool: return types_.code(TypeCode::kBool);
      case kSawInteger: return types_.code(slot.integer);
      case kSawReal: return types_.code(slot.real);
      case kSawString: return text(slot.share_strings);
      case kSawObject: return object(layout_.find_group(slot.group));
      case kSawF32: return types_.code(TypeCode::kF32);
      case kSawF64: return types_.code(TypeCode::kF64);
      case kSawData: return types_.code(TypeCode::kData);
      case kSawMoment: return types_.code(TypeCode::kDate);
      case kSawExt: return ext();
      case kSawMap: {
        const TypeId key = this->slot(slot.map_key);
        return types_.ordered_map(key, this->slot(slot.map_value));
      }
      case kSawList: {
        const TypeId element = this->slot(slot.element);
        const TypeId list =
            is_array(slot) ? types_.array(element, slot.least) : types_.list(element);
        return slot.share_lists ? types_.ref(list) : list;
      }
    }
    return types_.code(TypeCode::kNull);
  }

  TypeId text(bool shared) {
    return types_.code(shared ? TypeCode::kSharedString : TypeCode::kString);
  }

  TypeId object(std::uint32_t number) {
    const Group& group = layout_.group(number);
    const TypeId body =
        group.map ? types_.ordered_map(text(group.share_keys), slot(group.values)) : record(number);
    return group.share ? types_.ref(body) : body;
  }

  TypeId record(std::uint32_t number) {
    if (records_[number]) return *records_[number];
    const TypeId made = types_.record({});
    records_[number] = made;
    const Group& group = layout_.group(number);
    for (std::uint32_t at = group.first; at != kNone; at = group.fields[at].next) {
      types_.field(made, layout_.document().text(group.fields[at].key),
                   slot(group.fields[at].slot));
    }
    return made;
  }

  TypeId ext() {
    if (!ext_) {
      ext_ = types_.record(kExtShapeName);
      types_.field(*ext_, "type", types_.code(TypeCode::kI8));
      types_.field(*ext_, "data", types_.code(TypeCode::kData));
    }
    return *ext_;
  }

  Layout& layout_;
  TypeBuilder types_;
  std::vector<std::optional<TypeId>> records_;  // of groups
  std::optional<TypeId> ext_;
};

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

Result<Type> type_of(Layout& layout) { return Describer(layout).type(); }

}  // namespace fastser::convert
