// SPDX-License-Identifier: MIT
//
// compile_plan: a type and a layout become steps. Blocks, and the queue of them.

#include "archive/plan/compiler.hpp"
#include "archive/plan/sizes.hpp"
#include "fastser/internal/wire/short_text.hpp"
#include "schema/type_key.hpp"

namespace fastser::archive {

namespace {

void leave_alone(PlanStep& step) {
  if (step.op == PlanOp::kStringShared) step.op = PlanOp::kStringLeft;
  if (step.op == PlanOp::kTextShared) step.op = PlanOp::kTextLeft;
}

bool has_cases(PlanOp op) noexcept {
  return op == PlanOp::kVariant || op == PlanOp::kAny || op == PlanOp::kAnyRecord ||
         op == PlanOp::kAnyRef || op == PlanOp::kOwnedValue;
}

bool is_named(const PlanBlock& keys, const PlanBlock& values) noexcept {
  if (!FASTSER_PADDED_STRINGS || keys.only != PlanOp::kString || values.only != PlanOp::kVariant) {
    return false;
  }
  const PlanStep& variant = *values.steps;
  return variant.kind == 1 && variant.size == 0 && variant.count <= 0x80;
}

}  // namespace

Status PlanCompiler::compile(std::uint32_t root) {
  if (!layout_.error.ok()) return layout_.error;
  if (root >= layout_.forms.size()) return refuse("a FormId of another layout");
  program_.root = block_of(table_.root(), root);
  program_.root_size = memory_size(table_.root(), layout_.forms[root]);
  for (std::size_t i = 0; i < waiting_.size(); ++i) {
    const Waiting next = waiting_[i];
    FASTSER_TRY(fill(next));
  }
  flatten();
  return {};
}

Status PlanCompiler::refuse(std::string_view what) const {
  std::string text;
  if (record_ != nullptr) {
    text = "record \"" + std::string(record_->name) + "\"";
    if (!field_.empty()) text += ", field \"" + std::string(field_) + "\"";
    text += ": ";
  }
  return Status(Code::kUsage).with_detail(text + std::string(what));
}

Status PlanCompiler::misfit(TypeExpr expr) const {
  return refuse("the form does not fit a value of type " + schema::to_string(table_, expr));
}

// The block of a type in a form; made now, filled later.
std::uint32_t PlanCompiler::block_of(TypeExpr expr, std::uint32_t form) {
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

Status PlanCompiler::fill(Waiting what) {
  record_ = nullptr;
  field_ = {};
  const std::size_t number = blocks_done_++;
  BlockSteps open;
  open.is_record = schema::code(what.expr) == TypeCode::kRecord;
  FASTSER_TRY(value(open, what.expr, what.form, 0, Inside::kBody));
  if (!open.is_record && open.texts != 0 && open.steps.size() != 1) open.other = true;
  open.finish_runs();
  const std::uint32_t room = open.make_room();
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

void PlanCompiler::append(const std::vector<PlanStep>& steps, std::uint32_t room) {
  program_.steps.insert(program_.steps.end(), steps.begin(), steps.end());
  program_.steps.push_back({.op = PlanOp::kEnd, .rest = static_cast<std::uint16_t>(room)});
}

// Steps do not move any more: blocks may point to them.
void PlanCompiler::flatten() {
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

void PlanCompiler::set_inner(PlanStep& step) const {
  if (has_cases(step.op) || step.op == PlanOp::kRef) return;  // other numbers
  step.inner = &program_.blocks[step.block];
  if (step.op == PlanOp::kListAt && step.inner->copied == step.size) {
    step.op = PlanOp::kListCopied;
  }
  if (step.op == PlanOp::kMap && is_named(*step.inner, program_.blocks[step.extent])) {
    step.kind = PlanStep::kNamed;
  }
}

Status compile_plan(bool shares_all, const LayoutGraph& layout, const Accessors& accessors,
                    std::uint32_t root, PlanProgram& program) {
  return PlanCompiler(program.type.parsed(), shares_all, layout, accessors, program).compile(root);
}

}  // namespace fastser::archive
