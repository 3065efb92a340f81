// SPDX-License-Identifier: MIT
//
// Codecs of pointers with identity: shared_ptr, weak_ptr, and raw pointers into an Arena.
//
// An object is written where a pointer first leads to it and is a number afterwards. Its number is
// taken before its body, so cycles need nothing special. Beyond kInlineObjects nested objects the
// body is deferred (docs/format.md section 8): neither writing nor reading ever recurses along a
// chain of objects. Reading checks the type of the object at every use of a number.
//
// Pointers to polymorphic classes are "any ref"s: the object's shape is written with it, and the
// Registry says which C++ class that is.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

#include "fastser/internal/archive/codec/core.hpp"
#include "fastser/registry.hpp"

namespace fastser::archive {

/// How a kind of pointer is looked at and set.
template <typename P>
struct PointerAccess;

template <typename T>
struct PointerAccess<std::shared_ptr<T>> {
  using Target = T;
  static constexpr bool kWeak = false;
  static constexpr bool kRaw = false;
  static T* get(const std::shared_ptr<T>& pointer) noexcept { return pointer.get(); }
  static void clear(std::shared_ptr<T>& pointer) noexcept { pointer.reset(); }
  template <typename O>
  static void set(std::shared_ptr<T>& pointer, const std::shared_ptr<O>& owner, T* target) {
    pointer = std::shared_ptr<T>(owner, target);
  }
};
template <typename T>
struct PointerAccess<std::weak_ptr<T>> {
  using Target = T;
  static constexpr bool kWeak = true;
  static constexpr bool kRaw = false;
  // The caller keeps the graph alive while it is encoded, so the target outlives the lock.
  static T* get(const std::weak_ptr<T>& pointer) noexcept { return pointer.lock().get(); }
  static void clear(std::weak_ptr<T>& pointer) noexcept { pointer.reset(); }
  template <typename O>
  static void set(std::weak_ptr<T>& pointer, const std::shared_ptr<O>& owner, T* target) {
    pointer = std::shared_ptr<T>(owner, target);
  }
};
template <typename T>
struct PointerAccess<T*> {
  using Target = T;
  static constexpr bool kWeak = false;
  static constexpr bool kRaw = true;
  static T* get(T* pointer) noexcept { return pointer; }
  static void clear(T*& pointer) noexcept { pointer = nullptr; }
  template <typename O>
  static void set(T*& pointer, const std::shared_ptr<O>&, T* target) noexcept {
    pointer = target;
  }
};

template <typename P>
concept TrackedPointer = requires {
  typename PointerAccess<P>::Target;
}
&&!std::is_same_v<P, const char*> && !std::is_same_v<P, char*>;

/// Bytes around an object: its class and its allocator, two counts, its slab (at 8 bytes, however
/// short a pointer is), and its share of what slabs waste.
inline constexpr std::size_t kObjectMemory = 2 * sizeof(void*) + 8 + Slab::kAlign + 1;

/// Reads slot and, for an "any ref" of the writer's, what follows it.
struct SlotRead {
  std::uint64_t slot = 0;
  std::uint64_t number = 0;  ///< slots 4 and 5
  std::uint64_t shape = 0;   ///< of an any ref
};
[[nodiscard]] Cursor read_slot(Decoder& decoder, Cursor cur, bool any_ref, SlotRead& read);
/// Checks that `number` is a promise, and takes it.
[[nodiscard]] DecodedObject* take_promise(Decoder& decoder, std::uint64_t number, Cursor at);
/// The skipped object behind a slot, if it is one.
[[nodiscard]] SkippedObject* find_skipped(Decoder& decoder, std::uint64_t slot) noexcept;

template <TrackedPointer P>
struct Codec<P> : VariableCodec {
  using Access = PointerAccess<P>;
  using T = std::remove_const_t<typename Access::Target>;
  static constexpr bool kNests = true;
  static constexpr bool kReference = true;
  static constexpr bool kAnyClass = std::is_polymorphic_v<T>;

