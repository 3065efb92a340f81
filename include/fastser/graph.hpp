// SPDX-License-Identifier: MIT
//
// fastser::graph: comparing and releasing object graphs without recursion along pointers.
//
// A list of a million shared_ptr nodes decodes without recursion, but its own destructor recurses
// once per node, and so does a comparison written by hand. These two walk described types by their
// fields, with a worklist for what pointers lead to.
//
// Of a polymorphic object only the fields of the pointer's static class are seen. Sets and maps are
// equal if their elements are. Keys that are pointers, or hold some, do not compile with the
// standard comparisons (see equal). Comparisons by what the pointers lead to have their limits when
// an archive is read (docs/types.md).
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "fastser/internal/archive/typed/codecs.hpp"

namespace fastser::graph {
namespace detail {

template <typename T>
concept OwningPointer = requires {
  typename T::element_type;
}
&&(std::is_same_v<T, std::shared_ptr<typename T::element_type>> || requires(T & t) {
  t.release();
  typename T::deleter_type;
});

template <typename T>
inline constexpr bool kIsLeaf =
    std::is_arithmetic_v<T> || std::is_enum_v<T> || archive::BytesContainer<T> ||
    std::is_same_v<T, std::filesystem::path>;  // a range of paths: of itself

template <typename T>
concept Range = requires(T& t) {
  t.begin();
  t.end();
  typename T::value_type;
};

template <typename T>
struct IsTuple : std::false_type {};
template <typename... E>
struct IsTuple<std::tuple<E...>> : std::true_type {};
template <typename A, typename B>
struct IsTuple<std::pair<A, B>> : std::true_type {};
template <typename T>
struct IsVariant : std::false_type {};
template <typename... E>
struct IsVariant<std::variant<E...>> : std::true_type {};
template <typename T>
struct IsOptional : std::false_type {};
template <typename E>
struct IsOptional<std::optional<E>> : std::true_type {};

/// Whether a value of T has a pointer in it, as far as T says. `Around`: what T was found in.
template <typename T, typename... Around>
constexpr bool holds_pointers() {
  if constexpr ((std::is_same_v<T, Around> || ...) || kIsLeaf<T>) {
    return false;
  } else if constexpr (archive::TrackedPointer<T> || OwningPointer<T>) {
    return true;
  } else if constexpr (std::is_const_v<T>) {
    return holds_pointers<std::remove_const_t<T>, Around...>();
  } else if constexpr (IsOptional<T>::value || Range<T>) {
    return holds_pointers<typename T::value_type, T, Around...>();
  } else if constexpr (IsVariant<T>::value || IsTuple<T>::value) {
    return []<template <typename...> typename Of, typename... E>(std::type_identity<Of<E...>>) {
      return (holds_pointers<E, T, Around...>() || ...);
    }(std::type_identity<T>{});
  } else if constexpr (std::is_array_v<T>) {
    return holds_pointers<std::remove_extent_t<T>, Around...>();
  } else if constexpr (schema::Record<T>) {
    if constexpr (schema::HasBase<T>) {
      if (holds_pointers<schema::BaseOf<T>, T, Around...>()) return true;
    }
    using Found = decltype(schema::Description<T>::visit(
        std::declval<const T&>(), []<typename... Field>(const Field&...) {
          return std::bool_constant<(holds_pointers<Field, T, Around...>() || ...)>();
        }));
    return Found::value;
  } else {
    return false;
  }
}

/// Whether a set or map leaves it to the keys how they are compared: pointers then by address.
template <typename T>
constexpr bool compares_as_keys_do() {
  using Key = typename T::key_type;
  if constexpr (archive::Unordered<T>) {
    using Same = typename T::key_equal;
    return std::is_same_v<Same, std::equal_to<Key>> || std::is_same_v<Same, std::equal_to<>>;
  } else {
    using Less = typename T::key_compare;
    return std::is_same_v<Less, std::less<Key>> || std::is_same_v<Less, std::less<>> ||
           std::is_same_v<Less, std::greater<Key>> || std::is_same_v<Less, std::greater<>>;
  }
}

/// What is to be released, and how to take it apart first.
struct Owned {
  std::shared_ptr<void> object;
  void (*take_apart)(void* object, std::vector<Owned>& list);
};

template <typename T>
void take_apart(T& value, std::vector<Owned>& list) {
  if constexpr (kIsLeaf<T> || std::is_const_v<T>) {
    return;
  } else if constexpr (OwningPointer<T>) {
    using E = typename T::element_type;
    if (!value) return;
    const auto inner = [](void* object, std::vector<Owned>& more) {
      if constexpr (!std::is_const_v<E>) take_apart(*static_cast<E*>(object), more);
    };
    if constexpr (requires { value.use_count(); }) {
      if (value.use_count() == 1) list.push_back({std::move(value), inner});
      value.reset();
    } else {
      list.push_back({std::shared_ptr<E>(std::move(value)), inner});
    }
  } else if constexpr (IsOptional<T>::value) {
    if (value) take_apart(*value, list);
  } else if constexpr (IsVariant<T>::value) {
    std::visit([&](auto& inner) { take_apart(inner, list); }, value);
  } else if constexpr (IsTuple<T>::value) {
    std::apply([&](auto&... inner) { (take_apart(inner, list), ...); }, value);
  } else if constexpr (Range<T>) {
    if constexpr (!kIsLeaf<typename T::value_type>) {
      for (auto& element : value) take_apart(element, list);
    }
  } else if constexpr (std::is_array_v<T>) {
    for (auto& element : value) take_apart(element, list);
  } else if constexpr (schema::Record<T>) {
    if constexpr (schema::HasBase<T>) take_apart<schema::BaseOf<T>>(value, list);
    schema::Description<T>::visit(value, [&](auto&... fields) { (take_apart(fields, list), ...); });
  }
}

/// Compares two graphs: equal values, and pointers that lead to objects in the same places.
class Comparison {
 public:
  template <typename T>
  bool run(const T& left, const T& right) {
    bool equal = same(left, right);
    while (equal && !pairs_.empty()) {
      const Pair pair = pairs_.back();
      pairs_.pop_back();
      equal = pair.same(pair.left, pair.right, *this);
    }
    return equal;
  }

