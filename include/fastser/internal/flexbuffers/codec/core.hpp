// SPDX-License-Identifier: MIT
//
// What a codec is here, and how codecs call each other.
//
// Codec<T> is specialised once per family of types. All members are static:
//
//   encode(value, enc) -> Slot  writes what the value is made of; the slot stands for it
//   decode(value, raw, dec)     reads it over `value`; false on failure
//   kElement                    of scalars: the type of a vector's elements (kInt, kUint, kFloat,
//                               kBool); lists of them are typed vectors
//   kNullable                   whether null is one of its values
#pragma once

#include "fastser/describe.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/flexbuffers/decoder.hpp"
#include "fastser/internal/flexbuffers/encoder.hpp"
#include "fastser/internal/flexbuffers/options.hpp"
#include "fastser/internal/schema/containers.hpp"
#include "fastser/internal/schema/empty_heap.hpp"

namespace fastser::flexbuffers {

using schema::kEmptyHeap;
using schema::kMemory;

/// No codec: the entry points have said so before it is used (schema/check.hpp).
template <typename T>
struct Codec {
  static constexpr bool kIsMissing = true;
};

template <typename T>
concept Scalar = requires {
  Codec<T>::kElement;
};

template <typename T>
inline constexpr bool kMayBeNull = [] {
  if constexpr (requires { Codec<T>::kNullable; }) {
    return Codec<T>::kNullable;
  } else {
    return false;
  }
}();

template <typename T>
[[nodiscard]] FASTSER_INLINE inline Slot encode_value(const T& value, Encoder& encoder) {
  return Codec<T>::encode(value, encoder);
}
template <typename T>
[[nodiscard]] FASTSER_INLINE inline bool decode_value(T& value, const Raw& raw, Decoder& decoder) {
  return Codec<T>::decode(value, raw, decoder);
}

}  // namespace fastser::flexbuffers
