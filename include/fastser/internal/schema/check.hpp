// SPDX-License-Identifier: MIT
//
// What is wrong with a type, said in a few lines before any codec is compiled for it.
//
// Every entry point asks MistakeInWriting<Codec, T> or the like first. All types that a T holds are
// looked at once each, by one constant expression. If one is wrong, what comes out is a class of
// fastser::mistake, and the entry point has mistakes.inc in place of the codecs. The compiler
// prints
//
//   static assertion failed: fastser: a field has a type that cannot be written. Describe it with
//   ... NoCodec<InClass<6>{"Person"}, Field<6>{"socket"}, Type<6>{"Socket"}>::kHasCodec evaluates
//   to false
//
// Invariant: what is found here would not have compiled (or, raw pointers without an arena and
// views into a file that is not kept, could not have been used); a type that is not understood here
// is left to the codecs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "fastser/describe.hpp"
#include "fastser/internal/schema/containers.hpp"
#include "fastser/internal/schema/fields.hpp"
#include "fastser/internal/schema/table_builder.hpp"
#include "fastser/internal/schema/upgrade.hpp"
#include "fastser/internal/schema/wrapped.hpp"

namespace fastser::mistake {

/// Names as template arguments, which compilers print.
#define FASTSER_NAME_ARGUMENT(Kind)                              \
  template <std::size_t kSize>                                   \
  struct Kind {                                                  \
    char text[kSize + 1]{};                                      \
    constexpr explicit Kind(std::string_view name) {             \
      for (std::size_t i = 0; i < kSize; ++i) text[i] = name[i]; \
    }                                                            \
  }
FASTSER_NAME_ARGUMENT(InClass);
FASTSER_NAME_ARGUMENT(Field);
FASTSER_NAME_ARGUMENT(Type);
#undef FASTSER_NAME_ARGUMENT

/// What is asserted of each; one of them is false in each of the templates below.
struct Sound {
  static constexpr bool kIsSound = false;
  static constexpr bool kHasCodec = true;
  static constexpr bool kHasFields = true;
  static constexpr bool kHasNoBase = true;
  static constexpr bool kHasLength = true;
  static constexpr bool kHasDefault = true;
  static constexpr bool kHasArena = true;
  static constexpr bool kOwnsWhatItHolds = true;
  static constexpr bool kHasPlace = true;
  static constexpr bool kHasOptionsOfFields = true;
  static constexpr bool kHasPublicDescription = true;
  static constexpr bool kHasOneUpgrade = true;
};
struct None : Sound {
  static constexpr bool kIsSound = true;
};
template <InClass, Field, Type>
struct NoCodec : Sound {
  static constexpr bool kHasCodec = false;
};
template <InClass, Field, Type>
struct PrivateMembers : Sound {
  static constexpr bool kHasFields = false;
};
template <InClass, Field, Type>
struct AggregateWithBase : Sound {
  static constexpr bool kHasNoBase = false;
};
template <InClass, Field, Type>
struct NoLength : Sound {
  static constexpr bool kHasLength = false;
};
template <InClass, Field, Type>
struct NoDefaultConstructor : Sound {
  static constexpr bool kHasDefault = false;
};
template <InClass, Field, Type>
struct RawPointerWithoutArena : Sound {
  static constexpr bool kHasArena = false;
};
template <InClass, Field, Type>
struct ViewOfWhatIsGone : Sound {
  static constexpr bool kOwnsWhatItHolds = false;
};
template <InClass, Field, Type>
struct OnlyInArchives : Sound {
  static constexpr bool kHasPlace = false;
};
/// Of the field that an option names and the class does not have.
template <InClass, Field, Type>
struct UnknownOption : Sound {
  static constexpr bool kHasOptionsOfFields = false;
};
/// Of a part of the description, such as fastser_base.
template <InClass, Field, Type>
struct PrivateDescription : Sound {
  static constexpr bool kHasPublicDescription = false;
};
template <InClass, Field, Type>
struct SeveralUpgrades : Sound {
  static constexpr bool kHasOneUpgrade = false;
};

}  // namespace fastser::mistake

