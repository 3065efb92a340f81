// SPDX-License-Identifier: MIT
//
// Codecs of bool, integers, floats, characters, and of what wraps one of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>

#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/schema/wrapped.hpp"

namespace fastser::archive {

template <typename T>
constexpr TypeCode scalar_code() {
  if constexpr (std::is_same_v<T, bool>) {
    return TypeCode::kBool;
  } else if constexpr (std::is_floating_point_v<T>) {
    static_assert(sizeof(T) == 4 || sizeof(T) == 8, "long double has no portable form");
    return sizeof(T) == 4 ? TypeCode::kF32 : TypeCode::kF64;
  } else {
    // Plain char is signed on some machines and not on others; it travels as u8 on all.
    constexpr bool kSigned = std::is_signed_v<T> && !std::is_same_v<T, char>;
    constexpr int kWidth = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 2 : sizeof(T) == 4 ? 4 : 6;
    return static_cast<TypeCode>(static_cast<int>(TypeCode::kI8) + kWidth + (kSigned ? 0 : 1));
  }
}

/// Some libraries call integers of 128 bits integral.
template <typename T>
concept ScalarType = std::is_arithmetic_v<T> && !std::is_same_v<T, wchar_t> &&
                     (sizeof(T) <= 8 || std::is_floating_point_v<T>);

template <ScalarType T>
struct Codec<T> {
  template <Flags F>
  static constexpr bool is_varint() {
    return (F & schema::kVarintField) != 0 && std::is_integral_v<T> && sizeof(T) >= 2;
  }
  template <Flags F>
  static constexpr TypeCode own_code() {
    constexpr TypeCode kCode = scalar_code<T>();
    return is_varint<F>() ? static_cast<TypeCode>(static_cast<int>(kCode) + 8) : kCode;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder&, TypeSink& out) {
    append_code(out, own_code<F>());
  }
  template <Flags F>
  static constexpr std::size_t fixed_size() {
    return is_varint<F>() ? 0 : sizeof(T);
  }
  template <Flags F>
  static constexpr std::size_t min_size() {
    return is_varint<F>() ? 1 : sizeof(T);
  }
  template <Flags F>
  static constexpr bool is_blit() {
    return !is_varint<F>() && !std::is_same_v<T, bool>;  // a bool must be 0 or 1
  }
  template <Flags F>
  static void put(const T& value, std::byte* to) noexcept {
    if constexpr (std::is_same_v<T, bool>) {
      *to = value ? std::byte{1} : std::byte{0};
    } else {
      wire::store_le(to, value);
    }
  }
  template <Flags F>
  [[nodiscard]] static bool get(T& value, Cursor from) noexcept {
    if constexpr (std::is_same_v<T, bool>) {
      value = *from != std::byte{0};
      return static_cast<std::uint8_t>(*from) <= 1;
    } else {
      wire::load_le(from, value);
      return true;
    }
  }
  template <Flags F>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) noexcept {
    if constexpr (std::is_signed_v<T>) {
      return encoder.put_varint(cur, wire::zigzag(value));
    } else {
      return encoder.put_varint(cur, value);
    }
  }
  template <Flags F>
  [[nodiscard]] static Cursor decode(T& value, Cursor cur, Decoder& decoder) noexcept {
    std::uint64_t raw = 0;
    const Cursor behind = decoder.varint(cur, raw);
    if (behind == nullptr) return nullptr;
    if constexpr (std::is_signed_v<T>) {
      const std::int64_t wide = wire::unzigzag(raw);
      value = static_cast<T>(wide);
      if (value == wide) return behind;
    } else {
      value = static_cast<T>(raw);
      if (value == raw) return behind;
    }
    return decoder.fail(Code::kMalformed, cur, kBeyondItsWidth);
  }
  using NodeType = ScalarNode;
  static constexpr ScalarNode make_node() {
    return {{Node::Kind::kScalar, scalar_code<T>()}, scalar_code<T>(), {}};
  }
};

/// A T that is the value it wraps, with more flags: std::byte, varint<T>, atomics, and what the
/// codecs of enums, durations and points in time build on.
template <typename T, Flags kAdd = 0>
struct WrappingCodec {
  using Wrapped = schema::Wrapped<T>;
  using Inner = typename Wrapped::Inner;

