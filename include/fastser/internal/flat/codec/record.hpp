// SPDX-License-Identifier: MIT
//
// Codec of records. A record is a table; one that holds nothing but scalars, such records and
// arrays of both is a structure, whose layout never changes: side by side, without a word of
// overhead. Numbering a record's fields (fastser::id) or giving it a class version says that it is
// going to change, and makes it a table.
#pragma once

#include <array>
#include <cstring>
#include <string_view>
#include <type_traits>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/flat/codec/sequence.hpp"
#include "fastser/internal/flat/codec/table.hpp"
#include "fastser/internal/schema/fields.hpp"
#include "fastser/internal/schema/reset_fields.hpp"

namespace fastser::flat {

/// A field of a structure: a scalar, a structure, or an array of them.
template <typename M>
struct Inlined {
  static constexpr bool kFits = kInline<M>;
  using Single = M;
  static constexpr std::size_t kCount = 0;  ///< of an array
};
template <typename E, std::size_t kSize_>
struct Inlined<std::array<E, kSize_>> {
  static constexpr bool kFits = kInline<E> && kSize_ != 0 && kSize_ < 0x10000;
  using Single = E;
  static constexpr std::size_t kCount = kSize_;
};
template <typename E, std::size_t kSize_>
struct Inlined<E[kSize_]> : Inlined<std::array<E, kSize_>> {};

template <typename T>
struct RecordRows {
  using Object = T;
  using F = schema::Fields<T>;
  using D = schema::Description<T>;
  static constexpr std::size_t kCount = F::count();
  static constexpr bool kSortedByFirst = false;
  template <std::size_t kIndex>
  using Type = typename F::template Type<kIndex>;

  static constexpr std::string_view type_name() { return D::name(); }
  static constexpr std::string_view name(std::size_t index) { return F::name(index); }
  /// fastser::id where there is one; else the next, two for a union.
  static constexpr std::size_t slot(std::size_t index) { return kSlots[index]; }

  template <typename Some, typename Call>
  FASTSER_INLINE static bool visit(Some& object, Call&& call) {
    return F::visit(object, call);
  }
  /// Gives fields what T{} gives them.
  template <typename Which>
  FASTSER_NOINLINE static void reset(T& object, Which&& is_missing) {
    schema::reset_fields(object, is_missing);
  }
  /// What T{} has in a field.
  template <std::size_t kWanted, typename M>
  static constexpr void copy_default(M& value) {
    if constexpr (std::is_default_constructible_v<T>) {
      T fresh = T();
      F::visit(fresh, [&]<std::size_t kIndex>(auto& member) {
        if constexpr (kIndex == kWanted) schema::assign_moved(value, member);
        return kIndex != kWanted;
      });
    }
  }
  /// What T{} gives a scalar.
  template <std::size_t kWanted>
  static void default_of(FieldDeclaration& field) {
    if constexpr (std::is_default_constructible_v<T>) {
      const T fresh = T();
      F::visit(fresh, [&]<std::size_t kIndex>(const auto& member) {
        if constexpr (kIndex == kWanted) note_default(member, field);
        return kIndex != kWanted;
      });
    }
  }
  static constexpr bool kIsNumbered = [] {
    for (std::size_t i = 0; i < kCount; ++i) {
      if (F::id(i) != i) return true;
    }
    return false;
  }();

 private:
  template <typename M>
  static void note_default(const M& value, FieldDeclaration& field) {
    if constexpr (kForm<M> == Form::scalar) {
      std::array<std::byte, 8> bytes{};
      Codec<M>::put(value, bytes.data());
      note_default_bits(bytes.data(), field);
    }
  }
  static constexpr std::array<std::size_t, kCount + 1> kSlots = [] {
    std::array<std::size_t, kCount + 1> slots{};
    std::size_t next = 0;
    [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
      ((next += Field<Type<kIndex>>::kIsUnion ? 1U : 0U,
        slots[kIndex] = kIsNumbered ? F::id(kIndex) : next, ++next),
       ...);
    }
    (std::make_index_sequence<kCount>{});
    return slots;
  }();
};

template <typename T>
inline constexpr bool kIsStructure = [] {
  using F = schema::Fields<T>;
  if constexpr (schema::HasBase<T> || F::count() == 0) {
    return false;
  } else {
    if (schema::Description<T>::version() != 0) return false;
    for (std::size_t i = 0; i < F::count(); ++i) {
      if (F::id(i) != i) return false;
    }
    return []<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
      return (Inlined<typename F::template Type<kIndex>>::kFits && ...);
    }
    (std::make_index_sequence<F::count()>{});
  }
}();

template <typename T>
struct StructureCodec {
  using F = schema::Fields<T>;
  static constexpr Form kForm = Form::structure;
  static constexpr std::size_t kCount = F::count();