namespace fastser::schema {

enum class Fault : std::uint8_t {
  kNone,
  kNoCodec,
  kPrivateMembers,
  kAggregateWithBase,
  kNoLength,
  kNoDefaultConstructor,
  kRawPointer,
  kView,
  kOnlyInArchives,
  kUnknownOption,
  kPrivateDescription,
  kSeveralUpgrades,
};

inline constexpr std::string_view kNoClass = "none: it is the value itself";
inline constexpr std::string_view kNoField = "none";

/// What is wrong, and where: the class and the field in which the type was come by.
struct Problem {
  Fault fault = Fault::kNone;
  std::string_view owner;
  std::string_view field;
  std::string_view type;
};
struct Problems {
  Problem writing;  ///< and reading
  Problem reading;  ///< writing's, if there is one
  Problem without_arena;
  Problem loading;  ///< that is in no other
};

/// Whether a format has a codec for T: the primary template says that it is none.
template <template <typename> typename CodecOf, typename T>
concept HasCodec = !requires {
  CodecOf<T>::kIsMissing;
};

namespace detail {

template <typename... T>
struct TypeList {};

/// The types that values of T hold besides fields; kMade: they are made when T is read.
template <typename T>
struct Held {};
template <typename E>
struct Held<std::optional<E>> {
  using Types = TypeList<E>;
  static constexpr bool kMade = true;
};
template <typename E, typename Deleter>
requires(
    !std::is_polymorphic_v<std::remove_all_extents_t<E>>) struct Held<std::unique_ptr<E, Deleter>> {
  using Types = TypeList<std::remove_all_extents_t<E>>;
  static constexpr bool kMade = true;
};
template <typename E>
requires(!std::is_polymorphic_v<E>) struct Held<std::shared_ptr<E>> {
  using Types = TypeList<std::remove_cv_t<E>>;
  static constexpr bool kMade = true;
};
template <typename E>
requires(!std::is_polymorphic_v<E>) struct Held<std::weak_ptr<E>> : Held<std::shared_ptr<E>> {
};
template <typename E>
requires(!std::is_polymorphic_v<E>) struct Held<E*> : Held<std::shared_ptr<E>> {
};
template <typename... E>
struct Held<std::variant<E...>> {
  using Types = TypeList<E...>;
  static constexpr bool kMade = true;
};
template <typename... E>
struct Held<std::tuple<E...>> {
  using Types = TypeList<E...>;
  static constexpr bool kMade = false;
};
template <typename A, typename B>
struct Held<std::pair<A, B>> : Held<std::tuple<std::remove_cv_t<A>, std::remove_cv_t<B>>> {};
template <typename E, std::size_t kCount>
struct Held<std::array<E, kCount>> : Held<std::tuple<E>> {};
template <typename E, std::size_t kCount>
struct Held<E[kCount]> : Held<std::tuple<E>> {};
template <Wrapping T>
struct Held<T> {
  using Types = TypeList<typename Wrapped<T>::Inner>;
  static constexpr bool kMade = true;
};
/// Views: what is read points into the bytes.
template <typename T>
consteval bool is_view() {
  if constexpr (BytesContainer<T>) return BytesAccess<T>::kIsView;
  return ConstSpan<T>;
}

template <typename T>
concept Holding = requires {
  typename Held<T>::Types;
};

template <typename T>
inline constexpr bool kIsPointer = std::is_pointer_v<T>;
template <typename E>
inline constexpr bool kIsWeak = false;
template <typename E>
inline constexpr bool kIsWeak<std::weak_ptr<E>> = true;
template <typename T>
inline constexpr bool kOwnsArray = false;
template <typename E, typename D>
inline constexpr bool kOwnsArray<std::unique_ptr<E[], D>> = true;
template <typename T>
inline constexpr bool kPointsToPolymorphic = false;
template <typename E, typename D>
inline constexpr bool kPointsToPolymorphic<std::unique_ptr<E, D>> = std::is_polymorphic_v<E>;
template <typename E>
inline constexpr bool kPointsToPolymorphic<std::shared_ptr<E>> = std::is_polymorphic_v<E>;

/// A constant expression of its own: goes through all types that are reached.
template <template <typename> typename CodecOf>
class Search {
 public:
  template <typename T, bool kMade>
  constexpr void look() {
    if constexpr (kMade && !std::is_default_constructible_v<T>) {
      found(problems_.reading, Fault::kNoDefaultConstructor, type_name<T>());
    }
    if constexpr (is_view<T>()) {
      if (!is_wrapped_) found(problems_.loading, Fault::kView, type_name<T>());
    }
    for (std::size_t i = 0; i < count_; ++i) {
      if (seen_[i] == type_key<T>()) return;
    }
    if (count_ == kMost) return;  // the codecs say it, in more lines
    seen_[count_++] = type_key<T>();
    look_at<T>();
  }
  [[nodiscard]] constexpr Problems problems() const {
    Problems made = problems_;
    if (made.writing.fault != Fault::kNone) made.reading = made.writing;
    if (made.reading.fault != Fault::kNone) made.without_arena = made.reading;
    return made;
  }