  /// For prefetching: what the pointer leads to, where that is cheap to say.
  static const void* target_of(const P& pointer) noexcept requires(!Access::kWeak) {
    return Access::get(pointer);
  }

  template <Flags F>
  static constexpr TypeCode own_code() {
    return kAnyClass ? TypeCode::kAnyRef : TypeCode::kRef;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeBytes& out) {
    builder.needs_tables = true;
    if constexpr (Access::kWeak) builder.has_weak = true;
    append_code(out, own_code<F>());
    if constexpr (kAnyClass) {
      builder.needs_registry = true;
    } else {
      Codec<T>::template describe<F>(builder, out);
    }
  }
  template <Flags F>
  static std::byte* encode(const P& pointer, std::byte* cur, Encoder& encoder) {
    const T* object = Access::get(pointer);
    if (object == nullptr) return encoder.put_varint(cur, schema::kSlotNil);
    if constexpr (kAnyClass) {
      return encode_any<F>(*object, cur, encoder);
    } else {
      const std::uint32_t tag = object_tag<T>();
      if constexpr (Access::kWeak) return encoder.put_promise(cur, object, tag).cur;
      const Encoder::SlotResult slot = encoder.put_slot(cur, object, tag);
      if (!slot.is_new) return slot.cur;
      return encode_body(slot, object, encoder, &encode_object<F>);
    }
  }
  template <Flags F>
  [[nodiscard]] static Cursor decode(P& pointer, Cursor cur, Decoder& decoder) {
    const Cursor at = cur;
    SlotRead read;
    cur = decoder.varint(cur, read.slot);
    if (cur == nullptr) [[unlikely]] {
      return nullptr;
    }
    if constexpr (!kAnyClass) {
      if (read.slot >= schema::kSlotFirstReference) {
        if constexpr (!Access::kWeak && !Access::kRaw) {
          if (decoder.tables->late.may_wait(&pointer)) {
            return decoder.link_late(&pointer, read.slot, at, kKind) ? cur : nullptr;
          }
        }
        const DecodedObject* object = decoder.find(read.slot, object_class<T>(), at);
        if (object == nullptr) return nullptr;
        Access::set(pointer, object->owner, static_cast<T*>(object->owner.get()));
        return cur;
      }
    }
    cur = read_slot(decoder, at, kAnyClass, read);
    return cur == nullptr ? nullptr : decode_slot<F>(pointer, read, at, cur, decoder);
  }
  template <Flags F>
  [[nodiscard]] static bool accepts(TypeExpr type) noexcept {
    return schema::code(type) == TypeCode::kRef || schema::code(type) == TypeCode::kAnyRef;
  }
  template <Flags F>
  [[nodiscard]] static Cursor adopt(P& pointer, TypeExpr type, Cursor cur, Decoder& decoder) {
    if (!accepts<F>(type)) return fail_type(decoder, type, own_code<F>(), cur);
    const bool any = schema::code(type) == TypeCode::kAnyRef;
    const Cursor at = cur;
    SlotRead read;
    cur = read_slot(decoder, cur, any, read);
    if (cur == nullptr) return nullptr;
    Source source{any ? TypeExpr{} : schema::element(type), static_cast<std::uint32_t>(read.shape),
                  type};
    if (!any && schema::code(source.type) == TypeCode::kRecord) {
      source.shape = schema::operand_shape(source.type);
      source.type = TypeExpr{};
      read.shape = source.shape + (read.slot == schema::kSlotPromise ? 1ULL : 0ULL);
    }
    return adopt_slot<F>(pointer, read, source, at, cur, decoder);
  }

 private:
  /// What the writer says the body is: a type, or (type.at null) a record of a shape.
  struct Source {
    TypeExpr type;
    std::uint32_t shape;
    TypeExpr slot = {};  ///< the pointer's own type, when adopting
  };
  static bool brings_body(std::uint64_t slot) noexcept {
    return slot != schema::kSlotNil && slot != schema::kSlotPromise &&
           slot < schema::kSlotFirstReference;
  }

