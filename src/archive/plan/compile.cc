// SPDX-License-Identifier: MIT
//
// compile_plan: a type and a layout become steps.
//
// Blocks are compiled from a queue, not by recursion: records lead to records over any distance.
// Within a block, records that lie inside each other are followed down to kMaxInline, as many as
// kMaxRecords and as far as kMaxSteps; what is beyond is a block that is called, or a type that
// holds the next one twice would make a program of any length.
#include <algorithm>
#include <bit>
#include <map>
#include <utility>

#include "archive/plan/program.hpp"
#include "archive/plan/sizes.hpp"
#include "archive/plan/slots.hpp"
#include "fastser/internal/archive/resolve/wire_numbers.hpp"
#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/schema/type_table.hpp"
#include "fastser/internal/wire/output.hpp"
#include "fastser/internal/wire/short_text.hpp"
#include "schema/type_key.hpp"

namespace fastser::archive {
namespace {

using schema::Shape;
using schema::TypeTable;
using Kind = Form::Kind;

constexpr std::uint32_t kMaxInline = 16;
constexpr std::size_t kMaxSteps = 512;
constexpr std::size_t kMaxRecords = 64;
constexpr std::size_t kMostStrings = 16;  // that are one step

class Compiler {
 public:
  Compiler(const TypeTable& table, bool shares_all, const LayoutGraph& layout,
           const Accessors& accessors, PlanProgram& program)
      : table_(table),
        shares_all_(shares_all),
        layout_(layout),
        accessors_(accessors),
        program_(program) {}

  Status compile(std::uint32_t root) {
    if (!layout_.error.ok()) return layout_.error;
    if (root >= layout_.forms.size()) return refuse("a form that this layout did not make");
    program_.root = block_of(table_.root(), root);
    program_.root_size = memory_size(table_.root(), layout_.forms[root]);
    for (std::size_t i = 0; i < waiting_.size(); ++i) {
      const Waiting next = waiting_[i];
      FASTSER_TRY(fill(next));
    }
    flatten();
    return {};
  }

 private:
  struct Waiting {
    TypeExpr expr;
    std::uint32_t form;
  };
  /// A block while its steps are made.
  struct Open {
    std::vector<PlanStep> steps;
    std::uint32_t depth = 0;  ///< records around the one at hand
    std::uint32_t levels = 0;        ///< of depth, that the value at hand lies in and is
    std::uint32_t least_levels = 0;  ///< that there are in any case
    std::size_t records = 0;  ///< records followed so far
    std::uint32_t texts = 0;  ///< shared texts that are fields of the block's own record
    bool other = false;       ///< something is neither fixed nor such a text
    bool is_record = false;
    std::size_t joined = 0;  ///< steps that nothing more is joined to: the value of an optional
  };

  // --- errors ------------------------------------------------------------------------------------

  [[nodiscard]] Status refuse(std::string_view what) const {
    std::string text;
    if (record_ != nullptr) {
      text = "record \"" + std::string(record_->name) + "\"";
      if (!field_.empty()) text += ", field \"" + std::string(field_) + "\"";
      text += ": ";
    }
    return Status(Code::kUsage).with_detail(text + std::string(what));
  }
  [[nodiscard]] Status misfit(TypeExpr expr) const {
    return refuse("the form does not fit a value of type " + schema::to_string(table_, expr));
  }

  // --- blocks ------------------------------------------------------------------------------------

  // The block of a type in a form; made now, filled later.
  std::uint32_t block_of(TypeExpr expr, std::uint32_t form) {
    // By what it means: objects of one type in one form are of one class, wherever it stands.
    const auto [found, is_new] = known_.try_emplace(
        {schema::type_key(expr), form}, static_cast<std::uint32_t>(program_.blocks.size()));
    if (is_new) {
      PlanBlock block;
      block.min_size = schema::min_wire_size(table_, expr);
      for (std::size_t place = 0; place < block.own.size(); ++place) {
        block.own[place] = counts_as_depth(schema::code(expr), static_cast<Inside>(place)) ? 1 : 0;
      }
      program_.blocks.push_back(block);
      waiting_.push_back({expr, form});
    }
    return found->second;
  }

