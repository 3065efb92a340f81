// SPDX-License-Identifier: MIT
//
// The Encoder's vectors and maps: which width makes them the smallest, and writing them.
#include "fastser/internal/flexbuffers/encoder.hpp"

namespace fastser::flexbuffers {
namespace {

/// The largest number of a width.
constexpr std::uint64_t kMost[] = {0xFF, 0xFFFF, 0xFFFFFFFF, ~std::uint64_t{0}};
constexpr std::size_t kChunk = 64;  // slots for which room is asked at once

}  // namespace

// Exact: every width is tried with the scalars that are wider than it written in front.
Encoder::Plan Encoder::plan(const Slot* slots, std::size_t count, const KeyVector* keys,
                            std::size_t prefix) const noexcept {
  std::size_t scalars[4] = {};
  std::uint64_t farthest = position();
  for (std::size_t i = 0; i < count; ++i) {
    if (is_inline(slots[i].type)) {
      ++scalars[slots[i].step];
    } else if (slots[i].bits < farthest) {
      farthest = slots[i].bits;
    }
  }
  Plan best;
  for (unsigned step = step_of(count); step <= 3; ++step) {
    const std::size_t from = position();
    std::size_t at = from;
    bool apart = false;
    for (unsigned wide = 3; wide > step; --wide) {
      if (scalars[wide] == 0) continue;
      apart = true;
      at = aligned(at, wide) + (scalars[wide] << wide);
    }
    at = aligned(at, step);
    const std::size_t end = at + ((prefix + count) << step);
    if (end >= best.end) break;
    const std::uint64_t most = kMost[step];
    bool good = !apart || end - from <= most;
    if (keys != nullptr) good = good && at - keys->position <= most;
    // Mostly not even the last element is too far from what lies farthest back.
    const bool near = end - farthest <= most;
    for (std::size_t i = 0; i < count && good && !near; ++i) {
      if (is_inline(slots[i].type)) continue;
      good = at + ((prefix + i) << step) - slots[i].bits <= most;
    }
    if (!good) continue;
    best = {end, step};
    if (!apart) break;  // wider is larger
  }
  return best;
}

std::uint64_t Encoder::bits_of(const Slot& slot, std::size_t at, unsigned step) noexcept {
  if (!is_inline(slot.type)) return at - slot.bits;
  if (slot.type != kFloat || step != 2) return slot.bits;
  std::uint32_t narrow = 0;
  static_cast<void>(narrowed(slot.bits, narrow));
  return narrow;
}

// The position is in a register, and room is asked for many at once.
void Encoder::put_slots(const Slot* slots, std::size_t count, unsigned step) noexcept {
  std::size_t at = position();
  while (count != 0) {
    const std::size_t chunk = count < kChunk ? count : kChunk;
    std::byte* cur = out_.ensure(cur_, (chunk + 1) * sizeof(std::uint64_t));
    for (std::size_t i = 0; i < chunk; ++i) {
      wire::store_le(cur, bits_of(slots[i], at, step));
      cur += std::size_t{1} << step;
      at += std::size_t{1} << step;
    }
    cur_ = cur;
    slots += chunk;
    count -= chunk;
  }
}

void Encoder::put_types(const Slot* slots, std::size_t count, unsigned step) noexcept {
  while (count != 0) {
    const std::size_t chunk = count < kChunk ? count : kChunk;
    std::byte* cur = out_.ensure(cur_, chunk);
    for (std::size_t i = 0; i < chunk; ++i) {
      const Slot& slot = slots[i];
      const unsigned inside = is_inline(slot.type) && slot.step < step ? step : slot.step;
      *cur++ = static_cast<std::byte>((unsigned{slot.type} << 2) | inside);
    }
    cur_ = cur;
    slots += chunk;
    count -= chunk;
  }
}

Slot Encoder::put_apart(const Slot& scalar) noexcept {
  align(scalar.step);
  const std::size_t at = position();
  store(bits_of(scalar, at, scalar.step), scalar.step);
  return {at, static_cast<Type>(scalar.type - kInt + kIndirectInt), scalar.step};
}

void Encoder::put_indirect(Slot* slots, std::size_t count, unsigned step) noexcept {
  for (unsigned wide = 3; wide > step; --wide) {
    for (std::size_t i = 0; i < count; ++i) {
      if (slots[i].step == wide && is_inline(slots[i].type)) slots[i] = put_apart(slots[i]);
    }
  }
}

Slot Encoder::put_vector(Slot* slots, std::size_t count, const KeyVector* keys,
                         const Plan& plan) noexcept {
  const unsigned step = plan.step;
  put_indirect(slots, count, step);
  align(step);
  if (keys != nullptr) {
    store(position() - keys->position, step);
    store(std::uint64_t{1} << keys->step, step);
  }
  store(count, step);
  const std::size_t at = position();
  put_slots(slots, count, step);
  put_types(slots, count, step);
  return {at, keys != nullptr ? kMap : kVector, static_cast<std::uint8_t>(step)};
}

KeyVector Encoder::put_keys(const Slot* keys, std::size_t count) noexcept {
  const unsigned step = plan(keys, count, nullptr, 1).step;
  align(step);
  store(count, step);
  const KeyVector vector{position(), static_cast<std::uint8_t>(step)};
  put_slots(keys, count, step);
  return vector;
}

Slot Encoder::end_vector(Slot* slots, std::size_t count) noexcept {
  return put_vector(slots, count, nullptr, plan(slots, count, nullptr, 1));
}

Slot Encoder::end_map(Slot* keys, Slot* slots, std::size_t count) noexcept {
  return end_map(put_keys(keys, count), slots, count);
}

Slot Encoder::end_map(const KeyVector& keys, Slot* slots, std::size_t count) noexcept {
  return put_vector(slots, count, &keys, plan(slots, count, &keys, 3));
}

// The way back may need a greater width than the map has by itself. A new vector of keys costs
// once, and the maps behind this one have it near.
bool Encoder::try_map(const KeyVector& keys, Slot* slots, std::size_t count, Slot& map) noexcept {
  const Plan shared = plan(slots, count, &keys, 3);
  if (shared.step != 0) {
    const Plan alone = plan(slots, count, nullptr, 3);
    if (2 * (shared.end - alone.end) > (count + 1) << keys.step) return false;
  }
  map = put_vector(slots, count, &keys, shared);
  return true;
}

Slot Encoder::end_record(Slot* slots, Slot* keys, const Shape& shape) {
  Known& there = known(shape);
  Slot map;
  if (there.shape != nullptr && try_map(there.keys, slots, shape.count, map)) return map;
  there.keys = put_shape(shape, keys);
  there.shape = &shape;
  return end_map(there.keys, slots, shape.count);
}

KeyVector Encoder::put_shape(const Shape& shape, Slot* keys) {
  for (std::size_t i = 0; i < shape.count; ++i) {
    keys[i] = put_key(shape.keys[i].text, shape.keys[i].hash);
  }
  return put_keys(keys, shape.count);
}

// The entry of the shape, or a new one without.
Encoder::Known& Encoder::known(const Shape& shape) {
  const std::size_t first = known_count_ < kKnownInline ? known_count_ : kKnownInline;
  for (std::size_t i = 0; i < first; ++i) {
    if (known_[i].shape == &shape) return known_[i];
  }
  for (Known& one : more_known_) {
    if (one.shape == &shape) return one;
  }
  if (known_count_ < kKnownInline) return known_[known_count_++];
  return more_known_.emplace_back();
}

}  // namespace fastser::flexbuffers
