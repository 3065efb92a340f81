// SPDX-License-Identifier: MIT
//
// Steps side by side.
#include "archive/plan/block_steps.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "archive/plan/sizes.hpp"
#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/wire/endian.hpp"
#include "fastser/internal/wire/output.hpp"
#include "fastser/internal/wire/short_text.hpp"
#include "fastser/internal/wire/varint.hpp"

namespace fastser::archive {
namespace {

constexpr std::size_t kMostStrings = 16;  // that are one step

// Most bytes that a step writes without asking for room.
std::size_t most_of(const PlanStep& step) noexcept {
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

bool ends_run(PlanOp op) noexcept {
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

PlanOp copy_of(std::size_t size) noexcept {
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

}  // namespace

PlanStep& BlockSteps::push(PlanOp op, std::size_t offset, std::size_t size) {
  steps.push_back({.op = op,
                   .offset = static_cast<std::uint32_t>(offset),
                   .size = static_cast<std::uint32_t>(size),
                   .deeper = static_cast<std::uint16_t>(levels)});
  return steps.back();
}

void BlockSteps::copy(std::size_t offset, std::size_t size) {
  if (size == 0) return;
  const auto at = static_cast<std::uint32_t>(offset);
  if (steps.size() > joined) {
    PlanStep& last = steps.back();
    const bool joins = last.op == PlanOp::kCopy || last.op == PlanOp::kBulk;
    if (joins && std::uint64_t{last.offset} + last.size == offset &&
        size <= kMaxOffset - last.size) {
      last.size += static_cast<std::uint32_t>(size);
      if (last.size > kMaxFixed) last.op = PlanOp::kBulk;
      return;
    }
  }
  steps.push_back({.op = size > kMaxFixed ? PlanOp::kBulk : PlanOp::kCopy,
                   .offset = at,
                   .size = static_cast<std::uint32_t>(size)});
}

void BlockSteps::scalar(std::size_t offset, std::size_t size) {
  if (wire::same_in_memory(size)) {
    copy(offset, size);
    return;
  }
  const PlanOp op = size == 2 ? PlanOp::kSwap2 : size == 4 ? PlanOp::kSwap4 : PlanOp::kSwap8;
  push(op, offset, size);
}

void BlockSteps::bools(std::size_t offset, std::size_t count) {
  if (steps.size() > joined) {
    PlanStep& last = steps.back();
    if (last.op == PlanOp::kBools && std::uint64_t{last.offset} + last.size == offset &&
        last.size + count <= kMaxFixed) {
      last.size += static_cast<std::uint32_t>(count);
      return;
    }
  }
  push(PlanOp::kBools, offset, count);
}

bool BlockSteps::joins_string(std::size_t offset) {
  other = true;
  if (steps.size() <= joined) return false;
  PlanStep& last = steps.back();
  const std::uint64_t behind = last.op == PlanOp::kString ? 1 : last.count;
  if ((last.op != PlanOp::kString && last.op != PlanOp::kStrings) ||
      last.offset + behind * sizeof(std::string) != offset || behind == kMostStrings) {
    return false;
  }
  last.op = PlanOp::kStrings;
  last.count = behind + 1;
  return true;
}

void BlockSteps::note_slot(std::size_t before, std::uint32_t slot) {
  const auto first = steps.begin() + static_cast<std::ptrdiff_t>(before);
  const bool fixed =
      std::all_of(first, steps.end(), [](const PlanStep& step) { return is_fixed(step.op); });
  if (fixed) return;
  if (steps.size() == before + 1 && is_text(first->op)) {
    first->slot = static_cast<std::uint8_t>(slot);
    return;
  }
  const bool noted = std::any_of(
      first, steps.end(), [](const PlanStep& step) { return step.slot != PlanStep::kNoSlot; });
  if (noted) return;  // a record inside this one: its fields say it themselves
  PlanStep note{.op = PlanOp::kSlot};
  note.slot = static_cast<std::uint8_t>(slot);
  steps.insert(first, note);
  if (joined > before) ++joined;
}

void BlockSteps::finish_runs() {
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

std::uint32_t BlockSteps::make_room() {
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

}  // namespace fastser::archive
