// SPDX-License-Identifier: MIT
//
// Codecs of maps. One with texts as keys, each once, is a map, sorted by the bytes of its keys, as
// readers search it. Any other is a vector of [key, value]: FlexBuffers have no keys but texts, and
// none twice. A map of texts is read from both.
//
// A key that comes twice where it may not is malformed: which value would count?
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "fastser/internal/flexbuffers/codec/composite.hpp"
#include "fastser/internal/flexbuffers/codec/core.hpp"

namespace fastser::flexbuffers {

template <typename K>
inline constexpr bool kIsText = [] {
  if constexpr (schema::BytesContainer<K>) {
    return !schema::BytesAccess<K>::kIsData;
  } else {
    return false;
  }
}();

/// Iterates in the order of the keys' bytes.
template <typename T>
concept SortedByBytes = requires {
  typename T::key_compare;
}
&&(std::is_same_v<typename T::key_compare, std::less<typename T::key_type>> ||
   std::is_same_v<typename T::key_compare, std::less<>>);

template <schema::MapLike T>
struct Codec<T> {
  using Key = typename T::key_type;
  using Mapped = typename T::mapped_type;
  using Pair = typename T::value_type;
  static constexpr bool kIsMap = kIsText<Key> && !schema::kMulti<T>;

  static Slot encode(const T& value, Encoder& encoder) {
    if (!encoder.enter()) return {};
    const Slot slot = encode_pairs(value, encoder);
    encoder.leave();
    return slot;
  }

  static bool decode(T& value, const Raw& raw, Decoder& decoder) {
    value.clear();
    if constexpr (kIsText<Key>) {
      if (raw.type == kMap) return decode_map(value, raw, decoder);
    }
    Elements pairs;
    if (!decoder.elements(raw, pairs) || !decoder.pay_nodes<T>(raw, pairs.count) ||
        !decoder.enter(raw)) {
      return false;
    }
    for (std::size_t i = 0; i < pairs.count; ++i) {
      Elements pair;
      Key key = Key();
      if (!decoder.elements(pairs[i], pair, 2) || !decode_value(key, pair[0], decoder) ||
          !add(value, std::move(key), pair[0], pair[1], i, decoder)) {
        return decoder.at_index(i);
      }
    }
    decoder.leave();
    return true;
  }

 private:
  static Slot encode_pairs(const T& value, Encoder& encoder) {
    if constexpr (!kIsMap) {
      const std::size_t base = encoder.stack.size();
      for (const auto& [key, mapped] : value) {
        const Slot slot = encode_tuple(encoder, key, mapped);
        encoder.stack.push_back(slot);
      }
      const Slot vector = encoder.end_vector(encoder.stack.data() + base, value.size());
      encoder.stack.resize(base);
      return vector;
    } else if constexpr (SortedByBytes<T>) {
      return encode_sorted(value, encoder, [](const Pair& pair) -> const Pair& { return pair; });
    } else {
      std::vector<const Pair*> sorted;
      sorted.reserve(value.size());
      for (const Pair& pair : value) sorted.push_back(&pair);
      std::sort(sorted.begin(), sorted.end(), [](const Pair* left, const Pair* right) {
        return std::string_view(left->first) < std::string_view(right->first);
      });
      return encode_sorted(sorted, encoder, [](const Pair* pair) -> const Pair& { return *pair; });
    }
  }
  template <typename Sorted, typename PairOf>
  static Slot encode_sorted(const Sorted& sorted, Encoder& encoder, PairOf&& pair_of) {
    const std::size_t count = sorted.size();
    const std::size_t base = encoder.stack.size();
    for (const auto& one : sorted) {
      const Slot slot = encode_value<Mapped>(pair_of(one).second, encoder);
      encoder.stack.push_back(slot);
    }
    for (const auto& one : sorted) {
      const std::string_view key(pair_of(one).first);
      if (key.find('\0') != std::string_view::npos) {
        encoder.fail(Code::kUsage, "a zero byte in a key, which FlexBuffers cannot hold");
      }
      encoder.stack.push_back(encoder.put_key(key, hash_of(key)));
    }
    Slot* const slots = encoder.stack.data() + base;
    const Slot map = encoder.end_map(slots + count, slots, count);
    encoder.stack.resize(base);
    return map;
  }
  static bool decode_map(T& value, const Raw& raw, Decoder& decoder) {
    Elements keys;
    Elements values;
    if (!decoder.map(raw, keys, values) || !decoder.pay_nodes<T>(raw, values.count) ||
        !decoder.enter(raw)) {
      return false;
    }
    for (std::size_t i = 0; i < values.count; ++i) {
      std::string_view text;
      if (!decoder.text(keys[i], text)) return false;
      if (text.size() > 15 && !decoder.pay(keys[i], text.size() + 16)) return false;
      if (!add(value, Key(text), keys[i], values[i], i, decoder)) return decoder.at_name(text);
    }
    decoder.leave();
    return true;
  }
  static bool add(T& value, Key&& key, const Raw& at, const Raw& raw, std::size_t index,
                  Decoder& decoder) {
    if constexpr (schema::kMulti<T>) {
      Mapped mapped = Mapped();
      if (!decode_value(mapped, raw, decoder)) return false;
      value.emplace_hint(value.end(), std::move(key), std::move(mapped));
      return true;
    } else {
      const auto it = value.try_emplace(value.end(), std::move(key));
      if (value.size() != index + 1) return decoder.refuse(at, Code::kMalformed, "a key twice");
      if (schema::is_crowded(value, it->first, index)) {
        return decoder.refuse(at, Code::kOverBudget,
                              "too many keys with the same hash: they may be chosen to attack");
      }
      return decode_value(it->second, raw, decoder);
    }
  }
};

}  // namespace fastser::flexbuffers
