// SPDX-License-Identifier: MIT
//
// std::stack, std::queue and std::priority_queue in every format: the list that they keep their
// elements in, as it lies there. What a priority_queue reads is made a heap again, since a
// stranger's list is none.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <queue>
#include <stack>
#include <utility>

#include "fastser/internal/schema/wrapped.hpp"

namespace fastser::schema {

/// The container of an adapter is a protected member of it.
template <typename Adapter>
struct AdapterAccess : Adapter {
  static const typename Adapter::container_type& container(const Adapter& adapter) noexcept {
    return adapter.*(&AdapterAccess::c);
  }
  static typename Adapter::container_type& container(Adapter& adapter) noexcept {
    return adapter.*(&AdapterAccess::c);
  }
  template <typename Container>
  static void heapify(Adapter& adapter, Container& container) {
    std::make_heap(container.begin(), container.end(), adapter.*(&AdapterAccess::comp));
  }
};

template <typename T>
struct WrappedAdapter {
  using Inner = typename T::container_type;
  static const Inner& to(const T& value) noexcept { return AdapterAccess<T>::container(value); }
  static void from(T& value, Inner&& inner) {
    AdapterAccess<T>::container(value) = std::move(inner);
  }
};

template <typename E, typename Container>
struct Wrapped<std::stack<E, Container>> : WrappedAdapter<std::stack<E, Container>> {};
template <typename E, typename Container>
struct Wrapped<std::queue<E, Container>> : WrappedAdapter<std::queue<E, Container>> {};
template <typename E, typename Container, typename Compare>
struct Wrapped<std::priority_queue<E, Container, Compare>> {
  using T = std::priority_queue<E, Container, Compare>;
  using Inner = Container;
  static const Inner& to(const T& value) noexcept { return AdapterAccess<T>::container(value); }
  static void from(T& value, Inner&& inner) {
    Container& container = AdapterAccess<T>::container(value);
    container = std::move(inner);
    AdapterAccess<T>::heapify(value, container);
  }
};

}  // namespace fastser::schema
