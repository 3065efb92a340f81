// SPDX-License-Identifier: MIT
//
// The Encoder: scalars and texts, failures, the root.
#include "fastser/internal/flexbuffers/encoder.hpp"

#include <cstring>

#include "fastser/internal/wire/faults.hpp"

namespace fastser::flexbuffers {

Slot Encoder::scalar(const float& value) noexcept {
  std::uint32_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return {widened(bits), kFloat, 2};
}

Slot Encoder::scalar(const double& value) noexcept {
  std::uint64_t bits = 0;
  std::uint32_t narrow = 0;
  std::memcpy(&bits, &value, sizeof bits);
  return {bits, kFloat, static_cast<std::uint8_t>(narrowed(bits, narrow) ? 2 : 3)};
}

Slot Encoder::put_blob(const void* from, std::size_t size) noexcept {
  const unsigned step = step_of(size);
  align(step);
  store(size, step);
  const std::size_t at = position();
  put_bytes(from, size);
  return {at, kBlob, static_cast<std::uint8_t>(step)};
}

Slot Encoder::put_passing(std::string_view text) noexcept {
  Slot slot = put_blob(text.data(), text.size());
  slot.type = kString;
  store(0, 0);
  return slot;
}

Slot Encoder::put_any_string(std::string_view text) {
  if (share_strings) {
    const unsigned step = step_of(text.size());
    const std::size_t here = aligned(position(), step) + (std::size_t{1} << step);
    const std::size_t found = strings_.find_or_add(text, hash_of(text), here);
    if (found != Pool::kNew) return {found, kString, static_cast<std::uint8_t>(step)};
  }
  return put_passing(text);
}

Slot Encoder::put_key(std::string_view text, std::uint32_t hash) {
  std::size_t at = keys_.find_or_add(text, hash, position());
  if (at == Pool::kNew) {
    at = position();
    put_bytes(text.data(), text.size());
    store(0, 0);
  }
  return {at, kKey, 0};
}

Slot Encoder::start_typed(Type element, std::size_t count, unsigned step) noexcept {
  align(step);
  store(count, step);
  return {position(), vector_of(element), static_cast<std::uint8_t>(step)};
}

bool Encoder::enter() noexcept {
  if (++depth_ <= max_depth_) [[likely]] {
    return true;
  }
  --depth_;
  fail(Code::kTooDeep, wire::kNestsTooDeep);
  return false;
}

bool Encoder::expand() noexcept {
  if (expansions != 0) [[likely]] {
    --expansions;
    return true;
  }
  fail(Code::kOverBudget,
       "shared objects written more often than EncodeOptions::expanded_objects allows");
  return false;
}

Status Encoder::finish(const Slot& root, std::size_t& written) noexcept {
  unsigned step = root.step;
  if (!is_inline(root.type)) {
    step = 0;
    while (step < 3 && step_of(aligned(position(), step) - root.bits) > step) ++step;
  }
  align(step);
  store(bits_of(root, position(), step), step);
  store((unsigned{root.type} << 2) | root.step, 0);
  store(std::uint64_t{1} << step, 0);
  return out_.finish(cur_, written);
}

}  // namespace fastser::flexbuffers
