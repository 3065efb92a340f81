// SPDX-License-Identifier: MIT
//
// Codecs of optional, unique_ptr (an optional on the heap), variant, pair, tuple, monostate, and
// of chrono's durations and time points.
#pragma once

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

#include "fastser/internal/archive/resolve/wire_numbers.hpp"
#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/archive/typed/codec/scalar.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/base/visit_index.hpp"
#include "fastser/internal/schema/clock.hpp"

namespace fastser::archive {

/// Values that may be missing: one byte, then the value. Access says how to look and to make.
template <typename T, typename E, typename Access>
struct OptionalCodec : VariableCodec {
  template <Flags F>
  static constexpr TypeCode own_code() {
    return TypeCode::kOptional;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeSink& out) {
    append_code(out, TypeCode::kOptional);
    Codec<E>::template describe<F>(builder, out);
  }
  template <Flags F>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    cur = encoder.ensure(cur, 1);
    if (!value) {
      *cur = std::byte{0};
      return cur + 1;
    }
    *cur++ = std::byte{1};
    return encode_value<F, Inside::kChoice>(*value, cur, encoder);
  }
  template <Flags F>
  [[nodiscard]] static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    if (cur == decoder.end) return decoder.fail_truncated(cur);
    const auto flag = static_cast<std::uint8_t>(*cur);
    if (flag > 1) return decoder.fail(Code::kMalformed, cur, kNoSuchFlag);
    ++cur;
    if (flag == 0) {
      value.reset();
      return cur;
    }
    return read(value, cur, decoder, [&](E& inner, Cursor at) FASTSER_INLINE_LAMBDA {
      return decode_value<F, Inside::kChoice>(inner, at, decoder);
    });
  }

  using NodeType = OptionalNode;
  static constexpr OptionalNode make_node() {
    return {{Node::Kind::kOptional, TypeCode::kOptional},
            &NodeOf<E>::kNode,
            [](const OptionalNode&, void* value, Decoder&) { static_cast<T*>(value)->reset(); },
            &resolve_inner};
  }

 private:
  static Cursor resolve_inner(const OptionalNode& node, void* value, TypeExpr type, Cursor cur,
                              Decoder& decoder) {
    return read(*static_cast<T*>(value), cur, decoder, [&](E& inner, Cursor at) {
      return resolve(*node.element, &inner, type, at, decoder, Inside::kBody);
    });
  }
  template <typename Read>
  FASTSER_INLINE static Cursor read(T& value, Cursor cur, Decoder& decoder, Read&& inner) {
    if (Access::kDeep && !decoder.charge(sizeof(E) + 2 * sizeof(void*))) {
      return decoder.fail_budget(cur);
    }
    if (!value) {
      if (!decoder.charge(kEmptyHeap<E>)) return decoder.fail_budget(cur);
      Access::make(value);
    }
    return inner(*value, cur);
  }
};

struct OptionalAccess {
  static constexpr bool kDeep = false;
  template <typename T>
  static void make(T& value) {
    value.emplace();
  }
};
struct UniqueAccess {
  static constexpr bool kDeep = true;
  template <typename T>
  static void make(T& value) {
    value.reset(new typename T::element_type());
  }
};

template <typename E>
struct Codec<std::optional<E>> : OptionalCodec<std::optional<E>, E, OptionalAccess> {};
template <typename E, typename Deleter>
requires(!std::is_polymorphic_v<E> && !std::is_array_v<E>) struct Codec<std::unique_ptr<E, Deleter>>
    : OptionalCodec<std::unique_ptr<E, Deleter>, E, UniqueAccess> {
};

template <>
struct Codec<std::monostate> : VariableCodec {
  template <Flags F>
  static constexpr TypeCode own_code() {
    return TypeCode::kNull;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder&, TypeSink& out) {
    append_code(out, TypeCode::kNull);
  }
  template <Flags F>
  static constexpr std::size_t min_size() {
    return 0;
  }
  template <Flags F>
  static std::byte* encode(std::monostate, std::byte* cur, Encoder&) {
    return cur;
  }
  template <Flags F>
  [[nodiscard]] static Cursor decode(std::monostate&, Cursor cur, Decoder&) {
    return cur;
  }
  using NodeType = Node;
  static constexpr Node make_node() { return {Node::Kind::kNull, TypeCode::kNull}; }
};

