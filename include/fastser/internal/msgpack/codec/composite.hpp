// SPDX-License-Identifier: MIT
//
// Codecs of optional, unique_ptr and shared_ptr (nil or the value), variant, pair,
// tuple and monostate.
//
// A variant is its value where no two alternatives could be taken for each other, as among nil, a
// number and a text; else [index, value].
//
// Where nil is a value of what is inside (an optional of an optional), one that is there is written
// as an array of one: else the two kinds of nothing would be one.
#pragma once

#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/base/visit_index.hpp"
#include "fastser/internal/msgpack/codec/core.hpp"

namespace fastser::msgpack {

inline constexpr unsigned kArrayOfOne = kFixArray | 1U;

/// Steps over nil, if that is what comes.
FASTSER_INLINE inline bool take_nil(Cursor& cur, const Decoder& decoder) noexcept {
  if (cur == decoder.end || static_cast<std::uint8_t>(*cur) != kNil) return false;
  ++cur;
  return true;
}

template <typename E>
struct Codec<std::optional<E>> {
  using T = std::optional<E>;
  static constexpr bool kWraps = kMayBeNil<E>;
  static constexpr Kinds kinds() {
    return kinds_of(Kind::nil) | (kWraps ? kinds_of(Kind::array) : Codec<E>::kinds());
  }

  template <Keys K>
  static constexpr std::size_t most() {
    return kMost<E, K> != 0 ? kMost<E, K> + (kWraps ? 1 : 0) : 0;
  }
  template <Keys K>
  FASTSER_INLINE static std::byte* put(const T& value, std::byte* cur) noexcept {
    if (!value) return put_tag(cur, kNil);
    if constexpr (kWraps) cur = put_tag(cur, kArrayOfOne);
    return Codec<E>::template put<K>(*value, cur);
  }
  template <Keys K>
  FASTSER_INLINE static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    if (!value) return put_tag(encoder.ensure(cur, 1), kNil);
    if constexpr (kWraps) cur = put_tag(encoder.ensure(cur, 1), kArrayOfOne);
    return encode_value<K>(*value, cur, encoder);
  }
  static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    if (take_nil(cur, decoder)) {
      value.reset();
      return cur;
    }
    if constexpr (kWraps) {
      const Cursor at = cur;
      std::size_t count = 0;
      cur = decoder.array(cur, count);
      if (cur == nullptr) return nullptr;
      if (count != 1)
        return decoder.fail_type(at, "nil or an array of one element is expected here");
    }
    if (!value) {
      if (!decoder.charge(kEmptyHeap<E>)) return decoder.fail_budget(cur);
      value.emplace();
    }
    return decode_value(*value, cur, decoder);
  }
};

/// Owners: unique_ptr and shared_ptr. `kShared`: somebody else may own the object too.
template <typename T, typename E, bool kShared>
struct OwnerCodec : UnboundedCodec {
  static constexpr Kinds kinds() {
    return kinds_of(Kind::nil) | (kMayBeNil<E> ? kinds_of(Kind::array) : Codec<E>::kinds());
  }

  template <Keys K>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    if (!value) return put_tag(encoder.ensure(cur, 1), kNil);
    if (kShared && !encoder.expand(cur)) return cur;
    if (!encoder.enter(cur)) return cur;
    if constexpr (kMayBeNil<E>) cur = put_tag(encoder.ensure(cur, 1), kArrayOfOne);
    cur = encode_value<K>(*value, cur, encoder);
    encoder.leave();
    return cur;
  }
  static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    if (take_nil(cur, decoder)) {
      value.reset();
      return cur;
    }
    const Cursor at = cur;
    if constexpr (kMayBeNil<E>) {
      std::size_t count = 0;
      cur = decoder.array(cur, count);
      if (cur == nullptr) return nullptr;
      if (count != 1)
        return decoder.fail_type(at, "nil or an array of one element is expected here");
    }
    if (!decoder.charge(kMemory<E> + 4 * sizeof(void*))) return decoder.fail_budget(at);
    if (!decoder.enter()) return decoder.fail_depth(at);
    if constexpr (kShared) {
      value = std::make_shared<E>();  // what was there may be somebody else's too
    } else if (!value) {
      value.reset(new E());
    }
    cur = decode_value(*value, cur, decoder);
    decoder.leave();
    return cur;
  }
};
template <typename E, typename Deleter>
requires(!std::is_polymorphic_v<E> && !std::is_array_v<E>) struct Codec<std::unique_ptr<E, Deleter>>
    : OwnerCodec<std::unique_ptr<E, Deleter>, E, false> {
};
template <typename E>
requires(!std::is_polymorphic_v<E> && !std::is_array_v<E>) struct Codec<std::shared_ptr<E>>
    : OwnerCodec<std::shared_ptr<E>, E, true> {
};

