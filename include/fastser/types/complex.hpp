// SPDX-License-Identifier: MIT
//
// std::complex<T> in every format: an array of two, the real part first. Arrays of them are one
// copy in archives.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <array>
#include <complex>

#include "fastser/internal/schema/wrapped.hpp"

namespace fastser::schema {

template <typename T>
struct Wrapped<std::complex<T>> {
  using Inner = std::array<T, 2>;
  static constexpr bool kSameInMemory = true;  // as the standard promises
  static constexpr Inner to(const std::complex<T>& value) noexcept {
    return {value.real(), value.imag()};
  }
  static constexpr void from(std::complex<T>& value, const Inner& inner) noexcept {
    value = {inner[0], inner[1]};
  }
};

}  // namespace fastser::schema
