// SPDX-License-Identifier: MIT
//
// Codecs of sequences: vector, deque, list, spans of const, std::array and C arrays, bitset.
//
// Elements of fixed size are written and read behind one bound check; elements whose memory is the
// wire, in contiguous containers, by one memcpy. Reading reuses the elements that are there, so
// that strings keep their capacity. A count proves itself as the elements arrive: what the input
// cannot justify yet is not allocated (Decoder::first_step).
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstring>
#include <iterator>

#include "fastser/internal/archive/side_by_side.hpp"
#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/archive/typed/codec/string.hpp"
#include "fastser/internal/archive/typed/codec/text_list.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/schema/list_growth.hpp"

namespace fastser::archive {

using schema::ConstSpan;
using schema::kContiguous;
using schema::Sequence;

/// Starts fetching the object that `pointer` leads to, and its place in the table of objects.
template <typename T>
FASTSER_INLINE inline void prefetch_target(const T& pointer, Encoder& encoder) noexcept {
  if constexpr (requires { Codec<T>::target_of(pointer); }) {
    const void* target = Codec<T>::target_of(pointer);
    FASTSER_PREFETCH(target);
    encoder.tables->objects.prefetch(target);
  }
}

/// Writes `count` elements of fixed size, from `first`.
template <Flags F, Inside kInside, typename Iterator>
[[nodiscard]] FASTSER_INLINE inline std::byte* encode_fixed_elements(Iterator first,
                                                                     std::size_t count,
                                                                     std::byte* cur,
                                                                     Encoder& encoder) {
  using E = std::iter_value_t<Iterator>;
  if constexpr (kCounts<E, F, Inside::kField> && kFixedDepth<E, F, kInside> != 0) {
    if (count != 0 && !encoder.has_depth(kFixedDepth<E, F, kInside>)) [[unlikely]] {
      return encoder.fail_depth(cur);
    }
  }
  if constexpr (kBlit<E, F> && std::contiguous_iterator<Iterator>) {
    return encoder.put_bytes(cur, count == 0 ? nullptr : &*first, count * sizeof(E));
  } else {
    constexpr std::size_t kStep = kMaxFixed / kFixed<E, F>;
    while (count != 0) {
      const std::size_t step = std::min(count, kStep);
      cur = encoder.ensure(cur, step * kFixed<E, F>);
      for (std::size_t i = 0; i < step; ++i, ++first) {
        Codec<E>::template put<F>(*first, cur);
        cur += kFixed<E, F>;
      }
      count -= step;
    }
    return cur;
  }
}

/// Writes `count` elements from `first`, growing ahead of need where the first ones tell how large
/// the rest will be.
template <Flags F, Inside kInside, typename Iterator>
[[nodiscard]] std::byte* encode_elements(Iterator first, std::size_t count, std::byte* cur,
                                         Encoder& encoder) {
  using E = std::iter_value_t<Iterator>;
  if constexpr (kFixed<E, F> != 0) {
    return encode_fixed_elements<F, kInside>(first, count, cur, encoder);
  } else {
    if constexpr (kTexts<E, F> != 0 && std::random_access_iterator<Iterator>) {
      if (asks_texts<E, F>(count, encoder) && leaves_texts<F>(first, count, encoder)) {
        encoder.empty_texts = 0;
        cur = encode_elements<F | schema::kLeaveTexts, kInside>(first, count, cur, encoder);
        encoder.tables->strings.take(
            static_cast<std::uint32_t>(count * kTexts<E, F> - encoder.empty_texts));
        return cur;
      }
    }
    // A Buffer without much room: the first few tell how large the rest will be.
    constexpr std::size_t kSample = 4;
    const std::size_t sample = count >= 4 * kSample && encoder.room(cur) < 32 * count ? kSample : 0;
    if (sample != 0) {
      const std::size_t before = encoder.used(cur);
      // A call: another copy of writing an element would be much to compile.
      cur = encode_elements<F, kInside>(first, sample, cur, encoder);
      std::advance(first, sample);
      encoder.expect_more(cur, before, sample, count - sample);
    }
    if constexpr (std::is_pointer_v<Iterator> && !kIsReference<E>) {
      if (count == 0) return cur;
      return encode_each<F, kInside>(first, first + (count - sample), cur, encoder);
    } else {
      for (std::size_t i = sample; i < count; ++i, ++first) {
        if constexpr (kIsReference<E> && std::random_access_iterator<Iterator>) {
          constexpr std::size_t kAhead = 8;
          if (i + kAhead < count) prefetch_target(first[kAhead], encoder);
        }
        cur = encode_value<F, kInside>(static_cast<const E&>(*first), cur, encoder);
      }
      return cur;
    }
  }
}

/// The elements of a list: a pointer where they lie side by side, so that what is made for the
/// iterators of a class is not made for those of each class that holds such elements.
template <typename T>
FASTSER_INLINE inline auto elements_of(const T& list) {
  if constexpr (kContiguous<T>) {
    return list.data();
  } else {
    return list.begin();
  }
}

/// What list<E> has in common, whatever holds the elements.
template <typename E>
struct ListCodec : VariableCodec {
  template <Flags F>
  static constexpr TypeCode own_code() {
    return TypeCode::kList;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeSink& out) {
    append_code(out, TypeCode::kList);
    Codec<E>::template describe<F>(builder, out);
  }
};

template <Sequence T>
struct Codec<T> : ListCodec<typename T::value_type> {
  using E = typename T::value_type;