  template <Flags F>
  static constexpr TypeCode own_code() {
    return Codec<Inner>::template own_code<F | kAdd>();
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeSink& out) {
    Codec<Inner>::template describe<F | kAdd>(builder, out);
  }
  template <Flags F>
  static constexpr std::size_t fixed_size() {
    return Codec<Inner>::template fixed_size<F | kAdd>();
  }
  template <Flags F>
  static constexpr std::size_t min_size() {
    return Codec<Inner>::template min_size<F | kAdd>();
  }
  template <Flags F>
  static constexpr bool is_blit() {
    if constexpr (schema::kSameAsInner<T>) return Codec<Inner>::template is_blit<F | kAdd>();
    return false;
  }
  template <Flags F>
  static void put(const T& value, std::byte* to) {
    Codec<Inner>::template put<F | kAdd>(Wrapped::to(value), to);
  }
  template <Flags F>
  [[nodiscard]] static bool get(T& value, Cursor from) {
    Inner inner = Inner();
    return Codec<Inner>::template get<F | kAdd>(inner, from) &&
           schema::unwrap(value, std::move(inner));
  }
  template <Flags F>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    if constexpr (kKept<F>) {
      const auto inner = keep(value, encoder);
      return encode_value<F | kAdd, Inside::kBody>(*inner, cur, encoder);
    } else {
      return encode_value<F | kAdd, Inside::kBody>(static_cast<const Inner&>(Wrapped::to(value)),
                                                   cur, encoder);
    }
  }
  template <Flags F>
  [[nodiscard]] static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    Inner inner = Inner();
    const Cursor at = cur;
    cur = decode_value<F | kAdd, Inside::kBody>(inner, cur, decoder);
    return cur == nullptr ? nullptr : from_inner(value, std::move(inner), at, cur, decoder);
  }
  using NodeType = WrappedNode;
  static constexpr WrappedNode make_node() {
    return {{Node::Kind::kWrapped, own_code<0>()}, &NodeOf<Inner>::kNode, &read_inner};
  }

 private:
  /// Whether what is inside is made for the moment and may own objects: no other object may get
  /// their addresses before the encode ends.
  template <Flags F>
  static constexpr bool kKept = [] {
    if constexpr (std::is_reference_v<decltype(Wrapped::to(std::declval<const T&>()))> ||
                  std::is_arithmetic_v<Inner>) {
      return false;
    } else {
      return kTableFacts<Inner, F | kAdd>.has_objects;
    }
  }();
  static std::shared_ptr<const Inner> keep(const T& value, Encoder& encoder) {
    std::shared_ptr<const Inner> inner(new Inner(Wrapped::to(value)));
    encoder.tables->kept.push_front(inner);
    return inner;
  }
  static Cursor read_inner(const WrappedNode& node, void* value, TypeExpr type, Cursor cur,
                           Decoder& decoder) {
    Inner inner = Inner();
    const Cursor at = cur;
    cur = resolve(*node.inner, &inner, type, cur, decoder, Inside::kBody);
    return cur == nullptr ? nullptr
                          : from_inner(*static_cast<T*>(value), std::move(inner), at, cur, decoder);
  }
  static Cursor from_inner(T& value, Inner&& inner, Cursor at, Cursor cur, Decoder& decoder) {
    if (!schema::charge_unwrap<T>(decoder, inner)) return decoder.fail_budget(at);
    if (!schema::unwrap(value, std::move(inner))) [[unlikely]] {
      return decoder.fail(Code::kMalformed, at, kWrongValue);
    }
    return cur;
  }
};

template <schema::Wrapping T>
struct Codec<T> : WrappingCodec<T> {};

template <typename T>
struct Codec<varint<T>> : WrappingCodec<varint<T>, schema::kVarintField> {};

template <schema::Wrapping T>
requires std::is_enum_v<T> &&(!std::is_same_v<T, std::byte>)struct Codec<T> : WrappingCodec<T> {
  using typename WrappingCodec<T>::Inner;
  template <Flags F>
  static constexpr TypeCode own_code() {
    return TypeCode::kEnum;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeSink& out) {
    static_assert(!std::is_same_v<Inner, bool>, "an enum of bool");
    append_code(out, TypeCode::kEnum);
    schema::append_text(out, schema::type_name<T>());
    WrappingCodec<T>::template describe<F>(builder, out);
  }
  using NodeType = ScalarNode;
  static constexpr ScalarNode make_node() {
    return {{Node::Kind::kScalar, TypeCode::kEnum}, scalar_code<Inner>(), schema::type_name<T>()};
  }
};

}  // namespace fastser::archive
