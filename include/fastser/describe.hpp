// SPDX-License-Identifier: MIT
//
// Describing a C++ class: its name, version, fields and field options.
//
//   struct Person { std::int32_t age; std::string name; };      // aggregates need nothing
//
//   class Account {                                             // anything else: one line
//     std::string owner_;
//     std::int64_t cents_ = 0;
//    public:
//     FASTSER_FIELDS(Account, owner_, cents_);
//   };
//
//   template <>                                                 // types you do not own
//   struct fastser::Describe<vendor::Point> {
//     FASTSER_MEMBERS(vendor::Point, x, y);
//   };
//
// In the class (or in the Describe specialisation) these are optional:
//   static constexpr std::string_view fastser_name = "account";     // default: the C++ name
//   static constexpr std::uint32_t fastser_version = 2;              // default: 0
//   static constexpr auto fastser_options = fastser::options(
//       fastser::omit("cache_"), fastser::as_varint("cents_"), fastser::share("owner_"),
//       fastser::renamed_from("owner_", "holder"));
//   using fastser_base = Account;   // a described base class, whose fields come first
//
//   void fastser_upgrade(std::uint32_t from_version);   // after an older version of it was read
//
// The hook (docs/versions.md) sees the object with all its fields: those of the archive, and what
// T{} has in new ones. It is for what no rule can know, such as a name that was two fields:
//
//   struct Person {
//     std::string name;
//     static constexpr std::uint32_t fastser_version = 2;
//     struct fastser_removed { std::string first, last; };  // what version 1 had; not written
//     void fastser_upgrade(std::uint32_t from_version, fastser_removed& old) {
//       name = old.first + " " + old.last;
//     }
//   };
//
// In a Describe specialisation the hook is static, with the object as its first argument. The only
// exception that it may throw is std::bad_alloc. It is called only for archives of other versions
// (schema resolution): classes without a hook, and archives of the present version, pay nothing.
//
// If a class has a fastser_base, it does not inherit the base's name, version and options. If it
// has none, but derives from a described class, it inherits these and that class's fastser_base,
// since C++ cannot distinguish the two.
//
// All these names must be public, also those that stand before FASTSER_FIELDS. Private ones do not
// compile.
//
// All descriptions are constants of the program: nothing is registered, nothing runs at start-up.
#pragma once

#include "fastser/internal/base/compiler.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <type_traits>
#include <utility>

#include "fastser/internal/base/fnv1a.hpp"
#include "fastser/internal/schema/reflect.hpp"
#include "fastser/internal/schema/wrapping.hpp"

