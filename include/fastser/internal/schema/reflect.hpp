// SPDX-License-Identifier: MIT
//
// Reflection of aggregates in plain C++20: how many members, the members themselves, their names.
//
// Counting: a T is brace-initialised from more and more values of a type that converts to anything.
// (The converting operator is constrained not to produce T itself, else a one-member aggregate
// would be copied.) A member that is a C array takes several initialisers by brace elision; it is
// recognised because `{}` in its place swallows them all, and is counted once.
// Members: structured bindings, one branch per count (up to kMaxMembers).
// Names: the address of a member of an object that is declared and never defined is a template
// argument, and compilers print it. The idea is Boost.PFR's (core_name), simplified.
#pragma once

#include <array>
#include <cstddef>
#include <cstdlib>
#include <string_view>
#include <type_traits>
#include <utility>

#include "fastser/internal/base/compiler.hpp"

namespace fastser::schema {

/// Members an aggregate may have to be reflected without FASTSER_FIELDS.
inline constexpr std::size_t kMaxMembers = 100;

namespace detail {

template <typename Aggregate>
struct Anything {
  // NOLINTNEXTLINE: never called; defined, since T may have no linkage
  template <typename T>
  requires(!std::is_same_v<T, Aggregate>) operator T() const noexcept { std::abort(); }
};

template <typename T, std::size_t>
using AnythingAt = Anything<T>;

template <typename T, std::size_t... kBefore, std::size_t... kAfter>
consteval bool takes_with_braces(std::index_sequence<kBefore...>, std::index_sequence<kAfter...>) {
  return requires { T{AnythingAt<T, kBefore>{}..., {}, AnythingAt<T, kAfter>{}...}; };
}

template <typename T, std::size_t... kIndex>
consteval bool takes(std::index_sequence<kIndex...>) {
  return requires { T{AnythingAt<T, kIndex>{}...}; };
}

// Whether each member takes one initialiser: parentheses do not elide the braces of C arrays.
template <typename T, std::size_t... kIndex>
consteval bool takes_one_each(std::index_sequence<kIndex...>) {
  return requires { T(AnythingAt<T, kIndex>{}...); };
}

// Initialisers that T takes, C arrays counted element by element: from the first count that T takes
// it takes all up to the one looked for, which is found by halving. (Members that have no default,
// like references, make smaller counts fail.)
template <typename T, std::size_t kTaken, std::size_t kRefused>
consteval std::size_t initialisers_between() {
  constexpr std::size_t kMiddle = (kTaken + kRefused) / 2;
  if constexpr (kMiddle == kTaken) {
    return kTaken;
  } else if constexpr (takes<T>(std::make_index_sequence<kMiddle>{})) {
    return initialisers_between<T, kMiddle, kRefused>();
  } else {
    return initialisers_between<T, kTaken, kMiddle>();
  }
}
template <typename T, std::size_t kTaken = 0, std::size_t kStep = 8>
consteval std::size_t initialiser_count() {
  if constexpr (kStep == 8 && kTaken < kMaxMembers &&
                !takes<T>(std::make_index_sequence<kTaken>{})) {
    return initialiser_count<T, kTaken + 1>();
  } else if constexpr (takes<T>(std::make_index_sequence<kTaken + kStep>{})) {
    return initialiser_count<T, kTaken + kStep, 2 * kStep>();
  } else {
    return initialisers_between<T, kTaken, kTaken + kStep>();
  }
}

// Whether the member beginning at initialiser kAt takes no more than kTaken of them.
template <typename T, std::size_t kAt, std::size_t kTotal, std::size_t kTaken>
consteval bool member_takes_at_most() {
  return takes_with_braces<T>(std::make_index_sequence<kAt>{},
                              std::make_index_sequence<kTotal - kAt - kTaken>{});
}
// It takes more than kTooFew, and at most kEnough.
template <typename T, std::size_t kAt, std::size_t kTotal, std::size_t kTooFew, std::size_t kEnough>
consteval std::size_t initialisers_of_array() {
  constexpr std::size_t kMiddle = (kTooFew + kEnough) / 2;
  if constexpr (kMiddle == kTooFew) {
    return kEnough;
  } else if constexpr (member_takes_at_most<T, kAt, kTotal, kMiddle>()) {
    return initialisers_of_array<T, kAt, kTotal, kTooFew, kMiddle>();
  } else {
    return initialisers_of_array<T, kAt, kTotal, kMiddle, kEnough>();
  }
}
// Initialisers that the member beginning at initialiser kAt takes: one by one, and where there are
// large arrays by halving, if all behind it has defaults (else too large counts fail as well).
template <typename T, std::size_t kAt, std::size_t kTotal, std::size_t kTaken = 1>
consteval std::size_t initialisers_of_member() {
  if constexpr (kAt + kTaken >= kTotal) {
    return kTotal - kAt;
  } else if constexpr (member_takes_at_most<T, kAt, kTotal, kTaken>()) {
    return kTaken;
  } else if constexpr (kTaken == 1 && kTotal > kMaxMembers &&
                       member_takes_at_most<T, kAt, kTotal, kTotal - kAt>()) {
    return initialisers_of_array<T, kAt, kTotal, kTaken, kTotal - kAt>();
  } else {
    return initialisers_of_member<T, kAt, kTotal, kTaken + 1>();
  }
}

template <typename T, std::size_t kTotal, std::size_t kAt = 0>
consteval std::size_t count_members() {
  if constexpr (kAt >= kTotal) {
    return 0;
  } else {
    return 1 + count_members<T, kTotal, kAt + initialisers_of_member<T, kAt, kTotal>()>();
  }
}

/// Converts to the base classes of T, and to nothing else.
template <typename T>
struct AnyBase {
  // NOLINTNEXTLINE: never called; defined, since B may have no linkage
  template <typename B>
  requires(std::is_base_of_v<B, T> && !std::is_same_v<B, T>) operator B() const noexcept {
    std::abort();
  }
};
struct ConvertsToNothing {};

}  // namespace detail

/// Whether the aggregate T has a base class: that would take the first initialiser. (A first member
/// that is made from anything takes it, too.)
template <typename T>
inline constexpr bool kHasBaseClass = requires {
  T{detail::AnyBase<T>{}};
}
&&!requires { T{detail::ConvertsToNothing{}}; };

/// Number of direct members of the aggregate T.
template <typename T>
inline constexpr std::size_t kMemberCount = [] {
  constexpr std::size_t kInitialisers = detail::initialiser_count<T>();
  if constexpr (detail::takes_one_each<T>(std::make_index_sequence<kInitialisers>{})) {
    return kInitialisers;
  } else {
    return detail::count_members<T, kInitialisers>();
  }
}();

// clang-format off
#define FASTSER_B1 m1
#define FASTSER_B2 FASTSER_B1, m2
#define FASTSER_B3 FASTSER_B2, m3
#define FASTSER_B4 FASTSER_B3, m4
#define FASTSER_B5 FASTSER_B4, m5
#define FASTSER_B6 FASTSER_B5, m6
#define FASTSER_B7 FASTSER_B6, m7
#define FASTSER_B8 FASTSER_B7, m8
#define FASTSER_B9 FASTSER_B8, m9
#define FASTSER_B10 FASTSER_B9, m10
#define FASTSER_B11 FASTSER_B10, m11
#define FASTSER_B12 FASTSER_B11, m12
#define FASTSER_B13 FASTSER_B12, m13
#define FASTSER_B14 FASTSER_B13, m14
#define FASTSER_B15 FASTSER_B14, m15
#define FASTSER_B16 FASTSER_B15, m16
#define FASTSER_B17 FASTSER_B16, m17
#define FASTSER_B18 FASTSER_B17, m18
#define FASTSER_B19 FASTSER_B18, m19
#define FASTSER_B20 FASTSER_B19, m20
#define FASTSER_B21 FASTSER_B20, m21
#define FASTSER_B22 FASTSER_B21, m22
#define FASTSER_B23 FASTSER_B22, m23
#define FASTSER_B24 FASTSER_B23, m24
#define FASTSER_B25 FASTSER_B24, m25
#define FASTSER_B26 FASTSER_B25, m26
#define FASTSER_B27 FASTSER_B26, m27
#define FASTSER_B28 FASTSER_B27, m28
#define FASTSER_B29 FASTSER_B28, m29
#define FASTSER_B30 FASTSER_B29, m30
#define FASTSER_B31 FASTSER_B30, m31
#define FASTSER_B32 FASTSER_B31, m32
#define FASTSER_B33 FASTSER_B32, m33
#define FASTSER_B34 FASTSER_B33, m34
#define FASTSER_B35 FASTSER_B34, m35
#define FASTSER_B36 FASTSER_B35, m36
#define FASTSER_B37 FASTSER_B36, m37
#define FASTSER_B38 FASTSER_B37, m38
#define FASTSER_B39 FASTSER_B38, m39
#define FASTSER_B40 FASTSER_B39, m40
#define FASTSER_B41 FASTSER_B40, m41
#define FASTSER_B42 FASTSER_B41, m42
#define FASTSER_B43 FASTSER_B42, m43
#define FASTSER_B44 FASTSER_B43, m44
#define FASTSER_B45 FASTSER_B44, m45
#define FASTSER_B46 FASTSER_B45, m46
#define FASTSER_B47 FASTSER_B46, m47
#define FASTSER_B48 FASTSER_B47, m48
#define FASTSER_B49 FASTSER_B48, m49
#define FASTSER_B50 FASTSER_B49, m50
#define FASTSER_B51 FASTSER_B50, m51
#define FASTSER_B52 FASTSER_B51, m52
#define FASTSER_B53 FASTSER_B52, m53
#define FASTSER_B54 FASTSER_B53, m54
#define FASTSER_B55 FASTSER_B54, m55
#define FASTSER_B56 FASTSER_B55, m56
#define FASTSER_B57 FASTSER_B56, m57
#define FASTSER_B58 FASTSER_B57, m58
#define FASTSER_B59 FASTSER_B58, m59
#define FASTSER_B60 FASTSER_B59, m60
#define FASTSER_B61 FASTSER_B60, m61
#define FASTSER_B62 FASTSER_B61, m62
#define FASTSER_B63 FASTSER_B62, m63
#define FASTSER_B64 FASTSER_B63, m64
#define FASTSER_B65 FASTSER_B64, m65
#define FASTSER_B66 FASTSER_B65, m66
#define FASTSER_B67 FASTSER_B66, m67
#define FASTSER_B68 FASTSER_B67, m68
#define FASTSER_B69 FASTSER_B68, m69
#define FASTSER_B70 FASTSER_B69, m70
#define FASTSER_B71 FASTSER_B70, m71
#define FASTSER_B72 FASTSER_B71, m72
#define FASTSER_B73 FASTSER_B72, m73
#define FASTSER_B74 FASTSER_B73, m74
#define FASTSER_B75 FASTSER_B74, m75
#define FASTSER_B76 FASTSER_B75, m76
#define FASTSER_B77 FASTSER_B76, m77
#define FASTSER_B78 FASTSER_B77, m78
#define FASTSER_B79 FASTSER_B78, m79
#define FASTSER_B80 FASTSER_B79, m80
#define FASTSER_B81 FASTSER_B80, m81
#define FASTSER_B82 FASTSER_B81, m82
#define FASTSER_B83 FASTSER_B82, m83
#define FASTSER_B84 FASTSER_B83, m84
#define FASTSER_B85 FASTSER_B84, m85
#define FASTSER_B86 FASTSER_B85, m86
#define FASTSER_B87 FASTSER_B86, m87
#define FASTSER_B88 FASTSER_B87, m88
#define FASTSER_B89 FASTSER_B88, m89
#define FASTSER_B90 FASTSER_B89, m90
#define FASTSER_B91 FASTSER_B90, m91
#define FASTSER_B92 FASTSER_B91, m92
#define FASTSER_B93 FASTSER_B92, m93
#define FASTSER_B94 FASTSER_B93, m94
#define FASTSER_B95 FASTSER_B94, m95
#define FASTSER_B96 FASTSER_B95, m96
#define FASTSER_B97 FASTSER_B96, m97
#define FASTSER_B98 FASTSER_B97, m98
#define FASTSER_B99 FASTSER_B98, m99
#define FASTSER_B100 FASTSER_B99, m100
#define FASTSER_BIND(n) else if constexpr (kCount == n) { auto& [FASTSER_B##n] = aggregate; return visit(FASTSER_B##n); }

/// Calls visit(member1, member2, ...) with references to the members of an aggregate.
template <typename T, typename Visit>
// NOLINTNEXTLINE(readability-function-size,readability-function-cognitive-complexity)
FASTSER_INLINE constexpr decltype(auto) visit_members(T& aggregate, Visit&& visit) {
  constexpr std::size_t kCount = kMemberCount<std::remove_const_t<T>>;
  static_assert(kCount <= kMaxMembers, "a class of more than 100 members: divide it by members that are structs");
  if constexpr (kCount == 0) { return visit(); }
  FASTSER_BIND(1)
  FASTSER_BIND(2)
  FASTSER_BIND(3)
  FASTSER_BIND(4)
  FASTSER_BIND(5)
  FASTSER_BIND(6)
  FASTSER_BIND(7)
  FASTSER_BIND(8)
  FASTSER_BIND(9)
  FASTSER_BIND(10)
  FASTSER_BIND(11)
  FASTSER_BIND(12)
  FASTSER_BIND(13)
  FASTSER_BIND(14)
  FASTSER_BIND(15)
  FASTSER_BIND(16)
  FASTSER_BIND(17)
  FASTSER_BIND(18)
  FASTSER_BIND(19)
  FASTSER_BIND(20)
  FASTSER_BIND(21)
  FASTSER_BIND(22)
  FASTSER_BIND(23)
  FASTSER_BIND(24)
  FASTSER_BIND(25)
  FASTSER_BIND(26)
  FASTSER_BIND(27)
  FASTSER_BIND(28)
  FASTSER_BIND(29)
  FASTSER_BIND(30)
  FASTSER_BIND(31)
  FASTSER_BIND(32)
  FASTSER_BIND(33)
  FASTSER_BIND(34)
  FASTSER_BIND(35)
  FASTSER_BIND(36)
  FASTSER_BIND(37)
  FASTSER_BIND(38)
  FASTSER_BIND(39)
  FASTSER_BIND(40)
  FASTSER_BIND(41)
  FASTSER_BIND(42)
  FASTSER_BIND(43)
  FASTSER_BIND(44)
  FASTSER_BIND(45)
  FASTSER_BIND(46)
  FASTSER_BIND(47)
  FASTSER_BIND(48)
  FASTSER_BIND(49)
  FASTSER_BIND(50)
  FASTSER_BIND(51)
  FASTSER_BIND(52)
  FASTSER_BIND(53)
  FASTSER_BIND(54)
  FASTSER_BIND(55)
  FASTSER_BIND(56)
  FASTSER_BIND(57)
  FASTSER_BIND(58)
  FASTSER_BIND(59)
  FASTSER_BIND(60)
  FASTSER_BIND(61)
  FASTSER_BIND(62)
  FASTSER_BIND(63)
  FASTSER_BIND(64)
  FASTSER_BIND(65)
  FASTSER_BIND(66)
  FASTSER_BIND(67)
  FASTSER_BIND(68)
  FASTSER_BIND(69)
  FASTSER_BIND(70)
  FASTSER_BIND(71)
  FASTSER_BIND(72)
  FASTSER_BIND(73)
  FASTSER_BIND(74)
  FASTSER_BIND(75)
  FASTSER_BIND(76)
  FASTSER_BIND(77)
  FASTSER_BIND(78)
  FASTSER_BIND(79)
  FASTSER_BIND(80)
  FASTSER_BIND(81)
  FASTSER_BIND(82)
  FASTSER_BIND(83)
  FASTSER_BIND(84)
  FASTSER_BIND(85)
  FASTSER_BIND(86)
  FASTSER_BIND(87)
  FASTSER_BIND(88)
  FASTSER_BIND(89)
  FASTSER_BIND(90)
  FASTSER_BIND(91)
  FASTSER_BIND(92)
  FASTSER_BIND(93)
  FASTSER_BIND(94)
  FASTSER_BIND(95)
  FASTSER_BIND(96)
  FASTSER_BIND(97)
  FASTSER_BIND(98)
  FASTSER_BIND(99)
  FASTSER_BIND(100)
}

#undef FASTSER_BIND
#undef FASTSER_B1
#undef FASTSER_B2
#undef FASTSER_B3
#undef FASTSER_B4
#undef FASTSER_B5
#undef FASTSER_B6
#undef FASTSER_B7
#undef FASTSER_B8
#undef FASTSER_B9
#undef FASTSER_B10
#undef FASTSER_B11
#undef FASTSER_B12
#undef FASTSER_B13
#undef FASTSER_B14
#undef FASTSER_B15
#undef FASTSER_B16
#undef FASTSER_B17
#undef FASTSER_B18
#undef FASTSER_B19
#undef FASTSER_B20
#undef FASTSER_B21
#undef FASTSER_B22
#undef FASTSER_B23
#undef FASTSER_B24
#undef FASTSER_B25
#undef FASTSER_B26
#undef FASTSER_B27
#undef FASTSER_B28
#undef FASTSER_B29
#undef FASTSER_B30
#undef FASTSER_B31
#undef FASTSER_B32
#undef FASTSER_B33
#undef FASTSER_B34
#undef FASTSER_B35
#undef FASTSER_B36
#undef FASTSER_B37
#undef FASTSER_B38
#undef FASTSER_B39
#undef FASTSER_B40
#undef FASTSER_B41
#undef FASTSER_B42
#undef FASTSER_B43
#undef FASTSER_B44
#undef FASTSER_B45
#undef FASTSER_B46
#undef FASTSER_B47
#undef FASTSER_B48
#undef FASTSER_B49
#undef FASTSER_B50
#undef FASTSER_B51
#undef FASTSER_B52
#undef FASTSER_B53
#undef FASTSER_B54
#undef FASTSER_B55
#undef FASTSER_B56
#undef FASTSER_B57
#undef FASTSER_B58
#undef FASTSER_B59
#undef FASTSER_B60
#undef FASTSER_B61
#undef FASTSER_B62
#undef FASTSER_B63
#undef FASTSER_B64
#undef FASTSER_B65
#undef FASTSER_B66
#undef FASTSER_B67
#undef FASTSER_B68
#undef FASTSER_B69
#undef FASTSER_B70
#undef FASTSER_B71
#undef FASTSER_B72
#undef FASTSER_B73
#undef FASTSER_B74
#undef FASTSER_B75
#undef FASTSER_B76
#undef FASTSER_B77
#undef FASTSER_B78
#undef FASTSER_B79
#undef FASTSER_B80
#undef FASTSER_B81
#undef FASTSER_B82
#undef FASTSER_B83
#undef FASTSER_B84
#undef FASTSER_B85
#undef FASTSER_B86
#undef FASTSER_B87
#undef FASTSER_B88
#undef FASTSER_B89
#undef FASTSER_B90
#undef FASTSER_B91
#undef FASTSER_B92
#undef FASTSER_B93
#undef FASTSER_B94
#undef FASTSER_B95
#undef FASTSER_B96
#undef FASTSER_B97
#undef FASTSER_B98
#undef FASTSER_B99
#undef FASTSER_B100
// clang-format on

namespace detail {

template <typename T>
struct Fake {
  T value;
};

#if defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wundefined-var-template"
#pragma clang diagnostic ignored "-Wundefined-internal"
#endif
template <typename T>
extern const Fake<T> fake;  // declared, never defined: only its members' addresses are named

template <typename Pointer>
struct Named {
  Pointer pointer;
};
template <typename Pointer>
Named(Pointer) -> Named<Pointer>;

// A row of pointers from which each is taken without looking at those before it.
template <std::size_t, typename Pointer>
struct PointerAt {
  Named<Pointer> pointer;
};
template <typename Index, typename... Pointer>
struct PointerRow;
template <std::size_t... kIndex, typename... Pointer>
struct PointerRow<std::index_sequence<kIndex...>, Pointer...> : PointerAt<kIndex, Pointer>... {};

template <std::size_t kIndex, typename Pointer>
constexpr Named<Pointer> pointer_at(const PointerAt<kIndex, Pointer>& at) {
  return at.pointer;
}

// A function: of a variable the linker would want to know where `fake` is.
template <typename T>
consteval auto pointers() {
  return visit_members(fake<T>.value, []<typename... M>(M&... members) {
    return PointerRow<std::index_sequence_for<M...>, M*...>{{Named{&members}}...};
  });
}

// "... [with auto kPointer = ...::Person::age)}; ..." (GCC), "... &fake.value.age}]" (clang)
template <auto kPointer>
consteval std::string_view pretty() {
  return FASTSER_SIGNATURE;
}

template <typename T, std::size_t kIndex>
consteval std::string_view member_name() {
  std::string_view text = pretty<pointer_at<kIndex>(pointers<T>())>();
  text = text.substr(0, text.rfind('}'));
  if (text.ends_with(')')) text.remove_suffix(1);
  return text.substr(text.find_last_of(":.>") + 1);
}
#if defined(__clang__)
#pragma clang diagnostic pop
#endif

template <typename T>
consteval std::string_view pretty_type() {
  return FASTSER_SIGNATURE;
}

}  // namespace detail

/// The names of the members of the aggregate T, in order. Static storage.
template <typename T>
inline constexpr auto kMemberNames = []<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
  return std::array<std::string_view, sizeof...(kIndex)>{detail::member_name<T, kIndex>()...};
}
(std::make_index_sequence<kMemberCount<T>>{});

/// The last part of a qualified name.
constexpr std::string_view without_namespaces(std::string_view name) {
  std::size_t start = 0;
  int depth = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
    if (depth == 0 && c == ':') start = i + 1;
  }
  return name.substr(start);
}

/// The name of T without namespaces, as the compiler spells it. Give a class template's
/// instantiations a `fastser_name` of their own: compilers differ in how they spell arguments.
template <typename T>
consteval std::string_view type_name() {
  std::string_view text = detail::pretty_type<T>();
  const std::size_t begin = text.find("T = ") + 4;
  std::size_t end = begin;
  for (int depth = 0; end < text.size(); ++end) {
    const char c = text[end];
    if (c == '<' || c == '(') ++depth;
    if (c == '>' || c == ')') --depth;
    if (depth == 0 && (c == ';' || c == ']')) break;
  }
  return without_namespaces(text.substr(begin, end - begin));
}

}  // namespace fastser::schema