 private:
  static constexpr std::size_t kMost = 512;

  template <typename T>
  constexpr void look_at() {
    if constexpr (constexpr Problem kProblem = problem_of_description<T>();
                  kProblem.fault != Fault::kNone) {
      if (problems_.writing.fault == Fault::kNone) problems_.writing = kProblem;
    } else if constexpr (!HasCodec<CodecOf, T>) {
      found(problems_.writing, fault_of<T>(), type_name<T>());
    } else {
      if constexpr (kIsPointer<T>) {
        found(problems_.without_arena, Fault::kRawPointer, type_name<T>());
      }
      look_inside<T>();
    }
  }
  template <typename T>
  static consteval Problem problem_of_description() {
    if constexpr (!Record<T>) {
      return {};
    } else if constexpr (constexpr std::string_view kHidden = private_part<T>(); !kHidden.empty()) {
      return {Fault::kPrivateDescription, type_name<T>(), kHidden, type_name<T>()};
    } else if constexpr (has_several_upgrades<T>()) {
      return {Fault::kSeveralUpgrades, Description<T>::name(), "fastser_upgrade", type_name<T>()};
    } else if constexpr (constexpr std::string_view kField = Description<T>::unknown_field();
                         !kField.empty()) {
      return {Fault::kUnknownOption, Description<T>::name(), kField, type_name<T>()};
    }
    return {};
  }
  template <typename T>
  static consteval Fault fault_of() {
    if constexpr (kIsPointer<T> || kIsWeak<T> || kPointsToPolymorphic<T>) {
      return Fault::kOnlyInArchives;
    } else if constexpr (kOwnsArray<T>) {
      return Fault::kNoLength;
    } else if constexpr (std::is_class_v<T>) {
      if constexpr (std::is_aggregate_v<T>) return Fault::kAggregateWithBase;
      return Fault::kPrivateMembers;
    } else {
      return Fault::kNoCodec;
    }
  }
  template <typename T>
  constexpr void look_inside() {
    if constexpr (BytesContainer<T>) {
    } else if constexpr (Wrapping<T>) {
      const bool outside = is_wrapped_;
      is_wrapped_ = true;
      look_all<Held<T>::kMade>(typename Held<T>::Types{});
      is_wrapped_ = outside;
    } else if constexpr (Holding<T>) {
      look_all<Held<T>::kMade>(typename Held<T>::Types{});
    } else if constexpr (MapLike<T>) {
      look<typename T::key_type, true>();
      look<typename T::mapped_type, true>();
    } else if constexpr (SetLike<T>) {
      look<typename T::key_type, true>();
    } else if constexpr (Sequence<T>) {
      look<typename T::value_type, true>();
    } else if constexpr (Record<T>) {
      if constexpr (HasBase<T>) look<BaseOf<T>, false>();
      look_fields<T>(typename MembersOf<T>::Types{});
    }
  }
  template <bool kMade, typename... E>
  constexpr void look_all(TypeList<E...>) {
    (look<E, kMade>(), ...);
  }
  template <typename T, typename... M>
  constexpr void look_fields(Members<M...>) {
    const std::string_view owner = owner_;
    const std::string_view field = field_;
    std::size_t index = 0;
    (look_field<T, M>(index++), ...);
    owner_ = owner;
    field_ = field;
  }
  template <typename T, typename M>
  constexpr void look_field(std::size_t index) {
    if (Description<T>::omitted(index)) return;
    owner_ = Description<T>::name();
    field_ = Description<T>::field_name(index);
    look<M, false>();
  }
  constexpr void found(Problem& problem, Fault fault, std::string_view type) const {
    if (problem.fault == Fault::kNone) problem = {fault, owner_, field_, type};
  }

