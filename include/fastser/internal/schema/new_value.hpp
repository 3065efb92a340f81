// SPDX-License-Identifier: MIT
//
// NewValue: makes elements of containers as T() makes them, only faster.
//
// T() of a record with a string in it sets all its bytes to zero and then constructs its members
// over them; g++ does the first with an instruction (rep stos) that costs as much as the rest of
// reading a small record. Here the members construct themselves, and those that would be left
// undefined, numbers and what is made of them, are copied from a T() made once. That is done where
// all members are known: for aggregates described by their own members.
#pragma once

#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "fastser/describe.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/schema/containers.hpp"

namespace fastser::schema {

/// Classes of the standard library whose default constructor leaves nothing undefined.
template <typename T>
inline constexpr bool kMakesItself = false;
template <typename... A>
inline constexpr bool kMakesItself<std::basic_string<A...>> = true;
template <typename... A>
inline constexpr bool kMakesItself<std::vector<A...>> = true;
template <typename... A>
inline constexpr bool kMakesItself<std::map<A...>> = true;
template <typename... A>
inline constexpr bool kMakesItself<std::unordered_map<A...>> = true;
template <typename... A>
inline constexpr bool kMakesItself<std::unique_ptr<A...>> = true;
template <typename A>
inline constexpr bool kMakesItself<std::shared_ptr<A>> = true;
template <typename A>
inline constexpr bool kMakesItself<std::optional<A>> = true;
template <typename... A>
inline constexpr bool kMakesItself<std::variant<A...>> = true;

/// Members that a constructor leaves undefined, and that can be copied byte by byte.
template <typename T>
inline constexpr bool kIsPlain = std::is_trivially_copyable_v<T>&&
    std::is_trivially_default_constructible_v<T>&& std::is_same_v<T, std::remove_cv_t<T>>;

/// Records that are made member by member. (An array is an aggregate too, of an array.)
template <typename T>
consteval bool is_made_by_members() {
  if constexpr (Record<T> && !requires { std::tuple_size<T>::value; }) {
    if constexpr (!Description<T>::kByMembers && !kIsPlain<T> &&
                  std::is_default_constructible_v<T> && std::is_move_constructible_v<T>) {
      using Known = decltype(visit_members(std::declval<T&>(), []<typename... M>(M&...) {
        return std::bool_constant<((kIsPlain<M> || kMakesItself<M> || is_made_by_members<M>()) &&
                                   ...)>();
      }));
      return Known::value;
    }
  }
  return false;
}

template <typename T>
void copy_plain(T& to, const T& from) noexcept;

template <typename M>
FASTSER_INLINE inline void copy_if_plain(M& to, const M& from) noexcept {
  if constexpr (kIsPlain<M>) {
    std::memcpy(&to, &from, sizeof(M));
  } else if constexpr (is_made_by_members<M>()) {
    copy_plain(to, from);
  }
}
/// Copies the plain members of a record.
template <typename T>
FASTSER_INLINE inline void copy_plain(T& to, const T& from) noexcept {
  visit_members(to, [&](auto&... target) FASTSER_INLINE_LAMBDA {
    visit_members(from, [&](const auto&... source)
                            FASTSER_INLINE_LAMBDA { (copy_if_plain(target, source), ...); });
  });
}

/// Handed to a container's emplace, this is a new T, made where it stays.
template <typename T>
class NewValue {
 public:
  explicit NewValue(const T& prototype) noexcept : prototype_(prototype) {}
  FASTSER_INLINE operator T() const {  // NOLINT: implicit on purpose
    T value;
    copy_plain(value, prototype_);
    return value;
  }

 private:
  const T& prototype_;
};

/// Adds elements to maps; one for all elements of a map.
template <typename Map>
class NewElements {
 public:
  /// The element of the key, which is taken unless the map has it already; a new value otherwise.
  FASTSER_INLINE auto add(Map& map, typename Map::key_type&& key) const {
    if constexpr (kByMembers) {
      return map.try_emplace(map.end(), std::move(key), NewValue<Mapped>(prototype_));
    } else {
      return map.try_emplace(map.end(), std::move(key));
    }
  }

 private:
  using Mapped = typename Map::mapped_type;
  static constexpr bool kByMembers = is_made_by_members<Mapped>();
  struct None {};
  [[no_unique_address]] std::conditional_t<kByMembers, Mapped, None> prototype_{};
};

/// Keys that are read whole, whatever they were before.
template <typename K>
inline constexpr bool kIsReadWhole =
    std::is_arithmetic_v<K> || std::is_enum_v<K> || BytesContainer<K>;

/// Where the next key is read: `used`, or a new one where something of the key before could stay in
/// it, as a field that is not written.
template <typename K>
[[nodiscard]] FASTSER_INLINE inline decltype(auto) next_key([[maybe_unused]] K& used) {
  if constexpr (kIsReadWhole<K>) {
    return (used);
  } else {
    return K();
  }
}

template <typename T, typename... Known>
inline constexpr bool kIsOneOf = (std::is_same_v<T, Known> || ...);
/// Whether the keys of a container are texts that are compared as they are.
template <typename T>
inline constexpr bool kComparesTexts = [] {
  using K = typename T::key_type;
  if constexpr (requires {
                  requires std::is_same_v<typename K::traits_type,
                                          std::char_traits<typename K::value_type>>;
                }) {
    if constexpr (requires { typename T::key_compare; }) {
      return kIsOneOf<typename T::key_compare, std::less<K>, std::less<>>;
    } else if constexpr (requires { typename T::key_equal; }) {
      return kIsOneOf<typename T::key_equal, std::equal_to<K>, std::equal_to<>>;
    }
  }
  return false;
}();

/// Whether a key that T takes for equal to another is surely the same: 0.0 and -0.0 are not, nor
/// may those be which have a comparison of their own.
template <typename T>
[[nodiscard]] FASTSER_INLINE inline bool is_same_key(
    [[maybe_unused]] const typename T::key_type& key,
    [[maybe_unused]] const typename T::key_type& other) noexcept {
  if constexpr (std::is_scalar_v<typename T::key_type>) {
    return std::memcmp(&key, &other, sizeof(key)) == 0;
  } else {
    return kComparesTexts<T>;
  }
}

/// The node of a key that `key` is equal to gets this one. False where keys cannot be assigned.
template <typename T, typename Node>
[[nodiscard]] FASTSER_INLINE inline bool renew_key(Node& node, typename T::key_type& key) {
  if (is_same_key<T>(node.key(), key)) return true;
  if constexpr (std::is_move_assignable_v<typename T::key_type> &&
                requires { node.key() = std::move(key); }) {
    node.key() = std::move(key);
    return true;
  } else {
    return false;
  }
}

}  // namespace fastser::schema
