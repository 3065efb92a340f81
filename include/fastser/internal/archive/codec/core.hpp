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
//   adopt<F>(value, type, cur, decoder)  read a value that the writer wrote as `type`
//
// encode_value / decode_value / adopt_value below are the only way in.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "fastser/describe.hpp"
#include "fastser/internal/archive/decoder.hpp"
#include "fastser/internal/archive/encoder.hpp"
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
using schema::TypeBytes;
using schema::TypeCode;
using schema::TypeExpr;

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

constexpr void append_code(TypeBytes& out, TypeCode code) {
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

/// The count of a list, set or array of the writer's.
[[nodiscard]] Cursor adopt_count(Decoder& decoder, TypeExpr type, Cursor cur, std::size_t& count);

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

/// The archive has `type` where the reader's type has T. Never returns non-null.
[[nodiscard]] Cursor fail_type(Decoder& decoder, TypeExpr type, TypeCode wanted, Cursor at);
/// `type` behind an inline `any`; steps over the type expression.
[[nodiscard]] Cursor read_any_type(Decoder& decoder, Cursor cur, TypeExpr& type);
/// An object slot where a plain value is wanted: the body's type or shape, for new inline objects.
[[nodiscard]] Cursor enter_object_as_value(Decoder& decoder, TypeExpr slot_type, Cursor cur,
                                           TypeExpr& type);

template <Flags F, typename T>
[[nodiscard]] Cursor adopt_value(T& value, TypeExpr type, Cursor cur, Decoder& decoder) {
  if (!decoder.enter()) return decoder.fail_depth(cur);
  TypeExpr actual = type;
  if (schema::code(actual) == TypeCode::kAny) {
    cur = read_any_type(decoder, cur, actual);
    if (cur == nullptr) return nullptr;
  }
  if constexpr (!kIsReference<T>) {
    if (schema::code(actual) == TypeCode::kRef || schema::code(actual) == TypeCode::kAnyRef) {
      cur = enter_object_as_value(decoder, actual, cur, actual);
      if (cur == nullptr) return nullptr;
    }
  }
  cur = Codec<T>::template adopt<F>(value, actual, cur, decoder);
  decoder.leave();
  return cur;
}

}  // namespace fastser::archive
