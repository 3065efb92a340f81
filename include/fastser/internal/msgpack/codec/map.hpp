// SPDX-License-Identifier: MIT
//
// Codecs of maps (a map; with equal keys allowed, too) and sets (an array).
//
// Reading into a map that holds elements takes the nodes whose keys come again and reads their
// values in place (a map without nodes starts anew); elements that do not come are gone. A key that
// comes twice is malformed: which value would count?
#pragma once

#include <utility>

#include "fastser/internal/msgpack/codec/core.hpp"
#include "fastser/internal/schema/new_value.hpp"

namespace fastser::msgpack {

inline Cursor fail_twice(Decoder& decoder, Cursor at) {
  return decoder.fail(Code::kMalformed, at, "a key or an element twice");
}
inline Cursor fail_crowded(Decoder& decoder, Cursor at) {
  return decoder.fail(Code::kOverBudget, at,
                      "too many keys with the same hash: they may be chosen to attack");
}

template <schema::SetLike T>
struct Codec<T> : UnboundedCodec {
  static constexpr Kinds kinds() { return kinds_of(Kind::array); }
  template <Keys K>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    if (!encoder.enter(cur)) return cur;
    cur = encoder.put_array(cur, value.size());
    for (const auto& key : value) cur = encode_value<K>(key, cur, encoder);
    encoder.leave();
    return cur;
  }
  static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    std::size_t count = 0;
    cur = decoder.array(cur, count);
    if (cur == nullptr) return nullptr;
    if (!schema::charge_nodes<T>(decoder, count)) return decoder.fail_budget(cur);
    if (!decoder.enter()) return decoder.fail_depth(cur);
    value.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const Cursor at = cur;
      typename T::key_type key = typename T::key_type();
      cur = decode_value(key, cur, decoder);
      if (cur == nullptr) return nullptr;
      const auto it = value.insert(value.end(), std::move(key));
      if (value.size() != i + 1) return fail_twice(decoder, at);
      if (schema::is_crowded(value, *it, i)) return fail_crowded(decoder, at);
    }
    decoder.leave();
    return cur;
  }
};

template <schema::MapLike T>
struct Codec<T> : UnboundedCodec {
  static constexpr Kinds kinds() { return kinds_of(Kind::map); }
  using Key = typename T::key_type;

  template <Keys K>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    if (!encoder.enter(cur)) return cur;
    cur = encoder.put_map(cur, value.size());
    constexpr std::size_t kEach = 16;
    if (value.size() >= 32) encoder.expect(cur, value.size() * kEach);
    for (const auto& [key, mapped] : value) {
      cur = encode_value<K>(key, cur, encoder);
      cur = encode_value<K>(mapped, cur, encoder);
    }
    encoder.leave();
    return cur;
  }
  static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    std::size_t count = 0;
    cur = decoder.map(cur, count);
    if (cur == nullptr) return nullptr;
    if (!schema::charge_nodes<T>(decoder, count)) return decoder.fail_budget(cur);
    if (!decoder.enter()) return decoder.fail_depth(cur);
    if constexpr (schema::kMulti<T>) {
      value.clear();
      cur = read_multi(value, count, cur, decoder);
    } else {
      const std::size_t room = decoder.first_step(cur, count, sizeof(void*));
      cur = schema::refill(value, room, [&](auto reuse, T& old) {
        return read<decltype(reuse)::value>(value, old, count, cur, decoder);
      });
    }
    decoder.leave();
    return cur;
  }

 private:
  static Cursor read_multi(T& value, std::size_t count, Cursor cur, Decoder& decoder) {
    for (std::size_t i = 0; i < count; ++i) {
      Key key = Key();
      cur = decode_value(key, cur, decoder);
      if (cur == nullptr) return nullptr;
      typename T::mapped_type mapped = typename T::mapped_type();
      cur = decode_value(mapped, cur, decoder);
      if (cur == nullptr) return nullptr;
      value.emplace_hint(value.end(), std::move(key), std::move(mapped));
    }
    return cur;
  }
  template <bool kReuse>
  static Cursor read(T& value, T& old, std::size_t count, Cursor cur, Decoder& decoder) {
    const schema::NewElements<T> fresh;
    Key used = Key();
    for (std::size_t i = 0; i < count; ++i) {
      const Cursor at = cur;
      auto&& key = schema::next_key(used);
      cur = decode_value(key, cur, decoder);
      if (cur == nullptr) [[unlikely]] {
        return nullptr;
      }
      auto it = value.end();
      if constexpr (kReuse) {
        if (auto node = old.extract(key); node && schema::renew_key<T>(node, key)) {
          it = value.insert(value.end(), std::move(node));
        }
      }
      if (it == value.end()) it = fresh.add(value, std::move(key));
      if (value.size() != i + 1) [[unlikely]] {
        return fail_twice(decoder, at);
      }
      if (schema::is_crowded(value, it->first, i)) return fail_crowded(decoder, at);
      cur = decode_value(it->second, cur, decoder);
      if (cur == nullptr) [[unlikely]] {
        return nullptr;
      }
    }
    return cur;
  }
};

}  // namespace fastser::msgpack