  // --- writing -----------------------------------------------------------------------------------

  template <Flags F>
  static std::byte* encode_object(const void* object, std::byte* cur, Encoder& encoder) {
    return encode_value<F>(*static_cast<const T*>(object), cur, encoder);
  }
  static std::byte* encode_body(const Encoder::SlotResult& slot, const void* object,
                                Encoder& encoder,
                                std::byte* (*encode)(const void*, std::byte*, Encoder&)) {
    if (!slot.is_inline) [[unlikely]] {
      encoder.tables->bodies.push_back({encode, object});
      return slot.cur;
    }
    ++encoder.inline_depth;
    std::byte* cur = encode(object, slot.cur, encoder);
    --encoder.inline_depth;
    return cur;
  }
  template <Flags F>
  static std::byte* encode_any(const T& target, std::byte* cur, Encoder& encoder) {
    const Registry::Link* link =
        encoder.registry == nullptr ? nullptr : encoder.registry->link_of(target);
    if (link == nullptr) {
      encoder.fail(cur, Code::kUnknownClass, "an object of a class that is not in the Registry");
      return cur;
    }
    const Registry::Class& one = encoder.registry->classes()[link->class_index];
    const std::uint32_t shape = encoder.tables->class_shapes[link->class_index];
    const void* object = link->downcast(&target);
    const Encoder::SlotResult slot = Access::kWeak ? encoder.put_promise(cur, object, one.tag)
                                                   : encoder.put_slot(cur, object, one.tag);
    if (!slot.is_new) return slot.cur;
    cur = encoder.put_varint(slot.cur, shape + (Access::kWeak ? 1U : 0U));
    if constexpr (Access::kWeak) return cur;
    return encode_body({cur, slot.is_new, slot.is_inline}, object, encoder,
                       one.encode[(F & schema::kShareAll) != 0 ? 1 : 0]);
  }

  // --- linking objects ---------------------------------------------------------------------------

  static void set_late(void* pointer, const std::shared_ptr<void>& owner) {
    Access::set(*static_cast<P*>(pointer), owner, static_cast<T*>(owner.get()));
  }
  static constexpr PointerKind kKind{object_class<T>(), &set_late};

  // --- making objects ----------------------------------------------------------------------------

  /// The class of a new object; null for a static class.
  static const Registry::Link* class_for(std::uint64_t shape, Decoder& decoder) {
    const DecoderTables& tables = *decoder.tables;
    if (shape >= tables.shape_classes.size() ||
        tables.shape_classes[static_cast<std::size_t>(shape)] == 0) {
      return nullptr;
    }
    return decoder.registry->find_link(schema::type_key<T>(),
                                       tables.shape_classes[static_cast<std::size_t>(shape)] - 1);
  }
  /// Makes an object, gives it the next number, links it. Its number; or false when out of budget.
  static bool make(P& pointer, const Registry::Link* link, bool has_body, Decoder& decoder,
                   std::uint32_t& number) {
    if constexpr (kAnyClass) {
      const Registry::Class& one = decoder.registry->classes()[link->class_index];
      if (!decoder.charge(one.memory + kObjectMemory) || !decoder.charge_object()) return false;
      number = keep_new(pointer, one.make(decoder), one.key, decoder,
                        [&](void* object) { return static_cast<T*>(link->upcast(object)); });
    } else {
      static_cast<void>(link);
      constexpr std::size_t kArena = Access::kRaw ? 3 * sizeof(std::shared_ptr<void>) : 0;
      if (!decoder.charge(kMemory<T> + kObjectMemory + kArena) || !decoder.charge_object()) {
        return false;
      }
      number = keep_new(pointer, decoder.make_object<T>(), object_class<T>(), decoder,
                        [](T* object) { return object; });
    }
    if (!has_body) decoder.tables->promises.add(number);
    return true;
  }
  /// Links a new object and keeps it; its number.
  template <typename Made, typename Target>
  static std::uint32_t keep_new(P& pointer, std::shared_ptr<Made> owner, const ObjectClass* key,
                                Decoder& decoder, Target&& target) {
    Access::set(pointer, owner, target(owner.get()));
    if (Access::kRaw && decoder.arena != nullptr) decoder.arena->keep(owner);
    return decoder.add(std::move(owner), key);
  }
  static bool link_existing(P& pointer, const DecodedObject& object, Decoder& decoder) {
    if constexpr (kAnyClass) {
      const Registry::Link* link =
          decoder.registry == nullptr
              ? nullptr
              : decoder.registry->find_link_by_key(schema::type_key<T>(), object.key);
      if (link == nullptr) return false;
      Access::set(pointer, object.owner, static_cast<T*>(link->upcast(object.owner.get())));
      return true;
    } else {
      if (object.key != object_class<T>()) return false;
      Access::set(pointer, object.owner, static_cast<T*>(object.owner.get()));
      return true;
    }
  }

