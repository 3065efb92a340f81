// SPDX-License-Identifier: MIT
//
// The rare half of SharingFields: decisions, and counting what was left alone.
#include "fastser/archive/sharing_fields.hpp"

#include <algorithm>

namespace fastser::archive {

void SharingFields::leave_alone(std::uint32_t slot) noexcept {
  State& state = states_[slot];
  const auto end = skipping_.begin() + skipping_count_;
  if (std::find(skipping_.begin(), end, slot) == end) {
    skipping_[skipping_count_++] = static_cast<std::uint8_t>(slot);
  }
  // Whoever looked the string up has counted, so there is nothing to keep of `counted`.
  state.skip = kFirstSkip << std::min<std::uint16_t>(state.rounds++, 16);
  state.counted = state.skip;
  state.balance = kAgain;
}

void SharingFields::begin(const TextRun& run) noexcept {
  RunState& state = runs_[run.slots[0] % kRuns];
  if (state.run != nullptr) return;
  std::uint32_t runs = states_[run.slots[0]].skip;
  for (std::uint32_t i = 1; i < run.count; ++i) runs = std::min(runs, states_[run.slots[i]].skip);
  if (runs == 0) return;
  for (std::uint32_t i = 0; i < run.count; ++i) {
    State& field = states_[run.slots[i]];
    field.skip -= runs;
    field.counted -= runs;  // what is not counted yet stays the difference
  }
  state = RunState{&run, runs, runs};
  ++active_runs_;
}

void SharingFields::end(RunState& state) noexcept {
  uncounted_ += state.counted * state.run->count;
  state = {};
  --active_runs_;
}

std::uint32_t SharingFields::count_pending() noexcept {
  std::uint32_t taken = uncounted_ - empty_;
  uncounted_ = empty_ = 0;
  for (RunState& state : runs_) {
    if (state.run == nullptr) continue;
    taken += (state.counted - state.left) * state.run->count;
    state.counted = state.left;
  }
  for (std::uint32_t i = 0; i < skipping_count_;) {
    State& state = states_[skipping_[i]];
    taken += state.counted - state.skip;
    state.counted = state.skip;
    if (state.skip != 0) {
      ++i;
    } else {
      skipping_[i] = skipping_[--skipping_count_];
    }
  }
  return taken;
}

}  // namespace fastser::archive
