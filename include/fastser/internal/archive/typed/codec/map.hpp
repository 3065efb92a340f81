// SPDX-License-Identifier: MIT
//
// Codecs of maps and sets, ordered and unordered, multi or not.
//
// Reading into a map that holds elements keeps the nodes whose keys come again, reads their values
// in place, and removes the elements that did not come. A key that is equal to the one that is
// there, but not the same, takes its place. A key that comes twice is malformed (a
// writer cannot produce it, and which value would count?).
//
// Unordered containers are written in the order of iteration, or in the canonical order
// (canonical_order.hpp) where the encode asks for that.
#pragma once

#include <cstddef>
#include <iterator>
#include <map>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "fastser/internal/archive/object_table.hpp"
#include "fastser/internal/archive/typed/codec/canonical_order.hpp"
#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/base/prefetch.hpp"
#include "fastser/internal/schema/new_value.hpp"

namespace fastser::archive {

using schema::is_crowded;
using schema::kMayRepeat;
using schema::kMulti;
using schema::kNodeSize;
using schema::MapLike;
using schema::SetLike;
using schema::Unordered;

/// Whether elements stay where they are while others come and go: those of nodes. What does not say
/// so is emptied before it is read into.
template <typename T>
inline constexpr bool kStaysInPlace = false;
template <typename... A>
inline constexpr bool kStaysInPlace<std::map<A...>> = true;
template <typename... A>
inline constexpr bool kStaysInPlace<std::unordered_map<A...>> = true;

inline Cursor fail_crowded(Decoder& decoder, Cursor at) {
  return decoder.fail(Code::kOverBudget, at,
                      "too many keys with the same hash: they may be chosen to attack");
}

/// Writes all elements, by their codec C.
template <typename C, Flags F, typename T>
[[nodiscard]] std::byte* encode_elements_of(const T& value, std::byte* cur, Encoder& encoder) {
  if constexpr (Unordered<T>) {
    if (encoder.canonical) return encode_in_order<C, F>(value, cur, encoder);
  }
  using Element = typename T::value_type;
  if constexpr (Unordered<T> && sizeof(Element) > kCacheLine) {
    // In a map that is larger than the cache, the lines of a node are fetched while elements before
    // it are written; the first one comes with the way to the next.
    constexpr int kAhead = 4;
    const auto end = value.end();
    auto ahead = value.size() < std::size_t{65536} / sizeof(Element) ? end : value.begin();
    for (int i = 0; i < kAhead && ahead != end; ++i) ++ahead;
    for (const Element& element : value) {
      if (ahead != end) {
        prefetch_rest(*ahead);
        ++ahead;
      }
      cur = C::template encode_element<F>(element, cur, encoder);
    }
  } else {
    for (const auto& element : value) cur = C::template encode_element<F>(element, cur, encoder);
  }
  return cur;
}

template <SetLike T>
struct Codec<T> : VariableCodec {
  using K = typename T::key_type;

  template <Flags F>
  static constexpr TypeCode own_code() {
    return kMayRepeat<T> ? TypeCode::kList : TypeCode::kSet;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeSink& out) {
    append_code(out, own_code<F>());
    Codec<K>::template describe<F>(builder, out);
  }
  template <Flags F>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    cur = encoder.put_count(cur, value.size());
    return encode_elements_of<Codec<T>, F>(value, cur, encoder);
  }
  static const K& key_of(const K& key) { return key; }
  template <Flags F>
  static constexpr bool needs_tables() {
    return kTableFacts<K, F>.needs_tables;
  }
  template <Flags F>
  FASTSER_INLINE static std::byte* encode_element(const K& key, std::byte* cur, Encoder& encoder) {
    return encode_value<F, Inside::kElement>(key, cur, encoder);
  }
  template <Flags F>
  [[nodiscard]] static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    std::size_t count = 0;
    cur = decoder.count(cur, kMinSize<K, F>, count);
    return read(value, count, cur, decoder, [&](K& key, Cursor at) {
      return decode_key<F, Inside::kElement>(key, at, decoder);
    });
  }

  using NodeType = ListNode;
  static constexpr ListNode make_node() {
    return {{Node::Kind::kSet, own_code<0>()}, &NodeOf<K>::kNode, &resolve_elements};
  }

 private:
  static Cursor resolve_elements(const ListNode& node, void* set, std::size_t count, TypeExpr type,
                                 Cursor cur, Decoder& decoder) {
    return read(*static_cast<T*>(set), count, cur, decoder, [&](K& key, Cursor at) {
      return resolve(*node.element, &key, type, at, decoder, Inside::kElement);
    });
  }
  template <typename Read>
  static Cursor read(T& value, std::size_t count, Cursor cur, Decoder& decoder, Read&& read_key) {
    if (cur == nullptr) return nullptr;
    if (!schema::charge_nodes<T>(decoder, count)) return decoder.fail_budget(cur);
    value.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const Cursor at = cur;
      K key = K();
      cur = read_key(key, cur);
      if (cur == nullptr) return nullptr;
      const std::size_t before = value.size();
      const auto it = value.insert(value.end(), std::move(key));
      if (value.size() == before) return decoder.fail(Code::kMalformed, at, kSetElementTwice);
      if (is_crowded(value, *it, i)) return fail_crowded(decoder, at);
    }
    return cur;
  }
};

