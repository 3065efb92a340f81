// SPDX-License-Identifier: MIT
//
// fastser::graph: comparing and releasing object graphs without recursion along pointers.
//
// A list of a million shared_ptr nodes decodes without recursion, but its own destructor recurses
// once per node, and so does a comparison written by hand. These two walk described types by their
// fields, with a worklist for what pointers lead to.
//
// Polymorphic objects are seen as their static class.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <algorithm>
#include <cstdint>
#include <filesystem>
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
    if constexpr (schema::HasBase<T>) take_apart<typename T::fastser_base>(value, list);
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
    } else if constexpr (archive::MapLike<T> && !archive::kMulti<T>) {
      return same_map(left, right);
    } else if constexpr (archive::Unordered<T>) {
      return left == right;
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
    } else {
      return left == right;
    }
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
      if (!same<typename T::fastser_base>(left, right)) return false;
    }
    return schema::Description<T>::visit(left, [&](const auto&... ours) {
      return schema::Description<T>::visit(
          right, [&](const auto&... theirs) { return (same(ours, theirs) && ...); });
    });
  }
  template <typename T>
  bool same_range(const T& left, const T& right) {
    if (left.size() != right.size()) return false;
    auto other = right.begin();
    for (auto it = left.begin(); it != left.end(); ++it, ++other) {
      using E = typename T::value_type;
      if constexpr (std::is_same_v<E, bool>) {
        if (static_cast<bool>(*it) != static_cast<bool>(*other)) return false;
      } else {
        if (!same<E>(*it, *other)) return false;
      }
    }
    return true;
  }
  template <typename T>
  bool same_map(const T& left, const T& right) {
    if (left.size() != right.size()) return false;
    for (const auto& [key, mapped] : left) {
      const auto other = right.find(key);
      if (other == right.end() || !same(mapped, other->second)) return false;
    }
    return true;
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
      const auto next = static_cast<std::uint32_t>(partners_.size());
      const std::uint32_t tag = archive::object_tag<std::remove_const_t<E>>();
      const auto ours = left_.find_or_add(left, tag, next);
      const auto theirs = right_.find_or_add(right, tag, next);
      if (ours.found || theirs.found) {
        return ours.found && theirs.found && ours.number == theirs.number;
      }
      partners_.push_back(right);
    }
    pairs_.push_back({left, right, [](const void* a, const void* b, Comparison& comparison) {
                        return comparison.same(*static_cast<const E*>(a),
                                               *static_cast<const E*>(b));
                      }});
    return true;
  }

  archive::ObjectTable left_;
  archive::ObjectTable right_;
  std::vector<const void*> partners_;
  std::vector<Pair> pairs_;
};

}  // namespace detail

/// True when the graphs hold equal values and the same objects are shared in the same places.
/// NaNs are equal here. Iterative along pointers; memory about 40 bytes an object.
template <typename T>
[[nodiscard]] bool equal(const T& left, const T& right) {
  return detail::Comparison().run(left, right);
}

/// Releases everything that `root` alone owns, without recursion along shared_ptr and unique_ptr,
/// and leaves those pointers empty. Objects that others own too stay; cycles of shared_ptr keep
/// themselves alive as always.
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
