// SPDX-License-Identifier: MIT
//
// boost::optional and boost::variant2::variant in every format but FlatBuffers: what std::optional
// and std::variant are. Copied while they are written. Boost's headers must be found by the
// program.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <boost/mp11/algorithm.hpp>
#include <boost/optional/optional.hpp>
#include <boost/variant2/variant.hpp>
#include <optional>
#include <utility>
#include <variant>

#include "fastser/internal/schema/wrapped.hpp"

namespace fastser::schema {

template <typename E>
struct Wrapped<boost::optional<E>> {
  using Inner = std::optional<E>;
  static Inner to(const boost::optional<E>& value) { return value ? Inner(*value) : Inner(); }
  static void from(boost::optional<E>& value, Inner&& inner) {
    if (inner) {
      value = *std::move(inner);
    } else {
      value = boost::none;
    }
  }
};

template <typename... E>
struct Wrapped<boost::variant2::variant<E...>> {
  using T = boost::variant2::variant<E...>;
  using Inner = std::variant<E...>;
  static Inner to(const T& value) {
    return boost::mp11::mp_with_index<sizeof...(E)>(value.index(), [&](auto index) {
      return Inner(std::in_place_index<index>, *boost::variant2::get_if<index>(&value));
    });
  }
  static void from(T& value, Inner&& inner) {
    boost::mp11::mp_with_index<sizeof...(E)>(inner.index(), [&](auto index) {
      value.template emplace<index>(std::get<index>(std::move(inner)));
    });
  }
};

}  // namespace fastser::schema