 private:
  struct Places {
    std::array<std::size_t, kCount + 1> at{};
    std::size_t size = 0;
    std::size_t alignment = 1;
    std::size_t used = 0;  // bytes that are no padding
  };
  static constexpr Places kPlaces = [] {
    Places places;
    const auto add = [&]<typename M>(std::size_t index, std::type_identity<M>) {
      using Single = Codec<typename Inlined<M>::Single>;
      const std::size_t count = Inlined<M>::kCount == 0 ? 1 : Inlined<M>::kCount;
      places.size = (places.size + Single::kAlign - 1) / Single::kAlign * Single::kAlign;
      places.at[index] = places.size;
      places.size += count * Single::kSize;
      places.used += count * Single::kSize;
      if (Single::kAlign > places.alignment) places.alignment = Single::kAlign;
    };
    [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
      (add(kIndex, std::type_identity<typename F::template Type<kIndex>>{}), ...);
    }
    (std::make_index_sequence<kCount>{});
    places.size = (places.size + places.alignment - 1) / places.alignment * places.alignment;
    return places;
  }();
  static constexpr char kIdentity = 0;

 public:
  static constexpr std::size_t kSize = kPlaces.size;
  static constexpr std::size_t kAlign = kPlaces.alignment;
  static_assert(kSize < 0x10000,
                "fastser: a structure of FlatBuffers has less than 64 KiB: a fastser_version that "
                "is not 0 makes the record a table");
  static constexpr bool kSameInMemory =
      std::is_trivially_copyable_v<T> && !schema::Description<T>::kByMembers &&
      kPlaces.used == sizeof(T)&&[]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    return (Codec<typename Inlined<typename F::template Type<kIndex>>::Single>::kSameInMemory &&
            ...);
  }
  (std::make_index_sequence<kCount>{});
  static constexpr bool kRefuses = []<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
    return (Codec<typename Inlined<typename F::template Type<kIndex>>::Single>::kRefuses || ...);
  }
  (std::make_index_sequence<kCount>{});

  FASTSER_INLINE static void put(const T& value, std::byte* to) noexcept {
    if constexpr (wire::kLittleHost && kSameInMemory) {
      std::memcpy(to, &value, sizeof(T));
    } else {
      if constexpr (kPlaces.used != kPlaces.size) std::memset(to, 0, kSize);
      F::visit(value, [&]<std::size_t kIndex, typename M>(const M& member) {
        put_member(member, to + kPlaces.at[kIndex]);
        return true;
      });
    }
  }
  FASTSER_INLINE static bool get(T& value, const std::byte* from) noexcept {
    if constexpr (wire::kLittleHost && kSameInMemory) {
      std::memcpy(&value, from, sizeof(T));
      return true;
    } else {
      return F::visit(value, [&]<std::size_t kIndex, typename M>(M& member) {
        return get_member(member, from + kPlaces.at[kIndex]);
      });
    }
  }
  /// Where a field lies.
  static constexpr std::size_t place(std::size_t index) { return kPlaces.at[index]; }

  static TypeRef describe(Declarations& schema) {
    const Declarations::Found found = schema.find_or_add(&kIdentity, Declaration::Kind::structure,
                                                         schema::Description<T>::name());
    if (found.is_new) {
      std::vector<FieldDeclaration> fields;
      [&]<std::size_t... kIndex>(std::index_sequence<kIndex...>) {
        (fields.push_back(describe_field<kIndex>(schema)), ...);
      }
      (std::make_index_sequence<kCount>{});
      Declaration& own = schema.all[static_cast<std::size_t>(found.index)];
      own.fields = std::move(fields);
      own.bytes = static_cast<std::uint16_t>(kSize);
      own.alignment = static_cast<std::uint16_t>(kAlign);
    }
    return TypeRef::object(found.index);
  }

 private:
  template <typename M>
  FASTSER_INLINE static void put_member(const M& member, std::byte* to) noexcept {
    using Single = typename Inlined<M>::Single;
    if constexpr (Inlined<M>::kCount == 0) {
      Codec<M>::put(member, to);
    } else {
      for (const Single& element : member) {
        Codec<Single>::put(element, to);
        to += Codec<Single>::kSize;
      }
    }
  }
  template <typename M>
  FASTSER_INLINE static bool get_member(M& member, const std::byte* from) noexcept {
    using Single = typename Inlined<M>::Single;
    if constexpr (Inlined<M>::kCount == 0) {
      return Codec<M>::get(member, from);
    } else {
      for (Single& element : member) {
        if (!Codec<Single>::get(element, from)) return false;
        from += Codec<Single>::kSize;
      }
      return true;
    }
  }
  template <std::size_t kIndex>
  static FieldDeclaration describe_field(Declarations& schema) {
    using M = typename F::template Type<kIndex>;
    FieldDeclaration field;
    field.name = identifier_of(F::name(kIndex));
    field.type = Codec<typename Inlined<M>::Single>::describe(schema);
    if constexpr (Inlined<M>::kCount != 0) {
      field.type = TypeRef{.base = BaseType::Array,
                           .element = field.type.base,
                           .index = field.type.index,
                           .fixed_length = static_cast<std::uint16_t>(Inlined<M>::kCount)};
    }
    field.slot = static_cast<std::uint16_t>(kIndex);
    field.offset = static_cast<std::uint16_t>(kPlaces.at[kIndex]);
    return field;
  }
};

template <schema::Record T>
requires(!schema::BytesContainer<T>) struct Codec<T>
    : std::conditional_t<kIsStructure<T>, StructureCodec<T>, TableCodec<RecordRows<T>>> {
};

}  // namespace fastser::flat
