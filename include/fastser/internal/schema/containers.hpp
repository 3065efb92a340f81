// SPDX-License-Identifier: MIT
//
// Kinds of containers, for codecs: which types are text, data, lists, sets and maps.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "fastser/internal/base/compiler.hpp"

namespace fastser::schema {

template <typename T>
concept ByteLike = std::is_same_v<T, std::byte> || std::is_same_v<T, std::uint8_t>;

/// Says of a container of characters or bytes what it is; such types are text or data.
template <typename T>
struct BytesAccess;
template <typename Traits, typename Allocator>
struct BytesAccess<std::basic_string<char, Traits, Allocator>> {
  static constexpr bool kIsData = false;
  static constexpr bool kIsView = false;
};
template <>
struct BytesAccess<std::string_view> {
  static constexpr bool kIsData = false;
  static constexpr bool kIsView = true;
};
template <ByteLike B, typename Allocator>
struct BytesAccess<std::vector<B, Allocator>> {
  static constexpr bool kIsData = true;
  static constexpr bool kIsView = false;
};
template <ByteLike B>
struct BytesAccess<std::span<const B>> {
  static constexpr bool kIsData = true;
  static constexpr bool kIsView = true;
};

template <typename T>
concept BytesContainer = requires {
  BytesAccess<T>::kIsData;
};

template <typename T>
concept Sequence = !BytesContainer<T> && requires(T & t, const T& c) {
  typename T::value_type;
  typename T::iterator;
  t.emplace_back();
  c.begin();
  c.size();
  t.resize(std::size_t{});
};

template <typename T>
concept ConstSpan =
    std::is_same_v<T, std::span<const typename T::value_type>> && !BytesContainer<T>;

template <typename T>
inline constexpr bool kContiguous = std::contiguous_iterator<typename T::iterator>;

/// Keeps its elements in blocks, one of them at least (empty_heap.hpp).
template <typename T>
inline constexpr bool kIsDeque =
    std::random_access_iterator<typename T::iterator> && !requires(const T& t) {
  t.capacity();
};

template <typename T>
concept SetLike = requires(T& t, typename T::key_type k) {
  typename T::key_type;
  t.find(k);
  t.clear();
}
&&!requires { typename T::mapped_type; };

template <typename T>
concept MapLike = requires(T& t, typename T::key_type k) {
  typename T::mapped_type;
  t.find(k);
  t.clear();
};

/// Gives away the node of a key, which another map takes; those that keep their elements side by
/// side have none.
template <typename T>
concept GivesNodes = requires(T& map, const typename T::key_type& key) {
  map.insert(map.end(), map.extract(key));
};

/// Has a hash table inside.
template <typename T>
concept Unordered = requires {
  typename T::hasher;
};

template <typename K>
[[nodiscard]] bool key_less(const K& left, const K& right);

/// How keys compare, and whether that is surely an order, as std::sort needs it: the `<` of a class
/// may be none, as that which compiles for a class with a float is none where one is NaN.
template <typename K>
struct KeyOrder {
  static constexpr bool kIsSure = std::is_arithmetic_v<K> || BytesContainer<K>;
  static bool less(const K& left, const K& right) {
    if constexpr (std::is_floating_point_v<K>) {
      // Numbers and infinities are at most infinity. (<cmath> takes long to compile.)
      constexpr K kInfinity = std::numeric_limits<K>::infinity();
      return left < right || (left <= kInfinity && !(right <= kInfinity));
    } else {
      return std::less<K>()(left, right);
    }
  }
};
template <typename E>
struct KeyOrder<std::optional<E>> {
  static constexpr bool kIsSure = KeyOrder<E>::kIsSure;
  static bool less(const std::optional<E>& left, const std::optional<E>& right) {
    if (!left || !right) return !left && right;
    return key_less(*left, *right);
  }
};
template <typename K, typename... E>
struct TupleOrder {
  static constexpr bool kIsSure = (KeyOrder<E>::kIsSure && ...);
  static bool less(const K& left, const K& right) { return less_from<0>(left, right); }