 private:
  struct Pair {
    const void* left;
    const void* right;
    bool (*same)(const void*, const void*, Comparison&);
  };

  template <typename T>
  bool same(const T& left, const T& right) {
    if constexpr (std::is_floating_point_v<T>) {
      return left == right || (left != left && right != right);
    } else if constexpr (kIsLeaf<T>) {
      return same_leaf(left, right);
    } else if constexpr (archive::TrackedPointer<T>) {
      return same_target(archive::PointerAccess<T>::get(left),
                         archive::PointerAccess<T>::get(right), true);
    } else if constexpr (OwningPointer<T>) {
      return same_target(left.get(), right.get(), false);
    } else if constexpr (IsOptional<T>::value) {
      return left.has_value() == right.has_value() && (!left || same(*left, *right));
    } else if constexpr (IsVariant<T>::value) {
      return left.index() == right.index() && same_variant(left, right);
    } else if constexpr (IsTuple<T>::value) {
      return same_tuple(left, right, std::make_index_sequence<std::tuple_size_v<T>>{});
    } else if constexpr (archive::SetLike<T> || archive::MapLike<T>) {
      return same_keyed(left, right);
    } else if constexpr (Range<T>) {
      return same_range(left, right);
    } else if constexpr (std::is_array_v<T>) {
      for (std::size_t i = 0; i < std::extent_v<T>; ++i) {
        if (!same(left[i], right[i])) return false;
      }
      return true;
    } else if constexpr (schema::Record<T>) {
      return same_record(left, right);
    } else if constexpr (requires { left.load(); }) {
      return left.load() == right.load();
    } else if constexpr (schema::Wrapping<T> && !requires { left == right; }) {
      return same_inner<typename schema::Wrapped<T>::Inner>(schema::Wrapped<T>::to(left),
                                                            schema::Wrapped<T>::to(right));
    } else {
      return left == right;
    }
  }
  /// What wrapped values stand for. If it is made for the moment, it is kept: the objects that it
  /// leads to are compared later, and known by their addresses.
  template <typename Inner>
  bool same_inner(const Inner& left, const Inner& right) {
    return same(left, right);
  }
  template <typename Inner>
  bool same_inner(Inner&& left, Inner&& right) {
    const auto ours = std::make_shared<const Inner>(std::move(left));
    const auto theirs = std::make_shared<const Inner>(std::move(right));
    kept_.insert(kept_.end(), {ours, theirs});
    return same(*ours, *theirs);
  }
  template <typename T>
  static bool same_leaf(const T& left, const T& right) {
    if constexpr (archive::BytesContainer<T>) {
      return std::equal(left.begin(), left.end(), right.begin(), right.end());
    } else {
      return left == right;
    }
  }
  template <typename T>
  bool same_record(const T& left, const T& right) {
    if constexpr (schema::HasBase<T>) {
      if (!same<schema::BaseOf<T>>(left, right)) return false;
    }
    return schema::Description<T>::visit(left, [&](const auto&... ours) {
      return schema::Description<T>::visit(
          right, [&](const auto&... theirs) { return (same(ours, theirs) && ...); });
    });
  }
  template <typename T>
  bool same_range(const T& left, const T& right) {
    auto other = right.begin();
    // A forward_list does not know its size.
    for (auto it = left.begin(); it != left.end(); ++it, ++other) {
      if (other == right.end()) return false;
      using E = typename T::value_type;
      if constexpr (std::is_same_v<E, bool>) {
        if (static_cast<bool>(*it) != static_cast<bool>(*other)) return false;
      } else {
        if (!same<E>(*it, *other)) return false;
      }
    }
    return other == right.end();
  }
  template <typename T>
  bool same_keyed(const T& left, const T& right) {
    static_assert(!(compares_as_keys_do<T>() && holds_pointers<typename T::key_type>()),
                  "graph::equal cannot pair keys that are told apart by address: give the set or "
                  "map a comparison by what the pointers lead to");
    if constexpr (!archive::Unordered<T>) {
      return same_range(left, right);
    } else if constexpr (archive::kMulti<T>) {
      return same_groups(left, right);
    } else {
      if (left.size() != right.size()) return false;
      for (const auto& element : left) {
        const auto other = right.find(key_of<T>(element));
        if (other == right.end() || !same(element, *other)) return false;
      }
      return true;
    }
  }
  /// Equal keys lie together, in any order.
  template <typename T>
  bool same_groups(const T& left, const T& right) {
    static_assert(!holds_pointers<typename T::value_type>(),
                  "graph::equal cannot pair what equal keys of an unordered container lead to");
    if (left.size() != right.size()) return false;
    const auto equal = [this](const auto& a, const auto& b) { return this->same(a, b); };
    for (auto at = left.begin(); at != left.end();) {
      const auto ours = left.equal_range(key_of<T>(*at));
      const auto theirs = right.equal_range(key_of<T>(*at));
      if (!std::is_permutation(ours.first, ours.second, theirs.first, theirs.second, equal)) {
        return false;
      }
      at = ours.second;
    }
    return true;
  }
  template <typename T>
  static const typename T::key_type& key_of(const typename T::value_type& element) {
    if constexpr (archive::MapLike<T>) {
      return element.first;
    } else {
      return element;
    }
  }
  template <typename T>
  bool same_variant(const T& left, const T& right) {
    // By index: the same type may stand among the alternatives twice.
    return same_alternative(left, right, std::make_index_sequence<std::variant_size_v<T>>{});
  }
  template <typename T, std::size_t... kIndex>
  bool same_alternative(const T& left, const T& right, std::index_sequence<kIndex...>) {
    bool equal = true;  // valueless variants are equal
    static_cast<void>(
        ((left.index() == kIndex &&
          (equal = same(*std::get_if<kIndex>(&left), *std::get_if<kIndex>(&right)), true)) ||
         ...));
    return equal;
  }
  template <typename T, std::size_t... kIndex>
  bool same_tuple(const T& left, const T& right, std::index_sequence<kIndex...>) {
    return (same(std::get<kIndex>(left), std::get<kIndex>(right)) && ...);
  }
  template <typename E>
  bool same_target(const E* left, const E* right, bool has_identity) {
    if (left == nullptr || right == nullptr) return left == right;
    if (has_identity) {
      const std::uint32_t tag = archive::object_tag<std::remove_const_t<E>>();
      const auto ours = left_.find_or_add(left, tag, objects_);
      const auto theirs = right_.find_or_add(right, tag, objects_);
      if (ours.found || theirs.found) {
        return ours.found && theirs.found && ours.number == theirs.number;
      }
      ++objects_;
    }
    pairs_.push_back({left, right, [](const void* a, const void* b, Comparison& comparison) {
                        return comparison.same(*static_cast<const E*>(a),
                                               *static_cast<const E*>(b));
                      }});
    return true;
  }

