// SPDX-License-Identifier: MIT
//
// What the parts of PlanEncoder have in common: a single value, and what a slot says by offset.
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

#include "archive/plan/program.hpp"
#include "fastser/internal/archive/typed/codec/string.hpp"
#include "fastser/internal/base/checked.hpp"
#include "fastser/internal/base/compiler.hpp"

namespace fastser::archive {

template <typename T>
const T& at(const std::byte* from) noexcept {
  return *static_cast<const T*>(static_cast<const void*>(from));
}
template <typename T>
FASTSER_INLINE inline T load(const std::byte* from) noexcept {
  T value;
  std::memcpy(static_cast<void*>(std::addressof(value)), from, sizeof value);
  return value;
}

/// Whether bytes may lie between two addresses: none where there is no address, and the end not in
/// front. Anything else is memory that is not the caller's.
[[nodiscard]] FASTSER_INLINE inline bool is_span(const std::byte* first,
                                                 const std::byte* end) noexcept {
  const auto from = reinterpret_cast<std::uintptr_t>(first);
  const auto to = reinterpret_cast<std::uintptr_t>(end);
  return to >= from && (from != 0 || to == 0);
}

/// What a slot says by SpanAt; false when that makes no sense, such as elements at no address, or
/// an end inside an element.
FASTSER_INLINE inline bool load_span(const PlanStep& step, const std::byte* base,
                                     const std::byte*& first, std::size_t& count) noexcept {
  using Extent = SpanAt::Extent;
  first = load<const std::byte*>(base + step.first);
  const auto extent = static_cast<Extent>(step.kind);
  if (extent == Extent::kEnd) [[likely]] {
    const auto* const end = load<const std::byte*>(base + step.extent);
    const auto bytes = static_cast<std::size_t>(end - first);
    count = static_cast<std::size_t>((bytes >> step.shift) * step.count);
    if (!is_span(first, end)) return false;
    // The product wraps around, to the very number of bytes, where that is no multiple.
    std::size_t product = 0;
    return step.size == 0 || (checked_multiply(count, step.size, product) && product == bytes);
  }
  if (extent == Extent::kCount32) {
    count = load<std::uint32_t>(base + step.extent);
    return first != nullptr || count == 0;
  }
  const auto wide = load<std::uint64_t>(base + step.extent);
  count = static_cast<std::size_t>(wide);
  return count == wide && (first != nullptr || count == 0);
}

// A text or a number has nothing in it that could ask how deep it lies.
FASTSER_INLINE inline std::byte* PlanEncoder::nested_within(Deeper inner, const void* base,
                                                            std::byte* cur) {
  const PlanBlock& block = inner.block;
  const auto* from = static_cast<const std::byte*>(base);
  if (block.only == PlanOp::kString) {
    return Codec<std::string>::encode<0>(at<std::string>(from), cur, *this);
  }
  if (block.only == PlanOp::kCopy8) {
    cur = ensure(cur, 8);
    std::memcpy(cur, from, 8);
    return cur + 8;
  }
  depth_left -= inner.levels;
  cur = block.only == PlanOp::kVariant ? variant(*block.steps, from, cur) : run(block, from, cur);
  leave(inner.levels);
  return cur;
}

FASTSER_INLINE inline std::byte* PlanEncoder::nested(Deeper inner, const void* base,
                                                     std::byte* cur) {
  if (!has_depth(inner.levels + inner.block.levels)) [[unlikely]] {
    return fail_depth(cur);
  }
  return nested_within(inner, base, cur);
}

}  // namespace fastser::archive