  // --- reading what this very type wrote ---------------------------------------------------------

  template <Flags F>
  static Cursor decode_object(void* object, std::uint32_t, TypeExpr, Cursor cur, Decoder& decoder) {
    DecoderTables& tables = *decoder.tables;
    if (tables.objects.size() < Decoder::kFew) {
      return decode_value<F>(*static_cast<T*>(object), cur, decoder);
    }
    const LateLinks::Scope outer = tables.late.enter({object, sizeof(T)});
    cur = decode_value<F>(*static_cast<T*>(object), cur, decoder);
    tables.late.enter(outer);
    return cur;
  }
  template <Flags F>
  static Cursor decode_any_object(void* object, std::uint32_t shape, TypeExpr, Cursor cur,
                                  Decoder& decoder) {
    const std::uint32_t index = decoder.tables->shape_classes[shape] - 1;
    return decoder.registry->classes()[index].decode[(F & schema::kShareAll) != 0 ? 1 : 0](
        object, cur, decoder);
  }
  template <Flags F>
  static Cursor decode_slot(P& pointer, const SlotRead& read, Cursor at, Cursor cur,
                            Decoder& decoder) {
    if (Access::kWeak && brings_body(read.slot)) {  // a writer of another make: its table is ours
      decoder.tables->reread_adopting = true;
      return nullptr;
    }
    const auto body = kAnyClass ? &decode_any_object<F> : &decode_object<F>;
    return read_into(pointer, read, Source{{}, static_cast<std::uint32_t>(read.shape), {}}, body,
                     at, cur, decoder);
  }

  // --- reading what another version or a coder wrote ---------------------------------------------

