// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>

namespace fastser {

/// An integer that is written as a varint. Converts to and from T.
template <std::integral T>
requires(sizeof(T) >= 2) struct varint {  // NOLINT: named like the integers it replaces
  T value{};
  constexpr varint() noexcept = default;
  constexpr varint(T v) noexcept : value(v) {}             // NOLINT: implicit on purpose
  constexpr operator T() const noexcept { return value; }  // NOLINT: implicit on purpose
  friend constexpr bool operator==(varint, varint) noexcept = default;
};

}  // namespace fastser
