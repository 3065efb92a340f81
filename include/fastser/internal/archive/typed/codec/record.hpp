// SPDX-License-Identifier: MIT
//
// Codec of records: described classes and plain aggregates.
//
// A body is the base class's fields, then the own fields, nothing between them. Runs of
// fixed-width fields share one bound check; a record of nothing but such fields is fixed itself,
// and one without padding is copied whole.
//
// Archives of other versions are read by the record's node: all its fields, those of the base
// classes first, in one row (docs/versions.md).
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/archive/typed/codec/text_list.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/schema/fields.hpp"
#include "fastser/internal/schema/reset_fields.hpp"

namespace fastser::archive {

template <schema::Record T>
struct NodeOfFields;

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
    // Options of the field that holds the record are none of its own fields'.
    schema::append_varint(out, describe_shape<F & schema::kShareAll>(builder));
  }
  /// The number of T's shape in the builder's table.
  template <Flags F>
  static constexpr std::uint32_t describe_shape(TableBuilder& builder) {
    const TableBuilder::Found found = builder.shape_for(schema::type_key<T>());
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
  using NodeType = RecordNode;
  static constexpr RecordNode make_node() {
    return {{Node::Kind::kRecord, TypeCode::kRecord, true},
            D::name(),
            {kRow.levels.data(), kDepth + 1},
            {NodeOfFields<T>::kFields.data(), schema::count_written<T>()},
            {kRow.old_names.data(), kOldNames},
            &addresses,
            std::is_default_constructible_v<T> ? &reset : nullptr,
            kEmptyHeap<T>};
  }

  // --- the fields of all levels in one row, for nodes
  // ---------------------------------------------

  static constexpr std::size_t kDepth = [] {
    if constexpr (schema::HasBase<T>) return Codec<typename T::fastser_base>::kDepth + 1;
    return std::size_t{0};
  }();
  static constexpr std::size_t kOldNames = [] {
    std::size_t count = 0;
    if constexpr (schema::HasBase<T>) count = Codec<typename T::fastser_base>::kOldNames;
    if constexpr (requires { D::Source::fastser_options; }) {
      for (const FieldOption& option : D::Source::fastser_options) {
        count += option.kind == FieldOption::Kind::kRenamedFrom ? 1U : 0U;
      }
    }
    return count;
  }();
  struct Row {
    std::array<std::string_view, kDepth + 1> levels{};
    std::array<OldName, kOldNames + 1> old_names{};
  };
  template <typename To>
  static constexpr void add_to_row(To& row, std::size_t& old_names) {
    if constexpr (schema::HasBase<T>) {
      Codec<typename T::fastser_base>::add_to_row(row, old_names);
    }
    row.levels[kDepth] = D::name();
    if constexpr (requires { D::Source::fastser_options; }) {
      for (const FieldOption& option : D::Source::fastser_options) {
        if (option.kind != FieldOption::Kind::kRenamedFrom) continue;
        for (std::size_t i = 0; i < D::count(); ++i) {
          if (D::field_name(i) != option.field) continue;
          row.old_names[old_names++] = {option.text,
                                        static_cast<std::uint32_t>(schema::kFieldRow<T>.place[i])};
        }
      }
    }
  }
  static constexpr Row kRow = [] {
    Row row;
    std::size_t old_names = 0;
    add_to_row(row, old_names);
    return row;
  }();
  static constexpr void add_fields(FieldNode* fields, std::size_t& at) {
    if constexpr (schema::HasBase<T>) Codec<typename T::fastser_base>::add_fields(fields, at);
    std::size_t index = 0;
    each_member<0>([&]<typename M, Flags>() {
      while (D::omitted(index)) ++index;
      fields[at++] = {D::field_name(index++), &NodeOf<M>::kNode,
                      static_cast<std::uint32_t>(kDepth)};
    });
  }
  static void add_addresses(T& value, void**& to) {
    if constexpr (schema::HasBase<T>) {
      using Base = typename T::fastser_base;
      Codec<Base>::add_addresses(static_cast<Base&>(value), to);
    }
    D::visit(value, [&](auto&... members) {
      std::size_t index = 0;
      ((D::omitted(index++) ? void() : void(*to++ = std::addressof(members))), ...);
    });
  }
  static void reset_missing(T& value, T& fresh, const bool*& missing) {
    if constexpr (schema::HasBase<T>) {
      using Base = typename T::fastser_base;
      Codec<Base>::reset_missing(static_cast<Base&>(value), static_cast<Base&>(fresh), missing);
    }
    D::visit(value, [&](auto&... members) {
      D::visit(fresh, [&](auto&... initial) {
        std::size_t index = 0;
        ((!D::omitted(index++) && *missing++ ? schema::assign_moved(members, initial) : void()),
         ...);
      });
    });
  }

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

  static void addresses(const RecordNode&, void* object, void** fields) {
    add_addresses(*static_cast<T*>(object), fields);
  }
  static void reset(const RecordNode&, void* object, const bool* missing, Decoder&) {
    if constexpr (std::is_default_constructible_v<T>) {
      T fresh{};
      reset_missing(*static_cast<T*>(object), fresh, missing);
    }
  }
};

/// The written fields of T, those of its base classes first.
template <schema::Record T>
struct NodeOfFields {
  static const std::array<FieldNode, schema::count_written<T>() + 1> kFields;
};
template <schema::Record T>
constinit const std::array<FieldNode, schema::count_written<T>() + 1> NodeOfFields<T>::kFields =
    [] {
      std::array<FieldNode, schema::count_written<T>() + 1> fields{};
      std::size_t at = 0;
      Codec<T>::add_fields(fields.data(), at);
      return fields;
    }();

}  // namespace fastser::archive