  template <Flags F>
  static Cursor adopt_object(void* object, std::uint32_t shape, TypeExpr type, Cursor cur,
                             Decoder& decoder) {
    if constexpr (kAnyClass) {
      const std::uint32_t index = decoder.tables->shape_classes[shape] - 1;
      return decoder.registry->classes()[index].adopt[(F & schema::kShareAll) != 0 ? 1 : 0](
          object, shape, cur, decoder);
    } else {
      T& target = *static_cast<T*>(object);
      if (type.at != nullptr) return adopt_value<F>(target, type, cur, decoder);
      if constexpr (schema::Record<T> && !BytesContainer<T>) {
        return Codec<T>::template adopt_shape<F>(target, shape, cur, decoder);
      } else {
        return decoder.fail(Code::kTypeMismatch, cur, "a record where another type is wanted");
      }
    }
  }
  template <Flags F>
  static Cursor adopt_slot(P& pointer, const SlotRead& read, const Source& source, Cursor at,
                           Cursor cur, Decoder& decoder) {
    if (Access::kWeak && brings_body(read.slot)) return glimpse(pointer, read, source, at, decoder);
    if (SkippedObject* skipped = find_skipped(decoder, read.slot); skipped != nullptr) {
      return adopt_skipped<F>(pointer, *skipped, at, cur, decoder);
    }
    if (kAnyClass && source.type.at != nullptr && read.slot != schema::kSlotNil) {
      return decoder.fail_class(at);  // an object that is no record has no class
    }
    const bool refers = read.slot == schema::kSlotNil || read.slot >= schema::kSlotFirstReference;
    if (decoder.tables->replaying && !refers) {
      return adopt_again<F>(pointer, read, source, at, cur, decoder);
    }
    return read_into(pointer, read, source, &adopt_object<F>, at, cur, decoder);
  }
  /// The object was passed over in a field that this type does not have: read it after all.
  template <Flags F>
  static Cursor adopt_skipped(P& pointer, const SkippedObject& found, Cursor at, Cursor cur,
                              Decoder& decoder) {
    DecoderTables& tables = *decoder.tables;
    if (kAnyClass && found.type.at != nullptr) return decoder.fail_class(at);
    if (Access::kWeak) {
      return settle(pointer, found.number, found.shape, at, decoder) == nullptr ? nullptr : cur;
    }
    const std::size_t index = tables.objects[found.number].skipped - 1;
    tables.objects[found.number].skipped = 0;
    const Cursor made = settle(pointer, found.number, found.shape, at, decoder);
    if (made == nullptr) return nullptr;
    void* object = tables.objects[found.number].owner.get();
    if (found.body == nullptr) {  // its turn comes
      tables.bodies[found.queued].decode = &adopt_object<F>;
      tables.bodies[found.queued].object = object;
      return cur;
    }
    if (!decoder.charge_room(tables.replays)) return decoder.fail_budget(at);
    tables.replays.push_back({&adopt_object<F>, object, index});
    return cur;
  }
  /// A body where only a weak pointer leads to it: passed over, until an owner asks for it. Were it
  /// read, an object that owns itself would outlive a graph that nobody can reach it from.
  static Cursor glimpse(P& pointer, const SlotRead& read, const Source& source, Cursor at,
                        Decoder& decoder) {
    const bool fulfils =
        read.slot == schema::kSlotFulfil || read.slot == schema::kSlotFulfilDeferred;
    const std::uint64_t number = fulfils ? read.number : decoder.tables->next_object;
    const Cursor cur = decoder.skip(source.slot, at);
    if (cur == nullptr) return nullptr;
    return settle(pointer, static_cast<std::uint32_t>(number), read.shape, at, decoder) == nullptr
               ? nullptr
               : cur;
  }
  /// Links the object with a number that was taken before; makes it if nobody has yet. Its class is
  /// that of `shape`, which may stand in the archive a second time: it is checked again (B6).
  static Cursor settle(P& pointer, std::uint32_t number, std::uint64_t shape, Cursor at,
                       Decoder& decoder) {
    DecoderTables& tables = *decoder.tables;
    const Registry::Link* link = kAnyClass ? class_for(shape, decoder) : nullptr;
    if (kAnyClass && link == nullptr) {
      return decoder.fail(Code::kUnknownClass, at, "a class that is not in the Registry");
    }
    const DecodedObject& known = tables.objects[number];
    if (known.key != nullptr) {
      if (kAnyClass && decoder.registry->classes()[link->class_index].key != known.key) {
        return decoder.fail(Code::kTypeMismatch, at, "a body of another class than promised");
      }
      return link_existing(pointer, known, decoder) ? at : decoder.fail_class(at);
    }
    const std::uint32_t next_object = std::exchange(tables.next_object, number);
    const std::uint32_t skipped = known.skipped;
    std::uint32_t again = 0;
    const bool made = make(pointer, link, true, decoder, again);  // promises are noted already
    tables.next_object = next_object;
    tables.objects[number].skipped = skipped;
    return made ? at : decoder.fail_budget(at);
  }
  /// A slot of an object that has its number, met on a second reading. Its body, if it is in line,
  /// is stepped over: what it says was read before, or is queued to be.
  template <Flags F>
  static Cursor adopt_again(P& pointer, const SlotRead& read, const Source& source, Cursor at,
                            Cursor cur, Decoder& decoder) {
    DecoderTables& tables = *decoder.tables;
    if (Access::kRaw && decoder.arena == nullptr) return fail_no_arena(decoder, at);
    const bool fulfils =
        read.slot == schema::kSlotFulfil || read.slot == schema::kSlotFulfilDeferred;
    if (read.slot == schema::kSlotPromise && !Access::kWeak) return fail_promise(decoder, at);
    const std::uint64_t number = fulfils ? read.number : tables.next_object++;
    SkippedObject* skipped = find_skipped(decoder, number + schema::kSlotFirstReference);
    if (skipped != nullptr) {
      if (adopt_skipped<F>(pointer, *skipped, at, cur, decoder) == nullptr) return nullptr;
    } else {
      const std::uint64_t shape = read.slot == schema::kSlotPromise ? read.shape - 1 : read.shape;
      if (settle(pointer, static_cast<std::uint32_t>(number), shape, at, decoder) == nullptr) {
        return nullptr;
      }
    }
    if (read.slot != schema::kSlotNew && read.slot != schema::kSlotFulfil) return cur;
    return source.type.at != nullptr ? decoder.skip(source.type, cur)
                                     : decoder.skip_shape(source.shape, cur);
  }

