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

#include "fastser/describe.hpp"
#include "fastser/internal/base/compiler.hpp"

namespace fastser::schema {

/// Everything about the fields that has to be searched for, found once: compilers count the steps
/// that a constant takes (clang gives up after a million), and records have up to a hundred fields.
template <std::size_t kOwn, std::size_t kWritten>
struct FieldRow {
  std::array<std::size_t, kOwn + 1> place{};  ///< of an own field, among the written ones
  std::array<std::size_t, kWritten + 1> own{};
  std::array<std::string_view, kWritten + 1> names{};
  std::array<std::uint32_t, kWritten + 1> ids{};
};

template <Record T>
constexpr std::size_t count_written() {
  std::size_t count = 0;
  if constexpr (HasBase<T>) count = count_written<BaseOf<T>>();
  for (std::size_t i = 0; i < Description<T>::count(); ++i) {
    count += Description<T>::omitted(i) ? 0U : 1U;
  }
  return count;
}

/// Counted once: a loop asks for it at every step.
template <Record T>
inline constexpr std::size_t kWrittenCount = count_written<T>();

template <Record T>
constexpr auto make_field_row();

template <Record T>
inline constexpr auto kFieldRow = make_field_row<T>();

template <Record T>
constexpr auto make_field_row() {
  using D = Description<T>;
  FieldRow<D::count(), kWrittenCount<T>> row;
  std::size_t at = 0;
  if constexpr (HasBase<T>) {
    using Base = BaseOf<T>;
    for (; at < kWrittenCount<Base>; ++at) {
      row.names[at] = kFieldRow<Base>.names[at];
      row.ids[at] = kFieldRow<Base>.ids[at];
    }
  }
  for (std::size_t i = 0; i < D::count(); ++i) {
    row.place[i] = at;
    if (D::omitted(i)) continue;
    row.own[at] = i;
    row.names[at] = D::field_name(i);
    row.ids[at] = static_cast<std::uint32_t>(at);
    if constexpr (D::kHasOptions) {
      for (const FieldOption& option : D::Source::fastser_options) {
        if (option.kind == FieldOption::Kind::kId && option.field == row.names[at]) {
          row.ids[at] = option.number;
        }
      }
    }
    ++at;
  }
  return row;
}

template <typename... M>
struct Members {};
template <typename... M>
constexpr Members<M...> members_of(M&...) {  // defined: M may have no linkage
  return {};
}
/// Types: Members<...> of the own fields of T, omitted ones too. Found once for all codecs.
template <Record T>
struct MembersOf {
  using Types = decltype(Description<T>::visit(
      std::declval<T&>(), [](auto&... members) { return members_of(members...); }));
};

template <Record T>
struct Fields {
  using D = Description<T>;

 private:
  static constexpr std::size_t base_count() {
    if constexpr (HasBase<T>) return Fields<BaseOf<T>>::count();
    return 0;
  }
  using OwnTypes = typename MembersOf<T>::Types;
  template <std::size_t kIndex, typename First, typename... Rest>
  static constexpr auto nth(Members<First, Rest...>) {
    if constexpr (kIndex == 0) {
      return std::type_identity<First>{};
    } else {
      return nth<kIndex - 1>(Members<Rest...>{});
    }
  }
  template <std::size_t kIndex>
  static constexpr auto type_at() {
    if constexpr (kIndex < base_count()) {
      return std::type_identity<typename Fields<BaseOf<T>>::template Type<kIndex>>{};
    } else {
      return nth<kFieldRow<T>.own[kIndex]>(OwnTypes{});
    }
  }

 public:
  /// How many.
  static constexpr std::size_t count() { return kWrittenCount<T>; }
  static constexpr std::string_view name(std::size_t index) { return kFieldRow<T>.names[index]; }
  /// The number the field is called by: fastser::id, else its index.
  static constexpr std::uint32_t id(std::size_t index) { return kFieldRow<T>.ids[index]; }
  /// The field of that name, or formerly of that name; -1 if there is none. What a base class
  /// calls a field goes before what the class once called one.
  static constexpr int find(std::string_view name) {
    for (std::size_t i = 0; i < count(); ++i) {
      if (Fields::name(i) == name) return static_cast<int>(i);
    }
    return find_former(name);
  }
  /// The field formerly of that name, which no field has now.
  static constexpr int find_former(std::string_view name) {
    if (const int found = D::find(name); found >= 0) {
      return static_cast<int>(kFieldRow<T>.place[static_cast<std::size_t>(found)]);
    }
    if constexpr (HasBase<T>) return Fields<BaseOf<T>>::find_former(name);
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
  FASTSER_INLINE static constexpr bool visit(Object& value, Call&& call) {
    if constexpr (HasBase<T>) {
      using Base = BaseOf<T>;
      using Part = std::conditional_t<std::is_const_v<Object>, const Base, Base>;
      if (!Fields<Base>::visit(static_cast<Part&>(value), call)) return false;
    }
    return D::visit_inline(value, [&](auto&... members) FASTSER_INLINE_LAMBDA {
      return [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) FASTSER_INLINE_LAMBDA {
        return (step<kIndex>(members, call) && ...);
      }
      (std::make_index_sequence<sizeof...(members)>{});
    });
  }

 private:
  template <std::size_t kIndex, typename M, typename Call>
  FASTSER_INLINE static constexpr bool step(M& member, Call& call) {
    if constexpr (D::omitted(kIndex)) {
      return true;
    } else {
      return call.template operator()<kFieldRow<T>.place[kIndex]>(member);
    }
  }
  static constexpr bool all_different() {
    for (std::size_t i = 0; i < count(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        if (kFieldRow<T>.ids[i] == kFieldRow<T>.ids[k]) return false;
      }
    }
    return !has_twins(kFieldRow<T>.names, count());
  }
  static_assert(all_different(),
                "two fields have one number or one name (also counting the base class)");
};

}  // namespace fastser::schema