template <typename... E>
struct Codec<std::variant<E...>> : VariableCodec {
  using T = std::variant<E...>;
  template <Flags F>
  static constexpr TypeCode own_code() {
    return TypeCode::kVariant;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeSink& out) {
    append_code(out, TypeCode::kVariant);
    schema::append_varint(out, sizeof...(E));
    (Codec<E>::template describe<F>(builder, out), ...);
  }
  template <Flags F>
  static constexpr std::size_t min_size() {
    std::size_t least = static_cast<std::size_t>(-1);
    ((least = kMinSize<E, F> < least ? kMinSize<E, F> : least), ...);
    return 1 + least;
  }
  template <Flags F>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    if (value.valueless_by_exception()) {
      encoder.fail(cur, Code::kUsage, "a variant without a value");
      return cur;
    }
    cur = encoder.put_varint(cur, value.index());
    visit_index<sizeof...(E)>(value.index(), [&]<std::size_t kIndex>() {
      cur = encode_value<F, Inside::kChoice>(*std::get_if<kIndex>(&value), cur, encoder);
    });
    return cur;
  }
  template <Flags F>
  [[nodiscard]] static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    std::uint64_t index = 0;
    const Cursor at = cur;
    cur = decoder.varint(cur, index);
    if (cur == nullptr) return nullptr;
    if (index >= sizeof...(E)) {
      return decoder.fail(Code::kMalformed, at, kNoSuchAlternative);
    }
    visit_index<sizeof...(E)>(static_cast<std::size_t>(index), [&]<std::size_t kIndex>() {
      if (make<kIndex>(value, cur, decoder)) {
        cur = decode_value<F, Inside::kChoice>(*std::get_if<kIndex>(&value), cur, decoder);
      }
    });
    return cur;
  }

  using NodeType = VariantNode;
  static constexpr VariantNode make_node() {
    return {{Node::Kind::kVariant, TypeCode::kVariant}, kNodes, &make_at};
  }

 private:
  static constexpr std::array<const Node*, sizeof...(E)> kNodes{&NodeOf<E>::kNode...};
  static void* make_at(const VariantNode&, void* value, std::size_t index, Decoder& decoder) {
    T& variant = *static_cast<T*>(value);
    Cursor cur = decoder.end;
    void* made = nullptr;
    visit_index<sizeof...(E)>(index, [&]<std::size_t kIndex>() {
      if (make<kIndex>(variant, cur, decoder)) made = std::get_if<kIndex>(&variant);
    });
    return made;
  }
  /// Makes the alternative, unless the value is one already; else null is in `cur`.
  template <std::size_t kIndex>
  FASTSER_INLINE static bool make(T& value, Cursor& cur, Decoder& decoder) {
    if (value.index() == kIndex) return true;
    if (!decoder.charge(kEmptyHeap<std::variant_alternative_t<kIndex, T>>)) {
      cur = decoder.fail_budget(cur);
      return false;
    }
    value.template emplace<kIndex>();
    return true;
  }
};

