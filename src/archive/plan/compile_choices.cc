// SPDX-License-Identifier: MIT
//
// PlanCompiler: values of one of several types: variants, any.
#include <algorithm>
#include <string>
#include <vector>

#include "archive/plan/compiler.hpp"
#include "archive/plan/sizes.hpp"
#include "archive/plan/slots.hpp"
#include "schema/type_key.hpp"

namespace fastser::archive {

using schema::Shape;

Status PlanCompiler::variant(BlockSteps& open, TypeExpr expr, const Form& form,
                             std::size_t offset) {
  const std::uint64_t count = schema::operand_count(expr);
  if (form.kind != FormKind::kVariant || form.inner.size() != count) return misfit(expr);
  std::vector<TypeExpr> types;
  for (TypeExpr at = schema::first_operand(expr); types.size() < count;
       at = schema::skip_type(at)) {
    types.push_back(at);
  }
  FASTSER_TRY(alternatives(open, form, offset, PlanOp::kVariant, types));
  program_.cases.resize(program_.alternatives.size());
  return {};
}

// One of several values, each in its form.
Status PlanCompiler::alternatives(BlockSteps& open, const Form& form, std::size_t offset, PlanOp op,
                                  const std::vector<TypeExpr>& types) {
  open.other = true;
  const VariantAccess& access = accessors_.variants[form.access];
  const std::size_t index_size = access.at.index_size;
  if (index_size != 0) {
    if (index_size != 1 && index_size != 2 && index_size != 4) {
      return refuse("the index of a variant has 1, 2 or 4 bytes");
    }
    if (index_size < 4 && types.size() > std::size_t{1} << (8 * index_size)) {
      return refuse("more alternatives than the index can say");
    }
    FASTSER_TRY(lies_in(access.at.index, index_size, access.size));
    for (std::size_t i = 0; i < types.size(); ++i) {
      const std::size_t size = memory_size(types[i], layout_.forms[form.inner[i]]);
      if (size == kUnknown) return misfit(types[i]);
      const std::size_t box = box_of(access, size);
      FASTSER_TRY(lies_in(access.at.value, box == 0 ? size : sizeof(void*), access.size));
    }
  }
  PlanStep& step = open.push(op, offset);
  step.access = &access;
  step.kind = static_cast<std::uint8_t>(index_size);
  step.first = step.offset + static_cast<std::uint32_t>(access.at.value);
  step.extent = step.offset + static_cast<std::uint32_t>(access.at.index);
  step.block = static_cast<std::uint32_t>(program_.alternatives.size());
  step.count = types.size();
  for (std::size_t i = 0; i < types.size(); ++i) {
    const std::size_t box = box_of(access, memory_size(types[i], layout_.forms[form.inner[i]]));
    if (box != 0) open.steps.back().size = 1;  // some lie elsewhere
    program_.boxes.push_back(box);
    program_.alternatives.push_back(block_of(types[i], form.inner[i]));
  }
  return {};
}

// An any has its cases once, wherever it stands, since cases may lead to it again.
Status PlanCompiler::any(BlockSteps& open, TypeExpr expr, std::uint32_t form_number,
                         std::size_t offset, PlanOp op) {
  const Form& form = layout_.forms[form_number];
  if (form.kind != FormKind::kAny) return misfit(expr);
  const auto [known, is_new] = program_.any_forms.try_emplace(form_number, 0U);
  if (is_new) {
    program_.cases.resize(program_.alternatives.size());
    known->second = program_.cases.size();
    for (const Type& type : form.types) FASTSER_TRY(add_case(type));
  }
  const std::size_t first = known->second;
  std::vector<TypeExpr> types;
  for (std::size_t i = 0; i < form.types.size(); ++i) {
    types.push_back(program_.cases[first + i].expr());
    FASTSER_TRY(check_case(op, types.back(), layout_.forms[form.inner[i]]));
  }
  FASTSER_TRY(alternatives(open, form, offset, op, types));
  PlanStep& step = open.steps.back();
  if (step.block != first) {  // the same again
    program_.alternatives.resize(step.block);
    program_.boxes.resize(step.block);
    step.block = static_cast<std::uint32_t>(first);
  }
  return op == PlanOp::kAnyRef ? refs_of_cases(form, first) : Status();
}

Status PlanCompiler::add_case(const Type& type) {
  PlanCase made;
  std::string text;
  const auto record = [&](std::uint32_t& shape) {
    return find_shape(type.parsed().shapes()[shape], shape);
  };
  FASTSER_TRY(schema::translate_type(type.expr(), shares_all_, record, text));
  const auto* const at = reinterpret_cast<const std::byte*>(text.data());
  made.type.assign(at, at + text.size());
  program_.cases.push_back(std::move(made));
  PlanCase& one = program_.cases.back();
  TypeExpr expr = one.expr();
  if (schema::code(expr) == TypeCode::kRef) expr = schema::element(expr);
  if (schema::code(expr) == TypeCode::kRecord) one.shape = schema::operand_shape(expr);
  return {};
}

Status PlanCompiler::check_case(PlanOp op, TypeExpr expr, const Form& form) const {
  const TypeCode code = schema::code(expr);
  bool fits = code != TypeCode::kAny;
  if (op == PlanOp::kAnyRef) {
    fits = code == TypeCode::kRef && form.kind == FormKind::kRef &&
           schema::code(schema::element(expr)) == TypeCode::kRecord;
  } else if (op != PlanOp::kAny) {
    fits = code == TypeCode::kRecord;
  }
  return fits ? Status() : refuse("an any of this kind has no case " + to_string(table_, expr));
}

Status PlanCompiler::refs_of_cases(const Form& form, std::size_t first) {
  program_.needs_tables = true;
  for (std::size_t i = 0; i < form.types.size(); ++i) {
    const Form& ref = layout_.forms[form.inner[i]];
    std::uint32_t of_class = 0;
    FASTSER_TRY(class_of(schema::element(program_.cases[first + i].expr()), ref, of_class));
    program_.cases[first + i].of_class = of_class;
    program_.cases[first + i].ref = &accessors_.refs[ref.access];
  }
  return {};
}

Status PlanCompiler::owned_any(BlockSteps& open, TypeExpr expr, const Form& form,
                               std::size_t offset) {
  FASTSER_TRY(optional_of(open, expr, form, offset));
  open.steps.back().op = PlanOp::kOwnedAny;
  return {};
}

// The record of that name; of several, that of the same version and fields.
Status PlanCompiler::find_shape(const Shape& wanted, std::uint32_t& found) const {
  std::size_t named = 0;
  std::size_t alike = 0;
  std::uint32_t of_name = 0;
  std::uint32_t of_fields = 0;
  for (std::uint32_t i = 0; i < table_.shapes().size(); ++i) {
    const Shape& shape = table_.shapes()[i];
    if (shape.name != wanted.name) continue;
    ++named;
    of_name = i;
    const bool same =
        shape.version == wanted.version &&
        std::equal(shape.fields.begin(), shape.fields.end(), wanted.fields.begin(),
                   wanted.fields.end(), [](const auto& a, const auto& b) {
                     return a.named == b.named && a.name == b.name && a.repeat == b.repeat;
                   });
    if (!same) continue;
    ++alike;
    of_fields = i;
  }
  found = alike == 1 ? of_fields : of_name;
  if (alike == 1 || named == 1) return {};
  return refuse("record \"" + std::string(wanted.name) +
                (named == 0 ? "\" of a case is not in the type (TypeBuilder::keep)"
                            : "\" of a case is in the type more than once"));
}

}  // namespace fastser::archive
