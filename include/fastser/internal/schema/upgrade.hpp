// SPDX-License-Identifier: MIT
//
// The hook of classes that want to know when an older version of them was read (describe.hpp):
// whether T has one of its own, what it wants to be given, and how it is called.
#pragma once

#include <cstdint>
#include <type_traits>

#include "fastser/describe.hpp"

namespace fastser::schema {

namespace detail {
template <typename Function>
struct ClassOfMember {
  using Type = void;
};
template <typename Class, typename Result, typename... Argument>
struct ClassOfMember<Result (Class::*)(Argument...)> {
  using Type = Class;
};
template <typename Class, typename Result, typename... Argument>
struct ClassOfMember<Result (Class::*)(Argument...) noexcept> {
  using Type = Class;
};

template <typename T>
concept NamesRemoved = requires {
  typename SourceOf<T>::Type::fastser_removed;
};
/// Whether there is a hook, of T's or a base's, that can be called with the version alone.
template <typename T>
concept TakesVersion = (!DescribedOutside<T> &&
                        requires(T & value, std::uint32_t from) { value.fastser_upgrade(from); }) ||
                       (DescribedOutside<T> && requires(T & value, std::uint32_t from) {
                         Describe<T>::fastser_upgrade(value, from);
                       });
/// The same with what was removed.
template <typename T>
concept TakesRemoved =
    (!DescribedOutside<T> &&
     requires(T & value, std::uint32_t from, typename T::fastser_removed& removed) {
       value.fastser_upgrade(from, removed);
     }) ||
    (DescribedOutside<T> &&
     requires(T & value, std::uint32_t from, typename Describe<T>::fastser_removed& removed) {
       Describe<T>::fastser_upgrade(value, from, removed);
     });
/// A name that T inherits is its base's, unless T's hook takes that.
template <typename T>
consteval bool has_removed() {
  if constexpr (!NamesRemoved<T>) {
    return false;
  } else {
    using Named = typename SourceOf<T>::Type::fastser_removed;
    if constexpr (HasBase<T>) {
      if constexpr (NamesRemoved<BaseOf<T>>) {
        using Inherited = typename SourceOf<BaseOf<T>>::Type::fastser_removed;
        return !std::is_same_v<Named, Inherited> || TakesRemoved<T>;
      }
    }
    return true;
  }
}

struct NoRemoved {};
template <typename T, bool = has_removed<T>()>
struct RemovedOf {
  using Type = NoRemoved;
};
template <typename T>
struct RemovedOf<T, true> {
  using Type = typename SourceOf<T>::Type::fastser_removed;
};
}  // namespace detail

/// What T's hook is given besides the version: T::fastser_removed, a record; NoRemoved if none.
template <Record T>
using Removed = typename detail::RemovedOf<T>::Type;
template <Record T>
inline constexpr bool kHasRemoved = !std::is_same_v<Removed<T>, detail::NoRemoved>;

/// Whether the class T calls several functions or a template fastser_upgrade. No pointer leads to
/// these, so it cannot be said whose they are: T's, or those of a base.
template <Record T>
consteval bool has_several_upgrades() {
  if constexpr (DescribedOutside<T> || requires { &T::fastser_upgrade; }) {
    return false;
  } else {
    return detail::TakesVersion<T> || detail::TakesRemoved<T>;
  }
}

/// Whether T has a hook that is not its base's.
template <Record T>
consteval bool has_upgrade() {
  using Source = typename SourceOf<T>::Type;
  static_assert(!has_several_upgrades<T>(),
                "fastser_upgrade is one function of its class, and no template");
  if constexpr (DescribedOutside<T>) {
    return requires { &Source::fastser_upgrade; }
    || detail::TakesVersion<T> || detail::TakesRemoved<T>;
  } else if constexpr (requires { &T::fastser_upgrade; }) {
    using Class = typename detail::ClassOfMember<decltype(&T::fastser_upgrade)>::Type;
    static_assert(!std::is_void_v<Class>,
                  "fastser_upgrade is a member function of its class, and no template: "
                  "void fastser_upgrade(std::uint32_t from_version), or with a second argument, "
                  "fastser_removed&");
    return std::is_same_v<Class, T>;
  }
  return false;
}

/// Calls the hook of T.
template <Record T>
void call_upgrade(T& value, std::uint32_t from, Removed<T>& removed) {
  static_assert(Description<T>::version() != 0,
                "fastser_upgrade without a fastser_version: nothing is older than version 0");
  using Source = typename SourceOf<T>::Type;
  if constexpr (DescribedOutside<T>) {
    if constexpr (kHasRemoved<T>) {
      Source::fastser_upgrade(value, from, removed);
    } else {
      Source::fastser_upgrade(value, from);
    }
  } else if constexpr (kHasRemoved<T>) {
    value.fastser_upgrade(from, removed);
  } else {
    value.fastser_upgrade(from);
  }
}

}  // namespace fastser::schema
