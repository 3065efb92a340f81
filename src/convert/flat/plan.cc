// SPDX-License-Identifier: MIT
//
// Slots are planned as they are come by, from the root: outer tables before inner ones. Recursion
// is bounded by the layout, which has no group that holds itself.
#include "convert/flat/plan.hpp"

#include <unordered_set>
#include <utility>

#include "fastser/internal/flat/idiom.hpp"

namespace fastser::convert {

using flat::BaseType;
using flat::Declaration;
using flat::FieldDeclaration;
using flat::TypeRef;

namespace {

constexpr std::size_t kLongestName = 64;
constexpr std::size_t kFreeNulls = 16;     // of a table, written as missing fields,
constexpr std::size_t kNullsPerField = 2;  // and for each field that is there

struct EitherRow {
  std::string_view name;
  std::uint16_t kind;
};
constexpr std::array<EitherRow, kEitherFields> kEitherRows = {{{"boolean", kSawBool},
                                                               {"integer", kSawInteger},
                                                               {"natural", kSawInteger},
                                                               {"number", kSawReal},
                                                               {"text", kSawString},
                                                               {"list", kSawList},
                                                               {"object", kSawObject},
                                                               {"number32", kSawF32},
                                                               {"number64", kSawF64},
                                                               {"data", kSawData},
                                                               {"moment", kSawMoment},
                                                               {"extension", kSawExt},
                                                               {"map", kSawMap}}};

std::string joined(std::string_view left, std::string_view right) {
  std::string out(left);
  out += right;
  return out;
}

void mark(std::vector<flat::Attribute>& attributes, std::string_view name) {
  attributes.push_back({std::string(name), std::nullopt});
}

// In the slot that comes next.
FieldDeclaration& append_field(Declaration& to, std::string_view name, const TypeRef& type) {
  FieldDeclaration field;
  field.name = name;
  field.type = type;
  field.slot = static_cast<std::uint16_t>(to.fields.size());
  return to.fields.emplace_back(std::move(field));
}

}  // namespace

FlatPlan::FlatPlan(Layout& layout)
    : layout_(layout),
      document_(layout.document()),
      slots_(measure_flat(layout)),
      tables_(layout.group_count(), -1),
      ranks_(layout.group_count()),
      names_(layout.document().seed) {
  const Slot& root = layout_.slot(layout_.root());
  boxed_root_ = root.kinds != kSawObject || layout_.group(root.group).map;
  if (boxed_root_) {
    schema_.root = declare("Root", Declaration::Kind::table, flat::idiom::kBox);
    plan(layout_.root(), "value");
    FieldDeclaration value = field(layout_.root(), "value", 0);
    declaration(schema_.root).fields.push_back(std::move(value));
  } else {
    plan(layout_.root(), "Root");
    schema_.root = tables_[layout_.find_group(root.group)];
  }
  rename_types();
}

// flatc refuses a field that is called as any table is.
void FlatPlan::rename_types() {
  std::unordered_set<std::string_view, TextHash> fields(
      16, TextHash{wire::HashSeed::from(document_.seed)});
  for (const Declaration& one : schema_.all) {
    for (const FieldDeclaration& field : one.fields) fields.insert(field.name);
  }
  for (Declaration& one : schema_.all) {
    const std::string name = one.name;
    while (fields.contains(one.name)) one.name = names_.unique(name);
  }
}

// ---- planning

void FlatPlan::plan(std::uint32_t where, std::string_view hint) {
  const std::uint32_t number = layout_.find_slot(where);
  FlatSlot& slot = slots_[number];
  if (slot.known) return;
  slot.known = true;
  const bool absent = (slot.kinds & kSawAbsent) != 0;
  slot.has_null = (slot.kinds & kSawNull) != 0;
  const auto rest = static_cast<std::uint16_t>(slot.kinds & ~(kSawAbsent | kSawNull));
  const bool no_type = rest == kSawInteger && slot.integer == BaseType::None;
  if ((slot.has_null && (absent || slot.tells_null)) || (rest & (rest - 1)) != 0 || no_type) {
    slot.form = slot.flexible ? FlatForm::kFlex : FlatForm::kEither;
    if (!slot.flexible) plan_either(number, hint);
  } else if (rest != 0) {
    slot.form = plan_kind(number, rest, hint);
  }
}

FlatForm FlatPlan::plan_kind(std::uint32_t number, std::uint16_t kind, std::string_view hint) {
  const Slot& slot = layout_.slot(number);
  switch (kind) {
    case kSawString: return FlatForm::kString;
    case kSawData: return FlatForm::kData;
    case kSawMoment: moment(); return FlatForm::kMoment;
    case kSawExt: ext(); return FlatForm::kExt;
    case kSawList: return plan_list(number, hint);
    case kSawMap: plan_pairs(number, hint); return FlatForm::kPairs;
    case kSawObject: {
      const std::uint32_t group = layout_.find_group(slot.group);
      plan_group(group, hint);
      return layout_.group(group).map ? FlatForm::kMap : FlatForm::kTable;
    }
    default: return FlatForm::kScalar;
  }
}

// FlatBuffers has lists of scalars, texts, tables and structures that are all there.
FlatForm FlatPlan::plan_list(std::uint32_t number, std::string_view hint) {
  const std::uint32_t element = layout_.slot(number).element;
  if (element == kNone) return FlatForm::kList;
  plan(element, hint);
  const FlatSlot& held = slot(element);
  const bool plain = held.form == FlatForm::kScalar || held.form == FlatForm::kString ||
                     held.form == FlatForm::kTable || held.form == FlatForm::kMoment ||
                     held.form == FlatForm::kExt || held.form == FlatForm::kEither;
  if (plain && (!held.has_null || held.form == FlatForm::kEither)) return FlatForm::kList;
  const bool small = held.form == FlatForm::kScalar || held.form == FlatForm::kNothing ||
                     held.form == FlatForm::kFlex;
  if (small && slots_[number].flexible) return FlatForm::kFlex;
  slots_[number].boxed = true;
  slots_[number].list = declare(joined(hint, "Item"), Declaration::Kind::table, flat::idiom::kBox);
  FieldDeclaration value = field(element, "value", 0);
  declaration(slots_[number].list).fields.push_back(std::move(value));
  return FlatForm::kList;
}

void FlatPlan::plan_either(std::uint32_t number, std::string_view hint) {
  FlatSlot& slot = slots_[number];
  slot.either = declare(joined(hint, "Either"), Declaration::Kind::table, flat::idiom::kEither);
  slot.fields = static_cast<std::uint32_t>(eithers_.size());
  eithers_.emplace_back();  // those of what it holds come behind
  EitherFields places;
  places.fill(kNoField);
  std::uint16_t next = 0;
  for (std::size_t i = 0; i < kEitherFields; ++i) {
    const std::uint16_t kind = kEitherRows[i].kind;
    if ((slot.kinds & kind) == 0 || (i == kNatural && slot.integer != BaseType::None)) continue;
    FieldDeclaration out;
    out.name = kEitherRows[i].name;
    out.slot = places[i] = next++;
    const FlatForm form = plan_kind(number, kind, hint);
    set_type(number, kind, form, out);
    if (i == kNatural) out.type.base = BaseType::ULong;
    if (i == kInteger && slot.integer == BaseType::None) out.type.base = BaseType::Long;
    declaration(slot.either).fields.push_back(std::move(out));
  }
  eithers_[slot.fields] = places;
}

void FlatPlan::plan_pairs(std::uint32_t number, std::string_view hint) {
  const std::int32_t pairs =
      declare(joined(hint, "Pair"), Declaration::Kind::table, flat::idiom::kPairs);
  slots_[number].pairs = pairs;
  const Slot& slot = layout_.slot(number);
  if (slot.map_key == kNone) return;
  plan(slot.map_key, joined(hint, "Key"));
  plan(slot.map_value, hint);
  FieldDeclaration key = field(slot.map_key, "key", 0);
  FieldDeclaration value = field(slot.map_value, "value", 1);
  declaration(pairs).fields = {std::move(key), std::move(value)};
}

void FlatPlan::plan_group(std::uint32_t number, std::string_view hint) {
  if (tables_[number] >= 0) return;
  const Group& group = layout_.group(number);
  if (group.map) return plan_entries(number, hint);
  tables_[number] = declare(hint, Declaration::Kind::table, {});
  limit_missing_nulls(group);
  std::vector<FieldDeclaration> fields;
  fields.reserve(group.fields.size());
  ranks_[number].resize(group.fields.size());
  UniqueNames names(document_.seed);
  for (std::uint32_t at = group.first; at != kNone; at = group.fields[at].next) {
    const std::string_view key = document_.text(group.fields[at].key);
    plan(group.fields[at].slot, key);
    const std::string name = names.unique(flat::identifier_of(key.substr(0, kLongestName)));
    ranks_[number][at] = static_cast<std::uint16_t>(fields.size());
    fields.push_back(field(group.fields[at].slot, name, ranks_[number][at]));
    if (name != key) {
      fields.back().attributes.push_back({std::string(flat::idiom::kName), std::string(key)});
    }
  }
  declaration(tables_[number]).fields = std::move(fields);
}

// A null that takes no bytes is a value that readers make for nothing: what a table has besides
// pays for a few of them, so that the reader's budget suffices.
void FlatPlan::limit_missing_nulls(const Group& group) {
  const auto kinds = [&](const Field& field) {
    return layout_.slot(field.slot).kinds & (kSawAbsent | kSawNull);
  };
  std::size_t free = kFreeNulls;
  for (const Field& field : group.fields) free += kinds(field) == 0 ? kNullsPerField : 0;
  for (const Field& field : group.fields) {
    if (kinds(field) != kSawNull) continue;
    slots_[layout_.find_slot(field.slot)].tells_null = free == 0;
    if (free != 0) --free;
  }
}

void FlatPlan::plan_entries(std::uint32_t number, std::string_view hint) {
  tables_[number] = declare(joined(hint, "Entry"), Declaration::Kind::table, flat::idiom::kMap);
  FieldDeclaration key;
  key.name = "key";
  key.type = TypeRef::scalar(BaseType::String);
  key.key = key.required = true;
  declaration(tables_[number]).fields.push_back(std::move(key));
  const std::uint32_t values = layout_.group(number).values;
  if (values == kNone) return;
  plan(values, hint);
  FieldDeclaration value = field(values, "value", 1);
  declaration(tables_[number]).fields.push_back(std::move(value));
}

// ---- declarations

std::int32_t FlatPlan::declare(std::string_view hint, Declaration::Kind kind,
                               std::string_view attribute) {
  Declaration fresh;
  fresh.kind = kind;
  std::string name = flat::identifier_of(hint.substr(0, kLongestName));
  if (name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  fresh.name = names_.unique(name);
  if (!attribute.empty()) mark(fresh.attributes, attribute);
  schema_.all.push_back(std::move(fresh));
  return static_cast<std::int32_t>(schema_.all.size() - 1);
}

std::int32_t FlatPlan::moment() {
  if (moment_ >= 0) return moment_;
  moment_ = declare("Moment", Declaration::Kind::structure, flat::idiom::kMoment);
  Declaration& of = declaration(moment_);
  of.bytes = 16;
  of.alignment = 8;
  append_field(of, "seconds", TypeRef::scalar(BaseType::Long));
  append_field(of, "nanoseconds", TypeRef::scalar(BaseType::UInt)).offset = 8;
  return moment_;
}

std::int32_t FlatPlan::ext() {
  if (ext_ >= 0) return ext_;
  ext_ = declare("Extension", Declaration::Kind::table, flat::idiom::kExt);
  Declaration& of = declaration(ext_);
  append_field(of, "type", TypeRef::scalar(BaseType::Byte));
  FieldDeclaration& data = append_field(of, "data", TypeRef::list(BaseType::UByte));
  mark(data.attributes, flat::idiom::kData);
  return ext_;
}

FieldDeclaration FlatPlan::field(std::uint32_t where, std::string_view name, std::uint16_t number) {
  const std::uint32_t root = layout_.find_slot(where);
  const FlatSlot& slot = slots_[root];
  FieldDeclaration out;
  out.name = name;
  out.slot = number;
  const auto kind = static_cast<std::uint16_t>(slot.kinds & ~(kSawAbsent | kSawNull));
  set_type(root, kind, slot.form, out);
  if (slot.has_null && slot.form != FlatForm::kFlex && slot.form != FlatForm::kEither) {
    mark(out.attributes, flat::idiom::kMissingNull);
  }
  return out;
}

void FlatPlan::set_type(std::uint32_t number, std::uint16_t kind, FlatForm form,
                        FieldDeclaration& out) {
  const FlatSlot& slot = slots_[number];
  const auto optional = [&](BaseType base) {
    out.type = TypeRef::scalar(base);
    out.type.optional = true;
  };
  switch (form) {
    case FlatForm::kNothing: return optional(BaseType::Bool);
    case FlatForm::kScalar:
      switch (kind) {
        case kSawInteger: return optional(slot.integer);
        case kSawReal: return optional(slot.real);
        case kSawF32: return optional(BaseType::Float);
        case kSawF64: return optional(BaseType::Double);
        default: return optional(BaseType::Bool);
      }
    case FlatForm::kString: out.type = TypeRef::scalar(BaseType::String); return;
    case FlatForm::kData:
      out.type = TypeRef::list(BaseType::UByte);
      mark(out.attributes, flat::idiom::kData);
      return;
    case FlatForm::kTable:
      out.type = TypeRef::object(tables_[layout_.find_group(layout_.slot(number).group)]);
      return;
    case FlatForm::kMap:
      out.type =
          TypeRef::list(BaseType::Obj, tables_[layout_.find_group(layout_.slot(number).group)]);
      return;
    case FlatForm::kPairs: out.type = TypeRef::list(BaseType::Obj, slot.pairs); return;
    case FlatForm::kMoment: out.type = TypeRef::object(moment_); return;
    case FlatForm::kExt: out.type = TypeRef::object(ext_); return;
    case FlatForm::kEither: out.type = TypeRef::object(slot.either); return;
    case FlatForm::kList: out.type = list_type(number); return;
    case FlatForm::kFlex:
      out.type = TypeRef::list(BaseType::UByte);
      mark(out.attributes, flat::idiom::kFlexBuffer);
      mark(out.attributes, flat::idiom::kFlex);
      return;
  }
}

TypeRef FlatPlan::list_type(std::uint32_t number) {
  const std::uint32_t element = layout_.slot(number).element;
  if (element == kNone) return TypeRef::list(BaseType::UByte);  // none of the lists has elements
  if (slots_[number].boxed) return TypeRef::list(BaseType::Obj, slots_[number].list);
  FieldDeclaration one = field(element, {}, 0);
  return TypeRef::list(one.type.base, one.type.index);
}

}  // namespace fastser::convert