namespace fastser {

/// Specialise it to describe a class from outside. See the comment at the top of this file.
template <typename T>
struct Describe {
  static constexpr bool kNotSpecialised = true;
};

/// One option of one field; made by the functions below.
struct FieldOption {
  enum class Kind : std::uint8_t { kOmit, kVarint, kShare, kRenamedFrom, kId };
  Kind kind;
  std::string_view field;
  std::string_view text;
  std::uint32_t number = 0;
};

/// The field is not written. Reading does not change it.
constexpr FieldOption omit(std::string_view field) {
  return {FieldOption::Kind::kOmit, field, {}, 0};
}
/// Integers of the field (also inside its containers) are varints: small numbers take few bytes.
/// This option and `share` do not reach into records, nor through pointers to shared objects
/// (shared_ptr, weak_ptr, raw pointers), which are written in the same way for every field.
constexpr FieldOption as_varint(std::string_view field) {
  return {FieldOption::Kind::kVarint, field, {}, 0};
}
/// Equal strings and data of the field are written once; later ones are references.
constexpr FieldOption share(std::string_view field) {
  return {FieldOption::Kind::kShare, field, {}, 0};
}
/// The field is also found in archives in which it is called `old_name`.
constexpr FieldOption renamed_from(std::string_view field, std::string_view old_name) {
  return {FieldOption::Kind::kRenamedFrom, field, old_name, 0};
}
/// The number of the field in formats that identify fields by number (MessagePack with integer
/// keys). Without it, the number is its place among the written fields.
constexpr FieldOption id(std::string_view field, std::uint32_t number) {
  return {FieldOption::Kind::kId, field, {}, number};
}
/// The options of a class, for its fastser_options. The name of no field does not compile.
template <typename... Option>
constexpr std::array<FieldOption, sizeof...(Option)> options(Option... option) {
  return {option...};
}

namespace schema {

/// How the fields of a record are written; passed down as a template argument.
using Flags = unsigned;
inline constexpr Flags kShareAll = 1;  ///< Sharing::on or adaptive: all strings of the archive
inline constexpr Flags kShareField = 2;
inline constexpr Flags kVarintField = 4;
inline constexpr Flags kLeaveTexts = 8;   ///< shared texts of a list that are not looked up
inline constexpr Flags kCountDepth = 16;  ///< the type does not say how deep its values nest

template <typename T>
concept DescribedOutside = !requires {
  Describe<T>::kNotSpecialised;
};
template <typename T>
concept DescribedInside = requires {
  typename T::FastserFields;
}
&&std::is_same_v<typename T::FastserFields::Class, T>;

/// Where the description of T lives: Describe<T>, or T itself.
template <typename T>
struct SourceOf {
  using Type = T;
};
template <DescribedOutside T>
struct SourceOf<T> {
  using Type = Describe<T>;
};

/// A class that is written field by field. Of an aggregate with a base class, members cannot be
/// told from those of the base. What stands for another value is no record, whatever it looks like.
template <typename T>
concept Record = std::is_class_v<T> && !Wrapping<T> &&
                 (DescribedInside<T> || DescribedOutside<T> ||
                  (std::is_aggregate_v<T> && !std::is_polymorphic_v<T> && !kHasBaseClass<T>));

template <const auto* kOne, const auto* kOther>
inline constexpr bool kIsOne = static_cast<const void*>(kOne) == kOther;

/// Whether two of some names are one.
template <std::size_t kSize>
constexpr bool has_twins(const std::array<std::string_view, kSize>& names, std::size_t count) {
  // Compared by hash first: names of one class often begin alike.
  std::array<std::uint64_t, kSize> hashes{};
  for (std::size_t i = 0; i < count; ++i) {
    hashes[i] = fnv1a<std::uint64_t>(names[i]);
    for (std::size_t k = 0; k < i; ++k) {
      if (hashes[i] == hashes[k] && names[i] == names[k]) return true;
    }
  }
  return false;
}

/// Which parts of a description can be seen in Self from where this stands, one bit each.
#define FASTSER_PARTS_SEEN(Self)                           \
  ((requires { typename Self::fastser_base; } ? 1U : 0U) | \
   (requires { Self::fastser_name; } ? 2U : 0U) |          \
   (requires { Self::fastser_version; } ? 4U : 0U) |       \
   (requires { Self::fastser_options; } ? 8U : 0U) |       \
   (requires { &Self::fastser_upgrade; } ? 16U : 0U) |     \
   (requires(Self & self) { self.fastser_upgrade(0U); } ? 16U : 0U))

/// The part of T's description that only T sees, since it is private; empty: there is none. Without
/// asking T, it would be as if that part were not there.
template <typename T>
consteval std::string_view private_part() {
  if constexpr (DescribedInside<T> && !DescribedOutside<T>) {
    constexpr unsigned kHidden =
        T::FastserFields::template parts_seen<T>() & ~unsigned{FASTSER_PARTS_SEEN(T)};
    constexpr std::string_view kParts[] = {"fastser_base", "fastser_name", "fastser_version",
                                           "fastser_options", "fastser_upgrade"};
    for (std::size_t i = 0; i < std::size(kParts); ++i) {
      if ((kHidden >> i & 1U) != 0) return kParts[i];
    }
  }
  return {};
}

/// The description of a record class T.
template <Record T>
struct Description {
  using Source = typename SourceOf<T>::Type;
  static constexpr bool kByMembers = DescribedInside<T> || DescribedOutside<T>;