template <>
struct Codec<std::monostate> : BoundedCodec<1> {
  static constexpr Kinds kinds() { return kinds_of(Kind::nil); }
  template <Keys K>
  static std::byte* put(std::monostate, std::byte* cur) noexcept {
    return put_tag(cur, kNil);
  }
  static Cursor decode(std::monostate&, Cursor cur, Decoder& decoder) {
    if (cur == decoder.end) return decoder.fail_truncated(cur);
    return take_nil(cur, decoder) ? cur : decoder.fail_type(cur, "nil is expected here");
  }
};

template <typename... E>
struct Codec<std::variant<E...>> : UnboundedCodec {
  using T = std::variant<E...>;

  /// No two alternatives could be taken for each other, so the value says which one it is.
  static constexpr bool is_plain() {
    Kinds taken = 0;
    bool plain = true;
    ((plain = plain && (taken & Codec<E>::kinds()) == 0, taken |= Codec<E>::kinds()), ...);
    return plain;
  }
  static constexpr Kinds kinds() {
    return is_plain() ? (Codec<E>::kinds() | ... | Kinds{0}) : kinds_of(Kind::array);
  }

  template <Keys K>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    if (value.valueless_by_exception()) {
      encoder.fail(cur, Code::kUsage, "a variant without a value");
      return cur;
    }
    if (!encoder.enter(cur)) return cur;
    if constexpr (!is_plain()) {
      cur = put_tag(encoder.ensure(cur, 1 + kMaxHead), kFixArray | 2U);
      cur = put_integer(cur, static_cast<std::uint32_t>(value.index()));
    }
    visit_index<sizeof...(E)>(value.index(), [&]<std::size_t kIndex>() {
      cur = encode_value<K>(*std::get_if<kIndex>(&value), cur, encoder);
    });
    encoder.leave();
    return cur;
  }
  static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    const Cursor at = cur;
    std::uint32_t index = 0;
    if constexpr (is_plain()) {
      if (cur == decoder.end) return decoder.fail_truncated(cur);
      const Kinds kind = kinds_of(kind_at(cur));
      constexpr Kinds kOf[] = {Codec<E>::kinds()...};
      while (index < sizeof...(E) && (kOf[index] & kind) == 0) ++index;
    } else {
      std::size_t count = 0;
      cur = decoder.array(cur, count);
      if (cur == nullptr) return nullptr;
      if (count != 2)
        return decoder.fail_type(at,
                                 "an array [number of the alternative, value] is expected here");
      cur = decode_value(index, cur, decoder);
      if (cur == nullptr) return nullptr;
    }
    if (index >= sizeof...(E)) {
      return decoder.fail_type(at, "an alternative that the variant does not have");
    }
    if (!decoder.enter()) return decoder.fail_depth(at);
    visit_index<sizeof...(E)>(index, [&]<std::size_t kIndex>() {
      using Alternative = std::variant_alternative_t<kIndex, T>;
      if (value.index() != kIndex) {
        if (!decoder.charge(kEmptyHeap<Alternative>)) {
          cur = decoder.fail_budget(at);
          return;
        }
        value.template emplace<kIndex>();
      }
      cur = decode_value(*std::get_if<kIndex>(&value), cur, decoder);
    });
    decoder.leave();
    return cur;
  }
};

template <typename T, typename... E>
struct TupleCodec {
  static constexpr Kinds kinds() { return kinds_of(Kind::array); }
  template <Keys K>
  static constexpr std::size_t most() {
    constexpr std::size_t kTotal = 3 + (std::size_t{0} + ... + kMost<E, K>);
    return ((kMost<E, K> != 0) && ...) && kTotal <= kMostAtOnce ? kTotal : 0;
  }
  template <Keys K>
  static std::byte* put(const T& value, std::byte* cur) noexcept {
    constexpr std::size_t kSize = sizeof...(E);
    cur = kSize <= kFixMapMost ? put_tag(cur, kFixArray | static_cast<unsigned>(kSize))
                               : put_tagged(cur, kArray16, static_cast<std::uint16_t>(kSize));
    std::apply([&](const E&... each) { ((cur = Codec<E>::template put<K>(each, cur)), ...); },
               value);
    return cur;
  }
  template <Keys K>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    cur = encoder.put_array(cur, sizeof...(E));
    std::apply([&](const E&... each) { ((cur = encode_value<K>(each, cur, encoder)), ...); },
               value);
    return cur;
  }
  static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    const Cursor at = cur;
    std::size_t count = 0;
    cur = decoder.array(cur, count);
    if (cur == nullptr) return nullptr;
    if (count != sizeof...(E))
      return decoder.fail_type(at, "an array of another size than the reader's");
    std::apply(
        [&](E&... each) {
          static_cast<void>((((cur = decode_value(each, cur, decoder)) != nullptr) && ...));
        },
        value);
    return cur;
  }
};
template <typename A, typename B>
struct Codec<std::pair<A, B>> : TupleCodec<std::pair<A, B>, A, B> {};
template <typename... E>
struct Codec<std::tuple<E...>> : TupleCodec<std::tuple<E...>, E...> {};

}  // namespace fastser::msgpack
