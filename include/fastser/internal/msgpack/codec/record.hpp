// SPDX-License-Identifier: MIT
//
// Codec of records: a map by names, a map by numbers, or an array of the fields in order. What a
// key looks like is known when the program is compiled, so writing one is a copy of a constant, and
// reading those that come in order a comparison with one.
//
// Reading takes all three forms. Keys may come in any order; unknown ones are skipped; fields that
// do not come get the value that T{} gives them; a field that comes twice is malformed.
#pragma once

#include <array>
#include <cstring>
#include <string_view>
#include <utility>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/msgpack/codec/core.hpp"
#include "fastser/internal/msgpack/codec/scalar.hpp"
#include "fastser/internal/schema/fields.hpp"
#include "fastser/internal/schema/reset_fields.hpp"

namespace fastser::msgpack {

/// A key of a record in the input. `number` counts when it is an integer from 0 on; neither text
/// nor number: a key that no record has.
struct RecordKey {
  bool is_text = false;
  bool is_number = false;
  std::string_view text;
  std::uint64_t number = 0;
};
[[nodiscard]] Cursor read_key(Decoder& decoder, Cursor cur, RecordKey& key) noexcept;
/// The start of a record: how many fields or pairs come, and which of the two.
[[nodiscard]] Cursor read_record_head(Decoder& decoder, Cursor cur, std::size_t& count,
                                      bool& is_map) noexcept;

template <schema::Record T>
requires(!schema::BytesContainer<T>) struct Codec<T> {
  using F = schema::Fields<T>;
  static constexpr std::size_t kCount = F::count();
  static constexpr Kinds kinds() { return kinds_of(Kind::map, Kind::array); }

  template <Keys K>
  static constexpr std::size_t most() {
    std::size_t total = kHead<K>.size;
    bool bounded = true;
    std::size_t at = 0;
    each_type([&]<typename M>() {
      bounded = bounded && kMost<M, K> != 0;
      total += kMost<M, K> + key_size<K>(at++);
    });
    return bounded && total <= kMostAtOnce ? total : 0;
  }
  template <Keys K>
  static std::byte* put(const T& value, std::byte* cur) noexcept {
    cur = put_constant(kHead<K>, cur);
    F::visit(value, [&]<std::size_t kIndex>(const auto& member) FASTSER_INLINE_LAMBDA {
      if constexpr (K != Keys::array) cur = put_constant(kKey<K, kIndex>, cur);
      cur = Codec<std::remove_cvref_t<decltype(member)>>::template put<K>(member, cur);
      return true;
    });
    return cur;
  }
  template <Keys K>
  FASTSER_INLINE static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    cur = encoder.ensure(cur, kHead<K>.size + kRoom<K>[0]);
    cur = put_constant(kHead<K>, cur);
    F::visit(value, [&]<std::size_t kIndex>(const auto& member) FASTSER_INLINE_LAMBDA {
      using M = std::remove_cvref_t<decltype(member)>;
      if constexpr (kIndex != 0 && kRoom<K>[kIndex] != 0) {
        cur = encoder.ensure(cur, kRoom<K>[kIndex]);
      }
      if constexpr (K != Keys::array) cur = put_constant(kKey<K, kIndex>, cur);
      if constexpr (kMost<M, K> != 0) {
        cur = Codec<M>::template put<K>(member, cur);
      } else {
        cur = Codec<M>::template encode<K>(member, cur, encoder);
      }
      return true;
    });
    return cur;
  }

