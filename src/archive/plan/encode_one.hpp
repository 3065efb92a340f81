// SPDX-License-Identifier: MIT
//
// What the parts of PlanEncoder have in common: a single value, and what a slot says by offset.
#pragma once

#include <cstring>
#include <memory>
#include <string>

#include "archive/plan/program.hpp"
#include "fastser/internal/archive/typed/codec/string.hpp"
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

/// What a slot says by SpanAt; false when that makes no sense, such as elements at no address.
FASTSER_INLINE inline bool load_span(const PlanStep& step, const std::byte* base,
                                     const std::byte*& first, std::size_t& count) noexcept {
  using Extent = SpanAt::Extent;
  first = load<const std::byte*>(base + step.first);
  const auto extent = static_cast<Extent>(step.kind);
  if (extent == Extent::kEnd) [[likely]] {
    const auto bytes = static_cast<std::size_t>(load<const std::byte*>(base + step.extent) - first);
    count = static_cast<std::size_t>((bytes >> step.shift) * step.count);
    return step.size == 0 || count * step.size == bytes;
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