  archive::ObjectTable left_;
  archive::ObjectTable right_;
  std::uint32_t objects_ = 0;  // pairs of them that were met
  std::vector<Pair> pairs_;
  std::vector<std::shared_ptr<const void>> kept_;  ///< values made for the moment
};

}  // namespace detail

/// True if the graphs have equal values and share the same objects at the same places. NaNs are
/// equal. No recursion along pointers. Cost: one pass over both; about 40 bytes per object. May
/// throw std::bad_alloc. Thread rule: the graphs must not change meanwhile.
///
/// Elements of sets and maps are matched by the container's own comparison, and then compared like
/// all values. The standard comparisons compare pointers in keys by address, and two graphs never
/// have the same addresses, so such a container does not compile. Give it a comparison of the
/// objects that the pointers lead to. Pointers in an unordered multimap or multiset do not compile
/// either, since elements with equal keys cannot be matched.
template <typename T>
[[nodiscard]] bool equal(const T& left, const T& right) {
  return detail::Comparison().run(left, right);
}

/// Releases what only `root` owns, without recursion along shared_ptr and unique_ptr, and leaves
/// these pointers empty. Objects that others own too stay alive, and so do cycles of shared_ptr.
/// Released with recursion, as by their destructors: elements of sets, keys of maps, objects behind
/// pointers to const, and containers that are no ranges (std::stack). May throw std::bad_alloc for
/// its list; nothing is lost then. Thread rule: nobody else may use the graph meanwhile. Cost: one
/// pass.
template <typename T>
void destroy(T& root) {
  std::vector<detail::Owned> list;
  detail::take_apart(root, list);
  while (!list.empty()) {
    const detail::Owned owned = std::move(list.back());
    list.pop_back();
    owned.take_apart(owned.object.get(), list);
  }
}

}  // namespace fastser::graph
