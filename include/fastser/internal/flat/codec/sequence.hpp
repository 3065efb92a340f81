// SPDX-License-Identifier: MIT
//
// Codecs of lists: vector, deque, list, spans of const, arrays, sets. Scalars and structures lie
// side by side, and are one copy where memory is the wire; texts and tables are led to.
#pragma once

#include <algorithm>
#include <array>
#include <bitset>
#include <cstring>
#include <iterator>
#include <vector>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/flat/codec/box.hpp"
#include "fastser/internal/flat/codec/scalar.hpp"
#include "fastser/internal/flat/key_order.hpp"
#include "fastser/internal/schema/list_growth.hpp"
#include "fastser/internal/schema/sort_keys.hpp"

namespace fastser::flat {

/// Offsets of elements that were written, until the list that leads to them is.
class OffsetStack {
 public:
  explicit OffsetStack(Builder& builder) : all_(builder.offsets), first_(all_.size()) {}
  OffsetStack(const OffsetStack&) = delete;
  OffsetStack& operator=(const OffsetStack&) = delete;
  ~OffsetStack() { all_.resize(first_); }
  void push(Offset offset) { all_.push_back(offset); }
  /// The last one first.
  void reverse() noexcept {
    std::reverse(all_.begin() + static_cast<std::ptrdiff_t>(first_), all_.end());
  }
  /// Writes the list.
  [[nodiscard]] Offset put(Builder& builder) {
    const std::size_t count = all_.size() - first_;
    std::byte* const to = builder.put_list(count, 4, 4);
    if (to == nullptr) return 0;
    const Offset first = builder.here() - 4;
    for (std::size_t i = 0; i < count; ++i) {
      put_offset(to + 4 * i, first - static_cast<Offset>(4 * i), all_[first_ + i]);
    }
    return builder.here();
  }

 private:
  std::vector<Offset>& all_;
  std::size_t first_;
};

template <typename Iterator>
[[nodiscard]] Offset encode_list(Iterator first, std::size_t count, Builder& builder) {
  using E = std::iter_value_t<Iterator>;
  if constexpr (kInline<E>) {
    std::byte* to = builder.put_list(count, Codec<E>::kSize, Codec<E>::kAlign);
    if (to == nullptr) return 0;
    if constexpr (kBlit<E> && std::contiguous_iterator<Iterator>) {
      if (count != 0) std::memcpy(to, &*first, count * sizeof(E));
    } else {
      for (; count != 0; --count, ++first, to += Codec<E>::kSize) {
        Codec<E>::put(static_cast<const E&>(*first), to);
      }
    }
    return builder.here();
  } else {
    OffsetStack offsets(builder);
    for (; count != 0; --count, ++first) {
      offsets.push(Element<E>::encode(static_cast<const E&>(*first), builder));
      if (builder.failed()) return 0;
    }
    return offsets.put(builder);
  }
}

/// What a list of E has in common, whatever holds the elements.
template <typename E>
struct ListCodec {
  using ListElement = E;
  static constexpr Form kForm = Form::list;
  static constexpr std::size_t kSize = [] {
    if constexpr (kInline<E>) return Codec<E>::kSize;
    return std::size_t{4};
  }();
  static constexpr std::size_t kAlign = [] {
    if constexpr (kInline<E>) return Codec<E>::kAlign;
    return std::size_t{4};
  }();

