// SPDX-License-Identifier: MIT
//
// The rare half of SharingFields: decisions, and counting what was left alone.
#include "fastser/internal/archive/sharing_fields.hpp"

#include <algorithm>

namespace fastser::archive {

void SharingFields::give_up(std::uint32_t slot) noexcept {
  State& state = states_[slot];
  leave_alone(slot, kFirstSkip << std::min<std::uint16_t>(state.rounds++, 16));
  state.spent = kFull - kAgain;
}

void SharingFields::leave_alone(std::uint32_t slot, std::uint32_t count) noexcept {
  State& state = states_[slot];
  const auto end = skipping_.begin() + skipping_count_;
  if (std::find(skipping_.begin(), end, slot) == end) {
    skipping_[skipping_count_++] = static_cast<std::uint8_t>(slot);
  }
  state.counted += count - state.skip;  // what is not counted yet stays the difference
  state.skip = count;
  used_ = true;
}

std::uint32_t SharingFields::count_pending() noexcept {
  std::uint32_t taken = 0;
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
