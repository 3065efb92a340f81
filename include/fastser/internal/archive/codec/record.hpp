// SPDX-License-Identifier: MIT
//
// Codec of records: described classes and plain aggregates.
//
// A body is the base class's fields, then the own fields, nothing between them. Runs of
// fixed-width fields share one bound check; a record of nothing but such fields is fixed itself,
// and one without padding is copied whole.
//
// adopt reads by the writer's shape: its fields in order, each into the field of the same (or an
// older) name, or of the same position where the archive has no names; fields that the archive does
// not have get the value that T{} gives them.
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "fastser/internal/archive/codec/core.hpp"
#include "fastser/internal/archive/codec/text_list.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/schema/reset_fields.hpp"

namespace fastser::archive {

/// Starts reading `type` as a record: its shape's number. Null when it is none.
[[nodiscard]] Cursor record_shape(Decoder& decoder, TypeExpr type, Cursor cur,
                                  std::uint32_t& shape);
/// Adds class and field to the message of a type mismatch that has none yet.
void name_mismatch(Decoder& decoder, std::string_view class_name, std::string_view field);

/// Calls a reader of one field of T through a table.
template <typename T>
using FieldAdopter = Cursor (*)(T& object, TypeExpr type, Cursor cur, Decoder& decoder);

template <schema::Record T>
requires(!BytesContainer<T>) struct Codec<T> {
  using D = schema::Description<T>;
  static constexpr bool kNests = true;

  template <Flags F>
  static constexpr TypeCode own_code() {
    return TypeCode::kRecord;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeBytes& out) {
    append_code(out, TypeCode::kRecord);
    schema::append_varint(out, describe_shape<F>(builder));
  }
  /// The number of T's shape in the builder's table.
  template <Flags F>
  static constexpr std::uint32_t describe_shape(TableBuilder& builder);

  template <Flags F>
  static constexpr std::size_t fixed_size() {
    std::size_t total = 0;
    bool fixed = !schema::HasBase<T>;
    each_member<F>([&]<typename M, Flags MF>() {
      fixed = fixed && kFixed<M, MF> != 0;
      total += kFixed<M, MF>;
    });
    return fixed && total <= kMaxFixed ? total : 0;
  }
  template <Flags F>
  static constexpr std::size_t min_size() {
    std::size_t total = 0;
    if constexpr (schema::HasBase<T>) total = kMinSize<typename T::fastser_base, F>;
    each_member<F>([&]<typename M, Flags MF>() { total += kMinSize<M, MF>; });
    return total;
  }
  template <Flags F>
  static constexpr bool is_blit() {
    bool blit = std::is_trivially_copyable_v<T> && !D::kByMembers && fixed_size<F>() == sizeof(T);
    each_member<F>([&]<typename M, Flags MF>() { blit = blit && kBlit<M, MF>; });
    return blit;
  }

  template <Flags F>
  FASTSER_INLINE static void put(const T& value, std::byte* to) noexcept {
    if constexpr (kBlit<T, F>) {
      std::memcpy(to, &value, sizeof(T));
    } else {
      visit_fields<F>(value, [&]<Flags MF>(const auto& member, std::size_t) {
        using M = std::remove_cvref_t<decltype(member)>;
        Codec<M>::template put<MF>(member, to);
        to += kFixed<M, MF>;
        return true;
      });
    }
  }
  template <Flags F>
  [[nodiscard]] FASTSER_INLINE static bool get(T& value, Cursor from) noexcept {
    if constexpr (kBlit<T, F>) {
      std::memcpy(&value, from, sizeof(T));
      return true;
    } else {
      return visit_fields<F>(value, [&]<Flags MF>(auto& member, std::size_t) {
        using M = std::remove_cvref_t<decltype(member)>;
        const bool good = Codec<M>::template get<MF>(member, from);
        from += kFixed<M, MF>;
        return good;
      });
    }
  }
  template <Flags F>
  FASTSER_INLINE static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    if constexpr (schema::HasBase<T>) {
      cur = encode_value<F>(static_cast<const typename T::fastser_base&>(value), cur, encoder);
    }
    visit_indexed<F>(value, [&]<std::size_t, Flags>(const auto& member) {
      prefetch_reference(member, encoder);
      return true;
    });
    visit_indexed<F, true>(
        value, [&]<std::size_t kIndex, Flags MF>(const auto& member) FASTSER_INLINE_LAMBDA {
          using M = std::remove_cvref_t<decltype(member)>;
          if constexpr (kFixed<M, MF> != 0) {
            if constexpr (kRun<F>[kIndex] != 0) cur = encoder.ensure(cur, kRun<F>[kIndex]);
            Codec<M>::template put<MF>(member, cur);
            cur += kFixed<M, MF>;
          } else {
            if constexpr ((MF & (schema::kShareAll | schema::kShareField)) != 0 &&
                          (MF & schema::kLeaveTexts) == 0) {
              encoder.field_slot = kFieldSlots[kIndex];
            }
            cur = Codec<M>::template encode<MF>(member, cur, encoder);
          }
          return true;
        });
    return cur;
  }
  template <Flags F>
  [[nodiscard]] FASTSER_INLINE static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    if constexpr (schema::HasBase<T>) {
      cur = decode_value<F>(static_cast<typename T::fastser_base&>(value), cur, decoder);
      if (cur == nullptr) return nullptr;
    }
    if constexpr (D::count() <= kFewFields) {
      visit_indexed<F, true>(value,
                             [&]<std::size_t kIndex, Flags MF>(auto& member) FASTSER_INLINE_LAMBDA {
                               return decode_field<F, kIndex, MF>(member, cur, decoder);
                             });
    } else {
      visit_indexed<F, true>(value, [&]<std::size_t kIndex, Flags MF>(auto& member) {
        return decode_field<F, kIndex, MF>(member, cur, decoder);
      });
    }
    return cur;
  }
  /// For codec/text_list.hpp: how many shared texts, if all other fields are of fixed size; else 0.
  template <Flags F>
  static constexpr std::size_t text_count() {
    std::size_t texts = 0;
    bool other = schema::HasBase<T>;
    each_member<F>([&]<typename M, Flags MF>() {
      if constexpr (BytesContainer<M>) {
        texts += kTexts<M, MF>;
        other = other || kTexts<M, MF> == 0;
      } else {
        other = other || kFixed<M, MF> == 0;
      }
    });
    return other ? 0 : texts;
  }
  template <Flags F, typename Call>
  static void each_text(const T& value, Encoder&, Call&& call) {
    visit_indexed<F>(value, [&]<std::size_t kIndex, Flags>(const auto& member) {
      if constexpr (BytesContainer<std::remove_cvref_t<decltype(member)>>) {
        call(member, kFieldSlots[kIndex]);
      }
      return true;
    });
  }
  template <Flags F>
  [[nodiscard]] static bool accepts(TypeExpr type) noexcept {
    return schema::code(type) == TypeCode::kRecord || schema::code(type) == TypeCode::kAnyRecord;
  }
  template <Flags F>
  [[nodiscard]] static Cursor adopt(T& value, TypeExpr type, Cursor cur, Decoder& decoder) {
    std::uint32_t shape = 0;
    cur = record_shape(decoder, type, cur, shape);
    return cur == nullptr ? nullptr : adopt_shape<F>(value, shape, cur, decoder);
  }
  /// Reads a body of the writer's shape.
  template <Flags F>
  [[nodiscard]] static Cursor adopt_shape(T& value, std::uint32_t shape, Cursor cur,
                                          Decoder& decoder);

 private:
  /// Up to here all fields are read in one function. In larger ones registers run out, and the
  /// compiler does better when it may choose.
  static constexpr std::size_t kFewFields = 8;

  template <Flags F, std::size_t kIndex, Flags MF, typename M>
  FASTSER_INLINE static bool decode_field(M& member, Cursor& cur, Decoder& decoder) {
    if constexpr (kFixed<M, MF> != 0) {
      if constexpr (kRun<F>[kIndex] != 0) {
        if (decoder.left(cur) < kRun<F>[kIndex]) [[unlikely]] {
          cur = decoder.fail_truncated(cur);
          return false;
        }
      }
      if (!Codec<M>::template get<MF>(member, cur)) [[unlikely]] {
        cur = decoder.fail(Code::kMalformed, cur, kWrongValue);
        return false;
      }
      cur += kFixed<M, MF>;
      return true;
    } else {
      cur = Codec<M>::template decode<MF>(member, cur, decoder);
      return cur != nullptr;
    }
  }

  template <Flags F, typename Call>
  static constexpr void each_member(Call&& call) {
    using Pointers = decltype(D::visit(std::declval<T&>(),
                                       [](auto&... members) { return schema_types(members...); }));
    [&]<typename... M, std::size_t... kIndex>(Types<M...>*, std::index_sequence<kIndex...>) {
      (
          [&] {
            if constexpr (!D::omitted(kIndex)) {
              call.template operator()<M, D::field_flags(kIndex, F)>();
            }
          }(),
          ...);
    }(static_cast<Pointers*>(nullptr), std::make_index_sequence<D::count()>{});
  }
  template <typename... M>
  struct Types {};
  template <typename... M>
  static constexpr Types<M...> schema_types(M&...) {  // defined: M may have no linkage
    return {};
  }

  // Calls call.operator()<index, flags>(member) for every written field until one says false.
  // Inline: in the caller's function, whatever its size; else the compiler may choose.
  template <Flags F, bool kInline = false, typename Object, typename Call>
  FASTSER_INLINE static bool visit_indexed(Object& value, Call&& call) {
    const auto each = [&](auto&... members) FASTSER_INLINE_LAMBDA {
      return [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) FASTSER_INLINE_LAMBDA {
        return (step<F, kIndex>(members, call) && ...);
      }
      (std::make_index_sequence<sizeof...(members)>{});
    };
    if constexpr (kInline) {
      return D::visit_inline(value, each);
    } else {
      return D::visit(value, each);
    }
  }
  template <Flags F, std::size_t kIndex, typename M, typename Call>
  FASTSER_INLINE static bool step(M& member, Call&& call) {
    if constexpr (D::omitted(kIndex)) {
      return true;
    } else {
      return call.template operator()<kIndex, D::field_flags(kIndex, F)>(member);
    }
  }
  template <Flags F, typename Object, typename Call>
  FASTSER_INLINE static bool visit_fields(Object& value, Call&& call) {
    return visit_indexed<F>(
        value, [&]<std::size_t kIndex, Flags MF>(auto& member)
                   FASTSER_INLINE_LAMBDA { return call.template operator()<MF>(member, kIndex); });
  }

  // For each field: the bytes of the run of fixed fields that starts there, else 0.
  template <Flags F>
  static constexpr auto make_runs() {
    std::array<std::size_t, D::count() + 1> sizes{};
    std::array<std::size_t, D::count() + 1> runs{};
    std::size_t at = 0;
    std::array<std::size_t, D::count() + 1> written{};
    for (std::size_t i = 0; i < D::count(); ++i) {
      if (!D::omitted(i)) written[at++] = i;
    }
    at = 0;
    each_member<F>([&]<typename M, Flags MF>() { sizes[written[at++]] = kFixed<M, MF>; });
    std::size_t start = 0;
    bool open = false;
    for (std::size_t i = 0; i < D::count(); ++i) {
      if (D::omitted(i)) continue;
      if (sizes[i] == 0) {
        open = false;
      } else if (open && runs[start] + sizes[i] <= kMaxFixed) {
        runs[start] += sizes[i];
      } else {
        start = i;
        runs[start] = sizes[i];
        open = true;
      }
    }
    return runs;
  }
  template <Flags F>
  static constexpr auto kRun = make_runs<F>();
  static constexpr auto kFieldSlots = [] {
    std::array<std::uint32_t, D::count() + 1> slots{};
    for (std::size_t i = 0; i < D::count(); ++i) {
      slots[i] = SharingFields::slot_of(D::name(), D::field_name(i));
    }
    return slots;
  }();

  template <Flags F, std::size_t kIndex>
  static Cursor adopt_field(T& value, TypeExpr type, Cursor cur, Decoder& decoder) {
    visit_indexed<F>(value, [&]<std::size_t kAt, Flags MF>(auto& member) {
      if constexpr (kAt == kIndex) cur = adopt_value<MF>(member, type, cur, decoder);
      return kAt != kIndex;
    });
    if (cur == nullptr) name_mismatch(decoder, D::name(), D::field_name(kIndex));
    return cur;
  }
  template <std::size_t kIndex>
  static void reset_field(T& value, T& fresh) {
    visit_indexed<0>(value, [&]<std::size_t kAt, Flags>(auto& member) {
      if constexpr (kAt == kIndex) {
        visit_indexed<0>(fresh, [&]<std::size_t kFreshAt, Flags>(auto& initial) {
          if constexpr (kFreshAt == kIndex) schema::assign_moved(member, initial);
          return kFreshAt != kIndex;
        });
      }
      return kAt != kIndex;
    });
  }
  template <Flags F>
  [[nodiscard]] static Cursor adopt_own_fields(T& value, std::span<const schema::Shape> chain,
                                               Cursor cur, Decoder& decoder);
};

