// SPDX-License-Identifier: MIT
//
// What a codec is, and how codecs call each other.
//
// Codec<T> is specialised once per family of types (scalars, strings, sequences, ...). All members
// are static; F are the Flags of the place where the value lies:
//
//   own_code<F>()       first byte of its type expression
//   describe<F>(b, out) appends its type expression, adding shapes to the table
//   fixed_size<F>()     wire bytes, when always the same and at most kMaxFixed; else 0
//   min_size<F>()       least wire bytes
//   is_blit<F>()        on a little-endian machine memory is the wire, both ways
//   kNests              values may hold further values (counts towards the depth limit)
//   fixed:    put<F>(value, to)        store fixed_size bytes, unchecked
//             get<F>(value, from)      load them; false when malformed
//   variable: encode<F>(value, cur, encoder), decode<F>(value, cur, decoder)
//   NodeType, make_node()  what T is in memory, for archives of other versions (node.hpp)
//
// encode_value / decode_value / node_of below are the only way in.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "fastser/describe.hpp"
#include "fastser/internal/archive/resolve/node.hpp"
#include "fastser/internal/archive/resolve/resolve.hpp"
#include "fastser/internal/archive/typed/decoder.hpp"
#include "fastser/internal/archive/typed/encoder.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/schema/containers.hpp"
#include "fastser/internal/schema/empty_heap.hpp"
#include "fastser/internal/schema/table_builder.hpp"
#include "fastser/internal/wire/endian.hpp"

namespace fastser::archive {

using schema::BytesAccess;
using schema::BytesContainer;
using schema::Flags;
using schema::kEmptyHeap;
using schema::kMemory;
using schema::TableBuilder;
using schema::TypeCode;
using schema::TypeExpr;
using schema::TypeSink;

/// What codecs of values of no fixed size have in common: at least one byte, a count or a mark.
struct VariableCodec {
  template <Flags F>
  static constexpr std::size_t fixed_size() {
    return 0;
  }
  template <Flags F>
  static constexpr std::size_t min_size() {
    return 1;
  }
  template <Flags F>
  static constexpr bool is_blit() {
    return false;
  }
};

/// Larger fixed-size values are written like variable ones, in steps.
inline constexpr std::size_t kMaxFixed = 1024;

/// What codecs of values of `kSize` bytes have in common that are not the same in memory.
template <std::size_t kSize>
struct FixedCodec {
  static_assert(kSize <= kMaxFixed, "values of fixed size take at most 1024 bytes");
  static constexpr bool kNests = false;
  template <Flags F>
  static constexpr std::size_t fixed_size() {
    return kSize;
  }
  template <Flags F>
  static constexpr std::size_t min_size() {
    return kSize;
  }
  template <Flags F>
  static constexpr bool is_blit() {
    return false;
  }
};

template <typename T>
struct Codec {
  static_assert(!std::is_same_v<T, T>,
                "fastser has no codec for this type: describe it with FASTSER_FIELDS, specialise "
                "fastser::Describe, or leave the field out with fastser::omit");
};

template <typename T, Flags F>
inline constexpr std::size_t kFixed = Codec<T>::template fixed_size<F>();
template <typename T, Flags F>
inline constexpr std::size_t kMinSize = Codec<T>::template min_size<F>();
template <typename T, Flags F>
inline constexpr bool kBlit = wire::kLittleHost&& Codec<T>::template is_blit<F>();

constexpr void append_code(TypeSink& out, TypeCode code) {
  out.push_back(static_cast<std::uint8_t>(code));
}

template <Flags F, typename T>
FASTSER_INLINE inline std::byte* encode_value(const T& value, std::byte* cur, Encoder& encoder) {
  if constexpr (kFixed<T, F> != 0) {
    cur = encoder.ensure(cur, kFixed<T, F>);
    Codec<T>::template put<F>(value, cur);
    return cur + kFixed<T, F>;
  } else {
    return Codec<T>::template encode<F>(value, cur, encoder);
  }
}

template <Flags F, typename T>
FASTSER_INLINE inline Cursor decode_value(T& value, Cursor cur, Decoder& decoder) {
  if constexpr (kFixed<T, F> != 0) {
    if (decoder.left(cur) < kFixed<T, F>) [[unlikely]] {
      return decoder.fail_truncated(cur);
    }
    if (!Codec<T>::template get<F>(value, cur)) [[unlikely]] {
      return decoder.fail(Code::kMalformed, cur, kWrongValue);
    }
    return cur + kFixed<T, F>;
  } else {
    return Codec<T>::template decode<F>(value, cur, decoder);
  }
}

/// A key, which is looked up as soon as it is read.
template <Flags F, typename K>
FASTSER_INLINE inline Cursor decode_key(K& key, Cursor cur, Decoder& decoder) {
  if constexpr (requires { Codec<K>::template decode_key<F>(key, cur, decoder); }) {
    return Codec<K>::template decode_key<F>(key, cur, decoder);
  } else {
    return decode_value<F>(key, cur, decoder);
  }
}

/// What T is in memory: a constant of the program. (Not constexpr: nodes of recursive types refer
/// to each other.)
template <typename T>
struct NodeOf {
  static const typename Codec<T>::NodeType kNode;
};
template <typename T>
constinit const typename Codec<T>::NodeType NodeOf<T>::kNode = Codec<T>::make_node();

template <typename T>
[[nodiscard]] constexpr const Node* node_of() noexcept {
  return &NodeOf<T>::kNode;
}

/// Types that are written as an object slot.
template <typename T>
inline constexpr bool kIsReference = requires {
  Codec<T>::kReference;
};

/// Starts fetching what writing `pointer` is going to look at: lookups of a large graph miss the
/// cache, and nothing else of them takes time.
template <typename T>
FASTSER_INLINE inline void prefetch_reference(const T& pointer, Encoder& encoder) noexcept {
  if constexpr (requires { Codec<T>::target_of(pointer); }) {
    encoder.tables->objects.prefetch(Codec<T>::target_of(pointer));
  }
}

}  // namespace fastser::archive
