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
//   fixed:    put<F>(value, to)        store fixed_size bytes, unchecked
//             get<F>(value, from)      load them; false when malformed
//   variable: encode<F>(value, cur, encoder), decode<F>(value, cur, decoder)
//   NodeType, make_node()  what T is in memory, for archives of other versions (node.hpp)
//
// encode_value / decode_value / node_of below are the only way in. They are told where the value
// lies, and count it as depth if it counts there (depth_rule.hpp): codecs do not. Only types that
// do not bound their depth count, by the flag kCountDepth.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fastser/describe.hpp"
#include "fastser/internal/archive/depth_of_type.hpp"
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

/// No codec: the entry points have said so before it is used (schema/check.hpp).
template <typename T>
struct Codec {
  static constexpr bool kIsMissing = true;
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

/// Describes a root of type T; twice for the bytes (TableBuilder).
template <typename T, Flags F>
constexpr void describe_root(TableBuilder& builder) {
  TypeSink root = builder.begin_root();
  Codec<T>::template describe<F>(builder, root);
  builder.end_root(root);
}

/// What describing T says about it, besides the table.
struct TableFacts {
  std::size_t size = 0;
  bool needs_tables = false;  ///< shares strings or has objects
  bool shares_strings = false;
  bool has_objects = false;
  bool needs_registry = false;         ///< the table is not a constant
  bool has_weak = false;               ///< weak pointers of classes that are known now
  std::string_view polymorphic_class;  ///< the first that a registry is needed for
};
template <typename T, Flags F>
inline constexpr TableFacts kTableFacts = [] {
  TableBuilder builder;
  describe_root<T, F>(builder);
  return TableFacts{builder.size(),           builder.needs_tables,   builder.shares_strings,
                    builder.has_objects,      builder.needs_registry, builder.has_weak,
                    builder.polymorphic_class};
}();

/// Levels that a value of fixed size always has, which lies `kInside` something.
template <typename T, Flags F, Inside kInside>
inline constexpr std::uint32_t kFixedDepth = [] {
  constexpr TypeCode kCode = Codec<T>::template own_code<F>();
  if constexpr (kCode == TypeCode::kRecord || kCode == TypeCode::kTuple ||
                kCode == TypeCode::kArray) {
    std::array<std::uint8_t, kTableFacts<T, F>.size> table{};
    TableBuilder builder;
    describe_root<T, F>(builder);
    builder.write_to(table.data());
    describe_root<T, F>(builder);
    return DepthOfType(table).root(kInside);
  } else {
    return std::uint32_t{0};
  }
}();

/// Whether values of T count as depth, and somebody has to count them.
template <typename T, Flags F, Inside kInside>
inline constexpr bool kCounts = (F & schema::kCountDepth) != 0 &&
                                counts_as_depth(Codec<T>::template own_code<F>(), kInside);

/// A value that may be nothing, which does not count.
template <typename T>
inline constexpr bool kMayLack = requires(const T& value, Cursor cur, Decoder& decoder) {
  Codec<T>::lacks(value);
  Codec<T>::lacks(cur, decoder);
};

template <Flags F, Inside kInside, typename T>
FASTSER_INLINE inline std::byte* encode_value(const T& value, std::byte* cur, Encoder& encoder) {
  if constexpr (kFixed<T, F> != 0) {
    if constexpr (kCounts<T, F, Inside::kField> && kFixedDepth<T, F, kInside> != 0) {
      if (!encoder.has_depth(kFixedDepth<T, F, kInside>)) [[unlikely]] {
        return encoder.fail_depth(cur);
      }
    }
    cur = encoder.ensure(cur, kFixed<T, F>);
    Codec<T>::template put<F>(value, cur);
    return cur + kFixed<T, F>;
  } else if constexpr (kCounts<T, F, kInside>) {
    if constexpr (kMayLack<T>) {
      if (Codec<T>::lacks(value)) return Codec<T>::template encode<F>(value, cur, encoder);
    }
    if (!encoder.enter()) [[unlikely]] {
      return encoder.fail_depth(cur);
    }
    cur = Codec<T>::template encode<F>(value, cur, encoder);
    encoder.leave();
    return cur;
  } else {
    return Codec<T>::template encode<F>(value, cur, encoder);
  }
}

template <Flags F, Inside kInside, typename T>
FASTSER_INLINE inline Cursor decode_variable(T& value, Cursor cur, Decoder& decoder) {
  if constexpr (kCounts<T, F, kInside>) {
    if constexpr (kMayLack<T>) {
      if (Codec<T>::lacks(cur, decoder)) return Codec<T>::template decode<F>(value, cur, decoder);
    }
    if (!decoder.enter()) [[unlikely]] {
      return decoder.fail_depth(cur);
    }
    cur = Codec<T>::template decode<F>(value, cur, decoder);
    decoder.leave();
    return cur;
  } else {
    return Codec<T>::template decode<F>(value, cur, decoder);
  }
}
/// The depth of a value of fixed size: false where there is not so much left.
template <typename T, Flags F, Inside kInside>
FASTSER_INLINE inline bool has_fixed_depth(const Decoder& decoder) {
  if constexpr (kCounts<T, F, Inside::kField>) {
    return decoder.depth_left >= kFixedDepth<T, F, kInside>;
  } else {
    return true;
  }
}

template <Flags F, Inside kInside, typename T>
FASTSER_INLINE inline Cursor decode_value(T& value, Cursor cur, Decoder& decoder) {
  if constexpr (kFixed<T, F> != 0) {
    if (!has_fixed_depth<T, F, kInside>(decoder)) [[unlikely]] {
      return decoder.fail_depth(cur);
    }
    if (decoder.left(cur) < kFixed<T, F>) [[unlikely]] {
      return decoder.fail_truncated(cur);
    }
    if (!Codec<T>::template get<F>(value, cur)) [[unlikely]] {
      return decoder.fail(Code::kMalformed, cur, kWrongValue);
    }
    return cur + kFixed<T, F>;
  } else {
    return decode_variable<F, kInside>(value, cur, decoder);
  }
}

/// Writes values that lie side by side, at least one. This is the one place where an E is written
/// for itself, be it the root or an element of a list: records of many fields are much to compile.
template <Flags F, Inside kInside, typename E>
FASTSER_NOINLINE std::byte* encode_each(const E* first, const E* last, std::byte* cur,
                                        Encoder& encoder) {
  do {
    cur = encode_value<F, kInside>(*first, cur, encoder);
  } while (++first != last);
  return cur;
}

/// The one place where an E is read for itself, as encode_each. Both lead to an E.
template <Flags F, typename E>
FASTSER_NOINLINE Cursor decode_each(void* first, void* last, Cursor cur, Decoder& decoder) {
  E* value = static_cast<E*>(first);
  do {
    cur = decode_value<F, Inside::kElement>(*value, cur, decoder);
    if (cur == nullptr) [[unlikely]] {
      return nullptr;
    }
  } while (++value != last);
  return cur;
}

/// A key, which is looked up as soon as it is read.
template <Flags F, Inside kInside, typename K>
FASTSER_INLINE inline Cursor decode_key(K& key, Cursor cur, Decoder& decoder) {
  if constexpr (requires { Codec<K>::template decode_key<F>(key, cur, decoder); }) {
    return Codec<K>::template decode_key<F>(key, cur, decoder);
  } else {
    return decode_value<F, kInside>(key, cur, decoder);
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
