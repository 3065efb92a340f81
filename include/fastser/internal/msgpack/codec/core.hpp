// SPDX-License-Identifier: MIT
//
// What a codec is here, and how codecs call each other.
//
// Codec<T> is specialised once per family of types. All members are static; K says what records
// are written as:
//
//   most<K>()                   most bytes it takes, when there is such a number and it is at most
//                               kMostAtOnce; else 0
//   put<K>(value, cur)          bounded: writes it, unchecked; where it ends
//   encode<K>(value, cur, enc)  unbounded: writes it
//   decode(value, cur, dec)     reads it over `value`; null on failure
//   kinds()                     the kinds that its values are written as
//
// encode_value and decode_value are the way in.
#pragma once

#include <cstddef>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/msgpack/decoder.hpp"
#include "fastser/internal/msgpack/encoder.hpp"
#include "fastser/internal/msgpack/options.hpp"
#include "fastser/internal/schema/empty_heap.hpp"

namespace fastser::msgpack {

using schema::kEmptyHeap;
using schema::kMemory;

/// Larger values ask for room in steps.
inline constexpr std::size_t kMostAtOnce = 512;

/// No codec: the entry points have said so before it is used (schema/check.hpp).
template <typename T>
struct Codec {
  static constexpr bool kIsMissing = true;
};

/// What codecs without a bound have in common.
struct UnboundedCodec {
  template <Keys K>
  static constexpr std::size_t most() {
    return 0;
  }
};
/// And those with one, whatever the keys.
template <std::size_t kBound>
struct BoundedCodec {
  template <Keys K>
  static constexpr std::size_t most() {
    return kBound;
  }
};

template <typename T, Keys K>
inline constexpr std::size_t kMost = Codec<T>::template most<K>();

/// Is nil one of its values?
template <typename T>
inline constexpr bool kMayBeNil = (Codec<T>::kinds() & kinds_of(Kind::nil)) != 0;
inline constexpr Kinds kIntegers = kinds_of(Kind::positive, Kind::negative);

template <Keys K, typename T>
FASTSER_INLINE inline std::byte* encode_value(const T& value, std::byte* cur, Encoder& encoder) {
  if constexpr (kMost<T, K> != 0) {
    return Codec<T>::template put<K>(value, encoder.ensure(cur, kMost<T, K>));
  } else {
    return Codec<T>::template encode<K>(value, cur, encoder);
  }
}

template <typename T>
[[nodiscard]] FASTSER_INLINE inline Cursor decode_value(T& value, Cursor cur, Decoder& decoder) {
  return Codec<T>::decode(value, cur, decoder);
}

}  // namespace fastser::msgpack