 private:
  template <std::size_t kIndex>
  static bool less_from(const K& left, const K& right) {
    if constexpr (kIndex == sizeof...(E)) {
      return false;
    } else {
      if (key_less(std::get<kIndex>(left), std::get<kIndex>(right))) return true;
      if (key_less(std::get<kIndex>(right), std::get<kIndex>(left))) return false;
      return less_from<kIndex + 1>(left, right);
    }
  }
};
template <typename... E>
struct KeyOrder<std::tuple<E...>> : TupleOrder<std::tuple<E...>, E...> {};
template <typename A, typename B>
struct KeyOrder<std::pair<A, B>> : TupleOrder<std::pair<A, B>, A, B> {};

template <typename K, typename E>
struct ListOrder {
  static constexpr bool kIsSure = KeyOrder<E>::kIsSure || BytesContainer<K>;
  static bool less(const K& left, const K& right) {
    if constexpr (std::is_integral_v<E> || BytesContainer<K>) {
      return left < right;
    } else {
      for (std::size_t i = 0; i < right.size(); ++i) {
        if (i == left.size() || key_less<E>(left[i], right[i])) return true;
        if (key_less<E>(right[i], left[i])) return false;
      }
      return false;
    }
  }
};
template <typename E, std::size_t kCount>
struct KeyOrder<std::array<E, kCount>> : ListOrder<std::array<E, kCount>, E> {};
template <typename E, typename Allocator>
struct KeyOrder<std::vector<E, Allocator>> : ListOrder<std::vector<E, Allocator>, E> {};

/// The order in which keys are written: as they compare, but NaN comes last, also inside of others.
template <typename K>
[[nodiscard]] bool key_less(const K& left, const K& right) {
  return KeyOrder<K>::less(left, right);
}

/// May hold equal keys: multimap, multiset.
template <typename T>
inline constexpr bool kMulti = !requires(T & t, typename T::value_type v) {
  t.insert(v).second;
};

/// Whether keys of this type are told apart by where their contents lie, while what is written is
/// the contents: two of them may then be written as equals.
template <typename K>
inline constexpr bool kByAddress = false;
template <template <typename...> typename Holder, typename... E>
inline constexpr bool kByAddress<Holder<E...>> = (kByAddress<E> || ...);
template <typename E, std::size_t kCount>
inline constexpr bool kByAddress<std::array<E, kCount>> = kByAddress<E>;
template <typename E, typename Deleter>
inline constexpr bool kByAddress<std::unique_ptr<E, Deleter>> = true;
template <typename E>
inline constexpr bool kByAddress<std::shared_ptr<E>> = false;

/// What no map or set of an archive may hold: lists of elements, or of pairs, instead.
template <typename T>
inline constexpr bool kMayRepeat = kMulti<T> || kByAddress<typename T::key_type>;

/// Heap bytes of an element: links and colour, or link, hash and its share of two bucket arrays.
template <typename T>
inline constexpr std::size_t kNodeSize = sizeof(typename T::value_type) +
                                         (Unordered<T> ? 6 : 4) * sizeof(void*);

/// Room for `count` elements in an empty container with a hash table, where that is of use: from
/// five to thirteen libstdc++ makes room for thirteen by itself, without asking what prime follows.
/// libc++ keeps to powers of two once it has one, and then needs no division to find a bucket: good
/// for keys whose hash depends on all their bits, as that of texts does.
template <Unordered T>
FASTSER_INLINE inline void reserve_elements(T& container, std::size_t count) {
#if defined(__GLIBCXX__)
  if (count >= 5 && count <= 13) return;
#elif defined(_LIBCPP_VERSION)
  if constexpr (std::is_same_v<typename T::hasher, std::hash<std::string>>) {
    if (container.max_load_factor() == 1.0F) {
      container.rehash(std::bit_ceil(count));
      return;
    }
  }
#endif
  container.reserve(count);
}

/// Empties a map that is read into, makes room, and calls read(reuse, old). std::true_type: `old`
/// has what the map held, whose nodes may be taken; std::false_type: there is nothing to take.
template <MapLike T, typename Read>
FASTSER_INLINE inline auto refill(T& value, [[maybe_unused]] std::size_t room, const Read& read) {
  const auto empty = [&] {
    value.clear();
    if constexpr (Unordered<T>) reserve_elements(value, room);
  };
  if constexpr (!kMulti<T> && GivesNodes<T>) {
    if (!value.empty()) {
      T old = std::move(value);
      empty();
      return read(std::true_type{}, old);
    }
  }
  empty();
  return read(std::false_type{}, value);
}

/// Whether so many keys share the bucket of `key` that somebody chose them to (B10): std::hash of
/// an integer is the integer. Asked once in 64 insertions of a map that could be so, at a place
/// that the writer cannot foresee. Containers that may hold equal keys are not asked.
template <typename T>
FASTSER_INLINE [[nodiscard]] inline bool is_crowded(const T& value, const typename T::key_type& key,
                                                    std::size_t index) {
  if constexpr (requires { value.bucket_size(value.bucket(key)); } && !kMulti<T>) {
    constexpr std::size_t kCrowd = 256;
    if (index < kCrowd) [[likely]] {
      return false;
    }
    const std::uint64_t secret = reinterpret_cast<std::uintptr_t>(&key) >> 4;
    const std::uint64_t place = ((secret ^ (index / 64)) * 0x9E3779B97F4A7C15U) >> 58;
    return index % 64 == place && value.bucket_size(value.bucket(key)) > kCrowd;
  } else {
    return false;
  }
}

}  // namespace fastser::schema