template <typename T, typename... E>
struct TupleCodec {
  template <Flags F>
  static constexpr TypeCode own_code() {
    return TypeCode::kTuple;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeSink& out) {
    append_code(out, TypeCode::kTuple);
    schema::append_varint(out, sizeof...(E));
    (Codec<E>::template describe<F>(builder, out), ...);
  }
  template <Flags F>
  static constexpr std::size_t fixed_size() {
    const bool fixed = ((kFixed<E, F> != 0) && ...);
    const std::size_t total = (kFixed<E, F> + ... + 0);
    return fixed && total <= kMaxFixed ? total : 0;
  }
  template <Flags F>
  static constexpr std::size_t min_size() {
    return (kMinSize<E, F> + ... + 0);
  }
  template <Flags F>
  static constexpr bool is_blit() {
    return false;
  }
  template <Flags F>
  static void put(const T& value, std::byte* to) noexcept {
    std::apply(
        [&](const auto&... e) {
          ((Codec<std::remove_cvref_t<decltype(e)>>::template put<F>(e, to),
            to += kFixed<std::remove_cvref_t<decltype(e)>, F>),
           ...);
        },
        value);
  }
  template <Flags F>
  [[nodiscard]] static bool get(T& value, Cursor from) noexcept {
    return std::apply(
        [&](auto&... e) {
          const auto one = [&](auto& element) {
            using X = std::remove_cvref_t<decltype(element)>;
            const bool good = Codec<X>::template get<F>(element, from);
            from += kFixed<X, F>;
            return good;
          };
          return (one(e) && ...);
        },
        value);
  }
  template <Flags F>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    std::apply(
        [&](const auto&... e) { ((cur = encode_value<F, Inside::kField>(e, cur, encoder)), ...); },
        value);
    return cur;
  }
  template <Flags F>
  [[nodiscard]] static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    std::apply(
        [&](auto&... e) {
          static_cast<void>(((cur = decode_value<F, Inside::kField>(e, cur, decoder)) && ...));
        },
        value);
    return cur;
  }
  using NodeType = TupleNode;
  static constexpr TupleNode make_node() {
    return {{Node::Kind::kTuple, TypeCode::kTuple}, kNodes, &element_at};
  }

 private:
  static constexpr std::array<const Node*, sizeof...(E)> kNodes{&NodeOf<E>::kNode...};
  static void* element_at(const TupleNode&, void* tuple, std::size_t index) {
    void* found = nullptr;
    std::apply(
        [&](auto&... e) {
          std::size_t at = 0;
          ((at++ == index ? void(found = std::addressof(e)) : void()), ...);
        },
        *static_cast<T*>(tuple));
    return found;
  }
};

template <typename A, typename B>
struct Codec<std::pair<A, B>> : TupleCodec<std::pair<A, B>, A, B> {};
template <typename... E>
struct Codec<std::tuple<E...>> : TupleCodec<std::tuple<E...>, E...> {};

/// Nanoseconds that are counted without a sign, in the signed ones of the type "duration": what
/// that cannot hold is not written.
template <typename T>
struct UnsignedNanosCodec : WrappingCodec<T> {
  using Base = WrappingCodec<T>;
  template <Flags F>
  static constexpr bool is_varint() {  // an enum of u64
    return (F & schema::kVarintField) != 0;
  }
  template <Flags F>
  static constexpr std::size_t fixed_size() {
    return 0;
  }
  template <Flags F>
  static constexpr bool is_blit() {
    return false;
  }
  template <Flags F>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    if constexpr (!is_varint<F>()) {
      if (value.count() >> 63 != 0) [[unlikely]] {
        encoder.fail(cur, Code::kUsage, "a duration of more than 2^63 - 1 nanoseconds");
      }
    }
    return Base::template encode<F>(value, cur, encoder);
  }
  template <Flags F>
  [[nodiscard]] static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    const Cursor at = cur;
    cur = Base::template decode<F>(value, cur, decoder);
    if constexpr (!is_varint<F>()) {
      if (cur != nullptr && value.count() >> 63 != 0) [[unlikely]] {
        return decoder.fail(Code::kTypeMismatch, at, kNoRoomForTime);
      }
    }
    return cur;
  }
};
/// Whether a duration is the type "duration".
template <typename Rep, typename Period>
inline constexpr bool kIsNanos =
    std::is_same_v<typename Period::type, std::nano>&& std::is_integral_v<Rep> && sizeof(Rep) == 8;