  std::array<const void*, kMost> seen_{};
  std::size_t count_ = 0;
  bool is_wrapped_ = false;  // what a T is made of need not stay in it
  std::string_view owner_ = kNoClass;
  std::string_view field_ = kNoField;
  Problems problems_;
};

/// A value of its own is read.
template <typename T>
inline constexpr Problem kMakingProblem = {
    std::is_default_constructible_v<T> ? Fault::kNone : Fault::kNoDefaultConstructor, kNoClass,
    kNoField, type_name<T>()};

template <const Problem& kProblem>
consteval auto mistake_of() {
  constexpr mistake::InClass<kProblem.owner.size()> kClass(kProblem.owner);
  constexpr mistake::Field<kProblem.field.size()> kField(kProblem.field);
  constexpr mistake::Type<kProblem.type.size()> kType(kProblem.type);
  if constexpr (kProblem.fault == Fault::kNone) {
    return mistake::None{};
  } else if constexpr (kProblem.fault == Fault::kNoCodec) {
    return mistake::NoCodec<kClass, kField, kType>{};
  } else if constexpr (kProblem.fault == Fault::kPrivateMembers) {
    return mistake::PrivateMembers<kClass, kField, kType>{};
  } else if constexpr (kProblem.fault == Fault::kAggregateWithBase) {
    return mistake::AggregateWithBase<kClass, kField, kType>{};
  } else if constexpr (kProblem.fault == Fault::kNoLength) {
    return mistake::NoLength<kClass, kField, kType>{};
  } else if constexpr (kProblem.fault == Fault::kNoDefaultConstructor) {
    return mistake::NoDefaultConstructor<kClass, kField, kType>{};
  } else if constexpr (kProblem.fault == Fault::kRawPointer) {
    return mistake::RawPointerWithoutArena<kClass, kField, kType>{};
  } else if constexpr (kProblem.fault == Fault::kView) {
    return mistake::ViewOfWhatIsGone<kClass, kField, kType>{};
  } else if constexpr (kProblem.fault == Fault::kUnknownOption) {
    return mistake::UnknownOption<kClass, kField, kType>{};
  } else if constexpr (kProblem.fault == Fault::kPrivateDescription) {
    return mistake::PrivateDescription<kClass, kField, kType>{};
  } else if constexpr (kProblem.fault == Fault::kSeveralUpgrades) {
    return mistake::SeveralUpgrades<kClass, kField, kType>{};
  } else {
    return mistake::OnlyInArchives<kClass, kField, kType>{};
  }
}

}  // namespace detail

template <template <typename> typename CodecOf, typename T>
inline constexpr Problems kProblems = [] {
  detail::Search<CodecOf> search;
  search.template look<T, false>();
  return search.problems();
}();
template <template <typename> typename CodecOf, typename T>
inline constexpr Problem kWritingProblem = kProblems<CodecOf, T>.writing;
template <template <typename> typename CodecOf, typename T>
inline constexpr Problem kReadingProblem = kProblems<CodecOf, T>.reading;
template <template <typename> typename CodecOf, typename T>
inline constexpr Problem kMakingProblem =
    kReadingProblem<CodecOf, T>.fault != Fault::kNone ? kReadingProblem<CodecOf, T>
                                                      : detail::kMakingProblem<T>;
template <template <typename> typename CodecOf, typename T>
inline constexpr Problem kArenaProblem = kProblems<CodecOf, T>.without_arena;
template <template <typename> typename CodecOf, typename T>
inline constexpr Problem kLoadingProblem =
    kMakingProblem<CodecOf, T>.fault != Fault::kNone ? kMakingProblem<CodecOf, T>
                                                     : kProblems<CodecOf, T>.loading;
template <template <typename> typename CodecOf, typename T>
inline constexpr Problem kMakingArenaProblem =
    kMakingProblem<CodecOf, T>.fault != Fault::kNone ? kMakingProblem<CodecOf, T>
                                                     : kArenaProblem<CodecOf, T>;

/// What the entry points of a format ask before they compile anything for T, as one of
/// fastser::mistake: whether a T can be written; read over a T that is there; read as a new T, from
/// bytes that stay or from such that do not; and without options that name an arena.
template <template <typename> typename CodecOf, typename T>
using MistakeInWriting = decltype(detail::mistake_of<kWritingProblem<CodecOf, T>>());
template <template <typename> typename CodecOf, typename T>
using MistakeInReading = decltype(detail::mistake_of<kReadingProblem<CodecOf, T>>());
template <template <typename> typename CodecOf, typename T>
using MistakeInMaking = decltype(detail::mistake_of<kMakingProblem<CodecOf, T>>());
template <template <typename> typename CodecOf, typename T>
using MistakeInLoading = decltype(detail::mistake_of<kLoadingProblem<CodecOf, T>>());
template <template <typename> typename CodecOf, typename T>
using MistakeWithoutArena = decltype(detail::mistake_of<kArenaProblem<CodecOf, T>>());
template <template <typename> typename CodecOf, typename T>
using MistakeInMakingWithoutArena = decltype(detail::mistake_of<kMakingArenaProblem<CodecOf, T>>());

}  // namespace fastser::schema
