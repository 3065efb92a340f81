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

#include <array>
#include <utility>

#include "fastser/internal/archive/typed/codec/core.hpp"
#include "fastser/internal/archive/typed/codec/text_list.hpp"
#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/schema/fields.hpp"
#include "fastser/internal/schema/reset_fields.hpp"
#include "fastser/internal/schema/upgrade.hpp"

namespace fastser::archive {

template <schema::Record T>
struct NodeOfFields;
template <schema::Record T>
struct HooksOf;
template <schema::Record T>
consteval std::size_t count_hooks() {
  std::size_t count = schema::has_upgrade<T>() ? 1 : 0;
  if constexpr (schema::HasBase<T>) count += count_hooks<schema::BaseOf<T>>();
  return count;
}

// One field of a record, for all records that have one like it: what is compiled once for a type of
// field need not be compiled for each field. Fields that are left out have the flags kLeftOut.
inline constexpr Flags kLeftOut = ~Flags{0};
/// Adaptive sharing need not be told which field it is.
inline constexpr std::uint32_t kNoSlot = ~std::uint32_t{0};

/// What a record needs to know of a field to lay it out.
struct FieldLayout {
  std::size_t fixed = 0;
  std::size_t least = 0;
  std::size_t run = 0;  ///< bytes of the run of fixed fields that starts here
  std::size_t texts = 0;
  bool blit = true;
};
template <typename M, Flags F>
constexpr FieldLayout field_layout() {
  FieldLayout field;
  if constexpr (F != kLeftOut) {
    field.fixed = kFixed<M, F>;
    field.least = kMinSize<M, F>;
    field.blit = kBlit<M, F>;
    if constexpr (BytesContainer<M>) field.texts = kTexts<M, F>;
  }
  return field;
}
template <typename M, Flags F>
constexpr void describe_field(std::string_view name, TableBuilder& builder, TypeSink& bytes) {
  if constexpr (F != kLeftOut) {
    schema::append_varint(bytes, 1 << 1 | 1);  // once, named
    schema::append_text(bytes, name);
    Codec<M>::template describe<F>(builder, bytes);
  }
}
template <Flags F, typename M>
FASTSER_INLINE inline void put_field(const M& member, std::byte*& to) noexcept {
  if constexpr (F != kLeftOut) {
    Codec<M>::template put<F>(member, to);
    to += kFixed<M, F>;
  }
}
template <Flags F, typename M>
FASTSER_INLINE inline bool get_field(M& member, Cursor& from) noexcept {
  if constexpr (F != kLeftOut) {
    const bool good = Codec<M>::template get<F>(member, from);
    from += kFixed<M, F>;
    return good;
  } else {
    return true;
  }
}
template <typename M, Flags F>
consteval bool is_reference() {
  if constexpr (F != kLeftOut) return kIsReference<M>;
  return false;
}
template <Flags F, typename M>
FASTSER_INLINE inline void prefetch_field(const M& member, Encoder& encoder) noexcept {
  if constexpr (is_reference<M, F>()) prefetch_reference(member, encoder);
}
template <Flags F, std::size_t kRunBytes, std::uint32_t kSlot, typename M>
FASTSER_INLINE inline std::byte* encode_field(const M& member, std::byte* cur, Encoder& encoder) {
  if constexpr (F == kLeftOut) {
    return cur;
  } else if constexpr (kFixed<M, F> != 0) {
    // First the room: it is that of all fields of the run, the others are written even after an
    // error.
    if constexpr (kRunBytes != 0) cur = encoder.ensure(cur, kRunBytes);
    if constexpr (kCounts<M, F, Inside::kField>) {
      if (!encoder.has_depth(kFixedDepth<M, F, Inside::kField>)) return encoder.fail_depth(cur);
    }
    Codec<M>::template put<F>(member, cur);
    return cur + kFixed<M, F>;
  } else {
    if constexpr (kSlot != kNoSlot) encoder.field_slot = kSlot;
    return encode_value<F, Inside::kField>(member, cur, encoder);
  }
}
template <Flags F, std::size_t kRunBytes, typename M>
FASTSER_INLINE inline Cursor decode_field(M& member, Cursor cur, Decoder& decoder) {
  if constexpr (F == kLeftOut) {
    return cur;
  } else if constexpr (kFixed<M, F> != 0) {
    if constexpr (kRunBytes != 0) {
      if (decoder.left(cur) < kRunBytes) [[unlikely]] {
        return decoder.fail_truncated(cur);
      }
    }
    if (!has_fixed_depth<M, F, Inside::kField>(decoder)) [[unlikely]] {
      return decoder.fail_depth(cur);
    }
    if (!Codec<M>::template get<F>(member, cur)) [[unlikely]] {
      return decoder.fail(Code::kMalformed, cur, kWrongValue);
    }
    return cur + kFixed<M, F>;
  } else {
    return decode_variable<F, Inside::kField>(member, cur, decoder);
  }
}
/// The same where the compiler may choose not to inline it.
template <Flags F, std::size_t kRunBytes, typename M>
Cursor decode_field_apart(M& member, Cursor cur, Decoder& decoder) {
  return decode_field<F, kRunBytes>(member, cur, decoder);
}

/// FieldNode::move.
template <typename M>
void move_field(void* to, void* from) {
  if constexpr (schema::kSwaps<M>) {
    static_cast<M*>(to)->swap(*static_cast<M*>(from));  // what was there goes with the new object
  } else {
    schema::assign_moved(*static_cast<M*>(to), *static_cast<M*>(from));
  }
}

template <schema::Record T>
requires(!BytesContainer<T>) struct Codec<T> {
  using D = schema::Description<T>;

  template <Flags F>
  static constexpr TypeCode own_code() {
    return TypeCode::kRecord;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeSink& out) {
    append_code(out, TypeCode::kRecord);
    // Options of the field that holds the record are none of its own fields'.
    schema::append_varint(out, describe_shape<F & schema::kShareAll>(builder));
  }
  /// The number of T's shape in the builder's table.
  template <Flags F>
  static constexpr std::uint32_t describe_shape(TableBuilder& builder) {
    const TableBuilder::Found found = builder.shape_for(schema::type_key<T>());
    if (!found.is_new) return found.number;
    std::uint32_t base = 0;
    if constexpr (schema::HasBase<T>) {
      static_assert(D::name() != schema::Description<schema::BaseOf<T>>::name(),
                    "a class and its base class have one name: give one of them a fastser_name");
      base = 1 + Codec<schema::BaseOf<T>>::template describe_shape<F>(builder);
    }
    TypeSink bytes = builder.begin_shape(found.number);
    schema::append_text(bytes, D::name());
    schema::append_varint(bytes, D::version());
    schema::append_varint(bytes, base);
    std::size_t written = 0;
    for (std::size_t i = 0; i < D::count(); ++i) written += D::omitted(i) ? 0U : 1U;
    schema::append_varint(bytes, written);
    describe_fields<F>(kTypes, kIndexes, builder, bytes);
    builder.end_shape(found.number, bytes);
    return found.number;
  }

  template <Flags F>
  static constexpr std::size_t fixed_size() {
    return kLayout<F>.fixed;
  }
  template <Flags F>
  static constexpr std::size_t min_size() {
    return kLayout<F>.least;
  }
  template <Flags F>
  static constexpr bool is_blit() {
    return kLayout<F>.blit;
  }

  template <Flags F>
  FASTSER_INLINE static void put(const T& value, std::byte* to) noexcept {
    if constexpr (kBlit<T, F>) {
      std::memcpy(to, &value, sizeof(T));
    } else {
      D::visit_inline(value, [&](const auto&... members) FASTSER_INLINE_LAMBDA {
        put_fields<F>(kIndexes, to, members...);
      });
    }
  }
  template <Flags F>
  [[nodiscard]] FASTSER_INLINE static bool get(T& value, Cursor from) noexcept {
    if constexpr (kBlit<T, F>) {
      std::memcpy(&value, from, sizeof(T));
      return true;
    } else {
      return D::visit_inline(value, [&](auto&... members) FASTSER_INLINE_LAMBDA {
        return get_fields<F>(kIndexes, from, members...);
      });
    }
  }
  template <Flags F>
  FASTSER_INLINE static std::byte* encode(const T& value, std::byte* cur, Encoder& encoder) {
    if constexpr (schema::HasBase<T>) {
      cur = encode_value<F, Inside::kBody>(static_cast<const schema::BaseOf<T>&>(value), cur,
                                           encoder);
    }
    return D::visit_inline(value, [&](const auto&... members) FASTSER_INLINE_LAMBDA {
      return encode_fields<F>(kIndexes, cur, encoder, members...);
    });
  }
  template <Flags F>
  [[nodiscard]] FASTSER_INLINE static Cursor decode(T& value, Cursor cur, Decoder& decoder) {
    if constexpr (schema::HasBase<T>) {
      cur = decode_value<F, Inside::kBody>(static_cast<schema::BaseOf<T>&>(value), cur, decoder);
      if (cur == nullptr) return nullptr;
    }
    return D::visit_inline(value, [&](auto&... members) FASTSER_INLINE_LAMBDA {
      return decode_fields<F>(kIndexes, cur, decoder, members...);
    });
  }
  /// For codec/text_list.hpp: how many shared texts, if all other fields are of fixed size; else 0.
  template <Flags F>
  static constexpr std::size_t text_count() {
    return kLayout<F>.texts;
  }
  template <Flags F, typename Call>
  static void each_text(const T& value, Encoder&, Call&& call) {
    D::visit(value, [&](const auto&... members) {
      std::size_t index = 0;
      (one_text(members, index++, call), ...);
    });
  }
  using NodeType = RecordNode;
  static constexpr RecordNode make_node() {
    return {{Node::Kind::kRecord, TypeCode::kRecord},
            D::name(),
            {kRow.levels.data(), kDepth + 1},
            {NodeOfFields<T>::kFields.data(), schema::count_written<T>()},
            {kRow.old_names.data(), kOldNames},
            &addresses,
            std::is_default_constructible_v<T> ? &reset : nullptr,
            kEmptyHeap<T>,
            {HooksOf<T>::kHooks.data(), count_hooks<T>()}};
  }

  // --- the fields of all levels in one row, for nodes
  // ---------------------------------------------

  static constexpr std::size_t kDepth = [] {
    if constexpr (schema::HasBase<T>) return Codec<schema::BaseOf<T>>::kDepth + 1;
    return std::size_t{0};
  }();
  static constexpr std::size_t kOldNames = [] {
    std::size_t count = 0;
    if constexpr (schema::HasBase<T>) count = Codec<schema::BaseOf<T>>::kOldNames;
    if constexpr (D::kHasOptions) {
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
      Codec<schema::BaseOf<T>>::add_to_row(row, old_names);
    }
    row.levels[kDepth] = D::name();
    if constexpr (D::kHasOptions) {
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
    if constexpr (schema::HasBase<T>) Codec<schema::BaseOf<T>>::add_fields(fields, at);
    add_own_fields(kTypes, kIndexes, fields, at);
  }
  static void add_addresses(T& value, void**& to) {
    if constexpr (schema::HasBase<T>) {
      using Base = schema::BaseOf<T>;
      Codec<Base>::add_addresses(static_cast<Base&>(value), to);
    }
    D::visit(value, [&](auto&... members) {
      std::size_t index = 0;
      ((D::omitted(index++) ? void() : void(*to++ = std::addressof(members))), ...);
    });
  }
  /// Sets the fields that are `missing`, those of base classes first, to what a new object has.
  FASTSER_COLD static void reset_missing(T& value, const bool* missing) {
    T fresh = T();
    std::array<void*, schema::count_written<T>() + 1> fields{};
    move_missing(NodeOf<T>::kNode, &value, &fresh, fields.data(), missing);
  }

 private:
  /// Up to here all fields are read in one function. In larger ones registers run out, and the
  /// compiler does better when it may choose.
  static constexpr std::size_t kFewFields = 8;

  static constexpr auto kIndexes = std::make_index_sequence<D::count()>{};
  template <typename... M>
  using Types = schema::Members<M...>;
  static constexpr typename schema::MembersOf<T>::Types kTypes{};

  /// The flags of a field, in a record of flags F.
  template <Flags F>
  static constexpr Flags flags_of(std::size_t index) {
    return D::omitted(index) ? kLeftOut : D::field_flags(index, F);
  }
  /// What adaptive sharing knows the field by.
  template <Flags F, std::size_t kIndex>
  static constexpr std::uint32_t slot_of() {
    constexpr Flags kFlags = flags_of<F>(kIndex);
    if constexpr (kFlags != kLeftOut && (kFlags & (schema::kShareAll | schema::kShareField)) != 0 &&
                  (kFlags & schema::kLeaveTexts) == 0) {
      return kFieldSlots[kIndex];
    } else {
      return kNoSlot;
    }
  }

  template <Flags F, typename... M, std::size_t... kIndex>
  static constexpr void describe_fields(Types<M...>, std::index_sequence<kIndex...>,
                                        [[maybe_unused]] TableBuilder& builder,
                                        [[maybe_unused]] TypeSink& bytes) {
    (describe_field<M, flags_of<F>(kIndex)>(D::field_name(kIndex), builder, bytes), ...);
  }
  // A member: g++ makes the nodes of recursive types while it compiles this, and those of another
  // record cannot use what is not complete.
  template <typename M, bool kWritten>
  static constexpr void add_field_node(FieldNode* fields, std::size_t& at, std::string_view name) {
    if constexpr (kWritten) {
      fields[at++] = {name, &NodeOf<M>::kNode, static_cast<std::uint32_t>(kDepth), &move_field<M>};
    }
  }
  template <typename... M, std::size_t... kIndex>
  static constexpr void add_own_fields(Types<M...>, std::index_sequence<kIndex...>,
                                       [[maybe_unused]] FieldNode* fields,
                                       [[maybe_unused]] std::size_t& at) {
    (add_field_node<M, !D::omitted(kIndex)>(fields, at, D::field_name(kIndex)), ...);
  }
  template <Flags F, std::size_t... kIndex, typename... M>
  FASTSER_INLINE static void put_fields(std::index_sequence<kIndex...>, std::byte*& to,
                                        const M&... members) noexcept {
    (put_field<flags_of<F>(kIndex)>(members, to), ...);
  }
  template <Flags F, std::size_t... kIndex, typename... M>
  FASTSER_INLINE static bool get_fields(std::index_sequence<kIndex...>, Cursor& from,
                                        M&... members) noexcept {
    return (get_field<flags_of<F>(kIndex)>(members, from) && ...);
  }
  template <std::size_t kIndex>
  static constexpr FieldPlace kPlace{D::name(), D::field_name(kIndex)};
  template <Flags F, std::size_t kIndex, typename M>
  FASTSER_INLINE static void note_place([[maybe_unused]] Encoder& encoder) noexcept {
    if constexpr (F != kLeftOut && (F & schema::kCountDepth) != 0) {
      // What may hold other values.
      if constexpr (Codec<M>::template own_code<F>() >= TypeCode::kOptional) {
        encoder.place = &kPlace<kIndex>;
      }
    }
  }
  template <Flags F, std::size_t... kIndex, typename... M>
  FASTSER_INLINE static std::byte* encode_fields(std::index_sequence<kIndex...>, std::byte* cur,
                                                 [[maybe_unused]] Encoder& encoder,
                                                 const M&... members) {
    if constexpr ((is_reference<M, flags_of<F>(kIndex)>() || ...)) {
      (prefetch_field<flags_of<F>(kIndex)>(members, encoder), ...);
    }
    [[maybe_unused]] const FieldPlace* const outer = encoder.place;
    ((note_place<flags_of<F>(kIndex), kIndex, M>(encoder),
      cur = encode_field<flags_of<F>(kIndex), kLayout<F>.fields[kIndex].run, slot_of<F, kIndex>()>(
          members, cur, encoder)),
     ...);
    if constexpr ((F & schema::kCountDepth) != 0) encoder.place = outer;
    return cur;
  }
  template <Flags F, std::size_t... kIndex, typename... M>
  FASTSER_INLINE static Cursor decode_fields(std::index_sequence<kIndex...>, Cursor cur,
                                             [[maybe_unused]] Decoder& decoder, M&... members) {
    if constexpr (D::count() <= kFewFields) {
      static_cast<void>(((cur = decode_field<flags_of<F>(kIndex), kLayout<F>.fields[kIndex].run>(
                              members, cur, decoder)) &&
                         ...));
    } else {
      static_cast<void>(
          ((cur = decode_field_apart<flags_of<F>(kIndex), kLayout<F>.fields[kIndex].run>(
                members, cur, decoder)) &&
           ...));
    }
    return cur;
  }
  template <typename M, typename Call>
  static void one_text(const M& member, std::size_t index, Call& call) {
    if constexpr (BytesContainer<M>) {
      if (!D::omitted(index)) call(member, kFieldSlots[index]);
    }
  }

  struct Layout {
    std::array<FieldLayout, D::count() + 1> fields{};
    std::size_t fixed = 0;
    std::size_t least = 0;
    std::size_t texts = 0;
    bool blit = false;
  };
  template <Flags F, typename... M, std::size_t... kIndex>
  static constexpr Layout make_layout(Types<M...>, std::index_sequence<kIndex...>) {
    Layout made{{field_layout<M, flags_of<F>(kIndex)>()...}};
    made.blit = std::is_trivially_copyable_v<T> && !D::kByMembers;
    bool fixed = !schema::HasBase<T>;
    bool only_texts = fixed;
    std::size_t start = 0;
    bool open = false;
    std::size_t total = 0;
    for (std::size_t i = 0; i < sizeof...(M); ++i) {
      if (D::omitted(i)) continue;
      FieldLayout& field = made.fields[i];
      fixed = fixed && field.fixed != 0;
      only_texts = only_texts && (field.fixed != 0 || field.texts != 0);
      total += field.fixed;
      made.least += field.least;
      made.texts += field.texts;
      made.blit = made.blit && field.blit;
      if (field.fixed == 0) {
        open = false;
      } else if (open && made.fields[start].run + field.fixed <= kMaxFixed) {
        made.fields[start].run += field.fixed;
      } else {
        start = i;
        field.run = field.fixed;
        open = true;
      }
    }
    if (!only_texts) made.texts = 0;
    if (fixed && total <= kMaxFixed) made.fixed = total;
    made.blit = made.blit && made.fixed == sizeof(T);
    if constexpr (schema::HasBase<T>) made.least += kMinSize<schema::BaseOf<T>, F>;
    return made;
  }
  template <Flags F>
  static constexpr Layout kLayout = make_layout<F>(kTypes, kIndexes);
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
      reset_missing(*static_cast<T*>(object), missing);
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

/// The hooks of T and its base classes, for records that are T's.
template <schema::Record T>
struct HooksOf {
  static const std::array<UpgradeHook, count_hooks<T>() + 1> kHooks;

  /// Those of T's base C and of what is below it.
  template <schema::Record C>
  static constexpr void add(UpgradeHook* hooks, std::size_t& at) {
    if constexpr (schema::HasBase<C>) add<schema::BaseOf<C>>(hooks, at);
    if constexpr (schema::has_upgrade<C>()) {
      const auto level = static_cast<std::uint32_t>(Codec<C>::kDepth);
      if constexpr (schema::kHasRemoved<C>) {
        hooks[at++] = {level, schema::Description<C>::version(), &NodeOf<schema::Removed<C>>::kNode,
                       &offsets<C>, &run<C>};
      } else {
        hooks[at++] = {level, schema::Description<C>::version(), nullptr, nullptr, &run<C>};
      }
    }
  }

 private:
  template <schema::Record C>
  static Cursor run(void* object, std::uint32_t from, UpgradeReading& reading) {
    schema::Removed<C> removed{};
    const Cursor cur = reading.read(&removed);
    if (cur != nullptr) {
      schema::call_upgrade<C>(static_cast<C&>(*static_cast<T*>(object)), from, removed);
    }
    return cur;
  }
  template <schema::Record C>
  static void offsets(std::ptrdiff_t* to) {
    using Removed = schema::Removed<C>;
    static_assert(!has_objects<Removed>(),
                  "fastser_removed holds no shared, weak or raw pointers: what they lead to may be "
                  "read after the hook was called");
    Removed made{};
    constexpr std::size_t kCount = schema::count_written<Removed>();
    std::array<void*, kCount + 1> fields{};
    const RecordNode& node = NodeOf<Removed>::kNode;
    node.addresses(node, &made, fields.data());
    for (std::size_t i = 0; i < kCount; ++i) {
      to[i] = static_cast<std::byte*>(fields[i]) - reinterpret_cast<std::byte*>(&made);
    }
  }
  template <typename Removed>
  static consteval bool has_objects() {
    TableBuilder builder;
    describe_root<Removed, 0>(builder);
    return builder.has_objects;
  }
};
template <schema::Record T>
constinit const std::array<UpgradeHook, count_hooks<T>() + 1> HooksOf<T>::kHooks = [] {
  std::array<UpgradeHook, count_hooks<T>() + 1> hooks{};
  std::size_t at = 0;
  HooksOf<T>::template add<T>(hooks.data(), at);
  return hooks;
}();

}  // namespace fastser::archive
