// SPDX-License-Identifier: MIT
//
// Codec of maps: a list of tables {key, value} in the order of the keys, as FlatBuffers has it for
// looking keys up by halves.
#pragma once

#include <string_view>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/flat/codec/sequence.hpp"
#include "fastser/internal/flat/key_order.hpp"
#include "fastser/internal/schema/new_value.hpp"

namespace fastser::flat {

template <typename K, typename V>
struct EntryRows : PackedRows<K, V> {
  using Object = std::pair<const K, V>;
  static constexpr bool kSortedByFirst = kForm<K> == Form::scalar || kForm<K> == Form::text;
  static constexpr std::string_view type_name() { return "Entry"; }
  static constexpr std::string_view name(std::size_t index) { return index == 0 ? "key" : "value"; }
  template <typename Some, typename Call>
  FASTSER_INLINE static bool visit(Some& object, Call&& call) {
    return call.template operator()<0>(object.first) && call.template operator()<1>(object.second);
  }
};

template <schema::MapLike T>
struct Codec<T> {
  using K = typename T::key_type;
  using V = typename T::mapped_type;
  using Entry = TableCodec<EntryRows<K, V>>;
  static constexpr Form kForm = Form::list;

  static bool is_empty(const T& value) noexcept { return value.empty(); }
  [[nodiscard]] static Offset encode(const T& value, Builder& builder) {
    std::vector<const typename T::value_type*> elements;
    elements.reserve(value.size());
    for (const auto& element : value) elements.push_back(&element);
    if constexpr (kIsText || kHasOrder<K>) put_in_order(elements);
    // Buffers grow towards the front: the last one first, so that they are read from front to back.
    OffsetStack offsets(builder);
    for (std::size_t i = elements.size(); i-- != 0;) {
      offsets.push(Entry::encode(*elements[i], builder));
      if (builder.failed()) return 0;
    }
    offsets.reverse();
    return offsets.put(builder);
  }
  [[nodiscard]] static bool decode(T& value, Position at, Reader& reader) {
    const std::byte* from = nullptr;
    std::size_t count = 0;
    if (!reader.list(at, 4, 4, from, count)) return false;
    if (!schema::charge_nodes<T>(reader, count)) return false;
    return schema::refill(value, count, [&](auto reuse, T& old) {
      return read<decltype(reuse)::value>(value, old, from, count, reader);
    });
  }
  [[nodiscard]] static bool check(Position at, Reader& reader) {
    const std::byte* from = nullptr;
    std::size_t count = 0;
    if (!reader.list(at, 4, 4, from, count) || !reader.charge(count, 4)) return false;
    for (std::size_t i = 0; i < count; ++i) {
      const Position entry = reader.follow(from + 4 * i);
      if (entry == 0 || !Entry::check(entry, reader)) return false;
    }
    return true;
  }
  static void clear(T& value) { value.clear(); }

 private:
  static constexpr bool kIsText = flat::kForm<K> == Form::text;

  // `old`: nodes to take, for keys that come again.
  template <bool kReuse>
  static bool read(T& value, T& old, const std::byte* from, std::size_t count, Reader& reader) {
    [[maybe_unused]] const schema::NewElements<T> fresh;
    K used = K();
    for (std::size_t i = 0; i < count; ++i, from += 4) {
      auto&& key = schema::next_key(used);
      const Position entry = reader.follow(from);
      Table table;
      if (entry == 0 || !reader.enter(entry) || !reader.table(entry, table)) return false;
      bool missing = false;
      if (!Entry::template read_field<0>(key, table, reader, missing)) return false;
      if (missing) key = K();
      V* mapped = nullptr;
      if constexpr (schema::kMulti<T>) {
        mapped = &value.emplace_hint(value.end(), std::move(key), V())->second;
      } else {
        auto it = value.end();
        if constexpr (kReuse) {
          if (auto node = old.extract(key); node && schema::renew_key<T>(node, key)) {
            it = value.insert(value.end(), std::move(node));
          }
        }
        if (it == value.end()) it = fresh.add(value, std::move(key));
        if (value.size() == i) return reader.fail(Code::kMalformed, entry, "a key twice");
        if (schema::is_crowded(value, it->first, i)) {
          return reader.fail(Code::kOverBudget, entry,
                             "too many keys with the same hash: they may be chosen to attack");
        }
        mapped = &it->second;
      }
      missing = false;
      if (!Entry::template read_field<1>(*mapped, table, reader, missing)) return false;
      if constexpr (kReuse && std::is_move_assignable_v<V>) {
        if (missing) *mapped = V();
      }
      reader.leave();
    }
    return true;
  }
  static void put_in_order(std::vector<const typename T::value_type*>& elements) {
    // What a type compares is what is written, but for texts that are written as others.
    if constexpr (!kIsText || schema::BytesContainer<K>) {
      const auto less = [](const auto* a, const auto* b) {
        return flat::key_less(a->first, b->first);
      };
      if (std::is_sorted(elements.begin(), elements.end(), less)) return;
    }
    std::vector<SortKey> order;
    if constexpr (kIsText) {
      std::vector<decltype(key_text(elements[0]->first))> texts;  // of their own, where made
      texts.reserve(elements.size());
      for (const auto* element : elements) texts.push_back(key_text(element->first));
      sort_texts({texts.begin(), texts.end()}, order);
    } else {
      std::vector<const K*> keys;
      keys.reserve(elements.size());
      for (const auto* element : elements) keys.push_back(&element->first);
      sort_keys(keys, order);
    }
    std::vector<const typename T::value_type*> sorted;
    sorted.reserve(elements.size());
    for (const SortKey& key : order) sorted.push_back(elements[key.index]);
    elements.swap(sorted);
  }

 public:
  static TypeRef describe(Declarations& schema) {
    return TypeRef::list(BaseType::Obj, Entry::describe(schema).index);
  }
};

}  // namespace fastser::flat
