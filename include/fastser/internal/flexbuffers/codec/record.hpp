// SPDX-License-Identifier: MIT
//
// Codec of records: a map by field names. The order of the keys is known when the program is
// compiled. Reading a map of just these keys is a comparison for each, and none where the vector of
// keys is the one that was compared last. Otherwise keys may come in any order; unknown ones are
// stepped over; fields that do not come get what T{} gives them; a key that comes twice is
// malformed.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/flexbuffers/codec/core.hpp"
#include "fastser/internal/schema/fields.hpp"
#include "fastser/internal/schema/reset_fields.hpp"

namespace fastser::flexbuffers {

template <schema::Record T>
requires(!schema::BytesContainer<T>) struct Codec<T> {
  using F = schema::Fields<T>;
  static constexpr std::size_t kCount = F::count();

  static Slot encode(const T& value, Encoder& encoder) {
    Slot slots[2 * kCount + 1];  // and room for the keys
    F::visit(value, [&]<std::size_t kIndex>(const auto& member) FASTSER_INLINE_LAMBDA {
      slots[kRank[kIndex]] = encode_value(member, encoder);
      return true;
    });
    return encoder.end_record(slots, slots + kCount, kShape);
  }

  static bool decode(T& value, const Raw& raw, Decoder& decoder) {
    Elements keys;
    Elements values;
    if (!decoder.map(raw, keys, values)) return false;
    if (!decoder.pay_work(raw, values.count + 1)) return false;
    if (values.count == kCount && are_mine(keys, decoder)) [[likely]] {
      return decode_all(value, values, decoder);
    }
    return decode_any(value, raw, keys, values, decoder);
  }

 private:
  using Indices = std::array<std::size_t, kCount + 1>;
  // The fields in the order of their names' bytes, and the place of each in it.
  static constexpr Indices kOrder = [] {
    Indices order{};
    for (std::size_t i = 0; i < kCount; ++i) order[i] = i;
    std::sort(order.begin(), order.begin() + kCount,
              [](std::size_t left, std::size_t right) { return F::name(left) < F::name(right); });
    return order;
  }();
  static constexpr Indices kRank = [] {
    Indices rank{};
    for (std::size_t i = 0; i < kCount; ++i) rank[kOrder[i]] = i;
    return rank;
  }();
  static constexpr std::array<Shape::Key, kCount + 1> kKeys = [] {
    std::array<Shape::Key, kCount + 1> keys{};
    for (std::size_t i = 0; i < kCount; ++i) {
      keys[i] = {F::name(kOrder[i]), hash_of(F::name(kOrder[i]))};
    }
    return keys;
  }();
  static constexpr Shape kShape{kKeys.data(), kCount};

  static bool are_mine(const Elements& keys, Decoder& decoder) noexcept {
    if (decoder.knows(kShape, keys)) return true;
    for (std::size_t i = 0; i < kCount; ++i) {
      if (!decoder.source.key_is(keys, i, kKeys[i].text)) return false;
    }
    decoder.remember(kShape, keys);
    return true;
  }
  static bool decode_all(T& value, const Elements& values, Decoder& decoder) {
    return F::visit(value, [&]<std::size_t kIndex>(auto& member) {
      if (decode_value(member, values[kRank[kIndex]], decoder)) [[likely]] {
        return true;
      }
      return decoder.at_name(F::name(kIndex));
    });
  }

  using Seen = std::array<bool, kCount + 1>;
  FASTSER_NOINLINE static bool decode_any(T& value, const Raw& raw, const Elements& keys,
                                          const Elements& values, Decoder& decoder) {
    Seen seen{};
    std::array<std::size_t, kCount + 1> former{};  // 1 + the value that came by an older name
    for (std::size_t i = 0; i < values.count; ++i) {
      std::string_view name;
      if (!decoder.text(keys[i], name)) return false;
      const int found = F::find(name);
      if (found < 0) continue;
      const auto index = static_cast<std::size_t>(found);
      const bool by_former = name != F::name(index);
      if (by_former ? former[index] != 0 : seen[index]) {
        return decoder.refuse(keys[i], Code::kMalformed, "a field twice");
      }
      if (by_former) {
        former[index] = i + 1;  // read if the field does not come by its name, too
        continue;
      }
      seen[index] = true;
      if (!decode_field(value, index, values[i], decoder)) return decoder.at_name(name);
    }
    for (std::size_t i = 0; i < kCount; ++i) {
      if (former[i] == 0 || seen[i]) continue;
      seen[i] = true;
      const std::size_t at = former[i] - 1;
      std::string_view name;
      if (!decoder.text(keys[at], name)) return false;
      if (!decode_field(value, i, values[at], decoder)) return decoder.at_name(name);
    }
    if (std::find(seen.begin(), seen.begin() + kCount, false) != seen.begin() + kCount) {
      if (!decoder.pay(raw, kEmptyHeap<T>)) return false;
      schema::reset_fields(value, [&](std::size_t index) { return !seen[index]; });
      decoder.budget += kEmptyHeap<T>;
    }
    return true;
  }
  static bool decode_field(T& value, std::size_t wanted, const Raw& raw, Decoder& decoder) {
    bool good = true;
    F::visit(value, [&]<std::size_t kIndex>(auto& member) {
      if (kIndex == wanted) good = decode_value(member, raw, decoder);
      return kIndex != wanted;
    });
    return good;
  }
};

}  // namespace fastser::flexbuffers
