// SPDX-License-Identifier: MIT
//
// Fields<T>: the written fields of a record in one row: those of its base classes first, omitted
// ones left out. For formats in which a record is one map or one array.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include "fastser/schema/describe.hpp"

namespace fastser::schema {

template <Record T>
struct Fields {
  using D = Description<T>;

 private:
  static constexpr std::size_t base_count() {
    if constexpr (HasBase<T>) return Fields<typename T::fastser_base>::count();
    return 0;
  }
  static constexpr std::size_t written_before(std::size_t index) {
    std::size_t written = 0;
    for (std::size_t i = 0; i < index; ++i) written += D::omitted(i) ? 0U : 1U;
    return written;
  }
  // The place among T's own fields of the field at `index`.
  static constexpr std::size_t own(std::size_t index) {
    std::size_t at = 0;
    while (D::omitted(at) || base_count() + written_before(at) != index) ++at;
    return at;
  }
  template <typename... M>
  struct Types {};
  template <typename... M>
  static constexpr Types<M...> types_of(M&...) {  // defined: M may have no linkage
    return {};
  }
  using OwnTypes =
      decltype(D::visit(std::declval<T&>(), [](auto&... members) { return types_of(members...); }));
  template <std::size_t kIndex, typename First, typename... Rest>
  static constexpr auto nth(Types<First, Rest...>) {
    if constexpr (kIndex == 0) {
      return std::type_identity<First>{};
    } else {
      return nth<kIndex - 1>(Types<Rest...>{});
    }
  }
  template <std::size_t kIndex>
  static constexpr auto type_at() {
    if constexpr (kIndex < base_count()) {
      return std::type_identity<typename Fields<typename T::fastser_base>::template Type<kIndex>>{};
    } else {
      return nth<own(kIndex)>(OwnTypes{});
    }
  }

 public:
  /// How many.
  static constexpr std::size_t count() { return base_count() + written_before(D::count()); }
  static constexpr std::string_view name(std::size_t index) {
    if constexpr (HasBase<T>) {
      if (index < base_count()) return Fields<typename T::fastser_base>::name(index);
    }
    return D::field_name(own(index));
  }
  /// The number the field is called by: fastser::id, else its index.
  static constexpr std::uint32_t id(std::size_t index) {
    if constexpr (HasBase<T>) {
      if (index < base_count()) return Fields<typename T::fastser_base>::id(index);
    }
    if constexpr (requires { D::Source::fastser_options; }) {
      for (const FieldOption& option : D::Source::fastser_options) {
        if (option.kind == FieldOption::Kind::kId && option.field == name(index)) {
          return option.number;
        }
      }
    }
    return static_cast<std::uint32_t>(index);
  }
  /// The field of that name, or formerly of that name; -1 if there is none.
  static constexpr int find(std::string_view name) {
    if (const int found = D::find(name); found >= 0) {
      return static_cast<int>(base_count() + written_before(static_cast<std::size_t>(found)));
    }
    if constexpr (HasBase<T>) return Fields<typename T::fastser_base>::find(name);
    return -1;
  }
  static constexpr int find_id(std::uint64_t id) {
    for (std::size_t i = 0; i < count(); ++i) {
      if (Fields::id(i) == id) return static_cast<int>(i);
    }
    return -1;
  }
  /// The C++ type of the field at an index.
  template <std::size_t kIndex>
  struct TypeAt : decltype(type_at<kIndex>()) {};
  template <std::size_t kIndex>
  using Type = typename TypeAt<kIndex>::type;
  /// Calls call.operator()<index>(member) for each until one says false; whether none did.
  template <typename Object, typename Call>
  [[gnu::always_inline]] static constexpr bool visit(Object& value, Call&& call) {
    if constexpr (HasBase<T>) {
      using Base = typename T::fastser_base;
      using Part = std::conditional_t<std::is_const_v<Object>, const Base, Base>;
      if (!Fields<Base>::visit(static_cast<Part&>(value), call)) return false;
    }
    return D::visit_inline(
        value, [&](auto&... members) __attribute__((always_inline)) {
          return [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>)
              __attribute__((always_inline)) {
            return (step<kIndex>(members, call) && ...);
          }
          (std::make_index_sequence<sizeof...(members)>{});
        });
  }

 private:
  template <std::size_t kIndex, typename M, typename Call>
  [[gnu::always_inline]] static constexpr bool step(M& member, Call& call) {
    if constexpr (D::omitted(kIndex)) {
      return true;
    } else {
      return call.template operator()<base_count() + written_before(kIndex)>(member);
    }
  }
  static constexpr bool all_different() {
    for (std::size_t i = 0; i < count(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (id(i) == id(k) || name(i) == name(k)) return false;
      }
    }
    return true;
  }
  static_assert(all_different(),
                "two fields have one number or one name (also counting the base class)");
};

}  // namespace fastser::schema
