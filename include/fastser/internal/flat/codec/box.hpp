// SPDX-License-Identifier: MIT
//
// Boxes and owners. A box is a table of one field, where FlatBuffers wants a table and has
// something else: lists in lists, a list of optionals, a union of a text and a number.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "fastser/internal/base/compiler.hpp"
#include "fastser/internal/flat/codec/table.hpp"
#include "fastser/internal/schema/reset_fields.hpp"

namespace fastser::flat {

template <typename E>
struct BoxRows : PackedRows<E> {
  using Object = E;
  static constexpr std::string_view type_name() { return "Boxed"; }
  static constexpr std::string_view name(std::size_t) { return "value"; }
  template <typename Some, typename Call>
  FASTSER_INLINE static bool visit(Some& object, Call&& call) {
    return call.template operator()<0>(object);
  }
  template <typename Which>
  static void reset(E& object, Which&&) {
    if constexpr (std::is_array_v<E>) {
      E fresh{};
      schema::assign_moved(object, fresh);
    } else {
      E fresh = E();  // {} would need the constructors of bases, which may be protected
      schema::assign_moved(object, fresh);  // E may hold what cannot be moved: atomics
    }
  }
};
template <typename E>
struct BoxCodec : TableCodec<BoxRows<E>> {};

/// E, boxed where it is no value of its own.
template <typename E>
using Held = std::conditional_t<kForm<E> == Form::choice, BoxCodec<E>, Codec<E>>;
/// E as a table.
template <typename E>
using HeldTable = std::conditional_t<kForm<E> == Form::table, Codec<E>, BoxCodec<E>>;

/// A pointer that owns its object: the object's place, written once where it is shared.
template <typename P, bool kShared>
struct OwnerCodec {
  using E = typename P::element_type;  // may not be complete: it may hold a P

  [[nodiscard]] static Offset encode(const P& value, Builder& builder) {
    if constexpr (kShared) {
      if (builder.shared != nullptr) {
        const SharedPool::Found known = builder.shared->find_object(value.get(), &kIdentity);
        if (known.offset != 0) return known.offset;
        if (known.is_open) {
          builder.fail(Code::kUsage, "objects in a cycle, which a FlatBuffer cannot hold");
          return 0;
        }
        builder.shared->keep_passing(value);
        builder.shared->open_object(value.get(), &kIdentity);
        const Offset at = HeldTable<E>::encode(*value, builder);
        builder.shared->close_object(value.get(), &kIdentity, at);
        return at;
      }
    }
    return HeldTable<E>::encode(*value, builder);
  }
  [[nodiscard]] static bool decode(P& value, Position at, Reader& reader) {
    if constexpr (kShared) {
      if (std::shared_ptr<void> known = reader.object(at, &kIdentity); known != nullptr) {
        value = std::static_pointer_cast<E>(known);
        return true;
      }
      // With its count of owners and its entry in the table of objects.
      if (!reader.charge(kMemory<E> + 12 * sizeof(void*))) return false;
      value = std::make_shared<E>();
      if (!HeldTable<E>::decode(*value, at, reader)) return false;
      reader.keep_object(at, &kIdentity, value);
      return true;
    } else {
      if (!value) {
        if (!reader.charge(kMemory<E> + 16)) return false;
        value.reset(new E());
      }
      return HeldTable<E>::decode(*value, at, reader);
    }
  }
  [[nodiscard]] static bool check(Position at, Reader& reader) {
    return HeldTable<E>::check(at, reader);
  }
  static TypeRef describe(Declarations& schema) { return HeldTable<E>::describe(schema); }

