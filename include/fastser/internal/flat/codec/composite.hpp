// SPDX-License-Identifier: MIT
//
// Codecs of pairs and tuples (tables) and of variants (unions, whose alternatives are tables: those
// that are none of their own are boxed).
#pragma once

#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/base/visit_index.hpp"
#include "fastser/internal/flat/codec/box.hpp"

namespace fastser::flat {

template <typename A, typename B>
struct PairRows : PackedRows<A, B> {
  using Object = std::pair<A, B>;
  static constexpr std::string_view type_name() { return "Pair"; }
  static constexpr std::string_view name(std::size_t index) {
    return index == 0 ? "first" : "second";
  }
  template <typename Some, typename Call>
  FASTSER_INLINE static bool visit(Some& object, Call&& call) {
    return call.template operator()<0>(object.first) && call.template operator()<1>(object.second);
  }
  template <typename Which>
  static void reset(Object& object, Which&& is_missing) {
    if (is_missing(0)) object.first = A();
    if (is_missing(1)) object.second = B();
  }
};
template <typename A, typename B>
struct Codec<std::pair<A, B>> : TableCodec<PairRows<A, B>> {};

template <typename... E>
struct TupleRows : PackedRows<E...> {
  using Object = std::tuple<E...>;
  static constexpr std::string_view type_name() { return "Tuple"; }
  static std::string name(std::size_t index) { return "item" + std::to_string(index); }
  template <typename Some, typename Call>
  FASTSER_INLINE static bool visit(Some& object, Call&& call) {
    return [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) FASTSER_INLINE_LAMBDA {
      return (call.template operator()<kIndex>(std::get<kIndex>(object)) && ...);
    }
    (std::index_sequence_for<E...>{});
  }
  template <typename Which>
  static void reset(Object& object, Which&& is_missing) {
    visit(object, [&]<std::size_t kIndex, typename M>(M& member) {
      if (is_missing(kIndex)) member = M();
      return true;
    });
  }
};
template <typename... E>
struct Codec<std::tuple<E...>> : TableCodec<TupleRows<E...>> {};

template <typename... E>
struct Codec<std::variant<E...>> {
  static constexpr Form kForm = Form::choice;
};

template <typename... E>
struct Field<std::variant<E...>> {
  using M = std::variant<E...>;
  static constexpr bool kReference = true;
  static constexpr bool kIsUnion = true;
  /// The index of monostate; one beyond all when the variant has none.
  static constexpr std::size_t kNothing = [] {
    constexpr std::array<bool, sizeof...(E)> kIs = {std::is_same_v<E, std::monostate>...};
    std::size_t at = 0;
    while (at < sizeof...(E) && !kIs[at]) ++at;
    return at;
  }();
  /// Without monostate it is always written: where it is missing, the writer did not know it.
  static constexpr bool kKeepsDefault = kNothing == sizeof...(E);
  static constexpr std::size_t kSize = 4;
  static constexpr std::size_t kAlign = 4;
  static_assert(sizeof...(E) < 255, "a union has at most 254 alternatives");

  /// Nothing stands for monostate.
  static bool present(const M& value) noexcept {
    return !value.valueless_by_exception() && kTags[value.index()] != 0;
  }
  static std::byte tag(const M& value) noexcept {
    return static_cast<std::byte>(kTags[value.index()]);
  }
  static Offset child(const M& value, Builder& builder) {
    Offset at = 0;
    visit_index(value.index(), [&]<std::size_t kIndex, typename A>() {
      at = HeldTable<A>::encode(*std::get_if<kIndex>(&value), builder);
    });
    return at;
  }
  static bool read(M& value, std::uint8_t tag, const std::byte* at, Reader& reader) {
    bool good = false;
    const bool known = visit_index(index_of(tag), [&]<std::size_t kIndex, typename A>() {
      const Position to = reader.follow(at);
      if (to == 0) return;
      if (value.index() != kIndex) {
        if (!reader.charge(kEmptyHeap<A>)) return;
        value.template emplace<kIndex>();
      }
      good = HeldTable<A>::decode(*std::get_if<kIndex>(&value), to, reader);
    });
    return known ? good : unknown(at, reader);
  }
  static bool check(std::uint8_t tag, const std::byte* at, Reader& reader) {
    bool good = false;
    const bool known = visit_index(index_of(tag), [&]<std::size_t, typename A>() {
      const Position to = reader.follow(at);
      good = to != 0 && HeldTable<A>::check(to, reader);
    });
    return known ? good : unknown(at, reader);
  }
  static void clear(M& value) {
    if constexpr (!kKeepsDefault) value.template emplace<kNothing>();
  }
  static TypeRef describe(Declarations& schema) {
    const Declarations::Found found =
        schema.find_or_add(&kIdentity, Declaration::Kind::choice, "Choice");
    if (found.is_new) {
      std::vector<std::int32_t> alternatives;
      each_alternative(
          [&]<typename A>() { alternatives.push_back(HeldTable<A>::describe(schema).index); });
      schema.all[static_cast<std::size_t>(found.index)].alternatives = std::move(alternatives);
    }
    return TypeRef::choice(found.index);
  }
  /// The variant's index for a union's type; one beyond all when there is none.
  static constexpr std::size_t index_of(std::uint8_t tag) {
    std::size_t index = 0;
    while (index < sizeof...(E) && (kTags[index] == 0 || kTags[index] != tag)) ++index;
    return index;
  }

 private:
  static constexpr char kIdentity = 0;
  static constexpr std::array<bool, sizeof...(E)> kIsNothing = {
      std::is_same_v<E, std::monostate>...};
  static constexpr std::array<std::uint8_t, sizeof...(E)> kTags = [] {
    std::array<std::uint8_t, sizeof...(E)> tags{};
    std::uint8_t next = 1;
    for (std::size_t i = 0; i < sizeof...(E); ++i) {
      if (!kIsNothing[i]) tags[i] = next++;
    }
    return tags;
  }();

  static bool unknown(const std::byte* at, Reader& reader) {
    return reader.fail(Code::kTypeMismatch, reader.position(at),
                       "an alternative that the variant does not have");
  }
  template <typename Call>
  static void each_alternative(Call&& call) {
    const auto one = [&]<typename A>(std::type_identity<A>) {
      if constexpr (!std::is_same_v<A, std::monostate>) call.template operator()<A>();
    };
    (one(std::type_identity<E>{}), ...);
  }
  // Calls call.operator()<index, type>(); false when there is no such alternative.
  template <typename Call>
  static bool visit_index(std::size_t index, Call&& call) {
    return fastser::visit_index<sizeof...(E)>(index, [&]<std::size_t kIndex>() {
      one<kIndex, std::variant_alternative_t<kIndex, std::variant<E...>>>(call);
    });
  }
  template <std::size_t kIndex, typename A, typename Call>
  static void one(Call& call) {
    if constexpr (std::is_same_v<A, std::monostate>) {
      if constexpr (requires { call.template operator()<kIndex, A>(); }) {
        call.template operator()<kIndex, A>();
      }
    } else {
      call.template operator()<kIndex, A>();
    }
  }
};

/// Nothing: a table without fields, where it stands alone.
struct NothingRows : PackedRows<> {
  using Object = std::monostate;
  static constexpr std::string_view type_name() { return "Nothing"; }
  static constexpr std::string_view name(std::size_t) { return {}; }
  template <typename Some, typename Call>
  static bool visit(Some&, Call&&) {
    return true;
  }
  template <typename Which>
  static void reset(std::monostate&, Which&&) {}
};
template <>
struct Codec<std::monostate> : TableCodec<NothingRows> {};

}  // namespace fastser::flat