  Status fill(Waiting what) {
    record_ = nullptr;
    field_ = {};
    const std::size_t number = blocks_done_++;
    Open open;
    open.is_record = schema::code(what.expr) == TypeCode::kRecord;
    FASTSER_TRY(value(open, what.expr, what.form, 0, Inside::kBody));
    if (!open.is_record && open.texts != 0 && open.steps.size() != 1) open.other = true;
    finish_runs(open.steps);
    const std::uint32_t room = make_room(open.steps);
    PlanBlock& block = program_.blocks[number];
    block.first = program_.steps.size();
    block.room = room;
    block.levels = static_cast<std::uint16_t>(open.least_levels);
    if (open.steps.size() == 1 && open.steps[0].offset == 0 && is_copy(open.steps[0].op)) {
      block.copied = open.steps[0].size;
    }
    if (open.steps.size() == 1 && open.steps[0].offset == 0) block.only = open.steps[0].op;
    append(open.steps, room);
    if (open.texts != 0 && !open.other && shares_all_) {
      // The same once more, for lists whose texts are not looked up: blocks behind all others.
      block.texts = open.texts;
      for (PlanStep& step : open.steps) leave_alone(step);
      left_alone_.push_back({number, program_.steps.size()});
      append(open.steps, room);
    }
    return {};
  }
  void append(const std::vector<PlanStep>& steps, std::uint32_t room) {
    program_.steps.insert(program_.steps.end(), steps.begin(), steps.end());
    program_.steps.push_back({.op = PlanOp::kEnd, .rest = static_cast<std::uint16_t>(room)});
  }
  static void leave_alone(PlanStep& step) {
    if (step.op == PlanOp::kStringShared) step.op = PlanOp::kStringLeft;
    if (step.op == PlanOp::kTextShared) step.op = PlanOp::kTextLeft;
  }

  // Steps do not move any more: blocks may point to them.
  void flatten() {
    for (const auto& [number, first] : left_alone_) {
      program_.blocks[number].left_alone = static_cast<std::uint32_t>(program_.blocks.size());
      PlanBlock block = program_.blocks[number];
      block.first = first;
      block.texts = 0;
      block.only = PlanOp::kEnd;
      program_.blocks.push_back(block);
    }
    program_.steps.shrink_to_fit();
    for (PlanBlock& block : program_.blocks) block.steps = program_.steps.data() + block.first;
    Buffer nothing;
    const void* const* const labels = PlanEncoder(nothing, program_).labels();
    for (PlanStep& step : program_.steps) {
      set_inner(step);
      if (labels != nullptr) step.label = labels[static_cast<std::size_t>(step.op)];
    }
    for (const std::uint32_t block : program_.alternatives) {
      program_.alternative_blocks.push_back(&program_.blocks[block]);
    }
  }
  void set_inner(PlanStep& step) const {
    if (has_cases(step.op) || step.op == PlanOp::kRef) return;  // other numbers
    step.inner = &program_.blocks[step.block];
    if (step.op == PlanOp::kListAt && step.inner->copied == step.size) {
      step.op = PlanOp::kListCopied;
    }
  }

  // --- runs --------------------------------------------------------------------------------------