/// Nanoseconds in 64 bits are the type "duration". Other durations are written as their ticks, and
/// the table calls them an enum, or (floats, which are no enums) a record of one field, of the name
/// "duration 1/1000" (a tick in seconds), so that a reader of another unit knows what it reads.
template <typename Rep, typename Period>
struct Codec<std::chrono::duration<Rep, Period>>
    : std::conditional_t<kIsNanos<Rep, Period> && std::is_unsigned_v<Rep>,
                         UnsignedNanosCodec<std::chrono::duration<Rep, Period>>,
                         WrappingCodec<std::chrono::duration<Rep, Period>>> {
  using T = std::chrono::duration<Rep, Period>;
  using Base = WrappingCodec<T>;
  static constexpr bool kNano = kIsNanos<Rep, Period>;
  static constexpr TickLength kTick{Period::type::num, Period::type::den};

  template <Flags F>
  static constexpr TypeCode own_code() {
    if (!std::is_integral_v<Rep>) return TypeCode::kRecord;
    return kNano && (F & schema::kVarintField) == 0 ? TypeCode::kDuration : TypeCode::kEnum;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeSink& out) {
    append_code(out, own_code<F>());
    if constexpr (!std::is_integral_v<Rep>) {
      const TableBuilder::Found found = builder.shape_for(schema::type_key<T>());
      schema::append_varint(out, found.number);
      if (!found.is_new) return;
      TypeSink shape = builder.begin_shape(found.number);
      schema::append_text(shape, kName);
      // Version 0, no super-shape, one entry: once, named.
      for (const std::uint64_t number : {0U, 0U, 1U, 3U}) schema::append_varint(shape, number);
      schema::append_text(shape, kTicksName);
      Base::template describe<F>(builder, shape);
      builder.end_shape(found.number, shape);
    } else if constexpr (own_code<F>() == TypeCode::kEnum) {
      schema::append_text(out, kName);
      Base::template describe<F>(builder, out);
    }
  }
  using NodeType = DurationNode;
  static constexpr DurationNode make_node() {
    return {{Node::Kind::kDuration, own_code<0>()}, scalar_code<Rep>(), kTick};
  }

 private:
  static constexpr auto kText = [] {
    std::array<char, 64> text{};
    std::size_t size = 0;
    const auto number = [&](std::intmax_t value) {
      std::intmax_t unit = 1;
      while (value / unit >= 10) unit *= 10;
      for (; unit != 0; unit /= 10) text[size++] = static_cast<char>('0' + value / unit % 10);
    };
    for (const char c : kDurationName) text[size++] = c;
    number(kTick.num);
    text[size++] = '/';
    number(kTick.den);
    return std::pair(text, size);
  }();
  static constexpr std::string_view kName{kText.first.data(), kText.second};
};

/// Bytes of a date.
inline constexpr std::size_t kDateSize = 12;

/// A point of the system clock is a date; points of other clocks are their duration. Where a clock
/// counts further than dates do, or finer, writing one can fail.
template <typename Duration>
requires std::is_integral_v<typename Duration::rep>
struct Codec<std::chrono::time_point<std::chrono::system_clock, Duration>>
    : std::conditional_t<schema::kIsAlwaysMoment<Duration>, FixedCodec<kDateSize>, VariableCodec> {
  using T = std::chrono::time_point<std::chrono::system_clock, Duration>;
  template <Flags F>
  static constexpr TypeCode own_code() {
    return TypeCode::kDate;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder&, TypeSink& out) {
    append_code(out, TypeCode::kDate);
  }
  template <Flags F>
  static constexpr std::size_t min_size() {
    return kDateSize;
  }
  template <Flags F>
  static void put(const T& value, std::byte* to) noexcept {
    schema::Moment moment;
    static_cast<void>(schema::to_moment(value, moment));  // it is one
    put_moment(moment, to);
  }
  template <Flags F>
  [[nodiscard]] static bool get(T& value, Cursor from) noexcept {
    return schema::from_moment(
        value, {wire::load_le<std::int64_t>(from), wire::load_le<std::uint32_t>(from + 8)});
  }
  template <Flags F>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) noexcept {
    schema::Moment moment;
    if (!schema::to_moment(value, moment)) [[unlikely]] {
      encoder.fail(cur, Code::kUsage, schema::kNoMoment);
    }
    cur = encoder.ensure(cur, kDateSize);
    put_moment(moment, cur);
    return cur + kDateSize;
  }
  template <Flags F>
  static Cursor decode(T& value, Cursor cur, Decoder& decoder) noexcept {
    if (decoder.left(cur) < kDateSize) return decoder.fail_truncated(cur);
    if (!get<F>(value, cur)) return decoder.fail(Code::kMalformed, cur, kWrongValue);
    return cur + kDateSize;
  }
  using NodeType = DateNode;
  static constexpr DateNode make_node() {
    return {{Node::Kind::kDate, TypeCode::kDate},
            [](const DateNode&, void* value, std::int64_t seconds, std::uint32_t nanoseconds) {
              return schema::from_moment(*static_cast<T*>(value), {seconds, nanoseconds});
            }};
  }

 private:
  static void put_moment(const schema::Moment& moment, std::byte* to) noexcept {
    wire::store_le(to, moment.seconds);
    wire::store_le(to + 8, moment.nanoseconds);
  }
};

}  // namespace fastser::archive
