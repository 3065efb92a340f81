// SPDX-License-Identifier: MIT
//
// Codec of maps: a list of tables {key, value} in the order of the keys, as FlatBuffers has it for
// looking keys up by halves.
#pragma once

#include <string_view>

#include "fastser/flat/codec/sequence.hpp"

namespace fastser::flat {

template <typename K, typename V>
struct EntryRows : PackedRows<K, V> {
  using Object = std::pair<const K, V>;
  static constexpr bool kSortedByFirst = kForm<K> == Form::scalar || kForm<K> == Form::text;
  static constexpr std::string_view type_name() { return "Entry"; }
  static constexpr std::string_view name(std::size_t index) { return index == 0 ? "key" : "value"; }
  template <typename Some, typename Call>
  [[gnu::always_inline]] static bool visit(Some& object, Call&& call) {
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
    // Written in the order in which the elements lie in memory; put in order by their keys after.
    OffsetStack offsets(builder);
    std::vector<const K*> keys;
    keys.reserve(value.size());
    for (const auto& element : value) {
      keys.push_back(&element.first);
      offsets.push(Entry::encode(element, builder));
      if (builder.failed()) return 0;
    }
    offsets.sort_by(keys);
    return offsets.put(builder);
  }
  [[nodiscard]] static bool decode(T& value, Position at, Reader& reader) {
    const std::byte* from = nullptr;
    std::size_t count = 0;
    if (!reader.list(at, 4, 4, from, count)) return false;
    if (!schema::charge_nodes<T>(reader, count)) return false;
    value.clear();
    if constexpr (schema::Unordered<T>) value.reserve(count);
    for (std::size_t i = 0; i < count; ++i, from += 4) {
      const Position entry = reader.follow(from);
      Table table;
      if (entry == 0 || !reader.enter(entry) || !reader.table(entry, table)) return false;
      K key{};
      bool missing = false;
      if (!Entry::template read_field<0>(key, table, reader, missing)) return false;
      V* mapped = nullptr;
      if constexpr (schema::kMulti<T>) {
        mapped = &value.emplace_hint(value.end(), std::move(key), V{})->second;
      } else {
        const std::size_t before = value.size();
        const auto it = value.try_emplace(value.end(), std::move(key));
        if (value.size() == before) return reader.fail(Code::kMalformed, entry, "a key twice");
        if (schema::is_crowded(value, it->first, i)) {
          return reader.fail(Code::kOverBudget, entry, "keys that were chosen to collide");
        }
        mapped = &it->second;
      }
      if (!Entry::template read_field<1>(*mapped, table, reader, missing)) return false;
      reader.leave();
    }
    return true;
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
  static TypeRef describe(Declarations& schema) {
    return TypeRef::list(BaseType::Obj, Entry::describe(schema).index);
  }
};

}  // namespace fastser::flat