  static bool is_copy(PlanOp op) noexcept {
    return (op >= PlanOp::kCopy1 && op <= PlanOp::kCopy) || op == PlanOp::kBulk;
  }
  // Reading: what the first step of a run asks for.
  static void finish_runs(std::vector<PlanStep>& steps) {
    PlanStep* first = nullptr;
    std::size_t join = 0;  // behind the value of an optional
    for (std::size_t i = 0; i < steps.size(); ++i) {
      PlanStep& step = steps[i];
      if (i == join || !is_fixed(step.op)) first = nullptr;
      if (step.op == PlanOp::kOptionalHere) join = i + 1 + step.size;
      if (!is_fixed(step.op)) continue;
      if (first == nullptr || first->room + step.size > kMaxFixed) {
        first = &step;
        first->room = 0;
      }
      first->room += step.size;
      if (step.op == PlanOp::kCopy) step.op = copy_of(step.size);
    }
  }
  // Writing: cuts runs that ask for too much, and notes what each step leaves to the next. Returns
  // what the first one needs.
  static std::uint32_t make_room(std::vector<PlanStep>& steps) {
    std::vector<PlanStep> cut;
    std::size_t run = 0;
    for (std::size_t i = 0; i < steps.size();) {
      const std::size_t behind = i + 1 + (steps[i].op == PlanOp::kOptionalHere ? steps[i].size : 0);
      std::size_t need = 0;
      for (std::size_t j = i; j < behind; ++j) need += most_of(steps[j]);
      if (run + need > wire::kMaxStep) {
        cut.push_back({.op = PlanOp::kRoom});
        run = 0;
      }
      run = ends_run(steps[i].op) ? 0 : run + need;
      for (; i < behind; ++i) cut.push_back(steps[i]);
    }
    steps = std::move(cut);
    std::size_t need = 0;
    for (std::size_t i = steps.size(); i-- > 0;) {
      steps[i].rest = static_cast<std::uint16_t>(need);
      need = most_of(steps[i]) + (ends_run(steps[i].op) ? 0 : need);
    }
    return static_cast<std::uint32_t>(need);
  }
  // Most bytes that a step writes without asking for room.
  static std::size_t most_of(const PlanStep& step) noexcept {
    switch (step.op) {
      case PlanOp::kString:
      case PlanOp::kBytes:
      case PlanOp::kTextAt: return 1 + wire::kShortText;
      case PlanOp::kStrings: return static_cast<std::size_t>(step.count) * (1 + wire::kShortText);
      case PlanOp::kOptional:
      case PlanOp::kOptionalHere: return 1;
      case PlanOp::kVarint:
      case PlanOp::kZigzag:
      case PlanOp::kListAt:
      case PlanOp::kListCopied: return wire::kMaxVarint;
      default: return is_fixed(step.op) ? step.size : 0;
    }
  }
  static bool ends_run(PlanOp op) noexcept {
    switch (op) {
      case PlanOp::kVarint:
      case PlanOp::kZigzag:
      case PlanOp::kString:
      case PlanOp::kStrings:
      case PlanOp::kBytes:
      case PlanOp::kTextAt:
      case PlanOp::kOptionalHere:
      case PlanOp::kSlot: return false;
      default: return !is_fixed(op);
    }
  }
  static PlanOp copy_of(std::size_t size) noexcept {
    switch (size) {
      case 1: return PlanOp::kCopy1;
      case 2: return PlanOp::kCopy2;
      case 4: return PlanOp::kCopy4;
      case 8: return PlanOp::kCopy8;
      default: break;
    }
    if (size < 8) return PlanOp::kCopyFew;
    if (size <= 16) return PlanOp::kCopy16;
    return size <= 32 ? PlanOp::kCopy32 : PlanOp::kCopy;
  }
  // Bytes that lie in memory as they do on the wire.
  static void copy(Open& open, std::size_t offset, std::size_t size) {
    if (size == 0) return;
    const auto at = static_cast<std::uint32_t>(offset);
    if (open.steps.size() > open.joined) {
      PlanStep& last = open.steps.back();
      const bool joins = last.op == PlanOp::kCopy || last.op == PlanOp::kBulk;
      if (joins && std::uint64_t{last.offset} + last.size == offset &&
          size <= kMaxOffset - last.size) {
        last.size += static_cast<std::uint32_t>(size);
        if (last.size > kMaxFixed) last.op = PlanOp::kBulk;
        return;
      }
    }
    open.steps.push_back({.op = size > kMaxFixed ? PlanOp::kBulk : PlanOp::kCopy,
                          .offset = at,
                          .size = static_cast<std::uint32_t>(size)});
  }
  static void scalar(Open& open, std::size_t offset, std::size_t size) {
    if (wire::kLittleHost || size == 1) {
      copy(open, offset, size);
      return;
    }
    const PlanOp op = size == 2 ? PlanOp::kSwap2 : size == 4 ? PlanOp::kSwap4 : PlanOp::kSwap8;
    push(open, op, offset, size);
  }
  static PlanStep& push(Open& open, PlanOp op, std::size_t offset, std::size_t size = 0) {
    open.steps.push_back({.op = op,
                          .offset = static_cast<std::uint32_t>(offset),
                          .size = static_cast<std::uint32_t>(size),
                          .deeper = static_cast<std::uint16_t>(open.levels)});
    return open.steps.back();
  }