  [[nodiscard]] static bool check(Position at, Reader& reader) {
    const std::byte* elements = nullptr;
    std::size_t count = 0;
    if (!reader.list(at, kSize, kAlign, elements, count)) return false;
    if constexpr (kRefusesInline<E>) {
      for (std::size_t i = 0; i < count; ++i) {
        if (!check_inline<E>(elements + kSize * i, reader)) return false;
      }
    } else if constexpr (!kInline<E>) {
      if (!reader.charge(count, 4)) return false;
      for (std::size_t i = 0; i < count; ++i) {
        const Position to = reader.follow(elements + 4 * i);
        if (to == 0 || !Element<E>::check(to, reader)) return false;
      }
    }
    return true;
  }
  /// Reads the element at `from`.
  [[nodiscard]] FASTSER_INLINE static bool read(E& element, const std::byte* from, Reader& reader) {
    if constexpr (kInline<E>) {
      return get_inline(element, from, reader);
    } else {
      const Position to = reader.follow(from);
      return to != 0 && Element<E>::decode(element, to, reader);
    }
  }
  static TypeRef describe(Declarations& schema) { return Element<E>::describe(schema); }
};

template <schema::Sequence T>
struct Codec<T> : ListCodec<typename T::value_type> {
  using E = typename T::value_type;
  using List = ListCodec<E>;
  static bool is_empty(const T& value) noexcept { return value.empty(); }
  [[nodiscard]] static Offset encode(const T& value, Builder& builder) {
    return encode_list(value.begin(), value.size(), builder);
  }
  [[nodiscard]] static bool decode(T& value, Position at, Reader& reader) {
    const std::byte* from = nullptr;
    std::size_t count = 0;
    if (!reader.list(at, List::kSize, List::kAlign, from, count)) return false;
    if (!schema::charge_elements<T>(reader, count)) return false;
    if constexpr (kBlit<E> && schema::kContiguous<T>) {
      if constexpr (requires { assign_elements(value, from, count); }) {
        assign_elements(value, from, count);
      } else {
        schema::resize_exactly(value, count);
        if (count != 0) std::memcpy(value.data(), from, count * sizeof(E));
      }
      return true;
    } else {
      schema::resize_exactly(value, count);
      for (auto it = value.begin(); it != value.end(); ++it, from += List::kSize) {
        if constexpr (std::is_same_v<E, bool>) {
          bool flag = false;
          if (!List::read(flag, from, reader)) return false;
          *it = flag;
        } else {
          if (!List::read(*it, from, reader)) return false;
        }
      }
      return true;
    }
  }
  static void clear(T& value) { value.clear(); }
};

/// Written only.
template <schema::ConstSpan T>
struct Codec<T> : ListCodec<typename T::value_type> {
  static bool is_empty(const T& value) noexcept { return value.empty(); }
  [[nodiscard]] static Offset encode(const T& value, Builder& builder) {
    return encode_list(value.begin(), value.size(), builder);
  }
};

/// Whether a list that was checked has so many elements; else it is no array of them.
inline bool is_as_long(Position at, std::size_t count, Reader& reader) {
  return wire::load_le<std::uint32_t>(reader.begin() + at) == count ||
         reader.fail(Code::kTypeMismatch, at, "an array of another length");
}

/// An array outside of a structure: a list of always as many.
template <typename T, typename E, std::size_t kCount>
struct FixedListCodec : ListCodec<E> {
  using List = ListCodec<E>;
  static constexpr bool kIsOfOneLength = true;
  static bool is_empty(const T&) noexcept { return kCount == 0; }
  [[nodiscard]] static Offset encode(const T& value, Builder& builder) {
    return encode_list(std::begin(value), kCount, builder);
  }
  [[nodiscard]] static bool decode(T& value, Position at, Reader& reader) {
    const std::byte* from = nullptr;
    std::size_t count = 0;
    if (!reader.list(at, List::kSize, List::kAlign, from, count)) return false;
    if (count != kCount) {
      return reader.fail(Code::kTypeMismatch, at, "an array of another length");
    }
    for (E& element : value) {
      if (!List::read(element, from, reader)) return false;
      from += List::kSize;
    }
    return true;
  }
  [[nodiscard]] static bool check(Position at, Reader& reader) {
    return List::check(at, reader) && is_as_long(at, kCount, reader);
  }
};
template <typename E, std::size_t kCount>
struct Codec<std::array<E, kCount>> : FixedListCodec<std::array<E, kCount>, E, kCount> {};
template <typename E, std::size_t kCount>
struct Codec<E[kCount]> : FixedListCodec<E[kCount], E, kCount> {};

/// Eight bits a byte, the lowest first.
template <std::size_t kBits>
struct Codec<std::bitset<kBits>> : ListCodec<std::uint8_t> {
  using T = std::bitset<kBits>;
  static constexpr bool kIsOfOneLength = true;
  static constexpr std::size_t kBytes = (kBits + 7) / 8;
  static bool is_empty(const T&) noexcept { return kBits == 0; }
  [[nodiscard]] static Offset encode(const T& value, Builder& builder) {
    std::byte* const to = builder.put_list(kBytes, 1, 1);
    if (to == nullptr) return 0;
    std::memset(to, 0, kBytes);
    for (std::size_t i = 0; i < kBits; ++i) {
      if (value[i]) to[i / 8] |= static_cast<std::byte>(1U << (i % 8));
    }
    return builder.here();
  }
  [[nodiscard]] static bool decode(T& value, Position at, Reader& reader) {
    const std::byte* from = nullptr;
    std::size_t count = 0;
    if (!reader.list(at, 1, 1, from, count)) return false;
    if (count != kBytes)
      return reader.fail(Code::kTypeMismatch, at, "a bitset of another size than the reader's");
    for (std::size_t i = 0; i < kBits; ++i) {
      value[i] = ((static_cast<unsigned>(from[i / 8]) >> (i % 8)) & 1U) != 0;
    }
    return true;
  }
  [[nodiscard]] static bool check(Position at, Reader& reader) {
    return ListCodec<std::uint8_t>::check(at, reader) && is_as_long(at, kBytes, reader);
  }
};

/// The elements of a set or map, in the order of their keys.
template <typename T, typename KeyOf>
[[nodiscard]] std::vector<const typename T::value_type*> in_order(const T& value, KeyOf key_of) {
  std::vector<const typename T::value_type*> elements;
  elements.reserve(value.size());
  for (const auto& element : value) elements.push_back(&element);
  if constexpr (kHasOrder<typename T::key_type>) {
    const auto less = [&](const auto* a, const auto* b) {
      return flat::key_less(key_of(*a), key_of(*b));
    };
    if (!std::is_sorted(elements.begin(), elements.end(), less)) {
      schema::sort_keys<kIsOrder<typename T::key_type>>(elements.begin(), elements.end(), less);
    }
  }
  return elements;
}

/// A list of its elements in order.
template <schema::SetLike T>
struct Codec<T> : ListCodec<typename T::key_type> {
  using K = typename T::key_type;
  using List = ListCodec<K>;
  static bool is_empty(const T& value) noexcept { return value.empty(); }
  [[nodiscard]] static Offset encode(const T& value, Builder& builder) {
    const auto keys = in_order(value, [](const K& key) -> const K& { return key; });
    if constexpr (kInline<K>) {
      std::byte* to = builder.put_list(keys.size(), List::kSize, List::kAlign);
      if (to == nullptr) return 0;
      for (const K* key : keys) {
        Codec<K>::put(*key, to);
        to += List::kSize;
      }
      return builder.here();
    } else {
      OffsetStack offsets(builder);
      for (const K* key : keys) offsets.push(Element<K>::encode(*key, builder));
      return offsets.put(builder);
    }
  }
  [[nodiscard]] static bool decode(T& value, Position at, Reader& reader) {
    const std::byte* from = nullptr;
    std::size_t count = 0;
    if (!reader.list(at, List::kSize, List::kAlign, from, count)) return false;
    if (!schema::charge_nodes<T>(reader, count)) return false;
    value.clear();
    for (std::size_t i = 0; i < count; ++i, from += List::kSize) {
      K key = K();
      if (!List::read(key, from, reader)) return false;
      const std::size_t before = value.size();
      const auto it = value.insert(value.end(), std::move(key));
      if (value.size() == before) return reader.fail(Code::kMalformed, at, "an element twice");
      if (schema::is_crowded(value, *it, i)) {
        return reader.fail(Code::kOverBudget, at,
                           "too many keys with the same hash: they may be chosen to attack");
      }
    }
    return true;
  }
  static void clear(T& value) { value.clear(); }
};

}  // namespace fastser::flat
