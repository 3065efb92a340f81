// SPDX-License-Identifier: MIT
//
// BlockSteps: the steps of one block of a plan while they are made, and what becomes of steps that
// stand side by side: bytes that are one copy, strings that are one step, runs that ask for room
// once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "archive/plan/program.hpp"

namespace fastser::archive {

/// Bytes that lie in memory as they do on the wire.
[[nodiscard]] constexpr bool is_copy(PlanOp op) noexcept {
  return (op >= PlanOp::kCopy1 && op <= PlanOp::kCopy) || op == PlanOp::kBulk;
}

struct BlockSteps {
  std::vector<PlanStep> steps;
  std::uint32_t depth = 0;         ///< records around the one at hand
  std::uint32_t levels = 0;        ///< of depth, that the value at hand lies in and is
  std::uint32_t least_levels = 0;  ///< that there are in any case
  std::size_t records = 0;         ///< records followed so far
  std::uint32_t texts = 0;         ///< shared texts that are fields of the block's own record
  bool other = false;              ///< something is neither fixed nor such a text
  bool is_record = false;
  std::size_t joined = 0;  ///< steps that nothing more is joined to: the value of an optional

  PlanStep& push(PlanOp op, std::size_t offset, std::size_t size = 0);
  /// Bytes that lie in memory as they do on the wire.
  void copy(std::size_t offset, std::size_t size);
  void scalar(std::size_t offset, std::size_t size);
  void bools(std::size_t offset, std::size_t count);
  /// Strings side by side are one step: false if this one has to be one of its own.
  bool joins_string(std::size_t offset);
  /// What was made since `before` is a field whose sharing is learnt in `slot`. The codecs note the
  /// field in front of all that is not of fixed size.
  void note_slot(std::size_t before, std::uint32_t slot);

  /// When all are there. Reading: what the first step of a run asks for.
  void finish_runs();
  /// Writing: cuts runs that ask for too much, and notes what each step leaves to the next. Returns
  /// what the first one needs.
  std::uint32_t make_room();
};

}  // namespace fastser::archive
