// SPDX-License-Identifier: MIT
//
// What a type is in a FlatBuffer, and how its values get there and back.
//
// Codec<T>::kForm says what T is:
//
//   scalar, structure  inline in what holds it: kSize, kAlign; put(value, to), get(value, from),
//                      which is false only where the type refuses some values (kRefuses)
//   text, list, table  somewhere else, led to by an offset: encode(value, builder) says where it
//                      was written, decode(value, position, reader), check(position, reader)
//   choice             a field of a table only (optional, pointer, variant): Field<T> alone knows
//
// All have describe(schema), the type as a schema says it. Elements of lists that are lists or
// choices themselves, which FlatBuffers does not have, are put in a table of one field (Boxed).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/flat/builder.hpp"
#include "fastser/internal/flat/declarations.hpp"
#include "fastser/internal/flat/reader.hpp"
#include "fastser/internal/schema/empty_heap.hpp"
#include "fastser/internal/wire/endian.hpp"

namespace fastser::flat {

using schema::kEmptyHeap;
using schema::kMemory;

enum class Form : std::uint8_t { scalar, structure, text, list, table, choice };

/// No codec: the entry points have said so before it is used (schema/check.hpp).
template <typename T>
struct Codec {
  static constexpr bool kIsMissing = true;
  static constexpr Form kForm = Form::text;
};

template <typename T>
inline constexpr Form kForm = Codec<T>::kForm;
template <typename T>
inline constexpr bool kInline = kForm<T> == Form::scalar || kForm<T> == Form::structure;

/// In memory as on the wire.
template <typename T>
inline constexpr bool kBlit = [] {
  if constexpr (kForm<T> == Form::scalar || kForm<T> == Form::structure) {
    return wire::kLittleHost && Codec<T>::kSameInMemory;
  } else {
    return false;
  }
}();

inline constexpr std::string_view kNoSuchValue = "a value that the type does not have";

/// Whether what is read as a T may lie inline and be no T.
template <typename T>
inline constexpr bool kRefusesInline = [] {
  if constexpr (kInline<T>) return Codec<T>::kRefuses;
  return false;
}();
/// Reads what lies inline.
template <typename T>
[[nodiscard]] FASTSER_INLINE inline bool get_inline(T& value, const std::byte* from,
                                                    Reader& reader) {
  const bool good = Codec<T>::get(value, from);
  if constexpr (!kRefusesInline<T>) return true;
  return good || reader.fail(Code::kTypeMismatch, reader.position(from), kNoSuchValue);
}
/// Checks it.
template <typename T>
[[nodiscard]] FASTSER_INLINE inline bool check_inline(const std::byte* from, Reader& reader) {
  if constexpr (kRefusesInline<T>) {
    T value{};
    return get_inline(value, from, reader);
  } else {
    return true;
  }
}

/// Lists that always have as many elements. They are always written, so where one is missing, the
/// writer did not know it; a missing list of any other kind is empty.
template <typename T>
inline constexpr bool kIsOfOneLength = [] {
  if constexpr (requires { Codec<T>::kIsOfOneLength; }) return Codec<T>::kIsOfOneLength;
  return false;
}();

/// A field of a table: what Codec says, seen from the table. Specialised for choices.
///
///   kSize, kAlign      of what lies in the table
///   kIsUnion           a byte that names the alternative belongs to it, in the slot before its own
///   kRefuses           whether it may lie in the table and be no M (unless kReference)
///   kKeepsDefault      where it is missing, the field has the value that a new record gives it
///   present(value)     whether it takes part
///   child(value, b)    writes what lies elsewhere (where kSize is an offset's)
///   put(value, to)     writes what lies in the table (elsewhere)
///   read / check       reads / checks a field that is there
///   clear(value)       the value of a field that is not there (unless kKeepsDefault)
template <typename M>
struct Field {
  static constexpr bool kReference = !kInline<M>;
  static constexpr bool kIsUnion = false;
  static constexpr bool kRefuses = kRefusesInline<M>;
  static constexpr bool kKeepsDefault = kInline<M> || kForm<M> == Form::table || kIsOfOneLength<M>;
  static constexpr std::size_t kSize = [] {
    if constexpr (kInline<M>) return Codec<M>::kSize;
    return std::size_t{4};
  }();
  static constexpr std::size_t kAlign = [] {
    if constexpr (kInline<M>) return Codec<M>::kAlign;
    return std::size_t{4};
  }();

  FASTSER_INLINE static bool present(const M& value) noexcept {
    if constexpr (kForm<M> == Form::text || kForm<M> == Form::list) {
      return !Codec<M>::is_empty(value);
    } else {
      return true;
    }
  }
  FASTSER_INLINE static Offset child(const M& value, Builder& builder) {
    return Codec<M>::encode(value, builder);
  }
  FASTSER_INLINE static void put(const M& value, std::byte* to) noexcept {
    Codec<M>::put(value, to);
  }
  FASTSER_INLINE static bool read(M& value, const std::byte* at, Reader& reader) {
    if constexpr (kReference) {
      const Position to = reader.follow(at);
      return to != 0 && Codec<M>::decode(value, to, reader);
    } else {
      return get_inline(value, at, reader);
    }
  }
  static bool check(const std::byte* at, Reader& reader) {
    if constexpr (kReference) {
      const Position to = reader.follow(at);
      return to != 0 && Codec<M>::check(to, reader);
    } else {
      return check_inline<M>(at, reader);
    }
  }
  static void clear(M& value) {
    if constexpr (!kKeepsDefault) Codec<M>::clear(value);
  }
  static TypeRef describe(Declarations& schema) { return Codec<M>::describe(schema); }
};

}  // namespace fastser::flat