  static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    if constexpr (kCount <= kFixMapMost) {
      // As a writer of the same fields has it: nothing to count.
      if (decoder.left(cur) >= 2) [[likely]] {
        const auto tag = static_cast<std::uint8_t>(*cur);
        if (tag == (kFixArray | kCount)) return decode_all(value, cur + 1, decoder);
        if (tag == (kFixMap | kCount)) {
          return static_cast<std::uint8_t>(cur[1]) < kFixMap
                     ? decode_in_order<Keys::integers>(value, kCount, cur + 1, decoder)
                     : decode_in_order<Keys::strings>(value, kCount, cur + 1, decoder);
        }
      }
    }
    return decode_any(value, cur, decoder);
  }

 private:
  /// Bytes that are the same in every record.
  struct Constant {
    std::array<std::uint8_t, 264> bytes{};
    std::size_t size = 0;
    constexpr void push(unsigned byte) { bytes[size++] = static_cast<std::uint8_t>(byte); }
    constexpr void push_be(unsigned tag, std::uint64_t number, std::size_t width) {
      push(tag);
      while (width-- != 0) push(static_cast<unsigned>(number >> (8 * width)) & 0xFF);
    }
  };
  static constexpr Constant text_key(std::string_view name) {
    Constant key;
    if (name.size() <= kFixStrMost) {
      key.push(kFixStr | static_cast<unsigned>(name.size()));
    } else {
      key.push_be(kStr8, name.size(), 1);
    }
    for (const char c : name) key.push(static_cast<std::uint8_t>(c));
    return key;
  }
  static constexpr Constant number_key(std::uint32_t id) {
    Constant key;
    if (id < kFixMap) {
      key.push(id);
    } else {
      const std::size_t step = id <= 0xFF ? 0 : id <= 0xFFFF ? 1 : 2;
      key.push_be(kU8 + static_cast<unsigned>(step), id, std::size_t{1} << step);
    }
    return key;
  }
  template <Keys K, std::size_t kIndex>
  static constexpr Constant kKey = K == Keys::strings ? text_key(F::name(kIndex))
                                                      : number_key(F::id(kIndex));
  template <Keys K>
  static constexpr std::size_t key_size(std::size_t index) {
    if (K == Keys::array) return 0;
    if (K == Keys::integers) return number_key(F::id(index)).size;
    const std::size_t size = F::name(index).size();
    return size + (size <= kFixStrMost ? 1 : 2);
  }
  template <Keys K>
  static constexpr Constant kHead = [] {
    Constant head;
    const bool array = K == Keys::array;
    if (kCount <= kFixMapMost) {
      head.push((array ? kFixArray : kFixMap) | static_cast<unsigned>(kCount));
    } else {
      head.push_be(array ? kArray16 : kMap16, kCount, 2);
    }
    return head;
  }();
  static_assert(kCount <= 0xFFFF);

  FASTSER_INLINE static std::byte* put_constant(const Constant& constant, std::byte* cur) noexcept {
    std::memcpy(cur, constant.bytes.data(), constant.size);
    return cur + constant.size;
  }

  // For each field where a run of bounded ones starts: the room that it asks for, its keys and the
  // key of the field behind it included; 0 within a run.
  template <Keys K>
  static constexpr std::array<std::size_t, kCount + 1> make_room() {
    std::array<std::size_t, kCount + 1> most{};
    std::array<std::size_t, kCount + 1> room{};
    std::size_t at = 0;
    each_type([&]<typename M>() { most[at++] = kMost<M, K>; });
    std::size_t start = 0;
    bool open = false;
    for (std::size_t i = 0; i < kCount; ++i) {
      const std::size_t wanted = key_size<K>(i) + most[i];
      if (!open || room[start] + wanted > kMostAtOnce - 8) {
        start = i;
        // Nothing to ask for still asks, so that a run is there to join.
        room[start] = wanted;
      } else {
        room[start] += wanted;
      }
      open = most[i] != 0;
    }
    return room;
  }
  template <Keys K>
  static constexpr auto kRoom = make_room<K>();

  template <typename Call>
  static constexpr void each_type(Call&& call) {
    [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
      (call.template operator()<typename F::template Type<kIndex>>(), ...);
    }
    (std::make_index_sequence<kCount>{});
  }

  // --- reading -----------------------------------------------------------------------------------

  using Seen = std::array<std::uint64_t, kCount / 64 + 1>;
  static bool take(Seen& seen, std::size_t index) noexcept {
    const std::uint64_t bit = std::uint64_t{1} << (index % 64);
    const bool first = (seen[index / 64] & bit) == 0;
    seen[index / 64] |= bit;
    return first;
  }
  static bool has(const Seen& seen, std::size_t index) noexcept {
    return (seen[index / 64] >> (index % 64) & 1) != 0;
  }

  /// All fields of an array, in order.
  FASTSER_INLINE static Cursor decode_all(T& value, Cursor cur, Decoder& decoder) {
    F::visit(value, [&]<std::size_t>(auto& member) FASTSER_INLINE_LAMBDA {
      cur = decode_value(member, cur, decoder);
      return cur != nullptr;
    });
    return cur;
  }
  /// A map of `count` pairs, the first of which are expected to be the fields in order.
  template <Keys K>
  FASTSER_INLINE static Cursor decode_in_order(T& value, std::size_t count, Cursor cur,
                                               Decoder& decoder) {
    std::size_t done = kCount;
    F::visit(value, [&]<std::size_t kIndex>(auto& member) FASTSER_INLINE_LAMBDA {
      constexpr std::size_t kSize = kKey<K, kIndex>.size;
      if (kIndex == count || decoder.left(cur) < kSize ||
          std::memcmp(cur, kKey<K, kIndex>.bytes.data(), kSize) != 0) [[unlikely]] {
        done = kIndex;
        return false;
      }
      cur = decode_value(member, cur + kSize, decoder);
      return cur != nullptr;
    });
    if (cur == nullptr || (done == kCount && count == kCount)) [[likely]] {
      return cur;
    }
    return decode_rest(value, count, done, cur, decoder);
  }
  /// Of any form, with any number of fields.
  FASTSER_NOINLINE static Cursor decode_any(T& value, Cursor cur, Decoder& decoder) {
    std::size_t count = 0;
    bool is_map = false;
    cur = read_record_head(decoder, cur, count, is_map);
    if (cur == nullptr) return nullptr;
    if (is_map) {
      const bool by_number = cur != decoder.end && static_cast<std::uint8_t>(*cur) < kFixMap;
      return by_number ? decode_in_order<Keys::integers>(value, count, cur, decoder)
                       : decode_in_order<Keys::strings>(value, count, cur, decoder);
    }
    if (count >= kCount) {
      cur = decode_all(value, cur, decoder);
      for (std::size_t more = count - kCount; more != 0 && cur != nullptr; --more) {
        cur = decoder.skip(cur);
      }
      return cur;
    }
    F::visit(value, [&]<std::size_t kIndex>(auto& member) {
      if (kIndex == count) return false;
      cur = decode_value(member, cur, decoder);
      return cur != nullptr;
    });
    if (cur != nullptr && !reset_from(value, count, decoder)) return decoder.fail_budget(cur);
    return cur;
  }
  /// What comes behind the first `done` fields, which came in order.
  FASTSER_NOINLINE static Cursor decode_rest(T& value, std::size_t count, std::size_t done,
                                             Cursor cur, Decoder& decoder) {
    Seen seen{};
    std::array<Cursor, kCount + 1> former{};  // values that came by an older name of their field
    for (std::size_t i = 0; i < done; ++i) take(seen, i);
    for (; done != count; ++done) {
      const Cursor at = cur;
      RecordKey key;
      cur = read_key(decoder, cur, key);
      if (cur == nullptr) return nullptr;
      int index = -1;
      if (key.is_text) index = F::find(key.text);
      if (key.is_number) index = F::find_id(key.number);
      const auto field = static_cast<std::size_t>(index);
      if (index < 0) {
        cur = decoder.skip(cur);
      } else if (key.is_text && key.text != F::name(field)) {
        if (former[field] != nullptr) return decoder.fail(Code::kMalformed, at, "a field twice");
        former[field] = cur;  // read if the field does not come by its name, too
        cur = decoder.skip(cur);
      } else if (!take(seen, field)) {
        return decoder.fail(Code::kMalformed, at, "a field twice");
      } else {
        cur = decode_field(value, field, cur, decoder);
      }
      if (cur == nullptr) return nullptr;
    }
    for (std::size_t i = 0; i < kCount; ++i) {
      if (former[i] == nullptr || !take(seen, i)) continue;
      if (decode_field(value, i, former[i], decoder) == nullptr) return nullptr;
    }
    std::size_t came = 0;
    for (std::size_t i = 0; i < kCount; ++i) came += has(seen, i) ? 1U : 0U;
    if (came != kCount &&
        !reset(value, decoder, [&](std::size_t index) { return !has(seen, index); })) {
      return decoder.fail_budget(cur);
    }
    return cur;
  }
  static Cursor decode_field(T& value, std::size_t wanted, Cursor cur, Decoder& decoder) {
    F::visit(value, [&]<std::size_t kIndex>(auto& member) {
      if (kIndex == wanted) cur = decode_value(member, cur, decoder);
      return kIndex != wanted;
    });
    return cur;
  }

  FASTSER_NOINLINE static bool reset_from(T& value, std::size_t first, Decoder& decoder) {
    return reset(value, decoder, [&](std::size_t index) { return index >= first; });
  }
  /// Gives the fields that did not come what T{} gives them; false when the budget has no room for
  /// a T.
  template <typename Missing>
  static bool reset(T& value, Decoder& decoder, Missing&& is_missing) {
    if (!decoder.charge(kEmptyHeap<T>)) return false;
    schema::reset_fields(value, is_missing);
    decoder.budget += kEmptyHeap<T>;
    return true;
  }
};

}  // namespace fastser::msgpack
