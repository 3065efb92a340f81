// SPDX-License-Identifier: MIT
//
// SharingFields: what adaptive sharing has learnt, field by field.
//
// A field's strings are looked up while that pays: one met again pays for eight that are new, and
// when the balance is used up the field is left alone for a while, longer each time. What is left
// alone takes a string number all the same. How many did is counted when a number is asked for, not
// string by string: that counter would be what all of them wait for.
//
// A long list of texts, or of records that hold nothing of variable size but texts, is asked first
// (codec/text_list.hpp): where none of its texts repeat in a sample, the whole of it is written
// without looking anything up, at what it costs without sharing.
//
// Invariant: all of it depends on the values only, so equal values give equal bytes.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace fastser::archive {

class SharingFields {
 public:
  static constexpr std::size_t kSlots = 32;

  /// Where the state of a field lies. Fields that fall together share a state.
  static constexpr std::uint32_t slot_of(std::string_view record, std::string_view field) {
    std::uint32_t hash = 0x811C9DC5U;
    for (const char c : record) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x01000193U;
    for (const char c : field) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x01000193U;
    return (hash ^ (hash >> 15)) % kSlots;
  }

  /// Whether to leave a string of `size` bytes alone, which is then done.
  [[nodiscard]] bool skips(std::uint32_t slot, std::size_t size) noexcept {
    State& state = states_[slot];
    if (state.skip == 0) return false;
    state.skip -= size != 0 ? 1U : 0U;  // empty strings take no number
    return true;
  }
  /// Leaves the next `count` strings of the field alone.
  void leave_alone(std::uint32_t slot, std::uint32_t count) noexcept;

  /// A string of the field was looked up and is new.
  void note_new(std::uint32_t slot) noexcept {
    used_ = true;
    if (++states_[slot].spent > kFull) give_up(slot);
  }
  /// It was written before.
  void note_again(std::uint32_t slot) noexcept {
    State& state = states_[slot];
    if (state.spent > 0) {
      state.spent = static_cast<std::int16_t>(state.spent - kWorth);
      state.rounds = 0;
    }
  }
  /// Numbers that were taken since the last time.
  [[nodiscard]] std::uint32_t count() noexcept {
    return skipping_count_ != 0 ? count_pending() : 0;
  }
  /// As new.
  void clear() noexcept {
    if (used_) *this = {};
  }

 private:
  static constexpr std::int16_t kFull = 32;
  static constexpr std::int16_t kAgain = 8;  ///< new strings that end a later attempt
  static constexpr std::int16_t kWorth = 8;  ///< new strings that one met again pays for
  static constexpr std::uint32_t kFirstSkip = 256;

  struct State {
    std::uint32_t skip = 0;     ///< strings to leave alone
    std::uint32_t counted = 0;  ///< `skip` when their numbers were last counted
    std::int16_t spent = 0;     ///< of the balance
    std::uint16_t rounds = 0;
  };

  [[nodiscard]] std::uint32_t count_pending() noexcept;
  void give_up(std::uint32_t slot) noexcept;

  std::array<State, kSlots> states_ = {};
  std::array<std::uint8_t, kSlots> skipping_ = {};  // states with uncounted strings, maybe
  std::uint32_t skipping_count_ = 0;
  bool used_ = false;  // some state is not as new
};

}  // namespace fastser::archive