  // What a class inherits is found by name as well; it is the base's.
  static constexpr bool kHasName = requires { Source::fastser_name; }
  &&!requires { requires kIsOne<&Source::fastser_name, &Source::fastser_base::fastser_name>; };
  static constexpr bool kHasVersion = requires { Source::fastser_version; }
  &&!requires {
    requires kIsOne<&Source::fastser_version, &Source::fastser_base::fastser_version>;
  };
  static constexpr bool kHasOptions = requires { Source::fastser_options; }
  &&!requires {
    requires kIsOne<&Source::fastser_options, &Source::fastser_base::fastser_options>;
  };

  static constexpr std::string_view name() {
    if constexpr (kHasName) {
      return Source::fastser_name;
    } else {
      return type_name<T>();
    }
  }
  static constexpr std::uint32_t version() {
    if constexpr (kHasVersion) {
      return Source::fastser_version;
    } else {
      return 0;
    }
  }
  static constexpr std::size_t count() {
    if constexpr (kByMembers) {
      return Source::FastserFields::kNames.size();
    } else {
      return kMemberCount<T>;
    }
  }
  static constexpr std::string_view field_name(std::size_t index) {
    if constexpr (count() == 0) {
      return {};
    } else if constexpr (kByMembers) {
      return Source::FastserFields::kNames[index];
    } else {
      return kMemberNames<T>[index];
    }
  }
  /// Calls visit(member...) with references to all the fields.
  template <typename Object, typename Visit>
  static constexpr decltype(auto) visit(Object& object, Visit&& visit) {
    return visit_inline(object, std::forward<Visit>(visit));
  }
  /// The same, never as a function of its own: what `visit` captures stays in registers.
  template <typename Object, typename Visit>
  FASTSER_INLINE static constexpr decltype(auto) visit_inline(Object& object, Visit&& visit) {
    if constexpr (kByMembers) {
      return Source::FastserFields::apply(object, std::forward<Visit>(visit));
    } else {
      return visit_members(object, std::forward<Visit>(visit));
    }
  }

  static constexpr bool has(FieldOption::Kind kind, std::string_view field,
                            std::string_view text = {}) {
    if constexpr (kHasOptions) {
      for (const FieldOption& option : Source::fastser_options) {
        if (option.kind == kind && option.field == field && (text.empty() || option.text == text)) {
          return true;
        }
      }
    }
    return false;
  }
  static constexpr bool omitted(std::size_t index) {
    if constexpr (kHasOptions) return has(FieldOption::Kind::kOmit, field_name(index));
    return false;
  }
  /// Flags for the field, given the flags of the record.
  static constexpr Flags field_flags(std::size_t index, Flags record) {
    Flags flags = record & (kShareAll | kLeaveTexts | kCountDepth);
    if constexpr (kHasOptions) {
      if (has(FieldOption::Kind::kVarint, field_name(index))) flags |= kVarintField;
      if (has(FieldOption::Kind::kShare, field_name(index))) flags |= kShareField;
    }
    return flags;
  }
  /// The field that an archive calls `name`: by name, else by an older name; -1 if there is none.
  static constexpr int find(std::string_view name) {
    for (std::size_t i = 0; i < count(); ++i) {
      if (!omitted(i) && field_name(i) == name) return static_cast<int>(i);
    }
    for (std::size_t i = 0; i < count(); ++i) {
      if (!omitted(i) && has(FieldOption::Kind::kRenamedFrom, field_name(i), name)) {
        return static_cast<int>(i);
      }
    }
    return -1;
  }

  /// The first field that an option names and the class does not have; empty: there is none. Not
  /// asserted here: schema/check.hpp says it in fewer lines.
  static constexpr std::string_view unknown_field() {
    if constexpr (kHasOptions) {
      for (const FieldOption& option : Source::fastser_options) {
        bool known = false;
        for (std::size_t i = 0; i < count(); ++i) known = known || field_name(i) == option.field;
        if (!known) return option.field;
      }
    }
    return {};
  }

