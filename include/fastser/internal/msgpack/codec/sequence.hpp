// SPDX-License-Identifier: MIT
//
// Codecs of lists (vector, deque, list, vector<bool>, spans to write) and of fixed arrays: an array
// of the elements.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include "fastser/internal/msgpack/codec/core.hpp"
#include "fastser/internal/msgpack/codec/scalar.hpp"
#include "fastser/internal/schema/list_growth.hpp"

namespace fastser::msgpack {

/// Writes the elements, in steps for which room is asked once.
template <Keys K, typename Iterator>
[[nodiscard]] std::byte* encode_elements(Iterator first, std::size_t count, std::byte* cur,
                                         Encoder& encoder) {
  using E = std::remove_cvref_t<typename std::iterator_traits<Iterator>::value_type>;
  if constexpr (kMost<E, K> != 0) {
    constexpr std::size_t kEach = Integer<E> ? kMaxHead : kMost<E, K>;
    constexpr std::size_t kStep = std::max<std::size_t>(1, kMostAtOnce / kEach);
    while (count != 0) {
      const std::size_t step = std::min(count, kStep);
      cur = encoder.ensure(cur, step * kEach);
      for (std::size_t i = 0; i < step; ++i, ++first) {
        if constexpr (Integer<E>) {
          cur = Codec<E>::put_listed(*first, cur);
        } else {
          cur = Codec<E>::template put<K>(*first, cur);
        }
      }
      count -= step;
    }
    return cur;
  } else {
    // A Buffer without much room: the first few tell how large the rest will be.
    constexpr std::size_t kSample = 4;
    const std::size_t sample = count >= 4 * kSample && encoder.room(cur) < 32 * count ? kSample : 0;
    const std::size_t before = encoder.used(cur);
    for (std::size_t i = 0; i < count; ++i, ++first) {
      if (i == sample && i != 0) encoder.expect_more(cur, before, sample, count - sample);
      cur = encode_value<K>(static_cast<const E&>(*first), cur, encoder);
    }
    return cur;
  }
}

/// An array of what a list holds.
template <Keys K, typename T>
[[nodiscard]] std::byte* encode_list(const T& value, std::byte* cur, Encoder& encoder) {
  if (!encoder.enter(cur)) return cur;
  cur = encoder.put_array(cur, value.size());
  cur = encode_elements<K>(value.begin(), value.size(), cur, encoder);
  encoder.leave();
  return cur;
}

template <schema::Sequence T>
struct Codec<T> : UnboundedCodec {
  static constexpr Kinds kinds() { return kinds_of(Kind::array); }
  using E = typename T::value_type;

  template <Keys K>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    return encode_list<K>(value, cur, encoder);
  }
  static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    std::size_t count = 0;
    cur = decoder.array(cur, count);
    if (cur == nullptr) return nullptr;
    if (!schema::charge_elements<T>(decoder, count)) return decoder.fail_budget(cur);
    if (!decoder.enter()) return decoder.fail_depth(cur);
    std::size_t step = decoder.first_step(cur, count, schema::kElementMemory<T>);
    const bool was_there = step < value.size();
    if (was_there) step = std::min(value.size(), count);
    if (step != value.size()) schema::resize_exactly(value, step);
    auto it = value.begin();
    for (;;) {
      for (; it != value.end(); ++it) {
        if constexpr (std::is_same_v<E, bool>) {
          bool flag = false;
          cur = decode_value(flag, cur, decoder);
          *it = flag;
        } else {
          cur = decode_value(*it, cur, decoder);
        }
        if (cur == nullptr) [[unlikely]] {
          return nullptr;
        }
      }
      const std::size_t done = value.size();
      if (done == count) break;
      // The first step has proved itself.
      if (!schema::grow_to_count(value, count, was_there, decoder)) return decoder.fail_budget(cur);
      it = std::next(value.begin(), static_cast<std::ptrdiff_t>(done));
    }
    decoder.leave();
    return cur;
  }
};

/// Spans of const can be written; only spans of bytes can be read.
template <schema::ConstSpan T>
struct Codec<T> : UnboundedCodec {
  static constexpr Kinds kinds() { return kinds_of(Kind::array); }
  template <Keys K>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    return encode_list<K>(value, cur, encoder);
  }
};

template <typename T, typename E, std::size_t kSize>
struct FixedArrayCodec {
  static constexpr Kinds kinds() { return kinds_of(Kind::array); }
  template <Keys K>
  static constexpr std::size_t most() {
    constexpr std::size_t kEach = kMost<E, K>;
    constexpr std::size_t kHead = kSize <= kFixMapMost ? 1 : 3;
    if constexpr (kEach != 0) {
      if (kSize <= kMostAtOnce / kEach - 1) return kHead + kSize * kEach;
    }
    return 0;
  }
  template <Keys K>
  static std::byte* put(const T& value, std::byte* cur) noexcept {
    cur = kSize <= kFixMapMost ? put_tag(cur, kFixArray | static_cast<unsigned>(kSize))
                               : put_tagged(cur, kArray16, static_cast<std::uint16_t>(kSize));
    for (const E& element : value) cur = Codec<E>::template put<K>(element, cur);
    return cur;
  }
  template <Keys K>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    cur = encoder.put_array(cur, kSize);
    return encode_elements<K>(std::begin(value), kSize, cur, encoder);
  }
  static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    const Cursor at = cur;
    std::size_t count = 0;
    cur = decoder.array(cur, count);
    if (cur == nullptr) return nullptr;
    if (count != kSize) return decoder.fail_type(at, "an array of another size than the reader's");
    for (E& element : value) {
      cur = decode_value(element, cur, decoder);
      if (cur == nullptr) return nullptr;
    }
    return cur;
  }
};
template <typename E, std::size_t kSize>
struct Codec<std::array<E, kSize>> : FixedArrayCodec<std::array<E, kSize>, E, kSize> {};
template <typename E, std::size_t kSize>
struct Codec<E[kSize]> : FixedArrayCodec<E[kSize], E, kSize> {};

}  // namespace fastser::msgpack
