// SPDX-License-Identifier: MIT
//
// std::expected<T, E> in every format but FlatBuffers: a variant of the two, the value first. For
// void the value is nothing (std::monostate). Copied while it is written. Where the library has no
// std::expected (before C++23) this header has nothing.
#pragma once

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/schema/wrapped.hpp"

#include <version>

#if defined(__cpp_lib_expected)
#include <expected>
#include <type_traits>
#include <utility>
#include <variant>

namespace fastser::schema {

template <typename V, typename E>
struct Wrapped<std::expected<V, E>> {
  using T = std::expected<V, E>;
  using Inner = std::variant<std::conditional_t<std::is_void_v<V>, std::monostate, V>, E>;
  static Inner to(const T& value) {
    if (!value.has_value()) return Inner(std::in_place_index<1>, value.error());
    if constexpr (std::is_void_v<V>) {
      return Inner(std::in_place_index<0>);
    } else {
      return Inner(std::in_place_index<0>, *value);
    }
  }
  static void from(T& value, Inner&& inner) {
    if (inner.index() == 1) {
      value = std::unexpected<E>(std::get<1>(std::move(inner)));
    } else if constexpr (std::is_void_v<V>) {
      value.emplace();
    } else {
      value = T(std::in_place, std::get<0>(std::move(inner)));
    }
  }
};

}  // namespace fastser::schema
#endif
