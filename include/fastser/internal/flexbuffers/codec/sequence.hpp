// SPDX-License-Identifier: MIT
//
// Codecs of lists (vector, deque, list, vector<bool>, spans to write), sets and fixed arrays: a
// typed vector of scalars, as wide as the widest needs, or an untyped one of anything else. Any
// form is read.
#pragma once

#include <array>
#include <cstddef>
#include <iterator>
#include <utility>

#include "fastser/internal/base/vector_resize.hpp"
#include "fastser/internal/flexbuffers/codec/core.hpp"
#include "fastser/internal/flexbuffers/codec/scalar.hpp"

namespace fastser::flexbuffers {

/// Whether a vector of E in memory may be one on the wire: not of a char without a sign.
template <typename E>
inline constexpr bool kAsBytes = [] {
  if constexpr (Integer<E>) {
    return wire::kLittleHost && Codec<E>::kSigned == std::is_signed_v<E>;
  } else {
    return wire::kLittleHost && std::is_floating_point_v<E>;
  }
}();

/// A typed vector of scalars: once through for the width, once to write.
template <typename E, typename Iterator>
[[nodiscard]] Slot encode_scalars(Iterator first, std::size_t count, Encoder& encoder) {
  constexpr Type kElement = Codec<E>::kElement;
  unsigned step = step_of(count);
  if constexpr (Integer<E>) {
    std::uint64_t all = 0;
    Iterator it = first;
    for (std::size_t i = 0; i < count; ++i, ++it) {
      const auto wide = static_cast<typename Codec<E>::Wide>(*it);
      if constexpr (Codec<E>::kSigned) {
        all |= signless(wide);
      } else {
        all |= wide;
      }
    }
    if (step_of(all) > step) step = step_of(all);
  } else {
    if (kElement == kFloat && step < 2) step = 2;
    Iterator it = first;
    for (std::size_t i = 0; i < count && step < 3; ++i, ++it) {
      const unsigned one = Codec<E>::encode(static_cast<const E&>(*it), encoder).step;
      if (one > step) step = one;
    }
  }
  const Slot vector = encoder.start_typed(kElement, count, step);
  if constexpr (kAsBytes<E> && std::contiguous_iterator<Iterator>) {
    if (sizeof(E) == std::size_t{1} << step) {
      if (count != 0) encoder.put_bytes(&*first, count * sizeof(E));
      return vector;
    }
  }
  for (std::size_t i = 0; i < count; ++i, ++first) {
    encoder.put_scalar(Codec<E>::encode(static_cast<const E&>(*first), encoder), step);
  }
  return vector;
}

template <typename E, typename Iterator>
[[nodiscard]] Slot encode_elements(Iterator first, std::size_t count, Encoder& encoder) {
  if constexpr (Scalar<E>) {
    return encode_scalars<E>(first, count, encoder);
  } else {
    const std::size_t base = encoder.stack.size();
    for (std::size_t i = 0; i < count; ++i, ++first) {
      const Slot slot = encode_value<E>(static_cast<const E&>(*first), encoder);
      encoder.stack.push_back(slot);
    }
    const Slot vector = encoder.end_vector(encoder.stack.data() + base, count);
    encoder.stack.resize(base);
    return vector;
  }
}

/// What a list or set holds.
template <typename E, typename T>
[[nodiscard]] Slot encode_list(const T& value, Encoder& encoder) {
  if (!encoder.enter()) return {};
  const Slot slot = encode_elements<E>(value.begin(), value.size(), encoder);
  encoder.leave();
  return slot;
}

/// Whether these elements lie as a vector of E does in memory.
template <typename E>
requires kAsBytes<E>
[[nodiscard]] bool lie_as(const Elements& elements) noexcept {
  return elements.types == nullptr && elements.type == Codec<E>::kElement &&
         sizeof(E) == std::size_t{1} << elements.step;
}

/// Reads the elements over [first, first + count).
template <typename E, typename Iterator>
[[nodiscard]] bool decode_elements(Iterator first, const Elements& elements, Decoder& decoder) {
  if constexpr (kAsBytes<E> && std::contiguous_iterator<Iterator>) {
    if (lie_as<E>(elements)) {
      if (elements.count != 0) std::memcpy(&*first, elements.data, elements.count * sizeof(E));
      return true;
    }
  }
  for (std::size_t i = 0; i < elements.count; ++i, ++first) {
    bool good = false;
    if constexpr (std::is_same_v<E, bool>) {
      bool flag = false;
      good = decode_value(flag, elements[i], decoder);
      *first = flag;
    } else {
      good = decode_value(*first, elements[i], decoder);
    }
    if (!good) [[unlikely]] {
      return decoder.at_index(i);
    }
  }
  return true;
}

template <schema::Sequence T>
struct Codec<T> {
  using E = typename T::value_type;

