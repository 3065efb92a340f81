// SPDX-License-Identifier: MIT
//
// PlanCompiler: records and their fields, tuples, objects.
#include <map>
#include <utility>
#include <vector>

#include "archive/plan/compiler.hpp"
#include "archive/plan/sizes.hpp"
#include "archive/plan/slots.hpp"

namespace fastser::archive {

using schema::Shape;

namespace {

constexpr std::uint32_t kMaxSupers = 256;
constexpr std::size_t kMaxBlock = std::size_t{1} << 20;

}  // namespace

Status PlanCompiler::tuple(BlockSteps& open, TypeExpr expr, const Form& form, std::size_t offset) {
  if (form.kind != FormKind::kTuple || form.places.size() != schema::operand_count(expr)) {
    return misfit(expr);
  }
  const std::uint32_t texts = open.texts;
  TypeExpr at = schema::first_operand(expr);
  for (const FormPlace& place : form.places) {
    FASTSER_TRY(check_place(at, place, form));
    FASTSER_TRY(value(open, at, place.form, offset + place.offset, Inside::kField));
    at = schema::skip_type(at);
  }
  if (open.texts != texts) open.other = true;  // not a field of a record
  return {};
}

Status PlanCompiler::check_place(TypeExpr expr, const FormPlace& place, const Form& form) {
  const std::size_t size = memory_size(expr, layout_.forms[place.form]);
  if (size == kUnknown) return misfit(expr);
  if (form.size > kMaxOffset || place.offset > form.size || size > form.size - place.offset) {
    return refuse("bytes " + std::to_string(place.offset) + " to " +
                  std::to_string(place.offset + size) + " of " + std::to_string(form.size));
  }
  return {};
}

Status PlanCompiler::ref(BlockSteps& open, TypeExpr expr, const Form& form, std::size_t offset) {
  if (form.kind != FormKind::kRef) return misfit(expr);
  open.other = true;
  std::uint32_t of_class = 0;
  FASTSER_TRY(class_of(schema::element(expr), form, of_class));
  PlanStep& step = open.push(PlanOp::kRef, offset);
  step.access = &accessors_.refs[form.access];
  step.block = of_class;
  program_.needs_tables = true;
  return {};
}

// One class for the objects of one kind and type.
Status PlanCompiler::class_of(TypeExpr target, const Form& form, std::uint32_t& of_class) {
  const FormObject& object = accessors_.objects[form.object];
  if (object.body >= layout_.forms.size()) return refuse("an object class whose body is not set");
  const std::size_t size = memory_size(target, layout_.forms[object.body]);
  if (fills_arena(object.access) && (size == kUnknown || object.access.size < size)) {
    return refuse("objects larger than ObjectAccess::size");
  }
  const std::uint32_t block = block_of(target, object.body);
  const auto [found, is_new] = classes_.try_emplace({form.object, block}, program_.classes.size());
  if (is_new) {
    program_.classes.push_back(std::make_unique<PlanClass>(object.access, block));
  }
  of_class = static_cast<std::uint32_t>(found->second);
  return {};
}

Status PlanCompiler::record(BlockSteps& open, TypeExpr expr, std::uint32_t form,
                            std::size_t offset) {
  const std::uint32_t shape = schema::operand_shape(expr);
  if (layout_.forms[form].kind != FormKind::kRecord) return misfit(expr);
  const bool outermost = open.depth == 0 && open.steps.empty() && open.is_record;
  if (!outermost &&
      (open.depth >= kMaxInline || open.records >= kMaxRecords || open.steps.size() >= kMaxSteps)) {
    open.other = true;
    open.push(PlanOp::kCall, offset).block = block_of(expr, form);
    return {};
  }
  const std::uint32_t texts = open.texts;
  ++open.depth;
  ++open.records;
  const Shape* outer = std::exchange(record_, nullptr);
  const std::string_view outer_field = field_;
  FASTSER_TRY(record_fields(open, table_.shapes()[shape], form, offset));
  record_ = outer;
  field_ = outer_field;
  --open.depth;
  if (!outermost && open.texts != texts) open.other = true;
  return {};
}

Status PlanCompiler::record_fields(BlockSteps& open, const Shape& shape, std::uint32_t form_number,
                                   std::size_t offset) {
  const Form& form = layout_.forms[form_number];
  record_ = &shape;
  field_ = {};
  if (form.kind != FormKind::kRecord) return refuse("a form that is not a record");
  if (shape.super >= 0) FASTSER_TRY(super(open, shape, form, offset));
  std::vector<const FormPlace*> unnamed;
  std::map<std::string_view, const FormPlace*> named;
  for (const FormPlace& place : form.places) {
    if (!place.named) {
      unnamed.push_back(&place);
    } else if (!named.try_emplace(place.name, &place).second) {
      return refuse("the layout has field \"" + place.name + "\" twice");
    }
  }
  std::size_t used = 0;
  std::size_t next = 0;
  for (const schema::FieldEntry& entry : shape.fields) {
    field_ = entry.name;
    const FormPlace* place = nullptr;
    if (entry.named) {
      const auto found = named.find(entry.name);
      if (found != named.end()) place = found->second;
    } else if (next < unnamed.size()) {
      place = unnamed[next++];
    }
    if (place == nullptr) return refuse("the layout does not have this field");
    ++used;
    FASTSER_TRY(record_field(open, shape, entry, *place, form, offset));
  }
  field_ = {};
  return used == form.places.size() ? Status()
                                    : refuse("the layout has fields that the type does not have");
}

Status PlanCompiler::super(BlockSteps& open, const Shape& shape, const Form& form,
                           std::size_t offset) {
  const Shape& base = table_.shapes()[static_cast<std::size_t>(shape.super)];
  if (form.super_form == kNoForm) return refuse("the layout has no super-class");
  const Form& base_form = layout_.forms[form.super_form];
  if (base_form.size > form.size || form.super_offset > form.size - base_form.size) {
    return refuse("a super-class that ends outside of the record");
  }
  if (open.depth >= kMaxSupers) return refuse("more super-classes than a plan follows");
  ++open.depth;
  FASTSER_TRY(record_fields(open, base, form.super_form, offset + form.super_offset));
  --open.depth;
  record_ = &shape;
  open.other = true;
  return {};
}

Status PlanCompiler::record_field(BlockSteps& open, const Shape& shape,
                                  const schema::FieldEntry& entry, const FormPlace& place,
                                  const Form& form, std::size_t offset) {
  const TypeExpr expr = table_.expr(entry.type);
  const std::size_t before = open.steps.size();
  const std::size_t at = offset + place.offset;
  if (entry.repeat == 1) {
    FASTSER_TRY(check_place(expr, place, form));
    FASTSER_TRY(value(open, expr, place.form, at, Inside::kField));
  } else {
    const std::size_t one = memory_size(expr, layout_.forms[place.form]);
    if (one == kUnknown || (one != 0 && entry.repeat > form.size / one) ||
        place.offset > form.size || one * entry.repeat > form.size - place.offset) {
      return refuse("a run of fields that is longer than the record");
    }
    FASTSER_TRY(repeated(open, expr, place.form, at, entry.repeat, one));
  }
  if (open.steps.size() > kMaxBlock) return refuse("more steps than a plan may have");
  if (shares_all_) open.note_slot(before, SharingFields::slot_of(shape.name, entry.name));
  return {};
}

}  // namespace fastser::archive
