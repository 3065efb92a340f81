// SPDX-License-Identifier: MIT
//
// PlanCompiler: values of one form: scalars, texts, optionals, lists, arrays, maps.
#include <algorithm>
#include <bit>

#include "archive/plan/compiler.hpp"
#include "archive/plan/sizes.hpp"
#include "archive/plan/slots.hpp"
#include "fastser/internal/archive/resolve/wire_numbers.hpp"
#include "fastser/internal/archive/walk/unique_keys.hpp"
#include "fastser/internal/wire/endian.hpp"

namespace fastser::archive {

namespace {

std::size_t extent_size(const SpanAt& at) noexcept {
  if (at.extent == SpanAt::Extent::kCount32) return 4;
  return at.extent == SpanAt::Extent::kCount64 ? 8 : sizeof(void*);
}

// A product instead of a division, which is exact.
void divide_by(PlanStep& step, std::size_t stride) noexcept {
  step.shift = static_cast<std::uint8_t>(std::countr_zero(stride));
  const std::uint64_t odd = std::uint64_t{stride} >> step.shift;
  std::uint64_t inverse = odd;  // right in three bits; each round doubles them
  for (int i = 0; i < 5; ++i) inverse *= 2 - odd * inverse;
  step.count = inverse;
}

}  // namespace

Status PlanCompiler::value(BlockSteps& open, TypeExpr expr, std::uint32_t form_number,
                           std::size_t offset, Inside inside) {
  const TypeCode code = schema::code(expr);
  const bool counts = counts_as_depth(code, inside);
  if (code == TypeCode::kOwnedAny && layout_.forms[form_number].kind == FormKind::kOptional) {
    // Nothing does not count.
    FASTSER_TRY(owned_any(open, expr, layout_.forms[form_number], offset));
    if (counts) ++open.steps.back().deeper;
    return {};
  }
  open.levels += counts ? 1U : 0U;
  open.least_levels = std::max(open.least_levels, open.levels);
  FASTSER_TRY(counted_value(open, expr, form_number, offset));
  open.levels -= counts ? 1U : 0U;
  return {};
}

Status PlanCompiler::counted_value(BlockSteps& open, TypeExpr expr, std::uint32_t form_number,
                                   std::size_t offset) {
  const Form& form = layout_.forms[form_number];
  if (form.kind == FormKind::kFixed) return by_fixed_access(open, expr, form, offset);
  const TypeCode code = schema::code(expr);
  switch (code) {
    case TypeCode::kString:
    case TypeCode::kUrl:
    case TypeCode::kClassRef:
    case TypeCode::kSharedString: return text(open, expr, form, offset, false);
    case TypeCode::kData:
    case TypeCode::kSharedData: return text(open, expr, form, offset, true);
    case TypeCode::kOptional: return optional(open, expr, form, offset);
    case TypeCode::kList:
    case TypeCode::kSet: return list(open, expr, form, offset);
    case TypeCode::kArray: return array(open, expr, form_number, offset);
    case TypeCode::kMap:
    case TypeCode::kOrderedMap: return map(open, expr, form, offset);
    case TypeCode::kVariant: return variant(open, expr, form, offset);
    case TypeCode::kTuple: return tuple(open, expr, form, offset);
    case TypeCode::kRecord: return record(open, expr, form_number, offset);
    case TypeCode::kRef: return ref(open, expr, form, offset);
    case TypeCode::kAny: return any(open, expr, form_number, offset, PlanOp::kAny);
    case TypeCode::kAnyRecord: return any(open, expr, form_number, offset, PlanOp::kAnyRecord);
    case TypeCode::kAnyRef: return any(open, expr, form_number, offset, PlanOp::kAnyRef);
    case TypeCode::kOwnedAny: return any(open, expr, form_number, offset, PlanOp::kOwnedValue);
    default: return form.kind == FormKind::kPlain ? plain(open, expr, offset) : misfit(expr);
  }
}

Status PlanCompiler::plain(BlockSteps& open, TypeExpr expr, std::size_t offset) {
  const TypeCode code = schema::code(expr);
  const std::size_t size = plain_size(expr);
  if (size == kUnknown) return misfit(expr);
  switch (code) {
    case TypeCode::kNull: open.other = true; break;
    case TypeCode::kBool: open.bools(offset, 1); break;
    case TypeCode::kVarI16:
    case TypeCode::kVarI32:
    case TypeCode::kVarI64:
      open.push(PlanOp::kZigzag, offset, size);
      open.other = true;
      break;
    case TypeCode::kVarU16:
    case TypeCode::kVarU32:
    case TypeCode::kVarU64:
      open.push(PlanOp::kVarint, offset, size);
      open.other = true;
      break;
    case TypeCode::kEnum: return plain(open, schema::enum_integer(expr), offset);
    case TypeCode::kDate: open.push(PlanOp::kDate, offset, size); break;
    case TypeCode::kDecimal: open.push(PlanOp::kDecimal, offset, size); break;
    case TypeCode::kUuid: open.copy(offset, size); break;
    case TypeCode::kBits:
      if (size != 0) {
        open.push(PlanOp::kBits, offset, size).count = schema::operand_count(expr);
      }
      break;
    default: open.scalar(offset, size); break;
  }
  return {};
}

Status PlanCompiler::by_fixed_access(BlockSteps& open, TypeExpr expr, const Form& form,
                                     std::size_t offset) {
  TypeExpr inner = expr;
  TickLength tick{};
  static_cast<void>(tick_length(table_, inner, tick));  // a record that is a number
  if (schema::code(inner) == TypeCode::kEnum) inner = schema::enum_integer(inner);
  std::size_t size = schema::fixed_size(schema::code(inner));
  if (schema::code(inner) == TypeCode::kBits) size = plain_size(inner);
  if (size == 0 || size == kUnknown) return misfit(expr);
  open.push(PlanOp::kFixed, offset, size).access = &accessors_.fixed[form.access];
  return {};
}

Status PlanCompiler::text(BlockSteps& open, TypeExpr expr, const Form& form, std::size_t offset,
                          bool is_data) {
  const TypeCode code = schema::code(expr);
  const bool shared = code == TypeCode::kSharedString || code == TypeCode::kSharedData;
  PlanOp op = PlanOp::kText;
  if (form.kind == FormKind::kStdString && !is_data) {
    op = shared ? PlanOp::kStringShared : PlanOp::kString;
  } else if (form.kind == FormKind::kStdBytes && is_data) {
    op = shared ? PlanOp::kBytesShared : PlanOp::kBytes;
  } else if (form.kind == FormKind::kText && accessors_.texts[form.access].is_data == is_data) {
    op = shared ? PlanOp::kTextShared : PlanOp::kText;
  } else {
    return misfit(expr);
  }
  if (op == PlanOp::kString && open.joins_string(offset)) return {};
  PlanStep& step = open.push(op, offset);
  if (form.kind == FormKind::kText) {
    const TextAccess& access = accessors_.texts[form.access];
    step.access = &access;
    FASTSER_TRY(span(step, access.at, access.size));
    if (step.kind != 0 && op == PlanOp::kText) step.op = PlanOp::kTextAt;
  }
  program_.needs_tables = program_.needs_tables || shared;
  program_.shares_texts = program_.shares_texts || shared;
  if (code == TypeCode::kSharedString) {
    ++open.texts;
  } else {
    open.other = true;
  }
  return {};
}

// A pointer and how much it leads to, in a slot of `size` bytes.
Status PlanCompiler::span(PlanStep& step, const SpanAt& at, std::size_t size) const {
  using Extent = SpanAt::Extent;
  if (at.extent == Extent::kUnknown) return {};
  FASTSER_TRY(lies_in(at.first, sizeof(void*), size));
  FASTSER_TRY(lies_in(at.extent_at, extent_size(at), size));
  step.kind = static_cast<std::uint8_t>(at.extent);
  step.first = step.offset + static_cast<std::uint32_t>(at.first);
  step.extent = step.offset + static_cast<std::uint32_t>(at.extent_at);
  step.count = 1;
  return {};
}

Status PlanCompiler::lies_in(std::size_t at, std::size_t bytes, std::size_t size) const {
  if (at <= size && bytes <= size - at && size <= kMaxOffset) return {};
  return refuse("bytes " + std::to_string(at) + " to " + std::to_string(at + bytes) + " of " +
                std::to_string(size));
}

Status PlanCompiler::optional(BlockSteps& open, TypeExpr expr, const Form& form,
                              std::size_t offset) {
  if (form.kind != FormKind::kOptional) return misfit(expr);
  return optional_of(open, schema::element(expr), form, offset);
}

Status PlanCompiler::optional_of(BlockSteps& open, TypeExpr element, const Form& form,
                                 std::size_t offset) {
  open.other = true;
  using Has = MaybeAt::Has;
  const MaybeAccess& access = accessors_.optionals[form.access];
  const std::uint32_t inner = form.inner[0];
  PlanStep step{.op = PlanOp::kOptional,
                .offset = static_cast<std::uint32_t>(offset),
                .deeper = static_cast<std::uint16_t>(open.levels)};
  step.access = &access;
  step.block = block_of(element, inner);
  step.kind = static_cast<std::uint8_t>(access.at.has);
  step.first = step.offset + static_cast<std::uint32_t>(access.at.value);
  step.extent = step.offset + static_cast<std::uint32_t>(access.at.flag);
  if (access.at.has == Has::kPointer) {
    FASTSER_TRY(lies_in(access.at.value, sizeof(void*), access.size));
    const std::size_t size = memory_size(element, layout_.forms[inner]);
    if (fills_arena(access) && (size == kUnknown || access.owned < size || size == 0)) {
      return refuse("a value larger than MaybeAccess::owned");
    }
  } else if (access.at.has == Has::kFlag) {
    const std::size_t size = memory_size(element, layout_.forms[inner]);
    if (size == kUnknown) return misfit(element);
    FASTSER_TRY(lies_in(access.at.value, size, access.size));
    FASTSER_TRY(lies_in(access.at.flag, 1, access.size));
    if (is_short(element, inner)) return optional_here(open, step, element, inner);
  }
  open.steps.push_back(step);
  return {};
}

// A value of one step, which stands behind the optional's.
Status PlanCompiler::optional_here(BlockSteps& open, PlanStep step, TypeExpr element,
                                   std::uint32_t inner) {
  step.op = PlanOp::kOptionalHere;
  step.size = 1;
  open.steps.push_back(step);
  const std::size_t before = open.joined = open.steps.size();
  FASTSER_TRY(value(open, element, inner, step.first, Inside::kChoice));
  open.joined = open.steps.size();
  return open.joined == before + 1
             ? Status()
             : refuse("an optional whose value needs more than one step of the plan");
}

// Written by exactly one step, and by that without asking for room.
bool PlanCompiler::is_short(TypeExpr expr, std::uint32_t form) const noexcept {
  const FormKind kind = layout_.forms[form].kind;
  const TypeCode code = schema::code(expr);
  if (code == TypeCode::kString || code == TypeCode::kData) {
    if (kind == FormKind::kText) {
      return accessors_.texts[layout_.forms[form].access].at.extent != SpanAt::Extent::kUnknown;
    }
    return kind == (code == TypeCode::kString ? FormKind::kStdString : FormKind::kStdBytes);
  }
  return kind == FormKind::kPlain && (code == TypeCode::kBool || is_number(expr, form));
}

Status PlanCompiler::list(BlockSteps& open, TypeExpr expr, const Form& form, std::size_t offset) {
  open.other = true;
  const TypeExpr element = schema::element(expr);
  if (form.kind == FormKind::kSet) {
    FASTSER_TRY(check_key(element, form));
    PlanStep& step = open.push(PlanOp::kSet, offset);
    step.access = &accessors_.maps[form.access];
    step.count = static_cast<std::uint32_t>(UniqueKeys::in_place(element));
    step.block = block_of(element, form.inner[0]);
    return {};
  }
  if (form.kind != FormKind::kList) return misfit(expr);
  const ListAccess& access = accessors_.lists[form.access];
  const std::size_t size = memory_size(element, layout_.forms[form.inner[0]]);
  if (size == kUnknown) return misfit(element);
  if (has_view(access) && access.stride < size) {
    return refuse("elements of " + std::to_string(size) + " bytes, " +
                  std::to_string(access.stride) + " apart");
  }
  PlanStep& step = open.push(PlanOp::kList, offset);
  step.access = &access;
  step.block = block_of(element, form.inner[0]);
  FASTSER_TRY(span(step, access.at, access.size));
  if (step.kind == 0) return {};
  if (access.stride == 0 || access.stride > kMaxOffset)
    return refuse("a list whose stride is 0 or too large");
  step.op = PlanOp::kListAt;  // or kListCopied, once its elements are compiled
  step.size = static_cast<std::uint32_t>(access.stride);
  if (access.at.extent == SpanAt::Extent::kEnd) divide_by(step, access.stride);
  return {};
}

Status PlanCompiler::array(BlockSteps& open, TypeExpr expr, std::uint32_t form_number,
                           std::size_t offset) {
  const Form& form = layout_.forms[form_number];
  const TypeExpr element = schema::element(expr);
  const std::uint64_t count = schema::operand_count(expr);
  if (form.kind != FormKind::kPlain && form.kind != FormKind::kArray) return misfit(expr);
  const std::uint32_t inner = form.kind == FormKind::kPlain ? form_number : form.inner[0];
  const std::size_t one = memory_size(element, layout_.forms[inner]);
  if (one == kUnknown || memory_size(expr, form) == kUnknown) return misfit(expr);
  const std::size_t stride = form.kind == FormKind::kPlain ? one : form.stride;
  if (stride < one) return refuse("elements of an array that overlap");
  return repeated(open, element, inner, offset, count, stride);
}

// `count` values of one type, `stride` apart.
Status PlanCompiler::repeated(BlockSteps& open, TypeExpr element, std::uint32_t form,
                              std::size_t offset, std::uint64_t count, std::size_t stride) {
  if (count == 0) {
    open.other = true;
    block_of(element, form);  // to be checked all the same, and bound
    return {};
  }
  constexpr std::uint64_t kFew = 8;
  constexpr std::size_t kFewBytes = 256;
  const std::size_t one = memory_size(element, layout_.forms[form]);
  if (is_number(element, form) && wire::kLittleHost && stride == one && one <= kMaxOffset / count) {
    open.copy(offset, one * static_cast<std::size_t>(count));
    return {};
  }
  // A few are written out, so that they can be part of a run. Nothing that is free is: of those
  // there can be any number.
  if (count <= kFew && one != 0 && one <= kFewBytes && open.steps.size() < kMaxSteps) {
    const std::uint32_t texts = open.texts;
    for (std::uint64_t i = 0; i < count; ++i) {
      FASTSER_TRY(value(open, element, form, offset + static_cast<std::size_t>(i) * stride,
                        Inside::kField));
    }
    if (open.texts != texts) open.other = true;
    return {};
  }
  open.other = true;
  PlanStep& step = open.push(PlanOp::kArray, offset, stride);
  step.count = count;
  step.block = block_of(element, form);
  return {};
}

// In memory what it is on the wire, on a little-endian machine, whatever its bits.
bool PlanCompiler::is_number(TypeExpr expr, std::uint32_t form) const noexcept {
  const TypeCode code = schema::code(expr);
  return layout_.forms[form].kind == FormKind::kPlain && schema::fixed_size(code) != 0 &&
         code != TypeCode::kBool && code != TypeCode::kDate && code != TypeCode::kDecimal;
}

Status PlanCompiler::check_key(TypeExpr key, const Form& form) {
  const std::size_t size = memory_size(key, layout_.forms[form.inner[0]]);
  if (size == kUnknown) return misfit(key);
  const MapAccess& access = accessors_.maps[form.access];
  if (access.key_size < size) return refuse("keys larger than key_size");
  if (!fills_arena(access)) return {};
  FASTSER_TRY(lies_in(access.at.first, sizeof(void*), access.size));
  FASTSER_TRY(lies_in(access.at.extent_at, extent_size(access.at), access.size));
  return lies_in(0, access.key_size, access.stride);
}

Status PlanCompiler::map(BlockSteps& open, TypeExpr expr, const Form& form, std::size_t offset) {
  if (form.kind != FormKind::kMap) return misfit(expr);
  open.other = true;
  FASTSER_TRY(check_key(schema::key_type(expr), form));
  const MapAccess& access = accessors_.maps[form.access];
  if (fills_arena(access)) {
    const TypeExpr value = schema::value_type(expr);
    const std::size_t size = memory_size(value, layout_.forms[form.inner[1]]);
    if (size == kUnknown) return misfit(value);
    FASTSER_TRY(lies_in(access.value, size, access.stride));
    if (access.value < access.key_size) return refuse("a value that overlaps its key");
  }
  PlanStep& step = open.push(PlanOp::kMap, offset);
  step.access = &accessors_.maps[form.access];
  step.count = static_cast<std::uint32_t>(UniqueKeys::in_place(schema::key_type(expr)));
  step.block = block_of(schema::key_type(expr), form.inner[0]);
  step.extent = block_of(schema::value_type(expr), form.inner[1]);
  return {};
}

}  // namespace fastser::archive