 private:
  // Members that reflection finds cannot have one name.
  static constexpr bool check_names() {
    if constexpr (kByMembers) {
      std::array<std::string_view, count()> names{};
      std::size_t written = 0;
      for (std::size_t i = 0; i < count(); ++i) {
        if (!omitted(i)) names[written++] = field_name(i);
      }
      return !has_twins(names, written);
    }
    return true;
  }
  static_assert(check_names(), "a field is named twice");
  // Where no entry point has said it in fewer lines, as for the classes of a Registry.
  static_assert(private_part<T>().empty(),
                "fastser: a part of the description of a class is private, so it would be ignored. "
                "Make it public, or put it behind FASTSER_FIELDS");
};

/// Has T a described base class?
template <typename T>
concept HasBase = requires {
  typename SourceOf<T>::Type::fastser_base;
}
&&(DescribedInside<T> || DescribedOutside<T>);
/// That class.
template <HasBase T>
using BaseOf = typename SourceOf<T>::Type::fastser_base;

/// Names cut out of "a, b, c" (what a macro makes of its arguments).
template <std::size_t kCount>
constexpr std::array<std::string_view, kCount> split_names(std::string_view list) {
  std::array<std::string_view, kCount> names{};
  for (std::size_t i = 0; i < kCount; ++i) {
    const std::size_t comma = list.find(',');
    std::string_view name = list.substr(0, comma);
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    names[i] = name;
    list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
  }
  return names;
}
constexpr std::size_t count_names(std::string_view list) {
  std::size_t count = list.empty() ? 0 : 1;
  for (const char c : list) count += c == ',' ? 1 : 0;
  return count;
}

}  // namespace schema
}  // namespace fastser

/// Inside a class: its fields, in the order in which they are written, at most 100. Private
/// members are fine. Leaves the access at public.
#define FASTSER_FIELDS(T, ...) \
 public:                       \
  FASTSER_MEMBERS(T, __VA_ARGS__)

/// The same list inside a specialisation of fastser::Describe.
#define FASTSER_MEMBERS(T, ...)                                                             \
  struct FastserFields {                                                                    \
    using Class = T;                                                                        \
    static constexpr auto kNames =                                                          \
        ::fastser::schema::split_names<::fastser::schema::count_names(#__VA_ARGS__)>(       \
            #__VA_ARGS__);                                                                  \
    static_assert(kNames.size() <= ::fastser::schema::kMaxMembers,                          \
                  "more than 100 fields in one FASTSER_FIELDS");                            \
    template <typename Object, typename Visit>                                              \
    static constexpr decltype(auto) apply([[maybe_unused]] Object& object, Visit&& visit) { \
      return std::forward<Visit>(visit)(FASTSER_EACH(FASTSER_MEMBER_OF, __VA_ARGS__));      \
    }                                                                                       \
    template <typename Self>                                                                \
    static consteval unsigned parts_seen() {                                                \
      return FASTSER_PARTS_SEEN(Self);                                                      \
    }                                                                                       \
  };                                                                                        \
  static_assert(true, "takes the semicolon")

#define FASTSER_MEMBER_OF(name) object.name

// FASTSER_EACH(macro, a, b, ...): macro(a), macro(b), ... by recursive expansion (__VA_OPT__). Each
// EXPAND looks at its text once more, and each look takes one more name: 107 in all, by five of
// four of four. One more level instead would be four times the work for every class, small or not.
#define FASTSER_PARENS ()
#define FASTSER_EXPAND(...) \
  FASTSER_EXPAND3(FASTSER_EXPAND3(FASTSER_EXPAND3(FASTSER_EXPAND3(FASTSER_EXPAND3(__VA_ARGS__)))))
#define FASTSER_EXPAND3(...) \
  FASTSER_EXPAND2(FASTSER_EXPAND2(FASTSER_EXPAND2(FASTSER_EXPAND2(__VA_ARGS__))))
#define FASTSER_EXPAND2(...) \
  FASTSER_EXPAND1(FASTSER_EXPAND1(FASTSER_EXPAND1(FASTSER_EXPAND1(__VA_ARGS__))))
#define FASTSER_EXPAND1(...) __VA_ARGS__
#define FASTSER_EACH(macro, ...) __VA_OPT__(FASTSER_EXPAND(FASTSER_EACH_STEP(macro, __VA_ARGS__)))
#define FASTSER_EACH_STEP(macro, first, ...) \
  macro(first) __VA_OPT__(, FASTSER_EACH_AGAIN FASTSER_PARENS(macro, __VA_ARGS__))
#define FASTSER_EACH_AGAIN() FASTSER_EACH_STEP
