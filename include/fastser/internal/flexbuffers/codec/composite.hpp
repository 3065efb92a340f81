// SPDX-License-Identifier: MIT
//
// Codecs of optional, unique_ptr and shared_ptr (null or the value), variant ([index, value]), pair
// and tuple (a vector; typed when all are scalars of one type) and monostate.
//
// Where null is a value of what is inside (an optional of an optional), one that is there is
// written as a vector of one: else the two kinds of nothing would be one.
#pragma once

#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

#include "fastser/internal/base/visit_index.hpp"
#include "fastser/internal/flexbuffers/codec/core.hpp"
#include "fastser/internal/flexbuffers/codec/scalar.hpp"

namespace fastser::flexbuffers {

/// What is inside an optional or behind an owner, which is there.
template <typename E>
[[nodiscard]] Slot encode_inside(const E& value, Encoder& encoder) {
  Slot slot = encode_value<E>(value, encoder);
  return kMayBeNull<E> ? encoder.end_vector(&slot, 1) : slot;
}
/// The way to it.
template <typename E>
[[nodiscard]] bool find_inside(Raw& raw, Decoder& decoder) {
  if constexpr (kMayBeNull<E>) {
    Elements one;
    if (!decoder.elements(raw, one, 1)) return false;
    raw = one[0];
  }
  return true;
}

template <typename E>
struct Codec<std::optional<E>> {
  static constexpr bool kNullable = true;
  static Slot encode(const std::optional<E>& value, Encoder& encoder) {
    return value ? encode_inside<E>(*value, encoder) : Slot{};
  }
  static bool decode(std::optional<E>& value, Raw raw, Decoder& decoder) {
    if (raw.type == kNull) {
      value.reset();
      return true;
    }
    if (!find_inside<E>(raw, decoder)) return false;
    if (!value) {
      if (!decoder.pay(raw, kEmptyHeap<E>)) return false;
      value.emplace();
    }
    return decode_value(*value, raw, decoder);
  }
};

/// Owners: unique_ptr and shared_ptr. `kShared`: somebody else may own the object too.
template <typename T, typename E, bool kShared>
struct OwnerCodec {
  static constexpr bool kNullable = true;
  static Slot encode(const T& value, Encoder& encoder) {
    if (!value || (kShared && !encoder.expand()) || !encoder.enter()) return {};
    const Slot slot = encode_inside<E>(*value, encoder);
    encoder.leave();
    return slot;
  }
  static bool decode(T& value, Raw raw, Decoder& decoder) {
    if (raw.type == kNull) {
      value.reset();
      return true;
    }
    if (!find_inside<E>(raw, decoder) || !decoder.pay(raw, kMemory<E> + 4 * sizeof(void*)) ||
        !decoder.enter(raw)) {
      return false;
    }
    if constexpr (kShared) {
      value = std::make_shared<E>();  // what was there may be somebody else's too
    } else if (!value) {
      value.reset(new E());
    }
    if (!decode_value(*value, raw, decoder)) return false;
    decoder.leave();
    return true;
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
struct Codec<std::monostate> {
  static constexpr bool kNullable = true;
  static Slot encode(std::monostate, Encoder&) noexcept { return {}; }
  static bool decode(std::monostate&, const Raw& raw, Decoder& decoder) {
    return raw.type == kNull || decoder.mismatch(raw, "null is expected here");
  }
};

template <typename... E>
struct Codec<std::variant<E...>> {
  using T = std::variant<E...>;
  static Slot encode(const T& value, Encoder& encoder) {
    if (value.valueless_by_exception()) {
      encoder.fail(Code::kUsage, "a variant without a value");
      return {};
    }
    if (!encoder.enter()) return {};
    Slot slots[2] = {Encoder::scalar(std::uint64_t{value.index()}), {}};
    visit_index<sizeof...(E)>(value.index(), [&]<std::size_t kIndex>() {
      slots[1] = encode_value(*std::get_if<kIndex>(&value), encoder);
    });
    encoder.leave();
    return encoder.end_vector(slots, 2);
  }
  static bool decode(T& value, const Raw& raw, Decoder& decoder) {
    Elements both;
    std::uint32_t index = 0;
    if (!decoder.elements(raw, both, 2) || !decode_value(index, both[0], decoder)) return false;
    if (index >= sizeof...(E)) {
      return decoder.mismatch(both[0], "an alternative that the variant does not have");
    }
    if (!decoder.enter(raw)) return false;
    bool good = false;
    visit_index<sizeof...(E)>(index, [&]<std::size_t kIndex>() {
      if (value.index() != kIndex) {
        if (!decoder.pay(raw, kEmptyHeap<std::variant_alternative_t<kIndex, T>>)) return;
        value.template emplace<kIndex>();
      }
      good = decode_value(*std::get_if<kIndex>(&value), both[1], decoder);
    });
    decoder.leave();
    return good;
  }
};

/// The type of them all, when they are scalars of one; else kNull.
template <typename... E>
constexpr Type common_element() {
  if constexpr (sizeof...(E) != 0 && (Scalar<E> && ...)) {
    constexpr Type kElements[] = {Codec<E>::kElement...};
    for (const Type element : kElements) {
      if (element != kElements[0]) return kNull;
    }
    return kElements[0];
  } else {
    return kNull;
  }
}

template <typename... E>
[[nodiscard]] Slot encode_tuple(Encoder& encoder, const E&... each) {
  constexpr std::size_t kSize = sizeof...(E);
  constexpr Type kElement = common_element<E...>();
  Slot slots[kSize + 1] = {encode_value(each, encoder)...};
  if constexpr (kElement != kNull) {
    unsigned step = step_of(kSize);
    for (std::size_t i = 0; i < kSize; ++i) {
      if (slots[i].step > step) step = slots[i].step;
    }
    const Slot vector = encoder.start_typed(kElement, kSize, step);
    for (std::size_t i = 0; i < kSize; ++i) encoder.put_scalar(slots[i], step);
    return vector;
  } else {
    return encoder.end_vector(slots, kSize);
  }
}

template <typename T, typename... E>
struct TupleCodec {
  static Slot encode(const T& value, Encoder& encoder) {
    return std::apply([&](const E&... each) { return encode_tuple(encoder, each...); }, value);
  }
  static bool decode(T& value, const Raw& raw, Decoder& decoder) {
    Elements elements;
    if (!decoder.elements(raw, elements, sizeof...(E))) return false;
    std::size_t at = 0;
    bool good = true;
    std::apply(
        [&](E&... each) {
          static_cast<void>(((good = decode_value(each, elements[at++], decoder)) && ...));
        },
        value);
    return good || decoder.at_index(at - 1);
  }
};
template <typename A, typename B>
struct Codec<std::pair<A, B>> : TupleCodec<std::pair<A, B>, A, B> {};
template <typename... E>
struct Codec<std::tuple<E...>> : TupleCodec<std::tuple<E...>, E...> {};

}  // namespace fastser::flexbuffers