template <MapLike T>
struct Codec<T> : VariableCodec {
  using K = typename T::key_type;
  using V = typename T::mapped_type;
  /// Where keys and values lie: of those that may repeat, in tuples.
  static constexpr Inside kInside = kMayRepeat<T> ? Inside::kField : Inside::kElement;

  template <Flags F>
  static constexpr TypeCode own_code() {
    return kMayRepeat<T> ? TypeCode::kList : TypeCode::kMap;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeSink& out) {
    append_code(out, own_code<F>());
    if constexpr (kMayRepeat<T>) {  // list<tuple<K, V>>: a map has no two equal keys
      append_code(out, TypeCode::kTuple);
      schema::append_varint(out, 2);
    }
    Codec<K>::template describe<F>(builder, out);
    Codec<V>::template describe<F>(builder, out);
  }
  template <Flags F>
  static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    cur = encoder.put_count(cur, value.size());
    constexpr std::size_t kEach = kMinSize<K, F> + kMinSize<V, F> + 16;  // with a little text
    if (value.size() >= 32) encoder.expect(cur, value.size() * kEach);
    return encode_elements_of<Codec<T>, F>(value, cur, encoder);
  }
  static const K& key_of(const typename T::value_type& element) { return element.first; }
  template <Flags F>
  static constexpr bool needs_tables() {
    return kTableFacts<K, F>.needs_tables || kTableFacts<V, F>.needs_tables;
  }
  template <Flags F>
  FASTSER_INLINE static std::byte* encode_element(const typename T::value_type& element,
                                                  std::byte* cur, Encoder& encoder) {
    cur = encode_value<F, kInside>(element.first, cur, encoder);
    return encode_value<F, kInside>(element.second, cur, encoder);
  }
  template <Flags F>
  [[nodiscard]] static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    std::size_t count = 0;
    cur = decoder.count(cur, kMinSize<K, F> + kMinSize<V, F>, count);
    return read(
        value, count, cur, decoder,
        [&](K& key, Cursor at) { return decode_key<F, kInside>(key, at, decoder); },
        [&](V& mapped, Cursor at) { return decode_value<F, kInside>(mapped, at, decoder); });
  }

  using NodeType = MapNode;
  static constexpr MapNode make_node() {
    return {{Node::Kind::kMap, own_code<0>()},
            &NodeOf<K>::kNode,
            &NodeOf<V>::kNode,
            kMayRepeat<T>,
            &resolve_elements};
  }

 private:
  static Cursor resolve_elements(const MapNode& node, void* map, std::size_t count,
                                 const EntryTypes& entries, Cursor cur, Decoder& decoder) {
    return read(
        *static_cast<T*>(map), count, cur, decoder,
        [&](K& key, Cursor at) {
          return resolve(*node.key, &key, entries.key, at, decoder, entries.inside);
        },
        [&](V& mapped, Cursor at) {
          return resolve(*node.mapped, &mapped, entries.mapped, at, decoder, entries.inside);
        });
  }
  template <typename ReadKey, typename ReadMapped>
  static Cursor read(T& value, std::size_t count, Cursor cur, Decoder& decoder, ReadKey&& read_key,
                     ReadMapped&& read_mapped) {
    if (cur == nullptr) return nullptr;
    if (!schema::charge_nodes<T>(decoder, count)) return decoder.fail_budget(cur);
    if constexpr (kMulti<T>) {
      value.clear();
      cur = read_multi(value, count, cur, read_key, read_mapped);
    } else if constexpr (!kStaysInPlace<T> || !std::is_move_assignable_v<K>) {
      value.clear();
      const LateLinks::Scope scope = decoder.enter_scope({nullptr, 0});  // elements may move
      cur = read_fresh(value, count, cur, decoder, read_key, read_mapped);
      decoder.enter_scope(scope);
    } else {
      // Elements that came, by address: at most four entries of 16 bytes for each. They are gone at
      // the end, and where there is no budget for them, the map is read as if it were empty.
      constexpr std::size_t kSeen = std::size_t{4} * 16;
      if (!value.empty() && decoder.charge(count, kSeen)) {
        cur = read_over(value, count, cur, decoder, read_key, read_mapped);
        decoder.budget += count * kSeen;
      } else {
        value.clear();
        cur = read_fresh(value, count, cur, decoder, read_key, read_mapped);
      }
    }
    return cur;
  }
  template <typename ReadKey, typename ReadMapped>
  static Cursor read_multi(T& value, std::size_t count, Cursor cur, ReadKey& read_key,
                           ReadMapped& read_mapped) {
    for (std::size_t i = 0; i < count; ++i) {
      K key = K();
      cur = read_key(key, cur);
      if (cur == nullptr) return nullptr;
      V mapped = V();
      cur = read_mapped(mapped, cur);
      if (cur == nullptr) return nullptr;
      value.emplace_hint(value.end(), std::move(key), std::move(mapped));
    }
    return cur;
  }
  template <typename ReadKey, typename ReadMapped>
  static Cursor read_fresh(T& value, std::size_t count, Cursor cur, Decoder& decoder,
                           ReadKey& read_key, ReadMapped& read_mapped) {
    const schema::NewElements<T> fresh;
    if constexpr (Unordered<T>)
      schema::reserve_elements(value, decoder.first_step(cur, count, sizeof(void*)));
    K used = K();
    for (std::size_t i = 0; i < count; ++i) {
      const Cursor at = cur;
      auto&& key = schema::next_key(used);
      cur = read_key(key, cur);
      if (cur == nullptr) [[unlikely]] {
        return nullptr;
      }
      const std::size_t before = value.size();
      const auto it = fresh.add(value, std::move(key));
      if (value.size() == before) [[unlikely]] {
        return fail_duplicate(decoder, at);
      }
      if (is_crowded(value, it->first, i)) return fail_crowded(decoder, at);
      cur = read_mapped(it->second, cur);
      if (cur == nullptr) [[unlikely]] {
        return nullptr;
      }
    }
    return cur;
  }
  template <typename ReadKey, typename ReadMapped>
  static Cursor read_over(T& value, std::size_t count, Cursor cur, Decoder& decoder,
                          ReadKey& read_key, ReadMapped& read_mapped) {
    ObjectTable seen;
    if (!seen.reserve(count)) {
      return decoder.fail(Code::kNoMemory, cur, "no memory to know the keys that came");
    }
    const schema::NewElements<T> fresh;
    K used = K();
    for (std::size_t i = 0; i < count; ++i) {
      const Cursor at = cur;
      auto&& key = schema::next_key(used);
      cur = read_key(key, cur);
      if (cur == nullptr) [[unlikely]] {
        return nullptr;
      }
      auto it = value.find(key);
      if (it == value.end()) {
        it = fresh.add(value, std::move(key));
      } else if (!schema::is_same_key<T>(it->first, key)) {
        const auto next = std::next(it);
        auto node = value.extract(it);
        node.key() = std::move(key);
        it = value.insert(next, std::move(node));
      }
      const auto known = seen.find_or_add(&*it, 0, static_cast<std::uint32_t>(i));
      if (known.found) [[unlikely]] {
        if (known.number != ObjectTable::kFailed) return fail_duplicate(decoder, at);
        return decoder.fail(Code::kNoMemory, at, "no memory to know the keys that came");
      }
      if (is_crowded(value, it->first, i)) [[unlikely]] {
        remove_unseen(value, seen);  // keys of another input are not this one's fault
        if (is_crowded(value, it->first, i)) return fail_crowded(decoder, at);
      }
      cur = read_mapped(it->second, cur);
      if (cur == nullptr) [[unlikely]] {
        return nullptr;
      }
    }
    if (value.size() != count) remove_unseen(value, seen);
    return cur;
  }
  static void remove_unseen(T& value, const ObjectTable& seen) {
    for (auto it = value.begin(); it != value.end();) {
      it = seen.find(&*it, 0).found ? std::next(it) : value.erase(it);
    }
  }
  static Cursor fail_duplicate(Decoder& decoder, Cursor at) {
    return decoder.fail(Code::kMalformed, at, kMapKeyTwice);
  }
};

}  // namespace fastser::archive