  template <Flags F>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    cur = encoder.put_count(cur, value.size());
    if constexpr (kIsReference<E>) encoder.expect_objects(value.size());
    return encode_elements<F, Inside::kElement>(elements_of(value), value.size(), cur, encoder);
  }

  template <Flags F>
  [[nodiscard]] static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    std::size_t count = 0;
    const Cursor at = cur;
    cur = decoder.count(cur, kMinSize<E, F>, count);
    if (cur == nullptr) return nullptr;
    if constexpr (kFixed<E, F> != 0 && kBlit<E, F> && kContiguous<T>) {
      if (!decoder.charge(count, sizeof(E))) return decoder.fail_budget(at);
      if (count != 0 && !has_fixed_depth<E, F, Inside::kElement>(decoder)) [[unlikely]] {
        return decoder.fail_depth(cur);
      }
      return read_blit(value, count, cur);
    } else if constexpr (kContiguous<T>) {
      return read_side_by_side<F>(value, count, cur, decoder);
    } else {
      return read_elements(value, count, kMinSize<E, F>, cur, decoder,
                           [](E& element, Cursor from, Decoder& d) FASTSER_INLINE_LAMBDA {
                             return decode_value<F, Inside::kElement>(element, from, d);
                           });
    }
  }

  using NodeType = ListNode;
  static constexpr ListNode make_node() {
    if constexpr (kContiguous<T>) {
      return {{Node::Kind::kList, TypeCode::kList, &SideBySideOf<T>::kAccess},
              &NodeOf<E>::kNode,
              &resolve_side_by_side};
    } else {
      return {{Node::Kind::kList, TypeCode::kList}, &NodeOf<E>::kNode, &resolve_elements};
    }
  }

 private:
  static Cursor resolve_elements(const ListNode& node, void* list, std::size_t count, TypeExpr type,
                                 Cursor cur, Decoder& decoder) {
    return read_elements(*static_cast<T*>(list), count, 1, cur, decoder,
                         [&](E& element, Cursor from, Decoder& d) {
                           return resolve(*node.element, &element, type, from, d, Inside::kElement);
                         });
  }
  static Cursor read_blit(T& value, std::size_t count, Cursor cur) {
    const std::size_t size = count * sizeof(E);
    if constexpr (requires { assign_elements(value, cur, count); }) {
      assign_elements(value, cur, count);
    } else {
      value.resize(count);
      if (size != 0) std::memcpy(value.data(), cur, size);
    }
    return cur + size;
  }
  /// Makes the first of `count` elements. `step`: what the input can prove, or a used list has
  /// (`was_there`); of more than kMadeAtOnce new ones, only the room is made. False when the budget
  /// is used up.
  FASTSER_INLINE static bool make_first(T& value, std::size_t count, std::size_t min_size,
                                        Cursor cur, Decoder& decoder, std::size_t& step,
                                        bool& was_there) {
    if (!schema::charge_elements<T>(decoder, count)) return false;
    // Elements without wire bytes prove nothing; the budget has paid for them.
    step = min_size == 0 ? count : decoder.first_step(cur, count, schema::kElementMemory<T>);
    was_there = step < value.size();
    if (was_there) step = std::min(value.size(), count);
    if (step > value.size() && step - value.size() > schema::kMadeAtOnce<T>) {
      schema::reserve_exactly(value, step);
    } else if (step != value.size()) {
      schema::resize_exactly(value, step);
    }
    return true;
  }
  /// Elements that lie side by side.
  template <Flags F>
  FASTSER_INLINE static Cursor read_side_by_side(T& value, std::size_t count, Cursor cur,
                                                 Decoder& decoder) {
    std::size_t step = 0;
    bool was_there = false;
    if (!make_first(value, count, kMinSize<E, F>, cur, decoder, step, was_there)) [[unlikely]] {
      return decoder.fail_budget(cur);
    }
    if (!value.empty()) {
      cur = decode_each<F, E>(value.data(), value.data() + value.size(), cur, decoder);
    }
    if (cur == nullptr || value.size() == count) [[likely]] {
      return cur;
    }
    return read_rest(SideBySideOf<T>::kAccess, &value, {step, count, was_there}, cur, decoder,
                     &decode_each<F, E>);
  }
  template <typename Read>
  static Cursor read_elements(T& value, std::size_t count, std::size_t min_size, Cursor cur,
                              Decoder& decoder, Read&& read) {
    std::size_t step = 0;
    bool was_there = false;
    if (!make_first(value, count, min_size, cur, decoder, step, was_there)) {
      return decoder.fail_budget(cur);
    }
    auto it = value.begin();
    for (std::size_t done = 0;;) {
      if constexpr (std::is_same_v<E, bool>) {
        for (; it != value.end(); ++it) {
          bool flag = false;
          cur = read(flag, cur, decoder);
          if (cur == nullptr) return nullptr;
          *it = flag;
        }
      } else {
        for (; it != value.end(); ++it) {
          cur = read(*it, cur, decoder);
          if (cur == nullptr) [[unlikely]] {
            return nullptr;
          }
        }
      }
      done = value.size();
      if (done == count) break;
      // The first step has proved itself.
      if (!schema::grow_to_count(value, count, was_there, decoder)) return decoder.fail_budget(cur);
      it = std::next(value.begin(), static_cast<std::ptrdiff_t>(done));
    }
    return cur;
  }
};