 private:
  static constexpr char kIdentity = 0;
};

/// The field of an optional or a pointer: missing, or what is inside.
template <typename M, typename Inner, bool kIsReference>
struct MaybeField {
  static constexpr bool kReference = kIsReference;
  static constexpr bool kIsUnion = false;
  static constexpr bool kKeepsDefault = false;
  static bool present(const M& value) noexcept { return static_cast<bool>(value); }
  static void clear(M& value) { value.reset(); }
};

template <typename E>
struct Field<std::optional<E>>
    : MaybeField<std::optional<E>, Held<E>, !kInline<E> || kForm<E> == Form::choice> {
  using M = std::optional<E>;
  static constexpr bool kRefuses = kRefusesInline<E>;
  static constexpr std::size_t kSize = [] {
    if constexpr (kInline<E>) return Codec<E>::kSize;
    return std::size_t{4};
  }();
  static constexpr std::size_t kAlign = [] {
    if constexpr (kInline<E>) return Codec<E>::kAlign;
    return std::size_t{4};
  }();
  static Offset child(const M& value, Builder& builder) { return Held<E>::encode(*value, builder); }
  static void put(const M& value, std::byte* to) noexcept { Codec<E>::put(*value, to); }
  static bool read(M& value, const std::byte* at, Reader& reader) {
    if (!value) {
      if (!reader.charge(kEmptyHeap<E>)) return false;
      value.emplace();
    }
    if constexpr (kInline<E>) {
      return get_inline(*value, at, reader);
    } else {
      const Position to = reader.follow(at);
      return to != 0 && Held<E>::decode(*value, to, reader);
    }
  }
  static bool check(const std::byte* at, Reader& reader) {
    if constexpr (kInline<E>) {
      return check_inline<E>(at, reader);
    } else {
      const Position to = reader.follow(at);
      return to != 0 && Held<E>::check(to, reader);
    }
  }
  static TypeRef describe(Declarations& schema) {
    TypeRef type = Held<E>::describe(schema);
    if constexpr (kForm<E> == Form::scalar) type.optional = true;
    return type;
  }
};
template <typename E>
struct Codec<std::optional<E>> {
  static constexpr Form kForm = Form::choice;
};

template <typename P, bool kShared>
struct OwnerField : MaybeField<P, OwnerCodec<P, kShared>, true> {
  using Owner = OwnerCodec<P, kShared>;
  static constexpr std::size_t kSize = 4;
  static constexpr std::size_t kAlign = 4;
  static Offset child(const P& value, Builder& builder) { return Owner::encode(value, builder); }
  static bool read(P& value, const std::byte* at, Reader& reader) {
    const Position to = reader.follow(at);
    return to != 0 && Owner::decode(value, to, reader);
  }
  static bool check(const std::byte* at, Reader& reader) {
    const Position to = reader.follow(at);
    return to != 0 && Owner::check(to, reader);
  }
  static TypeRef describe(Declarations& schema) { return Owner::describe(schema); }
};
template <typename E, typename Deleter>
requires(!std::is_polymorphic_v<E> && !std::is_array_v<E>) struct Codec<std::unique_ptr<E, Deleter>>
    : OwnerCodec<std::unique_ptr<E, Deleter>, false> {
  static constexpr Form kForm = Form::choice;
};
template <typename E, typename Deleter>
struct Field<std::unique_ptr<E, Deleter>> : OwnerField<std::unique_ptr<E, Deleter>, false> {};
template <typename E>
requires(!std::is_polymorphic_v<E> && !std::is_array_v<E>) struct Codec<std::shared_ptr<E>>
    : OwnerCodec<std::shared_ptr<E>, true> {
  static constexpr Form kForm = Form::choice;
};
template <typename E>
struct Field<std::shared_ptr<E>> : OwnerField<std::shared_ptr<E>, true> {};

template <typename T>
inline constexpr bool kIsOwner = false;
template <typename E, typename Deleter>
inline constexpr bool kIsOwner<std::unique_ptr<E, Deleter>> = true;
template <typename E>
inline constexpr bool kIsOwner<std::shared_ptr<E>> = true;

/// An element of a list, or a key: inline, or led to. Owners are their objects, and never null.
template <typename E>
struct Element {
  using Inner = std::conditional_t<kInline<E> || kForm<E> == Form::text ||
                                       kForm<E> == Form::table || kIsOwner<E>,
                                   Codec<E>, BoxCodec<E>>;
  [[nodiscard]] static Offset encode(const E& value, Builder& builder) {
    if constexpr (kIsOwner<E>) {
      if (value == nullptr) {
        builder.fail(Code::kUsage, "a null pointer in a list, which a FlatBuffer cannot hold");
        return 0;
      }
    }
    return Inner::encode(value, builder);
  }
  [[nodiscard]] static bool decode(E& value, Position at, Reader& reader) {
    return Inner::decode(value, at, reader);
  }
  [[nodiscard]] static bool check(Position at, Reader& reader) { return Inner::check(at, reader); }
  static TypeRef describe(Declarations& schema) {
    const TypeRef type = Inner::describe(schema);
    return TypeRef::list(type.base, type.index);
  }
};

}  // namespace fastser::flat