  // --- values ------------------------------------------------------------------------------------

  Status value(Open& open, TypeExpr expr, std::uint32_t form_number, std::size_t offset,
               Inside inside) {
    const TypeCode code = schema::code(expr);
    const bool counts = counts_as_depth(code, inside);
    if (code == TypeCode::kOwnedAny && layout_.forms[form_number].kind == Kind::kOptional) {
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
  Status counted_value(Open& open, TypeExpr expr, std::uint32_t form_number, std::size_t offset) {
    const Form& form = layout_.forms[form_number];
    if (form.kind == Kind::kFixed) return by_fixed_access(open, expr, form, offset);
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
      default: return form.kind == Kind::kPlain ? plain(open, expr, offset) : misfit(expr);
    }
  }

  Status plain(Open& open, TypeExpr expr, std::size_t offset) {
    const TypeCode code = schema::code(expr);
    const std::size_t size = plain_size(expr);
    if (size == kUnknown) return misfit(expr);
    switch (code) {
      case TypeCode::kNull: open.other = true; break;
      case TypeCode::kBool: bools(open, offset, 1); break;
      case TypeCode::kVarI16:
      case TypeCode::kVarI32:
      case TypeCode::kVarI64:
        push(open, PlanOp::kZigzag, offset, size);
        open.other = true;
        break;
      case TypeCode::kVarU16:
      case TypeCode::kVarU32:
      case TypeCode::kVarU64:
        push(open, PlanOp::kVarint, offset, size);
        open.other = true;
        break;
      case TypeCode::kEnum: return plain(open, schema::enum_integer(expr), offset);
      case TypeCode::kDate: push(open, PlanOp::kDate, offset, size); break;
      case TypeCode::kDecimal: push(open, PlanOp::kDecimal, offset, size); break;
      case TypeCode::kUuid: copy(open, offset, size); break;
      case TypeCode::kBits:
        if (size != 0) {
          push(open, PlanOp::kBits, offset, size).count = schema::operand_count(expr);
        }
        break;
      default: scalar(open, offset, size); break;
    }
    return {};
  }
  static void bools(Open& open, std::size_t offset, std::size_t count) {
    if (open.steps.size() > open.joined) {
      PlanStep& last = open.steps.back();
      if (last.op == PlanOp::kBools && std::uint64_t{last.offset} + last.size == offset &&
          last.size + count <= kMaxFixed) {
        last.size += static_cast<std::uint32_t>(count);
        return;
      }
    }
    push(open, PlanOp::kBools, offset, count);
  }

  Status by_fixed_access(Open& open, TypeExpr expr, const Form& form, std::size_t offset) {
    TypeExpr inner = expr;
    TickLength tick{};
    static_cast<void>(tick_length(table_, inner, tick));  // a record that is a number
    if (schema::code(inner) == TypeCode::kEnum) inner = schema::enum_integer(inner);
    std::size_t size = schema::fixed_size(schema::code(inner));
    if (schema::code(inner) == TypeCode::kBits) size = plain_size(inner);
    if (size == 0 || size == kUnknown) return misfit(expr);
    push(open, PlanOp::kFixed, offset, size).access = &accessors_.fixed[form.access];
    return {};
  }

  Status text(Open& open, TypeExpr expr, const Form& form, std::size_t offset, bool is_data) {
    const TypeCode code = schema::code(expr);
    const bool shared = code == TypeCode::kSharedString || code == TypeCode::kSharedData;
    PlanOp op = PlanOp::kText;
    if (form.kind == Kind::kStdString && !is_data) {
      op = shared ? PlanOp::kStringShared : PlanOp::kString;
    } else if (form.kind == Kind::kStdBytes && is_data) {
      op = shared ? PlanOp::kBytesShared : PlanOp::kBytes;
    } else if (form.kind == Kind::kText && accessors_.texts[form.access].is_data == is_data) {
      op = shared ? PlanOp::kTextShared : PlanOp::kText;
    } else {
      return misfit(expr);
    }
    if (op == PlanOp::kString && joins_string(open, offset)) return {};
    PlanStep& step = push(open, op, offset);
    if (form.kind == Kind::kText) {
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

  static std::size_t extent_size(const SpanAt& at) noexcept {
    if (at.extent == SpanAt::Extent::kCount32) return 4;
    return at.extent == SpanAt::Extent::kCount64 ? 8 : sizeof(void*);
  }
  // A pointer and how much it leads to, in a slot of `size` bytes.
  [[nodiscard]] Status span(PlanStep& step, const SpanAt& at, std::size_t size) const {
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
  [[nodiscard]] Status lies_in(std::size_t at, std::size_t bytes, std::size_t size) const {
    if (at <= size && bytes <= size - at && size <= kMaxOffset) return {};
    return refuse("bytes " + std::to_string(at) + " to " + std::to_string(at + bytes) + " of " +
                  std::to_string(size));
  }

  // Strings side by side are one step.
  static bool joins_string(Open& open, std::size_t offset) {
    open.other = true;
    if (open.steps.size() <= open.joined) return false;
    PlanStep& last = open.steps.back();
    const std::uint64_t behind = last.op == PlanOp::kString ? 1 : last.count;
    if ((last.op != PlanOp::kString && last.op != PlanOp::kStrings) ||
        last.offset + behind * sizeof(std::string) != offset || behind == kMostStrings) {
      return false;
    }
    last.op = PlanOp::kStrings;
    last.count = behind + 1;
    return true;
  }

  Status optional(Open& open, TypeExpr expr, const Form& form, std::size_t offset) {
    if (form.kind != Kind::kOptional) return misfit(expr);
    return optional_of(open, schema::element(expr), form, offset);
  }
  Status optional_of(Open& open, TypeExpr element, const Form& form, std::size_t offset) {
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
  Status optional_here(Open& open, PlanStep step, TypeExpr element, std::uint32_t inner) {
    step.op = PlanOp::kOptionalHere;
    step.size = 1;
    open.steps.push_back(step);
    const std::size_t before = open.joined = open.steps.size();
    FASTSER_TRY(value(open, element, inner, step.first, Inside::kChoice));
    open.joined = open.steps.size();
    return open.joined == before + 1 ? Status() : refuse("an optional of more than it may hold");
  }
  // Written by exactly one step, and by that without asking for room.
  [[nodiscard]] bool is_short(TypeExpr expr, std::uint32_t form) const noexcept {
    const Kind kind = layout_.forms[form].kind;
    const TypeCode code = schema::code(expr);
    if (code == TypeCode::kString || code == TypeCode::kData) {
      if (kind == Kind::kText) {
        return accessors_.texts[layout_.forms[form].access].at.extent != SpanAt::Extent::kUnknown;
      }
      return kind == (code == TypeCode::kString ? Kind::kStdString : Kind::kStdBytes);
    }
    return kind == Kind::kPlain && (code == TypeCode::kBool || is_number(expr, form));
  }

  Status list(Open& open, TypeExpr expr, const Form& form, std::size_t offset) {
    open.other = true;
    const TypeExpr element = schema::element(expr);
    if (form.kind == Kind::kSet) {
      FASTSER_TRY(check_key(element, form));
      PlanStep& step = push(open, PlanOp::kSet, offset);
      step.access = &accessors_.maps[form.access];
      step.block = block_of(element, form.inner[0]);
      return {};
    }
    if (form.kind != Kind::kList) return misfit(expr);
    const ListAccess& access = accessors_.lists[form.access];
    const std::size_t size = memory_size(element, layout_.forms[form.inner[0]]);
    if (size == kUnknown) return misfit(element);
    if (has_view(access) && access.stride < size) {
      return refuse("elements of " + std::to_string(size) + " bytes, " +
                    std::to_string(access.stride) + " apart");
    }
    PlanStep& step = push(open, PlanOp::kList, offset);
    step.access = &access;
    step.block = block_of(element, form.inner[0]);
    FASTSER_TRY(span(step, access.at, access.size));
    if (step.kind == 0) return {};
    if (access.stride == 0 || access.stride > kMaxOffset) return refuse("a list without a stride");
    step.op = PlanOp::kListAt;  // or kListCopied, once its elements are compiled
    step.size = static_cast<std::uint32_t>(access.stride);
    if (access.at.extent == SpanAt::Extent::kEnd) divide_by(step, access.stride);
    return {};
  }
  // A product instead of a division, which is exact.
  static void divide_by(PlanStep& step, std::size_t stride) noexcept {
    step.shift = static_cast<std::uint8_t>(std::countr_zero(stride));
    const std::uint64_t odd = std::uint64_t{stride} >> step.shift;
    std::uint64_t inverse = odd;  // right in three bits; each round doubles them
    for (int i = 0; i < 5; ++i) inverse *= 2 - odd * inverse;
    step.count = inverse;
  }

  Status array(Open& open, TypeExpr expr, std::uint32_t form_number, std::size_t offset) {
    const Form& form = layout_.forms[form_number];
    const TypeExpr element = schema::element(expr);
    const std::uint64_t count = schema::operand_count(expr);
    if (form.kind != Kind::kPlain && form.kind != Kind::kArray) return misfit(expr);
    const std::uint32_t inner = form.kind == Kind::kPlain ? form_number : form.inner[0];
    const std::size_t one = memory_size(element, layout_.forms[inner]);
    if (one == kUnknown || memory_size(expr, form) == kUnknown) return misfit(expr);
    const std::size_t stride = form.kind == Kind::kPlain ? one : form.stride;
    if (stride < one) return refuse("elements of an array that overlap");
    return repeated(open, element, inner, offset, count, stride);
  }
  // `count` values of one type, `stride` apart.
  Status repeated(Open& open, TypeExpr element, std::uint32_t form, std::size_t offset,
                  std::uint64_t count, std::size_t stride) {
    if (count == 0) {
      open.other = true;
      block_of(element, form);  // to be checked all the same, and bound
      return {};
    }
    constexpr std::uint64_t kFew = 8;
    constexpr std::size_t kFewBytes = 256;
    const std::size_t one = memory_size(element, layout_.forms[form]);
    if (is_number(element, form) && wire::kLittleHost && stride == one &&
        one <= kMaxOffset / count) {
      copy(open, offset, one * static_cast<std::size_t>(count));
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
    PlanStep& step = push(open, PlanOp::kArray, offset, stride);
    step.count = count;
    step.block = block_of(element, form);
    return {};
  }

  // In memory what it is on the wire, on a little-endian machine, whatever its bits.
  [[nodiscard]] bool is_number(TypeExpr expr, std::uint32_t form) const noexcept {
    const TypeCode code = schema::code(expr);
    return layout_.forms[form].kind == Kind::kPlain && schema::fixed_size(code) != 0 &&
           code != TypeCode::kBool && code != TypeCode::kDate && code != TypeCode::kDecimal;
  }

  Status check_key(TypeExpr key, const Form& form) {
    const std::size_t size = memory_size(key, layout_.forms[form.inner[0]]);
    if (size == kUnknown) return misfit(key);
    const MapAccess& access = accessors_.maps[form.access];
    if (access.key_size < size) return refuse("keys larger than key_size");
    if (!fills_arena(access)) return {};
    FASTSER_TRY(lies_in(access.at.first, sizeof(void*), access.size));
    FASTSER_TRY(lies_in(access.at.extent_at, extent_size(access.at), access.size));
    return lies_in(0, access.key_size, access.stride);
  }
  Status map(Open& open, TypeExpr expr, const Form& form, std::size_t offset) {
    if (form.kind != Kind::kMap) return misfit(expr);
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
    PlanStep& step = push(open, PlanOp::kMap, offset);
    step.access = &accessors_.maps[form.access];
    step.block = block_of(schema::key_type(expr), form.inner[0]);
    step.extent = block_of(schema::value_type(expr), form.inner[1]);
    return {};
  }

  static bool has_cases(PlanOp op) noexcept {
    return op == PlanOp::kVariant || op == PlanOp::kAny || op == PlanOp::kAnyRecord ||
           op == PlanOp::kAnyRef || op == PlanOp::kOwnedValue;
  }
  Status variant(Open& open, TypeExpr expr, const Form& form, std::size_t offset) {
    const std::uint64_t count = schema::operand_count(expr);
    if (form.kind != Kind::kVariant || form.inner.size() != count) return misfit(expr);
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
  Status alternatives(Open& open, const Form& form, std::size_t offset, PlanOp op,
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
        FASTSER_TRY(lies_in(access.at.value, size, access.size));
      }
    }
    PlanStep& step = push(open, op, offset);
    step.access = &access;
    step.kind = static_cast<std::uint8_t>(index_size);
    step.first = step.offset + static_cast<std::uint32_t>(access.at.value);
    step.extent = step.offset + static_cast<std::uint32_t>(access.at.index);
    step.block = static_cast<std::uint32_t>(program_.alternatives.size());
    step.count = types.size();
    for (std::size_t i = 0; i < types.size(); ++i) {
      program_.alternatives.push_back(block_of(types[i], form.inner[i]));
    }
    return {};
  }

  // --- any ---------------------------------------------------------------------------------------

  // An any has its cases once, wherever it stands, since cases may lead to it again.
  Status any(Open& open, TypeExpr expr, std::uint32_t form_number, std::size_t offset, PlanOp op) {
    const Form& form = layout_.forms[form_number];
    if (form.kind != Kind::kAny) return misfit(expr);
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
      step.block = static_cast<std::uint32_t>(first);
    }
    return op == PlanOp::kAnyRef ? refs_of_cases(form, first) : Status();
  }
  Status add_case(const Type& type) {
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
  [[nodiscard]] Status check_case(PlanOp op, TypeExpr expr, const Form& form) const {
    const TypeCode code = schema::code(expr);
    bool fits = code != TypeCode::kAny;
    if (op == PlanOp::kAnyRef) {
      fits = code == TypeCode::kRef && form.kind == Kind::kRef &&
             schema::code(schema::element(expr)) == TypeCode::kRecord;
    } else if (op != PlanOp::kAny) {
      fits = code == TypeCode::kRecord;
    }
    return fits ? Status() : refuse("an any of this kind has no case " + to_string(table_, expr));
  }
  Status refs_of_cases(const Form& form, std::size_t first) {
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
  Status owned_any(Open& open, TypeExpr expr, const Form& form, std::size_t offset) {
    FASTSER_TRY(optional_of(open, expr, form, offset));
    open.steps.back().op = PlanOp::kOwnedAny;
    return {};
  }

  // The record of that name; of several, that of the same version and fields.
  [[nodiscard]] Status find_shape(const Shape& wanted, std::uint32_t& found) const {
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

  Status tuple(Open& open, TypeExpr expr, const Form& form, std::size_t offset) {
    if (form.kind != Kind::kTuple || form.places.size() != schema::operand_count(expr)) {
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
  Status check_place(TypeExpr expr, const FormPlace& place, const Form& form) {
    const std::size_t size = memory_size(expr, layout_.forms[place.form]);
    if (size == kUnknown) return misfit(expr);
    if (form.size > kMaxOffset || place.offset > form.size || size > form.size - place.offset) {
      return refuse("bytes " + std::to_string(place.offset) + " to " +
                    std::to_string(place.offset + size) + " of " + std::to_string(form.size));
    }
    return {};
  }

  Status ref(Open& open, TypeExpr expr, const Form& form, std::size_t offset) {
    if (form.kind != Kind::kRef) return misfit(expr);
    open.other = true;
    std::uint32_t of_class = 0;
    FASTSER_TRY(class_of(schema::element(expr), form, of_class));
    PlanStep& step = push(open, PlanOp::kRef, offset);
    step.access = &accessors_.refs[form.access];
    step.block = of_class;
    program_.needs_tables = true;
    return {};
  }
  // One class for the objects of one kind and type.
  Status class_of(TypeExpr target, const Form& form, std::uint32_t& of_class) {
    const FormObject& object = accessors_.objects[form.object];
    if (object.body >= layout_.forms.size()) return refuse("a class of objects without a body");
    const std::size_t size = memory_size(target, layout_.forms[object.body]);
    if (fills_arena(object.access) && (size == kUnknown || object.access.size < size)) {
      return refuse("objects larger than ObjectAccess::size");
    }
    const std::uint32_t block = block_of(target, object.body);
    const auto [found, is_new] =
        classes_.try_emplace({form.object, block}, program_.classes.size());
    if (is_new) {
      program_.classes.push_back(std::make_unique<PlanClass>(object.access, block));
    }
    of_class = static_cast<std::uint32_t>(found->second);
    return {};
  }

  // --- records -----------------------------------------------------------------------------------

  Status record(Open& open, TypeExpr expr, std::uint32_t form, std::size_t offset) {
    const std::uint32_t shape = schema::operand_shape(expr);
    if (layout_.forms[form].kind != Kind::kRecord) return misfit(expr);
    const bool outermost = open.depth == 0 && open.steps.empty() && open.is_record;
    if (!outermost && (open.depth >= kMaxInline || open.records >= kMaxRecords ||
                       open.steps.size() >= kMaxSteps)) {
      open.other = true;
      push(open, PlanOp::kCall, offset).block = block_of(expr, form);
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

  Status record_fields(Open& open, const Shape& shape, std::uint32_t form_number,
                       std::size_t offset) {
    const Form& form = layout_.forms[form_number];
    record_ = &shape;
    field_ = {};
    if (form.kind != Kind::kRecord) return refuse("a form that is no record");
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
  Status super(Open& open, const Shape& shape, const Form& form, std::size_t offset) {
    const Shape& base = table_.shapes()[static_cast<std::size_t>(shape.super)];
    if (form.super_form == kNoForm) return refuse("the layout has no super-class");
    const Form& base_form = layout_.forms[form.super_form];
    if (base_form.size > form.size || form.super_offset > form.size - base_form.size) {
      return refuse("a super-class beyond the record");
    }
    if (open.depth >= kMaxSupers) return refuse("more super-classes than a plan follows");
    ++open.depth;
    FASTSER_TRY(record_fields(open, base, form.super_form, offset + form.super_offset));
    --open.depth;
    record_ = &shape;
    open.other = true;
    return {};
  }
  Status record_field(Open& open, const Shape& shape, const schema::FieldEntry& entry,
                      const FormPlace& place, const Form& form, std::size_t offset) {
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
        return refuse("a run of fields beyond the record");
      }
      FASTSER_TRY(repeated(open, expr, place.form, at, entry.repeat, one));
    }
    if (open.steps.size() > kMaxBlock) return refuse("more steps than a plan may have");
    if (shares_all_) note_slot(open, before, SharingFields::slot_of(shape.name, entry.name));
    return {};
  }
  // The codecs note the field in front of all that is not of fixed size.
  static void note_slot(Open& open, std::size_t before, std::uint32_t slot) {
    const auto first = open.steps.begin() + static_cast<std::ptrdiff_t>(before);
    const bool fixed = std::all_of(first, open.steps.end(),
                                   [](const PlanStep& step) { return is_fixed(step.op); });
    if (fixed) return;
    if (open.steps.size() == before + 1 && is_text(first->op)) {
      first->slot = static_cast<std::uint8_t>(slot);
      return;
    }
    const bool noted = std::any_of(first, open.steps.end(), [](const PlanStep& step) {
      return step.slot != PlanStep::kNoSlot;
    });
    if (noted) return;  // a record inside this one: its fields say it themselves
    PlanStep note{.op = PlanOp::kSlot};
    note.slot = static_cast<std::uint8_t>(slot);
    open.steps.insert(first, note);
    if (open.joined > before) ++open.joined;
  }

  static constexpr std::uint32_t kMaxSupers = 256;
  static constexpr std::size_t kMaxBlock = std::size_t{1} << 20;

  const TypeTable& table_;
  bool shares_all_;
  const LayoutGraph& layout_;
  const Accessors& accessors_;
  PlanProgram& program_;
  std::map<std::pair<std::string, std::uint32_t>, std::uint32_t> known_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> classes_;
  std::vector<Waiting> waiting_;
  std::vector<std::pair<std::size_t, std::size_t>> left_alone_;  // block, first step of its twin
  std::size_t blocks_done_ = 0;
  const Shape* record_ = nullptr;  // for messages
  std::string_view field_;
};

}  // namespace

Status compile_plan(bool shares_all, const LayoutGraph& layout, const Accessors& accessors,
                    std::uint32_t root, PlanProgram& program) {
  return Compiler(program.type.parsed(), shares_all, layout, accessors, program).compile(root);
}

}  // namespace fastser::archive
