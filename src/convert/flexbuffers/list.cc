// SPDX-License-Identifier: MIT
#include "convert/flexbuffers/list.hpp"

#include <algorithm>

namespace fastser::convert {
namespace {

using flexbuffers::Slot;

constexpr std::uint64_t kTop = std::uint64_t{1} << 63;

unsigned bit(flexbuffers::Type type) { return type == flexbuffers::kBool ? 1U : 2U << type; }
constexpr unsigned kBools = 1U;
constexpr unsigned kInts = 2U << flexbuffers::kInt;
constexpr unsigned kUints = 2U << flexbuffers::kUint;
constexpr unsigned kFloats = 2U << flexbuffers::kFloat;

}  // namespace

TypedVector typed_vector(const Document& document, std::uint32_t at, const Slot* slots) {
  const std::uint32_t count = document.nodes[at].count;
  unsigned kinds = 0;
  unsigned widest = 0;
  std::uint64_t natural = 0;
  std::uint64_t whole = 0;
  bool narrow = false;
  std::uint32_t child = at + 1;
  for (std::uint32_t i = 0; i < count; ++i, child = document.nodes[child].end) {
    const Slot& slot = slots[i];
    if (!flexbuffers::is_inline(slot.type) || slot.type == flexbuffers::kNull) return {};
    kinds |= bit(slot.type);
    widest = std::max<unsigned>(widest, slot.step);
    if (slot.type == flexbuffers::kUint) natural |= slot.bits;
    whole |= flexbuffers::signless(static_cast<std::int64_t>(slot.bits));
    narrow = narrow || document.nodes[child].kind == NodeKind::kF32;
  }
  const auto of = [&](flexbuffers::Type element, unsigned step) {
    return TypedVector{element, std::max(step, flexbuffers::step_of(count))};
  };
  if (kinds == kBools) return of(flexbuffers::kBool, 0);
  if (kinds == kUints) return of(flexbuffers::kUint, widest);
  if ((kinds & ~(kInts | kUints)) == 0 && kinds != 0 && (natural & kTop) == 0) {
    return of(flexbuffers::kInt, flexbuffers::step_of(whole));
  }
  if (kinds == kFloats && !(narrow && widest == 3)) return of(flexbuffers::kFloat, widest);
  return {};
}

void keep_floats(const Document& document, std::uint32_t at, Slot* slots,
                 flexbuffers::Encoder& encoder) {
  const std::uint32_t count = document.nodes[at].count;
  const auto is_wide = [](const Slot& slot) {
    return slot.step == 3 && flexbuffers::is_inline(slot.type);
  };
  std::uint32_t narrow = 0;
  std::uint32_t wide = 0;
  std::uint32_t child = at + 1;
  for (std::uint32_t i = 0; i < count; ++i, child = document.nodes[child].end) {
    if (document.nodes[child].kind == NodeKind::kF32) ++narrow;
    if (is_wide(slots[i])) ++wide;
  }
  if (narrow == 0 || wide == 0) return;
  // Apart, each costs its bytes and an offset: of four bytes beside floats, of eight beside others.
  const bool wide_apart = wide / 2 <= narrow;
  child = at + 1;
  for (std::uint32_t i = 0; i < count; ++i, child = document.nodes[child].end) {
    const bool is_narrow = document.nodes[child].kind == NodeKind::kF32;
    if (wide_apart ? is_wide(slots[i]) : is_narrow) slots[i] = encoder.put_apart(slots[i]);
  }
}

}  // namespace fastser::convert