  // --- both --------------------------------------------------------------------------------------

  static Cursor fail_no_arena(Decoder& decoder, Cursor at) {
    return decoder.fail(Code::kUsage, at, "raw pointers are read into DecodeOptions::arena");
  }
  static Cursor fail_promise(Decoder& decoder, Cursor at) {
    return decoder.fail(Code::kTypeMismatch, at, "a conditional reference to be owned");
  }
  static Cursor read_into(P& pointer, const SlotRead& read, const Source& source,
                          Cursor (*body)(void*, std::uint32_t, TypeExpr, Cursor, Decoder&),
                          Cursor at, Cursor cur, Decoder& decoder) {
    DecoderTables& tables = *decoder.tables;
    if (read.slot == schema::kSlotNil) {
      Access::clear(pointer);
      return cur;
    }
    if (Access::kRaw && decoder.arena == nullptr) return fail_no_arena(decoder, at);
    if (read.slot >= schema::kSlotFirstReference) {
      const std::uint64_t number = read.slot - schema::kSlotFirstReference;
      if (number >= tables.next_object) {
        return decoder.fail_not_there(at);
      }
      const DecodedObject& object = tables.objects[static_cast<std::size_t>(number)];
      return link_existing(pointer, object, decoder) ? cur : decoder.fail_class(at);
    }
    std::uint32_t number = 0;
    if (read.slot == schema::kSlotFulfil || read.slot == schema::kSlotFulfilDeferred) {
      if (take_promise(decoder, read.number, at) == nullptr) return nullptr;
      number = static_cast<std::uint32_t>(read.number);
      if (settle(pointer, number, read.shape, at, decoder) == nullptr) return nullptr;
    } else {
      const bool promise = read.slot == schema::kSlotPromise;
      if (promise && !Access::kWeak) return fail_promise(decoder, at);
      const std::uint64_t shape = promise ? read.shape - 1 : read.shape;
      const Registry::Link* link = kAnyClass ? class_for(shape, decoder) : nullptr;
      if (kAnyClass && link == nullptr) {
        return decoder.fail(Code::kUnknownClass, at, "a class that is not in the Registry");
      }
      if (!make(pointer, link, !promise, decoder, number)) return decoder.fail_budget(at);
      if (promise) return cur;
    }
    void* object = tables.objects[number].owner.get();
    if (read.slot == schema::kSlotDeferred || read.slot == schema::kSlotFulfilDeferred) {
      if (!decoder.charge_room(tables.bodies)) return decoder.fail_budget(at);
      tables.bodies.push_back({body, object, source.type, source.shape, number});
      return cur;
    }
    if (!decoder.enter()) return decoder.fail_depth(at);
    cur = body(object, source.shape, source.type, cur, decoder);
    decoder.leave();
    return cur;
  }
};

/// unique_ptr to a polymorphic class: no identity; the shape comes with it.
template <typename T, typename Deleter>
requires(std::is_polymorphic_v<T>) struct Codec<std::unique_ptr<T, Deleter>> : VariableCodec {
  static_assert(std::has_virtual_destructor_v<T>);
  static constexpr bool kNests = true;

  template <Flags F>
  static constexpr TypeCode own_code() {
    return TypeCode::kOwnedAny;
  }
  template <Flags F>
  static constexpr void describe(TableBuilder& builder, TypeBytes& out) {
    builder.needs_tables = true;
    builder.needs_registry = true;
    append_code(out, TypeCode::kOwnedAny);
  }
  template <Flags F>
  static std::byte* encode(const std::unique_ptr<T, Deleter>& value, std::byte* cur,
                           Encoder& encoder) {
    if (!value) return encoder.put_varint(cur, 0);
    const Registry::Link* link =
        encoder.registry == nullptr ? nullptr : encoder.registry->link_of(*value);
    if (link == nullptr || ++encoder.depth > kMaxDepth) {
      encoder.fail(cur, link == nullptr ? Code::kUnknownClass : Code::kTooDeep,
                   "an object of a class that is not in the Registry, or nested too deep");
      return cur;
    }
    cur = encoder.put_varint(cur, 1 + encoder.tables->class_shapes[link->class_index]);
    const Registry::Class& one = encoder.registry->classes()[link->class_index];
    cur =
        one.encode[(F & schema::kShareAll) != 0 ? 1 : 0](link->downcast(value.get()), cur, encoder);
    --encoder.depth;
    return cur;
  }
  template <Flags F>
  [[nodiscard]] static Cursor decode(std::unique_ptr<T, Deleter>& value, Cursor cur,
                                     Decoder& decoder) {
    return read<F, false>(value, cur, decoder);
  }
  template <Flags F>
  [[nodiscard]] static bool accepts(TypeExpr type) noexcept {
    return schema::code(type) == TypeCode::kOwnedAny;
  }
  template <Flags F>
  [[nodiscard]] static Cursor adopt(std::unique_ptr<T, Deleter>& value, TypeExpr type, Cursor cur,
                                    Decoder& decoder) {
    if (!accepts<F>(type)) return fail_type(decoder, type, TypeCode::kOwnedAny, cur);
    return read<F, true>(value, cur, decoder);
  }

 private:
  template <Flags F, bool kAdopt>
  static Cursor read(std::unique_ptr<T, Deleter>& value, Cursor cur, Decoder& decoder) {
    const Cursor at = cur;
    std::uint64_t shape = 0;
    cur = decoder.varint(cur, shape);
    if (cur == nullptr) return nullptr;
    if (shape-- == 0) {
      value.reset();
      return cur;
    }
    const DecoderTables& tables = *decoder.tables;
    const Registry::Link* link = nullptr;
    if (shape < tables.shape_classes.size() &&
        tables.shape_classes[static_cast<std::size_t>(shape)] != 0) {
      link = decoder.registry->find_link(schema::type_key<T>(),
                                         tables.shape_classes[static_cast<std::size_t>(shape)] - 1);
    }
    if (link == nullptr) {
      return decoder.fail(Code::kUnknownClass, at, "a class that is not in the Registry");
    }
    const Registry::Class& one = decoder.registry->classes()[link->class_index];
    if (!decoder.charge(one.memory + 16)) return decoder.fail_budget(at);
    if (!decoder.enter()) return decoder.fail_depth(at);
    void* object = one.make_raw();
    value.reset(static_cast<T*>(link->upcast(object)));
    constexpr std::size_t kStrings = (F & schema::kShareAll) != 0 ? 1 : 0;
    cur = kAdopt ? one.adopt[kStrings](object, static_cast<std::uint32_t>(shape), cur, decoder)
                 : one.decode[kStrings](object, cur, decoder);
    decoder.leave();
    return cur;
  }
};

}  // namespace fastser::archive