  static Slot encode(const T& value, Encoder& encoder) { return encode_list<E>(value, encoder); }
  static bool decode(T& value, const Raw& raw, Decoder& decoder) {
    Elements elements;
    if (!decoder.elements(raw, elements) ||
        !decoder.template pay_elements<T>(raw, elements.count) || !decoder.enter(raw)) {
      return false;
    }
    if (!fill(value, elements, decoder)) return false;
    decoder.leave();
    return true;
  }

 private:
  static bool fill(T& value, const Elements& elements, Decoder& decoder) {
    if constexpr (kAsBytes<E> && requires { assign_elements(value, elements.data, 0); }) {
      if (lie_as<E>(elements)) {
        assign_elements(value, elements.data, elements.count);
        return true;
      }
    }
    if (elements.count > value.size()) value.clear();  // nothing to move
    value.resize(elements.count);
    return decode_elements<E>(value.begin(), elements, decoder);
  }
};

/// Spans of const can be written; only spans of bytes can be read.
template <schema::ConstSpan T>
struct Codec<T> {
  static Slot encode(const T& value, Encoder& encoder) {
    return encode_list<typename T::value_type>(value, encoder);
  }
};

template <schema::SetLike T>
struct Codec<T> {
  using E = typename T::key_type;
  static Slot encode(const T& value, Encoder& encoder) { return encode_list<E>(value, encoder); }
  static bool decode(T& value, const Raw& raw, Decoder& decoder) {
    Elements elements;
    if (!decoder.elements(raw, elements) || !decoder.pay_nodes<T>(raw, elements.count) ||
        !decoder.enter(raw)) {
      return false;
    }
    value.clear();
    for (std::size_t i = 0; i < elements.count; ++i) {
      E key = E();
      const Raw one = elements[i];
      if (!decode_value(key, one, decoder)) return decoder.at_index(i);
      const auto it = value.insert(value.end(), std::move(key));
      if (value.size() != i + 1) return decoder.refuse(one, Code::kMalformed, "an element twice");
      if (schema::is_crowded(value, *it, i)) {
        return decoder.refuse(one, Code::kOverBudget,
                              "too many elements with the same hash: they may be chosen to attack");
      }
    }
    decoder.leave();
    return true;
  }
};

template <typename T, typename E, std::size_t kSize>
struct FixedArrayCodec {
  static Slot encode(const T& value, Encoder& encoder) {
    return encode_elements<E>(std::begin(value), kSize, encoder);
  }
  static bool decode(T& value, const Raw& raw, Decoder& decoder) {
    Elements elements;
    if (!decoder.elements(raw, elements, kSize)) return false;
    return decode_elements<E>(std::begin(value), elements, decoder);
  }
};
template <typename E, std::size_t kSize>
struct Codec<std::array<E, kSize>> : FixedArrayCodec<std::array<E, kSize>, E, kSize> {};
template <typename E, std::size_t kSize>
struct Codec<E[kSize]> : FixedArrayCodec<E[kSize], E, kSize> {};

}  // namespace fastser::flexbuffers