template <schema::Record T>
requires(!BytesContainer<T>) template <Flags F>
constexpr std::uint32_t Codec<T>::describe_shape(TableBuilder& builder) {
  const TableBuilder::Found found = builder.shape_for(schema::type_key<T>(), F);
  if (!found.is_new) return found.number;
  TypeBytes bytes;
  schema::append_text(bytes, D::name());
  schema::append_varint(bytes, D::version());
  if constexpr (schema::HasBase<T>) {
    using Base = typename T::fastser_base;
    schema::append_varint(bytes, 1 + Codec<Base>::template describe_shape<F>(builder));
  } else {
    schema::append_varint(bytes, 0);
  }
  std::size_t written = 0;
  for (std::size_t i = 0; i < D::count(); ++i) written += D::omitted(i) ? 0U : 1U;
  schema::append_varint(bytes, written);
  std::size_t index = 0;
  each_member<F>([&]<typename M, Flags MF>() {
    while (D::omitted(index)) ++index;
    schema::append_varint(bytes, 1 << 1 | 1);  // once, named
    schema::append_text(bytes, D::field_name(index));
    Codec<M>::template describe<MF>(builder, bytes);
    ++index;
  });
  builder.set_shape(found.number, std::move(bytes));
  return found.number;
}

template <schema::Record T>
requires(!BytesContainer<T>) template <Flags F>
Cursor Codec<T>::adopt_shape(T& value, std::uint32_t shape_number, Cursor cur, Decoder& decoder) {
  const schema::Shape& shape = decoder.writer->shapes()[shape_number];
  if constexpr (schema::HasBase<T>) {
    using Base = typename T::fastser_base;
    if (shape.super >= 0) {
      cur = Codec<Base>::template adopt_shape<F>(
          static_cast<Base&>(value), static_cast<std::uint32_t>(shape.super), cur, decoder);
      if (cur == nullptr) return nullptr;
    } else if constexpr (std::is_default_constructible_v<Base> && std::is_move_assignable_v<Base>) {
      static_cast<Base&>(value) = Base{};  // a base class that the archive's class did not have
    }
    return adopt_own_fields<F>(value, {&shape, 1}, cur, decoder);
  } else {
    // A base class of the writer's that T does not have: by name its fields are T's own.
    std::vector<schema::Shape> chain{shape};
    while (chain.back().super >= 0) {
      chain.push_back(decoder.writer->shapes()[static_cast<std::size_t>(chain.back().super)]);
    }
    std::reverse(chain.begin(), chain.end());
    return adopt_own_fields<F>(value, chain, cur, decoder);
  }
}