/// Spans of const can be written; only spans of bytes can be read (the input is not aligned).
template <ConstSpan T>
struct Codec<T> : ListCodec<typename T::value_type> {
  template <Flags F>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    cur = encoder.put_count(cur, value.size());
    return encode_elements<F, Inside::kElement>(elements_of(value), value.size(), cur, encoder);
  }
};

template <typename T, typename E, std::size_t kSize>
struct FixedArrayCodec {
  template <Flags F>
  static constexpr TypeCode own_code() {
    return TypeCode::kArray;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeSink& out) {
    append_code(out, TypeCode::kArray);
    Codec<E>::template describe<F>(builder, out);
    schema::append_varint(out, kSize);
  }
  template <Flags F>
  static constexpr std::size_t fixed_size() {
    return kSize * kFixed<E, F> <= kMaxFixed ? kSize * kFixed<E, F> : 0;
  }
  template <Flags F>
  static constexpr std::size_t min_size() {
    return kSize * kMinSize<E, F>;
  }
  template <Flags F>
  static constexpr bool is_blit() {
    return kBlit<E, F>;
  }
  template <Flags F>
  static void put(const T& value, std::byte* to) noexcept {
    if constexpr (kBlit<E, F>) {
      std::memcpy(to, &value, sizeof(T));
    } else {
      for (const E& element : value) {
        Codec<E>::template put<F>(element, to);
        to += kFixed<E, F>;
      }
    }
  }
  template <Flags F>
  [[nodiscard]] static bool get(T& value, Cursor from) noexcept {
    if constexpr (kBlit<E, F>) {
      std::memcpy(&value, from, sizeof(T));
    } else {
      for (E& element : value) {
        if (!Codec<E>::template get<F>(element, from)) return false;
        from += kFixed<E, F>;
      }
    }
    return true;
  }
  template <Flags F>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    return encode_elements<F, Inside::kField>(std::begin(value), kSize, cur, encoder);
  }
  template <Flags F>
  [[nodiscard]] static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    for (E& element : value) {
      cur = decode_value<F, Inside::kField>(element, cur, decoder);
      if (cur == nullptr) return nullptr;
    }
    return cur;
  }
  using NodeType = ArrayNode;
  static constexpr ArrayNode make_node() {
    return {{Node::Kind::kArray, TypeCode::kArray}, &NodeOf<E>::kNode, kSize, sizeof(E)};
  }
};

template <typename E, std::size_t kSize>
struct Codec<std::array<E, kSize>> : FixedArrayCodec<std::array<E, kSize>, E, kSize> {};
template <typename E, std::size_t kSize>
struct Codec<E[kSize]> : FixedArrayCodec<E[kSize], E, kSize> {};

template <std::size_t kSize>
struct Codec<std::bitset<kSize>> : FixedCodec<(kSize + 7) / 8> {
  using T = std::bitset<kSize>;
  static constexpr std::size_t kBytes = (kSize + 7) / 8;
  template <Flags F>
  static constexpr TypeCode own_code() {
    return TypeCode::kBits;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder&, TypeSink& out) {
    append_code(out, TypeCode::kBits);
    schema::append_varint(out, kSize);
  }
  template <Flags F>
  static void put(const T& value, std::byte* to) noexcept {
    for (std::size_t i = 0; i < kBytes; ++i) to[i] = std::byte{0};
    for (std::size_t i = 0; i < kSize; ++i) {
      if (value[i]) to[i / 8] |= static_cast<std::byte>(1U << (i % 8));
    }
  }
  template <Flags F>
  [[nodiscard]] static bool get(T& value, Cursor from) noexcept {
    for (std::size_t i = 0; i < kSize; ++i) {
      value[i] = ((static_cast<unsigned>(from[i / 8]) >> (i % 8)) & 1U) != 0;
    }
    return kSize % 8 == 0 || static_cast<unsigned>(from[kBytes - 1]) >> (kSize % 8) == 0;
  }
  using NodeType = BitsNode;
  static constexpr BitsNode make_node() {
    return {{Node::Kind::kBits, TypeCode::kBits},
            kSize,
            [](const BitsNode&, void* value, const std::byte* bytes) {
              static_cast<void>(get<0>(*static_cast<T*>(value), bytes));
            }};
  }
};

}  // namespace fastser::archive