/// The own fields of T that are written, in order; behind the last place, how many.
template <schema::Record T>
inline constexpr auto kWrittenFields = [] {
  using D = schema::Description<T>;
  std::array<std::size_t, D::count() + 1> fields{};
  std::size_t at = 0;
  for (std::size_t i = 0; i < D::count(); ++i) {
    if (!D::omitted(i)) fields[at++] = i;
  }
  fields[D::count()] = at;
  return fields;
}();

template <schema::Record T>
requires(!BytesContainer<T>) template <Flags F>
Cursor Codec<T>::adopt_own_fields(T& value, std::span<const schema::Shape> chain, Cursor cur,
                                  Decoder& decoder) {
  constexpr std::size_t kCount = D::count();
  static constexpr auto kAdopters = []<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    return std::array<FieldAdopter<T>, kCount + 1>{&adopt_field<F, kIndex>..., nullptr};
  }
  (std::make_index_sequence<kCount>{});
  constexpr auto& kPositions = kWrittenFields<T>;
  std::array<bool, kCount + 1> seen{};
  std::uint64_t position = 0;
  for (const schema::Shape& shape : chain) {
    if (!decoder.charge(1)) return decoder.fail_budget(cur);
    for (const schema::FieldEntry& entry : shape.fields) {
      const TypeExpr type = decoder.writer->expr(entry.type);
      for (std::uint64_t i = 0; i < entry.repeat; ++i, ++position) {
        int index = -1;
        if (entry.named) {
          index = D::find(entry.name);
        } else if (position < kPositions[kCount]) {
          index = static_cast<int>(kPositions[static_cast<std::size_t>(position)]);
        } else if (schema::min_wire_size(*decoder.writer, type) == 0) {
          if (!decoder.charge(1)) return decoder.fail_budget(cur);
          break;  // nothing to read, however often
        }
        const auto at = static_cast<std::size_t>(index);
        const Cursor before = cur;
        if (index < 0 || seen[at]) {
          cur = decoder.skip(type, cur);
        } else {
          seen[at] = true;
          cur = kAdopters[at](value, type, cur, decoder);
        }
        if (cur == nullptr) return nullptr;
        // A field without bytes costs time all the same (B9).
        if (cur == before && !decoder.charge(1)) return decoder.fail_budget(cur);
      }
    }
  }
  if constexpr (std::is_default_constructible_v<T>) {
    bool all = true;
    for (std::size_t i = 0; i < kPositions[kCount]; ++i) all = all && seen[kPositions[i]];
    if (!all) {
      if (!decoder.charge(kEmptyHeap<T>)) return decoder.fail_budget(cur);
      T fresh{};
      [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
        ((D::omitted(kIndex) || seen[kIndex] ? void() : reset_field<kIndex>(value, fresh)), ...);
      }
      (std::make_index_sequence<kCount>{});
      decoder.budget += kEmptyHeap<T>;
    }
  }
  return cur;
}

}  // namespace fastser::archive
